package io.skim.encode;

import io.skim.bytes.FormatCodes;
import io.skim.bytes.Utf8;
import java.nio.ByteBuffer;

/**
 * A string or symbol, encoded once and put often: a key of a map, a symbolic descriptor, a capability. Immutable; keep it in a
 * constant:
 *
 * <pre>
 * private static final AmqpKey DELAY = AmqpKey.symbol("x-opt-delivery-delay");
 * </pre>
 */
public final class AmqpKey
{
    private static final int LONGEST_SHORT = 0xFF;

    final int code;
    /** The constructor, the length and the text, and zeros up to a multiple of eight bytes. */
    final byte[] padded;
    final int length;
    /** The index of the text in {@link #padded}. */
    final int textOffset;
    private final String text;

    private AmqpKey(final int code, final String text, final byte[] bytes)
    {
        this.code = code;
        this.text = text;
        final boolean isShort = bytes.length <= LONGEST_SHORT;
        textOffset = 1 + (isShort ? 1 : Integer.BYTES);
        length = textOffset + bytes.length;
        padded = new byte[length + Long.BYTES - 1 & -Long.BYTES];
        final ByteBuffer encoded = ByteBuffer.wrap(padded);
        if (isShort)
        {
            encoded.put((byte)code).put((byte)bytes.length);
        }
        else
        {
            encoded.put((byte)(code | FormatCodes.WIDE)).putInt(bytes.length);
        }
        encoded.put(bytes);
    }

    /**
     * Encodes a string, for example a key of application properties.
     *
     * @param text of any length, well-formed.
     * @return the key.
     * @throws IllegalArgumentException if the text contains half of a surrogate pair.
     */
    public static AmqpKey string(final String text)
    {
        return new AmqpKey(FormatCodes.STRING, text, Utf8.encode("a string", text));
    }

    /**
     * Encodes a symbol, for example a key of annotations.
     *
     * @param text in ASCII.
     * @return the key.
     * @throws IllegalArgumentException if the text contains other characters.
     */
    public static AmqpKey symbol(final String text)
    {
        final byte[] ascii = Utf8.encode("a symbol", text);
        if (ascii.length != text.length())
        {
            throw new IllegalArgumentException("'" + text + "' is not ASCII, as a symbol has to be");
        }
        return new AmqpKey(FormatCodes.SYMBOL, text, ascii);
    }

    /** {@return whether this is a symbol, not a string} */
    public boolean isSymbol()
    {
        return code == FormatCodes.SYMBOL;
    }

    @Override
    public boolean equals(final Object other)
    {
        return other instanceof AmqpKey && code == ((AmqpKey)other).code && text.equals(((AmqpKey)other).text);
    }

    @Override
    public int hashCode()
    {
        return 31 * code + text.hashCode();
    }

    /** {@return the text, as it was given} */
    @Override
    public String toString()
    {
        return text;
    }
}
