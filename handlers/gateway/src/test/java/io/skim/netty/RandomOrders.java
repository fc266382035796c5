package io.skim.netty;

import io.skim.scan.testing.Settings;
import java.util.HexFormat;
import java.util.Random;
import java.util.function.IntUnaryOperator;

/** Random orders of events, in the bytes that a fuzzer would give: the first chooses how a proxy works, each other one is an event. */
final class RandomOrders
{
    private static final int COUNT = 400;
    private static final int LENGTH = 60;

    /** A test of one order of events. */
    interface Check
    {
        void check(byte[] order) throws Exception;
    }

    private RandomOrders()
    {
    }

    /**
     * Tests many orders; a failure names the seed and the order.
     *
     * @param disturbed one in so many may have events that lose frames.
     * @param calm      makes an event one that loses none.
     * @param check     fails if something arrives that should not, or does not arrive.
     * @return the number of orders.
     */
    static int each(final int disturbed, final IntUnaryOperator calm, final Check check) throws Exception
    {
        final Random random = new Random(Settings.seed());
        for (int i = 0; i < COUNT; i++)
        {
            final byte[] order = new byte[random.nextInt(LENGTH)];
            random.nextBytes(order);
            for (int at = 1; i % disturbed > 0 && at < order.length; at++)
            {
                order[at] = (byte)calm.applyAsInt(order[at]);
            }
            try
            {
                check.check(order);
            }
            catch (final AssertionError wrong)
            {
                throw new AssertionError("-Dskim.seed=" + Settings.seed() + ": " + HexFormat.of().formatHex(order),
                    wrong);
            }
        }
        return COUNT;
    }
}
