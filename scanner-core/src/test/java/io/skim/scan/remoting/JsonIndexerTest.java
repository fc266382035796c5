package io.skim.scan.remoting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.bytes.HeaderIndex;
import io.skim.bytes.Kinds;
import io.skim.bytes.NameTable;
import io.skim.bytes.PropertyNames;
import io.skim.bytes.PropertyReader;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.spi.Faults;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The fast path and the slow path fill the same index and refuse for the same reason at the same offset, whatever comes
 * after whatever.
 */
class JsonIndexerTest
{
    private static final int ROUNDS = 60_000;
    private static final int PREFIX = 8;
    private static final String[] PIECES = {"a", "7", "TopicTest", "seventeen letters", "\u00E9", "\u65E5\u672C",
        "\uD83D\uDE00", "\\u0001", "\\u0002", "\\u0001", "\\u0002", "value of many letters in ASCII", "\\\"", "\\\\",
        "\\/", "\\n", "\\u00e9", "\\ud83d\\ude00", "\\u0003", "\\u0000", "\1", "\2", "\t", "]", "#", ":", ",", "{", "}",
        "\\ud83d", "\\ude00", "\\q", "\\x41", "\\7", "\\'", "\"", "\u0000"};
    /** From here on one of a text is mostly refused. */
    private static final int GOOD_PIECES = 29;
    private static final String[] NAMES = {"properties", "topic", "A", "~", "1", "queueId", "expressionType",
        "suspendTimeoutMillis", "x".repeat(63), "a name with blanks", "\u007F", "\\\\", "\\u0069", "$ref", "@type",
        "\u00FC", "", "@", "@@", "$", "\u0000b", "n\\u0000", "x".repeat(128), "\\u0001"};
    private static final int GOOD_NAMES = 10;
    private static final String[] NUMBERS = {"0", "7", "310", "4294967", "12345678", "123456789", "2147483647", "-1",
        "999999999", "2147483648", "9999999999", "12345678901", "-2147483648", "-0", "007", "00", "1.5", "1e3", "\"3\"",
        "null", "true", "", "+1"};
    private static final int GOOD_NUMBERS = 9;
    private static final String[] LANGUAGES = {"\"JAVA\"", "\"GO\"", "\"CPP\"", "\"cpp\"", "\"JAVAX\"", "\"\"",
        "\"J\\u0041VA\"", "null", "3", "\"DELPHI\"", "'GO'"};
    private static final String[] SCALARS = {"4", "0", "1795232025593", "false", "true", "null", "1.25", "-3", "01",
        "12345678901234567890", "1e5", "{}", "[1]", "'x'", "nul", "-", "{\"a\":1}"};
    private static final int GOOD_SCALARS = 5;
    private static final String[] OTHERS = {"\"x\":1", "\"version2\":\"a\"", "\"map\":{\"a\":[1,null,{}]}",
        "\"body\":null", "\"suspended\":false", "\"Code\":1", "\"co\\u0064e\":12", "\"\\u0063ode\":1", "\"flag\":1",
        "\"extFields\":{}", "\"extFields\":null", "\"remark\":null", "\"code\\u0000\":1", "\"list\":[[1,2.5e-3],\"]\"]",
        "\"s\":\"a\\u0001b\\u0002\"", "\"serializeTypeCurrentRPC\":null"};
    private static final String[] BLANKS = {" ", "\n", "  ", "\t", "\r\n", "/*c*/", "//c\n"};
    private static final String MEANS = "\"\\,:{}[]u01 \u00E9\u0001/'";

    private static final NameTable WANTED = new NameTable(Map.of("q", 1, "m", 1, "A", 2, "1", 3, "topic", 1, "i", 4,
        "\u00FC", 5));
    private static final long LETTERS = 1L << 'q' | 1L << 'm' | 1L << 'A' | 1L << 'i';

    private final Random random = new Random(20261123);
    private final FrameView view = new FrameView();

    private String pick(final String... texts)
    {
        return texts[random.nextInt(texts.length)];
    }

    /** Mostly one of the first, and now and then any. */
    private String pick(final boolean wild, final int good, final String... texts)
    {
        return texts[random.nextInt(wild && random.nextInt(4) == 0 ? texts.length : good)];
    }

