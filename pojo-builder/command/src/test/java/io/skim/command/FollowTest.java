package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.StoredRecords;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.apache.rocketmq.common.message.MessageExt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code skim follow}: connections, and messages through all of them. */
class FollowTest
{
    private static final int FILE_HEADER = 24;
    private static final String TRAFFIC = Captures.root().resolve("docs/captures/traffic.pcapng").toString();

    private static List<JSONObject> lines(final Run run)
    {
        return run.out.stream().map(JSON::parseObject).collect(Collectors.toList());
    }

    private static int opaque(final byte[] frame)
    {
        return JSON.parseObject(Run.skim(frame, "decode", "--lenient").out.get(0)).getIntValue("opaque");
    }

    /** Real requests, each on one of two connections, and behind it its response. */
    private static byte[] conversation(final String name) throws IOException
    {
        final Map<Integer, byte[]> responses = new HashMap<>();
        for (final byte[] frame : frames(name + "-responses"))
        {
            responses.put(opaque(frame), frame);
        }
        final Conversations capture = new Conversations(10_911);
        long time = 0;
        for (final byte[] request : frames(name + "-requests"))
        {
            final byte[] response = responses.remove(opaque(request));
            capture.send((int)time % 2, true, time, request);
            if (response != null)
            {
                capture.send((int)time % 2, false, time, response);
            }
            time++;
        }
        return capture.toByteArray();
    }

    private static List<byte[]> frames(final String name) throws IOException
    {
        return Frames.cut(Files.readAllBytes(Captures.root().resolve("docs/captures/rocketmq-" + name + ".frames")));
    }

    @Test
    void aRealMessageIsFollowedFromItsSenderToItsConsumers() throws IOException
    {
        final byte[] capture = conversation("binary-go");
        final List<JSONObject> decoded = lines(Run.skim(capture, "decode", "--lenient", "--messages"));
        final Set<String> steps = new TreeSet<>();
        for (final String id : delivered(decoded))
        {
            final Run run = Run.skim(capture, "follow", "--lenient", "--key", id);
            assertEquals(List.of(), run.err);
            final List<JSONObject> followed = lines(run);
            for (final JSONObject frame : followed)
            {
                final String step = (String)frame.remove("step");
                steps.add(step);
                // Nothing else is changed in it.
                assertEquals(decoded.get(frame.getIntValue("i")), frame);
                final boolean names = frame.toString().contains(id);
                assertTrue(names || Set.of("ANSWER", "ACKNOWLEDGED", "NAMED").contains(step), frame.toString());
            }
            // None that has the id is left out.
            assertEquals(decoded.stream().filter(frame -> frame.toString().contains(id)).map(frame -> frame.get("i"))
                .toList(),
                followed.stream().filter(frame -> frame.toString().contains(id)).map(frame -> frame.get("i"))
                    .toList());
        }
        assertTrue(steps.containsAll(Set.of("SENT", "DELIVERED")), steps.toString());
    }

    /** The ids of messages that are sent, and that responses bring. */
    private static Set<String> delivered(final List<JSONObject> frames)
    {
        final Set<String> ids = new TreeSet<>();
        for (final JSONObject frame : frames)
        {
            if (frame.getBooleanValue("response") && frame.containsKey("messages"))
            {
                frame.getJSONArray("messages")
                    .forEach(message -> ids.add(((JSONObject)message).getJSONObject("properties")
                        .getOrDefault("UNIQ_KEY", "none").toString()));
            }
        }
        final String sent = frames.stream().filter(frame -> !frame.getBooleanValue("response")).map(frame -> frame
            .getString("extFields")).collect(Collectors.joining());
        ids.removeIf(id -> !sent.contains(id));
        assertFalse(ids.isEmpty());
        return ids;
    }

