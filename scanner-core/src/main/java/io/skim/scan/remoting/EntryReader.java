package io.skim.scan.remoting;

import io.skim.scan.FrameView;

/**
 * Pulls the entries of a map, one by one: what the readers of both encodings have in common. Offsets count from the
 * frame's start.
 */
abstract class EntryReader
{
    static final int END = 0;
    static final int FAULT = -1;

    /** The first of the sixty-four characters that {@link #skip} knows marks for. */
    static final int FIRST_STOP = '@';
    /** To stop at each entry. */
    static final long EVERY_STOP = -1;

    int base;

    private FrameView frame;

    int position;

    int keyOffset;
    int keyLength;
    int keyKind;
    int valueOffset;
    int valueLength;
    int valueKind;

    /** Attaches to a frame, which stands in the view's array. */
    final void attach(final FrameView frame)
    {
        if (this.frame != frame)
        {
            this.frame = frame;
        }
        base = frame.arrayOffset();
    }

    /**
     * The array that holds the frame. It is the view's and not kept here: to store a reference for each frame, and to
     * forget it, takes longer than to look it up.
     */
    final byte[] array()
    {
        return frame.array();
    }

    /**
     * Reads the entry at a place. The place is handed from call to call and not kept in a field, so that one entry need
     * not wait until the place behind the last one has gone to memory and back.
     *
     * @param at where the last entry ended; for the first {@link #position()}.
     * @return where this entry ends, with key and value set; {@link #END}, with the position set behind the map; or
     *     {@link #FAULT} with the fault set.
     */
    abstract int nextEntry(int at);

    /**
     * Passes over entries of a one-letter name that nobody wants, as long as nothing about them is unusual:
     * checked like all others, but without setting key and value.
     *
     * @param at    as for {@link #nextEntry}.
     * @param stops marks the names to stop at, see {@code RemotingInterest.stops}; all others than those characters are
     *              stopped at too.
     * @return where the next entry is to be read.
     */
    abstract int skip(int at, long stops);

    /** Where the first entry is read, or where the map has ended. An index in the array, as all places are. */
    final int position()
    {
        return position;
    }

    /** Where the map begins. */
    abstract int mapOffset();

    /** Where the reader stands: behind the map once {@link #nextEntry} has given {@link #END}. */
    abstract int offset();

    /** The code as far as it is known, 0 before: it tells which key holds the properties. */
    abstract int code();
}
