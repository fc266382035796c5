package io.skim.gateway.lanes;

import io.skim.gateway.config.GatewayConfig.Cluster;
import io.skim.gateway.config.GatewayConfig.Edit;
import io.skim.gateway.config.GatewayConfig.Lane;
import io.skim.gateway.config.GatewayConfig.LaneBy;
import io.skim.gateway.config.GatewayConfig.Operation;
import io.skim.gateway.config.GatewayConfig.Place;
import io.skim.gateway.config.NameMapping;
import io.skim.gateway.rules.Decision;
import io.skim.gateway.rules.LaneMarks;
import io.skim.gateway.rules.LaneSubscription;
import io.skim.gateway.rules.RuleSet;
import io.skim.handlers.patch.AclSigner;
import io.skim.handlers.patch.HeaderPatch;
import io.skim.handlers.patch.Refusal;
import io.skim.handlers.patch.RemotingEdits;
import io.skim.handlers.patch.RemotingPatcher;
import io.skim.handlers.patch.RemotingRewriter;
import io.skim.handlers.route.NameCheck;
import io.skim.handlers.route.ResourceKind;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.remoting.RequestCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of the requests of lanes, and of the subscriptions of all consumers while there are lanes. One for each event loop.
 * <p>
 * Sends without a name map allocate nothing once tables have grown. Pulls that carry a subscription allocate a few texts, and
 * heartbeats more.
 */
public final class LaneEdits
{
    private static final int HEARTBEAT = RequestCode.HEART_BEAT.code();
    private static final int QUESTION = RequestCode.CHECK_CLIENT_CONFIG.code();
    private static final int UNREGISTER = RequestCode.UNREGISTER_CLIENT.code();
    private static final int END_TRANSACTION = RequestCode.END_TRANSACTION.code();
    private static final int PULL = RequestCode.PULL_MESSAGE.code();
    private static final int LITE_PULL = RequestCode.LITE_PULL_MESSAGE.code();
    private static final int POP = RequestCode.POP_MESSAGE.code();
    private static final int NOTIFICATION = RequestCode.NOTIFICATION.code();
    /** In the flag of a pull: the request has a subscription, which counts in place of that of the heartbeat. */
    private static final int HAS_SUBSCRIPTION = 4;
    private static final int MOST_SUBSCRIPTIONS = 1_024;
    /** A longer group and expression are rewritten for each pull, and not kept, in characters. */
    private static final int MOST_KEPT = 2_048;
    private static final int MOST_BODY = 4 << 20;
    private static final String RETRY = "%RETRY%";
    private static final String DEAD_LETTERS = "%DLQ%";
    private static final byte[] RETRY_BYTES = RETRY.getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DEAD_LETTERS_BYTES = DEAD_LETTERS.getBytes(StandardCharsets.US_ASCII);
    private static final int SIGNATURE = 0;
    private static final RemotingInterest SIGNED = RemotingScanner.interest().entry("Signature", SIGNATURE).build();

    /** A subscription as a pull or pop has it, and whose it is. */
    private record Subscribed(@Nullable Lane lane, String group, boolean pop, @Nullable String type,
        @Nullable String expression)
    {
        int length()
        {
            return group.length() + (expression == null ? 0 : expression.length());
        }
    }

    /** The names that a lane changes: those of groups, of topics, or both. */
    private static final class Names
    {
        private final LaneNames groups;
        private final LaneNames topics;
        private final LaneNames both;

        Names(final Lane lane)
        {
            groups = new LaneNames(lane, false, true);
            topics = new LaneNames(lane, true, false);
            both = new LaneNames(lane, true, true);
        }
    }

    private final LaneReaders readers;
    private final Limits limits;
    private final Strictness strictness;
    private final LaneHeader header = new LaneHeader();
    private final LaneReaders.Place place = new LaneReaders.Place();
    private final RemotingPatcher patcher;
    private final BodyEdit bodyEdit = new BodyEdit();
    private final IdentityHashMap<Lane, Names> names = new IdentityHashMap<>();
    private final Map<Subscribed, RemotingRewriter> subscriptions = new HashMap<>();
    @SuppressWarnings("NullAway.Init") // adopt sets it
    private RuleSet rules;
    private long now;
    private LaneReaders.Group[] found = new LaneReaders.Group[8];
    private int count;

