package io.skim.gateway;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.skim.gateway.config.GatewayConfig.Cluster;
import io.skim.netty.RemotingExchange;
import io.skim.netty.Upstream;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingHeaderView;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.remoting.RequestCode;
import io.skim.scan.remoting.ResponseCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the broker of each request of a client for which one port stands for all brokers of a cluster. One for each event loop. A name
 * in the header is looked up without garbage; bodies are read for a few requests that are rare.
 *
 * @see "AbstractRemotingActivity.request of RocketMQ's proxy, release 5.5.1: the name is in n or bname, and VERSION_NOT_SUPPORTED if it
 *     is not there"
 */
final class BrokerChoice implements DataHandler
{
    private static final int HEART_BEAT = RequestCode.HEART_BEAT.code();
    private static final int UNREGISTER = RequestCode.UNREGISTER_CLIENT.code();
    private static final int MEMBERS = RequestCode.GET_CONSUMER_LIST_BY_GROUP.code();
    private static final int LOCK = RequestCode.LOCK_BATCH_MQ.code();
    private static final int UNLOCK = RequestCode.UNLOCK_BATCH_MQ.code();
    private static final int CHECK = RequestCode.CHECK_CLIENT_CONFIG.code();
    private static final int ASSIGNMENT = RequestCode.QUERY_ASSIGNMENT.code();
    private static final int BATCH_ACK = RequestCode.BATCH_ACK_MESSAGE.code();

    private static final int NAME = 0;
    private static final int SHORT_NAME = 1;
    private static final RemotingInterest NAMES =
        RemotingScanner.interest().entry("bname", NAME).entry("n", SHORT_NAME).build();
    private static final int SUPPORTS = 0;
    private static final int CHANGES = 1;
    /** What brokers answer to heartbeats of the second version. */
    private static final RemotingInterest HEARTBEATS = RemotingScanner.interest().entry("IS_SUPPORT_HEART_BEAT_V2",
        SUPPORTS).entry("IS_SUB_CHANGE", CHANGES).build();

    private static final String UNNAMED =
        "Request doesn't have field bname: one port of the gateway stands for several brokers";
    private static final String SEVERAL = "the request is for queues of several brokers";
    private static final String UNREADABLE = "the gateway cannot read which broker the request is for";
    private static final String UNKNOWN = "the gateway knows no broker of the name in the request; try again later";
    private static final String NO_BROKERS = "the gateway knows no broker of the cluster yet; try again later";

    private static final JsonFactory JSON = new JsonFactory();
    /** Of a name: there is none, or one that no broker has. */
    private static final int NONE = -1;

    /** What the names of brokers begin with that stand for the logical queues of static topics: MixAll.LOGICAL_QUEUE_MOCK_BROKER_PREFIX. */
    private static final byte[] LOGICAL = "__syslo__".getBytes(StandardCharsets.UTF_8);

    private final byte[] name = new byte[BrokerNames.MOST_NAME];
    /** The length of the name; {@link #NONE} if there is none. */
    private int length;
    /** Whether the header has the name in n. */
    private boolean isShort;
    private boolean isTooLong;
    private @Nullable NamedBrokers brokers;
    private BrokerNames.Table table = BrokerNames.NONE;
    /** Null if the request goes to all, or to none. */
    private BrokerNames.@Nullable Broker chosen;
    private boolean all;
    private @Nullable String refusal;
    private ResponseCode code = ResponseCode.SUCCESS;

    /** Whether the body of a request is needed. */
    static boolean needsBody(final int code)
    {
        return isForAll(code) || hasNameInBody(code);
    }

    /** Whether requests of a code go to all brokers. */
    static boolean isForAll(final int code)
    {
        return code == HEART_BEAT || code == UNREGISTER;
    }

    private static boolean hasNameInBody(final int code)
    {
        return code == LOCK || code == UNLOCK || code == BATCH_ACK;
    }

    /** Begins a frame of a client. */
    void begin(final RemotingExchange exchange, final ClientState client)
    {
        final NamedBrokers own = exchange.isResponse() ? null : client.reached.named();
        // Stored only if they change: storing a reference costs a GC write barrier.
        if (brokers != own)
        {
            brokers = own;
            table = BrokerNames.NONE;
            chosen = null;
        }
        if (own != null)
        {
            choose(exchange.requestCode(), exchange.scanner(), exchange, own.table(), exchange.now());
        }
    }

