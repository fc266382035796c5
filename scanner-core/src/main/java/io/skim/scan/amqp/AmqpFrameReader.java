package io.skim.scan.amqp;

import io.skim.bytes.FormatCodes;
import io.skim.bytes.Kinds;
import io.skim.bytes.Scalars;
import io.skim.bytes.Words;
import io.skim.scan.Cursor;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.spi.Cursors;
import io.skim.scan.spi.Faults;
import io.skim.scan.spi.Frames;
import org.jspecify.annotations.Nullable;

/**
 * Reads one AMQP 1.0 frame, or protocol header: its header, its performative, where its payload begins. The fields of the
 * performative are pulled one after the other.
 *
 * <pre>
 * 0 size(4)   4 doff(1)   5 type(1)   6 channel(2)   8 extended header(4*doff-8)   4*doff performative   payload
 * </pre>
 *
 * <pre>
 * if (!reader.wrap(frame)) { throw reader.fault().toException(); }
 * if (reader.performative() == Performative.TRANSFER)
 * {
 *     while (reader.nextField() == AmqpReader.VALUE)
 *     {
 *         if (reader.fieldIndex() == DELIVERY_ID) { id = reader.fields().value(cursor).getLong(0); }
 *     }
 * }
 * </pre>
 *
 * The performative must end inside its frame, whatever follows in the buffer; a performative of SASL is refused in a
 * frame of AMQP and the other way round. Fields must be of their types, mandatory ones there. Strict also insists that
 * open and close are on channel 0, that a delivery's tag is no longer than 32 bytes, and that only a transfer is followed
 * by a payload; lenient ignores what follows others, as the peers do. Of the payload no byte is read. One thread at a
 * time; no garbage.
 *
 * @see "OASIS AMQP 1.0, part 2 (transport), sections 2.2, 2.3 and 2.7"
 */
public final class AmqpFrameReader extends FrameParts
{
    /** The type of frames that carry AMQP's own performatives. */
    public static final int TYPE_AMQP = 0;
    /** The type of frames that carry SASL's. */
    public static final int TYPE_SASL = 1;

    private static final int DATA_OFFSET = 4;
    private static final int TYPE = 5;
    private static final int CHANNEL = 6;

    /** The longest descriptor that is known, and the head of a list behind it, fit in so many bytes. */
    private static final int LOOK_AHEAD = 64;
    private static final int SENDER_SETTLE_MODE = 3;
    private static final int GREATEST_SENDER_MODE = 2;
    private static final int GREATEST_RECEIVER_MODE = 1;
    private static final int GREATEST_SASL_CODE = 4;
    private static final int TAG = 2;
    private static final int MAX_TAG_LENGTH = 32;

    final AmqpReader reader;

    private final Fault fault;
    private final Cursor list = new Cursor();
    private final int maxFrameLength;
    private final boolean lenient;

    @SuppressWarnings("NullAway.Init") // wrap sets it
    private FrameView frame;

    /** Makes a strict reader with the default limits. */
    public AmqpFrameReader()
    {
        this(Limits.DEFAULT, Strictness.STRICT);
    }

    /**
     * Makes a reader.
     *
     * @param limits     what a peer may send.
     * @param strictness lenient ignores what follows a performative, and the like.
     */
    public AmqpFrameReader(final Limits limits, final Strictness strictness)
    {
        this(new Fault(), limits, strictness);
    }

    private AmqpFrameReader(final Fault fault, final Limits limits, final Strictness strictness)
    {
        this(fault, new AmqpReader(fault, limits, strictness), limits, strictness);
    }

    AmqpFrameReader(final Fault fault, final AmqpReader reader, final Limits limits, final Strictness strictness)
    {
        this.fault = fault;
        this.reader = reader;
        maxFrameLength = limits.maxFrameLength();
        lenient = strictness.isLenient();
    }

