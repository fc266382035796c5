package io.skim.command;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * Options for stores.
 */
final class StoreOptions
{
    private static final int LAST = 100;

    @Option(names = "--check-bodies", order = LAST,
        description = "Of commitlog: compare the body of each record with its CRC.")
    private boolean checkBodies;

    @Option(names = "--threads", paramLabel = "N", order = LAST,
        description = "Of commitlog: read with so many threads; as many as there are processors, unless it is given.")
    private @Nullable Integer threads;

    @Option(names = "--topic", paramLabel = "T", order = LAST,
        description = "Of commitlog: only messages of this topic. Beside a folder commitlog, only those records are read which the"
            + " topic's consume queues tell.")
    private @Nullable String topic;

    @Option(names = "--key", paramLabel = "K", order = LAST,
        description = "Of commitlog, with --topic: only messages with this word in KEYS or this UNIQ_KEY. Beside a folder commitlog,"
            + " only those records are read which the store's index tells.")
    private @Nullable String key;

    boolean checkBodies()
    {
        return checkBodies;
    }

    int threads()
    {
        return threads == null ? Runtime.getRuntime().availableProcessors() : threads;
    }

    /** The only topic that is wanted, or null. */
    @Nullable
    String topic()
    {
        return topic;
    }

    /** The only key that is wanted, or null. */
    @Nullable
    String key()
    {
        return key;
    }

    /** Whether a message with these properties has the key, if one is wanted. As in a broker's index, KEYS are words between spaces. */
    boolean hasKey(final @Nullable String keys, final @Nullable String uniqueKey)
    {
        return key == null || key.equals(uniqueKey) || keys != null && (' ' + keys + ' ').contains(' ' + key + ' ');
    }

    /** Refuses the options for other formats, and a number of threads that is none. */
    void check(final CommandSpec spec, final boolean isStore)
    {
        if (!isStore && (checkBodies || threads != null || topic != null))
        {
            throw new ParameterException(spec.commandLine(), (checkBodies ? "--check-bodies" : topic != null ? "--topic"
                : "--threads") + " is for --format commitlog");
        }
        if (key != null && (!isStore || topic == null || key.isEmpty() || key.indexOf(' ') >= 0))
        {
            throw new ParameterException(spec.commandLine(),
                "--key is one word, and needs --format commitlog and --topic");
        }
        if (threads != null && threads < 1)
        {
            throw new ParameterException(spec.commandLine(), "--threads is a number from 1");
        }
    }

    /** The files that were named: segments are mapped, so standard input cannot be one. */
    static List<String> files(final CommandSpec spec, final @Nullable List<String> files)
    {
        if (files == null || !files.stream().allMatch(Inputs::isFile))
        {
            throw new ParameterException(spec.commandLine(), "--format commitlog reads files and folders, not standard"
                + " input");
        }
        return files;
    }
}
