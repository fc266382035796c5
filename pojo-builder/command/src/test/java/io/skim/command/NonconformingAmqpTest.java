package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import io.skim.scan.testing.Frames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * AMQP whose performatives conform to the standard, but not what is inside of their fields; names that are odd; and outcomes of
 * several deliveries.
 */
class NonconformingAmqpTest
{
    private static final byte[] PROTOCOL = Frames.hex("414D515000010000");
    private static final byte[] BEGIN = frame(0x11, 4, "40 43 5201 5201");
    private static final byte[] BEGUN = frame(0x11, 4, "600000 43 5201 5201");
    private static final byte[] ACCEPTED = frame(0x15, 5, "41 43 40 41 00532445");
    private static final byte[] MESSAGE = Frames.hex("005377A10161");

    @TempDir
    Path folder;

    /** A frame of channel 0 with a performative of some fields, in hex, and a payload. */
    static byte[] frame(final int code, final int count, final String fields, final byte... payload)
    {
        final byte[] list = Frames.hex(fields);
        final ByteBuffer frame = ByteBuffer.allocate(14 + list.length + payload.length);
        frame.putInt(frame.capacity()).put((byte)2).put((byte)0).putShort((short)0);
        frame.put((byte)0).put((byte)0x53).put((byte)code).put((byte)0xC0).put((byte)(1 + list.length)).put(
            (byte)count);
        return frame.put(list).put(payload).array();
    }

    /** A sender's attach, whose target has an address. */
    static byte[] attach(final String address)
    {
        final byte[] text = address.getBytes(StandardCharsets.UTF_8);
        return frame(0x12, 7, String.format("A1014C 43 42 40 40 00532845 005329 C0%02X01 A1%02X%s", 3 + text.length,
            text.length, HexFormat.of().formatHex(text)));
    }

    /** The only transfer of a delivery with a number below 128. */
    static byte[] transfer(final int delivery, final byte... message)
    {
        return frame(0x14, 4, String.format("43 52%02X A00100 43", delivery), message);
    }

    private static byte[] capture(final byte[]... sent)
    {
        return new Conversations(5_672).send(0, true, 1_000_000, Frames.join(PROTOCOL, BEGIN, Frames.join(sent)))
            .send(0, false, 1_000_500, Frames.join(PROTOCOL, BEGUN, ACCEPTED)).toByteArray();
    }

    private void read(final byte[] capture) throws IOException
    {
        final Path in = Files.write(folder.resolve("in"), capture);
        for (final String command : List.of("decode $in", "decode --lenient $in", "decode --output text $in",
            "stats $in", "stats --json $in", "follow $in", "follow --key x $in", "report $in -o $out", "show $in 2",
            "scrub $in -o $out"))
        {
            final Run run = Run.skim((command + " --format amqp-frames").replace("$in", in.toString()).replace("$out",
                folder.resolve("out").toString()).split(" "));
            assertTrue(run.status <= 1, command + ": " + run.told);
            assertFalse(run.told.contains("a bug"), command + ": " + run.told);
        }
    }

    @Test
    void theFramesAreWhatTheyAreMeantToBe() throws IOException
    {
        final Path in = Files.write(folder.resolve("in"), capture(attach("q"), transfer(0, MESSAGE)));
        final Run run = Run.skim("decode", "--format", "amqp-frames", in.toString());
        assertEquals(List.of(), run.err);
        assertTrue(run.out.get(3).contains("\"performative\":\"transfer\"") && run.out.get(3).contains(
            "\"address\":\"q\""), run.out.get(3));
        assertTrue(run.out.get(6).contains("\"deliveries\":1,\"latencyMicros\":500"), run.out.get(6));
    }

