package io.skim.gateway.lanes;

import io.skim.gateway.config.GatewayConfig.Edit;
import io.skim.gateway.config.GatewayConfig.Lane;
import io.skim.gateway.config.GatewayConfig.Operation;
import io.skim.gateway.rules.LaneSubscription;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Which consumer groups of lanes read which queues of which brokers, as their pulls through the gateway tell. One for the gateway,
 * used by all event loops.
 * <p>
 * A group reads a queue from its first pull of it on: whatever is sent later is behind the offset of that pull, so the group gets it.
 * It stops with the connection, with the subscription, or when nothing was heard of it for {@value #SECONDS_ALIVE} seconds, after which
 * brokers forget it too.
 * <p>
 * Names are those that the broker has, without the suffix of the lane.
 */
public final class LaneReaders
{
    /** As {@code channelExpiredTimeout} of brokers. */
    static final long SECONDS_ALIVE = 120;
    private static final long NANOS_ALIVE = TimeUnit.SECONDS.toNanos(SECONDS_ALIVE);
    private static final int MOST_QUEUES = 1_024;
    private static final int MOST_OF_CLIENT = 1_024;
    /** The groups of a topic are looked through one by one. */
    private static final int MOST_OF_TOPIC = 1_024;
    private static final int MOST_OF_ALL = 65_536;
    /** Of a topic or group, which brokers do not take any longer. */
    private static final int MOST_NAME = 255;

    /** The groups of all lanes that read a topic at a broker. */
    private final ConcurrentHashMap<Place, Group[]> topics = new ConcurrentHashMap<>();
    private List<String> lanes = List.of();
    private long since = System.currentTimeMillis();
    private int changes;
    private int count;

    /** Makes a table without readers. */
    public LaneReaders()
    {
        // javac 18 and newer warn of a constructor without a comment.
    }

    /**
     * A topic at a broker: a key of the table, or changed by each look-up in it. The table finds keys of equal hashes by their order:
     * clients can choose as many topics of the same hash as they like.
     */
    static final class Place implements Comparable<Place>
    {
        @SuppressWarnings("NullAway.Init") // at sets it
        private Object broker;
        private byte[] topic = {};
        private int length;

        /** Allocates nothing after its array has grown to the topics' length. */
        Place at(final Object ofBroker, final byte[] utf8, final int offset, final int count)
        {
            broker = ofBroker;
            if (count > topic.length)
            {
                topic = new byte[2 * count];
            }
            System.arraycopy(utf8, offset, topic, 0, count);
            length = count;
            return this;
        }

        private Place copy()
        {
            return new Place().at(broker, topic, 0, length);
        }

        @Override
        public boolean equals(final Object other)
        {
            return other instanceof Place && broker == ((Place)other).broker
                && Arrays.equals(topic, 0, length, ((Place)other).topic, 0, ((Place)other).length);
        }

        @Override
        public int hashCode()
        {
            int hash = System.identityHashCode(broker);
            for (int i = 0; i < length; i++)
            {
                hash = 31 * hash + topic[i];
            }
            return hash;
        }

        @Override
        public int compareTo(final Place other)
        {
            final int order = Arrays.compare(topic, 0, length, other.topic, 0, other.length);
            return order != 0 ? order : Integer.compare(System.identityHashCode(broker), System.identityHashCode(
                other.broker));
        }

        private String topic()
        {
            return new String(topic, 0, length, StandardCharsets.UTF_8);
        }
    }

    /** A consumer group of a lane that reads a topic at a broker. */
    static final class Group
    {
        final String lane;
        final List<Edit> mark;
        private final Place place;
        private final String property;
        private final byte[] name;
        private final Map<Client, long[]> members = new HashMap<>();
        /** The queues that any member has pulled from, a bit each. */
        private volatile long[] queues = {};
        private volatile long seen;

        Group(final Place place, final Lane lane, final byte[] name)
        {
            this.place = place;
            this.lane = lane.name();
            property = lane.property();
            this.name = name;
            mark = List.of(new Edit(Operation.SET, io.skim.gateway.config.GatewayConfig.Place.PROPERTY,
                LaneSubscription.mark(lane, name()), lane.name()));
        }

        private String name()
        {
            return new String(name, StandardCharsets.UTF_8);
        }

        private boolean is(final Lane other, final byte[] utf8, final int offset, final int length)
        {
            return isOf(other) && Arrays.equals(name, 0, name.length, utf8, offset, offset + length);
        }

        boolean isOf(final Lane other)
        {
            return lane.equals(other.name()) && property.equals(other.property());
        }

        boolean reads(final int queue, final long now)
        {
            return queue >= 0 && has(queues, queue) && now - seen < NANOS_ALIVE;
        }

        /** Takes a member, which reads no queue yet. Under the lock of the readers, as its removal. */
        private synchronized void join(final Client client)
        {
            members.put(client, new long[0]);
        }

        /** A member reads a queue, or with a negative number all queues; false if it is not a member. */
        private synchronized boolean read(final Client client, final int queue, final long now)
        {
            final long[] before = members.get(client);
            if (before == null)
            {
                return false;
            }
            seen = now;
            if (!has(before, queue))
            {
                final int words = queue < 0 ? MOST_QUEUES >> 6 : (queue >> 6) + 1;
                final long[] after = Arrays.copyOf(before, Math.max(words, before.length));
                if (queue < 0)
                {
                    Arrays.fill(after, -1);
                }
                else
                {
                    after[queue >> 6] |= 1L << queue;
                }
                members.put(client, after);
                queues = union(members.values());
            }
            return true;
        }

        /** Whether a queue, or with a negative number each queue, has its bit. */
        private static boolean has(final long[] bits, final int queue)
        {
            if (queue >= 0)
            {
                return queue >> 6 < bits.length && (bits[queue >> 6] >>> queue & 1) != 0;
            }
            long all = bits.length == MOST_QUEUES >> 6 ? -1 : 0;
            for (final long word : bits)
            {
                all &= word;
            }
            return all == -1;
        }

        private static long[] union(final Collection<long[]> all)
        {
            final long[] union = new long[all.stream().mapToInt(bits -> bits.length).max().orElse(0)];
            for (final long[] bits : all)
            {
                for (int i = 0; i < bits.length; i++)
                {
                    union[i] |= bits[i];
                }
            }
            return union;
        }

        /** A member leaves; true if it was the last one. */
        private synchronized boolean leave(final Client client)
        {
            members.remove(client);
            queues = union(members.values());
            return members.isEmpty();
        }
    }

    /** What a client's connection reads for lanes; used by its event loop. */
    public final class Client
    {
        private final List<Group> groups = new ArrayList<>();

        private Client()
        {
        }

        /** {@return whether it reads nothing} */
        public boolean isIdle()
        {
            return groups.isEmpty();
        }

        /**
         * A consumer of a lane reads a queue.
         *
         * @param lane   that it is in.
         * @param place  the broker and the topic.
         * @param header that holds the group.
         * @param from   of its first byte.
         * @param length of the group in bytes.
         * @param queue  its number; negative for all.
         * @param now    in nanoseconds.
         */
        void read(final Lane lane, final Place place, final byte[] header, final int from, final int length,
            final int queue, final long now)
        {
            if (queue >= MOST_QUEUES || length > MOST_NAME || place.length > MOST_NAME)
            {
                return;
            }
            final Group known = find(topics.get(place), lane, header, from, length);
            if (known == null || !known.read(this, queue, now))
            {
                final Group joined = groups.size() >= MOST_OF_CLIENT ? null
                    : join(this, place, lane, Arrays.copyOfRange(header, from, from + length));
                if (joined != null)
                {
                    groups.add(joined);
                    joined.read(this, queue, now);
                }
            }
        }

        /** The client has told of itself: what it reads, it still reads. */
        void isAlive(final long now)
        {
            for (final Group group : groups)
            {
                group.seen = now;
            }
        }

        /** A group reads these topics and no others any more; null for none. */
        void subscribes(final String group, final @Nullable Collection<String> topics)
        {
            for (int i = groups.size() - 1; i >= 0; i--)
            {
                final Group read = groups.get(i);
                if (read.name().equals(group) && (topics == null || !topics.contains(read.place.topic())))
                {
                    leave(this, groups.remove(i));
                }
            }
        }

        /** The connection is closed. */
        public void close()
        {
            groups.forEach(group -> leave(this, group));
            groups.clear();
        }
    }

    /** {@return what is known of a new connection} */
    public Client client()
    {
        return new Client();
    }

    private static @Nullable Group find(final Group @Nullable [] groups, final Lane lane, final byte[] name,
        final int from,
        final int length)
    {
        for (int i = 0; groups != null && i < groups.length; i++)
        {
            if (groups[i].is(lane, name, from, length))
            {
                return groups[i];
            }
        }
        return null;
    }

    /**
     * Makes a client a member of a group, which it adds to those that read the topic if there is none; null if there are too many.
     * Members come and go under this lock alone: a group that its last member leaves is not removed while another one joins.
     */
    private synchronized @Nullable Group join(final Client client, final Place place, final Lane lane,
        final byte[] name)
    {
        final Group[] before = topics.get(place);
        final Group known = find(before, lane, name, 0, name.length);
        if (known != null)
        {
            known.join(client);
            return known;
        }
        if (count >= MOST_OF_ALL || before != null && before.length >= MOST_OF_TOPIC)
        {
            return null;
        }
        count++;
        final Place own = place.copy();
        final Group[] after = before == null ? new Group[1] : Arrays.copyOf(before, before.length + 1);
        final Group added = new Group(own, lane, name);
        added.join(client);
        after[after.length - 1] = added;
        topics.put(own, after);
        return added;
    }

    private synchronized void leave(final Client client, final Group group)
    {
        if (!group.leave(client))
        {
            return;
        }
        topics.computeIfPresent(group.place, (place, groups) -> {
            final Group[] rest = Arrays.stream(groups).filter(other -> other != group).toArray(Group[]::new);
            count -= groups.length - rest.length;
            return rest.length == 0 ? null : rest;
        });
    }

    /** The groups of all lanes that read a topic; null if there are none. */
    Group @Nullable [] of(final Place place)
    {
        return topics.get(place);
    }

    /** {@return whether no group of any lane reads anything} */
    boolean isEmpty()
    {
        return topics.isEmpty();
    }

    /**
     * Which groups of a lane read something now, for people.
     *
     * @param lane its name.
     * @return the groups' names, sorted.
     */
    public List<String> groups(final String lane)
    {
        return topics.values().stream().flatMap(Arrays::stream).filter(group -> group.lane.equals(lane)).map(
            Group::name).distinct().sorted().toList();
    }

    /**
     * The version of a subscription that is rewritten: greater than before if lanes have changed since, for brokers take a changed
     * subscription only with a greater version. Versions are the times at which clients subscribed.
     *
     * @param current   the lanes of now.
     * @param ofClients the version that the client gave.
     * @return the version to give to the broker.
     * @see "ConsumerGroupInfo.updateSubscription, FilterDataMapByTopic.register, release 5.5.0"
     */
    synchronized long version(final List<Lane> current, final long ofClients)
    {
        final List<String> told = current.stream().map(lane -> lane.name() + ' ' + lane.by() + ' ' + lane.property()
            + ' ' + lane.suffix() + ' ' + lane.fallback()).toList();
        if (!Objects.equals(told, lanes))
        {
            changes += lanes.isEmpty() ? 0 : 1;
            // Also in the same millisecond, and if the clock goes back.
            since = Math.max(since + 1, System.currentTimeMillis());
            lanes = told;
        }
        return Math.max(ofClients + changes, since);
    }
}