    private String text(final boolean wild)
    {
        final StringBuilder text = new StringBuilder("\"");
        for (int piece = random.nextInt(random.nextInt(8) == 0 ? 60 : 3); piece > 0; piece--)
        {
            text.append(pick(wild && random.nextInt(8) == 0, GOOD_PIECES, PIECES));
        }
        return text.append('"').toString();
    }

    private String blank(final boolean pretty)
    {
        return pretty && random.nextInt(3) == 0 ? pick(BLANKS[0], pick(BLANKS)) : "";
    }

    private String map(final boolean wild, final boolean pretty)
    {
        final int count = random.nextInt(random.nextInt(30) == 0 ? 100 : 14);
        final boolean letters = random.nextBoolean();
        final boolean scalars = random.nextInt(3) == 0;
        final StringBuilder map = new StringBuilder("{");
        for (int entry = 0; entry < count; entry++)
        {
            map.append(entry == 0 ? "" : blank(pretty) + ",").append(blank(pretty)).append('"').append(letters && random
                .nextInt(8) > 0 ? String.valueOf((char)('a' + random.nextInt(26))) : pick(wild, GOOD_NAMES, NAMES))
                .append('"').append(blank(pretty)).append(':').append(blank(pretty)).append(scalars && random
                    .nextBoolean() ? pick(wild, GOOD_SCALARS, SCALARS) : text(wild));
        }
        return map.append(blank(pretty)).append('}').toString();
    }

    /** Any order, any writer. */
    private byte[] header()
    {
        final boolean wild = random.nextInt(3) == 0;
        final boolean pretty = random.nextInt(6) == 0;
        final List<String> members = new ArrayList<>(List.of("code=" + pick(wild, GOOD_NUMBERS, NUMBERS), "extFields="
            + map(wild, pretty), "flag=" + pick(wild, GOOD_NUMBERS, NUMBERS), "language=" + pick(wild, 3, LANGUAGES),
            "opaque=" + pick(wild, GOOD_NUMBERS, NUMBERS)));
        if (random.nextBoolean())
        {
            members.add("remark=" + (wild && random.nextInt(4) == 0 ? pick(SCALARS) : text(wild)));
        }
        if (random.nextInt(4) > 0)
        {
            members.add("serializeTypeCurrentRPC=" + (wild ? pick("\"JSON\"", "\"ROCKETMQ\"", "0", "7", "\"J SON\"")
                : "\"JSON\""));
        }
        members.add("version=513");
        if (random.nextInt(3) == 0)
        {
            Collections.shuffle(members, random);
        }
        else if (random.nextInt(3) == 0)
        {
            members.add(members.remove(1));
        }
        if (wild && random.nextInt(4) == 0)
        {
            members.remove(random.nextInt(members.size()));
        }
        final StringBuilder header = new StringBuilder(blank(pretty && wild)).append('{');
        for (int member = 0; member < members.size(); member++)
        {
            final String[] parts = members.get(member).split("=", 2);
            header.append(member == 0 ? "" : blank(pretty) + ",").append(wild && random.nextInt(30) == 0 ? pick(OTHERS)
                + "," : "").append(blank(pretty)).append('"').append(parts[0]).append('"').append(blank(pretty)).append(
                    ':')
                .append(blank(pretty)).append(parts[1]);
        }
        return header.append(blank(pretty)).append(wild && random.nextInt(20) == 0 ? pick("", ",", "} ", "}\0", "}x")
            : "}").toString().getBytes(StandardCharsets.UTF_8);
    }

    private byte[] spoilt(final byte[] header)
    {
        byte[] spoilt = header;
        for (int times = 1 + random.nextInt(2); times > 0; times--)
        {
            final int at = random.nextInt(spoilt.length);
            final byte other = (byte)MEANS.charAt(random.nextInt(MEANS.length()));
            final byte[] head = Arrays.copyOf(spoilt, at);
            switch (random.nextInt(4))
            {
                case 0 ->
                {
                    spoilt = spoilt.clone();
                    spoilt[at] = other;
                }
                case 1 -> spoilt = Arrays.copyOf(spoilt, Math.max(1, at));
                case 2 -> spoilt = Frames.join(head, new byte[] {other}, Arrays.copyOfRange(spoilt, at, spoilt.length));
                default -> spoilt = Frames.join(head, Arrays.copyOfRange(spoilt, Math.min(spoilt.length, at + 1),
                    spoilt.length), spoilt.length == 1 ? new byte[] {other} : new byte[0]);
            }
        }
        return spoilt;
    }