    /**
     * Chooses the broker of a request.
     *
     * @param request  its code.
     * @param checked  whose last scan is that of the request.
     * @param withBody the request; null if nobody can read its body.
     * @param known    the brokers.
     * @param now      in nanoseconds.
     */
    void choose(final int request, final RemotingScanner checked, final @Nullable RemotingExchange withBody,
        final BrokerNames.Table known, final long now)
    {
        table = known;
        chosen = null;
        all = false;
        refusal = null;
        if (table.brokers.isEmpty())
        {
            refuse(ResponseCode.SERVICE_NOT_AVAILABLE, NO_BROKERS);
            return;
        }
        if (isForAll(request))
        {
            all = true;
            return;
        }
        readHeader(checked, RequestCode.hasShortNames(request));
        if (!hasName() && hasNameInBody(request) && withBody != null && withBody.frame().isWhole())
        {
            readBody(withBody);
        }
        if (refusal != null)
        {
            return;
        }
        if (hasName())
        {
            chosen = isTooLong ? null : table.find(name, length);
            if (chosen == null)
            {
                refuse(ResponseCode.SERVICE_NOT_AVAILABLE, UNKNOWN);
            }
            return;
        }
        chosen = isForAny(request) ? table.any(now) : table.only();
        if (chosen == null)
        {
            refuse(ResponseCode.VERSION_NOT_SUPPORTED, UNNAMED);
        }
    }

    /** Whether all brokers answer a request alike, for all of them know all clients. */
    private static boolean isForAny(final int request)
    {
        return request == MEMBERS || request == CHECK || request == ASSIGNMENT;
    }

    /** Whether the request names a broker. The name of a static topic's logical queues is none. */
    private boolean hasName()
    {
        return isTooLong || length != NONE && !(length > LOGICAL.length && Arrays.equals(name, 0, LOGICAL.length,
            LOGICAL, 0, LOGICAL.length));
    }

    /** Why the request goes nowhere; null if it goes on. */
    @Nullable
    String refusal()
    {
        return refusal;
    }

    private void refuse(final ResponseCode with, final String why)
    {
        code = with;
        refusal = why;
    }

    private void readHeader(final RemotingScanner checked, final boolean shortNames)
    {
        length = NONE;
        isTooLong = false;
        isShort = shortNames;
        checked.show(NAMES, this);
    }

    /** Of several equal fields the last one counts, as for the broker. */
    @Override
    public Action onField(final int id, final Cursor value)
    {
        if (isShort == (id == SHORT_NAME))
        {
            final int bytes = value.textLength();
            isTooLong = bytes > name.length;
            length = isTooLong || bytes == 0 ? NONE : Math.max(NONE, value.copyTo(name, 0));
        }
        return Action.CONTINUE;
    }

