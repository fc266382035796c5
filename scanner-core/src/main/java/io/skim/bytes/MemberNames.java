package io.skim.bytes;

/**
 * How the reference compares the names of members in JSON: by a 64-bit hash alone, eight bytes packed where they suffice, FNV-1a
 * over UTF-16 units where not. Names that it takes for each other are ambiguous.
 *
 * @see "fastjson2 2.0.63 JSONReaderUTF8.readFieldNameHashCode; fastjson 1.2.83 TypeUtils.fnv1a_64_lower"
 */
public final class MemberNames
{
    private static final int PACKED = 8;
    private static final long FNV_BASIS = 0xCBF2_9CE4_8422_2325L;
    private static final long FNV_PRIME = 0x100_0000_01B3L;

    private MemberNames()
    {
    }

    /**
     * The reference's hash of a name.
     *
     * @param array that holds the name, its escapes known to be good.
     * @return the hash; 0 for a name that holds U+0000.
     */
    public static long hash(final byte[] array, final int from, final int length)
    {
        final int to = from + length;
        long packed = 0;
        long fnv = FNV_BASIS;
        int units = 0;
        boolean wide = false;
        int index = from;
        while (index < to)
        {
            final long decoded = Escapes.decode(array, index, to);
            final int codePoint = (int)(decoded >>> 32);
            if (codePoint == 0)
            {
                return 0;
            }
            if (codePoint >= Character.MIN_SUPPLEMENTARY_CODE_POINT)
            {
                fnv = (fnv ^ Character.highSurrogate(codePoint)) * FNV_PRIME;
                fnv = (fnv ^ Character.lowSurrogate(codePoint)) * FNV_PRIME;
                units++;
            }
            else
            {
                fnv = (fnv ^ codePoint) * FNV_PRIME;
            }
            wide |= codePoint > 0xFF;
            packed |= units < PACKED ? (long)codePoint << 8 * units : 0;
            units++;
            index = (int)decoded;
        }
        return units == 0 ? FNV_BASIS : units <= PACKED && !wide ? packed : fnv;
    }

    /**
     * Whether a name is a known one except for case, {@code _} and {@code -}, which releases before 5.5 ignore.
     *
     * @param array  that holds the name, its escapes known to be good.
     * @param folded the known name in lower case.
     */
    public static boolean equalsFolded(final byte[] array, final int from, final int to, final byte[] folded)
    {
        int matched = 0;
        int index = from;
        while (index < to)
        {
            final long decoded = Escapes.decode(array, index, to);
            final int codePoint = (int)(decoded >>> 32);
            index = (int)decoded;
            if (codePoint == '_' || codePoint == '-')
            {
                continue;
            }
            final int lower = codePoint >= 'A' && codePoint <= 'Z' ? codePoint | 0x20 : codePoint;
            if (matched == folded.length || folded[matched++] != lower)
            {
                return false;
            }
        }
        return matched == folded.length;
    }
}
