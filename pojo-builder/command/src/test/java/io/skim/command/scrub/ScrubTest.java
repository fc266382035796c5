package io.skim.command.scrub;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import com.sun.management.ThreadMXBean;
import io.skim.command.Conversations;
import io.skim.command.Run;
import io.skim.pojo.headers.HeaderTypes;
import io.skim.scan.remoting.RemotingLanguage;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.StoredRecords;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.rocketmq.common.message.MessageExt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code skim scrub}: no text of the captured is in the output, and all else is as before.
 */
class ScrubTest
{
    private static final long START = 1_700_000_000_123_456L;
    /** Shorter ones come by chance. */
    private static final Pattern TEXT = Pattern.compile("[A-Za-z0-9_.-]{6,}");
    private static final Pattern PIECE = Pattern.compile("[A-Za-z0-9]{6,}");
    private static final Set<String> ACL = Set.of("Signature", "AccessKey", "SecurityToken");

    @TempDir
    Path folder;

    static List<Path> remoting()
    {
        return Captures.remoting();
    }

    static List<Path> messages() throws IOException
    {
        return amqp("(amqp|sample).*\\.amqp-messages");
    }

    static List<Path> frames() throws IOException
    {
        return amqp("(amqp|sample).*\\.amqp-frames");
    }

    private static List<Path> amqp(final String name) throws IOException
    {
        final List<Path> all = new ArrayList<>();
        for (final String folder : List.of("docs/captures", "../shared/captures"))
        {
            final Path captures = Captures.root().resolve(folder).normalize();
            if (Files.isDirectory(captures))
            {
                try (Stream<Path> files = Files.list(captures))
                {
                    files.filter(file -> file.getFileName().toString().matches(name)).sorted().forEach(all::add);
                }
            }
        }
        return all;
    }

    private byte[] scrub(final byte[] original, final String... options) throws IOException
    {
        final Path in = Files.write(folder.resolve("in"), original);
        final Path key = Files.writeString(folder.resolve("key"), "a key of the tests\n");
        final Path out = folder.resolve("out");
        final List<String> arguments = new ArrayList<>(List.of("scrub", "--key", key.toString(), in.toString(), "-o",
            out.toString()));
        arguments.addAll(List.of(options));
        final Run run = Run.skim(arguments.toArray(String[]::new));
        assertEquals(List.of(), run.err);
        assertEquals(0, run.status);
        return Files.readAllBytes(out);
    }

    /** What RocketMQ and AMQP call things, which stays. */
    private static Set<String> kept()
    {
        final Set<String> kept = new HashSet<>();
        List.of(Words.VALUES, Words.NAMES, Words.PROPERTIES, Words.AMQP).forEach(kept::addAll);
        HeaderTypes.all().forEach(type -> type.fields().forEach(field -> kept.add(field.key())));
        for (final RemotingLanguage language : RemotingLanguage.values())
        {
            kept.add(language.name());
        }
        kept.addAll(List.of("language", "opaque", "extFields", "remark", "version", "serializeTypeCurrentRPC", "ReqT",
            "Signature", "AccessKey", "SecurityToken", "amqp:declare:list", "amqp:discharge:list"));
        final Set<String> pieces = new HashSet<>();
        kept.forEach(word -> pieces.addAll(List.of(word.split("[^A-Za-z0-9]"))));
        kept.addAll(pieces);
        return kept;
    }

    /** Also a part of what is kept, and what is kept with a byte before or behind it that happens to be a letter. */
    private static boolean isKept(final String text, final Set<String> kept)
    {
        return kept.stream()
            .anyMatch(word -> word.contains(text) || text.length() - word.length() <= 2 && text.contains(
                word) && word.length() >= 4);
    }

    /** Every text of the original is looked for in the output, byte by byte. */
    private static void assertNothingIsLeft(final byte[] original, final byte[] scrubbed)
    {
        // Escapes of control characters in JSON, and the first letter of a body that zlib has compressed, belong to no text.
        final String from = new String(original, StandardCharsets.ISO_8859_1).replaceAll("\\\\u00[01][0-9a-f]", " ")
            .replaceAll("x(?=[\u0001^\u009C\u00DA])", " ");
        assertNothingIsLeft(List.of(from), scrubbed);
    }

