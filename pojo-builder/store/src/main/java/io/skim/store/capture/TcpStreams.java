package io.skim.store.capture;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Puts the payloads of TCP segments together to streams, one for each connection and direction.
 * <p>
 * A stream begins at its SYN, or, where the capture begins later, at the first payload seen; it ends at its FIN or RST
 * once the bytes before are given (one whose number is behind them is old, and ends nothing), at another SYN, and at the
 * end of the capture. Of bytes that come again, overlapping
 * or not, those seen first count. What follows a FIN is passed over, and so is the byte of a keep-alive
 * ({@link SegmentCounts#keepAlives}).
 * <p>
 * Segments ahead of a hole wait, copied, until it is filled. It is given up ({@link Stream#lost}), and its stream goes
 * on with what waits, at the stream's end, and once
 * <ul>
 * <li>its receiver acknowledged it a millisecond ago, by the times of the packets, if these are told: what is there is not sent
 * again;
 * <li>more than 1 MiB or 1,024 segments wait in its direction;
 * <li>more than 64 MiB wait in all directions together, 96 bytes counted for each segment besides its own, and in no
 * other more than in its direction: then all holes there are given up.
 * </ul>
 * Bytes of a hole that come after it was given up are old, and passed over.
 * <p>
 * Of more than 16,384 directions the one without a packet for longest ends. As many that have ended are remembered, to
 * know late packets of theirs; a packet of one that is forgotten begins a stream like any in the middle of a connection, and so
 * does one whose number is more than 1 MiB away from those of the stream: that is of another connection with the same ports.
 * <p>
 * What a capture's snap length cut off a packet is a hole like any other. Sequence numbers are compared by difference,
 * modulo 2^32, so that a stream can have any length.
 */
public final class TcpStreams
{
    /** Of a packet that belongs to no stream. */
    public static final long NONE = -1;

    /** How many directions are followed, and how many that ended are remembered. */
    static final int MAX_DIRECTIONS = 16_384;
    /** Of a packet whose time is not told. */
    private static final long NO_TIME = CaptureReader.NO_TIME;

    /** Waiting in one direction. */
    static final int MAX_SEGMENTS = 1_024;
    /** In bytes, waiting in one direction. */
    static final int MAX_WAITING = 1 << 20;
    /** In bytes, waiting in all directions. */
    static final int MAX_HELD = 64 << 20;

    private final StreamListener listener;
    private final TcpSegment segment = new TcpSegment();
    private final Waiting.Total total = new Waiting.Total();
    private final SegmentCounts counts = new SegmentCounts();
    /** Of directions that nobody wants to be counted. */
    private final SegmentCounts others = new SegmentCounts();
    private long connections;
    private long fragments;
    private long stream = NONE;
    private long place;
    /** The one without a packet for longest is first. */
    private final LinkedHashMap<Connection, Direction> live = new LinkedHashMap<>(16, 0.75f, true);
    /** Those that ended; the one that did so first is first. */
    private final LinkedHashMap<Connection, Ended> ended = new LinkedHashMap<>();

    /**
     * A stream that has ended.
     *
     * @param first  its first sequence number.
     * @param length in bytes.
     */
    private record Ended(int first, long length)
    {
        /** Whether a number can be that of a late packet of the stream, or of one right behind it. */
        boolean isNear(final int sequence)
        {
            final long room = length + 2L * MAX_WAITING;
            return Integer.toUnsignedLong(sequence - (first - MAX_WAITING)) < room;
        }
    }

    /**
     * Begins with no connection known.
     *
     * @param listener is asked who takes a stream's bytes.
     */
    public TcpStreams(final StreamListener listener)
    {
        this.listener = Objects.requireNonNull(listener);
    }

    /**
     * Whether packets of a type of link are looked into. All packets of another type are passed over.
     *
     * @param linkType as {@link CaptureReader#linkType()} tells it.
     * @return false for all types but those that {@link #packet(int, byte[], int, int, int)} names.
     */
    public static boolean isRead(final int linkType)
    {
        return LinkLayer.isKnown(linkType);
    }

    /**
     * Takes the next packet. Calls back for what it brings. One without a TCP segment is passed over, and so is a fragment
     * of IP and any link type but Ethernet (1), BSD null (0, 108), raw IP (12, 14, 101, 228, 229) and Linux cooked
     * (113, 276). The segment can be in a tunnel: IP in IP, GRE, VXLAN (ports 4789 and 8472) or Geneve; it belongs to the connection
     * inside, whichever tunnel has it.
     *
     * @param linkType   that the packet begins with.
     * @param bytes      that hold it, only until this returns.
     * @param from       in {@code bytes}, of the first.
     * @param length     how much of it was captured, in bytes.
     * @param wireLength how long it was, in bytes.
     */
    public void packet(final int linkType, final byte[] bytes, final int from, final int length, final int wireLength)
    {
        packet(linkType, bytes, from, length, wireLength, NO_TIME);
    }

    /**
     * Takes the next packet, as the other method does, and learns from its time which holes no packet will fill.
     *
     * @param linkType   that the packet begins with.
     * @param bytes      that hold it, only until this returns.
     * @param from       in {@code bytes}, of the first.
     * @param length     how much of it was captured, in bytes.
     * @param wireLength how long it was, in bytes.
     * @param time       when it was captured, in microseconds since any moment; {@link CaptureReader#NO_TIME} if that is not known.
     */
    public void packet(final int linkType, final byte[] bytes, final int from, final int length, final int wireLength,
        final long time)
    {
        Objects.checkFromIndexSize(from, length, bytes.length);
        stream = NONE;
        final int header = LinkLayer.headerLength(linkType, bytes, from, length);
        if (header >= 0
            && segment.parse(bytes, from + header, length - header, Math.max(length, wireLength) - header))
        {
            if (time != NO_TIME && total.held() > 0 && segment.isAck())
            {
                acknowledge(segment.connection(), time);
            }
            take(segment.connection(), bytes, time);
        }
        else if (header >= 0 && segment.isFragment())
        {
            fragments++;
        }
    }

    /**
     * Ends all streams: the capture is at its end. What waits behind a hole is lost. The next packet begins anew.
     */
    public void end()
    {
        for (final Direction direction : live.values())
        {
            direction.end();
        }
        live.clear();
        ended.clear();
    }

    /** Gives up holes of the other direction, which the packet acknowledges. */
    private void acknowledge(final Connection connection, final long time)
    {
        final Connection reverse = connection.reverse();
        final Direction own = live.get(connection);
        final Direction other = live.get(reverse);
        if (other != null && !other.waiting().isEmpty() && (own == null || own.isOtherOf(other)))
        {
            other.acknowledge(segment.acknowledgment(), time);
            other.skipAcknowledged(time);
            forgetIfEnded(reverse, other);
        }
    }

    /** Gives up holes of the direction that has sent the packet, by what the other one has told before. */
    private void skipAcknowledged(final Connection connection, final Direction direction, final long time)
    {
        if (direction.waiting().isEmpty())
        {
            return;
        }
        final Direction receiver = live.get(connection.reverse());
        if (receiver != null && receiver.isOtherOf(direction))
        {
            direction.acknowledge(receiver);
        }
        direction.skipAcknowledged(time);
    }

    private void take(final Connection connection, final byte[] bytes, final long time)
    {
        final Direction known = live.get(connection);
        final Direction direction = segment.isRst() ? known : direction(connection, known);
        if (direction == null)
        {
            return;
        }
        final int sequence = segment.sequence();
        stream = direction.number();
        place = direction.place(sequence);
        if (segment.isRst())
        {
            // What an RST carries is text about it, not the stream's (RFC 9293, 3.5.2).
            direction.limit(sequence);
        }
        else if (segment.isShort() && direction.hasLast(sequence))
        {
            // A keep-alive, whose byte can be any.
            direction.keepAlive();
        }
        else
        {
            direction.payload(sequence, bytes, segment.from(), segment.length(), segment.wireLength());
            if (segment.isFin())
            {
                direction.limit(sequence + segment.wireLength());
            }
        }
        if (time != NO_TIME)
        {
            if (segment.isAck())
            {
                direction.tell(segment.acknowledgment(), time);
            }
            skipAcknowledged(connection, direction, time);
        }
        keepLimits(connection, direction);
    }

    /** The direction that the segment belongs to, which it can begin; null if it has none. */
    private @Nullable Direction direction(final Connection connection, final @Nullable Direction known)
    {
        final int first = segment.sequence();
        if (segment.isSyn())
        {
            final Ended before = ended.get(connection);
            final boolean again = known == null ? before != null && before.first == first : known.first() == first;
            return again ? known : begin(connection, known, first);
        }
        final boolean begins = known == null && segment.wireLength() > 0 && !isLate(connection, first);
        return begins ? begin(connection, null, first) : known;
    }

    private boolean isLate(final Connection connection, final int sequence)
    {
        final Ended before = ended.get(connection);
        return before != null && before.isNear(sequence);
    }

    private Direction begin(final Connection connection, final @Nullable Direction before, final int first)
    {
        if (before != null)
        {
            before.end();
        }
        ended.remove(connection);
        final long number = number(connection, before == null);
        final Direction direction = new Direction(connection, number, first, segment.isSyn(), listener, total,
            listener.isCounted(connection.toString(), number) ? counts : others);
        live.put(connection, direction);
        if (live.size() > MAX_DIRECTIONS)
        {
            endEldest();
        }
        return direction;
    }

    /**
     * That of the other direction, if it is known and not of a connection before, but for its lowest bit; or a new one. A SYN without
     * ACK belongs to another one if both ends have begun (RFC 9293, 3.5).
     */
    private long number(final Connection connection, final boolean first)
    {
        final Direction other = live.get(connection.reverse());
        if (other != null && (!segment.isSyn() || segment.isAck() || first && other.isUnanswered()))
        {
            return other.number() ^ 1;
        }
        return 2 * connections++;
    }

    private void endEldest()
    {
        final Iterator<Map.Entry<Connection, Direction>> eldest = live.entrySet().iterator();
        final Direction direction = eldest.next().getValue();
        eldest.remove();
        direction.end();
    }

    private void keepLimits(final Connection connection, final Direction direction)
    {
        final Waiting waiting = direction.waiting();
        while (waiting.bytes() > MAX_WAITING || waiting.count() > MAX_SEGMENTS)
        {
            direction.skipHole();
        }
        forgetIfEnded(connection, direction);
        while (total.held() > MAX_HELD)
        {
            skipWithMostWaiting();
        }
    }

    private void forgetIfEnded(final Connection connection, final Direction direction)
    {
        if (direction.isEnded())
        {
            live.remove(connection);
            remember(connection, direction);
        }
    }

    /** Empties one direction, and not only as far as needed: to find it takes a look at all. */
    @SuppressWarnings("NullAway") // there is one, or nothing waits
    private void skipWithMostWaiting()
    {
        Map.Entry<Connection, Direction> most = null;
        for (final Map.Entry<Connection, Direction> entry : live.entrySet())
        {
            if (most == null || entry.getValue().waiting().held() > most.getValue().waiting().held())
            {
                most = entry;
            }
        }
        final Connection connection = most.getKey();
        final Direction direction = most.getValue();
        while (!direction.waiting().isEmpty())
        {
            direction.skipHole();
        }
        forgetIfEnded(connection, direction);
    }

    private void remember(final Connection connection, final Direction direction)
    {
        ended.remove(connection);
        ended.put(connection, new Ended(direction.first(), direction.delivered()));
        if (ended.size() > MAX_DIRECTIONS)
        {
            final Iterator<Connection> eldest = ended.keySet().iterator();
            eldest.next();
            eldest.remove();
        }
    }

    /**
     * Which stream the last packet belongs to.
     *
     * @return its number, as {@link StreamListener#begin} was or will be given it; {@link #NONE} if it belongs to none.
     */
    public long stream()
    {
        return stream;
    }

    /**
     * Where the last packet's payload begins, or would if it had one; of a packet that has a {@link #stream()}.
     *
     * @return in the stream, in bytes; less than what was given to it if the payload came again.
     */
    public long place()
    {
        return place;
    }

    /**
     * How much of the last packet's payload was captured; of a packet that has a {@link #stream()}.
     *
     * @return in bytes, at least 0.
     */
    public int payloadLength()
    {
        return segment.isRst() ? 0 : segment.length();
    }

    /**
     * Whether the last packet begins its stream, for the first time or again; of a packet that has a {@link #stream()}.
     *
     * @return whether it has the flag SYN.
     */
    public boolean isSyn()
    {
        return segment.isSyn();
    }

    /**
     * How many packets were passed over that are fragments of IP and carry a piece of a TCP segment or of a tunnel's packet.
     *
     * @return so far, at least 0.
     */
    public long fragments()
    {
        return fragments;
    }

    /**
     * Has the counts go on, or stand still, from the next packet on. They go on until this is called.
     *
     * @param wanted whether what packets bring is counted.
     */
    public void count(final boolean wanted)
    {
        counts.go(wanted);
    }

    /**
     * Tells of losses and repetitions so far, of directions that {@link StreamListener#isCounted}.
     *
     * @return the counts, which go on.
     */
    public SegmentCounts counts()
    {
        return counts;
    }

    /** In bytes, what waits, with what it takes to keep it. */
    long held()
    {
        return total.held();
    }

    /** How many directions are followed. */
    int directions()
    {
        return live.size();
    }

    /** How many directions that ended are remembered. */
    int remembered()
    {
        return ended.size();
    }
}
