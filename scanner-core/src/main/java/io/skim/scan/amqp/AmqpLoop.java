package io.skim.scan.amqp;

import io.skim.scan.DataHandler;
import io.skim.scan.Outcome;
import io.skim.scan.spi.LoopFactory;
import java.lang.invoke.MethodHandles;

/**
 * Drives the readers and calls a handler; see {@link LoopFactory} for why there may be several classes of the same code.
 */
abstract class AmqpLoop
{
    static final LoopFactory<AmqpLoop> FACTORY = new LoopFactory<>(MethodHandles.lookup(), new AmqpPushLoop());

    /** What a part of a scan comes to: go on, pass over the rest of the container, stop, or the bytes are refused. */
    static final int GO = 0;
    static final int SKIPPED = 1;
    static final int STOPPED = 2;
    static final int MALFORMED = -1;

    abstract Outcome frame(AmqpScan scan, AmqpFrameReader frame, AmqpFrameInterest interest, DataHandler handler);

    abstract Outcome values(AmqpScan scan, AmqpValueInterest interest, DataHandler handler);

    /** What the reader's compound value holds, and what that holds. */
    abstract int nested(AmqpScan scan, DataHandler handler, int id);
}
