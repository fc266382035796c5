package io.skim.handlers.select;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The pattern of a LIKE: texts with a gap of any length ({@code %}) between them, and holes for one character
 * ({@code _}). Matched from left to right, each text at its first place, without going back to an earlier gap.
 */
final class LikePattern
{
    /** Bounds what a frame can make a pattern cost: the value's length times this, if it is full of holes. */
    static final int MAX_LENGTH = 1024;

    /** Stands for one character; no byte of UTF-8 is 0xFF. */
    private static final byte HOLE = (byte)0xFF;
    private static final int NO_ESCAPE = -1;

    /** What stands between the gaps; the first and the last one, perhaps empty, have to begin and end the text. */
    private final byte[][] pieces;
    /** For pieces without holes. */
    private final TextSearch[] searches;

    /**
     * Compiles a pattern.
     *
     * @param pattern the text behind LIKE.
     * @param escape  the character that makes the next one mean itself if that is {@code %}, {@code _} or the escape;
     *                null for none.
     */
    LikePattern(final String pattern, final String escape)
    {
        final int escaping = escape == null ? NO_ESCAPE : escape.codePointAt(0);
        final List<byte[]> all = new ArrayList<>();
        final StringBuilder literal = new StringBuilder();
        final int[] points = pattern.codePoints().toArray();
        for (int i = 0; i < points.length; i++)
        {
            final boolean escapes = points[i] == escaping && i + 1 < points.length && (points[i + 1] == '%' || points[i
                + 1] == '_' || points[i + 1] == escaping);
            if (escapes)
            {
                literal.appendCodePoint(points[++i]);
            }
            else if (points[i] == '%')
            {
                all.add(bytes(literal));
                literal.setLength(0);
            }
            else
            {
                // A lone surrogate cannot come out of the lexer, so it can stand for the hole.
                literal.appendCodePoint(points[i] == '_' ? Character.MIN_SURROGATE : points[i]);
            }
        }
        all.add(bytes(literal));
        pieces = all.toArray(new byte[0][]);
        searches = all.stream().map(piece -> hasHole(piece) ? null : new TextSearch(piece)).toArray(TextSearch[]::new);
    }

    private static byte[] bytes(final CharSequence literal)
    {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        literal.codePoints().forEach(point -> {
            if (point == Character.MIN_SURROGATE)
            {
                out.write(HOLE);
            }
            else
            {
                out.writeBytes(Character.toString(point).getBytes(StandardCharsets.UTF_8));
            }
        });
        return out.toByteArray();
    }

    private static boolean hasHole(final byte[] piece)
    {
        for (final byte next : piece)
        {
            if (next == HOLE)
            {
                return true;
            }
        }
        return false;
    }

    /** The longest text that must stand in what matches; may be empty. */
    String longestText()
    {
        String longest = "";
        for (final TextSearch search : searches)
        {
            longest = search != null && search.text().length() > longest.length() ? search.text() : longest;
        }
        return longest;
    }

    /** Whether the whole text matches. */
    boolean matches(final byte[] array, final int from, final int to)
    {
        final int last = pieces.length - 1;
        int at = match(pieces[0], array, from, to);
        if (at < 0 || last == 0)
        {
            return at == to;
        }
        for (int i = 1; i < last; i++)
        {
            at = find(i, array, at, to);
            if (at < 0)
            {
                return false;
            }
        }
        return endsWith(pieces[last], array, at, to);
    }

    /** Behind the first place of a piece, or -1. */
    private int find(final int index, final byte[] array, final int from, final int to)
    {
        if (searches[index] != null)
        {
            final int found = searches[index].find(array, from, to);
            return found < 0 ? -1 : found + pieces[index].length;
        }
        for (int at = from; at < to; at = next(array, at, to))
        {
            final int behind = match(pieces[index], array, at, to);
            if (behind >= 0)
            {
                return behind;
            }
        }
        return -1;
    }

    /** Behind a piece that stands at an index, or -1 if it does not. */
    private static int match(final byte[] piece, final byte[] array, final int from, final int to)
    {
        int at = from;
        for (final byte expected : piece)
        {
            if (at >= to || expected != HOLE && array[at] != expected)
            {
                return -1;
            }
            at = expected == HOLE ? next(array, at, to) : at + 1;
        }
        return at;
    }

    /** The index behind a character. */
    private static int next(final byte[] array, final int from, final int to)
    {
        int at = from + 1;
        while (at < to && (array[at] & 0xC0) == 0x80)
        {
            at++;
        }
        return at;
    }

    private static boolean endsWith(final byte[] piece, final byte[] array, final int from, final int to)
    {
        int at = to;
        for (int i = piece.length - 1; i >= 0; i--)
        {
            at--;
            if (at < from || piece[i] != HOLE && array[at] != piece[i])
            {
                return false;
            }
            while (piece[i] == HOLE && at > from && (array[at] & 0xC0) == 0x80)
            {
                at--;
            }
        }
        return true;
    }
}