    /** Likewise in AMQP, in whose encoding numbers and codes look like letters: the texts are found by their codes and lengths. */
    private static void assertNothingOfAmqpIsLeft(final byte[] original, final byte[] scrubbed)
    {
        final List<String> texts = new ArrayList<>();
        for (int at = 0; at < original.length - 5; at++)
        {
            final boolean isShort = (original[at] & 0xFC) == 0xA0 && (original[at] & 3) != 2;
            final boolean isLong = (original[at] & 0xFC) == 0xB0 && (original[at] & 3) != 2;
            final int head = isShort ? 2 : 5;
            final int length = isShort ? original[at + 1] & 0xFF
                : isLong ? ByteBuffer.wrap(original, at + 1, Integer.BYTES).getInt() : 0;
            if (length > 0 && length <= original.length - at - head)
            {
                // Names of the standard and of its filters stay, as they are in the frames of everybody.
                texts.add(new String(original, at + head, length, StandardCharsets.ISO_8859_1).replaceAll(
                    "(amqp|apache[.]org):[a-z:-]+", " "));
            }
        }
        assertNothingIsLeft(texts, scrubbed);
    }

    private static void assertNothingIsLeft(final List<String> texts, final byte[] scrubbed)
    {
        final Set<String> kept = kept();
        final String to = new String(scrubbed, StandardCharsets.ISO_8859_1);
        final Set<String> left = new TreeSet<>();
        final Set<String> searched = new HashSet<>();
        for (final String from : texts)
        {
            for (final Pattern pattern : List.of(TEXT, PIECE))
            {
                final Matcher matcher = pattern.matcher(from);
                while (matcher.find())
                {
                    final String text = matcher.group();
                    if (searched.add(text) && !text.matches("[0-9.-]+") && !isKept(text, kept) && to.contains(text))
                    {
                        left.add(text);
                    }
                }
            }
        }
        assertEquals(Set.of(), left);
        assertFalse(searched.isEmpty());
    }

    @ParameterizedTest
    @MethodSource("remoting")
    void leavesNoTextOfRemotingFramesAndKeepsTheirForm(final Path capture) throws IOException
    {
        final byte[] original = Files.readAllBytes(capture);
        final byte[] scrubbed = scrub(original);
        assertNothingIsLeft(original, scrubbed);
        compare(Run.skim(original, "decode", "--messages"), Run.skim(scrubbed, "decode", "--messages"), true);
        assertArrayEquals(scrubbed, scrub(original), "the same key gives the same pseudonyms");
    }

    private static void compare(final Run original, final Run scrubbed, final boolean lengthsKept)
    {
        assertEquals(List.of(), scrubbed.err);
        assertEquals(original.out.size(), scrubbed.out.size());
        for (int i = 0; i < original.out.size(); i++)
        {
            final JSONObject before = JSON.parseObject(original.out.get(i));
            final JSONObject after = JSON.parseObject(scrubbed.out.get(i));
            for (final String same : List.of("serializeType", "code", "language", "version", "opaque", "flag",
                "response", "oneway", "codeName"))
            {
                assertEquals(before.get(same), after.get(same), same);
            }
            assertEquals(before.get("remark") == null, after.get("remark") == null);
            compareFields(before, after);
            if (lengthsKept)
            {
                assertEquals(before.get("bodyLength"), after.get("bodyLength"));
                compareMessages(before, after);
                if (before.getJSONObject("extFields") == null || before.getJSONObject("extFields").keySet().stream()
                    .noneMatch(ACL::contains)
                    && !Pattern.compile("[<>&\u2028\u2029]").matcher(original.out.get(i)).find())
                {
                    assertEquals(before.get("frameLength"), after.get("frameLength"));
                }
            }
        }
    }

