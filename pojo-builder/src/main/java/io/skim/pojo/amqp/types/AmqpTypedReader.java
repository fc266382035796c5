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
import io.skim.scan.spi.Cursors;
import io.skim.scan.spi.Faults;
import io.skim.scan.spi.Frames;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads AMQP's described types from the bytes into objects of their classes: the performative of a frame, a section of a message,
 * or any described value. For example, a gateway that checks attaches, and a tool that prints properties:
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
 * The object equals the one that {@link AmqpClass#of} makes from the value as a tree, or the value is refused. If there are several
 * faults, malformed bytes or fields that are not as the standard says, the reader reports the first one in the bytes.
 * <p>
 * Allocates the object, its texts and binaries, objects for sources, targets, states and errors in it, and trees for fields that
 * are maps or of any type. All these trees share one {@link AmqpBudget}. With {@link AmqpClass#only} the reader allocates nothing
 * for other fields. It allocates nothing for a count that only the peer claims.
 * <p>
 * A reader can be used again for each value. It keeps no value, and no frame except the view in {@link #frame()}. One thread at a
 * time.
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
     * @param budget     bounds all trees in an object together, and the depth of a value.
     * @param limits     bounds the lengths of frames and headers; the other limits are not used.
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
     * Reads the only value of a frame, as a known type.
     *
     * @param <T>   the class of the value.
     * @param frame wrapped on exactly one value.
     * @param type  of the value.
     * @return yours to keep; null if the value is refused, and without a {@link #fault()} if it is of another type.
     */
    public <T extends AmqpTyped> @Nullable T read(final FrameView frame, final AmqpClass<T> type)
    {
        return read(frame, 0, frame.available(), type);
    }

    /**
     * Reads the only value of a part of a frame, as a known type.
     *
     * @param <T>    the class of the value.
     * @param frame  wrapped.
     * @param offset of the value's constructor in bytes from the start of the frame.
     * @param length of the value in bytes.
     * @param type   of the value.
     * @return yours to keep; null if the value is refused, and without a {@link #fault()} if it is of another type.
     * @throws IndexOutOfBoundsException if the part is not inside the frame.
     */
    public <T extends AmqpTyped> @Nullable T read(final FrameView frame, final int offset, final int length,
        final AmqpClass<T> type)
    {
        return cast(region(frame, offset, length, type));
    }

    /**
     * Reads the only value of a frame; its descriptor gives the type.
     *
     * @param frame wrapped on exactly one value.
     * @return yours to keep; null if the value is refused, and without a {@link #fault()} if no type is known for its
     *     descriptor, or it has none.
     */
    public @Nullable AmqpTyped read(final FrameView frame)
    {
        return region(frame, 0, frame.available(), null);
    }

    /**
     * Reads a described value that a scan or your reader is showing, as a known type: a source in an attach, an error, a filter.
     *
     * @param <T>   the class of the value.
     * @param frame that the value is in.
     * @param value of any kind; it stays as it is.
     * @param type  of the value.
     * @return yours to keep; null if the value is refused, and without a {@link #fault()} if it is of another type.
     */
    public <T extends AmqpTyped> @Nullable T read(final FrameView frame, final Cursor value, final AmqpClass<T> type)
    {
        return cast(lent(frame, value, type));
    }

    /**
     * Reads a described value that a scan or your reader is showing; its descriptor gives the type.
     *
     * @param frame that the value is in.
     * @param value of any kind; it stays as it is.
     * @return yours to keep; null if the value is refused, and without a {@link #fault()} if no type is known for its
     *     descriptor, or it has none.
     */
    public @Nullable AmqpTyped read(final FrameView frame, final Cursor value)
    {
        return lent(frame, value, null);
    }

    /**
     * Reads the performative of a frame, if it has a given type. The fields of other performatives are not read.
     *
     * @param <T>   the class of the performative.
     * @param frame wrapped on exactly one frame or protocol header; its payload need not have arrived.
     * @param type  of the performative.
     * @return yours to keep; null if the frame is refused, and without a {@link #fault()} if it is empty, a protocol header
     *     or has another performative.
     */
    public <T extends AmqpTyped> @Nullable T readPerformative(final FrameView frame, final AmqpClass<T> type)
    {
        return cast(performative(frame, type));
    }

    /**
     * Reads the performative of a frame.
     *
     * @param frame wrapped on exactly one frame or protocol header; its payload need not have arrived.
     * @return yours to keep; null if the frame is refused, and without a {@link #fault()} if it is empty or a protocol
     *     header.
     */
    public @Nullable AmqpTyped readPerformative(final FrameView frame)
    {
        return performative(frame, null);
    }

    /**
     * Reads the last section of a type. (Only data and sequences can have several sections; a lenient reader also accepts other
     * repeated sections.) Checks the order of the other sections, and skips them by their sizes.
     *
     * @param <T>     the class of the section.
     * @param message wrapped on exactly one message.
     * @param type    of the section.
     * @return yours to keep; null if the message is refused, and without a {@link #fault()} if it has no such section.
     * @throws IllegalArgumentException if the type is not that of a section.
     */
    public <T extends AmqpTyped> @Nullable T readSection(final FrameView message, final AmqpClass<T> type)
    {
        if (type.interest == null)
        {
            throw new IllegalArgumentException("a message has no section of type " + type);
        }
        Faults.reset(fault);
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
        if (section.kind != Kind.BYTES && !Frames.load(message, section.offset, end))
        {
            Faults.at(fault, section.offset, Reason.SECTION_TOO_LONG, section.length, Frames.scratchLength(message));
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
            Cursors.wrap(cursor, message, section.offset, section.length, section.kind);
            // The scan has checked the type of the value. Lenient also accepts a null of one octet instead of a map.
            return cast(value(message, type, section.offset - 1, FormatCodes.NULL));
        }
        finally
        {
            end();
        }
    }

    /**
     * The reader of the last frame of {@code readPerformative}, for its header and the offset of its payload.
     *
     * @return this reader's own, after the last field or refused; valid while the frame is wrapped.
     */
    public AmqpFrameReader frame()
    {
        return frames;
    }

    /** {@return the reason why the last value was refused: this reader's own fault, absent if it was not refused} */
    public Fault fault()
    {
        return fault;
    }

    /** Casts an object to its class, which the caller has checked. */
    @SuppressWarnings("unchecked")
    private static <T extends AmqpTyped> @Nullable T cast(final @Nullable AmqpTyped typed)
    {
        return (T)typed;
    }

    private <T> @Nullable T refused(final Fault cause)
    {
        Faults.at(fault, cause.offset(), Objects.requireNonNull(cause.reason()), cause.claimed(), cause.available());
        return null;
    }

    private void end()
    {
        values.end();
        reader.reset();
        Cursors.bind(cursor, null);
        Cursors.reset(cursor);
    }

    private @Nullable AmqpTyped region(final FrameView frame, final int offset, final int length,
        final @Nullable AmqpClass<?> wanted)
    {
        Faults.reset(fault);
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
                Faults.at(fault, offset, Reason.TRUNCATED, 1, 0);
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
            Faults.at(fault, behind, Reason.CONTAINER_NOT_CONSUMED, end - behind, 1);
            return null;
        }
        finally
        {
            end();
        }
    }

    /**
     * Reads the fields after the fast path has failed. The fast path has found their list, so the end of the list is known.
     */
    private @Nullable AmqpTyped listed(final FrameView frame, final int end, final @Nullable AmqpClass<?> wanted)
    {
        final int offset = plain.listOffset();
        try
        {
            Cursors.wrap(cursor, frame, offset, end - offset, Kind.LIST);
            final AmqpClass<?> type = wanted == null ? classOf(TYPES.of(frame.getByte(offset - 2) & 0xFFL)) : wanted;
            return value(frame, type, offset - 1, frame.getByte(offset - 1) & 0xFF);
        }
        finally
        {
            end();
        }
    }

    private @Nullable AmqpTyped lent(final FrameView frame, final Cursor value, final @Nullable AmqpClass<?> wanted)
    {
        Faults.reset(fault);
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

    private @Nullable AmqpTyped malformed()
    {
        return reader.fault().isPresent() ? refused(reader.fault()) : null;
    }

    /** Reads a described value after its start. */
    private @Nullable AmqpTyped described(final FrameView frame, final @Nullable AmqpClass<?> wanted)
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
        return value(frame, wanted == null ? classOf(found) : wanted, reader.constructorOffset(), reader.code());
    }

    /** The class of a type that was found by its descriptor: each type has one. */
    private static AmqpClass<?> classOf(final @Nullable AmqpTypeDefinition found)
    {
        return Objects.requireNonNull(AmqpTypedValues.named(Objects.requireNonNull(found).name()));
    }

    /** Reads the value under the cursor, which follows a descriptor. */
    private @Nullable AmqpTyped value(final FrameView frame, final AmqpClass<?> type, final int constructorOffset,
        final int code)
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
            Faults.at(fault, constructorOffset, Reason.SECTION_VALUE_TYPE, code, definition.code());
            return null;
        }
        final int most = definition.fields().size();
        final int offset = cursor.offset();
        // Begins again, so that the depth counts from the list in each case.
        final long count = reader.enter(frame, cursor);
        if (count < 0)
        {
            return refused(reader.fault());
        }
        if (count > most)
        {
            Faults.at(fault, offset, Reason.TOO_MANY_FIELDS, count, most);
            return null;
        }
        return fill(type);
    }

    /** Reads the fields of the entered list. */
    private @Nullable AmqpTyped fill(final AmqpClass<?> type)
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
            Faults.at(fault, reader.position(), Reason.FIELD_MISSING, count + Integer.numberOfTrailingZeros(missing),
                0);
        }
        return fault.isPresent() ? null : typed;
    }

    /** Stores the current field of a reader. */
    private boolean take(final AmqpTyped typed, final AmqpClass<?> type, final int index, final AmqpReader on)
    {
        if (on.value(cursor).isNull())
        {
            return (type.mandatory >>> index & 1) == 0
                || Faults.at(fault, on.constructorOffset(), Reason.FIELD_MISSING, index,
                    0) >= 0;
        }
        if (type.isWanted(index))
        {
            typed.take(index, values.at(index, on.constructorOffset(), on.code()));
        }
        return !fault.isPresent();
    }

    private @Nullable AmqpTyped performative(final FrameView frame, final @Nullable AmqpClass<?> wanted)
    {
        Faults.reset(fault);
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
        final AmqpClass<?> type = wanted == null ? classOf(found) : wanted;
        final AmqpTyped whole = plain.list(frame, frames.fieldsOffset(), frames.fieldsLength(), type);
        if (whole != null && PlainFields.hasChoices(whole))
        {
            return whole;
        }
        try
        {
            values.begin(frame, type.definition());
            return performative(type);
        }
        finally
        {
            end();
        }
    }

    /** Reads the fields of a performative, which the frame's reader checks, mandatory ones included. */
    private @Nullable AmqpTyped performative(final AmqpClass<?> type)
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