    @Test
    void aKeyAndAPropertyFindTheMessageAndAGroupAcknowledgesOnce()
    {
        final byte[] send = send(1, "KEYS", "a k b", "UNIQ_KEY", "U");
        final byte[] other = send(2, "KEYS", "kk", "order", "7");
        final byte[] capture = new Conversations(10_911)
            .send(0, true, 1, commit(0, "G", 6))
            .send(0, true, 2, send)
            .send(1, true, 3, other)
            .send(0, false, 4, answer(1, "OFFSET-ID", 5))
            .send(1, false, 5, answer(2, "OTHER", 6))
            .send(2, true, 6, commit(3, "G", 5))
            .send(2, true, 7, commit(4, "G", 6))
            .send(2, true, 8, commit(5, "G", 7))
            .send(3, true, 9, commit(6, "H", 9))
            .send(3, true, 10, Frames.json("{\"code\":37,\"opaque\":9,\"extFields\":{\"msgId\":\"OFFSET-ID\"}}"))
            .toByteArray();
        assertEquals(List.of("1 SENT", "3 ANSWER", "6 ACKNOWLEDGED", "8 ACKNOWLEDGED", "9 NAMED"),
            steps(capture, "--key",
                "k"));
        assertEquals(List.of("1 SENT", "3 ANSWER", "6 ACKNOWLEDGED", "8 ACKNOWLEDGED", "9 NAMED"),
            steps(capture, "--key",
                "U"));
        assertEquals(List.of("2 SENT", "4 ANSWER", "7 ACKNOWLEDGED", "8 ACKNOWLEDGED"), steps(capture, "--property",
            "order=7"));
        assertEquals(List.of("3 ANSWER"), steps(capture, "--key", "k", "--since", "00:00:00.000004", "--until",
            "00:00:00.000005"));
        assertEquals(List.of(), steps(capture, "--key", "nothing"));
        final String text = Run.skim(capture, "follow", "--key", "k", "--output", "text").out.get(1);
        assertTrue(text.contains("step=SENT"), text);
    }

    /** Two brokers have the same queues and offsets: a commit to one tells nothing of a message on the other. */
    @Test
    void aCommitIsToTheBrokerThatHasTheMessage()
    {
        final byte[] capture = joined(new Conversations(10_911)
            .send(0, true, 1, send(1, "KEYS", "k"))
            .send(0, false, 2, answer(1, "OFFSET-ID", 5)),
            new Conversations(10_921).send(1, true, 3, commit(2, "G", 9)),
            new Conversations(10_911).send(2, true, 4, commit(3, "G", 9)));
        assertEquals(List.of("0 SENT", "1 ANSWER", "3 ACKNOWLEDGED"), steps(capture, "--key", "k"));
    }

    /** A message has the id of the broker that stored it, on another port of that broker and on its slaves too. */
    @ParameterizedTest
    @ValueSource(strings = {"0A020001" + "00002AA9" + "0000000000000001", "0a02000100002aa90000000000000001"})
    void aCommitToTheBrokerThatStoredTheMessageIsFound(final String id)
    {
        final byte[] capture = joined(new Conversations(10_911)
            .send(0, true, 1, send(1, "KEYS", "k"))
            .send(0, false, 2, answer(1, id, 5)),
            new Conversations(10_921).send(1, true, 3, commit(2, "G", 9)));
        assertEquals(List.of("0 SENT", "1 ANSWER", "2 ACKNOWLEDGED"), steps(capture, "--key", "k"));
    }

    /** One capture behind the other, as one. */
    private static byte[] joined(final Conversations first, final Conversations... others)
    {
        final ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(first.toByteArray());
        for (final Conversations other : others)
        {
            final byte[] capture = other.toByteArray();
            file.write(capture, FILE_HEADER, capture.length - FILE_HEADER);
        }
        return file.toByteArray();
    }

    /** The broker gives no id to a message of an inner batch. */
    @Test
    void aMessageWithoutAnIdDoesNotLeadToOthersWithoutOne()
    {
        final byte[] capture = new Conversations(10_911)
            .send(0, false, 1, delivered("other"))
            .send(0, false, 2, delivered("k"))
            .send(0, false, 3, delivered("other"))
            .send(0, true, 4, Frames.binary(34, null, "", "empty", ""))
            .toByteArray();
        assertEquals(List.of("1 DELIVERED"), steps(capture, "--key", "k"));
    }

