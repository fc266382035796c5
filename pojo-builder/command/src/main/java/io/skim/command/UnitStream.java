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
        tell();
        reader.report(source, offset(), "CAPTURE_LIMIT", offset(), "incomplete frames take more than " + most
            + " bytes in all connections, and this one's the most, " + held());
        reader.i++;
    }

    /** Where the frame begins that is not complete, in the stream. */
    abstract long offset();

    /** Before which place it is known of all bytes whether they are taken. */
    long known()
    {
        return offset();
    }

    /**
     * Where the frame ends of which some bytes were fed, but not all; -1 if that is not known.
     */
    abstract long frameLimit();

    /**
     * Goes on behind bytes that are missing: forgets what is not complete.
     *
     * @param offset in the stream, of the next byte fed, with which a frame begins.
     */
    abstract void resumeAt(long offset);

    /** Reports that bytes are missing or passed over: as a unit of its own, or of the frame that was reported already. */
    final void lost(final long offset, final String message)
    {
        tell();
        if (isReported())
        {
            reader.reportAgain(source, offset, "SEGMENT_LOST", offset, message);
        }
        else
        {
            reader.report(source, offset, "SEGMENT_LOST", offset, message);
        }
        reader.i++;
    }

    /** Reports why the unit that ends here was refused, if that is known and was not reported: its number is known with its end. */
    void tell()
    {
        // Most refuse units that are complete.
    }

    /** Whether the unit that is not complete was refused and reported already. */
    boolean isReported()
    {
        return false;
    }
}
