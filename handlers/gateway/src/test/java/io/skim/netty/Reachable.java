package io.skim.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.ObjectName;

/** Counts the objects of the project's classes that something still refers to. */
public final class Reachable
{
    private static final int PATIENCE_SECONDS = 20;

    private Reachable()
    {
    }

    /** The objects of each of the project's classes that are reachable, by the names of the classes. */
    public static Map<String, Integer> count() throws JMException
    {
        final String histogram = (String)ManagementFactory.getPlatformMBeanServer().invoke(
            new ObjectName("com.sun.management:type=DiagnosticCommand"), "gcClassHistogram",
            new Object[] {new String[0]}, new String[] {String[].class.getName()});
        final Map<String, Integer> counts = new HashMap<>();
        histogram.lines().map(line -> line.trim().split("\\s+")).filter(words -> words.length >= 4 && words[3]
            .startsWith("io.skim.")).forEach(words -> counts.put(words[3], Integer.valueOf(words[1])));
        return counts;
    }

    /**
     * Waits until there are no more objects of some classes than there were.
     *
     * @param before of {@link #count}.
     * @param names  of the classes.
     */
    public static void awaitNoMoreThan(final Map<String, Integer> before, final List<String> names) throws Exception
    {
        final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        Map<String, Integer> more;
        do
        {
            final Map<String, Integer> counts = count();
            more = new TreeMap<>();
            for (final String name : names)
            {
                final int added = counts.getOrDefault(name, 0) - before.getOrDefault(name, 0);
                if (added > 0)
                {
                    more.put(name, added);
                }
            }
            if (more.isEmpty())
            {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
        while (System.nanoTime() < end);
        assertEquals(Map.of(), more, "objects that nobody needs");
    }
}
