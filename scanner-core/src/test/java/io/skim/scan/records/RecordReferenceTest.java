package io.skim.scan.records;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.testing.StoredRecords;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.apache.rocketmq.common.message.MessageExt;
import org.junit.jupiter.api.Test;

/**
 * Records and batches mean what the reference, rocketmq-common 5.5.1, reads in them.
 */
class RecordReferenceTest
{
    private final RecordScanner strict = new RecordScanner();
    private final RecordScanner lenient = new RecordScanner(Limits.DEFAULT, Strictness.LENIENT);

    @Test
    void recordsOfTheReferenceAreReadAsItReadsThem()
    {
        final Random random = new Random(5);
        int version2 = 0;
        int inner = 0;
        for (int run = 0; run < 1_000; run++)
        {
            final byte[] body = StoredRecords.join(StoredRecords.records(random, random.nextInt(6)));
            final List<String> expected = StoredRecords.reference(body);
            assertEquals(expected, StoredRecords.scanned(strict, body));
            assertEquals(expected, StoredRecords.scanned(lenient, body));
            assertEquals(0, strict.lostLength());
            version2 += body.length > 8 && body[7] == (byte)0xAB ? 1 : 0;
            inner += strict.innerIndex() > 0 ? 1 : 0;
        }
        assertTrue(version2 > 50 && inner > 50, version2 + " of version 2, " + inner + " inner batches");
    }

    /** Without bytes behind it, and without expanding an inner batch. */
    @Test
    void oneRecordIsReadAsTheReferenceDecodesIt()
    {
        final Random random = new Random(9);
        int taken = 0;
        for (int run = 0; run < 2_000; run++)
        {
            final byte[] body = StoredRecords.join(StoredRecords.records(random, 1));
            assertEquals(StoredRecords.referenceOne(body), StoredRecords.scannedOne(strict, body));
            spoil(body, random, false);
            taken += checkOne(body) ? 1 : 0;
        }
        assertTrue(taken > 200 && taken < 1_800, taken + " taken of 2,000");
    }

    /** Lenient takes the same as the reference, strict a part of it; true if lenient takes the record. */
    boolean checkOne(final byte[] body)
    {
        final String reference = StoredRecords.referenceOne(body);
        final String line = StoredRecords.scannedOne(lenient, body);
        final String strictly = StoredRecords.scannedOne(strict, body);
        assertEquals(reference == null, StoredRecords.isRefusal(line), line);
        assertTrue(reference == null || line.equals(reference), () -> line + " is not " + reference);
        assertTrue(StoredRecords.isRefusal(strictly) || strictly.equals(reference), () -> strictly + " is not "
            + reference);
        return reference != null;
    }

    @Test
    void batchesOfTheReferenceAreReadAsItReadsThem()
    {
        final Random random = new Random(6);
        for (int run = 0; run < 500; run++)
        {
            final byte[] body = StoredRecords.batch(random, 1 + random.nextInt(6));
            final List<String> expected = StoredRecords.referenceBatch(body);
            assertEquals(expected, StoredRecords.scannedBatch(strict, body));
            assertEquals(expected, StoredRecords.scannedBatch(lenient, body));
        }
    }

    /** Nothing is unpacked; where the reference does so, it takes bit 0 out of the sysFlag. */
    @Test
    void compressedBodiesAreShownAsTheyAreStored() throws Exception
    {
        final MessageExt message = StoredRecords.message(new Random(12));
        message.setSysFlag(0x301 | message.getSysFlag() & 0x30);
        final byte[] original = new byte[5_000];
        message.setBody(original);
        final byte[] body = MessageDecoder.encode(message, true);
        final MessageExt unpacked = MessageDecoder.decode(ByteBuffer.wrap(body), true, true);
        assertArrayEquals(original, unpacked.getBody());
        assertEquals(message.getSysFlag() & ~1, unpacked.getSysFlag());
        assertTrue(body.length < original.length);
        assertEquals(StoredRecords.reference(body), StoredRecords.scanned(strict, body));
    }

    /** The reference's client loses such a record and all behind it; who does not unpack, as here, reads the same. */
    @Test
    void bodiesOfUnknownCompressionAreShownAsTheyAreStored() throws Exception
    {
        final MessageExt message = StoredRecords.message(new Random(13));
        message.setBody(new byte[] {1, 2, 3});
        final byte[] record = StoredRecords.encode(message);
        for (int type = 4; type < 8; type++)
        {
            record[38] = (byte)type;
            record[39] |= 1;
            assertNull(MessageDecoder.decode(ByteBuffer.wrap(record), true, true));
            final MessageExt stored = MessageDecoder.decode(ByteBuffer.wrap(record), true, false);
            assertEquals(type, stored.getSysFlag() >> 8);
            assertEquals(StoredRecords.reference(record), StoredRecords.scanned(strict, record));
            record[39] &= ~1;
            assertArrayEquals(stored.getBody(), MessageDecoder.decode(ByteBuffer.wrap(record), true, true).getBody());
        }
    }

