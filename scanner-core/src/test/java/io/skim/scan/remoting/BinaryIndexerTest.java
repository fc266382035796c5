package io.skim.scan.remoting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.bytes.HeaderIndex;
import io.skim.bytes.NameTable;
import io.skim.bytes.Words;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.spi.Faults;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.FrameGenerator;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.Settings;
import io.skim.scan.testing.Vectors;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The fast path fills the same index as the slow path, or leaves the header to it.
 */
class BinaryIndexerTest
{
    private static final int FRAMES = 60_000;
    private static final List<Limits> LIMITS =
        List.of(Limits.DEFAULT, Limits.DEFAULT.withMaxValueLength(16), Limits.DEFAULT.withMaxValueLength(5)
            .withMaxEntryCount(4), Limits.DEFAULT.withMaxNameLength(2), Limits.DEFAULT.withMaxEntryCount(3),
            Limits.DEFAULT
                .withMaxEntryCount(12).withMaxValueLength(200));

    private static final NameTable WANTED = new NameTable(Map.of("b", 0, "topic", 0, "\u65E5", 0));
    private static final long WANTED_LETTERS = 1L << 'b';

    /** One indexer with both paths and one with the slow path alone, and what each has found. */
    private static final class Pair
    {
        private final Fault fault = new Fault();
        private final Fault slowFault = new Fault();
        private final BinaryIndexer indexer;
        private final BinaryIndexer slow;
        private final HeaderIndex index = new HeaderIndex();
        private final FrameView view = new FrameView();
        private int good;
        /** How many entries were not indexed, as their names were not looked for. */
        private long leftOut;
        /** How often the first match was found without the index; and behind other entries or by a longer name. */
        private int found;
        private int foundBehind;
        /** How often the header was checked without the index, and has none. */
        private int without;

        Pair(final Limits limits, final Strictness strictness)
        {
            indexer = new BinaryIndexer(fault, limits, strictness);
            slow = new BinaryIndexer(slowFault, limits, strictness, -1);
        }

        void check(final byte[] frame)
        {
            final int headerLength = frame.length < 8 ? -1 : ByteBuffer.wrap(frame).getInt(4) & 0xFF_FFFF;
            if (headerLength < 0 || headerLength > frame.length - 8)
            {
                return;
            }
            view.wrap(Buffers.poisoned(frame), Buffers.BEFORE, frame.length);
            Faults.reset(fault);
            Faults.reset(slowFault);
            final int result = indexer.index(view, headerLength, index);
            final String seen = result < 0 ? fault.toString() : show(index);
            final HeaderIndex fresh = new HeaderIndex();
            final int expected = slow.index(view, headerLength, fresh);
            assertEquals(expected < 0 ? slowFault.toString() : show(fresh), seen, () -> HexFormat.of().formatHex(frame)
                + "\n" + Vectors.text(frame));
            assertEquals(expected, result);
            good += result == 0 ? 1 : 0;
            checkSome(headerLength, fresh, expected, HexFormat.of().formatHex(frame));
            final long first = indexer.first(view, headerLength, WANTED, WANTED_LETTERS);
            if (first == BinaryIndexer.NO_MATCH)
            {
                assertEquals(0, expected, () -> HexFormat.of().formatHex(frame));
                assertEquals(fresh.count(), firstWanted(fresh), () -> HexFormat.of().formatHex(frame));
                without++;
            }
            else if (first != HeaderIndex.ABSENT)
            {
                checkFirst(fresh, expected == 0, first, HexFormat.of().formatHex(frame));
            }
        }

