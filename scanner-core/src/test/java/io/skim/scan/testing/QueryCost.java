package io.skim.scan.testing;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/**
 * Measures the processor time of a query: that of the whole process, because engines have many threads. The contenders take turns
 * in a warm JVM, and the least of the rounds counts.
 */
public final class QueryCost
{
    private static final OperatingSystemMXBean SYSTEM = (OperatingSystemMXBean)ManagementFactory
        .getOperatingSystemMXBean();
    private static final int ROUNDS = 3;
    private static final double SECOND = 1e9;

    private QueryCost()
    {
    }

    /** A query. */
    public interface Query
    {
        /**
         * Runs it.
         *
         * @return the answer, to compare.
         * @throws Exception whatever it throws.
         */
        Object run() throws Exception;
    }

    /**
     * Measures a query in some ways, and prints a row of a table: seconds of processor time, and how many times the first one.
     *
     * @param name of the query.
     * @param ways to run it; each has to give the same answer.
     * @throws Exception if one fails, or answers differ.
     */
    public static void print(final String name, final Query... ways) throws Exception
    {
        final double[] least = new double[ways.length];
        Object answer = null;
        for (int round = 0; round <= ROUNDS; round++)
        {
            for (int i = 0; i < ways.length; i++)
            {
                final long before = SYSTEM.getProcessCpuTime();
                final Object found = ways[i].run();
                final double seconds = (SYSTEM.getProcessCpuTime() - before) / SECOND;
                if (answer != null && !answer.equals(found))
                {
                    throw new IllegalStateException(name + ": " + found + " and not " + answer);
                }
                answer = found;
                // The first round warms up.
                least[i] = round <= 1 ? seconds : Math.min(least[i], seconds);
            }
        }
        final StringBuilder row = new StringBuilder("| ").append(name);
        for (final double seconds : least)
        {
            row.append(String.format(Locale.ROOT, " | %.2f", seconds));
        }
        for (int i = 1; i < least.length; i++)
        {
            row.append(String.format(Locale.ROOT, " | %.1f", least[i] / least[0]));
        }
        System.out.println(row.append(" |"));
    }
}
