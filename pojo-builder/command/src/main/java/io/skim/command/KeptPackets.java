package io.skim.command;

import io.skim.store.capture.CaptureReader;
import io.skim.store.capture.TcpStreams;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Copies the packets of a capture that carry a byte of a frame that was taken, those that come again too, and the opening of
 * their connections: the TCP handshake, and what {@link #opening} names.
 * <p>
 * A packet waits until it is known whether it is wanted, and others wait behind it, so that they are written in their order.
 * Once 16 MiB wait, an opening packet stands aside until its connection has something to show, and is
 * written late; another packet is written unknown.
 */
final class KeptPackets
{
    private static final int MOST_HELD = 16 << 20;
    /** In bytes, what a packet takes besides its own. */
    private static final int OVERHEAD = 128;
    private static final int MOST_DIRECTIONS = 32_768;
    /** Of what was taken in a direction: against these, packets that come again are compared. */
    private static final int MOST_RANGES = 256;
    /** In bytes, of a connection. */
    private static final int MOST_OPENING = 65_536;
    private static final int HANDSHAKE = 2;

    private static final byte[] NOTHING = {};

    private final PcapngWriter out;
    private final int mostHeld;
    private final ArrayDeque<Packet> queue = new ArrayDeque<>();
    private final LinkedHashMap<Long, Sent> directions = new LinkedHashMap<>(16, 0.75f, true);
    private final LinkedHashMap<Long, Opening> connections = new LinkedHashMap<>(16, 0.75f, true);
    /** Those that ended with the packet that is read. */
    private final List<Long> ended = new ArrayList<>();
    private long first;
    private long held;
    private long aside;

    private enum Verdict
    {
        UNKNOWN, WANTED, UNWANTED
    }

    /** One that waits. */
    private static final class Packet
    {
        private final int linkType;
        private final long time;
        private final int wireLength;
        private final long from;
        private final long to;
        private byte[] bytes;
        private Verdict verdict = Verdict.UNKNOWN;
        /** Whether it opens its connection. */
        private boolean opening;
        private boolean aside;

        Packet(final CaptureReader packet, final long from, final long to)
        {
            linkType = packet.linkType();
            time = packet.time();
            wireLength = packet.wireLength();
            bytes = Arrays.copyOfRange(packet.bytes(), packet.from(), packet.from() + packet.length());
            this.from = from;
            this.to = to;
        }

        int held()
        {
            return bytes.length + OVERHEAD;
        }
    }

    /** Places in a direction of a connection. */
    private static final class Ranges
    {
        private final ArrayDeque<long[]> ranges = new ArrayDeque<>();

        void add(final long from, final long to)
        {
            final long[] last = ranges.peekLast();
            if (last != null && from <= last[1] && from >= last[0])
            {
                last[1] = Math.max(to, last[1]);
                return;
            }
            ranges.add(new long[] {from, to});
            if (ranges.size() > MOST_RANGES)
            {
                ranges.remove();
            }
        }

        boolean overlap(final long from, final long to)
        {
            for (final long[] range : ranges)
            {
                if (from < range[1] && to > range[0])
                {
                    return true;
                }
            }
            return false;
        }
    }

    /** What is known of one direction. */
    private static final class Sent
    {
        private final Ranges taken = new Ranges();
        private final Ranges opening = new Ranges();
        private final List<Packet> waiting = new ArrayList<>();
        /** Where in the stream the frames begin. */
        private long begin;
        /** Before this place it is known what is taken. */
        private long known;
    }

    /** What opens a connection. */
    private static final class Opening
    {
        private final List<Packet> packets = new ArrayList<>();
        private boolean taken;
        private long held;
        /** How many packets with SYN there were, and in which direction the first. */
        private int handshake;
        private long first;
    }

    KeptPackets(final PcapngWriter out)
    {
        this(out, MOST_HELD);
    }

    /**
     * Makes one.
     *
     * @param out      to write to.
     * @param mostHeld in bytes, of packets that wait, and of those that stand aside.
     */
    KeptPackets(final PcapngWriter out, final int mostHeld)
    {
        this.out = out;
        this.mostHeld = mostHeld;
    }

    /** Begins the file, so that it is a capture even if nothing is taken. */
    void begin()
    {
        try
        {
            out.begin();
        }
        catch (final IOException e)
        {
            throw new OutputException(e);
        }
    }

    /** Tells where in a stream the frames begin whose places are told. */
    void begin(final long stream, final long place)
    {
        sent(stream).begin = place;
    }

    /** Takes the bytes of a frame: all packets that carry any of them are kept. */
    void take(final long stream, final long from, final long to)
    {
        final Sent sent = sent(stream);
        sent.taken.add(sent.begin + from, sent.begin + to);
        for (final Packet packet : sent.waiting)
        {
            if (packet.from < sent.begin + to && packet.to > sent.begin + from)
            {
                packet.verdict = Verdict.WANTED;
            }
        }
        final Opening opening = connection(stream);
        if (!opening.taken)
        {
            opening.taken = true;
            opening.packets.forEach(this::want);
            opening.packets.clear();
        }
    }

    /** Tells that bytes belong to the opening of a connection: its packets are kept if anything of it is. */
    void opening(final long stream, final long from, final long to)
    {
        final Sent sent = sent(stream);
        sent.opening.add(sent.begin + from, sent.begin + to);
        for (final Packet packet : sent.waiting)
        {
            if (packet.from < sent.begin + to && packet.to > sent.begin + from)
            {
                open(stream, packet);
            }
        }
    }

    /** Tells that nothing before a place is taken that was not. */
    void known(final long stream, final long place)
    {
        known(sent(stream), place);
    }

    private void known(final Sent sent, final long place)
    {
        if (place <= sent.known)
        {
            return;
        }
        sent.known = place;
        for (final Iterator<Packet> waiting = sent.waiting.iterator(); waiting.hasNext();)
        {
            final Packet packet = waiting.next();
            if (packet.to <= place)
            {
                waiting.remove();
                if (!packet.opening)
                {
                    drop(packet);
                }
            }
        }
    }

    /** Tells that nothing more is taken of a stream. */
    void end(final long stream)
    {
        known(stream, Long.MAX_VALUE);
        ended.add(stream);
    }

    /** Tells what is added to the numbers that a capture gives its streams. */
    void beginCapture(final long firstStream)
    {
        first = firstStream;
    }

    /** Takes a packet that was read, after all that it brought was told. */
    void packet(final CaptureReader packet, final TcpStreams streams)
    {
        if (streams.stream() != TcpStreams.NONE)
        {
            add(packet, first + streams.stream(), streams.place(), streams.payloadLength(), streams.isSyn());
        }
        for (final long stream : ended)
        {
            directions.remove(stream);
            if (!directions.containsKey(stream ^ 1))
            {
                forget(connections.remove(stream >> 1));
            }
        }
        ended.clear();
        drain();
    }

    private void add(final CaptureReader read, final long stream, final long place, final int length, final boolean syn)
    {
        final boolean handshake = shakesHands(stream, length, syn);
        final Sent sent = sent(stream);
        final boolean wanted = sent.taken.overlap(place, place + length);
        final boolean opens = handshake || sent.opening.overlap(place, place + length);
        if (!wanted && !opens && place + length <= sent.known || length == 0 && !handshake)
        {
            return;
        }
        final Packet packet = new Packet(read, place, place + length);
        packet.verdict = wanted ? Verdict.WANTED : Verdict.UNKNOWN;
        if (packet.to > sent.known)
        {
            sent.waiting.add(packet);
        }
        held += packet.held();
        queue.add(packet);
        if (opens)
        {
            open(stream, packet);
        }
    }

    /** Whether a packet has a SYN, or is the first without payload behind two that have. */
    private boolean shakesHands(final long stream, final int length, final boolean syn)
    {
        if (!syn && !connections.containsKey(stream >> 1))
        {
            return false;
        }
        final Opening connection = connection(stream);
        if (syn)
        {
            connection.first = connection.handshake == 0 ? stream : connection.first;
            connection.handshake++;
            return true;
        }
        final boolean third = length == 0 && connection.handshake == HANDSHAKE && connection.first == stream;
        connection.handshake += third ? 1 : 0;
        return third;
    }

    private void open(final long stream, final Packet packet)
    {
        final Opening connection = connection(stream);
        if (packet.verdict == Verdict.WANTED || packet.opening)
        {
            return;
        }
        if (connection.taken)
        {
            packet.verdict = Verdict.WANTED;
        }
        else if (connection.held + packet.held() <= MOST_OPENING)
        {
            packet.opening = true;
            connection.held += packet.held();
            connection.packets.add(packet);
        }
    }

    private Sent sent(final long stream)
    {
        final Sent known = directions.get(stream);
        if (known != null)
        {
            return known;
        }
        final Sent sent = new Sent();
        directions.put(stream, sent);
        if (directions.size() > MOST_DIRECTIONS)
        {
            final Iterator<Sent> eldest = directions.values().iterator();
            known(eldest.next(), Long.MAX_VALUE);
            eldest.remove();
        }
        return sent;
    }

    private Opening connection(final long stream)
    {
        final Opening known = connections.get(stream >> 1);
        if (known != null)
        {
            return known;
        }
        final Opening opening = new Opening();
        connections.put(stream >> 1, opening);
        if (connections.size() > MOST_DIRECTIONS)
        {
            forgetEldest();
        }
        return opening;
    }

    private void forgetEldest()
    {
        final Iterator<Map.Entry<Long, Opening>> eldest = connections.entrySet().iterator();
        final Opening opening = eldest.next().getValue();
        eldest.remove();
        forget(opening);
    }

    /** Nothing of the connection was taken, and nothing will be. */
    private void forget(final @Nullable Opening opening)
    {
        if (opening == null)
        {
            return;
        }
        for (final Packet packet : opening.packets)
        {
            aside -= packet.aside ? packet.held() : 0;
            drop(packet);
        }
        opening.packets.clear();
    }

    /** Lets go of what was not wanted so far. Its place in the queue it keeps. */
    private void drop(final Packet packet)
    {
        if (packet.verdict == Verdict.UNKNOWN)
        {
            packet.verdict = Verdict.UNWANTED;
            held -= packet.aside ? 0 : packet.bytes.length;
            packet.bytes = NOTHING;
        }
    }

    private void want(final Packet packet)
    {
        packet.verdict = Verdict.WANTED;
        if (packet.aside)
        {
            aside -= packet.held();
            write(packet);
        }
    }

    /** Writes what is known to be wanted, up to the first packet of which that is not known. */
    private void drain()
    {
        while (!queue.isEmpty() && (queue.peek().verdict != Verdict.UNKNOWN || held > mostHeld))
        {
            final Packet packet = queue.remove();
            held -= packet.held();
            if (packet.verdict == Verdict.UNKNOWN && packet.opening)
            {
                packet.aside = true;
                aside += packet.held();
            }
            else if (packet.verdict != Verdict.UNWANTED)
            {
                write(packet);
            }
        }
        while (aside > mostHeld)
        {
            forgetEldest();
        }
    }

    private void write(final Packet packet)
    {
        try
        {
            out.packet(packet.linkType, packet.time, packet.bytes, packet.wireLength);
        }
        catch (final IOException e)
        {
            throw new OutputException(e);
        }
    }

    /** The capture is at its end. */
    void endCapture()
    {
        directions.values().forEach(sent -> known(sent, Long.MAX_VALUE));
        connections.values().forEach(this::forget);
        queue.forEach(this::drop);
        drain();
        directions.clear();
        connections.clear();
        ended.clear();
    }

    /** In bytes of memory, of packets. */
    long held()
    {
        return held + aside;
    }
}
