package io.skim.scan.remoting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Frames;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A scan allocates nothing: not for what it shows, not for what it refuses, in no kind of buffer.
 */
class AllocationTest
{
    private static final int WARM_UP = 3_000;
    private static final int RUNS = 500;
    private static final UnpooledByteBufAllocator ALLOCATOR = new UnpooledByteBufAllocator(true, true);

    private static final byte[] BINARY = Frames.binary(310, "r\u00E9mark",
        "a body that is longer than the scratch of a "
            + "cursor, which has 64 bytes",
        "a", "group", "b", "TopicA", "i", "TAGS\1A\2KEYS\1k\2UNIQ_KEY\1\u65E5\2", "d", "42",
        "m", "true", "longerName", "v\u00E9");
    private static final byte[] JSON = Frames.json(
        ("{\"code\":310,\"extFields\":{\"a\":\"group\",\"b\":\"Topic\\u0041\","
            + "\"i\":\"TAGS\\u0001A\\u0002KEYS\1k\\u0002UNIQ_KEY\\u0001\u65E5\\u0002\",\"d\":42,\"m\":true,\"n\":null,"
            + "\"longer\\u004eame\":\"v\\u00e9\\ud83d\\ude00\"},\"flag\":0,\"unknown\":{\"y\":[1,{}]},\"language\":\"JAVA\","
            + "\"opaque\":-7,\"remark\":\"r\u00E9\\nm\",\"version\":479}").getBytes(StandardCharsets.UTF_8),
        "body".getBytes(
            StandardCharsets.US_ASCII));

    /** What only lenient takes, odd numbers among it. */
    private static final byte[] ODD_JSON =
        Frames.json(" /*c*/{'code':\"310\",\"version\":1.7,\"flag\":1e2,\"language\":"
            + "\"go\",\"extFields\":{\"a\":'x',\"b\":-007,\"i\":\"TAGS\\1A\\2KEYS\\x01k\\x02\",\"d\":1e3,\"m\":[1,2],\"n\":\"\\ud800\"},"
            + "\"body\":null,\"remark\":-0.0}\0\0");
    private static final byte[] ODD_BINARY = oddBinary();

    private static byte[] oddBinary()
    {
        final byte[] frame = Frames.binary(10, "x\u00E9", "", "a", "v\u00E9", "i", "TAGS\1\u00E9\2", "properties",
            "TAGS\1\u00E9\2");
        for (int i = 8; i < frame.length; i++)
        {
            frame[i] = frame[i] == (byte)0xA9 ? (byte)0xFF : frame[i];
        }
        return frame;
    }

    private static final RemotingInterest EVERYTHING = RemotingScanner.interest().everything().field(
        RemotingField.PROPERTIES, RemotingField.PROPERTIES.ordinal()).everyProperty(RemotingField.PROPERTIES.ordinal())
        .build();
    private static final RemotingInterest TYPICAL = RemotingScanner.interest().field(RemotingField.CODE, 0).field(
        RemotingField.OPAQUE, 1).entry("b", 2).entry("topic", 2).entry("longerName", 3).property("TAGS", 4).property(
            "UNIQ_KEY", 5)
        .build();
    private static final RemotingInterest FIRST = RemotingScanner.interest().entry("b", 0).property("TAGS", 1)
        .firstMatchWins().build();

    /** Reads each value in every way that gives no object. */
    private static final class Reads implements DataHandler
    {
        private final byte[] text = new byte[200];
        private final UnsafeBuffer agrona = new UnsafeBuffer(new byte[200]);
        private final ByteBuf netty = ALLOCATOR.heapBuffer(200, 200);
        private final byte[] group = "group".getBytes(StandardCharsets.US_ASCII);
        private long sum;
        private int outcomes;

