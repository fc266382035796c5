package io.skim.encode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.amqp.Performative;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.AmqpVectors;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AmqpEncodeAllocationTest
{
    private static final int ROOM = 4_096;
    private static final AmqpKey[] KEYS = new AmqpKey[10];
    private static final byte[] UTF8 = "Grüße aus 東京".getBytes(StandardCharsets.UTF_8);
    /** One that does not look for leaks, which allocates. */
    private static final UnpooledByteBufAllocator ALLOCATOR = new UnpooledByteBufAllocator(true, true);

    static
    {
        for (int i = 0; i < KEYS.length; i++)
        {
            KEYS[i] = AmqpKey.string("key-" + i);
        }
    }

    private final AmqpEncoder encoder = new AmqpEncoder();
    private final StringBuilder text = new StringBuilder("builder");
    private final byte[] source = new byte[600];

    private ByteBuf buffer(final String kind)
    {
        if (!"composite".equals(kind))
        {
            return "heap".equals(kind) ? ALLOCATOR.heapBuffer(ROOM) : ALLOCATOR.directBuffer(ROOM);
        }
        final CompositeByteBuf composite = ALLOCATOR.compositeBuffer();
        composite.addComponent(true, ALLOCATOR.heapBuffer(100).writeZero(100));
        return composite.addComponent(true, ALLOCATOR.directBuffer(ROOM).writeZero(ROOM)).clear();
    }

    private void frame()
    {
        encoder.beginFrame(3);
        encoder.beginComposite(Performative.TRANSFER);
        encoder.putUint(0);
        encoder.putNull();
        encoder.putBinary(UTF8);
        encoder.putNull();
        encoder.end();
        encoder.payload();
        encoder.beginComposite(AmqpDescriptor.PROPERTIES);
        encoder.putUuid(1, 2);
        encoder.putNull();
        encoder.putString("a topic");
        encoder.putString(text);
        encoder.putString(UTF8, 0, UTF8.length);
        encoder.end();
        encoder.descriptor(AmqpDescriptor.APPLICATION_PROPERTIES);
        encoder.beginMap();
        for (int i = 0; i < KEYS.length; i++)
        {
            encoder.put(KEYS[i]);
            encoder.putLong(i * 1_000L);
        }
        encoder.end();
        encoder.descriptor(AmqpDescriptor.SEQUENCE);
        encoder.beginList();
        encoder.beginArray(Kind.SYMBOL);
        encoder.putSymbol("short");
        encoder.putSymbol(source, 0, 300);
        encoder.end();
        encoder.putDouble(1.5);
        encoder.beginWideMap();
        encoder.putChar('x');
        encoder.putTimestamp(5);
        encoder.end();
        encoder.end();
        encoder.end();
    }

    @ParameterizedTest
    @ValueSource(strings = {"heap", "direct", "composite"})
    void encodingAllocatesNothing(final String kind)
    {
        final ByteBuf out = buffer(kind);
        assertEquals(0, Allocations.by(() -> {
            encoder.wrap(out.clear());
            frame();
            assertTrue(encoder.complete() > 0);
        }, 5_000, 1_000));
        out.release();
    }

    @Test
    void encodingIntoArraysAndAgronasAndNiosBuffersAllocatesNothing()
    {
        final ByteBuffer heap = ByteBuffer.allocate(ROOM);
        final ByteBuffer direct = ByteBuffer.allocateDirect(ROOM);
        final byte[] array = new byte[ROOM];
        final UnsafeBuffer agrona = new UnsafeBuffer(new byte[ROOM]);
        assertEquals(0, Allocations.by(() -> {
            encoder.wrap(array, 1, ROOM - 1);
            frame();
            assertTrue(encoder.complete() > 0);
            encoder.wrap(agrona, 1, ROOM - 1);
            frame();
            assertTrue(encoder.complete() > 0);
            encoder.wrap(heap.clear());
            frame();
            assertTrue(encoder.complete() > 0);
            encoder.wrap(direct.clear());
            frame();
            assertTrue(encoder.complete() > 0);
        }, 5_000, 1_000));
    }

    @Test
    void refusingAllocatesNothing()
    {
        final byte[] array = new byte[ROOM];
        assertEquals(0, Allocations.by(() -> {
            encoder.wrap(array, 1, 99);
            frame();
            assertEquals(-1, encoder.complete());
            encoder.wrap(array, 0, ROOM);
            encoder.putString("\uD83D");
            encoder.putSymbol("é");
            encoder.putUint(-1);
            assertEquals(-1, encoder.complete());
        }, 5_000, 1_000));
    }

    @ParameterizedTest
    @ValueSource(strings = {"heap", "direct", "composite"})
    void copyingEveryVectorFromItsFrameAllocatesNothing(final String kind)
    {
        final List<byte[]> vectors = AmqpVectors.values().stream().map(AmqpVectors.Good::bytes).toList();
        final ByteBuf out = ALLOCATOR.heapBuffer(1 << 17);
        final ByteBuf in = buffer(kind);
        final FrameView view = new FrameView();
        final AmqpReader reader = new AmqpReader();
        final Cursor cursor = new Cursor();
        assertEquals(0, Allocations.by(() -> {
            for (int i = 0; i < vectors.size(); i++)
            {
                if (vectors.get(i).length > ROOM)
                {
                    continue;
                }
                in.clear().writeBytes(vectors.get(i));
                reader.wrap(view.wrap(in));
                encoder.wrap(out.clear());
                while (reader.next() == AmqpReader.VALUE)
                {
                    encoder.put(reader.value(cursor));
                }
                assertTrue(encoder.complete() > 0);
            }
        }, 200, 5));
        in.release();
        out.release();
    }
}
