package io.skim.store.capture;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.store.capture.Recorder.Recorded;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Streams out of real packets, in the order they were captured and in others, and out of made ones.
 */
class TcpStreamsTest
{
    private static final List<Packet> REAL = Packet.all("loopback.pcap");

    private static final int PORTS = 40_000 << 16 | 10_911;
    private static final int HOST = 0x0A00_0001;
    private static final String NAME = "10.0.0.1:40000>10.0.0.2:10911";

    private static Packet syn(final int sequence)
    {
        return Packet.of(HOST, PORTS, sequence, Packet.SYN);
    }

    private static Packet text(final int sequence, final String text)
    {
        return Packet.of(HOST, PORTS, sequence, Packet.ACK, text.getBytes(StandardCharsets.US_ASCII));
    }

    private static Packet fin(final int sequence)
    {
        return Packet.of(HOST, PORTS, sequence, Packet.FIN | Packet.ACK);
    }

    private static Packet rst(final int sequence)
    {
        return Packet.of(HOST, PORTS, sequence, Packet.RST);
    }

    /** What each stream carried: its text, and in it where how many bytes are missing. */
    private static List<String> read(final Packet... packets)
    {
        final List<String> texts = new ArrayList<>();
        for (final Recorded stream : Recorder.of(List.of(packets)).streams)
        {
            assertEquals(NAME, stream.connection);
            texts.add(stream.text.toString().strip());
        }
        return texts;
    }

    @ParameterizedTest
    @ValueSource(strings = {"loopback.pcap", "loopback.pcapng", "loopback-cooked.pcap"})
    void givesWhatWasSent(final String name)
    {
        Recorder.of(Packet.all(name)).assertComplete();
    }

    /** SYNs stay before the packets of their direction: those come a round trip later. */
    private static void assertCompleteInOrder(final List<Packet> packets)
    {
        packets.sort(Comparator.comparing(packet -> (packet.flags() & Packet.SYN) == 0));
        Recorder.of(packets).assertComplete();
    }

    @Test
    void tellsWhichStreamsAreKnownFromTheirBeginning()
    {
        assertTrue(Recorder.of(List.of(syn(9), text(10, "a"))).streams.get(0).whole);
        assertFalse(Recorder.of(List.of(text(10, "a"))).streams.get(0).whole);
    }

    @Test
    void theOrderWithinAWindowDoesNotMatter()
    {
        for (int seed = 0; seed < 500; seed++)
        {
            final Random random = new Random(seed);
            final int window = 2 + random.nextInt(60);
            final List<Packet> packets = new ArrayList<>(REAL);
            for (int at = 0; at < packets.size(); at += window)
            {
                Collections.shuffle(packets.subList(at, Math.min(packets.size(), at + window)), random);
            }
            assertCompleteInOrder(packets);
        }
    }

    @Test
    void noOrderOfFiveNeighboursMatters()
    {
        final int[][] orders = permutations(5);
        for (int at = 0; at + 5 <= REAL.size(); at++)
        {
            for (final int[] order : orders)
            {
                final List<Packet> packets = new ArrayList<>(REAL);
                for (int i = 0; i < 5; i++)
                {
                    packets.set(at + i, REAL.get(at + order[i]));
                }
                assertCompleteInOrder(packets);
            }
        }
    }

    private static int[][] permutations(final int length)
    {
        final List<int[]> orders = new ArrayList<>(List.of(new int[0]));
        for (int n = 0; n < length; n++)
        {
            final List<int[]> longer = new ArrayList<>();
            for (final int[] order : orders)
            {
                for (int at = 0; at <= n; at++)
                {
                    final int[] next = new int[n + 1];
                    System.arraycopy(order, 0, next, 0, at);
                    next[at] = n;
                    System.arraycopy(order, at, next, at + 1, n - at);
                    longer.add(next);
                }
            }
            orders.clear();
            orders.addAll(longer);
        }
        return orders.toArray(new int[0][]);
    }