    private static String place(final long place)
    {
        return HeaderIndex.offset(place) + "+" + HeaderIndex.length(place) + "=" + (place & 0xFF) + ' ';
    }

    /** All that is in an index, but the separators, which the fast path alone notes: {@link #compareProperties}. */
    private static String told(final HeaderIndex index)
    {
        return told(index, null);
    }

    /** All that is in an index; with a view only those entries that are looked for. */
    private static String told(final HeaderIndex index, final FrameView lookedFor)
    {
        final StringBuilder told = new StringBuilder();
        for (int field = 0; field < RemotingField.values().length; field++)
        {
            told.append(field).append(' ').append(place(index.field(field)));
        }
        for (int number = 0; number < index.earlierCount(); number++)
        {
            told.append("earlier ").append(HeaderIndex.ordinal(index.earlier(number))).append(' ').append(place(index
                .earlier(number)));
        }
        for (int number = 0; number < index.count(); number++)
        {
            if (lookedFor == null || index.isLookedFor(index.name(number), io.skim.scan.spi.Frames.array(lookedFor),
                io.skim.scan.spi.Frames.arrayOffset(lookedFor)))
            {
                told.append("entry ").append(place(index.name(number))).append(place(index.value(number)));
            }
        }
        return told.append(" body ").append(index.bodyOffset).toString();
    }

    /** Both paths, which are used for header after header. */
    private static final class Paths
    {
        private final Fault fault = new Fault();
        private final HeaderIndex index = new HeaderIndex();
        private final JsonIndexer fast;
        private final JsonIndexer slow;
        /** How many entries were not indexed, as their names were not looked for. */
        private long leftOut;
        /** How many headers had a text whose separators were noted. */
        private long noted;

        Paths(final Limits limits, final Strictness strictness)
        {
            fast = new JsonIndexer(fault, limits, strictness);
            slow = new JsonIndexer(fault, limits, strictness, true);
        }

        String index(final JsonIndexer indexer, final FrameView view, final int length)
        {
            Faults.reset(fault);
            return indexer.index(view, length, index) < 0 ? fault.toString() : told(index);
        }

        /** An index of some names has all their entries, and all else that one of all names has. */
        void some(final FrameView view, final int length, final String hex)
        {
            final String whole = index(slow, view, length);
            final int count = index.count();
            index.lookFor(WANTED.letters(), WANTED.lengths());
            final String expected = whole.startsWith("0 ") ? told(index, view) : whole;
            final String partial = index(fast, view, length);
            assertEquals(expected, partial.startsWith("0 ") ? told(index, view) : partial, hex);
            if (partial.startsWith("0 "))
            {
                assertEquals(index.count() < count, index.isPartial, hex);
                leftOut += count - index.count();
            }
            index.lookFor(-1, -1);
        }

        /** What is found if the whole header is good, or nothing behind it is looked at. */
        void first(final JsonIndexer indexer, final FrameView view, final int length, final String all,
            final String hex)
        {
            Faults.reset(fault);
            final long found = indexer.first(view, length, index, WANTED, LETTERS);
            if (found == HeaderIndex.ABSENT || found < 0)
            {
                assertEquals(all, found < 0 ? fault.toString() : told(index), hex);
            }
            for (int number = 0; found >= 0 && number < index.count(); number++)
            {
                final boolean last = found != HeaderIndex.ABSENT && number == index.count() - 1;
                final long name = index.name(number);
                assertEquals(last,
                    WANTED.find(io.skim.scan.spi.Frames.array(view),
                        io.skim.scan.spi.Frames.arrayOffset(view) + HeaderIndex.offset(name), HeaderIndex
                            .length(name),
                        HeaderIndex.kind(name)) >= 0,
                    hex);
                assertTrue(!last || index.value(number) == found, hex);
                assertTrue(!all.startsWith("0 ") || all.contains("entry " + place(name) + place(index.value(number))),
                    hex);
            }
        }
    }

