package io.skim.scan.records;

import io.skim.scan.DataHandler;
import io.skim.scan.Outcome;
import io.skim.scan.spi.LoopFactory;
import java.lang.invoke.MethodHandles;

/**
 * Shows one record to a handler; see {@link LoopFactory} for why there may be several classes of the same code.
 */
abstract class RecordLoop
{
    static final LoopFactory<RecordLoop> FACTORY = new LoopFactory<>(MethodHandles.lookup(), new RecordPushLoop());

    abstract Outcome run(RecordScanner scanner, RecordInterest interest, DataHandler handler);
}
