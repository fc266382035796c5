package io.skim.handlers.patch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Strictness;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Buffers;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AmqpRewriterTest
{
    private static final AmqpField MESSAGE = AmqpField.MESSAGE_ANNOTATIONS;
    private static final AmqpField DELIVERY = AmqpField.DELIVERY_ANNOTATIONS;
    private static final String BODY = "005373c00502a1016d40005375a00162";

    private final FrameView view = new FrameView();

    private static byte[] bytes(final String hex)
    {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }

    private String rewritten(final String hex, final AmqpEdits.Builder edits)
    {
        final byte[] message = bytes(hex);
        final AmqpRewriter rewriter = new AmqpRewriter(edits.build());
        assertTrue(rewriter.rewrite(view.wrap(message)), () -> rewriter.patch().refusal() + " " + rewriter.fault());
        return HexFormat.of().formatHex(Patches.written(rewriter.patch(), message));
    }

    private void check(final String expected, final String hex, final AmqpEdits.Builder edits)
    {
        assertEquals(expected.replace(" ", "") + BODY, rewritten(hex + BODY, edits));
        assertEquals(expected.replace(" ", ""), rewritten(hex, edits));
    }

    @ParameterizedTest
    @CsvSource({"00, 00000000", "ffffffff, ffffffff", "-1, 00000000", "100000000, ffffffff", "5, 00000005"})
    void ttlIsSaturatedAndZeroIsNotUnset(final String millis, final String written)
    {
        final long ttl = Long.parseLong(millis, 16);
        check("005370c00803 40 40 70" + written, "005370c00803404070000000" + "77", AmqpEdits.builder().ttl(ttl));
        check("005370c00803 40 40 70" + written, "", AmqpEdits.builder().ttl(ttl));
        check("005370c00403 40 40 40", "005370c00803404070000000" + "77", AmqpEdits.builder().unset(AmqpField.TTL));
    }

    @Test
    void fieldsKeepTheirWidthWhereTheyCan()
    {
        final AmqpEdits.Builder edits = AmqpEdits.builder().set(AmqpField.DURABLE, AmqpEditValue.ofBoolean(true))
            .set(AmqpField.PRIORITY, AmqpEditValue.ofUbyte(9))
            .set(AmqpField.FIRST_ACQUIRER, AmqpEditValue.ofBoolean(true))
            .set(AmqpField.DELIVERY_COUNT, AmqpEditValue.ofUint(255));
        check("005370c00c05 5601 5009 40 41 70000000ff", "005370c00c05 5600 5004 40 42 7000000000", edits);
        check("005370c00805 41 5009 40 41 52ff", "005370c00805 42 5000 40 41 5201", edits);
        check("005370c00b05 41 5009 40 41 7000000100", "005370c00805 41 5009 40 41 52ff", AmqpEdits.builder()
            .raiseDeliveryCount());
        check("005370c00805 41 5009 40 41 5201", "005370c00705 41 5009 40 41 43", AmqpEdits.builder()
            .raiseDeliveryCount());
        check("005370c00b05 41 5009 40 41 70ffffffff", "005370c00b05 41 5009 40 41 70ffffffff", AmqpEdits.builder()
            .raiseDeliveryCount());
    }

    @ParameterizedTest
    @ValueSource(strings = {"005370 45", "005370 c00100", "0080000000000000007045", ""})
    void listsAreExtendedWithNulls(final String header)
    {
        final String descriptor = header.startsWith("0080") ? "00800000000000000070" : "005370";
        check(descriptor + "c00705 40 40 40 40 5201", header, AmqpEdits.builder().raiseDeliveryCount());
        check(descriptor + "c00201 41", header,
            AmqpEdits.builder().set(AmqpField.DURABLE, AmqpEditValue.ofBoolean(true)));
        check(header, header, AmqpEdits.builder().unset(AmqpField.TTL));
    }

    private static boolean prefixed(final byte[] utf8, final int offset, final int length,
        final AmqpAddressMap.Target target)
    {
        target.put(new byte[] {'n', '.'}, 0, 2);
        target.put(utf8, offset, length);
        return utf8[offset] == 'q';
    }

    @Test
    void addressesOfTheBareMessageAreMapped()
    {
        final AmqpRewriter rewriter = new AmqpRewriter(
            AmqpEdits.builder().mapAddresses().allowBareMessage().set(MESSAGE, "a", AmqpEditValue.ofUint(1)).build());
        final String annotation = "005372c10602 a30161 5201";
        final String[][] cases = {
            {"005373c00b05 40 40 a1027131 40 a10171", "005373c00f05 40 40 a1046e2e7131 40 a1036e2e71"},
            {"005373c00805 40 40 40 40 a10171", "005373c00a05 40 40 40 40 a1036e2e71"},
            {"005373c00903 40 40 b10000000171", "005373c00b03 40 40 b1000000036e2e71"},
            {"005373c00904 40 40 a10178 a10171", "005373c00904 40 40 a10178 a10171"}, {"005373 45", "005373 45"},
            {"005373c00403 40 40 40", "005373c00403 40 40 40"}, {"", ""}};
        for (final String[] each : cases)
        {
            final byte[] message = bytes(each[0] + "005375a00162");
            assertTrue(rewriter.addresses(AmqpRewriterTest::prefixed, AmqpRewriterTest::prefixed).rewrite(view.wrap(
                message)));
            assertArrayEquals(bytes(annotation + each[1] + "005375a00162"), Patches.written(rewriter.patch(), message));
            assertTrue(rewriter.addresses(null, null).rewrite(view.wrap(message)));
            assertArrayEquals(bytes(annotation + each[0] + "005375a00162"), Patches.written(rewriter.patch(), message));
        }
        assertThrows(IllegalArgumentException.class, () -> AmqpEdits.builder().mapAddresses().build());
    }

    @Test
    void aMappedAddressThatIsNoTextIsRefused()
    {
        final AmqpRewriter rewriter =
            new AmqpRewriter(AmqpEdits.builder().mapAddresses().allowBareMessage().build()).addresses((utf8, offset,
                length, target) -> {
                target.put(new byte[] {(byte)0xC3}, 0, 1);
                return true;
            }, null);
        assertFalse(rewriter.rewrite(view.wrap(bytes("005373c00603 40 40 a10171"))));
        assertEquals(Refusal.INVALID_TEXT, rewriter.patch().refusal());
    }

    /** Some brokers take a symbol for the same name, which the map would not have given. */
    @Test
    void anAddressThatIsNoStringMakesAMessageMalformed()
    {
        final AmqpRewriter rewriter = new AmqpRewriter(AmqpEdits.builder().mapAddresses().allowBareMessage().build(),
            Limits.DEFAULT, Strictness.LENIENT).addresses(AmqpRewriterTest::prefixed, null);
        assertFalse(rewriter.rewrite(view.wrap(bytes("005373c00603 40 40 a30171"))));
        assertEquals(Refusal.MALFORMED, rewriter.patch().refusal());
    }

    @Test
    void wideListsStayWide()
    {
        check("005370 d000000006 00000002 40 41".replace("40 41", "41 40"), "005370 d000000006 00000002 42 40",
            AmqpEdits.builder().set(AmqpField.DURABLE, AmqpEditValue.ofBoolean(true)));
        check("005370 d00000000a 00000005 42 40 40 40 5207", "005370 d000000006 00000002 42 40", AmqpEdits.builder()
            .set(AmqpField.DELIVERY_COUNT, AmqpEditValue.ofUint(7)));
    }

    @Test
    void theTimeWaitedIsTakenOff()
    {
        final AmqpRewriter rewriter = new AmqpRewriter(AmqpEdits.builder().build());
        final String[][] cases = {{"70000000ff", "70000000f5"}, {"7000000005", "7000000000"}, {"520b", "5201"}, {"43",
            "43"}, {"40", "40"}};
        for (final String[] each : cases)
        {
            final String head = "005370c00" + (3 + each[0].length() / 2) + "03 40 40 ";
            final byte[] message = bytes(head + each[0] + BODY);
            assertTrue(rewriter.elapsed(10).rewrite(view.wrap(message)));
            assertTrue(rewriter.patch().applyInPlace(message, 0));
            assertArrayEquals(bytes(head + each[1] + BODY), message);
        }
    }

    @Test
    void sectionsAreInsertedAtTheirPlaces()
    {
        final AmqpEdits.Builder edits = AmqpEdits.builder().set(AmqpField.DURABLE, AmqpEditValue.ofBoolean(true))
            .set(MESSAGE, "m", AmqpEditValue.ofInt(1)).set(
                DELIVERY, "d", AmqpEditValue.ofInt(-1));
        final String header = "005370c0020141";
        final String delivery = "005371c10602a3016454ff";
        final String message = "005372c10602a3016d5401";
        for (final String given : List.of("", header, delivery, message, header + message, delivery + message, header
            + delivery))
        {
            check(header + delivery + message, given, edits());
        }
        check(header + delivery + message, "", edits);
    }

    private static AmqpEdits.Builder edits()
    {
        return AmqpEdits.builder().set(AmqpField.DURABLE, AmqpEditValue.ofBoolean(true))
            .set(MESSAGE, "m", AmqpEditValue.ofInt(1)).set(DELIVERY, "d",
                AmqpEditValue
                    .ofInt(-1));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100, 244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254, 255, 256, 300})
    void aMapGrowsToItsLongFormExactlyWhereItMust(final int length)
    {
        final String value = "61".repeat(length);
        final String entry = "a3016b" + (length < 256 ? String.format("a1%02x", length)
            : String.format("b1%08x",
                length))
            + value;
        final int items = entry.length() / 2;
        final String map = items <= 254 ? String.format("c1%02x02", items + 1)
            : String.format("d1%08x00000002", items
                + 4);
        check("005372" + map + entry, "", AmqpEdits.builder().set(MESSAGE, "k", AmqpEditValue.ofString("a".repeat(
            length))));
        check("005372" + map + entry, "005372c10100", AmqpEdits.builder().set(MESSAGE, "k", AmqpEditValue.ofString("a"
            .repeat(length))));
        check("005372" + map + entry, "005372c10702a3016ba10139", AmqpEdits.builder().set(MESSAGE, "k", AmqpEditValue
            .ofString("a".repeat(length))).remove(MESSAGE, "x"));
    }

    @Test
    void aMapGrowsWhereItsCountDoes()
    {
        // 127 entries of two octets (the symbol is empty) are 254 items in 381 octets; so the count's bound is not
        // reached in a map8, but a map32 has to take it.
        final StringBuilder entries = new StringBuilder();
        for (int i = 0; i < 127; i++)
        {
            entries.append("a30040");
        }
        final String map = "005372d1" + String.format("%08x%08x", 381 + 4, 254) + entries;
        check("005372d1" + String.format("%08x%08x", 381 + 8, 256) + entries + "a3016b41", map, AmqpEdits.builder()
            .set(MESSAGE, "k", AmqpEditValue.ofBoolean(true)));
    }

    @Test
    void allDuplicatesAreEdited()
    {
        final String map = "005372c11206 a3016b5401 a301785402 a3016b5403".replace("c112", "c110");
        check("005372c11006 a3016b5409 a301785402 a3016b5409", map, AmqpEdits.builder().set(MESSAGE, "k", AmqpEditValue
            .ofInt(9)));
        check("005372c10602 a301785402", map, AmqpEdits.builder().remove(MESSAGE, "k"));
        check("005372c11206 a302 6a6a5401 a301785402 a3026a6a5403", map,
            AmqpEdits.builder().rename(MESSAGE, "k", "jj"));
        check("005372c10100", map, AmqpEdits.builder().remove(MESSAGE, "k").remove(MESSAGE, "x"));
    }

    @Test
    void valuesKeepTheirForms()
    {
        final String map = "005372c12a0a a301618100000000000000ff a301627100000001 a3016356 00 a301 64b100000002 6869"
            + " a3016554 01";
        final AmqpEdits.Builder edits = AmqpEdits.builder().set(MESSAGE, "a", AmqpEditValue.ofLong(-2))
            .set(MESSAGE, "b",
                AmqpEditValue.ofInt(-3))
            .set(MESSAGE, "c", AmqpEditValue.ofBoolean(true)).set(MESSAGE, "d", AmqpEditValue.ofString(
                "ho"))
            .set(MESSAGE, "e", AmqpEditValue.ofInt(-128));
        final String size = String.format("%02x", 1 + (map.replace(" ", "").length() - 12) / 2);
        final String good = "005372c1" + size + map.substring(10);
        check("005372c1" + size
            + "0a a30161 81fffffffffffffffe a3016271fffffffd a3016356 01 a30164b100000002686f a301655480",
            good, edits);
    }

    @Test
    void theBareMessageIsEditedOnlyIfThatIsAllowed()
    {
        final AmqpEdits.Builder edits = AmqpEdits.builder().set(AmqpField.TO, AmqpEditValue.ofString("q")).set(
            AmqpField.APPLICATION_PROPERTIES, "k", AmqpEditValue.ofString("v"));
        assertThrows(IllegalArgumentException.class, edits::build);
        assertEquals("005373c00803a1016d40a10171" + "005374c10702a1016ba10176" + "005375a00162", rewritten(BODY, edits
            .allowBareMessage()));
    }

    @Test
    void wrongEditsAreRefusedAtOnce()
    {
        final AmqpEdits.Builder edits = AmqpEdits.builder();
        assertThrows(IllegalArgumentException.class, () -> edits.set(AmqpField.PRIORITY, AmqpEditValue.ofUbyte(256)));
        assertThrows(IllegalArgumentException.class,
            () -> edits.set(AmqpField.DELIVERY_COUNT, AmqpEditValue.ofUint(-1)));
        assertThrows(IllegalArgumentException.class, () -> edits.set(AmqpField.TTL, AmqpEditValue.ofInt(1)));
        assertThrows(IllegalArgumentException.class, () -> edits.set(AmqpField.DATA, AmqpEditValue.ofInt(1)));
        assertThrows(IllegalArgumentException.class, () -> edits.unset(AmqpField.HEADER));
        assertThrows(IllegalArgumentException.class, () -> edits.remove(AmqpField.FOOTER, "k"));
        assertThrows(IllegalArgumentException.class, () -> edits.remove(MESSAGE, "\u00e9"));
        assertThrows(IllegalArgumentException.class, () -> AmqpEditValue.ofString("\ud800"));
    }

    private static AmqpEdits growing()
    {
        return AmqpEdits.builder().ttl(5).raiseDeliveryCount().set(MESSAGE, "x-opt-trace", AmqpEditValue.ofString("t"
            .repeat(300))).build();
    }

    @Test
    void aMessageThatIsCutOffOrMalformedIsLeftAlone()
    {
        final byte[] whole = bytes("005370c00c05560050044042 7000000000".replace(" ", "") + "005371c10602a3016454ff"
            + "005372c10602a3016d5401" + BODY);
        final AmqpRewriter rewriter = new AmqpRewriter(growing());
        for (int length = 0; length < whole.length; length++)
        {
            final ByteBuf part = Unpooled.directBuffer().writeBytes(whole, 0, length);
            final boolean ready = rewriter.rewrite(view.wrap(part));
            final boolean boundary = length == 0 || length == 17 || length == 28 || length == 39 || length == 49;
            assertEquals(boundary, ready, "at " + length);
            if (!ready)
            {
                assertEquals(Refusal.MALFORMED, rewriter.patch().refusal());
                assertNull(rewriter.rewrite(part, UnpooledByteBufAllocator.DEFAULT));
                assertThrows(IllegalStateException.class, () -> rewriter.patch().writeHeader(new byte[999], 0));
                assertThrows(IllegalStateException.class, () -> rewriter.patch().applyInPlace(part));
            }
            final byte[] after = new byte[length];
            part.getBytes(0, after);
            assertArrayEquals(Arrays.copyOf(whole, length), after);
            assertEquals(1, part.refCnt());
            part.release();
        }
    }

    @Test
    void everyKindOfBufferGivesTheSame()
    {
        final byte[] message = bytes("005370c00c05560050044042 7000000000005371c10602a3016454ff005372c10602a3016d5401"
            + BODY);
        final AmqpRewriter rewriter = new AmqpRewriter(growing());
        assertTrue(rewriter.rewrite(view.wrap(message)));
        final byte[] expected = Patches.written(rewriter.patch(), message);
        for (final Buffers.Buffer buffer : Buffers.all(message))
        {
            final FrameView other = new FrameView();
            buffer.wrap().accept(other);
            final String state = buffer.state().get();
            assertTrue(rewriter.rewrite(other), buffer.name());
            assertArrayEquals(expected, Patches.written(rewriter.patch(), message), buffer.name());
            assertEquals(state, buffer.state().get(), buffer.name());
            buffer.free().run();
        }
    }

    @Test
    void theRestIsReferredToAndReferenceCountsBalance()
    {
        final byte[] message = bytes("005372c10602a3016d5401" + BODY);
        final AmqpRewriter rewriter = new AmqpRewriter(growing());
        assertTrue(rewriter.rewrite(view.wrap(message)));
        final byte[] expected = Patches.written(rewriter.patch(), message);
        for (final ByteBuf source : List.of(Unpooled.copiedBuffer(message),
            PooledByteBufAllocator.DEFAULT.directBuffer()
                .writeBytes(message),
            Buffers.composite(message, 3, 20)))
        {
            final ByteBuf result = rewriter.rewrite(source, PooledByteBufAllocator.DEFAULT);
            assertEquals(2, source.refCnt());
            final byte[] found = new byte[result.readableBytes()];
            result.getBytes(result.readerIndex(), found);
            assertArrayEquals(expected, found);
            source.setByte(message.length - 1, 'z');
            assertEquals('z', result.getByte(expected.length - 1));
            result.release();
            assertEquals(1, source.refCnt());
            source.release();
        }
    }

    @Test
    void whatDoesNotFitIsNotWritten()
    {
        final byte[] message = bytes(BODY);
        final AmqpRewriter rewriter = new AmqpRewriter(growing());
        assertTrue(rewriter.rewrite(view.wrap(message)));
        final int length = rewriter.patch().headerLength();
        final ByteBuf small = Unpooled.buffer(4, length + 1).writeByte(1).writeByte(2);
        assertEquals(-1, rewriter.patch().writeHeader(small));
        assertEquals(2, small.writerIndex());
        assertEquals(-1, rewriter.patch().writeHeader(new byte[length - 1], 0));
        assertFalse(rewriter.patch().applyInPlace(Unpooled.wrappedBuffer(message)));
        assertArrayEquals(bytes(BODY), message);
        final AmqpRewriter limited =
            new AmqpRewriter(growing(), Limits.DEFAULT.withMaxHeaderLength(200), Strictness.STRICT);
        assertFalse(limited.rewrite(view.wrap(message)));
        assertEquals(Refusal.HEADER_TOO_LONG, limited.patch().refusal());
    }

    @Test
    void noEditsAndEditsThereAndBackChangeNothing() throws IOException
    {
        final AmqpRewriter none = new AmqpRewriter(AmqpEdits.builder().build());
        final String head = "005370c00d05 5600 5004 700000ea60 42 5203 005372c10b04 a301615401 a301625501";
        final AmqpRewriter there = new AmqpRewriter(AmqpEdits.builder()
            .set(AmqpField.DURABLE, AmqpEditValue.ofBoolean(true)).set(AmqpField.PRIORITY, AmqpEditValue.ofUbyte(9))
            .ttl(1).set(AmqpField.FIRST_ACQUIRER, AmqpEditValue.ofBoolean(true))
            .set(AmqpField.DELIVERY_COUNT, AmqpEditValue.ofUint(200)).set(MESSAGE, "a", AmqpEditValue.ofInt(7))
            .rename(MESSAGE, "b", "c").build());
        final AmqpRewriter back =
            new AmqpRewriter(AmqpEdits.builder().set(AmqpField.DURABLE, AmqpEditValue.ofBoolean(false))
                .set(AmqpField.PRIORITY, AmqpEditValue.ofUbyte(4)).ttl(60_000)
                .set(AmqpField.FIRST_ACQUIRER, AmqpEditValue.ofBoolean(false))
                .set(AmqpField.DELIVERY_COUNT, AmqpEditValue.ofUint(3)).set(MESSAGE, "a", AmqpEditValue.ofInt(1))
                .rename(MESSAGE, "c", "b")
                .build());
        final byte[] message = bytes(head + BODY);
        final byte[] before = message.clone();
        assertTrue(there.rewrite(view.wrap(message)), () -> String.valueOf(there.fault()));
        assertTrue(there.patch().applyInPlace(message, 0));
        assertFalse(Arrays.equals(before, message));
        assertTrue(back.rewrite(view.wrap(message)));
        assertTrue(back.patch().applyInPlace(message, 0));
        assertArrayEquals(before, message);
        for (final byte[] each : AmqpRewriteReferenceTest.captures())
        {
            assertTrue(none.rewrite(view.wrap(each)));
            assertFalse(none.patch().isChanged());
            assertArrayEquals(each, Patches.written(none.patch(), each));
        }
    }

    @Test
    void whatIsRemovedAndPutThereAgainIsNoEdit()
    {
        final byte[] message = bytes("005372c10b04 a301615401 a301625501" + BODY);
        final AmqpRewriter same = new AmqpRewriter(AmqpEdits.builder().remove(MESSAGE, "a").remove(MESSAGE, "b").set(
            MESSAGE, "a", AmqpEditValue.ofInt(1)).add(MESSAGE, "b", AmqpEditValue.ofLong(1)).build());
        assertTrue(same.rewrite(view.wrap(message)));
        assertFalse(same.patch().isChanged());
        assertTrue(same.patch().isInPlace() && same.patch().applyInPlace(message, 0));
        assertEquals(0, same.patch().headerLength());
        assertArrayEquals(message, Patches.written(same.patch(), message));
        assertEquals(0, Allocations.by(() -> same.rewrite(view.wrap(message)), 20_000, 2_000));
        // Entries have an order, if one that means nothing.
        final AmqpRewriter moved =
            new AmqpRewriter(AmqpEdits.builder().remove(MESSAGE, "a").set(MESSAGE, "a", AmqpEditValue
                .ofInt(1)).build());
        assertTrue(moved.rewrite(view.wrap(message)));
        assertTrue(moved.patch().isChanged());
        assertArrayEquals(bytes("005372c10b04 a301625501 a301615401" + BODY), Patches.written(moved.patch(), message));
    }

    @Test
    void allocatesNothing()
    {
        final byte[] message = bytes("005370c00c05560050044042 7000000000005371c10602a3016454ff005372c10602a3016d5401"
            + BODY);
        // The leak detector allocates.
        final UnpooledByteBufAllocator untracked = new UnpooledByteBufAllocator(true, true);
        final ByteBuf direct = untracked.directBuffer().writeBytes(message);
        final ByteBuf out = untracked.directBuffer(1024);
        final AmqpRewriter inPlace = new AmqpRewriter(AmqpEdits.builder().raiseDeliveryCount().set(MESSAGE, "m",
            AmqpEditValue.ofInt(2)).build());
        final AmqpRewriter copying = new AmqpRewriter(growing());
        assertEquals(0, Allocations.by(() -> {
            assertTrue(inPlace.rewrite(view.wrap(direct)) && inPlace.patch().applyInPlace(direct));
            assertTrue(inPlace.rewrite(view.wrap(message)) && inPlace.patch().applyInPlace(message, 0));
            assertTrue(copying.rewrite(view.wrap(direct)) && copying.patch().writeHeader(out.clear()) > 0);
        }, 50_000, 10_000));
        direct.release();
        out.release();
    }
}
