package io.skim.pojo.headers;

import io.skim.bytes.LongTexts;
import io.skim.pojo.text.SharedStrings;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.remoting.RemotingRow;

/**
 * Makes the strings of typed headers, each of exactly its size; shares those that come again, where that is asked for.
 */
final class HeaderTexts
{
    private static final byte[] EMPTY = new byte[0];
    private static final int USUAL = 1_024;
    private static final int KEPT = 65_536;

    private final boolean strict;
    private final LongTexts longTexts = new LongTexts();
    private final Cursor cursor = new Cursor();
    private FrameView frame;
    /** Null if nothing is shared. */
    private SharedStrings shared;
    private byte[] unescaped = EMPTY;

    HeaderTexts(final boolean strict)
    {
        this.strict = strict;
    }

    /** Shares from now on. */
    void share(final int slots)
    {
        shared = new SharedStrings(slots);
    }

    /** Begins a frame. */
    void begin(final FrameView wrapped)
    {
        if (frame != wrapped)
        {
            frame = wrapped;
        }
    }

    /** The text of an entry; null for null and for none. */
    String get(final RemotingRow row, final int id)
    {
        if (shared == null && row.isAscii(id))
        {
            return LongTexts.ofAscii(frame.array(), frame.arrayOffset() + row.offset(id), row.length(id));
        }
        return shared == null && row.isAtHand(id) ? row.toText(id) : other(row, id);
    }

    /** Text that may be shared, or with odd escapes. */
    private String other(final RemotingRow row, final int id)
    {
        if (row.isVerbatim(id))
        {
            return get(frame.array(), frame.arrayOffset() + row.offset(id), row.length(id));
        }
        if (!row.value(id, cursor))
        {
            return null;
        }
        // The row may have undone the escapes already.
        return isEscaped(cursor) ? unescaped(cursor, row.copyTo(id, room(cursor.length()), 0)) : converted(cursor);
    }

    /** The text of a value; null for null. */
    String get(final Cursor value)
    {
        return converted(value);
    }

    private String get(final byte[] array, final int at, final int length)
    {
        // The table looks at eight bytes at once, also behind the end.
        return shared != null && length <= SharedStrings.MAX_LENGTH && array.length - at >= length + Long.BYTES ? shared
            .get(array, at, length) : longTexts.get(array, at, length);
    }

    /** Text whose bytes may not be its characters: escapes, ill-formed UTF-8, odd numbers. */
    private String converted(final Cursor value)
    {
        if (value.isNull())
        {
            return null;
        }
        if (value.kind() == Kind.TEXT)
        {
            return get(frame.array(), frame.arrayOffset() + value.offset(), value.length());
        }
        return isEscaped(value) ? unescaped(value, value.copyTo(room(value.length()), 0)) : value.toText();
    }

    private static boolean isEscaped(final Cursor value)
    {
        return value.kind() == Kind.JSON_TEXT && value.length() <= KEPT;
    }

    private byte[] room(final int length)
    {
        if (unescaped.length < length + Long.BYTES)
        {
            unescaped = new byte[length <= USUAL ? USUAL + Long.BYTES : KEPT + Long.BYTES];
        }
        return unescaped;
    }

    private String unescaped(final Cursor value, final int length)
    {
        // Half a surrogate pair has no UTF-8 and was written as '?'; strict takes none.
        final String text = get(unescaped, 0, length);
        return strict || text.indexOf('?') < 0 ? text : value.toText();
    }
}
