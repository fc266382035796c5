package io.skim.handlers.patch;

import io.skim.bytes.HeaderIndex;
import io.skim.scan.Limits;
import io.skim.scan.remoting.RemotingLanguage;
import java.util.Arrays;

/**
 * Turns what is to become of values and entries into edits of bytes: what the layouts of both encodings have in common. It
 * reads an indexed header, whose parts are {@link HeaderIndex places}; entries are known by their numbers in the index.
 * Offsets count from the frame's start.
 */
abstract class HeaderLayout
{
    static final int PREFIX = 8;
    static final byte NAME_END = 1;
    static final byte PROPERTY_END = 2;

    private static final int GREATEST_NAME = Short.MAX_VALUE;

    final HeaderPatch patch;
    final EditList edits;
    final Limits limits;
    /** New entries, as they are to stand in the header. */
    final ByteSink appended = new ByteSink();
    /** New properties, likewise. */
    final ByteSink newProperties = new ByteSink();

    int base;
    @SuppressWarnings("NullAway.Init") // begin sets it
    HeaderIndex index;
    int headerEnd;
    /** Whether anything a signature covers is edited. */
    boolean mapEdited;
    /** Whether a message property is. */
    boolean propertiesEdited;
    /** Whether the body is, which a signature covers too. */
    boolean bodyEdited;
    /** How many of its first bytes give way to others. */
    int bodyRemoved;
    private byte[] bodySource = {};
    private int bodyFrom;
    private int bodyAdded;

    /** The ext field that holds the properties; {@link HeaderIndex#ABSENT} if nobody has told. */
    long holder;
    /** By how much the properties' text grows. */
    int propertiesDelta;
    /** Whether the last property is removed, and stood without a separator behind it. */
    boolean endRemoved;

    /** By how many entries the map grows. */
    private int growth;
    /** The last entry that was asked for by its value. */
    private int lastEntry;

    HeaderLayout(final HeaderPatch patch, final Limits limits)
    {
        this.patch = patch;
        this.limits = limits;
        edits = patch.edits;
    }

    /** Begins a header that is loaded and indexed. */
    void begin(final int offset, final HeaderIndex indexed)
    {
        base = offset;
        // A store of a reference costs a GC write barrier.
        if (index != indexed)
        {
            index = indexed;
        }
        headerEnd = headerEnd(array(), offset);
        appended.reset();
        newProperties.reset();
        mapEdited = false;
        propertiesEdited = false;
        bodyEdited = false;
        bodyRemoved = 0;
        holder = HeaderIndex.ABSENT;
        propertiesDelta = 0;
        endRemoved = false;
        growth = 0;
        lastEntry = -1;
    }

    /** Where the header of a frame ends. */
    static int headerEnd(final byte[] array, final int base)
    {
        final int at = base + Integer.BYTES;
        return PREFIX + ((array[at + 1] & 0xFF) << 16 | (array[at + 2] & 0xFF) << 8 | array[at + 3] & 0xFF);
    }

    /** The array that holds the frame. It is not kept: to store a reference for each frame costs a GC write barrier. */
    final byte[] array()
    {
        return patch.array();
    }

    static int end(final long place)
    {
        return HeaderIndex.offset(place) + HeaderIndex.length(place);
    }

