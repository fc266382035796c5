package io.skim.scan.remoting;

import io.skim.bytes.Escapes;
import io.skim.bytes.HeaderIndex;
import io.skim.bytes.Kinds;
import io.skim.bytes.PropertyReader;
import io.skim.bytes.Words;
import io.skim.scan.FrameView;
import io.skim.scan.spi.Frames;
import java.nio.charset.StandardCharsets;

/**
 * Finds message properties in an indexed header. The request code decides which ext field holds them, {@code i} or
 * {@code properties}, and the last of several equal ones replaces those before it as a whole.
 *
 * @see "SendMessageRequestHeader.parseRequestHeader and ReplyMessageRequestHeader, release 5.5.1"
 */
final class PropertyIndex
{
    private static final byte SHORT_NAME = 'i';
    private static final byte[] SHORT_NAME_BYTES = {SHORT_NAME};
    private static final byte[] LONG_NAME = "properties".getBytes(StandardCharsets.US_ASCII);
    private static final long LONG_NAME_PREFIX = Words.getLong(LONG_NAME, 0);
    private static final int LONG_NAME_REST = Words.getShort(LONG_NAME, Long.BYTES);
    /** What the places of such a name have in the low 32 bits. */
    private static final int LONG_NAME_SHAPE = (int)HeaderIndex.place(0, LONG_NAME.length, Kinds.TEXT);

    /** Marks of these names, as those of {@link HeaderIndex#lookFor}. */
    static final long LETTERS = 1L << SHORT_NAME;
    static final long LENGTHS = 1L << 1 | 1L << LONG_NAME.length;

    /** The text that holds the properties, once {@link #choose} has found one. */
    int offset;
    int length;
    int kind;

    /** Finds the properties in that text, once {@link #begin} was called. */
    final PropertyReader reader = new PropertyReader();

    /**
     * Chooses the text that holds the properties.
     *
     * @return false if there is none: no properties.
     */
    boolean choose(final FrameView scanned, final HeaderIndex indexed)
    {
        final byte[] array = Frames.array(scanned);
        final int base = Frames.arrayOffset(scanned);
        final boolean brief = RequestCode.hasShortNames(indexed.code(array, base));
        int number = indexed.count - 1;
        while (number >= 0 && (brief ? !isShortName(array, base, indexed.name(number)) : !isLongName(array, base,
            indexed.name(number))))
        {
            number--;
        }
        if (number < 0)
        {
            return false;
        }
        final long value = indexed.value(number);
        offset = HeaderIndex.offset(value);
        length = HeaderIndex.length(value);
        kind = HeaderIndex.kind(value);
        // A number, boolean or null has no separators, so no properties; it still replaces an earlier text.
        return kind == Kinds.TEXT || kind == Kinds.JSON_TEXT || kind == Kinds.LOSSY_TEXT;
    }

    private static boolean isShortName(final byte[] array, final int base, final long name)
    {
        final int from = base + HeaderIndex.offset(name);
        return (int)name == HeaderIndex.LETTER ? array[from] == SHORT_NAME : isEscaped(array, from, name,
            SHORT_NAME_BYTES);
    }

    private static boolean isLongName(final byte[] array, final int base, final long name)
    {
        final int from = base + HeaderIndex.offset(name);
        return (int)name == LONG_NAME_SHAPE
            ? Words.getLong(array, from) == LONG_NAME_PREFIX && Words.getShort(array, from + Long.BYTES)
                == LONG_NAME_REST
            : isEscaped(array, from, name, LONG_NAME);
    }

    private static boolean isEscaped(final byte[] array, final int from, final long name, final byte[] expected)
    {
        return HeaderIndex.kind(name) == Kinds.JSON_TEXT
            && Escapes.contentEquals(array, from, from + HeaderIndex.length(
                name), expected);
    }

    /** Begins with the chosen text; {@link #reader} finds the properties then. */
    void begin(final FrameView scanned, final HeaderIndex indexed)
    {
        indexed.readProperties(reader, Frames.array(scanned), Frames.arrayOffset(scanned),
            HeaderIndex.place(offset, length, kind));
    }
}
