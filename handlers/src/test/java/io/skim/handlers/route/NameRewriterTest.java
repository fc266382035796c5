package io.skim.handlers.route;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.skim.handlers.patch.AclSigner;
import io.skim.handlers.patch.Patches;
import io.skim.handlers.patch.Refusal;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.FrameGenerator;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.HeaderRecord;
import io.skim.scan.testing.HeaderScan;
import io.skim.scan.testing.Reference;
import io.skim.scan.testing.Settings;
import io.skim.scan.testing.Vectors;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.rocketmq.acl.common.AclUtils;
import org.apache.rocketmq.common.KeyBuilder;
import org.apache.rocketmq.remoting.protocol.NamespaceUtil;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Names mapped in encoded frames, against the real {@link NamespaceUtil} on what the real decoder gives.
 */
class NameRewriterTest
{
    private static final String SPACE = "tenant";
    private static final String SECRET = "12345678";
    private static final int FRAMES = 30_000;
    private static final List<String> PROPERTIES =
        List.of("RETRY_TOPIC", "PGROUP", "REAL_TOPIC", "DLQ_ORIGIN_TOPIC", "ORIGIN_GROUP");

    private final NameRewriter rewriter = new NameRewriter(Namespace.of(SPACE));
    private final HeaderScan strict = new HeaderScan(Strictness.STRICT);
    private final FrameView view = new FrameView();
    private int changed;

    private boolean run(final FrameView frame, final boolean wrapping)
    {
        return wrapping ? rewriter.toBroker(frame) : rewriter.toClient(frame);
    }

    private static String map(final String name, final boolean wrapping)
    {
        return wrapping ? NamespaceUtil.wrapNamespace(SPACE, name) : NamespaceUtil.withoutNamespace(name, SPACE);
    }

    private static String map(final String names, final char separator, final boolean wrapping)
    {
        if (names == null || separator == ResourceField.NO_SEPARATOR)
        {
            return map(names, wrapping);
        }
        final List<String> mapped = new ArrayList<>();
        for (final String name : names.split(String.valueOf(separator), -1))
        {
            mapped.add(map(name, wrapping));
        }
        return String.join(String.valueOf(separator), mapped);
    }

    private static boolean isSend(final int code)
    {
        return code == 10 || code == 324 || code == 310 || code == 320 || code == 325;
    }

    /** Neither name in it is empty. */
    private static boolean isRetryOfPop(final HeaderRecord header, final ResourceField field, final String group)
    {
        final String topic = header.extFields.get(field.name());
        return (header.code == 200_051 || header.code == 200_053) && field.kind() == ResourceKind.TOPIC && topic != null
            && group != null && !group.isEmpty() && topic.length() > "%RETRY%_".length() + group.length()
            && (topic.startsWith("%RETRY%" + group + "_") || topic.startsWith("%RETRY%" + group + "+"));
    }

    /** As the broker of mapped names makes it. */
    private static String mapRetryOfPop(final String retry, final String group, final boolean wrapping)
    {
        final String topic = map(KeyBuilder.parseNormalTopic(retry, group), wrapping);
        return retry.startsWith("%RETRY%" + group + "+") ? KeyBuilder.buildPopRetryTopicV2(topic, map(group, wrapping))
            : KeyBuilder.buildPopRetryTopicV1(topic, map(group, wrapping));
    }

    /** What the real decoder gives, edited. */
    private static HeaderRecord mapped(final HeaderRecord header, final boolean wrapping)
    {
        if (header.extFields == null || (header.flag & 1) != 0)
        {
            return header;
        }
        final String group = header.extFields.get("consumerGroup");
        for (final ResourceField field : ResourceMap.fields(header.code))
        {
            if (isRetryOfPop(header, field, group))
            {
                header.extFields.computeIfPresent(field.name(), (key, value) -> mapRetryOfPop(value, group, wrapping));
            }
            else if (field.kind() != ResourceKind.NAMESPACE)
            {
                header.extFields.computeIfPresent(field.name(),
                    (key, value) -> map(value, field.separator(), wrapping));
            }
        }
        if ((isSend(header.code) && !isBatch(header) || header.code == 326) && header.properties != null)
        {
            for (final String name : PROPERTIES)
            {
                header.properties.computeIfPresent(name, (key, value) -> map(value, wrapping));
            }
        }
        return header;
    }