    /** The number of the entry that has its value at an offset; they are mostly asked for in their order. */
    final int entryAt(final int valueOffset)
    {
        int low = lastEntry + 1;
        int high = index.count() - 1;
        if (low > high || HeaderIndex.offset(index.value(low)) != valueOffset)
        {
            low = 0;
            while (low < high)
            {
                final int middle = low + high >>> 1;
                if (HeaderIndex.offset(index.value(middle)) < valueOffset)
                {
                    low = middle + 1;
                }
                else
                {
                    high = middle;
                }
            }
            if (low > high || HeaderIndex.offset(index.value(low)) != valueOffset)
            {
                throw new IllegalArgumentException("no ext field has its value at " + valueOffset);
            }
        }
        lastEntry = low;
        return low;
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

    /** Replaces the text of an ext field. */
    abstract void replace(long value, EditText text);

    /** Replaces the text of a remark or an ext field. */
    abstract void replace(long value, byte[] utf8, int offset, int length);

    /** Replaces a fixed field's number. */
    abstract void replace(long value, int number);

    abstract void replace(long value, RemotingLanguage language);

    /** Removes an ext field. */
    final void remove(final int entry)
    {
        mapEdited = true;
        growth--;
        removeEntry(entry);
    }

    abstract void removeEntry(int entry);

    abstract void removeRemark(long value);

    /** Gives an ext field another name, be it the one that it has. */
    final void rename(final int entry, final byte[] name)
    {
        checkName(name.length);
        final long old = index.name(entry);
        final int from = base + HeaderIndex.offset(old);
        if (!Arrays.equals(array(), from, from + HeaderIndex.length(old), name, 0, name.length))
        {
            mapEdited = true;
            replaceName(old, name);
        }
    }

    abstract void replaceName(long old, byte[] name);

    final void checkText(final boolean wellFormed)
    {
        if (!wellFormed)
        {
            patch.refuse(Refusal.INVALID_TEXT);
        }
    }

    /** Puts text as it stands within a value; refuses what is not well-formed. */
    abstract void putText(ByteSink sink, byte[] utf8, int offset, int length);

    /** A text as it stands within a value. */
    abstract EditBytes form(EditText text);

    /** Puts one of the two separators of properties. */
    abstract void putSeparator(ByteSink sink, byte separator);

    /** The width of the separator at an offset within the properties, 0 at their end. */
    abstract int separatorLength(int offset);

    /** Records the edits that had to wait until all were known. */
    abstract void finish();

    /** Whether the body begins where the header ends, as in all frames that a strict scan takes. */
    final boolean isConsumed()
    {
        return index.bodyOffset == headerEnd;
    }

    /** Adds an entry behind all others. */
    final void append(final byte[] name, final byte[] utf8, final int offset, final int length)
    {
        mapEdited = true;
        growth++;
        checkName(name.length);
        putEntry(name, utf8, offset, length);
    }

    abstract void putEntry(byte[] name, byte[] utf8, int offset, int length);

    /** Replaces the first bytes of the body by some of an array, which stays as it is while the patch is used. */
    final void replaceBody(final int removed, final byte[] fresh, final int from, final int added)
    {
        if (!isConsumed())
        {
            // The reference reads the body from another offset.
            patch.refuse(Refusal.ODD_FORM);
        }
        bodyEdited = true;
        bodyRemoved = removed;
        bodySource = fresh;
        bodyFrom = from;
        bodyAdded = added;
    }

    /** How much was recorded so far, but for entries removed or added. */
    final int recorded()
    {
        return edits.count() + newProperties.length;
    }

    /** A message property is edited, and with it the ext field that has it. */
    private void markProperties()
    {
        mapEdited = true;
        propertiesEdited = true;
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

    /** Replaces a property's name or value. */
    final void replaceProperty(final long old, final byte[] utf8, final int offset, final int length)
    {
        markProperties();
        final int before = edits.delta();
        checkProperty(utf8, offset, length);
        putText(edits.begin(HeaderIndex.offset(old), HeaderIndex.length(old)), utf8, offset, length);
        edits.end();
        propertiesDelta += edits.delta() - before;
    }

    final void replaceProperty(final long old, final EditText text)
    {
        markProperties();
        final EditBytes fresh = form(text);
        edits.add(HeaderIndex.offset(old), HeaderIndex.length(old), fresh);
        propertiesDelta += fresh.length - HeaderIndex.length(old);
    }

    /** Adds a property, given with both separators. */
    final void appendProperty(final EditText property)
    {
        markProperties();
        newProperties.put(form(property));
    }

    final void removeProperty(final long name, final long value)
    {
        markProperties();
        final int from = HeaderIndex.offset(name);
        final int end = end(value);
        final int separator = separatorLength(end);
        endRemoved |= separator == 0;
        edits.begin(from, end + separator - from);
        edits.end();
        propertiesDelta -= end + separator - from;
    }

    final void appendProperty(final byte[] name, final byte[] utf8, final int offset, final int length)
    {
        markProperties();
        checkProperty(name, 0, name.length);
        checkProperty(utf8, offset, length);
        putText(newProperties, name, 0, name.length);
        putSeparator(newProperties, NAME_END);
        putText(newProperties, utf8, offset, length);
        putSeparator(newProperties, PROPERTY_END);
    }

    /** Puts the new properties behind those that are there, with a separator between them if there is none. */
    final void addNewProperties()
    {
        final int before = edits.delta();
        if (HeaderIndex.length(holder) > 0 && !endRemoved && !endsWithSeparator())
        {
            putSeparator(edits.begin(end(holder), 0), PROPERTY_END);
            edits.end();
        }
        edits.add(end(holder), 0, newProperties.array, 0, newProperties.length);
        propertiesDelta += edits.delta() - before;
    }

    /** Whether the properties end with a separator; a second one would do no harm. */
    abstract boolean endsWithSeparator();

    /** Adds the edit of the body, checks what the limits say of the whole, and corrects the frame's own lengths. */
    final void finishFrame(final int frameLength)
    {
        final int headerDelta = edits.delta();
        final long length = (long)headerEnd - PREFIX + headerDelta;
        if (length > limits.maxHeaderLength())
        {
            patch.refuse(Refusal.HEADER_TOO_LONG);
        }
        if (bodyEdited && bodyRemoved + bodyAdded > 0)
        {
            edits.add(headerEnd, bodyRemoved, bodySource, bodyFrom, bodyAdded);
        }
        if ((long)frameLength + edits.delta() > limits.maxFrameLength())
        {
            patch.refuse(Refusal.FRAME_TOO_LONG);
        }
        if (growth > 0 && index.count() + growth > limits.maxEntryCount())
        {
            patch.refuse(Refusal.TOO_MANY_ENTRIES);
        }
        if (headerDelta != 0 || edits.delta() != 0)
        {
            edits.enclose(0, frameLength - Integer.BYTES + edits.delta());
            edits.enclose(Integer.BYTES, array()[base + Integer.BYTES] << 24 | (int)length);
        }
    }
}
