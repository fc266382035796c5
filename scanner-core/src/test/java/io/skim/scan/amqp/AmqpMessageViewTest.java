package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.AmqpMutator;
import io.skim.scan.testing.AmqpVectors;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Buffers.Buffer;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.Settings;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A view has the values that a scanner shows of everything, and refuses the messages that the scanner refuses. */
class AmqpMessageViewTest
{
    private static final int FRAMES = Settings.frames(20_000);
    private static final AmqpInterest EVERYTHING = AmqpScanner.interest().everything().build();
    private static final long NONE = -77;
    /** A header, both annotations, properties, twelve application properties and data, as they are on most wires. */
    private static final byte[] USUAL = UsualMessages.of(new Random(3));
    private static final Limits[] LIMITS = {Limits.DEFAULT, Limits.DEFAULT.withMaxHeaderLength(60), Limits.DEFAULT
        .withMaxElementCount(8), Limits.DEFAULT.withMaxSectionCount(3), Limits.DEFAULT.withMaxDepth(2)};

    private final FrameView view = new FrameView();
    private final FrameView small = new FrameView(Limits.DEFAULT.withMaxHeaderLength(60));
    private final AmqpMessageView strict = new AmqpMessageView();
    /** The view that has read last. */
    private AmqpMessageView values = strict;
    private final Cursor cursor = new Cursor();
    private final Cursor key = new Cursor();
    private int shown;
    private int refused;

    /** With assertions, which tests have. */
    @Test
    void aMessageIsNotReadAfterItsViewIsOnAnother()
    {
        final List<Runnable> reads =
            List.of(() -> values.kind(0), () -> values.toText(0), () -> values.value(0, cursor),
                () -> values.key(0, cursor), () -> values.getLong(0, 0), () -> values.isNull(-1),
                () -> values.property("a"));
        final List<Runnable> changes = List.of(() -> view.wrap(USUAL), () -> view.wrapPart(view, 0, 9, 9), view::reset);
        for (final Runnable change : changes)
        {
            assertTrue(strict.wrap(view.wrap(USUAL)));
            change.run();
            reads.forEach(read -> assertThrows(IllegalStateException.class, read::run));
        }
        assertTrue(strict.wrap(view.wrap(USUAL)));
        assertFalse(strict.isNull(0));
    }

    /** Writes down what there is to know of all that a scanner shows. */
    private static final class Recorder implements DataHandler
    {
        private final List<String> lines = new ArrayList<>();

        @Override
        public Action onBegin(final int id, final Cursor container)
        {
            lines.add(AmqpField.of(id) + "");
            return Action.CONTINUE;
        }

        @Override
        public Action onField(final int id, final Cursor value)
        {
            lines.add(AmqpField.of(id) + shown(value));
            return Action.CONTINUE;
        }

        @Override
        public Action onEntry(final int id, final Cursor key, final Cursor value)
        {
            lines.add(AmqpField.of(id) + shown(key) + " is" + shown(value));
            return Action.CONTINUE;
        }

        @Override
        public void onOutcome(final Outcome outcome, final Fault fault)
        {
            if (outcome == Outcome.MALFORMED)
            {
                lines.clear();
            }
        }
    }

    private static String shown(final Cursor value)
    {
        final byte[] bytes = new byte[value.length()];
        return " " + value.kind() + ' ' + value.offset() + ' ' + value.length() + ' ' + value.mark() + ' ' + value
            .getLongBits() + ' ' + value.getHighLongBits() + ' ' + value.copyRawTo(bytes, 0) + ' '
            + HexFormat.of()
                .formatHex(bytes);
    }