    /**
     * Starts on a frame or protocol header: checks it up to the end of its performative, whose fields are not looked at
     * yet.
     *
     * @param frame exactly one, wrapped, and to stay so while the reader is used; its payload need not be there yet.
     * @return false if it is refused: {@link #fault()} tells, and nothing else may be asked.
     * @throws IllegalStateException if the frame is not wrapped.
     */
    public boolean wrap(final FrameView frame)
    {
        if (!frame.isWrapped())
        {
            throw new IllegalStateException("the frame is not wrapped: call FrameView.wrap first");
        }
        if (this.frame != frame)
        {
            this.frame = frame;
        }
        Faults.reset(fault);
        performative = null;
        protocolHeader = false;
        fieldsOffset = 0;
        fieldsLength = 0;
        fieldCount = 0;
        reader.renew(frame.length());
        reader.begin(frame, 0, 0);
        return openHeader() >= 0 && (isEmptyOrProtocolHeader() || openBody() >= 0);
    }

    /** Lets go of the frame: there is no performative, and no field, until the next {@code wrap}. The fault stays. */
    @SuppressWarnings("NullAway") // no reads until wrap
    public void reset()
    {
        reader.reset();
        Cursors.bind(list, null);
        Cursors.reset(list);
        frame = null;
        performative = null;
        fieldCount = 0;
    }

    private boolean isEmptyOrProtocolHeader()
    {
        return protocolHeader || payloadOffset == size && type() == TYPE_AMQP;
    }

    private int openHeader()
    {
        final int available = frame.available();
        if (available < AmqpFraming.HEADER || !Frames.load(frame, AmqpFraming.HEADER))
        {
            return openShort(available);
        }
        final int first = Words.getInt(Frames.array(frame), Frames.arrayOffset(frame));
        second = Words.getInt(Frames.array(frame), Frames.arrayOffset(frame) + Integer.BYTES);
        protocolHeader = first == AmqpFraming.AMQP;
        size = protocolHeader ? AmqpFraming.checkVersion(second, fault, 0) : AmqpFraming.checkSize(first & 0xFFFF_FFFFL,
            maxFrameLength, fault, 0);
        if (size < 0)
        {
            return size;
        }
        if (size != frame.length())
        {
            return size > frame.length() ? Faults.at(fault, frame.length(), Reason.TRUNCATED, size, frame.length())
                : Faults.at(fault, size, Reason.FRAME_LENGTH_MISMATCH, size, frame.length());
        }
        payloadOffset = protocolHeader ? size : dataOffset() * Integer.BYTES;
        return protocolHeader ? 0 : checkHeader();
    }

    private int openShort(final int available)
    {
        if (available >= Integer.BYTES && Frames.load(frame, Integer.BYTES))
        {
            final int first = Words.getInt(Frames.array(frame), Frames.arrayOffset(frame));
            if (first != AmqpFraming.AMQP && AmqpFraming.checkSize(first & 0xFFFF_FFFFL, maxFrameLength, fault, 0) < 0)
            {
                return -1;
            }
        }
        return Faults.at(fault, available, Reason.TRUNCATED, AmqpFraming.HEADER, available);
    }

    private int checkHeader()
    {
        if (dataOffset() < AmqpFraming.LEAST_DATA_OFFSET)
        {
            return Faults.at(fault, DATA_OFFSET, Reason.DATA_OFFSET_TOO_SMALL, dataOffset(),
                AmqpFraming.LEAST_DATA_OFFSET);
        }
        if (payloadOffset > size)
        {
            return Faults.at(fault, DATA_OFFSET, Reason.DATA_OFFSET_OVERRUNS_FRAME, payloadOffset, size);
        }
        return type() > TYPE_SASL ? Faults.at(fault, TYPE, Reason.FRAME_TYPE_UNKNOWN, type(), TYPE_SASL) : 0;
    }

    /** The performative, up to its end. */
    private int openBody()
    {
        final int offset = performativeOffset();
        final int available = frame.available();
        if (offset >= available)
        {
            return available < size ? Faults.at(fault, available, Reason.TRUNCATED, size, available)
                : Faults.at(fault, offset,
                    Reason.PERFORMATIVE_MISSING, 0, 0);
        }
        if (!Frames.load(frame, Math.min(available, offset + LOOK_AHEAD)))
        {
            return Faults.at(fault, offset, Reason.SECTION_TOO_LONG, offset + LOOK_AHEAD, Frames.scratchLength(frame));
        }
        reader.begin(frame, offset + 1, available);
        if (code(offset) != FormatCodes.DESCRIBED)
        {
            return Faults.at(fault, offset, Reason.PERFORMATIVE_MISSING, code(offset), size - offset);
        }
        if (openDescriptor(offset + 1) < 0 || openList(reader.position) < 0)
        {
            final boolean rest = fault.reason() == Reason.TRUNCATED || fault.reason()
                == Reason.SIZE_OVERRUNS_CONTAINER;
            return rest && available < size ? Faults.at(fault, available, Reason.TRUNCATED, size, available) : -1;
        }
        if (!Frames.load(frame, payloadOffset))
        {
            return Faults.at(fault, offset, Reason.SECTION_TOO_LONG, payloadOffset, Frames.scratchLength(frame));
        }
        return enterFields() < 0 ? -1 : checkPerformative();
    }

