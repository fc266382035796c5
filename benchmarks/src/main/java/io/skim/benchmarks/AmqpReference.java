package io.skim.benchmarks;

import io.skim.scan.amqp.AmqpField;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.qpid.proton.amqp.UnsignedByte;
import org.apache.qpid.proton.amqp.messaging.AmqpSequence;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.amqp.messaging.ApplicationProperties;
import org.apache.qpid.proton.amqp.messaging.Data;
import org.apache.qpid.proton.amqp.messaging.DeliveryAnnotations;
import org.apache.qpid.proton.amqp.messaging.Footer;
import org.apache.qpid.proton.amqp.messaging.Header;
import org.apache.qpid.proton.amqp.messaging.MessageAnnotations;
import org.apache.qpid.proton.amqp.messaging.Properties;
import org.apache.qpid.proton.amqp.messaging.Section;
import org.apache.qpid.proton.codec.AMQPDefinedTypes;
import org.apache.qpid.proton.codec.DecoderImpl;
import org.apache.qpid.proton.codec.EncoderImpl;

/**
 * The right answers about AMQP messages, read off proton-j's objects in the plainest way and without a thought of speed.
 */
final class AmqpReference
{
    /** Of a header that states none. */
    private static final UnsignedByte DEFAULT_PRIORITY = UnsignedByte.valueOf((byte)4);
    private static final Class<?>[] SECTIONS = {Header.class, DeliveryAnnotations.class, MessageAnnotations.class,
        Properties.class, ApplicationProperties.class, Data.class,
        AmqpSequence.class,
        AmqpValue.class, Footer.class};

    private static final List<String> NAMES =
        Arrays.stream(SECTIONS).map(Class::getSimpleName).collect(Collectors.toList());

    private AmqpReference()
    {
    }

    /** A question's answer about one message. */
    @FunctionalInterface
    interface Answer
    {
        int of(byte[] message);
    }

    static int[] answers(final byte[][] messages, final Answer answer)
    {
        final int[] answers = new int[messages.length];
        for (int i = 0; i < messages.length; i++)
        {
            answers[i] = answer.of(messages[i]);
        }
        return answers;
    }

    /**
     * Whether each value of a message can be mixed into a number by all contenders: no compound values, no decimals, no
     * texts outside ASCII, at most one body section, of data or of a value, no property that protonj2's key scan
     * takes for the one that is asked about, since its name is the beginning of that. Nor may it have what protonj2 does not
     * write again as it was: the default priority in a header, a timestamp as the body.
     */
    static boolean isPlain(final byte[] message)
    {
        final DecoderImpl decoder = decoder(message);
        int bodies = 0;
        boolean plain = true;
        while (decoder.getByteBufferRemaining() > 0)
        {
            final Object section = decoder.readObject();
            if (section instanceof Properties)
            {
                plain &= Arrays.stream(values((Properties)section)).allMatch(AmqpMix::isPlain);
            }
            else if (section instanceof DeliveryAnnotations)
            {
                plain &= isPlain(((DeliveryAnnotations)section).getValue());
            }
            else if (section instanceof MessageAnnotations)
            {
                plain &= isPlain(((MessageAnnotations)section).getValue());
            }
            else if (section instanceof ApplicationProperties)
            {
                final Map<?, ?> properties = ((ApplicationProperties)section).getValue();
                plain &= isPlain(properties) && properties.keySet().stream().noneMatch(key -> !key.equals(
                    AmqpMessages.PROPERTY) && AmqpMessages.PROPERTY.startsWith(key.toString()));
            }
            else if (section instanceof AmqpValue)
            {
                bodies++;
                final Object value = ((AmqpValue)section).getValue();
                plain &= AmqpMix.isPlain(value) && !(value instanceof Date);
            }
            else
            {
                bodies += section instanceof Data ? 1 : 0;
                plain &= section instanceof Data || section instanceof Header header && !DEFAULT_PRIORITY.equals(header
                    .getPriority());
            }
        }
        return plain && bodies <= 1;
    }

    private static boolean isPlain(final Map<?, ?> map)
    {
        return map != null && map.keySet().stream().allMatch(AmqpMix::isPlain) && map.values().stream().allMatch(
            AmqpMix::isPlain);
    }

    private static DecoderImpl decoder(final byte[] message)
    {
        final DecoderImpl decoder = new DecoderImpl();
        AMQPDefinedTypes.registerAllTypes(decoder, new EncoderImpl(decoder));
        decoder.setByteBuffer(ByteBuffer.wrap(message));
        return decoder;
    }