    /**
     * Makes the edits of an event loop.
     *
     * @param readers    of the gateway.
     * @param limits     of the frames.
     * @param strictness of the scans.
     */
    public LaneEdits(final LaneReaders readers, final Limits limits, final Strictness strictness)
    {
        this.readers = readers;
        this.limits = limits;
        this.strictness = strictness;
        patcher = new RemotingPatcher(limits, strictness);
    }

    private void adopt(final RuleSet current)
    {
        if (rules != current)
        {
            rules = current;
            names.clear();
            subscriptions.clear();
        }
    }

    /** The groups of the decision's lane that read the queue of a send. */
    private final class Marks implements LaneMarks
    {
        private final Function<Cluster, ?> brokers;

        Marks(final Function<Cluster, ?> brokers)
        {
            this.brokers = brokers;
        }

        @Override
        public int find(final RemotingScanner checked, final Decision decision)
        {
            count = 0;
            final Lane lane = decision.lane();
            if (lane == null || readers.isEmpty())
            {
                return 0;
            }
            header.read(checked);
            final boolean isShort = RequestCode.hasShortNames(decision.code());
            final Object broker = brokers.apply(decision.target());
            final int topic = isShort ? LaneHeader.SHORT_TOPIC : LaneHeader.TOPIC;
            final LaneReaders.Group[] groups =
                broker == null ? null : readers.of(at(broker, topic, decision.names()));
            final int queue = isShort ? header.shortQueue : header.queue;
            for (int i = 0; groups != null && i < groups.length; i++)
            {
                if (groups[i].isOf(lane) && groups[i].reads(queue, now))
                {
                    add(groups[i]);
                }
            }
            return count;
        }

        @Override
        public List<Edit> mark(final int group)
        {
            return found[group].mark;
        }
    }

    private void add(final LaneReaders.Group group)
    {
        if (count == found.length)
        {
            found = Arrays.copyOf(found, 2 * count);
        }
        found[count++] = group;
    }

    /** The place of the topic that a header names, as the broker knows it. */
    private LaneReaders.Place at(final Object broker, final int topic, final @Nullable NameMapping mapping)
    {
        if (mapping == null)
        {
            return place.at(broker, header.text, header.from(topic), header.length(topic));
        }
        final String name = Objects.requireNonNullElse(header.text(topic), "");
        final byte[] mapped = onServers(mapping, ResourceKind.TOPIC, name).getBytes(StandardCharsets.UTF_8);
        return place.at(broker, mapped, 0, mapped.length);
    }

    /**
     * Tells which groups read the queues of a listener's brokers.
     *
     * @param brokers the server that a cluster's requests go to: the same object for the same server; null for none.
     * @return the marks, used by this event loop only.
     */
    public LaneMarks marks(final Function<Cluster, ?> brokers)
    {
        return new Marks(brokers);
    }

    /**
     * Begins with a frame.
     *
     * @param time of it, in nanoseconds.
     */
    public void begin(final long time)
    {
        now = time;
    }

    private Names names(final Lane lane)
    {
        return names.computeIfAbsent(lane, Names::new);
    }

    /**
     * The names that a lane changes in a client's requests as a rule, and in the broker's own requests to it.
     *
     * @param current the rules.
     * @param lane    of the client; null for none.
     * @return the names; null for none.
     */
    public @Nullable LaneNames usualNames(final RuleSet current, final @Nullable Lane lane)
    {
        adopt(current);
        return lane == null ? null : lane.by() == LaneBy.TOPIC ? names(lane).both : names(lane).groups;
    }

