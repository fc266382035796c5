package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.testing.AmqpMessages;
import io.skim.scan.testing.AmqpNode;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * {@code skim rewrite} of AMQP messages, read again by a decoder that shares nothing with it.
 */
class AmqpRewriteTest
{
    /** Header with durable and priority; message annotation x-opt-a; application property c=red; body x. */
    private static final byte[] RED = message("005370c00402415005", "005372c10c02a307782d6f70742d615401",
        "005374c10902a10163a103726564", "005375a00178");
    private static final byte[] BARE = message("005375a00178");

    @TempDir
    Path folder;

    private byte[] out;
    private String err;

    private static byte[] message(final String... sections)
    {
        final byte[] bytes = HexFormat.of().parseHex(String.join("", sections));
        return ByteBuffer.allocate(4 + bytes.length).putInt(bytes.length).put(bytes).array();
    }

    private int rewrite(final byte[] in, final String... arguments)
    {
        final Run run = Run.skim(in, List.of("rewrite", "--format", "amqp-messages"), arguments);
        out = run.bytes;
        err = run.told;
        return run.status;
    }

    private static List<byte[]> cut(final byte[] file)
    {
        final List<byte[]> messages = new ArrayList<>();
        final ByteBuffer rest = ByteBuffer.wrap(file);
        while (rest.hasRemaining())
        {
            final byte[] message = new byte[rest.getInt()];
            rest.get(message);
            messages.add(message);
        }
        return messages;
    }

    /** A section as the notation tells it, fields cut behind the last that is set; nothing for a section that is not there. */
    private static String told(final List<AmqpNode> section)
    {
        return section.isEmpty() ? "" : section.get(0).notation().replaceAll("(,?\\{\"null\":null\\})+\\]\\}$", "]}");
    }

