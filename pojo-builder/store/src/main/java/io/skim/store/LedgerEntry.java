package io.skim.store;

import java.io.IOException;

/**
 * What DLedger writes around the records of a commit log that brokers replicate by it:
 *
 * <pre>
 * head(48)  magic 1(4), size of head and body(4), index(8), term(8), place of the head in the log(8), channel(4),
 *           check sums(4, 4), length of the body(4)
 * body      a record, or nothing
 * blank(8)  at the end of a file: magic -1(4), size up to the end(4)
 * </pre>
 *
 * @see "DLedgerEntryCoder and MmapFileList of io.openmessaging.storage, release 0.3.2"
 */
final class LedgerEntry
{
    static final int HEAD = 48;
    static final int MAGIC = 1;

    private static final int BLANK_MAGIC = -1;
    private static final int SIZE = 4;
    private static final int PLACE = 24;
    private static final int BODY_LENGTH = 44;

    private LedgerEntry()
    {
    }

    /** Whether an entry begins at an offset of a segment with a known first offset. */
    static boolean isHead(final SegmentWindow window, final long first, final long at) throws IOException
    {
        // Most offsets that are asked for have no such magic: then no more is loaded.
        if (first < 0 || window.length - at < HEAD || window.getInt(window.load(at, SIZE)) != MAGIC)
        {
            return false;
        }
        final int index = window.load(at, HEAD);
        final int size = window.getInt(index + SIZE);
        return size >= HEAD && size <= window.length - at && window.getInt(index
            + BODY_LENGTH) == size - HEAD && window.getLong(index + PLACE) == first + at;
    }

    /** Whether the entry that begins at an offset has nothing but a head. */
    static boolean isEmpty(final SegmentWindow window, final long at) throws IOException
    {
        return window.getInt(window.load(at, HEAD) + SIZE) == HEAD;
    }

    /** Whether the last bytes of a segment are a blank entry, by their first two numbers. */
    static boolean isBlank(final SegmentWindow window, final long at, final int first, final int second)
    {
        return first == BLANK_MAGIC && second == window.length - at;
    }
}
