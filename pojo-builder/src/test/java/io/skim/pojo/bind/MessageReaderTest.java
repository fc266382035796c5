package io.skim.pojo.bind;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.pojo.amqp.AmqpBinary;
import io.skim.pojo.amqp.AmqpBoolean;
import io.skim.pojo.amqp.AmqpDescribed;
import io.skim.pojo.amqp.AmqpDouble;
import io.skim.pojo.amqp.AmqpInt;
import io.skim.pojo.amqp.AmqpLong;
import io.skim.pojo.amqp.AmqpNull;
import io.skim.pojo.amqp.AmqpString;
import io.skim.pojo.amqp.AmqpSymbol;
import io.skim.pojo.amqp.AmqpTimestamp;
import io.skim.pojo.amqp.AmqpUbyte;
import io.skim.pojo.amqp.AmqpUint;
import io.skim.pojo.amqp.AmqpUlong;
import io.skim.pojo.amqp.AmqpUuid;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Frames;
import java.io.ByteArrayOutputStream;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * Records and classes are filled from AMQP messages by name, or a precise error tells why not.
 */
class MessageReaderTest
{
    private static final UUID ID = new UUID(0x0123_4567_89AB_CDEFL, 0xFEDC_BA98_7654_3210L);
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00.125Z");

    private final FrameView view = new FrameView();

    private record Order(@Required String item, int amount, Double price, @Property("order-id") UUID id,
        @MessageField(AmqpField.TO) String to, @MessageField(AmqpField.PRIORITY) int priority,
        @MessageField(AmqpField.TTL) Long ttl, @MessageField(AmqpField.CREATION_TIME) Instant created,
        @MessageField(AmqpField.VALUE) String text, @MessageAnnotation("x-opt-key") String key,
        @DeliveryAnnotation("x-opt-hops") Integer hops, @Footer("x-opt-check") long check)
    {
    }

    private record Shared(@Required @Property("KEYS") String key, @Property long amount, @Property Boolean express,
        @Property("TAGS") byte[] tags, @Property Double rate)
    {
    }

    private record Header(@MessageField(AmqpField.DURABLE) boolean durable,
        @MessageField(AmqpField.PRIORITY) int priority, @MessageField(AmqpField.TTL) Integer ttl,
        @MessageField(AmqpField.FIRST_ACQUIRER) boolean first, @MessageField(AmqpField.DELIVERY_COUNT) long count)
    {
    }

    private record Boxes(@MessageField(AmqpField.DURABLE) Boolean durable,
        @MessageField(AmqpField.PRIORITY) Integer priority, @MessageField(AmqpField.DELIVERY_COUNT) Long count)
    {
    }

    private static <T> TypeReader<T> reader(final Class<T> type)
    {
        return TypeBinding.amqp(type, MethodHandles.lookup()).reader();
    }

    private <T> T read(final TypeReader<T> reader, final byte[] message)
    {
        final T object = reader.read(view.wrap(message));
        assertEquals(object == null, reader.error().isPresent(), reader.error()::toMessage);
        return object;
    }

    private void fails(final TypeReader<?> reader, final byte[] message, final BindReason reason, final String member,
        final int offset, final String text)
    {
        assertNull(read(reader, message));
        assertEquals(text, reader.error().toMessage());
        assertEquals(reason, reader.error().reason());
        assertEquals(member, reader.error().member());
        assertEquals(offset, reader.error().offset());
        assertEquals(text, reader.error().toException().getMessage());
    }

    private static byte[] order(final String body)
    {
        return Messages.of(Messages.header(null, new AmqpUbyte(9), new AmqpUint(60_000)),
            Messages.delivery("x-opt-hops",
                new AmqpInt(3)),
            Messages.annotations("x-opt-key", new AmqpSymbol("k"), "x-opt-other", AmqpNull.NULL),
            Messages.properties(null, null, new AmqpString("orders"), null, null, null, null, null, null,
                new AmqpTimestamp(NOON.toEpochMilli())),
            Messages.application("order-id", new AmqpUuid(ID), "amount",
                new AmqpInt(12), "price", new AmqpDouble(Double.doubleToLongBits(0.1)), "other", new AmqpLong(1),
                "item", new AmqpString(
                    "\u65E5\u672C")),
            Messages.body(new AmqpString(body)), Messages.footer("x-opt-check", new AmqpUlong(
                5)));
    }

