package io.skim.scan.remoting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.testing.Frames;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What the run over a whole JSON header takes for good is good to whoever looks at member after member, and says the
 * same; and it takes what Java writes.
 */
class JsonRunTest
{
    private static final int ROUNDS = 100_000;
    private static final String[] PIECES = {"a", "7", "TopicTest", "seventeen letters", "\u00E9", "\u65E5\u672C",
        "\uD83D\uDE00", "\\u0001", "\\u0002", "\\u0001", "\\u0002", "\\u0003", "\\u0000", "\1", "\2", "\\\"", "\\\\",
        "\\/", "\\n", "\\u00e9", "\\ud83d\\ude00", "\\ud83d", "\\q", "\"", "]", "#", "value of many letters in ASCII",
        ":", ",", "{", "}", "\t", "\u0000"};
    private static final String[] NAMES = {"a", "b", "i", "n", "A", "~", "\u007F", "\\\\", "1", "properties", "topic",
        "$ref", "@type", "x".repeat(127), "x".repeat(128), "\u00FC", "", "\u0000b", "@", "@@"};
    private static final String[] NUMBERS = {"0", "7", "310", "4294967", "12345678", "123456789", "2147483599",
        "2147483600", "2147483647", "2147483648", "9999999999", "12345678901", " 12", "          2147483647", "   ",
        "-1", "007", "00", "1.5", "1e3",
        "\"3\""};
    private static final String[] LANGUAGES = {"CPP", "GO", "RUST", "cpp", "JAVAX", "", "J\\u0041VA", "DELPHI"};
    private static final int GOOD_NUMBERS = 9;
    private static final String MEANS = "\"\\,:{}[]u01 \u00E9\u0001";
    private static final String GOLDEN =
        "{\"code\":310,\"extFields\":{\"a\":\"P_send\",\"b\":\"TopicTest\",\"d\":\"4\","
            + "\"g\":\"1795231868386\",\"h\":\"\",\"i\":\"KEYS\\u0001k1\\u0002TAGS\\u0001TagA\\u0002\",\"k\":\"false\"},"
            + "\"flag\":0,\"language\":\"JAVA\",\"opaque\":53,\"serializeTypeCurrentRPC\":\"JSON\",\"version\":513}";

    private final Random random = new Random(20261121);
    private final Fault fault = new Fault();
    private final FrameView view = new FrameView();

    private String pick(final String[] texts)
    {
        return texts[random.nextInt(texts.length)];
    }

    /** Mostly in order, and now and then with anything. */
    private String header()
    {
        final boolean wild = random.nextInt(4) == 0;
        final StringBuilder text = new StringBuilder("{\"code\":").append(wild ? pick(NUMBERS) : "310");
        if (random.nextInt(8) > 0)
        {
            text.append(",\"extFields\":{");
            final int count = random.nextInt(wild ? 12 : 16);
            for (int entry = 0; entry < count; entry++)
            {
                text.append(entry == 0 ? "\"" : ",\"").append(random.nextInt(wild ? 2 : 9) == 0 ? pick(NAMES)
                    : String.valueOf((char)('a' + random.nextInt(26)))).append("\":\"");
                for (int piece = random.nextInt(random.nextInt(8) == 0 ? 60 : 3); piece > 0; piece--)
                {
                    text.append(PIECES[random.nextInt(wild ? PIECES.length : 12)]);
                }
                text.append('"');
            }
            text.append('}');
        }
        text.append(",\"flag\":").append(wild ? pick(NUMBERS) : "1").append(",\"language\":\"")
            .append(random.nextInt(8) == 0 ? pick(LANGUAGES)
                : "JAVA")
            .append("\",\"opaque\":")
            .append(
                NUMBERS[random.nextInt(wild ? NUMBERS.length : GOOD_NUMBERS)]);
        if (random.nextInt(3) == 0)
        {
            text.append(",\"remark\":\"").append(pick(PIECES)).append('"');
        }
        return text + ",\"serializeTypeCurrentRPC\":\"JSON\",\"version\":" + (wild ? pick(NUMBERS) : "513") + '}';
    }