    private static void compareFields(final JSONObject before, final JSONObject after)
    {
        final JSONObject fields = before.getJSONObject("extFields");
        if (fields != null)
        {
            final Set<String> names = new HashSet<>(fields.keySet());
            names.removeAll(ACL);
            final JSONObject left = after.getJSONObject("extFields") == null ? new JSONObject() : after.getJSONObject(
                "extFields");
            assertEquals(names.size(), left.size());
            assertTrue(left.keySet().stream().noneMatch(ACL::contains));
        }
        final JSONObject header = before.getJSONObject("header");
        if (header != null)
        {
            // Numbers and switches stay; a text stays a text.
            final JSONObject scrubbed = after.getJSONObject("header");
            assertEquals(header.keySet(), scrubbed.keySet());
            header.forEach((name, value) -> assertEquals(value instanceof String && !name.equals("type") ? "text"
                : value, scrubbed.get(name) instanceof String && !name.equals("type") ? "text" : scrubbed.get(name),
                name));
        }
    }

    private static void compareMessages(final JSONObject before, final JSONObject after)
    {
        assertEquals(before.containsKey("messages"), after.containsKey("messages"));
        final int count = before.containsKey("messages") ? before.getJSONArray("messages").size() : 0;
        for (int i = 0; i < count; i++)
        {
            final JSONObject message = before.getJSONArray("messages").getJSONObject(i);
            final JSONObject scrubbed = after.getJSONArray("messages").getJSONObject(i);
            for (final String same : List.of("queueId", "queueOffset", "sysFlag", "flag", "bornTimestamp",
                "storeTimestamp", "storeSize", "commitLogOffset", "reconsumeTimes", "preparedTransactionOffset",
                "bodyLength"))
            {
                assertEquals(message.get(same), scrubbed.get(same), same);
            }
            assertEquals(message.getJSONObject("properties").size(), scrubbed.getJSONObject("properties").size());
            if (message.containsKey("bodyCRC") && message.getIntValue("bodyLength") > 0 && message.getLongValue(
                "bodyCRC") == (message.getLongValue("bodyCrc32") & Integer.MAX_VALUE))
            {
                assertEquals(scrubbed.getLongValue("bodyCrc32") & Integer.MAX_VALUE, scrubbed.getLongValue("bodyCRC"));
            }
        }
    }

    /** One topic has one pseudonym, in headers, JSON bodies and stored records. */
    @Test
    void namesAreReplacedAlikeEverywhere() throws IOException
    {
        final byte[] original = Files.readAllBytes(Captures.root().resolve(
            "docs/captures/rocketmq-json-java-requests.frames"));
        final Run before = Run.skim(original, "decode");
        final Run after = Run.skim(scrub(original), "decode");
        final Map<String, String> topics = new TreeMap<>();
        final Map<String, String> back = new TreeMap<>();
        for (int i = 0; i < before.out.size(); i++)
        {
            final JSONObject header = JSON.parseObject(before.out.get(i)).getJSONObject("header");
            final String topic = header == null ? null : header.getString("topic");
            if (topic != null)
            {
                final String scrubbed = JSON.parseObject(after.out.get(i)).getJSONObject("header").getString("topic");
                assertEquals(scrubbed, topics.computeIfAbsent(topic, key -> scrubbed));
                assertEquals(topic, back.computeIfAbsent(scrubbed, key -> topic));
            }
        }
        assertTrue(topics.size() > 5, topics.toString());
    }

    @Test
    void hidesLengths() throws IOException
    {
        for (final Path capture : Captures.shipped())
        {
            final byte[] original = Files.readAllBytes(capture);
            final byte[] scrubbed = scrub(original, "--hide-lengths");
            assertNothingIsLeft(original, scrubbed);
            compare(Run.skim(original, "decode", "--messages"), Run.skim(scrubbed, "decode", "--messages"), false);
        }
        final byte[] two = Frames.join(Frames.json("{\"code\":105,\"opaque\":1,\"extFields\":{\"topic\":\"a\"}}"),
            Frames.json("{\"code\":105,\"opaque\":1,\"extFields\":{\"topic\":\"abcdefghijklmnopqrstuvwxyz\"}}"));
        final List<byte[]> frames = Frames.cut(scrub(two, "--hide-lengths"));
        assertEquals(frames.get(0).length, frames.get(1).length);
    }

