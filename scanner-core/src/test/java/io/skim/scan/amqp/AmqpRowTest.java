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
import io.skim.scan.testing.AmqpGenerator;
import io.skim.scan.testing.AmqpMessages;
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

/** A row has what the scanner shows of everything, and is refused what that refuses. */
class AmqpRowTest
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
    private final AmqpRow row = new AmqpRow();
    private final AmqpMessageReader reader = new AmqpMessageReader();
    private final Cursor cursor = new Cursor();
    private final Cursor key = new Cursor();
    private int shown;
    private int refused;

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

    /** The same of a row; of each value in all ways that it can be asked for. */
    private List<String> shown()
    {
        final List<String> lines = new ArrayList<>();
        int index = 0;
        for (int section = 0; section < row.sectionCount(); section++)
        {
            final AmqpField field = row.section(section);
            assertEquals(index, row.begin(section));
            final int first = AmqpInterest.FIRST_FIELDS[field.section];
            final boolean fields = AmqpInterest.FIELD_COUNTS[field.section] > 0;
            final boolean body = field.section >= SectionReader.DATA && field.section < SectionReader.FOOTER;
            if (!body)
            {
                lines.add(field + "");
            }
            for (; index < row.end(section); index++)
            {
                final AmqpField name = fields ? AmqpField.of(first + index - row.begin(section)) : field;
                lines.add(name + (fields || body ? "" : shown(row.key(index, key)) + " is") + shown(row.value(index,
                    cursor)));
                checkValue(index);
                assertEquals(fields || body ? 0 : key.length(), row.keyLength(index));
            }
        }
        assertEquals(index, row.size());
        return lines;
    }

    private void checkValue(final int index)
    {
        row.value(index, cursor);
        assertEquals(cursor.kind(), row.kind(index));
        assertTrue(row.is(index, cursor.kind()));
        assertEquals(cursor.isNull(), row.isNull(index));
        assertEquals(cursor.offset(), row.offset(index));
        assertEquals(cursor.length(), row.length(index));
        assertEquals(cursor.mark(), row.mark(index));
        assertEquals(cursor.getLongBits(), row.getLongBits(index));
        assertEquals(cursor.getHighLongBits(), row.getHighLongBits(index));
        assertEquals(cursor.kind() != Kind.BYTES ? cursor.getLong(NONE) : NONE, row.getLong(index, NONE));
        assertEquals(cursor.kind() != Kind.BYTES ? cursor.getInt((int)NONE) : NONE, row.getInt(index, (int)NONE));
        assertEquals(cursor.getDouble(NONE), row.getDouble(index, NONE));
        assertEquals(cursor.getBoolean(false), row.getBoolean(index, false));
        assertEquals(cursor.getBoolean(true), row.getBoolean(index, true));
        final boolean sized = cursor.kind() == Kind.TEXT || cursor.kind() == Kind.SYMBOL || cursor.kind()
            == Kind.BINARY || cursor.kind() == Kind.BYTES || cursor.count() > 0 || cursor.kind().ordinal()
                >= Kind.LIST.ordinal();
        assertEquals(!sized, row.isFixed(index));
        final byte[] expected = new byte[cursor.textLength()];
        final byte[] copy = new byte[expected.length + 2];
        assertEquals(cursor.copyTo(expected, 0), row.copyTo(index, copy, 1));
        assertArrayEquals(expected, Arrays.copyOfRange(copy, 1, copy.length - 1));
        assertEquals(expected.length == 0 ? 0 : -1, row.copyTo(index, new byte[0], 0));
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
                checkRead(each, new AmqpScanner(limits, strictness), new AmqpMessageReader(limits, strictness),
                    message);
            }
        }
    }

    void checkRead(final FrameView each, final AmqpScanner scanner, final AmqpMessageReader rows,
        final byte[] message)
    {
        final Recorder recorder = new Recorder();
        final Outcome outcome = scanner.scan(each, EVERYTHING, recorder);
        final String what = HexFormat.of().formatHex(message);
        assertEquals(outcome == Outcome.COMPLETE, rows.read(each, row), what);
        assertEquals(scanner.fault().toString(), rows.fault().toString(), what);
        assertEquals(scanner.fault().offset(), rows.fault().offset(), what);
        assertEquals(recorder.lines, shown(), what);
        shown += row.size();
        refused += outcome == Outcome.MALFORMED ? 1 : 0;
    }

    @Test
    void messagesMadeAtRandomAreReadAsTheScannerShowsThem()
    {
        final Random random = new Random(Settings.seed());
        final AmqpGenerator generator = new AmqpGenerator(random);
        final AmqpMutator mutator = new AmqpMutator(random);
        for (int frame = 0; frame < FRAMES; frame += 64)
        {
            for (final byte[] message : List.of(AmqpMessages.random(random, generator), UsualMessages.of(random)))
            {
                check(message);
                check(Arrays.copyOf(message, random.nextInt(message.length + 1)));
                check(mutator.mutated(message));
                check(mutator.mutated(message));
            }
        }
        assertTrue(shown > FRAMES, () -> "only " + shown + " shown");
        assertTrue(refused > FRAMES / 32, () -> "only " + refused + " refused");
    }

    @Test
    void usualMessagesAreReadInOneRun()
    {
        final Random random = new Random(Settings.seed());
        final AmqpRowRun run = new AmqpRowRun(new AmqpScan(Limits.DEFAULT, Strictness.STRICT), Limits.DEFAULT);
        assertTrue(run.message(view.wrap(USUAL), row));
        for (int frame = 0; frame < FRAMES; frame += 16)
        {
            final byte[] message = UsualMessages.of(random);
            assertTrue(run.message(view.wrap(message), row) || !reader.read(view, row), () -> HexFormat.of().formatHex(
                message));
            shown += row.size();
        }
        assertTrue(shown > FRAMES / 2, () -> "only " + shown + " shown");
    }

    @Test
    void aMessageCutAnywhereIsRefusedAsByTheScanner()
    {
        final AmqpScanner scanner = new AmqpScanner();
        for (int length = 0; length <= USUAL.length; length++)
        {
            final byte[] cut = Arrays.copyOf(USUAL, length);
            checkRead(view.wrap(cut), scanner, reader, cut);
            checkRead(view.wrap(USUAL, 0, length), scanner, reader, cut);
        }
        assertTrue(refused > USUAL.length / 2);
    }

    @Test
    void everyBitFlippedIsReadOrRefusedAsByTheScanner()
    {
        final AmqpScanner scanner = new AmqpScanner();
        AmqpMutator.eachBitFlip(USUAL,
            flipped -> checkRead(view.wrap(flipped), scanner, reader, flipped));
        AmqpMutator.eachLie(USUAL, lie -> checkRead(view.wrap(lie), scanner, reader, lie));
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
            checkRead(view, new AmqpScanner(), reader, USUAL);
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
        assertTrue(reader.read(view.wrap(message), row), () -> reader.fault().toString());
        assertEquals(List.of(AmqpField.HEADER, AmqpField.PROPERTIES, AmqpField.APPLICATION_PROPERTIES, AmqpField.DATA),
            IntStream.range(0, row.sectionCount()).mapToObj(row::section).collect(Collectors.toList()));
        assertEquals(5, row.getInt(row.indexOf(AmqpField.PRIORITY), 4));
        assertEquals(0, row.getLong(row.indexOf(AmqpField.TTL), NONE));
        assertEquals(-1, row.indexOf(AmqpField.DELIVERY_COUNT));
        assertEquals(NONE, row.getLong(row.indexOf(AmqpField.DELIVERY_COUNT), NONE));
        assertTrue(row.isNull(row.indexOf(AmqpField.TO)));
        assertNull(row.toText(row.indexOf(AmqpField.TO)));
        assertEquals(-1, row.indexOf(AmqpField.REPLY_TO));
        assertEquals(-1, row.indexOf(AmqpField.PROPERTIES));
        assertEquals(-1, row.indexOf(AmqpField.APPLICATION_PROPERTIES));
        assertEquals(-1, row.indexOf(AmqpField.VALUE));
        final int num = row.begin(AmqpField.APPLICATION_PROPERTIES);
        assertEquals(num + 1, row.end(AmqpField.APPLICATION_PROPERTIES));
        assertEquals("num", row.key(num, key).toText());
        assertEquals(3, row.copyKeyTo(num, new byte[3], 0));
        assertEquals(-1, row.copyKeyTo(num, new byte[3], 1));
        assertEquals(row.begin(AmqpField.DATA), row.indexOf(AmqpField.DATA));
        assertEquals(2, row.end(AmqpField.DATA) - row.begin(AmqpField.DATA));
        assertEquals(2, row.length(row.indexOf(AmqpField.DATA) + 1));
        assertEquals(0, row.begin(AmqpField.FOOTER));
        assertEquals(0, row.end(AmqpField.FOOTER));
        assertThrows(IndexOutOfBoundsException.class, () -> row.section(4));
        assertThrows(IndexOutOfBoundsException.class, () -> row.end(-1));
        assertThrows(IndexOutOfBoundsException.class, () -> row.begin(5));
    }

    @Test
    void ofSectionsThatLenientTakesTwiceTheLastOneCounts()
    {
        final byte[] message = Frames.hex("005370c00402405005" + "005370c00402405006" + "00537345");
        final AmqpMessageReader lenient = new AmqpMessageReader(Limits.DEFAULT, Strictness.LENIENT);
        assertTrue(lenient.read(view.wrap(message), row), () -> lenient.fault().toString());
        assertEquals(6, row.getInt(row.indexOf(AmqpField.PRIORITY), 4));
        assertEquals(3, row.sectionCount());
        assertEquals(4, row.size());
        assertFalse(reader.read(view, row));
        assertEquals(Reason.SECTION_REPEATED, reader.fault().reason());
    }

    @Test
    void anIndexOfMinusOneIsNull()
    {
        final byte[] shifted = new byte[USUAL.length + 100];
        System.arraycopy(USUAL, 0, shifted, 99, USUAL.length);
        for (final boolean read : new boolean[] {false, true})
        {
            assertEquals(read, read && reader.read(view.wrap(shifted, 99, USUAL.length), row));
            assertTrue(row.isNull(-1) && row.isFixed(-1) && !row.getBoolean(-1, false) && row.getBoolean(-1, true));
            assertEquals(NONE, row.getLong(-1, NONE));
            assertEquals(NONE, row.getInt(-1, (int)NONE));
            assertEquals(NONE, row.getDouble(-1, NONE));
            assertEquals(0, row.getLongBits(-1) + row.getHighLongBits(-1) + row.length(-1) + row.keyLength(-1));
            assertEquals(0, row.offset(-1) + row.mark(-1) + row.copyTo(-1, new byte[0], 0));
            assertNull(row.toText(-1));
            assertTrue(row.value(-1, cursor).isNull() && row.key(-1, cursor).isNull());
            assertThrows(IndexOutOfBoundsException.class, () -> row.kind(row.size()));
            assertThrows(IndexOutOfBoundsException.class, () -> row.getLongBits(-2));
            assertThrows(IndexOutOfBoundsException.class, () -> row.getLongBits(Integer.MAX_VALUE));
        }
    }

    @Test
    void aRowHasNothingOfAMessageThatIsRefusedAndIsGoodForTheNext()
    {
        assertTrue(reader.read(view.wrap(USUAL), row));
        final int size = row.size();
        assertFalse(reader.read(view.wrap(USUAL, 0, USUAL.length - 1), row));
        assertTrue(reader.fault().isPresent());
        assertEquals(0, row.size() + row.sectionCount());
        assertEquals(-1, row.indexOf(AmqpField.TTL));
        assertEquals(0, row.end(AmqpField.APPLICATION_PROPERTIES));
        assertThrows(IndexOutOfBoundsException.class, () -> row.kind(0));
        assertTrue(reader.read(view.wrap(USUAL), row));
        assertFalse(reader.fault().isPresent());
        assertEquals(size, row.size());
        view.reset();
        assertThrows(IllegalStateException.class, () -> reader.read(view, row));
    }

    @Test
    void sectionsAndValuesThatAreNotThereThrow()
    {
        assertTrue(reader.read(view.wrap(USUAL), row));
        for (final int outside : new int[] {Integer.MIN_VALUE, -1, row.sectionCount(), Integer.MAX_VALUE})
        {
            assertThrows(IndexOutOfBoundsException.class, () -> row.begin(outside));
            assertThrows(IndexOutOfBoundsException.class, () -> row.end(outside));
            assertThrows(IndexOutOfBoundsException.class, () -> row.section(outside));
        }
        for (final int outside : new int[] {Integer.MIN_VALUE, -2, row.size(), Integer.MAX_VALUE})
        {
            assertThrows(IndexOutOfBoundsException.class, () -> row.isNull(outside));
            assertThrows(IndexOutOfBoundsException.class, () -> row.getLongBits(outside));
            assertThrows(IndexOutOfBoundsException.class, () -> row.getHighLongBits(outside));
            assertThrows(IndexOutOfBoundsException.class, () -> row.toText(outside));
            assertThrows(IndexOutOfBoundsException.class, () -> row.keyLength(outside));
        }
        assertThrows(IndexOutOfBoundsException.class, () -> new AmqpRow().begin(0));
    }

    @Test
    void aMessageOfWhichNoMarkCouldTellIsRefused()
    {
        assertFalse(reader.read(view.wrapPart(USUAL, 0, USUAL.length, 1 << 28), row));
        assertEquals(Reason.MESSAGE_TOO_LONG, reader.fault().reason());
        assertEquals(0, row.size());
        assertFalse(reader.read(view.wrapPart(USUAL, 0, USUAL.length, (1 << 28) - 1), row));
        assertEquals(Reason.TRUNCATED, reader.fault().reason());
    }

    @Test
    void aRowGrowsWithWhatMessagesHold()
    {
        final AmqpScanner scanner = new AmqpScanner();
        for (final int entries : new int[] {63, 64, 65, 200, 3, 1000})
        {
            final byte[] message = UsualMessages.entries(entries);
            checkRead(view.wrap(message), scanner, reader, message);
            assertEquals(entries, row.size());
        }
        final byte[] bodies = Frames.hex("005375a00101".repeat(100));
        checkRead(view.wrap(bodies), scanner, reader, bodies);
        assertEquals(1, row.sectionCount());
        final byte[] sections = Frames.hex("00537045".repeat(100));
        final AmqpMessageReader lenient = new AmqpMessageReader(Limits.DEFAULT, Strictness.LENIENT);
        checkRead(view.wrap(sections), new AmqpScanner(Limits.DEFAULT, Strictness.LENIENT), lenient, sections);
        assertEquals(100, row.sectionCount());
    }

    /** The footer behind a long body moves the window on. */
    @Test
    void whatIsNoLongerLoadedIsReadAgain()
    {
        final byte[] message = Frames.hex("005373c00a02a10474657374a00101" + "005375b000020000" + "61".repeat(0x20000)
            + "005378c10802a3036e756d5405");
        final AmqpScanner scanner = new AmqpScanner();
        checkRead(view.wrap(ByteBuffer.allocateDirect(message.length).put(message).flip()), scanner, reader, message);
        assertEquals("test", row.toText(row.indexOf(AmqpField.MESSAGE_ID)));
        checkRead(view.wrap(message), scanner, reader, message);
        // Another reader moves the window, and then back to less than there was.
        view.wrap(ByteBuffer.allocateDirect(USUAL.length).put(USUAL).flip());
        assertTrue(reader.read(view, row));
        final List<String> before = shown();
        final FrameView other = view;
        other.loadWindow(USUAL.length - 9, USUAL.length);
        assertEquals(before, shown());
        other.loadWindow(0, 9);
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
                reader.read(view.wrap(buffers[i]), row);
                for (int value = 0; value < row.size(); value++)
                {
                    sum[0] += row.getLongBits(value) + row.copyTo(value, copy, 0) + row.copyKeyTo(value, copy, 0) + row
                        .getLong(value, 0) + row.kind(value).ordinal() + row.value(value, cursor).length();
                }
            }
        }, 200, 5));
        for (final ByteBuf buffer : buffers)
        {
            buffer.release();
        }
    }
}
