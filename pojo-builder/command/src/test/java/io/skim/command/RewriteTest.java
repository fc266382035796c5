package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import io.skim.pojo.headers.HeaderType;
import io.skim.pojo.headers.HeaderTypes;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.HeaderRecord;
import io.skim.scan.testing.Reference;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.apache.rocketmq.common.message.Message;
import java.util.HexFormat;
import java.nio.ByteBuffer;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RewriteTest
{
    private static final byte[] SEND = Frames.binary(310, null, "body", "a", "G", "b", "Topic", "i", "TAGS\1A\2");
    private static final byte[] JSON_FRAME =
        Frames.json("{\"code\":105,\"extFields\":{\"topic\":\"Topic\"},\"opaque\":4}");
    private static final byte[] SIGNED = Frames.binary(310, null, "body", "b", "Topic", "Signature", "old");
    /** The value's length claims more than there is. */
    private static final byte[] BAD = Frames.overrun(SEND);

    @TempDir
    Path folder;

    /** What a run wrote to standard output, and its exit status and diagnostics. */
    private record Rewritten(int status, byte[] out, List<JSONObject> err)
    {
    }

    private static Rewritten rewrite(final byte[] in, final String... arguments)
    {
        final Run run = Run.skim(in, List.of("rewrite"), arguments);
        return new Rewritten(run.status, run.bytes, run.err.stream().map(JSON::parseObject).toList());
    }

    private static void check(final byte[] expected, final byte[] in, final String... arguments)
    {
        final Rewritten run = rewrite(in, arguments);
        assertEquals(List.of(), run.err);
        assertEquals(0, run.status);
        assertArrayEquals(expected, run.out);
    }

    /** Its length tells where the next one stands, however absurd the frame is. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void aFrameTooShortForAPrefixIsCopiedAndTheNextOneRewritten(final int length)
    {
        final byte[] tiny = new byte[Integer.BYTES + length];
        tiny[3] = (byte)length;
        final Rewritten run = rewrite(Frames.join(SEND, tiny, SEND, tiny), "--set", "topic=Other");
        final byte[] edited = rewrite(SEND, "--set", "topic=Other").out;
        assertArrayEquals(Frames.join(edited, tiny, edited, tiny), run.out);
        assertEquals(1, run.status);
        assertEquals(List.of("FRAME_TOO_SHORT", "FRAME_TOO_SHORT"), run.err.stream().map(line -> line.getString(
            "error")).toList());
        assertEquals(List.of(1, 3), run.err.stream().map(line -> line.getInteger("i")).toList());
        assertEquals(SEND.length, run.err.get(0).getInteger("offset"));
    }

    static List<Path> captures()
    {
        return Captures.remoting();
    }

    @ParameterizedTest
    @MethodSource("captures")
    void editsEveryFrameOfACapture(final Path capture) throws Exception
    {
        final byte[] in = Files.readAllBytes(capture);
        check(in, in, "--remove", "no such");
        final Path out = folder.resolve("out");
        final Path secret = Files.writeString(folder.resolve("secret"), "a key");
        final Run run = Run.skim("rewrite", "--set", "topic=Neues Th\u00E4ma", "--set", "opaque=77", "--remove", "n",
            "--resign-secret", secret.toString(), "--set-property", "TRACE=\"1\"", "--rename", "a=xyz",
            "--remove-property", "TAGS", "-o", out.toString(),
            capture
                .toString());
        final List<byte[]> before = Frames.cut(in);
        final List<byte[]> after = Frames.cut(Files.readAllBytes(out));
        assertEquals(before.size(), after.size());
        for (int i = 0; i < before.size(); i++)
        {
            final HeaderRecord expected = Reference.decode(before.get(i));
            if (isBatch(expected))
            {
                for (final Message message : MessageDecoder.decodeMessages(ByteBuffer.wrap(HexFormat.of().parseHex(
                    Reference.decode(after.get(i)).body))))
                {
                    assertEquals("\"1\"", message.getProperty("TRACE"));
                    assertNull(message.getProperty("TAGS"));
                }
                continue;
            }
            edit(expected);
            final HeaderRecord found = Reference.decode(after.get(i));
            final TreeMap<String, String> properties = found.properties == null ? new TreeMap<>() : found.properties;
            assertEquals(expected.properties, properties);
            found.extFields = found.extFields == null ? new TreeMap<>() : found.extFields;
            found.extFields.keySet().removeAll(List.of("i", "properties", "Signature"));
            found.properties = expected.properties;
            assertEquals(expected, found);
        }
        assertEquals(List.of(), run.err);
        assertEquals(0, run.status);
    }

    /** Whether a request sends a batch, whose properties stand in the body. */
    private static boolean isBatch(final HeaderRecord header)
    {
        return (header.flag & 1) == 0
            && (header.code == 320 || header.code == 310 && "true".equals(header.extFields.get(
                "m")) || header.code == 10 && "true".equals(header.extFields.get("batch")));
    }

    @Test
    void copiesABatchThatItCannotEdit()
    {
        final byte[] batch = Frames.binary(320, null, "body", "b", "Topic", "i", "TAGS\1A\2", "m", "true");
        final byte[] in = Frames.join(SEND, batch, SEND);
        final byte[] edited = rewrite(SEND, "--set-property", "TRACE=1", "--set", "topic=x").out;
        final String[][] all = {{"--set-property", "TRACE=1", "--set", "topic=x"}, {"--remove-property", "TAGS"}, {
            "--set", "properties=x"}};
        for (final String[] edits : all)
        {
            final Rewritten run = rewrite(batch, edits);
            assertArrayEquals(batch, run.out);
            assertEquals(1, run.status);
            assertEquals(edits == all[2] ? "BATCH" : "RECORD_TOO_SHORT", run.err.get(0).getString("error"));
        }
        final Rewritten run = rewrite(in, "--set-property", "TRACE=1", "--set", "topic=x");
        assertArrayEquals(Frames.join(edited, batch, edited), run.out);
        assertEquals(List.of(1), run.err.stream().map(line -> line.getInteger("i")).toList());
        check(Frames.binary(320, null, "body", "b", "x", "i", "TAGS\1A\2", "m", "true"), batch, "--set", "topic=x");
    }

    /** Whether a frame can have a topic: a request whose header has one, or that nobody knows. */
    private static boolean hasTopic(final HeaderRecord header)
    {
        final HeaderType<?> type = HeaderTypes.ofRequest(header.code);
        return (header.flag & 1) == 0 && (type == null ? CodeNames.of(header.code, false) == null : type.fields()
            .stream().anyMatch(field -> field.name().equals("topic")));
    }

    @Test
    void addsAFieldOnlyToRequestsThatHaveIt()
    {
        final byte[] route = Frames.json("{\"opaque\":5,\"code\":105,\"flag\":0,\"extFields\":{}}");
        final byte[] heartbeat = Frames.json("{\"opaque\":5,\"code\":34,\"flag\":0,\"extFields\":{\"x\":\"y\"}}");
        final byte[] clusters = Frames.json("{\"opaque\":5,\"code\":106,\"flag\":0}");
        final byte[] response = Frames.json("{\"opaque\":5,\"code\":0,\"flag\":1,\"extFields\":{}}");
        final byte[] routeResponse = Frames.json("{\"opaque\":5,\"code\":105,\"flag\":3,\"extFields\":{}}");
        final byte[] own = Frames.json("{\"opaque\":5,\"code\":31000,\"flag\":0,\"extFields\":{}}");
        final byte[] untouched = Frames.join(heartbeat, clusters, response, routeResponse);
        final byte[] in = Frames.join(route, own, untouched);
        check(
            Frames.join(Frames.json("{\"opaque\":5,\"code\":105,\"flag\":0,\"extFields\":{\"topic\":\"x\"}}"),
                Frames.json(
                    "{\"opaque\":5,\"code\":31000,\"flag\":0,\"extFields\":{\"topic\":\"x\"}}"),
                untouched),
            in, "--set", "topic=x");
        // Where it is, it is set, wherever that may be.
        final byte[] odd = Frames.json("{\"opaque\":5,\"code\":0,\"flag\":1,\"extFields\":{\"topic\":\"a\"}}");
        check(Frames.json("{\"opaque\":5,\"code\":0,\"flag\":1,\"extFields\":{\"topic\":\"x\"}}"), odd, "--set",
            "topic=x");
        check(Frames.binary(310, null, "", "a", "G", "b", "x"), Frames.binary(310, null, "", "a", "G"), "--set",
            "topic=x");
        // Among several names, each where it belongs; a name that no header of RocketMQ's knows belongs everywhere.
        check(Frames.json("{\"opaque\":5,\"code\":0,\"flag\":1,\"extFields\":{\"trace-id\":\"1\"}}"), response, "--set",
            "topic=x",
            "--set", "trace-id=1");
        check(Frames.json("{\"opaque\":5,\"code\":106,\"flag\":1}"),
            Frames.json("{\"opaque\":5,\"code\":106,\"flag\":0}"), "--set", "topic=x",
            "--set", "flag=1");
    }

    @Test
    void addingAndReplacingAreTwoThings()
    {
        final byte[] with = Frames.json("{\"opaque\":5,\"code\":34,\"extFields\":{\"topic\":\"a\"}}");
        final byte[] without = Frames.json("{\"opaque\":5,\"code\":34,\"extFields\":{}}");
        final byte[] replaced = Frames.json("{\"opaque\":5,\"code\":34,\"extFields\":{\"topic\":\"x\"}}");
        check(Frames.join(replaced, without), Frames.join(with, without), "--replace", "topic=x");
        check(Frames.join(with, replaced), Frames.join(with, without), "--add", "topic=x");
        check(Frames.join(replaced, replaced), Frames.join(with, without), "--replace", "topic=x", "--add", "topic=x");
        check(Frames.binary(310, null, "body", "a", "G", "b", "x", "i", "TAGS\1A\2"), SEND, "--replace", "topic=x",
            "--replace", "d=y", "--add", "producerGroup=z");
        for (final String wrong : List.of("--add code=1", "--replace remark=x", "--add topic", "--replace =x",
            "--format amqp-messages --add a=b"))
        {
            final Run run = Run.skim(new byte[0], List.of("rewrite"), wrong.split(" "));
            assertEquals(2, run.status, wrong);
            assertEquals(2, run.err.size(), run.told);
        }
    }

    private static void edit(final HeaderRecord header)
    {
        final boolean brief = List.of(310, 320, 325).contains(header.code);
        final String holder = brief ? "i" : "properties";
        header.opaque = 77;
        header.extFields = header.extFields == null ? new TreeMap<>() : header.extFields;
        header.properties = header.properties == null ? new TreeMap<>() : header.properties;
        if (header.extFields.containsKey(holder)
            || (brief || header.code == 10 || header.code == 324) && (header.flag & 1)
                == 0)
        {
            header.properties.put("TRACE", "\"1\"");
            header.properties.remove("TAGS");
        }
        if (header.extFields.containsKey(brief ? "b" : "topic") || hasTopic(header))
        {
            header.extFields.put(brief ? "b" : "topic", "Neues Th\u00E4ma");
        }
        header.extFields.remove("n");
        if (header.extFields.containsKey("a"))
        {
            header.extFields.put("xyz", header.extFields.remove("a"));
        }
        header.extFields.keySet().removeAll(List.of("i", "properties", "Signature"));
    }

    @Test
    void makesTheEditsInTheirOrder()
    {
        check(Frames.binary(310, null, "body", "a", "G", "b", "Topic", "i", "TAGS\1C\2", "z", "2"), SEND, "--set",
            "y=1",
            "--rename", "y=z", "--set=z=2", "--remove-property=TAGS", "--set-property", "TAGS=C");
        check(Frames.binary(310, null, "body", "a", "G", "b", "x=y", "i", "TAGS\1A\2"), SEND, "--set", "topic=x",
            "--set",
            "topic=x=y");
    }

    @Test
    void propertiesAreAddedReplacedAndRenamed()
    {
        check(Frames.binary(310, null, "body", "a", "G", "b", "Topic", "i", "tags\1B\2NEW\1n\2"), SEND,
            "--replace-property", "TAGS=B", "--replace-property", "NONE=x", "--add-property", "TAGS=C",
            "--add-property",
            "NEW=n", "--rename-property", "TAGS=tags", "--rename-property", "NONE=y");
    }

    @Test
    void limitsTheEditsToMatchingFrames()
    {
        final byte[] edited = Frames.binary(310, null, "body", "a", "G", "b", "x", "i", "TAGS\1A\2");
        final byte[] in = Frames.join(SEND, JSON_FRAME);
        for (final List<String> only : List.of(List.of("--code", "310"), List.of("--code", "11,310"), List.of("--tag",
            "B || A"), List.of("--where", "TAGS = 'A'"),
            List.of("--where", "$topic = 'Topic'", "--tag", "A", "--code",
                "310")))
        {
            check(Frames.join(edited, JSON_FRAME), in, join(only, "--set", "topic=x"));
        }
        for (final List<String> none : List.of(List.of("--code", "10"), List.of("--tag", "B"), List.of("--where",
            "TAGS = 'B'"), List.of("--where", "TAGS = 'A'", "--tag", "B")))
        {
            check(in, in, join(none, "--set", "topic=x"));
        }
    }

    private static String[] join(final List<String> first, final String... rest)
    {
        return java.util.stream.Stream.concat(first.stream(), Arrays.stream(rest)).toArray(String[]::new);
    }

    @Test
    void copiesMalformedFramesAndReportsThem()
    {
        final Rewritten run = rewrite(Frames.join(SEND, BAD, SEND), "--set", "b=x");
        final byte[] edited = Frames.binary(310, null, "body", "a", "G", "b", "x", "i", "TAGS\1A\2");
        assertArrayEquals(Frames.join(edited, BAD, edited), run.out);
        assertEquals(1, run.status);
        assertEquals(1, run.err.size());
        assertEquals("VALUE_OVERRUNS_MAP", run.err.get(0).getString("error"));
        assertEquals(1, run.err.get(0).getIntValue("i"));
        assertEquals(SEND.length, run.err.get(0).getIntValue("offset"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 5, 20, 60})
    void copiesWhatIsCutOff(final int length)
    {
        final byte[] part = Arrays.copyOf(SEND, length);
        final Rewritten run = rewrite(Frames.join(JSON_FRAME, part), "--set", "opaque=5");
        assertArrayEquals(
            Frames.join(Frames.json("{\"code\":105,\"extFields\":{\"topic\":\"Topic\"},\"opaque\":5}"), part),
            run.out);
        assertEquals(1, run.status);
        assertEquals("TRUNCATED", run.err.get(0).getString("error"));
        assertEquals(JSON_FRAME.length, run.err.get(0).getIntValue("offset"));
        assertEquals(1, run.err.get(0).getIntValue("i"));
    }

    @Test
    void copiesWhatIsNoFrames()
    {
        final byte[] web = ("GET / HTTP/1.1\r\n" + "x".repeat(200_000)).getBytes(StandardCharsets.US_ASCII);
        final Rewritten run = rewrite(Frames.join(SEND, web), "--remove", "remark");
        assertArrayEquals(Frames.join(SEND, web), run.out);
        assertEquals(1, run.status);
        assertTrue(run.err.get(0).getString("message").contains("HTTP"), run.err::toString);
    }

    @Test
    void refusesWhatCannotBeWritten()
    {
        final Rewritten run = rewrite(Frames.join(SEND, JSON_FRAME), "--set", "code=200050");
        assertArrayEquals(
            Frames.join(SEND, Frames.json("{\"code\":200050,\"extFields\":{\"topic\":\"Topic\"},\"opaque\":4}")),
            run.out);
        assertEquals(1, run.status);
        assertEquals("NUMBER_TOO_GREAT", run.err.get(0).getString("error"));
    }

    @Test
    void guardsSignatures() throws IOException, GeneralSecurityException
    {
        final Rewritten run = rewrite(SIGNED, "--set", "topic=x");
        assertArrayEquals(SIGNED, run.out);
        assertEquals(1, run.status);
        assertEquals("SIGNED", run.err.get(0).getString("error"));
        check(Frames.binary(320, null, "body", "b", "Topic", "Signature", "old"), SIGNED, "--set", "code=320");
        final Mac mac = Mac.getInstance("HmacSHA1");
        mac.init(new SecretKeySpec("key".getBytes(StandardCharsets.UTF_8), "HmacSHA1"));
        final String signature =
            Base64.getEncoder().encodeToString(mac.doFinal("xbody".getBytes(StandardCharsets.UTF_8)));
        final Path secret = Files.writeString(folder.resolve("secret"), "key\r\nand more");
        check(Frames.binary(310, null, "body", "b", "x", "Signature", signature), SIGNED, "--set", "topic=x",
            "--resign-secret", secret.toString());
    }

    @Test
    void saysWhatIsWrongUsage() throws IOException
    {
        final Path file = Files.write(folder.resolve("in"), SEND);
        for (final String[] arguments : new String[][] {{}, {"--set", "x"}, {"--set", "code=x"}, {"--remove", "opaque"},
            {
                "--rename", "a"},
            {"--set-property", "a="}, {"--add-property", "a"}, {"--replace-property", "=b"},
            {"--rename-property", "a="}, {"--set", "i=x", "--set-property", "a=b"}, {"--set", "a=b", "--where",
                "a ="},
            {"--set", "a=b", "--code", "x"}, {"--set", "a=b", "--resign-secret", "env:NO_SUCH_VARIABLE"}, {
                "--set", "a=b", "-o", file.toString(), file.toString()}})
        {
            final String[] all = new String[arguments.length + 1];
            all[0] = "rewrite";
            System.arraycopy(arguments, 0, all, 1, arguments.length);
            final Run run = Run.skim(SEND, all);
            assertEquals(2, run.status, () -> Arrays.toString(arguments) + run.err);
            assertEquals(2, run.err.size(), run.err::toString);
            assertEquals(List.of(), run.out);
        }
        assertArrayEquals(SEND, Files.readAllBytes(file));
    }

    @Test
    void saysWhatFileFailed() throws IOException
    {
        final String missing = folder.resolve("missing").toString();
        final Run read = Run.skim("rewrite", "--set", "a=b", missing);
        assertEquals(List.of("skim: " + missing + ": no such file"), read.err);
        assertEquals(3, read.status);
        final Run written = Run.skim("rewrite", "--set", "a=b", "-o", folder.resolve("no/out").toString());
        assertEquals(3, written.status);
        final Run secret = Run.skim("rewrite", "--set", "a=b", "--resign-secret", missing);
        assertEquals(3, secret.status);
        final Run onFolder = Run.skim("rewrite", "--set", "a=b", "-o", folder.toString());
        assertEquals(List.of("skim: " + folder + ": Is a directory"), onFolder.err);
        final Path binary = Files.write(folder.resolve("binary"), new byte[] {(byte)0xFF});
        final Run unreadable = Run.skim("rewrite", "--set", "a=b", "--resign-secret", binary.toString());
        assertEquals(List.of("skim: " + binary + ": not UTF-8"), unreadable.err);
    }

    @Test
    void readsSeveralFilesInOrder() throws IOException
    {
        final Path first = Files.write(folder.resolve("first"), SEND);
        final Path second = Files.write(folder.resolve("second"), BAD);
        final Rewritten run = rewrite(JSON_FRAME, "--set", "code=105", first.toString(), "-", second.toString());
        assertArrayEquals(
            Frames.join(Frames.binary(105, null, "body", "a", "G", "b", "Topic", "i", "TAGS\1A\2"), JSON_FRAME, BAD),
            run.out);
        assertEquals(2, run.err.get(0).getIntValue("i"));
        assertEquals(0, run.err.get(0).getIntValue("offset"));
        assertEquals(second.toString(), run.err.get(0).getString("file"));
    }

    @Test
    void aFileThatIsNamedLikeACaptureAndIsNoneIsTold() throws IOException
    {
        final Path out = folder.resolve("out.pcapng");
        final Run run =
            Run.skim(Frames.binary(310, null, "", "b", "T"), "rewrite", "--set", "a=b", "-o", out.toString());
        assertEquals(0, run.status);
        assertEquals(
            List.of("skim: warning: rewrite writes what packets carry, and no packets: OUT will be no capture"),
            run.err);
        assertTrue(Files.size(out) > 0);
    }
}
