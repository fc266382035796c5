package io.skim.pojo.headers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.skim.encode.BinaryRemotingEncoder;
import io.skim.encode.EncodeRefusal;
import io.skim.encode.JsonRemotingEncoder;
import io.skim.encode.RemotingEncoder;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingLanguage;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Effort;
import io.skim.scan.testing.Frames;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Typed headers by themselves, and how they are read and written. */
class TypedHeaderTest
{
    private static final byte[] SEND =
        Frames.binary(310, null, "body", "a", "group", "b", "topic", "d", "4", "e", "300",
            "g", "1795232264452", "k", "false", "x", "kept", "ns", "space");

    private static final ByteBufAllocator UNTRACKED = new UnpooledByteBufAllocator(false, true);

    private final FrameView view = new FrameView();
    /** Where the compiler cannot see that nobody looks at it. */
    private final Object[] kept = new Object[1_024];
    private int keeping;
    private final TypedHeaderReader reader = new TypedHeaderReader();
    private final TypedHeaderReader lenient = new TypedHeaderReader(Limits.DEFAULT, Strictness.LENIENT);

    private byte[] written(final RemotingEncoder encoder, final TypedHeader header, final HeaderType<?> type)
    {
        final ByteBuf out = Unpooled.buffer();
        encoder.wrap(out).begin(310, RemotingLanguage.JAVA, 515, 7, 0);
        encoder.beginExtFields();
        header.writeTo(encoder, type);
        encoder.endExtFields();
        assertNotEquals(-1, encoder.end(), () -> "" + encoder.refusal());
        return ByteBufUtil.getBytes(out);
    }

    private static EncodeRefusal refusal(final RemotingEncoder encoder, final TypedHeader header)
    {
        encoder.wrap(Unpooled.buffer()).begin(310, RemotingLanguage.JAVA, 515, 7, 0);
        encoder.beginExtFields();
        header.writeTo(encoder);
        encoder.endExtFields();
        assertEquals(-1, encoder.end());
        return encoder.refusal();
    }

    private void keep(final Object object)
    {
        kept[keeping++ & kept.length - 1] = object;
    }

    @Test
    void unsetStaysUnset()
    {
        final SendMessageRequestHeader header = reader.read(view.wrap(SEND), SendMessageRequestHeader.V2);
        assertNull(header.sysFlag());
        assertEquals(300, header.queueId());
        assertEquals(-1, header.sysFlagOr(-1));
        assertEquals(300, header.queueIdOr(-1));
        assertNull(header.batch());
        assertEquals(false, header.unitMode());
        assertNull(header.properties());
        final byte[] frame = written(new BinaryRemotingEncoder(), header, SendMessageRequestHeader.V2);
        assertEquals(Map.of("a", "group", "b", "topic", "d", "4", "e", "300", "g", "1795232264452", "k", "false"),
            ReferenceHeaders.decode(frame).getExtFields());
    }

    @Test
    void settersUnsetWhatCanBeUnset()
    {
        final SendMessageRequestHeader header = new SendMessageRequestHeader().queueId(3).unitMode(true).topic("t");
        assertEquals("SendMessageRequestHeader[topic=t, queueId=3, unitMode=true]", header.toString());
        header.queueId(null).unitMode(null).topic(null);
        assertEquals(new SendMessageRequestHeader(), header);
        assertEquals(0, new PopMessageRequestHeader().queueId());
        assertThrows(NullPointerException.class, () -> new PopMessageRequestHeader().set("queueId", null));
        assertThrows(ClassCastException.class, () -> header.set("queueId", "3"));
        assertThrows(IllegalArgumentException.class, () -> header.get("nothing"));
    }

    @Test
    void otherEntriesSurviveWhereAskedFor()
    {
        final SendMessageRequestHeader both = reader.read(view.wrap(SEND), SendMessageRequestHeader.V2.everything()
            .keepingOthers());
        assertEquals(Map.of("x", "kept", "ns", "space"), both.others());
        assertNotEquals(both, reader.read(view.wrap(SEND), SendMessageRequestHeader.V2));
        for (final RemotingEncoder encoder : List.of(new BinaryRemotingEncoder(), new JsonRemotingEncoder()))
        {
            final byte[] frame = written(encoder, both, SendMessageRequestHeader.V2);
            assertEquals(ReferenceHeaders.decode(SEND).getExtFields(), ReferenceHeaders.decode(frame).getExtFields());
            assertEquals(both, reader.read(view.wrap(frame), SendMessageRequestHeader.V2.everything().keepingOthers()));
        }
    }

