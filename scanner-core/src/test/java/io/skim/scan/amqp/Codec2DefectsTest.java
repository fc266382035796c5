package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Outcome;
import io.skim.scan.Reason;
import io.skim.scan.testing.AmqpNode;
import io.skim.scan.testing.AmqpTree;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.RecordingHandler;
import org.junit.jupiter.api.Test;

/**
 * The defects of codec2's decoder, one after the other, by the numbers of the project's fact sheet: none is here.
 */
class Codec2DefectsTest
{
    private final FrameView view = new FrameView();
    private final AmqpReader reader = new AmqpReader();
    private final AmqpTree tree = new AmqpTree(reader);
    private final Cursor cursor = new Cursor();

    private Cursor only(final String hex)
    {
        assertEquals(AmqpReader.VALUE, reader.wrap(view.wrap(Frames.hex(hex))).next());
        return reader.value(cursor);
    }

    private void assertRefused(final Reason reason, final String hex)
    {
        assertNull(tree.read(view.wrap(Frames.hex(hex))), hex);
        assertEquals(reason, tree.fault().reason(), hex);
    }

    private String notation(final String hex)
    {
        return AmqpNode.notation(tree.read(view.wrap(Frames.hex(hex))));
    }

    /** 1. */
    @Test
    void signedFormsOfFewBytesExtendTheirSign()
    {
        for (final String minusOne : new String[] {"51ff", "54ff", "55ff", "61ffff"})
        {
            assertEquals(-1, only(minusOne).getInt(0));
            assertEquals(-1L, only(minusOne).getLong(0));
            assertEquals(-1.0, only(minusOne).getDouble(0));
        }
    }

    /** 2. */
    @Test
    void numbersWithoutBytesAreZeroInEveryRead()
    {
        for (final String zero : new String[] {"43", "44"})
        {
            assertEquals(0, only(zero).getInt(-1));
            assertEquals(0L, only(zero).getLong(-1));
            assertEquals(0.0, only(zero).getDouble(-1));
            assertEquals(0L, only(zero).getLongBits());
            assertEquals("0", only(zero).toText());
        }
    }

    /** 3. */
    @Test
    void unsignedNumbersAreNeverNegativeAndNothingIsCutOff()
    {
        assertEquals(4_294_967_295L, only("70ffffffff").getLong(0));
        assertEquals(-7, only("70ffffffff").getInt(-7));
        assertEquals(4_294_967_295.0, only("70ffffffff").getDouble(0));
        assertEquals(-7L, only("80ffffffffffffffff").getLong(-7));
        assertEquals(0x1p64, only("80ffffffffffffffff").getDouble(0));
        assertEquals("18446744073709551615", only("80ffffffffffffffff").toText());
        assertEquals(-7, only("810000000100000000").getInt(-7));
    }

    /** 4. */
    @Test
    void bytesShortsBooleansAndCharsAreRead()
    {
        assertEquals(-2, only("51fe").getInt(0));
        assertEquals(254, only("50fe").getInt(0));
        assertEquals(-300, only("61fed4").getInt(0));
        assertEquals(65_235, only("60fed3").getInt(0));
        assertTrue(only("41").getBoolean(false));
        assertTrue(only("5601").getBoolean(false));
        assertFalse(only("42").getBoolean(true));
        assertFalse(only("5600").getBoolean(true));
        assertEquals(0x1F600, only("730001f600").getInt(0));
        assertEquals("\uD83D\uDE00", only("730001f600").toText());
    }

    /** 5. */
    @Test
    void rawBitsAreThoseOfTheWidthThatIsThere()
    {
        assertEquals(5L, only("5205ffffffffffffff").getLongBits());
        assertEquals(-5L, only("55fb7fffffffffffff").getLongBits());
    }

    /** 6. */
    @Test
    void textOfWhatIsNoTextIsNotThatOfAnEarlierValue()
    {
        assertEquals("hello", only("a10568656c6c6f").toText());
        assertEquals("7", only("5407").toText());
        assertNull(only("40").toText());
        assertNull(only("7240e00000").toText());
    }

