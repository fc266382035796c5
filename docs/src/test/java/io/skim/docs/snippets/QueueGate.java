package io.skim.docs.snippets;

import io.skim.handlers.patch.AmqpEdits;
import io.skim.handlers.patch.AmqpRewriter;
import io.skim.handlers.patch.AmqpEditValue;
import io.skim.handlers.select.Selector;
import io.skim.handlers.select.SelectorEvaluator;
import io.skim.netty.AmqpDelivery;
import io.skim.netty.AmqpFilter;
import io.skim.netty.AmqpProxy;
import io.skim.netty.FramePolicy;
import io.skim.netty.Upstream;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;

// snippet: amqp-live
/** Lets orders from 100 on into the queue, and marks them. */
final class QueueGate implements AmqpFilter
{
    private static final Selector<AmqpInterest> LARGE = Selector.jms("amount >= 100");
    private static final AmqpEdits MARK = AmqpEdits.builder()
        .set(AmqpField.MESSAGE_ANNOTATIONS, "x-opt-gate", AmqpEditValue.ofString("large")).build();

    private final AmqpScanner scanner = new AmqpScanner(Limits.DEFAULT, Strictness.LENIENT);
    private final SelectorEvaluator large = new SelectorEvaluator(LARGE);
    private final AmqpRewriter marking = new AmqpRewriter(MARK, Limits.DEFAULT, Strictness.LENIENT);

    static AmqpProxy proxy(final Upstream broker)
    {
        return AmqpProxy.to(broker)
            .filter(QueueGate::new) // one for each event loop
            .onRefused(FramePolicy.ANSWER) // a message whose head cannot be read or edited is rejected
            .build(); // then bootstrap.childHandler(proxy.initializer())
    }

    @Override
    public void toBroker(final AmqpDelivery delivery)
    {
        final Outcome outcome = scanner.scan(delivery.message(), LARGE.interest(), large);
        if (outcome != Outcome.COMPLETE || !large.matches())
        {
            delivery.reject("amqp:not-allowed", "orders below 100 go elsewhere");
            return;
        }
        marking.rewrite(delivery.message());
        delivery.patch(marking.patch());
    }
}
// end