    /** The byte at an offset in the body, of which as much is loaded as any performative's head takes. */
    private int code(final int at)
    {
        return Frames.array(frame)[Frames.arrayOffset(frame) + at] & 0xFF;
    }

    /** Reads the descriptor in each of its forms; no other types are looked into, for they may not be loaded. */
    private int openDescriptor(final int at)
    {
        if (at == frame.available())
        {
            return Faults.at(fault, at, Reason.TRUNCATED, 1, 0);
        }
        final int code = code(at);
        final boolean symbolic = FormatCodes.kind(code) == Kinds.SYMBOL;
        final boolean numeric = FormatCodes.kind(code) == Kinds.UINT64;
        if (symbolic || numeric)
        {
            if (reader.advance() < 0)
            {
                return -1;
            }
            descriptor = Cursors.mark(reader.offset, reader.length, reader.kind);
            final int index = reader.base + reader.offset;
            final long number =
                numeric ? Scalars.getLong(reader.array, index, reader.length, Kinds.UINT64) : 0;
            final Performative found = numeric ? Performative.of(number) : reader.length <= LOOK_AHEAD / 2
                ? Performative.of(reader.array, index, reader.length) : null;
            performative = found;
            return found == null ? Faults.at(fault, at, Reason.PERFORMATIVE_UNKNOWN, number, code)
                : checkFrameType(found, at);
        }
        return Faults.at(fault, at, Reason.PERFORMATIVE_UNKNOWN, 0, code);
    }

    private int checkFrameType(final Performative found, final int at)
    {
        return found.frameType() == type() ? 0
            : Faults.at(fault, at, Reason.PERFORMATIVE_FRAME_TYPE, found.code(), type());
    }

    @SuppressWarnings("NullAway") // there is a performative
    private int openList(final int at)
    {
        if (at == frame.available())
        {
            return Faults.at(fault, at, Reason.TRUNCATED, 1, 0);
        }
        if (FormatCodes.kind(code(at)) != Kinds.LIST)
        {
            return Faults.at(fault, at, Reason.PERFORMATIVE_VALUE_TYPE, code(at), performative.code());
        }
        if (reader.advance() < 0)
        {
            return -1;
        }
        fieldsOffset = reader.offset;
        fieldsLength = reader.length;
        payloadOffset = reader.position;
        return 0;
    }

    private int enterFields()
    {
        Cursors.bind(list, frame);
        fieldCount = (int)reader.enter(frame, Cursors.point(list, fieldsOffset, fieldsLength, Kinds.LIST));
        return fieldCount;
    }

    @SuppressWarnings("NullAway") // there is a performative
    private int checkPerformative()
    {
        if (fieldCount > performative.fieldCount())
        {
            return Faults.at(fault, fieldsOffset, Reason.TOO_MANY_FIELDS, fieldCount, performative.fieldCount());
        }
        if (lenient)
        {
            return 0;
        }
        if ((performative == Performative.OPEN || performative == Performative.CLOSE) && channel() != 0)
        {
            return Faults.at(fault, CHANNEL, Reason.CHANNEL_NOT_ZERO, channel(), performative.code());
        }
        return payloadOffset == size || performative == Performative.TRANSFER ? 0 : Faults.at(fault, payloadOffset,
            Reason.PAYLOAD_UNEXPECTED, size - payloadOffset, performative.code());
    }

    /**
     * Moves to the next field of the performative, leaving a compound value that was entered.
     *
     * @return {@link AmqpReader#VALUE}, also for a field that is null; {@link AmqpReader#DONE} behind the last field that
     *     the sender wrote; {@link AmqpReader#MALFORMED}: the bytes are refused, the field is not of its type, or a
     *     mandatory one is null or missing.
     */
    public int nextField()
    {
        while (reader.depth() > 0)
        {
            reader.leave();
        }
        final int event = advanceField();
        return event == AmqpReader.VALUE ? reader.check() : event;
    }

