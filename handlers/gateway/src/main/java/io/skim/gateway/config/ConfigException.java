package io.skim.gateway.config;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A file was refused, with all its problems. Nothing of it is in use.
 */
public final class ConfigException extends Exception
{
    private static final long serialVersionUID = 1L;

    /** In the order of the file. */
    private final transient List<Problem> problems;

    ConfigException(final String file, final List<Problem> problems)
    {
        super(problems.stream().map(problem -> file + ":" + problem).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /** {@return all problems, in the order of the file; the message has a line {@code file:line:column: ...} for each} */
    public List<Problem> problems()
    {
        return problems == null ? List.of() : problems;
    }
}
