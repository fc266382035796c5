package io.skim.benchmarks;

import io.skim.scan.amqp.AmqpScanner;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * What a run of Skim on AMQP messages may vary: how many handler classes take turns, and the kind of buffer.
 */
@State(Scope.Thread)
public abstract class AmqpState
{
    /** Of the messages. */
    @Param({"amqp"})
    public String encoding;

    /** How many classes of handlers take turns. */
    @Param({"1", "4"})
    public int handlerClasses;

    /** What the messages arrive in. */
    @Param({"heap", "direct", "composite"})
    public String buffer;

    AmqpContender contender;

    final void prepare(final Class<? extends Answering> type, final AmqpReference.Answer answer) throws Exception
    {
        final byte[][] messages = AmqpMessages.all();
        final Answering[] handlers = HandlerCopies.of(type, handlerClasses, AmqpMessages.QUESTION);
        contender = new AmqpContender(new AmqpScanner(), messages, Buffers.of(buffer), handlers);
        Contender.check(contender, AmqpReference.answers(messages, answer));
    }
}
