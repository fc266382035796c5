package io.skim.docs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.Unpooled;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Outcome;
import io.skim.scan.Reason;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.amqp.AmqpFrameField;
import io.skim.scan.amqp.AmqpFrameScanner;
import io.skim.scan.amqp.AmqpFrameSplitter;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.amqp.Performative;
import io.skim.scan.testing.Frames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What stands in the chapter about AMQP is what the scanners see. */
class AmqpFormatTest
{
    private static final String CHAPTER = "docs/amqp-format.md";
    private static final HexFormat HEX = HexFormat.of().withUpperCase().withDelimiter(" ");
    private static final Pattern LINE = Pattern.compile("(?m)^ *(\\d+)  ((?:[0-9A-F]{2} )*[0-9A-F]{2})(?:  .*)?$");
    private static final int NESTED = AmqpField.values().length;

    /** Writes callbacks down as the chapter shows them. */
    private static final class Trace implements DataHandler
    {
        static final AmqpInterest INTEREST = AmqpScanner.interest().everything().nested(NESTED).build();

        private final StringBuilder text = new StringBuilder();
        private final IntFunction<String> names;

        Trace(final IntFunction<String> names)
        {
            this.names = names;
        }

        static String nameInMessage(final int id)
        {
            return id == NESTED ? "NESTED" : AmqpField.of(id).name();
        }

        static String nameInFrame(final int id)
        {
            if (id < AmqpFrameField.values().length)
            {
                return AmqpFrameField.of(id).name();
            }
            final Performative performative = Performative.ofId(id);
            return performative.id() == id ? performative.performativeName() : performative.performativeName() + "."
                + performative.fieldNames().get(id - performative.id(0));
        }

        private Action called(final String callback, final int id, final String values)
        {
            text.append(String.format("%-8s %-23s %s%n", callback, names.apply(id), values));
            return Action.CONTINUE;
        }

        private static String place(final Cursor value)
        {
            return value.kind() + " " + value.offset() + "+" + value.length();
        }

        @Override
        public Action onField(final int id, final Cursor value)
        {
            return called("onField", id, place(value));
        }

        @Override
        public Action onEntry(final int id, final Cursor key, final Cursor value)
        {
            return called("onEntry", id, place(key) + "  " + place(value));
        }

        @Override
        public Action onBegin(final int id, final Cursor container)
        {
            return called("onBegin", id, place(container));
        }

        @Override
        public Action onEnd(final int id, final Cursor container)
        {
            return called("onEnd", id, place(container));
        }
    }

    private static byte[] message(final String name) throws IOException
    {
        return bytes("message", name);
    }

    private static byte[] bytes(final String what, final String name) throws IOException
    {
        final StringBuilder hex = new StringBuilder();
        LINE.matcher(Markdown.block(CHAPTER, what, name)).results().forEach(line -> {
            assertEquals(hex.length() / 2, Integer.parseInt(line.group(1)), line.group());
            hex.append(line.group(2).replace(" ", ""));
        });
        return Frames.hex(hex.toString());
    }

    private static String trace(final byte[] message)
    {
        return trace(new FrameView().wrap(message));
    }

    private static String trace(final FrameView message)
    {
        final Trace trace = new Trace(Trace::nameInMessage);
        final AmqpScanner scanner = new AmqpScanner();
        assertEquals(Outcome.COMPLETE, scanner.scan(message, Trace.INTEREST, trace),
            () -> scanner.fault().toString());
        return trace.text.toString();
    }

    @Test
    void theMessageIsOneOfTheSample() throws IOException
    {
        final ByteBuffer sample = ByteBuffer.wrap(Files.readAllBytes(Markdown.ROOT.resolve(
            "docs/captures/sample.amqp-messages")));
        byte[] third = null;
        for (int i = 0; i < 3; i++)
        {
            third = new byte[sample.getInt()];
            sample.get(third);
        }
        assertArrayEquals(third, message("sample"));
    }

    @Test
    void theCallbacksAreThoseOfTheMessage() throws IOException
    {
        check("sample", trace(message("sample")));
    }

    /** Compares a trace with the chapter's, or writes it there. */
    private static void check(final String name, final String trace) throws IOException
    {
        if (Boolean.getBoolean("skim.docs.write"))
        {
            final Path file = Markdown.ROOT.resolve(CHAPTER);
            final StringBuilder text = new StringBuilder(Files.readString(file));
            final Markdown.Block block =
                Markdown.blocks(text.toString()).stream().filter(each -> "callbacks".equals(each
                    .what()) && name.equals(each.name())).findFirst().orElseThrow();
            Files.writeString(file, text.replace(block.from(), block.to(), trace));
        }
        assertEquals(Markdown.block(CHAPTER, "callbacks", name), trace);
    }