    /** Errors without a condition, sources and targets of wrong types, outcomes that are none. */
    @ParameterizedTest
    @ValueSource(strings = {"18 1 00531D45", "17 1 00531DC00401A10178", "16 3 434100531D45",
        "12 6 A1014C43424040005328C0020141", "12 7 A1014C4342404040005329C0020143", "15 5 41434041005325C00401A10178",
        "15 5 4143404100539945", "10 10 A101634040404040404040C10100"})
    void whatIsInsideOfFieldsIsNoBug(final String performative) throws IOException
    {
        final String[] parts = performative.split(" ");
        read(capture(attach("q"), transfer(0, MESSAGE), frame(Integer.parseInt(parts[0], 16), Integer.parseInt(
            parts[1]), parts[2])));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a\n\nb", "\n", "\u0000\u001b[2J", "\u202Eabc", "\u2028"})
    void addressesMayBeAnything(final String address) throws IOException
    {
        read(capture(attach(address), transfer(0, MESSAGE)));
        final Path page = folder.resolve("out.html");
        assertEquals(0, Run.skim("report", "--format", "amqp-frames", folder.resolve("in").toString(), "-o", page
            .toString()).status);
        assertFalse(Files.readString(page).chars().anyMatch(unit -> unit != '\n' && Character.isISOControl(unit)
            || Character.getType(unit) == Character.FORMAT));
    }

    /** Properties of wrong types, and a time that microseconds cannot tell. */
    @ParameterizedTest
    @ValueSource(strings = {"005373C0020141", "005373C00A01837FFFFFFFFFFFFFFF", "005370C00401A10178",
        "005373C012094040404040404040837FFFFFFFFFFFFFFF"})
    void messagesAreNoBug(final String section) throws IOException
    {
        final byte[] message = Frames.join(Frames.hex(section), MESSAGE);
        final Path in = Files.write(folder.resolve("messages"), Frames.join(ByteBuffer.allocate(4).putInt(
            message.length).array(), message));
        for (final String command : List.of("decode", "decode --output text", "decode --lenient --output text"))
        {
            final Run run = Run.skim((command + " --format amqp-messages " + in).split(" "));
            assertTrue(run.status <= 1 && !run.told.contains("a bug"), command + ": " + run.told);
            assertEquals(1, run.out.size() + run.err.size(), run.told);
        }
    }

    /** The receiver accepts three deliveries with one disposition, and the sender settles them with another one. */
    @Test
    void oneDispositionTellsOfSeveralDeliveries()
    {
        final byte[] accepted = frame(0x15, 5, "41 43 5202 42 00532445");
        final byte[] settled = frame(0x15, 5, "42 43 5202 41 00532445");
        final byte[] capture = new Conversations(5_672).send(0, true, 1_000_000, Frames.join(PROTOCOL, BEGIN, attach(
            "q"), transfer(0, MESSAGE), transfer(1, MESSAGE), transfer(2, MESSAGE)))
            .send(0, false, 1_000_500, Frames.join(PROTOCOL, BEGUN, accepted)).send(0, true, 1_000_600, settled)
            .toByteArray();
        final JSONObject told =
            JSON.parseObject(Run.skim(capture, "stats", "--json", "--format", "amqp-frames").out.get(0));
        assertEquals(JSON.parseArray("[{\"outcome\":\"accepted\",\"frames\":3,\"bytes\":" + accepted.length + "}]"),
            told.getJSONArray("outcomes"));
        assertEquals(0, told.get("unsettled"));
        final List<String> text = Run.skim(capture, "stats", "--format", "amqp-frames").out;
        final int head = text.indexOf("outcome   deliveries      %  bytes");
        assertTrue(head > 0, text.toString());
        assertEquals("accepted           3  100.0     " + accepted.length, text.get(head + 1));
    }

    /** Another session of the channel numbers its deliveries anew. */
    @Test
    void aSessionThatBeginsAnewHasOtherDeliveries()
    {
        final byte[] wanted = Frames.join(Frames.hex("005373C00401A1016B"), MESSAGE);
        final byte[] end = frame(0x17, 1, "40");
        final byte[] capture = new Conversations(5_672).send(0, true, 1, Frames.join(PROTOCOL, BEGIN, attach("q"),
            transfer(0, wanted))).send(0, false, 2, Frames.join(PROTOCOL, BEGUN, ACCEPTED, end)).send(0, true, 3, Frames
                .join(end, BEGIN, attach("q"), transfer(0, MESSAGE)))
            .send(0, false, 4, Frames.join(BEGUN, ACCEPTED)).toByteArray();
        final Run run = Run.skim(capture, "follow", "--format", "amqp-frames", "--key", "k");
        assertEquals(List.of(), run.err);
        assertEquals(List.of("transfer", "disposition"), run.out.stream().map(line -> JSON.parseObject(line).get(
            "performative")).toList());
    }

    /** A message of two transfers that is sent settled is one; both have its number, as Proton sends them. */
    @Test
    void aDeliveryOfSeveralTransfersIsOne() throws IOException
    {
        final byte[] first = frame(0x14, 6, "43 5200 A00100 43 41 41", MESSAGE);
        final byte[] second = frame(0x14, 6, "43 5200 A00100 43 41 42", MESSAGE);
        final Path in =
            Files.write(folder.resolve("in"), new Conversations(5_672).send(0, true, 1, Frames.join(PROTOCOL,
                BEGIN, attach("q"), first, second)).toByteArray());
        final Path page = folder.resolve("out.html");
        assertEquals(0, Run.skim("report", "--format", "amqp-frames", in.toString(), "-o", page.toString()).status);
        final String html = Files.readString(page);
        assertTrue(html.contains("<dd id=\"requests\">1</dd>") && html.contains("<dd id=\"oneways\">1</dd>"));
    }

    /** Received is a state that is no outcome: the delivery goes on to wait for one. */
    @Test
    void aDeliveryThatIsReceivedHasNoOutcomeYet()
    {
        final byte[] received = frame(0x15, 5, "41 43 40 42 005323C003024344");
        final byte[] capture = new Conversations(5_672).send(0, true, 1_000_000, Frames.join(PROTOCOL, BEGIN, attach(
            "q"), transfer(0, MESSAGE))).send(0, false, 1_000_100, Frames.join(PROTOCOL, BEGUN, received))
            .send(0, false, 1_000_500, ACCEPTED).toByteArray();
        final Run run = Run.skim(capture, "decode", "--format", "amqp-frames");
        assertEquals(List.of(), run.err);
        assertFalse(run.out.get(6).contains("latencyMicros"), run.out.get(6));
        assertEquals(500, JSON.parseObject(run.out.get(7)).get("latencyMicros"));
    }

    /** Sessions that begin near the greatest number, as those of some clients do. */
    @Test
    void numbersOfDeliveriesBeginAgainBehindTheGreatest()
    {
        final byte[] wanted = Frames.join(Frames.hex("005373C00401A1016B"), MESSAGE);
        final byte[] accepted = frame(0x15, 5, "41 70FFFFFFFF 43 41 00532445");
        final byte[] capture = new Conversations(5_672).send(0, true, 1_000_000, Frames.join(PROTOCOL, BEGIN, attach(
            "q"), frame(0x14, 4, "43 70FFFFFFFF A00100 43", MESSAGE), transfer(0, wanted), transfer(1, wanted)))
            .send(0, false, 1_000_500, Frames.join(PROTOCOL, BEGUN, accepted)).toByteArray();
        final Run run = Run.skim(capture, "decode", "--format", "amqp-frames");
        assertEquals(List.of(), run.err);
        assertEquals(2, JSON.parseObject(run.out.get(8)).get("deliveries"));
        assertEquals(500, JSON.parseObject(run.out.get(8)).get("latencyMicros"));
        final JSONObject told =
            JSON.parseObject(Run.skim(capture, "stats", "--json", "--format", "amqp-frames").out.get(0));
        assertEquals(1, told.get("unsettled"));
        final Run followed = Run.skim(capture, "follow", "--format", "amqp-frames", "--key", "k");
        assertEquals(3, followed.out.size(), followed.told);
    }
}