    /** The properties stand for the text that holds them. */
    private static HeaderRecord withoutHolder(final HeaderRecord header)
    {
        if ((isSend(header.code) || header.code == 326) && header.properties != null)
        {
            header.extFields
                .remove(header.code == 310 || header.code == 320 || header.code == 325 ? "i" : "properties");
        }
        return header;
    }

    /** Whether a request sends a batch, whose properties stand in the body. */
    private static boolean isBatch(final HeaderRecord header)
    {
        return header.code == 320 || header.code == 310 && Boolean.parseBoolean(header.extFields.get("m"))
            || header.code == 10 && Boolean.parseBoolean(header.extFields.get("batch"));
    }

    void check(final byte[] frame, final boolean wrapping, final String where)
    {
        final String what = where + (wrapping ? ": wrap " : ": strip ") + Vectors.text(frame);
        if (strict.read(frame) == null)
        {
            assertFalse(run(view.wrap(frame), wrapping), what);
            assertEquals(Refusal.MALFORMED, rewriter.patch().refusal(), what);
            return;
        }
        final HeaderRecord before = Reference.decode(frame);
        final HeaderRecord expected = mapped(Reference.decode(frame), wrapping);
        if (!run(view.wrap(frame), wrapping))
        {
            checkRefusal(rewriter.patch().refusal(), frame, wrapping, expected, what);
            return;
        }
        final byte[] result = Patches.written(rewriter.patch(), frame);
        if (expected.equals(before) && !rewriter.patch().isChanged())
        {
            assertArrayEquals(frame, result, what);
            return;
        }
        changed++;
        // BodyNamesTest and RecordNamesTest compare what becomes of bodies.
        if ((BodyMap.isInRequest(before.code) || isBatch(before)) && (before.flag & 1) == 0)
        {
            final byte[] body = HexFormat.of().parseHex(before.body == null ? "" : before.body);
            final int headerEnd = 8 + (ByteBuffer.wrap(result).getInt(4) & 0xFF_FFFF);
            final byte[] whole = Arrays.copyOf(result, headerEnd + body.length);
            System.arraycopy(body, 0, whole, headerEnd, body.length);
            ByteBuffer.wrap(whole).putInt(whole.length - 4);
            assertEquals(withoutHolder(expected), withoutHolder(Reference.decode(whole)), what);
            return;
        }
        assertNotNull(strict.read(result), what);
        assertEquals(withoutHolder(expected), withoutHolder(Reference.decode(result)), what);
    }

    /** A name that holds what separates properties is read back as it was, but not written anew. */
    private static boolean hasSeparatorInName(final HeaderRecord header)
    {
        final String text = header.extFields.get(header.code == 310 || header.code == 320 || header.code == 325 ? "i"
            : "properties");
        return Arrays.stream(String.valueOf(text).split("\2")).anyMatch(
            property -> property.matches("(?s)(" + String.join("|", PROPERTIES) + ")\1.*\1.*"));
    }

    private static void checkRefusal(final Refusal refusal, final byte[] frame, final boolean wrapping,
        final HeaderRecord expected, final String what)
    {
        if (refusal == Refusal.BODY_MALFORMED)
        {
            assertTrue(BodyMap.isInRequest(expected.code) || isBatch(expected), what);
            return;
        }
        if (refusal == Refusal.SIGNED)
        {
            assertTrue(expected.extFields.containsKey("Signature"), what);
            return;
        }
        if (refusal == Refusal.INVALID_PROPERTY && hasSeparatorInName(expected))
        {
            return;
        }
        // Nothing would be left of a name, be it one that a duplicate replaces, that is the bare namespace.
        assertTrue(refusal == Refusal.EMPTY_TEXT && frame[4] == 1 || refusal == Refusal.INVALID_PROPERTY, what);
        assertTrue(!wrapping && new String(frame, StandardCharsets.UTF_8).contains(SPACE + "%"), what);
    }

