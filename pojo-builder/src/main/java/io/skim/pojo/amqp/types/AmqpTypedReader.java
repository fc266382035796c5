package io.skim.pojo.amqp.types;

import io.skim.bytes.FormatCodes;
import io.skim.pojo.amqp.AmqpBudget;
import io.skim.pojo.amqp.AmqpTypeDefinition;
import io.skim.pojo.amqp.AmqpTypes;
import io.skim.scan.Cursor;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpFrameReader;
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.amqp.AmqpScanner;

/**
 * Reads AMQP's described types into objects of their classes, straight from the bytes: a frame's performative, a message's
 * section, or any described value. A gateway that looks at who attaches, and a tool that prints properties:
 *
 * <pre>
 * final AmqpAttach attach = reader.readPerformative(frame, NAME_AND_ROLE);     // AmqpAttach.TYPE.only("name", "role")
 * if (attach != null) { admit(reader.frame().channel(), attach.name(), attach.roleOr(false)); }
 * else if (reader.fault().isPresent()) { close(reader.fault()); }            // no fault: another performative
 *
 * final AmqpProperties properties = reader.readSection(message, AmqpProperties.TYPE);
 * if (properties != null) { out.println(properties.subject() + " of " + properties.creationTimeOr(0)); }
 * </pre>
 *
 * An object is what {@link AmqpClass#of} makes of the value as a tree, or the value is refused. Of several faults that which
 * stands first is told, whether the bytes are malformed or a field is not what the standard says. Allocates the object, its
 * texts and binaries, objects for sources, targets, states and errors in it, and trees for fields that are maps or of any
 * type; these trees together keep to an {@link AmqpBudget}. {@link AmqpClass#only} leaves out what nobody wants. Nothing is
 * made from a count on the wire. Reused value after value; keeps no value and, but for the view in {@link #frame()}, no
 * frame; one thread at a time.
 *
 * @see "OASIS AMQP 1.0, part 1 (types), section 1.4"
 */
public final class AmqpTypedReader
{
    private static final AmqpTypes TYPES = AmqpTypes.standard();

    private final AmqpReader reader;
    private final AmqpFrameReader frames;
    private final AmqpScanner scanner;
    private final SectionPlace section = new SectionPlace();
    private final Fault fault = new Fault();
    private final WireValues values;
    private final PlainFields plain;
    private final Cursor cursor = new Cursor();

    /** Makes a strict reader with the default budget and limits. */
    public AmqpTypedReader()
    {
        this(AmqpBudget.DEFAULT, Limits.DEFAULT, Strictness.STRICT);
    }

    /**
     * Makes a reader.
     *
     * @param budget     what the trees in an object may take, and how deep a value may be nested in all.
     * @param limits     of which the lengths of frames and headers matter here.
     * @param strictness as for {@link AmqpReader}, {@link AmqpFrameReader} and {@link AmqpScanner}.
     */
    public AmqpTypedReader(final AmqpBudget budget, final Limits limits, final Strictness strictness)
    {
        final Limits bounded = limits.withMaxDepth(budget.maxDepth()).withMaxElementCount(budget.maxNodes());
        reader = new AmqpReader(bounded, strictness);
        frames = new AmqpFrameReader(bounded, strictness);
        scanner = new AmqpScanner(bounded, strictness);
        plain = new PlainFields(budget, strictness);
        values = new WireValues(fault, budget, strictness, cursor, new AmqpReader(bounded, strictness));
    }

    /**
     * Reads the one value that a frame holds, of which the type is known.
     *
     * @param <T>   the class of the value.
     * @param frame wrapped on exactly one value.
     * @param type  of the value.
     * @return yours to keep; null if the value is refused, and without a {@link #fault()} if it is of another type.
     */
    public <T extends AmqpTyped> T read(final FrameView frame, final AmqpClass<T> type)
    {
        return read(frame, 0, frame.available(), type);
    }

