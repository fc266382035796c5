package io.skim.command.capture;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.skim.command.capture.Recorder.Recorded;
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
    void givesTheBytesUpToTheFirstThatNoSegmentHas(@ForAll final long seed, @ForAll final int first)
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
        final int whole = covered.nextClearBit(0);
        final int next = covered.nextSetBit(whole);
        final int behind = next >= 0 ? next : fin ? sent.length : whole;
        assertArrayEquals(Arrays.copyOf(sent, whole), stream.bytes.toByteArray());
        assertEquals(behind > whole ? whole : -1, stream.lostAt);
        assertEquals(behind - whole, stream.missing);
    }
}