    private byte[] spoilt(final byte[] header)
    {
        byte[] spoilt = header;
        for (int times = random.nextInt(3); times > 0; times--)
        {
            final int at = random.nextInt(spoilt.length);
            final byte other = (byte)MEANS.charAt(random.nextInt(MEANS.length()));
            switch (random.nextInt(4))
            {
                case 0:
                    spoilt = spoilt.clone();
                    spoilt[at] = other;
                    break;
                case 1:
                    spoilt = Arrays.copyOf(spoilt, Math.max(1, at));
                    break;
                case 2:
                    final byte[] longer = Arrays.copyOf(spoilt, spoilt.length + 1);
                    System.arraycopy(spoilt, at, longer, at + 1, spoilt.length - at);
                    longer[at] = other;
                    spoilt = longer;
                    break;
                default:
                    final byte[] shorter = Arrays.copyOf(spoilt, spoilt.length - 1);
                    System.arraycopy(spoilt, at + 1, shorter, at, spoilt.length - at - 1);
                    spoilt = shorter.length == 0 ? spoilt : shorter;
            }
        }
        return spoilt;
    }

    private static boolean isWanted(final int length, final int first, final long letters, final long lengths)
    {
        return ((length == 1 ? letters >>> first : lengths >>> length) & 1) != 0;
    }

    /** All that a reader gives, wanted or not; null if it finds a fault. */
    private String read(final JsonReader reader, final long letters, final long lengths, final int fields)
    {
        final StringBuilder told = new StringBuilder();
        int field = reader.nextMember(fields);
        while (field >= 0)
        {
            if (field == RemotingField.EXT_FIELDS.ordinal())
            {
                told.append("map ").append(reader.mapOffset()).append(' ');
                int at = reader.isInExtFields() ? reader.position() : 0;
                while (at > 0 && (at = reader.nextEntry(at)) > 0)
                {
                    if (isWanted(reader.keyLength, reader.array()[reader.base + reader.keyOffset], letters, lengths))
                    {
                        told.append(reader.keyOffset).append('+').append(reader.keyLength).append('=').append(
                            reader.keyKind).append(' ').append(value(reader));
                    }
                }
                if (at < 0)
                {
                    return null;
                }
                told.append(reader.offset()).append(' ');
            }
            else if ((fields >>> field & 1) != 0)
            {
                told.append(field).append(' ').append(value(reader));
            }
            field = reader.nextMember(fields);
        }
        return field == JsonReader.FAULT ? null
            : told.append(reader.code()).append(' ').append(reader.offset()).toString();
    }

    private static String value(final EntryReader reader)
    {
        return reader.valueOffset + "+" + reader.valueLength + "=" + reader.valueKind + " ";
    }

    /** Compares; tells whether the run found the header good. */
    private boolean compare(final byte[] frame, final int headerLength, final Strictness strictness, final long letters,
        final long lengths, final int fields)
    {
        final JsonReader ahead = new JsonReader(fault, Limits.DEFAULT, strictness);
        final JsonReader plain = new JsonReader(fault, Limits.DEFAULT, strictness);
        view.wrap(frame);
        view.load(8 + headerLength);
        if (!ahead.lookAhead(view, headerLength, letters, lengths, fields))
        {
            return false;
        }
        final String hex = HexFormat.of().formatHex(frame);
        plain.noting = true;
        assertTrue(plain.begin(view, headerLength) == 0, hex);
        assertEquals(read(plain, letters, lengths, fields), read(ahead, letters, lengths, fields), hex);
        return true;
    }

    @ParameterizedTest
    @EnumSource
    void takesForGoodWhatIsAndSaysTheSame(final Strictness strictness)
    {
        int good = 0;
        int spoiltGood = 0;
        for (int round = 0; round < ROUNDS; round++)
        {
            final byte[] whole = header().getBytes(StandardCharsets.UTF_8);
            final byte[] header = round % 2 == 0 ? whole : spoilt(whole);
            final byte[] frame = Frames.frame(0, header, new byte[random.nextInt(2) * 100]);
            final boolean every = random.nextBoolean();
            final boolean taken = compare(frame, header.length, strictness, every ? -1 : random.nextLong(), every ? -1
                : random.nextLong(), every ? -1 : random.nextInt());
            good += round % 2 == 0 && taken ? 1 : 0;
            spoiltGood += round % 2 == 1 && taken ? 1 : 0;
        }
        final int taken = good;
        assertTrue(good > ROUNDS / 10, () -> "only " + taken + " were taken for good");
        assertTrue(spoiltGood > ROUNDS / 100, "hardly any spoilt one was");
    }

    @Test
    void takesWhatJavaWrites()
    {
        final byte[] header = GOLDEN.getBytes(StandardCharsets.UTF_8);
        assertTrue(compare(Frames.frame(0, header, new byte[0]), header.length, Strictness.STRICT, -1, -1, -1));
    }