    /**
     * Reads the one value that a part of a frame holds, of which the type is known.
     *
     * @param <T>    the class of the value.
     * @param frame  wrapped.
     * @param offset of the value's constructor in bytes from the start of the frame.
     * @param length of the value in bytes.
     * @param type   of the value.
     * @return yours to keep; null if the value is refused, and without a {@link #fault()} if it is of another type.
     * @throws IndexOutOfBoundsException if the part is not inside the frame.
     */
    public <T extends AmqpTyped> T read(final FrameView frame, final int offset, final int length,
        final AmqpClass<T> type)
    {
        return cast(region(frame, offset, length, type));
    }

    /**
     * Reads the one value that a frame holds; its descriptor tells the type.
     *
     * @param frame wrapped on exactly one value.
     * @return yours to keep; null if the value is refused, and without a {@link #fault()} if no type is known for its
     *     descriptor, or it has none.
     */
    public AmqpTyped read(final FrameView frame)
    {
        return region(frame, 0, frame.available(), null);
    }

    /**
     * Reads a described value that a scan or a reader of yours has lent, of which the type is known: a source inside an
     * attach, an error, a filter.
     *
     * @param <T>   the class of the value.
     * @param frame that the value is in.
     * @param value of any kind; it stays as it is.
     * @param type  of the value.
     * @return yours to keep; null if the value is refused, and without a {@link #fault()} if it is of another type.
     */
    public <T extends AmqpTyped> T read(final FrameView frame, final Cursor value, final AmqpClass<T> type)
    {
        return cast(lent(frame, value, type));
    }

    /**
     * Reads a described value that a scan or a reader of yours has lent; its descriptor tells the type.
     *
     * @param frame that the value is in.
     * @param value of any kind; it stays as it is.
     * @return yours to keep; null if the value is refused, and without a {@link #fault()} if no type is known for its
     *     descriptor, or it has none.
     */
    public AmqpTyped read(final FrameView frame, final Cursor value)
    {
        return lent(frame, value, null);
    }

    /**
     * Reads the performative of a frame, if it is of a type. What other performatives hold is not looked at.
     *
     * @param <T>   the class of the performative.
     * @param frame wrapped on exactly one frame or protocol header; its payload need not be there yet.
     * @param type  of the performative.
     * @return yours to keep; null if the frame is refused, and without a {@link #fault()} if it is empty, a protocol header
     *     or has another performative.
     */
    public <T extends AmqpTyped> T readPerformative(final FrameView frame, final AmqpClass<T> type)
    {
        return cast(performative(frame, type));
    }

    /**
     * Reads the performative of a frame.
     *
     * @param frame wrapped on exactly one frame or protocol header; its payload need not be there yet.
     * @return yours to keep; null if the frame is refused, and without a {@link #fault()} if it is empty or a protocol
     *     header.
     */
    public AmqpTyped readPerformative(final FrameView frame)
    {
        return performative(frame, null);
    }

    /**
     * Reads a section of a message, the last one of its type, which is the only one but for data, sequences and lenient
     * reading. The other sections are checked for their order, and passed over by their sizes.
     *
     * @param <T>     the class of the section.
     * @param message wrapped on exactly one message.
     * @param type    of the section.
     * @return yours to keep; null if the message is refused, and without a {@link #fault()} if it has no such section.
     * @throws IllegalArgumentException if the type is not that of a section.
     */
    public <T extends AmqpTyped> T readSection(final FrameView message, final AmqpClass<T> type)
    {
        if (type.interest == null)
        {
            throw new IllegalArgumentException("a message has no section of type " + type);
        }
        fault.reset();
        section.kind = null;
        if (scanner.scan(message, type.interest, section) != Outcome.COMPLETE)
        {
            return refused(scanner.fault());
        }
        if (section.kind == null)
        {
            return null;
        }
        final int end = section.offset + section.length;
        if (section.kind != Kind.BYTES && !message.load(section.offset, end))
        {
            fault.at(section.offset, Reason.SECTION_TOO_LONG, section.length, message.scratchLength());
            return null;
        }
        final AmqpTyped whole = section.kind == Kind.LIST ? plain.list(message, section.offset, section.length, type)
            : null;
        if (whole != null)
        {
            return cast(whole);
        }
        try
        {
            cursor.wrap(message, section.offset, section.length, section.kind);
            // The scan has found the value to be of its type; or null for a map, of one octet, which lenient lets pass.
            return cast(value(message, type, section.offset - 1, FormatCodes.NULL));
        }
        finally
        {
            end();
        }
    }