    /** A response with a record whose body is a batch of one message. */
    private static byte[] delivered(final String key)
    {
        final Message inner = new Message("T", new byte[] {1});
        inner.setKeys(key);
        final MessageExt record = StoredRecords.message(new Random(1));
        record.setSysFlag(record.getSysFlag() & ~1 | 0xC0);
        record.setBody(MessageDecoder.encodeMessages(List.of(inner)));
        return Frames.json("{\"code\":0,\"flag\":1,\"opaque\":1}".getBytes(StandardCharsets.UTF_8), StoredRecords
            .encode(record));
    }

    /** What is told where nothing is found. */
    private static String none(final int frames)
    {
        return "skim: warning: nothing was found in the " + frames + " frames that were read";
    }

    /** Whoever gets nothing has to know whether anything was read. A list of no connections, or of none that is chosen, tells itself. */
    @Test
    void itTellsThatNothingWasFound()
    {
        final byte[] capture = new Conversations(10_911).send(0, true, 1, send(1, "KEYS", "k")).toByteArray();
        for (final String options : List.of("--key x", "--property KEYS=x", "--key k --since 00:00:01",
            "--connection 0 --since 00:00:01", "--key x --output text"))
        {
            final Run run = Run.skim(capture, List.of("follow"), options.split(" "));
            assertEquals(List.of(none(1)), run.err, options);
            assertEquals(List.of(), run.out, options);
            assertEquals(0, run.status, options);
        }
        final byte[] malformed = new Conversations(10_911).send(0, true, 1, Frames.hex("00000008000000040A0B0C0D"))
            .toByteArray();
        assertEquals(none(1), Run.skim(malformed, "follow", "--key", "x").err.get(1));
        assertEquals(List.of(none(0)), Run.skim(new Conversations(10_911).toByteArray(), "follow", "--connection",
            "0").err);
        assertEquals(List.of(), Run.skim(capture, "follow", "--key", "k", "--limit", "0").err);
        assertEquals(1, Run.skim(capture, "follow", "--key", "k", "--port", "1").err.size());
        assertEquals(List.of("skim: no-such-file: no such file"), Run.skim("follow", "--key", "k", "no-such-file").err);
    }

    private static List<String> steps(final byte[] capture, final String... arguments)
    {
        final Run run = Run.skim(capture, List.of("follow"), arguments);
        assertEquals(run.out.isEmpty() ? List.of(none(Run.skim(capture, "decode").out.size())) : List.of(), run.err);
        return lines(run).stream().map(line -> line.get("i") + " " + line.get("step")).toList();
    }

    private static byte[] send(final int opaque, final String... properties)
    {
        final StringBuilder text = new StringBuilder();
        for (int k = 0; k < properties.length; k += 2)
        {
            text.append(properties[k]).append("\\u0001").append(properties[k + 1]).append("\\u0002");
        }
        return Frames
            .json("{\"code\":310,\"opaque\":" + opaque + ",\"extFields\":{\"b\":\"T\",\"i\":\"" + text + "\"}}");
    }

    private static byte[] answer(final int opaque, final String id, final int offset)
    {
        return Frames.json("{\"code\":0,\"flag\":1,\"opaque\":" + opaque + ",\"extFields\":{\"msgId\":\"" + id
            + "\",\"queueId\":\"0\",\"queueOffset\":\"" + offset + "\"}}");
    }

    private static byte[] commit(final int opaque, final String group, final int offset)
    {
        return Frames
            .json("{\"code\":15,\"opaque\":" + opaque + ",\"flag\":2,\"extFields\":{\"consumerGroup\":\"" + group
                + "\",\"topic\":\"T\",\"queueId\":\"0\",\"commitOffset\":\"" + offset + "\"}}");
    }

    @Test
    void connectionsAreListedAndFollowedByNumber()
    {
        final List<JSONObject> listed = lines(Run.skim("follow", "--format", "amqp-frames", TRAFFIC));
        assertEquals(3, listed.size());
        for (final JSONObject connection : listed)
        {
            final String name = connection.getString("connection");
            final List<String> frames =
                Run.skim("follow", "--format", "amqp-frames", "--connection", connection.getString(
                    "number"), TRAFFIC).out;
            assertEquals(Run.skim("decode", "--format", "amqp-frames", "--connection", name, TRAFFIC).out, frames);
            assertEquals(connection.getIntValue("frames"), frames.size());
        }
        final List<String> table = Run.skim("follow", "--output", "text", "--port", "39886", TRAFFIC).out;
        assertEquals(2, table.size());
        assertTrue(table.get(1).startsWith("127.0.0.1:39886>127.0.0.1:19328  2026-11-24T"), table.get(1));
    }

