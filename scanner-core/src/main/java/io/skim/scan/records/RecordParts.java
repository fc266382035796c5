package io.skim.scan.records;

import io.skim.bytes.Kinds;
import io.skim.bytes.Utf8;
import io.skim.bytes.Words;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.spi.Faults;
import io.skim.scan.spi.Frames;
import java.util.zip.CRC32;

/**
 * The extents of the parts of one stored record or batch entry. All parts are checked before any is shown.
 *
 * <pre>
 * record: size(4) magic(4) CRC(4) queue(4) flag(4) queue offset(8) commit log offset(8) sysFlag(4) born(8) host(8, 20)
 *         stored(8) host(8, 20) reconsumed(4) prepared(8) length(4) body length(1, 2) topic length(2) properties
 * entry:  size(4) magic(4) CRC(4) flag(4) length(4) body length(2) properties
 * </pre>
 *
 * The parts may reach the end of the body, not only the end of the record, as in the reference: so {@link #end} is the offset
 * where the reference continues. Strict then requires that their sum is the record's total size.
 *
 * @see "MessageDecoder.decode and decodeMessage, release 5.5.1"
 */
final class RecordParts
{
    static final int MAGIC_1 = 0xDAA3_20A7;
    static final int MAGIC_2 = 0xDAA3_20AB;
    /** A record of version 1 with two hosts of IPv4 and nothing of variable length. */
    static final int LEAST_RECORD = 91;
    /** An entry with nothing of variable length. */
    static final int LEAST_ENTRY = 22;
    static final int NONE = -1;

    static final int MAGIC = 4;
    static final int ENTRY_FLAG = 12;

    private static final int BODY_CRC = 8;
    private static final int SYS_FLAG = 36;
    private static final int HOSTS = 60;
    private static final int BORN_HOST = 48;
    private static final int ENTRY_LENGTH = 16;
    private static final int BORN_IPV6 = 0x10;
    private static final int STORE_IPV6 = 0x20;
    private static final int IPV4 = 4;
    private static final int IPV6 = 16;
    private static final int GREATEST_PORT = 0xFFFF;
    private static final int POSITIVE = 0x7FFF_FFFF;
    /** Names are loaded together with the bytes before them. */
    private static final int BEFORE = 8;
    private static final int PIECE = 4_096;
    /** Up to so many bytes a record is copied at once, its body with it, if it has to be copied at all. */
    private static final int SHORT = 2_048;

    @SuppressWarnings("NullAway.Init") // wrap sets it
    FrameView frame;
    int offset;
    int sysFlag;
    /** Bytes of the sender's address. */
    int bornWidth;
    /** Bytes of the broker's address. */
    int storeWidth;
    int bodyOffset;
    int bodyLength;
    int topicOffset;
    int topicLength;
    int topicKind;
    int propertiesOffset;
    int propertiesLength;
    int propertiesKind;
    /** Offset behind the last part, or {@link #NONE} if it is not known. */
    int end;

    /** The total size that the record states. */
    private int stated;

    private final Fault fault;
    private final boolean lenient;
    private final int maxValueLength;
    private final CRC32 crc = new CRC32();
    private final byte[] piece = new byte[PIECE];

    RecordParts(final Fault fault, final Limits limits, final Strictness strictness)
    {
        this.fault = fault;
        lenient = strictness.isLenient();
        maxValueLength = limits.maxValueLength();
    }

    /** Reads a record whose body must end before {@code limit}; 0, or {@code -1} with the fault set. */
    int record(final int at, final int limit, final boolean withCrc)
    {
        begin(at);
        final int left = limit - at;
        final int result = left < LEAST_RECORD ? tooShort(at, left, LEAST_RECORD) : recordParts(at, limit);
        if (checkSize(at, left, LEAST_RECORD, result) < 0 || checkPorts() < 0)
        {
            return -1;
        }
        topicKind = textKind(topicOffset, topicLength);
        propertiesKind = topicKind < 0 ? -1 : textKind(propertiesOffset, propertiesLength);
        return propertiesKind < 0 || withCrc && bodyLength > 0 && checkCrc() < 0 ? -1 : 0;
    }

    /** Reads a batch entry that must end before {@code limit}; 0, or {@code -1} with the fault set. */
    int entry(final int at, final int limit)
    {
        begin(at);
        final int left = limit - at;
        final int result = left < LEAST_ENTRY ? tooShort(at, left, LEAST_ENTRY) : entryParts(at, limit);
        if (checkSize(at, left, LEAST_ENTRY, result) < 0)
        {
            return -1;
        }
        propertiesKind = textKind(propertiesOffset, propertiesLength);
        return propertiesKind < 0 ? -1 : 0;
    }

    private void begin(final int at)
    {
        offset = at;
        end = NONE;
    }

    private int tooShort(final int at, final int left, final int least)
    {
        return left < Integer.BYTES ? Faults.at(fault, at + (long)left, Reason.TRUNCATED, Integer.BYTES, left)
            : Faults.at(fault, at,
                Reason.RECORD_TOO_SHORT, left, least);
    }

