package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.skim.pojo.RemotingHeader;
import io.skim.pojo.RemotingHeaderReader;
import io.skim.scan.FrameView;
import io.skim.scan.Strictness;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.Settings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Headers that {@code skim decode} writes from their bytes: the same as those that are read into objects.
 */
class HeaderJsonTest
{
    private static final JsonFactory JSON = new JsonFactory();
    private static final int SYN = 2;
    private static final int ACK = 16;

    private final RemotingHeaderReader lenient = new RemotingHeaderReader(RemotingDecoder.LIMITS, Strictness.LENIENT);
    private final FrameView view = new FrameView(RemotingDecoder.LIMITS);

    /** Names and values as they are printed, in their order; null if there is no map. */
    private static List<String> printed(final String line) throws IOException
    {
        try (JsonParser json = JSON.createParser(line))
        {
            json.nextToken();
            while (!"extFields".equals(json.nextFieldName()))
            {
                json.nextToken();
                json.skipChildren();
            }
            if (json.nextToken() == JsonToken.VALUE_NULL)
            {
                return null;
            }
            final List<String> entries = new ArrayList<>();
            while (json.nextToken() == JsonToken.FIELD_NAME)
            {
                entries.add(json.currentName());
                entries.add(json.nextTextValue());
            }
            return entries;
        }
    }

    private List<String> read(final byte[] frame)
    {
        final RemotingHeader header = lenient.read(view.wrap(frame));
        if (header.extFields() == null)
        {
            return null;
        }
        final List<String> entries = new ArrayList<>();
        header.extFields().forEach((name, value) -> {
            entries.add(name == null ? "" : name);
            entries.add(value);
        });
        return entries;
    }

    private void check(final List<byte[]> frames) throws IOException
    {
        final Run run = Run.skim(Frames.join(frames.toArray(byte[][]::new)), "decode", "--lenient");
        assertEquals(List.of(), run.err);
        assertEquals(frames.size(), run.out.size());
        for (int i = 0; i < frames.size(); i++)
        {
            assertEquals(read(frames.get(i)), printed(run.out.get(i)), new String(frames.get(i),
                StandardCharsets.ISO_8859_1));
        }
    }

    private static byte[] json(final String entries)
    {
        return Frames.json("{\"code\":10,\"opaque\":1,\"extFields\":" + entries + "}");
    }

    @Test
    void equalNamesAreOneMember() throws IOException
    {
        final String many = IntStream.range(0, 50).mapToObj(k -> "\"n" + k % 40 + "\":\"" + k + "\"").collect(Collectors
            .joining(",", "{", "}"));
        check(List.of(json("{\"a\":\"1\",\"b\":\"2\",\"a\":\"3\"}"), json("{\"a\":\"1\",\"\\u0061\":\"3\"}"),
            json(many),
            Frames.binary(10, null, "", "a", "1", "b", "2", "a", "3"), Frames.binary(10, null, "", "", "1", "b", "2",
                "", "3")));
    }

    @Test
    void namesAndValuesOfAllKindsAreTheirTexts() throws IOException
    {
        check(List.of(json("null"), json("{}"), json("{\"a\":null,\"b\":1.50,\"c\":true,\"d\":{\"e\":1},\"\":\"f\"}"),
            json("{\"a\":\"\\u0001x\\u0002\\n\\\"?\",\"\u4E2D\":\"\uD83D\uDE00\",\"h\":\"\\ud800\"}"),
            json("{\"" + "n".repeat(65) + "\":\"" + "v\\t".repeat(3_000) + "\"}"), Frames.binary(10, "\u00E9\u0001\"",
                "", "a\u0001\"", "\u0002\\\u4E2D", "b", ""),
            Frames.binary(10, null, "body")));
    }

    @Test
    void generatedHeadersAreThoseOfTheReader() throws IOException
    {
        final Random random = new Random(Settings.seed());
        final List<byte[]> frames = new ArrayList<>();
        for (int i = 0; i < 400; i++)
        {
            final String[] entries = new String[2 * random.nextInt(i % 10 == 0 ? 50 : 8)];
            for (int k = 0; k < entries.length; k++)
            {
                entries[k] = random.ints(random.nextInt(4), 0, 6).mapToObj(letter -> "ab\u00E9\u0001\"?".substring(
                    letter, letter + 1)).collect(Collectors.joining());
            }
            frames.add(i % 2 == 0 ? Frames.binary(10, null, "x", entries) : json(IntStream.range(0, entries.length / 2)
                .mapToObj(k -> quoted(entries[2 * k]) + ':' + quoted(entries[2 * k + 1])).collect(Collectors.joining(
                    ",", "{", "}"))));
        }
        check(frames);
    }

    private static String quoted(final String text)
    {
        return '"' + text.replace("\"", "\\\"").replace("\u0001", "\\u0001") + '"';
    }

    /** Connections whose frames overlap: the header of one stays while those of others come. */
    @Test
    void headersStayUntilTheirBodiesHaveCome() throws IOException
    {
        final int connections = 5;
        final List<byte[]> frames = new ArrayList<>();
        final List<List<byte[]>> parts = new ArrayList<>();
        for (int k = 0; k < connections; k++)
        {
            final byte[] frame = Frames.binary(310, "remark " + k, "b".repeat(20 + k), "b", "topic" + k, "e", String
                .valueOf(k));
            frames.add(frame);
            parts.add(List.of(Arrays.copyOf(frame, frame.length - 10 - k), Arrays.copyOfRange(frame, frame.length - 10
                - k, frame.length - 3), Arrays.copyOfRange(frame, frame.length - 3, frame.length)));
        }
        final ByteArrayOutputStream capture = new ByteArrayOutputStream();
        capture.writeBytes(Pcap.fileHeader());
        final int[] sent = new int[connections];
        for (int k = 0; k < connections; k++)
        {
            capture.writeBytes(Pcap.record(k, 0, SYN, new byte[0]));
        }
        final List<Integer> order = new ArrayList<>();
        for (int part = 0; part < 3; part++)
        {
            for (int k = 0; k < connections; k++)
            {
                final byte[] bytes = parts.get(k).get(part);
                capture.writeBytes(Pcap.record(k, 1 + sent[k], ACK, bytes));
                sent[k] += bytes.length;
                order.add(part == 2 ? k : -1);
            }
        }
        order.removeAll(Collections.singleton(-1));
        final Run run = Run.skim(capture.toByteArray(), "decode", "--lenient");
        assertEquals(List.of(), run.err);
        assertEquals(connections, run.out.size());
        for (int i = 0; i < connections; i++)
        {
            final String line = run.out.get(i);
            final int k = order.get(i);
            assertEquals(read(frames.get(k)), printed(line));
            assertTrue(line.contains("\"remark\":\"remark " + k + '"') && line.contains("\"topic\":\"topic" + k + '"')
                && line.contains("\"queueId\":" + k + '}'), line);
            assertEquals(ByteBuffer.wrap(frames.get(k)).getInt(), Integer.parseInt(line.replaceAll(
                ".*\"frameLength\":(\\d+).*", "$1")));
        }
    }
}
