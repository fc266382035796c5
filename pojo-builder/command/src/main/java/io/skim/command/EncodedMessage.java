package io.skim.command;

/**
 * An AMQP message that was read, in memory behind the four bytes of its length.
 */
interface EncodedMessage
{
    /** How long the length before it is. */
    int PREFIX = Integer.BYTES;

    /** Takes places in the stream. */
    interface Places
    {
        /** Takes the bytes of a frame. */
        void frame(long from, long to);
    }

    /** Tells which bytes of a connection's stream the frames are that carried it; none if it is of a file. */
    default void frames(final Places places)
    {
        // A file has no frames.
    }

    /** The array that holds it, and its length before it, until the next one is read. */
    byte[] bytes();

    /** In {@link #bytes()}, of the message's first byte. */
    int from();

    /** How long the message is. */
    int length();

    /** In the file or stream, where what it is read from begins. */
    long offset();

    /** In the file or stream, where a byte of the message is; or where it ends. */
    long at(long messageOffset);
}