    /** Faults of the total size are reported first, because the other parts depend on it. Lenient ignores it. */
    private int checkSize(final int at, final int left, final int least, final int result)
    {
        if (lenient || left < Integer.BYTES)
        {
            return result;
        }
        final int size = getInt(at);
        if (size < least)
        {
            return Faults.at(fault, at, Reason.RECORD_TOO_SHORT, size, least);
        }
        if (size > left)
        {
            return Faults.at(fault, at, Reason.RECORD_OVERRUNS_BODY, size, left);
        }
        return result == 0 && size != end - at ? Faults.at(fault, at, Reason.RECORD_SIZE_MISMATCH, size, end - at)
            : result;
    }

    private int recordParts(final int at, final int limit)
    {
        if (!loadRecord(at, limit - at))
        {
            return Faults.at(fault, at, Reason.SECTION_TOO_LONG, LEAST_RECORD, Frames.scratchLength(frame));
        }
        final int magic = getInt(at + MAGIC);
        if (magic != MAGIC_1 && magic != MAGIC_2)
        {
            return Faults.at(fault, at + MAGIC, Reason.RECORD_MAGIC_UNKNOWN, magic & 0xFFFF_FFFFL,
                MAGIC_1 & 0xFFFF_FFFFL);
        }
        sysFlag = getInt(at + SYS_FLAG);
        bornWidth = (sysFlag & BORN_IPV6) == 0 ? IPV4 : IPV6;
        storeWidth = (sysFlag & STORE_IPV6) == 0 ? IPV4 : IPV6;
        final int topicWidth = magic == MAGIC_1 ? Byte.BYTES : Short.BYTES;
        final int lengthAt = at + HOSTS + bornWidth + storeWidth + 2 * Integer.BYTES + Long.BYTES;
        final int rest = limit - lengthAt - Integer.BYTES - topicWidth - Short.BYTES;
        if (rest < 0)
        {
            return Faults.at(fault, at, Reason.RECORD_TOO_SHORT, limit - at, limit - at - rest);
        }
        final int body = length(getInt(lengthAt), lengthAt, rest, lenient);
        if (body < 0)
        {
            return -1;
        }
        bodyOffset = lengthAt + Integer.BYTES;
        bodyLength = body;
        return topicParts(bodyOffset + body, topicWidth, rest - body);
    }

    /** Loads a short record at once, and of a long one the fixed part. */
    private boolean loadRecord(final int at, final int left)
    {
        if (!Frames.loadWindow(frame, at, at + LEAST_RECORD))
        {
            return false;
        }
        stated = getInt(at);
        if (stated > LEAST_RECORD && stated <= SHORT && stated <= left)
        {
            Frames.loadWindow(frame, at, at + stated);
        }
        return true;
    }

    private int topicParts(final int lengthAt, final int width, final int rest)
    {
        Frames.loadWindow(frame, lengthAt - BEFORE, lengthAt + width);
        final int index = Frames.arrayOffset(frame) + lengthAt;
        final int stated =
            width == Byte.BYTES ? Frames.array(frame)[index] : Words.getShort(Frames.array(frame), index);
        final int topic = length(stated, lengthAt, rest, false);
        if (topic < 0)
        {
            return -1;
        }
        topicOffset = lengthAt + width;
        topicLength = topic;
        final int behind = topicOffset + topic;
        // Refused before it is loaded: else a peer could send short records with long topics, and each would be copied.
        final boolean together = lenient || behind + Short.BYTES - offset <= stated;
        return propertyParts(together ? lengthAt : behind, behind, rest - topic, lenient);
    }

    private int entryParts(final int at, final int limit)
    {
        final int lengthAt = at + ENTRY_LENGTH;
        final int rest = limit - at - LEAST_ENTRY;
        final int body = length(getInt(lengthAt), lengthAt, rest, false);
        if (body < 0)
        {
            return -1;
        }
        bodyOffset = lengthAt + Integer.BYTES;
        bodyLength = body;
        return propertyParts(bodyOffset + body, bodyOffset + body, rest - body, false);
    }

    /** Reads the last part, and loads it together with the bytes from {@code from} on. */
    private int propertyParts(final int from, final int lengthAt, final int rest, final boolean negativeIsNone)
    {
        if (!Frames.loadWindow(frame, from - BEFORE, lengthAt + Short.BYTES))
        {
            return Faults.at(fault, from, Reason.SECTION_TOO_LONG, lengthAt - from, Frames.scratchLength(frame));
        }
        final int properties =
            length(Words.getShort(Frames.array(frame), Frames.arrayOffset(frame) + lengthAt), lengthAt, rest,
                negativeIsNone);
        if (properties < 0)
        {
            return -1;
        }
        propertiesOffset = lengthAt + Short.BYTES;
        propertiesLength = properties;
        end = propertiesOffset + properties;
        return 0;
    }

