package io.skim.gateway;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.skim.gateway.config.GatewayConfig;
import io.skim.gateway.config.GatewayConfig.Cluster;
import io.skim.gateway.config.GatewayConfig.Denial;
import io.skim.gateway.config.GatewayConfig.Policies;
import io.skim.gateway.config.GatewayConfig.Signed;
import io.skim.gateway.config.GatewayConfig.Treatment;
import io.skim.gateway.lanes.LaneEdits;
import io.skim.gateway.metrics.CloseReason;
import io.skim.gateway.metrics.FrameAction;
import io.skim.gateway.metrics.Refusal;
import io.skim.gateway.rules.Decision;
import io.skim.gateway.rules.LaneMarks;
import io.skim.gateway.rules.RuleSet;
import io.skim.handlers.patch.HeaderPatch;
import io.skim.handlers.patch.RemotingRewriter;
import io.skim.handlers.route.AddressMap;
import io.skim.handlers.route.BodyMap;
import io.skim.handlers.route.NameRewriter;
import io.skim.netty.FramePolicy;
import io.skim.netty.RemotingExchange;
import io.skim.netty.RemotingFilter;
import io.skim.netty.Upstream;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RequestCode;
import io.skim.scan.remoting.ResponseCode;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Applies the rules of the gateway's file to the frames of all clients of an event loop.
 */
final class GatewayFilter implements RemotingFilter
{
    private static final JsonFactory JSON = new JsonFactory();
    /** A longer id is not kept with the connection, in characters. Brokers keep it, but real ones have less than a hundred. */
    private static final int MOST_CLIENT_ID = 1_024;
    private static final int HEARTBEAT = RequestCode.HEART_BEAT.code();
    private static final int CHECK_TRANSACTION = RequestCode.CHECK_TRANSACTION_STATE.code();
    private static final int BATCH = RequestCode.SEND_BATCH_MESSAGE.code();

    private final LoopState loop;
    private final LaneMarks marks;
    /** Whose request is decided about; null between requests. */
    private @Nullable ClientState deciding;

    /**
     * Makes a filter.
     *
     * @param loop what the event loop has.
     */
    GatewayFilter(final LoopState loop)
    {
        this.loop = loop;
        marks = loop.lanes.marks(cluster -> server(Objects.requireNonNull(deciding, "client"), cluster));
    }

    /** The server of the request that is decided about, if it goes to a cluster; null for none. */
    private @Nullable Upstream server(final ClientState client, final Cluster target)
    {
        return loop.choice.isFor(target) ? loop.choice.server() : client.server(target);
    }

    @Override
    public boolean needsBody(final RemotingExchange exchange)
    {
        final int code = exchange.requestCode();
        if (exchange.isResponse() || !exchange.isFromClient())
        {
            return (exchange.isResponse() ? BodyMap.isInResponse(code) : BodyMap.isInRequest(code)) && (shown(
                exchange) != null || names(exchange, ClientState.of(exchange.client())) != null)
                || loop.responses.needsBody(exchange, ClientState.of(exchange.client()));
        }
        final ClientState client = ClientState.of(exchange.client());
        if (client.reached.named() != null && BrokerChoice.needsBody(code))
        {
            return true;
        }
        final GatewayConfig config = loop.decider.rules().config();
        // Names after other edits are mapped in a frame that was edited, which takes the whole one.
        return BodyMap.isInRequest(code) || code == HEARTBEAT || code == BATCH || !config.names().isEmpty()
            || !config.lanes().isEmpty() || config.policies().signed() == Signed.SIGN
            || loop.decider.needsWhole(code, client.facts);
    }

    /** The rewriter of a frame that the rules do not decide about; null if no name in it changes. */
    private @Nullable NameRewriter names(final RemotingExchange exchange, final ClientState client)
    {
        final boolean answer = exchange.isResponse();
        final NameRewriter names = !answer && exchange.requestCode() == CHECK_TRANSACTION ? loop.producerNames(
            client.names, exchange.now())
            : loop.names(answer && !exchange.isFromClient() ? exchange.requestTag() : client.names,
                exchange.requestCode());
        return names == null || answer && !names.readsAnswerBody(exchange.requestCode()) ? null : names;
    }

    /** The rewriter of the brokers' addresses in a server's answer; null if it has none. */
    private @Nullable NameRewriter shown(final RemotingExchange exchange)
    {
        final int code = exchange.requestCode();
        if (exchange.isFromClient() || !exchange.isResponse() || !BodyMap.isInResponse(code))
        {
            return null;
        }
        final AddressMap shownAs = shownBy(exchange);
        final NameRewriter shown = shownAs == null ? null : loop.addresses(shownAs);
        return shown != null && shown.readsAnswerBody(code) ? shown : null;
    }