    /** A long body has the first sections leave what a view of a direct buffer has loaded. */
    @Test
    void membersAreFilledFromAllSectionsInEveryBuffer()
    {
        for (final int length : new int[] {3, 600, 40_000})
        {
            final byte[] message = order("x".repeat(length));
            final Order expected = new Order("\u65E5\u672C", 12, 0.1, ID, "orders", 9, 60_000L, NOON, "x".repeat(
                length), "k", 3, 5);
            final List<Buffers.Buffer> buffers = new ArrayList<>(Buffers.all(message));
            buffers.addAll(length > 3 ? List.of() : Buffers.composites(message));
            final TypeReader<Order> reader = reader(Order.class);
            for (final Buffers.Buffer buffer : buffers)
            {
                buffer.wrap().accept(view);
                assertEquals(expected, reader.read(view), () -> buffer + " " + reader.error());
                buffer.free().run();
            }
        }
    }

    @Test
    void aRecordOfPropertiesIsFilledFromBothProtocols()
    {
        final TypeReader<Shared> frames = TypeBinding.of(Shared.class, MethodHandles.lookup()).reader();
        final TypeReader<Shared> messages = reader(Shared.class);
        final byte[] frame =
            Frames.binary(310, null, "", "i", "KEYS\1k\2amount\1+0042\2express\1TRUE\2TAGS\1t\2rate\1" + "1.5\2");
        final byte[] texts = Messages.of(Messages.application("KEYS", new AmqpString("k"), "amount", new AmqpString(
            "+0042"), "express", new AmqpString("TRUE"), "TAGS", new AmqpString("t"), "rate", new AmqpString("1.5")));
        final byte[] typed = Messages.of(Messages.application("TAGS", AmqpBinary.of(new byte[] {'t'}), "express",
            new AmqpBoolean(true), "amount", new AmqpLong(42), "KEYS", new AmqpSymbol("k"), "rate",
            new AmqpDouble(Double.doubleToLongBits(1.5))));
        for (final Shared shared : List.of(read(frames, frame), read(messages, texts), read(messages, typed)))
        {
            assertEquals("k", shared.key());
            assertEquals(42, shared.amount());
            assertTrue(shared.express());
            assertArrayEquals(new byte[] {'t'}, shared.tags());
            assertEquals(1.5, shared.rate());
        }
        fails(frames, Frames.binary(310, null, "", "i", "KEYS\1k\2"), BindReason.MISSING, "amount", BindError.NOWHERE,
            "Shared.amount: the property \"amount\" is missing");
        fails(messages, Messages.property("KEYS", new AmqpString("k")), BindReason.MISSING, "amount",
            BindError.NOWHERE, "Shared.amount: the application property \"amount\" is missing");
    }

    @Test
    void primitivesHaveTheStandardsDefaultsAndBoxesStayUnset()
    {
        final byte[][] without = {Messages.property("a", AmqpNull.NULL), Messages.of(Messages.header()), Messages.of(
            Messages.header(null, null, null, null, null)), {}};
        for (final byte[] message : without)
        {
            assertEquals(new Header(false, 4, null, false, 0), read(reader(Header.class), message));
            assertEquals(new Boxes(null, null, null), read(reader(Boxes.class), message));
        }
        final byte[] message = Messages.of(Messages.header(new AmqpBoolean(true), new AmqpUbyte(200), new AmqpUint(
            Integer.MAX_VALUE), new AmqpBoolean(true), new AmqpUint(0xFFFF_FFFFL)));
        assertEquals(new Header(true, 200, Integer.MAX_VALUE, true, 0xFFFF_FFFFL), read(reader(Header.class), message));
        assertEquals(new Boxes(true, 200, 0xFFFF_FFFFL), read(reader(Boxes.class), message));
        record Sequence(@MessageField(AmqpField.GROUP_SEQUENCE) int sequence)
        {
        }
        fails(reader(Sequence.class), Messages.of(Messages.header()), BindReason.MISSING, "sequence", BindError.NOWHERE,
            "Sequence.sequence: the field \"properties.group-sequence\" is missing");
    }

