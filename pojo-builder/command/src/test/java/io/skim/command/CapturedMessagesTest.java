package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import io.skim.scan.testing.AmqpCaptures;
import io.skim.scan.testing.AmqpCaptures.Capture;
import io.skim.scan.testing.Frames;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * AMQP messages out of captures of packets: each put together of its delivery's transfers.
 */
class CapturedMessagesTest
{
    private static final byte[] PROTOCOL = Frames.hex("414D515000010000");
    /** A header with a priority, and a body that is a string. */
    private static final byte[] MESSAGE = Frames.hex("005370C00402405007005377A10568656C6C6F");
    private static final String SHOWN =
        "{\"message\":[{\"described\":[{\"ulong\":\"112\"},{\"list\":[{\"null\":null},{\"ubyte\":7}]}]},"
            + "{\"described\":[{\"ulong\":\"119\"},{\"string\":\"hello\"}]}]}";
    private static final int SEGMENT = 97;

    /** A transfer; the delivery's number is left out behind its first, where it is negative. */
    static byte[] transfer(final int channel, final int handle, final int delivery, final boolean more,
        final byte[] payload)
    {
        return frame(channel, 0x14, "52" + hex(handle) + (delivery < 0 ? "4040" : "52" + hex(delivery) + "A001" + hex(
            delivery)) + "43" + "42" + (more ? "41" : "42"), 6, payload);
    }

    private static String hex(final int octet)
    {
        return String.format("%02X", octet);
    }

    private static byte[] frame(final int channel, final int code, final String fields, final int count,
        final byte[] payload)
    {
        final byte[] list = Frames.hex(fields);
        final ByteBuffer frame = ByteBuffer.allocate(14 + list.length + payload.length);
        frame.putInt(frame.capacity()).put((byte)2).put((byte)0).putShort((short)channel);
        frame.put((byte)0).put((byte)0x53).put((byte)code).put((byte)0xC0).put((byte)(list.length + 1)).put(
            (byte)count);
        return frame.put(list).put(payload).array();
    }

    static byte[] attach(final int channel, final int handle)
    {
        return frame(channel, 0x12, "A1014C" + "52" + hex(handle) + "42", 3, new byte[0]);
    }

    private static byte[] detach(final int channel, final int handle)
    {
        return frame(channel, 0x16, "52" + hex(handle), 1, new byte[0]);
    }

    private static byte[] end(final int channel)
    {
        return frame(channel, 0x17, "40", 1, new byte[0]);
    }

    private static byte[] part(final byte[] message, final int from, final int to)
    {
        return Arrays.copyOfRange(message, from, to);
    }

    private static Run decode(final byte[]... frames)
    {
        return Run.skim(Pcap.of(List.of(Frames.join(PROTOCOL, Frames.join(frames))), SEGMENT), "decode", "--format",
            "amqp-messages");
    }

    private static List<String> shown(final Run run)
    {
        return run.out.stream().map(line -> line.substring(line.indexOf("\"diag\":") + 7, line.length() - 1)).collect(
            Collectors.toList());
    }

    private static List<JSONObject> errors(final Run run)
    {
        return run.err.stream().map(JSON::parseObject).collect(Collectors.toList());
    }

    static List<Capture> captures()
    {
        return AmqpCaptures.all();
    }

    /** What each connection of a capture sent, protocol header and all. */
    private static List<byte[]> sent(final Capture capture)
    {
        final Map<Object, ByteArrayOutputStream> connections = new LinkedHashMap<>();
        final List<byte[]> frames = capture.frames();
        for (int i = 0; i < frames.size(); i++)
        {
            final ByteArrayOutputStream connection = connections.computeIfAbsent(capture.rows().get(i).get("conn"),
                key -> {
                    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    bytes.writeBytes(PROTOCOL);
                    return bytes;
                });
            connection.writeBytes(frames.get(i));
        }
        return connections.values().stream().map(ByteArrayOutputStream::toByteArray).collect(Collectors.toList());
    }

