package io.skim.scan.amqp;

import io.skim.scan.DataHandler;
import io.skim.scan.Outcome;
import io.skim.scan.spi.LoopFactory;
import io.skim.scan.spi.Scan;
import java.lang.invoke.MethodHandles;

/**
 * Calls a handler for what was indexed; see {@link LoopFactory} for why there may be several classes of the same code.
 */
abstract class AmqpEmitter
{
    static final LoopFactory<AmqpEmitter> FACTORY = new LoopFactory<>(MethodHandles.lookup(), new IndexEmitter());

    /** What a part of a scan comes to: go on, pass over the rest of the container, stop, or the bytes are refused. */
    static final int GO = Scan.GO;
    static final int SKIPPED = Scan.SKIPPED;
    static final int STOPPED = Scan.STOPPED;
    static final int MALFORMED = -1;

    /** Of a message; {@code indexed} is what its indexer gave. */
    abstract Outcome message(AmqpScan scan, AmqpInterest interest, DataHandler handler, int indexed);

    abstract Outcome frame(AmqpScan scan, AmqpFrameReader frame, AmqpFrameInterest interest, DataHandler handler,
        int indexed);

    abstract Outcome values(AmqpScan scan, AmqpValueInterest interest, DataHandler handler, int indexed);
}