    /** Reads the name out of a body that is JSON: all that it has under {@code brokerName} must be the same. */
    private void readBody(final RemotingExchange exchange)
    {
        String found = null;
        try (JsonParser json = JSON.createParser(body(exchange)))
        {
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken())
            {
                if (token == JsonToken.FIELD_NAME && "brokerName".equals(json.currentName())
                    && json.nextToken() == JsonToken.VALUE_STRING)
                {
                    if (found != null && !found.equals(json.getText()))
                    {
                        refuse(ResponseCode.VERSION_NOT_SUPPORTED, SEVERAL);
                        return;
                    }
                    found = json.getText();
                }
            }
        }
        catch (final IOException malformed)
        {
            refuse(ResponseCode.SYSTEM_ERROR, UNREADABLE);
            return;
        }
        if (found != null && !found.isEmpty())
        {
            final byte[] utf8 = found.getBytes(StandardCharsets.UTF_8);
            isTooLong = utf8.length > name.length;
            length = isTooLong ? NONE : utf8.length;
            System.arraycopy(utf8, 0, name, 0, Math.max(0, length));
        }
    }

    private static byte[] body(final RemotingExchange exchange)
    {
        final FrameView view = exchange.frame().view();
        final int offset = exchange.header().field(RemotingField.BODY).offset();
        final byte[] body = new byte[view.length() - offset];
        view.getBytes(offset, body.length, body, 0);
        return body;
    }

    /** Whether it is this choice that says where a request to a cluster goes. */
    boolean isFor(final Cluster target)
    {
        return brokers != null && brokers.isOwn(target);
    }

    /** The server of the request; one of them, if it goes to all; null if it goes to none. */
    @Nullable
    Upstream server()
    {
        return all ? table.servers.get(0) : chosen == null ? null : chosen.server();
    }

    /** Sends the request where it goes; false if it goes nowhere, and is answered. */
    boolean route(final RemotingExchange exchange, final ClientState client)
    {
        if (refusal == null && all)
        {
            for (int i = 0; i < table.brokers.size(); i++)
            {
                if (!client.uses(table.brokers.get(i).entered))
                {
                    refuse(ResponseCode.SERVICE_NOT_AVAILABLE, UNKNOWN);
                }
            }
        }
        if (refusal == null && chosen != null && !client.uses(chosen.entered))
        {
            refuse(ResponseCode.SERVICE_NOT_AVAILABLE, UNKNOWN);
        }
        if (refusal != null)
        {
            if (code == ResponseCode.SERVICE_NOT_AVAILABLE)
            {
                Objects.requireNonNull(brokers, "brokers").misses();
            }
            exchange.answer(code, refusal);
            return false;
        }
        if (!all)
        {
            exchange.routeIntroduced(Objects.requireNonNull(chosen, "a broker").server());
        }
        else if (exchange.requestCode() == HEART_BEAT)
        {
            routeHeartbeat(exchange, client, body(exchange));
        }
        else
        {
            exchange.routeToAll(table.servers, false);
        }
        return true;
    }

    /** Clients send the same heartbeat for each name of a broker: the first one goes to all brokers, and the others to one. */
    private void routeHeartbeat(final RemotingExchange exchange, final ClientState client, final byte[] body)
    {
        if (client.hasTold(table, hash(body), exchange.now()))
        {
            exchange.routeIntroduced(Objects.requireNonNull(table.any(exchange.now()), "a broker").server());
        }
        else
        {
            exchange.routeToAll(table.servers, isFull(body));
        }
    }

    /** FNV-1a. */
    private static long hash(final byte[] bytes)
    {
        long hash = 0xCBF2_9CE4_8422_2325L;
        for (final byte each : bytes)
        {
            hash = (hash ^ each & 0xFF) * 0x100_0000_01B3L;
        }
        return hash;
    }

    /**
     * Whether a heartbeat has all that a broker has to know. Those of the second version leave out what the broker has been told before.
     *
     * @see "HeartbeatData.isWithoutSub, release 5.5.1"
     */
    private static boolean isFull(final byte[] body)
    {
        try (JsonParser json = JSON.createParser(body))
        {
            if (json.nextToken() != JsonToken.START_OBJECT)
            {
                return false;
            }
            while (json.nextToken() == JsonToken.FIELD_NAME)
            {
                final boolean tells =
                    "withoutSub".equals(json.currentName()) || "isWithoutSub".equals(json.currentName());
                if (json.nextToken() == JsonToken.VALUE_TRUE && tells)
                {
                    return false;
                }
                json.skipChildren();
            }
            return json.currentToken() == JsonToken.END_OBJECT;
        }
        catch (final IOException malformed)
        {
            return false;
        }
    }

    /**
     * What a response of one of several brokers means: the client gets a failure if there is one. Else it learns that a broker does not know
     * heartbeats of the second version, or that a broker has to be told of subscriptions again.
     *
     * @see "ClientManageProcessor.heartBeat, MQClientInstance.sendHeartbeatToBrokerV2, release 5.5.1"
     */
    static int weight(final RemotingExchange response)
    {
        final RemotingHeaderView header = response.header();
        if (header.code() != ResponseCode.SUCCESS.code())
        {
            return 3;
        }
        header.select(HEARTBEATS);
        if (!header.value(SUPPORTS).getBoolean(false))
        {
            return 2;
        }
        return header.value(CHANGES).getBoolean(false) ? 1 : 0;
    }
}