    /** What one flipped or replaced byte makes of a body, in both modes. */
    @Test
    void whatIsStillTakenOfSpoiltRecordsIsWhatTheReferenceReads()
    {
        final Random random = new Random(7);
        int taken = 0;
        int refused = 0;
        for (int run = 0; run < 3_000; run++)
        {
            final byte[] body = StoredRecords.join(StoredRecords.records(random, 1 + random.nextInt(3)));
            spoil(body, random, false);
            checkStrict(body);
            final List<String> lines = StoredRecords.scanned(lenient, body);
            final int good = firstRefused(lines);
            assertEquals(StoredRecords.reference(body), lines.subList(0, good));
            taken += good == lines.size() ? 1 : 0;
            refused += good == lines.size() ? 0 : 1;
        }
        assertTrue(taken > 200 && refused > 200, taken + " taken, " + refused + " refused");
    }

    /** The reference allocates what a length claims, and mostly fails on that alone: a few such are enough. */
    private static void spoil(final byte[] body, final Random random, final boolean batch)
    {
        final byte[] good = body.clone();
        do
        {
            System.arraycopy(good, 0, body, 0, body.length);
            spoilBytes(body, random);
        }
        while (random.nextInt(50) > 0 && claimsMuch(body, batch));
    }

    /** Whether the first body claims 16 MiB or more. */
    static boolean claimsMuch(final byte[] body, final boolean batch)
    {
        final int at = batch ? 16 : 84 + (body.length > 39 ? 12 * Integer.bitCount(body[39] & 0x30) : 0);
        return body.length > at && body[at] > 0;
    }

    private static void spoilBytes(final byte[] body, final Random random)
    {
        for (int i = random.nextInt(3); i >= 0; i--)
        {
            final int at = random.nextInt(4) > 0 ? random.nextInt(Math.min(body.length, 120)) : random.nextInt(
                body.length);
            body[at] = (byte)(random.nextBoolean() ? body[at] ^ 1 << random.nextInt(8) : random.nextInt(256));
        }
    }

    static int firstRefused(final List<String> lines)
    {
        int good = 0;
        while (good < lines.size() && !StoredRecords.isRefusal(lines.get(good)))
        {
            good++;
        }
        return good;
    }

    /** Each record that is taken, also behind a bad one, is what the reference reads at that place. */
    void checkStrict(final byte[] body)
    {
        final StoredRecords.Lines lines = new StoredRecords.Lines();
        final List<String> expected = new ArrayList<>();
        strict.wrap(new FrameView().wrap(body));
        while (strict.hasNext())
        {
            strict.next(StoredRecords.EVERYTHING, lines);
            if (strict.fault().isPresent())
            {
                final int at = (int)strict.fault().offset();
                assertTrue(at >= strict.recordOffset() && at <= body.length, () -> strict.fault().toString());
                expected.add("! " + strict.fault());
            }
            else
            {
                final List<String> reference = StoredRecords.referenceAt(body, strict.recordOffset());
                expected.add(reference.get(Math.max(0, strict.innerIndex())));
            }
        }
        assertEquals(expected, lines.all());
    }

    @Test
    void whatIsStillTakenOfSpoiltBatchesIsWhatTheReferenceReads()
    {
        final Random random = new Random(8);
        int taken = 0;
        for (int run = 0; run < 2_000; run++)
        {
            final byte[] body = StoredRecords.batch(random, 1 + random.nextInt(3));
            spoil(body, random, true);
            final List<String> reference = StoredRecords.referenceBatch(body);
            final List<String> lines = StoredRecords.scannedBatch(lenient, body);
            assertEquals(reference != null, firstRefused(lines) == lines.size());
            if (reference != null)
            {
                taken++;
                assertEquals(reference, lines);
                final List<String> strictly = StoredRecords.scannedBatch(strict, body);
                strictly.removeIf(StoredRecords::isRefusal);
                assertTrue(reference.containsAll(strictly));
            }
        }
        assertTrue(taken > 200);
        assertFalse(taken == 2_000);
    }
}