    @Test
    void whatIsMissingNullTooGreatOrOfAnotherTypeIsNamedWithItsPlace()
    {
        final TypeReader<Order> order = reader(Order.class);
        final byte[] none = Messages.of(Messages.application("item", new AmqpString("i"), "amount", new AmqpInt(1)));
        fails(order, none, BindReason.MISSING, "check", BindError.NOWHERE,
            "Order.check: the footer entry \"x-opt-check\" is missing");
        final byte[] nothing = Messages.of(Messages.application("item", new AmqpString("i"), "amount", AmqpNull.NULL));
        fails(order, nothing, BindReason.MISSING, "amount", nothing.length,
            "Order.amount: the application property \"amount\" has no value, at offset " + nothing.length);
        final byte[] word = Messages.of(Messages.application("item", new AmqpString("i"), "amount", new AmqpString(
            "many")));
        fails(order, word, BindReason.NOT_A_NUMBER, "amount", word.length - 4,
            "Order.amount: the application property \"amount\" is no number, at offset " + (word.length - 4));
        final byte[] digits = Messages.of(Messages.application("item", new AmqpString("i"), "amount", new AmqpString(
            "2147483648")));
        fails(order, digits, BindReason.OUT_OF_RANGE, "amount", digits.length - 10,
            "Order.amount: the application property \"amount\" does not fit int, at offset " + (digits.length - 10));
        final byte[] uint = Messages.of(Messages.application("item", new AmqpString("i"), "amount", new AmqpUint(
            0x8000_0000L)));
        fails(order, uint, BindReason.OUT_OF_RANGE, "amount", uint.length - 4,
            "Order.amount: the application property \"amount\" does not fit int, at offset " + (uint.length - 4));
        final byte[] fraction = Messages.of(
            Messages.application("item", new AmqpString("i"), "amount", new AmqpDouble(Double.doubleToLongBits(5))));
        fails(order, fraction, BindReason.WRONG_TYPE, "amount", fraction.length - 8,
            "Order.amount: the application property \"amount\" is of the type double, which int does not take, at offset "
                + (fraction.length - 8));
        final byte[] hops = Messages.of(Messages.delivery("x-opt-hops", new AmqpTimestamp(1)), Messages.application(
            "item", new AmqpString("i"), "amount", new AmqpInt(1)));
        fails(order, hops, BindReason.WRONG_TYPE, "hops", 19,
            "Order.hops: the delivery annotation \"x-opt-hops\" is of the type timestamp, which Integer does not take, "
                + "at offset 19");
    }

    @Test
    void theLastOfEqualNamesCountsWhateverTheOthersAre()
    {
        record One(@Property("a") Integer a)
        {
        }
        final TypeReader<One> reader = reader(One.class);
        assertEquals(2,
            read(reader,
                Messages
                    .of(Messages.application("a", new AmqpDouble(Double.doubleToLongBits(1)), "b", new AmqpInt(3), "a",
                        new AmqpInt(2))))
                .a());
        assertNull(read(reader, Messages.of(Messages.application("a", new AmqpInt(2), "a", AmqpNull.NULL))).a());
        final byte[] wrong = Messages.of(Messages.application("a", new AmqpInt(2), "a", new AmqpBoolean(true)));
        fails(reader, wrong, BindReason.WRONG_TYPE, "a", wrong.length,
            "One.a: the application property \"a\" is of the type boolean, which Integer does not take, at offset "
                + wrong.length);
    }