    @ParameterizedTest
    @MethodSource("messages")
    void leavesNoTextOfAmqpMessages(final Path capture) throws IOException
    {
        final byte[] original = Files.readAllBytes(capture);
        final byte[] scrubbed = scrub(original, "--format", "amqp-messages");
        assertNothingOfAmqpIsLeft(original, scrubbed);
        compareAmqp(original, scrubbed, "amqp-messages");
    }

    @ParameterizedTest
    @MethodSource("frames")
    void leavesNoTextOfAmqpFrames(final Path capture) throws IOException
    {
        final byte[] original = Files.readAllBytes(capture);
        final byte[] scrubbed = scrub(original, "--format", "amqp-frames");
        assertNothingOfAmqpIsLeft(original, scrubbed);
        compareAmqp(original, scrubbed, "amqp-frames");
    }

    /** All but texts, symbols that are no standard's, binaries, ids and numbers of applications. */
    private static void compareAmqp(final byte[] original, final byte[] scrubbed, final String format)
    {
        final Run before = Run.skim(original, "decode", "--format", format);
        final Run after = Run.skim(scrubbed, "decode", "--format", format);
        assertEquals(original.length, scrubbed.length);
        assertEquals(before.err, after.err);
        assertEquals(shape(before.out), shape(after.out));
    }

    private static List<String> shape(final List<String> lines)
    {
        final String text = "\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\"";
        return lines.stream().map(line -> line.replaceAll("\"(string|binary|uuid)\":" + text, "\"$1\"").replaceAll(
            "\"symbol\":(?!\"amqp:)" + text, "\"symbol\"").replaceAll(
                "\"(u?byte|u?short|u?int|u?long|float|double|decimal\\w*|timestamp|char)\":(\"[^\"]*\"|-?\\d+)",
                "\"$1\"")
            .replaceAll("\"payload\":\"[^\"]+\"", "payload")).collect(Collectors.toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"out.pcap", "out.pcapng"})
    void writesACaptureWithOtherAddressesAndTheSameTimes(final String name) throws IOException
    {
        final List<byte[]> frames = Frames.cut(Files.readAllBytes(Captures.root().resolve(
            "docs/captures/sample.frames")));
        final Conversations conversations = new Conversations(10_911);
        for (int i = 0; i < frames.size(); i++)
        {
            conversations.send(i % 3, i % 2 == 0, START + i * 1_000_000L, frames.get(i));
        }
        final long end = START + frames.size() * 1_000_000L;
        conversations.send(1, true, end, Frames.json("{\"code\":105,\"opaque\":77}"));
        conversations.send(1, false, end + 1_234, Frames.json("{\"code\":0,\"flag\":1,\"opaque\":77}"));
        final byte[] original = conversations.toByteArray();
        final Path in = Files.write(folder.resolve("in.pcap"), original);
        final Path out = folder.resolve(name);
        final Run run = Run.skim("scrub", in.toString(), "-o", out.toString());
        assertEquals(List.of(), run.err);
        final byte[] scrubbed = Files.readAllBytes(out);
        assertNothingIsLeft(original, scrubbed);
        final Run before = Run.skim(original, "decode");
        final Run after = Run.skim(scrubbed, "decode");
        compare(before, after, true);
        assertEquals(1_234, JSON.parseObject(after.out.get(after.out.size() - 1)).getIntValue("latencyMicros"));
        for (int i = 0; i < before.out.size(); i++)
        {
            final String from = JSON.parseObject(before.out.get(i)).getString("connection");
            final String to = JSON.parseObject(after.out.get(i)).getString("connection");
            assertEquals(from.replaceAll("[^:>]+:", ":"), to.replaceAll("[^:>]+:", ":"), "ports stay");
            assertFalse(to.contains("10.2.0.1"), to);
            assertEquals(JSON.parseObject(before.out.get(i)).get("latencyMicros"),
                JSON.parseObject(after.out.get(i)).get(
                    "latencyMicros"));
            assertEquals(JSON.parseObject(before.out.get(i)).get("time"), JSON.parseObject(after.out.get(i)).get(
                "time"));
        }
    }

