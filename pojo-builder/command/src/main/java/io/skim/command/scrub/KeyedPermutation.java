package io.skim.command.scrub;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Keyed permutations of the texts of one shape, and keyed bytes.
 * <p>
 * A text is a list of digits, each in a radix of its own: 10 for a decimal digit, 26 for a letter. Its halves are numbers to
 * which in turns a keyed hash of the other one is added (a Feistel network), so that two texts of one shape never become the
 * same. Texts of more than {@value #MOST} digits are cut; the hashes of a later piece depend on the pieces before.
 *
 * @see "NIST SP 800-38G, FF1, with HMAC-SHA-256 in the place of its function of AES"
 */
final class KeyedPermutation
{
    /** Two halves, each a number below 256^7. */
    static final int MOST = 14;
    private static final int ROUNDS = 10;
    private static final String ALGORITHM = "HmacSHA256";

    private final Mac mac;

    KeyedPermutation(final byte[] key)
    {
        try
        {
            mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
        }
        catch (final GeneralSecurityException e)
        {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Permutes digits in their place.
     *
     * @param digits each from 0 to below its radix.
     * @param radixes of the digits, from 1 to 256.
     */
    void permute(final int[] digits, final int[] radixes)
    {
        byte[] before = {};
        for (int from = 0; from < digits.length; from += MOST)
        {
            final int to = Math.min(digits.length, from + MOST);
            final ByteBuffer piece = ByteBuffer.allocate(before.length + Integer.BYTES + 2 * Short.BYTES * (to - from))
                .put(before).putInt(to - from);
            for (int i = from; i < to; i++)
            {
                piece.putShort((short)radixes[i]);
            }
            final byte[] tweak = hash("tweak", piece.array());
            for (int i = from; i < to; i++)
            {
                piece.putShort((short)digits[i]);
            }
            before = to < digits.length ? hash("piece", piece.array()) : before;
            permute(digits, radixes, from, to, tweak);
        }
    }

    private void permute(final int[] digits, final int[] radixes, final int from, final int to, final byte[] tweak)
    {
        final int middle = from + (to - from + 1) / 2;
        final long[] sizes = {size(radixes, from, middle), size(radixes, middle, to)};
        final long[] halves = {number(digits, radixes, from, middle), number(digits, radixes, middle, to)};
        for (int round = 0; round < ROUNDS; round++)
        {
            final int changed = round & 1;
            final byte[] hash = hash("round", ByteBuffer.allocate(tweak.length + Integer.BYTES + Long.BYTES).put(tweak)
                .putInt(round).putLong(halves[1 - changed]).array());
            // Of 63 bits, so that the sum of two numbers below 2^56 is in range.
            final long added = (ByteBuffer.wrap(hash).getLong() & Long.MAX_VALUE) % sizes[changed];
            halves[changed] = (halves[changed] + added) % sizes[changed];
        }
        digits(halves[0], digits, radixes, from, middle);
        digits(halves[1], digits, radixes, middle, to);
    }

    private static long size(final int[] radixes, final int from, final int to)
    {
        long size = 1;
        for (int i = from; i < to; i++)
        {
            size *= radixes[i];
        }
        return size;
    }

    private static long number(final int[] digits, final int[] radixes, final int from, final int to)
    {
        long number = 0;
        for (int i = from; i < to; i++)
        {
            number = number * radixes[i] + digits[i];
        }
        return number;
    }

    private static void digits(final long number, final int[] digits, final int[] radixes, final int from, final int to)
    {
        long rest = number;
        for (int i = to - 1; i >= from; i--)
        {
            digits[i] = (int)(rest % radixes[i]);
            rest /= radixes[i];
        }
    }

    /** A keyed hash of 32 bytes. */
    byte[] hash(final String purpose, final byte[] bytes)
    {
        mac.update(purpose.getBytes(StandardCharsets.US_ASCII));
        mac.update((byte)0);
        return mac.doFinal(bytes);
    }
}
