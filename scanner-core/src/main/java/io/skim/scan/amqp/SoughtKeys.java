package io.skim.scan.amqp;

import io.skim.bytes.NameTable;
import io.skim.bytes.Words;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The keys that are sought in a section's map, and what tells most others from them at a glance: at an entry's first eight
 * bytes, which are the key's code, its length, and six bytes of it.
 */
final class SoughtKeys
{
    static final int NOT_FOUND = NameTable.NOT_FOUND;

    private static final int IN_FIRST_WORD = Long.BYTES - 2;
    private static final int MIX = 0x9E37_79B1;
    private static final int LEAST_FILTERED = 3;

    /** The code of all keys. */
    final int code;
    /** If there is one key: the bits that an entry that begins with it must have, and which those are; else none. */
    final long head;
    final long mask;
    /** If there are several: one bit for each, by {@link #slot}; else all bits. */
    final long filter;

    private final NameTable names;
    /** The one key, or else null. */
    private final byte[] only;
    private final int onlyId;

    /**
     * Makes the keys of a section.
     *
     * @param declared ids by name.
     * @param names    the same.
     * @param code     of all keys: of texts or symbols whose length is an octet.
     */
    SoughtKeys(final Map<String, Integer> declared, final NameTable names, final int code)
    {
        this.names = names;
        this.code = code;
        only = declared.size() == 1 ? bytes(declared.keySet().iterator().next()) : null;
        onlyId = declared.size() == 1 ? declared.values().iterator().next() : NameTable.NOT_FOUND;
        mask = only == null ? 0 : -1L >>> 8 * Math.max(0, IN_FIRST_WORD - only.length);
        head = only == null ? 0 : head(only) & mask;
        filter = only == null ? filter(declared.keySet()) : -1;
    }

    private static byte[] bytes(final String name)
    {
        return name.getBytes(StandardCharsets.UTF_8);
    }

    /** An entry's first bytes; of a name longer than an octet can tell no entry's key is found to be it. */
    private long head(final byte[] name)
    {
        long head = code | (name.length & 0xFF) << 8;
        for (int i = 0; i < Math.min(IN_FIRST_WORD, name.length); i++)
        {
            head |= (name[i] & 0xFFL) << 8 * (i + 2);
        }
        return head;
    }

    /** One bit for each of some names, by {@link #slot}; all bits if one of them is too short for it. */
    static long filter(final Iterable<String> names)
    {
        long filter = 0;
        for (final String name : names)
        {
            final byte[] bytes = bytes(name);
            if (bytes.length < LEAST_FILTERED)
            {
                return -1;
            }
            filter |= 1L << slot(bytes.length & 0xFF | (bytes[0] & 0xFF) << 8 | (bytes[1] & 0xFF) << 16 | bytes[2]
                << 24);
        }
        return filter;
    }

    /** By a key's length and first three bytes. */
    static int slot(final int head)
    {
        return head * MIX >>> 26;
    }

    /**
     * Looks up the key of an entry that {@link #head} and {@link #filter} have not told from those that are sought.
     *
     * @param array that holds the entry; seven bytes must precede the key.
     * @param at    index of the entry's first byte.
     * @return its id, or {@link NameTable#NOT_FOUND}.
     */
    int find(final byte[] array, final int at)
    {
        if (only == null)
        {
            return names.find(array, at + 2, array[at + 1] & 0xFF);
        }
        final boolean equal = only.length <= IN_FIRST_WORD || only.length <= 0xFF && Words.equals(array, at
            + Long.BYTES, only, IN_FIRST_WORD, only.length - IN_FIRST_WORD);
        return equal ? onlyId : NameTable.NOT_FOUND;
    }
}
