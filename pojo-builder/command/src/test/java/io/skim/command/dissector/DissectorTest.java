package io.skim.command.dissector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import io.skim.command.Conversations;
import io.skim.command.Run;
import io.skim.pojo.headers.HeaderField;
import io.skim.pojo.headers.HeaderType;
import io.skim.pojo.headers.HeaderTypes;
import io.skim.scan.remoting.RequestCode;
import io.skim.scan.remoting.ResponseCode;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code skim dissector}: what tshark names with it is compared with what {@code skim decode} names, frame by frame.
 */
class DissectorTest
{
    private static final int BROKER = 10_911;
    private static final long START = 1_700_000_000_000_000L;

    @TempDir
    Path folder;

    /** All captures, each as a connection of its own. */
    @Test
    void namesWhatDecodeNames() throws IOException, InterruptedException
    {
        Tshark.assume();
        final List<Path> captures = Captures.remoting();
        final Conversations conversations = new Conversations(BROKER);
        for (int k = 0; k < captures.size(); k++)
        {
            conversations.send(k, !captures.get(k).toString().contains("responses"), START + k * 1_000_000L, Files
                .readAllBytes(captures.get(k)));
        }
        final byte[] packets = conversations.toByteArray();
        final Run decoded = Run.skim(packets, "decode");
        assertEquals(List.of(), decoded.err);
        // JSON bodies are another test's.
        final List<JSONObject> frames = new Tshark(folder).frames(packets, "--disable-protocol", "json");
        assertEquals(decoded.out.size(), frames.size());
        for (int i = 0; i < frames.size(); i++)
        {
            final JSONObject expected = JSON.parseObject(decoded.out.get(i));
            final JSONObject frame = frames.get(i);
            compareFixedFields(expected, frame);
            assertEquals(shown(extFields(expected)), pairs(frame, "rocketmq.ext_fields", "rocketmq.ext"));
            compareTypedHeader(expected, frame);
            compareProperties(expected, frame);
        }
    }

    private static void compareFixedFields(final JSONObject expected, final JSONObject frame)
    {
        assertEquals(expected.getString("frameLength"), frame.getString("rocketmq.length"));
        assertEquals("JSON".equals(expected.getString("serializeType")) ? "0" : "1", frame.getString(
            "rocketmq.serialize_type"));
        assertEquals(expected.getString("code"), frame.getString("rocketmq.code"));
        assertEquals(expected.getString("codeName"), frame.getString("rocketmq.code_name"));
        if (expected.getString("language") == null)
        {
            assertTrue(frame.getString("rocketmq.language").startsWith("unknown ("), frame.toString());
        }
        else
        {
            assertEquals(expected.getString("language"), frame.getString("rocketmq.language"));
        }
        assertEquals(expected.getString("version"), frame.getString("rocketmq.version"));
        assertEquals(expected.getString("opaque"), frame.getString("rocketmq.opaque"));
        assertEquals(expected.getString("flag"), frame.getString("rocketmq.flag"));
        final JSONObject flag = frame.getJSONObject("rocketmq.flag_tree");
        assertEquals(expected.getBoolean("response"), flag.getBoolean("rocketmq.response"));
        assertEquals(expected.getBoolean("oneway"), flag.getBoolean("rocketmq.oneway"));
        assertEquals(expected.getString("remark"), frame.getString("rocketmq.remark"));
        assertEquals(expected.getString("bodyLength"), frame.getString("rocketmq.body_length"));
        final CRC32 crc = new CRC32();
        crc.update(HexFormat.ofDelimiter(":").parseHex(frame.getOrDefault("rocketmq.body", "").toString()));
        assertEquals(expected.getLongValue("bodyCrc32"), crc.getValue());
        assertFalse(frame.toString().contains("_ws.malformed"), frame.toString());
    }

    /** Names and values under a branch, the last of each name. */
    private static Map<String, String> pairs(final JSONObject frame, final String branch, final String field)
    {
        final Map<String, String> pairs = new TreeMap<>();
        final JSONObject tree = frame.getJSONObject(branch);
        if (tree != null)
        {
            for (final Object each : Tshark.list(tree.get(field + "_tree")))
            {
                final JSONObject entry = (JSONObject)each;
                pairs.put(entry.getString(field + ".name"), entry.getString(field + ".value"));
            }
        }
        return pairs;
    }

    /** As tshark prints texts: as those of C, which end at U+0000. */
    private static Map<String, String> shown(final Map<String, String> texts)
    {
        texts.replaceAll(
            (name, text) -> text == null || text.indexOf(0) < 0 ? text : text.substring(0, text.indexOf(0)));
        return texts;
    }

