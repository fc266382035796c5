package io.skim.scan.remoting;

import io.skim.scan.DataHandler;
import io.skim.scan.Outcome;
import io.skim.scan.spi.LoopFactory;
import java.lang.invoke.MethodHandles;

/**
 * Drives a reader and calls a handler; see {@link LoopFactory} for why there may be several classes of the same code.
 */
abstract class ScanLoop
{
    static final LoopFactory<ScanLoop> FACTORY = new LoopFactory<>(MethodHandles.lookup(), new PushLoop());

    /** Scans the frame that the scanner has begun. */
    abstract Outcome run(RemotingScanner scanner, RemotingInterest interest, DataHandler handler);

    /** Shows what was indexed. */
    abstract Outcome show(RemotingScanner scanner, RemotingInterest interest, DataHandler handler);
}