    @Test
    void aSectionThatComesAgainReplacesAllOfTheFirstToLenientAndIsRefusedToStrict()
    {
        record Both(String a, String b, @MessageField(AmqpField.PRIORITY) int priority,
            @MessageField(AmqpField.TTL) Long ttl)
        {
        }
        final byte[] message = Messages.of(Messages.header(null, new AmqpUbyte(9), new AmqpUint(1)), Messages.header(
            null, null, new AmqpUint(2)), Messages.application("a", new AmqpString("1"), "b", new AmqpString("1")),
            Messages.application("b", new AmqpString("2")));
        final TypeBinding<Both> binding = TypeBinding.amqp(Both.class, MethodHandles.lookup());
        final TypeReader<Both> strict = binding.reader();
        assertNull(read(strict, message));
        assertEquals(BindReason.MALFORMED, strict.error().reason());
        assertEquals(Reason.SECTION_REPEATED, strict.error().fault().reason());
        final TypeReader<Both> lenient = binding.reader(Limits.DEFAULT, Strictness.LENIENT);
        assertEquals(new Both(null, "2", 4, 2L), read(lenient, message));
        // And what comes out of order is read, where there is but one of each.
        assertEquals(new Both("1", null, 7, null), read(lenient, Messages.of(Messages.application("a", new AmqpString(
            "1")), Messages.header(null, new AmqpUbyte(7)))));
    }

    @Test
    void malformedMessagesAndThoseBeyondTheLimitsGiveTheScannersFault()
    {
        final TypeBinding<Shared> binding = TypeBinding.amqp(Shared.class, MethodHandles.lookup());
        final TypeReader<Shared> reader = binding.reader();
        final byte[] message = Messages.of(Messages.application("KEYS", new AmqpString("k"), "amount", new AmqpInt(1)));
        for (int length = 1; length < message.length; length++)
        {
            assertNull(reader.read(view.wrap(message, 0, length)));
            assertEquals(BindReason.MALFORMED, reader.error().reason());
            assertTrue(reader.error().fault().isPresent());
            assertTrue(reader.error().toMessage().startsWith("Shared: "), reader.error().toMessage());
            assertNull(reader.error().member());
        }
        assertNotNull(read(reader, message));
        final TypeReader<Shared> few = binding.reader(Limits.DEFAULT.withMaxElementCount(2), Strictness.STRICT);
        assertNull(read(few, message));
        assertEquals(BindReason.MALFORMED, few.error().reason());
        // A remoting frame is no message.
        assertNull(read(reader, Frames.binary(10, null, "")));
        assertEquals(BindReason.MALFORMED, reader.error().reason());
    }

    private record Sent(@MessageField(AmqpField.DATA) byte[] body, @Footer("x-sum") Long sum)
    {
    }

    private static AmqpDescribed data(final byte[] bytes)
    {
        return Messages.section(0x75, AmqpBinary.of(bytes));
    }

    @Test
    void aBodyOfSeveralSectionsIsOneInEveryBuffer()
    {
        final byte[] part = new byte[40_000];
        new Random(20_269).nextBytes(part);
        final byte[] message =
            Messages.of(Messages.header(), data(part), data(new byte[0]), data(new byte[] {1, 2}), data(
                part), data(part), data(part), Messages.footer("x-sum", new AmqpLong(7)));
        final ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (final byte[] one : List.of(part, new byte[] {1, 2}, part, part, part))
        {
            body.writeBytes(one);
        }
        final TypeReader<Sent> reader = reader(Sent.class);
        for (final Buffers.Buffer buffer : Buffers.all(message))
        {
            buffer.wrap().accept(view);
            final Sent sent = reader.read(view);
            assertArrayEquals(body.toByteArray(), sent.body(), buffer::toString);
            assertEquals(7, sent.sum());
            buffer.free().run();
        }
        // One part, and none, after many.
        assertArrayEquals(part, read(reader, Messages.of(data(part))).body());
        assertArrayEquals(new byte[0], read(reader, Messages.of(data(new byte[0]))).body());
        assertNull(read(reader, Messages.of(Messages.body(AmqpBinary.of(part)))).body());
    }

