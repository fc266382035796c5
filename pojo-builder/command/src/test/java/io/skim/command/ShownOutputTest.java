package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import io.skim.scan.testing.Frames;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A terminal shows JSON and obeys nothing in it, and who reads it gets the same texts. */
class ShownOutputTest
{
    private static final String OBEYED = "\u009B31m\u202E\u007F\u200B\u2028\uDB40\uDC01";

    @TempDir
    private Path folder;

    /** Cut anywhere, as buffers are. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7, 64, 65_536})
    void everyCharacterIsTheSameToReaders(final int piece) throws IOException
    {
        final StringBuilder all = new StringBuilder();
        IntStream.concat(IntStream.range(0, Character.MIN_SURROGATE), IntStream.range(Character.MAX_SURROGATE + 1,
            0x1_1000)).forEach(all::appendCodePoint);
        all.appendCodePoint(0xE_0001).appendCodePoint(0x1_F600).appendCodePoint(0x10_FFFD);
        final ByteArrayOutputStream plain = new ByteArrayOutputStream();
        final JsonLines lines = new JsonLines(plain);
        lines.write(json -> json.writeStringField("text", all.toString()));
        lines.flush();
        final ByteArrayOutputStream shown = new ByteArrayOutputStream();
        final byte[] bytes = plain.toByteArray();
        try (ShownOutput out = new ShownOutput(shown))
        {
            for (int from = 0; from < bytes.length; from += piece)
            {
                out.write(bytes, from, Math.min(piece, bytes.length - from));
            }
        }
        final String line = shown.toString(StandardCharsets.UTF_8);
        assertTrue(line.endsWith("}\n"), "the end of the line");
        assertEquals(line.stripTrailing(), Screen.printable(line.stripTrailing()));
        assertEquals(all.toString(), JSON.parseObject(line).getString("text"));
        assertTrue(line.contains("\u00E9") && line.contains("\u6F22") && line.contains("\uD83D\uDE00"),
            "letters and pictures");
    }

    /** Names and values of a peer's, in all the ways in which they are written. */
    @ParameterizedTest
    @ValueSource(strings = {"rocketmq", "amqp-messages"})
    void whatAPeerHasSentIsShown(final String format) throws Exception
    {
        final byte[] text = OBEYED.getBytes(StandardCharsets.UTF_8);
        final byte[] unit = format.equals("rocketmq")
            ? Frames.join(
                Frames.binary(310, OBEYED, "", "topic", OBEYED, OBEYED, "v", "properties", "a\u0001" + OBEYED),
                Frames.json(
                    "{\"code\":310,\"opaque\":1,\"remark\":\"" + OBEYED + "\",\"extFields\":{\"" + OBEYED + "\":\"\\\""
                        + OBEYED
                        + "\"}}"))
            : Frames.hex(HexFormat.of().toHexDigits(text.length + 5) + "005377A1"
                + HexFormat.of().toHexDigits((byte)text.length) + HexFormat.of().formatHex(text));
        final Path file = Files.write(folder.resolve("in"), unit);
        final List<String> arguments = List.of("decode", "--format", format, "--output", "json", file.toString());
        final String piped = new String(Run.skim(arguments.toArray(new String[0])).bytes, StandardCharsets.UTF_8);
        final ProcessBuilder builder = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java")
            .toString(), "-Dskim.terminal=true", "-cp", System.getProperty("java.class.path"), Skim.class.getName());
        builder.command().addAll(arguments);
        final Process process = builder.redirectErrorStream(true).start();
        process.getOutputStream().close();
        final String shown = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), shown);
        // The notation of AMQP is in ASCII.
        assertEquals(format.equals("rocketmq"), piped.contains("\u202E"), piped);
        assertEquals(shown, shown.lines().map(line -> Screen.printable(line) + '\n').reduce("", String::concat));
        assertEquals(piped.lines().map(JSON::parse).toList(), shown.lines().map(JSON::parse).toList());
    }

    @Test
    void linesForPeopleKeepTheirColours() throws IOException
    {
        final ByteArrayOutputStream shown = new ByteArrayOutputStream();
        final byte[] line = "\u001B[31m2 \u2026\u001B[0m\t\u4E2D\r\n".getBytes(StandardCharsets.UTF_8);
        try (ShownOutput out = new ShownOutput(shown))
        {
            out.write(line);
        }
        assertEquals(new String(line, StandardCharsets.UTF_8), shown.toString(StandardCharsets.UTF_8));
    }
}