    @Test
    void otherEntriesAreWrittenAsTheyCameAndOfEqualKeysTheLastWins()
    {
        final byte[] frame = Frames.binary(10, null, "", "x", "1", "x", "2", "", "null key", "y", "");
        final SendMessageRequestHeader header = reader.read(view.wrap(frame), SendMessageRequestHeader.TYPE.everything()
            .keepingOthers());
        final Map<String, String> expected = new LinkedHashMap<>();
        expected.put("x", "2");
        expected.put(null, "null key");
        expected.put("y", null);
        assertEquals(expected, header.others());
        assertEquals(ReferenceHeaders.decode(frame).getExtFields(), ReferenceHeaders.decode(written(
            new BinaryRemotingEncoder(), header, SendMessageRequestHeader.TYPE)).getExtFields());
        assertEquals(EncodeRefusal.EMPTY_NAME, refusal(new JsonRemotingEncoder(), header));
        final byte[] json = Frames.json("{\"code\":10,\"extFields\":{\"x\":null,\"y\":\"\"},\"opaque\":1}");
        final SendMessageRequestHeader other = reader.read(view.wrap(json), SendMessageRequestHeader.TYPE.everything()
            .keepingOthers());
        final Map<String, String> of = ReferenceHeaders.decode(json).getExtFields();
        assertEquals(of, other.others());
        assertEquals(of, ReferenceHeaders.decode(written(new JsonRemotingEncoder(), other,
            SendMessageRequestHeader.TYPE)).getExtFields());
        assertEquals(EncodeRefusal.EMPTY_TEXT, refusal(new BinaryRemotingEncoder(), other));
        other.others(Collections.singletonMap("", "\uD83D"));
        assertEquals(EncodeRefusal.EMPTY_NAME, refusal(new JsonRemotingEncoder(), other));
        header.others(Map.of("z", "3"));
        assertEquals(Map.of("z", "3"), header.others());
    }

    /** Whoever sends a frame chooses how many there are, and what they are called. */
    @Test
    void manyOtherEntriesAreKeptInTimeThatGrowsWithTheirNumber()
    {
        Effort.assertAtMost(40, keeping(6_000), keeping(60_000));
    }

    private static Runnable keeping(final int count)
    {
        final String[] entries = IntStream.range(0, 2 * count).mapToObj(i -> String.format("entry%05d", i / 2)).toArray(
            String[]::new);
        final byte[] frame = Frames.binary(10, null, "", entries);
        final Limits limits = Limits.DEFAULT.withMaxHeaderLength(frame.length).withMaxEntryCount(count);
        final TypedHeaderReader ample = new TypedHeaderReader(limits, Strictness.STRICT);
        return () -> {
            final SendMessageRequestHeader header = ample.read(new FrameView(limits).wrap(frame),
                SendMessageRequestHeader.TYPE.everything().keepingOthers());
            assertEquals(count, header.others().size());
            final SendMessageRequestHeader copy = new SendMessageRequestHeader();
            copy.others(header.others());
            assertEquals(header, copy);
        };
    }

    /** Lenient reads such names as the reference does, and whoever reads them may write the header again. */
    @ParameterizedTest
    @CsvSource({"\\ud800, 1, INVALID_TEXT", "x, 32768, NAME_TOO_LONG"})
    void otherEntriesThatCannotBeWrittenAreRefused(final String name, final int times, final EncodeRefusal refusal)
    {
        final byte[] frame =
            Frames.json("{\"code\":310,\"extFields\":{\"" + name.repeat(times) + "\":\"y\"},\"opaque\":1}");
        final TypedHeaderReader lenient = new TypedHeaderReader(Limits.DEFAULT.withMaxNameLength(40_000),
            Strictness.LENIENT);
        final SendMessageRequestHeader header = lenient.read(view.wrap(frame), SendMessageRequestHeader.V2.everything()
            .keepingOthers());
        assertEquals(1, header.others().size());
        for (final RemotingEncoder encoder : List.of(new BinaryRemotingEncoder(), new JsonRemotingEncoder()))
        {
            final ByteBuf out = Unpooled.buffer();
            encoder.wrap(out).begin(310, RemotingLanguage.JAVA, 515, 7, 0);
            encoder.beginExtFields();
            header.writeTo(encoder);
            encoder.endExtFields();
            assertEquals(-1, encoder.end());
            assertEquals(refusal, encoder.refusal());
            assertEquals(0, out.readableBytes());
        }
    }

