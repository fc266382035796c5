package io.skim.pojo.amqp;

import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpFrameReader;
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.spi.Faults;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Builds frames and protocol headers as objects, after {@link AmqpFrameReader} has checked them. Reused
 * for each frame; one thread at a time.
 */
public final class AmqpFrameBuilder
{
    private final AmqpBudget budget;
    private final AmqpFrameReader reader;
    private final AmqpTreeBuilder trees;
    private final Fault fault = new Fault();

    /** Makes a strict builder with the default budget. */
    public AmqpFrameBuilder()
    {
        this(AmqpBudget.DEFAULT, Limits.DEFAULT, Strictness.STRICT);
    }

    /**
     * Makes a builder.
     *
     * @param budget     the bounds of an object; its payload counts as bytes of its own.
     * @param limits     of which only the frame length is used.
     * @param strictness as for {@link AmqpFrameReader}.
     */
    public AmqpFrameBuilder(final AmqpBudget budget, final Limits limits, final Strictness strictness)
    {
        this.budget = budget;
        reader = new AmqpFrameReader(limits.withMaxDepth(budget.maxDepth()).withMaxElementCount(budget.maxNodes()),
            strictness);
        trees = new AmqpTreeBuilder(budget, strictness);
    }

    /**
     * Builds a frame or protocol header.
     *
     * @param frame wrapped on exactly one, completely arrived.
     * @return the object, yours to keep; null if it is refused; then {@link #fault()} has the reason and the offset.
     */
    public @Nullable AmqpStreamItem item(final FrameView frame)
    {
        Faults.reset(fault);
        try
        {
            return read(frame);
        }
        finally
        {
            reader.reset();
        }
    }

    private @Nullable AmqpStreamItem read(final FrameView frame)
    {
        if (!reader.wrap(frame))
        {
            return refused(reader.fault());
        }
        if (reader.isProtocolHeader())
        {
            return new AmqpProtocolHeader(frame.getByte(4), frame.getByte(5), frame.getByte(6), frame.getByte(7));
        }
        final int parts = Math.max(reader.payloadLength(), reader.extendedHeaderLength());
        if (frame.available() < frame.length() || parts > budget.maxBytes())
        {
            Faults.at(fault, reader.payloadOffset(), frame.available() < frame.length() ? Reason.TRUNCATED
                : Reason.VALUE_TOO_LONG, parts, budget.maxBytes());
            return null;
        }
        return reader.isEmpty() ? frame(frame, null) : performative(frame);
    }

    private @Nullable AmqpFrameTree performative(final FrameView frame)
    {
        int event = reader.nextField();
        while (event == AmqpReader.VALUE)
        {
            event = reader.nextField();
        }
        if (event == AmqpReader.MALFORMED)
        {
            return refused(reader.fault());
        }
        final AmqpValue body = trees.value(frame, reader.performativeOffset(), reader.performativeLength());
        return body == null ? refused(trees.fault()) : frame(frame, (AmqpDescribed)body);
    }

    private AmqpFrameTree frame(final FrameView frame, final @Nullable AmqpDescribed body)
    {
        return new AmqpFrameTree(reader.size(), reader.dataOffset(), reader.type(), reader.channel(),
            bytes(frame, reader
                .extendedHeaderOffset(), reader.extendedHeaderLength()),
            body, bytes(frame, reader.payloadOffset(),
                reader
                    .payloadLength()));
    }

    private static AmqpBinary bytes(final FrameView frame, final int offset, final int length)
    {
        final byte[] bytes = new byte[length];
        frame.getBytes(offset, length, bytes, 0);
        return AmqpBinary.owning(bytes);
    }

    private @Nullable AmqpFrameTree refused(final Fault cause)
    {
        Faults.at(fault, cause.offset(), Objects.requireNonNull(cause.reason()), cause.claimed(), cause.available());
        return null;
    }

    /** {@return the reason why the last frame was refused; absent if it was built} The next build resets it. */
    public Fault fault()
    {
        return fault;
    }
}
