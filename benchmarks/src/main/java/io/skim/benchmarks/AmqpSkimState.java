package io.skim.benchmarks;

import io.skim.scan.amqp.AmqpScanner;
import org.openjdk.jmh.annotations.Param;

/**
 * All that a run of Skim on AMQP messages may vary: how many handler classes take turns, and the kind of buffer.
 *
 * @param <C> the contender's class.
 */
public abstract class AmqpSkimState<C extends Contender> extends AmqpState<C>
{
    /** How many classes of handlers take turns. */
    @Param({"1", "4"})
    public int handlerClasses;

    /** What the messages arrive in. */
    @Param({"heap", "direct", "composite"})
    public String buffer;

    /** Four handlers of so many classes, on messages in buffers of that kind. */
    final SkimContender scanning(final Class<? extends Answering> type)
    {
        return new SkimContender(new AmqpScanner(), Buffers.halves(messages(), Buffers.of(buffer)),
            HandlerCopies.of(type, handlerClasses, AmqpMessages.QUESTION));
    }
}