    @Test
    void takesAnEmptyMapAndOtherLanguages()
    {
        for (final String language : new String[] {"JAVA", "CPP", "PYTHON"})
        {
            final byte[] header = ("{\"code\":0,\"extFields\":{},\"flag\":1,\"language\":\"" + language
                + "\",\"opaque\":17,\"serializeTypeCurrentRPC\":\"JSON\",\"version\":513}")
                .getBytes(StandardCharsets.UTF_8);
            assertTrue(compare(Frames.frame(0, header, new byte[0]), header.length, Strictness.STRICT, -1, -1, -1),
                language);
        }
    }

    @Test
    void takesNoPrefixOfAHeaderAndNoHeaderThatGoesOn()
    {
        final byte[] header = GOLDEN.getBytes(StandardCharsets.UTF_8);
        for (int length = 0; length < header.length; length++)
        {
            final byte[] frame = Frames.frame(0, header, new byte[64]);
            final JsonReader reader = new JsonReader(fault, Limits.DEFAULT, Strictness.STRICT);
            view.wrap(frame);
            view.load(frame.length);
            assertTrue(!reader.lookAhead(view, length, -1, -1, -1), "a prefix of " + length);
            assertTrue(!reader.lookAhead(view, header.length + 1 + length % 60, -1, -1, -1), "more than all");
        }
    }

    @ParameterizedTest
    @EnumSource
    void takesNoByteForAnother(final Strictness strictness)
    {
        final byte[] header = GOLDEN.getBytes(StandardCharsets.UTF_8);
        int taken = 0;
        for (int at = 0; at < header.length; at++)
        {
            for (int other = 0; other < 0x80; other++)
            {
                final byte[] spoilt = header.clone();
                spoilt[at] = (byte)other;
                final byte[] frame = Frames.frame(0, spoilt, new byte[64]);
                final long letters = (other & 1) == 0 ? -1 : 1L << 'a' | 1L << 'b' | 1L << 'i';
                taken += compare(frame, spoilt.length, strictness, letters, letters, -1) ? 1 : 0;
            }
        }
        assertTrue(taken > header.length, "hardly any was taken");
    }

    @ParameterizedTest
    @EnumSource
    void beginsAtTheEntriesAsIfMemberAfterMemberHadBeenRead(final Strictness strictness)
    {
        int begun = 0;
        for (int round = 0; round < ROUNDS / 2; round++)
        {
            final byte[] whole = header().getBytes(StandardCharsets.UTF_8);
            final byte[] header = round % 2 == 0 ? whole : spoilt(whole);
            begun += beginsAlike(Frames.frame(0, header, new byte[random.nextInt(2) * 100]), header.length, strictness)
                ? 1 : 0;
        }
        assertTrue(begun > ROUNDS / 10, "hardly any began at the entries");
    }

    private boolean beginsAlike(final byte[] frame, final int headerLength, final Strictness strictness)
    {
        final JsonReader brief = new JsonReader(new Fault(), Limits.DEFAULT, strictness);
        final JsonReader plain = new JsonReader(new Fault(), Limits.DEFAULT, strictness);
        view.wrap(frame);
        view.load(8 + headerLength);
        if (!brief.beginAtEntries(view, headerLength))
        {
            return false;
        }
        final String hex = HexFormat.of().formatHex(frame);
        assertEquals(0, plain.begin(view, headerLength), hex);
        assertEquals(RemotingField.CODE.ordinal(), plain.nextMember(JsonReader.EVERY_MEMBER), hex);
        assertEquals(plain.valueOffset + "+" + plain.valueLength, brief.codeOffset + "+" + brief.codeLength, hex);
        assertEquals(RemotingField.EXT_FIELDS.ordinal(), plain.nextMember(JsonReader.EVERY_MEMBER), hex);
        assertTrue(plain.isInExtFields() && brief.isInExtFields(), hex);
        assertEquals(plain.position() + " " + plain.mapOffset() + " " + plain.offset() + " " + plain.code() + " "
            + value(plain),
            brief.position() + " " + brief.mapOffset() + " " + brief.offset() + " " + brief.code()
                + " " + value(brief),
            hex);
        assertEquals(rest(plain), rest(brief), hex);
        return true;
    }

    /** All entries and the members behind them, or the fault. */
    private static String rest(final JsonReader reader)
    {
        final StringBuilder told = new StringBuilder();
        int at = reader.position();
        while ((at = reader.nextEntry(at)) > 0)
        {
            told.append(reader.keyOffset).append('+').append(reader.keyLength).append('=').append(value(reader));
        }
        int field = at < 0 ? JsonReader.FAULT : reader.nextMember(JsonReader.EVERY_MEMBER);
        while (field >= 0)
        {
            told.append(field).append('=').append(value(reader));
            field = reader.nextMember(JsonReader.EVERY_MEMBER);
        }
        return told.append(field).append(reader.fault.reason()).append(reader.fault.offset()).toString();
    }
}
