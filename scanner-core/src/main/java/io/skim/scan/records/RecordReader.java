package io.skim.scan.records;

import io.skim.bytes.Kinds;
import io.skim.bytes.Words;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.spi.Faults;
import io.skim.scan.spi.Frames;
import java.util.Arrays;

/**
 * Moves from record to record in a body, and from entry to entry in an inner batch.
 * <p>
 * After a refused record the reader continues at the end by the total size if the sum of the parts is the total size, or if a
 * record or the end of the body follows there. It continues at the end of the parts if that is followed, and the end by the
 * total size is not. If both are followed, two readers would continue at different offsets, and the rest is lost. It is also
 * lost if neither is.
 */
final class RecordReader
{
    /** Bytes for values that the frame does not contain. */
    static final int COMPUTED = 64;

    private static final int INNER_BATCH = 0xC0;
    private static final int COMPRESSED = 1;
    private static final int NONE = RecordParts.NONE;
    private static final int PLACES = 16;
    private static final int IPV6 = 16;
    private static final int MAPPED = 12;

    /** Offset and length of the fixed fields of a record with two hosts of IPv4, by ordinal. */
    private static final int[] OFFSETS = {0, 4, 8, 12, 16, 20, 28, 36, 40, 48, 52, 56, 64, 68, 72, 76};
    private static final int[] LENGTHS = {4, 4, 4, 4, 4, 8, 8, 4, 8, 4, 4, 8, 4, 4, 4, 8};
    private static final int[] KINDS = {Kinds.INT32, Kinds.INT32, Kinds.INT32, Kinds.INT32, Kinds.INT32, Kinds.INT64,
        Kinds.INT64, Kinds.INT32, Kinds.TIMESTAMP, Kinds.BINARY, Kinds.INT32, Kinds.TIMESTAMP, Kinds.BINARY,
        Kinds.INT32, Kinds.INT32, Kinds.INT64};
    private static final int FLAG = RecordField.FLAG.ordinal();
    private static final int QUEUE_OFFSET = RecordField.QUEUE_OFFSET.ordinal();
    private static final int COMMIT_LOG_OFFSET = RecordField.COMMIT_LOG_OFFSET.ordinal();
    private static final int BORN_ADDRESS = RecordField.BORN_ADDRESS.ordinal();
    private static final int STORE_ADDRESS = RecordField.STORE_ADDRESS.ordinal();
    private static final int MESSAGE_ID = RecordField.OFFSET_MESSAGE_ID.ordinal();
    private static final int TOPIC = RecordField.TOPIC.ordinal();
    /** Fields that the client does not set in messages of an inner batch. */
    private static final int NOT_INNER = 1 << RecordField.STORE_SIZE.ordinal() | 1 << RecordField.MAGIC.ordinal() | 1
        << RecordField.BODY_CRC.ordinal() | 1 << RecordField.RECONSUME_TIMES.ordinal() | 1
            << RecordField.PREPARED_TRANSACTION_OFFSET.ordinal()
        | 1 << MESSAGE_ID;
    private static final int NOT_BATCH = ~(1 << FLAG);
    private static final byte[] HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'};

    /** Values that the frame does not contain. Their offsets count from the end of the array, so they are negative. */
    final byte[] computed = new byte[COMPUTED];

    /** Set by {@link #field}. */
    int valueOffset;
    int valueLength;
    int valueKind;
    /** Whether the value is in {@link #computed} and not in the frame. */
    boolean isComputed;

    /** The record itself; of a batch the entry. */
    final RecordParts record;
    /** The owner of flag, properties and body: the record, or an entry of its inner batch. */
    RecordParts message;
    int recordOffset;
    int recordLength;
    int innerIndex = NONE;
    int lost;

    private final RecordParts entry;
    private final Fault fault;
    private final int maxLength;
    private final boolean lenient;
    @SuppressWarnings("NullAway.Init") // wrap sets it
    private FrameView frame;
    private boolean batch;
    private int start;
    private int position;
    private int end;
    /** Offset behind the bytes that have arrived. */
    private int limit;
    private int innerPosition;
    private int innerEnd;
    private int missing;

    RecordReader(final Fault fault, final Limits limits, final Strictness strictness)
    {
        this.fault = fault;
        maxLength = limits.maxFrameLength();
        lenient = strictness.isLenient();
        record = new RecordParts(fault, limits, strictness);
        entry = new RecordParts(fault, limits, strictness);
        message = record;
    }

