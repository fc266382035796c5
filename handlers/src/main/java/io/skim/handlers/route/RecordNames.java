package io.skim.handlers.route;

import io.skim.bytes.Utf8;
import io.skim.bytes.Words;
import io.skim.handlers.patch.Refusal;
import io.skim.handlers.patch.RemotingPatcher;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.records.RecordField;
import io.skim.scan.records.RecordInterest;
import io.skim.scan.records.RecordScanner;
import io.skim.scan.spi.BodyBytes;
import io.skim.scan.spi.Faults;
import java.util.Arrays;
import java.util.Objects;
import java.util.zip.CRC32;

/**
 * Maps the names in stored records and in the entries of batches: the topic, and the properties of {@link NamedProperty}. All other
 * bytes stay, but for the lengths around a name.
 *
 * <pre>
 * record: size(4) magic(4) CRC(4) ... sysFlag(4) ... length(4) body length(1, 2) topic length(2) properties
 * entry:  size(4) magic(4) CRC(4) flag(4) length(4) body length(2) properties
 * </pre>
 *
 * A topic of more than 127 bytes makes a record of version 1 one of version 2, as the broker writes it. The reference goes from
 * part to part and other readers from size to size: a record is refused unless its size is the sum of its parts. Otherwise it is
 * read as the reference reads it, ill-formed text too. Message bodies are not read, except for an inner batch where the client
 * expands it.
 * <p>
 * One thread at a time. Allocates nothing after its tables have grown, unless the map does.
 *
 * @see "MessageDecoder.decode, decodesBatch and decodeMessage, MessageExtEncoder, release 5.5.1"
 */
final class RecordNames implements DataHandler
{
    private static final int KEPT_LENGTH = 262_144;
    private static final int MAGIC_1 = 0xDAA3_20A7;
    private static final int MAGIC_2 = 0xDAA3_20AB;
    private static final int MAGIC_AT = 4;
    private static final int CRC_AT = 8;
    private static final int SYS_FLAG_AT = 36;
    private static final int LEAST_RECORD = 91;
    private static final int ENTRY_LENGTH_AT = 16;
    private static final int LEAST_ENTRY = 22;
    private static final int COMPRESSED = 1;
    private static final int INNER_BATCH = 0xC0;
    private static final int POSITIVE = 0x7FFF_FFFF;
    private static final byte NAME_END = 1;
    private static final byte PROPERTY_END = 2;
    private static final int FIRST_COUNT = 16;

    /** The properties have the ordinals of {@link NamedProperty}. */
    private static final int TOPIC = NamedProperty.ALL.size();
    private static final RecordInterest RECORD = properties().field(RecordField.TOPIC, TOPIC).build();
    private static final RecordInterest ENTRY = properties().build();

    private final MappedName names;
    private final RemotingPatcher patcher;
    private final Fault fault;
    private final int maxValueLength;
    private final RecordScanner scanner;
    private final FrameView view;
    private final CRC32 crc = new CRC32();
    private final NameSink topic = new NameSink();
    private final NameSink properties = new NameSink();
    private final NameSink innerProperties = new NameSink();
    /** The list of an inner batch with its changes. */
    private NameSink inner = new NameSink();

    @SuppressWarnings("NullAway.Init") // begin sets it
    private byte[] array;
    private int base;
    /** Of an index in the array to the offset in the frame. */
    private int shift;
    private int topicOffset;
    private int topicLength;
    /** The properties found: which, and where their values stand in the array. */
    private int count;
    private int[] found = new int[FIRST_COUNT];
    private long[] places = new long[FIRST_COUNT];

    RecordNames(final MappedName names, final RemotingPatcher patcher, final Fault fault, final Limits limits)
    {
        this.names = names;
        this.patcher = patcher;
        this.fault = fault;
        maxValueLength = Math.min(Short.MAX_VALUE, limits.maxValueLength());
        scanner = new RecordScanner(limits, Strictness.LENIENT);
        view = new FrameView(limits);
    }

    private static RecordInterest.Builder properties()
    {
        final RecordInterest.Builder wanted = RecordScanner.interest();
        for (int i = 0; i < NamedProperty.ALL.size(); i++)
        {
            wanted.property(NamedProperty.ALL.get(i).name(), i);
        }
        return wanted;
    }

    /**
     * Copies the records of a body up to the last one that changes, with their names mapped.
     *
     * @param body      that holds them.
     * @param expanding whether the client expands inner batches.
     * @param offset    of the body in the frame.
     * @param made      for the copy.
     * @return the index behind the last record that changes; negative if the body is refused.
     */
    int mapRecords(final BodyBytes body, final boolean expanding, final int offset, final NameSink made)
    {
        begin(body, offset);
        int copied = base;
        int at = base;
        while (at < body.to() && copied >= 0)
        {
            final int size = size(at, body.to(), LEAST_RECORD);
            copied = size < 0 ? -1 : mapRecord(at, size, copied, expanding, made);
            at += size;
        }
        end();
        return copied;
    }

