package io.skim.scan.amqp;

import io.skim.loops.LoopFactory;
import io.skim.scan.DataHandler;
import io.skim.scan.Outcome;
import java.lang.invoke.MethodHandles;

/**
 * Drives the readers and calls a handler; see {@link LoopFactory} for why there may be several classes of the same code.
 */
abstract class AmqpLoop
{
    static final LoopFactory<AmqpLoop> FACTORY = new LoopFactory<>(MethodHandles.lookup(), new AmqpPushLoop());

    abstract Outcome message(AmqpScan scan, AmqpInterest interest, DataHandler handler);

    abstract Outcome frame(AmqpScan scan, AmqpFrameReader frame, AmqpFrameInterest interest, DataHandler handler);

    abstract Outcome values(AmqpScan scan, AmqpValueInterest interest, DataHandler handler);
}
