package io.skim.pojo.bind;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.FrameView;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Captures;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.qpid.protonj2.buffer.ProtonBuffer;
import org.apache.qpid.protonj2.buffer.ProtonBufferAllocator;
import org.apache.qpid.protonj2.codec.Encoder;
import org.apache.qpid.protonj2.codec.decoders.ProtonDecoder;
import org.apache.qpid.protonj2.codec.decoders.ProtonDecoderFactory;
import org.apache.qpid.protonj2.codec.encoders.ProtonEncoderFactory;
import org.apache.qpid.protonj2.types.Binary;
import org.apache.qpid.protonj2.types.Decimal32;
import org.apache.qpid.protonj2.types.Symbol;
import org.apache.qpid.protonj2.types.UnsignedByte;
import org.apache.qpid.protonj2.types.UnsignedInteger;
import org.apache.qpid.protonj2.types.UnsignedLong;
import org.apache.qpid.protonj2.types.UnsignedShort;
import org.apache.qpid.protonj2.types.messaging.ApplicationProperties;
import org.apache.qpid.protonj2.types.messaging.DeliveryAnnotations;
import org.apache.qpid.protonj2.types.messaging.Footer;
import org.apache.qpid.protonj2.types.messaging.Header;
import org.apache.qpid.protonj2.types.messaging.MessageAnnotations;
import org.apache.qpid.protonj2.types.messaging.Properties;
import org.apache.qpid.protonj2.types.messaging.Section;
import org.apache.qpid.protonj2.types.messaging.Section.SectionType;
import org.junit.jupiter.api.Test;

/**
 * Members hold what protonj2 reads, in messages that it has written, and in those of real clients.
 */
class MessageReferenceTest
{
    private static final long SEED = 20_267;

    private final Encoder encoder = ProtonEncoderFactory.create();
    private final ProtonDecoder decoder = ProtonDecoderFactory.create();
    private final FrameView view = new FrameView();

    /** Of a value under a name. */
    private interface Holder
    {
        Object v();
    }

    private record OfInteger(Integer v) implements Holder
    {
    }

    private record OfLong(Long v) implements Holder
    {
    }

    private record OfBoolean(Boolean v) implements Holder
    {
    }

    private record OfFloat(Float v) implements Holder
    {
    }

    private record OfDouble(Double v) implements Holder
    {
    }

    private record OfString(String v) implements Holder
    {
    }

    private record OfBytes(byte[] v) implements Holder
    {
    }

    private record OfUuid(UUID v) implements Holder
    {
    }

    private record OfInstant(Instant v) implements Holder
    {
    }

    private static final Map<Class<?>, Class<? extends Holder>> HOLDERS = Map.of(Integer.class, OfInteger.class,
        Long.class, OfLong.class, Boolean.class, OfBoolean.class, Float.class, OfFloat.class, Double.class,
        OfDouble.class, String.class, OfString.class, byte[].class, OfBytes.class, UUID.class, OfUuid.class,
        Instant.class, OfInstant.class);

    private static <T> TypeReader<T> reader(final Class<T> type)
    {
        return TypeBinding.amqp(type, MethodHandles.lookup()).reader();
    }

    private byte[] encoded(final Section<?>... sections)
    {
        final ProtonBuffer buffer = ProtonBufferAllocator.defaultAllocator().allocate();
        for (final Section<?> section : sections)
        {
            if (section != null)
            {
                encoder.writeObject(buffer, encoder.getCachedEncoderState().reset(), section);
            }
        }
        final byte[] bytes = new byte[buffer.getReadableBytes()];
        buffer.readBytes(bytes, 0, bytes.length);
        return bytes;
    }

    private Map<SectionType, Section<?>> decoded(final byte[] message)
    {
        final ProtonBuffer buffer = ProtonBufferAllocator.defaultAllocator().copy(message);
        final Map<SectionType, Section<?>> sections = new EnumMap<>(SectionType.class);
        while (buffer.isReadable())
        {
            final Section<?> section = (Section<?>)decoder.readObject(buffer, decoder.getCachedDecoderState().reset());
            sections.put(section.getType(), section);
        }
        return sections;
    }