    /** Reads the length at {@code at}, which may be {@code rest} at most; {@code -1} with the fault set. */
    private int length(final int stated, final int at, final int rest, final boolean negativeIsNone)
    {
        if (stated < 0)
        {
            // The reference reads a negative length of a body or of properties as 0, and throws for one of a topic.
            return negativeIsNone ? 0 : Faults.at(fault, at, Reason.RECORD_LENGTH_NEGATIVE, stated, 0);
        }
        return stated <= rest ? stated : Faults.at(fault, at, Reason.PART_OVERRUNS_BODY, stated, rest);
    }

    /** The reference makes a socket address of each host, which throws for a port above 65,535. */
    private int checkPorts()
    {
        final int born = offset + BORN_HOST + bornWidth;
        final int store = born + Integer.BYTES + Long.BYTES + storeWidth;
        final int bornPort = getInt(born);
        final int storePort = getInt(store);
        if ((bornPort & ~GREATEST_PORT) == 0 && (storePort & ~GREATEST_PORT) == 0)
        {
            return 0;
        }
        final boolean first = (bornPort & ~GREATEST_PORT) != 0;
        return Faults.at(fault, first ? born : store, Reason.PORT_OUT_OF_RANGE, first ? bornPort : storePort,
            GREATEST_PORT);
    }

    /** The kind of a text; {@code -1} with the fault set if it is refused. */
    private int textKind(final int at, final int length)
    {
        if (length > maxValueLength)
        {
            return Faults.at(fault, at, Reason.VALUE_TOO_LONG, length, maxValueLength);
        }
        if (!Frames.loadWindow(frame, at - BEFORE, at + length))
        {
            return Faults.at(fault, at, Reason.SECTION_TOO_LONG, length + BEFORE, Frames.scratchLength(frame));
        }
        final int base = Frames.arrayOffset(frame);
        final int invalid = Utf8.firstInvalid(Frames.array(frame), base + at, base + at + length);
        if (invalid < 0)
        {
            return Kinds.TEXT;
        }
        return lenient ? Kinds.LOSSY_TEXT
            : Faults.at(fault, invalid - base, Reason.INVALID_UTF8, Frames.array(frame)[invalid] & 0xFF,
                0);
    }

    private int checkCrc()
    {
        crc.reset();
        if (Frames.loadWindow(frame, bodyOffset, bodyOffset + bodyLength))
        {
            crc.update(Frames.array(frame), Frames.arrayOffset(frame) + bodyOffset, bodyLength);
        }
        else
        {
            for (int done = 0; done < bodyLength; done += PIECE)
            {
                final int bytes = Math.min(PIECE, bodyLength - done);
                frame.getBytes(bodyOffset + done, bytes, piece, 0);
                crc.update(piece, 0, bytes);
            }
        }
        final int found = (int)crc.getValue() & POSITIVE;
        final int stored = getInt(offset + BODY_CRC);
        return found == stored ? 0
            : Faults.at(fault, offset + BODY_CRC, Reason.BODY_CRC_MISMATCH, stored & 0xFFFF_FFFFL,
                found);
    }

    /** Reads four bytes of the frame, loaded or not. */
    int getInt(final int at)
    {
        Frames.loadWindow(frame, at, at + Integer.BYTES);
        return Words.getInt(Frames.array(frame), Frames.arrayOffset(frame) + at);
    }

    /** Whether the bytes at an offset look like a record. */
    boolean isRecordAt(final int at, final int limit)
    {
        if (limit - at < LEAST_RECORD)
        {
            return false;
        }
        final int size = getInt(at);
        final int magic = getInt(at + MAGIC);
        return (magic == MAGIC_1 || magic == MAGIC_2) && size >= LEAST_RECORD && size <= limit - at;
    }

    /** Whether the bytes at an offset look like a batch entry. It has no magic: the sum of its parts must be its total size. */
    boolean isEntryAt(final int at, final int limit)
    {
        if (limit - at < LEAST_ENTRY)
        {
            return false;
        }
        final int rest = getInt(at) - LEAST_ENTRY;
        final int body = getInt(at + ENTRY_LENGTH);
        if (rest < 0 || rest > limit - at - LEAST_ENTRY || body < 0 || body > rest)
        {
            return false;
        }
        final int lengthAt = at + ENTRY_LENGTH + Integer.BYTES + body;
        Frames.loadWindow(frame, lengthAt, lengthAt + Short.BYTES);
        return Words.getShort(Frames.array(frame), Frames.arrayOffset(frame) + lengthAt) == rest - body;
    }

    /** Loads the topic again. */
    void loadTopic()
    {
        Frames.loadWindow(frame, topicOffset - BEFORE, topicOffset + topicLength);
    }

    /** Loads the properties again. */
    void loadProperties()
    {
        Frames.loadWindow(frame, propertiesOffset - BEFORE, end);
    }
}