    /** The messages of each connection, by what the oracle tells of the transfers, each behind its length. */
    private static Map<Object, ByteArrayOutputStream> expected(final Capture capture)
    {
        final Map<Object, ByteArrayOutputStream> messages = new LinkedHashMap<>();
        final Map<String, ByteArrayOutputStream> links = new HashMap<>();
        final List<byte[]> frames = capture.frames();
        for (int i = 0; i < frames.size(); i++)
        {
            final JSONObject row = capture.rows().get(i);
            final ByteArrayOutputStream all = messages.computeIfAbsent(row.get("conn"),
                key -> new ByteArrayOutputStream());
            if (!"transfer".equals(row.get("performative")))
            {
                continue;
            }
            final String link = row.get("conn") + " " + row.get("channel") + " " + row.get("handle");
            final ByteArrayOutputStream message = links.computeIfAbsent(link, key -> new ByteArrayOutputStream());
            final byte[] frame = frames.get(i);
            message.write(frame, frame.length - row.getIntValue("payloadLength"), row.getIntValue("payloadLength"));
            if (!Boolean.TRUE.equals(row.getBoolean("more")))
            {
                if (!Boolean.TRUE.equals(row.getBoolean("aborted")))
                {
                    all.writeBytes(ByteBuffer.allocate(4).putInt(message.size()).array());
                    all.writeBytes(message.toByteArray());
                }
                links.remove(link);
            }
        }
        return messages;
    }

    private static byte[] join(final Map<Object, ByteArrayOutputStream> messages)
    {
        final ByteArrayOutputStream all = new ByteArrayOutputStream();
        messages.values().forEach(part -> all.writeBytes(part.toByteArray()));
        return all.toByteArray();
    }

    @ParameterizedTest
    @MethodSource("captures")
    void messagesOfRealTrafficAreThoseOfItsTransfers(final Capture capture)
    {
        final byte[] messages = join(expected(capture));
        final byte[] packets = Pcap.of(sent(capture), 1_460);
        final String[][] commands = {{"decode"}, {"filter", "--where", "JMSPriority >= 0"}, {"filter", "--where",
            "JMSPriority > 4 OR JMSDeliveryMode = 'PERSISTENT'"},
            {"rewrite", "--set", "header.ttl=60000", "--where",
                "JMSPriority > 4"}};
        for (final String[] command : commands)
        {
            final List<String> arguments = new ArrayList<>(List.of(command));
            arguments.addAll(List.of("--format", "amqp-messages"));
            final Run run = Run.skim(packets, arguments.toArray(String[]::new));
            final Run file = Run.skim(messages, arguments.toArray(String[]::new));
            assertEquals(List.of(), run.err);
            assertEquals(0, run.status);
            assertTrue(file.bytes.length > 0 || command.length > 1);
            if (command.length == 1)
            {
                assertEquals(shown(file), shown(run));
            }
            else
            {
                assertArrayEquals(file.bytes, run.bytes);
            }
        }
        assertArrayEquals(messages, Run.skim(packets, "filter", "--format", "amqp-messages", "--where",
            "JMSPriority >= 0").bytes);
    }

    @Test
    void aMessageIsPutTogetherAmongOthers()
    {
        final int length = MESSAGE.length;
        final Run run = decode(transfer(0, 0, 0, true, part(MESSAGE, 0, 5)), transfer(0, 1, 1, true, part(MESSAGE, 0,
            1)), transfer(1, 0, 0, true, new byte[0]), transfer(0, 2, 2, false, MESSAGE), transfer(1, 0, -1, false,
                MESSAGE),
            transfer(0, 1, -1, false, part(MESSAGE, 1, length)), transfer(0, 0, 0, true, part(MESSAGE, 5,
                9)),
            transfer(0, 0, -1, false, part(MESSAGE, 9, length)));
        assertEquals(List.of(), run.err);
        assertEquals(List.of(SHOWN, SHOWN, SHOWN, SHOWN), shown(run));
        final JSONObject last = JSON.parseObject(run.out.get(3));
        assertEquals(Pcap.name(0), last.get("connection"));
        // Where the first of its frames begins.
        assertEquals(PROTOCOL.length, last.get("offset"));
        assertEquals(3, last.get("i"));
    }