    private static Object random(final Random random)
    {
        final long number = random.nextInt(4) == 0 ? List.of(0L, -1L, (long)Integer.MAX_VALUE, 1L
            + Integer.MAX_VALUE, (long)Integer.MIN_VALUE, Integer.MIN_VALUE - 1L, Long.MAX_VALUE, Long.MIN_VALUE,
            1L << 53, (1L << 53) + 1).get(random.nextInt(10)) : random.nextLong() >> random.nextInt(64);
        return switch (random.nextInt(20))
        {
            case 0 -> null;
            case 1 -> random.nextBoolean();
            case 2 -> (byte)number;
            case 3 -> (short)number;
            case 4, 5 -> (int)number;
            case 6, 7 -> number;
            case 8 -> UnsignedByte.valueOf((byte)number);
            case 9 -> UnsignedShort.valueOf((short)number);
            case 10 -> UnsignedInteger.valueOf((int)number);
            case 11 -> UnsignedLong.valueOf(number);
            case 12 -> Float.intBitsToFloat((int)number);
            case 13 -> random.nextDouble() * number;
            case 14 -> (char)random.nextInt(0xD800);
            case 15 -> new Date(number);
            case 16 -> new UUID(number, random.nextLong());
            case 17 -> new Binary(bytes(random));
            case 18 -> random.nextInt(4) == 0 ? Symbol.valueOf(Long.toString(number)) : new Decimal32((int)number);
            default -> text(random, number);
        };
    }

    private static byte[] bytes(final Random random)
    {
        final byte[] bytes = new byte[random.nextInt(40)];
        random.nextBytes(bytes);
        return bytes;
    }

    private static String text(final Random random, final long number)
    {
        return switch (random.nextInt(6))
        {
            case 0 -> "+" + Math.abs(number >> 1);
            case 1 -> List.of("", "-", "true", "FALSE", "1.0", " 1", "0x1", "99999999999999999999")
                .get(random.nextInt(8));
            case 2 -> "\u65E5\u672C \uD83D\uDE00 " + number;
            case 3 -> "text ".repeat(random.nextInt(80));
            default -> Long.toString(number);
        };
    }

    /** What a reader makes of a message: the member's value, bytes as Latin-1, or the reason why there is none. */
    private Object read(final TypeReader<? extends Holder> reader)
    {
        final Holder holder = reader.read(view);
        return holder == null ? reader.error().reason() : holder.v() instanceof byte[] bytes ? Expectations.latin(bytes)
            : holder.v();
    }

    /** Protonj2 reads a timestamp as a long, and does not tell that it was one. */
    private static Object typed(final Object written, final Object read)
    {
        if (written instanceof Date date)
        {
            assertEquals(date.getTime(), read);
            return date;
        }
        return read;
    }

    @Test
    void everyTypeHoldsWhatProtonReadsOfAnyPropertyOrTellsWhyNot()
    {
        final Random random = new Random(SEED);
        final Map<Class<?>, TypeReader<? extends Holder>> readers = new HashMap<>();
        HOLDERS.forEach((type, holder) -> readers.put(type, reader(holder)));
        final Map<Object, Integer> seen = new HashMap<>();
        for (int i = 0; i < 20_000; i++)
        {
            final Map<String, Object> map = new LinkedHashMap<>();
            for (int others = random.nextInt(4); others > 0; others--)
            {
                map.put("other" + others, random(random));
            }
            map.put("v", random(random));
            map.put("vv", random(random));
            final byte[] message = encoded(new ApplicationProperties(map));
            final Object value = typed(map.get("v"), ((ApplicationProperties)decoded(message).get(
                SectionType.ApplicationProperties)).getValue().get("v"));
            view.wrap(message);
            readers.forEach((type, reader) -> {
                final Object expected = Expectations.of(type, value);
                assertEquals(expected, read(reader),
                    () -> type + " of " + value);
                seen.merge(expected instanceof BindReason ? expected : type, 1, Integer::sum);
            });
        }
        // Every type was filled, and every reason given.
        seen.values().forEach(times -> assertTrue(times > 300, seen::toString));
        assertEquals(HOLDERS.size() + 3, seen.size(), seen::toString);
    }

