package io.skim.mqtt;

import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.spi.Faults;
import io.skim.scan.spi.Frames;

/**
 * Where the parts of a PUBLISH packet are, all of them checked before any is shown.
 *
 * <pre>
 * type and flags(1)  remaining length(1-4)  topic(2 + n)  packet id(2, with QoS)  length of properties(1-4)  properties  payload
 * property: identifier(1)  value, by identifier; a user property: name(2 + n)  value(2 + n)
 * </pre>
 *
 * Stricter than Netty's decoder, which takes properties of other packets, several of a kind and ill-formed UTF-8: peers read
 * those differently, so they are refused.
 *
 * @see "OASIS MQTT 5.0, sections 1.5, 2.2.2 and 3.3"
 */
final class PublishPacket
{
    static final int USER_PROPERTY = 0x26;

    private static final int SUBSCRIPTION_IDENTIFIER = 0x0B;
    private static final int PUBLISH = 3;
    private static final int LEAST = 5;
    private static final int MOST_LENGTH_BYTES = 4;
    private static final int GREATEST_LENGTH = 268_435_455;

    int topicOffset;
    int topicLength;
    /** 0 if there is none. */
    int packetIdOffset;
    int propertiesOffset;
    int propertiesEnd;
    /** Behind the packet; below 0 until its length is known. */
    int end;

    /** The property read last. */
    int identifier;
    int nameOffset;
    int nameLength;
    int valueOffset;
    int valueLength;

    private final Fault fault;
    private final Limits limits;
    private FrameView frame;
    /** Behind the last byte that may be part of the text, number or property that is read. */
    private int limit;
    /** The number that {@link #number} read, and where it ends. */
    private int number;
    private int position;

    PublishPacket(final Fault fault, final Limits limits)
    {
        this.fault = fault;
        this.limits = limits;
    }

    /** Checks a whole packet; 0, or {@code -1} with the fault set. */
    int read(final FrameView view)
    {
        frame = view;
        end = -1;
        limit = view.length();
        if (need(0, LEAST) < 0)
        {
            return -1;
        }
        final int first = unsigned(0);
        final int qos = first >> 1 & 3;
        if (first >> 4 != PUBLISH)
        {
            return Faults.at(fault, 0, Reason.FRAME_TYPE_UNKNOWN, first >> 4, PUBLISH);
        }
        if (qos == 3)
        {
            return Faults.at(fault, 0, Reason.FIELD_VALUE, qos, 2);
        }
        if (number(1) < 0 || checkLength() < 0 || text(position) < 0)
        {
            return -1;
        }
        topicOffset = valueOffset;
        topicLength = valueLength;
        packetIdOffset = 0;
        if (checkTopic() < 0 || qos > 0 && packetId() < 0 || number(position) < 0)
        {
            return -1;
        }
        propertiesOffset = position;
        propertiesEnd = position + number;
        if (number > end - position)
        {
            return Faults.at(fault, position, Reason.SIZE_OVERRUNS_CONTAINER, number, end - (long)position);
        }
        limit = propertiesEnd;
        return properties();
    }

    /** The packet is all of the view, and its length allowed. */
    private int checkLength()
    {
        final long whole = (long)position + number;
        if (whole > limits.maxFrameLength())
        {
            return Faults.at(fault, 1, Reason.FRAME_TOO_LONG, whole, limits.maxFrameLength());
        }
        if (whole > frame.length())
        {
            return Faults.at(fault, frame.length(), Reason.TRUNCATED, whole, frame.length());
        }
        if (whole < frame.length())
        {
            return Faults.at(fault, whole, Reason.FRAME_LENGTH_MISMATCH, whole, frame.length());
        }
        end = (int)whole;
        limit = end;
        return 0;
    }

    /** No wildcards, as Netty wants it. A topic of no bytes needs an alias, which is not looked for here. */
    private int checkTopic()
    {
        for (int at = topicOffset; at < topicOffset + topicLength; at++)
        {
            final int octet = unsigned(at);
            if (octet == '#' || octet == '+')
            {
                return Faults.at(fault, at, Reason.FIELD_VALUE, octet, 0);
            }
        }
        return 0;
    }

    private int packetId()
    {
        if (need(position, Short.BYTES) < 0)
        {
            return -1;
        }
        packetIdOffset = position;
        position += Short.BYTES;
        return unsignedShort(packetIdOffset) == 0 ? Faults.at(fault, packetIdOffset, Reason.FIELD_TOO_SMALL, 0, 1) : 0;
    }

    private int properties()
    {
        long seen = 0;
        int entries = 0;
        int at = propertiesOffset;
        while (at < propertiesEnd)
        {
            final int from = at;
            at = property(at);
            if (at < 0)
            {
                return -1;
            }
            final long bit = 1L << identifier;
            final boolean repeats = identifier == USER_PROPERTY || identifier == SUBSCRIPTION_IDENTIFIER;
            if (!repeats && (seen & bit) != 0)
            {
                return Faults.at(fault, from, Reason.TOO_MANY_FIELDS, 2, 1);
            }
            seen |= bit;
            entries += identifier == USER_PROPERTY ? 1 : 0;
            if (entries > limits.maxEntryCount())
            {
                return Faults.at(fault, from, Reason.TOO_MANY_ENTRIES, entries, limits.maxEntryCount());
            }
        }
        return 0;
    }

