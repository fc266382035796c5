package io.skim.pojo.bind;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.skim.pojo.amqp.AmqpBinary;
import io.skim.pojo.amqp.AmqpBoolean;
import io.skim.pojo.amqp.AmqpLong;
import io.skim.pojo.amqp.AmqpNull;
import io.skim.pojo.amqp.AmqpString;
import io.skim.pojo.amqp.AmqpSymbol;
import io.skim.pojo.amqp.AmqpTimestamp;
import io.skim.pojo.amqp.AmqpUuid;
import io.skim.pojo.amqp.AmqpValue;
import io.skim.scan.FrameView;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Frames;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * An object costs the object and its texts.
 */
class BindAllocationTest
{
    private static final int WARM_UP = 20_000;
    private static final int RUNS = 500;
    private static final int HEADER = 12;
    private static final int ARRAY_HEADER = 16;

    private record Numbers(int a, long b, boolean c, Integer d)
    {
    }

    private record Texts(String name, @Property("TAGS") String tags)
    {
    }

    /** A class that is in no nest of another test. */
    static final class Total
    {
        @Entry("a")
        private int a;
        @Entry("b")
        private Long b;
        @Entry("name")
        private String name = "constant";

        private Total()
        {
        }

        long sum()
        {
            return a + (b == null ? 0 : b);
        }
    }

    private record Payment(int amount, Long total, double price, boolean express, @Property("order-id") UUID id,
        @MessageField(AmqpField.TO) String to, @MessageField(AmqpField.CREATION_TIME) Instant created,
        @MessageField(AmqpField.PRIORITY) int priority, @MessageField(AmqpField.USER_ID) byte[] user,
        @MessageAnnotation("x-opt-key") String key, @Footer("x-opt-sum") long sum)
    {
    }

    private static int padded(final int bytes)
    {
        return bytes + 7 & -8;
    }

    private final FrameView view = new FrameView();
    private Object last;

    private <T> long allocated(final TypeReader<T> reader, final byte[] frame)
    {
        return Allocations.by(() -> last = reader.read(view.wrap(frame)), WARM_UP, RUNS);
    }

    @Test
    void aRecordOfNumbersCostsItself()
    {
        final TypeReader<Numbers> reader = TypeBinding.of(Numbers.class, MethodHandles.lookup()).reader();
        final int record = padded(HEADER + Integer.BYTES + Long.BYTES + 1 + Integer.BYTES);
        final byte[] json =
            Frames.json("{\"code\":10,\"extFields\":{\"a\":\"1\\u0032\",\"b\":\"-12\",\"c\":\"true\",\"d\":1},"
                + "\"opaque\":1}");
        // The box of 1 is shared.
        for (final byte[] frame : new byte[][] {Frames.binary(10, null, "", "a", "12", "b", "-12", "c", "true", "d",
            "1"), json})
        {
            assertEquals((long)RUNS * record, allocated(reader, frame));
            assertEquals(new Numbers(12, -12, true, 1), last);
        }
    }

    @Test
    void aRecordOfTextsCostsItselfAndItsTexts()
    {
        final TypeReader<Texts> reader = TypeBinding.of(Texts.class, MethodHandles.lookup()).reader();
        final int record = padded(HEADER + 2 * Integer.BYTES);
        final int string = padded(HEADER + Integer.BYTES + Integer.BYTES + 2);
        final byte[] frame = Frames.binary(10, null, "", "name", "a name of 20 letters", "properties",
            "KEYS\1k\2TAGS\1TagA\2");
        final long bytes = record + 2 * string + padded(ARRAY_HEADER + 20) + padded(ARRAY_HEADER + 4);
        assertEquals(RUNS * bytes, allocated(reader, frame));
        assertEquals(new Texts("a name of 20 letters", "TagA"), last);
    }