    /** The same of a view; of each value in all ways that it can be asked for. */
    private List<String> shown()
    {
        final List<String> lines = new ArrayList<>();
        int index = 0;
        for (int section = 0; section < values.sectionCount(); section++)
        {
            final AmqpField field = values.section(section);
            assertEquals(index, values.begin(section));
            final int first = AmqpInterest.FIRST_FIELDS[field.section];
            final boolean fields = AmqpInterest.FIELD_COUNTS[field.section] > 0;
            final boolean body = field.section >= SectionIndex.DATA && field.section < SectionIndex.FOOTER;
            if (!body)
            {
                lines.add(field + "");
            }
            for (; index < values.end(section); index++)
            {
                final AmqpField name = fields ? AmqpField.of(first + index - values.begin(section)) : field;
                lines.add(
                    name + (fields || body ? "" : shown(values.key(index, key)) + " is") + shown(values.value(index,
                        cursor)));
                checkValue(index);
                assertEquals(fields || body ? 0 : key.length(), values.keyLength(index));
            }
        }
        assertEquals(index, values.size());
        return lines;
    }

    private void checkValue(final int index)
    {
        values.value(index, cursor);
        assertEquals(cursor.kind(), values.kind(index));
        assertTrue(values.is(index, cursor.kind()));
        assertEquals(cursor.isNull(), values.isNull(index));
        assertEquals(cursor.offset(), values.offset(index));
        assertEquals(cursor.length(), values.length(index));
        assertEquals(cursor.mark(), values.mark(index));
        assertEquals(cursor.getLongBits(), values.getLongBits(index));
        assertEquals(cursor.getHighLongBits(), values.getHighLongBits(index));
        assertEquals(cursor.kind() != Kind.BYTES ? cursor.getLong(NONE) : NONE, values.getLong(index, NONE));
        assertEquals(cursor.kind() != Kind.BYTES ? cursor.getInt((int)NONE) : NONE, values.getInt(index, (int)NONE));
        assertEquals(cursor.getDouble(NONE), values.getDouble(index, NONE));
        assertEquals(cursor.getBoolean(false), values.getBoolean(index, false));
        assertEquals(cursor.getBoolean(true), values.getBoolean(index, true));
        final boolean sized = cursor.kind() == Kind.TEXT || cursor.kind() == Kind.SYMBOL || cursor.kind()
            == Kind.BINARY || cursor.kind() == Kind.BYTES || cursor.count() > 0 || cursor.kind().ordinal()
                >= Kind.LIST.ordinal();
        assertEquals(!sized, values.isFixed(index));
        final byte[] expected = new byte[cursor.textLength()];
        final byte[] copy = new byte[expected.length + 2];
        assertEquals(cursor.copyTo(expected, 0), values.copyTo(index, copy, 1));
        assertArrayEquals(expected, Arrays.copyOfRange(copy, 1, copy.length - 1));
        assertEquals(expected.length == 0 ? 0 : -1, values.copyTo(index, new byte[0], 0));
    }

    private void check(final byte[] message)
    {
        final byte[] poisoned = Buffers.poisoned(message);
        checkWrapped(view.wrap(poisoned, Buffers.BEFORE, message.length), message);
        checkWrapped(view.wrap(message), message);
        checkWrapped(small.wrap(ByteBuffer.allocateDirect(message.length).put(message).flip()), message);
        checkWrapped(view.wrap(ByteBuffer.allocateDirect(message.length).put(message).flip()), message);
        checkWrapped(view.wrapPart(message, 0, message.length - message.length / 3, message.length), message);
    }

    private void checkWrapped(final FrameView each, final byte[] message)
    {
        for (final Limits limits : LIMITS)
        {
            for (final Strictness strictness : Strictness.values())
            {
                checkRead(each, new AmqpScanner(limits, strictness), new AmqpMessageView(limits, strictness),
                    message);
            }
        }
    }

    void checkRead(final FrameView each, final AmqpScanner scanner, final AmqpMessageView reading,
        final byte[] message)
    {
        final Recorder recorder = new Recorder();
        final Outcome outcome = scanner.scan(each, EVERYTHING, recorder);
        final String what = HexFormat.of().formatHex(message);
        assertEquals(outcome == Outcome.COMPLETE, reading.wrap(each), what);
        values = reading;
        assertEquals(scanner.fault().toString(), reading.fault().toString(), what);
        assertEquals(scanner.fault().offset(), reading.fault().offset(), what);
        assertEquals(recorder.lines, shown(), what);
        shown += values.size();
        refused += outcome == Outcome.MALFORMED ? 1 : 0;
    }