    /** As {@code nextField}, but does not look into text; no compound value may be open. */
    int advanceField()
    {
        return checked(reader.advance());
    }

    private int checked(final int event)
    {
        if (event < 0 || performative == null)
        {
            return event;
        }
        if (event == AmqpReader.DONE)
        {
            final int missing = performative.mandatory >>> fieldCount;
            return missing == 0 ? event : Faults.at(fault, reader.position, Reason.FIELD_MISSING, fieldCount + Integer
                .numberOfTrailingZeros(missing), 0);
        }
        final int index = reader.index();
        if ((performative.kinds[index] >>> reader.kind & 1) != 0)
        {
            return reader.kind == Kinds.UINT8 ? checkChoice(index) : index == TAG && performative
                == Performative.TRANSFER ? checkTag() : event;
        }
        if (reader.kind == Kinds.NULL)
        {
            return (performative.mandatory >>> index & 1) == 0 ? event : missing(index);
        }
        return reader.kind == Kinds.ARRAY && (performative.multiple >>> index & 1) != 0 ? checkArray(index) : wrongType(
            reader.constructorOffset(), reader.code(), index);
    }

    /** Each ubyte of a performative is one of a few choices. */
    private int checkChoice(final int index)
    {
        final int choice = reader.array[reader.base + reader.offset] & 0xFF;
        final int greatest = performative == Performative.SASL_OUTCOME ? GREATEST_SASL_CODE : performative
            == Performative.ATTACH && index == SENDER_SETTLE_MODE ? GREATEST_SENDER_MODE : GREATEST_RECEIVER_MODE;
        return choice <= greatest ? AmqpReader.VALUE
            : Faults.at(fault, reader.offset, Reason.FIELD_VALUE, choice, greatest);
    }

    private int checkTag()
    {
        return reader.length <= MAX_TAG_LENGTH || lenient ? AmqpReader.VALUE
            : Faults.at(fault, reader.offset, Reason.VALUE_TOO_LONG,
                reader.length, MAX_TAG_LENGTH);
    }

    /** Several values of a field: their constructor tells the type; of a mandatory field there must be one. */
    @SuppressWarnings("NullAway") // there is a performative
    private int checkArray(final int index)
    {
        final int at = reader.base + reader.offset;
        final boolean isShort = (reader.array[at] & 0xFF) == reader.length - 1;
        final int prefix = isShort ? 2 : 2 * Integer.BYTES;
        final int element = reader.array[at + prefix] & 0xFF;
        final int kind = FormatCodes.kind(element);
        if (kind < 0 || (performative.kinds[index] >>> kind & 1) == 0)
        {
            return wrongType(reader.offset + prefix, element, index);
        }
        final int count = isShort ? reader.array[at + 1] : Words.getInt(reader.array, at + Integer.BYTES);
        return count == 0 && (performative.mandatory >>> index & 1) != 0 ? missing(index) : AmqpReader.VALUE;
    }

    private int missing(final int index)
    {
        return Faults.at(fault, reader.constructorOffset(), Reason.FIELD_MISSING, index, 0);
    }

    private int wrongType(final int at, final int code, final int index)
    {
        return Faults.at(fault, at, Reason.FIELD_TYPE, code, index);
    }

    /**
     * Which field the reader is on.
     *
     * @return its place in the list, from 0; {@code -1} before the first one.
     */
    public int fieldIndex()
    {
        return reader.index();
    }

    /**
     * The reader that {@link #nextField()} moves, on the current field (after {@code wrap} before the first): for its
     * value, to enter it, or to pull the fields without their being checked.
     *
     * @return always the same reader.
     */
    public AmqpReader fields()
    {
        return reader;
    }

    /** Goes back before the first field. */
    public void rewind()
    {
        if (performative != null && !fault.isPresent())
        {
            enterFields();
        }
    }

    /** {@return the view of the frame that is wrapped; not to be asked before the first {@code wrap} and after {@link #reset()}} */
    public FrameView frame()
    {
        return frame;
    }

    /**
     * Why the frame was refused.
     *
     * @return this reader's fault, reused by {@code wrap}; absent while all is well.
     */
    public Fault fault()
    {
        return fault;
    }
}
