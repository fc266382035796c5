package io.skim.scan.testing;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.skim.scan.FrameView;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.ExpandableDirectByteBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The same bytes in every kind of buffer that a view can wrap, among bytes that would do harm if they were read.
 */
public final class Buffers
{
    private static final byte[] POISON = {'"', '}', 1, '\\', (byte)0xFF, ','};
    /** Where {@link #poisoned} puts the frame. */
    public static final int BEFORE = 13;

    private static final int AFTER = 11;

    /**
     * Bytes in a buffer.
     *
     * @param name  the kind.
     * @param wrap  wraps exactly these bytes.
     * @param state what a scan may not change: indices, positions, reference counts.
     * @param free  releases the buffer.
     */
    public record Buffer(String name, Consumer<FrameView> wrap, Supplier<String> state, Runnable free)
    {
        @Override
        public String toString()
        {
            return name;
        }
    }

    private Buffers()
    {
    }

    /**
     * Bytes with poison on both sides.
     *
     * @param frame to surround.
     * @return an array with the frame at index 13.
     */
    public static byte[] poisoned(final byte[] frame)
    {
        final byte[] array = new byte[BEFORE + frame.length + AFTER];
        for (int i = 0; i < array.length; i++)
        {
            array[i] = POISON[i % POISON.length];
        }
        System.arraycopy(frame, 0, array, BEFORE, frame.length);
        return array;
    }

    /**
     * All kinds, at the start and at an offset.
     *
     * @param frame the bytes.
     * @return buffers that hold them.
     */
    public static List<Buffer> all(final byte[] frame)
    {
        final List<Buffer> all = new ArrayList<>();
        arrays(all, frame);
        byteBuffers(all, frame);
        byteBufs(all, frame);
        directBuffers(all, frame);
        return all;
    }

    /**
     * One of four kinds.
     *
     * @param kind  0: an array at an offset, 1: direct, 2: a composite of two parts, 3: a composite of three.
     * @param frame the bytes.
     * @param cut   where to cut a composite.
     * @return a buffer that holds them.
     */
    public static Buffer of(final int kind, final byte[] frame, final int cut)
    {
        final List<Buffer> one = new ArrayList<>();
        switch (kind)
        {
            case 0 -> add(one, "ByteBuf heap at a reader index",
                Unpooled.wrappedBuffer(poisoned(frame)).setIndex(BEFORE,
                    BEFORE + frame.length));
            case 1 -> add(one, "ByteBuf direct", Unpooled.directBuffer(Math.max(1, frame.length)).writeBytes(frame));
            case 2 -> add(one, "ByteBuf composite cut at " + cut, composite(frame, cut));
            default -> add(one, "ByteBuf composite cut at " + cut / 2 + " and " + cut, composite(frame, cut / 2, cut));
        }
        return one.get(0);
    }

    private static void arrays(final List<Buffer> all, final byte[] frame)
    {
        final byte[] array = poisoned(frame);
        all.add(new Buffer("byte[]", view -> view.wrap(frame), () -> "", () -> {}));
        all.add(new Buffer("byte[] at an offset", view -> view.wrap(array, BEFORE, frame.length),
            () -> String.valueOf(Arrays.hashCode(array)), () -> {}));
        all.add(new Buffer("byte[] in part", view -> view.wrapPart(array, BEFORE, frame.length, frame.length),
            () -> "", () -> {}));
    }

    private static void byteBuffers(final List<Buffer> all, final byte[] frame)
    {
        final byte[] array = poisoned(frame);
        final ByteBuffer direct = ByteBuffer.allocateDirect(array.length).put(array).clear();
        add(all, "ByteBuffer heap", ByteBuffer.wrap(frame.clone()));
        add(all, "ByteBuffer heap at a position", positioned(ByteBuffer.wrap(array), frame));
        add(all, "ByteBuffer heap slice", positioned(ByteBuffer.wrap(array), frame).slice());
        add(all, "ByteBuffer read-only", positioned(ByteBuffer.wrap(array), frame).asReadOnlyBuffer());
        add(all, "ByteBuffer direct", ByteBuffer.allocateDirect(frame.length).put(frame).flip());
        add(all, "ByteBuffer direct at a position", positioned(direct.duplicate(), frame));
        add(all, "ByteBuffer direct slice", positioned(direct.duplicate(), frame).slice());
        add(all, "ByteBuffer direct read-only slice", positioned(direct.duplicate(), frame).slice().asReadOnlyBuffer());
        all.add(new Buffer("ByteBuffer direct, part", view -> view.wrap(direct, BEFORE, frame.length), direct::toString,
            () -> {}));
        final ByteBuffer heap = ByteBuffer.wrap(array);
        all.add(new Buffer("ByteBuffer heap, part", view -> view.wrap(heap, BEFORE, frame.length), heap::toString,
            () -> {}));
    }

    private static ByteBuffer positioned(final ByteBuffer buffer, final byte[] frame)
    {
        return buffer.position(BEFORE).limit(BEFORE + frame.length);
    }

    private static void add(final List<Buffer> all, final String name, final ByteBuffer buffer)
    {
        all.add(new Buffer(name, view -> view.wrap(buffer), buffer::toString, () -> {}));
    }