        /** An index of some names has all their entries, and all else that one of all names has. */
        private void checkSome(final int headerLength, final HeaderIndex whole, final int expected, final String hex)
        {
            index.lookFor(WANTED.letters(), WANTED.lengths());
            whole.lookFor(WANTED.letters(), WANTED.lengths());
            Faults.reset(fault);
            assertEquals(expected, indexer.index(view, headerLength, index), hex);
            assertEquals(expected < 0 ? slowFault.toString() : lookedFor(whole), expected < 0 ? fault.toString()
                : lookedFor(index), hex);
            if (expected == 0)
            {
                assertTrue(index.isPartial || index.count() == whole.count(), hex);
                leftOut += whole.count() - index.count();
            }
            index.lookFor(-1, -1);
        }

        /** All that is in an index but entries that are not looked for. */
        private String lookedFor(final HeaderIndex some)
        {
            return show(some, number -> some.isLookedFor(some.name(number), io.skim.scan.spi.Frames.array(view),
                io.skim.scan.spi.Frames.arrayOffset(view)));
        }

        /** The number of the first wanted entry; the count of entries if there is none. */
        private int firstWanted(final HeaderIndex slowly)
        {
            final byte[] array = io.skim.scan.spi.Frames.array(view);
            final int base = io.skim.scan.spi.Frames.arrayOffset(view);
            int number = 0;
            while (number < slowly.count() && !isWanted(array, base, slowly.name(number)))
            {
                number++;
            }
            return number;
        }

        /** What is found is the first wanted entry, and nothing is wrong before it. */
        private void checkFirst(final HeaderIndex slowly, final boolean accepted, final long first, final String hex)
        {
            final byte[] array = io.skim.scan.spi.Frames.array(view);
            final int base = io.skim.scan.spi.Frames.arrayOffset(view);
            final int from = HeaderIndex.offset(first);
            final int to = from + HeaderIndex.length(first);
            final int number = firstWanted(slowly);
            assertTrue(number < slowly.count(), hex);
            assertEquals(show(slowly.value(number)), show(first), hex);
            assertTrue(accepted || slowFault.offset() >= to, hex);
            assertTrue((first & HeaderIndex.ASCII) == 0 || Words.isAscii(array, base + from, to - from), hex);
            found++;
            foundBehind += HeaderIndex.length(slowly.name(number)) > 1 || number > 2 ? 1 : 0;
        }

        private static boolean isWanted(final byte[] array, final int base, final long name)
        {
            return WANTED.find(array, base + HeaderIndex.offset(name), HeaderIndex.length(name), HeaderIndex.kind(name))
                != NameTable.NOT_FOUND;
        }
    }

    /** All that is in an index, but for what is known about ASCII. */
    static String show(final HeaderIndex index)
    {
        return show(index, number -> true);
    }

    private static String show(final HeaderIndex index, final IntPredicate entries)
    {
        final StringBuilder shown = new StringBuilder("body at " + index.bodyOffset);
        for (int field = 0; field < RemotingField.values().length; field++)
        {
            shown.append(", ").append(show(index.field(field)));
        }
        for (int number = 0; number < index.earlierCount(); number++)
        {
            shown.append(", earlier ").append(HeaderIndex.ordinal(index.earlier(number))).append(show(index.earlier(
                number)));
        }
        for (int number = 0; number < index.count(); number++)
        {
            shown.append(entries.test(number) ? "; " + show(index.name(number)) + '=' + show(index.value(number)) : "");
        }
        return shown.toString();
    }

    private static String show(final long place)
    {
        return HeaderIndex.kind(place) + "@" + HeaderIndex.offset(place) + "+" + HeaderIndex.length(place);
    }

