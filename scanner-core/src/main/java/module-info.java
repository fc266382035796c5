/**
 * Reads message headers without decoding them: a scanner walks the encoded header of a frame and lends a handler
 * cursors into the bytes.
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
