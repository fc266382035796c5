package io.skim.handlers.patch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.GoldenFrames;
import io.skim.scan.testing.Reference;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RemotingRewriterTest
{
    private static final byte[] SEND = Frames.binary(310, null, "body", "a", "group", "b", "Topic", "i",
        "TAGS\1A\2KEYS\1k");
    private static final String SEND_HEADER =
        "{\"code\":310,\"extFields\":{\"a\":\"group\",\"b\":\"Topic\",\"i\":\"TAGS\\u0001"
            + "A\\u0002KEYS\\u0001k\"},\"flag\":0,\"language\":\"JAVA\",\"opaque\":7,\"version\":479}";
    private static final byte[] JSON_SEND = json(SEND_HEADER, "body");

    private final FrameView view = new FrameView();

    private static byte[] json(final String header, final String body)
    {
        return Frames.json(header.getBytes(StandardCharsets.UTF_8), body.getBytes(StandardCharsets.UTF_8));
    }

    private static RemotingEdits.Builder edits()
    {
        return RemotingEdits.builder();
    }

    private byte[] rewritten(final byte[] frame, final RemotingEdits.Builder edits)
    {
        final RemotingRewriter rewriter = new RemotingRewriter(edits.build());
        assertTrue(rewriter.rewrite(view.wrap(frame)), () -> rewriter.patch().refusal() + " " + rewriter.fault());
        return Patches.written(rewriter.patch(), frame);
    }

    private Refusal refused(final byte[] frame, final RemotingEdits.Builder edits)
    {
        final RemotingRewriter rewriter = new RemotingRewriter(edits.build());
        assertFalse(rewriter.rewrite(view.wrap(frame)));
        assertThrows(IllegalStateException.class, () -> rewriter.patch().writeHeader(new byte[1000], 0));
        assertThrows(IllegalStateException.class, () -> rewriter.patch().isInPlace());
        final byte[] before = frame.clone();
        assertThrows(IllegalStateException.class, () -> rewriter.patch().applyInPlace(ByteBuffer.wrap(frame)));
        assertArrayEquals(before, frame);
        return rewriter.patch().refusal();
    }

    private void checkJson(final String expected, final String header, final RemotingEdits.Builder edits)
    {
        final byte[] found = rewritten(json(header, "b"), edits);
        assertEquals(expected, new String(found, 8, found.length - 9, StandardCharsets.UTF_8));
        assertArrayEquals(json(expected, "b"), found);
    }

    @Test
    void correctsEveryLengthOfABinaryHeader()
    {
        assertArrayEquals(Frames.binary(310, "r\u00E9mark", "body", "a", "group", "b", "A longer topic", "i",
            "TAGS\1BB\2KEYS\1k\2T\0011\2", "x", "y"),
            rewritten(SEND, edits().set("topic", "A longer topic").setProperty(
                "T", "1").setProperty("TAGS", "BB").set("x", "y").set("remark", "r\u00E9mark")));
    }

    @Test
    void writesJsonAsTheJavaClientDoes()
    {
        checkJson(SEND_HEADER.replace("\"Topic\"", "\"A \\\"longer\\\" t\u00F6pic\\u001f\"").replace("1k\"},",
            "1k\\u0002T\\u00011\\u0002\",\"x\":\"y\"},"), SEND_HEADER,
            edits().set("topic",
                "A \"longer\" t\u00F6pic\u001F").setProperty("T", "1").set("x", "y"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{}                              | {'n':'v'}",
        "{ }                             | { 'n':'v'}",
        "{'a':'1'}                       | {'a':'1','n':'v'}",
        "{'a':'1' , 'n':'w' }            | {'a':'1' , 'n':'v' }",
        "{'n':'w','a':'1','n':null,'n':3}| {'n':'v','a':'1','n':'v','n':'v'}",
        "null                            | {'n':'v'}"})
    void setsAnEntryOfJson(final String from, final String to)
    {
        for (final String form : List.of("{'code':1,'extFields':%s,'opaque':4}", "{'opaque':4, 'extFields' :\t%s}"))
        {
            checkJson(form.replace("%s", to).replace('\'', '"'), form.replace("%s", from).replace('\'', '"'),
                edits().set(
                    "n", "v"));
        }
    }

    /** Properties that are no text: the reference reads none in null, and the text of what is not quoted. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "null        | 'T~1^'",
        "''          | 'T~1^'",
        "12          | '12^T~1^'",
        "true        | 'true^T~1^'",
        "'A~2'       | 'A~2^T~1^'",
        "'A~2^'      | 'A~2^T~1^'",
        "'T~2'       | 'T~1'"})
    void setsAPropertyOfJson(final String from, final String to)
    {
        for (final String form : List.of("{'code':310,'extFields':{'i':%s,'a':'g'},'opaque':4}",
            "{'opaque':4,'extFields':{'a':'g', 'i' :\t%s }, 'code':310}"))
        {
            final String header = form.replace('\'', '"');
            final String edited = header.replace("%s", separated(to));
            checkJson(edited, header.replace("%s", separated(from)), edits().setProperty("T", "1"));
            assertEquals("1", Reference.decode(json(edited, "b")).properties.get("T"));
        }
    }

    private static String separated(final String text)
    {
        return text.replace('\'', '"').replace("~", "\\u0001").replace("^", "\\u0002");
    }

    @Test
    void makesExtFieldsWhereThereAreNone()
    {
        checkJson("{\"code\":1,\"extFields\":{\"n\":\"v\",\"m\":\"w\"},\"opaque\":4}", "{\"code\":1,\"opaque\":4}",
            edits().set(
                "n", "v").set("m", "w"));
        checkJson("{\"opaque\":4,\"extFields\":{\"n\":\"v\"},\"remark\":\"r\"}", "{\"opaque\":4}",
            edits().set("n", "v").set(
                "remark", "r"));
        assertArrayEquals(Frames.binary(1, null, "b", "n", "v"), rewritten(Frames.binary(1, null, "b"), edits().set("n",
            "v")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{'a':'1','b':'2','c':'3'} | a     | {'b':'2','c':'3'}",
        "{'a':'1','b':'2','c':'3'} | b     | {'a':'1','c':'3'}",
        "{'a':'1','b':'2','c':'3'} | c     | {'a':'1','b':'2'}",
        "{'a':'1','b':'2','c':'3'} | b c   | {'a':'1'}",
        "{'a':'1','b':'2','c':'3'} | a b   | {'c':'3'}",
        "{'a':'1','b':'2','c':'3'} | a c   | {'b':'2'}",
        "{'a':'1','b':'2','c':'3'} | a b c | {}",
        "{ 'a' : 1 , 'b' : null , 'c':'}' } | a c | { 'b' : null  }",
        "{ 'a' : 1 , 'b' : null , 'c':'}' } | b   | { 'a' : 1 , 'c':'}' }",
        "{'a':'1','a':'2','b':'\\'','a':'3'} | a   | {'b':'\\''}",
        "{'a':'1'} | zz | {'a':'1'}"})
    void removesEntriesOfJson(final String from, final String names, final String to)
    {
        final RemotingEdits.Builder edits = edits();
        for (final String name : names.split(" "))
        {
            edits.remove(name);
        }
        final String header = "{'code':1,'remark':'a','extFields':%s,'opaque':4}";
        checkJson(header.replace("%s", to).replace("\\'", "\\\"").replace('\'', '"'),
            header.replace("%s", from).replace("\\'",
                "\\\"").replace('\'', '"'),
            edits);
    }

    @Test
    void takesEditsInTheirOrder()
    {
        final byte[] frame = Frames.binary(1, null, "", "a", "1", "b", "2");
        assertArrayEquals(Frames.binary(1, null, "", "b", "1"), rewritten(frame, edits().rename("a", "b")));
        assertArrayEquals(Frames.binary(1, null, "", "c", "1", "a", "2"),
            rewritten(frame, edits().rename("a", "c").rename(
                "b", "a")));
        assertArrayEquals(Frames.binary(1, null, "", "c", "1", "b", "2", "a", "3"), rewritten(frame, edits().rename("a",
            "c").set("a", "3")));
        assertArrayEquals(Frames.binary(1, null, "", "a", "1", "b", "4"),
            rewritten(frame, edits().set("b", "3").set("b",
                "4")));
        assertArrayEquals(Frames.binary(1, null, "", "a", "1", "b", "2"), rewritten(frame, edits().add("b", "3").remove(
            "c").rename("d", "a")));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsRemovedAndPutThereAgainIsNoEdit(final boolean binary)
    {
        final byte[] frame = binary
            ? Frames.binary(310, null, "body", "a", "group", "b", "Topic", "i", "TAGS\1A\2KEYS\1k\2")
            : json(SEND_HEADER.replace("\"}", "\\u0002\"}"), "body");
        for (final RemotingEdits.Builder same : List.of(edits().removeProperty("KEYS").setProperty("KEYS", "k"), edits()
            .remove("i").setEntry("i", "TAGS\1A\2KEYS\1k\2"),
            edits().remove("b").remove("i").setEntry("b", "Topic")
                .setEntry("i", "TAGS\1A\2KEYS\1k\2")))
        {
            final RemotingRewriter rewriter = new RemotingRewriter(same.build());
            assertTrue(rewriter.rewrite(view.wrap(frame)), () -> rewriter.patch().refusal() + " " + rewriter.fault());
            assertFalse(rewriter.patch().isChanged());
            assertTrue(rewriter.patch().isInPlace());
            assertArrayEquals(frame, Patches.written(rewriter.patch(), frame));
            assertEquals(0, Allocations.by(() -> rewriter.rewrite(view.wrap(frame)), 20_000, 2_000));
        }
    }

    @Test
    void removesTheLastPropertyOfABinaryHeaderWithItsEntry()
    {
        final byte[] frame = Frames.binary(310, null, "b", "a", "g", "i", "K\1v\2", "n", "x");
        assertArrayEquals(Frames.binary(310, null, "b", "a", "g", "n", "x"),
            rewritten(frame, edits().removeProperty("K")));
        assertArrayEquals(Frames.binary(310, null, "b", "a", "g", "i", "L\1w\2", "n", "x"), rewritten(frame, edits()
            .removeProperty("K").setProperty("L", "w")));
    }

    @Test
    void leavesNoDuplicateWithTheOldProperties()
    {
        final byte[] frame = Frames.binary(310, null, "b", "i", "K\1v\2", "a", "g", "i", "K\1v\2", "n", "x");
        assertArrayEquals(Frames.binary(310, null, "b", "a", "g", "i", "K\1w\2", "n", "x"), rewritten(frame, edits()
            .setProperty("K", "w")));
        assertArrayEquals(frame,
            rewritten(frame, edits().setProperty("K", "v").addProperty("K", "x").removeProperty("L")));
        checkJson("{\"code\":10,\"extFields\":{\"properties\":\"K\\u0001v\\u0002L\\u0001w\\u0002\"},\"opaque\":1}",
            "{\"code\":10,\"extFields\":{\"properties\":\"\",\"properties\":\"K\\u0001v\"},\"opaque\":1}", edits()
                .setProperty("L", "w"));
    }

    @Test
    void addsPropertiesToSendRequestsAlone()
    {
        final RemotingEdits.Builder none = edits().setProperty("K", "v");
        assertArrayEquals(Frames.binary(310, null, "", "a", "g", "i", "K\1v\2"),
            rewritten(Frames.binary(310, null, "", "a",
                "g"), none));
        assertArrayEquals(Frames.binary(10, null, "", "properties", "K\1v\2"), rewritten(Frames.binary(10, null, ""),
            edits().setProperty("K", "v")));
        final byte[] heartbeat = Frames.binary(34, null, "", "a", "g");
        assertArrayEquals(heartbeat, rewritten(heartbeat, edits().setProperty("K", "v")));
        final byte[] response = Frames.json("{\"code\":10,\"flag\":1,\"opaque\":1}");
        assertArrayEquals(response, rewritten(response, edits().setProperty("K", "v")));
    }

    @Test
    void padsNumbersOfJsonAndTakesTheBlanksBack()
    {
        final byte[] wide = json("{\"code\":310,\"opaque\":1234567}", "body");
        final byte[] narrow = json("{\"code\":310,\"opaque\":     89}", "body");
        for (final int[] turn : new int[][] {{89}, {1234567}})
        {
            final RemotingRewriter rewriter =
                new RemotingRewriter(edits().set("opaque", String.valueOf(turn[0])).build());
            final byte[] frame = turn[0] == 89 ? wide.clone() : narrow.clone();
            assertTrue(rewriter.rewrite(view.wrap(frame)));
            assertTrue(rewriter.patch().isInPlace());
            assertTrue(rewriter.patch().applyInPlace(frame, 0));
            assertArrayEquals(turn[0] == 89 ? narrow : wide, frame);
        }
    }

    @Test
    @SuppressWarnings("deprecation")
    void editsInPlaceWhateverTheOrderOfTheBuffer()
    {
        for (final ByteOrder order : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN})
        {
            final RemotingRewriter rewriter = new RemotingRewriter(edits().set("opaque", "305419896").build());
            final ByteBuf buffer = Unpooled.copiedBuffer(SEND).order(order);
            assertTrue(rewriter.rewrite(view.wrap(buffer)));
            assertTrue(rewriter.patch().applyInPlace(buffer, 0));
            assertArrayEquals(rewritten(SEND, edits().set("opaque", "305419896")), bytes(buffer));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void editsInPlaceInEveryKindOfBufferAndBack(final int json)
    {
        final byte[] frame = json == 1 ? JSON_SEND : SEND;
        final RemotingEdits there = edits().set("topic", "Tipoc").setProperty("TAGS", "B").set("opaque", "9").build();
        final RemotingEdits back = edits().set("topic", "Topic").setProperty("TAGS", "A").set("opaque", "7").build();
        final byte[] expected = rewritten(frame, edits().set("b", "Tipoc").setProperty("TAGS", "B").set("opaque", "9"));
        final byte[] array = Buffers.poisoned(frame);
        final ByteBuf direct = Unpooled.directBuffer().writeBytes(array).setIndex(Buffers.BEFORE, Buffers.BEFORE
            + frame.length);
        final ByteBuf composite = Buffers.composite(frame, 10, 60, 62);
        final UnsafeBuffer buffer = new UnsafeBuffer(ByteBuffer.allocateDirect(array.length));
        buffer.putBytes(0, array);
        final ByteBuffer nio = ByteBuffer.allocateDirect(array.length).put(array).flip().position(Buffers.BEFORE).limit(
            Buffers.BEFORE + frame.length);
        for (final RemotingEdits edits : List.of(there, back))
        {
            final byte[] wanted = edits == there ? expected : frame;
            final RemotingRewriter rewriter = new RemotingRewriter(edits);
            assertTrue(rewriter.rewrite(view.wrap(direct)) && rewriter.patch().applyInPlace(direct));
            assertArrayEquals(wanted, bytes(direct));
            assertTrue(rewriter.rewrite(view.wrap(composite)) && rewriter.patch().applyInPlace(composite));
            assertArrayEquals(wanted, bytes(composite));
            assertTrue(
                rewriter.rewrite(view.wrap(buffer, Buffers.BEFORE, frame.length)) && rewriter.patch().applyInPlace(
                    buffer, Buffers.BEFORE));
            final byte[] found = new byte[frame.length];
            buffer.getBytes(Buffers.BEFORE, found);
            assertArrayEquals(wanted, found);
            assertTrue(rewriter.rewrite(view.wrap(nio)) && rewriter.patch().applyInPlace(nio));
            nio.duplicate().get(found);
            assertArrayEquals(wanted, found);
            assertTrue(
                rewriter.rewrite(view.wrap(array, Buffers.BEFORE, frame.length)) && rewriter.patch().applyInPlace(
                    array, Buffers.BEFORE));
            assertArrayEquals(Buffers.poisoned(wanted), array);
        }
        direct.release();
        composite.release();
    }

    private static byte[] bytes(final ByteBuf buffer)
    {
        final byte[] bytes = new byte[buffer.readableBytes()];
        buffer.getBytes(buffer.readerIndex(), bytes);
        return bytes;
    }

    @Test
    void keepsTheBodyByReferenceAndCountsReferences()
    {
        for (final ByteBufAllocator allocator : List.of(UnpooledByteBufAllocator.DEFAULT,
            PooledByteBufAllocator.DEFAULT))
        {
            for (final byte[] frame : GoldenFrames.all(40, 2_000))
            {
                final ByteBuf source = allocator.directBuffer().writeZero(3).writeBytes(frame).skipBytes(3);
                final RemotingRewriter rewriter =
                    new RemotingRewriter(edits().set("xyz", "new").set("opaque", "5").build());
                final ByteBuf result = rewriter.rewrite(source, allocator);
                if (result == null)
                {
                    assertEquals(Refusal.SIGNED, rewriter.patch().refusal());
                }
                else
                {
                    assertArrayEquals(rewritten(frame, edits().set("xyz", "new").set("opaque", "5")), bytes(result));
                    final int body = frame.length - 8 - (ByteBuffer.wrap(frame).getInt(4) & 0xFF_FFFF);
                    assertEquals(body > 0 ? 2 : 1, source.refCnt());
                    assertTrue(result.release());
                }
                assertEquals(1, source.refCnt());
                assertEquals(3, source.readerIndex());
                assertTrue(source.release());
            }
        }
    }

    @Test
    void keepsCountsBalancedWhenNothingIsWritten()
    {
        final ByteBuf source = Unpooled.copiedBuffer(SEND);
        final RemotingRewriter rewriter = new RemotingRewriter(edits().set("topic", "other").build());
        final ByteBufAllocator failing =
            (ByteBufAllocator)Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {
                ByteBufAllocator.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("compositeBuffer"))
                    {
                        throw new OutOfMemoryError("as asked");
                    }
                    return method.invoke(UnpooledByteBufAllocator.DEFAULT, arguments);
                });
        assertThrows(OutOfMemoryError.class, () -> rewriter.rewrite(source, failing));
        assertEquals(1, source.refCnt());
        final ByteBuf same = new RemotingRewriter(edits().set("topic", "Topic").build()).rewrite(source, failing);
        assertEquals(2, source.refCnt());
        assertArrayEquals(SEND, bytes(same));
        same.release();
        assertNull(rewriter.rewrite(source.slice(0, source.readableBytes() - 1), failing));
        assertEquals(Refusal.MALFORMED, rewriter.patch().refusal());
        assertTrue(rewriter.fault().isPresent());
        assertNull(new RemotingRewriter(edits().set("code", "70000").build()).rewrite(source, failing));
        assertEquals(1, source.refCnt());
        source.release();
    }

    @Test
    void writesNothingWhereThereIsNoRoom()
    {
        final RemotingRewriter rewriter = new RemotingRewriter(edits().set("topic", "longer than it was").build());
        assertTrue(rewriter.rewrite(view.wrap(SEND)));
        final int length = rewriter.patch().headerLength();
        final byte[] small = new byte[length + 4];
        assertEquals(-1, rewriter.patch().writeHeader(small, 5));
        assertEquals(-1, rewriter.patch().writeHeader(new UnsafeBuffer(small), 5));
        final ByteBuffer nio = ByteBuffer.wrap(small).position(5);
        assertEquals(-1, rewriter.patch().writeHeader(nio));
        assertEquals(5, nio.position());
        assertThrows(ReadOnlyBufferException.class, () -> rewriter.patch().writeHeader(ByteBuffer.allocate(length)
            .asReadOnlyBuffer()));
        assertArrayEquals(new byte[length + 4], small);
        final ByteBuf full = Unpooled.buffer(4, length - 1).writeByte(1);
        assertEquals(-1, rewriter.patch().writeHeader(full));
        assertEquals(1, full.writerIndex());
        assertFalse(rewriter.patch().applyInPlace(SEND, 0));
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[length + 4]);
        assertEquals(length, rewriter.patch().writeHeader(buffer, 4));
        assertEquals(length, rewriter.patch().writeHeader(small, 4));
        assertArrayEquals(small, buffer.byteArray());
        for (final ByteBuffer each : List.of(ByteBuffer.allocate(length + 9), ByteBuffer.allocateDirect(length + 9)))
        {
            assertEquals(length, rewriter.patch().writeHeader(each.position(3).order(ByteOrder.LITTLE_ENDIAN)));
            assertEquals(3 + length, each.position());
            assertEquals(ByteBuffer.wrap(small, 4, length), each.flip().position(3));
        }
        final ByteBuf room = Unpooled.buffer(4);
        assertEquals(length, rewriter.patch().writeHeader(room));
        assertArrayEquals(Arrays.copyOfRange(small, 4, small.length), bytes(room));
    }

    @Test
    void refusesWhatCannotBeWritten()
    {
        assertEquals(Refusal.NUMBER_TOO_GREAT, refused(SEND, edits().set("code", "200050")));
        assertEquals(Refusal.NUMBER_TOO_GREAT, refused(SEND, edits().set("version", "-32769")));
        assertEquals(Refusal.EMPTY_TEXT, refused(SEND, edits().set("topic", "")));
        assertEquals(Refusal.EMPTY_TEXT, refused(SEND, edits().set("x", "")));
        assertEquals(Refusal.EMPTY_TEXT, refused(SEND, edits().set("remark", "")));
        assertEquals(Refusal.VALUE_TOO_LONG, refused(SEND, edits().set("topic", "x".repeat(262_145))));
        assertEquals(Refusal.VALUE_TOO_LONG, refused(JSON_SEND, edits().set("topic", "\"".repeat(131_073))));
        assertEquals(Refusal.VALUE_TOO_LONG, refused(JSON_SEND, edits().setProperty("K", "\3".repeat(50_000))));
        assertEquals(Refusal.HEADER_TOO_LONG, refused(SEND, edits().set("x", "x".repeat(200_000)).set("y", "x".repeat(
            200_000))));
        assertEquals(Refusal.MALFORMED, refused(Arrays.copyOf(SEND, SEND.length - 1), edits().set("x", "y")));
        assertEquals(Refusal.MALFORMED, refused(Frames.json("{\"code\":1,\"code\":2}"), edits().set("code", "2")));
        assertTrue(rewritten(JSON_SEND, edits().set("code", "200050").set("x", "").set("remark", "")).length > 0);
    }

    @Test
    void refusesWhatTheLimitsForbid()
    {
        final Limits limits = Limits.DEFAULT.withMaxEntryCount(6).withMaxNameLength(9).withMaxFrameLength(200);
        for (final byte[] frame : List.of(SEND, JSON_SEND))
        {
            final RemotingRewriter many =
                new RemotingRewriter(edits().set("x", "1").set("y", "1").set("z", "1").set("w", "1").build(), limits,
                    Strictness.STRICT);
            assertFalse(many.rewrite(view.wrap(frame)));
            assertEquals(Refusal.TOO_MANY_ENTRIES, many.patch().refusal());
            assertTrue(
                new RemotingRewriter(
                    edits().set("x", "1").set("y", "1").set("z", "1").set("w", "1").remove("a").build(), limits,
                    Strictness.STRICT)
                    .rewrite(view
                        .wrap(frame)));
            final RemotingRewriter name =
                new RemotingRewriter(edits().set("xxxxxxxxxx", "1").build(), limits, Strictness.STRICT);
            assertFalse(name.rewrite(view.wrap(frame)));
            assertEquals(Refusal.NAME_TOO_LONG, name.patch().refusal());
            final RemotingRewriter large =
                new RemotingRewriter(edits().set("x", "x".repeat(150)).build(), limits, Strictness.STRICT);
            assertFalse(large.rewrite(view.wrap(frame)));
            assertEquals(Refusal.FRAME_TOO_LONG, large.patch().refusal());
        }
    }

    /** What is written is held to the limits as what is read is: a scan with the same limits takes it. */
    @Test
    void refusesWhatAScanWithTheSameLimitsWouldRefuse()
    {
        final Limits ten = Limits.DEFAULT.withMaxEntryCount(10);
        final byte[] full =
            Frames.json("{\"opaque\":1,\"extFields\":{\"a\":\"\"" + ",\"\":0".repeat(8) + ",\"b\":\"\"}}");
        assertLimited(Refusal.TOO_MANY_ENTRIES, full, edits().set("x", "1"), ten);
        final byte[] members = Frames.json("{\"opaque\":1" + ",\"x\":1".repeat(9) + "}");
        assertLimited(Refusal.TOO_MANY_ENTRIES, members, edits().set("x", "1"), ten);
        assertLimited(Refusal.TOO_MANY_ENTRIES, members, edits().set("flag", "1"), ten);
        assertLimited(null, Frames.json("{\"opaque\":1" + ",\"x\":1".repeat(8) + "}"), edits().set("flag", "1"), ten);
        // Whatever else stands in the header, no ext fields are counted where there are none.
        for (final String none : List.of("", ",\"extFields\":null", ",\"x\":{}"))
        {
            final byte[] frame = Frames.json("{\"remark\": \"a\",\"opaque\":74" + none + "}");
            final Limits four = Limits.DEFAULT.withMaxEntryCount(4);
            assertLimited(null, frame, edits().set("u", "1").set("v", "1").set("y", "1").set("z", "1"), four);
            assertLimited(Refusal.TOO_MANY_ENTRIES, frame,
                edits().set("u", "1").set("v", "1").set("w", "1").set("y", "1")
                    .set("z", "1"),
                four);
        }
        final Limits short10 = Limits.DEFAULT.withMaxNameLength(10);
        assertLimited(Refusal.NAME_TOO_LONG, JSON_SEND, edits().set("\"\"\"\"\"\"", "1"), short10);
        assertLimited(Refusal.NAME_TOO_LONG, JSON_SEND, edits().rename("a", "\"\"\"\"\"\""), short10);
        assertLimited(null, JSON_SEND, edits().set("\"\"\"\"\"", "1"), short10);
        // Of text without a separator at its end one is put between: a1b, its six bytes, and K1v2 with twelve.
        final byte[] unended =
            Frames.json("{\"code\":310,\"extFields\":{\"i\":\"a\\u0001b\"},\"flag\":0,\"opaque\":1}");
        assertLimited(Refusal.VALUE_TOO_LONG, unended, edits().setProperty("K", "v"), Limits.DEFAULT.withMaxValueLength(
            8 + 6 + 14 - 1));
        assertLimited(null, unended, edits().setProperty("K", "v"), Limits.DEFAULT.withMaxValueLength(8 + 6 + 14));
    }

    private void assertLimited(final Refusal expected, final byte[] frame, final RemotingEdits.Builder edits,
        final Limits limits)
    {
        final RemotingRewriter rewriter = new RemotingRewriter(edits.build(), limits, Strictness.STRICT);
        assertEquals(expected == null, rewriter.rewrite(view.wrap(frame)));
        assertEquals(expected, rewriter.patch().refusal());
    }

    @Test
    void refusesListsThatMakeNoSense()
    {
        assertThrows(IllegalArgumentException.class, () -> edits().set("code", "x"));
        assertThrows(IllegalArgumentException.class, () -> edits().set("language", "COBOL"));
        assertThrows(IllegalArgumentException.class, () -> edits().remove("opaque"));
        assertThrows(IllegalArgumentException.class, () -> edits().rename("flag", "x"));
        assertThrows(IllegalArgumentException.class, () -> edits().rename("x", "flag"));
        assertThrows(IllegalArgumentException.class, () -> edits().set("", "x"));
        assertThrows(IllegalArgumentException.class, () -> edits().set("@type", "x"));
        assertThrows(IllegalArgumentException.class, () -> edits().set("a\0b", "x"));
        assertThrows(IllegalArgumentException.class, () -> edits().set("a", "\uD83D"));
        assertThrows(IllegalArgumentException.class, () -> edits().setProperty("a", ""));
        assertThrows(IllegalArgumentException.class, () -> edits().setProperty("a", "b\2"));
        assertThrows(IllegalArgumentException.class, () -> edits().set("i", "x").setProperty("a", "b").build());
    }

    @Test
    void leavesFramesOfOtherCodesAlone()
    {
        assertArrayEquals(SEND,
            rewritten(SEND, edits().set("topic", "x").set("opaque", "1").setProperty("K", "v").codes(10,
                320)));
        assertFalse(Arrays.equals(SEND, rewritten(SEND, edits().set("topic", "x").codes(10, 310))));
    }

    @Test
    void aNegativeCodeIsTheSameInBothEncodings()
    {
        for (final int code : new int[] {-1, -9, -10, -99, -100, 0, 7, 42, 999})
        {
            for (final byte[] frame : List.of(Frames.binary(code, null, "body", "topic", "T"), Frames.json("{\"code\":"
                + code + ",\"extFields\":{\"topic\":\"T\"},\"opaque\":7}")))
            {
                for (int other = -400; other <= 1_000; other++)
                {
                    final boolean same = Arrays.equals(frame, rewritten(frame, edits().set("topic", "x").codes(other)));
                    assertEquals(code != other, same, code + " and " + other);
                }
            }
        }
    }

    @Test
    void allocatesNothing()
    {
        final RemotingRewriter inPlace =
            new RemotingRewriter(edits().set("topic", "Tipoc").set("opaque", "9").setProperty(
                "TAGS", "B").build());
        final RemotingRewriter copying = new RemotingRewriter(edits().set("topic", "Longer").setProperty("TRACE", "1")
            .rename("a", "producer").removeProperty("TAGS").set("code", "10").set("language", "GO").set("new", "x")
            .build());
        final RemotingRewriter refusing =
            new RemotingRewriter(edits().set("topic", "x".repeat(500)).build(), Limits.DEFAULT
                .withMaxFrameLength(400), Strictness.STRICT);
        final byte[][] frames = {SEND, JSON_SEND};
        final byte[] out = new byte[1_000];
        // Not watched for leaks, which allocates.
        final ByteBuf target = new UnpooledByteBufAllocator(true, true).directBuffer(1_000);
        final UnsafeBuffer agrona = new UnsafeBuffer(new byte[1_000]);
        final Runnable task = () -> {
            for (final byte[] frame : frames)
            {
                refusing.rewrite(view.wrap(frame));
                inPlace.rewrite(view.wrap(frame));
                System.arraycopy(frame, 0, out, 0, frame.length);
                inPlace.patch().applyInPlace(out, 0);
                copying.rewrite(view);
                copying.patch().writeHeader(out, 0);
                copying.patch().writeHeader(target.clear());
                copying.patch().writeHeader(agrona, 0);
            }
        };
        task.run();
        assertTrue(copying.patch().isReady());
        assertEquals(0, Allocations.by(task, 20_000, 2_000));
        target.release();
    }

    /** An entry without a value has its value where the next entry begins. */
    @Test
    void entriesWithoutAValueAreRemovedInAnyOrder()
    {
        final RemotingEdits edits = RemotingEdits.builder().remove("z").setProperty("A", "b").build();
        for (final Strictness strictness : Strictness.values())
        {
            final RemotingRewriter rewriter = new RemotingRewriter(edits, Limits.DEFAULT, strictness);
            final byte[] frame = Frames.binary(310, null, "body", "i", "", "z", "1", "i", "A\1x\2");
            assertTrue(rewriter.rewrite(new FrameView().wrap(frame)),
                () -> strictness + " " + rewriter.patch().refusal());
            assertArrayEquals(Frames.binary(310, null, "body", "i", "A\1b\2"),
                Patches.written(rewriter.patch(), frame));
        }
    }
}
