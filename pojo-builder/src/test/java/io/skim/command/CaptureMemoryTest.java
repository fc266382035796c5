package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import com.sun.management.ThreadMXBean;
import io.skim.scan.testing.Frames;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the commands hold of captures with many connections.
 */
class CaptureMemoryTest
{
    private static final int SYN = 2;
    private static final int ACK = 16;
    private static final int HEADERS = 40;
    private static final int SEGMENT = 60_000;

    private static byte[] fileHeader()
    {
        return ByteBuffer.allocate(24).putInt(0xA1B2C3D4).putShort((short)2).putShort((short)4).putLong(0)
            .putInt(262_144)
            .putInt(101).array();
    }

    /** A record with a raw IPv4 packet of a connection. */
    private static byte[] record(final int connection, final int sequence, final int flags, final byte[] payload)
    {
        final int length = HEADERS + payload.length;
        final ByteBuffer packet = ByteBuffer.allocate(16 + length).putLong(0).putInt(length).putInt(length);
        packet.putShort((short)0x4500).putShort((short)length).putInt(0).put((byte)64).put((byte)6).putShort((short)0);
        packet.putInt(0x0A00_0000 | connection).putInt(0x0B00_0001).putShort((short)40_000).putShort((short)10_911);
        packet.putInt(sequence).putInt(0).put((byte)0x50).put((byte)flags).putShort((short)0).putInt(0).put(payload);
        return packet.array();
    }

    private static Stream<byte[]> connection(final int connection, final byte[] bytes)
    {
        return Stream.concat(Stream.of(record(connection, 0, SYN, new byte[0])),
            IntStream.rangeClosed(0, (bytes.length - 1) / SEGMENT)
                .mapToObj(k -> record(connection, 1 + k * SEGMENT, ACK,
                    Arrays.copyOfRange(bytes, k * SEGMENT, Math.min(bytes.length, (k + 1) * SEGMENT)))));
    }

    /** The capture is made while it is read. */
    private static InputStream capture(final int connections, final byte[] bytes)
    {
        final Iterator<byte[]> parts = Stream.concat(Stream.of(fileHeader()),
            IntStream.range(0, connections).boxed().flatMap(k -> connection(k, bytes))).iterator();
        return new SequenceInputStream(new Enumeration<>()
        {
            @Override
            public boolean hasMoreElements()
            {
                return parts.hasNext();
            }

            @Override
            public InputStream nextElement()
            {
                return new ByteArrayInputStream(parts.next());
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"decode --messages", "rewrite --set a=b", "filter --code 310", "stats"})
    void aConnectionBetweenTwoFramesTakesLittle(final String command)
    {
        final byte[] frame = Frames.binary(310, null, "body", "a", "G", "b", "T");
        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        final long before = threads.getCurrentThreadAllocatedBytes();
        final Run run = Run.skim(capture(2_000, frame), command.split(" "));
        final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertEquals(0, run.status, run.told);
        assertTrue(allocated < 40_000_000, allocated + " bytes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"decode --messages", "rewrite --set a=b", "filter --code 320"})
    void framesThatAreNotCompleteTakeALimitedAmountTogether(final String command)
    {
        final byte[] frame = Frames.binary(320, null, "x".repeat(12 << 20), "a", "G", "b", "T");
        final byte[] part = Arrays.copyOf(frame, frame.length - 1);
        final int connections = 16;
        final Run run = Run.skim(capture(connections, part), command.split(" "));
        assertEquals(1, run.status);
        assertEquals(connections, run.err.size());
        int limited = 0;
        for (final String error : run.err)
        {
            limited += "CAPTURE_LIMIT".equals(JSON.parseObject(error).get("error")) ? 1 : 0;
        }
        final int most = CaptureReading.MAX_HELD / (12 << 20);
        assertTrue(limited >= connections - most && limited < connections, limited + " of " + connections);
    }
}
