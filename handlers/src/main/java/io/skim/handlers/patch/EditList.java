package io.skim.handlers.patch;

import io.skim.bytes.Words;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Edits of a header, as ints: at an offset a number of bytes give way to some of those in a {@link ByteSink}, or to all
 * of an array. They may be recorded in any order; then {@link #sort()} puts them in that of the header.
 */
final class EditList
{
    private static final int FIRST_COUNT = 16;
    /** Sorts an insertion before a replacement at the same offset. */
    private static final long REPLACES = 1L << 31;

    private static final int CELLS = 2;
    /** Those of properties, map, header and frame. */
    private static final int MOST_LENGTHS = 4;

    final ByteSink bytes = new ByteSink();

    private int count;
    /** Lengths that grow with the edits: where each stands in the patched header (32 bits), and the number (32). */
    private final long[] lengths = new long[MOST_LENGTHS];
    private int lengthCount;
    /** Of each edit the offset (32 bits) and how many bytes give way (32); then where the new ones begin and how many. */
    private long[] cells = new long[CELLS * FIRST_COUNT];
    /** The array that has the new bytes; null where they are in the {@link #bytes}. */
    private byte[][] sources = new byte[FIRST_COUNT][];
    /** Where the new bytes of the open edit begin. */
    private int begun;
    private int delta;
    private boolean resizing;

    /** For sorting: the offset, whether it replaces, and the number. */
    private final Sorting sorting = new Sorting();
    private long[] order = {};
    private long[] sorted = {};
    private byte[][] sortedSources = {};

    void reset()
    {
        bytes.length = 0;
        count = 0;
        lengthCount = 0;
        delta = 0;
        resizing = false;
    }

    /** As {@link #add(int, int, byte[], int, int)}, for what a list of edits puts. */
    void add(final int offset, final int length, final EditBytes fresh)
    {
        add(offset, length, fresh.array, 0, fresh.length);
    }

    /**
     * Records an edit whose new bytes are known beforehand, and stay as they are. They are not copied before they are
     * written.
     */
    void add(final int offset, final int length, final byte[] fresh, final int from, final int freshLength)
    {
        open(offset, length, fresh);
        close(from, length, freshLength);
    }

    /**
     * Notes what a length of four bytes becomes, because edits make what it tells longer or shorter. It is put over all that is
     * copied, and is no edit of its own: where no edit resizes there is none.
     *
     * @param offset where it stands in the patched header. At most four are noted.
     * @param length to put there.
     */
    void enclose(final int offset, final int length)
    {
        lengths[lengthCount++] = (long)offset << Integer.SIZE | length & 0xFFFF_FFFFL;
    }

    /** Records one edit for all: what is in the {@link #bytes} takes the place of all the header. */
    void replaceWhole(final int removed)
    {
        open(0, removed, null);
        close(0, removed, bytes.length);
    }

    /** Opens an edit; its bytes are put into the {@link #bytes}, then {@link #end()} is called. */
    ByteSink begin(final int offset, final int length)
    {
        open(offset, length, null);
        begun = bytes.length;
        return bytes;
    }

    void end()
    {
        close(begun, removed(count), bytes.length - begun);
    }

    private void open(final int offset, final int length, final byte @Nullable [] source)
    {
        if (count == sources.length)
        {
            grow();
        }
        cells[CELLS * count] = (long)offset << Integer.SIZE | length;
        // A reference is only stored where it changes: a store of one has its price.
        if (sources[count] != source)
        {
            sources[count] = source;
        }
    }

    private void close(final int from, final int removed, final int length)
    {
        cells[CELLS * count + 1] = (long)from << Integer.SIZE | length;
        delta += length - removed;
        resizing |= length != removed;
        count++;
    }

    private void grow()
    {
        cells = Arrays.copyOf(cells, 2 * cells.length);
        sources = Arrays.copyOf(sources, 2 * sources.length);
    }

    /** Drops the edits that begin within a range. */
    void cancel(final int rangeFrom, final int rangeTo)
    {
        final int before = count;
        count = 0;
        delta = 0;
        resizing = false;
        for (int i = 0; i < before; i++)
        {
            if (offset(i) < rangeFrom || offset(i) >= rangeTo)
            {
                final int from = from(i);
                final int length = length(i);
                open(offset(i), removed(i), sources[i]);
                close(from, removed(i), length);
            }
        }
    }

    int count()
    {
        return count;
    }

    /** Once sorted: where what the last edit replaces ends; 0 if there is none. */
    int lastEnd()
    {
        final long where = count > 0 ? cells[CELLS * (count - 1)] : 0;
        return (int)(where >>> Integer.SIZE) + (int)where;
    }

    /** By how many bytes the header grows. */
    int delta()
    {
        return delta;
    }

    /** Whether any edit puts more or fewer bytes than it removes, be it that all together do not. */
    boolean isResizing()
    {
        return resizing;
    }

    /** Whether edits that put more or fewer bytes than they remove make up for each other. */
    boolean isBalanced()
    {
        return delta == 0 && resizing;
    }

    /** Puts the edits in order; no two may touch the same bytes. */
    void sort()
    {
        boolean inOrder = true;
        for (int i = 1; i < count; i++)
        {
            inOrder &= offset(i - 1) + removed(i - 1) <= offset(i);
        }
        if (!inOrder)
        {
            reorder();
            checkOrder();
        }
    }

    /** By how many bytes those edits recorded so far grow the header that begin before an offset. */
    int growthBefore(final int offset)
    {
        int growth = 0;
        for (int i = 0; i < count; i++)
        {
            growth += offset(i) < offset ? length(i) - removed(i) : 0;
        }
        return growth;
    }

    private void checkOrder()
    {
        for (int i = 1; i < count; i++)
        {
            if (offset(i) < offset(i - 1) + removed(i - 1))
            {
                throw new IllegalStateException("two edits change the byte at " + offset(i)
                    + "; one value or entry takes one edit");
            }
        }
    }

    private void reorder()
    {
        if (order.length < sources.length)
        {
            order = new long[sources.length];
            sorted = new long[cells.length];
            sortedSources = new byte[sources.length][];
        }
        for (int i = 0; i < count; i++)
        {
            order[i] = (long)offset(i) << 32 | (removed(i) > 0 ? REPLACES : 0) | i;
        }
        sorting.sort(order, count);
        for (int i = 0; i < count; i++)
        {
            final int number = (int)order[i] & Integer.MAX_VALUE;
            System.arraycopy(cells, CELLS * number, sorted, CELLS * i, CELLS);
            sortedSources[i] = sources[number];
        }
        final long[] unsorted = cells;
        final byte[][] unsortedSources = sources;
        cells = sorted;
        sources = sortedSources;
        sorted = unsorted;
        sortedSources = unsortedSources;
    }

    /** Once sorted: where an edit begins. */
    int offset(final int position)
    {
        return (int)(cells[CELLS * position] >>> Integer.SIZE);
    }

    /** Once sorted: how many bytes give way. */
    int removed(final int position)
    {
        return (int)cells[CELLS * position];
    }

    /** Once sorted: the array that has the new bytes. */
    byte[] source(final int position)
    {
        final byte[] source = sources[position];
        return source == null ? bytes.array : source;
    }

    /** Once sorted: where the new bytes begin in their array. */
    int from(final int position)
    {
        return (int)(cells[CELLS * position + 1] >>> Integer.SIZE);
    }

    /** Once sorted: how many bytes are new. */
    int length(final int position)
    {
        return (int)cells[CELLS * position + 1];
    }

    /**
     * Puts a patched header together in one pass, which copies each byte of the source once at most: what stands before an
     * edit that resizes, over that the edits in it, which do not, and then the edit itself. So the time grows with the header's
     * length however many edits there are; a peer chooses their number with its duplicates.
     *
     * @param source that holds the header.
     * @param base   where the frame begins in the source.
     * @param end    where the header ends, from the start of the frame; what the last edit removes may stand behind it.
     * @param dst    array to write into.
     * @param at     in {@code dst}, in bytes, of the first byte written.
     */
    void put(final byte[] source, final int base, final int end, final byte[] dst, final int at)
    {
        final long[] list = cells;
        final int edits = count;
        if (edits == 1 && list[0] == end && lengthCount == 0)
        {
            // It begins with the header and removes all of it: nothing of the source is left.
            System.arraycopy(source(0), from(0), dst, at, length(0));
            return;
        }
        int shift = at;
        int copied = 0;
        int put = 0;
        for (int i = 0; i < edits; i++)
        {
            final long where = list[CELLS * i];
            final int growth = (int)list[CELLS * i + 1] - (int)where;
            if (growth != 0)
            {
                final int offset = (int)(where >>> Integer.SIZE);
                ByteSink.copy(source, base + copied, dst, shift + copied, offset - copied);
                putNew(put, i + 1, dst, shift);
                copied = offset + (int)where;
                put = i + 1;
                shift += growth;
            }
        }
        if (copied < end)
        {
            System.arraycopy(source, base + copied, dst, shift + copied, end - copied);
        }
        putNew(put, edits, dst, shift);
        for (int i = 0; i < lengthCount; i++)
        {
            Words.putInt(dst, at + (int)(lengths[i] >>> Integer.SIZE), (int)lengths[i]);
        }
    }

    /** Puts the new bytes of some edits where they are due, of which none but the last resizes. */
    private void putNew(final int first, final int limit, final byte[] dst, final int shift)
    {
        for (int i = first; i < limit; i++)
        {
            final long what = cells[CELLS * i + 1];
            ByteSink.copy(source(i), (int)(what >>> Integer.SIZE), dst, shift + offset(i), (int)what);
        }
    }
}
