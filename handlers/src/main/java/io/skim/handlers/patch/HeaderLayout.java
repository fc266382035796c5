package io.skim.handlers.patch;

import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingLanguage;

/**
 * Turns what is to become of values and entries into edits of bytes: what the layouts of both encodings have in common.
 * Offsets count from the frame's start.
 */
abstract class HeaderLayout
{
    static final int PREFIX = 8;
    static final byte NAME_END = 1;
    static final byte PROPERTY_END = 2;

    /** The least an entry takes, in either encoding: {@code ,"":0} in JSON. */
    static final int LEAST_ENTRY = 5;
    private static final int GREATEST_NAME = Short.MAX_VALUE;

    final HeaderPatch patch;
    final EditList edits;
    final Limits limits;
    final boolean lenient;
    /** New entries, as they are to stand in the header. */
    final ByteSink appended = new ByteSink();
    /** New properties, likewise. */
    final ByteSink newProperties = new ByteSink();

    byte[] array;
    int base;
    int headerEnd;
    /** Whether anything a signature covers is edited. */
    boolean mapEdited;
    /** Whether a message property is. */
    boolean propertiesEdited;

    /** The ext field that holds the properties. */
    int holderOffset;
    int holderLength;
    Kind holderKind;
    /** By how much the properties' text grows. */
    int propertiesDelta;
    /** Whether the last property is removed, and stood without a separator behind it. */
    boolean endRemoved;

    /** By how many entries the map grows. */
    private int growth;

    HeaderLayout(final HeaderPatch patch, final Limits limits, final Strictness strictness)
    {
        lenient = strictness == Strictness.LENIENT;
        this.patch = patch;
        this.limits = limits;
        edits = patch.edits;
    }

    /** Begins a frame whose header is loaded. */
    void begin(final FrameView frame)
    {
        array = frame.array();
        base = frame.arrayOffset();
        headerEnd = headerEnd(array, base);
        appended.reset();
        newProperties.reset();
        mapEdited = false;
        propertiesEdited = false;
        holderKind = null;
        propertiesDelta = 0;
        endRemoved = false;
        growth = 0;
    }

    /** Where the header of a frame ends. */
    static int headerEnd(final byte[] array, final int base)
    {
        final int at = base + Integer.BYTES;
        return PREFIX + ((array[at + 1] & 0xFF) << 16 | (array[at + 2] & 0xFF) << 8 | array[at + 3] & 0xFF);
    }

    /** Lets go of the frame's array. */
    void detach()
    {
        array = null;
    }

    final int getInt(final int offset)
    {
        final int at = base + offset;
        return array[at] << 24 | (array[at + 1] & 0xFF) << 16 | (array[at + 2] & 0xFF) << 8 | array[at + 3] & 0xFF;
    }

    final void checkName(final int length)
    {
        if (length == 0)
        {
            patch.refuse(Refusal.EMPTY_NAME);
        }
        if (length > Math.min(GREATEST_NAME, limits.maxNameLength()))
        {
            patch.refuse(Refusal.NAME_TOO_LONG);
        }
    }

    final void checkValue(final int length)
    {
        if (length > limits.maxValueLength())
        {
            patch.refuse(Refusal.VALUE_TOO_LONG);
        }
    }

    final void checkText(final boolean wellFormed)
    {
        if (!wellFormed)
        {
            patch.refuse(Refusal.INVALID_TEXT);
        }
    }

    /** Replaces the text of a remark or an ext field. */
    abstract void replace(Cursor value, byte[] utf8, int offset, int length);

    /** Replaces a fixed field's number. */
    abstract void replace(Cursor value, int number);

    abstract void replace(Cursor value, RemotingLanguage language);

    /** Removes an ext field. */
    final void remove(final Cursor value)
    {
        mapEdited = true;
        growth--;
        removeEntry(value.offset(), value.length(), value.kind());
    }

    abstract void removeEntry(int offset, int length, Kind kind);

    abstract void removeRemark(Cursor value);

    abstract void rename(Cursor value, byte[] name);

    abstract void putEntry(byte[] name, byte[] utf8, int offset, int length);

    /** Puts text as it stands within a value. */
    abstract boolean putText(ByteSink sink, byte[] utf8, int offset, int length);

    /** Puts one of the two separators of properties. */
    abstract void putSeparator(ByteSink sink, byte separator);

