package io.skim.gateway.rules;

import io.skim.gateway.config.ConfigException;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A process that changes its gateway's file while it has no file descriptors left. It prints whether each poll has brought new rules, how
 * many failures there were, and the problem.
 */
final class ScarceFiles
{
    private ScarceFiles()
    {
    }

    /**
     * Runs it.
     *
     * @param arguments the file.
     */
    public static void main(final String[] arguments) throws IOException, ConfigException
    {
        final Path file = Path.of(arguments[0]);
        final LiveRules live = new LiveRules(file);
        final List<InputStream> all = new ArrayList<>();
        Files.writeString(file, "rules: [{route: other}]\n", StandardOpenOption.APPEND);
        // All classes are loaded before, for which file descriptors would be needed, too.
        print(live.poll(), live, new StringBuilder());
        final StringBuilder said = new StringBuilder();
        open(file, all);
        print(live.poll(), live, said);
        print(live.poll(), live, said);
        for (final InputStream each : all)
        {
            each.close();
        }
        print(live.poll(), live, said);
        print(live.poll(), live, said);
        System.out.print(said);
    }

    private static void print(final boolean isNew, final LiveRules live, final StringBuilder out)
    {
        out.append(isNew).append(' ').append(live.failures()).append(' ').append(live.problem()).append('\n');
    }

    private static void open(final Path file, final List<InputStream> all)
    {
        try
        {
            while (true)
            {
                all.add(new FileInputStream(file.toFile()));
            }
        }
        catch (final FileNotFoundException none)
        {
            // That was the last one.
        }
    }
}
