package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import io.skim.scan.testing.Frames;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Times of captures, and requests with their responses.
 */
class PairsTest
{
    private static final int SYN = 2;
    private static final int ACK = 16;

    /** Of each request of {@link #exchange}, in bytes. */
    static final int REQUEST_LENGTH = request(7, "A").length;

    /** A record of a connection of client 40000 and server 10911, in one direction or the other, at some microsecond. */
    static byte[] record(final boolean answer, final int sequence, final int flags, final long micros,
        final byte[] payload)
    {
        final byte[] record = Pcap.record(0, sequence, flags, payload);
        final ByteBuffer bytes = ByteBuffer.wrap(record);
        bytes.putInt(0, (int)(micros / 1_000_000)).putInt(4, (int)(micros % 1_000_000));
        if (answer)
        {
            final int client = bytes.getInt(16 + 12);
            bytes.putInt(16 + 12, bytes.getInt(16 + 16)).putInt(16 + 16, client);
            bytes.putShort(16 + 20, (short)10_911).putShort(16 + 22, (short)40_000);
        }
        return record;
    }

    static byte[] request(final int opaque, final String topic)
    {
        return Frames.json("{\"code\":105,\"opaque\":" + opaque + ",\"extFields\":{\"topic\":\"" + topic + "\"}}");
    }

    private static byte[] response(final int opaque, final int code)
    {
        return Frames.json("{\"code\":" + code + ",\"flag\":1,\"opaque\":" + opaque + "}");
    }

    /** Two requests, answered in the other order. */
    static byte[] exchange()
    {
        final byte[] first = request(7, "A");
        final byte[] second = request(8, "B");
        final byte[] answer = response(8, 0);
        return Frames.join(Pcap.fileHeader(), record(false, 0, SYN, 1_000_000, new byte[0]), record(true, 0, SYN | ACK,
            1_000_001, new byte[0]), record(false, 1, ACK, 2_000_000, first),
            record(false, 1 + first.length, ACK,
                2_000_100, second),
            record(true, 1, ACK, 2_000_350, answer), record(true, 1 + answer.length, ACK,
                3_250_000, response(7, 17)));
    }

    private static List<JSONObject> decode(final byte[] capture)
    {
        final Run run = Run.skim(capture, "decode");
        assertEquals(List.of(), run.err);
        return run.out.stream().map(JSON::parseObject).collect(Collectors.toList());
    }

    @Test
    void aResponseTellsItsRequestAndHowLongItTook()
    {
        final List<JSONObject> lines = decode(exchange());
        assertEquals("1970-01-01T00:00:02.000000Z", lines.get(0).get("time"));
        assertFalse(lines.get(0).containsKey("request"));
        assertEquals("1970-01-01T00:00:02.000350Z", lines.get(2).get("time"));
        assertEquals(JSON.parseObject("{\"i\":1,\"code\":105,\"codeName\":\"GET_ROUTEINFO_BY_TOPIC\",\"topic\":\"B\"}"),
            lines.get(2).get("request"));
        assertEquals(250, lines.get(2).get("latencyMicros"));
        assertEquals("A", lines.get(3).getJSONObject("request").get("topic"));
        assertEquals(1_250_000, lines.get(3).get("latencyMicros"));
    }

    @Test
    void aFileOfFramesHasNeither()
    {
        for (final JSONObject line : decode(Frames.join(request(1, "A"), response(1, 0))))
        {
            assertNull(line.get("time"));
            assertNull(line.get("request"));
        }
    }

    @Test
    void aResponseIsNotPairedWithARequestOfAnotherConnection()
    {
        final byte[] first = request(7, "A");
        final List<JSONObject> lines = decode(Frames.join(Pcap.fileHeader(), record(false, 0, SYN, 1, new byte[0]),
            record(false, 1, ACK, 2, first), record(false, 900_000, SYN, 3, new byte[0]), record(true, 0, SYN | ACK, 4,
                new byte[0]),
            record(true, 1, ACK, 5, response(7, 0))));
        assertEquals(2, lines.size());
        assertFalse(lines.get(1).containsKey("request"));
    }

    @Test
    void manyRequestsWithoutAnswerTakeLimitedRoom()
    {
        final OpenRequests open = new OpenRequests();
        final Source source = new Source(null, "a>b", 6);
        for (int k = 0; k < OpenRequests.MOST + 10; k++)
        {
            open.sent(source, k, new SentRequest(k, 10, null, k));
        }
        assertEquals(OpenRequests.MOST, open.size());
        assertEquals(10, open.forgotten());
        assertNull(open.answered(new Source(null, "b>a", 7), 9));
        assertEquals(10, open.answered(new Source(null, "b>a", 7), 10).i());
        assertNull(open.answered(new Source(null, "b>a", 7), 10));
    }

    /** As many are told of as are known, and that there were more. */
    @Test
    void statisticsSayThatTheyHaveForgottenRequests()
    {
        final int count = OpenRequests.MOST + 3;
        final byte[] requests =
            Frames.join(IntStream.range(0, count).mapToObj(k -> request(k, "A")).toArray(byte[][]::new));
        final byte[] few = Pcap.of(List.of(Arrays.copyOf(requests, 2 * REQUEST_LENGTH)), 10_000);
        final byte[] many = Pcap.of(List.of(requests), 10_000);
        final JSONObject known = JSON.parseObject(Run.skim(few, "stats", "--json").out.get(0));
        assertEquals(2, known.get("unanswered"));
        assertFalse(known.containsKey("forgotten"));
        assertTrue(Run.skim(few, "stats").out.contains("unanswered    2"), Run.skim(few, "stats").out.toString());
        final JSONObject told = JSON.parseObject(Run.skim(many, "stats", "--json").out.get(0));
        assertEquals(OpenRequests.MOST, told.get("unanswered"));
        assertEquals(3, told.get("forgotten"));
        assertTrue(Run.skim(many, "stats").out.stream().anyMatch(line -> line.matches("unanswered +at least 65,536")));
    }

    @Test
    void statisticsOfFilesDoNotTellOfUnansweredRequests()
    {
        assertTrue(Run.skim(request(1, "A"), "stats").out.stream().noneMatch(line -> line.contains("unanswered")));
    }

    /** Both ends begin, and each answers the other one's SYN. */
    @Test
    void aConnectionThatBothEndsOpenIsOne()
    {
        final List<JSONObject> lines = decode(Frames.join(Pcap.fileHeader(), record(false, 0, SYN, 1, new byte[0]),
            record(true, 0, SYN, 2, new byte[0]), record(false, 0, SYN | ACK, 3, new byte[0]),
            record(true, 0, SYN | ACK, 4,
                new byte[0]),
            record(false, 1, ACK, 5, request(7, "A")), record(true, 1, ACK, 6, response(7, 0))));
        assertEquals(1, lines.get(1).get("latencyMicros"));
    }

    /** Which of two times is wrong is not known. */
    @Test
    void aClockThatWasSetBackTellsNoLatency()
    {
        final byte[] capture = Frames.join(Pcap.fileHeader(), record(false, 0, SYN, 9, new byte[0]),
            record(true, 0, SYN | ACK, 9, new byte[0]), record(false, 1, ACK, 9, request(7, "A")),
            record(true, 1, ACK, 8,
                response(7, 0)));
        final JSONObject answer = decode(capture).get(1);
        assertTrue(answer.containsKey("request"));
        assertFalse(answer.containsKey("latencyMicros"));
        final List<String> table = Run.skim(capture, "stats").out;
        assertTrue(table.stream().noneMatch(line -> line.startsWith("latency") || line.startsWith("slowest")), table
            .toString());
    }
}
