package io.skim.benchmarks;

import org.openjdk.jmh.annotations.Param;

/**
 * A contender on AMQP messages.
 *
 * @param <C> its class.
 */
public abstract class AmqpState<C extends Contender> extends ContenderState<C>
{
    /** Of the messages. */
    @Param({"amqp"})
    public String encoding;

    /** Which messages: the thirteen of earlier runs, or those that were captured of all clients. */
    @Param({"thirteen", "clients"})
    public String set;

    final byte[][] messages()
    {
        return AmqpMessages.of(set);
    }

    /** A contender whose answers are those of the reference. */
    final C checked(final C made, final AmqpReference.Answer answer) throws Exception
    {
        Contender.check(made, AmqpReference.answers(messages(), answer));
        return made;
    }
}
