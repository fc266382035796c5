package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.Reference;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What {@code skim decode} prints of remoting frames, good ones and bad ones.
 */
class DecodeTest
{
    private static final List<String> KEYS = List.of("i", "frameLength", "serializeType", "code", "language", "version",
        "opaque", "flag", "remark", "extFields", "bodyLength", "bodyCrc32");
    private static final byte[] GOOD = Frames.binary(310, null, "body", "a", "G", "b", "T");
    private static final byte[] JSON_FRAME = Frames.json("{\"code\":105,\"opaque\":4}");
    /** The value's length claims more than there is. */
    private static final byte[] BAD = Frames.overrun(GOOD);

    static List<Path> captures()
    {
        return Captures.remoting().stream().filter(file -> !file.endsWith("sample.frames")).collect(Collectors
            .toList());
    }

    @ParameterizedTest
    @MethodSource("captures")
    void printsWhatTheOracleSays(final Path capture) throws IOException
    {
        final List<String> oracle = Files.readAllLines(Path.of(capture.toString().replace(".frames", ".jsonl")));
        for (final String mode : List.of("--strict", "--lenient"))
        {
            final Run run = Run.skim("decode", mode, capture.toString());
            assertEquals(List.of(), run.err);
            assertEquals(0, run.status);
            assertEquals(oracle.size(), run.out.size());
            long offset = 0;
            for (int i = 0; i < oracle.size(); i++)
            {
                final JSONObject expected = JSON.parseObject(oracle.get(i));
                final JSONObject found = JSON.parseObject(run.out.get(i));
                for (final String key : KEYS)
                {
                    assertTrue(found.containsKey(key), key);
                    assertEquals(expected.get(key), found.get(key), key + " of " + run.out.get(i));
                }
                assertEquals(offset, found.getLongValue("offset"));
                offset += 4 + found.getLongValue("frameLength");
                final String type = expected.getString("type");
                assertEquals(type.equals("RESPONSE"), found.getBoolean("response"), run.out.get(i));
            }
        }
    }

    @Test
    void printsTheTypedHeaderWithNumbersAndFlags()
    {
        final byte[] send = Frames.binary(10, null, "", "topic", "T", "queueId", "3", "bornTimestamp", "1795232264452",
            "batch", "true", "nsd", "1", "other", "x");
        assertEquals(JSON.parseObject("{\"type\":\"SendMessageRequestHeader\",\"topic\":\"T\",\"queueId\":3,"
            + "\"bornTimestamp\":1795232264452,\"batch\":true,\"nsd\":false}"),
            JSON.parseObject(Run.skim(send, "decode").out
                .get(0)).getJSONObject("header"));
        final byte[] bad = Frames.binary(10, null, "", "topic", "T", "queueId", "x");
        final Run strict = Run.skim(bad, "decode");
        assertEquals(0, strict.status);
        assertTrue(JSON.parseObject(strict.out.get(0)).containsKey("extFields"));
        assertNull(JSON.parseObject(strict.out.get(0)).get("header"));
        assertEquals(JSON.parseObject("{\"type\":\"SendMessageRequestHeader\",\"topic\":\"T\"}"), JSON.parseObject(Run
            .skim(bad, "decode", "--lenient").out.get(0)).getJSONObject("header"));
        assertNull(JSON.parseObject(Run.skim(Frames.binary(9999, null, ""), "decode").out.get(0)).get("header"));
        assertNull(JSON.parseObject(Run.skim(Frames.json("{\"code\":0,\"flag\":1,\"opaque\":1}"), "decode").out.get(0))
            .get("header"));
    }

    @Test
    void printsTheKeysInTheirOrder()
    {
        final CRC32 crc = new CRC32();
        crc.update("body".getBytes(StandardCharsets.US_ASCII));
        assertEquals(List.of("{\"i\":0,\"offset\":0,\"frameLength\":45,\"serializeType\":\"ROCKETMQ\",\"code\":310,"
            + "\"language\":\"JAVA\",\"version\":479,\"opaque\":7,\"flag\":0,\"remark\":null,\"extFields\":{\"a\":\"G\","
            + "\"b\":\"T\"},\"bodyLength\":4,\"bodyCrc32\":" + crc.getValue()
            + ",\"codeName\":\"SEND_MESSAGE_V2\",\"response\":false,\"oneway\":false,\"header\":{\"type\":"
            + "\"SendMessageRequestHeader\",\"producerGroup\":\"G\",\"topic\":\"T\"}}"),
            Run.skim(GOOD, "decode").out);
        assertEquals(
            List.of("{\"i\":0,\"offset\":0,\"frameLength\":27,\"serializeType\":\"JSON\",\"code\":105,\"language\":"
                + "\"JAVA\",\"version\":0,\"opaque\":4,\"flag\":0,\"remark\":null,\"extFields\":null,\"bodyLength\":0,"
                + "\"bodyCrc32\":0,\"codeName\":\"GET_ROUTEINFO_BY_TOPIC\",\"response\":false,\"oneway\":false,\"header\":{\"type\":"
                + "\"GetRouteInfoRequestHeader\"}}"),
            Run.skim(
                JSON_FRAME, "decode", "-").out);
    }

