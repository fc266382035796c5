package io.skim.command;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a capture's connections that have no response yet. A request and its response have the same opaque and go
 * in opposite directions of one connection. Holds a limited number, whatever the capture has: of more, those that have
 * waited longest are forgotten, and their responses are then shown without them.
 */
public final class OpenRequests
{
    /** In all connections together. */
    public static final int MOST = 65_536;

    private final LinkedHashMap<Key, SentRequest> open = new LinkedHashMap<>();
    /** To look a request up with. */
    private final Key probe = new Key();
    private long forgotten;
    /** How many wait whose responses tell offsets: mostly none do, and then no response is looked at. */
    private int telling;

    /** An opaque, in the direction that the request takes. */
    private static final class Key
    {
        private long stream;
        private int opaque;

        private Key set(final long direction, final int number)
        {
            stream = direction;
            opaque = number;
            return this;
        }

        @Override
        public boolean equals(final Object other)
        {
            return other instanceof final Key key && stream == key.stream && opaque == key.opaque;
        }

        @Override
        public int hashCode()
        {
            return (int)(stream * 0x9E3779B9L) + opaque;
        }
    }

    /** A request was sent that has a response; it takes the place of one with the same opaque. */
    public void sent(final Source source, final int opaque, final SentRequest request)
    {
        final Key key = new Key().set(source.stream(), opaque);
        gone(open.remove(key));
        open.put(key, request);
        telling += request.queue() == null ? 0 : 1;
        if (open.size() > MOST)
        {
            final Iterator<Map.Entry<Key, SentRequest>> eldest = open.entrySet().iterator();
            gone(eldest.next().getValue());
            eldest.remove();
            forgotten++;
        }
    }

    /** Whether a response answers a request whose response tells an offset of a queue. */
    public boolean tellsOffsets(final Source source, final int opaque)
    {
        final SentRequest request = telling == 0 ? null : open.get(probe.set(source.stream() ^ 1, opaque));
        return request != null && request.queue() != null;
    }

    /** Counts a request that waits no longer, if there is one. */
    private void gone(final @Nullable SentRequest request)
    {
        telling -= request == null || request.queue() == null ? 0 : 1;
    }

    /** The request that a response answers, which is forgotten; null if none was seen. */
    public @Nullable SentRequest answered(final Source source, final int opaque)
    {
        final SentRequest request = open.remove(probe.set(source.stream() ^ 1, opaque));
        gone(request);
        return request;
    }

    /**
     * Those that wait, by the name of what is asked.
     *
     * @param times of those that are counted, in microseconds since 1970.
     * @return the most frequent first.
     */
    public List<Map.Entry<String, Unanswered>> unanswered(final LongPredicate times)
    {
        return Unanswered.of(open.values(), times);
    }

    /** How many wait that were sent at a time of some. */
    int count(final LongPredicate times)
    {
        return (int)open.values().stream().filter(request -> times.test(request.time())).count();
    }

    /** How many wait. */
    int size()
    {
        return open.size();
    }

    /** {@return how many were forgotten for others} */
    public long forgotten()
    {
        return forgotten;
    }
}
