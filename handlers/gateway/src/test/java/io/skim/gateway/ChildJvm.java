package io.skim.gateway;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM of its own for a test, which has few file descriptors: the same release, with the same classes. */
public final class ChildJvm
{
    /** From this release on the JDK warns of what Netty does, on standard error, unless it is told to allow it. */
    private static final int FIRST_THAT_WARNS = 23;

    private ChildJvm()
    {
    }

    /**
     * Starts a process whose outputs are one.
     *
     * @param mostFiles how many file descriptors it has.
     * @param options   of the JVM.
     * @param main      the class to run.
     * @param file      its argument.
     * @return the process.
     */
    public static Process start(final int mostFiles, final List<String> options, final Class<?> main, final Path file)
        throws IOException
    {
        final List<String> command =
            new ArrayList<>(List.of("sh", "-c", "ulimit -n " + mostFiles + " && exec \"$@\"", "sh"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (Runtime.version().feature() >= FIRST_THAT_WARNS)
        {
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName(), file.toString()));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }
}
