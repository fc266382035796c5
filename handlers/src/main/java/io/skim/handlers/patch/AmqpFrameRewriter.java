package io.skim.handlers.patch;

import io.skim.bytes.FormatCodes;
import io.skim.encode.AmqpDescriptor;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.amqp.AmqpFrameReader;
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.amqp.Performative;
import io.skim.scan.spi.Frames;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Applies a list of {@link AmqpFrameEdits edits} to the performatives of AMQP 1.0 frames, without decoding them.
 *
 * <pre>
 * private static final AmqpFrameEdits EDITS = AmqpFrameEdits.builder()
 *     .set(Performative.OPEN, "hostname", AmqpEditValue.ofString("orders"))
 *     .reserveFrameSize(65_536, 512).build();
 *
 * if (reader.wrap(frame) &amp;&amp; rewriter.rewrite(reader)) { rewriter.patch().writeHeader(out); } // the rest by reference
 * </pre>
 *
 * Of a performative with edits it checks all fields, and what it enters: the properties, the source, the target. Bytes that no
 * edit names stay the same: forms, order, nulls, descriptors. A value keeps its width if the new one fits, and then the patch
 * {@link HeaderPatch#isInPlace() can be made in place}; otherwise the sizes and counts around it are corrected, and grow from one
 * octet to four if they must. Missing fields are added after nulls. The frame's size is corrected; a payload is never copied.
 * <p>
 * One thread at a time. Allocates nothing once its tables have grown to the frames' size.
 */
public final class AmqpFrameRewriter
{
    private static final int MAX_FRAME_SIZE = Performative.OPEN.fieldIndex("max-frame-size");
    private static final int IDLE_TIMEOUT = Performative.OPEN.fieldIndex("idle-time-out");
    private static final int SOURCE = Performative.ATTACH.fieldIndex("source");
    private static final int TARGET = Performative.ATTACH.fieldIndex("target");
    private static final byte[] SOURCE_SYMBOL = "amqp:source:list".getBytes(StandardCharsets.US_ASCII);
    private static final long COORDINATOR = 0x30;
    private static final byte[] COORDINATOR_SYMBOL = "amqp:coordinator:list".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TARGET_SYMBOL = "amqp:target:list".getBytes(StandardCharsets.US_ASCII);
    /** Cells of an entry of the properties that is edited: the number of its key, and where its parts begin and end. */
    private static final int CELLS = 4;

    private final AmqpFrameEdits edits;
    private final HeaderPatch patch = new HeaderPatch();
    private final AmqpLayout list;
    /** For a value in the list: a source or target, or the properties. */
    private final AmqpLayout nested;
    private final EditSlots[] slots = new EditSlots[Performative.values().length];
    private final int maxFrameLength;
    private final Cursor value = new Cursor();
    /** The properties of a frame that has none. */
    private final AmqpItems fresh = new AmqpItems();
    private final byte[] uint = {FormatCodes.UINT, 0, 0, 0, 0};
    private final byte[] ushort = {FormatCodes.USHORT, 0, 0};
    private @Nullable AmqpAddressMap addresses;
    private int[] entries = new int[CELLS];
    private int entryCount;

    /**
     * Makes a rewriter with the default limits.
     *
     * @param edits to make.
     */
    public AmqpFrameRewriter(final AmqpFrameEdits edits)
    {
        this(edits, Limits.DEFAULT);
    }

    /**
     * Makes a rewriter.
     *
     * @param edits  to make.
     * @param limits of the frames that are written.
     */
    public AmqpFrameRewriter(final AmqpFrameEdits edits, final Limits limits)
    {
        this.edits = edits;
        addresses = edits.addresses;
        list = new AmqpLayout(patch, limits);
        nested = new AmqpLayout(patch, limits);
        maxFrameLength = limits.maxFrameLength();
        for (int i = 0; i < slots.length; i++)
        {
            slots[i] = new EditSlots(edits.fields[i] == null ? 0 : edits.fields[i].properties.encoded.length);
        }
    }

    /**
     * Maps the addresses of attaches with another map, if the edits map addresses: for maps that belong to a connection.
     *
     * @param map from now on for every frame; null to leave addresses as they are.
     * @return this.
     */
    public AmqpFrameRewriter addresses(final @Nullable AmqpAddressMap map)
    {
        addresses = map;
        return this;
    }

    /**
     * Prepares the patch of a frame.
     *
     * @param frame that {@link AmqpFrameReader#wrap} has accepted; this method reads its fields from the first one. Its view must
     *     stay wrapped while the patch is used.
     * @return true if the patch is ready, also for a frame without an edit; if false, see the patch's refusal, and
     *     {@link AmqpFrameReader#fault()} if the frame is malformed. Do not change the frame then.
     */
    public boolean rewrite(final AmqpFrameReader frame)
    {
        patch.reset(frame.frame());
        final Performative performative = frame.performative();
        final AmqpFrameEdits.Fields fields = performative == null ? null : edits.fields[performative.ordinal()];
        if (performative == null || fields == null)
        {
            return patch.readyToLastEdit();
        }
        if (!Frames.load(frame.frame(), frame.payloadOffset()))
        {
            return patch.refuse(Refusal.HEADER_TOO_LONG);
        }
        frame.rewind();
        list.begin(frame.frame());
        nested.begin(frame.frame());
        try
        {
            return edit(frame, performative, fields);
        }
        finally
        {
            list.end();
            nested.end();
        }
    }

    private boolean edit(final AmqpFrameReader frame, final Performative performative,
        final AmqpFrameEdits.Fields fields)
    {
        list.beginSection();
        int event;
        while ((event = frame.nextField()) == AmqpReader.VALUE)
        {
            editField(frame, performative, fields);
        }
        if (event == AmqpReader.MALFORMED)
        {
            return patch.refuse(Refusal.MALFORMED);
        }
        append(performative, fields, frame.fieldCount());
        list.endSection(frame.performativeOffset(), frame.fieldsOffset(), frame.fieldsLength(), FormatCodes.LIST);
        final int delta = patch.edits.delta();
        if (delta > maxFrameLength - frame.size())
        {
            return patch.refuse(Refusal.FRAME_TOO_LONG);
        }
        if (delta != 0)
        {
            patch.edits.enclose(0, frame.size() + delta);
        }
        patch.edits.sort();
        return patch.readyToLastEdit();
    }

    private void editField(final AmqpFrameReader frame, final Performative performative,
        final AmqpFrameEdits.Fields fields)
    {
        final AmqpReader reader = frame.fields();
        final int field = frame.fieldIndex();
        final int from = reader.constructorOffset();
        final int to = reader.position();
        final boolean isNull = reader.kind() == Kind.NULL;
        if (fields.values[field] != null)
        {
            list.replace(from, to, fields.values[field]);
        }
        else if (fields.most[field] >= 0)
        {
            final byte[] lowered =
                lowered(performative, field, fields.most[field], isNull ? -1 : list.number(from));
            if (lowered != null)
            {
                list.replace(from, to, lowered);
            }
        }
        else if (fields.mapsAddresses && addresses != null && (field == SOURCE || field == TARGET) && !isNull)
        {
            mapAddress(frame, field, addresses);
        }
        else if (field == fields.propertiesField && !fields.properties.isEmpty())
        {
            editProperties(frame.frame(), reader, fields.properties, slots[performative.ordinal()]);
        }
    }

    /** A number that is not above its limit; null if it stays. The number is -1 where the field is null. */
    private byte @Nullable [] lowered(final Performative performative, final int field, final long most,
        final long number)
    {
        final boolean isOpen = performative == Performative.OPEN;
        final boolean isUnlimited = number < 0 || number == 0 && isOpen && field == IDLE_TIMEOUT;
        long lower = isUnlimited ? most : Math.min(most, number);
        if (isOpen && field == MAX_FRAME_SIZE)
        {
            if (number >= 0 && number < AmqpFrameEdits.LEAST_FRAME_SIZE)
            {
                return null;
            }
            lower = Math.max(AmqpFrameEdits.LEAST_FRAME_SIZE, lower - edits.frameSizeReserve);
        }
        if (lower == number)
        {
            return null;
        }
        final byte[] encoded = performative.allows(field, Kind.UINT16) ? ushort : uint;
        AmqpForms.put(encoded, lower);
        return encoded;
    }

    /** The fields behind those that the sender wrote. */
    private void append(final Performative performative, final AmqpFrameEdits.Fields fields, final int present)
    {
        for (int field = present; field < fields.values.length; field++)
        {
            if (fields.most[field] >= 0)
            {
                list.added.addField(lowered(performative, field, fields.most[field], -1));
            }
            else if (field == fields.propertiesField && addsProperties(fields.properties, slots[performative
                .ordinal()]))
            {
                list.added.addMap(fresh);
            }
            else
            {
                list.added.addField(fields.values[field]);
            }
        }
    }

    private void mapAddress(final AmqpFrameReader frame, final int field, final AmqpAddressMap map)
    {
        final AmqpReader reader = frame.fields();
        final boolean isDescribed = reader.kind() == Kind.DESCRIBED && reader.enter() >= 0
            && reader.next() == AmqpReader.VALUE;
        if (isDescribed && field == TARGET && isDescriptor(frame.frame(), reader, COORDINATOR, COORDINATOR_SYMBOL))
        {
            return;
        }
        if (!isDescribed || !isDescriptor(frame.frame(), reader, field == SOURCE ? AmqpDescriptor.SOURCE
            : AmqpDescriptor.TARGET, field == SOURCE ? SOURCE_SYMBOL : TARGET_SYMBOL)
            || reader.next() != AmqpReader.VALUE
            || reader.kind() != Kind.LIST)
        {
            // Whoever compares no more than the number of a descriptor finds an address in it.
            patch.refuse(Refusal.INVALID_ADDRESS);
            return;
        }
        final int start = reader.constructorOffset();
        final int offset = reader.offset();
        final int length = reader.length();
        nested.beginSection();
        if (reader.enter() >= 0 && reader.next() == AmqpReader.VALUE)
        {
            if (reader.kind() == Kind.TEXT)
            {
                nested.mapText(reader.constructorOffset(), reader.position(), reader.length(), map);
            }
            else if (reader.kind() != Kind.NULL)
            {
                patch.refuse(Refusal.INVALID_ADDRESS);
            }
            passOver(reader);
        }
        nested.endSection(start, offset, length, FormatCodes.LIST);
    }

    /** The rest of the fields must end with their list. */
    private static void passOver(final AmqpReader reader)
    {
        int event = reader.next();
        while (event == AmqpReader.VALUE)
        {
            event = reader.next();
        }
    }

    private boolean isDescriptor(final FrameView frame, final AmqpReader reader, final long code, final byte[] symbol)
    {
        reader.value(value);
        final int from = Frames.arrayOffset(frame) + reader.offset();
        return reader.kind() == Kind.UINT64 && value.getLong(0) == code || reader.kind() == Kind.SYMBOL && Arrays
            .equals(Frames.array(frame), from, from + reader.length(), symbol, 0, symbol.length);
    }

    private void editProperties(final FrameView frame, final AmqpReader reader, final EditProgram program,
        final EditSlots fates)
    {
        final int from = reader.constructorOffset();
        final int to = reader.position();
        final int offset = reader.offset();
        final int length = reader.length();
        if (reader.kind() == Kind.NULL)
        {
            if (addsProperties(program, fates))
            {
                fresh.putTo(patch.edits.begin(from, to - from), FormatCodes.MAP);
                patch.edits.end();
            }
            return;
        }
        fates.reset();
        entryCount = 0;
        if (reader.enter() < 0)
        {
            return;
        }
        while (reader.next() == AmqpReader.VALUE)
        {
            readEntry(frame, reader, program.encoded, fates);
        }
        fates.run(program);
        nested.beginSection();
        for (int i = 0; i < CELLS * entryCount; i += CELLS)
        {
            nested.editEntry(fates, entries[i], entries[i + 1], entries[i + 2], entries[i + 3]);
        }
        nested.added.addEntries(program, fates);
        nested.endSection(from, offset, length, FormatCodes.MAP);
    }

    /** Reads one entry, whose key the reader is on. */
    private void readEntry(final FrameView frame, final AmqpReader reader, final byte[][] keys, final EditSlots fates)
    {
        final int from = reader.constructorOffset();
        final int key = reader.kind() == Kind.SYMBOL ? number(Frames.array(frame), Frames.arrayOffset(frame) + reader
            .offset(), reader.length(), keys) : -1;
        if (reader.next() != AmqpReader.VALUE || key < 0)
        {
            return;
        }
        fates.show(key);
        if (CELLS * (entryCount + 1) > entries.length)
        {
            entries = Arrays.copyOf(entries, 2 * entries.length);
        }
        entries[CELLS * entryCount] = key;
        entries[CELLS * entryCount + 1] = from;
        entries[CELLS * entryCount + 2] = reader.constructorOffset();
        entries[CELLS * entryCount + 3] = reader.position();
        entryCount++;
    }

    private static int number(final byte[] array, final int from, final int length, final byte[][] keys)
    {
        for (int i = 0; i < keys.length; i++)
        {
            final int prefix = AmqpForms.isLong(keys[i][0] & 0xFF) ? 1 + Integer.BYTES : 2;
            if (Arrays.equals(array, from, from + length, keys[i], prefix, keys[i].length))
            {
                return i;
            }
        }
        return -1;
    }

    /** Puts together the properties of a frame that has none; false if nothing is added. */
    private boolean addsProperties(final EditProgram program, final EditSlots fates)
    {
        fates.reset();
        fates.run(program);
        fresh.reset();
        fresh.addEntries(program, fates);
        return fresh.count > 0;
    }

    /**
     * The patch of the last frame.
     *
     * @return always the same object, reused for each frame. Its header ends with the last octet that changes.
     */
    public HeaderPatch patch()
    {
        return patch;
    }

    /** {@return what is edited, without values and without the last frame} Allocates. */
    @Override
    public String toString()
    {
        return "AmqpFrameRewriter[" + edits + "]";
    }
}
