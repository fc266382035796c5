package io.skim.command;

import static io.skim.command.NonconformingAmqpTest.attach;
import static io.skim.command.NonconformingAmqpTest.frame;
import static io.skim.command.NonconformingAmqpTest.transfer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONArray;
import com.alibaba.fastjson2.JSONObject;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is asked of AMQP when something is wrong: which link is stuck, who rejects, why was this closed? */
class AmqpOnCallTest
{
    @TempDir
    Path folder;

    private static final byte[] PROTOCOL = Frames.hex("414D515000010000");
    private static final byte[] BEGIN = frame(0x11, 4, "40 43 5201 5201");
    private static final byte[] BEGUN = frame(0x11, 4, "600000 43 5201 5201");
    private static final byte[] MESSAGE = Frames.hex("005377A10161");
    private static final byte[] CLOSE = frame(0x18, 0, "");
    private static final byte[] DETACH = frame(0x16, 2, "43 41");
    private static final byte[] END = frame(0x17, 0, "");

    /** The answer of the receiver: the source is the sender's own, as qpid-jms names it, and the target is the queue. */
    private static byte[] answer(final String address)
    {
        return frame(0x12, 7, "A1014C 43 41 40 40 005328C00401A10163 005329" + list("A1" + text(address)));
    }

    private static String text(final String text)
    {
        return String.format("%02X", text.length())
            + HexFormat.of().formatHex(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String list(final String... fields)
    {
        final String all = String.join("", fields);
        return String.format("C0%02X%02X%s", 1 + all.length() / 2, fields.length, all);
    }

    private static byte[] credit(final int count, final int credit)
    {
        return frame(0x13, 7, String.format("43 5264 43 5264 43 52%02X 52%02X", count, credit));
    }

    private static String error(final String condition, final String description)
    {
        return "00531D" + list("A3" + text(condition), "A1" + text(description));
    }

    private static Conversations begun()
    {
        return new Conversations(5_672).send(0, true, 1_000_000, Frames.join(PROTOCOL, BEGIN, attach("orders"))).send(0,
            false, 1_000_500, Frames.join(PROTOCOL, BEGUN, answer("orders")));
    }

    private static JSONObject stats(final Conversations traffic)
    {
        final Run run = Run.skim(traffic.toByteArray(), "stats", "--json", "--format", "amqp-frames");
        assertEquals("", run.told);
        return JSON.parseObject(run.out.get(0));
    }

    private static JSONArray stuck(final Conversations traffic)
    {
        return stats(traffic).getJSONArray("withoutCredit");
    }

    @Test
    void aLinkWithoutCreditIsTold() throws IOException
    {
        final Conversations traffic = begun();
        assertEquals("[{\"name\":\"L\",\"address\":\"orders\",\"connection\":\"" + traffic.name(0, true)
            + "\",\"since\":\"1970-01-01T00:00:01.000000Z\",\"deliveries\":0}]", stuck(traffic).toString());
        traffic.send(0, false, 2_000_000, credit(0, 2)).send(0, true, 3_000_000, transfer(0, MESSAGE));
        assertEquals(List.of(), stuck(traffic));
        // The second delivery is in two transfers.
        traffic.send(0, true, 4_000_000, frame(0x14, 6, "43 5201 A00101 43 42 41", MESSAGE)).send(0, true, 5_000_000,
            frame(0x14, 6, "43 40 40 40 40 42", MESSAGE)).send(0, true, 6_000_000,
                frame(0x13, 8,
                    "43 5264 43 5264 43 5202 43 5207"));
        assertEquals("[{\"name\":\"L\",\"address\":\"orders\",\"connection\":\"" + traffic.name(0, true)
            + "\",\"since\":\"1970-01-01T00:00:04.000000Z\",\"deliveries\":2,\"available\":7}]",
            stuck(traffic)
                .toString());
        final List<String> lines = Run.skim(traffic.toByteArray(), "stats", "--format", "amqp-frames").out;
        final int row = lines.indexOf(lines.stream().filter(line -> line.startsWith("links without credit")).findFirst()
            .orElseThrow()) + 1;
        assertEquals("orders " + traffic.name(0, true) + " 1970-01-01T00:00:04.000000Z 2 7", lines.get(row).replaceAll(
            " +", " "));
        final Path page = folder.resolve("page.html");
        assertEquals(0,
            Run.skim(traffic.toByteArray(), "report", "--format", "amqp-frames", "-o", page.toString()).status);
        final String told = Files.readString(page).replaceAll("<[^>]*>", "|").replaceAll("\\|+", "|");
        assertTrue(told.contains("|orders|" + traffic.name(0, true).replace(">", "&gt;") + "|1970-01-01 00:00:04"),
            told);
        // The receiver had not seen the second delivery.
        traffic.send(0, false, 7_000_000, credit(1, 2));
        assertEquals(List.of(), stuck(traffic));
        traffic.send(0, false, 8_000_000, credit(2, 0));
        assertEquals(1, stuck(traffic).size());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void aLinkThatHasEndedIsNotStuck(final int how)
    {
        for (final boolean fromClient : new boolean[] {true, false})
        {
            final Conversations traffic = begun().send(0, fromClient, 2_000_000, List.of(DETACH, END, CLOSE, Frames
                .join(END, CLOSE)).get(how));
            assertEquals(List.of(), stuck(traffic));
            if (how == 1)
            {
                traffic.send(0, fromClient, 3_000_000, fromClient ? BEGIN : BEGUN);
                assertEquals(List.of(), stuck(traffic));
            }
        }
        assertEquals(1, stuck(begun().send(0, true, 2_000_000, Frames.join(DETACH, attach("orders")))).size());
    }

    /** An aborted delivery is settled (2.7.5), whatever its last transfer states. */
    @Test
    void abortedDeliveriesDoNotWait()
    {
        final byte[] first = frame(0x14, 6, "43 43 A00100 43 42 41", MESSAGE);
        final byte[] whole = frame(0x14, 10, "43 5201 A00101 43 42 42 40 40 40 41");
        final JSONObject told = stats(begun().send(0, true, 2_000_000, Frames.join(first, frame(0x14, 10,
            "43 40 40 40 40 42 40 40 40 41"), whole, transfer(2, MESSAGE))));
        assertEquals(1, told.get("unsettled"));
        assertEquals("[{\"outcome\":\"aborted\",\"frames\":2,\"bytes\":" + (frame(0x14, 10,
            "43 40 40 40 40 42 40 40 40 41").length + whole.length) + "}]", told.getJSONArray("outcomes").toString());
    }

    @Test
    void theShippedCaptureHasNoDeliveryThatWaits()
    {
        final String file = Captures.root().resolve("docs/captures/traffic.pcapng").toString();
        final JSONObject told = JSON.parseObject(Run.skim("stats", "--json", "--format", "amqp-frames", file).out.get(
            0));
        assertEquals(0, told.get("unsettled"));
        assertTrue(told.getJSONArray("outcomes").toString().contains("\"aborted\",\"frames\":1500"), told.toString());
    }

    /** Both ends of a link name it by the address of the queue. */
    @Test
    void aLinkHasOneAddress()
    {
        final Run run = Run.skim(begun().send(0, false, 2_000_000, credit(0, 2)).toByteArray(), "decode", "--format",
            "amqp-frames");
        assertEquals(List.of("orders", "orders", "orders"), run.out.stream().map(JSON::parseObject).filter(line -> line
            .containsKey("link")).map(line -> line.getJSONObject("link").getString("address")).toList());
    }

    /** A node that the broker makes has its address in the answer. */
    @Test
    void aDynamicAddressIsToldByTheAnswer()
    {
        final byte[] asked = frame(0x12, 7, "A1014C 43 41 40 40 005328" + list("40", "40", "40", "40", "41")
            + " 00532945");
        final byte[] made = frame(0x12, 7, "A1014C 43 42 40 40 005328" + list("A1" + text("temp-1")) + " 00532945");
        final Run run = Run.skim(new Conversations(5_672).send(0, true, 1_000_000, Frames.join(PROTOCOL, BEGIN, asked))
            .send(0, false, 1_000_500, Frames.join(PROTOCOL, BEGUN, made)).send(0, true, 2_000_000, credit(0, 2))
            .toByteArray(), "decode", "--format", "amqp-frames", "--output", "text");
        assertTrue(run.out.get(run.out.size() - 1).contains(" temp-1 "), run.out.toString());
    }

    @Test
    void whyADeliveryIsRejectedAndAConnectionClosedIsTold()
    {
        final byte[] rejected = frame(0x15, 5, "41 43 40 41 005325" + list(error("amqp:not-allowed", "too\nlate")));
        final byte[] closed = frame(0x18, 1, error("amqp:connection:forced", "idle for 60000 ms"));
        final Conversations traffic = begun().send(0, false, 2_000_000, credit(0, 2)).send(0, true, 3_000_000, transfer(
            0, MESSAGE)).send(0, false, 4_000_000, Frames.join(rejected, closed));
        final List<String> text = Run.skim(traffic.toByteArray(), "decode", "--format", "amqp-frames", "--output",
            "text").out;
        assertTrue(text.get(text.size() - 1).contains("close amqp:connection:forced"), text.toString());
        assertTrue(text.get(text.size() - 1).contains("description=idle for 60000 ms"), text.toString());
        assertTrue(text.get(text.size() - 2).contains("orders  delivery=0 description=amqp:not-allowed: too late"), text
            .toString());
        assertTrue(text.stream().anyMatch(line -> line.contains("orders  delivery-count=0 link-credit=2")), text
            .toString());
        final JSONArray failures = stats(traffic).getJSONArray("failures");
        assertEquals("[[\"orders\",\"rejected\",\"amqp:not-allowed: too\\nlate\"],[\"close\","
            + "\"amqp:connection:forced\",\"idle for 60000 ms\"]]",
            JSON.toJSONString(failures.stream().map(
                JSONObject.class::cast).map(each -> List.of(each.get("name"), each.get("reason"), each.get("remark")))
                .toList()));
    }
}