    /** Both have their own frames and pairs, although the ports are the same. */
    @Test
    void aConnectionBetweenPortsThatWereUsedBeforeStaysApart() throws IOException
    {
        final Conversations conversations = new Conversations(10_911);
        final int connections = 3;
        for (int i = 0; i < connections; i++)
        {
            final long start = START + i * 1_000_000L;
            // The request of the first connection is not answered, and the second begins with what the server sends.
            conversations.send(0, i == 1, start, Frames.json("{\"code\":105,\"opaque\":1" + i + "}"))
                .send(0, i != 1, start + 10, Frames.json("{\"code\":105,\"opaque\":7}"));
            if (i > 0)
            {
                conversations.send(0, i == 1, start + 20, Frames.json("{\"code\":0,\"flag\":1,\"opaque\":7}"));
            }
            conversations.again(0);
        }
        final byte[] original = conversations.toByteArray();
        final byte[] scrubbed = scrub(original);
        final List<String> frames = Run.skim(original, "decode").out;
        assertEquals(8, frames.size());
        compare(Run.skim(original, "decode"), Run.skim(scrubbed, "decode"), true);
        assertEquals(List.of("7", "7"), latencies(original));
        assertEquals(latencies(original), latencies(scrubbed));
        final List<String> before = Run.skim(original, "follow").out;
        final List<String> after = Run.skim(scrubbed, "follow").out;
        assertEquals(connections, before.size());
        for (int i = 0; i < connections; i++)
        {
            final JSONObject expected = JSON.parseObject(before.get(i));
            final JSONObject found = JSON.parseObject(after.get(i));
            expected.remove("connection");
            found.remove("connection");
            assertEquals(expected, found);
        }
    }

    /** The opaques of the answers that have a latency. */
    private static List<String> latencies(final byte[] capture)
    {
        return Run.skim(capture, "decode").out.stream().map(JSON::parseObject).filter(frame -> frame.containsKey(
            "latencyMicros")).map(frame -> frame.getString("opaque")).toList();
    }

    @Test
    void dropsWhatItCannotParseAndSaysSo() throws IOException
    {
        final byte[] good = Frames.json("{\"code\":105,\"opaque\":1,\"extFields\":{\"topic\":\"SecretOrders\"}}");
        final byte[] bad = Frames.json("{\"code\":105,\"opaque\":1,\"extFields\":{\"topic\":\"SecretOrders\"");
        final Path in = Files.write(folder.resolve("in"), Frames.join(good, bad, good));
        final Path out = folder.resolve("out");
        final Run run = Run.skim("scrub", in.toString(), "-o", out.toString());
        assertEquals(1, run.status);
        assertEquals(1, run.err.size());
        assertEquals("JSON_TRUNCATED", JSON.parseObject(run.err.get(0)).getString("error"));
        assertTrue(run.err.get(0).contains("the scrubbed capture does not have it"), run.err.get(0));
        assertEquals(2, Frames.cut(Files.readAllBytes(out)).size());
    }

    @Test
    void aRandomKeyGivesOtherPseudonymsEachTime() throws IOException
    {
        final Path in = Captures.root().resolve("docs/captures/sample.frames");
        Run.skim("scrub", in.toString(), "-o", folder.resolve("one").toString());
        Run.skim("scrub", in.toString(), "-o", folder.resolve("two").toString());
        assertFalse(java.util.Arrays.equals(Files.readAllBytes(folder.resolve("one")), Files.readAllBytes(folder
            .resolve("two"))));
    }

    @Test
    void hostileFilesAreNoBugAndNothingOfThemIsLeft() throws IOException
    {
        final Random random = new Random(25);
        for (final String format : List.of("rocketmq", "amqp-frames", "amqp-messages"))
        {
            final byte[] file = Files.readAllBytes(Captures.root().resolve("docs/captures/sample." + (format.equals(
                "rocketmq") ? "frames" : format)));
            for (int i = 0; i < 300; i++)
            {
                final byte[] changed = java.util.Arrays.copyOf(file, 1 + random.nextInt(file.length));
                for (int flips = 0; flips < 4; flips++)
                {
                    changed[random.nextInt(changed.length)] = (byte)random.nextInt();
                }
                final Path in = Files.write(folder.resolve("in"), changed);
                final Run run = Run.skim("scrub", "--format", format, in.toString(), "-o", folder.resolve("out")
                    .toString());
                assertTrue(run.status <= 1 && !run.told.contains("bug"), run.told);
                final String out = Files.readString(folder.resolve("out"), StandardCharsets.ISO_8859_1);
                assertFalse(out.contains("order_D64615") || out.contains("E2eCluster"), format);
            }
        }
    }