    /** A frame of a request that names something, in one of the encodings. */
    static byte[] request(final Random random, final int code)
    {
        final List<String> entries = new ArrayList<>(List.of("queueId", "1", "bname", "broker-a", "x", "tenant%x"));
        for (final ResourceField field : ResourceMap.fields(code))
        {
            for (int i = random.nextInt(8) == 0 ? 2 : 1; i > 0; i--)
            {
                final String name = NamespaceTest.name(random);
                entries.add(random.nextInt(entries.size() / 2 + 1) * 2, field.name());
                entries.add(entries.indexOf(field.name()) + 1,
                    field.separator() == ResourceField.NO_SEPARATOR ? name : name
                        + field.separator() + NamespaceTest.name(random) + field.separator());
            }
        }
        for (int i = random.nextInt(3); i > 0; i--)
        {
            entries.add(random.nextBoolean() ? "i" : "properties");
            entries
                .add(random.nextInt(6) == 0 ? "" : "KEYS\1k\2DLQ_ORIGIN_TOPIC\1" + NamespaceTest.name(random)
                    + "\2RETRY_TOPIC\1" + NamespaceTest.name(random) + "\2PGROUP\1"
                    + NamespaceTest.name(random) + (random.nextBoolean() ? "\2" : ""));
        }
        return random.nextBoolean() && code <= Short.MAX_VALUE ? Frames.binary(code, null,
            BodyMap.isInRequest(code) ? ""
                : "body",
            entries.toArray(
                String[]::new))
            : json(code, entries);
    }

    private static byte[] json(final int code, final List<String> entries)
    {
        final StringBuilder json = new StringBuilder("{\"code\":" + code + ",\"extFields\":{");
        for (int i = 0; i < entries.size(); i += 2)
        {
            json.append(i == 0 ? "" : ",").append('"').append(entries.get(i)).append("\":\"").append(entries.get(i + 1)
                .replace("\1", "\\u0001").replace("\2", "\\u0002")).append('"');
        }
        return Frames.json(json + "},\"flag\":0,\"opaque\":7}");
    }