    /**
     * Copies the entries of a batch up to the last one that changes, with their names mapped.
     *
     * @param body   that holds them.
     * @param offset of the body in the frame.
     * @param made   for the copy.
     * @return the index behind the last entry that changes; negative if the body is refused.
     */
    int mapBatch(final BodyBytes body, final int offset, final NameSink made)
    {
        begin(body, offset);
        final int copied = mapEntries(base, body.to(), made);
        end();
        return copied;
    }

    private void begin(final BodyBytes body, final int offset)
    {
        Faults.reset(fault);
        array = body.array();
        base = body.from();
        shift = offset - base;
        view.wrap(array, base, body.to() - base);
        if (inner.array.length > KEPT_LENGTH)
        {
            inner = new NameSink();
        }
    }

    @SuppressWarnings("NullAway") // no reads until begin
    private void end()
    {
        view.reset();
        array = null;
    }

    private int refuse(final Refusal reason)
    {
        patcher.refuse(reason);
        return -1;
    }

    private int malformed(final int at, final Reason reason, final long claimed, final long available)
    {
        Faults.at(fault, at + shift, reason, claimed, available);
        return refuse(Refusal.BODY_MALFORMED);
    }

    /** The stated size of the record or entry at an index. */
    private int size(final int at, final int to, final int least)
    {
        final int left = to - at;
        if (left < Integer.BYTES)
        {
            return malformed(to, Reason.TRUNCATED, Integer.BYTES, left);
        }
        final int size = Words.getInt(array, at);
        if (size < least)
        {
            return malformed(at, Reason.RECORD_TOO_SHORT, size, least);
        }
        return size > left ? malformed(at, Reason.RECORD_OVERRUNS_BODY, size, left) : size;
    }

    /** Finds the names of a record or entry; false if it is refused. */
    private boolean find(final Outcome outcome, final int at, final int size)
    {
        if (outcome != Outcome.COMPLETE)
        {
            final Fault met = scanner.fault();
            malformed((int)met.offset() + base, Objects.requireNonNull(met.reason()), met.claimed(), met.available());
            return false;
        }
        if (scanner.recordLength() != size)
        {
            malformed(at, Reason.RECORD_SIZE_MISMATCH, size, scanner.recordLength());
            return false;
        }
        return true;
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        final int from = base + value.offset();
        if (id == TOPIC)
        {
            topicOffset = from;
            topicLength = value.length();
            return Action.CONTINUE;
        }
        if (count == found.length)
        {
            found = Arrays.copyOf(found, 2 * count);
            places = Arrays.copyOf(places, 2 * count);
        }
        found[count] = id;
        places[count++] = BodyPlaces.place(from, from + value.length());
        return Action.CONTINUE;
    }

    /** Maps a record; the index behind the last one that changes, {@code copied} if this one does not. */
    private int mapRecord(final int at, final int size, final int copied, final boolean expanding, final NameSink made)
    {
        count = 0;
        if (!find(scanner.scan(view, at - base, size, RECORD, this), at, size))
        {
            return -1;
        }
        final int width = Words.getInt(array, at + MAGIC_AT) == MAGIC_1 ? Byte.BYTES : Short.BYTES;
        final int bodyEnd = topicOffset - width;
        final int propertiesAt = topicOffset + topicLength + Short.BYTES;
        final boolean newTopic = mapTopic();
        final boolean newProperties = mapProperties(propertiesAt, at + size, properties);
        final int sysFlag = Words.getInt(array, at + SYS_FLAG_AT);
        final int innerAt = expanding && (sysFlag & INNER_BATCH) == INNER_BATCH ? bodyOf(at, bodyEnd, sysFlag)
            : bodyEnd;
        inner.reset();
        final int innerEnd = innerAt < 0 ? -1 : mapEntries(innerAt, bodyEnd, inner);
        if (patcher.patch().refusal() != null)
        {
            return -1;
        }
        if (!newTopic && !newProperties && innerEnd == innerAt)
        {
            return copied;
        }
        made.put(array, copied, at - copied);
        final int begun = made.length;
        putBody(at, innerAt, innerEnd, bodyEnd, made);
        putTopic(begun, width, newTopic, made);
        putProperties(propertiesAt, at + size, newProperties, made);
        Words.putInt(made.array, begun, made.length - begun);
        return at + size;
    }

    /** Where the list of an inner batch begins; negative if it is refused. */
    private int bodyOf(final int at, final int bodyEnd, final int sysFlag)
    {
        if ((sysFlag & COMPRESSED) != 0)
        {
            return malformed(at + SYS_FLAG_AT, Reason.INNER_BATCH_COMPRESSED, sysFlag, COMPRESSED);
        }
        final int hosts = ((sysFlag & 0x10) == 0 ? 0 : 12) + ((sysFlag & 0x20) == 0 ? 0 : 12);
        return Math.min(bodyEnd, at + 88 + hosts);
    }