    @Test
    void theFrameIsOneOfTheSample() throws IOException
    {
        final byte[] frame = bytes("frame", "transfer");
        final AmqpFrameSplitter splitter = new AmqpFrameSplitter();
        final FrameView view = new FrameView();
        splitter.feed(Unpooled.wrappedBuffer(Files.readAllBytes(Markdown.ROOT.resolve(
            "docs/captures/sample.amqp-frames"))));
        for (int i = 0; i < 5; i++)
        {
            assertTrue(splitter.next(view));
        }
        final byte[] fifth = new byte[view.length()];
        view.getBytes(0, fifth.length, fifth, 0);
        assertArrayEquals(fifth, frame);
        final Trace trace = new Trace(Trace::nameInFrame);
        assertEquals(Outcome.COMPLETE, new AmqpFrameScanner().scan(new FrameView().wrap(frame), AmqpFrameScanner
            .interest().everything().build(), trace));
        check("transfer", trace.text.toString());
    }

    @Test
    void everyFormOfADescriptorIsThatOfAHeader() throws IOException
    {
        for (final String name : List.of("descriptor-small", "descriptor-long", "descriptor-symbol"))
        {
            final byte[] message = message(name);
            final String place = "LIST " + message.length + "+0";
            assertEquals(List.of("onBegin HEADER " + place, "onEnd HEADER " + place), trace(message).lines().map(
                line -> line.replaceAll(" +", " ")).collect(Collectors.toList()));
        }
    }

    @Test
    void everyValueIsReadAsItsRowSays() throws IOException
    {
        int values = 0;
        for (final String[] row : Markdown.rows(Markdown.section(Markdown.read(CHAPTER), "Values")))
        {
            if (row.length == 5 && !Markdown.code(row[0]).isEmpty())
            {
                values++;
                value(Markdown.code(row[0]).get(0), row);
            }
        }
        assertTrue(values > 20);
    }

    private static void value(final String hex, final String[] row)
    {
        final byte[] bytes = Frames.hex(hex.replace(" ", ""));
        final AmqpReader reader = new AmqpReader().wrap(new FrameView().wrap(bytes));
        assertEquals(AmqpReader.VALUE, reader.next(), hex);
        final Cursor value = reader.value(new Cursor());
        assertEquals(Kind.valueOf(Markdown.code(row[1]).get(0)), value.kind(), hex);
        final byte[] body = Arrays.copyOfRange(bytes, value.offset(), value.offset() + value.length());
        assertEquals(only(row[2]), HEX.formatHex(body), hex);
        if (!only(row[3]).isEmpty())
        {
            assertEquals(only(row[3]), reader.isCompound() ? String.valueOf(value.count()) : value.toText(), hex);
        }
        if (reader.isCompound())
        {
            reader.enter();
            reader.leave();
        }
        assertEquals(AmqpReader.DONE, reader.next(), hex);
    }

    private static String only(final String cell)
    {
        return String.join("", Markdown.code(cell));
    }

    /** What the chapter says about deliveries over several transfers. */
    @Test
    void aPieceOfAMessageIsTruncatedUnlessItEndsBetweenSections() throws IOException
    {
        final byte[] message = message("sample");
        final Set<Reason> reasons = EnumSet.noneOf(Reason.class);
        final List<Integer> complete = new ArrayList<>();
        for (int length = 0; length <= message.length; length++)
        {
            final AmqpScanner scanner = new AmqpScanner();
            final Outcome outcome =
                scanner.scan(new FrameView().wrap(message, 0, length), Trace.INTEREST, new Trace(Trace::nameInMessage));
            if (outcome == Outcome.COMPLETE)
            {
                complete.add(length);
            }
            else
            {
                reasons.add(scanner.fault().reason());
            }
        }
        assertEquals(List.of(0, 4, 8, 38, 59), complete);
        assertEquals(EnumSet.of(Reason.TRUNCATED, Reason.SIZE_OVERRUNS_CONTAINER), reasons);
    }

    @Test
    void dataMayStillBeOnItsWay()
    {
        final byte[] message = Frames.hex("005370C0020141" + "005375B000000064");
        final List<String> shown = trace(new FrameView().wrapPart(message, 0, message.length, message.length + 100))
            .lines().map(line -> line.replaceAll(" +", " ")).collect(Collectors.toList());
        assertEquals("onField DATA BYTES " + message.length + "+100", shown.get(shown.size() - 1));
    }