    /** How the client sees the addresses of brokers that the server names; null as they are. */
    private static @Nullable AddressMap shownBy(final RemotingExchange exchange)
    {
        return ClientState.of(exchange.client()).reached.shownBy(exchange.upstream());
    }

    @Override
    public void toBroker(final RemotingExchange exchange)
    {
        final ClientState client = ClientState.of(exchange.client());
        client.connection.received(exchange.frame().length());
        if (!exchange.isResponse() && exchange.requestCode() == HEARTBEAT && exchange.frame().isWhole())
        {
            readClientId(exchange, client);
        }
        loop.lanes.begin(exchange.now());
        loop.choice.begin(exchange, client);
        deciding = client;
        final Decision decision = loop.decider.decide(exchange.scanner(), client.facts, exchange.now(), marks);
        // A client that is gone must not be kept.
        deciding = null;
        for (int hit = 0; hit < decision.hits(); hit++)
        {
            client.connection.loop().matched(loop.counter(decision.hit(hit)));
        }
        switch (decision.verdict())
        {
            case DENY ->
            {
                client.connection.refused(decision.code(), refusal(decision));
                final Denial denial = Objects.requireNonNull(decision.denial(), "denial");
                exchange.answer(denial.code(), denial.remark());
            }
            case DROP ->
            {
                client.connection.loop().acted(FrameAction.DROPPED);
                exchange.drop();
            }
            default -> forward(exchange, client, decision);
        }
    }

    private static Refusal refusal(final Decision decision)
    {
        return switch (Objects.requireNonNull(decision.cause(), "cause"))
        {
            case MANAGEMENT -> Refusal.CODE;
            case LIMIT -> Refusal.RATE;
            case RULE -> Refusal.RULE;
        };
    }

    private void forward(final RemotingExchange exchange, final ClientState client, final Decision decision)
    {
        int number = client.names;
        if (!decision.isResponse())
        {
            final RuleSet rules = loop.decider.rules();
            client.names = loop.number(decision.names(), loop.lanes.usualNames(rules, decision.lane()), exchange.now());
            number = loop.number(decision.names(), loop.lanes.names(rules, decision, exchange.scanner()), exchange
                .now());
            exchange.tag(number);
            loop.responses.keep(exchange);
            final Upstream server = server(client, decision.target());
            if (!loop.choice.isFor(decision.target()))
            {
                if (server != null)
                {
                    exchange.route(server);
                }
            }
            else if (!loop.choice.route(exchange, client))
            {
                client.connection.refused(decision.code(), Refusal.BROKER);
                return;
            }
            if (decision.lane() != null)
            {
                loop.lanes.note(decision, exchange.scanner(), client.reading(loop.readers), server);
            }
            mirror(exchange, client, decision);
            if (decision.delayNanos() > 0)
            {
                exchange.delay(decision.delayNanos());
            }
        }
        edit(exchange, client, decision, number);
    }

    /** The rewriter of the subscription of a pull; null if it has none, or if its request was answered, for it does not compile. */
    private @Nullable RemotingRewriter subscription(final RemotingExchange exchange, final ClientState client,
        final Decision decision)
    {
        try
        {
            return loop.lanes.subscription(loop.decider.rules(), decision, exchange.scanner());
        }
        catch (final IllegalArgumentException e)
        {
            client.connection.refused(decision.code(), Refusal.NAME);
            exchange.answer(ResponseCode.SUBSCRIPTION_PARSE_FAILED, "the gateway cannot rewrite the subscription: " + e
                .getMessage());
            return null;
        }
    }

    private static void mirror(final RemotingExchange exchange, final ClientState client, final Decision decision)
    {
        final Upstream copies = decision.mirror() == null ? null : client.reached.of(decision.mirror());
        if (copies != null)
        {
            exchange.mirror(copies);
        }
    }

    /** Makes the rules' edits, those of subscriptions and of names, one after the other. */
    private void edit(final RemotingExchange exchange, final ClientState client, final Decision decision,
        final int number)
    {
        final RemotingRewriter header = decision.rewriter();
        final RemotingRewriter subscription = lanesOf(decision) && LaneEdits.mayHaveSubscription(decision.code())
            ? subscription(exchange, client, decision) : null;
        final NameRewriter names = loop.names(number, exchange.requestCode());
        final boolean body = lanesOf(decision) && LaneEdits.hasSubscriptions(decision.code());
        if (exchange.decision() != RemotingExchange.Decision.PASS
            || header == null && subscription == null && names == null && !body)
        {
            return;
        }
        final Edits edits = new Edits(exchange);
        edits.make(header);
        if (subscription != null)
        {
            subscription.signer(decision.signer());
            edits.require(
                edits.isFirst() ? subscription.rewrite(exchange.scanner()) : subscription.rewrite(edits.view()),
                subscription.patch());
        }
        if (names != null)
        {
            final int code = exchange.requestCode();
            names.signer(decision.signer());
            edits.require(
                edits.isFirst() ? names.toBroker(exchange.scanner(), code) : names.toBroker(edits.view(), code),
                names.patch());
        }
        if (body)
        {
            edits.require(rewriteBody(exchange, client, decision, edits), loop.lanes.patch());
        }
        edits.end(client);
    }