    void wrap(final FrameView view, final int offset, final int length, final boolean isBatch)
    {
        frame = view;
        record.frame = view;
        entry.frame = view;
        batch = isBatch;
        start = offset;
        position = offset;
        end = offset + length;
        limit = Math.min(end, Math.max(offset, view.available()));
        innerPosition = 0;
        innerEnd = 0;
        innerIndex = NONE;
        recordOffset = offset;
        recordLength = 0;
        lost = 0;
    }

    boolean hasNext()
    {
        return innerPosition < innerEnd || position < end;
    }

    /** Moves to the next message; 0, or {@code -1} with the fault set and the position behind the bytes that are skipped. */
    int next(final boolean withCrc)
    {
        if (innerPosition < innerEnd)
        {
            return nextInner();
        }
        innerIndex = NONE;
        recordOffset = position;
        if (checkAvailable(position) < 0)
        {
            lose();
            return -1;
        }
        int result = batch ? record.entry(position, limit) : record.record(position, limit, withCrc);
        final boolean inner = result == 0 && !batch && (record.sysFlag & INNER_BATCH) == INNER_BATCH;
        result = inner ? checkInner() : result;
        if (result < 0)
        {
            pass();
            return -1;
        }
        position = record.end;
        recordLength = position - recordOffset;
        message = record;
        missing = batch ? NOT_BATCH : 0;
        if (!inner)
        {
            return 0;
        }
        innerPosition = record.bodyOffset;
        innerEnd = record.bodyOffset + record.bodyLength;
        return nextInner();
    }

    /**
     * Reads the one record that the bytes are to be, without expanding an inner batch; 0, or {@code -1} with the fault set.
     * Position afterwards: the end.
     */
    int only(final boolean withCrc)
    {
        position = end;
        recordLength = end - start;
        message = record;
        missing = 0;
        if (checkAvailable(start) < 0 || record.record(start, limit, withCrc) < 0)
        {
            return -1;
        }
        final int length = record.end - start;
        return record.end == end ? 0 : Faults.at(fault, record.end, Reason.FRAME_LENGTH_MISMATCH, length, recordLength);
    }

    private int checkAvailable(final int at)
    {
        final int left = limit - at;
        if (end > maxLength)
        {
            return Faults.at(fault, start, Reason.FRAME_TOO_LONG, end, maxLength);
        }
        if (limit == end)
        {
            return 0;
        }
        final int needed = left < Integer.BYTES ? Integer.BYTES : record.getInt(at);
        return needed > left ? Faults.at(fault, limit, Reason.TRUNCATED, needed, left) : 0;
    }

    /** Checks all entries of an inner batch: the client expands all of them or none. */
    private int checkInner()
    {
        if ((record.sysFlag & COMPRESSED) != 0)
        {
            return Faults.at(fault, recordOffset + OFFSETS[RecordField.SYS_FLAG.ordinal()],
                Reason.INNER_BATCH_COMPRESSED,
                record.sysFlag, COMPRESSED);
        }
        if (record.bodyLength == 0)
        {
            return Faults.at(fault, record.bodyOffset, Reason.RECORD_TOO_SHORT, 0, RecordParts.LEAST_ENTRY);
        }
        final int behind = record.bodyOffset + record.bodyLength;
        int at = record.bodyOffset;
        while (at < behind)
        {
            if (entry.entry(at, behind) < 0)
            {
                return -1;
            }
            at = entry.end;
        }
        return 0;
    }

    /** Moves to the next entry, which {@link #checkInner} has checked. */
    private int nextInner()
    {
        entry.entry(innerPosition, innerEnd);
        innerPosition = entry.end;
        innerIndex++;
        message = entry;
        missing = NOT_INNER;
        return 0;
    }

    /** Moves behind a refused record, or gives up the rest. */
    private void pass()
    {
        final int left = limit - recordOffset;
        final int size = left < Integer.BYTES ? NONE : record.getInt(recordOffset);
        final int least = batch ? RecordParts.LEAST_ENTRY : RecordParts.LEAST_RECORD;
        final int bySize = size >= least && size <= left ? recordOffset + size : NONE;
        final int byParts = record.end;
        // Lenient has read the parts, whatever the total size is. Going back would read the same bytes once for each record.
        final boolean back = lenient && byParts != NONE && bySize < byParts;
        final boolean sizeHolds = bySize != NONE && !back && (bySize == byParts || isFollowed(bySize));
        final boolean partsHold = byParts != NONE && byParts != bySize && isFollowed(byParts);
        if (sizeHolds == partsHold)
        {
            lose();
            return;
        }
        position = sizeHolds ? bySize : byParts;
        recordLength = position - recordOffset;
    }

