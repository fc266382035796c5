package io.skim.encode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.skim.scan.remoting.RemotingLanguage;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A text that was encoded once is written as the string is that it was made of. */
class EntryTextTest
{
    private static final String PATTERN =
        "abc \"q\" \\ \1\2\n\u00E9\u07FF\u65E5 \uD83D\uDE00 plain and plain and plain, on and on";
    private static final EntryKey[] KEYS = {EntryKey.of("b"), EntryKey.of("topic"), EntryKey.of("n\u00E4me \"2\"")};
    private static final EntryKey HOLDER = EntryKey.of("i");

    private static ByteBuf entries(final RemotingEncoder encoder, final String text, final boolean encoded)
    {
        final ByteBuf out = Unpooled.buffer(64);
        encoder.wrap(out).begin(310, RemotingLanguage.JAVA, 5, 6, 0);
        encoder.beginExtFields();
        for (final EntryKey key : KEYS)
        {
            if (encoded)
            {
                encoder.putEntry(key, EntryText.of(text));
            }
            else
            {
                encoder.putEntry(key, text);
            }
        }
        encoder.putEntry(KEYS[0], (EntryText)null);
        encoder.endExtFields();
        encoder.end();
        return out;
    }

    @Test
    void keysAreEqualByTheirNames()
    {
        final EntryKey key = EntryKey.of("topic");
        assertEquals(key, EntryKey.of("topic"));
        assertEquals(key.hashCode(), EntryKey.of("topic").hashCode());
        assertNotEquals(key, EntryKey.of("topics"));
        assertNotEquals(key.hashCode(), EntryKey.of("topics").hashCode());
        assertNotEquals(key, (Object)"topic");
    }

    private static ByteBuf properties(final RemotingEncoder encoder, final String text, final boolean encoded)
    {
        final ByteBuf out = Unpooled.buffer(64);
        encoder.wrap(out).begin(310, RemotingLanguage.JAVA, 5, 6, 0);
        encoder.beginExtFields();
        encoder.beginProperties(HOLDER);
        for (final EntryKey key : KEYS)
        {
            if (encoded)
            {
                encoder.putProperty(key, EntryText.of(text));
            }
            else
            {
                encoder.putProperty(key, text);
            }
        }
        encoder.putProperty(KEYS[0], (EntryText)null);
        encoder.endProperties();
        encoder.endExtFields();
        encoder.end();
        return out;
    }

    private static void assertSame(final RemotingEncoder encoder, final String text)
    {
        final ByteBuf expected = entries(encoder, text, false);
        final EncodeRefusal refusal = encoder.refusal();
        assertEquals(expected, entries(encoder, text, true), text);
        assertEquals(refusal, encoder.refusal(), text);
        final ByteBuf holder = properties(encoder, text, false);
        final EncodeRefusal wrong = encoder.refusal();
        assertEquals(holder, properties(encoder, text, true), text);
        assertEquals(wrong, encoder.refusal(), text);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void isWrittenAsTheStringIs(final boolean json)
    {
        final RemotingEncoder encoder = json ? new JsonRemotingEncoder() : new BinaryRemotingEncoder();
        for (int length = 0; length <= 100; length++)
        {
            assertSame(encoder, "x".repeat(length));
            for (int from = 0; from <= PATTERN.length() - length; from++)
            {
                final String text = PATTERN.substring(from, from + length);
                if (StandardCharsets.UTF_8.newEncoder().canEncode(text))
                {
                    assertSame(encoder, text);
                }
            }
        }
    }

    @Test
    void isWhatItWasMadeOf()
    {
        final EntryText text = EntryText.of(new StringBuilder("caf\u00E9"));
        assertEquals("caf\u00E9", text.toString());
        assertEquals(EntryText.of("caf\u00E9"), text);
        assertEquals("caf\u00E9".hashCode(), text.hashCode());
        assertNotEquals(EntryText.of("cafe"), text);
        assertNotEquals("caf\u00E9", text);
    }

    @Test
    void halvesOfSurrogatePairsAreNoText()
    {
        for (final String half : new String[] {"\uD83D", "a\uDE00", "\uDE00\uD83D"})
        {
            assertThrows(IllegalArgumentException.class, () -> EntryText.of(half));
        }
    }
}
