package io.skim.pojo.amqp;

import io.skim.scan.Cursor;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.spi.Cursors;
import io.skim.scan.spi.Faults;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Builds trees of {@link AmqpValue}s with an {@link AmqpReader}.
 *
 * <pre>
 * final AmqpTreeBuilder builder = new AmqpTreeBuilder();
 * final AmqpValue value = builder.value(frame.wrap(bytes));
 * if (value == null) { throw builder.fault().toException(); }
 * </pre>
 *
 * No recursion: open values are in arrays. No allocation from a count on the wire: a count above the budget is refused, and
 * containers are made of the values that were read. Malformed input leaves no part of a tree. Reused for each value; keeps no value
 * and no frame; one thread at a time.
 */
public final class AmqpTreeBuilder
{
    private static final int USUAL_LENGTH = 64;
    private static final int KEPT_LENGTH = 4_096;

    private final AmqpBudget budget;
    private final Limits limits;
    private final Strictness strictness;
    private final Fault fault = new Fault();
    private final Cursor cursor = new Cursor();

    /** The reader of the values, and above it the readers of descriptors of nested array elements. */
    private final AmqpReader[] readers;
    private final int[] firstDepths;
    @SuppressWarnings("NullAway.Init") // begin sets it
    private FrameView frame;
    @SuppressWarnings("NullAway.Init") // begin sets it
    private AmqpReader first;
    @SuppressWarnings("NullAway.Init") // begin sets it
    private AmqpReader reader;
    private int level;
    private int highestLevel;

    /** Built values that are not yet part of a container. */
    private AmqpValue[] built = new AmqpValue[USUAL_LENGTH];
    private int builtCount;
    private int nodesLeft;
    private int bytesLeft;

    /** Open containers, the innermost one last. */
    private final int[] types;
    private final int[] starts;
    private final int[] ends;
    private final int[] elementCodes;
    /** Descriptors of arrays of described elements; null for other containers, which then need not be cleared. */
    private final List<List<AmqpValue>> descriptors = new ArrayList<>();
    private int depth;

    /** Makes a strict builder with the default budget. */
    public AmqpTreeBuilder()
    {
        this(AmqpBudget.DEFAULT, Strictness.STRICT);
    }

    /**
     * Makes a builder.
     *
     * @param budget     the bounds of a tree.
     * @param strictness as for {@link AmqpReader}.
     */
    public AmqpTreeBuilder(final AmqpBudget budget, final Strictness strictness)
    {
        this.budget = budget;
        this.strictness = strictness;
        limits = Limits.DEFAULT.withMaxDepth(budget.maxDepth()).withMaxElementCount(budget.maxNodes());
        readers = new AmqpReader[budget.maxDepth() + 1];
        firstDepths = new int[readers.length];
        types = new int[budget.maxDepth()];
        starts = new int[types.length];
        ends = new int[types.length];
        elementCodes = new int[types.length];
        for (int i = 0; i < types.length; i++)
        {
            descriptors.add(null);
        }
    }

    /**
     * Builds the only value of a frame.
     *
     * @param frame wrapped on exactly one value.
     * @return the value, yours to keep; null if it is refused; then {@link #fault()} has the reason and the offset.
     */
    public @Nullable AmqpValue value(final FrameView frame)
    {
        return value(frame, 0, frame.available());
    }

    /**
     * Builds the only value of a part of a frame.
     *
     * @param frame  wrapped.
     * @param offset of the value's constructor in bytes from the start of the frame.
     * @param length of the value in bytes.
     * @return the value, yours to keep; null if it is refused; then {@link #fault()} has the reason and the offset.
     * @throws IndexOutOfBoundsException if the part is not inside the frame.
     */
    public @Nullable AmqpValue value(final FrameView frame, final int offset, final int length)
    {
        begin(frame, reader(0).wrap(frame, offset, length));
        try
        {
            final int event = reader.next();
            if (event == AmqpReader.DONE)
            {
                Faults.at(fault, offset, Reason.TRUNCATED, 1, 0);
            }
            final AmqpValue value = event == AmqpReader.VALUE ? tree() : null;
            if (value != null && reader.position() != offset + length)
            {
                Faults.at(fault, reader.position(), Reason.CONTAINER_NOT_CONSUMED, offset + length - reader.position(),
                    1);
            }
            return outcome(value);
        }
        finally
        {
            end();
        }
    }