    @Test
    void packetsThatComeAgainChangeNothing()
    {
        final List<Packet> twice = new ArrayList<>(REAL);
        twice.addAll(REAL);
        Recorder.of(twice).assertComplete();
        for (int seed = 0; seed < 100; seed++)
        {
            final Random random = new Random(seed);
            final List<Packet> packets = new ArrayList<>();
            for (final Packet packet : REAL)
            {
                packets.add(packet);
                packets.add(packets.size() < 8 ? packet : packets.get(random.nextInt(packets.size())));
            }
            Recorder.of(packets).assertComplete();
        }
    }

    @Test
    void otherSegmentsOfTheSameBytesChangeNothing()
    {
        for (int seed = 0; seed < 200; seed++)
        {
            final Random random = new Random(seed);
            final List<Packet> packets = new ArrayList<>();
            for (final Packet packet : REAL)
            {
                final int length = packet.payloadLength();
                for (int at = 0; at < length;)
                {
                    final int to = Math.min(length, at + 1 + random.nextInt(400));
                    packets.add(packet.part(Math.max(0, at - random.nextInt(300)), Math.min(length, to
                        + random.nextInt(100))));
                    at = to;
                }
                if (length == 0)
                {
                    packets.add(packet);
                }
            }
            for (int at = 0; at < packets.size(); at += 20)
            {
                Collections.shuffle(packets.subList(at, Math.min(packets.size(), at + 20)), random);
            }
            assertCompleteInOrder(packets);
        }
    }

    @Test
    void sequenceNumbersBeginAgainAfterTheLast()
    {
        for (final int distance : new int[] {0, 1, 2, 5, 100, 1_449, 3_000, 7_000})
        {
            final List<Packet> packets = new ArrayList<>();
            for (final Packet packet : REAL)
            {
                final Packet syn = REAL.stream()
                    .filter(other -> (other.flags() & Packet.SYN) != 0 && other.pair().equals(packet.pair()))
                    .findFirst().orElseThrow();
                packets.add(packet.withSequence(packet.sequence() - syn.sequence() - 1 - distance));
            }
            Recorder.of(packets).assertComplete();
            for (int at = 0; at < packets.size(); at += 12)
            {
                Collections.shuffle(packets.subList(at, Math.min(packets.size(), at + 12)), new Random(at));
            }
            assertCompleteInOrder(packets);
        }
    }

    /** Each packet with payload, left out of the capture: a hole of its length at its place, the other streams whole. */
    @Test
    void aMissingPacketIsLostAtItsPlace()
    {
        int dropped = 0;
        for (final Packet missing : REAL)
        {
            if (missing.payloadLength() > 0)
            {
                final List<Packet> packets = new ArrayList<>(REAL);
                packets.remove(missing);
                assertHole(missing, packets, missing.payloadLength(), 0);
                dropped++;
            }
        }
        assertTrue(dropped > 40, "packets with payload: " + dropped);
    }

    /** Where what is cut off stands in what was sent tells its place, with the sequence numbers. */
    private static void assertHole(final Packet missing, final List<Packet> packets, final int count, final int there)
    {
        final Packet syn = REAL.stream()
            .filter(packet -> (packet.flags() & Packet.SYN) != 0 && packet.pair().equals(missing.pair()))
            .findFirst().orElseThrow();
        final int place = missing.sequence() - syn.sequence() - 1 + there;
        final Recorder recorder = Recorder.of(packets);
        assertEquals(4, recorder.streams.size());
        final List<Recorded> holed = recorder.streams.stream().filter(stream -> stream.lostAt >= 0).toList();
        assertEquals(1, holed.size());
        assertEquals(place, holed.get(0).lostAt);
        assertEquals(count, holed.get(0).missing);
        assertEquals(1, holed.get(0).holes);
        for (final Recorded stream : recorder.streams)
        {
            final byte[] sent = Recorder.sent(stream.connection);
            assertArrayEquals(stream == holed.get(0) ? without(sent, place, count) : sent, stream.bytes.toByteArray());
        }
    }

    private static byte[] without(final byte[] bytes, final int from, final int count)
    {
        final byte[] rest = Arrays.copyOf(bytes, bytes.length - count);
        System.arraycopy(bytes, from + count, rest, from, rest.length - from);
        return rest;
    }

