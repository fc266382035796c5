package io.skim.benchmarks;

import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * A run of a peer on AMQP messages.
 */
@State(Scope.Thread)
public abstract class AmqpPeerState
{
    /** Of the messages. */
    @Param({"amqp"})
    public String encoding;

    Peer contender;

    final void prepare(final Peer peer, final AmqpReference.Answer answer) throws Exception
    {
        contender = peer;
        Contender.check(contender, AmqpReference.answers(AmqpMessages.all(), answer));
    }
}