    /** One indexer for all frames, so that nothing of a frame may be left for the next. */
    @ParameterizedTest
    @EnumSource
    void bothPathsFillTheSameIndex(final Strictness strictness) throws IOException
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        final FrameGenerator generator = new FrameGenerator(random, Captures.sample(400, 2_000));
        generator.use(List.of("a", "b", "topic", "\u65E5", "n".repeat(126), "n".repeat(128), "", "1"));
        int found = 0;
        int foundBehind = 0;
        int without = 0;
        long leftOut = 0;
        for (final Limits limits : LIMITS)
        {
            final Pair pair = new Pair(limits, strictness);
            for (int i = 0; i < Settings.frames(FRAMES) / LIMITS.size(); i++)
            {
                final byte[] frame = generator.next();
                if (frame.length > 8 && frame[4] == 1)
                {
                    pair.check(frame);
                    cut(pair, frame, random);
                }
            }
            assertTrue(pair.good > 0, () -> "no good header, seed " + seed);
            found += pair.found;
            foundBehind += pair.foundBehind;
            without += pair.without;
            leftOut += pair.leftOut;
        }
        assertTrue(foundBehind > 0 && found > foundBehind, found + " first matches, seed " + seed);
        assertTrue(without > 0, "no header without a match, seed " + seed);
        assertTrue(leftOut > 0, "no entry was left out, seed " + seed);
    }

    /** The header ends early, and says so. */
    private static void cut(final Pair pair, final byte[] frame, final Random random)
    {
        final int headerLength = ByteBuffer.wrap(frame).getInt(4) & 0xFF_FFFF;
        if (headerLength > 21 && headerLength <= frame.length - 8)
        {
            final byte[] shorter = frame.clone();
            final int length = 21 + random.nextInt(headerLength - 21);
            ByteBuffer.wrap(shorter).putInt(4, 1 << 24 | length);
            ByteBuffer.wrap(shorter).putInt(25, length - 21);
            pair.check(shorter);
        }
    }

    /** Every pair of layouts, so that neither leaves anything behind for the other. */
    @ParameterizedTest
    @EnumSource
    void alternatingLayoutsDoNotMix(final Strictness strictness)
    {
        final String wide = "\u65E5\u672C\u8A9E".repeat(30);
        final List<byte[]> frames = List.of(Frames.binary(310, null, ""), Frames.binary(310, "remark", "body"), Frames
            .binary(310, null, "", "a", "1"),
            Frames.binary(310, "\u00FC", "", "a", "", "b", "two", "c", wide, "d",
                "last"),
            Frames.binary(10, null, "body", "topic", "t", "topic", wide, "properties", "x".repeat(300), "e", "end"),
            Frames.binary(10, null, "", "n".repeat(127), "v".repeat(127), "n".repeat(128), "v".repeat(128), "z", "z"),
            Frames.binary(10, null, "", "\u0001", "low", "~", "high", "\u00FC", "two"));
        final Pair pair = new Pair(Limits.DEFAULT, strictness);
        for (final byte[] one : frames)
        {
            for (final byte[] other : frames)
            {
                pair.check(one);
                pair.check(other);
            }
        }
        assertEquals(2 * frames.size() * frames.size(), pair.good);
    }

    /** Remarks, longer names, values of any length and text outside ASCII are no reason to index what stands behind. */
    @Test
    void theFirstMatchIsFoundInEveryForm()
    {
        final String wide = "\u65E5\u672C\u8A9E".repeat(100);
        final List<byte[]> frames = List.of(Frames.binary(10, null, "", "a", "1", "b", "2", "c", "3".repeat(50)), Frames
            .binary(10, "remark", "", "b", "2", "c", "3"), Frames.binary(10, wide, "", "a", wide, "b", wide),
            Frames
                .binary(10, null, "", "a", "x".repeat(300), "topic", ""),
            Frames.binary(10, null, "", "\u65E5", "x"),
            Frames.binary(10, null, "", "n".repeat(127), wide, "c", "", "topic", "\u00FC"));
        for (final Strictness strictness : Strictness.values())
        {
            final Pair pair = new Pair(Limits.DEFAULT, strictness);
            frames.forEach(pair::check);
            assertEquals(frames.size(), pair.found);
            // Above the limits nothing is found, and the index tells what is wrong; too many behind the match do not matter.
            final Pair few = new Pair(Limits.DEFAULT.withMaxEntryCount(2), strictness);
            few.check(Frames.binary(10, null, "", "a", "1", "c", "2", "b", "3"));
            few.check(Frames.binary(10, null, "", "nn", "1", "mm", "2", "b", "3"));
            assertEquals(0, few.found);
            few.check(Frames.binary(10, null, "", "nn", "1", "b", "2", "c", "3"));
            assertEquals(1, few.found);
            final Pair brief = new Pair(Limits.DEFAULT.withMaxValueLength(9), strictness);
            brief.check(Frames.binary(10, null, "", "nn", "1".repeat(10), "b", "3"));
            brief.check(Frames.binary(10, null, "", "b", "1".repeat(10)));
            assertEquals(0, brief.found);
        }
    }

    @Test
    void whatIsSaidToBeAsciiIs()
    {
        final HeaderIndex index = new HeaderIndex();
        final BinaryIndexer indexer = new BinaryIndexer(new Fault(), Limits.DEFAULT, Strictness.STRICT);
        final String wide = "\u00E9".repeat(200);
        for (final String[] entries : new String[][] {{"a", "x", "b", "\u00E9", "c", "y"}, {"a", wide, "b", "x"},
            {"a", "x", "b", wide}, {"a", "x".repeat(200), "b", "y"}, {"\u00E9", "x"}})
        {
            final byte[] frame = Frames.binary(10, null, "", entries);
            assertEquals(0, indexer.index(new FrameView().wrap(frame), frame.length - 8, index));
            int ascii = 0;
            for (int number = 0; number < index.count(); number++)
            {
                final long value = index.value(number);
                final boolean known = (value & HeaderIndex.ASCII) != 0;
                ascii += known ? 1 : 0;
                assertTrue(!known || entries[2 * number + 1].chars().allMatch(letter -> letter < 0x80));
            }
            assertTrue(ascii > 0 || String.join("", entries).chars().anyMatch(letter -> letter > 0x7F));
        }
    }

    @Test
    void hasRoomForAsManyEntriesAsAreAllowed()
    {
        final String[] entries = new String[2 * Limits.DEFAULT.maxEntryCount()];
        for (int number = 0; number < entries.length; number += 2)
        {
            entries[number] = String.valueOf((char)('a' + number % 26));
            entries[number + 1] = "v" + number;
        }
        final Pair pair = new Pair(Limits.DEFAULT, Strictness.STRICT);
        pair.check(Frames.binary(10, null, "", entries));
        assertEquals(1, pair.good);
        assertEquals(entries.length / 2, pair.index.count());
    }

    /** A map that may have too many entries has its entries counted, of whatever names. */
    @ParameterizedTest
    @ValueSource(strings = {"a", "name"})
    void longMapsAreTakenIfTheirEntriesAreFew(final String name)
    {
        final int most = 40;
        final Limits limits = Limits.DEFAULT.withMaxEntryCount(most).withMaxValueLength(300);
        for (final int count : new int[] {most - 1, most, most + 1, 2 * most, 200})
        {
            for (final int length : new int[] {1, 60, 127, 128, 300, 301})
            {
                final String[] entries = new String[2 * count];
                Arrays.setAll(entries, place -> place % 2 == 0 ? name : "v");
                entries[2 * count - 1] = "v".repeat(length);
                final Pair pair = new Pair(limits, Strictness.STRICT);
                pair.check(Frames.binary(10, null, "", entries));
                assertEquals(count <= most && length <= 300 ? 1 : 0, pair.good, count + " of " + length);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 200})
    void anIndexDoesNotGrowByEntriesThatAreTooMany(final int length)
    {
        final String[] entries = new String[2_000];
        Arrays.fill(entries, "v".repeat(length));
        final Pair pair = new Pair(Limits.DEFAULT.withMaxEntryCount(40), Strictness.STRICT);
        pair.check(Frames.binary(10, null, "", entries));
        assertEquals(0, pair.good);
        assertTrue(pair.index.entries.length <= 4 * 64, () -> pair.index.entries.length + " places");
    }
}
