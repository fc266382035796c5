package io.skim.scan.remoting;

import io.skim.bytes.Kinds;
import io.skim.bytes.Escapes;
import io.skim.bytes.MemberNames;
import io.skim.bytes.Words;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Knows the member names of a JSON header, and those that a reader could mistake for one.
 * <p>
 * The reference compares names by a 64-bit hash alone: eight bytes packed where they suffice, FNV-1a over UTF-16 units
 * where not. A name with trailing zeros, or one crafted for its hash, is therefore taken for a known one; and releases
 * before 5.5 ignore case, {@code _} and {@code -}. Such names are not unknown, they are ambiguous.
 *
 * @see "fastjson2 2.0.63 JSONReaderUTF8.readFieldNameHashCode; fastjson 1.2.83 TypeUtils.fnv1a_64_lower"
 */
final class JsonNames
{
    static final int UNKNOWN = 100;
    static final int SERIALIZE_TYPE = 101;
    static final int RESERVED = 102;
    static final int AMBIGUOUS = 103;

    private static final int CODE = RemotingField.CODE.ordinal();
    private static final int LANGUAGE = RemotingField.LANGUAGE.ordinal();
    private static final int VERSION = RemotingField.VERSION.ordinal();
    private static final int OPAQUE = RemotingField.OPAQUE.ordinal();
    private static final int FLAG = RemotingField.FLAG.ordinal();
    private static final int REMARK = RemotingField.REMARK.ordinal();
    private static final int EXT_FIELDS = RemotingField.EXT_FIELDS.ordinal();

    private static final String[] NAMES = {"code", "language", "version", "opaque", "flag", "remark", "extFields",
        "serializeTypeCurrentRPC", "body", "suspended", "callbackList", "processTimer"};
    private static final int[] MEMBERS = {CODE, LANGUAGE, VERSION, OPAQUE, FLAG, REMARK, EXT_FIELDS, SERIALIZE_TYPE,
        RESERVED, RESERVED, RESERVED, RESERVED};
    private static final byte[][] ENCODED = new byte[NAMES.length][];
    private static final byte[][] FOLDED = new byte[NAMES.length][];
    private static final long[] PREFIXES = new long[NAMES.length];
    private static final long[] HASHES = new long[NAMES.length + 1];

    private static final int PACKED = 8;

    /** For each length of a name, a mark for each known name of that length. */
    private static final int[] BY_LENGTH = new int[32];

    static
    {
        for (int i = 0; i < NAMES.length; i++)
        {
            ENCODED[i] = NAMES[i].getBytes(StandardCharsets.US_ASCII);
            FOLDED[i] = NAMES[i].toLowerCase(java.util.Locale.ROOT).getBytes(StandardCharsets.US_ASCII);
            PREFIXES[i] = Words.getLong(Arrays.copyOf(ENCODED[i], Math.max(PACKED, ENCODED[i].length)), 0);
            HASHES[i] = MemberNames.hash(ENCODED[i], 0, ENCODED[i].length);
            BY_LENGTH[ENCODED[i].length] |= 1 << i;
        }
        // The generated reader's own mark for the end of an object.
        HASHES[NAMES.length] = -1;
    }

    private JsonNames()
    {
    }

    /**
     * Classifies a name.
     *
     * @param array  that holds it.
     * @param from   index of its first byte.
     * @param length in bytes.
     * @param kind   {@link Kind#TEXT}, or {@link Kind#JSON_TEXT} if it has escapes.
     * @param strict whether what older releases mistake is ambiguous too.
     * @return the ordinal of a {@link RemotingField} or one of this class's constants.
     */
    static int classify(final byte[] array, final int from, final int length, final int kind, final boolean strict)
    {
        if (kind != Kinds.TEXT)
        {
            return classifyEscaped(array, from, length, strict);
        }
        if (length > 3 && length < BY_LENGTH.length)
        {
            final long prefix = Words.prefix(array, from, length);
            for (int left = BY_LENGTH[length]; left != 0; left &= left - 1)
            {
                final int i = Integer.numberOfTrailingZeros(left);
                if (PREFIXES[i] == prefix && (length <= PACKED || Arrays.equals(array, from, from + length, ENCODED[i],
                    0, length)))
                {
                    return MEMBERS[i];
                }
            }
        }
        return classifyUnknown(array, from, length, strict);
    }

    private static int classifyEscaped(final byte[] array, final int from, final int length, final boolean strict)
    {
        if (!Words.isAscii(array, from, length))
        {
            return AMBIGUOUS;
        }
        for (int i = 0; i < NAMES.length; i++)
        {
            if (Escapes.contentEquals(array, from, from + length, ENCODED[i]))
            {
                return MEMBERS[i];
            }
        }
        return classifyUnknown(array, from, length, strict);
    }

    private static int classifyUnknown(final byte[] array, final int from, final int length, final boolean strict)
    {
        final long hash = MemberNames.hash(array, from, length);
        if (hash == 0)
        {
            return AMBIGUOUS;
        }
        for (final long known : HASHES)
        {
            if (hash == known)
            {
                return AMBIGUOUS;
            }
        }
        for (int i = 0; strict && i < FOLDED.length; i++)
        {
            if (MemberNames.equalsFolded(array, from, from + length, FOLDED[i]))
            {
                return AMBIGUOUS;
            }
        }
        return UNKNOWN;
    }
}
