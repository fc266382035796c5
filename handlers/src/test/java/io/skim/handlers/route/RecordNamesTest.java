package io.skim.handlers.route;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.skim.handlers.patch.Patches;
import io.skim.handlers.patch.Refusal;
import io.skim.scan.FrameView;
import io.skim.scan.Reason;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.Settings;
import io.skim.scan.testing.StoredRecords;
import io.skim.scan.testing.Vectors;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageAccessor;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.remoting.protocol.NamespaceUtil;
import org.junit.jupiter.api.Test;

/** Names in stored records and batches, against what the real {@link MessageDecoder} writes and reads of mapped messages. */
class RecordNamesTest
{
    private static final String SPACE = "tenant";
    private static final int INNER = 0xC0;
    private static final int PULL = 11;
    private static final int QUERY = 12;
    private static final int CHECK = 39;
    private static final List<String> NAMED =
        List.of("RETRY_TOPIC", "REAL_TOPIC", "DLQ_ORIGIN_TOPIC", "PGROUP", "ORIGIN_GROUP");

    private final NameRewriter rewriter = new NameRewriter(Namespace.of(SPACE));
    private final FrameView view = new FrameView();
    private int changed;

    private static String map(final String name, final boolean wrapping)
    {
        return wrapping ? NamespaceUtil.wrapNamespace(SPACE, name) : NamespaceUtil.withoutNamespace(name, SPACE);
    }

    /** A frame with a body: a request, or an answer. */
    private static byte[] frame(final int code, final boolean response, final byte[] body)
    {
        return BodyNamesTest.frame(code, response, body);
    }

    private boolean run(final FrameView frame, final boolean wrapping, final int code)
    {
        return wrapping ? rewriter.toBroker(frame, code) : rewriter.toClient(frame, code);
    }

    private static void name(final Message message, final Random random)
    {
        for (final String property : NAMED)
        {
            if (random.nextInt(3) == 0)
            {
                MessageAccessor.putProperty(message, property, NamespaceTest.name(random));
            }
        }
    }

    private static void map(final Message message, final boolean wrapping)
    {
        if (message.getProperties() != null)
        {
            message.getProperties().replaceAll((key, value) -> NAMED.contains(key) ? map(value, wrapping) : value);
        }
    }

    /** Entries of a batch whose messages have names. */
    private static List<Message> batch(final Random random)
    {
        final List<Message> messages = new ArrayList<>();
        for (int i = 1 + random.nextInt(4); i > 0; i--)
        {
            final Message message = StoredRecords.message(random);
            name(message, random);
            messages.add(message);
        }
        return messages;
    }

    private static byte[] encode(final List<Message> batch)
    {
        return MessageDecoder.encodeMessages(batch);
    }

    /** Some records and the same with their names mapped, both encoded by the reference. */
    private static byte[][] records(final Random random, final boolean wrapping, final boolean expanding)
    {
        final List<byte[]> before = new ArrayList<>();
        final List<byte[]> after = new ArrayList<>();
        for (int i = random.nextInt(5); i >= 0; i--)
        {
            final MessageExt message = StoredRecords.message(random);
            message.setTopic(random.nextInt(4) == 0 ? message.getTopic() : NamespaceTest.name(random));
            name(message, random);
            final List<Message> inner = batch(random);
            final boolean isInner = random.nextInt(4) == 0;
            if (isInner)
            {
                message.setSysFlag(message.getSysFlag() & ~1 | INNER);
                message.setBody(encode(inner));
            }
            final boolean wide = random.nextInt(4) == 0;
            final int longer = wide ? random.nextInt(300) : 0;
            before.add(wide ? StoredRecords.version2(StoredRecords.encode(message), longer)
                : StoredRecords.encode(message));
            // What stands behind a name that becomes longer is no more than that, unless the name is all of it.
            final String topic = message.getTopic() + "x".repeat(longer);
            message.setTopic(map(topic, wrapping));
            map(message, wrapping);
            if (isInner && expanding)
            {
                inner.forEach(entry -> map(entry, wrapping));
                message.setBody(encode(inner));
            }
            message.setTopic(message.getTopic().substring(0, message.getTopic().length() - longer));
            after.add(wide ? StoredRecords.version2(StoredRecords.encode(message), longer)
                : StoredRecords.encode(message));
        }
        return new byte[][] {StoredRecords.join(before), StoredRecords.join(after)};
    }