    /**
     * The header of the frame that {@code readPerformative} has read last, and where its payload begins.
     *
     * @return this reader's own, done or refused; valid while the frame is wrapped.
     */
    public AmqpFrameReader frame()
    {
        return frames;
    }

    /** {@return why the last value was refused: this reader's own view, absent unless it was} */
    public Fault fault()
    {
        return fault;
    }

    /** What was read is of the class that was asked for. */
    @SuppressWarnings("unchecked")
    private static <T extends AmqpTyped> T cast(final AmqpTyped typed)
    {
        return (T)typed;
    }

    private <T> T refused(final Fault cause)
    {
        fault.at(cause.offset(), cause.reason(), cause.claimed(), cause.available());
        return null;
    }

    private void end()
    {
        values.end();
        reader.reset();
        cursor.bind(null);
        cursor.reset();
    }

    private AmqpTyped region(final FrameView frame, final int offset, final int length, final AmqpClass<?> wanted)
    {
        fault.reset();
        final AmqpTyped whole = plain.value(frame, offset, length, wanted);
        final int end = offset + length;
        if (whole != null || plain.listOffset() > 0)
        {
            return whole == null ? listed(frame, end, wanted) : whole;
        }
        try
        {
            reader.wrap(frame, offset, length);
            final int event = reader.next();
            if (event == AmqpReader.DONE)
            {
                fault.at(offset, Reason.TRUNCATED, 1, 0);
                return null;
            }
            if (event == AmqpReader.MALFORMED)
            {
                return refused(reader.fault());
            }
            final int behind = reader.position();
            final AmqpTyped typed =
                reader.kind() == Kind.DESCRIBED && reader.enter() >= 0 ? described(frame, wanted) : malformed();
            if (typed == null || behind == end)
            {
                return typed;
            }
            fault.at(behind, Reason.CONTAINER_NOT_CONSUMED, end - behind, 1);
            return null;
        }
        finally
        {
            end();
        }
    }

    /**
     * Reads the fields that the fast path does not: it has found their list, so that nothing need be gone through to find
     * its end.
     */
    private AmqpTyped listed(final FrameView frame, final int end, final AmqpClass<?> wanted)
    {
        final int offset = plain.listOffset();
        try
        {
            cursor.wrap(frame, offset, end - offset, Kind.LIST);
            final AmqpClass<?> type =
                wanted == null ? AmqpTypedValues.named(TYPES.of(frame.getByte(offset - 2) & 0xFFL).name()) : wanted;
            return value(frame, type, offset - 1, frame.getByte(offset - 1) & 0xFF);
        }
        finally
        {
            end();
        }
    }

    private AmqpTyped lent(final FrameView frame, final Cursor value, final AmqpClass<?> wanted)
    {
        fault.reset();
        if (value.kind() != Kind.DESCRIBED)
        {
            return null;
        }
        final AmqpTyped whole = plain.described(frame, value.offset(), value.length(), wanted);
        if (whole != null || plain.listOffset() > 0)
        {
            return whole == null ? listed(frame, value.offset() + value.length(), wanted) : whole;
        }
        try
        {
            return reader.enter(frame, value) >= 0 ? described(frame, wanted) : malformed();
        }
        finally
        {
            end();
        }
    }

    private AmqpTyped malformed()
    {
        return reader.fault().isPresent() ? refused(reader.fault()) : null;
    }

