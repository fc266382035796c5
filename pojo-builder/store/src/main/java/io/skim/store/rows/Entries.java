package io.skim.store.rows;

import java.util.Arrays;
import java.util.Random;

/**
 * The entries of a column of texts, as places of their names and values in the row's array: offset in the low half, offset behind in
 * the high one. The last of equal names wins. Many entries take time by their number, since hostile rows may have tens of thousands:
 * they are found by hash codes, of which no sender knows which are equal.
 */
final class Entries
{
    /** So many are looked through without hash codes. */
    private static final int FEW = 16;
    /** Odd, and another one in each process. */
    private static final int FACTOR = new Random().nextInt() | 1;

    private int count;
    private long[] names = new long[FEW];
    private long[] values = new long[FEW];
    private int[] hashes = new int[FEW];
    /** At the remainder of a hash code, or behind it, the number of an entry, from 1; 0 for none. A power of two, or empty. */
    private int[] slots = {};

    void clear()
    {
        count = 0;
    }

    int count()
    {
        return count;
    }

    long name(final int index)
    {
        return names[index];
    }

    long value(final int index)
    {
        return values[index];
    }

    /** Adds an entry, whose name is in the array. */
    void put(final byte[] bytes, final long name, final long value)
    {
        final int hash = count < FEW ? 0 : hash(bytes, name);
        final int found = count <= FEW ? lookThrough(bytes, name) : find(bytes, name, hash);
        if (found >= 0)
        {
            values[found] = value;
            return;
        }
        if (count == names.length)
        {
            names = Arrays.copyOf(names, 2 * count);
            values = Arrays.copyOf(values, 2 * count);
            hashes = Arrays.copyOf(hashes, 2 * count);
        }
        names[count] = name;
        values[count] = value;
        hashes[count++] = hash;
        index(bytes);
    }

    private int lookThrough(final byte[] bytes, final long name)
    {
        for (int i = 0; i < count; i++)
        {
            if (isEqual(bytes, names[i], name))
            {
                return i;
            }
        }
        return -1;
    }

    private int find(final byte[] bytes, final long name, final int hash)
    {
        int slot = hash & slots.length - 1;
        while (slots[slot] != 0)
        {
            final int index = slots[slot] - 1;
            if (hashes[index] == hash && isEqual(bytes, names[index], name))
            {
                return index;
            }
            slot = slot + 1 & slots.length - 1;
        }
        return -1;
    }

    /** Notes the last entry, if there are more than a few; all of them, if there are now, or if half of the slots are taken. */
    private void index(final byte[] bytes)
    {
        if (count == FEW + 1)
        {
            for (int i = 0; i < FEW; i++)
            {
                hashes[i] = hash(bytes, names[i]);
            }
        }
        if (count == FEW + 1 || count > FEW && 2 * count > slots.length)
        {
            clearSlots(4 * Integer.highestOneBit(count));
            for (int i = 0; i < count; i++)
            {
                note(i);
            }
        }
        else if (count > FEW)
        {
            note(count - 1);
        }
    }

    /** Keeps those of the row before, unless they are more: a long row is not to make the next ones slow. */
    private void clearSlots(final int size)
    {
        if (slots.length == size)
        {
            Arrays.fill(slots, 0);
        }
        else
        {
            slots = new int[size];
        }
    }

    private void note(final int index)
    {
        int slot = hashes[index] & slots.length - 1;
        while (slots[slot] != 0)
        {
            slot = slot + 1 & slots.length - 1;
        }
        slots[slot] = index + 1;
    }

    private static boolean isEqual(final byte[] bytes, final long one, final long other)
    {
        return Arrays.equals(bytes, (int)one, RowValues.end(one), bytes, (int)other, RowValues.end(other));
    }

    private static int hash(final byte[] bytes, final long name)
    {
        int hash = 0;
        for (int i = (int)name; i < RowValues.end(name); i++)
        {
            hash = FACTOR * (hash + bytes[i]);
        }
        return hash ^ hash >>> Short.SIZE;
    }
}