    @Test
    void bothSpellingsOfSendAreOneClass()
    {
        final SendMessageRequestHeader header = new SendMessageRequestHeader().topic("t").bname("broker").queueId(5);
        final byte[] named = written(new JsonRemotingEncoder(), header, SendMessageRequestHeader.TYPE);
        final byte[] brief = written(new JsonRemotingEncoder(), header, SendMessageRequestHeader.V2);
        assertEquals(Map.of("topic", "t", "bname", "broker", "queueId", "5"), ReferenceHeaders.decode(named)
            .getExtFields());
        assertEquals(Map.of("b", "t", "n", "broker", "e", "5"), ReferenceHeaders.decode(brief).getExtFields());
        assertEquals(reader.read(view.wrap(named), SendMessageRequestHeader.TYPE), reader.read(view.wrap(brief),
            SendMessageRequestHeader.V2));
        assertThrows(IllegalArgumentException.class, () -> header.writeTo(new JsonRemotingEncoder(),
            PullMessageRequestHeader.TYPE));
    }

    @Test
    void theCodeTellsTheType()
    {
        assertSame(SendMessageRequestHeader.class, reader.readRequest(view.wrap(SEND)).getClass());
        assertEquals("topic", ((SendMessageRequestHeader)reader.readRequest(view.wrap(SEND))).topic());
        assertNull(reader.readRequest(view.wrap(Frames.binary(9999, null, "", "a", "b"))));
        assertFalse(reader.fault().isPresent());
        final byte[] response = Frames.json("{\"code\":0,\"extFields\":{\"msgId\":\"m\",\"queueId\":\"1\"},\"flag\":1,"
            + "\"opaque\":1}");
        assertNull(reader.readRequest(view.wrap(response)));
        assertFalse(reader.fault().isPresent());
        assertEquals("SendMessageResponseHeader[msgId=m, queueId=1]", reader.readResponse(view.wrap(response), 310)
            .toString());
        assertNull(reader.readResponse(view.wrap(response), 9999));
        assertNull(reader.readResponse(view.wrap(SEND), 310));
        assertFalse(reader.fault().isPresent());
    }

    @ParameterizedTest
    @CsvSource({"'{\"extFields\":{\"topic\":\"t\",\"queueId\":\"1\"},\"code\":10,\"opaque\":1}', 1",
        "'{\"code\":310,\"extFields\":{\"topic\":\"t\",\"queueId\":\"1\"},\"code\":10,\"opaque\":1}', 1",
        "'{\"code\":11,\"extFields\":{\"topic\":\"t\",\"queueId\":\"1\",\"subVersion\":\"x\"},\"code\":10,\"opaque\":1}', 1"})
    void theLastCodeCounts(final String header, final int queueId)
    {
        final SendMessageRequestHeader send = (SendMessageRequestHeader)reader.readRequest(view.wrap(Frames.json(
            header)));
        assertEquals(queueId, send.queueId());
        assertEquals("t", send.topic());
    }

    @Test
    void aFaultIsThatOfTheFrameWhereverTheCodeStands()
    {
        assertNull(reader.readRequest(view.wrap(Frames.json(
            "{\"extFields\":{\"topic\":\"t\",\"queueId\":\"x\"},\"code\":10,\"opaque\":1}"))));
        assertEquals(Reason.FIELD_NOT_A_NUMBER, reader.fault().reason());
        assertNull(
            reader.readRequest(view.wrap(Frames.json("{\"code\":10,\"extFields\":{\"queueId\":\"x\"},\"opaque"))));
        assertEquals(Reason.JSON_TRUNCATED, reader.fault().reason());
        assertNull(reader.readRequest(view.wrap(Arrays.copyOf(SEND, 30))));
        assertEquals(Reason.TRUNCATED, reader.fault().reason());
    }