    @Test
    void theSampleIsReadableInEverySense()
    {
        final Run run = Run.skim("decode", Captures.root().resolve("docs/captures/sample.frames").toString());
        assertEquals(0, run.status);
        assertEquals(11, run.out.size());
        assertTrue(run.out.get(2).contains("TAGS\\u0001TagA"), run.out.get(2));
        assertTrue(run.out.get(7).contains("No topic in this broker"), run.out.get(7));
    }

    @Test
    void goesOnBehindABadHeader()
    {
        final Run run = Run.skim(Frames.join(GOOD, BAD, JSON_FRAME), "decode");
        assertEquals(1, run.status);
        assertEquals(2, run.out.size());
        assertEquals(2, JSON.parseObject(run.out.get(1)).get("i"));
        assertEquals(2 * GOOD.length, JSON.parseObject(run.out.get(1)).get("offset"));
        assertEquals(List.of("{\"i\":1,\"offset\":49,\"error\":\"VALUE_OVERRUNS_MAP\",\"at\":81,\"message\":"
            + "\"value length 99, but the map has 9 bytes left\"}"), run.err);
    }

    @Test
    void namesOtherProtocols()
    {
        final String[][] protocols = {{"PRI * HTTP/2.0", "PROTOCOL_HTTP2", "HTTP/2"}, {"GET / HTTP/1.1",
            "PROTOCOL_HTTP", "HTTP"}, {"PROXY TCP4 1.2.3.4", "PROTOCOL_PROXY", "PROXY"},
            {"AMQP\0\1\0\0",
                "PROTOCOL_AMQP", "AMQP"},
            {"\u0016\u0003\u0001\2\0\1", "PROTOCOL_TLS", "TLS"}, {"SSH-2.0-x",
                "PROTOCOL_SSH", "SSH"}};
        for (final String[] protocol : protocols)
        {
            final Run run = Run.skim(protocol[0].getBytes(StandardCharsets.ISO_8859_1), "decode");
            assertEquals(1, run.status);
            assertEquals(List.of(), run.out);
            assertEquals(1, run.err.size());
            assertEquals(protocol[1], JSON.parseObject(run.err.get(0)).get("error"));
            assertTrue(run.err.get(0).contains(protocol[2]));
        }
        for (final String magic : List.of("D4C3B2A1 02000400", "0A0D0D0A 1C000000"))
        {
            for (final String format : List.of("rocketmq", "amqp-frames", "amqp-messages"))
            {
                assertTrue(Run.skim(Frames.hex(magic), "decode", "--format", format).err.get(0).contains(
                    "CAPTURE_TRUNCATED"));
            }
        }
    }

    @Test
    void tellsOnceThatAFrameIsCutOff()
    {
        for (int length = 1; length < GOOD.length; length++)
        {
            final Run run = Run.skim(Frames.join(JSON_FRAME, Arrays.copyOf(GOOD, length)), "decode");
            assertEquals(1, run.status);
            assertEquals(1, run.out.size());
            assertEquals(1, run.err.size(), run.err.toString());
            final JSONObject error = JSON.parseObject(run.err.get(0));
            assertEquals("TRUNCATED", error.get("error"));
            assertEquals(1, error.get("i"));
            assertEquals(JSON_FRAME.length, error.get("offset"));
            assertEquals(JSON_FRAME.length + length, error.get("at"));
        }
        final Run refused = Run.skim(Arrays.copyOf(BAD, BAD.length - 2), "decode");
        assertEquals(1, refused.err.size());
        assertTrue(refused.err.get(0).contains("VALUE_OVERRUNS_MAP"));
    }

    @Test
    void refusesFramesThatHoldNoHeaderAndGoesOn()
    {
        final Run run = Run.skim(Frames.join(Frames.hex("00000000"), Frames.hex("00000003 000000"), Frames.hex(
            "00000004 00000000"), Frames.hex("00000004 07000000"), GOOD), "decode");
        assertEquals(1, run.status);
        assertEquals(4, run.err.size());
        assertEquals(List.of("FRAME_TOO_SHORT", "FRAME_TOO_SHORT", "HEADER_EMPTY", "SERIALIZE_TYPE_UNKNOWN"), run.err
            .stream().map(line -> JSON.parseObject(line).get("error")).collect(Collectors.toList()));
        assertEquals(4, JSON.parseObject(run.out.get(0)).get("i"));
    }

