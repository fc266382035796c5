package io.skim.scan.amqp;

import io.skim.scan.DataHandler;
import io.skim.scan.Outcome;
import io.skim.scan.spi.LoopFactory;
import java.lang.invoke.MethodHandles;

/**
 * Drives the readers over a message and calls a handler; see {@link LoopFactory} for why there may be several classes of the
 * same code.
 */
abstract class MessageLoop
{
    static final LoopFactory<MessageLoop> FACTORY = new LoopFactory<>(MethodHandles.lookup(), new MessagePushLoop());

    abstract Outcome message(AmqpScan scan, AmqpInterest interest, DataHandler handler);
}
