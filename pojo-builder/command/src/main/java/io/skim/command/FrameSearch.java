package io.skim.command;

/**
 * Looks through a stream, byte by byte, for the first place where a frame begins: where the stream is not known from its
 * beginning, and behind bytes that are missing.
 * <p>
 * Holds what cannot be decided yet: at most one header, of at most {@link FrameStart#MAX_HEADER} bytes, and the chunk
 * that was fed last. To check headers takes time that grows with the bytes fed and no faster: a place whose header would
 * take more than that allows is passed over.
 */
final class FrameSearch
{
    private static final byte[] NONE = {};
    /** How many bytes of headers are checked for each byte of the stream, and how many besides. */
    private static final int CHECKED_PER_BYTE = 8;
    private static final int CHECKED_AT_ONCE = 8 * FrameStart.MAX_HEADER;

    private final FrameStart start;
    private byte[] bytes = NONE;
    private int from;
    private int to;
    private long passed;
    /** Of these, how many before the last place that was found. */
    private long passedBefore;
    private long checked;

    FrameSearch(final FrameStart start)
    {
        this.start = start;
    }

    /**
     * Takes the next bytes of the stream.
     *
     * @return whether a frame begins in what is held now: at {@link #from()}.
     */
    boolean find(final byte[] array, final int offset, final int length)
    {
        if (bytes.length - to < length)
        {
            makeRoom(length);
        }
        System.arraycopy(array, offset, bytes, to, length);
        to += length;
        return find(false);
    }

    /** Where nothing follows what is held: whether a frame begins in it. If not, all is passed over. */
    boolean findInRest()
    {
        return find(true);
    }

    /**
     * Goes on where the place that was found has turned out to be none.
     *
     * @param skipped how many bytes of what is held nothing more is expected in.
     * @param last    whether nothing follows what is held.
     * @return whether another frame begins in the rest.
     */
    boolean findBehind(final int skipped, final boolean last)
    {
        from += skipped;
        passedBefore = passed;
        return find(last);
    }

    /** Lets go of what is held, which others have taken. */
    void clear()
    {
        bytes = NONE;
        from = 0;
        to = 0;
        passedBefore = passed;
    }

    /** At least half of the array is free after a move, so that all moves together take no longer than what was fed. */
    private void makeRoom(final int length)
    {
        final int held = to - from;
        final byte[] room = bytes.length >= 2 * (held + length) ? bytes : new byte[2 * (held + length)];
        System.arraycopy(bytes, from, room, 0, held);
        bytes = room;
        from = 0;
        to = held;
    }

    private boolean find(final boolean last)
    {
        while (from < to)
        {
            final int held = to - from;
            final int needed = start.extent(bytes, from, held);
            if (needed > held && !last)
            {
                return false;
            }
            if (needed > 0 && needed <= held && isAffordable(needed) && start.isGood(bytes, from, needed))
            {
                return true;
            }
            from++;
            passed++;
        }
        // A capture has many streams, most of which wait.
        bytes = NONE;
        from = 0;
        to = 0;
        return false;
    }

    private boolean isAffordable(final int length)
    {
        if (checked + length > CHECKED_PER_BYTE * passed + CHECKED_AT_ONCE)
        {
            return false;
        }
        checked += length;
        return true;
    }

    byte[] bytes()
    {
        return bytes;
    }

    /** In {@link #bytes()}, of what is held. */
    int from()
    {
        return from;
    }

    /** How many bytes are held. */
    int length()
    {
        return to - from;
    }

    /** How many bytes were passed over since a place was found last. */
    long passed()
    {
        return passed - passedBefore;
    }

    /** In bytes of memory. */
    int held()
    {
        return bytes.length;
    }
}
