package io.skim.encode;

import io.skim.bytes.Decimals;
import io.skim.bytes.Words;
import io.skim.scan.Cursor;
import io.skim.scan.Limits;
import java.util.Objects;

/**
 * Message properties: one ext field of names and values with separators between.
 */
abstract class PropertyWriter extends EntryWriter
{
    private int properties;
    /** Where the entry of the properties began, and its value, as lengths from the frame's start. */
    private int holderStart;
    private int propertiesStart;

    PropertyWriter(final int serializeType, final int unitWidth, final int byteWidth, final Limits limits)
    {
        super(serializeType, unitWidth, byteWidth, limits);
    }

    /**
     * Begins the message properties, an ext field. If none is put until {@link #endProperties()}, there is no such ext
     * field.
     *
     * @param key the ext field's name: {@code properties}, or {@code i} in the requests of the second kind.
     */
    public final void beginProperties(final EntryKey key)
    {
        if (isIn(EXT_FIELDS, "beginProperties()"))
        {
            openProperties(key);
        }
        enter(PROPERTIES);
    }

    /** Ends the message properties. */
    public final void endProperties()
    {
        if (isIn(PROPERTIES, "endProperties()"))
        {
            closeProperties();
        }
        enter(EXT_FIELDS);
    }

    /**
     * Puts a message property.
     *
     * @param key   its name.
     * @param value null for none: then nothing is written. Empty text, which no reader would find, is refused.
     */
    public final void putProperty(final EntryKey key, final CharSequence value)
    {
        if (isIn(PROPERTIES, "putProperty()") && value != null)
        {
            writeProperty(key, value);
        }
    }

    /**
     * Puts a message property.
     *
     * @param key   its name.
     * @param value null for none: then nothing is written. Empty text is refused.
     */
    public final void putProperty(final EntryKey key, final EntryText value)
    {
        if (isIn(PROPERTIES, "putProperty()") && value != null)
        {
            writeProperty(key, value);
        }
    }

    /**
     * Puts a message property.
     *
     * @param key    its name.
     * @param utf8   that holds the value.
     * @param offset in {@code utf8} of its first byte.
     * @param length in bytes, more than 0.
     * @throws IndexOutOfBoundsException if the array has no such part.
     */
    public final void putProperty(final EntryKey key, final byte[] utf8, final int offset, final int length)
    {
        Objects.checkFromIndexSize(offset, length, utf8.length);
        if (isIn(PROPERTIES, "putProperty()"))
        {
            writeProperty(key, utf8, offset, length);
        }
    }

    /**
     * Puts a message property that is a number, in decimal.
     *
     * @param key   its name.
     * @param value any number.
     */
    public final void putProperty(final EntryKey key, final long value)
    {
        if (isIn(PROPERTIES, "putProperty()"))
        {
            writeProperty(key, value);
        }
    }

    /**
     * Puts a message property that is a number, in decimal.
     *
     * @param key   its name.
     * @param value any number.
     */
    public final void putProperty(final EntryKey key, final int value)
    {
        putProperty(key, (long)value);
    }

    /**
     * Puts a message property that is {@code true} or {@code false}.
     *
     * @param key   its name.
     * @param value to write out.
     */
    public final void putProperty(final EntryKey key, final boolean value)
    {
        if (isIn(PROPERTIES, "putProperty()"))
        {
            writeProperty(key, value);
        }
    }

    /**
     * Copies the value of a message property through from another frame or message.
     *
     * @param key   its name.
     * @param value whose text is written; nothing is written for a cursor on nothing.
     */
    public final void putProperty(final EntryKey key, final Cursor value)
    {
        if (isIn(PROPERTIES, "putProperty()") && !value.isNull())
        {
            writeProperty(key, value);
        }
    }

    /**
     * Copies a message property through from another frame.
     *
     * @param key   its name.
     * @param value whose text is written; nothing is written for a cursor on nothing.
     */
    public final void putProperty(final Cursor key, final Cursor value)
    {
        if (isIn(PROPERTIES, "putProperty()") && !value.isNull())
        {
            writeProperty(key, value);
        }
    }

