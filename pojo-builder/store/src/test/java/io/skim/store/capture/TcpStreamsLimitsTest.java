package io.skim.store.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.store.capture.Recorder.Recorded;
import org.junit.jupiter.api.Test;

/**
 * What captures cannot make the reassembly keep.
 */
class TcpStreamsLimitsTest
{
    private static final int PORTS = 1 << 16 | 2;

    private final Recorder recorder = new Recorder(false);
    private final TcpStreams streams = new TcpStreams(recorder);

    private void send(final int host, final int sequence, final int flags, final byte... payload)
    {
        Packet.of(host, PORTS, sequence, flags, payload).to(streams);
    }

    /** Behind a hole of one byte. */
    private void open(final int host)
    {
        send(host, -1, Packet.SYN);
        send(host, 0, Packet.ACK, (byte)1);
    }

    private Recorded stream(final int host)
    {
        return recorder.only("0.0." + (host >> 8) + '.' + (host & 0xFF) + ":1>10.0.0.2:2");
    }

    @Test
    void aHoleIsLostWhenTooManySegmentsWaitBehindIt()
    {
        open(1);
        for (int i = 0; i < TcpStreams.MAX_SEGMENTS; i++)
        {
            send(1, 2 + 2 * i, Packet.ACK, (byte)1);
        }
        assertFalse(stream(1).ended);
        assertEquals(TcpStreams.MAX_SEGMENTS * (1L + Waiting.OVERHEAD), streams.held());
        send(1, 9_000, Packet.ACK, (byte)1);
        assertEquals(1, stream(1).lostAt);
        assertEquals(1, stream(1).missing);
        assertEquals(1, stream(1).holes);
        assertFalse(stream(1).ended);
        assertEquals(2, stream(1).length);
        assertEquals(TcpStreams.MAX_SEGMENTS * (1L + Waiting.OVERHEAD), streams.held());
        // What fills the hole now is old.
        send(1, 1, Packet.ACK, (byte)1);
        assertEquals(2, stream(1).length);
        send(1, 9_001, Packet.FIN, (byte)1);
        streams.end();
        assertEquals(TcpStreams.MAX_SEGMENTS + 3, stream(1).length);
        assertEquals(1, recorder.streams.size());
    }

    @Test
    void aHoleIsLostWhenTooManyBytesWaitBehindIt()
    {
        open(1);
        final byte[] payload = new byte[32_768];
        for (int i = 0; i < TcpStreams.MAX_WAITING / payload.length; i++)
        {
            send(1, 2 + i * payload.length, Packet.ACK, payload);
        }
        assertFalse(stream(1).ended);
        send(1, 2 + TcpStreams.MAX_WAITING, Packet.ACK, (byte)1);
        assertFalse(stream(1).ended);
        assertEquals(1, stream(1).missing);
        assertEquals(1 + TcpStreams.MAX_WAITING + 1, stream(1).length);
        assertEquals(0, streams.held());
    }

    @Test
    void aHoleThatIsFilledAtTheLimitIsNotLost()
    {
        open(1);
        final byte[] payload = new byte[32_768];
        for (int i = 0; i < TcpStreams.MAX_WAITING / payload.length; i++)
        {
            send(1, 2 + i * payload.length, Packet.ACK, payload);
        }
        send(1, 1, Packet.ACK, payload);
        assertEquals(0, streams.held());
        assertEquals(2 + TcpStreams.MAX_WAITING, stream(1).length);
        assertFalse(stream(1).ended);
    }

    /** A gap-filling packet over many waiting ones is split into many; they are counted all the same. */
    @Test
    void aSegmentOverManyGapsIsCounted()
    {
        open(1);
        for (int i = 0; i < TcpStreams.MAX_SEGMENTS; i++)
        {
            send(1, 3 + 2 * i, Packet.ACK, (byte)1);
        }
        send(1, 2, Packet.ACK, new byte[4_000]);
        assertFalse(stream(1).ended);
        assertEquals(1, stream(1).missing);
        assertEquals(4_001, stream(1).length);
        assertEquals(0, streams.held());
    }

