package io.skim.handlers.patch;

import io.skim.bytes.BinaryHeader;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingLanguage;
import java.util.Arrays;

/**
 * Edits a binary header: each text has its length in four bytes before it, and a map's entry its name's in two.
 *
 * @see "RocketMQSerializable.rocketMQProtocolEncode, release 5.5.1"
 */
final class BinaryLayout extends HeaderLayout
{
    private static final int FIRST_COUNT = 64;

    /** Where the walk over the entries has come: entries are mostly asked for in their order. */
    private int walked;
    /** Where the entries begin, noted once the frame's are asked for in another order. */
    private int[] starts = {};
    private int startCount;
    private int remarkDelta;
    /**
     * Where the last entry ends, and the body begins for the reference: at the header's end, unless a lenient scan has taken an
     * entry that runs over the map's end, or a header that is longer than its map.
     */
    private int entriesEnd;

    BinaryLayout(final HeaderPatch patch, final Limits limits, final Strictness strictness)
    {
        super(patch, limits, strictness);
    }

    @Override
    void begin(final FrameView frame)
    {
        super.begin(frame);
        walked = 0;
        startCount = 0;
        remarkDelta = 0;
        entriesEnd = lenient ? findEntriesEnd() : headerEnd;
    }

    private int findEntriesEnd()
    {
        int entry = mapOffset();
        // Below zero there is no map; and the next entry is due only before the map's end.
        final int mapEnd = entry + Math.max(0, getInt(mapLengthOffset()));
        while (entry < mapEnd)
        {
            entry = behind(valueOf(entry));
        }
        return entry;
    }

    @Override
    boolean isConsumed()
    {
        return entriesEnd == headerEnd;
    }

    private int mapLengthOffset()
    {
        return BinaryHeader.MAP_LENGTH + getInt(BinaryHeader.REMARK_LENGTH);
    }

    private int mapOffset()
    {
        return mapLengthOffset() + Integer.BYTES;
    }

    @Override
    int mapLength()
    {
        return entriesEnd - mapOffset();
    }

    private int keyLength(final int entry)
    {
        return getInt(entry) >>> 16;
    }

    /** Where the value of an entry begins. */
    private int valueOf(final int entry)
    {
        return entry + Short.BYTES + keyLength(entry) + Integer.BYTES;
    }

    /** Where an entry ends that has its value at an offset. */
    private int behind(final int value)
    {
        return value + getInt(value - Integer.BYTES);
    }

    /** Where an entry begins that has its value at an offset. */
    private int entryOf(final int valueOffset)
    {
        int entry = walked > 0 ? walked : mapOffset();
        if (valueOffset <= entry)
        {
            return notedEntryOf(valueOffset);
        }
        while (entry < entriesEnd)
        {
            final int value = valueOf(entry);
            if (value == valueOffset)
            {
                walked = entry;
                return entry;
            }
            entry = behind(value);
        }
        throw noEntry(valueOffset);
    }

    /** The same of an entry before the last one that was asked for; a walk from the first one for each would take too long. */
    private int notedEntryOf(final int valueOffset)
    {
        if (startCount == 0)
        {
            noteEntries();
        }
        // The last entry that begins before its value does: behind an empty value the next one begins at the same place.
        final int found = Arrays.binarySearch(starts, 0, startCount, valueOffset - 1);
        final int last = found < 0 ? -found - 2 : found;
        if (last < 0 || valueOf(starts[last]) != valueOffset)
        {
            throw noEntry(valueOffset);
        }
        return starts[last];
    }

    private void noteEntries()
    {
        for (int entry = mapOffset(); entry < entriesEnd; entry = behind(valueOf(entry)))
        {
            if (startCount == starts.length)
            {
                starts = Arrays.copyOf(starts, Math.max(FIRST_COUNT, 2 * startCount));
            }
            starts[startCount++] = entry;
        }
    }

    private static IllegalArgumentException noEntry(final int valueOffset)
    {
        return new IllegalArgumentException("no ext field has its value at " + valueOffset);
    }

    @Override
    int countEntries()
    {
        int count = 0;
        for (int entry = mapOffset(); entry < entriesEnd; count++)
        {
            entry = behind(valueOf(entry));
        }
        return count;
    }