    @Test
    void lenientTakesTheBodyFromWhereTheReferenceDoes()
    {
        // Four bytes of junk behind the map of a binary header: the body is shifted.
        final byte[] header = Frames.hex("000A 00 0000 00000001 00000000 00000000 00000000 6A756E6B");
        final byte[] frame = Frames.frame(1, header, "BODY".getBytes(StandardCharsets.US_ASCII));
        assertEquals(1, Run.skim(frame, "decode").status);
        final CRC32 crc = new CRC32();
        crc.update(HexFormat.of().parseHex(Reference.decode(frame).body));
        for (final Run run : List.of(Run.skim(frame, "decode", "--lenient"), Run.skim(HexFormat.of().formatHex(frame)
            .getBytes(StandardCharsets.US_ASCII), "decode", "--hex", "--lenient")))
        {
            assertEquals(0, run.status);
            assertEquals(4, JSON.parseObject(run.out.get(0)).get("bodyLength"));
            assertEquals(crc.getValue(), JSON.parseObject(run.out.get(0)).getLongValue("bodyCrc32"));
        }
        final byte[] longer = Frames.frame(1, header, "BODY IS LONGER".getBytes(StandardCharsets.US_ASCII));
        crc.reset();
        crc.update("junkBODY IS LO".getBytes(StandardCharsets.US_ASCII));
        assertEquals(crc.getValue(), JSON.parseObject(Run.skim(longer, "decode", "--lenient").out.get(0)).getLongValue(
            "bodyCrc32"));
    }

    @Test
    void anOpaqueThatIsMissingIsNull()
    {
        final byte[] frame = Frames.json("{\"code\":1}");
        assertTrue(Run.skim(frame, "decode").err.get(0).contains("OPAQUE_MISSING"));
        final JSONObject line = JSON.parseObject(Run.skim(frame, "decode", "--lenient").out.get(0));
        assertTrue(line.containsKey("opaque"));
        assertNull(line.get("opaque"));
    }

    @Test
    void writesEveryTextAsUtf8AndHalfASurrogatePairAsItsEscape()
    {
        final byte[] frame = Frames.json("{\"code\":1,\"opaque\":1,\"remark\":\"\\ud83d\",\"extFields\":{\"a\\ude00\":"
            + "\"x\\ud83d\",\"b\":\"\\ud83d\\ude00\\u00e9\\u20ac\\u0001\\\"\\\\\",\"c\":\"\\ud83d\\ud83d\\ude00z\\udc00\"}}");
        final Run run = Run.skim(frame, "decode", "--lenient");
        assertEquals(List.of(), run.err);
        assertTrue(
            run.out.get(0).contains("\"remark\":\"\\ud83d\",\"extFields\":{\"a\\ude00\":\"x\\ud83d\",\"b\":\"\ud83d"
                + "\ude00\u00e9\u20ac\\u0001\\\"\\\\\",\"c\":\"\\ud83d\ud83d\ude00z\\udc00\"}"),
            run.out.get(0));
    }

    @Test
    void keepsSurrogatePairsWholeWhereverBuffersEnd()
    {
        final String text = "\ud83d\ude00\u20ac".repeat(30_000);
        for (int shift = 0; shift < 4; shift++)
        {
            final byte[] frame =
                Frames.json("{\"code\":1,\"opaque\":1,\"remark\":\"" + "x".repeat(shift) + text + "\"}");
            assertTrue(
                Run.skim(frame, "decode").out.get(0).contains("\"remark\":\"" + "x".repeat(shift) + text + "\""));
        }
    }

    @Test
    void anEmptyBinaryNameIsPrintedAsEmptyAndAnUnknownLanguageAsNull()
    {
        final byte[] frame = Frames.binary(3442, null, "", "", "v", "k", "");
        frame[10] = 99;
        final JSONObject line = JSON.parseObject(Run.skim(frame, "decode").out.get(0));
        assertEquals("v", line.getJSONObject("extFields").get(""));
        assertTrue(line.getJSONObject("extFields").containsKey("k"));
        assertNull(line.getJSONObject("extFields").get("k"));
        assertNull(line.get("language"));
        assertEquals(3442, line.get("code"));
    }

    @Test
    void takesAHeaderOfAnySizeThatAFrameCanHold()
    {
        final byte[] frame = Frames.json("{\"code\":1,\"opaque\":1,\"remark\":\"" + "x".repeat(16_000_000) + "\"}");
        assertEquals(0, Run.skim(frame, "decode").status);
    }
}
