package io.skim.scan.remoting;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.Reference;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.junit.jupiter.api.Test;

/**
 * Properties inside a JSON string: their separators are escapes, and beside those there may be any others. What is found
 * by places noted on the way is what the reference finds.
 */
class EscapedPropertiesTest
{
    private static final String[] PIECES = {"\\u0001", "\\u0001", "\\u0001", "\\u0002", "\\u0002", "\\u0002", "TAGS",
        "KEYS", "value", "x", "\\\"", "\\\\", "\\/", "\\u0041", "TA\\u0047S", "\\u0003", "\\n", "u0001", "\u00E9",
        "\u65E5\u672C", "\\uD83D\\uDE00", "\\\\u0001", "\\\\\\u0002", "]", "#", "\1", "\2", "\\u0000", ""};

    private static final int EVERY = 0;
    private static final int TAGS = 0;
    private static final int KEYS = 1;
    private static final RemotingInterest WIDE = RemotingScanner.interest().everyProperty(EVERY).build();
    private static final RemotingInterest NARROW = RemotingScanner.interest().property("TAGS", TAGS).property("KEYS",
        KEYS).build();

    private final RemotingScanner scanner = new RemotingScanner();

    private Map<String, String> scan(final byte[] frame, final RemotingInterest interest)
    {
        final Map<String, String> found = new HashMap<>();
        final DataHandler handler = new DataHandler()
        {
            @Override
            public Action onField(final int id, final Cursor value)
            {
                found.put(id == TAGS ? "TAGS" : "KEYS", value.toText());
                return Action.CONTINUE;
            }

            @Override
            public Action onEntry(final int id, final Cursor key, final Cursor value)
            {
                found.put(key.toText(), value.toText());
                return Action.CONTINUE;
            }
        };
        assertEquals(Outcome.COMPLETE, scanner.scan(new FrameView().wrap(frame), interest, handler), () -> scanner
            .fault().toString());
        return found;
    }

    @Test
    void areFoundAsTheReferenceFindsThem()
    {
        final Random random = new Random(7);
        for (int i = 0; i < 60_000; i++)
        {
            final StringBuilder text = new StringBuilder();
            for (int pieces = random.nextInt(24); pieces > 0; pieces--)
            {
                text.append(PIECES[random.nextInt(PIECES.length)]);
            }
            final byte[] frame = Frames.json("{\"code\":310,\"extFields\":{\"b\":\"t\",\"i\":\"" + text
                + "\",\"n\":\"broker-a\"},\"flag\":0,\"opaque\":49,\"version\":513}");
            final String read = Reference.decode(frame).extFields.get("i");
            final Map<String, String> expected = MessageDecoder.string2messageProperties(read);
            assertEquals(expected, scan(frame, WIDE), text::toString);
            expected.keySet().retainAll(Set.of("TAGS", "KEYS"));
            assertEquals(expected, scan(frame, NARROW), text::toString);
        }
    }

    /** No reader has a property of such a name, but some have one that begins like it. */
    @Test
    void aNameThatHoldsASeparatorIsFoundNowhere()
    {
        final byte[] binary = Frames.binary(310, null, "", "i", "a\1b\1c\2d\1e\2b\1c\2");
        final byte[] json = Frames.json("{\"code\":310,\"extFields\":{\"i\":\"a\\u0001b\\u0001c\\u0002d\\u0001e\\u0002"
            + "b\\u0001c\\u0002\"},\"flag\":0,\"opaque\":49,\"version\":513}");
        final byte[] inTurn = Frames.json("{\"code\":310,\"extFields\":{\"i\":\"a\\u0001b\\u0002d\\u0001e\\u0002"
            + "b\\u0001c\\u0002\"},\"flag\":0,\"opaque\":49,\"version\":513}");
        for (final byte[] frame : List.of(binary, json, inTurn))
        {
            for (final String name : List.of("a\1b", "e\2b", "a\\u0001b", "e\\u0002b", "a\\", "\\"))
            {
                assertEquals(Map.of(), scan(frame, RemotingScanner.interest().property(name, TAGS).build()), name);
            }
            assertEquals("c", scan(frame, WIDE).get("b"));
        }
    }

    private static byte[] frame(final String properties)
    {
        return Frames.json("{\"code\":310,\"extFields\":{\"i\":\"" + properties
            + "\"},\"flag\":0,\"opaque\":49,\"version\":513}");
    }

