package io.skim.encode;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.IllegalReferenceCountException;
import io.skim.scan.testing.Buffers;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever a frame is written into, it is written whole or not at all.
 */
class OutputTest
{
    private static final int BEFORE = 5;
    private static final byte FILL = 0x55;

    private final HeaderValues values = values();
    private final ByteBuf body = Unpooled.wrappedBuffer(values.body);

    private static HeaderValues values()
    {
        final HeaderValues values = new HeaderValues("a", "group", "longerThanEight", "\u65E5\u672C", "q\"", "\n x");
        values.remark = "not \\ empty";
        values.body = "a body of some length".getBytes(StandardCharsets.US_ASCII);
        return values;
    }

    private static RemotingEncoder encoder(final boolean json)
    {
        return json ? new JsonRemotingEncoder() : new BinaryRemotingEncoder();
    }

    private static ByteBuf filled(final ByteBuf buffer)
    {
        buffer.setIndex(0, 0);
        while (buffer.isWritable())
        {
            buffer.writeByte(FILL);
        }
        return buffer.setIndex(0, BEFORE);
    }

    /** Buffers that may grow to so many bytes behind their writer index, at {@link #BEFORE}. */
    private static List<ByteBuf> byteBufs(final int room)
    {
        final int all = BEFORE + room;
        final UnpooledByteBufAllocator unpooled = UnpooledByteBufAllocator.DEFAULT;
        final PooledByteBufAllocator pooled = PooledByteBufAllocator.DEFAULT;
        final List<ByteBuf> buffers = new ArrayList<>(List.of(filled(unpooled.heapBuffer(all, all)), filled(
            unpooled.heapBuffer(BEFORE, all)), filled(unpooled.directBuffer(all, all)),
            filled(unpooled.directBuffer(
                BEFORE, all)),
            filled(pooled.heapBuffer(all, all)), filled(pooled.heapBuffer(BEFORE, all)), filled(pooled
                .directBuffer(all, all)),
            filled(unpooled.heapBuffer(all + 9).writeZero(all + 9).slice(3, all)), filled(
                pooled.heapBuffer(all + 9).writeZero(all + 9).slice(3, all)),
            filled(Unpooled.wrappedBuffer(
                new byte[all]))));
        final CompositeByteBuf composite =
            unpooled.compositeBuffer().addComponents(true, unpooled.heapBuffer().writeZero(
                all / 2), unpooled.directBuffer().writeZero(all - all / 2));
        buffers.add(filled(composite.slice(0, all)));
        return buffers;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyByteBufThatIsTooSmallByAnyNumberOfBytesIsLeftAsItWas(final boolean json)
    {
        final RemotingEncoder encoder = encoder(json);
        final byte[] frame = values.byReference(json);
        for (int room = 0; room <= frame.length; room++)
        {
            for (final ByteBuf out : byteBufs(room))
            {
                encoder.wrap(out);
                values.put(encoder);
                final int length = encoder.end(body);
                if (room < frame.length)
                {
                    assertEquals(-1, length);
                    assertEquals(EncodeRefusal.NO_ROOM, encoder.refusal());
                    assertEquals(BEFORE, out.writerIndex());
                }
                else
                {
                    assertEquals(frame.length, length, out.toString());
                    assertNull(encoder.refusal());
                    assertArrayEquals(frame, ByteBufUtil.getBytes(out, BEFORE, length));
                    assertEquals(BEFORE + length, out.writerIndex());
                }
                assertEquals(0, out.readerIndex());
                for (int i = 0; i < BEFORE; i++)
                {
                    assertEquals(FILL, out.getByte(i));
                }
                out.release();
            }
        }
        assertEquals(0, body.readerIndex());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyArrayThatIsTooSmallByAnyNumberOfBytesIsUntouched(final boolean json)
    {
        final RemotingEncoder encoder = encoder(json);
        final byte[] frame = values.byReference(json);
        for (int room = 0; room <= frame.length + 3; room++)
        {
            final byte[] array = new byte[BEFORE + frame.length + 20];
            Arrays.fill(array, FILL);
            final byte[] expected = array.clone();
            encoder.wrap(array, BEFORE, room);
            values.put(encoder);
            assertEquals(room < frame.length ? -1 : frame.length, encoder.end(body));
            if (room >= frame.length)
            {
                System.arraycopy(frame, 0, expected, BEFORE, frame.length);
            }
            assertArrayEquals(expected, array);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyAgronaBufferThatIsTooSmallByAnyNumberOfBytesIsUntouched(final boolean json)
    {
        final RemotingEncoder encoder = encoder(json);
        final byte[] frame = values.byReference(json);
        for (int room = 0; room <= frame.length; room++)
        {
            for (final UnsafeBuffer buffer : List.of(new UnsafeBuffer(new byte[BEFORE + room]), new UnsafeBuffer(
                ByteBuffer.allocateDirect(BEFORE + room))))
            {
                buffer.setMemory(0, BEFORE + room, FILL);
                encoder.wrap(buffer, BEFORE, room);
                values.put(encoder);
                assertEquals(room < frame.length ? -1 : frame.length, encoder.end(body));
                for (int i = 0; i < BEFORE + room; i++)
                {
                    assertEquals(i < BEFORE || room < frame.length ? FILL : frame[i - BEFORE], buffer.getByte(i));
                }
            }
        }
        final ExpandableArrayBuffer expandable = new ExpandableArrayBuffer(8);
        encoder.wrap(expandable, BEFORE, frame.length);
        values.put(encoder);
        assertEquals(frame.length, encoder.end(body));
        final byte[] written = new byte[frame.length];
        expandable.getBytes(BEFORE, written);
        assertArrayEquals(frame, written);
    }

    /** NIO buffers with so much room behind their position, and bytes behind their limit. */
    private static List<ByteBuffer> nioBuffers(final int room)
    {
        final List<ByteBuffer> buffers = new ArrayList<>();
        for (final ByteOrder order : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN))
        {
            final int all = BEFORE + room + BEFORE;
            for (final ByteBuffer whole : List.of(ByteBuffer.allocate(all), ByteBuffer.allocateDirect(all), ByteBuffer
                .wrap(new byte[all + 3], 3, all).slice(), ByteBuffer.allocateDirect(all + 3).position(3).slice()))
            {
                while (whole.hasRemaining())
                {
                    whole.put(FILL);
                }
                buffers.add(whole.limit(BEFORE + room).position(BEFORE).order(order));
            }
        }
        return buffers;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyNioBufferThatIsTooSmallByAnyNumberOfBytesIsUntouched(final boolean json)
    {
        final RemotingEncoder encoder = encoder(json);
        final byte[] frame = values.byReference(json);
        final ByteBuf directBody = Unpooled.directBuffer().writeBytes(values.body);
        for (int room = 0; room <= frame.length + 1; room++)
        {
            for (final ByteBuffer buffer : nioBuffers(room))
            {
                final ByteOrder order = buffer.order();
                encoder.wrap(buffer);
                values.put(encoder);
                assertEquals(room < frame.length ? -1 : frame.length, encoder.end(room % 2 == 0 ? body : directBody));
                assertEquals(room < frame.length ? EncodeRefusal.NO_ROOM : null, encoder.refusal());
                assertEquals(room < frame.length ? BEFORE : BEFORE + frame.length, buffer.position());
                assertEquals(BEFORE + room, buffer.limit());
                assertEquals(order, buffer.order());
                buffer.clear();
                for (int i = 0; i < buffer.capacity(); i++)
                {
                    final boolean isWritten = i >= BEFORE && room >= frame.length && i < BEFORE + frame.length;
                    assertEquals(isWritten ? frame[i - BEFORE] : FILL, buffer.get(i));
                }
            }
        }
        assertEquals(0, directBody.readerIndex());
        directBody.release();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void framesStandOneBehindTheOtherInAnNioBuffer(final boolean json)
    {
        final RemotingEncoder encoder = encoder(json);
        final byte[] frame = values.byReference(json);
        final int header = frame.length - values.body.length;
        final ByteBuffer buffer = ByteBuffer.allocateDirect(3 * frame.length - 1);
        for (int i = 0; i < 2; i++)
        {
            encoder.wrap(buffer);
            values.put(encoder);
            assertEquals(header, encoder.end(values.body.length));
            buffer.put(values.body);
        }
        encoder.wrap(buffer);
        values.put(encoder);
        assertEquals(-1, encoder.end(body));
        final byte[] written = new byte[2 * frame.length];
        buffer.flip().get(written);
        assertArrayEquals(frame, Arrays.copyOf(written, frame.length));
        assertArrayEquals(frame, Arrays.copyOfRange(written, frame.length, 2 * frame.length));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aReadOnlyNioBufferIsRefusedAndNothingIsAttached(final boolean json)
    {
        final RemotingEncoder encoder = encoder(json);
        for (final ByteBuffer buffer : List.of(ByteBuffer.allocate(99), ByteBuffer.allocateDirect(99)))
        {
            encoder.wrap(new byte[9], 0, 9);
            assertThrows(ReadOnlyBufferException.class, () -> encoder.wrap(buffer.asReadOnlyBuffer()));
            assertThrows(IllegalStateException.class, () -> values.put(encoder));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anNioBufferThatWasMovedMeanwhileIsNotWrittenTo(final boolean json)
    {
        final RemotingEncoder encoder = encoder(json);
        final List<Consumer<ByteBuffer>> moves = List.of(buffer -> buffer.put(FILL), ByteBuffer::flip, buffer -> buffer
            .limit(3_000), buffer -> buffer.limit(1_000));
        for (final Consumer<ByteBuffer> move : moves)
        {
            final ByteBuffer buffer = ByteBuffer.allocate(4_000).limit(2_000).position(BEFORE);
            encoder.wrap(buffer);
            values.put(encoder);
            move.accept(buffer);
            final ByteBuffer before = buffer.duplicate();
            assertThrows(IllegalStateException.class, encoder::end);
            assertEquals(before.position(), buffer.position());
            assertEquals(before.limit(), buffer.limit());
            assertEquals(-1, buffer.clear().position(BEFORE + 1).mismatch(ByteBuffer.allocate(4_000 - BEFORE - 1)));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFrameCanBeEndedOnceItsBufferIsBackWhereItWas(final boolean json)
    {
        final RemotingEncoder encoder = encoder(json);
        for (final HeaderValues each : List.of(values, new HeaderValues(), new HeaderValues("a", "group")))
        {
            final byte[] frame = each.byReference(json);
            final ByteBuffer buffer = ByteBuffer.allocate(4_000).position(BEFORE);
            encoder.wrap(buffer);
            each.put(encoder);
            buffer.position(0);
            assertThrows(IllegalStateException.class, encoder::end);
            assertThrows(IllegalStateException.class, () -> encoder.end(body));
            buffer.position(BEFORE);
            assertEquals(frame.length, encoder.end(Unpooled.wrappedBuffer(each.body)));
            assertEquals(ByteBuffer.wrap(frame), buffer.flip().position(BEFORE));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBodyThatThrowsLeavesTheOutputAsItWas(final boolean json)
    {
        final RemotingEncoder encoder = encoder(json);
        final ByteBuf released = Unpooled.copiedBuffer(values.body);
        released.release();
        for (final ByteBuffer buffer : List.of(ByteBuffer.allocate(4_000), ByteBuffer.allocateDirect(4_000)))
        {
            endThrows(encoder.wrap(buffer.limit(3_000).position(BEFORE)), released);
            assertEquals(BEFORE, buffer.position());
            assertEquals(3_000, buffer.limit());
            assertEquals(-1, buffer.clear().mismatch(ByteBuffer.allocate(4_000)));
        }
        final byte[] array = new byte[4_000];
        endThrows(encoder.wrap(array, 0, array.length), released);
        assertArrayEquals(new byte[4_000], array);
        endThrows(encoder.wrap(new UnsafeBuffer(array), 0, array.length), released);
        assertArrayEquals(new byte[4_000], array);
    }

    private void endThrows(final RemotingEncoder encoder, final ByteBuf released)
    {
        values.put(encoder);
        assertThrows(IllegalReferenceCountException.class, () -> encoder.end(released));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBodyLongerThanTheScratchIsCopiedWhole(final boolean json)
    {
        values.body = new byte[10_000];
        for (int i = 0; i < values.body.length; i++)
        {
            values.body[i] = (byte)(i / 7);
        }
        final byte[] frame = values.byReference(json);
        final UnsafeBuffer buffer = new UnsafeBuffer(ByteBuffer.allocateDirect(frame.length));
        final RemotingEncoder encoder = encoder(json);
        for (final ByteBuf source : List.of(Unpooled.wrappedBuffer(values.body), Unpooled.directBuffer().writeBytes(
            values.body), Buffers.composite(values.body, 3000, 6000)))
        {
            encoder.wrap(buffer, 0, frame.length);
            values.put(encoder);
            assertEquals(frame.length, encoder.end(source));
            final byte[] written = new byte[frame.length];
            buffer.getBytes(0, written);
            assertArrayEquals(frame, written);
            final ByteBuffer nio = ByteBuffer.allocateDirect(frame.length);
            encoder.wrap(nio);
            values.put(encoder);
            assertEquals(frame.length, encoder.end(source));
            assertEquals(ByteBuffer.wrap(frame), nio.flip());
            assertEquals(values.body.length, source.readableBytes());
            source.release();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBodyMayBeSharedWithAComposite(final boolean json)
    {
        final byte[] frame = values.byReference(json);
        final RemotingEncoder encoder = encoder(json);
        final ByteBuf shared = Unpooled.copiedBuffer(values.body);
        for (final CompositeByteBuf out : List.of(Unpooled.compositeBuffer(), Unpooled.compositeBuffer().addComponent(
            true, Unpooled.directBuffer(2000, 2000).writeZero(BEFORE))))
        {
            final int before = out.writerIndex();
            encoder.wrap(out);
            values.put(encoder);
            assertEquals(frame.length, encoder.endShared(shared));
            assertArrayEquals(frame, ByteBufUtil.getBytes(out, before, frame.length));
            assertEquals(before + frame.length, out.writerIndex());
            assertEquals(2, shared.refCnt());
            shared.setByte(0, 'A');
            assertEquals('A', out.getByte(out.writerIndex() - shared.readableBytes()));
            shared.setByte(0, values.body[0]);
            out.release();
            assertEquals(1, shared.refCnt());
        }
        encoder.wrap(Unpooled.buffer());
        values.put(encoder);
        assertTrue(assertThrows(IllegalStateException.class, () -> encoder.endShared(shared)).getMessage().contains(
            "CompositeByteBuf"));
        shared.release();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBodyMayBeWrittenByTheCallerBehindTheHeader(final boolean json)
    {
        final byte[] frame = values.byReference(json);
        final RemotingEncoder encoder = encoder(json);
        final ByteBuf out = Unpooled.buffer();
        encoder.wrap(out);
        values.put(encoder);
        assertEquals(frame.length - values.body.length, encoder.end(values.body.length));
        assertArrayEquals(frame, ByteBufUtil.getBytes(out.writeBytes(values.body)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBufferThatWasWrittenToMeanwhileIsNotWrittenOver(final boolean json)
    {
        final RemotingEncoder encoder = encoder(json);
        for (final ByteBuf out : List.of(Unpooled.buffer(2000), Unpooled.buffer(16), Unpooled.directBuffer(2000),
            Unpooled
                .compositeBuffer()))
        {
            encoder.wrap(out);
            values.put(encoder);
            out.writeByte(FILL);
            assertThrows(IllegalStateException.class, encoder::end);
            assertEquals(1, out.readableBytes());
            assertEquals(FILL, out.getByte(0));
            out.release();
        }
    }
}