    private void openProperties(final EntryKey key)
    {
        properties = 0;
        holderStart = out.length();
        final int at = open(key, 0, 1);
        if (at >= 0)
        {
            out.position = at;
            propertiesStart = out.length();
        }
    }

    private void closeProperties()
    {
        if (properties == 0)
        {
            out.position = out.start + holderStart;
            return;
        }
        out.ensure(SLACK);
        close(out.start + propertiesStart, out.position);
    }

    private void writeProperty(final EntryKey key, final CharSequence value)
    {
        final int at = openProperty(key, value.length(), unitWidth);
        if (at >= 0)
        {
            closeProperty(at, isSound(value) ? write(value, at) : at);
        }
    }

    private void writeProperty(final EntryKey key, final EntryText value)
    {
        final int at = openProperty(key, length(value), 1);
        if (at >= 0)
        {
            closeProperty(at, value.isProperty ? write(value, at) : at);
        }
    }

    private void writeProperty(final EntryKey key, final byte[] utf8, final int offset, final int length)
    {
        final int at = openProperty(key, length, byteWidth);
        if (at >= 0)
        {
            closeProperty(at, isSound(utf8, offset, offset + length) ? write(utf8, offset, length, at) : at);
        }
    }

    private void writeProperty(final EntryKey key, final long value)
    {
        final int at = openProperty(key, 0, 1);
        if (at >= 0)
        {
            closeProperty(at, Decimals.put(value, out.array, at));
        }
    }

    private void writeProperty(final EntryKey key, final boolean value)
    {
        final int at = openProperty(key, 0, 1);
        if (at >= 0)
        {
            closeProperty(at, write(value, at));
        }
    }

    private void writeProperty(final EntryKey key, final Cursor value)
    {
        final int at = openProperty(key, room(value), byteWidth);
        if (at >= 0)
        {
            closeProperty(at, writeSound(value, at));
        }
    }

    private void writeProperty(final Cursor key, final Cursor value)
    {
        if (ensure(Math.max(room(key), room(value)), 2 * byteWidth, SLACK))
        {
            final int end = writeSound(key, out.position);
            if (end <= out.position)
            {
                refuse(end < 0 ? EncodeRefusal.INVALID_TEXT : EncodeRefusal.INVALID_PROPERTY);
                return;
            }
            final int at = putSeparator(1, end);
            closeProperty(at, writeSound(value, at));
        }
    }

    private int openProperty(final EntryKey key, final int length, final int width)
    {
        if (!key.isProperty)
        {
            refuse(EncodeRefusal.INVALID_PROPERTY);
            return NONE;
        }
        return ensure(length, width, key.jsonPropertyLength + SLACK) ? writePropertyKey(key) : NONE;
    }

    /** Ends a property, unless it is empty or was found to be unsound. */
    private void closeProperty(final int at, final int end)
    {
        if (end == at)
        {
            refuse(EncodeRefusal.INVALID_PROPERTY);
        }
        else if (isValue(at, end))
        {
            out.position = putSeparator(2, end);
            properties++;
        }
    }

    /** Whether text holds none of the separators of properties. */
    private static boolean isSound(final CharSequence text)
    {
        if (text instanceof String)
        {
            return ((String)text).indexOf(1) < 0 && ((String)text).indexOf(2) < 0;
        }
        int index = 0;
        while (index < text.length() && text.charAt(index) != 1 && text.charAt(index) != 2)
        {
            index++;
        }
        return index == text.length();
    }

    static boolean isSound(final byte[] utf8, final int from, final int to)
    {
        return Words.indexOf(utf8, from, to, 1) == to && Words.indexOf(utf8, from, to, 2) == to;
    }

    /** Writes text as {@link #write(Cursor, int)} does, but nothing if it holds a separator of properties. */
    abstract int writeSound(Cursor text, int at);

    /** Writes a property's name and the separator behind it; tells where the value begins. */
    abstract int writePropertyKey(EntryKey key);

    /** Writes a separator of properties; tells the index behind it. */
    abstract int putSeparator(int separator, int at);
}