    /**
     * The names that a lane changes in a request. Groups of producers stay as they are: a broker that asks about a transaction names
     * the group of its message.
     *
     * @param current  the rules.
     * @param decision about the request.
     * @param checked  whose last scan is that of the request.
     * @return the names; null for none.
     */
    public @Nullable LaneNames names(final RuleSet current, final Decision decision, final RemotingScanner checked)
    {
        final Lane lane = decision.lane();
        final int code = decision.code();
        if (lane == null || code == HEARTBEAT || code == QUESTION || code == END_TRANSACTION)
        {
            return null;
        }
        if (!RequestCode.isSend(code) && code != UNREGISTER)
        {
            return usualNames(current, lane);
        }
        adopt(current);
        header.read(checked);
        if (code == UNREGISTER)
        {
            return header.has(LaneHeader.PRODUCERS) ? null : names(lane).groups;
        }
        final int topic = RequestCode.hasShortNames(code) ? LaneHeader.SHORT_TOPIC : LaneHeader.TOPIC;
        if (header.startsWith(topic, RETRY_BYTES) || header.startsWith(topic, DEAD_LETTERS_BYTES))
        {
            // A consumer gives a message back by sending it, if the broker does not take it otherwise.
            return names(lane).groups;
        }
        return lane.by() == LaneBy.TOPIC && decision.laneReads() ? names(lane).topics : null;
    }

    /**
     * Notes what a consumer of a lane reads, or that it ends.
     *
     * @param decision about its request.
     * @param checked  whose last scan is that of the request.
     * @param client   that sends it.
     * @param broker   that it goes to; null for none.
     */
    public void note(final Decision decision, final RemotingScanner checked, final LaneReaders.Client client,
        final @Nullable Object broker)
    {
        final int code = decision.code();
        final Lane lane = decision.lane();
        if (lane == null || broker == null)
        {
            return;
        }
        if (code == UNREGISTER && !client.isIdle())
        {
            header.read(checked);
            client.subscribes(mapped(header.text(LaneHeader.GROUP), decision.names()), null);
        }
        else if (code == PULL || code == LITE_PULL || code == POP)
        {
            header.read(checked);
            if (!isOwnTopic(LaneHeader.TOPIC))
            {
                at(broker, LaneHeader.TOPIC, decision.names());
                read(lane, decision.names(), client);
            }
        }
    }

    private void read(final Lane lane, final @Nullable NameMapping mapping, final LaneReaders.Client client)
    {
        final boolean mapped = mapping != null;
        final byte[] group = mapped ? mapped(header.text(LaneHeader.GROUP), mapping).getBytes(StandardCharsets.UTF_8)
            : header.text;
        client.read(lane, place, group, mapped ? 0 : header.from(LaneHeader.GROUP),
            mapped ? group.length : header.length(LaneHeader.GROUP), header.queue, now);
    }

    private static String mapped(final @Nullable String name, final @Nullable NameMapping mapping)
    {
        return name == null ? "" : mapping == null ? name : onServers(mapping, ResourceKind.GROUP, name);
    }

    /** The servers' name; the client's own if its frame is refused, because the name would become one of the system's. */
    private static String onServers(final NameMapping mapping, final ResourceKind kind, final String name)
    {
        try
        {
            return mapping.toBroker(kind, name);
        }
        catch (final IllegalArgumentException e)
        {
            return name;
        }
    }

    /** Whether a topic belongs to a group or to the broker. */
    private boolean isOwnTopic(final int topic)
    {
        return header.startsWith(topic, RETRY_BYTES) || header.startsWith(topic, DEAD_LETTERS_BYTES)
            || NameCheck.isSystemTopic(header.text, header.from(topic), header.length(topic));
    }

    private static boolean isOwnTopic(final String topic)
    {
        final byte[] utf8 = topic.getBytes(StandardCharsets.UTF_8);
        return topic.startsWith(RETRY) || topic.startsWith(DEAD_LETTERS) || NameCheck.isSystemTopic(utf8, 0,
            utf8.length);
    }