    private record Whole(@MessageField(AmqpField.DURABLE) boolean durable,
        @MessageField(AmqpField.PRIORITY) int priority, @MessageField(AmqpField.TTL) Long ttl,
        @MessageField(AmqpField.FIRST_ACQUIRER) boolean firstAcquirer,
        @MessageField(AmqpField.DELIVERY_COUNT) long deliveryCount,
        @MessageField(AmqpField.MESSAGE_ID) String messageId, @MessageField(AmqpField.TO) String to,
        @MessageField(AmqpField.SUBJECT) String subject, @MessageField(AmqpField.REPLY_TO) String replyTo,
        @MessageField(AmqpField.CORRELATION_ID) UUID correlationId,
        @MessageField(AmqpField.CONTENT_TYPE) String contentType,
        @MessageField(AmqpField.CONTENT_ENCODING) String contentEncoding,
        @MessageField(AmqpField.ABSOLUTE_EXPIRY_TIME) Long expiry,
        @MessageField(AmqpField.CREATION_TIME) Instant created, @MessageField(AmqpField.GROUP_ID) String groupId,
        @MessageField(AmqpField.GROUP_SEQUENCE) Long groupSequence,
        @MessageField(AmqpField.REPLY_TO_GROUP_ID) String replyToGroupId, @DeliveryAnnotation("d") Long delivery,
        @MessageAnnotation("m") String annotation, @Property Boolean p, @io.skim.pojo.bind.Footer("f") UUID footer)
    {
    }

    private Whole expected(final byte[] message)
    {
        final Map<SectionType, Section<?>> sections = decoded(message);
        final Header header = (Header)sections.getOrDefault(SectionType.Header, new Header());
        final Properties of = (Properties)sections.getOrDefault(SectionType.Properties, new Properties());
        final DeliveryAnnotations delivery = (DeliveryAnnotations)sections.get(SectionType.DeliveryAnnotations);
        final MessageAnnotations annotations = (MessageAnnotations)sections.get(SectionType.MessageAnnotations);
        final ApplicationProperties application =
            (ApplicationProperties)sections.get(SectionType.ApplicationProperties);
        final Footer footer = (Footer)sections.get(SectionType.Footer);
        return new Whole(header.isDurable(), header.getPriority() & 0xFF,
            header.hasTimeToLive() ? header.getTimeToLive()
                : null,
            header.isFirstAcquirer(), header.getDeliveryCount(), (String)of.getMessageId(), of.getTo(), of
                .getSubject(),
            of.getReplyTo(), (UUID)of.getCorrelationId(), of.getContentType(), of.getContentEncoding(),
            of.hasAbsoluteExpiryTime() ? of.getAbsoluteExpiryTime() : null,
            of.hasCreationTime() ? Instant.ofEpochMilli(of
                .getCreationTime()) : null,
            of.getGroupId(), of.hasGroupSequence() ? of.getGroupSequence() : null, of
                .getReplyToGroupId(),
            (Long)(delivery == null ? null : delivery.getValue().get(Symbol.valueOf("d"))),
            (String)(annotations == null ? null : annotations.getValue().get(Symbol.valueOf("m"))),
            (Boolean)(application == null ? null : application.getValue().get("p")), (UUID)(footer == null ? null
                : footer.getValue().get(Symbol.valueOf("f"))));
    }

