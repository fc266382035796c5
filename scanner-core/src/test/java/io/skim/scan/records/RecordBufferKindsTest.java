package io.skim.scan.records;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Buffers.Buffer;
import io.skim.scan.testing.RecordingHandler;
import io.skim.scan.testing.StoredRecords;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/**
 * Records mean the same whatever they came in, byte for byte and fault for fault.
 */
class RecordBufferKindsTest
{
    private final RecordScanner scanner = new RecordScanner();
    /** One view for all, so that nothing of one buffer may stay for the next. */
    private final FrameView view = new FrameView();

    private List<String> walk(final boolean batch)
    {
        final List<String> all = new ArrayList<>();
        if (batch)
        {
            scanner.wrapBatch(view);
        }
        else
        {
            scanner.wrap(view);
        }
        while (scanner.hasNext())
        {
            final RecordingHandler handler = new RecordingHandler();
            scanner.next(StoredRecords.EVERYTHING, handler);
            all.add(scanner.recordOffset() + " " + scanner.recordLength() + " " + scanner.innerIndex() + " " + handler);
        }
        return all;
    }

    private void check(final List<Buffer> buffers, final byte[] body, final boolean batch)
    {
        view.wrap(body);
        final List<String> expected = walk(batch);
        for (final Buffer buffer : buffers)
        {
            final String state = buffer.state().get();
            buffer.wrap().accept(view);
            assertEquals(expected, walk(batch), buffer::name);
            assertEquals(state, buffer.state().get(), buffer::name);
        }
        buffers.forEach(buffer -> buffer.free().run());
    }

    @Test
    void recordsAreReadAlikeInEveryKindOfBuffer()
    {
        final Random random = new Random(21);
        for (int run = 0; run < 15; run++)
        {
            final byte[] body = StoredRecords.join(StoredRecords.records(random, 4));
            check(Buffers.all(body), body, false);
            body[random.nextInt(body.length)] ^= (byte)(1 << random.nextInt(8));
            check(Buffers.all(body), body, false);
            final byte[] batch = StoredRecords.batch(random, 3);
            check(Buffers.all(batch), batch, true);
        }
    }

    @Test
    void compositesMayBeCutAnywhere()
    {
        final Random random = new Random(22);
        for (int run = 0; run < 2; run++)
        {
            final byte[] body = StoredRecords.join(StoredRecords.records(random, 2));
            check(Buffers.composites(body), body, false);
        }
    }

    /** Parts that are far from each other are loaded one after the other. */
    @Test
    void bodiesLongerThanTheScratchAreJumpedOver()
    {
        final Random random = new Random(23);
        final List<byte[]> records = new ArrayList<>();
        for (final int length : new int[] {300, 600, 5_000, 270_000})
        {
            final org.apache.rocketmq.common.message.MessageExt message = StoredRecords.message(random);
            message.setBody(new byte[length]);
            records.add(StoredRecords.encode(message));
        }
        final byte[] body = StoredRecords.join(records);
        check(Buffers.all(body), body, false);
        assertEquals(4, StoredRecords.scanned(scanner, body).stream().filter(line -> !line.startsWith("!")).count());
    }

    /** Counts what is copied out of it. */
    private static final class CountingBuffer extends UnsafeBuffer
    {
        private long copied;

        CountingBuffer(final byte[] bytes)
        {
            super(ByteBuffer.allocateDirect(bytes.length).put(bytes).flip());
        }

        @Override
        public void getBytes(final int index, final byte[] dst, final int offset, final int length)
        {
            copied += length;
            super.getBytes(index, dst, offset, length);
        }
    }

    /** The window moves along: if it grew, long bodies would be copied again and again. */
    @Test
    void littleMoreIsCopiedOutOfADirectBufferThanItsShortRecords()
    {
        final byte[] body = StoredRecords.join(StoredRecords.records(new Random(24), 500));
        final byte[] batch = StoredRecords.batch(new Random(25), 2_000);
        for (final boolean isBatch : new boolean[] {false, true})
        {
            final byte[] bytes = isBatch ? batch : body;
            final CountingBuffer buffer = new CountingBuffer(bytes);
            view.wrap(buffer, 0, bytes.length);
            final List<String> found = walk(isBatch);
            assertTrue(found.size() >= 500);
            assertTrue(buffer.copied < 8L * bytes.length, buffer.copied + " bytes of " + bytes.length);
        }
    }

    /** Counts what is copied out of it. */
    private static final class CountedBuffer extends UnsafeBuffer
    {
        private long copied;

        CountedBuffer(final ByteBuffer direct)
        {
            super(direct);
        }

        @Override
        public void getBytes(final int index, final byte[] dst, final int offset, final int length)
        {
            copied += length;
            super.getBytes(index, dst, offset, length);
        }
    }

    /** They are refused, each of them, and would be copied with all that follows them. */
    @Test
    void shortRecordsThatClaimLongTopicsAreNotCopiedAgainAndAgain()
    {
        final int count = 2_000;
        final int size = 92;
        final ByteBuffer body = ByteBuffer.allocateDirect(count * size);
        for (int at = 0; at < body.capacity(); at += size)
        {
            body.putInt(at, size).putInt(at + 4, RecordParts.MAGIC_2).putShort(at + 88, Short.MAX_VALUE);
        }
        final CountedBuffer counted = new CountedBuffer(body);
        final RecordScanner scanner = new RecordScanner();
        scanner.wrap(new FrameView().wrap(counted, 0, counted.capacity()));
        int refused = 0;
        while (scanner.hasNext())
        {
            refused += scanner.next(StoredRecords.EVERYTHING, new RecordingHandler()) == Outcome.MALFORMED ? 1 : 0;
        }
        assertEquals(count, refused);
        assertTrue(counted.copied < 40L * counted.capacity(), counted.copied + " bytes copied of " + counted
            .capacity());
    }
}