    @Override
    void replace(final Cursor value, final byte[] utf8, final int offset, final int length)
    {
        final int before = edits.delta();
        final ByteSink sink = edits.begin(value.offset() - Integer.BYTES, Integer.BYTES + value.length());
        putValue(sink, utf8, offset, length);
        edits.end();
        if (value.offset() == BinaryHeader.REMARK)
        {
            remarkDelta += edits.delta() - before;
        }
    }

    private void putValue(final ByteSink sink, final byte[] utf8, final int offset, final int length)
    {
        if (length == 0)
        {
            patch.refuse(Refusal.EMPTY_TEXT);
        }
        checkValue(length);
        sink.putInt(length);
        checkText(sink.putText(utf8, offset, length));
    }

    @Override
    void replace(final Cursor value, final int number)
    {
        final ByteSink sink = edits.begin(value.offset(), value.length());
        if (value.kind() == Kind.INT32)
        {
            sink.putInt(number);
        }
        else
        {
            if (number != (short)number)
            {
                patch.refuse(Refusal.NUMBER_TOO_GREAT);
            }
            sink.putShort(number);
        }
        edits.end();
    }

    @Override
    void replace(final Cursor value, final RemotingLanguage language)
    {
        edits.begin(value.offset(), value.length()).put(language.ordinal());
        edits.end();
    }

    @Override
    void removeEntry(final int valueOffset, final int valueLength, final Kind kind)
    {
        final int entry = entryOf(valueOffset);
        edits.begin(entry, valueOffset + valueLength - entry);
        edits.end();
    }

    @Override
    void removeRemark(final Cursor value)
    {
        if (value.length() > 0)
        {
            edits.begin(BinaryHeader.REMARK_LENGTH, Integer.BYTES + value.length()).putInt(0);
            edits.end();
            remarkDelta -= value.length();
        }
    }

    @Override
    void rename(final Cursor value, final byte[] name)
    {
        checkName(name.length);
        final int entry = entryOf(value.offset());
        final int key = base + entry + Short.BYTES;
        if (!Arrays.equals(array, key, key + keyLength(entry), name, 0, name.length))
        {
            mapEdited = true;
            putName(edits.begin(entry, Short.BYTES + keyLength(entry)), name);
            edits.end();
        }
    }

    private void putName(final ByteSink sink, final byte[] name)
    {
        sink.putShort(name.length);
        checkText(sink.putText(name, 0, name.length));
    }

    @Override
    void putEntry(final byte[] name, final byte[] utf8, final int offset, final int length)
    {
        putName(appended, name);
        putValue(appended, utf8, offset, length);
    }

    @Override
    boolean putText(final ByteSink sink, final byte[] utf8, final int offset, final int length)
    {
        return sink.putText(utf8, offset, length);
    }

    @Override
    void putSeparator(final ByteSink sink, final byte separator)
    {
        sink.put(separator);
    }

    @Override
    int separatorLength(final int offset)
    {
        return offset < holderOffset + holderLength ? 1 : 0;
    }

    @Override
    boolean endsWithSeparator()
    {
        return array[base + holderOffset + holderLength - 1] == PROPERTY_END;
    }

    @Override
    void finish()
    {
        finishProperties();
        if (appended.length > 0)
        {
            edits.begin(entriesEnd, 0).put(appended.array, 0, appended.length);
            edits.end();
        }
        final int growth = edits.delta() - remarkDelta;
        // Where the last entry runs over the map's end, another one may begin behind it now.
        final boolean overrun = mapEdited && edits.isResizing() && getInt(mapLengthOffset()) != mapLength();
        if (growth != 0 || overrun)
        {
            final int length = mapLength() + growth;
            edits.begin(mapLengthOffset(), Integer.BYTES).putInt(length);
            edits.end();
        }
    }

    private void finishProperties()
    {
        if (newProperties.length > 0)
        {
            final int before = edits.delta();
            putNewProperties(edits.begin(holderOffset + holderLength, 0));
            edits.end();
            propertiesDelta += edits.delta() - before;
        }
        if (propertiesDelta == 0)
        {
            return;
        }
        final int length = holderLength + propertiesDelta;
        if (length == 0)
        {
            // Empty text would be read as null, and sorted, signed and forwarded as such: no properties, no ext field.
            edits.cancel(holderOffset, holderOffset + holderLength);
            removeEntry(holderOffset, holderLength, holderKind);
            return;
        }
        checkValue(length);
        edits.begin(holderOffset - Integer.BYTES, Integer.BYTES).putInt(length);
        edits.end();
    }
}