    /**
     * The places of sections in a message, from 1.
     *
     * @param types a library's own constants for them, which have the names of the classes here.
     * @return by their ordinals; 0 for a constant that is no section's.
     */
    static int[] ranks(final Enum<?>[] types)
    {
        return Arrays.stream(types).mapToInt(type -> NAMES.indexOf(type.name()) + 1).toArray();
    }

    /** Which sections there are, and where each of them ends. */
    static int sections(final byte[] message)
    {
        final DecoderImpl decoder = decoder(message);
        int sum = 0;
        while (decoder.getByteBufferRemaining() > 0)
        {
            final int rank = Arrays.asList(SECTIONS).indexOf(decoder.readObject().getClass());
            sum += (rank + 1) * (message.length - decoder.getByteBufferRemaining());
        }
        return sum;
    }

    /** Whether the property is there (1) and is the number asked for (2). */
    static int property(final byte[] message)
    {
        final DecoderImpl decoder = decoder(message);
        int answer = 0;
        while (decoder.getByteBufferRemaining() > 0)
        {
            final Object section = decoder.readObject();
            if (section instanceof ApplicationProperties)
            {
                final Object value = ((ApplicationProperties)section).getValue().get(AmqpMessages.PROPERTY);
                answer = value == null ? 0
                    : AmqpMessages.QUESTION.tagText.equals(value.toString()) ? 2 : 1;
            }
        }
        return answer;
    }

    /** What an application property is that a peer has found: missing (0), another (1) or the number asked for (2). */
    static int property(final Object value, final long wanted)
    {
        return value == null ? 0 : value instanceof Number && ((Number)value).longValue() == wanted ? 2 : 1;
    }

    /** Every value. */
    static int message(final byte[] message)
    {
        final DecoderImpl decoder = decoder(message);
        long sum = 0;
        while (decoder.getByteBufferRemaining() > 0)
        {
            sum += section((Section)decoder.readObject());
        }
        return AmqpMix.fold(sum);
    }

    private static long section(final Section section)
    {
        if (section instanceof Header)
        {
            return header((Header)section);
        }
        if (section instanceof DeliveryAnnotations)
        {
            return map(AmqpField.DELIVERY_ANNOTATIONS, ((DeliveryAnnotations)section).getValue());
        }
        if (section instanceof MessageAnnotations)
        {
            return map(AmqpField.MESSAGE_ANNOTATIONS, ((MessageAnnotations)section).getValue());
        }
        if (section instanceof Properties)
        {
            return properties((Properties)section);
        }
        if (section instanceof ApplicationProperties)
        {
            return map(AmqpField.APPLICATION_PROPERTIES, ((ApplicationProperties)section).getValue());
        }
        return section instanceof AmqpValue ? value(((AmqpValue)section).getValue())
            : (AmqpField.DATA.ordinal() + 1L) * ((Data)section).getValue().getLength();
    }

    /** A body of one value. */
    static long value(final Object value)
    {
        return (AmqpField.VALUE.ordinal() + 1L) * AmqpMix.ofProtonj(value);
    }

    private static long map(final AmqpField section, final Map<?, ?> map)
    {
        long sum = section.ordinal() + 1;
        for (final Map.Entry<?, ?> entry : map.entrySet())
        {
            sum += (section.ordinal() + entry.getKey().toString().length()) * AmqpMix.ofProtonj(entry.getValue());
        }
        return sum;
    }

    private static long header(final Header header)
    {
        return fields(AmqpField.HEADER, header.getDurable(), header.getPriority(), header.getTtl(), header
            .getFirstAcquirer(), header.getDeliveryCount());
    }

    private static long properties(final Properties it)
    {
        return fields(AmqpField.PROPERTIES, values(it));
    }

    private static Object[] values(final Properties it)
    {
        return new Object[] {it.getMessageId(), it.getUserId(), it.getTo(), it.getSubject(), it.getReplyTo(), it
            .getCorrelationId(), it.getContentType(), it.getContentEncoding(), it.getAbsoluteExpiryTime(),
            it
                .getCreationTime(),
            it.getGroupId(), it.getGroupSequence(), it.getReplyToGroupId()};
    }

    private static long fields(final AmqpField section, final Object... values)
    {
        long sum = section.ordinal() + 1;
        for (int i = 0; i < values.length; i++)
        {
            sum += (section.ordinal() + i + 2) * AmqpMix.ofProtonj(values[i]);
        }
        return sum;
    }
}
