package io.skim.encode;

import io.skim.bytes.Characters;
import io.skim.bytes.Escapes;
import io.skim.bytes.JsonStrings;
import io.skim.bytes.Utf8;
import java.util.Arrays;

/**
 * The text of an ext field or message property, encoded once for both encodings. Immutable; for texts that occur in frame after
 * frame, such as a producer's topic and group:
 *
 * <pre>
 * private static final EntryText ORDERS = EntryText.of("orders");
 * </pre>
 */
public final class EntryText
{
    static final EntryText TRUE = of("true");
    static final EntryText FALSE = of("false");

    private final String text;
    final Padded utf8;
    /** The inside of a JSON string. */
    final Padded json;
    /** Whether both encodings write it in one step. */
    final boolean isShort;
    /** Whether it can be the value of a message property. */
    final boolean isProperty;

    private EntryText(final String text, final byte[] bytes)
    {
        this.text = text;
        final byte[] escaped = new byte[Escapes.UNIT_LENGTH * bytes.length + 2];
        utf8 = new Padded(bytes);
        json = new Padded(Arrays.copyOf(escaped, JsonStrings.put(bytes, 0, bytes.length, escaped, 0)));
        isShort = bytes.length > 0 && json.length() <= Characters.SHORT;
        isProperty = bytes.length > 0 && RemotingEncoder.isSound(bytes, 0, bytes.length);
    }

    /**
     * Encodes a text.
     *
     * @param text no longer than a header can be. The encoder checks the limits when it puts the text; binary headers refuse
     *             empty text.
     * @return the text.
     * @throws IllegalArgumentException if the text has more than 16,777,215 UTF-16 units, or half of a surrogate pair.
     */
    public static EntryText of(final CharSequence text)
    {
        final String string = text.toString();
        if (string.length() > RemotingEncoder.GREATEST_HEADER)
        {
            throw new IllegalArgumentException(
                "a text of " + string.length() + " UTF-16 units, longer than any header");
        }
        return new EntryText(string, Utf8.encode("a text", string));
    }

    @Override
    public boolean equals(final Object other)
    {
        return other instanceof EntryText && text.equals(((EntryText)other).text);
    }

    @Override
    public int hashCode()
    {
        return text.hashCode();
    }

    /** {@return the text, as it was given} */
    @Override
    public String toString()
    {
        return text;
    }
}