    @Test
    void aSectionThatNobodyAskedForMayHoldAnything()
    {
        final byte[] message = Frames.hex("005372C103FFFFFF" + "005374C10602A1016B5401");
        final List<Long> shown = new ArrayList<>();
        final AmqpScanner scanner = new AmqpScanner();
        assertEquals(Outcome.COMPLETE, scanner.scan(new FrameView().wrap(message), AmqpScanner.interest().property("k",
            0).build(), (id, value) -> {
                shown.add(value.getLong(0));
                return Action.CONTINUE;
            }));
        assertEquals(List.of(1L), shown);
        assertEquals(Outcome.MALFORMED,
            scanner.scan(new FrameView().wrap(message), Trace.INTEREST, new Trace(Trace::nameInMessage)));
    }

    /** What the scanning guide's table of coercions says about AMQP's kinds. */
    @Test
    void valuesAreConvertedAsTheGuideSays()
    {
        converts("54FF", -1, -1, -1, null);
        converts("5580", -128, -128, -128, null);
        converts("52FF", 255, 255, 255, null);
        converts("43", 0, 0, 0, null);
        converts("70FFFFFFFF", null, 4_294_967_295L, 4_294_967_295.0, null);
        converts("80FFFFFFFFFFFFFFFF", null, null, 0x1p64, null);
        converts("41", 1, 1, 1, true);
        converts("5600", 0, 0, 0, false);
        converts("730001F600", 0x1F600, 0x1F600, 0x1F600, null);
        converts("83FFFFFFFFFFFFFFFF", -1, -1, -1, null);
        converts("82C00C000000000000", -3, -3, -3.5, null);
        converts("727FC00001", null, null, Double.NaN, null);
        converts("740000002A", null, null, null, null);
        converts("98F275EA5E0C574AD7B11AB20C563D3B71", null, null, null, null);
        converts("A0023432", null, null, null, null);
        converts("A1023432", 42, 42, 42, null);
        converts("A30474727565", null, null, null, null);
        converts("A10474727565", null, null, null, true);
        converts("A10546414C5345", null, null, null, false);
        converts("40", null, null, null, null);
        converts("45", null, null, null, null);
    }

    private static void converts(final String hex, final Integer asInt, final Number asLong, final Number asDouble,
        final Boolean asBoolean)
    {
        final Cursor value = first(hex);
        for (final int otherwise : new int[] {7, 8})
        {
            assertEquals(asInt == null ? otherwise : asInt, value.getInt(otherwise), hex);
            assertEquals(asLong == null ? otherwise : asLong.longValue(), value.getLong(otherwise), hex);
            assertEquals(asDouble == null ? otherwise : asDouble.doubleValue(), value.getDouble(otherwise), hex);
        }
        assertEquals(asBoolean != null && asBoolean, value.getBoolean(false), hex);
        assertEquals(asBoolean == null || asBoolean, value.getBoolean(true), hex);
        assertEquals(List.of(asInt != null, asLong != null, asDouble != null, asBoolean != null), List.of(value.isInt(),
            value.isLong(), value.isDouble(), value.isBoolean()), hex);
    }

    private static Cursor first(final String hex)
    {
        final AmqpReader reader = new AmqpReader().wrap(new FrameView().wrap(Frames.hex(hex)));
        assertEquals(AmqpReader.VALUE, reader.next(), hex);
        return reader.value(new Cursor());
    }

    @Test
    void bitsAreThoseOfTheWire()
    {
        assertEquals(0xFFFF_FFFFL, first("70FFFFFFFF").getLongBits());
        assertEquals(-1, first("54FF").getLongBits());
        assertEquals(0x7FC0_0001L, first("727FC00001").getLongBits());
        assertEquals(42, first("740000002A").getLongBits());
        final Cursor uuid = first("98F275EA5E0C574AD7B11AB20C563D3B71");
        assertEquals(0xF275_EA5E_0C57_4AD7L, uuid.getHighLongBits());
        assertEquals(0xB11A_B20C_563D_3B71L, uuid.getLongBits());
        assertEquals(0, first("A1023432").getLongBits());
    }

    @Test
    void textAndBytesAreComparedAndCopiedWithoutAString()
    {
        for (final String hex : List.of("A103666F6F", "B100000003666F6F", "A303666F6F", "A003666F6F"))
        {
            final Cursor value = first(hex);
            final byte[] copy = new byte[4];
            assertTrue(value.contentEquals("foo".getBytes(StandardCharsets.US_ASCII)), hex);
            assertEquals(3, value.copyTo(copy, 1), hex);
            assertArrayEquals("\0foo".getBytes(StandardCharsets.US_ASCII), copy, hex);
            assertEquals(-1, value.copyTo(copy, 2), hex);
            assertEquals("foo", value.toText(), hex);
        }
    }
}
