package io.skim.command;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How far groups are behind in the queues that they consume, as pulls, commits and their responses tell. Holds a limited number of queues;
 * to look one up allocates nothing.
 */
public final class ConsumerLag
{
    /** How many queues are told apart, each as often as groups consume it. */
    public static final int MOST = 8_192;

    private static final Comparator<ConsumedQueue> ORDER = Comparator.comparing(ConsumedQueue::hasLag)
        .thenComparingLong(
            ConsumedQueue::lag)
        .reversed().thenComparing(ConsumedQueue::group).thenComparing(ConsumedQueue::topic)
        .thenComparing(queue -> Objects.requireNonNullElse(queue.broker(), ""))
        .thenComparingInt(ConsumedQueue::queueId);

    private final Map<Key, ConsumedQueue> queues = new HashMap<>();
    private final Key probe = new Key(new byte[2 * CountedFrame.LONGEST_TOPIC]);
    private long forgotten;

    /** Makes one without queues. */
    public ConsumerLag()
    {
    }

    /** What tells queues apart. Ordered, so that the map stays fast whose keys were chosen to share a hash. */
    private static final class Key implements Comparable<Key>
    {
        /** The group, and the topic behind it. */
        private final byte[] names;
        private int groupLength;
        private int length;
        private int queueId;
        private String broker = "";

        private Key(final byte[] names)
        {
            this.names = names;
        }

        private void set(final OffsetFields fields, final @Nullable String address)
        {
            groupLength = fields.groupLength();
            length = groupLength + fields.topicLength();
            System.arraycopy(fields.group(), 0, names, 0, groupLength);
            System.arraycopy(fields.topic(), 0, names, groupLength, fields.topicLength());
            queueId = fields.queueId();
            broker = address == null ? "" : address;
        }

        private Key copy()
        {
            final Key copy = new Key(Arrays.copyOf(names, length));
            copy.groupLength = groupLength;
            copy.length = length;
            copy.queueId = queueId;
            copy.broker = broker;
            return copy;
        }

        private String text(final int from, final int to)
        {
            return new String(names, from, to - from, StandardCharsets.UTF_8);
        }

        @Override
        public int compareTo(final Key other)
        {
            final int byNames = Arrays.compare(names, 0, length, other.names, 0, other.length);
            final int byGroup = byNames != 0 ? byNames : Integer.compare(groupLength, other.groupLength);
            final int byQueue = byGroup != 0 ? byGroup : Integer.compare(queueId, other.queueId);
            return byQueue != 0 ? byQueue : broker.compareTo(other.broker);
        }

        @Override
        public boolean equals(final Object other)
        {
            return other instanceof final Key key && compareTo(key) == 0;
        }

        @Override
        public int hashCode()
        {
            int hash = 31 * queueId + broker.hashCode();
            for (int k = 0; k < length; k++)
            {
                hash = 31 * hash + names[k];
            }
            return hash;
        }
    }

    /**
     * The queue that a request names.
     *
     * @param fields of the request.
     * @param broker its address, or null if a file does not tell.
     * @return null if it names none, or there is no room for another one.
     */
    public @Nullable ConsumedQueue queue(final OffsetFields fields, final @Nullable String broker)
    {
        if (!fields.isQueue())
        {
            return null;
        }
        probe.set(fields, broker);
        final ConsumedQueue known = queues.get(probe);
        if (known != null)
        {
            return known;
        }
        if (queues.size() == MOST)
        {
            forgotten++;
            return null;
        }
        final ConsumedQueue added = new ConsumedQueue(probe.text(0, probe.groupLength), probe.text(probe.groupLength,
            probe.length), broker, probe.queueId);
        queues.put(probe.copy(), added);
        return added;
    }

    /** {@return the queues of which any offset is known; the largest lag first, those without one last} */
    public List<ConsumedQueue> sorted()
    {
        return queues.values().stream().filter(ConsumedQueue::isKnown).sorted(ORDER).toList();
    }

    /** {@return how many requests named queues that there was no room for} */
    public long forgotten()
    {
        return forgotten;
    }
}