    @Test
    void aBadNumberIsRefusedWithItsOffset()
    {
        final byte[] frame = Frames.binary(10, null, "", "topic", "t", "queueId", "12x");
        assertNull(reader.read(view.wrap(frame), SendMessageRequestHeader.TYPE));
        assertEquals("FIELD_NOT_A_NUMBER at 54: a text of 3 bytes as a field that is a decimal number of 32 bits",
            reader
                .fault().toString());
        final SendMessageRequestHeader read = lenient.read(view.wrap(frame), SendMessageRequestHeader.TYPE);
        assertEquals("t", read.topic());
        assertNull(read.queueId());
    }

    @Test
    void theFieldIsNamedForWhichAHeaderIsRefused()
    {
        assertNull(reader.faultyField());
        final byte[] bad = Frames.binary(310, null, "", "b", "t", "e", "12x", "g", "y");
        assertNull(reader.readRequest(view.wrap(bad)));
        assertEquals("queueId", reader.faultyField().name());
        assertEquals("e", reader.faultyField().key());
        assertNull(lenient.readRequest(view)); // without reflection the reference throws, too
        assertEquals("queueId", lenient.faultyField().name());
        assertNotNull(lenient.readRequest(view.wrap(Frames.binary(10, null, "", "queueId", "12x"))));
        assertNull(lenient.faultyField());
        assertNull(reader.readRequest(view.wrap(Arrays.copyOf(bad, 30))));
        assertNull(reader.faultyField());
        for (final TypedHeaderReader each : List.of(reader, lenient))
        {
            assertNull(each.readRequest(view.wrap(Frames.binary(37, null, "", "commitOrRollback", "9"))));
            assertEquals("commitOrRollback", each.faultyField().name());
            assertNull(each.readResponse(view, 37)); // it is a request
            assertNull(each.faultyField());
            assertNull(each.readRequest(view.wrap(Frames.binary(37, null, "", "producerGroup", "g"))));
            assertEquals(Reason.FIELD_MISSING, each.fault().reason());
            assertEquals("commitOrRollback", each.faultyField().name());
            assertNotNull(each.readRequest(view.wrap(SEND)));
            assertNull(each.faultyField());
        }
    }

    @Test
    void aNumberThatALaterDuplicateUnsetsIsUnset()
    {
        final byte[] frame = Frames.binary(10, null, "", "queueId", "5", "queueId", "", "unitMode", "true", "unitMode",
            "", "topic", "t", "topic", "");
        final SendMessageRequestHeader header = reader.read(view.wrap(frame), SendMessageRequestHeader.TYPE);
        assertEquals(new SendMessageRequestHeader(), header);
        final byte[] bad = Frames.binary(10, null, "", "queueId", "5", "queueId", "five");
        assertNull(lenient.read(view.wrap(bad), SendMessageRequestHeader.TYPE).queueId());
    }

    @Test
    void whatIsRequiredAndMissingIsNamed()
    {
        final EndTransactionRequestHeader header =
            new EndTransactionRequestHeader().producerGroup("g").commitOrRollback(
                8);
        assertEquals(List.of("tranStateTableOffset", "commitLogOffset", "msgId"), header.missing());
        assertEquals("EndTransactionRequestHeader lacks what it requires: tranStateTableOffset, commitLogOffset, msgId",
            assertThrows(IllegalStateException.class, header::checkRequired).getMessage());
        header.tranStateTableOffset(1).commitLogOffset(2).msgId("m").checkRequired();
        assertEquals(List.of(), header.missing());
    }

    @Test
    void aChosenValueIsDemandedEvenWhereNobodyAsksForIt()
    {
        final HeaderSelection<EndTransactionRequestHeader> group =
            EndTransactionRequestHeader.TYPE.only("producerGroup");
        final EndTransactionRequestHeader good = reader.read(view.wrap(Frames.binary(37, null, "", "producerGroup", "g",
            "commitOrRollback", "12", "msgId", "m")), group);
        assertEquals("EndTransactionRequestHeader[producerGroup=g, fromTransactionCheck=false]", good.toString());
        assertNull(reader.read(view.wrap(Frames.binary(37, null, "", "producerGroup", "g", "commitOrRollback", "9")),
            group));
        assertEquals("FIELD_VALUE at 71: value 9 of a field, the greatest is 12", reader.fault().toString());
        assertNull(reader.read(view.wrap(Frames.binary(37, null, "", "producerGroup", "g")), group));
        assertEquals(Reason.FIELD_MISSING, reader.fault().reason());
        assertEquals("EndTransactionRequestHeader[fromTransactionCheck=false]", reader.read(view.wrap(Frames.binary(37,
            null, "")), group).toString());
    }

