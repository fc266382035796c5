package io.skim.gateway;

import io.netty.channel.Channel;
import io.skim.gateway.config.GatewayConfig.Denial;
import io.skim.gateway.metrics.FrameAction;
import io.skim.gateway.metrics.Refusal;
import io.skim.gateway.rules.Decision;
import io.skim.handlers.patch.AmqpRewriter;
import io.skim.netty.AmqpDelivery;
import io.skim.netty.AmqpFilter;
import io.skim.netty.AmqpLink;
import io.skim.netty.RemotingExchange;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * Applies the rules of the gateway's file to the deliveries of AMQP clients, and maps the addresses of messages both ways. No
 * delivery of a broker is rejected: not all clients take that.
 */
final class AmqpGatewayFilter implements AmqpFilter
{
    private static final String NOT_ALLOWED = "amqp:not-allowed";
    private static final String LIMIT = "amqp:resource-limit-exceeded";
    private static final String DECODE_ERROR = "amqp:decode-error";

    private final AmqpLoop loop;

    AmqpGatewayFilter(final AmqpLoop loop)
    {
        this.loop = loop;
    }

    @Override
    public boolean reads(final Channel client, final AmqpLink link)
    {
        return link.isFromClient() || AmqpClient.of(client).names != null;
    }

    /** Rules without a condition on the message concern all deliveries. */
    @Override
    public boolean takesUnreadable()
    {
        return true;
    }

    /** A message without a room for its mapped address would go to the address that the client has chosen. */
    @Override
    public boolean mayPassRefused(final Channel client, final AmqpLink link)
    {
        return AmqpClient.of(client).names == null;
    }

    @Override
    public void toBroker(final AmqpDelivery delivery)
    {
        final AmqpClient client = AmqpClient.of(delivery.client());
        client.connection.delivered();
        final String target = delivery.link().target();
        final Decision decision = loop.decider.decide(loop.scanner, delivery.isReadable() ? delivery.message() : null,
            client.facts, target == null ? null : target.getBytes(StandardCharsets.UTF_8), client.names != null,
            System.nanoTime());
        if (decision == null)
        {
            unread(client, delivery);
            return;
        }
        for (int hit = 0; hit < decision.hits(); hit++)
        {
            client.connection.loop().matched(loop.counters.counter(decision.hit(hit)));
        }
        switch (decision.verdict())
        {
            case DENY -> deny(client, delivery, decision);
            case DROP ->
            {
                client.connection.loop().acted(FrameAction.DROPPED);
                delivery.drop();
            }
            default -> forward(client, delivery, decision);
        }
    }

    private static void deny(final AmqpClient client, final AmqpDelivery delivery, final Decision decision)
    {
        final boolean limited = decision.cause() == Decision.Cause.LIMIT;
        final Denial denial = Objects.requireNonNull(decision.denial(), "denial");
        client.connection.refused(RemotingExchange.UNKNOWN, limited ? Refusal.RATE : Refusal.RULE);
        delivery.reject(denial.condition() != null ? denial.condition() : limited ? LIMIT : NOT_ALLOWED, denial
            .remark());
    }

    private static void forward(final AmqpClient client, final AmqpDelivery delivery, final Decision decision)
    {
        if (decision.delayNanos() > 0)
        {
            client.connection.loop().acted(FrameAction.DELAYED);
            delivery.delay(decision.delayNanos());
        }
        final AmqpRewriter rewriter = decision.annotator();
        if (rewriter == null)
        {
            return;
        }
        if (!delivery.isReadable())
        {
            delivery.refuse();
            return;
        }
        final AmqpNames names = client.names;
        if (names != null)
        {
            rewriter.addresses(names::toBroker, names::toBroker);
        }
        if (rewriter.rewrite(delivery.message()) && rewriter.patch().isChanged())
        {
            client.connection.loop().acted(FrameAction.EDITED);
        }
        delivery.patch(rewriter.patch());
    }

    /** A condition needs the message, and cannot read it. */
    private void unread(final AmqpClient client, final AmqpDelivery delivery)
    {
        if (!delivery.isReadable())
        {
            delivery.refuse();
            return;
        }
        client.connection.malformed(loop.scanner.fault());
        switch (loop.rules.rules().config().policies().malformed())
        {
            case PASS -> client.connection.loop().acted(FrameAction.UNCHANGED);
            case ANSWER -> delivery.reject(DECODE_ERROR, loop.scanner.fault().toMessage());
            case CLOSE -> delivery.close(DECODE_ERROR, loop.scanner.fault().toMessage());
        }
    }

    @Override
    public void toClient(final AmqpDelivery delivery)
    {
        final AmqpClient client = AmqpClient.of(delivery.client());
        final AmqpNames names = Objects.requireNonNull(client.names, "only mapped links are read");
        if (!delivery.isReadable())
        {
            delivery.refuse();
            return;
        }
        final AmqpRewriter rewriter = loop.mapping.addresses(names::shown, names::toClient);
        if (!rewriter.rewrite(delivery.message()))
        {
            client.connection.loop().acted(FrameAction.UNCHANGED);
        }
        else if (rewriter.patch().isChanged())
        {
            client.connection.loop().acted(FrameAction.EDITED);
            delivery.patch(rewriter.patch());
        }
    }
}
