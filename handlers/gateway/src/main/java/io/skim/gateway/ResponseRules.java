package io.skim.gateway;

import io.skim.gateway.config.GatewayConfig.Denial;
import io.skim.gateway.config.GatewayConfig.Rule;
import io.skim.gateway.connection.ResponseLog;
import io.skim.gateway.metrics.FrameAction;
import io.skim.gateway.metrics.LoopMetrics;
import io.skim.gateway.metrics.RuleCounter;
import io.skim.gateway.rules.Decision;
import io.skim.gateway.rules.RequestFacts;
import io.skim.gateway.rules.ResponseDecider;
import io.skim.netty.RemotingExchange;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingHeaderView;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.remoting.RequestCode;
import io.skim.scan.remoting.ResponseCode;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Applies the rules for responses to what servers answer. One for each event loop. */
final class ResponseRules
{
    private static final int TOPIC = 0;
    private static final int SHORT_TOPIC = 1;
    private static final RemotingInterest TOPICS =
        RemotingScanner.interest().entry("topic", TOPIC).entry("b", SHORT_TOPIC).build();

    private final ResponseDecider decider;
    private final ResponseLog log;
    private final Function<Rule, RuleCounter> counters;
    private final RequestFacts request = new RequestFacts();

    ResponseRules(final ResponseDecider decider, final ResponseLog log, final Function<Rule, RuleCounter> counters)
    {
        this.decider = decider;
        this.log = log;
        this.counters = counters;
    }

    /** Keeps what rules will ask about a request when its response comes: the topic, as the client wrote it. */
    void keep(final RemotingExchange exchange)
    {
        if (decider.needsTopics())
        {
            final RemotingHeaderView header = exchange.header();
            header.select(TOPICS);
            exchange.keep(header.value(RequestCode.hasShortNames(exchange.requestCode()) ? SHORT_TOPIC : TOPIC));
        }
    }

    /** Whether a long response must be whole, since it may have to wait. */
    boolean needsBody(final RemotingExchange exchange, final ClientState client)
    {
        return !exchange.isFromClient() && exchange.isResponse() && decider.mayDelay(exchange.requestCode(),
            client.facts);
    }

    /**
     * Applies the rules to a frame of a server.
     *
     * @return what they say; without hits for a request, and if no rule applies. Its edits are the caller's to make.
     */
    Decision apply(final RemotingExchange exchange, final ClientState client)
    {
        if (!exchange.isResponse() || decider.isIdle())
        {
            return decider.none();
        }
        request.take(exchange);
        final int code = exchange.header().code();
        final Decision decision = decider.decide(exchange.scanner(), code, request, client.facts);
        for (int hit = 0; hit < decision.hits(); hit++)
        {
            matched(exchange, client, code, decision.hit(hit));
        }
        final LoopMetrics metrics = client.connection.loop();
        switch (decision.verdict())
        {
            case DENY ->
            {
                metrics.acted(FrameAction.REPLACED);
                final Denial denial = Objects.requireNonNull(decision.denial(), "denial");
                exchange.answer(denial.code(), denial.remark());
            }
            case DROP ->
            {
                metrics.acted(FrameAction.DROPPED);
                exchange.drop();
            }
            default ->
                {
                }
        }
        if (decision.delayNanos() > 0 && decision.verdict() != Decision.Verdict.DROP)
        {
            exchange.delay(decision.delayNanos());
        }
        return decision;
    }

    private void matched(final RemotingExchange exchange, final ClientState client, final int code, final Rule rule)
    {
        client.connection.loop().matched(counters.apply(rule));
        if (rule.response().logs())
        {
            log.matched(client.connection, rule.name(), exchange.now(), told -> tell(exchange, code, told));
        }
    }

    private void tell(final RemotingExchange exchange, final int code, final Map<String, Object> told)
    {
        final ResponseCode response = ResponseCode.of(code);
        told.put("response", response == null ? code : response.name());
        if (request.code() != RemotingExchange.UNKNOWN)
        {
            final RequestCode known = RequestCode.of(request.code());
            told.put("request", known == null ? request.code() : known.name());
            told.put("millis", TimeUnit.NANOSECONDS.toMillis(request.age()));
        }
        if (!request.topic().isEmpty())
        {
            told.put("topic", request.topic());
        }
        told.put("remark", exchange.header().field(RemotingField.REMARK).toText());
    }
}