    @Test
    void wrongUsageAndFilesThatCannotBeRead() throws IOException
    {
        final String in = Captures.root().resolve("docs/captures/sample.frames").toString();
        final String out = folder.resolve("out").toString();
        assertEquals(2, Run.skim("scrub", in).status);
        assertEquals(2, Run.skim("scrub", in, "-o", "-").status);
        assertEquals(2, Run.skim("scrub", in, "-o", in).status);
        assertEquals(2, Run.skim("scrub", "--format", "x", in, "-o", out).status);
        assertEquals(2, Run.skim("scrub", "--format", "amqp-frames", "--hide-lengths", in, "-o", out).status);
        assertEquals(2, Run.skim("scrub", "--key", "env:NO_SUCH_VARIABLE", in, "-o", out).status);
        assertEquals(3, Run.skim("scrub", "--key", folder.resolve("none").toString(), in, "-o", out).status);
        assertEquals(3, Run.skim("scrub", folder.resolve("none").toString(), "-o", out).status);
        assertEquals(3, Run.skim("scrub", in, "-o", folder.resolve("none/out").toString()).status);
    }

    private static byte[] message(final String hex)
    {
        final byte[] message = Frames.hex(hex);
        return Frames.join(ByteBuffer.allocate(4).putInt(message.length).array(), message);
    }

    /** A message is a row of sections. What is none could be the rest of a message, whose beginning was not captured. */
    @ParameterizedTest
    @ValueSource(strings = {"50315232533350345235", "005377A1016150315232", "710000303971000030397100003039"})
    void dropsValuesOfAmqpThatAreNoSections(final String hex) throws IOException
    {
        final Path in = Files.write(folder.resolve("in"), message(hex));
        final Path out = folder.resolve("out");
        final Run run = Run.skim("scrub", "--format", "amqp-messages", in.toString(), "-o", out.toString());
        assertEquals(1, run.status);
        assertTrue(run.told.contains("NOT_SCRUBBED"), run.told);
        assertEquals(0, Files.size(out));
    }

    /** The number 0x12345678 in a section of applications, by the number or the name of its type, and in one that is not known. */
    @ParameterizedTest
    @ValueSource(strings = {"0053777112345678", "00A311616D71703A616D71702D76616C75653A2A7112345678",
        "0053997112345678", "00A301617112345678"})
    void numbersOfApplicationsAreReplaced(final String hex) throws IOException
    {
        assertTrue(hex.contains("7112345678"));
        final byte[] scrubbed = scrub(message(hex), "--format", "amqp-messages");
        assertEquals(Frames.hex(hex).length + 4, scrubbed.length);
        assertFalse(java.util.HexFormat.of().formatHex(scrubbed).contains("7112345678"));
    }

    /** The hash codes of tags, with which who has a list of words finds them; and secrets that are numbers, or several. */
    @Test
    void numbersThatTellATextAreReplaced() throws IOException
    {
        final String body =
            "{\"codeSet\":[2598919, -17],\"tagsSet\":[\"TagA\"],\"subVersion\":12345,\"password\":80.5e1,"
                + "\"tokens\":[\"alpha7\",\"beta8\"],\"perm\":6}";
        final byte[] frame = Frames.json("{\"code\":34,\"opaque\":1}".getBytes(StandardCharsets.UTF_8), body.getBytes(
            StandardCharsets.UTF_8));
        final String scrubbed = new String(scrub(frame), StandardCharsets.UTF_8);
        assertTrue(scrubbed.contains("{\"codeSet\":[1111111, -11],\"tagsSet\":[\""), scrubbed);
        assertTrue(scrubbed.contains("\"],\"subVersion\":12345,\"password\":11.1e1,\""), scrubbed);
        assertTrue(scrubbed.endsWith(":[\"******\",\"*****\"],\"perm\":6}"), scrubbed);
        assertEquals(frame.length, scrubbed.length());
    }

