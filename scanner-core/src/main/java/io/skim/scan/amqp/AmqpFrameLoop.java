package io.skim.scan.amqp;

import io.skim.loops.LoopFactory;
import io.skim.scan.DataHandler;
import io.skim.scan.Outcome;
import java.lang.invoke.MethodHandles;

/**
 * Drives the reader of frames and calls a handler; see {@link LoopFactory} for why there may be several classes of the
 * same code.
 */
abstract class AmqpFrameLoop
{
    static final LoopFactory<AmqpFrameLoop> FACTORY =
        new LoopFactory<>(MethodHandles.lookup(), new AmqpFramePushLoop());

    abstract Outcome run(AmqpScan scan, AmqpFrameReader frame, AmqpFrameInterest interest, DataHandler handler);
}
