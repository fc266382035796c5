/**
 * Reads message headers without decoding them: a scanner walks the encoded header of a frame and lends a handler
 * cursors into the bytes.
 * <p>
 * Begin with {@link io.skim.scan.remoting.RemotingScanner} for RocketMQ's frames, or {@link io.skim.scan.amqp.AmqpScanner} for
 * AMQP messages: each needs a {@link io.skim.scan.FrameView} of the bytes and a {@link io.skim.scan.DataHandler}. {@link
 * io.skim.scan.remoting.RemotingHeaderView} and {@link io.skim.scan.amqp.AmqpMessageView} give the same values without a handler.
 * A {@link io.skim.scan.remoting.FrameSplitter} cuts a stream into frames, and {@link io.skim.scan.records.RecordScanner} reads the
 * messages in bodies. To write, see {@link io.skim.encode.RemotingEncoder} and {@link io.skim.encode.AmqpEncoder}.
 * <p>
 * Agrona is needed only by those who bring its buffers.
 */
@SuppressWarnings("module")
module io.skim.scanner
{
    requires transitive io.netty.buffer;
    requires static transitive org.agrona.core;
    requires static org.jspecify;

    // The loads of eight bytes at a time and what is built on them: for the modules of this house alone.
    exports io.skim.bytes to io.skim.handlers, io.skim.pojo, io.skim.gateway;
    exports io.skim.encode;
    exports io.skim.scan;
    exports io.skim.scan.amqp;
    exports io.skim.scan.records;
    exports io.skim.scan.remoting;
    exports io.skim.scan.spi;
}
