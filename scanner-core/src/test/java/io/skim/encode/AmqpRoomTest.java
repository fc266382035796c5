package io.skim.encode;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.skim.scan.FrameView;
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.testing.AmqpNode;
import io.skim.scan.testing.AmqpTree;
import io.skim.scan.testing.AmqpVectors;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Outputs that are too small by any number of bytes are refused and stay as they were; those that just suffice are filled.
 */
class AmqpRoomTest
{
    private static final int BEFORE = 5;
    private static final byte UNTOUCHED = 0x5A;
    /** Of long vectors only the rooms next to their ends are tried. */
    private static final int ALL = 200;

    private final AmqpEncoder encoder = new AmqpEncoder();
    private final NodeWriter writer = new NodeWriter(encoder);

    static List<AmqpVectors.Good> values()
    {
        return AmqpVectors.values();
    }

    private static ByteBuf composite(final int length)
    {
        return Unpooled.compositeBuffer().addComponent(true, Unpooled.buffer(3).writeZero(3))
            .addComponent(true, Unpooled
                .directBuffer(length).writeZero(length - 3))
            .clear();
    }

    private static byte[] filled(final int length)
    {
        final byte[] bytes = new byte[length];
        Arrays.fill(bytes, UNTOUCHED);
        return bytes;
    }

    @ParameterizedTest
    @MethodSource("values")
    void everyRoomThatIsTooSmallIsRefusedAndUntouched(final AmqpVectors.Good vector)
    {
        final List<AmqpNode> nodes = new AmqpTree(new AmqpReader()).read(new FrameView().wrap(vector.bytes()));
        final byte[] big = new byte[1 << 17];
        encoder.wrap(big, 0, big.length);
        writer.put(nodes);
        final byte[] expected = Arrays.copyOf(big, encoder.complete());
        for (int room = 0; room <= expected.length; room += room < ALL || room > expected.length - ALL ? 1
            : expected.length / ALL)
        {
            array(nodes, expected, room);
            agrona(nodes, expected, room);
            nio(nodes, expected, room, ByteBuffer.allocate(BEFORE + room + BEFORE));
            nio(nodes, expected, room,
                ByteBuffer.allocateDirect(BEFORE + room + BEFORE).order(ByteOrder.LITTLE_ENDIAN));
            netty(nodes, expected, room, length -> Unpooled.buffer(length, length));
            netty(nodes, expected, room, length -> Unpooled.directBuffer(length, length));
            netty(nodes, expected, room, length -> Unpooled.buffer(Math.min(length, BEFORE), length));
            netty(nodes, expected, room, AmqpRoomTest::composite);
        }
    }

    private void put(final List<AmqpNode> nodes, final int length, final int room)
    {
        writer.put(nodes);
        assertEquals(room < length ? -1 : length, encoder.complete());
        assertEquals(room < length ? EncodeRefusal.NO_ROOM : null, encoder.refusal());
    }

    private void array(final List<AmqpNode> nodes, final byte[] expected, final int room)
    {
        final byte[] out = filled(BEFORE + room + BEFORE);
        encoder.wrap(out, BEFORE, room);
        put(nodes, expected.length, room);
        check(expected, room, out);
    }

    private static void check(final byte[] expected, final int room, final byte[] out)
    {
        final byte[] whole = filled(out.length);
        System.arraycopy(expected, 0, whole, BEFORE, room < expected.length ? 0 : expected.length);
        assertArrayEquals(whole, out);
    }

    private void agrona(final List<AmqpNode> nodes, final byte[] expected, final int room)
    {
        final byte[] out = filled(BEFORE + room + BEFORE);
        final MutableDirectBuffer buffer = new UnsafeBuffer(out);
        encoder.wrap(buffer, BEFORE, room);
        put(nodes, expected.length, room);
        check(expected, room, out);
    }

    private void nio(final List<AmqpNode> nodes, final byte[] expected, final int room, final ByteBuffer buffer)
    {
        final ByteOrder order = buffer.order();
        buffer.put(filled(buffer.capacity())).limit(BEFORE + room).position(BEFORE);
        encoder.wrap(buffer);
        put(nodes, expected.length, room);
        assertEquals(BEFORE + (room < expected.length ? 0 : expected.length), buffer.position());
        assertEquals(BEFORE + room, buffer.limit());
        assertEquals(order, buffer.order());
        final byte[] out = new byte[buffer.capacity()];
        buffer.clear().get(out);
        check(expected, room, out);
    }

    @Test
    void anNioBufferThatIsReadOnlyOrWasMovedIsNotWrittenTo()
    {
        encoder.wrap(new byte[9], 0, 9).putInt(1_000_000);
        assertThrows(ReadOnlyBufferException.class, () -> encoder.wrap(ByteBuffer.allocate(9).asReadOnlyBuffer()));
        assertNotAttached();
        final ByteBuffer buffer = ByteBuffer.allocate(9);
        encoder.wrap(buffer).putInt(1_000_000);
        buffer.put(UNTOUCHED);
        assertThrows(IllegalStateException.class, encoder::complete);
        assertEquals(1, buffer.position());
        assertEquals(0, buffer.get(1));
    }

    private void assertNotAttached()
    {
        assertTrue(assertThrows(IllegalStateException.class, () -> encoder.putInt(1_000_000)).getMessage().contains(
            "call wrap first"));
    }

    @Test
    void aPartThatIsNotInsideTheOutputLeavesTheEncoderWithoutOne()
    {
        encoder.wrap(new byte[9], 0, 9).putInt(1_000_000);
        assertThrows(IndexOutOfBoundsException.class, () -> encoder.wrap(new byte[9], 1, 9));
        assertNotAttached();
        encoder.wrap(new byte[9], 0, 9).putInt(1_000_000);
        assertThrows(IndexOutOfBoundsException.class, () -> encoder.wrap(new UnsafeBuffer(new byte[9]), 1, 9));
        assertNotAttached();
    }

    private void netty(final List<AmqpNode> nodes, final byte[] expected, final int room,
        final IntFunction<ByteBuf> buffers)
    {
        final ByteBuf out = buffers.apply(BEFORE + room);
        if (out.maxCapacity() > BEFORE + room && room < expected.length)
        {
            // It would grow.
            out.release();
            return;
        }
        out.writeBytes(filled(BEFORE));
        encoder.wrap(out);
        put(nodes, expected.length, room);
        final int written = room < expected.length ? 0 : expected.length;
        assertEquals(BEFORE + written, out.writerIndex());
        final byte[] bytes = new byte[written];
        out.getBytes(BEFORE, bytes);
        assertArrayEquals(Arrays.copyOf(expected, written), bytes);
        out.release();
    }
}