    @Test
    void whatTheSnapLengthCutsOffIsLost()
    {
        for (final Packet cut : REAL)
        {
            for (final int kept : new int[] {0, 1, cut.payloadLength() - 1})
            {
                if (kept >= 0 && kept < cut.payloadLength())
                {
                    final List<Packet> packets = new ArrayList<>(REAL);
                    packets.set(packets.indexOf(cut), cut.snapped(cut.payload() + kept));
                    assertHole(cut, packets, cut.payloadLength() - kept, kept);
                }
            }
        }
    }

    @Test
    void whatTheSnapLengthCutsOffIsTakenOfAnotherSight()
    {
        final List<Packet> packets = new ArrayList<>();
        for (final Packet packet : REAL)
        {
            packets.add(packet.snapped(200));
            packets.add(packet);
        }
        Recorder.of(packets).assertComplete();
    }

    @Test
    void aCaptureOfHeadersAloneHasLostTheStreams()
    {
        final Recorder recorder = Recorder.of(REAL.stream().map(packet -> packet.snapped(packet.payload())).toList());
        assertEquals(4, recorder.streams.size());
        for (final Recorded stream : recorder.streams)
        {
            assertEquals(0, stream.lostAt);
            assertEquals(Recorder.sent(stream.connection).length, stream.missing);
        }
    }

    @Test
    void aPacketCutAnywhereIsNoFault()
    {
        int carrying = 0;
        for (final Packet packet : Packet.all("loopback-cooked.pcap"))
        {
            final Recorder recorder = new Recorder();
            final TcpStreams streams = new TcpStreams(recorder);
            final int most = Math.min(200, packet.bytes().length);
            for (int length = 0; length < most; length++)
            {
                packet.snapped(length).to(streams);
                assertEquals(length > packet.payload() ? 1 : 0, recorder.streams.size());
                if (length > packet.payload())
                {
                    assertArrayEquals(Arrays.copyOfRange(packet.bytes(), packet.payload(), length),
                        recorder.streams.get(
                            0).bytes.toByteArray());
                }
            }
            streams.end();
            if (packet.payloadLength() > 0)
            {
                assertEquals(packet.payload() + packet.payloadLength() - (most - 1), recorder.streams.get(0).missing);
                carrying++;
            }
        }
        assertTrue(carrying > 40, "packets with payload: " + carrying);
    }

    /** From each packet on: each stream is what was sent from its first payload in the capture. */
    @Test
    void aCaptureCanBeginInTheMiddleOfAConnection()
    {
        for (int at = 0; at < REAL.size(); at++)
        {
            for (final Recorded stream : Recorder.of(REAL.subList(at, REAL.size())).streams)
            {
                final byte[] sent = Recorder.sent(stream.connection);
                final byte[] seen = stream.bytes.toByteArray();
                assertEquals(-1, stream.lostAt);
                assertTrue(seen.length > 0);
                assertArrayEquals(Arrays.copyOfRange(sent, sent.length - seen.length, sent.length), seen);
            }
        }
        assertEquals(List.of("cdef"), read(text(3, "cd"), text(1, "ab"), text(5, "ef")));
    }

    @Test
    void ofBytesThatComeAgainTheFirstCount()
    {
        assertEquals(List.of("abcdEF"), read(syn(0), text(1, "abcd"), text(3, "CDEF")));
        assertEquals(List.of("ABcdEF"), read(syn(0), text(3, "cd"), text(1, "ABCDEF")));
        assertEquals(List.of("abCdeFgh"),
            read(syn(0), text(4, "de"), text(3, "CDE"), text(6, "Fg"), text(1, "abxxxxxh")));
    }

    @Test
    void aKeepAliveProbeIsOld()
    {
        assertEquals(List.of("abcd"), read(syn(0), text(1, "ab"), text(2, "x"), text(2, ""), text(3, "cd")));
    }

    private static SegmentCounts counts(final Packet... packets)
    {
        final TcpStreams streams = new TcpStreams(new Recorder());
        List.of(packets).forEach(packet -> packet.to(streams));
        streams.end();
        return streams.counts();
    }