    /** The width of the separator at an offset within the properties, 0 at their end. */
    abstract int separatorLength(int offset);

    /** Records the edits that had to wait until all were known. */
    abstract void finish();

    /** How many entries the frame has. */
    abstract int countEntries();

    /** How many bytes the frame's entries take. */
    abstract int mapLength();

    /** Whether the body begins where the header ends, as in all frames that a strict scan takes. */
    abstract boolean isConsumed();

    final void append(final byte[] name, final byte[] utf8, final int offset, final int length)
    {
        mapEdited = true;
        growth++;
        checkName(name.length);
        putEntry(name, utf8, offset, length);
    }

    final void holdProperties(final Cursor text)
    {
        holderOffset = text.offset();
        holderLength = text.length();
        holderKind = text.kind() == Kind.CONTAINER ? Kind.TEXT : text.kind();
    }

    final void replaceProperty(final Cursor value, final byte[] utf8, final int offset, final int length)
    {
        editProperties(value.offset(), value.length(), utf8, offset, length);
    }

    final void renameProperty(final Cursor name, final byte[] utf8)
    {
        editProperties(name.offset(), name.length(), utf8, 0, utf8.length);
    }

    /** Whether text can be a property's name or value: empty ones are dropped, and separators begin another. */
    private void checkProperty(final byte[] utf8, final int offset, final int length)
    {
        boolean good = length > 0;
        for (int i = offset; i < offset + length; i++)
        {
            good &= utf8[i] != NAME_END && utf8[i] != PROPERTY_END;
        }
        if (!good)
        {
            patch.refuse(Refusal.INVALID_PROPERTY);
        }
    }

    private void editProperties(final int at, final int old, final byte[] utf8, final int offset, final int length)
    {
        mapEdited = true;
        propertiesEdited = true;
        final int before = edits.delta();
        checkProperty(utf8, offset, length);
        checkText(putText(edits.begin(at, old), utf8, offset, length));
        edits.end();
        propertiesDelta += edits.delta() - before;
    }

    final void removeProperty(final Cursor name, final Cursor value)
    {
        mapEdited = true;
        propertiesEdited = true;
        final int end = value.offset() + value.length();
        final int separator = separatorLength(end);
        endRemoved |= separator == 0;
        edits.begin(name.offset(), end + separator - name.offset());
        edits.end();
        propertiesDelta -= end + separator - name.offset();
    }

    final void appendProperty(final byte[] name, final byte[] utf8, final int offset, final int length)
    {
        mapEdited = true;
        propertiesEdited = true;
        checkProperty(name, 0, name.length);
        checkProperty(utf8, offset, length);
        checkText(putText(newProperties, name, 0, name.length));
        putSeparator(newProperties, NAME_END);
        checkText(putText(newProperties, utf8, offset, length));
        putSeparator(newProperties, PROPERTY_END);
    }

    /** Puts the new properties behind those that are there, with a separator between them if there is none. */
    final void putNewProperties(final ByteSink sink)
    {
        if (holderLength > 0 && !endRemoved && !endsWithSeparator())
        {
            putSeparator(sink, PROPERTY_END);
        }
        sink.put(newProperties.array, 0, newProperties.length);
    }

    /** Whether the properties end with a separator; a second one would do no harm. */
    abstract boolean endsWithSeparator();

    /** Checks what the limits say of the whole, and corrects the frame's own lengths. */
    final void finishFrame(final int frameLength)
    {
        final long length = (long)headerEnd - PREFIX + edits.delta();
        if (length > limits.maxHeaderLength())
        {
            patch.refuse(Refusal.HEADER_TOO_LONG);
        }
        else if ((long)frameLength + edits.delta() > limits.maxFrameLength())
        {
            patch.refuse(Refusal.FRAME_TOO_LONG);
        }
        if (growth > 0 && mapLength() / LEAST_ENTRY + growth > limits.maxEntryCount() && countEntries()
            + growth > limits.maxEntryCount())
        {
            patch.refuse(Refusal.TOO_MANY_ENTRIES);
        }
        if (edits.delta() != 0)
        {
            final int type = array[base + Integer.BYTES];
            final ByteSink sink = edits.begin(0, PREFIX);
            sink.putInt(frameLength - Integer.BYTES + edits.delta());
            sink.putInt(type << 24 | (int)length);
            edits.end();
        }
    }
}
