package io.skim.pojo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.pojo.text.SharedStrings;
import io.skim.scan.Action;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingLanguage;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.Reference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RemotingHeaderReaderTest
{
    /** 13 ext fields, 8 properties of 200 bytes: what a Java producer sends. */
    static final byte[] SEND = Frames.binary(310, null, "body", "a", "ProducerGroup", "b", "TopicTest", "c", "TBW102",
        "d", "4", "e", "2", "f", "0", "g", "1757412345678", "h", "0", "i", "KEYS\1order-4711\2UNIQ_KEY\1"
            + "7F0000010A3C18B4AAC2123456780000\2WAIT\1true\2TAGS\1TagA\2CLUSTER\1DefaultCluster\2traceId\1"
            + "0af7651916cd43dd8448eb211c80319c\2TRACE_ON\1true\2region\1eu-central-1\2",
        "j", "0", "k", "false", "m", "false", "n", "broker-a");
    /** Bytes allocated for a header from {@link #SEND}: 56 header, 32 map, 64 values, 2 texts that never repeat. */
    static final long SEND_BYTES = 432;

    private final HeaderReader strict = new HeaderReader(Strictness.STRICT);
    private final HeaderReader lenient = new HeaderReader(Strictness.LENIENT);

    @Test
    void keepsTheOrderOfTheWireAndTheLastDuplicate()
    {
        final RemotingHeader header = strict.read(Frames.binary(10, null, "", "z", "1", "a", "2", "z", "3", "b", "4",
            "a", ""));
        assertEquals(List.of("z", "a", "b"), List.copyOf(header.extFields().keySet()));
        assertEquals(Arrays.asList("3", null, "4"), new ArrayList<>(header.extFields().values()));
    }

    @Test
    void keepsTheOrderAndTheLastDuplicateAmongManyEntries()
    {
        final Random random = new Random(7);
        for (int count = 1; count < 200; count += random.nextInt(9))
        {
            final String[] entries = new String[2 * count];
            final Map<String, String> expected = new LinkedHashMap<>();
            for (int i = 0; i < entries.length; i += 2)
            {
                entries[i] = random.nextInt(20) == 0 ? "" : "k" + random.nextInt(count * 2);
                entries[i + 1] = random.nextInt(9) == 0 ? "" : "v" + i;
                expected.put(entries[i].isEmpty() ? null : entries[i], entries[i + 1].isEmpty() ? null : entries[i
                    + 1]);
            }
            final Map<String, String> found = strict.read(Frames.binary(10, null, "", entries)).extFields();
            assertEquals(new ArrayList<>(expected.entrySet()), new ArrayList<>(found.entrySet()));
            expected.forEach((name, value) -> assertEquals(value, found.get(name)));
            assertFalse(found.containsKey("other"));
            assertFalse(found.containsKey((Object)1));
            assertNull(found.get("other"));
            final Map<String, String> copy = new HashMap<>();
            found.forEach(copy::put);
            assertEquals(expected, copy);
        }
    }

    @Test
    void tellsNullFromEmptyAsTheReferenceDoes()
    {
        final RemotingHeader binary = strict.read(Frames.binary(10, "", "", "", "x", "k", ""));
        assertNull(binary.remark());
        assertTrue(binary.extFields().containsKey(null));
        assertEquals("x", binary.extFields().get(null));
        assertTrue(binary.extFields().containsKey("k"));
        assertNull(binary.extField("k"));
        assertNull(strict.read(Frames.binary(10, null, "")).extFields());
        assertEquals(Map.of(), strict.read(Frames.binary(10, null, "")).properties());

        final RemotingHeader json = strict.read(Frames.json("{\"code\":10,\"opaque\":1,\"remark\":\"\",\"extFields\":"
            + "{\"\":\"x\",\"k\":\"\",\"n\":null}}"));
        assertEquals("", json.remark());
        assertEquals("x", json.extField(""));
        assertFalse(json.extFields().containsKey(null));
        assertEquals("", json.extField("k"));
        assertTrue(json.extFields().containsKey("n"));
        assertNull(json.extField("n"));
        assertEquals(Map.of(), strict.read(Frames.json("{\"opaque\":1,\"extFields\":{}}")).extFields());
        assertNull(strict.read(Frames.json("{\"opaque\":1}")).extFields());
        assertNull(strict.read(Frames.json("{\"opaque\":1}")).remark());
    }

    @Test
    void hasTheFieldsOfAHeader()
    {
        final RemotingHeader header = strict.read(Frames.binary(310, "why", "body", "b", "T"));
        assertEquals(310, header.code());
        assertEquals(RemotingLanguage.JAVA, header.language());
        assertEquals(479, header.version());
        assertEquals(7, header.opaque());
        assertTrue(header.hasOpaque());
        assertEquals(0, header.flag());
        assertEquals("why", header.remark());
        assertEquals(SerializeType.ROCKETMQ, header.serializeType());
        assertEquals(4, header.bodyLength());
        assertEquals(8 + 21 + 3 + 8, header.bodyOffset());
        assertEquals("RemotingHeader[code=310, language=JAVA, version=479, opaque=7, flag=0, remark=why, extFields="
            + "{b=T}, serializeType=ROCKETMQ, bodyOffset=40, bodyLength=4]", header.toString());
    }

    @Test
    void leavesUnsetWhatAJsonHeaderLacks()
    {
        final RemotingHeader header = lenient.read(Frames.json("{}"));
        assertEquals(RemotingLanguage.JAVA, header.language());
        assertFalse(header.hasOpaque());
        assertEquals(0, header.opaque());
        assertEquals(SerializeType.JSON, header.serializeType());
        assertTrue(header.toString().contains("opaque=none"));
        assertNotEquals(header, lenient.read(Frames.json("{\"opaque\":0}")));
        assertNull(lenient.read(Frames.json("{\"opaque\":0,\"language\":null}")).language());
        assertNull(lenient.read(Frames.json("{\"opaque\":0,\"language\":\"COBOL\"}")).language());
    }

    @Test
    void unescapesTextOfAnyKind()
    {
        final String[] texts =
            {"plain", "q\\u0001\\u0002", "\\ud83d", "x?\\ud83dy", "\\ud83d\\ude00", "\\u00e9\\n", "é",
                "ä\\u0001", "?\\t", "\\/", "1"};
        for (final String text : texts)
        {
            final byte[] frame =
                Frames.json("{\"code\":310,\"opaque\":1,\"extFields\":{\"k\":\"" + text + "\",\"a" + text
                    + "\":\"v\"},\"remark\":\"" + text + "\"}");
            final RemotingHeader header = lenient.read(frame);
            assertEquals(Reference.decode(frame), HeaderReader.record(frame, header), text);
        }
        final byte[] odd = Frames.json("{\"opaque\":1,\"extFields\":{\"k\":1e3,\"l\":-0,\"m\":true,\"n\":{\"x\":1}}}");
        assertEquals(Reference.decode(odd), HeaderReader.record(odd, lenient.read(odd)));
        final byte[] lossy =
            Frames.hex("00000021 01000019 000A 00 0000 00000001 00000000 00000000 00000004 0000 0000 00FF"
                .substring(0, 0)
                + "00000024 01000020 000A 00 0000 00000001 00000000 00000000 0000000B 0001 6B 00000004 61FF62C3");
        assertEquals("a\uFFFDb\uFFFD", lenient.read(lossy).extField("k"));
        assertEquals(Reference.decode(lossy), HeaderReader.record(lossy, lenient.read(lossy)));
    }

    @Test
    void sharesShortTextsThatComeAgain()
    {
        strict.read(SEND);
        strict.read(SEND);
        final RemotingHeader first = strict.read(SEND);
        final RemotingHeader second = strict.read(SEND);
        assertEquals(first, second);
        assertNotSame(first, second);
        final List<String> names = List.copyOf(first.extFields().keySet());
        final List<String> again = List.copyOf(second.extFields().keySet());
        for (int i = 0; i < names.size(); i++)
        {
            assertSame(names.get(i), again.get(i));
        }
        for (final String name : List.of("a", "b", "c", "d", "f", "k", "n"))
        {
            assertSame(first.extField(name), second.extField(name), name);
        }
        assertSame(first.extField("k"), second.extField("m"));
        assertNotSame(first.extField("i"), second.extField("i"));
    }

    @Test
    void sharesAcrossTheEncodings()
    {
        final byte[] json = Frames.json("{\"code\":310,\"opaque\":1,\"extFields\":{\"b\":\"TopicTest\",\"e\":0}}");
        for (int i = 0; i < 3; i++)
        {
            strict.read(SEND);
        }
        assertSame(strict.read(SEND).extField("b"), strict.read(json).extField("b"));
        assertSame(strict.read(SEND).extField("f"), strict.read(json).extField("e"));
    }

    @Test
    void hostileTextsDoNotGrowTheTable()
    {
        final SharedStrings table = new SharedStrings(256);
        final byte[] array = new byte[SharedStrings.MAX_LENGTH + 16];
        final Random random = new Random(11);
        for (int i = 0; i < 200_000; i++)
        {
            final int length = random.nextInt(SharedStrings.MAX_LENGTH + 8);
            for (int at = 0; at < length; at++)
            {
                array[at + 3] = (byte)(i % 3 == 0 ? random.nextInt(128) : 'a' + random.nextInt(2));
            }
            final String expected = new String(array, 3, length, StandardCharsets.US_ASCII);
            assertEquals(expected, table.get(array, 3, length));
            assertEquals(expected, table.get(array, 3, length));
            assertEquals(expected, table.get(array, 3, length));
        }
        assertTrue(table.size() <= 256, "size " + table.size());
    }

    @Test
    void valuesNeverTakeThePlaceOfNames()
    {
        for (int i = 0; i < 3; i++)
        {
            strict.read(SEND);
        }
        final List<String> names = List.copyOf(strict.read(SEND).extFields().keySet());
        for (int i = 0; i < 20_000; i++)
        {
            final byte[] frame = Frames.binary(310, null, "", "a", "v" + i / 3);
            strict.read(frame);
        }
        final List<String> again = List.copyOf(strict.read(SEND).extFields().keySet());
        for (int i = 0; i < names.size(); i++)
        {
            assertSame(names.get(i), again.get(i));
        }
    }

    @Test
    void namesOfAKnownShapeAreStillThoseOfTheFrame()
    {
        final String[][] shapes =
            {{"", "a", "b"}, {"topic", "a", "b"}, {"\u00e9", "a", "b"}, {"c", "a", "b"}, {"a", "b",
                "c"}, {"a", "b", ""}, {"a", "b", "topic"}};
        for (int i = 0; i < shapes.length * shapes.length; i++)
        {
            for (final String[] names : new String[][] {shapes[i / shapes.length], shapes[i % shapes.length]})
            {
                final Map<String, String> expected = new HashMap<>();
                for (int name = 0; name < names.length; name++)
                {
                    expected.put(names[name].isEmpty() ? null : names[name], String.valueOf(name));
                }
                final byte[] frame = Frames.binary(310, null, "", names[0], "0", names[1], "1", names[2], "2");
                assertEquals(expected, strict.read(frame).extFields());
            }
        }
    }

    @Test
    void nonAsciiAndLongTextsAreNotShared()
    {
        final String umlauts = "\u00e4\u00f6\u00fc";
        final String text = "x".repeat(SharedStrings.MAX_LENGTH + 1);
        final byte[] frame = Frames.binary(10, null, "", "k", umlauts, "l", text, "m", text.substring(1));
        for (int i = 0; i < 4; i++)
        {
            assertEquals(umlauts, strict.read(frame).extField("k"));
            assertEquals(text, strict.read(frame).extField("l"));
        }
        assertNotSame(strict.read(frame).extField("k"), strict.read(frame).extField("k"));
        assertNotSame(strict.read(frame).extField("l"), strict.read(frame).extField("l"));
        assertSame(strict.read(frame).extField("m"), strict.read(frame).extField("m"));
    }

    @Test
    void beginsAnewAfterAMalformedFrame()
    {
        final byte[] bad = SEND.clone();
        bad[8 + 21 + 5] = (byte)0x7F;
        final RemotingHeader expected = strict.read(SEND);
        assertNull(strict.read(bad));
        final byte[] truncated = Arrays.copyOf(SEND, SEND.length - 20);
        assertNull(strict.read(truncated));
        final RemotingHeader json = strict.read(Frames.json("{\"opaque\":1}"));
        assertEquals(0, json.code());
        assertNull(json.extFields());
        assertEquals(0, json.version());
        assertEquals(SerializeType.JSON, json.serializeType());
        assertEquals(expected, strict.read(SEND));
    }

    @Test
    void aHeaderStaysWhatItIsWhenTheFrameAndTheReaderGoOn()
    {
        final byte[] frame = SEND.clone();
        final RemotingHeader kept = strict.read(frame);
        final String before = kept.toString();
        Arrays.fill(frame, (byte)'X');
        strict.read(Frames.binary(10, "other", "", "z", "y"));
        assertEquals(before, kept.toString());
    }

    /** As after one who reads the records of a body: in a buffer without an array the header is not loaded any more. */
    @Test
    void readsTheHeaderOfAScanThatHasLoadedTheBody()
    {
        final RemotingInterest body = RemotingScanner.interest().field(RemotingField.BODY, 0).build();
        final byte[] json =
            Frames.json(
                "{\"code\":10,\"extFields\":{\"a\":\"x\",\"b\":\"\\u6771\",\"n\":null,\"c\":\"long text\"},\"opaque\":7}");
        final byte[] binary =
            Frames.binary(10, null, "b".repeat(100), "a", "x", "b", "\u6771", "n", "", "c", "long text", "d", "4");
        for (final byte[] frame : List.of(binary, json))
        {
            final RemotingHeader expected = strict.read(frame);
            for (final Buffers.Buffer buffer : Buffers.all(frame))
            {
                final FrameView view = new FrameView(Limits.DEFAULT.withMaxHeaderLength(128));
                buffer.wrap().accept(view);
                final RemotingScanner scanner = new RemotingScanner();
                assertEquals(Outcome.COMPLETE, scanner.scan(view, body, (id, value) -> {
                    io.skim.scan.spi.Frames.loadWindow(view, value.offset(), value.offset() + value.length());
                    return Action.CONTINUE;
                }));
                assertEquals(expected, new RemotingHeaderReader().read(scanner), buffer.toString());
                buffer.free().run();
            }
        }
    }

    @Test
    void readsFromEveryKindOfBuffer()
    {
        final RemotingHeader expected = strict.read(SEND);
        for (final Buffers.Buffer buffer : Buffers.all(SEND))
        {
            final FrameView view = new FrameView();
            buffer.wrap().accept(view);
            assertEquals(expected, new RemotingHeaderReader().read(view), buffer.toString());
            buffer.free().run();
        }
    }

    @Test
    void cannotBeChanged()
    {
        final Map<String, String> extFields = strict.read(SEND).extFields();
        assertThrows(UnsupportedOperationException.class, () -> extFields.put("a", "b"));
        assertThrows(UnsupportedOperationException.class, () -> extFields.remove("a"));
        assertThrows(UnsupportedOperationException.class, () -> extFields.remove("nothing"));
        assertThrows(UnsupportedOperationException.class, extFields::clear);
        assertThrows(UnsupportedOperationException.class, () -> extFields.entrySet().iterator().next().setValue("x"));
        assertThrows(UnsupportedOperationException.class, () -> extFields.keySet().remove("a"));
    }

    @Test
    void theReaderNeedsAFrameAndKeepsNothingOfIt()
    {
        final RemotingHeaderReader reader = new RemotingHeaderReader();
        assertThrows(IllegalStateException.class, () -> reader.read(new FrameView()));
        final byte[] frame = SEND.clone();
        final RemotingHeader kept = reader.read(new FrameView().wrap(frame));
        final String before = kept.toString();
        Arrays.fill(frame, 4, frame.length, (byte)'X');
        assertNull(reader.read(new FrameView().wrap(frame)));
        assertTrue(reader.fault().isPresent());
        assertEquals(before, kept.toString());
        assertEquals(kept, reader.read(new FrameView().wrap(SEND)));
        assertFalse(reader.fault().isPresent());
    }

    @Test
    void allocatesNoMoreThanStated()
    {
        final long bytes = Allocations.by(() -> strict.alone(SEND), 20_000, 1_000) / 1_000;
        assertTrue(bytes <= SEND_BYTES, bytes + " bytes a header");
        final byte[] refused = SEND.clone();
        refused[SEND.length - 4 - 8 - 3] = (byte)0xFF;
        assertNull(strict.alone(refused));
        assertEquals(0, Allocations.by(() -> strict.alone(refused), 20_000, 1_000));
    }

    @Test
    void aHugeHeaderLeavesNothingBehind()
    {
        final String[] entries = new String[8_000];
        for (int i = 0; i < entries.length; i += 2)
        {
            entries[i] = "key-" + i;
            entries[i + 1] = "value-of-the-key-" + i;
        }
        final RemotingHeader header = strict.read(Frames.binary(10, null, "", entries));
        assertEquals(4_000, header.extFields().size());
        assertEquals("value-of-the-key-7998", header.extField("key-7998"));
        assertEquals(strict.read(SEND), new HeaderReader(Strictness.STRICT).read(SEND));
    }
}
