package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import com.sun.management.ThreadMXBean;
import io.skim.scan.testing.AmqpVectors;
import io.skim.scan.testing.AmqpVectors.Bad;
import io.skim.scan.testing.AmqpVectors.Good;
import io.skim.scan.testing.Frames;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AmqpDecodeTest
{
    private static byte[] hex(final String hex)
    {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }

    private static String line(final byte[] bytes)
    {
        return HexFormat.of().formatHex(bytes) + "\n";
    }

    private static Run values(final String hex, final String... more)
    {
        return run(hex(hex), "amqp-values", more);
    }

    private static Run run(final byte[] in, final String format, final String... more)
    {
        return Run.skim(in, List.of("decode", "--format", format), more);
    }

    private static byte[] message(final byte[] bytes)
    {
        return ByteBuffer.allocate(4 + bytes.length).putInt(bytes.length).put(bytes).array();
    }

    private static byte[] join(final List<byte[]> parts)
    {
        return Frames.join(parts.toArray(new byte[0][]));
    }

    private static List<Object> errors(final Run run)
    {
        return run.err.stream().map(line -> JSON.parseObject(line).get("error")).collect(Collectors.toList());
    }

    private static String formatOf(final Good vector)
    {
        return vector.shape().equals("message") ? "amqp-messages" : vector.isValues() ? "amqp-values" : "amqp-frames";
    }

    @ParameterizedTest
    @ValueSource(strings = {"amqp-values", "amqp-messages", "amqp-frames"})
    void printsTheVectorsLetterForLetter(final String format)
    {
        final List<Good> vectors =
            AmqpVectors.all().stream().filter(vector -> formatOf(vector).equals(format)).collect(
                Collectors.toList());
        final String lines = vectors.stream().map(vector -> line(vector.bytes())).collect(Collectors.joining());
        for (final String mode : List.of("--strict", "--lenient"))
        {
            final Run run = run(lines.getBytes(StandardCharsets.US_ASCII), format, "--hex", mode);
            assertEquals(List.of(), run.err);
            assertEquals(0, run.status);
            assertEquals(vectors.size(), run.out.size());
            long offset = 0;
            for (int i = 0; i < vectors.size(); i++)
            {
                final String place = format.equals("amqp-frames") ? "\"offset\":" + offset + "," : "";
                assertEquals("{\"i\":" + i + "," + place + "\"diag\":" + vectors.get(i).diag() + "}", run.out.get(i));
                offset += line(vectors.get(i).bytes()).length();
            }
        }
    }

    /** The vectors, one behind the other, are a line each, be they read at once or by and by. */
    private static void assertOneALine(final List<Good> vectors, final byte[] all, final String format)
    {
        for (final InputStream in : List.of(new ByteArrayInputStream(all), new Dribble(all)))
        {
            final Run run = Run.skim(in, "decode", "--format", format);
            assertEquals(List.of(), run.err);
            assertEquals(vectors.size(), run.out.size());
            long offset = 0;
            for (int i = 0; i < vectors.size(); i++)
            {
                final String place = format.equals("amqp-frames") ? "\"offset\":" + offset + "," : "";
                assertEquals("{\"i\":" + i + "," + place + "\"diag\":" + vectors.get(i).diag() + "}", run.out.get(i));
                offset += vectors.get(i).bytes().length;
            }
        }
    }

    @Test
    void printsConcatenatedValuesOneALine()
    {
        final List<Good> vectors = AmqpVectors.values().stream().filter(vector -> !vector.shape().equals("message")
            && !vector.shape().equals("stream")).collect(Collectors.toList());
        assertOneALine(vectors, join(vectors.stream().map(Good::bytes).collect(Collectors.toList())), "amqp-values");
    }

    @Test
    void printsMessagesOneALine()
    {
        final List<Good> vectors = AmqpVectors.messages();
        assertOneALine(vectors, join(vectors.stream().map(vector -> message(vector.bytes())).collect(Collectors
            .toList())), "amqp-messages");
    }

    @Test
    void printsFramesAndProtocolHeadersOneALine()
    {
        final List<Good> vectors = AmqpVectors.all().stream().filter(vector -> !vector.isValues()).collect(Collectors
            .toList());
        assertEquals(68, vectors.size());
        assertOneALine(vectors, join(vectors.stream().map(Good::bytes).collect(Collectors.toList())), "amqp-frames");
    }

    @Test
    void goesOnBehindABadFrameAndStopsWhereFramesCannotBeFound()
    {
        final byte[] empty = hex("00000008 02000000");
        // A doff of 1; a type of 7; a performative whose list ends behind the frame; one that SASL alone has.
        final List<byte[]> bad = List.of(hex("00000008 01000000"), hex("00000008 02070000"), hex(
            "0000000E 02000000 005318C09901"), hex("0000000C 02000000 00534145"));
        for (final byte[] frame : bad)
        {
            final Run run = run(join(List.of(empty, frame, empty)), "amqp-frames");
            assertEquals(1, run.status);
            assertEquals(List.of(0, 2), run.out.stream().map(line -> JSON.parseObject(line).get("i")).collect(Collectors
                .toList()));
            assertEquals(1, run.err.size());
            final JSONObject error = JSON.parseObject(run.err.get(0));
            assertEquals(8, error.get("offset"));
            assertTrue(error.getIntValue("at") >= 8 && error.getIntValue("at") <= 8 + frame.length, run.err.get(0));
            final JSONObject inHex =
                JSON.parseObject(run(line(frame).getBytes(StandardCharsets.US_ASCII), "amqp-frames",
                    "--hex").err.get(0));
            assertEquals(error.get("error"), inHex.get("error"));
            assertEquals(2 * (error.getIntValue("at") - 8), inHex.get("at"));
        }
        for (final String lost : List.of("00000007", "FFFFFFFF 02000000", "7FFFFFFF 02000000"))
        {
            final Run run = run(join(List.of(empty, hex(lost), empty)), "amqp-frames");
            assertEquals(1, run.out.size());
            assertEquals(1, run.err.size());
        }
        assertEquals(List.of("TRUNCATED"), errors(run(hex("00000010 02000000 0053"), "amqp-frames")));
        assertEquals(List.of("PROTOCOL_HTTP2"), errors(run("PRI * HTTP/2.0".getBytes(StandardCharsets.US_ASCII),
            "amqp-frames")));
        assertEquals(List.of("PROTOCOL_HTTP2"), errors(run("PRI * HTTP/2.0".getBytes(StandardCharsets.US_ASCII),
            "amqp-messages")));
    }

    @Test
    void strictRefusesFramesThatPeersRefuseAndLenientShowsWhatIsInThem()
    {
        for (final String[] one : new String[][] {{"PAYLOAD_UNEXPECTED", "0000000D 02000000 00531845 00"},
            {"CHANNEL_NOT_ZERO", "0000000C 02000001 00531845"}})
        {
            assertEquals(List.of(one[0]), errors(run(hex(one[1]), "amqp-frames")));
            final Run lenient = run(hex(one[1]), "amqp-frames", "--lenient");
            assertEquals(List.of(), lenient.err);
            assertEquals(1, lenient.out.size());
        }
        for (final String mode : List.of("--strict", "--lenient"))
        {
            assertEquals(List.of("FIELD_MISSING"), errors(run(hex("0000000C 02000000 00531045"), "amqp-frames", mode)));
            assertEquals(List.of("FIELD_TYPE"),
                errors(run(hex("0000000F 02000000 005316C0020141"), "amqp-frames", mode)));
        }
    }

    @Test
    void aFrameMayBeLongerThanTheDefaultLimit()
    {
        final int length = 20_000_000;
        final byte[] transfer = ByteBuffer.allocate(15 + length).putInt(15 + length).put(hex("02000000 005314C0020143"))
            .array();
        final Run run = run(transfer, "amqp-frames");
        assertEquals(List.of(), run.err);
        assertTrue(run.out.get(0).endsWith("00\"}}}"));
    }

    /** A stream that gives one byte at a time. */
    private static final class Dribble extends InputStream
    {
        private final byte[] bytes;
        private int at;

        Dribble(final byte[] bytes)
        {
            this.bytes = bytes;
        }

        @Override
        public int read()
        {
            return at < bytes.length ? bytes[at++] & 0xFF : -1;
        }

        @Override
        public int read(final byte[] dst, final int offset, final int length)
        {
            if (at == bytes.length)
            {
                return -1;
            }
            dst[offset] = bytes[at++];
            return 1;
        }
    }

    @Test
    void refusesEveryMalformedVectorWithAReasonAndAPlace()
    {
        final List<Bad> vectors = AmqpVectors.malformed();
        final String lines = vectors.stream().map(vector -> line(vector.bytes())).collect(Collectors.joining());
        final Run run = run(lines.getBytes(StandardCharsets.US_ASCII), "amqp-values", "--hex");
        assertEquals(1, run.status);
        assertEquals(vectors.size(), run.out.size() + run.err.size());
        final List<Integer> taken = run.out.stream().map(line -> JSON.parseObject(line).getInteger("i")).collect(
            Collectors.toList());
        for (int i = 0; i < vectors.size(); i++)
        {
            final String verdict = vectors.get(i).verdict();
            assertTrue(!verdict.equals("reject") || !taken.contains(i), vectors.get(i).toString());
            assertTrue(!verdict.equals("accept") || taken.contains(i), vectors.get(i).toString());
        }
        for (final String line : run.err)
        {
            final JSONObject error = JSON.parseObject(line);
            final Bad vector = vectors.get(error.getIntValue("i"));
            final long at = error.getLongValue("at") - error.getLongValue("offset");
            assertTrue(at >= 0 && at <= 2L * vector.bytes().length, vector + " " + line);
            assertTrue(error.getString("error").matches("[A-Z0-9_]+"), line);
        }
    }

    @Test
    void printsAValueAndAStreamOfValuesApart()
    {
        final Run run = run("5401\n54015402\n\n5301 \n".getBytes(StandardCharsets.US_ASCII), "amqp-values", "--hex");
        assertEquals(
            List.of("{\"i\":0,\"diag\":{\"int\":1}}", "{\"i\":1,\"diag\":{\"stream\":[{\"int\":1},{\"int\":2}]}}",
                "{\"i\":3,\"diag\":{\"ulong\":\"1\"}}"),
            run.out);
        assertEquals(List.of("{\"i\":2,\"offset\":14,\"error\":\"TRUNCATED\",\"at\":14,\"message\":"
            + "\"1 bytes are needed, 0 are there\"}"), run.err);
    }

    @Test
    void goesOnBehindAValueThatIsWrongInside()
    {
        // A list that holds a wrong code, text that is no UTF-8, a boolean of octet 2, a described value that holds one.
        final Run run =
            values("5401 C0020146 5402 A101FF 5403 5602 5404 00 5377 5602 5405 A30180 5406 7300110000 5407");
        assertEquals(1, run.status);
        assertEquals(List.of("CODE_UNKNOWN", "INVALID_UTF8", "BOOLEAN_OCTET", "BOOLEAN_OCTET", "SYMBOL_NOT_ASCII",
            "CHAR_OUT_OF_RANGE"), errors(run));
        assertEquals(List.of(0, 2, 4, 6, 8, 10, 12),
            run.out.stream().map(line -> JSON.parseObject(line).get("i")).collect(
                Collectors.toList()));
        assertEquals("{\"i\":1,\"offset\":2,\"error\":\"CODE_UNKNOWN\",\"at\":5,\"message\":"
            + "\"0x46 is not a format code\"}", run.err.get(0));
        assertEquals("{\"i\":12,\"diag\":{\"int\":7}}", run.out.get(6));
        assertEquals(List.of("CODE_UNKNOWN", "INVALID_UTF8", "SYMBOL_NOT_ASCII", "CHAR_OUT_OF_RANGE"), errors(values(
            "5401 C0020146 5402 A101FF 5403 5602 5404 00 5377 5602 5405 A30180 5406 7300110000 5407", "--lenient")));
    }

    @Test
    void stopsWhereTheNextValueCannotBeFound()
    {
        for (final String lost : List.of("46", "00 3F", "C0 00", "B0 FFFFFFFF", "D0 7FFFFFFF 00000000",
            "00".repeat(80)))
        {
            final Run run = values("5401" + lost + "5402");
            assertEquals(1, run.status);
            assertEquals(1, run.out.size(), lost);
            assertEquals(1, run.err.size(), lost);
            assertEquals(2, JSON.parseObject(run.err.get(0)).get("offset"));
        }
        assertEquals(List.of("VALUE_TOO_LONG"), errors(values("B0 FFFFFFFF")));
    }

    @Test
    void tellsOnceThatAUnitIsCutOff()
    {
        final byte[] value = hex("C0 0B 03 A1 01 61 A0 02 0102 A3 01 62");
        for (int length = 1; length < value.length; length++)
        {
            final Run run = run(join(List.of(hex("5401"), Arrays.copyOf(value, length))), "amqp-values");
            assertEquals(1, run.out.size());
            assertEquals(1, run.err.size());
            assertTrue(List.of("TRUNCATED", "SIZE_OVERRUNS_CONTAINER").containsAll(errors(run)), run.err.get(0));
        }
        final byte[] message = message(hex("005377A10161"));
        for (int length = 1; length < message.length; length++)
        {
            final Run run = run(join(List.of(message, Arrays.copyOf(message, length))), "amqp-messages");
            assertEquals(1, run.status);
            assertEquals(1, run.out.size());
            assertEquals(List.of("TRUNCATED"), errors(run));
            assertEquals(message.length, JSON.parseObject(run.err.get(0)).get("offset"));
            assertEquals(message.length + length, JSON.parseObject(run.err.get(0)).get("at"));
        }
    }

    @Test
    void goesOnBehindABadMessageAndStopsAtAnAbsurdLength()
    {
        final byte[] good = message(hex("005377A10161"));
        final byte[] bad = message(hex("005377A101FF"));
        final Run run = run(join(List.of(good, bad, good, hex("FFFFFFFF"), good)), "amqp-messages");
        assertEquals(1, run.status);
        assertEquals(List.of(0, 2), run.out.stream().map(line -> JSON.parseObject(line).get("i")).collect(Collectors
            .toList()));
        assertEquals(List.of("INVALID_UTF8", "FRAME_TOO_LONG"), errors(run));
        assertEquals(10, JSON.parseObject(run.err.get(0)).get("offset"));
        assertEquals(19, JSON.parseObject(run.err.get(0)).get("at"));
        assertEquals(30, JSON.parseObject(run.err.get(1)).get("offset"));
    }

    @Test
    void anEmptyMessageHasNoSections()
    {
        assertEquals(List.of("{\"i\":0,\"diag\":{\"message\":[]}}"), run(message(new byte[0]), "amqp-messages").out);
        assertEquals(List.of("{\"i\":0,\"diag\":{\"message\":[]}}"), run("\n".getBytes(StandardCharsets.US_ASCII),
            "amqp-messages", "--hex").out);
    }

    @Test
    void strictRefusesMessagesThatReadersReadDifferentlyAndLenientDoesNot()
    {
        final String header = "00537045";
        final String value = "005377 40";
        for (final String[] one : new String[][] {{"SECTION_ORDER", value + header},
            {"SECTION_REPEATED", header + header},
            {"BODY_MIXED", "005375A000" + value}, {"BOOLEAN_OCTET", "0053775602"}})
        {
            final byte[] message = message(hex(one[1]));
            assertEquals(List.of(one[0]), errors(run(message, "amqp-messages")));
            final Run lenient = run(message, "amqp-messages", "--lenient");
            assertEquals(List.of(), lenient.err);
            assertEquals(1, lenient.out.size());
        }
        assertEquals(List.of("SECTION_UNKNOWN"), errors(run(message(hex("7100000001")), "amqp-messages", "--lenient")));
    }

    @Test
    void helpNamesTheFormats()
    {
        final String help = String.join("\n", Run.skim("decode", "--help").out);
        for (final String name : Format.Names.all())
        {
            assertTrue(help.contains("\n  " + name), help);
        }
        assertTrue(Run.skim("decode", "--format", "amqp").err.get(0).contains("amqp-values"));
    }

    @Test
    void aValueMayBeLongerThanTheWindowAndNoLongerThanItsLimit()
    {
        final int length = 5_000_000;
        final byte[] binary = ByteBuffer.allocate(5 + length).put((byte)0xB0).putInt(length).array();
        final Run run = run(join(List.of(binary, hex("5401"))), "amqp-values");
        assertEquals(2, run.out.size());
        assertEquals("{\"i\":0,\"diag\":{\"binary\":\"" + "00".repeat(length) + "\"}}", run.out.get(0));
        final byte[] longer = ByteBuffer.allocate(5).put((byte)0xB0).putInt(AmqpDecoder.MAX_LENGTH).array();
        assertEquals(List.of("VALUE_TOO_LONG"), errors(run(longer, "amqp-values")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"amqp-values", "amqp-messages", "amqp-frames"})
    void memoryDoesNotGrowWithTheInput(final String format)
    {
        final byte[] unit =
            format.equals("amqp-values") ? hex("C004024054FF")
                : format.equals("amqp-frames") ? hex("0000000802000000") : message(hex("005375A00401020304"));
        final byte[] chunk = join(Collections.nCopies(100_000, unit));
        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        final long[] allocated = new long[2];
        for (int times = 1; times <= 2; times++)
        {
            final List<InputStream> parts = new ArrayList<>();
            for (int i = 0; i < times; i++)
            {
                parts.add(new ByteArrayInputStream(chunk));
            }
            System.gc();
            final long before = threads.getCurrentThreadAllocatedBytes();
            final int status = Skim.run(new SequenceInputStream(Collections.enumeration(parts)), OutputStream
                .nullOutputStream(), OutputStream.nullOutputStream(), "decode", "--format", format);
            allocated[times - 1] = threads.getCurrentThreadAllocatedBytes() - before;
            assertEquals(0, status);
        }
        final long each = (allocated[1] - allocated[0]) / 100_000;
        assertTrue(each < 4_000, each + " bytes for each " + format);
    }
}
