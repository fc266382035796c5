package io.skim.scan.remoting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.testing.Frames;
import java.util.HexFormat;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Entries that nobody wants are passed over by other code than those that are shown: what is refused, where and why is
 * the same.
 */
class SkippingTest
{
    private static final String PROPERTIES = "KEYS\1k\2p\1\u65E5\u672C\u8A9E\u306E\u30C6\u30AD\u30B9\u30C8\2TAGS\1"
        + "TagA\2\1x\2WAIT\1\2e\1\uD83D\uDE00 na\u00EFve caf\u00E9, and some more that is ASCII\2TAGS\1TagB\2seq";
    private static final String[] ENTRIES = {"a", "P_send", "b", "TopicTest-\u00E9", "c", "TBW102", "d", "4", "e", "",
        "g", "1795231868248", "h", "seventeen letters", "i", PROPERTIES, "k", "false", "\u00FC", "two", "~", "tilde",
        "1", "one", "name", "n", "n", "broker-a"};
    /** With nothing out of the ordinary, so that they are read in one run. */
    private static final String[] ORDINARY =
        {"a", "P_send", "b", "TopicTest-\u00E9", "c", "TBW102", "d", "4", "b", "again",
            "e", "", "h", "seventeen letters", "i", PROPERTIES + "\2" + PROPERTIES, "k", "false", "nsd", "name",
            "\u00FC", "x",
            "l", "\u65E5\u672C".repeat(50), "n", "broker-a"};

    /** Of more than 23 bits. */
    private static final int LONG_VALUE = 9_000_000;
    private static final int TAG = RemotingField.values().length;
    private static final int TOPIC_ID = TAG + 1;
    private static final RemotingInterest WIDE = RemotingScanner.interest().everything().everyProperty(
        RemotingField.PROPERTIES.ordinal()).build();
    private static final RemotingInterest NARROW =
        RemotingScanner.interest().ids(TAG).entry("b", TOPIC_ID).entry("topic", TOPIC_ID)
            .property("TAGS", TAG).build();
    private static final RemotingInterest ENTRIES_ONLY = RemotingScanner.interest().everyEntry(0).build();
    private static final RemotingInterest TOPIC = RemotingScanner.interest().entry("b", 0).build();
    private static final RemotingInterest LAST = RemotingScanner.interest().entry("n", 0).build();

    /** Several names of one letter, of several, and of one that takes two bytes. */
    private static final Set<String> SOME_NAMES = Set.of("nsd", "\u00FC", "l", "name");
    private static final RemotingInterest SOME =
        RemotingScanner.interest().entry("nsd", 0).entry("\u00FC", 0).entry("l",
            0).entry("name", 0).build();
    private static final RemotingInterest FIRST =
        RemotingScanner.interest().entry("b", 0).entry("topic", 0).firstMatchWins()
            .build();
    private static final byte[] OTHER = Frames.binary(105, null, "", "topic", "orders");
    private static final RemotingInterest ALL_ENTRIES = RemotingScanner.interest().everything().build();
    private static final RemotingInterest FIRST_OF_NONE =
        RemotingScanner.interest().entry("P", 0).entry("absent", 0).firstMatchWins().build();
    /** So many letters are wanted that each entry is looked at. */
    private static final RemotingInterest FIRST_OF_EACH =
        RemotingScanner.interest().entry("b", 0).entry("topic", 0).entry(
            "F", 0).entry("M", 0).entry("Q", 0).entry("X", 0).entry("Z", 0).firstMatchWins().build();

    /** Remembers all entries of some names, and answers what it is told to. */
    private static final class Named implements DataHandler
    {
        private final Action answer;
        final StringBuilder shown = new StringBuilder();

        Named(final Action answer)
        {
            this.answer = answer;
        }

        @Override
        public Action onField(final int id, final Cursor value)
        {
            shown.append(value.offset()).append('=').append(value.toText()).append('|');
            return answer;
        }

        @Override
        public Action onEntry(final int id, final Cursor key, final Cursor value)
        {
            return SOME_NAMES.contains(key.toText()) ? onField(id, value) : Action.CONTINUE;
        }
    }

    /** Remembers the last tag, by itself or among all properties, and all topics in their order. */
    private static final class Tag implements DataHandler
    {
        String text;
        final StringBuilder topics = new StringBuilder();

