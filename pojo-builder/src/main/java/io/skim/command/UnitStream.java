package io.skim.command;

/**
 * A stream of frames, messages or values that a command reads: a file, standard input, or one direction of a connection.
 * It is fed with bytes as they come, in chunks of any size, and remembers what is not complete yet.
 */
abstract class UnitStream
{
    /** Where the bytes come from. */
    final Source source;

    private final InputReader reader;

    UnitStream(final InputReader reader, final Source source)
    {
        this.reader = reader;
        this.source = source;
    }

    /**
     * Takes the next bytes, and reads what is complete with them.
     *
     * @param bytes  array that holds them; it may change afterwards.
     * @param from   in {@code bytes}, of the first one.
     * @param length in bytes.
     * @return false if nothing more can be read of the stream; then neither {@code feed} nor {@code end} follows.
     */
    abstract boolean feed(byte[] bytes, int from, int length);

    /** Ends the stream; what is not complete is malformed. */
    abstract void end();

    /**
     * Ends the stream where bytes of it are missing.
     *
     * @param offset  in the stream, of the first of them.
     * @param missing how many.
     */
    final void lost(final long offset, final long missing)
    {
        reader.report(source, offset, "SEGMENT_LOST", offset, missing + " bytes are missing in the capture");
        reader.i++;
    }
}