    /**
     * Builds all concatenated values of a frame, within one budget.
     *
     * @param frame that has only values, wrapped.
     * @return the values, yours to keep; null if they are refused; then {@link #fault()} has the reason and the offset.
     */
    public @Nullable List<AmqpValue> values(final FrameView frame)
    {
        return values(frame, 0, frame.available());
    }

    /**
     * Builds all concatenated values of a part of a frame, within one budget.
     *
     * @param frame  wrapped.
     * @param offset of the first value in bytes from the start of the frame.
     * @param length of all values in bytes.
     * @return the values, yours to keep; null if they are refused; then {@link #fault()} has the reason and the offset.
     * @throws IndexOutOfBoundsException if the part is not inside the frame.
     */
    public @Nullable List<AmqpValue> values(final FrameView frame, final int offset, final int length)
    {
        begin(frame, reader(0).wrap(frame, offset, length));
        try
        {
            final List<AmqpValue> values = new ArrayList<>();
            int event = reader.next();
            while (event == AmqpReader.VALUE && values.add(tree()) && !fault.isPresent())
            {
                event = reader.next();
            }
            return outcome(event == AmqpReader.DONE ? List.copyOf(values) : null);
        }
        finally
        {
            end();
        }
    }

    /**
     * Builds the value at which your reader stands, compound or not. Position afterwards: behind the value.
     *
     * @param frame  that the reader is on.
     * @param reader whose {@code next} has just given a value. If the value is refused, its position is undefined.
     * @return the value, yours to keep; null if it is refused; then {@link #fault()} has the reason and the offset.
     * @throws IllegalStateException if the reader is not on a value.
     */
    public @Nullable AmqpValue value(final FrameView frame, final AmqpReader reader)
    {
        begin(frame, reader);
        try
        {
            return outcome(tree());
        }
        finally
        {
            end();
        }
    }

    /**
     * Builds a value that a scan shows, from a callback.
     *
     * @param frame that the value is in.
     * @param value of any kind that AMQP has; {@link Kind#BYTES} is taken for binary.
     * @return the value, yours to keep; null if it is refused; then {@link #fault()} has the reason and the offset.
     * @throws IllegalArgumentException if the value is of a kind that AMQP does not have.
     */
    public @Nullable AmqpValue value(final FrameView frame, final Cursor value)
    {
        renew();
        return furtherValue(frame, value);
    }

    /**
     * Builds a value that a scan or your reader shows, like {@link #value(FrameView, Cursor)}, within the rest of the budget: all
     * values since the last other call share one budget.
     *
     * @param frame that the value is in.
     * @param value of any kind that AMQP has; {@link Kind#BYTES} is taken for binary.
     * @return the value, yours to keep; null if it is refused; then {@link #fault()} has the reason and the offset.
     * @throws IllegalArgumentException if the value is of a kind that AMQP does not have.
     */
    public @Nullable AmqpValue furtherValue(final FrameView frame, final Cursor value)
    {
        Faults.reset(fault);
        final int offset = value.offset();
        final Kind kind = value.kind();
        if (--nodesLeft < 0)
        {
            tooMany(offset, 0);
            return null;
        }
        if (kind != Kind.LIST && kind != Kind.MAP && kind != Kind.ARRAY && kind != Kind.DESCRIBED)
        {
            return scalar(value);
        }
        start(frame, reader(0));
        try
        {
            final int end = offset + value.length();
            final long count = reader.enter(frame, value);
            return outcome(open(AmqpType.of(kind), offset, end, count) ? containers() : null);
        }
        finally
        {
            end();
        }
    }

    /** {@return the reason why the last value was refused; absent if it was built} The next build resets it. */
    public Fault fault()
    {
        return fault;
    }