    private String told(final byte[] in, final int section, final String... arguments) throws Exception
    {
        assertEquals(0, rewrite(in, arguments), () -> err);
        assertEquals("", err);
        return told(AmqpMessages.read(cut(out).get(0)).get(section));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', value = {
        "header.ttl=60000;{\"list\":[{\"boolean\":true},{\"ubyte\":5},{\"uint\":60000}]}",
        "header.ttl=0;{\"list\":[{\"boolean\":true},{\"ubyte\":5},{\"uint\":0}]}",
        "header.priority=9;{\"list\":[{\"boolean\":true},{\"ubyte\":9}]}",
        "header.durable=false;{\"list\":[{\"boolean\":false},{\"ubyte\":5}]}",
        "header.first-acquirer=true;"
            + "{\"list\":[{\"boolean\":true},{\"ubyte\":5},{\"null\":null},{\"boolean\":true}]}",
        "header.delivery-count=4294967295;{\"list\":[{\"boolean\":true},{\"ubyte\":5},{\"null\":null},{\"null\":null},"
            + "{\"uint\":4294967295}]}",
        "header.ttl={\"uint\":7};{\"list\":[{\"boolean\":true},{\"ubyte\":5},{\"uint\":7}]}"})
    void setsFieldsOfTheHeader(final String edit, final String expected) throws Exception
    {
        assertEquals(expected, told(RED, 0, "--set", edit));
    }

    @Test
    void annotationsAreAddedAndReplaced() throws Exception
    {
        assertEquals("{\"map\":[[{\"symbol\":\"x-a\"},{\"string\":\"2\"}],[{\"symbol\":\"x-b\"},{\"uint\":3}]]}",
            told(message(
                "005372c10802a303782d615201", "005377a10161"), 2, "--replace",
                "message-annotations.x-a=2", "--replace", "message-annotations.none=1", "--add",
                "message-annotations.x-a=9",
                "--add", "message-annotations.x-b={\"uint\":3}"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', value = {"plain text;{\"string\":\"plain text\"}",
        "5;{\"string\":\"5\"}", ";{\"string\":\"\"}",
        "{\"symbol\":\"s\"};", "{\"uint\":4294967295};", "{\"ubyte\":255};", "{\"ushort\":65535};", "{\"byte\":-128};",
        "{\"short\":-32768};", "{\"int\":-5};", "{\"ulong\":\"18446744073709551615\"};",
        "{\"long\":\"-9223372036854775808\"};",
        "{\"timestamp\":\"-1\"};", "{\"float\":\"3f800000\"};", "{\"double\":\"bff0000000000000\"};",
        "{\"char\":\"U+1F600\"};",
        "{\"uuid\":\"f275ea5e-0c57-4ad7-b11a-b20c563d3b71\"};", "{\"binary\":\"00ff\"};", "{\"boolean\":true};",
        "{\"null\":null};", "{\"string\":\"{}\"};"})
    void takesPlainTextAndTheTypedNotation(final String value, final String expected) throws Exception
    {
        final String text = value == null ? "" : value;
        final String found = told(RED, 2, "--set", "message-annotations.x-opt-b=" + text);
        assertEquals("{\"map\":[[{\"symbol\":\"x-opt-a\"},{\"int\":1}],[{\"symbol\":\"x-opt-b\"}," + (expected == null
            ? text : expected) + "]]}", found);
    }

    @Test
    void makesTheEditsInTheirOrder() throws Exception
    {
        assertEquals(
            "{\"map\":[[{\"symbol\":\"x-opt-c\"},{\"string\":\"3\"}],[{\"symbol\":\"x-opt-b\"},{\"string\":\"1=1\"}]]}",
            told(RED, 2, "--rename", "message-annotations.x-opt-a=message-annotations.x-opt-c", "--set",
                "message-annotations.x-opt-b=2", "--set", "message-annotations.x-opt-b=1=1", "--set",
                "message-annotations.x-opt-c=3"));
        assertEquals("{\"map\":[[{\"symbol\":\"a.b\"},{\"string\":\"1\"}]]}", told(BARE, 1, "--set",
            "delivery-annotations.a.b=1", "--remove", "header.ttl", "--remove", "message-annotations.x"));
        assertEquals("{\"list\":[{\"null\":null},{\"ubyte\":5}]}", told(RED, 0, "--remove", "header.durable"));
    }

    @Test
    void limitsTheEditsToWhatASelectorSelects() throws Exception
    {
        assertEquals(0, rewrite(Frames.join(BARE, RED, BARE), "--where", "c LIKE 'r%' AND JMSPriority = 5", "--set",
            "header.priority=9"));
        assertArrayEquals(Frames.join(BARE, message("005370c00402415009", "005372c10c02a307782d6f70742d615401",
            "005374c10902a10163a103726564", "005375a00178"), BARE), out);
    }

    @Test
    void changesTheBareMessageOnlyWhenAllowed() throws Exception
    {
        for (final String name : new String[] {"properties.to=a", "application-properties.c=blue"})
        {
            assertEquals(2, rewrite(RED, "--set", name));
            assertTrue(err.contains("--allow-bare-message"), err);
            assertEquals(0, out.length);
        }
        assertEquals("{\"map\":[[{\"string\":\"c\"},{\"string\":\"blue\"}]]}",
            told(RED, 4, "--allow-bare-message", "--set",
                "application-properties.c=blue"));
        assertEquals(
            "{\"list\":[{\"string\":\"1\"},{\"binary\":\"75\"},{\"string\":\"q\"},{\"null\":null},{\"null\":null},"
                + "{\"ulong\":\"5\"},{\"symbol\":\"t\"},{\"null\":null},{\"timestamp\":\"-7\"},{\"null\":null},{\"string\":\"g\"},"
                + "{\"uint\":300}]}",
            told(RED, 3, "--allow-bare-message", "--set", "properties.message-id=1", "--set",
                "properties.user-id=u", "--set", "properties.to=q", "--set",
                "properties.correlation-id={\"ulong\":\"5\"}",
                "--set", "properties.content-type=t", "--set", "properties.absolute-expiry-time=-7", "--set",
                "properties.group-id=g", "--set", "properties.group-sequence=300"));
    }

    @Test
    void copiesWhatIsMalformedOrCutOffAndReportsIt()
    {
        final byte[] bad = message("005370c004024150");
        assertEquals(1, rewrite(Frames.join(RED, bad, BARE), "--set", "header.priority=9"));
        final List<byte[]> found = cut(out);
        assertArrayEquals(Arrays.copyOfRange(bad, 4, bad.length), found.get(1));
        assertEquals(3, found.size());
        assertEquals(1, err.lines().count());
        assertTrue(err.startsWith("{\"i\":1,\"offset\":" + RED.length + ",\"error\":\""), err);
        for (final int length : new int[] {1, 3, 5, RED.length - 1})
        {
            final byte[] part = Arrays.copyOf(RED, length);
            assertEquals(1, rewrite(Frames.join(BARE, part), "--remove", "header.ttl"));
            assertArrayEquals(Frames.join(BARE, part), out);
            assertTrue(
                err.startsWith("{\"i\":1,\"offset\":" + BARE.length + ",\"error\":\"TRUNCATED\",\"at\":" + (BARE.length
                    + length)),
                err);
        }
        final byte[] absurd = Frames.join(new byte[] {-1, 0, 0, 0}, new byte[300_000], RED);
        assertEquals(1, rewrite(Frames.join(BARE, absurd), "--set", "header.ttl=1"));
        assertEquals("FRAME_TOO_LONG", err.replaceAll(".*\"error\":\"([A-Z_]+)\".*\n", "$1"));
        assertArrayEquals(absurd, Arrays.copyOfRange(out, out.length - absurd.length, out.length));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"--set|code=1", "--set|header=1", "--set|header.=1",
        "--set|header.colour=1", "--set|header.ttl=-1", "--set|header.ttl=4294967296", "--set|header.ttl=x",
        "--set|header.ttl={\"int\":1}", "--set|header.durable=yes", "--set|header.priority=256",
        "--set|header.priority={\"null\":null}", "--set|message-annotations.x={\"uint\":-1}",
        "--set|message-annotations.x={\"list\":[]}", "--set|message-annotations.x={\"uint\":1}x",
        "--set|message-annotations.x={\"uint\":1,\"int\":1}", "--set|message-annotations.x={\"byte\":128}",
        "--set|message-annotations.x={\"float\":\"00\"}", "--set|message-annotations.x={\"char\":\"U+D800\"}",
        "--set|message-annotations.x={\"long\":1}", "--set|message-annotations.x={\"binary\":\"0\"}",
        "--set|message-annotations.x={\"boolean\":\"true\"}", "--set|message-annotations.x={", "--set|footer.x=1",
        "--set|message-annotations.\u00E9=1", "--rename|header.ttl=header.priority", "--rename|message-annotations.a=b",
        "--rename|message-annotations.a=delivery-annotations.b", "--set-property|a=b", "--remove-property|a",
        "--add-property|a=b", "--replace-property|a=b", "--rename-property|a=b", "--add|header.ttl=1",
        "--replace|header.ttl=1", "--add|application-properties.a=1", "--replace|message-annotations.a",
        "--remove|message-annotations"})
    void saysWhatIsWrongUsage(final String option, final String value)
    {
        assertEquals(2, rewrite(RED, option, value), err);
        assertEquals(2, err.lines().count(), err);
        assertEquals(0, out.length);
    }

    @Test
    void optionsOfOneFormatAreRefusedForTheOther() throws IOException
    {
        final Path secret = Files.writeString(folder.resolve("secret"), "key");
        assertEquals(2, rewrite(RED, "--set", "header.ttl=1", "--resign-secret", secret.toString()));
        assertEquals(2, rewrite(RED, "--set", "header.ttl=1", "--tag", "a"));
        assertEquals(2, rewrite(RED, "--set", "header.ttl=1", "--code", "10"));
        assertEquals(2, rewrite(RED, "--set", "header.ttl=1", "--where", "a ="));
        assertEquals(2, Run.skim(RED, "rewrite", "--set", "a=b", "--allow-bare-message").status);
        assertEquals(2, Run.skim(RED, "rewrite", "--set", "a=b", "--format", "amqp-values").status);
    }

    static List<Path> captures() throws IOException
    {
        try (Stream<Path> files = Files.list(Captures.root().resolve("docs/captures")))
        {
            return files.filter(file -> file.toString().endsWith(".amqp-messages")).sorted().toList();
        }
    }

    private static Map<Integer, String> without(final List<List<AmqpNode>> sections, final Integer... edited)
    {
        final Map<Integer, String> told = new TreeMap<>();
        for (int section = 0; section < sections.size(); section++)
        {
            if (!List.of(edited).contains(section))
            {
                told.put(section, AmqpNode.notation(sections.get(section)));
            }
        }
        return told;
    }

    @ParameterizedTest
    @MethodSource("captures")
    void editsEveryMessageOfACapture(final Path capture) throws Exception
    {
        final byte[] in = Files.readAllBytes(capture);
        assertEquals(0, rewrite(in, "--remove", "message-annotations.none"), err);
        assertArrayEquals(in, out);
        final Path result = folder.resolve("out");
        assertEquals(0, rewrite(new byte[0], "--set", "header.ttl=77777", "--set", "header.delivery-count=3", "--set",
            "message-annotations.x-opt-trace={\"symbol\":\"t\"}", "-o", result.toString(), capture.toString()), err);
        final List<byte[]> before = cut(in);
        final List<byte[]> after = cut(Files.readAllBytes(result));
        assertEquals(before.size(), after.size());
        assertTrue(!before.isEmpty());
        for (int i = 0; i < before.size(); i++)
        {
            final List<List<AmqpNode>> old = AmqpMessages.read(before.get(i));
            final List<List<AmqpNode>> found = AmqpMessages.read(after.get(i));
            assertEquals(without(old, 0, 2), without(found, 0, 2));
            final List<AmqpNode> header = found.get(0).get(0).children();
            assertEquals("{\"uint\":77777}", header.get(2).notation());
            assertEquals("{\"uint\":3}", header.get(4).notation());
            assertTrue(told(found.get(2)).endsWith("[{\"symbol\":\"x-opt-trace\"},{\"symbol\":\"t\"}]]}"),
                told(found.get(2)));
        }
    }
}