    /** With a byte or without (RFC 1122, 4.2.3.6), once or again, behind data or behind the SYN alone; as tcp.analysis.keep_alive. */
    @Test
    void keepAlivesAreNotRetransmissions()
    {
        final SegmentCounts counts =
            counts(syn(0), text(0, "x"), text(0, ""), text(1, "ab"), text(2, "x"), text(2, ""), text(
                2, "y"), text(3, "cd"), text(3, "cd"), text(5, ""), text(4, ""));
        assertEquals(6, counts.keepAlives());
        assertEquals(
            "SegmentCounts[segments=3, retransmitted=1, bytesRetransmitted=2, outOfOrder=0, keepAlives=6, gaps=0,"
                + " bytesMissing=0]",
            counts.toString());
        assertEquals(3, counts.segments());
        assertEquals(1, counts.retransmitted());
        assertEquals(2, counts.bytesRetransmitted());
        assertEquals(0, counts.gaps());
    }

    @Test
    void whatIsNoKeepAliveIsSentAgain()
    {
        final SegmentCounts counts =
            counts(syn(0), text(1, "abcd"), text(3, "c"), text(3, "cd"), text(1, ""), text(5, ""),
                text(4, "d").withFlags(Packet.FIN | Packet.ACK));
        assertEquals(0, counts.keepAlives());
        assertEquals(4, counts.segments());
        assertEquals(3, counts.retransmitted());
    }

    /** The last byte comes behind an ACK that was sent after it. */
    @Test
    void aByteThatIsMissingIsNoKeepAlive()
    {
        assertEquals(List.of("abc"), read(syn(0), text(1, "ab"), text(4, ""), text(3, "c")));
        assertEquals(0, counts(syn(0), text(1, "ab"), text(4, ""), text(3, "c")).keepAlives());
    }

    @Test
    void aStreamEndsAtItsFinOnceTheBytesBeforeAreThere()
    {
        assertEquals(List.of("abcd"), read(syn(0), text(1, "ab"), fin(5), text(3, "cd"), text(5, "ef")));
        assertEquals(List.of("abcd"), read(syn(0), text(1, "ab"), text(5, "ef"), fin(5), text(3, "cd")));
        assertEquals(List.of("ab lost 2 at 2"), read(syn(0), text(1, "ab"), fin(5)));
        assertEquals(List.of("ab lost 2 at 2"), read(syn(0), text(1, "ab"), fin(5), text(5, "ef")));
        assertEquals(List.of("ab"), read(syn(0), text(1, "ab"), fin(3), fin(3), text(3, "x"), rst(3), rst(9)));
        assertEquals(List.of("ab"), read(syn(0), text(1, "ab").withFlags(Packet.FIN), text(3, "cd")));
    }

    @Test
    void aStreamEndsAtItsRst()
    {
        final Recorder recorder = new Recorder();
        final TcpStreams streams = new TcpStreams(recorder);
        for (final Packet packet : List.of(syn(0), text(1, "ab"), text(5, "ef")))
        {
            packet.to(streams);
        }
        text(7, "reason").withFlags(Packet.RST).to(streams);
        assertFalse(recorder.only(NAME).ended);
        text(3, "cd").to(streams);
        assertTrue(recorder.only(NAME).ended);
        assertEquals("abcdef", recorder.only(NAME).bytes.toString(StandardCharsets.US_ASCII));
        assertEquals(0, streams.directions());
        assertEquals(List.of("ab"), read(text(1, "ab"), rst(3), text(3, "cd")));
        assertEquals(List.of("ab"), read(text(1, "ab"), rst(900)));
    }

    /** Its receiver takes no notice of it either, and nothing would tell of what comes behind. */
    @Test
    void anEndThatIsOldEndsNothing()
    {
        assertEquals(List.of("abcd"), read(text(1, "ab"), rst(1), text(3, "cd")));
        assertEquals(List.of("abcd"), read(syn(0), text(1, "ab"), rst(0), rst(2), fin(2), text(3, "cd"), fin(5)));
    }

