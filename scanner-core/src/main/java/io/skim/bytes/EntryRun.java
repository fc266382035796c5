package io.skim.bytes;

/**
 * All entries of a binary remoting header in one run, the fast path: checked as strictly as one by one, and the
 * few that are wanted are noted. It leaves any unusual header, valid or not, to the slow path, which looks at entry after
 * entry and reports the fault.
 *
 * <pre>
 * 0 name length(2)   2 name   2+n value length(4)   6+n value
 * </pre>
 *
 * The lengths are walked along first, without a look at names and values; then all of it is checked at once. Lengths whose
 * bytes are below 128 are ASCII, so no sequence reaches from one value over them into the next: the run is well-formed
 * if and only if each name and each value is. At other lengths the run is cut.
 * <p>
 * One thread at a time; allocates nothing, refers to nothing.
 *
 * @see "RocketMQSerializable.mapDeserialize, release 5.5.1"
 */
public final class EntryRun
{
    private static final int MOST = 16;
    /** An entry with a name from {@code @} on and a value of less than 128 bytes, little-endian, and the bits that count. */
    private static final long SHORT_ENTRY = 0x40_0100L;
    private static final long SHORT_ENTRY_MASK = 0x80_FFFF_FFC0_FFFFL;
    /** From the first byte of such an entry to its value, in bytes. */
    private static final int VALUE = 7;
    private static final int LONGEST_NAME = 127;
    /** Of a value's length. */
    private static final int HIGH_BITS = 0x8080_8080;
    /** Where the bits of a name of one letter begin. */
    private static final int NAME_SHIFT = 16;

    /** Of each wanted entry where its value begins (32 bits), how long that is (24) and the name (8). */
    private final long[] noted = new long[MOST];
    private final int longestName;
    private int count;

    /**
     * Makes a run of nothing.
     *
     * @param longestName that is allowed, in bytes, at least 1. Longer ones are left to the slow path, as are those above
     *                    127.
     */
    public EntryRun(final int longestName)
    {
        this.longestName = Math.min(longestName, LONGEST_NAME);
    }

    /**
     * How many wanted entries there were, once {@link #pass} has said that all is good.
     *
     * @return sixteen at most.
     */
    public int count()
    {
        return count;
    }

    /**
     * A wanted entry.
     *
     * @param number of the entry, from 0 to below {@link #count()}.
     * @return for {@link #name}, {@link #value} and {@link #length}.
     */
    public long noted(final int number)
    {
        return noted[number];
    }

    /**
     * The name of a wanted entry.
     *
     * @param entry from {@link #noted}.
     * @return one letter, from {@code @} to 0x7F; or less than 0 for a longer name, see {@link #nameLength}.
     */
    public static byte name(final long entry)
    {
        return (byte)entry;
    }

    /**
     * The length of a wanted entry's name that is longer than a letter. The name ends four bytes before the value begins.
     *
     * @param entry from {@link #noted}.
     * @return in bytes, from 2 to 127.
     */
    public static int nameLength(final long entry)
    {
        return (int)entry & LONGEST_NAME;
    }

    /**
     * Where the value of a wanted entry begins.
     *
     * @param entry from {@link #noted}.
     * @return the index in the array.
     */
    public static int value(final long entry)
    {
        return (int)(entry >>> Integer.SIZE);
    }

    /**
     * The length of a wanted entry's value.
     *
     * @param entry from {@link #noted}.
     * @return in bytes.
     */
    public static int length(final long entry)
    {
        return (int)entry >>> Byte.SIZE;
    }

    /**
     * Passes over entries, and notes those that are wanted.
     *
     * @param bytes   that hold the header.
     * @param from    index where the first entry begins.
     * @param limit   index behind the last entry, less than 16 MiB further on.
     * @param letters marks of the wanted names of one letter: bit k for those whose low six bits are k.
     * @param lengths marks of longer names: bit k if some of 2 bytes or more, which are k bytes long or 64 more, are wanted;
     *                all of those lengths are noted.
     * @return whether all entries are good, and all that are wanted are noted; if not, somebody else is to look at them.
     */
    public boolean pass(final byte[] bytes, final int from, final int limit, final long letters, final long lengths)
    {
        count = 0;
        // The last short entry may reach beyond the limit.
        if (limit > Integer.MAX_VALUE - VALUE - LONGEST_NAME)
        {
            return false;
        }
        int good = from;
        int at = from;
        while (true)
        {
            at = passShort(bytes, at, limit, letters);
            final int left = limit - at - BinaryHeader.ENTRY_LENGTHS;
            final int nameLength = left > 0 ? Words.getShort(bytes, at) : 0;
            final int value = at + BinaryHeader.ENTRY_LENGTHS + nameLength;
            // At the end as of a value that is not short: one call checks every part, or the compiler would take in twice
            // all that is called.
            int length = HIGH_BITS;
            if (at != limit)
            {
                if (nameLength <= 0 || nameLength > left || nameLength > longestName)
                {
                    return false;
                }
                length = Words.getInt(bytes, value - Integer.BYTES);
                if (length < 0 || length > limit - value || !note(bytes, value, nameLength, length, letters, lengths))
                {
                    return false;
                }
            }
            if ((length & HIGH_BITS) != 0)
            {
                if (Utf8.firstInvalid(bytes, good, at == limit ? limit : value - Integer.BYTES) >= 0)
                {
                    return false;
                }
                if (at == limit)
                {
                    return true;
                }
                good = value;
            }
            at = value + length;
        }
    }

    /** Notes an entry if it is wanted; false if that cannot be told, or there is no room for it. */
    private boolean note(final byte[] bytes, final int value, final int nameLength, final int length,
        final long letters, final long lengths)
    {
        if (nameLength > 1)
        {
            return (lengths >>> nameLength & 1) == 0 || keep(nameLength | ~LONGEST_NAME, value, length);
        }
        final byte name = bytes[value - Integer.BYTES - 1];
        return name >= Long.SIZE && ((letters >>> name & 1) == 0 || keep(name, value, length));
    }

    /** Notes an entry; false if there is no room for it. */
    private boolean keep(final int name, final int value, final int length)
    {
        if (count == MOST)
        {
            return false;
        }
        noted[count++] = entry(value, length, name);
        return true;
    }

    private static long entry(final int value, final int length, final int name)
    {
        return (long)value << Integer.SIZE | length << Byte.SIZE & 0xFFFF_FFFFL | name & 0xFF;
    }

    /**
     * Walks along entries with names of one letter and short values; gives the index of the first that is none. The last
     * one may reach beyond the limit. Apart from all else, so that the few values it works on stay in registers.
     */
    private int passShort(final byte[] bytes, final int from, final int limit, final long letters)
    {
        final int last = limit - Long.BYTES;
        int at = from;
        while (at <= last)
        {
            final long word = Words.getLongLittleEndian(bytes, at);
            if ((word & SHORT_ENTRY_MASK) != SHORT_ENTRY)
            {
                break;
            }
            // Entry waits for entry, by their lengths: a byte of its own is there sooner than one cut from the word.
            final int length = bytes[at + VALUE - 1];
            final int name = (int)word >>> NAME_SHIFT;
            if ((letters >>> name & 1) != 0 && !keep((byte)name, at + VALUE, length))
            {
                break;
            }
            // The commonest length is a branch: the next entry is then read without waiting for this one's length.
            if (length == 1)
            {
                at += Long.BYTES;
                continue;
            }
            at += VALUE + length;
        }
        return at;
    }
}
