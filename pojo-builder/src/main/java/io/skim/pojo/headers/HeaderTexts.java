package io.skim.pojo.headers;

import io.skim.pojo.text.SharedStrings;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.remoting.RemotingHeaderView;
import io.skim.scan.spi.Frames;
import org.jspecify.annotations.Nullable;

/**
 * Makes the strings of typed headers, each of exactly its size; shares those that come again, where that is asked for.
 */
final class HeaderTexts
{
    /** The longest text whose escapes are undone to see whether it may be shared. */
    private static final int MOST_ESCAPED = 6 * SharedStrings.MAX_LENGTH;

    private final RemotingHeaderView header;
    @SuppressWarnings("NullAway.Init") // begin sets it
    private FrameView frame;
    /** Null if nothing is shared. */
    private @Nullable SharedStrings shared;
    private final byte[] unescaped = new byte[MOST_ESCAPED + Long.BYTES];

    HeaderTexts(final RemotingHeaderView header)
    {
        this.header = header;
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

    /** The text of an id; null for null and for none. */
    @Nullable
    String get(final int id)
    {
        final String text = shared == null ? null : sharedText(header.value(id), shared);
        return text == null ? header.toText(id) : text;
    }

    /** The text of a value; null for null. */
    @Nullable
    String get(final Cursor value)
    {
        final String text = shared == null ? null : sharedText(value, shared);
        return text == null ? value.toText() : text;
    }

    /** The text of a value if it may be shared; else null. */
    private @Nullable String sharedText(final Cursor value, final SharedStrings strings)
    {
        final int length = value.length();
        if (value.kind() == Kind.JSON_TEXT && length <= MOST_ESCAPED)
        {
            final int copied = value.copyTo(unescaped, 0);
            final String text = copied <= SharedStrings.MAX_LENGTH ? strings.get(unescaped, 0, copied) : null;
            // Half a surrogate pair has no UTF-8 and was written as '?'.
            return text == null || text.indexOf('?') >= 0 ? null : text;
        }
        final byte[] array = Frames.array(frame);
        final int at = Frames.arrayOffset(frame) + value.offset();
        // The table looks at eight bytes at once, also behind the end.
        return value.isVerbatim() && !value.isNull() && length <= SharedStrings.MAX_LENGTH
            && array.length - at >= length + Long.BYTES ? strings.get(array, at, length) : null;
    }
}
