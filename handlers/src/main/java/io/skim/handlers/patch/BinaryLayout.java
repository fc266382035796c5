package io.skim.handlers.patch;

import io.skim.bytes.BinaryHeader;
import io.skim.bytes.HeaderIndex;
import io.skim.bytes.Kinds;
import io.skim.bytes.Words;
import io.skim.scan.Limits;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingLanguage;

/**
 * Edits a binary header: each text has its length in four bytes before it, and a map's entry its name's in two.
 *
 * @see "RocketMQSerializable.rocketMQProtocolEncode, release 5.5.1"
 */
final class BinaryLayout extends HeaderLayout
{
    private static final int REMARK = RemotingField.REMARK.ordinal();

    private int remarkDelta;

    BinaryLayout(final HeaderPatch patch, final Limits limits)
    {
        super(patch, limits);
    }

    @Override
    void begin(final int offset, final HeaderIndex indexed)
    {
        super.begin(offset, indexed);
        remarkDelta = 0;
    }

    @Override
    void replace(final long value, final byte[] utf8, final int offset, final int length)
    {
        final int before = edits.delta();
        final int at = HeaderIndex.offset(value);
        final ByteSink sink = edits.begin(at - Integer.BYTES, Integer.BYTES + HeaderIndex.length(value));
        putValue(sink, utf8, offset, length);
        edits.end();
        if (at == BinaryHeader.REMARK)
        {
            remarkDelta += edits.delta() - before;
        }
    }

    private void putValue(final ByteSink sink, final byte[] utf8, final int offset, final int length)
    {
        checkLength(length);
        sink.putInt(length);
        checkText(sink.putText(utf8, offset, length));
    }

    private void checkLength(final int length)
    {
        if (length == 0)
        {
            patch.refuse(Refusal.EMPTY_TEXT);
        }
        checkValue(length);
    }

    @Override
    void replace(final long value, final EditText text)
    {
        checkLength(text.length);
        edits.add(HeaderIndex.offset(value) - Integer.BYTES, Integer.BYTES + HeaderIndex.length(value), text.sized);
    }

    @Override
    void replace(final long value, final int number)
    {
        final ByteSink sink = edits.begin(HeaderIndex.offset(value), HeaderIndex.length(value));
        if (HeaderIndex.kind(value) == Kinds.INT32)
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
    void replace(final long value, final RemotingLanguage language)
    {
        edits.begin(HeaderIndex.offset(value), HeaderIndex.length(value)).put(language.ordinal());
        edits.end();
    }

    @Override
    void removeEntry(final int entry)
    {
        final int from = HeaderIndex.offset(index.name(entry)) - Short.BYTES;
        edits.begin(from, end(index.value(entry)) - from);
        edits.end();
    }

    @Override
    void removeRemark(final long value)
    {
        final int length = HeaderIndex.length(value);
        if (length > 0)
        {
            edits.begin(BinaryHeader.REMARK_LENGTH, Integer.BYTES + length).putInt(0);
            edits.end();
            remarkDelta -= length;
        }
    }

    @Override
    void replaceName(final long old, final byte[] name)
    {
        putName(edits.begin(HeaderIndex.offset(old) - Short.BYTES, Short.BYTES + HeaderIndex.length(old)), name);
        edits.end();
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
    EditBytes form(final EditText text)
    {
        return text;
    }

    @Override
    void putText(final ByteSink sink, final byte[] utf8, final int offset, final int length)
    {
        checkText(sink.putText(utf8, offset, length));
    }

    @Override
    void putSeparator(final ByteSink sink, final byte separator)
    {
        sink.put(separator);
    }

    @Override
    int separatorLength(final int offset)
    {
        return offset < end(holder) ? 1 : 0;
    }

    @Override
    boolean endsWithSeparator()
    {
        return array()[base + end(holder) - 1] == PROPERTY_END;
    }

    @Override
    void finish()
    {
        finishProperties();
        // Where the last entry ends, and the body begins for the reference: at the header's end, unless a lenient scan has
        // taken an entry that runs over the map's end, or a header that is longer than its map.
        final int entriesEnd = index.bodyOffset;
        if (appended.length > 0)
        {
            edits.add(entriesEnd, 0, appended.array, 0, appended.length);
        }
        final int mapLengthOffset = BinaryHeader.MAP_LENGTH + HeaderIndex.length(index.field(REMARK));
        final int mapLength = entriesEnd - mapLengthOffset - Integer.BYTES;
        final int growth = edits.delta() - remarkDelta;
        // Where the last entry runs over the map's end, another one may begin behind it now.
        if (growth != 0
            || mapEdited && edits.isResizing() && Words.getInt(array(), base + mapLengthOffset) != mapLength)
        {
            edits.enclose(mapLengthOffset + remarkDelta, mapLength + growth);
        }
    }

    private void finishProperties()
    {
        final int end = end(holder);
        if (newProperties.length > 0)
        {
            addNewProperties();
        }
        if (propertiesDelta == 0)
        {
            return;
        }
        final int length = HeaderIndex.length(holder) + propertiesDelta;
        final int offset = HeaderIndex.offset(holder);
        if (length == 0)
        {
            // Empty text would be read as null, and sorted, signed and forwarded as such: no properties, no ext field.
            edits.cancel(offset, end);
            removeEntry(entryAt(offset));
            return;
        }
        checkValue(length);
        final int lengthOffset = offset - Integer.BYTES;
        edits.enclose(lengthOffset + edits.growthBefore(lengthOffset), length);
    }
}
