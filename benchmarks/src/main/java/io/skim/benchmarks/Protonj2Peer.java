package io.skim.benchmarks;

import io.skim.scan.amqp.AmqpField;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.qpid.protonj2.buffer.ProtonBuffer;
import org.apache.qpid.protonj2.buffer.ProtonBufferAllocator;
import org.apache.qpid.protonj2.codec.CodecFactory;
import org.apache.qpid.protonj2.codec.Decoder;
import org.apache.qpid.protonj2.codec.DecoderState;
import org.apache.qpid.protonj2.codec.TypeDecoder;
import org.apache.qpid.protonj2.codec.decoders.ScanningContext;
import org.apache.qpid.protonj2.codec.decoders.messaging.ApplicationPropertiesTypeDecoder;
import org.apache.qpid.protonj2.types.Symbol;
import org.apache.qpid.protonj2.types.messaging.AmqpSequence;
import org.apache.qpid.protonj2.types.messaging.AmqpValue;
import org.apache.qpid.protonj2.types.messaging.ApplicationProperties;
import org.apache.qpid.protonj2.types.messaging.Data;
import org.apache.qpid.protonj2.types.messaging.DeliveryAnnotations;
import org.apache.qpid.protonj2.types.messaging.Footer;
import org.apache.qpid.protonj2.types.messaging.Header;
import org.apache.qpid.protonj2.types.messaging.MessageAnnotations;
import org.apache.qpid.protonj2.types.messaging.Properties;
import org.apache.qpid.protonj2.types.messaging.Section;

/**
 * protonj2: one decoder and one state that are used again, buffers of its own kind that are made once and rewound.
 */
abstract class Protonj2Peer extends Peer
{
    final Decoder decoder = CodecFactory.getDefaultDecoder();
    final DecoderState state = decoder.newDecoderState();

    private final ProtonBuffer[] buffers;

    Protonj2Peer(final byte[][] messages)
    {
        super(messages);
        buffers = new ProtonBuffer[messages.length];
        for (int i = 0; i < messages.length; i++)
        {
            buffers[i] = ProtonBufferAllocator.defaultAllocator().copy(messages[i]);
        }
    }

    static Protonj2Peer of(final AmqpValues values)
    {
        return values == AmqpValues.AMQP_LIST ? new Lists(values.regions()) : new Maps(values.regions());
    }

    final ProtonBuffer open(final int message)
    {
        state.reset();
        return buffers[message].setReadOffset(0);
    }

    /** Ten ints and a UUID. */
    static final class Lists extends Protonj2Peer
    {
        Lists(final byte[][] regions)
        {
            super(regions);
        }

        @Override
        int answer(final int region)
        {
            return AmqpValues.sum(decoder.readList(open(region), state));
        }
    }

    /** Ten ints by name. */
    static final class Maps extends Protonj2Peer
    {
        Maps(final byte[][] regions)
        {
            super(regions);
        }

        @Override
        int answer(final int region)
        {
            return AmqpValues.sum(decoder.readMap(open(region), state));
        }
    }

    /** A performative or section as an object. */
    static final class Composites extends Protonj2Peer
    {
        private final AmqpComposites values;

        Composites(final AmqpComposites values)
        {
            super(values.regions());
            this.values = values;
        }

        @Override
        int answer(final int region)
        {
            return AmqpMix.fold(values.ofProtonj2(decoder.readObject(open(region), state)));
        }
    }

    /** One property: all sections decoded. */
    static final class Property extends Protonj2Peer
    {
        private final long wanted = Long.parseLong(AmqpMessages.QUESTION.tagText);

        Property(final byte[][] messages)
        {
            super(messages);
        }

        @Override
        int answer(final int message)
        {
            final ProtonBuffer buffer = open(message);
            int answer = 0;
            while (buffer.isReadable())
            {
                final Object section = decoder.readObject(buffer, state);
                if (section instanceof ApplicationProperties)
                {
                    final Object value = ((ApplicationProperties)section).getValue().get(AmqpMessages.PROPERTY);
                    answer = AmqpReference.property(value, wanted);
                }
            }
            return answer;
        }
    }

    /** One property, by the scan for keys: the sections before it skipped, those behind it not looked at. */
    static final class KeyScan extends Protonj2Peer implements BiConsumer<String, Object>
    {
        private final ScanningContext<String> context = ApplicationPropertiesTypeDecoder.createScanContext(
            AmqpMessages.PROPERTY);
        private final long wanted = Long.parseLong(AmqpMessages.QUESTION.tagText);
        private int found;

        KeyScan(final byte[][] messages)
        {
            super(messages);
        }

        @Override
        public void accept(final String key, final Object value)
        {
            found = AmqpReference.property(value, wanted);
        }

        @Override
        int answer(final int message)
        {
            final ProtonBuffer buffer = open(message);
            found = 0;
            while (buffer.isReadable())
            {
                final TypeDecoder<?> section = decoder.readNextTypeDecoder(buffer, state);
                if (section instanceof ApplicationPropertiesTypeDecoder)
                {
                    context.reset();
                    ((ApplicationPropertiesTypeDecoder)section).scanProperties(buffer, state, context, this);
                    return found;
                }
                section.skipValue(buffer, state);
            }
            return found;
        }
    }

    /** Which sections there are and where each ends: decoded. */
    static final class Sections extends Protonj2Peer
    {
        private static final int[] RANKS = AmqpReference.ranks(Section.SectionType.values());

        Sections(final byte[][] messages)
        {
            super(messages);
        }

        @Override
        int answer(final int message)
        {
            final ProtonBuffer buffer = open(message);
            int sum = 0;
            while (buffer.isReadable())
            {
                final Section<?> section = (Section<?>)decoder.readObject(buffer, state);
                sum += RANKS[section.getType().ordinal()] * buffer.getReadOffset();
            }
            return sum;
        }
    }