    @Test
    void messagesMadeAtRandomAreReadAsTheScannerShowsThem()
    {
        UsualMessages.forEachGoodAndSpoiled((FRAMES + 63) / 64, this::check);
        assertTrue(shown > FRAMES, () -> "only " + shown + " shown");
        assertTrue(refused > FRAMES / 32, () -> "only " + refused + " refused");
    }

    @Test
    void aMessageCutAnywhereIsRefusedAsByTheScanner()
    {
        final AmqpScanner scanner = new AmqpScanner();
        for (int length = 0; length <= USUAL.length; length++)
        {
            final byte[] cut = Arrays.copyOf(USUAL, length);
            checkRead(view.wrap(cut), scanner, strict, cut);
            checkRead(view.wrap(USUAL, 0, length), scanner, strict, cut);
        }
        assertTrue(refused > USUAL.length / 2);
    }

    @Test
    void everyBitFlippedIsReadOrRefusedAsByTheScanner()
    {
        final AmqpScanner scanner = new AmqpScanner();
        AmqpMutator.eachBitFlip(USUAL,
            flipped -> checkRead(view.wrap(flipped), scanner, strict, flipped));
        AmqpMutator.eachLie(USUAL, lie -> checkRead(view.wrap(lie), scanner, strict, lie));
        assertTrue(refused > USUAL.length && shown > USUAL.length);
    }

    @Test
    void everyVectorIsReadOrRefusedAsByTheScanner()
    {
        AmqpVectors.all().forEach(vector -> check(vector.bytes()));
        AmqpVectors.malformed().forEach(vector -> check(vector.bytes()));
    }

    @Test
    void isReadAlikeFromAnyBuffer()
    {
        for (final Buffer buffer : Buffers.all(USUAL))
        {
            buffer.wrap().accept(view);
            final String state = buffer.state().get();
            checkRead(view, new AmqpScanner(), strict, USUAL);
            assertEquals(state, buffer.state().get(), buffer::toString);
            buffer.free().run();
        }
    }

    @Test
    void textsOfEachLengthAndAlphabetAreChecked()
    {
        final String[] tails = {"", "\u00e9", "\u4e2d\u6587", "\ud83d\ude00"};
        for (int length = 0; length < 140; length++)
        {
            for (final String tail : tails)
            {
                final byte[] value = UsualMessages.text("x".repeat(length) + tail);
                check(UsualMessages.property(UsualMessages.text("name"), value));
                check(UsualMessages.property(value, new byte[] {0x41}));
                for (int at = 1; at < value.length; at += 1 + length / 8)
                {
                    final byte[] bad = value.clone();
                    bad[at] = (byte)0xFF;
                    check(UsualMessages.property(UsualMessages.text("name"), bad));
                    check(UsualMessages.property(bad, new byte[] {0x41}));
                }
            }
        }
        assertTrue(refused > 0 && shown > 0);
    }