        @Override
        public Action onField(final int id, final Cursor value)
        {
            text = id == TAG ? value.toText() : text;
            if (id == TOPIC_ID)
            {
                topics.append(value.offset()).append('=').append(value.toText()).append('|');
            }
            return Action.CONTINUE;
        }

        @Override
        public Action onEntry(final int id, final Cursor key, final Cursor value)
        {
            if (id == RemotingField.PROPERTIES.ordinal() && key.contentEquals("TAGS"))
            {
                text = value.toText();
            }
            else if (id != RemotingField.PROPERTIES.ordinal() && (key.contentEquals("b") || key.contentEquals("topic")))
            {
                topics.append(value.offset()).append('=').append(value.toText()).append('|');
            }
            return Action.CONTINUE;
        }
    }

    private static String scan(final RemotingScanner scanner, final RemotingInterest interest, final byte[] frame,
        final boolean withTag)
    {
        final Tag tag = new Tag();
        final Outcome outcome = scanner.scan(new FrameView().wrap(frame), interest, tag);
        final Fault fault = scanner.fault();
        final String topics = withTag ? tag.topics + " " : "";
        return topics
            + (outcome == Outcome.MALFORMED ? fault.reason() + " at " + fault.offset() + " " + fault.claimed() + " "
                + fault.available() : withTag ? tag.text : "");
    }

    private static String scan(final RemotingScanner scanner, final RemotingInterest interest, final byte[] frame,
        final Action answer)
    {
        final Named named = new Named(answer);
        final Outcome outcome = scanner.scan(new FrameView().wrap(frame), interest, named);
        final Fault fault = scanner.fault();
        return named.shown + " " + outcome + " " + fault.reason() + " at " + fault.offset() + " " + fault.claimed()
            + " "
            + fault.available();
    }

    /** Remembers where all values stand. */
    private static final class Places implements DataHandler
    {
        final StringBuilder shown = new StringBuilder();

        @Override
        public Action onField(final int id, final Cursor value)
        {
            shown.append(id).append(' ').append(value).append('|');
            return Action.CONTINUE;
        }

        @Override
        public Action onEntry(final int id, final Cursor key, final Cursor value)
        {
            shown.append(key).append(':');
            return onField(id, value);
        }
    }

    /** A search that finds nothing checks the whole header, and what reads the scanned header then finds all of it. */
    private static boolean compareAfterSearch(final RemotingScanner scanner, final byte[] bytes)
    {
        final FrameView frame = new FrameView().wrap(bytes);
        final Places expected = new Places();
        final Places seen = new Places();
        final Outcome outcome = scanner.scan(frame, ALL_ENTRIES, expected);
        // So that nothing of this frame is left in the index.
        assertTrue(scanner.check(new FrameView().wrap(OTHER)));
        assertEquals(outcome, scanner.scan(frame, FIRST_OF_NONE, seen), () -> HexFormat.of().formatHex(bytes));
        assertEquals("", seen.shown.toString());
        if (outcome == Outcome.COMPLETE)
        {
            assertEquals(Outcome.COMPLETE, scanner.show(ALL_ENTRIES, seen));
            assertEquals(expected.shown.toString(), seen.shown.toString());
        }
        return outcome == Outcome.COMPLETE;
    }

    private static String escaped(final String text)
    {
        return text.replace("\1", "\\u0001").replace("\2", "\\u0002");
    }

    /** In the order of Java, or not: then it is not looked at ahead. */
    private static byte[] json(final boolean inOrder)
    {
        final StringBuilder header =
            new StringBuilder(inOrder ? "{\"code\":310,\"extFields\":{" : "{\"flag\":1,\"code\":310,\"extFields\":{");
        for (int i = 0; i < ENTRIES.length; i += 2)
        {
            header.append(i == 0 ? "\"" : ",\"").append(ENTRIES[i]).append("\":\"").append(escaped(ENTRIES[i + 1]))
                .append('"');
        }
        return Frames.json(header + "},\"flag\":0,\"language\":\"JAVA\",\"opaque\":49,"
            + "\"serializeTypeCurrentRPC\":\"JSON\",\"version\":513}");
    }