    private static Header header(final Random random)
    {
        final Header header = new Header();
        if (random.nextBoolean())
        {
            header.setDurable(random.nextBoolean()).setPriority((byte)random.nextInt());
        }
        if (random.nextBoolean())
        {
            header.setTimeToLive(random.nextInt()).setDeliveryCount(random.nextInt());
        }
        return random.nextBoolean() ? header : header.setFirstAcquirer(random.nextBoolean());
    }

    private static Properties properties(final Random random)
    {
        final Properties properties = new Properties();
        if (random.nextBoolean())
        {
            properties.setMessageId(text(random, 1)).setTo(text(random, 2)).setSubject(text(random, 3));
        }
        if (random.nextBoolean())
        {
            properties.setReplyTo(text(random, 4)).setContentType("text/plain").setCorrelationId(new UUID(random
                .nextLong(), 5));
        }
        if (random.nextBoolean())
        {
            properties.setContentEncoding("identity").setAbsoluteExpiryTime(random.nextLong()).setCreationTime(random
                .nextLong());
        }
        if (random.nextBoolean())
        {
            properties.setGroupId(text(random, 6)).setGroupSequence(random.nextInt() & 0xFFFF_FFFFL).setReplyToGroupId(
                text(random, 7));
        }
        return properties;
    }

    private static <T> T maybe(final Random random, final T value)
    {
        return random.nextInt(3) == 0 ? null : value;
    }

    private byte[] whole(final Random random)
    {
        return encoded(maybe(random, header(random)), maybe(random, new DeliveryAnnotations(Collections.singletonMap(
            Symbol.valueOf("d"), maybe(random, random.nextLong())))), maybe(random, new MessageAnnotations(
                Collections
                    .singletonMap(Symbol.valueOf("m"), maybe(random, text(random, random.nextLong()))))),
            maybe(random,
                properties(random)),
            maybe(random, new ApplicationProperties(Collections.singletonMap(random.nextBoolean()
                ? "p" : "q", random.nextBoolean()))),
            maybe(random, new Footer(Collections.singletonMap(Symbol.valueOf("f"),
                new UUID(random.nextLong(), 8)))));
    }

    @Test
    void fieldsAndAnnotationsAreThoseThatProtonReads()
    {
        final Random random = new Random(SEED);
        final TypeReader<Whole> reader = reader(Whole.class);
        for (int i = 0; i < 10_000; i++)
        {
            final byte[] message = whole(random);
            final Whole expected = expected(message);
            assertEquals(expected, reader.read(view.wrap(message)), () -> reader.error().toMessage());
            if (i % 200 == 0)
            {
                final List<Buffers.Buffer> buffers = new ArrayList<>(Buffers.all(message));
                buffers.addAll(Buffers.composites(message));
                for (final Buffers.Buffer buffer : buffers)
                {
                    buffer.wrap().accept(view);
                    assertEquals(expected, reader.read(view), () -> buffer + " " + reader.error());
                    buffer.free().run();
                }
            }
        }
    }

    private record Sent(@MessageField(AmqpField.DURABLE) boolean durable, @MessageField(AmqpField.TTL) Long ttl,
        @MessageField(AmqpField.SUBJECT) String subject, @MessageField(AmqpField.CONTENT_TYPE) String contentType,
        @MessageField(AmqpField.CREATION_TIME) Instant created, @MessageField(AmqpField.TO) String to, Long num,
        @Property("prop0-nom \u00E9") String prop0, Double dbl, @Property("float") Float real, String str, String sym,
        Long ts, UUID uuid, Boolean bool, Integer ubyte, @Property("null") String nothing, String uint,
        @MessageAnnotation("x-opt-jms-msg-type") Integer jms, @MessageAnnotation("x-opt-a") String annotation,
        @DeliveryAnnotation("x-opt-delivery") Long delivery, @io.skim.pojo.bind.Footer("x-foot") String foot)
    {
    }

    private static Object of(final Section<?> section, final Object name)
    {
        return section == null ? null : ((Map<?, ?>)section.getValue()).get(name);
    }