    /** Whether lanes change what consumers subscribe to. */
    private boolean lanesOf(final Decision decision)
    {
        return !decision.isResponse() && !loop.decider.rules().config().lanes().isEmpty();
    }

    private boolean rewriteBody(final RemotingExchange exchange, final ClientState client, final Decision decision,
        final Edits edits)
    {
        final boolean first = edits.isFirst();
        return loop.lanes.rewriteBody(loop.decider.rules(), decision, first ? exchange.scanner() : null,
            first ? exchange.frame().view() : edits.view(), client.reading(loop.readers), decision.signer());
    }

    @Override
    public void toClient(final RemotingExchange exchange)
    {
        final ClientState client = ClientState.of(exchange.client());
        client.connection.loop().received(loop.cluster(exchange.upstream()), exchange.frame().length());
        final boolean response = exchange.isResponse();
        final int code = exchange.requestCode();
        if (response && code == RemotingExchange.UNKNOWN && mayHide(exchange))
        {
            client.connection.loop().acted(FrameAction.DROPPED);
            exchange.drop();
            return;
        }
        if (response && BrokerChoice.isForAll(code) && client.reached.named() != null)
        {
            exchange.weigh(BrokerChoice.weight(exchange));
        }
        if (response && code != RemotingExchange.UNKNOWN && !exchange.isPart())
        {
            client.connection.answered(code, exchange.requestAge());
        }
        edit(exchange, client, code);
        if (exchange.isPart())
        {
            return;
        }
        // A response that an error takes the place of goes on as well; a request of a server is answered instead.
        if (exchange.decision() == RemotingExchange.Decision.PASS
            || response && exchange.decision() == RemotingExchange.Decision.ANSWER)
        {
            client.connection.sent(1, exchange.frame().length());
        }
    }

    /** Makes the edits of a frame for the client: of addresses, of names, and of rules. */
    private void edit(final RemotingExchange exchange, final ClientState client, final int code)
    {
        final NameRewriter names = names(exchange, client);
        final NameRewriter shown = shown(exchange);
        final RemotingRewriter ruled = loop.responses.apply(exchange, client).rewriter();
        if (exchange.decision() != RemotingExchange.Decision.PASS || names == null && shown == null && ruled == null)
        {
            return;
        }
        final Edits edits = new Edits(exchange);
        if (shown != null && !show(exchange, client, shown, edits))
        {
            return;
        }
        if (names != null)
        {
            edits.require(
                edits.isFirst() ? names.toClient(exchange.scanner(), code) : names.toClient(edits.view(), code),
                names.patch());
        }
        edits.make(ruled);
        edits.end(client);
    }

    /** Puts the gateway's addresses in place of the brokers'; false if the connection is closed, for a broker can have none. */
    private static boolean show(final RemotingExchange exchange, final ClientState client, final NameRewriter shown,
        final Edits edits)
    {
        try
        {
            edits.require(shown.toClient(exchange.scanner(), exchange.requestCode()), shown.patch());
            return true;
        }
        catch (final NoPortException e)
        {
            client.connection.because(CloseReason.NO_PORT, e.getMessage());
            exchange.close(e.getMessage());
            return false;
        }
    }

    /**
     * Whether a response may have names or addresses that are not the client's. Without its request nobody knows where they stand, and the
     * client waits for it no more. Requests that pass although they are malformed are not known either; then their responses pass too.
     */
    private boolean mayHide(final RemotingExchange exchange)
    {
        final GatewayConfig config = loop.decider.rules().config();
        return config.policies().malformed() != Treatment.PASS
            && (!config.names().isEmpty() || !config.lanes().isEmpty()
                || shownBy(exchange) != null);
    }

    /**
     * Edits that follow each other: the first is made of the received frame, and those behind it of the frame before.
     * <p>
     * An edit that is refused gets what the policies state. If a frame may pass without it, the others are made all the same: what hides
     * names and addresses is not left out because something else was refused.
     */
    private final class Edits
    {
        private final RemotingExchange exchange;
        /** The last edit, which {@link #made} does not have; null if there is none. */
        private @Nullable HeaderPatch patch;
        /** The frame with the edits before that; null if it is the received one. */
        private @Nullable ByteBuf made;
        private boolean changed;
        /** Whether an edit was left out. */
        private boolean leftOut;
        /** Why the frame does not pass; null if it does. */
        private io.skim.handlers.patch.@Nullable Refusal refusal;
        private Treatment treatment = Treatment.PASS;