    private static Map<String, String> extFields(final JSONObject expected)
    {
        final Map<String, String> fields = new TreeMap<>();
        final JSONObject map = expected.getJSONObject("extFields");
        if (map != null)
        {
            map.forEach((name, value) -> fields.put(name, value == null ? null : value.toString()));
        }
        return fields;
    }

    private static void compareTypedHeader(final JSONObject expected, final JSONObject frame)
    {
        final JSONObject tree = frame.getJSONObject("rocketmq.header");
        final JSONObject header = expected.getJSONObject("header");
        if (expected.getBooleanValue("response"))
        {
            return;
        }
        if (header == null)
        {
            assertTrue(tree == null || !tree.containsKey("rocketmq.header_type"), frame.toString());
            return;
        }
        final HeaderType<?> type = HeaderTypes.ofRequest(expected.getIntValue("code"));
        final Map<String, String> fields = extFields(expected);
        final Map<String, String> named = new TreeMap<>();
        final Map<String, String> dissected = new TreeMap<>();
        for (final HeaderField field : type.fields())
        {
            // Others have the value of a new header, which does not stand on the wire.
            if (fields.get(field.key()) != null)
            {
                named.put(field.name(), header.getString(field.name()));
            }
            final String value = tree.getString("rocketmq.header." + field.name());
            if (value != null)
            {
                dissected.put(field.name(), "BOOLEAN".equals(field.type().name()) && value.matches("[01]") ? value
                    .equals("1") ? "true" : "false" : value);
            }
        }
        assertEquals(shown(named), dissected);
        // One class has both alphabets of send requests.
        assertEquals(header.getString("type"), HeaderTypes.named(tree.getString("rocketmq.header_type")).headerClass()
            .getSimpleName());
    }

    private static void compareProperties(final JSONObject expected, final JSONObject frame)
    {
        final int code = expected.getIntValue("code");
        final Map<String, String> fields = extFields(expected);
        final String packed = fields.get(!expected.getBooleanValue("response") && (code == 310 || code == 320
            || code == 325) ? "i" : "properties");
        final Map<String, String> properties = new TreeMap<>();
        for (final String part : packed == null ? new String[0] : packed.split("\u0002"))
        {
            final int end = part.indexOf('\u0001');
            if (end > 0 && end < part.length() - 1)
            {
                properties.put(part.substring(0, end), part.substring(end + 1));
            }
        }
        assertEquals(shown(properties), pairs(frame, "rocketmq.properties", "rocketmq.property"));
    }

    /** A request or response of a pair of captures, as the reference has decoded it when it was captured. */
    private record Sent(JSONObject reference, byte[] frame, boolean fromClient)
    {
        String key(final boolean request)
        {
            return reference.getString("conn") + " " + (fromClient == request) + " " + reference.getString("opaque");
        }
    }

    private static List<Sent> sent(final String name, final boolean fromClient) throws IOException
    {
        final Path folder = Captures.root().resolve("docs/captures");
        final List<byte[]> frames = Frames.cut(Files.readAllBytes(folder.resolve(name + ".frames")));
        final List<String> lines = Files.readAllLines(folder.resolve(name + ".jsonl"));
        final List<Sent> sent = new ArrayList<>();
        for (int i = 0; i < frames.size(); i++)
        {
            sent.add(new Sent(JSON.parseObject(lines.get(i)), frames.get(i), fromClient));
        }
        return sent;
    }

    /** A client and a server may use different serialize types on one connection, as those of javamixed do. */
    @ParameterizedTest
    @CsvSource({"json-java, json-java", "binary-java, binary-java", "json-go, json-go", "binary-go, binary-go",
        "json-javamixed, binary-javamixed", "json-js, json-js"})
    void linksRequestsWithResponsesAsTheyWereCaptured(final String client, final String server) throws IOException,
        InterruptedException
    {
        Tshark.assume();
        final List<Sent> all = new ArrayList<>(sent("rocketmq-" + client + "-requests", true));
        all.addAll(sent("rocketmq-" + server + "-responses", false));
        all.sort((one, other) -> Boolean.compare(isResponse(one), isResponse(other)));
        final Conversations packets = new Conversations(BROKER);
        final Map<String, Integer> requests = new LinkedHashMap<>();
        for (int i = 0; i < all.size(); i++)
        {
            packets.send(all.get(i).reference.getIntValue("conn"), all.get(i).fromClient, START + i * 1_000L,
                all.get(i).frame);
            if (!isResponse(all.get(i)))
            {
                requests.put(all.get(i).key(true), i);
            }
        }
        final List<JSONObject> frames = new Tshark(folder).frames(packets.toByteArray(), "-2", "--disable-protocol",
            "json");
        assertEquals(all.size(), frames.size());
        int pairs = 0;
        for (int i = 0; i < frames.size(); i++)
        {
            if (isResponse(all.get(i)))
            {
                pairs += comparePair(all, frames, i, requests.get(all.get(i).key(false)));
            }
        }
        assertTrue(pairs > 10, pairs + " pairs");
    }