    /** What the record is to be, as far as all of the message's values are of types that it takes. */
    private List<Object> sent(final Map<SectionType, Section<?>> sections)
    {
        final Header header = (Header)sections.getOrDefault(SectionType.Header, new Header());
        final Properties of = (Properties)sections.getOrDefault(SectionType.Properties, new Properties());
        final Section<?> all = sections.get(SectionType.ApplicationProperties);
        final Section<?> annotations = sections.get(SectionType.MessageAnnotations);
        final List<Object> values = new ArrayList<>(List.of(header.isDurable()));
        values.add(header.hasTimeToLive() ? header.getTimeToLive() : null);
        values.add(of.getSubject());
        values.add(of.getContentType());
        values.add(of.hasCreationTime() ? Instant.ofEpochMilli(of.getCreationTime()) : null);
        values.add(of.getTo());
        values.add(Expectations.of(Long.class, of(all, "num")));
        values.add(Expectations.of(String.class, of(all, "prop0-nom \u00E9")));
        values.add(Expectations.of(Double.class, of(all, "dbl")));
        values.add(Expectations.of(Float.class, of(all, "float")));
        values.add(Expectations.of(String.class, of(all, "str")));
        values.add(Expectations.of(String.class, of(all, "sym")));
        values.add(Expectations.of(Long.class, of(all, "ts")));
        values.add(Expectations.of(UUID.class, of(all, "uuid")));
        values.add(Expectations.of(Boolean.class, of(all, "bool")));
        values.add(Expectations.of(Integer.class, of(all, "ubyte")));
        values.add(Expectations.of(String.class, of(all, "null")));
        values.add(Expectations.of(String.class, of(all, "uint")));
        values.add(Expectations.of(Integer.class, of(annotations, Symbol.valueOf("x-opt-jms-msg-type"))));
        values.add(Expectations.of(String.class, of(annotations, Symbol.valueOf("x-opt-a"))));
        values.add(Expectations.of(Long.class, of(sections.get(SectionType.DeliveryAnnotations), Symbol.valueOf(
            "x-opt-delivery"))));
        values.add(Expectations.of(String.class, of(sections.get(SectionType.Footer), Symbol.valueOf("x-foot"))));
        return values;
    }

    private static List<Object> values(final Sent sent)
    {
        final List<Object> values = new ArrayList<>();
        values.addAll(List.of(sent.durable()));
        Stream.of(sent.ttl(), sent.subject(), sent.contentType(), sent.created(), sent.to(), sent.num(), sent.prop0(),
            sent.dbl(), sent.real(), sent.str(), sent.sym(), sent.ts(), sent.uuid(), sent.bool(), sent.ubyte(), sent
                .nothing(),
            sent.uint(), sent.jms(), sent.annotation(), sent.delivery(), sent.foot()).forEach(values::add);
        return values;
    }

    @Test
    void messagesOfRealClientsAreReadAsProtonReadsThem() throws IOException
    {
        final TypeReader<Sent> reader = reader(Sent.class);
        int read = 0;
        int refused = 0;
        try (Stream<Path> files = Files.list(Captures.root().resolve("docs/captures")))
        {
            for (final Path file : files.filter(path -> path.toString().endsWith(".amqp-messages")).sorted().toList())
            {
                final ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
                while (bytes.hasRemaining())
                {
                    final byte[] message = new byte[bytes.getInt()];
                    bytes.get(message);
                    final List<Object> expected = sent(decoded(message));
                    final Sent sent = reader.read(view.wrap(message));
                    if (sent == null)
                    {
                        assertTrue(expected.contains(reader.error().reason()), () -> file + " " + reader.error());
                        refused++;
                    }
                    else
                    {
                        assertEquals(expected, values(sent), file::toString);
                        read++;
                    }
                }
            }
        }
        assertTrue(read > 100, read + " read, " + refused + " refused");
    }
}