    @Test
    void aNewSynBeginsAnotherStream()
    {
        assertEquals(List.of("ab", "cd"), read(syn(0), text(1, "ab"), syn(500), text(501, "cd")));
        assertEquals(List.of("ab", "cd"), read(syn(0), text(1, "ab"), fin(3), syn(500), text(501, "cd")));
        assertEquals(List.of("ab lost 1 at 2 x", "cd"),
            read(syn(0), text(1, "ab"), text(4, "x"), syn(9), text(10, "cd")));
        assertEquals(List.of("ab"), read(syn(0), syn(0), text(1, "a"), syn(0), text(2, "b"), fin(3), syn(0)));
        assertEquals(List.of("ab"), read(text(1, "a"), syn(0), text(2, "b")));
        assertEquals(List.of("abc"), read(text(0, "ab").withFlags(Packet.SYN), text(3, "c")));
    }

    @Test
    void theNearestEndOfSeveralHolds()
    {
        assertEquals(List.of("abcd"), read(syn(0), text(1, "ab"), fin(5), rst(900), text(3, "cd"), text(5, "ef")));
        assertEquals(List.of("abcd"), read(syn(0), text(1, "ab"), rst(900), fin(5), text(3, "cd"), text(5, "ef")));
    }

    @Test
    void whatIsCutOffTheLastPacketIsLost()
    {
        assertEquals(List.of("ab lost 2 at 2"), read(syn(0), text(1, "abcd").snapped(42)));
        final Packet last = text(1, "abcd").withFlags(Packet.FIN);
        assertEquals(List.of("ab lost 2 at 2"), read(syn(0), last.snapped(42)));
        assertEquals(List.of("abcd"), read(syn(0), last.snapped(42), text(3, "cdef")));
    }

    /** A header that claims to be longer than its segment would put the FIN before bytes that were sent. */
    @Test
    void aSegmentShorterThanItsHeaderIsPassedOver()
    {
        final Packet lying = fin(5);
        lying.bytes()[32] = (byte)0xF0;
        assertEquals(List.of("abcd"), read(syn(0), text(1, "ab"), lying, text(3, "cd")));
    }

    @Test
    void aStreamGoesOnBehindBytesThatAreMissing()
    {
        assertEquals(List.of("ab lost 2 at 2 ef lost 1 at 6 h"),
            read(syn(0), text(1, "ab"), text(8, "h"), text(5, "ef")));
        assertEquals(List.of("ab lost 2 at 2 ef lost 1 at 6"), read(syn(0), text(1, "ab"), text(5, "ef"), fin(8)));
        // What stands behind the end is not the stream's.
        assertEquals(List.of("ab lost 2 at 2 e"), read(syn(0), text(1, "ab"), text(5, "ef"), text(9, "x"), fin(6)));
        assertEquals(List.of("lost 3 at 0 d"), read(syn(0), text(4, "d"), fin(5)));
    }

    @Test
    void directionsWithoutPayloadHaveNoStream()
    {
        assertEquals(List.of(), read(syn(0), text(1, ""), fin(1)));
        assertEquals(List.of(), read(text(1, ""), fin(1), rst(1)));
        assertEquals(List.of(), read(syn(0), rst(1)));
        assertEquals(List.of("ab"), read(text(1, "reason").withFlags(Packet.RST), text(1, "ab")));
        assertEquals(List.of(), read(syn(0)));
    }

    @Test
    void afterTheEndPacketsBeginAnew()
    {
        final Recorder recorder = new Recorder();
        final TcpStreams streams = new TcpStreams(recorder);
        for (int i = 0; i < 2; i++)
        {
            REAL.forEach(packet -> packet.to(streams));
            streams.end();
            streams.end();
        }
        assertEquals(8, recorder.streams.size());
        assertEquals(2, recorder.streams.stream()
            .filter(stream -> Arrays.equals(Recorder.sent(Recorder.REQUESTS), stream.bytes.toByteArray())).count());
    }