    /** Properties are the same whether the places of separators are known or looked for. */
    private static void compareProperties(final HeaderIndex index, final FrameView view, final String hex)
    {
        final int from = io.skim.scan.spi.Frames.arrayOffset(view) + index.separatorsOf;
        int length = 0;
        while (io.skim.scan.spi.Frames.array(view)[from + length] != '"')
        {
            length += io.skim.scan.spi.Frames.array(view)[from + length] == '\\' ? 2 : 1;
        }
        final PropertyNames every = new PropertyNames(Map.of(), true);
        final PropertyReader quick = new PropertyReader();
        quick.wrap(io.skim.scan.spi.Frames.array(view), io.skim.scan.spi.Frames.arrayOffset(view), index.separatorsOf,
            length, Kinds.JSON_TEXT);
        quick.noteSeparators(index.separators, index.separatorCount, index.separatorsAlone, index.quotesAlone);
        final PropertyReader looked = new PropertyReader();
        looked.wrap(io.skim.scan.spi.Frames.array(view), io.skim.scan.spi.Frames.arrayOffset(view), index.separatorsOf,
            length, Kinds.JSON_TEXT);
        while (looked.next(every) != PropertyReader.END)
        {
            assertEquals(PropertyReader.UNDECLARED, quick.next(every), hex);
            assertEquals(found(looked), found(quick), hex);
        }
        assertEquals(PropertyReader.END, quick.next(every), hex);
    }

    private static String found(final PropertyReader reader)
    {
        return place(HeaderIndex.place(reader.nameOffset, reader.nameLength, reader.nameKind))
            + place(HeaderIndex.place(
                reader.valueOffset, reader.valueLength, reader.valueKind));
    }

    private boolean check(final Paths paths, final byte[] frame, final int length)
    {
        view.wrap(frame);
        io.skim.scan.spi.Frames.load(view, PREFIX + length);
        final String slow = paths.index(paths.slow, view, length);
        final String fast = paths.index(paths.fast, view, length);
        final String hex = HexFormat.of().formatHex(frame);
        assertEquals(slow, fast, hex);
        if (fast.startsWith("0 ") && paths.index.separatorsOf != 0)
        {
            compareProperties(paths.index, view, hex);
            paths.noted++;
        }
        paths.some(view, length, hex);
        paths.first(random.nextBoolean() ? paths.fast : paths.slow, view, length, fast, hex);
        return fast.startsWith("0 ");
    }

    @ParameterizedTest
    @EnumSource
    void bothPathsFillTheSameIndexOrRefuseAlike(final Strictness strictness)
    {
        final Paths paths = new Paths(Limits.DEFAULT, strictness);
        int good = 0;
        int spoiltGood = 0;
        for (int round = 0; round < ROUNDS; round++)
        {
            final byte[] whole = header();
            final byte[] header = round % 2 == 0 ? whole : spoilt(whole);
            final byte[] frame = Frames.frame(0, header, new byte[random.nextInt(3) * 50]);
            final boolean taken = check(paths, frame, header.length);
            good += round % 2 == 0 && taken ? 1 : 0;
            spoiltGood += round % 2 == 1 && taken ? 1 : 0;
        }
        final int taken = good;
        assertTrue(good > ROUNDS / 4, () -> "only " + taken + " were good");
        assertTrue(paths.leftOut > ROUNDS / 4, () -> "only " + paths.leftOut + " entries were left out");
        assertTrue(paths.noted > ROUNDS / 10, () -> "the separators of only " + paths.noted + " headers were noted");
        assertTrue(spoiltGood > ROUNDS / 100, "hardly any spoilt one was");
    }

    @ParameterizedTest
    @EnumSource
    void bothPathsKeepTheLimits(final Strictness strictness)
    {
        for (int round = 0; round < ROUNDS / 100; round++)
        {
            final Paths paths = new Paths(Limits.DEFAULT.withMaxEntryCount(1 + random.nextInt(20)).withMaxNameLength(1
                + random.nextInt(20)).withMaxValueLength(1 + random.nextInt(50)).withMaxDepth(2 + random.nextInt(3)),
                strictness);
            for (int times = 0; times < 20; times++)
            {
                final byte[] header = header();
                check(paths, Frames.frame(0, header, new byte[random.nextInt(2) * 100]), header.length);
            }
        }
    }

