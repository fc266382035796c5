package io.skim.handlers.patch;

import io.skim.bytes.Kinds;
import io.skim.bytes.PropertyReader;
import io.skim.bytes.Utf8;
import io.skim.bytes.Words;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Reason;
import io.skim.scan.spi.BodyBytes;
import io.skim.scan.spi.Faults;
import java.util.Arrays;

/**
 * Edits the properties of the messages in the body of a batch.
 *
 * <pre>
 * entry: size(4) magic(4) CRC(4) flag(4) length(4) body length(2) properties
 * </pre>
 *
 * Each entry gets the edits as the header of a single message would. All other bytes of it stay.
 *
 * @see "MessageDecoder.decodeMessages; MessageExtEncoder.encode of MessageExtBatch, release 5.5.1"
 */
final class BatchEditor
{
    private static final int FLAGS = 16;
    private static final int LEAST = FLAGS + Integer.BYTES + Short.BYTES;
    private static final int PLACES = 4;

    final Fault fault = new Fault();

    private final RemotingEdits edits;
    private final EditProgram program;
    private final EditSlots slots;
    private final PropertyReader reader = new PropertyReader();
    private final BodyBytes body = new BodyBytes();
    private final ByteSink made = new ByteSink();
    /** The properties of an entry with their edits. */
    private final ByteSink fresh = new ByteSink();

    /** Of the properties that the edits name: name and value, from index and length each; and the number of the name. */
    private int[] places = new int[PLACES * LEAST];
    private int[] numbers = new int[LEAST];
    private int count;

    BatchEditor(final RemotingEdits edits)
    {
        this.edits = edits;
        program = edits.properties;
        slots = new EditSlots(program.encoded.length);
    }

    /** Records the edits of a batch's body; refuses the patch if one entry cannot be edited. */
    void edit(final FrameView frame, final HeaderLayout layout, final int limit)
    {
        final int length = frame.length() - layout.headerEnd;
        if (frame.available() < frame.length())
        {
            layout.patch.refuse(Refusal.BODY_MISSING);
            return;
        }
        if (length > limit)
        {
            layout.patch.refuse(Refusal.BODY_TOO_LONG);
            return;
        }
        body.take(frame, layout.headerEnd);
        made.reset();
        final int edited = editEntries(layout);
        if (edited > body.from())
        {
            layout.replaceBody(edited - body.from(), made.array, 0, made.length);
        }
        body.detach();
        reader.detach();
    }

    /** Copies the entries up to the last one that changes, with their edits; returns the index behind that one. */
    private int editEntries(final HeaderLayout layout)
    {
        final byte[] array = body.array();
        int copied = body.from();
        for (int entry = body.from(); entry < body.to();)
        {
            final int properties = properties(array, entry, layout.headerEnd);
            if (properties < 0)
            {
                layout.patch.refuse(Refusal.BODY_MALFORMED);
                return body.from();
            }
            final int end = entry + Words.getInt(array, entry);
            if ((find(array, properties, end) || program.added.length > 0) && editProperties(array, properties, end))
            {
                // With the entries before it that have not changed.
                final int begun = made.length;
                made.put(array, copied, properties - copied);
                made.put(fresh.array, 0, fresh.length);
                putLengths(begun + entry - copied, layout);
                copied = end;
            }
            entry = end;
        }
        return copied;
    }