    /** Which sections there are and where each ends: skipped. */
    static final class SkippedSections extends Protonj2Peer
    {
        private static final Class<?>[] IN_ORDER = {Header.class, DeliveryAnnotations.class, MessageAnnotations.class,
            Properties.class, ApplicationProperties.class, Data.class,
            AmqpSequence.class,
            AmqpValue.class,
            Footer.class};

        SkippedSections(final byte[][] messages)
        {
            super(messages);
        }

        @Override
        int answer(final int message)
        {
            final ProtonBuffer buffer = open(message);
            int sum = 0;
            int rank = 0;
            while (buffer.isReadable())
            {
                final TypeDecoder<?> section = decoder.readNextTypeDecoder(buffer, state);
                section.skipValue(buffer, state);
                final Class<?> type = section.getTypeClass();
                while (IN_ORDER[rank] != type)
                {
                    rank++;
                }
                sum += (rank + 1) * buffer.getReadOffset();
            }
            return sum;
        }
    }

    /** Every value. */
    static final class Whole extends Protonj2Peer
    {
        Whole(final byte[][] messages)
        {
            super(messages);
        }

        @Override
        int answer(final int message)
        {
            final ProtonBuffer buffer = open(message);
            long sum = 0;
            while (buffer.isReadable())
            {
                sum += section((Section<?>)decoder.readObject(buffer, state));
            }
            return AmqpMix.fold(sum);
        }

        private static long section(final Section<?> section)
        {
            if (section instanceof Header)
            {
                return header((Header)section);
            }
            if (section instanceof MessageAnnotations)
            {
                return annotations(AmqpField.MESSAGE_ANNOTATIONS.ordinal(), ((MessageAnnotations)section).getValue());
            }
            if (section instanceof Properties)
            {
                return properties((Properties)section);
            }
            if (section instanceof ApplicationProperties)
            {
                return applicationProperties(((ApplicationProperties)section).getValue());
            }
            if (section instanceof DeliveryAnnotations)
            {
                return annotations(AmqpField.DELIVERY_ANNOTATIONS.ordinal(), ((DeliveryAnnotations)section)
                    .getValue());
            }
            if (section instanceof AmqpValue)
            {
                return of(AmqpField.VALUE, ((AmqpValue<?>)section).getValue());
            }
            return section instanceof Data ? (AmqpField.DATA.ordinal() + 1L) * ((Data)section).getDataLength() : 0;
        }

        private static long annotations(final int section, final Map<Symbol, Object> map)
        {
            long sum = section + 1;
            for (final Map.Entry<Symbol, Object> entry : map.entrySet())
            {
                sum += (section + entry.getKey().getLength()) * AmqpMix.ofProtonj2(entry.getValue());
            }
            return sum;
        }

        private static long applicationProperties(final Map<String, Object> map)
        {
            final int section = AmqpField.APPLICATION_PROPERTIES.ordinal();
            long sum = section + 1;
            for (final Map.Entry<String, Object> entry : map.entrySet())
            {
                sum += (section + entry.getKey().length()) * AmqpMix.ofProtonj2(entry.getValue());
            }
            return sum;
        }

        private static long header(final Header it)
        {
            return AmqpField.HEADER.ordinal() + 1
                + (it.hasDurable() && it.isDurable() ? AmqpField.DURABLE.ordinal() + 1 : 0)
                + (it.hasPriority() ? number(AmqpField.PRIORITY, it.getPriority()) : 0)
                + (it.hasTimeToLive() ? number(AmqpField.TTL, it.getTimeToLive()) : 0)
                + (it.hasFirstAcquirer() && it.isFirstAcquirer() ? AmqpField.FIRST_ACQUIRER.ordinal() + 1 : 0)
                + (it.hasDeliveryCount() ? number(AmqpField.DELIVERY_COUNT, it.getDeliveryCount()) : 0);
        }

        private static long properties(final Properties it)
        {
            return AmqpField.PROPERTIES.ordinal() + 1
                + of(AmqpField.MESSAGE_ID, it.getMessageId())
                + (it.hasUserId() ? number(AmqpField.USER_ID, it.getUserId().getLength()) : 0)
                + text(AmqpField.TO, it.getTo())
                + text(AmqpField.SUBJECT, it.getSubject())
                + text(AmqpField.REPLY_TO, it.getReplyTo())
                + of(AmqpField.CORRELATION_ID, it.getCorrelationId())
                + text(AmqpField.CONTENT_TYPE, it.getContentType())
                + text(AmqpField.CONTENT_ENCODING, it.getContentEncoding())
                + (it.hasAbsoluteExpiryTime() ? number(AmqpField.ABSOLUTE_EXPIRY_TIME, it.getAbsoluteExpiryTime()) : 0)
                + (it.hasCreationTime() ? number(AmqpField.CREATION_TIME, it.getCreationTime()) : 0)
                + text(AmqpField.GROUP_ID, it.getGroupId())
                + (it.hasGroupSequence() ? number(AmqpField.GROUP_SEQUENCE, it.getGroupSequence()) : 0)
                + text(AmqpField.REPLY_TO_GROUP_ID, it.getReplyToGroupId());
        }

        private static long of(final AmqpField field, final Object value)
        {
            return value == null ? 0 : (field.ordinal() + 1) * AmqpMix.ofProtonj2(value);
        }

        private static long text(final AmqpField field, final String value)
        {
            return value == null ? 0 : (field.ordinal() + 1L) * value.length();
        }

        private static long number(final AmqpField field, final long value)
        {
            return (field.ordinal() + 1) * value;
        }
    }
}