    private boolean isFollowed(final int at)
    {
        return at == end || (batch ? record.isEntryAt(at, limit) : record.isRecordAt(at, limit));
    }

    private void lose()
    {
        recordLength = end - recordOffset;
        lost = recordLength;
        position = end;
    }

    /** Points the value at a field in front of the properties, by its ordinal. */
    void field(final int field)
    {
        isComputed = false;
        if ((missing >>> field & 1) != 0)
        {
            point(message.offset, 0, Kinds.NULL);
        }
        else if (field < PLACES)
        {
            fixedField(field);
        }
        else if (field == TOPIC)
        {
            point(record.topicOffset, record.topicLength, record.topicKind);
            record.loadTopic();
        }
        else
        {
            computeMessageId();
        }
    }

    private void point(final int offset, final int length, final int kind)
    {
        valueOffset = offset;
        valueLength = length;
        valueKind = kind;
    }

    private void fixedField(final int field)
    {
        final boolean ofEntry = field == FLAG && (batch || innerIndex != NONE);
        final int at = ofEntry ? message.offset + RecordParts.ENTRY_FLAG : recordOffset + place(field);
        final int length = field == BORN_ADDRESS ? record.bornWidth : field == STORE_ADDRESS ? record.storeWidth
            : LENGTHS[field];
        point(at, length, KINDS[field]);
        Frames.loadWindow(frame, at, at + length);
        if (field == QUEUE_OFFSET && innerIndex != NONE)
        {
            final long queueOffset = Words.getLong(Frames.array(frame), Frames.arrayOffset(frame) + at) + innerIndex;
            for (int i = 0; i < Long.BYTES; i++)
            {
                computed[i] = (byte)(queueOffset >>> Long.SIZE - Byte.SIZE * (i + 1));
            }
            point(-COMPUTED, Long.BYTES, Kinds.INT64);
            isComputed = true;
        }
    }

    /** The offset of a fixed field in its record. */
    private int place(final int field)
    {
        return OFFSETS[field] + (field > BORN_ADDRESS ? record.bornWidth - LENGTHS[BORN_ADDRESS] : 0) + (field
            > STORE_ADDRESS ? record.storeWidth - LENGTHS[STORE_ADDRESS] : 0);
    }

    private void computeMessageId()
    {
        final int length = 2 * (record.storeWidth + Integer.BYTES + Long.BYTES);
        final int from = COMPUTED - length;
        final int address = recordOffset + place(STORE_ADDRESS);
        Frames.loadWindow(frame, address, address + record.storeWidth + Integer.BYTES);
        // Java reads an IPv4 address in IPv6 form as its last four bytes. The reference's id is then shorter, and filled
        // with zeros.
        final int mapped =
            record.storeWidth == IPV6 && isMapped(Frames.array(frame), Frames.arrayOffset(frame) + address) ? MAPPED
                : 0;
        int to = appendHex(address + mapped, record.storeWidth + Integer.BYTES - mapped, from);
        to = appendHex(recordOffset + OFFSETS[COMMIT_LOG_OFFSET], Long.BYTES, to);
        Arrays.fill(computed, to, COMPUTED, HEX[0]);
        point(-length, length, Kinds.TEXT);
        isComputed = true;
    }

    /** Whether sixteen bytes are those of an IPv4 address: ten zeros, two of 0xFF, and its four. */
    private static boolean isMapped(final byte[] array, final int index)
    {
        return Words.getLong(array, index) == 0 && Words.getInt(array, index + Long.BYTES) == 0xFFFF;
    }

    private int appendHex(final int at, final int bytes, final int to)
    {
        Frames.loadWindow(frame, at, at + bytes);
        final int base = Frames.arrayOffset(frame) + at;
        for (int i = 0; i < bytes; i++)
        {
            final byte value = Frames.array(frame)[base + i];
            computed[to + 2 * i] = HEX[value >> 4 & 0xF];
            computed[to + 2 * i + 1] = HEX[value & 0xF];
        }
        return to + 2 * bytes;
    }
}
