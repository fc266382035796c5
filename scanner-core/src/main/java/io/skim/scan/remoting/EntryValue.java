package io.skim.scan.remoting;

import io.skim.bytes.Kinds;
import io.skim.bytes.Numbers;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import java.nio.charset.StandardCharsets;

/**
 * Reads the value of the entry that a reader is on: the common kind, text as it stands, without a detour.
 */
final class EntryValue
{
    private final Cursor cursor = new Cursor();

    void begin(final FrameView frame)
    {
        cursor.bind(frame);
    }

    void reset()
    {
        cursor.reset();
    }

    private Cursor on(final EntryReader reader)
    {
        return cursor.point(reader.valueOffset, reader.valueLength, reader.valueKind);
    }

    static boolean isVerbatim(final EntryReader reader)
    {
        final int kind = reader.valueKind;
        return kind == Kinds.TEXT || kind != Kinds.NULL && Kinds.isVerbatim(kind);
    }

    long getLong(final EntryReader reader, final long otherwise)
    {
        final int at = reader.base + reader.valueOffset;
        return reader.valueKind == Kinds.TEXT
            ? Numbers.parseLong(reader.array(), at, at + reader.valueLength, otherwise)
            : on(reader).getLong(otherwise);
    }

    boolean getBoolean(final EntryReader reader, final boolean defaultValue)
    {
        return on(reader).getBoolean(defaultValue);
    }

    String toText(final EntryReader reader)
    {
        return reader.valueKind == Kinds.TEXT ? new String(reader.array(), reader.base + reader.valueOffset,
            reader.valueLength, StandardCharsets.UTF_8) : on(reader).toText();
    }
}
