package io.skim.pojo.headers;

import io.skim.pojo.text.LongTexts;
import io.skim.pojo.text.SharedStrings;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.remoting.RemotingReader;

/**
 * Makes the strings of typed headers, each of exactly its size; shares those that come again, where that is asked for.
 */
final class HeaderTexts
{
    private static final byte[] EMPTY = new byte[0];
    private static final int USUAL = 1_024;
    private static final int KEPT = 65_536;

    private final RemotingReader reader;
    private final boolean strict;
    private final LongTexts longTexts = new LongTexts();
    private final Cursor cursor = new Cursor();
    /** Null if nothing is shared. */
    private SharedStrings shared;
    private byte[] unescaped = EMPTY;

    HeaderTexts(final RemotingReader reader, final boolean strict)
    {
        this.reader = reader;
        this.strict = strict;
    }

    /** Shares from now on. */
    void share(final int slots)
    {
        shared = new SharedStrings(slots);
    }

    /** The text of the entry that the reader is on; null for null. */
    String get(final FrameView frame)
    {
        return reader.isVerbatim() ? get(frame.array(), frame.arrayOffset() + reader.offset(), reader.length())
            : converted();
    }

    private String get(final byte[] array, final int at, final int length)
    {
        // The table looks at eight bytes at once, also behind the end.
        return shared != null && length <= SharedStrings.MAX_LENGTH && array.length - at >= length + Long.BYTES ? shared
            .get(array, at, length) : longTexts.get(array, at, length);
    }

    /** Text whose bytes are not its characters: escapes, ill-formed UTF-8, odd numbers. */
    private String converted()
    {
        reader.value(cursor);
        if (cursor.isNull())
        {
            return null;
        }
        if (cursor.kind() == Kind.JSON_TEXT && cursor.length() <= KEPT)
        {
            if (unescaped.length < cursor.length() + Long.BYTES)
            {
                unescaped = new byte[cursor.length() <= USUAL ? USUAL + Long.BYTES : KEPT + Long.BYTES];
            }
            // Half a surrogate pair has no UTF-8 and was written as '?'; strict takes none.
            final String text = get(unescaped, 0, cursor.copyTo(unescaped, 0));
            if (strict || text.indexOf('?') < 0)
            {
                return text;
            }
        }
        return cursor.toText();
    }
}