    @Test
    void anObjectOfAClassCostsItselfAndItsTexts()
    {
        final TypeReader<Total> reader = TypeBinding.of(Total.class, MethodHandles.lookup()).reader();
        final int object = padded(HEADER + 3 * Integer.BYTES);
        assertEquals((long)RUNS * object, allocated(reader, Frames.binary(10, null, "", "a", "3")));
        assertEquals(3, ((Total)last).sum());
        assertEquals("constant", ((Total)last).name);
        final int box = padded(HEADER + Integer.BYTES + Long.BYTES);
        final int string = padded(HEADER + Integer.BYTES + Integer.BYTES + 2) + padded(ARRAY_HEADER + 20);
        final byte[] full = Frames.binary(10, null, "", "a", "3", "b", "1000000", "name", "a name of 20 letters");
        final byte[] json = Frames.json("{\"code\":10,\"extFields\":{\"a\":\"3\",\"b\":1000000,\"name\":"
            + "\"a name of 20 letters\"},\"opaque\":1}");
        for (final byte[] frame : new byte[][] {full, json})
        {
            assertEquals((long)RUNS * (object + box + string), allocated(reader, frame));
            assertEquals(1_000_003, ((Total)last).sum());
        }
        assertEquals(0, allocated(reader, Frames.binary(10, null, "", "a", "3", "b", "x")));
        assertNull(last);
    }

    /** Its body is so long that a view of a direct buffer has never all of the sections loaded. */
    private static byte[] payment(final AmqpValue amount)
    {
        return Messages.of(Messages.annotations("x-opt-key", new AmqpSymbol("key")),
            Messages.properties(null, AmqpBinary
                .of(new byte[9]), new AmqpString("a name of 20 letters"), null, null, null, null, null, null,
                new AmqpTimestamp(5)),
            Messages.application("total", new AmqpLong(1_000_000), "amount", amount, "price",
                new AmqpString("3.000000000000000000000"), "express", new AmqpBoolean(true), "order-id",
                new AmqpUuid(new UUID(1, 2))),
            Messages
                .section(0x75, AmqpBinary.of(new byte[70_000])),
            Messages.footer("x-opt-sum", new AmqpLong(7)));
    }

    @Test
    void aRecordOfAMessageCostsItselfAndWhatItsComponentsHold()
    {
        final TypeReader<Payment> reader = TypeBinding.amqp(Payment.class, MethodHandles.lookup()).reader();
        final int record = padded(HEADER + 2 * Integer.BYTES + Double.BYTES + Long.BYTES + 1 + 6 * Integer.BYTES);
        final int string = padded(HEADER + Integer.BYTES + Integer.BYTES + 2);
        final int box = padded(HEADER + Integer.BYTES + Long.BYTES);
        final int id = padded(HEADER + Integer.BYTES + 2 * Long.BYTES);
        final int instant = padded(HEADER + Integer.BYTES + Long.BYTES);
        final long bytes = record + 2 * string + padded(ARRAY_HEADER + 20) + padded(ARRAY_HEADER + 3) + box + id
            + instant + padded(ARRAY_HEADER + 9);
        final byte[] message = payment(new AmqpString("42"));
        assertEquals(RUNS * bytes, allocated(reader, message));
        final Payment payment = (Payment)last;
        assertEquals(42, payment.amount());
        assertEquals(3, payment.price());
        assertEquals(4, payment.priority());
        assertEquals(new UUID(1, 2), payment.id());
        final ByteBuffer direct = ByteBuffer.allocateDirect(message.length).put(message).flip();
        assertEquals(RUNS * bytes, Allocations.by(() -> last = reader.read(view.wrap(direct)), WARM_UP, RUNS));
        assertEquals(payment.id(), ((Payment)last).id());
        assertEquals(7, ((Payment)last).sum());
        for (final AmqpValue amount : new AmqpValue[] {new AmqpLong(Long.MAX_VALUE), new AmqpTimestamp(1),
            new AmqpString("x"), AmqpNull.NULL})
        {
            assertEquals(0, allocated(reader, payment(amount)));
            assertNull(last);
            assertNotNull(reader.error().reason());
        }
        final byte[] half = Arrays.copyOf(message, message.length / 2);
        assertEquals(0, allocated(reader, half));
        assertEquals(BindReason.MALFORMED, reader.error().reason());
    }

    @Test
    void aFrameThatGivesNoRecordCostsNothing()
    {
        final TypeReader<Numbers> reader = TypeBinding.of(Numbers.class, MethodHandles.lookup()).reader();
        for (final byte[] frame : new byte[][] {Frames.binary(10, null, "", "a", "x", "b", "1", "c", "true"), Frames
            .binary(10, null, "", "a", "99999999999", "b", "1", "c", "true"), Frames.binary(10, null, ""),
            Frames.json(
                "{")})
        {
            assertEquals(0, allocated(reader, frame));
            assertNull(last);
            assertNotNull(reader.error().reason());
        }
    }
}
