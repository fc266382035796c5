package io.skim.gateway.rules;

import io.skim.handlers.patch.FreshValue;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.SplittableRandom;

/**
 * Makes values of {@code traceparent}, by which a trace begins. One for each event loop. Allocates nothing after construction.
 *
 * <pre>
 * 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
 * version(2) trace id(32) parent id(16) flags(2), in hexadecimal
 * </pre>
 *
 * @see "W3C Trace Context, level 1, section 3.2: the ids are random, and none is all zeros"
 */
final class TraceParents
{
    private static final int LENGTH = 55;
    private static final int TRACE_ID = 3;
    private static final int PARENT_ID = 36;
    private static final int DIGITS = 16;
    private static final byte[] HEXADECIMAL = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    /** The ids of a gateway need be unique, and nobody is harmed who guesses one. Each loop gets numbers of its own. */
    private static final SplittableRandom SEEDS = new SplittableRandom(new SecureRandom().nextLong());

    final FreshValue value = new FreshValue();
    private final SplittableRandom random;
    private final byte[] text = ("00-" + "0".repeat(2 * DIGITS) + "-" + "0".repeat(DIGITS) + "-00").getBytes(
        StandardCharsets.US_ASCII);

    TraceParents()
    {
        synchronized (SEEDS)
        {
            random = SEEDS.split();
        }
    }

    /** Sets the value to that of another trace, which is marked as sampled with a probability. */
    void next(final double sample)
    {
        put(TRACE_ID);
        put(TRACE_ID + DIGITS);
        put(PARENT_ID);
        text[LENGTH - 1] = (byte)(random.nextDouble() < sample ? '1' : '0');
        value.set(text, 0, text.length);
    }

    private void put(final int offset)
    {
        long left = random.nextLong();
        while (left == 0)
        {
            left = random.nextLong();
        }
        for (int i = 0; i < DIGITS; i++)
        {
            text[offset + i] = HEXADECIMAL[(int)left & 0xF];
            left >>>= 4;
        }
    }
}
