package io.skim.scan.spi;

import io.skim.bytes.Kinds;
import io.skim.bytes.NameTable;
import io.skim.scan.FrameView;
import java.util.Map;

/**
 * Finds the id of a declared name by its bytes, without decoding them: they are well-formed UTF-8. Immutable; threads can share
 * it. No choice of names makes look-ups slow.
 */
public final class NameMatcher
{
    /** The result of a look-up of a name that was not declared. */
    public static final int NOT_FOUND = NameTable.NOT_FOUND;

    /** The fast look-up may load this number of bytes before a name. */
    private static final int BEFORE = Long.BYTES - 1;

    private final NameTable names;

    /**
     * Makes a matcher.
     *
     * @param declared the names with their ids, none negative.
     * @throws IllegalArgumentException if a name has no form in UTF-8.
     */
    public NameMatcher(final Map<String, Integer> declared)
    {
        names = new NameTable(declared);
    }

    /** {@return the number of names; 0 if nothing was declared} */
    public int size()
    {
        return names.size();
    }

    /**
     * Looks up a name. It compares all bytes, so case counts.
     *
     * @param frame  that contains the name in its loaded part.
     * @param offset of its first byte in bytes from the start of the frame.
     * @param length in bytes.
     * @return its id, or {@link #NOT_FOUND}.
     */
    public int find(final FrameView frame, final int offset, final int length)
    {
        final byte[] array = Frames.array(frame);
        final int from = Frames.arrayOffset(frame) + offset;
        return names.find(array, from, length, from < BEFORE ? Kinds.LOSSY_TEXT : Kinds.TEXT);
    }
}