    @Test
    void aBodyThatHasNotArrivedIsToldAndNotMadeUp()
    {
        final TypeReader<Sent> reader = reader(Sent.class);
        final byte[] message = Messages.of(data(new byte[] {1}), data(new byte[] {2, 3}));
        for (int missing = 1; missing <= 2; missing++)
        {
            assertNull(reader.read(view.wrapPart(message, 0, message.length - missing, message.length)));
            assertEquals("Sent.body: the field \"data\" has not arrived whole, at offset " + (message.length - 2),
                reader
                    .error().toMessage());
            assertEquals(BindReason.NOT_ARRIVED, reader.error().reason());
        }
        assertArrayEquals(new byte[] {1, 2, 3}, read(reader, message).body());
    }

    /** Whatever bit is wrong: an object or an error with a place in the message, in every kind of buffer the same. */
    @Test
    void everyBitFlipAndEveryPrefixIsAnObjectOrAnError()
    {
        final byte[] message = order("body");
        final TypeBinding<Order> binding = TypeBinding.amqp(Order.class, MethodHandles.lookup());
        final FrameView other = new FrameView();
        int objects = 0;
        for (final Strictness strictness : Strictness.values())
        {
            final TypeReader<Order> reader = binding.reader(Limits.DEFAULT, strictness);
            final TypeReader<Order> fresh = binding.reader(Limits.DEFAULT, strictness);
            for (int bit = 0; bit < 8 * message.length; bit++)
            {
                final byte[] flipped = message.clone();
                flipped[bit >> 3] ^= (byte)(1 << (bit & 7));
                final Order order = read(reader, flipped);
                objects += order == null ? 0 : 1;
                assertTrue(reader.error().offset() <= message.length);
                assertEquals(order,
                    fresh.read(other.wrap(ByteBuffer.allocateDirect(flipped.length).put(flipped).flip())));
                assertEquals(reader.error().toMessage(), fresh.error().toMessage());
            }
            for (int length = 0; length < message.length; length++)
            {
                assertNull(reader.read(view.wrap(message, 0, length)));
            }
        }
        assertTrue(objects > message.length, "only " + objects + " objects");
    }

    /** A class whose constructor says what stands where the message has nothing. */
    private static final class Delivery
    {
        private static int made;

        @Required
        @MessageField(AmqpField.TO)
        private String to;
        @Property("retries")
        private Integer retries = 16;
        @MessageAnnotation("x-opt-key")
        private String key = "none";
        @MessageField(AmqpField.PRIORITY)
        private int priority = 7;
        @MessageField(AmqpField.DURABLE)
        private Boolean durable = true;
        @Property
        private double price = -1;
        @Property
        private Float weight = 2.5F;
        private String seen = "untouched";

        Delivery()
        {
            made++;
        }
    }

    @Test
    void aClassKeepsWhatItsConstructorMadeWhereTheMessageHasNothing()
    {
        final TypeReader<Delivery> reader = reader(Delivery.class);
        final Delivery bare =
            read(reader, Messages.of(Messages.properties(2, new AmqpString("q")), Messages.application(
                "price", new AmqpInt(3), "weight", AmqpNull.NULL, "seen", new AmqpString("s"))));
        assertEquals("q", bare.to);
        assertEquals(16, bare.retries);
        assertEquals("none", bare.key);
        assertEquals(4, bare.priority);
        assertTrue(bare.durable);
        assertEquals(3, bare.price);
        assertEquals(2.5F, bare.weight);
        assertEquals("untouched", bare.seen);
        final int made = Delivery.made;
        fails(reader, Messages.property("price", new AmqpInt(3)), BindReason.MISSING, "to", BindError.NOWHERE,
            "Delivery.to: the field \"properties.to\" is missing");
        assertEquals(made, Delivery.made);
    }
}
