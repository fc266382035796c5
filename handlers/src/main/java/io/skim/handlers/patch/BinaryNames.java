package io.skim.handlers.patch;

import io.skim.bytes.EntryRun;
import io.skim.bytes.Words;
import java.util.Arrays;
import java.util.List;

/**
 * The names of the ext fields that a {@link BinaryWalk} is to find, by their numbers. Immutable.
 */
final class BinaryNames
{
    static final BinaryNames NONE = new BinaryNames(List.of());

    private static final int FIRST_STOP = '@';
    private static final int NOT_WANTED = -1;

    /** Marks the wanted names of one character from {@code @} on: bit 0 is {@code @}. */
    final long stops;
    /** Marks the lengths of all others: bit k for those that are k bytes long, or 64 more. */
    final long lengths;

    private final byte[] letters = new byte[Long.SIZE];
    private final byte[][] names;

    /** Takes names in UTF-8, fewer than 128. */
    BinaryNames(final List<byte[]> wanted)
    {
        names = wanted.toArray(new byte[0][]);
        Arrays.fill(letters, (byte)NOT_WANTED);
        long marks = 0;
        long others = 0;
        for (int number = 0; number < names.length; number++)
        {
            if (names[number].length == 1 && names[number][0] >= FIRST_STOP)
            {
                marks |= 1L << names[number][0];
                letters[names[number][0] - FIRST_STOP] = (byte)number;
            }
            else
            {
                others |= 1L << names[number].length;
            }
        }
        stops = marks;
        lengths = others;
    }

    /** The number of the name of an entry that an {@link EntryRun} has noted, or a negative one. */
    int number(final byte[] array, final long entry)
    {
        final int letter = EntryRun.name(entry);
        return letter >= 0 ? letters[letter - FIRST_STOP] : longer(array, entry);
    }

    private int longer(final byte[] array, final long entry)
    {
        final int length = EntryRun.nameLength(entry);
        final int from = EntryRun.value(entry) - Integer.BYTES - length;
        for (int number = 0; number < names.length; number++)
        {
            if (names[number].length == length && Words.equals(array, from, names[number], 0, length))
            {
                return number;
            }
        }
        return NOT_WANTED;
    }
}
