package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONArray;
import com.alibaba.fastjson2.JSONObject;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.StoredRecords;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.apache.rocketmq.common.message.MessageExt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code skim decode --messages}: the oracle's messages of all captures, and what is made of bad ones.
 */
class DecodeMessagesTest
{
    /** The oracle unpacks bodies; the command shows them as they are stored. */
    private static final List<String> UNPACKED = List.of("decompressedLength", "decompressedCrc32");

    static List<Path> captures()
    {
        return Captures.remoting().stream().filter(file -> !file.endsWith("sample.frames")).collect(Collectors
            .toList());
    }

    private static Map<Integer, JSONArray> oracle(final Path capture) throws IOException
    {
        final Path file = Path.of(capture.toString().replace(".frames", ".messages.jsonl"));
        final Map<Integer, JSONArray> messages = new HashMap<>();
        if (Files.exists(file))
        {
            for (final String line : Files.readAllLines(file))
            {
                final JSONObject frame = JSON.parseObject(line);
                messages.put(frame.getInteger("i"), frame.getJSONArray("messages"));
            }
        }
        return messages;
    }

    @ParameterizedTest
    @MethodSource("captures")
    void printsTheMessagesThatTheOracleSays(final Path capture) throws IOException
    {
        final Map<Integer, JSONArray> oracle = oracle(capture);
        for (final String mode : List.of("--strict", "--lenient"))
        {
            final Run run = Run.skim("decode", "--messages", mode, capture.toString());
            assertEquals(List.of(), run.err);
            assertEquals(0, run.status);
            int found = 0;
            for (final String line : run.out)
            {
                final JSONObject frame = JSON.parseObject(line);
                final JSONArray expected = oracle.get(frame.getInteger("i"));
                assertEquals(expected != null, frame.containsKey("messages"), line);
                if (expected != null)
                {
                    found++;
                    expected.forEach(message -> UNPACKED.forEach(((JSONObject)message)::remove));
                    assertEquals(expected, frame.getJSONArray("messages"));
                }
            }
            assertEquals(oracle.size(), found);
        }
    }

    @Test
    void theCapturesInTheRepositoryHoldRecordsAndBatches() throws IOException
    {
        int records = 0;
        int batches = 0;
        for (final Path capture : captures())
        {
            for (final JSONArray messages : oracle(capture).values())
            {
                records += messages.getJSONObject(0).containsKey("topic") ? 1 : 0;
                batches += messages.getJSONObject(0).containsKey("topic") ? 0 : 1;
            }
        }
        assertTrue(records >= 50 && batches >= 10, records + " " + batches);
    }

    private static byte[] answer(final byte[]... records)
    {
        return Frames.frame(0, "{\"code\":0,\"flag\":1,\"opaque\":5}".getBytes(StandardCharsets.US_ASCII),
            StoredRecords.join(List.of(records)));
    }

    private static byte[] request(final String header, final byte... body)
    {
        return Frames.frame(0, header.getBytes(StandardCharsets.US_ASCII), body);
    }

    private static JSONArray messages(final byte[] frame)
    {
        final Run run = Run.skim(frame, "decode", "--messages");
        assertEquals(0, run.status, run.err::toString);
        return JSON.parseObject(run.out.get(0)).getJSONArray("messages");
    }

    @Test
    void aBadRecordIsReportedAndTheOthersArePrinted()
    {
        final Random random = new Random(51);
        final byte[] good = StoredRecords.encode(StoredRecords.message(random));
        final byte[] bad = good.clone();
        bad[5] = 0;
        final byte[] frame = answer(good, bad, good);
        final byte[] two = ByteBuffer.allocate(2 * frame.length).put(frame).put(frame).array();
        final Run run = Run.skim(two, "decode", "--messages");
        assertEquals(1, run.status);
        assertEquals(2, run.out.size());
        assertEquals(2, run.err.size());
        for (int i = 0; i < 2; i++)
        {
            assertEquals(2, JSON.parseObject(run.out.get(i)).getJSONArray("messages").size());
            final JSONObject error = JSON.parseObject(run.err.get(i));
            assertEquals(i, error.get("i"));
            assertEquals(i * frame.length, error.get("offset"));
            assertEquals("RECORD_MAGIC_UNKNOWN", error.get("error"));
            assertEquals((i + 1) * frame.length - 2 * good.length + 4, error.get("at"));
            assertTrue(error.getString("message").startsWith("magic 0x"));
        }
        final Run hex = Run.skim((" " + HexFormat.of().formatHex(frame) + "\n").getBytes(StandardCharsets.US_ASCII),
            "decode", "--messages", "--hex");
        assertEquals(1, hex.status);
        assertEquals(1 + 2 * (frame.length - 2 * good.length + 4), JSON.parseObject(hex.err.get(0)).get("at"));
    }