    @Test
    void tellsWhichPartOfAStreamAPacketCarried()
    {
        final TcpStreams streams = new TcpStreams(new Recorder());
        final List<String> told = new ArrayList<>();
        for (final Packet packet : List.of(syn(100), text(101, "ab"), text(105, "ef"), text(103, "cd"), text(102, "bc"),
            rst(107), text(107, "g"), new Packet(0, new byte[9], 9)))
        {
            packet.to(streams);
            told.add(streams.stream() == TcpStreams.NONE ? "none"
                : streams.stream() + " " + streams.place() + " "
                    + streams.payloadLength() + " " + streams.isSyn());
        }
        assertEquals(List.of("0 0 0 true", "0 0 2 false", "0 4 2 false", "0 2 2 false", "0 1 2 false", "0 6 0 false",
            "none", "none"), told);
    }

    @Test
    void wrongUseIsRefused()
    {
        final TcpStreams streams = new TcpStreams(new Recorder());
        assertThrows(IndexOutOfBoundsException.class, () -> streams.packet(1, new byte[10], 5, 6, 6));
        assertThrows(NullPointerException.class, () -> new TcpStreams(null));
    }

    /** Also acknowledgments before the bytes that they are of. */
    @Test
    void packetsOfOneMillisecondComeInAnyOrder()
    {
        for (int seed = 0; seed < 200; seed++)
        {
            final Random random = new Random(seed);
            final int window = 2 + random.nextInt(20);
            final List<Packet> packets = new ArrayList<>(REAL);
            for (int at = 0; at < packets.size(); at += window)
            {
                Collections.shuffle(packets.subList(at, Math.min(packets.size(), at + window)), random);
            }
            packets.sort(Comparator.comparing(packet -> (packet.flags() & Packet.SYN) == 0));
            final Recorder recorder = new Recorder();
            final TcpStreams streams = new TcpStreams(recorder);
            for (int at = 0; at < packets.size(); at++)
            {
                final Packet packet = packets.get(at);
                streams.packet(packet.linkType(), packet.bytes(), 0, packet.bytes().length, packet.wireLength(),
                    1_000_000 + at * 999 / (2 * window));
            }
            streams.end();
            recorder.assertComplete();
        }
    }

    /** What the receiver has is not sent again: a hole that it has acknowledged a while ago holds nothing up. */
    @Test
    void anAcknowledgedHoleIsGivenUp()
    {
        int held = 0;
        int left = 0;
        for (final Packet missing : REAL)
        {
            final Recorder recorder = new Recorder();
            final TcpStreams streams = new TcpStreams(recorder);
            long time = 0;
            long most = 0;
            for (final Packet packet : REAL)
            {
                time += 2_000;
                if (packet != missing)
                {
                    streams.packet(packet.linkType(), packet.bytes(), 0, packet.bytes().length, packet.wireLength(),
                        time);
                    most = Math.max(most, streams.held());
                }
            }
            held += most > 0 ? 1 : 0;
            // Where no packet of the connection comes behind the acknowledgment, or not a millisecond later.
            left += streams.held() > 0 ? 1 : 0;
            streams.end();
            final Recorder untimed = Recorder.of(REAL.stream().filter(packet -> packet != missing).toList());
            assertEquals(untimed.streams.stream().map(stream -> stream.text.toString()).sorted().toList(),
                recorder.streams
                    .stream().map(stream -> stream.text.toString()).sorted().toList());
        }
        assertTrue(held > 10 && left <= held / 5, left + " of " + held);
    }

    /** Of ports that are used again the SYN may be missing; late packets of the stream before begin nothing. */
    @Test
    void aNumberFarAwayFromAStreamThatEndedIsOfAnotherOne()
    {
        final int far = 2 * TcpStreams.MAX_WAITING;
        assertEquals(List.of("ab", "cd"), read(syn(0), text(1, "ab"), fin(3), text(far, "cd")));
        assertEquals(List.of("ab", "cd"), read(syn(0), text(1, "ab"), fin(3), text(-far, "cd")));
        assertEquals(List.of("ab", "cd"), read(syn(-2), text(-1, "ab"), fin(1), text(Integer.MAX_VALUE, "cd")));
        assertEquals(List.of("ab"),
            read(syn(-2), text(-1, "ab"), fin(1), text(-1, "ab"), text(0, "b"), text(1, "x"), text(9,
                "x")));
    }
}