    @Test
    void sectionsAreFoundByFieldAndByNumber()
    {
        final byte[] message = Frames.hex("005370c0050342500543" + "005373c00403404040" + "005374c10802a1036e756d5405"
            + "005375a00101" + "005375a0020102");
        assertTrue(strict.wrap(view.wrap(message)), () -> strict.fault().toString());
        assertEquals(List.of(AmqpField.HEADER, AmqpField.PROPERTIES, AmqpField.APPLICATION_PROPERTIES, AmqpField.DATA),
            IntStream.range(0, values.sectionCount()).mapToObj(values::section).collect(Collectors.toList()));
        assertEquals(5, values.getInt(values.indexOf(AmqpField.PRIORITY), 4));
        assertEquals(0, values.getLong(values.indexOf(AmqpField.TTL), NONE));
        assertEquals(-1, values.indexOf(AmqpField.DELIVERY_COUNT));
        assertEquals(NONE, values.getLong(values.indexOf(AmqpField.DELIVERY_COUNT), NONE));
        assertTrue(values.isNull(values.indexOf(AmqpField.TO)));
        assertNull(values.toText(values.indexOf(AmqpField.TO)));
        assertEquals(-1, values.indexOf(AmqpField.REPLY_TO));
        assertEquals(-1, values.indexOf(AmqpField.PROPERTIES));
        assertEquals(-1, values.indexOf(AmqpField.APPLICATION_PROPERTIES));
        assertEquals(-1, values.indexOf(AmqpField.VALUE));
        final int num = values.begin(AmqpField.APPLICATION_PROPERTIES);
        assertEquals(num + 1, values.end(AmqpField.APPLICATION_PROPERTIES));
        assertEquals("num", values.key(num, key).toText());
        assertEquals(values.begin(AmqpField.DATA), values.indexOf(AmqpField.DATA));
        assertEquals(2, values.end(AmqpField.DATA) - values.begin(AmqpField.DATA));
        assertEquals(2, values.length(values.indexOf(AmqpField.DATA) + 1));
        assertEquals(0, values.begin(AmqpField.FOOTER));
        assertEquals(0, values.end(AmqpField.FOOTER));
        assertThrows(IndexOutOfBoundsException.class, () -> values.section(4));
        assertThrows(IndexOutOfBoundsException.class, () -> values.end(-1));
        assertThrows(IndexOutOfBoundsException.class, () -> values.begin(5));
    }

    @Test
    void ofSectionsThatLenientTakesTwiceTheLastOneCounts()
    {
        final byte[] message = Frames.hex("005370c00402405005" + "005370c00402405006" + "00537345");
        final AmqpMessageView lenient = new AmqpMessageView(Limits.DEFAULT, Strictness.LENIENT);
        assertTrue(lenient.wrap(view.wrap(message)), () -> lenient.fault().toString());
        values = lenient;
        assertEquals(6, values.getInt(values.indexOf(AmqpField.PRIORITY), 4));
        assertEquals(3, values.sectionCount());
        assertEquals(4, values.size());
        assertFalse(strict.wrap(view));
        assertEquals(Reason.SECTION_REPEATED, strict.fault().reason());
    }

    @Test
    void anIndexOfMinusOneIsNull()
    {
        final byte[] shifted = new byte[USUAL.length + 100];
        System.arraycopy(USUAL, 0, shifted, 99, USUAL.length);
        for (final boolean read : new boolean[] {false, true})
        {
            assertEquals(read, read && strict.wrap(view.wrap(shifted, 99, USUAL.length)));
            assertTrue(values.isNull(-1) && values.isFixed(-1) && !values.getBoolean(-1, false)
                && values.getBoolean(-1, true));
            assertEquals(NONE, values.getLong(-1, NONE));
            assertEquals(NONE, values.getInt(-1, (int)NONE));
            assertEquals(NONE, values.getDouble(-1, NONE));
            assertEquals(0,
                values.getLongBits(-1) + values.getHighLongBits(-1) + values.length(-1) + values.keyLength(-1));
            assertEquals(0, values.offset(-1) + values.mark(-1) + values.copyTo(-1, new byte[0], 0));
            assertNull(values.toText(-1));
            assertTrue(values.value(-1, cursor).isNull() && values.key(-1, cursor).isNull());
            assertThrows(IndexOutOfBoundsException.class, () -> values.kind(values.size()));
            assertThrows(IndexOutOfBoundsException.class, () -> values.getLongBits(-2));
            assertThrows(IndexOutOfBoundsException.class, () -> values.getLongBits(Integer.MAX_VALUE));
        }
    }

    @Test
    void hasNothingOfAMessageThatIsRefusedAndIsGoodForTheNext()
    {
        assertTrue(strict.wrap(view.wrap(USUAL)));
        final int size = values.size();
        assertFalse(strict.wrap(view.wrap(USUAL, 0, USUAL.length - 1)));
        assertTrue(strict.fault().isPresent());
        assertEquals(0, values.size() + values.sectionCount());
        assertEquals(-1, values.indexOf(AmqpField.TTL));
        assertEquals(0, values.end(AmqpField.APPLICATION_PROPERTIES));
        assertThrows(IndexOutOfBoundsException.class, () -> values.kind(0));
        assertTrue(strict.wrap(view.wrap(USUAL)));
        assertFalse(strict.fault().isPresent());
        assertEquals(size, values.size());
        view.reset();
        assertThrows(IllegalStateException.class, () -> strict.wrap(view));
    }