    private static boolean isResponse(final Sent sent)
    {
        return (sent.reference.getIntValue("flag") & 1) != 0;
    }

    private static int comparePair(final List<Sent> all, final List<JSONObject> frames, final int i,
        final Integer request)
    {
        final JSONObject response = frames.get(i);
        if (request == null)
        {
            assertNull(response.get("rocketmq.request_in"));
            return 0;
        }
        assertEquals(all.get(i).reference.getString("requestCode"), response.getString("rocketmq.request_code"));
        assertEquals(frames.get(request).getString("packet"), response.getString("rocketmq.request_in"));
        assertEquals(response.getString("packet"), frames.get(request).getString("rocketmq.response_in"));
        assertEquals((i - request) / 1_000.0, response.getDoubleValue("rocketmq.time"), 1e-6);
        return 1;
    }

    @Test
    void handsJsonBodiesToTheDissectorOfJson() throws IOException, InterruptedException
    {
        Tshark.assume();
        final byte[] frame = Frames.json("{\"code\":0,\"flag\":1,\"opaque\":1}".getBytes(StandardCharsets.UTF_8),
            "{\"brokerName\":\"broker-a\"}".getBytes(StandardCharsets.UTF_8));
        final byte[] packets = new Conversations(BROKER).send(0, false, START, frame).toByteArray();
        final String printed = new Tshark(folder).run(packets, "-V");
        assertTrue(printed.contains("Key: brokerName"), printed);
    }

    @Test
    void findsFramesOnOtherPortsAndPutsThemTogether() throws IOException, InterruptedException
    {
        Tshark.assume();
        final byte[] sample = Files.readAllBytes(Captures.root().resolve("docs/captures/sample.frames"));
        final byte[] packets = new Conversations(8_000).send(0, true, START, sample).toByteArray();
        assertEquals(Frames.cut(sample).size(), new Tshark(folder).frames(packets).size());
    }

    /** Wireshark puts segments in order before it calls dissectors, if its preference says so. */
    @Test
    void putsSegmentsInOrderWhereWiresharkDoes() throws IOException, InterruptedException
    {
        Tshark.assume();
        final byte[] sample = Files.readAllBytes(Captures.root().resolve("docs/captures/sample.frames"));
        final byte[] packets = new Conversations(10_911).send(0, true, START, sample).toByteArray();
        // The file's header, two SYNs, and the two segments of the frames.
        final ByteBuffer capture = ByteBuffer.wrap(packets);
        final int[] at = new int[5];
        at[0] = 24;
        for (int k = 1; k < at.length; k++)
        {
            at[k] = at[k - 1] + 16 + capture.getInt(at[k - 1] + 8);
        }
        assertEquals(packets.length, at[4]);
        final byte[] swapped =
            Frames.join(Arrays.copyOf(packets, at[2]), Arrays.copyOfRange(packets, at[3], at[4]), Arrays
                .copyOfRange(packets, at[2], at[3]));
        assertEquals(Frames.cut(sample).size(), new Tshark(folder).frames(swapped, "-o",
            "tcp.reassemble_out_of_order:TRUE").size());
    }

    /** Bytes changed at random and frames cut: no error of the script, and the frames before are there. */
    @Test
    void hostileFramesAreNoErrorOfTheScript() throws IOException, InterruptedException
    {
        Tshark.assume();
        final Random random = new Random(25);
        final List<byte[]> frames = Captures.sample(300, 4_000);
        final Conversations packets = new Conversations(BROKER);
        for (int i = 0; i < frames.size(); i++)
        {
            final byte[] frame = frames.get(i).clone();
            for (int flips = 0; flips < 3; flips++)
            {
                frame[4 + random.nextInt(frame.length - 4)] = (byte)random.nextInt();
            }
            packets.send(i, true, START + i, frames.get(0)).send(i, true, START + i, frame);
        }
        final byte[] deep = Frames.json(("{\"opaque\":1,\"x\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}")
            .getBytes(StandardCharsets.UTF_8));
        packets.send(frames.size(), true, START, deep);
        final Tshark tshark = new Tshark(folder);
        final List<JSONObject> dissected = tshark.frames(packets.toByteArray());
        assertTrue(dissected.size() >= 2 * frames.size(), dissected.size() + " frames");
        tshark.run(packets.toByteArray(), "-V");
    }