        Edits(final RemotingExchange exchange)
        {
            this.exchange = exchange;
        }

        boolean isFirst()
        {
            return refusal != null || patch == null && made == null;
        }

        /** The frame with the edits so far. */
        FrameView view()
        {
            made = whole();
            patch = null;
            return loop.view.wrap(made);
        }

        /** The frame with the edits so far, which the caller owns. */
        private ByteBuf whole()
        {
            final ByteBuf before = made == null ? exchange.frame().retain() : made;
            made = null;
            if (patch == null)
            {
                return before;
            }
            try
            {
                return patch.apply(before, exchange.client().alloc());
            }
            finally
            {
                before.release();
            }
        }

        /** Makes the edits of a rule's rewriter; null for none. */
        void make(final @Nullable RemotingRewriter rewriter)
        {
            if (rewriter != null && refusal == null)
            {
                make(isFirst() ? rewriter.rewrite(exchange.scanner()) : rewriter.rewrite(view()), rewriter.patch(),
                    false);
            }
        }

        /** Makes an edit without which the frame does not pass, whatever the policies state: of names, addresses, subscriptions. */
        void require(final boolean ready, final HeaderPatch edit)
        {
            make(ready, edit, true);
        }

        private void make(final boolean ready, final HeaderPatch edit, final boolean required)
        {
            if (refusal != null)
            {
                return;
            }
            if (ready)
            {
                patch = edit;
                changed |= edit.isChanged();
                return;
            }
            final io.skim.handlers.patch.Refusal why = Objects.requireNonNull(edit.refusal(), "refusal");
            final Treatment stated = treatment(why);
            if (stated == Treatment.PASS && !required)
            {
                leftOut = true;
                return;
            }
            refusal = why;
            treatment = stated == Treatment.PASS ? Treatment.ANSWER : stated;
        }

        private Treatment treatment(final io.skim.handlers.patch.Refusal why)
        {
            final Policies policies = loop.decider.rules().config().policies();
            return why != io.skim.handlers.patch.Refusal.SIGNED ? policies.refused()
                : policies.signed() == Signed.PASS ? Treatment.PASS : Treatment.ANSWER;
        }

        /** Passes the frame on with the edits; if one was refused, what the policies state. */
        void end(final ClientState client)
        {
            try
            {
                if (refusal != null)
                {
                    refuse(client, refusal);
                    return;
                }
                if (made != null)
                {
                    exchange.replace(whole());
                }
                else if (patch != null)
                {
                    exchange.patch(patch);
                }
                if (leftOut)
                {
                    client.connection.loop().acted(FrameAction.UNCHANGED);
                }
                if (changed)
                {
                    client.connection.loop().acted(FrameAction.EDITED);
                }
            }
            finally
            {
                if (made != null)
                {
                    made.release();
                }
                loop.view.reset();
            }
        }

        private void refuse(final ClientState client, final io.skim.handlers.patch.Refusal reason)
        {
            client.connection.refused(exchange.requestCode(), GatewayEvents.reason(reason));
            if (treatment == Treatment.CLOSE)
            {
                exchange.close(reason.sentence());
            }
            else
            {
                exchange.answer(exchange.isFromClient() ? ResponseCode.NO_PERMISSION : ResponseCode.SYSTEM_ERROR, reason
                    .sentence());
            }
        }
    }

    /** Reads the client's id out of a heartbeat, which rules may ask about. What cannot be read is left to the broker. */
    private static void readClientId(final RemotingExchange exchange, final ClientState client)
    {
        final FrameView view = exchange.frame().view();
        final int offset = exchange.header().field(RemotingField.BODY).offset();
        final byte[] body = new byte[view.length() - offset];
        view.getBytes(offset, body.length, body, 0);
        try (JsonParser json = JSON.createParser(body))
        {
            if (json.nextToken() != JsonToken.START_OBJECT)
            {
                return;
            }
            while (json.nextToken() == JsonToken.FIELD_NAME)
            {
                final boolean id = "clientID".equals(json.currentName());
                if (json.nextToken() == JsonToken.VALUE_STRING && id)
                {
                    client.facts.clientId(json.getTextLength() > MOST_CLIENT_ID ? null : json.getText());
                    return;
                }
                json.skipChildren();
            }
        }
        catch (final IOException malformed)
        {
            // The broker answers it.
        }
    }

    /** The policy of the file as the proxy knows it. */
    static FramePolicy policy(final GatewayConfig.Treatment treatment)
    {
        return switch (treatment)
        {
            case PASS -> FramePolicy.PASS;
            case ANSWER -> FramePolicy.ANSWER;
            case CLOSE -> FramePolicy.CLOSE;
        };
    }
}