    @Test
    void everyRequestThatNamesSomethingReadsAfterwardsAsTheReferenceWouldMapIt()
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        final int[] codes = ResourceMap.codes();
        for (int i = 0; i < Settings.frames(FRAMES); i++)
        {
            check(request(random, codes[i % codes.length]), random.nextBoolean(), "seed " + seed + ", frame " + i);
        }
        assertTrue(changed > FRAMES / 4 || Settings.frames(FRAMES) < FRAMES, changed + " changed");
    }

    @Test
    void generatedFramesReadAfterwardsAsTheReferenceWouldMapThem()
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        final FrameGenerator generator = new FrameGenerator(random, Captures.sample(400, 2_000));
        generator.use(
            List.of("PGROUP", "RETRY_TOPIC", "ORIGIN_GROUP", "REAL_TOPIC", "PGROUP\3", "\7PGROUP", "RETRY_TOPIC\0"));
        for (int i = 0; i < Settings.frames(FRAMES); i++)
        {
            check(generator.next(), random.nextBoolean(), "seed " + seed + ", frame " + i);
        }
        assertTrue(changed > 100 || Settings.frames(FRAMES) < FRAMES, changed + " changed");
    }

    @Test
    void realFramesAreWrappedAsTheReferenceDoesAndStrippedToTheSameBytes()
    {
        for (final byte[] frame : Captures.sample(3_000, 20_000))
        {
            check(frame, true, "capture");
            check(frame, false, "capture");
            if (rewriter.toBroker(view.wrap(frame)))
            {
                final byte[] wrapped = Patches.written(rewriter.patch(), frame);
                assertTrue(rewriter.toClient(view.wrap(wrapped)));
                assertTrue(Arrays.equals(frame, Patches.written(rewriter.patch(), wrapped)), () -> Vectors.text(frame));
            }
        }
        assertTrue(changed > 100, changed + " changed");
    }

    @Test
    void everyKindOfBufferGivesTheSameBytesAndIsLeftAsItWas()
    {
        final Random random = new Random(11);
        for (final int code : new int[] {10, 310, 208, 36, 200_050, 34})
        {
            final byte[] frame = request(random, code);
            assertTrue(rewriter.toBroker(view.wrap(frame)));
            final byte[] expected = Patches.written(rewriter.patch(), frame);
            for (final Buffers.Buffer buffer : Buffers.all(frame))
            {
                final String state = buffer.state().get();
                buffer.wrap().accept(view);
                assertTrue(rewriter.toBroker(view), buffer::name);
                assertTrue(Arrays.equals(expected, Patches.written(rewriter.patch(), frame)), buffer::name);
                assertEquals(state, buffer.state().get(), buffer::name);
                view.reset();
                buffer.free().run();
            }
        }
    }

    @Test
    void aBufferIsMappedWithItsBodyByReferenceAndNothingLeaks()
    {
        final byte[] frame = Frames.binary(310, null, "body", "a", "PG", "b", "Orders");
        final ByteBuf source = PooledByteBufAllocator.DEFAULT.buffer().writeBytes(frame);
        final ByteBuf wrapped = rewriter.toBroker(source, PooledByteBufAllocator.DEFAULT);
        final ByteBuf stripped = rewriter.toClient(wrapped, PooledByteBufAllocator.DEFAULT);
        assertEquals(Unpooled.wrappedBuffer(frame), stripped);
        stripped.release();
        wrapped.release();
        assertEquals(1, source.refCnt());
        source.release();
        final ByteBuf bad = Unpooled.wrappedBuffer(new byte[30]);
        assertNull(rewriter.toBroker(bad, PooledByteBufAllocator.DEFAULT));
        assertEquals(1, bad.refCnt());
        assertEquals(0, rewriter.fault().offset() & ~31);
    }

    private static String json(final String fields)
    {
        return "{\"code\":310,\"flag\":0,\"opaque\":7,\"extFields\":{" + fields + "}}";
    }

    private String mapped(final String fields)
    {
        final byte[] frame = Frames.json(json(fields));
        assertTrue(rewriter.toBroker(view.wrap(frame)));
        final byte[] result = Patches.written(rewriter.patch(), frame);
        return new String(result, 8, result.length - 8, StandardCharsets.UTF_8);
    }

    private static String popped(final NameRewriter names, final int code, final String group, final String topic)
    {
        final byte[] frame =
            Frames.json("{\"code\":" + code + ",\"flag\":0,\"opaque\":7,\"extFields\":{\"topic\":\"" + topic
                + "\",\"consumerGroup\":\"" + group + "\"}}");
        assertTrue(names.toBroker(new FrameView().wrap(frame)));
        final byte[] mapped = Patches.written(names.patch(), frame);
        return Reference.decode(mapped).extFields.get("topic");
    }

    /** As a consumer acknowledges a message that it popped once more. */
    @ParameterizedTest
    @ValueSource(ints = {200_051, 200_053})
    void bothNamesOfATopicForRetriesOfPopsAreMapped(final int code)
    {
        final NameRewriter prefixed = new NameRewriter(NameMap.prefix("acme_"));
        final NameRewriter table =
            new NameRewriter(NameMap.table(Map.of("T_1", "Orders"), Map.of("G_1", "readers")));
        for (final boolean second : new boolean[] {false, true})
        {
            final Function<String[], String> built =
                names -> second ? KeyBuilder.buildPopRetryTopicV2(names[1], names[0])
                    : KeyBuilder.buildPopRetryTopicV1(names[1], names[0]);
            final String[] clients = {"G_1", "T_1"};
            final String topic = built.apply(clients);
            assertEquals(built.apply(new String[] {"acme_G_1", "acme_T_1"}), popped(prefixed, code, "G_1", topic));
            assertEquals(built.apply(new String[] {"readers", "Orders"}), popped(table, code, "G_1", topic));
            assertEquals("%RETRY%acme_" + topic.substring("%RETRY%".length()), popped(prefixed, code, "G_2", topic),
                "of another group");
        }
        assertEquals("acme_T_1", popped(prefixed, code, "G_1", "T_1"));
        assertEquals("%RETRY%acme_G_1", popped(prefixed, code, "G_1", "%RETRY%G_1"));
        assertEquals("%RETRY%acme_G_1_", popped(prefixed, code, "G_1", "%RETRY%G_1_"), "without a topic");
        assertEquals("%RETRY%readers_rmq_sys_x", popped(table, code, "G_1", "%RETRY%G_1_rmq_sys_x"));
        assertEquals("%RETRY%a_b", popped(table, code, "a", "%RETRY%a_b"), "names that stay");
    }

    @Test
    void everyDuplicateIsMappedHoweverManyThereAre()
    {
        final StringBuilder before = new StringBuilder("\"a\":\"P\"");
        final StringBuilder after = new StringBuilder("\"a\":\"tenant%P\"");
        for (int i = 0; i < 200; i++)
        {
            before.append(",\"b\":\"T").append(i).append('"');
            after.append(",\"b\":\"tenant%T").append(i).append('"');
        }
        assertEquals(json(after.toString()), mapped(before.toString()));
    }

    @Test
    void ofSeveralFieldsOfPropertiesTheLastIsMappedAndTheOthersAreRemoved()
    {
        final String last = "\"i\":\"KEYS\\u0001k\\u0002PGROUP\\u0001P\\u0002\"";
        assertEquals(json("\"d\":\"x\"," + last.replace("1P", "1tenant%P")),
            mapped("\"i\":\"PGROUP\\u0001Q\\u0002\",\"d\":\"x\",\"i\":\"KEYS\\u0001k\\u0002\"," + last));
        final String unnamed = "\"i\":\"PGROUP\\u0001Q\\u0002\",\"i\":\"KEYS\\u0001k\\u0002\"";
        assertEquals(json(unnamed), mapped(unnamed), "nothing changes in the last one");
    }

    @Test
    void aNameWithHalfACharacterIsRefusedIfItChanges()
    {
        final RemotingScanner lenient = new RemotingScanner(Limits.DEFAULT, Strictness.LENIENT);
        final byte[] half = Frames.json(json("\"b\":\"T\\ud800\""));
        assertTrue(lenient.check(view.wrap(half)));
        assertFalse(rewriter.toBroker(lenient, -1));
        assertEquals(Refusal.ODD_FORM, rewriter.patch().refusal());
        assertTrue(rewriter.toClient(lenient, -1), "it stays as it is");
        assertTrue(lenient.check(view.wrap(Frames.json(json("\"b\":\"T\",\"d\":\"\\ud800\"")))));
        assertTrue(rewriter.toBroker(lenient, -1), "the half is elsewhere");
    }

    @Test
    void anAnswerThatWasScannedIsMappedByTheCodeOfItsRequest()
    {
        final RemotingScanner scanner = new RemotingScanner();
        final byte[] topics = BodyNamesTest.frame(0, true, "{\"topicList\":[\"tenant%A\"]}".getBytes(
            StandardCharsets.UTF_8));
        assertTrue(scanner.check(view.wrap(topics)));
        assertTrue(rewriter.toClient(scanner, 206));
        assertEquals(topics.length - "tenant%".length(), Patches.written(rewriter.patch(), topics).length);
        assertTrue(rewriter.toClient(scanner, -1));
        assertEquals(topics.length, Patches.written(rewriter.patch(), topics).length, "of a request that is not known");
        assertTrue(rewriter.toBroker(scanner, 206));
        assertEquals(topics.length, Patches.written(rewriter.patch(), topics).length, "it has the namespace");
        assertTrue(scanner.check(view.wrap(BodyNamesTest.frame(0, true, "{\"topicList\":[7]}".getBytes(
            StandardCharsets.UTF_8)))));
        assertFalse(rewriter.toClient(scanner, 206));
        assertFalse(rewriter.toBroker(scanner, 206));
        assertEquals(Refusal.BODY_MALFORMED, rewriter.patch().refusal());
    }

    @Test
    void signedFramesAreRefusedOrSignedAnew() throws Exception
    {
        final byte[] frame = Frames.binary(310, null, "body", "a", "PG", "b", "Orders", "AccessKey", "ak", "Signature",
            "old");
        assertFalse(rewriter.toBroker(view.wrap(frame)));
        assertEquals(Refusal.SIGNED, rewriter.patch().refusal());
        assertTrue(rewriter.toClient(view.wrap(frame)), "no name changes");
        assertSame(rewriter, rewriter.signer(new AclSigner(SECRET.getBytes(StandardCharsets.UTF_8))));
        assertTrue(rewriter.toBroker(view.wrap(frame)));
        final byte[] result = Patches.written(rewriter.patch(), frame);
        final RemotingCommand command = RemotingCommand.decode(ByteBuffer.wrap(result, 4, result.length - 4).slice());
        assertEquals("tenant%Orders", command.getExtFields().get("b"));
        final TreeMap<String, String> signed = new TreeMap<>(command.getExtFields());
        final String signature = signed.remove("Signature");
        assertEquals(AclUtils.calSignature(AclUtils.combineRequestContent(command, signed), SECRET), signature);
    }

    @Test
    void makesNoGarbage()
    {
        final byte[][] frames = {
            Frames.binary(310, null, "body", "a", "PG", "b", "Orders", "i", "KEYS\1k\2PGROUP\1PG\2"),
            Frames.json("{\"extFields\":{\"b\":\"\\u0054\",\"i\":\"RETRY_TOPIC\\u0001T\"},\"opaque\":1,\"code\":310}"),
            Frames
                .binary(34, null, "", "clientID", "c"),
            new byte[30]};
        final byte[] out = new byte[1_000];
        assertEquals(0, Allocations.by(() -> {
            for (final byte[] frame : frames)
            {
                if (rewriter.toBroker(view.wrap(frame)))
                {
                    rewriter.patch().writeHeader(out, 0);
                }
                rewriter.toClient(view.wrap(frame));
            }
        }, 20_000, 1_000));
    }

    @Test
    void aFrameInWhichANameWouldBecomeTheSystemsIsRefused()
    {
        final NameRewriter odd = new NameRewriter(NameMap.prefix("TBW"));
        final byte[] heartbeat =
            "{\"clientID\":\"c\",\"consumerDataSet\":[{\"groupName\":\"102\"}],\"producerDataSet\":[]}".getBytes(
                StandardCharsets.UTF_8);
        for (final byte[] frame : List.of(Frames.binary(310, null, "body", "a", "PG", "b", "102"), Frames.json(json(
            "\"a\":\"PG\",\"b\":\"102\"")), Frames.binary(310, null, "body", "b", "T", "i",
                "KEYS\1k\2RETRY_TOPIC\u0001102\2"),
            Frames.binary(11, null, "", "consumerGroup", "102", "topic", "T"),
            Frames.binary(11, null, "", "consumerGroup", "g", "topic", "%RETRY%102"), BodyNamesTest.frame(34, false,
                heartbeat)))
        {
            assertFalse(odd.toBroker(view.wrap(frame)), () -> HexFormat.of().formatHex(frame));
            assertEquals(Refusal.NAME_RESERVED, odd.patch().refusal());
            assertTrue(odd.toClient(view.wrap(frame)));
            assertTrue(rewriter.toBroker(view.wrap(frame)), "under another prefix it is a name as others");
            assertTrue(odd.toBroker(view.wrap(Frames.binary(310, null, "body", "a", "PG", "b", "103"))),
                "the next one");
        }
        assertTrue(odd.toBroker(view.wrap(Frames.binary(310, null, "body", "c", "TBW102", "b", "T"))), "it stays");
    }
}