    @Test
    void aHeaderCostsItselfAndItsTexts()
    {
        final HeaderSelection<SendMessageRequestHeader> numbers = SendMessageRequestHeader.V2.only("queueId",
            "bornTimestamp", "unitMode");
        final HeaderSelection<SendMessageRequestHeader> topic = SendMessageRequestHeader.V2.only("topic");
        final byte[] json =
            Frames.json("{\"code\":310,\"extFields\":{\"b\":\"topic\",\"e\":\"300\",\"g\":\"1795232264452\"},"
                + "\"opaque\":1}");
        final byte[] cut = Arrays.copyOf(json, json.length - 2);
        final long object = Allocations.by(() -> keep(new SendMessageRequestHeader()), 20_000, 1_000) / 1_000;
        // Its own header, six texts, seven numbers, one long and five flags; compressed references.
        assertEquals(88, object);
        for (final byte[] frame : List.of(SEND, json))
        {
            assertEquals(object, Allocations.by(() -> keep(reader.read(view.wrap(frame), numbers)), 20_000, 1_000)
                / 1_000);
            // A String of 24 bytes and its array of 16 and 5, rounded up to 24.
            assertEquals(object + 48,
                Allocations.by(() -> keep(reader.read(view.wrap(frame), topic)), 20_000, 1_000)
                    / 1_000);
        }
        assertEquals(0, Allocations.by(() -> keep(reader.read(view.wrap(cut), numbers)), 20_000, 1_000));
    }

    /** What wraps a frame in every kind of buffer; the detector of leaks would allocate with each look at one. */
    private static List<Consumer<FrameView>> buffered(final byte[] frame)
    {
        final ByteBuffer direct = ByteBuffer.allocateDirect(frame.length).put(frame).flip();
        final ByteBuf directBuf = UNTRACKED.directBuffer(frame.length).writeBytes(frame);
        final ByteBuf composite = UNTRACKED.compositeBuffer(4);
        final int[] cuts = {0, 10, 40, frame.length - 5, frame.length};
        for (int i = 0; i < 4; i++)
        {
            final ByteBuf part = i % 2 == 0 ? UNTRACKED.directBuffer() : UNTRACKED.heapBuffer();
            ((CompositeByteBuf)composite).addComponent(true, part.writeBytes(frame, cuts[i], cuts[i + 1] - cuts[i]));
        }
        return List.of(view -> view.wrap(frame), view -> view.wrap(direct), view -> view.wrap(directBuf),
            view -> view.wrap(composite));
    }

    @Test
    void aHeaderCostsTheSameFromEveryBuffer()
    {
        for (final Consumer<FrameView> buffer : buffered(SEND))
        {
            assertEquals(88, bytesOf(buffer, SendMessageRequestHeader.V2.only("queueId", "bornTimestamp", "unitMode")));
            assertEquals(88 + 48, bytesOf(buffer, SendMessageRequestHeader.V2.only("topic")));
        }
    }

    @Test
    void numbersCostNoBoxesAndAnEnumItsName()
    {
        final HeaderType<SearchOffsetRequestHeader> type = SearchOffsetRequestHeader.TYPE;
        final List<Consumer<FrameView>> buffers = new ArrayList<>(buffered(Frames.binary(29, null, "", "topic", "topic",
            "queueId", "300", "timestamp", "1795232264452", "boundaryType", "UPPER", "lo", "true")));
        buffers.addAll(buffered(Frames.json("{\"code\":29,\"extFields\":{\"topic\":\"topic\",\"queueId\":\"300\","
            + "\"timestamp\":\"1795232264452\",\"boundaryType\":\"UPPER\",\"lo\":\"true\"},\"opaque\":1}")));
        for (final Consumer<FrameView> buffer : buffers)
        {
            buffer.accept(view);
            assertEquals(new SearchOffsetRequestHeader().topic("topic").queueId(300).timestamp(1795232264452L)
                .boundaryType(BoundaryType.UPPER).lo(true), reader.read(view, type));
            // Its own header with the other entries, five references, two ints, a long and three flags.
            assertEquals(56, bytesOf(buffer, type.only("queueId", "timestamp", "lo")));
            // A String of 24 bytes and its array of 16 and 5, rounded up to 24.
            assertEquals(56 + 48, bytesOf(buffer, type.only("topic")));
            // The enum's name is a string like it, unless the compiler sees that it is dropped.
            assertTrue(bytesOf(buffer, type.only("boundaryType")) <= 56 + 48);
            assertTrue(bytesOf(buffer, type.everything()) <= 56 + 2 * 48);
        }
    }

