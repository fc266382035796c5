package io.skim.command;

/**
 * A stream of frames, messages or values that a command reads: a file, standard input, or one direction of a connection.
 * It is fed with bytes as they come, in chunks of any size, and remembers what is not complete yet.
 */
abstract class UnitStream
{
    /** Where the bytes come from. */
    final Source source;

    final InputReader reader;

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

    /** How much is held of what is not complete, in bytes of memory. */
    abstract int held();

    /**
     * Ends the stream because all streams of its capture hold too much together.
     *
     * @param most how much they may, in bytes.
     */
    final void giveUp(final int most)
    {
        reader.report(source, offset(), "CAPTURE_LIMIT", offset(), "incomplete frames take more than " + most
            + " bytes in all connections, and this one's the most, " + held());
        reader.i++;
    }

    /** Where the frame begins that is not complete, in the stream. */
    abstract long offset();

    /**
     * Ends the stream where bytes of it are missing.
     *
     * @param offset  in the stream, of the first of them.
     * @param missing how many.
     */
    final void lost(final long offset, final long missing)
    {
        lost(offset, missing + " bytes are missing in the capture");
    }

    /** Reports that the beginning of a frame is missing, and that its rest is passed over. */
    final void begunBefore(final long passed)
    {
        lost(0, "the capture begins inside of a frame: " + passed + " bytes of it are passed over");
    }

    /** Reports that none of the bytes are those of a frame whose beginning was captured. */
    final void neverBegun(final long passed)
    {
        lost(0,
            "the capture begins inside of a frame, and behind it no segment of " + passed + " bytes begins another");
    }

    private void lost(final long offset, final String message)
    {
        reader.report(source, offset, "SEGMENT_LOST", offset, message);
        reader.i++;
    }
}
