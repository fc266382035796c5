package io.skim.mqtt;

import io.skim.scan.DataHandler;
import io.skim.scan.Outcome;
import io.skim.scan.spi.LoopFactory;
import java.lang.invoke.MethodHandles;

/** Shows a packet to a handler; copied for each of the first classes of handlers. */
abstract class PublishLoop
{
    static final LoopFactory<PublishLoop> FACTORY = new LoopFactory<>(MethodHandles.lookup(), new PublishPushLoop());

    abstract Outcome run(PublishScanner scanner, PublishInterest interest, DataHandler handler);
}
