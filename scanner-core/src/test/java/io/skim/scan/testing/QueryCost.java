package io.skim.scan.testing;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;

/**
 * Measures the processor time of a query: that of the whole process, because engines have many threads, and that which an engine
 * counts itself. The contenders take turns in a warm JVM, and the least of the rounds counts.
 */
public final class QueryCost
{
    private static final OperatingSystemMXBean SYSTEM = (OperatingSystemMXBean)ManagementFactory
        .getOperatingSystemMXBean();
    /** Processor time of the process. */
    public static final Clock PROCESS = SYSTEM::getProcessCpuTime;
    private static final int WARM_UP = 1;
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

    /** Nanoseconds so far, of processor time or of any other. */
    public interface Clock
    {
        /**
         * Reads it.
         *
         * @return nanoseconds.
         * @throws Exception whatever it throws.
         */
        long read() throws Exception;
    }

    /**
     * Measures a query in some ways, and prints a row of a table: seconds of processor time of the process, and how many times the
     * first one.
     *
     * @param name of the query.
     * @param ways to run it; each has to give the same answer.
     * @throws Exception if one fails, or answers differ.
     */
    public static void print(final String name, final Query... ways) throws Exception
    {
        print(name, List.of(PROCESS), ways);
    }

    /**
     * Measures a query in some ways by an engine's own clock and by that of the process, and prints both in a row.
     *
     * @param name   of the query.
     * @param engine the engine's clock.
     * @param ways   to run it; each has to give the same answer.
     * @throws Exception if one fails, or answers differ.
     */
    public static void print(final String name, final Clock engine, final Query... ways) throws Exception
    {
        print(name, List.of(engine, PROCESS), ways);
    }

    private static void print(final String name, final List<Clock> clocks, final Query... ways) throws Exception
    {
        System.out.println("| " + name + row(measure(name, clocks, ways)));
    }

    /**
     * Measures a query in some ways by some clocks.
     *
     * @param name   of the query.
     * @param clocks to read before and after each run.
     * @param ways   to run it; each has to give the same answer.
     * @return seconds, by clocks and by ways.
     * @throws Exception if one fails, or answers differ.
     */
    public static double[][] measure(final String name, final List<Clock> clocks, final Query... ways) throws Exception
    {
        final double[][] least = new double[clocks.size()][ways.length];
        Object answer = null;
        for (int round = 0; round < WARM_UP + ROUNDS; round++)
        {
            for (int i = 0; i < ways.length; i++)
            {
                final long[] before = new long[clocks.size()];
                for (int clock = 0; clock < before.length; clock++)
                {
                    before[clock] = clocks.get(clock).read();
                }
                final Object found = ways[i].run();
                for (int clock = 0; clock < before.length; clock++)
                {
                    final double seconds = (clocks.get(clock).read() - before[clock]) / SECOND;
                    least[clock][i] = round <= WARM_UP ? seconds : Math.min(least[clock][i], seconds);
                }
                if (answer != null && !answer.equals(found))
                {
                    throw new IllegalStateException(name + ": " + found + " and not " + answer);
                }
                answer = found;
            }
        }
        return least;
    }

    private static String row(final double[]... least)
    {
        final StringBuilder row = new StringBuilder();
        for (final double[] seconds : least)
        {
            for (final double each : seconds)
            {
                row.append(String.format(Locale.ROOT, " | %.2f", each));
            }
            for (int i = 1; i < seconds.length; i++)
            {
                row.append(String.format(Locale.ROOT, " | %.1f", seconds[i] / seconds[0]));
            }
        }
        return row.append(" |").toString();
    }
}