    private void check(final byte[] frame, final byte[] expected, final boolean wrapping, final int code,
        final String what)
    {
        if (!run(view.wrap(frame), wrapping, code))
        {
            // Nothing would be left of the name in a property that is the bare namespace.
            assertEquals(Refusal.INVALID_PROPERTY, rewriter.patch().refusal(), what);
            assertTrue(!wrapping && new String(frame, StandardCharsets.UTF_8).contains(SPACE + "%"), what);
            return;
        }
        final byte[] result = BodyNamesTest.body(Patches.written(rewriter.patch(), frame));
        assertEquals(StoredRecords.reference(expected), StoredRecords.reference(result), what);
        assertArrayEquals(expected, result, what);
        changed += rewriter.patch().isChanged() ? 1 : 0;
    }

    @Test
    void recordsAreThoseThatTheReferenceWouldHaveWrittenWithTheMappedNames()
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        final int[] answers = {PULL, 361, 200_050, 200_052, 200_070, QUERY, 33};
        final int runs = Settings.frames(20_000);
        for (int i = 0; i < runs; i++)
        {
            final boolean wrapping = random.nextBoolean();
            final boolean request = random.nextInt(4) == 0;
            final int code = request ? random.nextBoolean() ? CHECK : 309 : answers[random.nextInt(answers.length)];
            final byte[][] bodies = records(random, wrapping, !request && (code == PULL || code == 361));
            check(frame(code, !request, bodies[0]), bodies[1], wrapping, code, "seed " + seed + ", frame " + i);
        }
        assertTrue(changed > runs / 2, changed + " changed");
    }

    @Test
    void entriesOfABatchAreThoseThatTheReferenceWouldHaveWrittenWithTheMappedNames()
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        final int runs = Settings.frames(20_000);
        final String[] headers =
            {"{\"code\":320,\"extFields\":{\"b\":\"TBW102\"", "{\"code\":310,\"extFields\":{\"m\":\"true\"",
                "{\"code\":10,\"extFields\":{\"batch\":\"TRUE\""};
        for (int i = 0; i < runs; i++)
        {
            final boolean wrapping = random.nextBoolean();
            final List<Message> messages = batch(random);
            // The broker does not read these properties, and they stay as they are.
            final byte[] header = (headers[i % 3] + ",\"i\":\"PGROUP\\u0001PG\\u0002\",\"properties\":"
                + "\"PGROUP\\u0001PG\\u0002\"},\"flag\":0,\"opaque\":1}").getBytes(StandardCharsets.UTF_8);
            final byte[] frame = Frames.json(header, encode(messages));
            messages.forEach(message -> map(message, wrapping));
            final byte[] expected = encode(messages);
            if (!run(view.wrap(frame), wrapping, 0))
            {
                assertEquals(Refusal.INVALID_PROPERTY, rewriter.patch().refusal());
                assertFalse(wrapping);
                continue;
            }
            assertArrayEquals(Frames.json(header, expected), Patches.written(rewriter.patch(), frame), "seed " + seed
                + ", frame " + i);
            changed += rewriter.patch().isChanged() ? 1 : 0;
        }
        assertTrue(changed > runs / 3, changed + " changed");
    }

    /** A record of a message with a topic and properties: names and values in turns. */
    private static byte[] record(final String topic, final String... properties)
    {
        final MessageExt message = StoredRecords.message(new Random(3));
        message.setSysFlag(0);
        message.setBornHost(new java.net.InetSocketAddress("127.0.0.1", 1));
        message.setStoreHost(new java.net.InetSocketAddress("127.0.0.1", 2));
        message.setTopic(topic);
        message.setBody("body".getBytes(StandardCharsets.UTF_8));
        message.setBodyCRC(crc(message.getBody()));
        MessageAccessor.setProperties(message, new HashMap<>());
        for (int i = 0; i < properties.length; i += 2)
        {
            MessageAccessor.putProperty(message, properties[i], properties[i + 1]);
        }
        return StoredRecords.encode(message);
    }

    private static int crc(final byte[] body)
    {
        final CRC32 crc = new CRC32();
        crc.update(body);
        return (int)crc.getValue() & 0x7FFF_FFFF;
    }

    private byte[] mapped(final byte[] frame, final boolean wrapping, final int code)
    {
        assertTrue(run(view.wrap(frame), wrapping, code), () -> rewriter.patch().refusal() + " " + rewriter.fault());
        return BodyNamesTest.body(Patches.written(rewriter.patch(), frame));
    }

    @Test
    void aQuestionAboutATransactionNamesTheProducersAndTheTopicAsTheClientKnowsThem()
    {
        final byte[] body = mapped(frame(CHECK, false, record("tenant%Orders", "PGROUP", "tenant%writers",
            "REAL_TOPIC", "tenant%Orders", "TAGS", "tenant%Orders")), false, 0);
        final MessageExt message = MessageDecoder.decode(ByteBuffer.wrap(body));
        assertEquals("Orders", message.getTopic());
        assertEquals("writers", message.getProperty("PGROUP"));
        assertEquals("Orders", message.getProperty("REAL_TOPIC"));
        assertEquals("tenant%Orders", message.getTags());
    }

    @Test
    void aLongerTopicMakesARecordOfVersionTwoAsTheBrokerWritesIt()
    {
        for (int length = 119; length < 124; length++)
        {
            final String topic = "x".repeat(length);
            final byte[] body = mapped(frame(PULL, true, record(topic, "A", "b")), true, PULL);
            assertEquals(length + 7 > 127 ? 0xDAA3_20AB : 0xDAA3_20A7, ByteBuffer.wrap(body).getInt(4));
            final MessageExt message = MessageDecoder.decode(ByteBuffer.wrap(body), true, true, true, false, true);
            assertEquals("tenant%" + topic, message.getTopic());
            assertEquals("b", message.getProperty("A"));
            assertEquals(body.length, message.getStoreSize());
        }
    }

    /** What a client that expands inner batches reads of the first record: the producers that its first message names. */
    private static String producersOfTheFirst(final byte[] body) throws Exception
    {
        final List<MessageExt> messages = new ArrayList<>();
        MessageDecoder.decodeMessage(MessageDecoder.decode(ByteBuffer.wrap(body)), messages);
        return messages.get(0).getProperty("PGROUP");
    }

    @Test
    void theCrcOfAnInnerBatchFollowsItsNamesIfItWasRight() throws Exception
    {
        final Message entry = new Message("T", "x".getBytes(StandardCharsets.UTF_8));
        MessageAccessor.putProperty(entry, "PGROUP", "writers");
        final MessageExt message = StoredRecords.message(new Random(7));
        message.setSysFlag(message.getSysFlag() & 0x30 | INNER);
        message.setBody(encode(List.of(entry)));
        for (final boolean right : new boolean[] {true, false})
        {
            message.setBodyCRC(right ? crc(message.getBody()) : 1);
            final byte[] record = StoredRecords.encode(message);
            final byte[] body = mapped(frame(PULL, true, record), true, PULL);
            assertEquals("tenant%writers", producersOfTheFirst(body));
            assertEquals(right, MessageDecoder.decode(ByteBuffer.wrap(body), true, true, true, false, true) != null);
            // Those who query do not expand it.
            assertEquals("writers", producersOfTheFirst(mapped(frame(QUERY, true, record), true, QUERY)));
        }
    }

    @Test
    void aReplyToAClientHasItsNamesMappedInHeaderAndProperties()
    {
        final byte[] frame = Frames.binary(326, null, "body", "producerGroup", "tenant%writers", "topic", "tenant%T",
            "properties", "PGROUP\1tenant%writers\2KEYS\1tenant%k\2");
        assertTrue(rewriter.toClient(view.wrap(frame)));
        assertArrayEquals(Frames.binary(326, null, "body", "producerGroup", "writers", "topic", "T", "properties",
            "PGROUP\1writers\2KEYS\1tenant%k\2"), Patches.written(rewriter.patch(), frame));
    }

    @Test
    void anAnswerThatIsNoSuccessHasNoRecords()
    {
        final byte[] frame = Frames.json("{\"code\":19,\"flag\":1,\"opaque\":7}".getBytes(StandardCharsets.UTF_8),
            "no records".getBytes(StandardCharsets.UTF_8));
        assertTrue(rewriter.toClient(view.wrap(frame), PULL));
        assertFalse(rewriter.patch().isChanged());
    }

    @Test
    void bodiesAreOnlyReadWhereANameMayChange()
    {
        final byte[] frame = frame(PULL, true, "no records".getBytes(StandardCharsets.UTF_8));
        final NameRewriter addresses = new NameRewriter(NameMap.identity()).addresses(AddressMap.all("a:1"));
        assertTrue(addresses.toClient(view.wrap(frame), PULL));
        assertFalse(addresses.readsAnswerBody(PULL));
        assertTrue(addresses.readsAnswerBody(105));
        assertFalse(addresses.readsAnswerBody(41));
        assertFalse(addresses.readsRequestBody(320));
        assertTrue(rewriter.readsAnswerBody(PULL));
        assertTrue(rewriter.readsAnswerBody(41));
        assertTrue(rewriter.readsRequestBody(320));
        assertTrue(rewriter.readsRequestBody(CHECK));
        assertFalse(rewriter.readsRequestBody(310));
        assertFalse(rewriter.readsAnswerBody(310));
        assertFalse(rewriter.toClient(view.wrap(frame), PULL));
        assertEquals(Refusal.BODY_MALFORMED, rewriter.patch().refusal());
        assertTrue(rewriter.fault().isPresent());
        assertFalse(rewriter.toClient(new FrameView().wrapPart(frame, 0, frame.length - 1, frame.length), PULL));
        assertEquals(Refusal.BODY_MISSING, rewriter.patch().refusal());
        assertFalse(rewriter.bodyLimit(9).toClient(view.wrap(frame), PULL));
        assertEquals(Refusal.BODY_TOO_LONG, rewriter.patch().refusal());
    }

    private void assertRefused(final Refusal refusal, final NameMap names, final byte[] body)
    {
        final NameRewriter other = new NameRewriter(names);
        final byte[] frame = frame(PULL, true, body);
        assertFalse(other.toClient(view.wrap(frame), PULL));
        assertEquals(refusal, other.patch().refusal());
    }

    @Test
    void namesThatNoReaderWouldReadAreRefused()
    {
        assertRefused(Refusal.INVALID_PROPERTY, NameMap.table(Map.of(), Map.of("a\2b", "PG")), record("T", "PGROUP",
            "PG"));
        assertRefused(Refusal.INVALID_PROPERTY, Namespace.of("n"), record("T", "PGROUP", "n%"));
        assertRefused(Refusal.VALUE_TOO_LONG, NameMap.table(Map.of("x".repeat(32_768), "T"), Map.of()), record("T"));
        assertRefused(Refusal.VALUE_TOO_LONG, NameMap.table(Map.of(), Map.of("x".repeat(32_768), "PG")), record("T",
            "PGROUP", "PG"));
    }

    @Test
    void aRecordWhoseSizeIsNotTheSumOfItsPartsIsRefusedWithItsPlace()
    {
        final byte[] record = record("T", "PGROUP", "PG");
        final byte[] two = Frames.join(record, record);
        final int header = frame(PULL, true, new byte[0]).length;
        for (final int wrong : new int[] {-1, 0, 90, record.length - 1, record.length + 1, two.length,
            Integer.MAX_VALUE})
        {
            final byte[] body = two.clone();
            ByteBuffer.wrap(body).putInt(record.length, wrong);
            assertFalse(rewriter.toBroker(view.wrap(frame(PULL, true, body)), PULL), () -> "size " + wrong);
            assertEquals(Refusal.BODY_MALFORMED, rewriter.patch().refusal());
            assertTrue(rewriter.fault().offset() >= header + record.length, rewriter.fault()::toString);
        }
        final byte[] compressed = record.clone();
        ByteBuffer.wrap(compressed).putInt(36, INNER | 1);
        assertFalse(rewriter.toBroker(view.wrap(frame(PULL, true, compressed)), PULL));
        assertEquals(Reason.INNER_BATCH_COMPRESSED, rewriter.fault().reason());
        assertEquals(header + 36, rewriter.fault().offset());
    }

    private static List<String> read(final byte[] body, final boolean wrapping)
    {
        final List<String> lines = new ArrayList<>();
        final ByteBuffer buffer = ByteBuffer.wrap(body);
        while (buffer.hasRemaining())
        {
            final MessageExt message = MessageDecoder.decode(buffer, true, false, false);
            if (message == null)
            {
                return null;
            }
            message.setTopic(map(message.getTopic(), wrapping));
            map(message, wrapping);
            // The broker's own count of bytes.
            message.setStoreSize(0);
            lines.add(message + Arrays.toString(message.getBody()));
        }
        return lines;
    }

    private static List<String> readMapped(final byte[] body)
    {
        final List<String> lines = new ArrayList<>();
        final ByteBuffer buffer = ByteBuffer.wrap(body);
        while (buffer.hasRemaining())
        {
            final MessageExt message = MessageDecoder.decode(buffer, true, false, false);
            if (message == null)
            {
                return null;
            }
            message.setStoreSize(0);
            lines.add(message + Arrays.toString(message.getBody()));
        }
        return lines;
    }

    @Test
    void hostileRecordsAreRefusedOrReadAfterwardsAsTheReferenceWouldMapThem()
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        int refused = 0;
        int accepted = 0;
        for (int i = 0; i < Settings.frames(20_000); i++)
        {
            byte[] body = records(random, true, false)[0];
            for (int j = random.nextInt(3); j >= 0; j--)
            {
                body[random.nextInt(body.length)] = (byte)(random.nextBoolean() ? random.nextInt() : random.nextInt(8));
            }
            body = random.nextInt(4) == 0 ? Arrays.copyOf(body, random.nextInt(body.length)) : body;
            final byte[] frame = frame(QUERY, true, body);
            final String what = "seed " + seed + ", frame " + i + " " + Vectors.text(frame);
            if (!rewriter.toBroker(view.wrap(frame), QUERY))
            {
                refused++;
                assertEquals(frame.length > frame(QUERY, true, new byte[0]).length, rewriter.patch()
                    .refusal() != null, what);
                continue;
            }
            accepted++;
            final List<String> expected = read(body, true);
            final byte[] result = BodyNamesTest.body(Patches.written(rewriter.patch(), frame));
            if (expected == null)
            {
                // The reference cannot read the record before either: its host has no port.
                assertEquals(null, readMapped(result), what);
                continue;
            }
            assertEquals(expected, readMapped(result), what);
        }
        assertTrue(refused > 1_000 && accepted > 1_000 || Settings.frames(20_000) < 20_000, refused + " " + accepted);
    }

    @Test
    void everyKindOfBufferGivesTheSameBytesAndIsLeftAsItWas()
    {
        final byte[] frame = frame(PULL, true, records(new Random(5), true, true)[0]);
        assertTrue(rewriter.toBroker(view.wrap(frame), PULL));
        final byte[] expected = Patches.written(rewriter.patch(), frame);
        for (final Buffers.Buffer buffer : Buffers.all(frame))
        {
            final String state = buffer.state().get();
            buffer.wrap().accept(view);
            assertTrue(rewriter.toBroker(view, PULL), buffer::name);
            assertTrue(Arrays.equals(expected, Patches.written(rewriter.patch(), frame)), buffer::name);
            assertEquals(state, buffer.state().get(), buffer::name);
            view.reset();
            buffer.free().run();
        }
    }

    @Test
    void namesOfOthersLeaveTheRecordAsItIs()
    {
        final byte[] frame = frame(PULL, true, Frames.join(record("Orders", "PGROUP", "writers"), record("TBW102")));
        assertTrue(rewriter.toClient(view.wrap(frame), PULL));
        assertFalse(rewriter.patch().isChanged());
    }

    @Test
    void makesNoGarbageOnAnyKindOfBuffer()
    {
        final List<byte[]> records = new ArrayList<>();
        for (int i = 0; i < 200; i++)
        {
            records.add(record("tenant%Orders" + i, "PGROUP", "tenant%writers", "KEYS", "k".repeat(i)));
        }
        final byte[] frame = frame(PULL, true, StoredRecords.join(records));
        final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true, true);
        final ByteBuf direct = allocator.directBuffer().writeBytes(frame);
        final ByteBuf composite = allocator.compositeBuffer(3).addComponents(true, allocator.directBuffer().writeBytes(
            frame, 0, 50), allocator.heapBuffer().writeBytes(frame, 50, 900),
            allocator.directBuffer().writeBytes(frame,
                950, frame.length - 950));
        final byte[] out = new byte[frame.length];
        final int[] written = new int[1];
        assertEquals(0, Allocations.by(() -> {
            assertTrue(rewriter.toClient(view.wrap(frame), PULL));
            written[0] = rewriter.patch().writeHeader(out, 0);
            assertTrue(rewriter.toClient(view.wrap(direct), PULL));
            assertEquals(written[0], rewriter.patch().writeHeader(out, 0));
            assertTrue(rewriter.toClient(view.wrap(composite), PULL));
            assertEquals(written[0], rewriter.patch().writeHeader(out, 0));
        }, 400, 50));
        view.reset();
        direct.release();
        composite.release();
        final List<MessageExt> read = MessageDecoder.decodes(ByteBuffer.wrap(BodyNamesTest.body(Arrays.copyOf(out,
            written[0]))));
        assertEquals(200, read.size());
        assertEquals("Orders7", read.get(7).getTopic());
    }
}