    @Test
    void hasNothingOnceItHasReleasedTheFrameAndIsGoodForTheNext()
    {
        assertFalse(strict.wrap(view.wrap(USUAL, 0, USUAL.length - 1)));
        strict.reset();
        assertFalse(strict.fault().isPresent());
        assertTrue(strict.wrap(view.wrap(USUAL)));
        final int size = strict.size();
        assertTrue(size > 0);
        strict.reset();
        assertEquals(0, strict.size() + strict.sectionCount() + strict.end(AmqpField.APPLICATION_PROPERTIES));
        assertEquals(-1, strict.indexOf(AmqpField.TTL));
        assertNull(strict.toText(-1));
        assertThrows(IndexOutOfBoundsException.class, () -> strict.getLong(0, 0));
        assertTrue(strict.wrap(view));
        assertEquals(size, strict.size());
    }

    @Test
    void sectionsAndValuesThatAreNotThereThrow()
    {
        assertTrue(strict.wrap(view.wrap(USUAL)));
        for (final int outside : new int[] {Integer.MIN_VALUE, -1, values.sectionCount(), Integer.MAX_VALUE})
        {
            assertThrows(IndexOutOfBoundsException.class, () -> values.begin(outside));
            assertThrows(IndexOutOfBoundsException.class, () -> values.end(outside));
            assertThrows(IndexOutOfBoundsException.class, () -> values.section(outside));
        }
        for (final int outside : new int[] {Integer.MIN_VALUE, -2, values.size(), Integer.MAX_VALUE})
        {
            assertThrows(IndexOutOfBoundsException.class, () -> values.isNull(outside));
            assertThrows(IndexOutOfBoundsException.class, () -> values.getLongBits(outside));
            assertThrows(IndexOutOfBoundsException.class, () -> values.getHighLongBits(outside));
            assertThrows(IndexOutOfBoundsException.class, () -> values.toText(outside));
            assertThrows(IndexOutOfBoundsException.class, () -> values.keyLength(outside));
        }
        assertThrows(IndexOutOfBoundsException.class, () -> new AmqpMessageView().begin(0));
    }

    @Test
    void aMessageOfWhichNoMarkCouldTellIsRefused()
    {
        assertFalse(strict.wrap(view.wrapPart(USUAL, 0, USUAL.length, 1 << 28)));
        assertEquals(Reason.MESSAGE_TOO_LONG, strict.fault().reason());
        assertEquals(0, values.size());
        assertFalse(strict.wrap(view.wrapPart(USUAL, 0, USUAL.length, (1 << 28) - 1)));
        assertEquals(Reason.TRUNCATED, strict.fault().reason());
    }

    @Test
    void growsWithWhatMessagesHold()
    {
        final AmqpScanner scanner = new AmqpScanner();
        for (final int entries : new int[] {63, 64, 65, 200, 3, 1000})
        {
            final byte[] message = UsualMessages.entries(entries);
            checkRead(view.wrap(message), scanner, strict, message);
            assertEquals(entries, values.size());
        }
        final byte[] bodies = Frames.hex("005375a00101".repeat(100));
        checkRead(view.wrap(bodies), scanner, strict, bodies);
        assertEquals(1, values.sectionCount());
        final byte[] sections = Frames.hex("00537045".repeat(100));
        final AmqpMessageView lenient = new AmqpMessageView(Limits.DEFAULT, Strictness.LENIENT);
        checkRead(view.wrap(sections), new AmqpScanner(Limits.DEFAULT, Strictness.LENIENT), lenient, sections);
        assertEquals(100, values.sectionCount());
    }

