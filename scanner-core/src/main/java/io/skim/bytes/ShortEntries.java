package io.skim.bytes;

/**
 * Entries of a binary remoting header that look as most do: a name of one letter, and a short value in ASCII. Those that
 * nobody wants are passed over eight bytes at a time.
 *
 * <pre>
 * 0 key length = 1(2)   2 key(1)   3 value length(4)   7 value
 * </pre>
 *
 * @see "RocketMQSerializable.mapDeserialize, release 5.5.1"
 */
public final class ShortEntries
{
    /** Key length 1 and a key from {@code @} to 0x7F, little-endian; what stands above is not looked at. */
    public static final long ENTRY = 0x40_0100L;
    /** The bits that count, in an entry with a value of less than 64 KiB. */
    public static final long LONG_MASK = 0xFF_FFC0_FFFFL;
    /** The same for a value of less than 256 bytes. */
    public static final long MASK = 0xFFFF_FFC0_FFFFL;
    /** Value length 1 and a value in ASCII, behind a short entry's key. */
    public static final long ONE_BYTE_VALUE = 1L << 48;
    /** The bits that count for {@link #ONE_BYTE_VALUE}. */
    public static final long ONE_BYTE_VALUE_MASK = 0x80FF_FF00_0000_0000L;
    /** From an entry's first byte to its value, in bytes. */
    public static final int VALUE = 7;
    /** The longest value that is passed over, in bytes. */
    public static final int LONGEST = 2 * Long.BYTES;

    private ShortEntries()
    {
    }

    /**
     * Passes over values of up to {@link #LONGEST} bytes in ASCII. Those are looked at together with what follows.
     *
     * @param bytes that hold the header.
     * @param from  index where an entry begins.
     * @param limit index behind the last entry; seven bytes fewer than the array has, at most.
     * @param stops marks of the keys to stop at: bit k for those whose low six bits are k.
     * @return the index of the first entry that is wanted or not of this form, or {@code limit}.
     */
    public static int pass(final byte[] bytes, final int from, final int limit, final long stops)
    {
        int at = from;
        while (limit - at >= Long.BYTES)
        {
            final long word = Words.getLongLittleEndian(bytes, at);
            if ((word & MASK) != ENTRY || (stops >>> (word >>> 16) & 1) != 0)
            {
                break;
            }
            // The commonest length is a branch: the next entry is then read without waiting for this one's length.
            if ((word & ONE_BYTE_VALUE_MASK) == ONE_BYTE_VALUE)
            {
                at += Long.BYTES;
                continue;
            }
            final int length = (int)(word >>> 48) & 0xFF;
            final int behind = at + VALUE + length;
            final int last = Math.max(at + VALUE, behind - Long.BYTES);
            if (length > LONGEST || behind > limit || ((Words.getLongLittleEndian(bytes, at + VALUE) | Words
                .getLongLittleEndian(bytes, last)) & Words.HIGH_BITS) != 0)
            {
                break;
            }
            at = behind;
        }
        return at;
    }
}
