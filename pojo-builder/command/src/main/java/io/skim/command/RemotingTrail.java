package io.skim.command;

import io.skim.pojo.BatchEntry;
import io.skim.pojo.RemotingHeader;
import io.skim.pojo.StoredMessage;
import io.skim.scan.remoting.RequestCode;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Follows messages through all connections: the frames that send them, deliver them, name them or acknowledge them, and the
 * responses to these. What it learns on the way, other ids and where the messages are stored, finds later frames.
 */
final class RemotingTrail
{
    /** Of ids, places, acknowledgements and requests each; then the oldest is forgotten. */
    static final int MOST = 16_384;

    private static final String UNIQUE_KEY = "UNIQ_KEY";
    private static final int COMMITS_OFFSET = 1;
    private static final byte[] NONE = {};

    /** Fields of requests that name messages: QUERY_MESSAGE has a key. */
    private static final Set<String> NAMING =
        Set.of("key", "msgId", "offsetMsgId", "originMsgId", "transactionId", "uniqKey");

    private final Wanted wanted;
    /** Whether the key that is wanted is an id as clients make them. */
    private final boolean isId;
    private final Recent<String> ids = new Recent<>();
    private final Recent<Place> places = new Recent<>();
    private final Recent<Acknowledged> acknowledged = new Recent<>();
    private final Recent<Long> requests = new Recent<>();

    /** Why a frame is shown. */
    enum Step
    {
        /** A request has the message. */
        SENT,
        /** A response has it, or a request of the broker. */
        DELIVERED,
        /** A consumer tells that it is done with it, or with all up to it. */
        ACKNOWLEDGED,
        /** A request has one of its ids or keys among its fields. */
        NAMED,
        /** The response to one of these. */
        ANSWER
    }

    /** That a group is done with a place. */
    private record Acknowledged(@Nullable String group, Place place)
    {
    }

    /** A set that forgets. */
    private static final class Recent<T> extends LinkedHashSet<T>
    {
        private static final long serialVersionUID = 1;

        @Override
        public boolean add(final T element)
        {
            final boolean added = super.add(element);
            if (size() > MOST)
            {
                remove(iterator().next());
            }
            return added;
        }
    }

    RemotingTrail(final Wanted wanted)
    {
        this.wanted = wanted;
        isId = wanted.key() != null && UniqueKey.of(wanted.key()) != null;
        if (wanted.key() != null)
        {
            ids.add(wanted.key());
        }
    }

    /** Takes a frame, with its body if that can hold messages; null if it is none of those that are followed. */
    @Nullable
    Step step(final DecodedFrame frame, final long i)
    {
        final RemotingHeader header = frame.header();
        Step step = frame.hasMessage(message -> isFollowed(message, frame), entry -> isFollowed(entry.properties()))
            ? header.isResponse() ? Step.DELIVERED : delivery(header) : null;
        if (header.isResponse())
        {
            final SentRequest request = frame.request();
            final boolean answers = request != null && requests.remove(request.i());
            if (request != null && answers && request.isSend())
            {
                learnPlace(frame, request.topic());
            }
            return step == null && answers ? Step.ANSWER : step;
        }
        step = step == null && isSent(frame) ? Step.SENT : step;
        step = step == null && isNamed(header) ? Step.NAMED : step;
        step = step == null && isAcknowledged(frame) ? Step.ACKNOWLEDGED : step;
        if (step != null)
        {
            requests.add(i);
        }
        return step;
    }

    /** A batch is sent; the broker's requests with a message deliver it. */
    private static Step delivery(final RemotingHeader header)
    {
        return is(header, RequestCode.CHECK_TRANSACTION_STATE) || is(header, RequestCode.CONSUME_MESSAGE_DIRECTLY)
            ? Step.DELIVERED
            : Step.SENT;
    }

    private static boolean is(final RemotingHeader header, final RequestCode code)
    {
        return header.code() == code.code() || header.code() == (short)code.code();
    }

    private boolean isFollowed(final StoredMessage message, final DecodedFrame frame)
    {
        // Null of a message of an inner batch.
        final String id = message.offsetMsgId();
        final boolean followed = isFollowed(message.properties()) || id != null && ids.contains(id);
        if (followed && id != null)
        {
            ids.add(id);
        }
        if (followed)
        {
            // Requests with messages are the broker's, as responses are.
            learnPlace(new Place(end(frame, true), message.topic(), message.queueId(), message.queueOffset()), id);
        }
        return followed;
    }

    /** The end of the connection that a frame comes from, or goes to; null in a file of frames. */
    private static @Nullable InetSocketAddress end(final DecodedFrame frame, final boolean from)
    {
        final String connection = frame.source().connection();
        final Ends ends = connection == null ? null : Ends.of(connection);
        return ends == null ? null : Place.end(from ? ends.from() : ends.to());
    }

