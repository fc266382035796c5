package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.AmqpVectors;
import io.skim.scan.testing.Buffers;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllocationTest
{
    /** One that does not look for leaks, which allocates. */
    private static final ByteBufAllocator ALLOCATOR = new UnpooledByteBufAllocator(true, true);

    private static List<ByteBuf> buffers(final String kind)
    {
        final Stream<byte[]> all = Stream.concat(AmqpVectors.values().stream().map(AmqpVectors.Good::bytes), AmqpVectors
            .malformed().stream().map(AmqpVectors.Bad::bytes));
        return all.map(bytes -> switch (kind)
        {
            case "heap" -> Unpooled.wrappedBuffer(bytes);
            case "direct" -> ALLOCATOR.directBuffer(bytes.length + 1).writeBytes(bytes);
            default -> Buffers.composite(bytes, bytes.length / 3, bytes.length / 2);
        }).collect(Collectors.toList());
    }

    private static void assertNothingAllocated(final String kind, final Consumer<ByteBuf> task)
    {
        final List<ByteBuf> buffers = buffers(kind);
        assertEquals(0, Allocations.by(() -> {
            for (int i = 0; i < buffers.size(); i++)
            {
                task.accept(buffers.get(i));
            }
        }, 200, 5));
        buffers.forEach(ByteBuf::release);
    }

    @ParameterizedTest
    @ValueSource(strings = {"heap", "direct", "composite"})
    void pullingEveryVectorGoodOrBadAllocatesNothing(final String kind)
    {
        final AmqpReader reader = new AmqpReader();
        final Cursor cursor = new Cursor();
        final FrameView view = new FrameView();
        assertNothingAllocated(kind, buffer -> Walk.all(reader.wrap(view.wrap(buffer)), cursor));
    }

    @ParameterizedTest
    @ValueSource(strings = {"heap", "direct", "composite"})
    void scanningEveryVectorGoodOrBadAllocatesNothing(final String kind)
    {
        final FrameView view = new FrameView();
        final AmqpScanner messages = new AmqpScanner();
        final AmqpInterest everything = AmqpScanner.interest().everything().nested(AmqpField.values().length).build();
        final AmqpValueScanner values = new AmqpValueScanner();
        final AmqpValueInterest everyValue = AmqpValueScanner.interest().everyValue(0).build();
        final AmqpValueInterest entries = AmqpValueScanner.interest().entry("a", 0).entry("ab", 1).entry("key", 2)
            .build();
        final DataHandler handler = new Summing();
        assertNothingAllocated(kind, buffer -> {
            messages.scan(view.wrap(buffer), everything, handler);
            values.scan(view, everyValue, handler);
            values.scan(view, entries, handler);
        });
    }

    private static final class Summing implements DataHandler
    {
        private final byte[] copy = new byte[64];
        private long sum;

        @Override
        public Action onField(final int id, final Cursor value)
        {
            sum += value.getLong(0) + value.copyTo(copy, 0) + value.length();
            return sum == Long.MIN_VALUE ? Action.STOP : Action.CONTINUE;
        }

        @Override
        public Action onEntry(final int id, final Cursor key, final Cursor value)
        {
            sum += key.textHashCode();
            return onField(id, value);
        }
    }

    @Test
    void whatAWalkReadsIsWhatATreeHolds()
    {
        final byte[] bytes = AmqpVectors.messages().get(0).bytes();
        assertEquals(AmqpReader.DONE, Walk.all(new AmqpReader().wrap(new FrameView().wrap(bytes)), new Cursor()));
        assertEquals(AmqpReader.MALFORMED, Walk.all(new AmqpReader().wrap(new FrameView().wrap(Arrays.copyOf(bytes,
            bytes.length - 1))), new Cursor()));
    }
}