    /**
     * Whether a request may have a subscription in its header.
     *
     * @param code of the request.
     * @return true for pulls, pops and what asks whether there is something to pop.
     */
    public static boolean mayHaveSubscription(final int code)
    {
        return code == PULL || code == LITE_PULL || code == POP || code == NOTIFICATION;
    }

    /**
     * The rewriter of the subscription in the header of a pull or pop.
     *
     * @param current  the rules.
     * @param decision about the request.
     * @param checked  whose last scan is that of the request.
     * @return the rewriter; null if the request has none, and takes that of the heartbeat.
     * @throws IllegalArgumentException if the subscription does not compile.
     */
    public @Nullable RemotingRewriter subscription(final RuleSet current, final Decision decision,
        final RemotingScanner checked)
    {
        adopt(current);
        header.read(checked);
        final boolean pop = decision.code() == POP || decision.code() == NOTIFICATION;
        if (header.oddFlag)
        {
            throw new IllegalArgumentException("the flag of the pull is no number");
        }
        if (!pop && (header.sysFlag & HAS_SUBSCRIPTION) == 0 || isOwnTopic(LaneHeader.TOPIC))
        {
            return null;
        }
        final Subscribed key = new Subscribed(decision.lane(), mapped(header.text(LaneHeader.GROUP), decision.names()),
            pop,
            header.text(pop ? LaneHeader.POP_TYPE : LaneHeader.SUBSCRIPTION_TYPE), header.text(pop
                ? LaneHeader.POP_SUBSCRIPTION : LaneHeader.SUBSCRIPTION));
        final RemotingRewriter known = subscriptions.get(key);
        return known == null ? add(key) : known;
    }

    /** Null if the subscription stays as it is. */
    private @Nullable RemotingRewriter add(final Subscribed key)
    {
        final String sql = sql(key.lane, key.group, key.type, key.expression);
        if (sql == null)
        {
            return null;
        }
        final RemotingEdits.Builder edits = RemotingEdits.builder();
        new Edit(Operation.SET, Place.FIELD, key.pop ? "exp" : "subscription", sql).applyTo(edits);
        new Edit(Operation.SET, Place.FIELD, key.pop ? "expType" : "expressionType", "SQL92").applyTo(edits);
        final RemotingRewriter made = new RemotingRewriter(edits.build(), limits, strictness);
        if (key.length() <= MOST_KEPT)
        {
            if (subscriptions.size() >= MOST_SUBSCRIPTIONS)
            {
                subscriptions.clear();
            }
            subscriptions.put(key, made);
        }
        return made;
    }

    /** The subscription of a group; null if it stays as it is. */
    private @Nullable String sql(final @Nullable Lane lane, final String group, final @Nullable String type,
        final @Nullable String expression)
    {
        // A lane with topics of its own is alone there.
        return lane == null ? LaneSubscription.ofBase(rules.config().lanes(), group, type, expression)
            : lane.by() == LaneBy.TOPIC ? null : LaneSubscription.ofLane(lane, group, type, expression);
    }

    /**
     * Whether a request has subscriptions in its body.
     *
     * @param code of the request.
     * @return true for heartbeats, and for questions whether a subscription is good.
     */
    public static boolean hasSubscriptions(final int code)
    {
        return code == HEARTBEAT || code == QUESTION;
    }

    /**
     * Rewrites the subscriptions in a body, whose names are mapped already, and gives the groups of a lane its suffix.
     *
     * @param current  the rules.
     * @param decision about the request.
     * @param checked  whose last scan is that of the frame; or null to scan it.
     * @param view     of the frame, whole.
     * @param client   that sends it.
     * @param signer   of frames with a signature; null for none.
     * @return whether the {@link #patch} is ready; if not, it has a refusal.
     */
    public boolean rewriteBody(final RuleSet current, final Decision decision,
        final @Nullable RemotingScanner checked, final FrameView view, final LaneReaders.Client client,
        final @Nullable AclSigner signer)
    {
        adopt(current);
        patcher.signer(signer);
        bodyEdit.begin(decision, client, view);
        if (checked == null)
        {
            patcher.scan(view, SIGNED, bodyEdit);
        }
        else
        {
            patcher.record(checked, SIGNED, bodyEdit);
        }
        return patch().isReady();
    }

