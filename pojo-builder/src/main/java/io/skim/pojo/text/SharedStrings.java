package io.skim.pojo.text;

import io.skim.bytes.Words;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A table of fixed size that gives the same {@code String} for the same short ASCII text, so that names and common
 * values are made once and not once a frame.
 * <p>
 * A slot is found by a hash of the bytes and believed only after they were compared. It remembers up to 32 bytes; a
 * text moves in when it misses twice in a row, so values that never repeat leave it alone. Whatever a peer sends, the
 * table keeps its size: hostile texts take each other's slots, which costs speed and nothing else.
 */
public final class SharedStrings
{
    /** Longer texts are never shared. In bytes. */
    public static final int MAX_LENGTH = 32;

    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    private final Slot[] slots;

    /** A text and the words that cover it. */
    private static final class Slot
    {
        /** Null and of length 0 while the slot is free. */
        @SuppressWarnings("NullAway.Init") // of the length 0 until add sets it, which equals no text
        String text;
        int length;
        long first;
        long second;
        long third;
        long last;
        /** Of the text that last missed here. */
        int missed;
    }

    /**
     * Makes an empty table.
     *
     * @param count of slots, a power of two up to 65,536.
     */
    public SharedStrings(final int count)
    {
        slots = new Slot[count];
        Arrays.setAll(slots, i -> new Slot());
    }

    /** {@return how many strings the table holds, never more than its slots} */
    public int size()
    {
        int size = 0;
        for (final Slot slot : slots)
        {
            size += slot.text == null ? 0 : 1;
        }
        return size;
    }

    /**
     * The text of some bytes of well-formed UTF-8.
     *
     * @param array  that holds them, and eight bytes more.
     * @param at     in {@code array}, of the first byte.
     * @param length in bytes.
     * @return a string, shared if the text is short ASCII and has been seen before.
     */
    public String get(final byte[] array, final int at, final int length)
    {
        if (length <= Long.BYTES)
        {
            return length == 0 ? "" : getWord(array, at, length);
        }
        if (length <= 2 * Long.BYTES)
        {
            return getTwoWords(array, at, length);
        }
        return length <= MAX_LENGTH ? getFourWords(array, at, length) : new String(array, at, length,
            StandardCharsets.UTF_8);
    }

    private String getWord(final byte[] array, final int at, final int length)
    {
        final long word = Words.getLongLittleEndian(array, at) & -1L >>> Long.SIZE - Byte.SIZE * length;
        final int hash = fold(word * MIX);
        final Slot slot = slots[hash & slots.length - 1];
        if (slot.first == word && slot.length == length)
        {
            return slot.text;
        }
        return (word & Words.HIGH_BITS) != 0 ? new String(array, at, length, StandardCharsets.UTF_8)
            : add(slot, hash, array,
                at, length, word, 0, 0, 0);
    }

    /** The second word overlaps the first where the text is shorter than both. */
    private String getTwoWords(final byte[] array, final int at, final int length)
    {
        final long first = Words.getLongLittleEndian(array, at);
        final long last = Words.getLongLittleEndian(array, at + length - Long.BYTES);
        final int hash = fold(mix(first, last));
        final Slot slot = slots[hash & slots.length - 1];
        if (slot.first == first && slot.last == last && slot.length == length)
        {
            return slot.text;
        }
        return ((first | last) & Words.HIGH_BITS) != 0 ? new String(array, at, length, StandardCharsets.UTF_8)
            : add(slot,
                hash, array, at, length, first, 0, 0, last);
    }

    /** As for two words: one pair from the front, one from the back. */
    private String getFourWords(final byte[] array, final int at, final int length)
    {
        final long first = Words.getLongLittleEndian(array, at);
        final long second = Words.getLongLittleEndian(array, at + Long.BYTES);
        final long third = Words.getLongLittleEndian(array, at + length - 2 * Long.BYTES);
        final long last = Words.getLongLittleEndian(array, at + length - Long.BYTES);
        final int hash = fold(mix(first, second) ^ mix(last, third) * MIX);
        final Slot slot = slots[hash & slots.length - 1];
        if (slot.first == first && slot.second == second && slot.third == third && slot.last == last && slot.length
            == length)
        {
            return slot.text;
        }
        return ((first | second | third | last) & Words.HIGH_BITS) != 0 ? new String(array, at, length,
            StandardCharsets.UTF_8) : add(slot, hash, array, at, length, first, second, third, last);
    }

    private static long mix(final long first, final long second)
    {
        return (first ^ Long.rotateLeft(second, 29)) * MIX;
    }

    private static int fold(final long hash)
    {
        return (int)(hash >>> 48 ^ hash >>> 24);
    }

    private static String add(final Slot slot, final int hash, final byte[] array, final int at, final int length,
        final long first, final long second, final long third, final long last)
    {
        final String text = new String(array, at, length, StandardCharsets.ISO_8859_1);
        if (slot.missed != hash)
        {
            slot.missed = hash;
            return text;
        }
        slot.text = text;
        slot.length = length;
        slot.first = first;
        slot.second = second;
        slot.third = third;
        slot.last = last;
        return text;
    }
}
