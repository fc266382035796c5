package io.skim.store.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.skim.store.capture.Recorder.Recorded;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Any segments of a stream, in any order, against a map of which bytes they cover.
 */
class TcpStreamsPropertyTest
{
    private static final int PORTS = 1 << 16 | 2;

    @Property(tries = 2_000)
    void givesAllBytesThatASegmentHasAndTellsOfTheOthers(@ForAll final long seed, @ForAll final int first)
    {
        final Random random = new Random(seed);
        final byte[] sent = new byte[1 + random.nextInt(2_000)];
        random.nextBytes(sent);
        final BitSet covered = new BitSet();
        final List<Packet> packets = new ArrayList<>();
        final int count = 1 + random.nextInt(60);
        for (int i = 0; i < count; i++)
        {
            final int from = random.nextInt(sent.length);
            final int to = from + 1 + random.nextInt(Math.min(sent.length - from, 1 + random.nextInt(400)));
            covered.set(from, to);
            packets.add(Packet.of(7, PORTS, first + 1 + from, Packet.ACK, Arrays.copyOfRange(sent, from, to)));
        }
        final boolean fin = random.nextBoolean();
        if (fin)
        {
            packets.add(Packet.of(7, PORTS, first + 1 + sent.length, Packet.FIN));
        }
        Collections.shuffle(packets, random);
        packets.add(0, Packet.of(7, PORTS, first, Packet.SYN));

        final Recorded stream = Recorder.of(packets).only("0.0.0.7:1>10.0.0.2:2");
        final int end = fin ? sent.length : covered.length();
        final StringBuilder expected = new StringBuilder();
        for (int at = 0; at < end;)
        {
            final int hole = Math.min(end, covered.nextClearBit(at));
            expected.append(new String(sent, at, hole - at, StandardCharsets.ISO_8859_1));
            final int next = covered.nextSetBit(hole);
            at = next < 0 ? end : next;
            expected.append(at > hole ? " lost " + (at - hole) + " at " + hole + " " : "");
        }
        assertEquals(expected.toString(), stream.text.toString());
    }
}