    /** The index of an entry's properties, after a check of its lengths; negative if they do not fit. */
    private int properties(final byte[] array, final int entry, final int headerEnd)
    {
        final int offset = headerEnd + entry - body.from();
        final int left = body.to() - entry;
        if (left < LEAST)
        {
            return Faults.at(fault, offset, Reason.RECORD_TOO_SHORT, left, LEAST);
        }
        final int size = Words.getInt(array, entry);
        if (size > left)
        {
            return Faults.at(fault, offset, Reason.RECORD_OVERRUNS_BODY, size, left);
        }
        final int length = Words.getInt(array, entry + FLAGS);
        if (length < 0)
        {
            return Faults.at(fault, offset + FLAGS, Reason.RECORD_LENGTH_NEGATIVE, length, 0);
        }
        if (length > left - LEAST)
        {
            return Faults.at(fault, offset + FLAGS, Reason.PART_OVERRUNS_BODY, length, left - LEAST);
        }
        final int properties = entry + LEAST + length;
        final int propertiesLength = Words.getShort(array, properties - Short.BYTES);
        if (propertiesLength < 0)
        {
            return Faults.at(fault, offset + LEAST + length - Short.BYTES, Reason.RECORD_LENGTH_NEGATIVE,
                propertiesLength, 0);
        }
        // The broker reads part after part, others go by the size.
        return size != LEAST + length + propertiesLength
            ? Faults.at(fault, offset, Reason.RECORD_SIZE_MISMATCH, size, LEAST + length + propertiesLength)
            : properties;
    }

    /** Finds the properties that the edits name; false if there are none. */
    private boolean find(final byte[] array, final int from, final int to)
    {
        slots.reset();
        count = 0;
        final int kind = Utf8.firstInvalid(array, from, to) < 0 ? Kinds.TEXT : Kinds.LOSSY_TEXT;
        reader.wrap(array, 0, from, to - from, kind);
        for (int number = reader.next(edits.propertyNames); number >= 0; number = reader.next(edits.propertyNames))
        {
            if (count == numbers.length)
            {
                numbers = Arrays.copyOf(numbers, 2 * count);
                places = Arrays.copyOf(places, 2 * places.length);
            }
            places[PLACES * count] = reader.nameOffset;
            places[PLACES * count + 1] = reader.nameLength;
            places[PLACES * count + 2] = reader.valueOffset;
            places[PLACES * count + 3] = reader.valueLength;
            numbers[count++] = number;
            slots.show(number);
        }
        slots.run(program);
        return count > 0;
    }

    /** Puts an entry's properties with their edits; false if none makes a difference. */
    private boolean editProperties(final byte[] array, final int from, final int to)
    {
        fresh.reset();
        int copied = from;
        for (int i = 0; i < count; i++)
        {
            final int name = places[PLACES * i];
            final int value = places[PLACES * i + 2];
            final int valueEnd = value + places[PLACES * i + 3];
            if (slots.isRemoved(numbers[i]))
            {
                fresh.put(array, copied, name - copied);
                copied = Math.min(valueEnd + 1, to);
                continue;
            }
            if (slots.isRenamed(numbers[i]))
            {
                fresh.put(array, copied, name - copied);
                fresh.put(slots.name(numbers[i]));
                copied = name + places[PLACES * i + 1];
            }
            final EditBytes replaced = slots.value(numbers[i]);
            if (replaced != null)
            {
                fresh.put(array, copied, value - copied);
                fresh.put(replaced);
                copied = valueEnd;
            }
        }
        fresh.put(array, copied, to - copied);
        for (final int number : program.added)
        {
            if (slots.isAdded(number))
            {
                addProperty(program.encoded[number], slots.added(number));
            }
        }
        return !Arrays.equals(array, from, to, fresh.array, 0, fresh.length);
    }

    private void addProperty(final byte[] name, final EditBytes value)
    {
        if (fresh.length > 0 && fresh.array[fresh.length - 1] != HeaderLayout.PROPERTY_END)
        {
            fresh.put(HeaderLayout.PROPERTY_END);
        }
        EditText.putProperty(fresh, name, value);
    }

    /** Corrects the two lengths of an entry that has been put. */
    private void putLengths(final int entry, final HeaderLayout layout)
    {
        if (fresh.length > Math.min(Short.MAX_VALUE, layout.limits.maxValueLength()))
        {
            layout.patch.refuse(Refusal.VALUE_TOO_LONG);
        }
        Words.putShort(made.array, made.length - fresh.length - Short.BYTES, fresh.length);
        Words.putInt(made.array, entry, made.length - entry);
    }
}