    private AmqpReader reader(final int at)
    {
        if (readers[at] == null)
        {
            readers[at] = new AmqpReader(limits, strictness);
        }
        return readers[at];
    }

    private void begin(final FrameView frame, final AmqpReader reader)
    {
        renew();
        start(frame, reader);
    }

    private void renew()
    {
        nodesLeft = budget.maxNodes();
        bytesLeft = budget.maxBytes();
    }

    private void start(final FrameView frame, final AmqpReader reader)
    {
        this.frame = frame;
        use(reader);
        if (first != reader)
        {
            first = reader;
        }
        Faults.reset(fault);
        level = 0;
        highestLevel = 0;
        depth = 0;
        builtCount = 0;
    }

    /** Stores a reference only if it changes: a GC write barrier is expensive in an old object. */
    private void use(final AmqpReader next)
    {
        if (reader != next)
        {
            reader = next;
        }
    }

    private <T> @Nullable T outcome(final @Nullable T result)
    {
        if (result == null && !fault.isPresent())
        {
            final Fault cause = reader.fault();
            Faults.at(fault, cause.offset(), Objects.requireNonNull(cause.reason()), cause.claimed(),
                cause.available());
        }
        return fault.isPresent() ? null : result;
    }

    /**
     * Releases all values, and arrays that a hostile value has made long. A closed container has cleared its own part, so little is
     * left after a value that was not refused.
     */
    @SuppressWarnings("NullAway") // no reads until begin
    private void end()
    {
        frame = null;
        if (first != readers[0])
        {
            reader = null;
            first = null;
        }
        Cursors.bind(cursor, null);
        Cursors.reset(cursor);
        for (int i = 0; i < depth; i++)
        {
            descriptors.set(i, null);
        }
        for (int i = 0; i <= highestLevel; i++)
        {
            if (readers[i] != null)
            {
                readers[i].reset();
            }
        }
        if (built.length > KEPT_LENGTH)
        {
            built = new AmqpValue[USUAL_LENGTH];
        }
        else
        {
            Arrays.fill(built, 0, Math.max(1, builtCount), null);
        }
    }

    /** Builds the value at which the reader stands; null if it is refused. */
    private @Nullable AmqpValue tree()
    {
        builtCount = 0;
        return value() ? containers() : null;
    }

    /** Continues until no container is open. */
    private @Nullable AmqpValue containers()
    {
        while (depth > 0)
        {
            final int event = reader.next();
            if (event == AmqpReader.MALFORMED || !(event == AmqpReader.VALUE ? value() : close()))
            {
                return null;
            }
            if (level > 0 && depth == firstDepths[level] && builtCount > starts[depth - 1])
            {
                descriptor();
            }
        }
        return built[0];
    }

    /** Takes the value at which the reader stands, or enters it. */
    private boolean value()
    {
        final int offset = reader.offset();
        if (--nodesLeft < 0)
        {
            return tooMany(offset, 0);
        }
        if (!reader.isCompound())
        {
            return push(scalar(reader.value(cursor)));
        }
        final int end = offset + reader.length();
        final AmqpType type = AmqpType.of(reader.kind());
        if (depth == types.length)
        {
            return Faults.at(fault, offset, Reason.NESTED_TOO_DEEP, depth + 1L, types.length) >= 0;
        }
        return open(type, offset, end, reader.enter());
    }

    private boolean tooMany(final int offset, final long more)
    {
        return Faults.at(fault, offset, Reason.TOO_MANY_ELEMENTS, budget.maxNodes() - nodesLeft + more,
            budget.maxNodes()) >= 0;
    }

    /** Notes the beginning of a container that the reader has entered. */
    private boolean open(final AmqpType type, final int offset, final int end, final long count)
    {
        if (count < 0 || count > nodesLeft)
        {
            return count >= 0 && tooMany(offset, count);
        }
        types[depth] = type.ordinal();
        starts[depth] = builtCount;
        ends[depth] = end;
        elementCodes[depth] = reader.elementCode();
        depth++;
        if (type == AmqpType.ARRAY && frame.getByte(reader.elementOffset()) == 0)
        {
            final int constructor = reader.elementOffset();
            descriptors.set(depth - 1, new ArrayList<>());
            firstDepths[++level] = depth;
            highestLevel = Math.max(highestLevel, level);
            enterDescriptor(constructor);
        }
        return true;
    }