    @Test
    void tellsWhereInTheStreamAMessageIsMalformed()
    {
        final byte[] bad = MESSAGE.clone();
        // The type of the body.
        final int wrong = bad.length - 7;
        bad[wrong] = (byte)0xE1;
        for (int cut = 1; cut < bad.length; cut++)
        {
            final byte[] first = transfer(0, 0, 9, true, part(bad, 0, cut));
            final byte[] stream = Frames.join(PROTOCOL, transfer(0, 1, 8, false, MESSAGE), first, transfer(0, 0, -1,
                false, part(bad, cut, bad.length)), transfer(0, 0, 10, false, MESSAGE));
            for (final String[] command : new String[][] {{"decode"}, {"rewrite", "--set", "message-annotations.x=1"}})
            {
                final Run run = Run.skim(Pcap.of(List.of(stream), SEGMENT), List.of(command), "--format",
                    "amqp-messages");
                assertEquals(1, run.status);
                final JSONObject error = errors(run).get(0);
                assertEquals(1, run.err.size());
                assertEquals(1, error.get("i"));
                assertEquals(0xE1, stream[error.getIntValue("at")] & 0xFF, error + " cut at " + cut);
                assertEquals(PROTOCOL.length + transfer(0, 1, 8, false, MESSAGE).length, error.get("offset"));
            }
        }
    }

    @Test
    void aDeliveryWithoutItsLastTransferIsReported()
    {
        final byte[] begun = transfer(0, 0, 5, true, part(MESSAGE, 0, 7));
        final byte[] good = transfer(0, 1, 6, false, MESSAGE);
        final byte[][] ends = {{}, detach(0, 0), end(0), frame(0, 0x18, "40", 1, new byte[0]), PROTOCOL};
        for (final byte[] end : ends)
        {
            final Run run = decode(begun, end, good);
            final JSONObject error = errors(run).get(0);
            assertEquals(1, run.err.size());
            assertEquals("TRUNCATED", error.get("error"));
            assertEquals(PROTOCOL.length, error.get("offset"));
            assertEquals(PROTOCOL.length + begun.length, error.get("at"));
            assertTrue(error.getString("message").startsWith("delivery 5 has 7 bytes"), error.toString());
            assertEquals(List.of(SHOWN), shown(run));
        }
        // Other links and sessions go on.
        final byte[] rest = transfer(0, 0, -1, false, part(MESSAGE, 7, MESSAGE.length));
        final Run run = decode(begun, detach(0, 1), detach(1, 0), end(1), rest);
        assertEquals(List.of(), run.err);
        assertEquals(List.of(SHOWN), shown(run));
    }

    @Test
    void anAbortedDeliveryLeavesNothing()
    {
        final byte[] aborted = frame(0, 0x14, "4340404340424040" + "4041", 10, new byte[0]);
        final Run run = decode(transfer(0, 0, 5, true, part(MESSAGE, 0, 7)), aborted, transfer(0, 0, 6, false,
            MESSAGE));
        assertEquals(List.of(), run.err);
        assertEquals(List.of(SHOWN), shown(run));
    }

    @Test
    void goesOnBehindWhatIsRefused()
    {
        final byte[] other = transfer(0, 0, 7, false, part(MESSAGE, 7, MESSAGE.length));
        final byte[] unknown = frame(0, 0x1F, "40", 1, new byte[0]);
        final byte[] wrongHandle = frame(0, 0x16, "A10178", 1, new byte[0]);
        final Run run = decode(transfer(0, 0, 6, true, part(MESSAGE, 0, 7)), other, unknown, wrongHandle, transfer(0, 0,
            -1, false, MESSAGE), transfer(0, 0, 9, false, MESSAGE));
        assertEquals(List.of("DELIVERY_CONTRADICTED", "PERFORMATIVE_UNKNOWN", "FIELD_TYPE", "FIELD_MISSING"), errors(
            run).stream().map(error -> error.get("error")).collect(Collectors.toList()));
        assertEquals(List.of(SHOWN), shown(run));
        assertEquals(4, JSON.parseObject(run.out.get(0)).get("i"));
        assertEquals(1, run.status);
    }

    @Test
    void takesWhatComesBehindTheMiddleOfAConnection()
    {
        final byte[] stream = Frames.join(part(MESSAGE, 3, MESSAGE.length), new byte[SEGMENT - MESSAGE.length + 3],
            transfer(0, 0, 9, false, MESSAGE));
        final byte[] packets = Pcap.of(List.of(stream), SEGMENT);
        // Without the record of the connection's beginning.
        final byte[] younger = Frames.join(part(packets, 0, 24), part(packets, 24 + 56, packets.length));
        final Run run = Run.skim(younger, "decode", "--format", "amqp-messages");
        assertEquals("SEGMENT_LOST", errors(run).get(0).get("error"));
        assertEquals(List.of(SHOWN), shown(run));
    }
}