    /** 7. */
    @Test
    void bytesAreAsManyAsTheValueHas()
    {
        final byte[] bytes = new byte[9];
        assertEquals(2, only("a002010203").copyTo(bytes, 0));
        assertEquals(0, bytes[2]);
        assertEquals(-1, only("a0020102").copyTo(new byte[1], 0));
    }

    /** 8. */
    @Test
    void anUnknownCodeIsRefused()
    {
        assertRefused(Reason.CODE_UNKNOWN, "c003024641");
        assertRefused(Reason.CODE_UNKNOWN, "01");
        for (int code = 0; code < 256; code++)
        {
            final AmqpReader one = new AmqpReader().wrap(new FrameView().wrap(new byte[] {(byte)code, 0, 0, 0, 0, 0, 0,
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
            one.next();
            assertEquals(AmqpNode.type(code) == null, one.fault().reason() == Reason.CODE_UNKNOWN, "code " + code);
        }
    }

    /** 9. */
    @Test
    void nothingIsReadBeyondTheRegion()
    {
        final byte[] array = Frames.hex("71 01020304");
        for (int length = 1; length < 5; length++)
        {
            reader.wrap(view.wrap(array), 0, length);
            assertEquals(AmqpReader.MALFORMED, reader.next());
            assertEquals(Reason.TRUNCATED, reader.fault().reason());
        }
        assertRefused(Reason.VALUE_OVERRUNS_CONTAINER, "c0020171 01020304");
    }

    /** 10. */
    @Test
    void sizeAndCountMustAgreeAndSizeIsEnoughToPassOver()
    {
        assertRefused(Reason.COUNT_OVERRUNS_SIZE, "d0000000057fffffff41");
        assertRefused(Reason.COUNT_OVERRUNS_SIZE, "d000000005ffffffff41");
        assertRefused(Reason.CONTAINER_NOT_CONSUMED, "c00401414141");
        reader.wrap(view.wrap(Frames.hex("c003 05ffff 5407")));
        assertEquals(AmqpReader.VALUE, reader.next());
        assertEquals(AmqpReader.VALUE, reader.next());
        assertEquals(7, reader.value(cursor).getInt(0));
    }

    /** 11. */
    @Test
    void noLengthMovesBackwards()
    {
        for (final String code : new String[] {"b0", "b1", "b3", "d0", "d1", "f0"})
        {
            assertRefused(Reason.SIZE_OVERRUNS_CONTAINER, code + "fffffffb 0000000000");
        }
    }

    /** 12. */
    @Test
    void elementsOfAnArrayThatAreCompoundLeaveItsCodeAlone()
    {
        assertEquals("[{\"array\":{\"of\":\"list\",\"items\":[{\"list\":[{\"int\":1}]},{\"list\":[{\"int\":2},"
            + "{\"int\":3}]}]}}]", notation("e00c02c0030154010502 54025403"));
        assertEquals("[{\"array\":{\"of\":\"array\",\"items\":[{\"array\":{\"of\":\"boolean\",\"items\":[{\"boolean\":"
            + "true},{\"boolean\":false}]}},{\"array\":{\"of\":\"boolean\",\"items\":[{\"boolean\":true},"
            + "{\"boolean\":true}]}}]}}]", notation("e00a02e004025601000202 41"));
    }

    /** 13. */
    @Test
    void atItsEndTheReaderIsOnTheContainerAgain()
    {
        reader.wrap(view.wrap(Frames.hex("c00702 a10161 a10162")));
        reader.next();
        reader.enter();
        reader.next();
        reader.next();
        assertEquals(AmqpReader.END, reader.next());
        assertEquals(Kind.LIST, reader.kind());
        assertEquals(1, reader.offset());
        assertEquals(8, reader.length());
    }

    /** 14. */
    @Test
    void nestingIsBoundedAndNeedsNoStack()
    {
        final byte[] descriptors = new byte[100_000];
        reader.wrap(view.wrap(descriptors));
        assertEquals(AmqpReader.MALFORMED, reader.next());
        assertEquals(Reason.NESTED_TOO_DEEP, reader.fault().reason());
        final byte[] lists = new byte[64 * 9];
        for (int i = 0; i < 64; i++)
        {
            final int size = lists.length - i * 9 - 5;
            final byte[] head = {(byte)0xD0, 0, 0, (byte)(size >> 8), (byte)size, 0, 0, 0, 1};
            System.arraycopy(head, 0, lists, i * 9, 9);
        }
        lists[lists.length - 1] = 0;
        assertEquals(1, tree.read(view.wrap(lists)).size());
        assertEquals(Outcome.COMPLETE,
            new AmqpValueScanner().scan(view, AmqpValueScanner.interest().everyValue(0).build(),
                (id, value) -> Action.CONTINUE));
        final byte[] deeper = new byte[lists.length + 9];
        System.arraycopy(lists, 0, deeper, 9, lists.length);
        System.arraycopy(new byte[] {(byte)0xD0, 0, 0, (byte)(lists.length + 4 >> 8), (byte)(lists.length + 4), 0, 0, 0,
            1}, 0, deeper, 0, 9);
        assertNull(tree.read(view.wrap(deeper)));
        assertEquals(Reason.NESTED_TOO_DEEP, tree.fault().reason());
    }

    /** 15. */
    @Test
    void aDescribedValueBeginsAndEndsAndAnEmptyArrayTellsItsType()
    {
        assertEquals("[{\"list\":[{\"described\":[{\"ulong\":\"36\"},{\"list\":[]}]},{\"int\":1}]}]", notation(
            "c00702005324455401"));
        assertEquals("[{\"array\":{\"of\":{\"described\":[{\"symbol\":\"a\"},\"string\"]},\"items\":[]}}]", notation(
            "e00600 00a30161 a1"));
        final RecordingHandler handler = new RecordingHandler();
        new AmqpValueScanner().scan(view.wrap(Frames.hex("0053244500532445")), AmqpValueScanner.interest().everyValue(0)
            .build(), handler);
        assertEquals(2, handler.calls().stream().filter(call -> call.startsWith("begin 0: DESCRIBED")).count());
        assertEquals(2, handler.calls().stream().filter(call -> call.startsWith("end 0: DESCRIBED")).count());
    }

    /** 16. */
    @Test
    void oneValueCanBeReadAndWhatFollowsLeft()
    {
        final Cursor value = only("c00302 4142 deadbeef");
        assertEquals(Kind.LIST, value.kind());
        assertEquals(5, reader.position());
        final RecordingHandler handler = new RecordingHandler().answering(0, Action.STOP);
        assertEquals(Outcome.STOPPED,
            new AmqpValueScanner().scan(view.wrap(Frames.hex("c00302 4142 41")), AmqpValueScanner
                .interest().value(0).build(), handler));
        assertEquals(1, handler.calls().size());
    }

    /** 17. */
    @Test
    void aMapHasAsManyKeysAsValues()
    {
        assertRefused(Reason.MAP_COUNT_ODD, "c10403414141");
        assertRefused(Reason.MAP_COUNT_ODD, "c1020141");
    }

    /** 18. */
    @Test
    void offsetAndLengthAreHeeded()
    {
        final byte[] array = Frames.hex("ff ff 005377 5407 ff");
        final AmqpScanner scanner = new AmqpScanner();
        final RecordingHandler handler = new RecordingHandler();
        assertEquals(Outcome.COMPLETE,
            scanner.scan(view.wrap(array, 2, 5), AmqpScanner.interest().field(AmqpField.VALUE,
                0).build(), handler));
        assertEquals("[field 0: INT32 4+1 7]", handler.calls().toString());
    }

    /** 19. */
    @Test
    void aHandlerThatUsesTheScannerAgainIsToldSo()
    {
        final AmqpValueScanner scanner = new AmqpValueScanner();
        final AmqpValueInterest interest = AmqpValueScanner.interest().everyValue(0).build();
        assertThrows(IllegalStateException.class, () -> scanner.scan(view.wrap(Frames.hex("5407")), interest, (id,
            value) -> {
            scanner.scan(new FrameView().wrap(Frames.hex("5408")), interest, new RecordingHandler());
            return Action.CONTINUE;
        }));
    }

    /** 41. */
    @Test
    void aDescribedValueHasAKind()
    {
        assertEquals(Kind.DESCRIBED, only("00532445").kind());
        assertEquals(0, reader.code());
    }
}
