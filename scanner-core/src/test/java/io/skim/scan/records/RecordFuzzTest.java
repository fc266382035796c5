package io.skim.scan.records;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.testing.StoredRecords;
import java.util.List;

/**
 * Bodies of stored records and of batches, fuzzed by coverage. Without the agent the inputs that are kept beside this
 * class are run.
 */
class RecordFuzzTest
{
    private final RecordReferenceTest reference = new RecordReferenceTest();
    private final RecordScanner strict = new RecordScanner();
    private final RecordScanner lenient = new RecordScanner(Limits.DEFAULT, Strictness.LENIENT);

    @FuzzTest
    void recordsAreReadAsTheReferenceDoesOrRefused(final byte[] body)
    {
        final List<String> lines = StoredRecords.scanned(lenient, body);
        if (!RecordReferenceTest.claimsMuch(body, false))
        {
            reference.checkStrict(body);
            reference.checkOne(body);
            final int good = RecordReferenceTest.firstRefused(lines);
            assertEquals(StoredRecords.reference(body), lines.subList(0, good));
        }
    }

    @FuzzTest
    void batchesAreReadAsTheReferenceDoesOrRefused(final byte[] body)
    {
        final List<String> lines = StoredRecords.scannedBatch(lenient, body);
        final List<String> strictly = StoredRecords.scannedBatch(strict, body);
        if (!RecordReferenceTest.claimsMuch(body, true))
        {
            final List<String> expected = StoredRecords.referenceBatch(body);
            assertEquals(expected != null, RecordReferenceTest.firstRefused(lines) == lines.size());
            if (expected != null)
            {
                assertEquals(expected, lines);
                strictly.removeIf(StoredRecords::isRefusal);
                assertTrue(expected.containsAll(strictly));
            }
        }
    }
}