    private static void byteBufs(final List<Buffer> all, final byte[] frame)
    {
        final byte[] array = poisoned(frame);
        final int end = BEFORE + frame.length;
        add(all, "ByteBuf heap", Unpooled.copiedBuffer(frame));
        add(all, "ByteBuf heap at a reader index", Unpooled.wrappedBuffer(array).setIndex(BEFORE, end));
        add(all, "ByteBuf heap slice", Unpooled.copiedBuffer(array).slice(BEFORE, frame.length));
        add(all, "ByteBuf heap duplicate", Unpooled.copiedBuffer(array).setIndex(BEFORE, end).duplicate());
        add(all, "ByteBuf heap read-only", Unpooled.copiedBuffer(array).setIndex(BEFORE, end).asReadOnly());
        add(all, "ByteBuf direct", Unpooled.directBuffer(frame.length).writeBytes(frame));
        add(all, "ByteBuf direct at a reader index", Unpooled.directBuffer(array.length).writeBytes(array).setIndex(
            BEFORE, end));
        add(all, "ByteBuf direct slice", Unpooled.directBuffer(array.length).writeBytes(array).slice(BEFORE,
            frame.length));
        add(all, "ByteBuf direct duplicate", Unpooled.directBuffer(array.length).writeBytes(array).setIndex(BEFORE, end)
            .duplicate());
        add(all, "ByteBuf direct read-only", Unpooled.directBuffer(array.length).writeBytes(array).setIndex(BEFORE, end)
            .asReadOnly());
        add(all, "ByteBuf composite of one", composite(frame));
        add(all, "ByteBuf composite of three", composite(frame, frame.length / 3, frame.length / 2));
        add(all, "ByteBuf composite at a reader index", composite(array, 5, BEFORE + 4, end + 1).setIndex(BEFORE, end));
        add(all, "ByteBuf composite slice", composite(array, BEFORE, BEFORE + frame.length / 2).slice(BEFORE,
            frame.length));
        final ByteBuf whole = Unpooled.directBuffer(array.length).writeBytes(array);
        all.add(new Buffer("ByteBuf direct, part", view -> view.wrap(whole, BEFORE, frame.length), () -> state(whole),
            whole::release));
    }

    private static void add(final List<Buffer> all, final String name, final ByteBuf buffer)
    {
        all.add(new Buffer(name, view -> view.wrap(buffer), () -> state(buffer), buffer::release));
    }

    private static String state(final ByteBuf buffer)
    {
        return buffer.readerIndex() + " " + buffer.writerIndex() + " " + buffer.refCnt() + " " + buffer.capacity();
    }

    /**
     * A composite buffer of heap and direct parts by turns.
     *
     * @param bytes to cut.
     * @param cuts  where to cut them, ascending.
     * @return the parts as one.
     */
    public static CompositeByteBuf composite(final byte[] bytes, final int... cuts)
    {
        final CompositeByteBuf composite = Unpooled.compositeBuffer(cuts.length + 2);
        int from = 0;
        for (int i = 0; i <= cuts.length; i++)
        {
            final int to = i < cuts.length ? Math.max(from, Math.min(bytes.length, cuts[i])) : bytes.length;
            final byte[] part = Arrays.copyOfRange(bytes, from, to);
            composite.addComponent(true, i % 2 == 0 ? Unpooled.directBuffer(Math.max(1, part.length)).writeBytes(part)
                : Unpooled.wrappedBuffer(part));
            from = to;
        }
        return composite;
    }

    /**
     * Composites cut at every position.
     *
     * @param frame the bytes.
     * @return one buffer for each position.
     */
    public static List<Buffer> composites(final byte[] frame)
    {
        final List<Buffer> all = new ArrayList<>();
        for (int cut = 0; cut <= frame.length; cut++)
        {
            add(all, "ByteBuf composite cut at " + cut, composite(frame, cut));
        }
        return all;
    }

    private static void directBuffers(final List<Buffer> all, final byte[] frame)
    {
        final byte[] array = poisoned(frame);
        final ByteBuffer direct = ByteBuffer.allocateDirect(array.length).put(array).clear();
        add(all, "UnsafeBuffer over byte[]", new UnsafeBuffer(array), BEFORE, frame.length);
        add(all, "UnsafeBuffer over part of byte[]", new UnsafeBuffer(array, BEFORE, frame.length), 0, frame.length);
        add(all, "UnsafeBuffer over part of byte[], at an offset", new UnsafeBuffer(array, 3, array.length - 3), BEFORE
            - 3, frame.length);
        add(all, "UnsafeBuffer over direct", new UnsafeBuffer(direct), BEFORE, frame.length);
        add(all, "UnsafeBuffer over part of direct", new UnsafeBuffer(direct, BEFORE, frame.length), 0, frame.length);
        add(all, "UnsafeBuffer over heap slice", new UnsafeBuffer(positioned(ByteBuffer.wrap(array), frame).slice()), 0,
            frame.length);
        final ExpandableArrayBuffer expandable = new ExpandableArrayBuffer(array.length);
        expandable.putBytes(0, array);
        add(all, "ExpandableArrayBuffer", expandable, BEFORE, frame.length);
        final ExpandableDirectByteBuffer expandableDirect = new ExpandableDirectByteBuffer(array.length);
        expandableDirect.putBytes(0, array);
        add(all, "ExpandableDirectByteBuffer", expandableDirect, BEFORE, frame.length);
    }

    private static void add(final List<Buffer> all, final String name, final MutableDirectBuffer buffer,
        final int offset, final int length)
    {
        all.add(new Buffer(name, view -> view.wrap(buffer, offset, length), () -> "" + buffer.capacity(), () -> {}));
    }
}