    private long bytesOf(final Consumer<FrameView> buffer, final HeaderSelection<?> selection)
    {
        return Allocations.by(() -> {
            buffer.accept(view);
            keep(reader.read(view, selection));
        }, 20_000, 1_000) / 1_000;
    }

    @Test
    void textsThatComeAgainAreSharedWhereAskedFor()
    {
        final TypedHeaderReader sharing = new TypedHeaderReader().sharingTexts(64);
        final byte[] json =
            Frames.json("{\"code\":10,\"extFields\":{\"topic\":\"to\\u0070ic\",\"producerGroup\":\"g\"},"
                + "\"opaque\":1}");
        for (final byte[] frame : List.of(SEND, json))
        {
            final HeaderType<SendMessageRequestHeader> type = frame == SEND ? SendMessageRequestHeader.V2
                : SendMessageRequestHeader.TYPE;
            final SendMessageRequestHeader first = reader.read(view.wrap(frame), type);
            sharing.read(view.wrap(frame), type);
            final SendMessageRequestHeader again = sharing.read(view.wrap(frame), type);
            assertEquals(first, again);
            assertSame(again.topic(), sharing.read(view.wrap(frame), type).topic());
            assertNotSame(first.topic(), reader.read(view.wrap(frame), type).topic());
            assertEquals(88, Allocations.by(() -> keep(sharing.read(view.wrap(frame), type)), 20_000, 1_000) / 1_000);
        }
        final byte[] last = Frames.binary(310, null, "", "n", "at the end");
        assertEquals("at the end", sharing.read(view.wrap(last), SendMessageRequestHeader.V2).bname());
    }

    @Test
    void textsOfAllKindsCostTheirSize()
    {
        final HeaderSelection<SendMessageRequestHeader> properties = SendMessageRequestHeader.TYPE.only("properties");
        for (final String text : List.of("k\1v\2", "na\u00EFve\1caf\u00E9\2", "what?\1\2"))
        {
            final byte[] binary = Frames.binary(10, null, "", "properties", text);
            final byte[] json =
                Frames.json("{\"code\":10,\"extFields\":{\"properties\":\"" + text.replace("\1", "\\u0001")
                    .replace("\2", "\\u0002") + "\"},\"opaque\":1}");
            final long array = 16 + text.length() + 7 & -8;
            assertEquals(text, reader.read(view.wrap(json), properties).properties());
            assertEquals(88 + 24 + array, Allocations.by(() -> keep(reader.read(view.wrap(binary), properties)), 20_000,
                1_000) / 1_000);
            assertEquals(88 + 24 + array,
                Allocations.by(() -> keep(reader.read(view.wrap(json), properties)), 20_000, 1_000) / 1_000);
        }
    }

    @Test
    void aHeaderIsWrittenWithoutGarbage()
    {
        final SendMessageRequestHeader header = reader.read(view.wrap(SEND), SendMessageRequestHeader.V2);
        final byte[] out = new byte[512];
        for (final RemotingEncoder encoder : List.of(new BinaryRemotingEncoder(), new JsonRemotingEncoder()))
        {
            assertEquals(0, Allocations.by(() -> {
                encoder.wrap(out, 0, out.length).begin(310, RemotingLanguage.JAVA, 515, 7, 0);
                encoder.beginExtFields();
                header.writeTo(encoder, SendMessageRequestHeader.V2);
                encoder.endExtFields();
                if (encoder.end() < 0)
                {
                    throw new AssertionError(encoder.refusal());
                }
            }, 20_000, 1_000));
        }
    }

    @Test
    void selectionsTellTheirFields()
    {
        final HeaderSelection<SendMessageRequestHeader> some = SendMessageRequestHeader.V2.only("topic", "queueId");
        assertEquals("HeaderSelection[SendMessageRequestHeaderV2: topic, queueId]", some.toString());
        assertEquals("HeaderSelection[SendMessageRequestHeaderV2: topic, queueId, others]",
            some.keepingOthers().toString());
    }
}
