/**
 * Walks a frame's header once and lends a cursor to the fields it was asked for.
 */
module io.skim.scanner
{
    requires transitive io.netty.buffer;
    requires static transitive org.agrona.core;

    exports io.skim.scan;
    exports io.skim.scan.remoting;
}
