package io.skim.gateway.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A file was refused, with all its problems. Nothing of it is in use.
 */
public final class ConfigException extends Exception
{
    private static final long serialVersionUID = 1L;

    /** In the order of the file. */
    private final transient List<Problem> problems;

    /** Files that the refused one names. */
    private final transient List<Path> unreadFiles;

    ConfigException(final String file, final List<Problem> problems)
    {
        this(file, problems, Set.of());
    }

    ConfigException(final String file, final List<Problem> problems, final Set<Path> unreadFiles)
    {
        super(problems.stream().map(problem -> file + ":" + problem).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
        this.unreadFiles = List.copyOf(unreadFiles);
    }

    /** {@return all problems, in the order of the file; the message has a line {@code file:line:column: ...} for each} */
    public List<Problem> problems()
    {
        return problems == null ? List.of() : problems;
    }

    /** {@return the files of keys, certificates and secrets that could not be read; once they can be, the refused file may be in order} */
    public List<Path> unreadFiles()
    {
        return unreadFiles == null ? List.of() : unreadFiles;
    }
}
