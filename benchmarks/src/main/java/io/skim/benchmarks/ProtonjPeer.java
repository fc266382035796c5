package io.skim.benchmarks;

import io.skim.scan.amqp.AmqpField;
import java.util.Map;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.amqp.messaging.ApplicationProperties;
import org.apache.qpid.proton.amqp.messaging.Data;
import org.apache.qpid.proton.amqp.messaging.Header;
import org.apache.qpid.proton.amqp.messaging.Properties;
import org.apache.qpid.proton.amqp.messaging.Section;
import org.apache.qpid.proton.codec.AMQPDefinedTypes;
import org.apache.qpid.proton.codec.DecoderImpl;
import org.apache.qpid.proton.codec.EncoderImpl;
import org.apache.qpid.proton.codec.ReadableBuffer;
import org.apache.qpid.proton.codec.ReadableBuffer.ByteBufferReader;
import org.apache.qpid.proton.message.Message;

/**
 * proton-j: one decoder that is used again, buffers that are made once and rewound.
 */
abstract class ProtonjPeer extends Peer
{
    final DecoderImpl decoder = new DecoderImpl();
    final ReadableBuffer[] buffers;

    ProtonjPeer(final byte[][] messages)
    {
        super(messages);
        AMQPDefinedTypes.registerAllTypes(decoder, new EncoderImpl(decoder));
        buffers = new ReadableBuffer[messages.length];
        for (int i = 0; i < messages.length; i++)
        {
            buffers[i] = ByteBufferReader.wrap(messages[i]);
        }
    }

    static ProtonjPeer of(final AmqpValues values)
    {
        return values == AmqpValues.AMQP_LIST ? new Lists(values.regions()) : new Maps(values.regions());
    }

    final ReadableBuffer open(final int message)
    {
        final ReadableBuffer buffer = buffers[message];
        buffer.rewind();
        decoder.setBuffer(buffer);
        return buffer;
    }

    /** Ten ints and a UUID. */
    static final class Lists extends ProtonjPeer
    {
        Lists(final byte[][] regions)
        {
            super(regions);
        }

        @Override
        int answer(final int region)
        {
            open(region);
            return AmqpValues.sum(decoder.readList());
        }
    }

    /** Ten ints by name. */
    static final class Maps extends ProtonjPeer
    {
        Maps(final byte[][] regions)
        {
            super(regions);
        }

        @Override
        int answer(final int region)
        {
            open(region);
            return AmqpValues.sum(decoder.readMap());
        }
    }

    /** One property, by {@code Message.decode}. */
    static final class Property extends ProtonjPeer
    {
        private final Message message = Message.Factory.create();
        private final long wanted = Long.parseLong(AmqpMessages.QUESTION.tagText);

        Property(final byte[][] messages)
        {
            super(messages);
        }

        @Override
        int answer(final int at)
        {
            final ReadableBuffer buffer = buffers[at];
            buffer.rewind();
            message.decode(buffer);
            final ApplicationProperties properties = message.getApplicationProperties();
            final Object value = properties == null ? null : properties.getValue().get(AmqpMessages.PROPERTY);
            return AmqpReference.property(value, wanted);
        }
    }

    /** Which sections there are and where each ends. */
    static final class Sections extends ProtonjPeer
    {
        private static final int[] RANKS = AmqpReference.ranks(Section.SectionType.values());

        Sections(final byte[][] messages)
        {
            super(messages);
        }

        @Override
        int answer(final int message)
        {
            final ReadableBuffer buffer = open(message);
            int sum = 0;
            while (buffer.hasRemaining())
            {
                sum += RANKS[((Section)decoder.readObject()).getType().ordinal()] * buffer.position();
            }
            return sum;
        }
    }

    /** Every value, by {@code Message.decode}. */
    static final class Whole extends ProtonjPeer
    {
        private final Message message = Message.Factory.create();

        Whole(final byte[][] messages)
        {
            super(messages);
        }

        @Override
        int answer(final int at)
        {
            final ReadableBuffer buffer = buffers[at];
            buffer.rewind();
            message.decode(buffer);
            long sum = 0;
            if (message.getHeader() != null)
            {
                sum += header(message.getHeader());
            }
            if (message.getDeliveryAnnotations() != null)
            {
                sum += annotations(AmqpField.DELIVERY_ANNOTATIONS.ordinal(), message.getDeliveryAnnotations()
                    .getValue());
            }
            if (message.getMessageAnnotations() != null)
            {
                sum += annotations(AmqpField.MESSAGE_ANNOTATIONS.ordinal(), message.getMessageAnnotations().getValue());
            }
            if (message.getProperties() != null)
            {
                sum += properties(message.getProperties());
            }
            if (message.getApplicationProperties() != null)
            {
                sum += applicationProperties(message.getApplicationProperties().getValue());
            }
            if (message.getBody() instanceof Data)
            {
                sum += (AmqpField.DATA.ordinal() + 1L) * ((Data)message.getBody()).getValue().getLength();
            }
            else if (message.getBody() instanceof AmqpValue)
            {
                sum += AmqpReference.value(((AmqpValue)message.getBody()).getValue());
            }
            return AmqpMix.fold(sum);
        }

        private static long annotations(final int section, final Map<Symbol, Object> map)
        {
            long sum = section + 1;
            for (final Map.Entry<Symbol, Object> entry : map.entrySet())
            {
                sum += (section + entry.getKey().length()) * AmqpMix.ofProtonj(entry.getValue());
            }
            return sum;
        }

        private static long applicationProperties(final Map<String, Object> map)
        {
            final int section = AmqpField.APPLICATION_PROPERTIES.ordinal();
            long sum = section + 1;
            for (final Map.Entry<String, Object> entry : map.entrySet())
            {
                sum += (section + entry.getKey().length()) * AmqpMix.ofProtonj(entry.getValue());
            }
            return sum;
        }

        private static long header(final Header it)
        {
            return AmqpField.HEADER.ordinal() + 1
                + of(AmqpField.DURABLE, it.getDurable())
                + of(AmqpField.PRIORITY, it.getPriority())
                + of(AmqpField.TTL, it.getTtl())
                + of(AmqpField.FIRST_ACQUIRER, it.getFirstAcquirer())
                + of(AmqpField.DELIVERY_COUNT, it.getDeliveryCount());
        }

        private static long properties(final Properties it)
        {
            return AmqpField.PROPERTIES.ordinal() + 1
                + of(AmqpField.MESSAGE_ID, it.getMessageId())
                + of(AmqpField.USER_ID, it.getUserId())
                + of(AmqpField.TO, it.getTo())
                + of(AmqpField.SUBJECT, it.getSubject())
                + of(AmqpField.REPLY_TO, it.getReplyTo())
                + of(AmqpField.CORRELATION_ID, it.getCorrelationId())
                + of(AmqpField.CONTENT_TYPE, it.getContentType())
                + of(AmqpField.CONTENT_ENCODING, it.getContentEncoding())
                + of(AmqpField.ABSOLUTE_EXPIRY_TIME, it.getAbsoluteExpiryTime())
                + of(AmqpField.CREATION_TIME, it.getCreationTime())
                + of(AmqpField.GROUP_ID, it.getGroupId())
                + of(AmqpField.GROUP_SEQUENCE, it.getGroupSequence())
                + of(AmqpField.REPLY_TO_GROUP_ID, it.getReplyToGroupId());
        }

        private static long of(final AmqpField field, final Object value)
        {
            return value == null ? 0 : (field.ordinal() + 1) * AmqpMix.ofProtonj(value);
        }
    }
}