    /** Reads on behind the start of a described value. */
    private AmqpTyped described(final FrameView frame, final AmqpClass<?> wanted)
    {
        if (reader.next() != AmqpReader.VALUE)
        {
            return malformed();
        }
        final AmqpTypeDefinition found = TYPES.of(reader.value(cursor));
        if (found == null || wanted != null && wanted.definition() != found)
        {
            return null;
        }
        if (reader.next() != AmqpReader.VALUE)
        {
            return malformed();
        }
        reader.value(cursor);
        return value(frame, wanted == null ? AmqpTypedValues.named(found.name()) : wanted, reader.constructorOffset(),
            reader.code());
    }

    /** Reads the value that the cursor is on, which stands behind a descriptor. */
    private AmqpTyped value(final FrameView frame, final AmqpClass<?> type, final int constructorOffset, final int code)
    {
        final AmqpTypeDefinition definition = type.definition();
        values.begin(frame, definition);
        if (!definition.isComposite())
        {
            final AmqpTyped typed = type.create();
            typed.take(0, values.at(-1, constructorOffset, code));
            return fault.isPresent() ? null : typed;
        }
        if (cursor.kind() != Kind.LIST)
        {
            fault.at(constructorOffset, Reason.SECTION_VALUE_TYPE, code, definition.code());
            return null;
        }
        final int most = definition.fields().size();
        final int offset = cursor.offset();
        // Anew, so that the depth counts from the list whichever way led here.
        final long count = reader.enter(frame, cursor);
        if (count < 0)
        {
            return refused(reader.fault());
        }
        if (count > most)
        {
            fault.at(offset, Reason.TOO_MANY_FIELDS, count, most);
            return null;
        }
        return fill(type);
    }

    /** Reads the fields of the list that was entered. */
    private AmqpTyped fill(final AmqpClass<?> type)
    {
        final AmqpTyped typed = type.create();
        int count = 0;
        int event = reader.next();
        while (event == AmqpReader.VALUE && take(typed, type, count, reader))
        {
            count++;
            event = reader.next();
        }
        if (event == AmqpReader.MALFORMED)
        {
            return refused(reader.fault());
        }
        final int missing = event == AmqpReader.DONE ? type.mandatory >>> count : 0;
        if (missing != 0)
        {
            fault.at(reader.position(), Reason.FIELD_MISSING, count + Integer.numberOfTrailingZeros(missing), 0);
        }
        return fault.isPresent() ? null : typed;
    }

    /** Takes the field that a reader is on. */
    private boolean take(final AmqpTyped typed, final AmqpClass<?> type, final int index, final AmqpReader on)
    {
        if (on.value(cursor).isNull())
        {
            return (type.mandatory >>> index & 1) == 0 || fault.at(on.constructorOffset(), Reason.FIELD_MISSING, index,
                0) >= 0;
        }
        if (type.isWanted(index))
        {
            typed.take(index, values.at(index, on.constructorOffset(), on.code()));
        }
        return !fault.isPresent();
    }

    private AmqpTyped performative(final FrameView frame, final AmqpClass<?> wanted)
    {
        fault.reset();
        if (!frames.wrap(frame))
        {
            return refused(frames.fault());
        }
        if (frames.performative() == null)
        {
            return null;
        }
        final AmqpTypeDefinition found = TYPES.of(frames.performative().code());
        if (wanted != null && wanted.definition() != found)
        {
            return null;
        }
        final AmqpClass<?> type = wanted == null ? AmqpTypedValues.named(found.name()) : wanted;
        final AmqpTyped whole = plain.list(frame, frames.fieldsOffset(), frames.fieldsLength(), type);
        if (whole != null && PlainFields.hasChoices(whole))
        {
            return whole;
        }
        try
        {
            values.begin(frame, found);
            return performative(type);
        }
        finally
        {
            end();
        }
    }

    /** Reads the fields of a performative, which the frame's reader checks, mandatory ones included. */
    private AmqpTyped performative(final AmqpClass<?> type)
    {
        final AmqpTyped typed = type.create();
        int event = frames.nextField();
        while (event == AmqpReader.VALUE && take(typed, type, frames.fieldIndex(), frames.fields()))
        {
            event = frames.nextField();
        }
        return event == AmqpReader.MALFORMED ? refused(frames.fault()) : event == AmqpReader.DONE ? typed : null;
    }
}
