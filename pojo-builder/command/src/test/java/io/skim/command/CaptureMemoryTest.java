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
    private static final int SEGMENT = 60_000;

    /** The capture is made while it is read. */
    private static InputStream capture(final int connections, final byte[] bytes)
    {
        final Iterator<byte[]> parts = Stream.concat(Stream.of(Pcap.fileHeader()),
            IntStream.range(0, connections).boxed().flatMap(k -> Pcap.connection(k, bytes, SEGMENT))).iterator();
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

    private static boolean isAmqp(final String command)
    {
        return command.contains("amqp");
    }

    @ParameterizedTest
    @ValueSource(strings = {"decode --messages", "rewrite --set a=b", "filter --code 310", "stats",
        "decode --format amqp-messages", "rewrite --format amqp-messages --set header.ttl=1",
        "filter --format amqp-messages --where JMSPriority>1"})
    void aConnectionBetweenTwoFramesTakesLittle(final String command)
    {
        final byte[] frame = isAmqp(command) ? CapturedMessagesTest.transfer(0, 0, 0, false, Frames.hex("00537045"))
            : Frames.binary(310, null, "body", "a", "G", "b", "T");
        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        final long before = threads.getCurrentThreadAllocatedBytes();
        final Run run = Run.skim(capture(2_000, frame), command.split(" "));
        final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertEquals(0, run.status, run.told);
        assertTrue(allocated < 40_000_000, allocated + " bytes");
    }

    /** Transfers of a delivery that goes on. */
    private static byte[] unfinished()
    {
        return Frames.join(IntStream.range(0, 12).mapToObj(k -> CapturedMessagesTest.transfer(0, 0, 0, true,
            new byte[1 << 20])).toArray(byte[][]::new));
    }

    @ParameterizedTest
    @ValueSource(
        strings = {"decode --messages", "rewrite --set a=b", "filter --code 320", "decode --format amqp-messages"})
    void framesThatAreNotCompleteTakeALimitedAmountTogether(final String command)
    {
        final byte[] frame = Frames.binary(320, null, "x".repeat(12 << 20), "a", "G", "b", "T");
        final byte[] part = isAmqp(command) ? unfinished() : Arrays.copyOf(frame, frame.length - 1);
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
