package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import io.skim.scan.testing.Frames;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Captures that lack packets which the receiver has: the frames behind are told at their time, and paired. */
class LossyCapturesTest
{
    private static final int EXCHANGES = 40;
    private static final int LOST = 3;
    private static final long BETWEEN = 100_000;
    private static final int LATENCY = 250;
    private static final int SYN = 2;
    private static final int ACK = 16;
    /** In a record. */
    private static final int ACKNOWLEDGED = 16 + 20 + 8;

    private static byte[] record(final boolean answer, final int sequence, final int acknowledged, final int flags,
        final long micros, final byte[] payload)
    {
        final byte[] record = PairsTest.record(answer, sequence, flags, micros, payload);
        ByteBuffer.wrap(record).putInt(ACKNOWLEDGED, acknowledged);
        return record;
    }

    /** As if a snap length had cut off so many bytes. */
    private static byte[] cut(final byte[] record, final int bytes)
    {
        final byte[] cut = java.util.Arrays.copyOf(record, record.length - bytes);
        ByteBuffer.wrap(cut).putInt(8, cut.length - 16);
        return cut;
    }

    /** Requests that are answered, each before the next one; of some, all or the last bytes are missing. */
    private static byte[] capture(final List<Integer> missing, final int bytes)
    {
        final ByteArrayOutputStream capture = new ByteArrayOutputStream();
        capture.writeBytes(Pcap.fileHeader());
        capture.writeBytes(record(false, 0, 0, SYN, 1, new byte[0]));
        capture.writeBytes(record(true, 0, 1, SYN | ACK, 2, new byte[0]));
        int client = 1;
        int server = 1;
        for (int k = 0; k < EXCHANGES; k++)
        {
            final byte[] request = Frames.json(("{\"code\":105,\"opaque\":" + k + "}").getBytes(), new byte[300]);
            final byte[] response = Frames.json("{\"code\":0,\"flag\":1,\"opaque\":" + k + "}");
            final byte[] sent = record(false, client, server, ACK, (k + 1) * BETWEEN, request);
            if (!missing.contains(k))
            {
                capture.writeBytes(sent);
            }
            else if (bytes < request.length)
            {
                capture.writeBytes(cut(sent, bytes));
            }
            client += request.length;
            capture.writeBytes(record(true, server, client, ACK, (k + 1) * BETWEEN + LATENCY, response));
            server += response.length;
        }
        return capture.toByteArray();
    }

    private static List<JSONObject> decode(final byte[] capture, final int losses)
    {
        final Run run = Run.skim(capture, "decode");
        assertEquals(losses, run.err.size(), run.told);
        assertTrue(run.err.stream().allMatch(line -> line.contains("SEGMENT_LOST")), run.told);
        return run.out.stream().map(JSON::parseObject).toList();
    }

    /** A whole packet, or its end. */
    @ParameterizedTest
    @ValueSource(ints = {1_000, 1, 200})
    void whatIsBehindALossIsToldAtItsTimeAndPaired(final int bytes)
    {
        final List<Integer> latencies = new ArrayList<>();
        long before = 0;
        for (final JSONObject frame : decode(capture(List.of(LOST), bytes), 1))
        {
            final long time = java.time.Instant.parse(frame.getString("time")).toEpochMilli();
            assertTrue(time >= before, "frames come in their order");
            before = time;
            if (frame.containsKey("latencyMicros"))
            {
                latencies.add(frame.getIntValue("latencyMicros"));
            }
        }
        assertEquals(java.util.Collections.nCopies(EXCHANGES - 1, LATENCY), latencies);
    }

    /** With a snap length that cuts all requests nothing of them can be paired, but all answers are told. */
    @Test
    void aSnapLengthBelowThePacketsLosesNoAnswer()
    {
        final List<Integer> all = IntStream.range(0, EXCHANGES).boxed().toList();
        final Run run = Run.skim(capture(all, 100), "decode");
        assertEquals(EXCHANGES, run.out.size());
        assertEquals(1, run.status);
    }

    /** The network lost it: it was not acknowledged, and comes again. */
    @Test
    void whatIsSentAgainIsNoLoss()
    {
        final byte[] first = Frames.json("{\"code\":105,\"opaque\":1}");
        final byte[] second = Frames.json("{\"code\":105,\"opaque\":2}");
        final byte[] answer = Frames.json("{\"code\":0,\"flag\":1,\"opaque\":9}");
        final byte[] capture = Frames.join(Pcap.fileHeader(), record(false, 0, 0, SYN, 1, new byte[0]),
            record(true, 0, 1,
                SYN | ACK, 2, new byte[0]),
            record(false, 1 + first.length, 1, ACK, 100_000, second), record(true, 1, 1, ACK,
                100_100, answer),
            record(true, 1 + answer.length, 1, ACK, 300_000, answer), record(false, 1, 1, ACK,
                400_000, first));
        assertEquals(List.of(9, 9, 1, 2), decode(capture, 0).stream().map(frame -> frame.get("opaque")).toList());
    }

    /** An acknowledgment that was captured just before the packet that it is of. */
    @Test
    void aPacketThatComesALittleLateIsNoLoss()
    {
        final byte[] first = Frames.json("{\"code\":105,\"opaque\":1}");
        final byte[] second = Frames.json("{\"code\":105,\"opaque\":2}");
        final int sent = 1 + first.length + second.length;
        final byte[] capture = Frames.join(Pcap.fileHeader(), record(false, 0, 0, SYN, 1, new byte[0]),
            record(true, 0, 1,
                SYN | ACK, 2, new byte[0]),
            record(false, 1 + first.length, 1, ACK, 100_000, second), record(true, 1, sent,
                ACK, 100_300, new byte[0]),
            record(false, 1, 1, ACK, 100_600, first));
        assertEquals(List.of(1, 2), decode(capture, 0).stream().map(frame -> frame.get("opaque")).toList());
    }
}