    /** Long runs in which nothing is escaped are passed in longer steps: whatever ends them is seen at each place. */
    @Test
    void whatStandsInALongTextIsSeenAtEachPlace()
    {
        final Paths paths = new Paths(Limits.DEFAULT, Strictness.STRICT);
        int taken = 0;
        for (int place = 0; place < 300; place++)
        {
            for (final String piece : List.of("", "\\u0001", "\\\"", "\\q", "\\uD800", "\"", "\1", "\u00E9",
                "\u65E5\u672C",
                "\u00FF"))
            {
                final String text =
                    "k\\u0001" + "v".repeat(place) + piece + "w".repeat(random.nextInt(200)) + "\\u0002";
                final byte[] header = ("{\"code\":310,\"extFields\":{\"i\":\"" + text + "\",\"n\":\"b\"},\"opaque\":1}")
                    .getBytes(piece.equals("\u00FF") ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
                taken += check(paths, Frames.frame(0, header, new byte[random.nextInt(2) * 90]), header.length) ? 1 : 0;
            }
        }
        assertTrue(taken >= 5 * 300, "some good ones were not taken");
    }

    @Test
    void everyPrefixIsRefusedAlikeWhateverFollows()
    {
        final Paths paths = new Paths(Limits.DEFAULT, Strictness.STRICT);
        for (int round = 0; round < ROUNDS / 1_000; round++)
        {
            final byte[] header = header();
            final byte[] frame = Frames.frame(0, header, Arrays.copyOf(header, 100));
            for (int length = 0; length < Math.min(header.length + 90, 600); length++)
            {
                final boolean taken = check(paths, frame, length);
                assertTrue(!taken || length == header.length, "a prefix was taken");
            }
        }
    }

    /** Every pair of layouts, so that neither leaves anything behind for the other. */
    @ParameterizedTest
    @EnumSource
    void alternatingLayoutsDoNotMix(final Strictness strictness)
    {
        final String long1 = "x".repeat(300);
        final String map = "\"a\":\"1\",\"b\":\"two\",\"i\":\"k\\u0001v\\u0002\",\"n\":\"broker-a\"";
        final List<String> headers = List.of("{\"code\":310,\"extFields\":{" + map
            + "},\"flag\":0,\"language\":\"JAVA\",\"opaque\":7,\"serializeTypeCurrentRPC\":\"JSON\",\"version\":513}",
            "{\"code\":310,\"language\":\"GO\",\"version\":317,\"opaque\":194,\"flag\":0,\"remark\":\"\",\"extFields\":{"
                + map
                + "}}",
            "{ \"opaque\" : 1 , \"code\" : 10 }", "{\"opaque\":1,\"extFields\":{}}",
            "{\"opaque\":1,\"extFields\":null,\"remark\":\"" + long1 + "\\u0001\"}",
            "{\"extFields\":{\"producerGroup\":\"g\",\"queueId\":3,\"batch\":false,\"properties\":\"a\\u0001\\\"b\\u0002\"},\"opaque\":2}",
            "{\"version2\":[1],\"opaque\":3,\"extFields\":{\"\\u0061\":\"" + long1
                + "\",\"a\":\"\u65E5\u672C\"},\"code\":1,\"code\":2}",
            "{\"code\":310,\"extFields\":{" + map + "},\"flag\":0,\"langu\":\"JAVA\",\"opaque\":7}",
            "{\"code\":310,\"extFields\":{" + map + ",\"z\":\"cut");
        final Paths paths = new Paths(Limits.DEFAULT, strictness);
        int good = 0;
        for (final String one : headers)
        {
            for (final String other : headers)
            {
                for (final String text : List.of(one, other))
                {
                    final byte[] header = text.getBytes(StandardCharsets.UTF_8);
                    good += check(paths, Frames.frame(0, header, new byte[0]), header.length) ? 1 : 0;
                }
            }
        }
        assertEquals(2 * headers.size() * (headers.size() - 1), good);
    }

    static List<Path> captures() throws IOException
    {
        return Captures.remoting();
    }

    @ParameterizedTest
    @MethodSource("captures")
    void realTrafficIsIndexedAlikeAndTakesTheFastPath(final Path capture) throws IOException
    {
        final Paths paths = new Paths(Limits.DEFAULT, Strictness.STRICT);
        long all = 0;
        long slowly = 0;
        for (final byte[] frame : Frames.cut(Files.readAllBytes(capture)))
        {
            if (frame[4] == 0)
            {
                final int length = (frame[5] & 0xFF) << 16 | (frame[6] & 0xFF) << 8 | frame[7] & 0xFF;
                assertTrue(check(paths, frame, length), "a real header was refused");
                slowly -= paths.fast.parser.parsed;
                paths.fast.index(view, length, paths.index);
                slowly += paths.fast.parser.parsed;
                all += paths.index.count() + paths.fast.parser.memberCount;
            }
        }
        assertTrue(slowly * 10 <= all, slowly + " of " + all + " members and entries took the slow path");
    }
}
