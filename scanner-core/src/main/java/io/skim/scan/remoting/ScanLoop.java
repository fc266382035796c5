package io.skim.scan.remoting;

import io.skim.scan.DataHandler;
import io.skim.scan.Outcome;

/**
 * Drives a reader and calls a handler; see {@link LoopCache} for why there may be several classes of the same code.
 */
abstract class ScanLoop
{
    abstract Outcome run(RemotingScanner scanner, RemotingInterest interest, DataHandler handler);
}