    private static void compare(final RemotingScanner scanner, final byte[] frame)
    {
        final String expected = scan(scanner, WIDE, frame, true);
        final boolean tagged = scanner.fault().isPresent();
        assertEquals(expected, scan(scanner, NARROW, frame, true), () -> HexFormat.of().formatHex(frame));
        final String untagged = tagged ? scan(scanner, WIDE, frame, false) : "";
        assertEquals(untagged, scan(scanner, TOPIC, frame, false), () -> HexFormat.of().formatHex(frame));
        assertEquals(untagged, scan(scanner, LAST, frame, false), () -> HexFormat.of().formatHex(frame));
        for (final Action answer : Action.values())
        {
            assertEquals(scan(scanner, FIRST_OF_EACH, frame, answer), scan(scanner, FIRST, frame, answer),
                () -> HexFormat
                    .of().formatHex(frame));
        }
        if (!tagged)
        {
            assertEquals(scan(scanner, ENTRIES_ONLY, frame, Action.CONTINUE),
                scan(scanner, SOME, frame, Action.CONTINUE),
                () -> HexFormat.of().formatHex(frame));
        }
    }

    @Test
    void showsAValueOfManyMegabytesWhereItStands()
    {
        final int most = 16_777_215;
        final Limits limits = Limits.DEFAULT.withMaxEntryCount(most).withMaxFrameLength(2 * most)
            .withMaxHeaderLength(most).withMaxValueLength(
                most);
        final String topic = "v".repeat(LONG_VALUE);
        final StringBuilder shown = new StringBuilder();
        assertEquals(Outcome.COMPLETE, new RemotingScanner(limits, Strictness.STRICT).scan(new FrameView(limits).wrap(
            Frames.binary(310, null, "body", "a", "group", "b", topic, "n", "broker-a")), NARROW, (id, value) -> {
                shown.append(id).append(' ').append(value.offset()).append(' ').append(value.length()).append(value
                    .contentEquals(topic));
                return Action.CONTINUE;
            }));
        assertEquals(TOPIC_ID + " 48 " + LONG_VALUE + true, shown.toString());
    }

    @ParameterizedTest
    @EnumSource
    void refusesTheSameWhateverIsWanted(final Strictness strictness)
    {
        final RemotingScanner[] scanners = {new RemotingScanner(Limits.DEFAULT, strictness), new RemotingScanner(
            Limits.DEFAULT.withMaxValueLength(16), strictness),
            new RemotingScanner(Limits.DEFAULT.withMaxValueLength(
                5).withMaxEntryCount(4), strictness)};
        final byte[][] frames = {Frames.binary(310, null, "", ENTRIES), Frames.binary(310, null, "some body", ENTRIES),
            Frames.binary(310, null, "", ORDINARY), Frames.binary(310, "a remark", "some body", ORDINARY), json(true),
            json(false)};
        final Random random = new Random(5);
        for (final byte[] frame : frames)
        {
            for (final RemotingScanner scanner : scanners)
            {
                compare(scanner, frame);
                for (int i = 0; i < 15_000; i++)
                {
                    final byte[] mutant = frame.clone();
                    for (int flips = 1 + random.nextInt(2); flips > 0; flips--)
                    {
                        final int at = 8 + random.nextInt(mutant.length - 8);
                        mutant[at] = (byte)(random.nextBoolean() ? mutant[at] ^ 1 << random.nextInt(8) : mutant[random
                            .nextInt(mutant.length)]);
                    }
                    compare(scanner, mutant);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void checksAndKeepsAllWhereASearchFindsNothing(final Strictness strictness)
    {
        final RemotingScanner[] scanners =
            {new RemotingScanner(Limits.DEFAULT, strictness), new RemotingScanner(Limits.DEFAULT.withMaxValueLength(60)
                .withMaxEntryCount(14), strictness)};
        final byte[][] frames = {Frames.binary(310, null, "some body", ENTRIES), Frames.binary(310, null, "", ORDINARY),
            Frames.binary(310, "a remark", "some body", ORDINARY), json(true)};
        final Random random = new Random(7);
        int good = 0;
        for (final byte[] frame : frames)
        {
            for (final RemotingScanner scanner : scanners)
            {
                for (int i = 0; i < 5_000; i++)
                {
                    final byte[] mutant = frame.clone();
                    final int at = 8 + random.nextInt(mutant.length - 8);
                    mutant[at] = (byte)(i == 0 ? mutant[at] : mutant[at] ^ 1 << random.nextInt(8));
                    good += compareAfterSearch(scanner, mutant) ? 1 : 0;
                }
            }
        }
        assertTrue(good > 1_000, good + " good mutants");
    }
}
