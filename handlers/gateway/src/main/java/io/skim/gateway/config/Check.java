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
     * Checks a file, but not what is in the files of certificates and keys.
     *
     * @param file to check.
     * @param out  for one line about a good file.
     * @param err  for problems, a line {@code file:line:column: ...} for each.
     * @return {@link #GOOD}, {@link #PROBLEMS} or {@link #UNREADABLE}.
     */
    public static int check(final Path file, final PrintStream out, final PrintStream err)
    {
        return check(() -> GatewayConfig.load(file), file, out, err);
    }

    /**
     * Checks a file.
     *
     * @param file to check.
     * @param keys looks into the files of certificates and keys.
     * @param out  for one line about a good file.
     * @param err  for problems, a line {@code file:line:column: ...} for each.
     * @return {@link #GOOD}, {@link #PROBLEMS} or {@link #UNREADABLE}.
     */
    public static int check(final Path file, final KeyCheck keys, final PrintStream out, final PrintStream err)
    {
        return check(() -> ConfigLoader.check(file, System::getenv, keys), file, out, err);
    }

    private interface Loading
    {
        GatewayConfig load() throws IOException, ConfigException;
    }

    private static int check(final Loading loading, final Path file, final PrintStream out, final PrintStream err)
    {
        try
        {
            final GatewayConfig config = loading.load();
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