    /** The backslash behind such a name is not that of a separator. */
    @Test
    void aNameThatGoesOnWithAnEscapeIsAnother()
    {
        for (final String escape : List.of("\\\"", "\\\\", "\\/", "\\n", "\\u0041", "\\u0000", "\\u0003", "\\\"\\\""))
        {
            final byte[] frame =
                frame("TAGS" + escape + "x\\u0001a\\u0002KEYS\\u0001b\\u0002TAGS" + escape + "\\u0001c\\u0002");
            assertEquals(Map.of("KEYS", "b"), scan(frame, NARROW), escape);
            assertEquals(3, scan(frame, WIDE).size(), escape);
        }
    }

    /** Other escapes in the text, or none; and whichever of the name's last letters are escaped. */
    @Test
    void aNameIsFoundHoweverItsLettersAreWritten()
    {
        for (final String name : List.of("S", "GS", "AGS", "TAGS", "UNIQ_KEY", "traceparent"))
        {
            final RemotingInterest interest = RemotingScanner.interest().property(name, TAGS).build();
            final int letters = Math.min(name.length(), 8);
            for (int escaped = 0; escaped < 1 << letters; escaped++)
            {
                final StringBuilder written = new StringBuilder(name.substring(0, name.length() - letters));
                final StringBuilder other = new StringBuilder(written);
                for (int letter = 0; letter < letters; letter++)
                {
                    final char plain = name.charAt(name.length() - letters + letter);
                    final boolean isEscaped = (escaped >> letter & 1) != 0;
                    written.append(isEscaped ? String.format("\\u%04x", (int)plain) : plain);
                    other.append(isEscaped ? String.format("\\u%04X", plain + 1) : plain);
                }
                for (final String before : List.of("", "a\\u0001b\\u0002", "a\\u0001\\n\\u0002",
                    "\\\"\\u0001\\\"\\u0002"))
                {
                    assertEquals(Map.of("TAGS", "v"), scan(frame(before + written + "\\u0001v\\u0002"), interest),
                        before
                            + written);
                    assertEquals(escaped == 0 ? Map.of("TAGS", "v") : Map.of(), scan(frame(before + other
                        + "\\u0001v\\u0002"), interest), before + other);
                }
            }
        }
    }

    /** Whoever takes the escape of another control character for a separator looks for such a name in its raw form. */
    @Test
    void aNameWithAnyControlCharacterIsFoundAsEveryPropertyShowsIt()
    {
        for (char control = 0; control < ' '; control++)
        {
            if (control == 1 || control == 2)
            {
                continue;
            }
            for (final String form : List.of("\\u%04x", "\\u%04X"))
            {
                final String escape = String.format(form, (int)control);
                for (final String name : List.of("a%sb", "%sb", "a%s", "%s", "abcdefgh%s", "%1$s%1$sb"))
                {
                    final String plain = String.format(name, control);
                    final byte[] frame =
                        frame("x\\u0001y\\u0002" + String.format(name, escape) + "\\u0001v" + escape + "\\u0002");
                    final Map<String, String> every = scan(frame, WIDE);
                    assertEquals(Map.of("x", "y", plain, "v" + control), every, name + escape);
                    final RemotingInterest one = RemotingScanner.interest().property(plain, TAGS).build();
                    assertEquals(Map.of("TAGS", "v" + control), scan(frame, one), name + escape);
                    final RemotingInterest two = RemotingScanner.interest().property(plain, TAGS).property("z", KEYS)
                        .build();
                    assertEquals(Map.of("TAGS", "v" + control), scan(frame, two), name + escape);
                }
            }
        }
    }

    @Test
    void aValueMayHoldTheSeparatorThatEndsNames()
    {
        assertEquals(Map.of("TAGS", "a\1\"b\"\1", "KEYS", "c"), scan(frame("TAGS\\u0001a\\u0001\\\"b\\\"\\u0001\\u0002x"
            + "\\u0002KEYS\\u0001c"), NARROW));
        assertEquals(Map.of("KEYS", "c"), scan(frame("TAGS\\u0001\\u0002KEYS\\u0001c\\u0002TAGS\\u0002KEYS"), NARROW));
    }

    /** More than are noted. */
    @Test
    void theLastOfManyIsFound()
    {
        for (final int count : new int[] {1, 255, 256, 257, 511, 512, 513, 514, 2000})
        {
            final StringBuilder text = new StringBuilder();
            for (int number = 0; number < count; number++)
            {
                text.append("TAGS\\u0001").append(number).append("\\u0002x\\u0001y\\u0002");
            }
            assertEquals(Map.of("TAGS", String.valueOf(count - 1)), scan(frame(text.toString()), NARROW));
        }
    }
}