        @Override
        public Action onField(final int id, final Cursor value)
        {
            sum += value.getInt(0) + value.getInt(3) + value.getLong(4) + (long)value.getDouble(5) + value.textLength()
                + value
                    .textHashCode()
                + value.mark() + value.kind().ordinal();
            sum += value.isNull() ? 1 : value.copyTo(text, 0) + value.copyRawTo(text, 0) + value.copyTo(agrona, 0);
            sum += value.copyTo(netty.clear());
            sum += value.contentEquals("group") | value.startsWith("gr") | value.contentEquals(group)
                | value.startsWith(
                    group)
                | value.contentEqualsIgnoreCase(group) | value.getBoolean(false) | value.getBoolean(true)
                | value.isInt() | value.isLong() | value.isBoolean() ? 1 : 0;
            return Action.CONTINUE;
        }

        @Override
        public Action onEntry(final int id, final Cursor key, final Cursor value)
        {
            onField(id, key);
            return onField(id, value);
        }

        @Override
        public Action onBegin(final int id, final Cursor container)
        {
            sum += container.offset() + container.length();
            return Action.CONTINUE;
        }

        @Override
        public Action onEnd(final int id, final Cursor container)
        {
            return onBegin(id, container);
        }

        @Override
        public void onOutcome(final Outcome outcome, final Fault fault)
        {
            outcomes++;
            sum += fault.offset() + fault.claimed() + fault.available();
        }
    }

    /** Reads the language too, which is no cursor's business. */
    private static final class Language implements DataHandler
    {
        private int sum;

        @Override
        public Action onField(final int id, final Cursor value)
        {
            final RemotingLanguage language = RemotingLanguage.of(value);
            sum += language == null ? 1 : language.ordinal();
            return Action.CONTINUE;
        }
    }

    /** Wraps a frame in each kind of buffer. The buffers are made once. */
    private static Map<String, Consumer<FrameView>> buffers(final byte[] frame)
    {
        final Map<String, Consumer<FrameView>> all = new LinkedHashMap<>();
        final byte[] array = new byte[frame.length + 20];
        System.arraycopy(frame, 0, array, 9, frame.length);
        final ByteBuffer direct = ByteBuffer.allocateDirect(array.length).put(array).position(9).limit(9
            + frame.length);
        final ByteBuffer readOnly = ByteBuffer.wrap(array, 9, frame.length).asReadOnlyBuffer();
        final ByteBuf nettyHeap = ALLOCATOR.heapBuffer(200).writeBytes(frame);
        final ByteBuf nettyDirect = ALLOCATOR.directBuffer(200).writeBytes(frame);
        final ByteBuf slice = ALLOCATOR.directBuffer(200).writeBytes(array).slice(9, frame.length);
        final ByteBuf readOnlyHeap = ALLOCATOR.heapBuffer(200).writeBytes(frame).asReadOnly();
        final ByteBuf composite = ALLOCATOR.compositeBuffer(4).addComponent(true, ALLOCATOR.heapBuffer(200).writeBytes(
            frame, 0, 20)).addComponent(true, ALLOCATOR.directBuffer(200).writeBytes(frame, 20, 10)).addComponent(true,
                ALLOCATOR.heapBuffer(200).writeBytes(frame, 30, frame.length - 30));
        final MutableDirectBuffer agrona = new UnsafeBuffer(array);
        final MutableDirectBuffer agronaDirect = new UnsafeBuffer(ByteBuffer.allocateDirect(array.length).put(array)
            .clear());
        all.put("byte[]", view -> view.wrap(array, 9, frame.length));
        all.put("ByteBuffer direct", view -> view.wrap(direct));
        all.put("ByteBuffer read-only", view -> view.wrap(readOnly));
        all.put("ByteBuf heap", view -> view.wrap(nettyHeap));
        all.put("ByteBuf direct", view -> view.wrap(nettyDirect));
        all.put("ByteBuf slice", view -> view.wrap(slice));
        all.put("ByteBuf read-only", view -> view.wrap(readOnlyHeap));
        all.put("ByteBuf composite", view -> view.wrap(composite));
        all.put("Agrona", view -> view.wrap(agrona, 9, frame.length));
        all.put("Agrona direct", view -> view.wrap(agronaDirect, 9, frame.length));
        return all;
    }