    /** Java makes an address of IPv4 of one that maps it; then the two ends of a connection would be of different length. */
    @Test
    void anAddressOfIpv6ThatMapsOneOfIpv4StaysOneOfIpv6() throws IOException
    {
        final byte[] payload = Frames.json("{\"code\":105,\"opaque\":1,\"extFields\":{\"topic\":\"SecretOrders\"}}");
        final ByteBuffer file = ByteBuffer.allocate(24 + 16 + 60 + payload.length);
        file.putInt(0xA1B2C3D4).putShort((short)2).putShort((short)4).putLong(0).putInt(262_144).putInt(101);
        file.putInt(1).putInt(0).putInt(60 + payload.length).putInt(60 + payload.length);
        file.putInt(0x6000_0000).putShort((short)(20 + payload.length)).put((byte)6).put((byte)64);
        file.putLong(0).putShort((short)0).putShort((short)0xFFFF).putInt(0x0A00_0001);
        file.putLong(0).putLong(1);
        file.putShort((short)40_000).putShort((short)10_911).putInt(1).putInt(0).put((byte)0x50).put((byte)16).putShort(
            (short)1).putInt(0).put(payload);
        final byte[] capture = file.array();
        assertTrue(Run.skim(capture, "decode").out.get(0).contains("[::ffff:a00:1]:40000>[::1]:10911"));
        final Run run = Run.skim(scrub(capture), "decode");
        assertEquals(List.of(), run.err);
        final String connection = JSON.parseObject(run.out.get(0)).getString("connection");
        assertTrue(connection.matches("\\[fd[0-9a-f:]+]:40000>\\[fd[0-9a-f:]+]:10911"), connection);
    }

    /** A pseudonym takes a dozen keyed hashes, and the address of a broker comes with each of its clients. */
    @Test
    void anAddressThatComesAgainIsNotHashedAgain()
    {
        final Pseudonyms pseudonyms = new Pseudonyms(new byte[] {1}, true);
        final byte[] address = {10, 0, 0, 1};
        final byte[] first = address.clone();
        pseudonyms.address(first, 0, first.length);
        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        final long before = threads.getCurrentThreadAllocatedBytes();
        for (int k = 0; k < 1_000; k++)
        {
            final byte[] again = {1, 10, 0, 0, 1};
            pseudonyms.address(again, 1, address.length);
            assertArrayEquals(first, Arrays.copyOfRange(again, 1, again.length));
        }
        final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(allocated < 1_000_000, allocated + " bytes");
    }

    /** A topic that has become longer than a byte tells; and properties that have become longer than two bytes tell. */
    @Test
    void pseudonymsOfOneLengthFitIntoRecords() throws IOException
    {
        final MessageExt message = StoredRecords.message(new Random(1));
        message.setTopic("a-b-c-d-e-f-g-h-i-j-k-l-m-n-o");
        final byte[] header = "{\"code\":0,\"flag\":1,\"opaque\":1}".getBytes(StandardCharsets.UTF_8);
        final byte[] frame = Frames.json(header, StoredRecords.encode(message));
        final Run run = Run.skim(scrub(frame, "--hide-lengths"), "decode", "--messages");
        assertEquals(List.of(), run.err);
        final JSONObject record = JSON.parseObject(run.out.get(0)).getJSONArray("messages").getJSONObject(0);
        assertEquals(15 * 12 + 14, record.getString("topic").length());
        for (int i = 0; i < 3_000; i++)
        {
            message.putUserProperty("p" + i, "x");
        }
        final Path in = Files.write(folder.resolve("in"), Frames.join(frame, Frames.json(header, StoredRecords.encode(
            message))));
        final Path out = folder.resolve("out");
        final Run dropped = Run.skim("scrub", "--hide-lengths", in.toString(), "-o", out.toString());
        assertEquals(1, dropped.status, dropped.told);
        assertEquals(1, Frames.cut(Files.readAllBytes(out)).size());
    }
}