    /** Consumers may commit to the broker that has given a message its id, and read from a slave, or from another port. */
    private void learnPlace(final Place place, final @Nullable String offsetId)
    {
        places.add(place);
        final InetSocketAddress host = offsetId == null ? null : Place.storeHost(offsetId);
        if (host != null)
        {
            places.add(place.on(host));
        }
    }

    /** Whether properties are those of a message that is followed; learns its id. */
    private boolean isFollowed(final Map<String, String> properties)
    {
        final String id = properties.get(UNIQUE_KEY);
        final String keys = properties.get("KEYS");
        final boolean followed = id != null && ids.contains(id)
            || keys != null && Arrays.asList(keys.split(" ")).contains(wanted.key())
            || wanted.name() != null && Objects.requireNonNull(wanted.value()).equals(properties.get(wanted.name()));
        if (followed && id != null)
        {
            ids.add(id);
        }
        return followed;
    }

    private boolean isSent(final DecodedFrame frame)
    {
        final RemotingHeader header = frame.header();
        final boolean send = is(header, RequestCode.SEND_MESSAGE) || is(header, RequestCode.SEND_MESSAGE_V2)
            || is(header, RequestCode.SEND_REPLY_MESSAGE) || is(header, RequestCode.SEND_REPLY_MESSAGE_V2)
            || is(header, RequestCode.PUSH_REPLY_MESSAGE_TO_CLIENT);
        final String properties = send ? frame.field("properties") : null;
        return properties != null && isFollowed(new BatchEntry(0, properties, 0, 0, NONE).properties());
    }

    /** Whether one of the fields is an id: the transaction's that ends, the message's that is sent back or asked for. */
    private boolean isNamed(final RemotingHeader header)
    {
        return header.extFields() != null
            && header.extFields().entrySet().stream().anyMatch(field -> isNaming(field.getKey(), field.getValue()));
    }

    /** Ids are unlike all else. A key can be any word, which a field of something else has too: 7 is also a queue. */
    private boolean isNaming(final @Nullable String name, final @Nullable String value)
    {
        return ids.contains(value) && (isId || !Objects.equals(value, wanted.key()) || NAMING.contains(name));
    }

    /** The response to a send tells where the message is. */
    private void learnPlace(final DecodedFrame response, final @Nullable String topic)
    {
        final RemotingHeader header = response.header();
        final Long queue = number(header.extField("queueId"));
        final Long offset = number(header.extField("queueOffset"));
        final String id = header.extField("msgId");
        if (id == null || id.indexOf(',') >= 0)
        {
            // Of a batch, which has others too.
            return;
        }
        ids.add(id);
        if (queue != null && offset != null && topic != null)
        {
            learnPlace(new Place(end(response, true), topic, queue.intValue(), offset), id);
        }
    }

    private boolean isAcknowledged(final DecodedFrame frame)
    {
        final RemotingHeader header = frame.header();
        if (is(header, RequestCode.ACK_MESSAGE) || is(header, RequestCode.CHANGE_MESSAGE_INVISIBLETIME))
        {
            final Long queue = number(frame.field("queueId"));
            final Long offset = number(frame.field("offset"));
            final String topic = frame.field("topic");
            return queue != null && offset != null && topic != null
                && places.contains(new Place(end(frame, false), topic, queue.intValue(), offset));
        }
        final boolean pull = is(header, RequestCode.PULL_MESSAGE) || is(header, RequestCode.LITE_PULL_MESSAGE);
        final Long flags = pull ? number(frame.field("sysFlag")) : null;
        return (is(header, RequestCode.UPDATE_CONSUMER_OFFSET) || flags != null && (flags & COMMITS_OFFSET) != 0)
            && isCommitted(frame);
    }

    /** Whether a group commits, for the first time, an offset behind one of the places. */
    private boolean isCommitted(final DecodedFrame frame)
    {
        final Long queue = number(frame.field("queueId"));
        final Long offset = number(frame.field("commitOffset"));
        if (queue == null || offset == null)
        {
            return false;
        }
        final String topic = frame.field("topic");
        final String group = frame.field("consumerGroup");
        final InetSocketAddress broker = end(frame, false);
        boolean first = false;
        for (final Place place : places)
        {
            if (Objects.equals(place.broker(), broker) && place.topic().equals(topic) && place.queue() == queue && place
                .offset() < offset)
            {
                first |= acknowledged.add(new Acknowledged(group, place));
            }
        }
        return first;
    }

    private static @Nullable Long number(final @Nullable String text)
    {
        try
        {
            return text == null ? null : Long.valueOf(text);
        }
        catch (final NumberFormatException e)
        {
            return null;
        }
    }
}