    @Test
    void aFileOfFramesHasNoConnectionsToList()
    {
        final String file = Captures.root().resolve("docs/captures/sample.frames").toString();
        final Run run = Run.skim("follow", file, TRAFFIC);
        assertEquals(0, run.status);
        assertTrue(run.err.contains(
            "skim: warning: 11 frames are in files that are no captures, and have no connections"), run.told);
        assertEquals(Run.skim("follow", TRAFFIC).out, run.out);
        assertEquals(List.of(none(11)), Run.skim("follow", "--key", "k", file).err);
    }

    @Test
    void aMessageOfAmqpIsFollowedWithItsDispositions()
    {
        final Map<Object, JSONObject> frames = lines(Run.skim("decode", "--format", "amqp-frames", TRAFFIC)).stream()
            .collect(Collectors.toMap(frame -> frame.get("i"), frame -> frame));
        final List<String> ids = new ArrayList<>();
        for (final JSONObject message : lines(Run.skim("decode", "--format", "amqp-messages", TRAFFIC)))
        {
            final java.util.regex.Matcher id =
                java.util.regex.Pattern.compile("ID:[-\\w:.]+").matcher(message.toString());
            if (id.find())
            {
                ids.add(id.group());
            }
        }
        assertFalse(ids.isEmpty());
        final Set<String> performatives = new TreeSet<>();
        for (final String id : new TreeSet<>(ids))
        {
            final List<JSONObject> followed =
                lines(Run.skim("follow", "--format", "amqp-frames", "--key", id, TRAFFIC));
            followed.forEach(frame -> {
                assertEquals(frames.get(frame.get("i")), frame);
                performatives.add(frame.getString("performative"));
            });
            assertTrue(followed.size() >= 2, id + ": " + followed.size());
        }
        assertEquals(Set.of("disposition", "transfer"), performatives);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--format amqp-messages", "--output html", "--key a --property b=c", "--property b",
        "--port 70000"})
    void wrongUseIsTold(final String arguments)
    {
        assertEquals(Console.USAGE, Run.skim(new byte[0], List.of("follow"), arguments.split(" ")).status);
    }

    /** An empty key was found between two blanks, and one with a blank nowhere. */
    @Test
    void aKeyIsOneWord()
    {
        final byte[] capture = new Conversations(10_911).send(0, true, 1, send(1, "KEYS", "a  b")).toByteArray();
        for (final String key : List.of("", "a b"))
        {
            final Run run = Run.skim(capture, "follow", "--key", key);
            assertEquals(Console.USAGE, run.status);
            assertEquals("skim: --key is one word, not '" + key + "'", run.err.get(0));
        }
        assertEquals(Console.USAGE, Run.skim(capture, "follow", "--format", "amqp-frames", "--key", "").status);
        assertEquals("", Run.skim("follow", "--format", "amqp-frames", "--key", "a b", TRAFFIC).told.replaceAll(
            "(?m)^skim: warning: .*\n", ""));
    }

    /** A key can be any word; one that is a number is not that of each request with the number in a field. */
    @Test
    void aKeyIsFoundInFieldsThatNameMessages()
    {
        final byte[] capture = new Conversations(10_911)
            .send(0, true, 1, Frames.json("{\"code\":11,\"opaque\":1,\"extFields\":{\"queueId\":\"7\"}}"))
            .send(0, true, 2, Frames.json("{\"code\":12,\"opaque\":2,\"extFields\":{\"key\":\"7\"}}"))
            .send(0, true, 3, send(3, "KEYS", "7"))
            .send(0, true, 4, Frames.json("{\"code\":34,\"opaque\":4,\"extFields\":{\"x\":\"7\",\"y\":null}}"))
            .toByteArray();
        assertEquals(List.of("1 NAMED", "2 SENT"), steps(capture, "--key", "7"));
    }
}
