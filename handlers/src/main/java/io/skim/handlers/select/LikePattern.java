package io.skim.handlers.select;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The pattern of a LIKE: pieces of text with gaps of any length ({@code %}) between them, and holes for one character
 * ({@code _}). It is matched from left to right, each piece at its first occurrence, and never goes back to an earlier gap.
 * <p>
 * Each byte of a value costs at most four steps of a few instructions, whatever the pattern is. A piece without holes between its
 * characters is searched like any text; a piece with such holes has at most {@link HoleSearch#MAX_PLACES} places.
 */
final class LikePattern
{
    /** The most characters of a pattern. */
    static final int MAX_LENGTH = 1024;

    /** Represents any one character; UTF-8 has no byte 0xFF. */
    static final byte HOLE = (byte)0xFF;
    private static final int NO_ESCAPE = -1;

    /** The pieces between the gaps. A text must begin with the first and end with the last one, which may be empty. */
    private final byte[][] pieces;
    /** Searches for the pieces between two gaps; null for the first and the last piece. */
    private final Piece[] searches;

    /** A piece between two gaps: leading holes, a text, trailing holes. */
    private static final class Piece
    {
        private final int before;
        private final int behind;
        /** Searches a text without holes; null for other texts. */
        private final @Nullable TextSearch plain;
        private final @Nullable HoleSearch holed;

        Piece(final byte[] piece, final int column)
        {
            int from = 0;
            while (from < piece.length && piece[from] == HOLE)
            {
                from++;
            }
            int to = piece.length;
            while (to > from && piece[to - 1] == HOLE)
            {
                to--;
            }
            before = from;
            behind = piece.length - to;
            final byte[] text = Arrays.copyOfRange(piece, from, to);
            final boolean holes = hasHole(text);
            if (holes && text.length > HoleSearch.MAX_PLACES)
            {
                throw new SelectorException("between two % the pattern has a text with a _ in it of more than "
                    + HoleSearch.MAX_PLACES + " bytes", column);
            }
            plain = holes || text.length == 0 ? null : new TextSearch(text);
            holed = holes ? new HoleSearch(text) : null;
        }

        /** The index after its first occurrence, or -1. */
        int find(final byte[] array, final int from, final int to)
        {
            int at = pass(before, array, from, to);
            if (at >= 0 && plain != null)
            {
                final int found = plain.find(array, at, to);
                at = found < 0 ? -1 : found + plain.length();
            }
            else if (at >= 0 && holed != null)
            {
                at = holed.find(array, at, to);
            }
            return at < 0 ? -1 : pass(behind, array, at, to);
        }

        /** The index after a number of characters; -1 if there are fewer. */
        private static int pass(final int characters, final byte[] array, final int from, final int to)
        {
            int at = from;
            for (int i = 0; i < characters; i++)
            {
                if (at >= to)
                {
                    return -1;
                }
                at = next(array, at, to);
            }
            return at;
        }
    }

    /**
     * Compiles a pattern.
     *
     * @param pattern the text after LIKE.
     * @param escape  the character after which {@code %}, {@code _} and the escape itself are ordinary characters; null for
     *                none.
     * @param column  of the pattern.
     * @throws SelectorException if the pattern is longer than {@link #MAX_LENGTH}, or a piece between two gaps with a hole
     *                           between its characters has more than {@link HoleSearch#MAX_PLACES} places.
     */
    LikePattern(final String pattern, final @Nullable String escape, final int column)
    {
        if (pattern.length() > MAX_LENGTH)
        {
            throw new SelectorException("the pattern is longer than " + MAX_LENGTH, column);
        }
        final int escaping = escape == null ? NO_ESCAPE : escape.codePointAt(0);
        final List<byte[]> all = new ArrayList<>();
        final ByteArrayOutputStream literal = new ByteArrayOutputStream();
        final int[] points = pattern.codePoints().toArray();
        for (int i = 0; i < points.length; i++)
        {
            final boolean escapes = points[i] == escaping && i + 1 < points.length && (points[i + 1] == '%' || points[i
                + 1] == '_' || points[i + 1] == escaping);
            if (escapes)
            {
                literal.writeBytes(utf8(points[++i]));
            }
            else if (points[i] == '%')
            {
                all.add(literal.toByteArray());
                literal.reset();
            }
            else if (points[i] == '_')
            {
                literal.write(HOLE);
            }
            else
            {
                literal.writeBytes(utf8(points[i]));
            }
        }
        all.add(literal.toByteArray());
        pieces = all.toArray(new byte[0][]);
        searches = new Piece[pieces.length];
        for (int i = 1; i < pieces.length - 1; i++)
        {
            searches[i] = new Piece(pieces[i], column);
        }
    }

    private static byte[] utf8(final int codePoint)
    {
        return Character.toString(codePoint).getBytes(StandardCharsets.UTF_8);
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

    /** The longest text that each matching text contains; may be empty. */
    String longestText()
    {
        String longest = "";
        for (final byte[] piece : pieces)
        {
            final String text = hasHole(piece) ? "" : new String(piece, StandardCharsets.UTF_8);
            longest = text.length() > longest.length() ? text : longest;
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
            at = searches[i].find(array, at, to);
            if (at < 0)
            {
                return false;
            }
        }
        return endsWith(pieces[last], array, at, to);
    }

    /** The index after a piece, or -1 if the text does not have it at an index. */
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

    /** The index after a character. */
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
