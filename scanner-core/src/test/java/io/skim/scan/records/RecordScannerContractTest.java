package io.skim.scan.records;

import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameScanner;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.ScannerContractTest;
import io.skim.scan.testing.StoredRecords;
import java.util.Random;

/** To a handler a record is what a frame is: the same contract holds. */
class RecordScannerContractTest extends ScannerContractTest<RecordInterest>
{
    /** Scans the only record of a body. */
    private static final class OneRecord implements FrameScanner<RecordInterest>
    {
        private final RecordScanner records = new RecordScanner();

        @Override
        public Outcome scan(final FrameView frame, final RecordInterest interest, final DataHandler handler)
        {
            if (records.wrap(frame).hasNext())
            {
                return records.next(interest, handler);
            }
            handler.onOutcome(Outcome.COMPLETE, records.fault());
            return Outcome.COMPLETE;
        }

        @Override
        public Fault fault()
        {
            return records.fault();
        }
    }

    @Override
    protected FrameScanner<RecordInterest> newScanner()
    {
        return new OneRecord();
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

    /** All but the id, which stands nowhere in the frame and so cannot be marked. */
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

    @Override
    protected boolean isWhole(final int length)
    {
        return length == 0;
    }
}