    @Test
    void allDirectionsTogetherHaveALimitThatTheFullestPaysFor()
    {
        final byte[] payload = new byte[16_384];
        open(1);
        send(1, 2, Packet.ACK, (byte)1);
        long most = 0;
        for (int host = 2; host < 2_000; host++)
        {
            open(host);
            for (int i = 0; i < 3 + host % 20; i++)
            {
                send(host, 2 + i * payload.length, Packet.ACK, payload);
                most = Math.max(most, streams.held());
                assertTrue(streams.held() <= TcpStreams.MAX_HELD);
            }
        }
        assertTrue(most > TcpStreams.MAX_HELD - 100_000, "the limit was near: " + most);
        assertFalse(stream(1).ended, "the one with least waiting is kept");
        assertTrue(recorder.streams.stream().allMatch(stream -> stream.missing == stream.holes && !stream.ended));
        assertTrue(recorder.streams.stream().filter(stream -> stream.holes == 1).count() > 500);
        send(1, 1, Packet.ACK, (byte)1);
        assertEquals(3, stream(1).length);
        streams.end();
        assertEquals(0, streams.held());
    }

    @Test
    void smallSegmentsCountWithWhatItTakesToKeepThem()
    {
        for (int host = 1; host < 1_000; host++)
        {
            open(host);
            for (int i = 0; i < 1_000; i++)
            {
                send(host, 2 + 2 * i, Packet.ACK, (byte)1);
            }
            assertTrue(streams.held() <= TcpStreams.MAX_HELD);
        }
        assertTrue(recorder.streams.stream().anyMatch(stream -> stream.holes == 1_000),
            "a million bytes reach the limit");
    }

    @Test
    void theDirectionWithoutAPacketForLongestEnds()
    {
        for (int host = 0; host < TcpStreams.MAX_DIRECTIONS; host++)
        {
            open(host);
        }
        send(0, 1, Packet.ACK, (byte)1);
        send(2, 2, Packet.ACK, (byte)1);
        send(1, 2, Packet.ACK, (byte)1);
        assertEquals(TcpStreams.MAX_DIRECTIONS, streams.directions());
        open(TcpStreams.MAX_DIRECTIONS);
        assertEquals(TcpStreams.MAX_DIRECTIONS, streams.directions());
        assertTrue(stream(3).ended);
        assertEquals(-1, stream(3).lostAt);
        assertEquals(1, recorder.streams.stream().filter(stream -> stream.ended).count());
        for (int host = 20_000; host < 20_000 + TcpStreams.MAX_DIRECTIONS - 2; host++)
        {
            open(host);
        }
        assertTrue(stream(0).ended);
        assertEquals(-1, stream(0).lostAt);
        assertTrue(stream(2).ended);
        assertEquals(1, stream(2).missing);
        assertFalse(stream(1).ended);
        // What was ended for others can begin in its middle.
        send(0, 2, Packet.ACK, (byte)1);
        assertEquals(2, recorder.streams.stream().filter(s -> s.connection.startsWith("0.0.0.0:")).count());
    }

    @Test
    void remembersABoundedNumberOfDirectionsThatEnded()
    {
        for (int host = 0; host < 40_000; host++)
        {
            open(host);
            send(host, 1, Packet.FIN);
        }
        assertEquals(0, streams.directions());
        assertEquals(TcpStreams.MAX_DIRECTIONS, streams.remembered());
        send(39_999, 1, Packet.ACK, (byte)1);
        assertEquals(40_000, recorder.streams.size());
    }

    @Test
    void aFloodOfSynsKeepsNoMoreThanTheLimit()
    {
        for (int host = 0; host < 100_000; host++)
        {
            send(host, host, Packet.SYN);
        }
        assertEquals(TcpStreams.MAX_DIRECTIONS, streams.directions());
        assertEquals(0, streams.remembered());
        streams.end();
        assertTrue(recorder.streams.isEmpty());
    }
}
