package io.skim.store.capture;

import org.jspecify.annotations.Nullable;

/**
 * One direction of a connection, from its first sequence number to its end.
 *
 * <pre>
 * first                next                   a segment       limit (FIN, RST)
 *   │ ■■■ delivered ■■■ │ hole │ ■ waiting ■ │ hole │ ■■■■■ │
 *   0                delivered                                    places in the stream
 * </pre>
 *
 * A hole that is given up counts as delivered.
 * <p>
 * Sequence numbers are turned into places by their difference from the next one, modulo 2^32: what is less than 2^31
 * ahead is ahead, all other is old.
 */
final class Direction
{
    private static final long UNKNOWN = Long.MAX_VALUE;
    /** In microseconds: packets of the two directions come out of order in a capture by less. */
    private static final long REORDERED = 1_000;

    private final Connection connection;
    private final long number;
    private final SegmentCounts counts;
    private final StreamListener listener;
    private final Waiting waiting;
    /** The sequence number of the stream's first byte. */
    private final int first;
    /** Whether that is known from a SYN. */
    private final boolean whole;
    private long delivered;
    /** Up to where bytes are known to have been sent. */
    private long seen;
    /** Up to where the receiver has the bytes, as far as that was looked at. */
    private long acknowledged;
    /** When it told of more than was delivered then, in microseconds. */
    private long acknowledgedAt;
    /** What its own packets told last of the other direction: the number up to which its bytes are there, and since when. */
    private int told;
    private long toldAt = CaptureReader.NO_TIME;
    /** Where the stream ends, once that is known. */
    private long limit = UNKNOWN;
    /** Null before the first byte. */
    private @Nullable Stream stream;
    private boolean ended;

    Direction(final Connection connection, final long number, final int first, final boolean whole,
        final StreamListener listener, final Waiting.Total total, final SegmentCounts counts)
    {
        this.number = number;
        this.counts = counts;
        this.whole = whole;
        this.connection = connection;
        this.first = first;
        this.listener = listener;
        waiting = new Waiting(total);
    }

    int first()
    {
        return first;
    }

    /** How long the stream is so far, in bytes, with those that are missing. */
    long delivered()
    {
        return delivered;
    }

    /** Unlike that of any other direction. */
    long number()
    {
        return number;
    }

    /** Whether nothing but its SYN was seen. */
    boolean isUnanswered()
    {
        return whole && seen == 0 && toldAt == CaptureReader.NO_TIME;
    }

    boolean isEnded()
    {
        return ended;
    }

    Waiting waiting()
    {
        return waiting;
    }

    /** Where in the stream a sequence number is. */
    long place(final int sequence)
    {
        return delivered + (sequence - (first + (int)delivered));
    }

    /**
     * Whether a sequence number is that of the last byte known to have been sent, or, before the first one, of the SYN; and that byte
     * is there: if it is missing, one with this number is the byte itself.
     */
    boolean hasLast(final int sequence)
    {
        final long place = place(sequence);
        return place == seen - 1 && place < delivered;
    }

    /**
     * Takes the payload of a segment; what of it was taken before is passed over. Must not have ended.
     *
     * @param sequence   of the first byte.
     * @param array      that holds them, only until this returns.
     * @param from       in {@code array}, of the first.
     * @param length     how many were captured; none is fine.
     * @param wireLength how many were sent.
     */
    void payload(final int sequence, final byte[] array, final int from, final int length, final int wireLength)
    {
        final long place = place(sequence);
        seen = Math.max(seen, place + wireLength);
        final long old = Math.max(0, delivered - place);
        counts.payload(length, old, place > delivered);
        if (old >= length)
        {
            return;
        }
        final int at = from + (int)old;
        final int left = length - (int)old;
        if (place + old == delivered && waiting.isEmpty())
        {
            deliver(array, at, left);
        }
        else
        {
            waiting.keep(place + old, array, at, left);
            drain();
        }
        endAtLimit();
    }

    /** Counts a segment that only asks whether the receiver is there. */
    void keepAlive()
    {
        counts.keepAlive();
    }

    /** Notes that a packet tells, at some time, up to which sequence number the bytes of the other direction are there. */
    void tell(final int sequence, final long time)
    {
        if (toldAt == CaptureReader.NO_TIME || sequence - told > 0)
        {
            told = sequence;
            toldAt = time;
        }
    }

    /** Whether another one is the other direction of the same connection. */
    boolean isOtherOf(final Direction direction)
    {
        return (number ^ 1) == direction.number;
    }

    /** Learns what the packets of the other direction have told. */
    void acknowledge(final Direction receiver)
    {
        if (receiver.toldAt != CaptureReader.NO_TIME)
        {
            acknowledge(receiver.told, receiver.toldAt);
        }
    }

    /** Learns that the receiver has all bytes before a sequence number, from a packet of some time. */
    void acknowledge(final int sequence, final long time)
    {
        if (acknowledged <= delivered)
        {
            acknowledgedAt = time;
        }
        // No further than anything was seen, for the number can be any.
        acknowledged = Math.max(acknowledged, Math.min(seen, place(sequence)));
    }

    /** Gives up the holes that were acknowledged a moment before a time: what the receiver has will not be sent again. */
    void skipAcknowledged(final long time)
    {
        while (!ended && !waiting.isEmpty() && waiting.first() <= acknowledged && Math.abs(time - acknowledgedAt)
            >= REORDERED)
        {
            skipHole();
        }
    }

    /** Learns where the stream ends; of several ends, the nearest. An old one is not the connection's (RFC 9293, 3.10.7.4). */
    void limit(final int sequence)
    {
        final long place = place(sequence);
        if (place >= delivered)
        {
            limit = Math.min(limit, place);
            endAtLimit();
        }
    }

    private void endAtLimit()
    {
        if (delivered >= limit)
        {
            // What waits behind the limit is not the stream's.
            waiting.clear();
            end();
        }
    }

    private void drain()
    {
        for (byte[] next = waiting.take(delivered); next != null; next = waiting.take(delivered))
        {
            deliver(waiting.lent(next), 0, next.length);
        }
    }

    private void deliver(final byte[] array, final int from, final int length)
    {
        final int inside = (int)Math.min(length, limit - delivered);
        if (inside > 0)
        {
            final Stream begun = begun();
            delivered += inside;
            begun.bytes(array, from, inside);
        }
    }

    private Stream begun()
    {
        if (stream == null)
        {
            stream = listener.begin(connection.toString(), number, whole);
        }
        return stream;
    }

    /** Gives up the hole before what waits: its bytes are lost, and the stream goes on behind it. Something must wait. */
    void skipHole()
    {
        lose(Math.min(waiting.first(), limit));
        drain();
        endAtLimit();
    }

    /** Gives up all holes, and ends the stream; bytes that are missing before its end are lost, too. */
    void end()
    {
        while (!ended && !waiting.isEmpty())
        {
            skipHole();
        }
        if (ended)
        {
            return;
        }
        ended = true;
        // An RST alone is no sign of missing bytes: hosts also send one with a number from elsewhere.
        lose(Math.min(seen, limit));
        if (stream != null)
        {
            stream.end();
        }
    }

    /** Tells that all bytes up to a place are missing, if any are. */
    private void lose(final long place)
    {
        final long offset = delivered;
        if (place > offset)
        {
            final Stream begun = begun();
            delivered = place;
            counts.lost(place - offset);
            begun.lost(offset, place - offset);
        }
    }
}