    /** Reads the property at an offset; the offset behind it, or {@code -1} with the fault set. */
    int property(final int at)
    {
        if (need(at, 1) < 0)
        {
            return -1;
        }
        identifier = unsigned(at);
        if (identifier == USER_PROPERTY)
        {
            if (text(at + 1) < 0)
            {
                return -1;
            }
            nameOffset = valueOffset;
            nameLength = valueLength;
            if (nameLength > limits.maxNameLength())
            {
                return Faults.at(fault, nameOffset, Reason.NAME_TOO_LONG, nameLength, limits.maxNameLength());
            }
            return text(position) < 0 ? -1 : position;
        }
        if (identifier == SUBSCRIPTION_IDENTIFIER)
        {
            return number(at + 1) < 0 ? -1
                : number > 0 ? position : Faults.at(fault, at + 1L, Reason.FIELD_TOO_SMALL, 0,
                    1);
        }
        final PublishField field = PublishField.ofIdentifier(identifier);
        if (field == null)
        {
            return Faults.at(fault, at, Reason.CODE_UNKNOWN, identifier, 0);
        }
        return switch (field.kind)
        {
            case TEXT -> text(at + 1) < 0 ? -1 : position;
            case BINARY -> bytes(at + 1) < 0 ? -1 : position;
            case UINT8 -> fixed(at + 1, 1);
            case UINT16 -> fixed(at + 1, Short.BYTES);
            default -> fixed(at + 1, Integer.BYTES);
        };
    }

    private int fixed(final int at, final int width)
    {
        if (need(at, width) < 0)
        {
            return -1;
        }
        valueOffset = at;
        valueLength = width;
        position = at + width;
        if (width == 1 && unsigned(at) > 1)
        {
            return Faults.at(fault, at, Reason.FIELD_VALUE, unsigned(at), 1);
        }
        return width == Short.BYTES && unsignedShort(at) == 0 ? Faults.at(fault, at, Reason.FIELD_TOO_SMALL, 0, 1)
            : position;
    }

    /** Bytes behind a length of two bytes. */
    private int bytes(final int at)
    {
        if (need(at, Short.BYTES) < 0)
        {
            return -1;
        }
        valueLength = unsignedShort(at);
        valueOffset = at + Short.BYTES;
        if (valueLength > limits.maxValueLength())
        {
            return Faults.at(fault, at, Reason.VALUE_TOO_LONG, valueLength, limits.maxValueLength());
        }
        if (need(valueOffset, valueLength) < 0)
        {
            return -1;
        }
        position = valueOffset + valueLength;
        return 0;
    }

    /** Text behind a length of two bytes: well-formed, and without U+0000. */
    private int text(final int at)
    {
        if (bytes(at) < 0)
        {
            return -1;
        }
        int bad = Frames.firstInvalidUtf8(frame, valueOffset, valueLength);
        for (int i = valueOffset; i < position && bad < 0; i++)
        {
            bad = unsigned(i) == 0 ? i : -1;
        }
        return bad < 0 ? 0 : Faults.at(fault, bad, Reason.INVALID_UTF8, unsigned(bad), 0);
    }

    /** A number of one to four bytes, seven bits in each, the lowest first. */
    private int number(final int at)
    {
        number = 0;
        for (int i = 0; i < MOST_LENGTH_BYTES; i++)
        {
            if (need(at + i, 1) < 0)
            {
                return -1;
            }
            final int octet = unsigned(at + i);
            number |= (octet & 0x7F) << 7 * i;
            if (octet < 0x80)
            {
                position = at + i + 1;
                return 0;
            }
        }
        return Faults.at(fault, at, Reason.FIELD_VALUE, number, GREATEST_LENGTH);
    }

    /** Makes bytes addressable, if they are inside of what holds them, have arrived, and are not too many. */
    private int need(final int at, final int bytes)
    {
        final long to = (long)at + bytes;
        if (to > limit)
        {
            return end < 0 ? Faults.at(fault, limit, Reason.TRUNCATED, to, limit)
                : Faults.at(fault, at, Reason.VALUE_OVERRUNS_CONTAINER, to - limit, limit - (long)at);
        }
        if (to > frame.available())
        {
            return Faults.at(fault, frame.available(), Reason.TRUNCATED, to, frame.available());
        }
        final int most = Math.min(limits.maxHeaderLength(), Frames.scratchLength(frame));
        return to > most || !Frames.load(frame, (int)to) ? Faults.at(fault, at, Reason.HEADER_TOO_LONG, to, most) : 0;
    }

    private int unsigned(final int at)
    {
        return Frames.array(frame)[Frames.arrayOffset(frame) + at] & 0xFF;
    }

    private int unsignedShort(final int at)
    {
        return unsigned(at) << Byte.SIZE | unsigned(at + 1);
    }
}