    @Test
    void aBadRecordIsReportedWhereItComesFirstOrAlone()
    {
        final byte[] good = StoredRecords.encode(StoredRecords.message(new Random(55)));
        final byte[] bad = good.clone();
        bad[5] = 0;
        final Run first = Run.skim(answer(bad, good, good), "decode", "--messages");
        assertEquals(1, first.status);
        assertEquals(2, JSON.parseObject(first.out.get(0)).getJSONArray("messages").size());
        assertEquals("RECORD_MAGIC_UNKNOWN", JSON.parseObject(first.err.get(0)).get("error"));
        for (final int code : new int[] {39, 309})
        {
            final Run alone = Run.skim(request("{\"code\":" + code + ",\"opaque\":1}", bad), "decode", "--messages");
            assertEquals(1, alone.status);
            assertEquals(0, JSON.parseObject(alone.out.get(0)).getJSONArray("messages").size());
            assertEquals("RECORD_MAGIC_UNKNOWN", JSON.parseObject(alone.err.get(0)).get("error"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"code\":320,\"opaque\":1}", "{\"code\":310,\"opaque\":1,\"extFields\":{\"m\":\"True\"}}",
        "{\"code\":310,\"opaque\":1,\"extFields\":{\"m\":true}}",
        "{\"code\":10,\"opaque\":1,\"extFields\":{\"batch\":\"true\"}}"})
    void aBatchIsKnownByItsRequest(final String header)
    {
        assertEquals(3, messages(request(header, StoredRecords.batch(new Random(52), 3))).size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"code\":310,\"opaque\":1,\"extFields\":{\"m\":\"1\"}}",
        "{\"code\":10,\"opaque\":1,\"extFields\":{\"m\":\"true\"}}",
        "{\"code\":320,\"opaque\":1,\"flag\":1}", "{\"code\":310,\"opaque\":1}"})
    void otherBodiesHaveNoMessages(final String header)
    {
        assertNull(messages(request(header, StoredRecords.batch(new Random(52), 3))));
    }

    /** A sender may put a record into a message's body: that is still a body. */
    @Test
    void recordsAreLookedForWhereABrokerPutsThem()
    {
        final byte[] record = StoredRecords.encode(StoredRecords.message(new Random(53)));
        assertEquals(1, messages(answer(record)).size());
        assertEquals(1, messages(request("{\"code\":39,\"opaque\":1}", record)).size());
        assertEquals(1, messages(request("{\"code\":309,\"opaque\":1}", record)).size());
        assertNull(messages(request("{\"code\":310,\"opaque\":1}", record)));
        assertNull(messages(request("{\"code\":326,\"opaque\":1}", record)));
        assertNull(messages(answer(new byte[100])));
        assertNull(messages(answer()));
        final Run without = Run.skim(answer(record), "decode");
        assertFalse(JSON.parseObject(without.out.get(0)).containsKey("messages"));
    }

    @Test
    void innerBatchesAreExpandedAsTheClientDoesIt()
    {
        final MessageExt message = StoredRecords.message(new Random(54));
        message.setSysFlag(message.getSysFlag() & 0x30 | 0xC0);
        message.setQueueOffset(70);
        message.setBody(StoredRecords.batch(new Random(54), 3));
        final JSONArray found = messages(answer(StoredRecords.encode(message)));
        final List<Object> offsets = new ArrayList<>();
        for (int i = 0; i < found.size(); i++)
        {
            final JSONObject inner = found.getJSONObject(i);
            offsets.add(inner.get("queueOffset"));
            assertEquals(message.getTopic(), inner.get("topic"));
            assertEquals(0, inner.get("storeSize"));
            assertNull(inner.get("offsetMsgId"));
            assertEquals("true", inner.getJSONObject("properties").get("WAIT"));
        }
        assertEquals(List.of(70, 71, 72), offsets);
    }

    @Test
    void aBodyThatNoClientCanUnpackIsSaidToBeOne()
    {
        final MessageExt message = StoredRecords.message(new Random(53));
        message.setBody(new byte[] {1, 2, 3});
        for (int sysFlag = 0; sysFlag <= 0x701; sysFlag += sysFlag % 2 == 0 ? 1 : 0xFF)
        {
            message.setSysFlag(sysFlag);
            final byte[] record = StoredRecords.encode(message);
            ByteBuffer.wrap(record).putInt(36, sysFlag);
            final JSONObject found = messages(answer(record)).getJSONObject(0);
            assertEquals(sysFlag, found.get("sysFlag"));
            assertEquals(sysFlag % 2 > 0 && sysFlag > 0x400 ? sysFlag >> 8 : null, found.get("unknownCompression"));
            assertEquals(3, found.get("bodyLength"));
        }
        // Of no bytes nothing has to be unpacked.
        message.setBody(new byte[0]);
        final byte[] record = StoredRecords.encode(message);
        ByteBuffer.wrap(record).putInt(36, 0x701);
        assertFalse(messages(answer(record)).getJSONObject(0).containsKey("unknownCompression"));
    }

    @Test
    void hostsOfIpv6AreInBrackets()
    {
        final byte[] address = HexFormat.of().parseHex("20010db8000000000000000000000001");
        final ByteBuffer record = ByteBuffer.allocate(91 + 24);
        record.putInt(record.capacity()).putInt(0xDAA3_20A7).position(36).putInt(0x30);
        record.position(48).put(address).putInt(7).putLong(0).put(address).putInt(10_911);
        final JSONObject message = messages(answer(record.array())).getJSONObject(0);
        assertEquals("[2001:db8:0:0:0:0:0:1]:7", message.get("bornHost"));
        assertEquals("[2001:db8:0:0:0:0:0:1]:10911", message.get("storeHost"));
        assertEquals("20010DB800000000000000000000000100002A9F0000000000000000", message.get("offsetMsgId"));
        assertEquals("", message.get("topic"));
        assertEquals(0, message.get("bodyCrc32"));
    }
}