    /** {@return the patch of the last body; always the same object} */
    public HeaderPatch patch()
    {
        return patcher.patch();
    }

    /** Records the new body of a frame. */
    private final class BodyEdit implements DataHandler
    {
        @SuppressWarnings("NullAway.Init") // begin sets it
        private Decision decision;
        @SuppressWarnings("NullAway.Init") // begin sets it
        private LaneReaders.Client client;
        @SuppressWarnings("NullAway.Init") // begin sets it
        private FrameView view;

        void begin(final Decision about, final LaneReaders.Client sender, final FrameView frame)
        {
            decision = about;
            client = sender;
            view = frame;
        }

        @Override
        public Action onField(final int id, final Cursor value)
        {
            patcher.guard(value);
            return Action.CONTINUE;
        }

        @Override
        public void onOutcome(final Outcome outcome, final Fault fault)
        {
            final int from = Long.BYTES + (view.getByte(5) & 0xFF) * 65_536 + (view.getByte(6) & 0xFF) * 256 + (view
                .getByte(7) & 0xFF);
            final int length = view.length() - from;
            if (outcome != Outcome.COMPLETE || length == 0)
            {
                return;
            }
            if (view.available() < view.length() || length > MOST_BODY)
            {
                patcher.refuse(length > MOST_BODY ? Refusal.BODY_TOO_LONG : Refusal.BODY_MISSING);
                return;
            }
            final byte[] body = new byte[length];
            view.getBytes(from, length, body, 0);
            try
            {
                final SubscriptionBody read = SubscriptionBody.read(body, decision.code() == HEARTBEAT);
                edit(read);
                if (read.isEdited())
                {
                    final byte[] made = read.edited();
                    patcher.replaceBody(length, made, 0, made.length);
                }
            }
            catch (final IOException | IllegalArgumentException e)
            {
                patcher.refuse(Refusal.BODY_MALFORMED);
            }
        }

        private void edit(final SubscriptionBody body) throws IOException
        {
            final Lane lane = decision.lane();
            client.isAlive(now);
            for (final SubscriptionBody.Consumer consumer : body.consumers)
            {
                final String group = consumer.group();
                if (decision.code() == HEARTBEAT && !client.isIdle() && !body.withoutSubscriptions)
                {
                    client.subscribes(group, consumer.subscriptions.stream().map(
                        SubscriptionBody.Subscription::topic).toList());
                }
                for (final SubscriptionBody.Subscription subscription : consumer.subscriptions)
                {
                    edit(subscription, lane, group);
                }
                if (lane != null && !isSystemGroup(group))
                {
                    consumer.group(group + lane.suffix());
                }
            }
        }

        private void edit(final SubscriptionBody.Subscription subscription, final @Nullable Lane lane,
            final String group)
            throws IOException
        {
            final String topic = subscription.topic();
            if (isOwnTopic(topic))
            {
                if (lane != null && !isSystemGroup(group) && (topic.equals(RETRY + group) || topic.equals(DEAD_LETTERS
                    + group)))
                {
                    subscription.topic(topic + lane.suffix());
                }
                return;
            }
            final String sql = sql(lane, group, subscription.type(), subscription.expression());
            if (sql != null)
            {
                if (subscription.isClassFilter())
                {
                    throw new IOException("a class selects the messages, which brokers then do not");
                }
                subscription.select(sql, readers.version(rules.config().lanes(), subscription.version()));
            }
            if (lane != null && lane.by() == LaneBy.TOPIC)
            {
                subscription.topic(topic + lane.suffix());
            }
        }
    }

    private static boolean isSystemGroup(final String group)
    {
        final byte[] utf8 = group.getBytes(StandardCharsets.UTF_8);
        // As a NameRewriter leaves them.
        return group.startsWith("CID_RMQ_SYS_") || NameCheck.isSystemTopic(utf8, 0, utf8.length);
    }
}
