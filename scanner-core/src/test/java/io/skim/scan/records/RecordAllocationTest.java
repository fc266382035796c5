package io.skim.scan.records;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.Reason;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.StoredRecords;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/**
 * A walk allocates nothing: not for what it shows, not for what it refuses, in no kind of buffer.
 */
class RecordAllocationTest
{
    private static final int WARM_UP = 2_000;
    private static final int RUNS = 300;
    private static final UnpooledByteBufAllocator ALLOCATOR = new UnpooledByteBufAllocator(true, true);
    private static final RecordInterest TYPICAL = RecordScanner.interest().field(RecordField.TOPIC, 0).field(
        RecordField.QUEUE_OFFSET, 1).property("TAGS", 2).property("KEYS", 3).build();

    private final byte[] body = StoredRecords.join(StoredRecords.records(new Random(31), 6));
    private final byte[] batch = StoredRecords.batch(new Random(32), 4);

    /** Reads each value. */
    private static final class Reads implements DataHandler
    {
        private final byte[] text = new byte[2_048];
        private long sum;
        private int good;

        @Override
        public Action onField(final int id, final Cursor value)
        {
            sum += value.getLong(0) + value.length() + value.copyTo(text, 0) + value.textHashCode();
            return Action.CONTINUE;
        }

        @Override
        public Action onEntry(final int id, final Cursor key, final Cursor value)
        {
            return key.contentEquals("TAGS") ? onField(id, value) : onField(id, key);
        }

        @Override
        public void onOutcome(final Outcome outcome, final Fault fault)
        {
            good += outcome == Outcome.COMPLETE ? 1 : 0;
            sum += fault.offset();
        }
    }

    private static Map<String, Consumer<FrameView>> buffers(final byte[] bytes)
    {
        final Map<String, Consumer<FrameView>> all = new LinkedHashMap<>();
        final ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
        final ByteBuf nettyDirect = ALLOCATOR.directBuffer(bytes.length).writeBytes(bytes);
        final ByteBuf composite = ALLOCATOR.compositeBuffer(4).addComponent(true, ALLOCATOR.heapBuffer(200).writeBytes(
            bytes, 0, 60)).addComponent(true, ALLOCATOR.directBuffer(bytes.length).writeBytes(bytes, 60,
                bytes.length
                    - 60));
        final UnsafeBuffer agrona = new UnsafeBuffer(ByteBuffer.allocateDirect(bytes.length).put(bytes).clear());
        all.put("byte[]", view -> view.wrap(bytes));
        all.put("ByteBuffer direct", view -> view.wrap(direct));
        all.put("ByteBuf direct", view -> view.wrap(nettyDirect));
        all.put("ByteBuf composite", view -> view.wrap(composite));
        all.put("Agrona direct", view -> view.wrap(agrona, 0, bytes.length));
        return all;
    }

    @Test
    void walksAllocateNothing()
    {
        final Reads reads = new Reads();
        final FrameView view = new FrameView();
        for (final boolean isBatch : new boolean[] {true, false})
        {
            final RecordScanner scanner = new RecordScanner();
            for (final Map.Entry<String, Consumer<FrameView>> buffer : buffers(isBatch ? batch : body).entrySet())
            {
                for (final RecordInterest interest : List.of(StoredRecords.EVERYTHING, TYPICAL))
                {
                    assertEquals(0, Allocations.by(() -> {
                        buffer.getValue().accept(view);
                        walk(isBatch ? scanner.wrapBatch(view) : scanner.wrap(view), interest, reads);
                    }, WARM_UP, RUNS), buffer.getKey());
                }
            }
        }
        assertTrue(reads.good > WARM_UP && reads.sum != 0);
    }

    private static void walk(final RecordScanner scanner, final RecordInterest interest, final Reads reads)
    {
        while (scanner.hasNext())
        {
            scanner.next(interest, reads);
        }
    }

    @Test
    void aScanOfOneRecordAllocatesNothing()
    {
        final Reads reads = new Reads();
        final FrameView view = new FrameView();
        final RecordScanner scanner = new RecordScanner();
        final int length = ByteBuffer.wrap(body).getInt(0);
        for (final Map.Entry<String, Consumer<FrameView>> buffer : buffers(body).entrySet())
        {
            assertEquals(0, Allocations.by(() -> {
                buffer.getValue().accept(view);
                scanner.scan(view, 0, length, TYPICAL, reads);
                scanner.scan(view, TYPICAL, reads); // refused: more records follow
            }, WARM_UP, RUNS), buffer.getKey());
        }
        assertTrue(reads.good > WARM_UP);
    }

    @Test
    void checkingBodiesAllocatesNothing()
    {
        final Reads reads = new Reads();
        final FrameView view = new FrameView();
        final RecordScanner scanner = new RecordScanner().checkBodies(true);
        for (final Map.Entry<String, Consumer<FrameView>> buffer : buffers(body).entrySet())
        {
            assertEquals(0, Allocations.by(() -> {
                buffer.getValue().accept(view);
                walk(scanner.wrap(view), TYPICAL, reads);
            }, WARM_UP, RUNS), buffer.getKey());
        }
    }

    @Test
    void refusingAllocatesNothing()
    {
        final Set<Reason> reasons = EnumSet.noneOf(Reason.class);
        final Reads reads = new Reads();
        final FrameView view = new FrameView();
        final RecordScanner scanner = new RecordScanner();
        final Random random = new Random(33);
        for (int run = 0; run < 20_000; run++)
        {
            final byte[] spoilt = body.clone();
            spoilt[random.nextInt(ByteBuffer.wrap(body).getInt(0))] ^= (byte)(1 << random.nextInt(8));
            view.wrap(spoilt);
            scanner.wrap(view).next(TYPICAL, reads);
            if (scanner.fault().isPresent() && reasons.add(scanner.fault().reason()))
            {
                assertEquals(0, Allocations.by(() -> walk(scanner.wrap(view), TYPICAL, reads), WARM_UP, RUNS),
                    () -> scanner.fault().toString());
            }
        }
        assertTrue(reasons.containsAll(EnumSet.of(Reason.RECORD_MAGIC_UNKNOWN, Reason.RECORD_LENGTH_NEGATIVE,
            Reason.PART_OVERRUNS_BODY, Reason.RECORD_SIZE_MISMATCH, Reason.PORT_OUT_OF_RANGE, Reason.INVALID_UTF8,
            Reason.RECORD_OVERRUNS_BODY, Reason.RECORD_TOO_SHORT)), reasons::toString);
    }
}