    @Test
    void entriesAreFoundByNameAndTheLastOfThemCounts()
    {
        final String longName = "a-name-that-is-longer-than-a-word-or-two";
        final byte[] name = UsualMessages.text(longName);
        final byte[] message = Frames.join(Frames.hex("005372c10602a30178 5401"), Frames.hex(String.format(
            "005374c1%02x 08 a1016b 5401 a1016b 5402 a102c3a9 5403", name.length + 19)), name, Frames.hex("5404"));
        assertTrue(strict.wrap(view.wrap(message)), () -> strict.fault().toString());
        assertEquals(2, strict.getInt(strict.property("k"), 0));
        assertEquals(3, strict.getInt(strict.property("\u00e9"), 0));
        assertEquals(4, strict.getInt(strict.property(longName), 0));
        assertEquals(1, strict.getInt(strict.indexOf(AmqpField.MESSAGE_ANNOTATIONS, "x"), 0));
        assertEquals(-1, strict.property("x"));
        assertEquals(-1, strict.property(longName + "s"));
        assertEquals(-1, strict.property(""));
        assertEquals(-1, strict.indexOf(AmqpField.DELIVERY_ANNOTATIONS, "x"));
        assertEquals(-1, strict.indexOf(AmqpField.PROPERTIES, "k"));
        assertEquals(NONE, strict.getLong(strict.property("none"), NONE));
    }

    /** The footer behind a long body moves the window on. */
    @Test
    void whatIsNoLongerLoadedIsReadAgain()
    {
        final byte[] message = Frames.hex("005373c00a02a10474657374a00101" + "005375b000020000" + "61".repeat(0x20000)
            + "005378c10802a3036e756d5405");
        final AmqpScanner scanner = new AmqpScanner();
        checkRead(view.wrap(ByteBuffer.allocateDirect(message.length).put(message).flip()), scanner, strict, message);
        assertEquals("test", values.toText(values.indexOf(AmqpField.MESSAGE_ID)));
        checkRead(view.wrap(message), scanner, strict, message);
        // Another view moves the window, and then back to less than there was.
        view.wrap(ByteBuffer.allocateDirect(USUAL.length).put(USUAL).flip());
        assertTrue(strict.wrap(view));
        final List<String> before = shown();
        final FrameView other = view;
        io.skim.scan.spi.Frames.loadWindow(other, USUAL.length - 9, USUAL.length);
        assertEquals(before, shown());
        io.skim.scan.spi.Frames.loadWindow(other, 0, 9);
        assertEquals(before, shown());
    }

    @ParameterizedTest
    @ValueSource(strings = {"heap", "direct", "composite"})
    void readingAllocatesNothingFaultsIncluded(final String kind)
    {
        final byte[] cut = Arrays.copyOf(USUAL, USUAL.length - 1);
        final byte[] odd = UsualMessages.property(UsualMessages.text("\u00e9"), UsualMessages.text("y".repeat(99)));
        final ByteBuf[] buffers =
            List.of(USUAL, cut, odd, UsualMessages.entries(200)).stream().map(bytes -> switch (kind)
            {
                case "heap" -> Unpooled.wrappedBuffer(bytes);
                case "direct" -> new UnpooledByteBufAllocator(true, true).directBuffer(bytes.length).writeBytes(bytes);
                default -> Buffers.composite(bytes, bytes.length / 3, bytes.length / 2);
            }).toArray(ByteBuf[]::new);
        final byte[] copy = new byte[4096];
        final long[] sum = new long[1];
        assertEquals(0, Allocations.by(() -> {
            for (int i = 0; i < buffers.length; i++)
            {
                strict.wrap(view.wrap(buffers[i]));
                for (int value = 0; value < values.size(); value++)
                {
                    sum[0] +=
                        values.getLongBits(value) + values.copyTo(value, copy, 0)
                            + values.key(value, cursor).textLength()
                            + values
                                .getLong(value, 0)
                            + values.kind(value).ordinal() + values.value(value, cursor).length();
                }
            }
        }, 200, 5));
        for (final ByteBuf buffer : buffers)
        {
            buffer.release();
        }
    }
}
