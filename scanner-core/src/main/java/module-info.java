/**
 * Reads message headers without decoding them: a scanner walks the encoded header of a frame and lends a handler
 * cursors into the bytes.
 * <p>
 * Agrona is needed only by those who bring its buffers.
 */
module io.skim.scanner
{
    requires transitive io.netty.buffer;
    requires static transitive org.agrona.core;

    exports io.skim.encode;
    exports io.skim.scan;
    exports io.skim.scan.amqp;
    exports io.skim.scan.records;
    exports io.skim.scan.remoting;
}
