package io.skim.encode;

import io.skim.bytes.Escapes;
import io.skim.bytes.Kinds;
import io.skim.bytes.Utf8;
import io.skim.bytes.Words;
import io.skim.scan.Cursor;
import io.skim.scan.Kind;
import io.skim.scan.spi.Cursors;
import io.skim.scan.spi.Frames;

/**
 * Texts that were copied from cursors: whether they are what the values say.
 */
final class CopiedText
{
    private CopiedText()
    {
    }

    /**
     * Whether a copy is all of a value's text, and well-formed.
     *
     * @param value a cursor on the value; nothing is copied of nothing.
     * @param copy  array that holds what the cursor copied.
     * @param from  index of its first byte.
     * @param to    index behind its last byte.
     * @return false for ill-formed UTF-8, for values that have no text, and where {@code ?} stands in the place of half of a
     *     surrogate pair, which lenient scanners let through.
     */
    static boolean isWhole(final Cursor value, final byte[] copy, final int from, final int to)
    {
        final Kind kind = value.kind();
        if (kind == Kind.TEXT || kind == Kind.NULL)
        {
            return true;
        }
        if (kind == Kind.JSON_TEXT)
        {
            return Words.indexOf(copy, from, to, '?') == to || !hasLoneSurrogate(value);
        }
        return Kinds.hasText(kind.ordinal()) && Utf8.firstInvalid(copy, from, to) < 0;
    }

    private static boolean hasLoneSurrogate(final Cursor escaped)
    {
        final int from = Frames.arrayOffset(Cursors.frame(escaped)) + escaped.offset();
        return Escapes.firstLoneSurrogate(Frames.array(Cursors.frame(escaped)), from, from + escaped.length()) >= 0;
    }
}