    /** A capture with a snap length has only the beginning of each packet. */
    @ParameterizedTest
    @CsvSource({"55", "57", "60", "63", "70", "100", "160", "400"})
    void packetsThatAreCutAreNoErrorOfTheScript(final int snap) throws IOException, InterruptedException
    {
        Tshark.assume();
        final byte[] sample = Files.readAllBytes(Captures.root().resolve("docs/captures/sample.frames"));
        final Conversations packets = new Conversations(BROKER);
        final List<byte[]> frames = Frames.cut(sample);
        for (int i = 0; i < frames.size(); i++)
        {
            packets.send(i, true, START, frames.get(i));
        }
        final ByteBuffer whole = ByteBuffer.wrap(packets.toByteArray());
        final ByteArrayOutputStream cut = new ByteArrayOutputStream();
        cut.write(whole.array(), 0, 24);
        int complete = 0;
        for (int at = 24; at < whole.capacity(); at += 16 + whole.getInt(at + 8))
        {
            final int length = Math.min(snap, whole.getInt(at + 8));
            complete += length == whole.getInt(at + 8) && length > 54 ? 1 : 0;
            cut.writeBytes(ByteBuffer.allocate(16).putLong(whole.getLong(at)).putInt(length).putInt(whole.getInt(at
                + 12)).array());
            cut.write(whole.array(), at + 16, length);
        }
        final Tshark tshark = new Tshark(folder);
        tshark.run(cut.toByteArray(), "-V");
        assertTrue(
            tshark.frames(cut.toByteArray()).stream().filter(frame -> frame.containsKey("rocketmq.opaque")).count()
                >= complete);
    }

    /** Java's own readers of numbers take a plus. */
    @Test
    void readsNumbersWithASignAsDecodeDoes() throws IOException, InterruptedException
    {
        Tshark.assume();
        final byte[] packets = new Conversations(BROKER).send(0, true, START, Frames.json(
            "{\"code\":15,\"opaque\":1,\"extFields\":{\"consumerGroup\":\"G\",\"topic\":\"T\",\"queueId\":\"+3\","
                + "\"commitOffset\":\"+9223372036854775807\"}}"))
            .toByteArray();
        final JSONObject header = JSON.parseObject(Run.skim(packets, "decode").out.get(0)).getJSONObject("header");
        final JSONObject tree = new Tshark(folder).frames(packets).get(0).getJSONObject("rocketmq.header");
        for (final String name : List.of("queueId", "commitOffset"))
        {
            assertEquals(header.getString(name), tree.getString("rocketmq.header." + name), tree.toString());
        }
    }

    @Test
    void hasEveryCodeHeaderAndField()
    {
        final Run run = Run.skim("dissector");
        assertEquals(0, run.status);
        final String script = new String(run.bytes, StandardCharsets.UTF_8);
        for (final RequestCode code : RequestCode.values())
        {
            assertTrue(script.contains("[" + code.code() + "] = \"" + code.name() + "\""), code.name());
        }
        for (final ResponseCode code : ResponseCode.values())
        {
            assertTrue(script.contains("[" + code.code() + "] = \"" + code.name() + "\""), code.name());
        }
        for (final HeaderType<?> type : HeaderTypes.all())
        {
            assertTrue(script.contains("name = \"" + type.name() + "\""), type.name());
            type.fields().forEach(field -> assertTrue(script.contains("{ \"" + field.key() + "\", \"" + field.name()
                + "\", \"" + field.type() + "\""), field.toString()));
        }
        assertFalse(script.contains("@"), "a placeholder is left");
    }

    @Test
    void tellsWhyTheFileCannotBeWritten()
    {
        final Run run = Run.skim("dissector", "-o", folder.resolve("none/rocketmq.lua").toString());
        assertEquals(3, run.status);
        assertEquals(List.of("skim: " + folder.resolve("none/rocketmq.lua") + ": the folder " + folder.resolve("none")
            + " does not exist"), run.err);
    }
}
