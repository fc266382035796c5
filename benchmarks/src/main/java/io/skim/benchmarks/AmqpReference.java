package io.skim.benchmarks;

import io.skim.scan.amqp.AmqpField;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
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
        return section instanceof Data ? (AmqpField.DATA.ordinal() + 1L) * ((Data)section).getValue().getLength() : 0;
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
        return fields(AmqpField.PROPERTIES, it.getMessageId(), it.getUserId(), it.getTo(), it.getSubject(),
            it.getReplyTo(), it.getCorrelationId(), it.getContentType(), it.getContentEncoding(),
            it.getAbsoluteExpiryTime(), it.getCreationTime(), it.getGroupId(), it.getGroupSequence(),
            it.getReplyToGroupId());
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