    /** Reads the descriptor in the constructor of an array's elements, behind a zero octet, with another reader. */
    private void enterDescriptor(final int constructor)
    {
        use(reader(level).wrap(frame, constructor + 1, ends[depth - 1] - constructor - 1));
    }

    /** Keeps a descriptor of an array's elements, and continues with the next descriptor or with the elements. */
    private void descriptor()
    {
        descriptors.get(depth - 1).add(built[--builtCount]);
        built[builtCount] = null;
        final int behind = reader.position();
        if (frame.getByte(behind) == 0)
        {
            enterDescriptor(behind);
        }
        else
        {
            level--;
            use(level == 0 ? first : readers[level]);
        }
    }

    /** Makes a scalar value; null if the budget does not hold its bytes. */
    private @Nullable AmqpValue scalar(final Cursor value)
    {
        final Kind kind = value.kind();
        final boolean octets = kind == Kind.TEXT || kind == Kind.SYMBOL || kind == Kind.BINARY || kind == Kind.BYTES;
        return octets ? octets(value) : AmqpScalars.of(value);
    }

    /** Makes a string, symbol or binary; null if the budget does not hold its bytes, or they have not arrived. */
    private @Nullable AmqpValue octets(final Cursor value)
    {
        bytesLeft -= value.length();
        if (bytesLeft < 0)
        {
            Faults.at(fault, value.offset(), Reason.VALUE_TOO_LONG, (long)budget.maxBytes() - bytesLeft,
                budget.maxBytes());
            return null;
        }
        if (value.kind() == Kind.TEXT)
        {
            return new AmqpString(Objects.requireNonNull(value.toText()));
        }
        if (value.kind() == Kind.SYMBOL)
        {
            return new AmqpSymbol(Objects.requireNonNull(value.toText()));
        }
        final int arrived = Cursors.frame(value).available() - value.offset();
        if (arrived < value.length())
        {
            // A body, whose length is checked before it has arrived.
            Faults.at(fault, value.offset(), Reason.TRUNCATED, value.length(), Math.max(0, arrived));
            return null;
        }
        final byte[] bytes = new byte[value.length()];
        value.copyRawTo(bytes, 0);
        return AmqpBinary.owning(bytes);
    }

    private boolean push(final @Nullable AmqpValue value)
    {
        if (value == null)
        {
            return false;
        }
        if (builtCount == built.length)
        {
            built = Arrays.copyOf(built, 2 * builtCount);
        }
        built[builtCount++] = value;
        return true;
    }

    /** Makes a container of the values that were built since it was opened. */
    private boolean close()
    {
        depth--;
        final int start = starts[depth];
        final AmqpValue value = container(AmqpType.at(types[depth]), start);
        Arrays.fill(built, start, builtCount, null);
        builtCount = start;
        return push(value);
    }

    private AmqpValue container(final AmqpType type, final int start)
    {
        switch (type)
        {
            case LIST:
                return new AmqpList(items(start));
            case MAP:
                final AmqpMap.Entry[] entries = new AmqpMap.Entry[(builtCount - start) / 2];
                for (int i = 0; i < entries.length; i++)
                {
                    entries[i] = new AmqpMap.Entry(built[start + 2 * i], built[start + 2 * i + 1]);
                }
                return new AmqpMap(List.of(entries));
            case ARRAY:
                final List<AmqpValue> described = descriptors.set(depth, null);
                return new AmqpArray(Objects.requireNonNull(AmqpType.of(elementCodes[depth])),
                    described == null ? List.of() : described, items(
                        start));
            default:
                return new AmqpDescribed(built[start], built[start + 1]);
        }
    }

    /** Makes an immutable list, so that the value does not copy it again. */
    private List<AmqpValue> items(final int start)
    {
        return builtCount - start == 1 ? List.of(built[start]) : List.of(Arrays.copyOfRange(built, start, builtCount));
    }
}
