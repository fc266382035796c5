package io.skim.scan.records;

import io.skim.scan.FrameScanner;
import io.skim.scan.ScannerContractTest;
import io.skim.scan.testing.StoredRecords;
import java.util.Random;

/** A handler receives one record as it receives a frame. */
class RecordScannerContractTest extends ScannerContractTest<RecordInterest>
{
    @Override
    protected FrameScanner<RecordInterest> newScanner()
    {
        return new RecordScanner();
    }

    @Override
    protected byte[] frame()
    {
        final Random random = new Random(11);
        byte[] record = new byte[0];
        while (record.length < 200 || record.length > 400)
        {
            record = StoredRecords.encode(StoredRecords.message(random));
        }
        return record;
    }

    /** All but the message id, which the frame does not contain, so that it has no mark. */
    @Override
    protected RecordInterest everything()
    {
        final RecordInterest.Builder builder = RecordScanner.interest().ids(RecordField.values().length).everyProperty(
            RecordField.PROPERTIES.ordinal());
        for (final RecordField field : RecordField.values())
        {
            if (field != RecordField.OFFSET_MESSAGE_ID)
            {
                builder.field(field, field.ordinal());
            }
        }
        return builder.build();
    }
}
