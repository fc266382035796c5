package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.HeaderRecord;
import io.skim.scan.testing.Reference;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FilterTest
{
    private static final byte[] BRIEF =
        Frames.binary(310, null, "body", "b", "orders", "i", "TAGS\1TagA\2amount\001120\2");
    private static final byte[] LONG = Frames.json("{\"code\":10,\"extFields\":{\"topic\":\"orders\","
        + "\"properties\":\"TAGS\\u0001TagB\\u0002amount\\u000180\\u0002\"},\"opaque\":4}");
    private static final byte[] PLAIN = Frames.binary(105, null, "", "topic", "other");
    private static final byte[] BAD = Frames.overrun(BRIEF);
    private static final byte[] RED = message("red");
    private static final byte[] BLUE = message("blue");

    @TempDir
    Path folder;

    private byte[] out;
    private String err;

    /** Application properties with one colour, behind its length. */
    private static byte[] message(final String colour)
    {
        final byte[] text = colour.getBytes(StandardCharsets.US_ASCII);
        final byte[] map = ByteBuffer.allocate(6 + text.length).put(new byte[] {(byte)0xA1, 1, 'c', (byte)0xA1,
            (byte)text.length}).put(text).array();
        final byte[] body = {0, 0x53, 0x75, (byte)0xA0, 1, 'x'};
        final int length = 6 + map.length - 1 + body.length;
        return ByteBuffer.allocate(4 + length).putInt(length)
            .put(new byte[] {0, 0x53, 0x74, (byte)0xC1, (byte)(map.length
                - 1 + 1), 2})
            .put(map, 0, map.length - 1).put(body).array();
    }

    private int filter(final byte[] in, final String... arguments)
    {
        final Run run = Run.skim(in, List.of("filter"), arguments);
        out = run.bytes;
        err = run.told;
        return run.status;
    }

    private String text()
    {
        return new String(out, StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"amount > 100;B", "amount > 50;BL", "$topic = 'orders';BL",
        "$code = 105;P", "$topic <> 'x' AND TAGS IS NULL;P", "TAGS = 'TagB' OR $code IN ('105');LP", "FALSE;"})
    void copiesTheFramesThatMatch(final String where, final String expected)
    {
        final ByteArrayOutputStream frames = new ByteArrayOutputStream();
        for (final char each : (expected == null ? "" : expected).toCharArray())
        {
            frames.writeBytes(each == 'B' ? BRIEF : each == 'L' ? LONG : PLAIN);
        }
        assertEquals(0, filter(Frames.join(BRIEF, LONG, PLAIN), "--where", where), err);
        assertArrayEquals(frames.toByteArray(), out);
    }

    @Test
    void allConditionsHaveToHold()
    {
        final byte[] all = Frames.join(BRIEF, LONG, PLAIN);
        assertEquals(0, filter(all, "--tag", "TagA || TagB"));
        assertArrayEquals(Frames.join(BRIEF, LONG), out);
        assertEquals(0, filter(all, "--tag", "TagA||TagB", "--code", "10,105"));
        assertArrayEquals(LONG, out);
        assertEquals(0, filter(all, "--tag", "TagA || TagB", "--where", "amount > 100", "--code", "310"));
        assertArrayEquals(BRIEF, out);
        assertEquals(0, filter(all, "--code", "10", "--code", "105", "--invert"));
        assertArrayEquals(BRIEF, out);
    }

    @Test
    void takesCodesByTheirNames()
    {
        final byte[] all = Frames.join(BRIEF, LONG, PLAIN);
        assertEquals(0, filter(all, "--code", "SEND_MESSAGE_V2"));
        assertArrayEquals(BRIEF, out);
        assertEquals(0, filter(all, "--code", "send_message, 310,Get_RouteInfo_By_Topic".replace(" ", "")));
        assertArrayEquals(all, out);
        assertEquals(0, filter(all, "--code", "SEND_MESSAGE", "--code", "310", "--invert"));
        assertArrayEquals(PLAIN, out);
    }

    @Test
    void namesCodesThatAreCloseToAnUnknownName()
    {
        assertEquals(2, filter(new byte[0], "--code", "310,SEND_MESAGE_V2"));
        assertEquals("skim: --code takes numbers and names of request codes, not 'SEND_MESAGE_V2'; did you mean"
            + " SEND_MESSAGE_V2?", err.lines().findFirst().orElseThrow());
        assertEquals(2, filter(new byte[0], "--code", "lite_pull"));
        assertTrue(err.contains("; did you mean LITE_PULL_MESSAGE?"), err);
        assertEquals(2, filter(new byte[0], "--code", "SEND"));
        assertTrue(err.contains("did you mean SEND_BATCH_MESSAGE or SEND_MESSAGE or SEND_MESSAGE_V2?"), err);
        for (final String none : List.of("", "1,,2", "99999999999", "1.5", "0x10", "not-anything-like-it"))
        {
            assertEquals(2, filter(new byte[0], "--code", none), none);
            assertTrue(!err.contains("did you mean") && err.lines().count() == 2, err);
        }
    }

    @Test
    void countsInsteadOfCopying()
    {
        assertEquals(0, filter(Frames.join(BRIEF, LONG, PLAIN), "--where", "amount > 50", "--count"));
        assertEquals("2\n", text());
        assertEquals(0, filter(Frames.join(BRIEF, LONG, PLAIN), "--where", "amount > 50", "--count", "--invert"));
        assertEquals("1\n", text());
        assertEquals(0, filter(new byte[0], "--code", "1", "--count"));
        assertEquals("0\n", text());
    }

    @Test
    void whatIsMalformedIsReportedAndNotCopied()
    {
        assertEquals(1, filter(Frames.join(BRIEF, BAD, LONG), "--where", "amount > 50"));
        assertArrayEquals(Frames.join(BRIEF, LONG), out);
        assertTrue(err.startsWith("{\"i\":1,\"offset\":" + BRIEF.length + ",\"error\":\""), err);
        assertEquals(1, filter(Frames.join(BRIEF, BAD, LONG), "--where", "amount > 50", "--invert"));
        assertEquals(0, out.length);
        assertEquals(1, filter(Frames.join(BRIEF, LONG, new byte[] {0, 0, 0, 99, 1}), "--where", "amount > 50"));
        assertArrayEquals(Frames.join(BRIEF, LONG), out);
        assertTrue(err.startsWith("{\"i\":2,\"offset\":" + (BRIEF.length + LONG.length)
            + ",\"error\":\"TRUNCATED\""), err);
        assertEquals(1, filter("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII), "--code", "1"));
        assertTrue(err.contains("HTTP"), err);
    }

    @Test
    void anExpressionThatDoesNotCompileNamesTheColumn()
    {
        assertEquals(2, filter(new byte[0], "--where", "a == 5"));
        assertTrue(err.startsWith("skim: --where does not compile: column 4: "), err);
        assertEquals(2, err.lines().count(), err);
        assertEquals(2, filter(new byte[0], "--tag", "||"));
        assertTrue(err.startsWith("skim: --tag does not compile: column 1: "), err);
        assertEquals(2, filter(new byte[0], "--format", "amqp-messages", "--where", "a = NULL"));
        assertTrue(err.contains("column 5"), err);
        assertEquals(2, filter(new byte[0]));
        assertEquals(2, filter(new byte[0], "--code", "x"));
        assertEquals(2, filter(new byte[0], "--where", "a = 1", "--format", "amqp-values"));
        assertEquals(2, filter(new byte[0], "--tag", "a", "--format", "amqp-messages"));
    }

    @Test
    void selectsAmqpMessages()
    {
        assertEquals(0, filter(Frames.join(RED, BLUE, RED), "--format", "amqp-messages", "--where", "c LIKE 'r%'"),
            err);
        assertArrayEquals(Frames.join(RED, RED), out);
        assertEquals(0,
            filter(Frames.join(RED, BLUE), "--format", "amqp-messages", "--where", "JMSPriority = 4", "--count"));
        assertEquals("2\n", text());
        assertEquals(1,
            filter(Frames.join(RED, new byte[] {0, 0, 0, 2, 0, 1}, BLUE), "--format", "amqp-messages", "--where",
                "c = 'blue'"));
        assertArrayEquals(BLUE, out);
        assertTrue(err.startsWith("{\"i\":1,\"offset\":" + RED.length + ","), err);
        assertEquals(1,
            filter(Frames.join(RED, new byte[] {0, 0, 9}), "--format", "amqp-messages", "--where", "c = 'red'"));
        assertArrayEquals(RED, out);
    }

    @Test
    void readsAndWritesFiles() throws IOException
    {
        final Path in = Files.write(folder.resolve("in.frames"), Frames.join(BRIEF, LONG));
        final Path result = folder.resolve("out.frames");
        assertEquals(0, filter(PLAIN, "--where", "$topic IS NOT NULL", "-o", result.toString(), in.toString(), "-"));
        assertArrayEquals(Frames.join(BRIEF, LONG, PLAIN), Files.readAllBytes(result));
        assertEquals(0, out.length);
        assertEquals(2, filter(PLAIN, "--code", "10", "-o", in.toString(), in.toString()));
        assertArrayEquals(Frames.join(BRIEF, LONG), Files.readAllBytes(in));
        assertEquals(2, filter(PLAIN, "--code", "10", "-o", in.toString(), "\0", in.toString()));
        assertArrayEquals(Frames.join(BRIEF, LONG), Files.readAllBytes(in));
        assertEquals(3, filter(PLAIN, "--code", "10", folder.resolve("none").toString(), in.toString()));
        assertArrayEquals(LONG, out);
        assertEquals(3, filter(PLAIN, "--code", "10", "-o", folder.resolve("none/out").toString()));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void doesNotWriteTheFileThatStandardInputComesFrom() throws Exception
    {
        final Path in = Files.write(folder.resolve("in.frames"), Frames.join(BRIEF, LONG));
        assertEquals(2, filter(process -> process.redirectInput(in.toFile()), "-o", in.toString()));
        assertArrayEquals(Frames.join(BRIEF, LONG), Files.readAllBytes(in));
    }

    /** Runs the command in a process of its own, with standard input and output as they are redirected. */
    private static int filter(final Consumer<ProcessBuilder> redirection, final String... arguments) throws Exception
    {
        final List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java")
            .toString(), "-cp", System.getProperty("java.class.path"), Skim.class.getName(), "filter", "--code", "10"));
        command.addAll(List.of(arguments));
        final ProcessBuilder process = new ProcessBuilder(command).redirectError(Redirect.DISCARD);
        redirection.accept(process);
        return process.start().waitFor();
    }

    /** It would read what it has written, for ever. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void doesNotAppendToAFileThatItReads() throws Exception
    {
        final Path in = Files.write(folder.resolve("in.frames"), Frames.join(BRIEF, LONG));
        final Path other = Files.write(folder.resolve("other.frames"), BRIEF);
        final Path link = Files.createLink(folder.resolve("link.frames"), in);
        final Redirect appending = Redirect.appendTo(in.toFile());
        assertEquals(2, filter(process -> process.redirectOutput(appending), in.toString()));
        assertEquals(2,
            filter(process -> process.redirectOutput(appending), "-o", "-", other.toString(), link.toString()));
        assertEquals(2, filter(process -> process.redirectOutput(appending).redirectInput(in.toFile())));
        assertArrayEquals(Frames.join(BRIEF, LONG), Files.readAllBytes(in));
        assertEquals(0, filter(process -> process.redirectOutput(Redirect.appendTo(other.toFile())), in.toString()));
        assertArrayEquals(Frames.join(BRIEF, LONG), Files.readAllBytes(other));
    }

    /** Every frame of the captures is taken or left as the reference's reading of it says. */
    @Test
    void takesFromCapturesWhatTheReferenceSays() throws IOException
    {
        int taken = 0;
        for (final Path capture : Captures.remoting().subList(0, 6))
        {
            final ByteArrayOutputStream expected = new ByteArrayOutputStream();
            for (final byte[] frame : Frames.cut(Files.readAllBytes(capture)))
            {
                final HeaderRecord header = Reference.decode(frame);
                final boolean brief = List.of(310, 320, 325).contains(header.code);
                final String topic = header.extFields == null ? null : header.extFields.get(brief ? "b" : "topic");
                if (topic != null && (header.flag & 1) == 0)
                {
                    expected.writeBytes(frame);
                    taken++;
                }
            }
            assertEquals(0, filter(new byte[0], "--where", "$topic IS NOT NULL AND $flag IN ('0', '2')", capture
                .toString()), err);
            assertArrayEquals(expected.toByteArray(), out, capture.toString());
        }
        assertTrue(taken > 20, "taken: " + taken);
    }
}
