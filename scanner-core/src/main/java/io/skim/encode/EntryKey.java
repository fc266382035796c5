package io.skim.encode;

import io.skim.bytes.Characters;
import io.skim.bytes.Escapes;
import io.skim.bytes.JsonStrings;
import io.skim.bytes.Utf8;
import io.skim.bytes.Words;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The name of an ext field or message property, encoded once for both encodings. Immutable; keep it in a constant:
 *
 * <pre>
 * private static final EntryKey TOPIC = EntryKey.of("topic");
 * </pre>
 */
public final class EntryKey
{
    /** The bytes before the value of an entry whose name has one byte, without that byte and, in binary, the value's length. */
    private static final long BINARY_OPENING = 0x0000_0000_0000_0100L;
    /** {@code ,"?":"} */
    private static final long JSON_OPENING = 0x0000_223A_2200_222CL;
    private static final byte[] REFERENCE = {'$', 'r', 'e', 'f'};
    private static final byte[] TYPE = {'@', 't', 'y', 'p', 'e'};
    private static final byte[] VALUE_LENGTH = new byte[Integer.BYTES];

    private final String name;
    final Form binary;
    final Form json;
    /**
     * The bytes before the value, in a little-endian word, if the name is one plain letter; 0 for other names. Not in
     * {@link Form}, because the fast path reads nothing else of a key.
     */
    final long binaryOpening;
    final long jsonOpening;
    /** Whether it can be the name of a message property. */
    final boolean isProperty;

    /**
     * The name in one encoding.
     *
     * @param entry      the bytes before an entry's value; in binary with the length 0.
     * @param property   the bytes before a property's value.
     * @param nameLength in bytes; greater than all limits if the name is ambiguous.
     */
    record Form(Padded entry, Padded property, int nameLength)
    {
    }

    private EntryKey(final String name, final byte[] utf8)
    {
        this.name = name;
        final byte[] escaped = new byte[Escapes.UNIT_LENGTH * utf8.length + 2];
        final byte[] inJson = Arrays.copyOf(escaped, JsonStrings.put(utf8, 0, utf8.length, escaped, 0));
        final boolean isLetter = utf8.length == 1 && inJson.length == 1 && utf8[0] > ' ';
        final long letter = (long)utf8[0] << 2 * Byte.SIZE;
        binary = new Form(new Padded(new byte[] {(byte)(utf8.length >> 8), (byte)utf8.length}, utf8, VALUE_LENGTH),
            new Padded(utf8, RemotingEncoder.separator(1, false)), utf8.length);
        json = new Form(new Padded(new byte[] {',', '"'}, inJson, new byte[] {'"', ':', '"'}),
            new Padded(inJson, RemotingEncoder.separator(1, true)),
            isAmbiguous(utf8, 0, utf8.length) ? Integer.MAX_VALUE : inJson.length);
        binaryOpening = isLetter ? BINARY_OPENING | letter : 0;
        jsonOpening = isLetter ? JSON_OPENING | letter : 0;
        isProperty = RemotingEncoder.isSound(utf8, 0, utf8.length);
    }

    /**
     * Encodes a name.
     *
     * @param name from 1 to 32,767 bytes in UTF-8, the most that the reference reads in a binary header.
     * @return the key.
     * @throws IllegalArgumentException if the name is empty, too long, or contains half of a surrogate pair.
     */
    public static EntryKey of(final String name)
    {
        final byte[] utf8 = Utf8.encode("a name", name);
        if (utf8.length == 0 || utf8.length > Short.MAX_VALUE)
        {
            throw new IllegalArgumentException("a name of " + utf8.length + " bytes, where 1 to " + Short.MAX_VALUE
                + " can be");
        }
        return new EntryKey(name, utf8);
    }

    /** The reason why a name cannot be a key; null if it can. */
    static @Nullable EncodeRefusal refusal(final String name)
    {
        final int length = name.length() > Short.MAX_VALUE ? name.length() : Characters.put(name,
            new byte[Characters.LONGEST * name.length()], 0);
        return length < 0 ? EncodeRefusal.INVALID_TEXT : length == 0 ? EncodeRefusal.EMPTY_NAME
            : length > Short.MAX_VALUE ? EncodeRefusal.NAME_TOO_LONG : null;
    }

    /**
     * Whether a reader of JSON reads a name differently: one with U+0000 as another name, {@code $ref} and {@code @type} as
     * instructions.
     *
     * @see "fastjson2 2.0.63 JSONReaderUTF8.readFieldName; fastjson 1.2.83 DefaultJSONParser.parseObject"
     */
    static boolean isAmbiguous(final byte[] utf8, final int from, final int to)
    {
        return Words.indexOf(utf8, from, to, 0) < to || Arrays.equals(utf8, from, to, REFERENCE, 0, REFERENCE.length)
            || Arrays.equals(utf8, from, to, TYPE, 0, TYPE.length);
    }

    @Override
    public boolean equals(final Object other)
    {
        return other instanceof EntryKey && name.equals(((EntryKey)other).name);
    }

    @Override
    public int hashCode()
    {
        return name.hashCode();
    }

    /** {@return the name, as it was given} */
    @Override
    public String toString()
    {
        return name;
    }
}
