package io.skim.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.qpid.protonj2.buffer.ProtonBuffer;
import org.apache.qpid.protonj2.buffer.ProtonBufferAllocator;
import org.apache.qpid.protonj2.codec.CodecFactory;
import org.apache.qpid.protonj2.codec.Encoder;
import org.apache.qpid.protonj2.codec.EncoderState;
import org.apache.qpid.protonj2.types.Symbol;
import org.apache.qpid.protonj2.types.messaging.ApplicationProperties;
import org.apache.qpid.protonj2.types.messaging.Data;
import org.apache.qpid.protonj2.types.messaging.DeliveryAnnotations;
import org.apache.qpid.protonj2.types.messaging.Header;
import org.apache.qpid.protonj2.types.messaging.MessageAnnotations;
import org.apache.qpid.protonj2.types.messaging.Properties;
import org.apache.qpid.protonj2.types.messaging.Section;

/**
 * The messages that every contender reads: captured ones, and ones with each of the sections that occur in practice.
 */
final class AmqpMessages
{
    /** Is the property {@code num} 30? It is in all messages but one, that in three. */
    static final Question QUESTION = new Question("", "30");
    /** The property that is asked about. */
    static final String PROPERTY = "num";

    private static final int MADE = 5;
    private static final int BODY = 1024;
    private static final String[] TEXTS = {"eu-central-1", "alpha", "order.created.v2", "b", "checkout-service"};
    private static final List<byte[]> MESSAGES = new ArrayList<>();

    static
    {
        load();
        for (int i = 0; i < MADE; i++)
        {
            MESSAGES.add(encode(sections(i)));
        }
    }

    private AmqpMessages()
    {
    }

    /** A set of messages by the name that parameters have: {@code thirteen} or {@code clients}. Nobody writes to them. */
    static byte[][] of(final String set)
    {
        return set.equals("clients") ? Corpus.messages("clients.messages").toArray(new byte[0][]) : all();
    }

    /** The thirteen messages in order. Nobody writes to them. */
    static byte[][] all()
    {
        return MESSAGES.toArray(new byte[0][]);
    }

    private static void load()
    {
        try (InputStream in = AmqpMessages.class.getResourceAsStream("amqp.messages"))
        {
            final ByteBuffer left = ByteBuffer.wrap(in.readAllBytes());
            while (left.hasRemaining())
            {
                final byte[] message = new byte[left.getInt()];
                left.get(message);
                MESSAGES.add(message);
            }
        }
        catch (final IOException e)
        {
            throw new IllegalStateException("amqp.messages", e);
        }
    }

    private static Section<?>[] sections(final int variant)
    {
        final Header header = new Header().setDurable(true).setPriority((byte)(variant + 3)).setTimeToLive(60_000L
            + 1000L * variant).setDeliveryCount(variant);
        final Map<Symbol, Object> delivery = new LinkedHashMap<>();
        delivery.put(Symbol.valueOf("x-opt-lock-token"), new UUID(0x1234_5678_9ABC_DEF0L * (variant + 1), ~variant));
        final Map<Symbol, Object> message = new LinkedHashMap<>();
        message.put(Symbol.valueOf("x-opt-sequence-number"), 1_000_000L + variant);
        message.put(Symbol.valueOf("x-opt-enqueued-time"), new Date(1_700_000_000_000L + variant));
        message.put(Symbol.valueOf("x-opt-partition-key"), TEXTS[variant]);
        final Properties properties = new Properties().setMessageId("ID:9f2c7a1e-0d6b-4f4f-8f2a-" + (100_000_000_000L
            + variant)).setUserId("guest".getBytes(StandardCharsets.US_ASCII)).setTo(
                "orders/" + TEXTS[variant])
            .setSubject("order.created").setReplyTo("replies/" + variant)
            .setCorrelationId("c-" + 7919 * variant)
            .setContentType("application/json").setCreationTime(1_700_000_000_000L + 17L * variant);
        return new Section<?>[] {header, new DeliveryAnnotations(delivery), new MessageAnnotations(message), properties,
            new ApplicationProperties(applicationProperties(variant)), new Data(new byte[BODY])};
    }

    /** Ten of them; the one that is asked about stands in another place each time, and once it is missing. */
    private static Map<String, Object> applicationProperties(final int variant)
    {
        final Map<String, Object> all = new LinkedHashMap<>();
        all.put("region", TEXTS[variant]);
        all.put("tenant", "tenant-" + 1000 * variant);
        all.put("attempt", variant);
        all.put("eventType", TEXTS[(variant + 2) % MADE]);
        all.put("traceId", "4bf92f3577b34da6a3ce929d0e0e4736");
        all.put("amount", 100_000L * variant + 99);
        all.put("ratio", 0.25 * variant);
        all.put("replayed", variant % 2 == 0);
        all.put("source", TEXTS[(variant + 4) % MADE]);
        final Map<String, Object> ordered = new LinkedHashMap<>();
        final int place = variant == 0 ? -1 : 2 * variant;
        for (final Map.Entry<String, Object> entry : all.entrySet())
        {
            if (ordered.size() == place)
            {
                ordered.put(PROPERTY, variant % 2 == 0 ? 30 : 3000 + variant);
            }
            ordered.put(entry.getKey(), entry.getValue());
        }
        ordered.put("schema", "s" + variant);
        return ordered;
    }

    private static byte[] encode(final Section<?>... sections)
    {
        final Encoder encoder = CodecFactory.getDefaultEncoder();
        final EncoderState state = encoder.newEncoderState();
        final ProtonBuffer buffer = ProtonBufferAllocator.defaultAllocator().allocate();
        for (final Section<?> section : sections)
        {
            encoder.writeObject(buffer, state, section);
        }
        final byte[] message = new byte[buffer.getReadableBytes()];
        buffer.readBytes(message, 0, message.length);
        return message;
    }
}