    private static void assertNoGarbage(final String what, final Runnable task)
    {
        assertEquals(0, Allocations.by(task, WARM_UP, RUNS), what);
    }

    static List<String> kinds()
    {
        return List.copyOf(buffers(BINARY).keySet());
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void scansAllocateNothing(final String kind)
    {
        for (final Strictness strictness : Strictness.values())
        {
            for (final byte[] frame : strictness == Strictness.STRICT ? List.of(BINARY, JSON) : List.of(BINARY, JSON,
                ODD_BINARY, ODD_JSON))
            {
                final RemotingScanner scanner = new RemotingScanner(Limits.DEFAULT, strictness);
                final FrameView view = new FrameView();
                final Consumer<FrameView> wrap = buffers(frame).get(kind);
                final Reads reads = new Reads();
                for (final RemotingInterest interest : List.of(EVERYTHING, TYPICAL, FIRST))
                {
                    wrap.accept(view);
                    assertNotEquals(Outcome.MALFORMED, scanner.scan(view, interest, reads), () -> scanner.fault()
                        .toString());
                    assertNoGarbage(kind + " " + strictness + " type " + frame[4], () -> {
                        wrap.accept(view);
                        scanner.scan(view, interest, reads);
                    });
                }
                assertTrue(reads.outcomes > WARM_UP);
                assertNotEquals(0, reads.sum);
            }
        }
    }

    @Test
    void languagesAreNamedWithoutGarbage()
    {
        final RemotingInterest interest = RemotingScanner.interest().field(RemotingField.LANGUAGE, 0).build();
        final RemotingScanner scanner = new RemotingScanner(Limits.DEFAULT, Strictness.LENIENT);
        final FrameView view = new FrameView();
        final Language handler = new Language();
        for (final byte[] frame : List.of(BINARY, JSON, ODD_JSON, Frames.json("{\"language\":9}"), Frames.json(
            "{\"language\":\"XX\"}")))
        {
            assertEquals(Outcome.COMPLETE, scanner.scan(view.wrap(frame), interest, handler));
            assertNoGarbage("language", () -> scanner.scan(view.wrap(frame), interest, handler));
        }
        assertNotEquals(0, handler.sum);
    }

    /** One frame for each reason that a scan can give. */
    private static List<byte[]> bad()
    {
        final List<byte[]> bad = new ArrayList<>();
        bad.add(Arrays.copyOf(BINARY, BINARY.length - 1));
        bad.add(Arrays.copyOf(JSON, JSON.length + 1));
        bad.add(Arrays.copyOf(JSON, 3));
        for (final String prefix : new String[] {"00000003", "7FFFFFFF", "00000008 02000000 00000000",
            "00000008 01000009 "
                + "00000000",
            "00000008 01000004 00000000", "00000004 00000000", "50524920", "47455420", "16030100",
            "50524F58", "414D5150", "5353482D", "D4C3B2A1"})
        {
            bad.add(Frames.hex(prefix + (prefix.length() == 8 ? "0000000000000000" : "")));
        }
        bad.add(ByteBuffer.allocate(600_000).putInt(0, 599_996).putInt(4, 599_992).array());
        for (final String patch : new String[] {"21 7FFFFFFF", "21 FFFFFFFF", "32 7FFFFFFF", "32 FFFFFFFF", "36 FFFF",
            "36 7FFF", "39 7FFFFFFF", "25 FF", "32 00000001"})
        {
            final byte[] frame = BINARY.clone();
            final byte[] bytes = Frames.hex(patch.substring(3));
            System.arraycopy(bytes, 0, frame, Integer.parseInt(patch.substring(0, 2)), bytes.length);
            bad.add(frame);
        }
        final String[] jsons = {"  ", "{", "{\"opaque\":1}x", "/*c*/{}", "{'a':1}", "{\"a\":\"\\q\"}",
            "{\"a\":\"\\ud800\"}", "{\"code\":1.5}", "{\"code\":99999999999}", "{\"language\":true}",
            "{\"extFields\":{\"a\":{}}}", "{\"extFields\":{},\"extFields\":{}}", "{\"Code\":1}", "{\"suspended\":true}",
            "{\"code\":1}", "{]", "{\"x\":" + "[".repeat(70), "{\"remark\":\"" + "x".repeat(50_000) + "\"}",
            "{\"extFields\":{\""
                + "k".repeat(50_000) + "\":1}}",
            "{\"x\":\"\\", "{\"code\":}", "{\"extFields\":{\"a\":1e999}}", "{\"opaque\":1,}",
            "{\"x\":01}", "{\"x\":tru}", "{\"extFields\":{\"\\u0000\":1}}", "{\"extFields\":{\"$ref\":\"$\"}}", "null",
            "[]", "{\"extFields\":{\"a\":{\"b\":{}}}}", "{\"remark\":'x\"'}"};
        for (final String json : jsons)
        {
            bad.add(Frames.json(json));
        }
        bad.add(Frames.json("{\"a\":\"\u00E9\"}".getBytes(StandardCharsets.ISO_8859_1)));
        bad.add(Frames.frame(1, Frames.hex("0000 00 0000 00000000 00000000 00000000 00000003 000161")));
        final StringBuilder many = new StringBuilder("{\"extFields\":{");
        for (int i = 0; i < 5_000; i++)
        {
            many.append(i > 0 ? "," : "").append("\"").append(i).append("\":1");
        }
        bad.add(Frames.json(many.append("}}").toString()));
        return bad;
    }

    @ParameterizedTest
    @EnumSource
    void refusingAllocatesNothing(final Strictness strictness)
    {
        final Limits limits = Limits.DEFAULT.withMaxNameLength(40_000).withMaxValueLength(40_000);
        final RemotingScanner scanner = new RemotingScanner(limits, strictness);
        final Set<Reason> reasons = EnumSet.noneOf(Reason.class);
        final FrameView view = new FrameView();
        final Reads reads = new Reads();
        for (final byte[] frame : bad())
        {
            final boolean malformed = scanner.scan(view.wrap(frame), EVERYTHING, reads) == Outcome.MALFORMED;
            final Reason reason = scanner.fault().reason();
            if (malformed && reasons.add(reason))
            {
                final int runs = frame.length > 10_000 ? 20 : RUNS;
                assertEquals(0, Allocations.by(() -> scanner.scan(view.wrap(frame), EVERYTHING, reads), runs * 4, runs),
                    reason::name);
            }
        }
        final Set<Reason> missing = EnumSet.complementOf(EnumSet.copyOf(reasons));
        // Those of AMQP, of records and of typed headers.
        missing.removeAll(EnumSet.range(Reason.CODE_UNKNOWN, Reason.INNER_BATCH_COMPRESSED));
        missing.removeAll(EnumSet.range(Reason.FIELD_NOT_A_NUMBER, Reason.FIELD_TEXT_UNKNOWN));
        missing.remove(Reason.PROTOCOL_REMOTING);
        final Set<Reason> lenientTakes =
            EnumSet.of(Reason.JSON_COMMENT, Reason.JSON_LONE_SURROGATE, Reason.OPAQUE_MISSING,
                Reason.MAP_LENGTH_NEGATIVE, Reason.HEADER_NOT_CONSUMED);
        assertEquals(strictness == Strictness.STRICT ? Set.of() : lenientTakes, missing);
    }

    @Test
    void theCounterCounts()
    {
        final Object[] kept = new Object[1];
        assertTrue(Allocations.by(() -> kept[0] = new byte[100], 10, 10) >= 1_000);
        assertFalse(kept[0] == null);
    }
}
