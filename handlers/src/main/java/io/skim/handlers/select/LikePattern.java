package io.skim.handlers.select;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The pattern of a LIKE: texts with a gap of any length ({@code %}) between them, and holes for one character
 * ({@code _}). Matched from left to right, each text at its first place, without going back to an earlier gap.
 * <p>
 * Each byte of a value costs at most four steps of a few instructions, whatever the pattern: a text without a hole between
 * others is searched as any text, and one with such holes has at most {@link HoleSearch#MAX_PLACES} places.
 */
final class LikePattern
{
    /** How many characters a pattern may have. */
    static final int MAX_LENGTH = 1024;

    /** Stands for one character; no byte of UTF-8 is 0xFF. */
    static final byte HOLE = (byte)0xFF;
    private static final int NO_ESCAPE = -1;

    /** What stands between the gaps; the first and the last one, perhaps empty, have to begin and end the text. */
    private final byte[][] pieces;
    /** Those between two gaps; null for the first and the last. */
    private final Piece[] searches;

    /** A text between two gaps: holes before it, itself, holes behind it. */
    private static final class Piece
    {
        private final int before;
        private final int behind;
        /** For a text without holes; null if there is none. */
        private final TextSearch plain;
        private final HoleSearch holed;

        Piece(final byte[] piece)
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
            plain = holes || text.length == 0 ? null : new TextSearch(text);
            holed = holes ? new HoleSearch(text) : null;
        }

        /** Whether it is one whose search has a bound. */
        static boolean isSearchable(final byte[] piece)
        {
            int first = -1;
            int last = -1;
            int texts = 0;
            for (int i = 0; i < piece.length; i++)
            {
                if (piece[i] != HOLE)
                {
                    first = first < 0 ? i : first;
                    last = i;
                    texts++;
                }
            }
            final int length = last - first + 1;
            return first < 0 || texts == length || length <= HoleSearch.MAX_PLACES;
        }

        /** Behind the first place where it stands, or -1. */
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

        /** Behind so many characters; -1 if there are fewer. */
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
     * @param pattern the text behind LIKE.
     * @param escape  the character that makes the next one mean itself if that is {@code %}, {@code _} or the escape;
     *                null for none.
     * @param column  where the pattern stands.
     * @throws SelectorException if the pattern is longer than {@link #MAX_LENGTH}, or a text between two gaps with a hole
     *                           between others has more than {@link HoleSearch#MAX_PLACES} places.
     */
    LikePattern(final String pattern, final String escape, final int column)
    {
        if (pattern.length() > MAX_LENGTH)
        {
            throw new SelectorException("the pattern is longer than " + MAX_LENGTH, column);
        }
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
        searches = new Piece[pieces.length];
        for (int i = 1; i < pieces.length - 1; i++)
        {
            if (!Piece.isSearchable(pieces[i]))
            {
                throw new SelectorException("between two % the pattern has a text with a _ in it of more than "
                    + HoleSearch.MAX_PLACES + " bytes", column);
            }
            searches[i] = new Piece(pieces[i]);
        }
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