    /** Maps the topic into {@link #topic}; false if it stays. */
    private boolean mapTopic()
    {
        if (!names.map(ResourceKind.TOPIC, array, topicOffset, topicOffset + topicLength)
            || isSame(topicOffset, topicOffset + topicLength))
        {
            return false;
        }
        topic.reset();
        topic.put(names.result.array, 0, names.result.length);
        checkText(topic.array, topic.length);
        checkLength(topic.length);
        return true;
    }

    private boolean isSame(final int from, final int to)
    {
        return Arrays.equals(names.result.array, 0, names.result.length, array, from, to);
    }

    private void checkText(final byte[] utf8, final int length)
    {
        if (Utf8.firstInvalid(utf8, 0, length) >= 0)
        {
            refuse(Refusal.INVALID_TEXT);
        }
    }

    private void checkLength(final int length)
    {
        if (length > maxValueLength)
        {
            refuse(Refusal.VALUE_TOO_LONG);
        }
    }

    /** Copies properties with their names mapped; false if they stay. */
    private boolean mapProperties(final int from, final int to, final NameSink sink)
    {
        sink.reset();
        int copied = from;
        for (int i = 0; i < count; i++)
        {
            final int value = BodyPlaces.from(places[i]);
            final int end = BodyPlaces.to(places[i]);
            if (names.map(NamedProperty.ALL.get(found[i]).kind, array, value, end) && !isSame(value, end))
            {
                checkProperty(names.result);
                sink.put(array, copied, value - copied).put(names.result.array, 0, names.result.length);
                copied = end;
            }
        }
        if (copied == from)
        {
            return false;
        }
        sink.put(array, copied, to - copied);
        checkLength(sink.length);
        return true;
    }

    /** A value that is empty is dropped by the readers, and a separator begins another property. */
    private void checkProperty(final NameSink fresh)
    {
        checkText(fresh.array, fresh.length);
        boolean good = fresh.length > 0;
        for (int i = 0; i < fresh.length; i++)
        {
            good &= fresh.array[i] != NAME_END && fresh.array[i] != PROPERTY_END;
        }
        if (!good)
        {
            refuse(Refusal.INVALID_PROPERTY);
        }
    }

    /** Copies a record up to the end of its body. */
    private void putBody(final int at, final int innerAt, final int innerEnd, final int bodyEnd, final NameSink made)
    {
        final int begun = made.length;
        made.put(array, at, innerAt - at);
        if (innerEnd == innerAt)
        {
            made.put(array, innerAt, bodyEnd - innerAt);
            return;
        }
        final int body = made.length;
        made.put(inner.array, 0, inner.length).put(array, innerEnd, bodyEnd - innerEnd);
        Words.putInt(made.array, body - Integer.BYTES, made.length - body);
        // A wrong CRC stays, lest it becomes right.
        if (crc(array, innerAt, bodyEnd - innerAt) == Words.getInt(array, at + CRC_AT))
        {
            Words.putInt(made.array, begun + CRC_AT, crc(made.array, body, made.length - body));
        }
    }

    private int crc(final byte[] bytes, final int from, final int length)
    {
        crc.reset();
        crc.update(bytes, from, length);
        return (int)crc.getValue() & POSITIVE;
    }

    private void putTopic(final int record, final int width, final boolean changes, final NameSink made)
    {
        if (!changes)
        {
            made.put(array, topicOffset - width, width + topicLength);
            return;
        }
        final boolean wide = width == Short.BYTES || topic.length > Byte.MAX_VALUE;
        if (wide)
        {
            Words.putInt(made.array, record + MAGIC_AT, MAGIC_2);
            made.putByte(topic.length >>> Byte.SIZE);
        }
        made.putByte(topic.length);
        made.put(topic.array, 0, topic.length);
    }

    private void putProperties(final int from, final int to, final boolean changes, final NameSink made)
    {
        if (!changes)
        {
            made.put(array, from - Short.BYTES, to - from + Short.BYTES);
            return;
        }
        made.putByte(properties.length >>> Byte.SIZE);
        made.putByte(properties.length);
        made.put(properties.array, 0, properties.length);
    }

    /** Copies entries up to the last one that changes; the index behind that one, negative if one is refused. */
    private int mapEntries(final int from, final int to, final NameSink made)
    {
        int copied = from;
        int at = from;
        while (at < to)
        {
            final int size = size(at, to, LEAST_ENTRY);
            count = 0;
            if (size < 0 || !find(scanner.wrapBatch(view, at - base, size).next(ENTRY, this), at, size))
            {
                return -1;
            }
            final int propertiesAt = at + LEAST_ENTRY + Words.getInt(array, at + ENTRY_LENGTH_AT);
            if (mapProperties(propertiesAt, at + size, innerProperties))
            {
                final int begun = made.length + at - copied;
                made.put(array, copied, propertiesAt - copied).put(innerProperties.array, 0, innerProperties.length);
                Words.putShort(made.array, made.length - innerProperties.length - Short.BYTES, innerProperties.length);
                Words.putInt(made.array, begun, made.length - begun);
                copied = at + size;
            }
            at += size;
        }
        return patcher.patch().refusal() == null ? copied : -1;
    }
}
