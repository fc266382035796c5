package io.skim.gateway.config;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;

/**
 * Checks a gateway's file and prints what is wrong in it: {@code skim gateway --check FILE}.
 */
public final class Check
{
    /** The exit status of a file that is good. */
    public static final int GOOD = 0;
    /** The exit status of a file that has problems. */
    public static final int PROBLEMS = 1;
    /** The exit status if the file cannot be read. */
    public static final int UNREADABLE = 3;

    private Check()
    {
    }

    /**
     * Checks a file.
     *
     * @param file to check.
     * @param out  for one line about a good file.
     * @param err  for problems, a line {@code file:line:column: ...} for each.
     * @return {@link #GOOD}, {@link #PROBLEMS} or {@link #UNREADABLE}.
     */
    public static int check(final Path file, final PrintStream out, final PrintStream err)
    {
        try
        {
            final GatewayConfig config = GatewayConfig.load(file);
            out.println(file + ": good: " + config.listeners().size() + " listeners, " + config.clusters().size()
                + " clusters, "
                + config.rules().size() + " rules, " + config.lanes().size() + " lanes");
            return GOOD;
        }
        catch (final ConfigException e)
        {
            err.println(e.getMessage());
            return PROBLEMS;
        }
        catch (final IOException e)
        {
            err.println(file + ": cannot be read: " + e);
            return UNREADABLE;
        }
    }
}
