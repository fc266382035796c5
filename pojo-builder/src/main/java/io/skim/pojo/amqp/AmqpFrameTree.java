package io.skim.pojo.amqp;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A frame of AMQP with its performative as a tree, and its payload as bytes.
 *
 * @param size           in octets, its own header included.
 * @param dataOffset     where the body begins, in words of four octets.
 * @param type           0 for AMQP, 1 for SASL.
 * @param channel        octets 6 and 7 of the header, which mean nothing in SASL.
 * @param extendedHeader the bytes between the header and the body.
 * @param body           the performative, a described list; null of an empty frame.
 * @param payload        the bytes behind the performative.
 * @see "OASIS AMQP 1.0, part 2 (transport), section 2.3"
 */
public record AmqpFrameTree(long size, int dataOffset, int type, int channel, AmqpBinary extendedHeader,
    @Nullable AmqpDescribed body,
    AmqpBinary payload) implements AmqpStreamItem
{
    /**
     * Makes a frame.
     *
     * @param size           in octets, its own header included.
     * @param dataOffset     where the body begins, in words of four octets.
     * @param type           0 for AMQP, 1 for SASL.
     * @param channel        octets 6 and 7 of the header, which mean nothing in SASL.
     * @param extendedHeader the bytes between the header and the body.
     * @param body           the performative, a described list; null of an empty frame.
     * @param payload        the bytes behind the performative.
     */
    public AmqpFrameTree
    {
        Objects.requireNonNull(extendedHeader);
        Objects.requireNonNull(payload);
    }

    /**
     * The performative as a view of its type.
     *
     * @return the view; null of an empty frame.
     * @throws AmqpSchemaException if the performative does not conform to its type in the standard.
     */
    public @Nullable AmqpComposite performative()
    {
        return body == null ? null : AmqpComposite.of(body);
    }

    @Override
    public String toString()
    {
        return AmqpNotation.of(this);
    }
}
