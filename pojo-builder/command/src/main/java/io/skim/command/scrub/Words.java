package io.skim.command.scrub;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What RocketMQ and AMQP themselves call things, which stays.
 */
final class Words
{
    private static final String FILE = "words.txt";
    private static final Map<String, Set<String>> SETS = read();

    /** Values of any text. */
    static final Set<String> VALUES = set("values");
    /** Fields of JSON bodies. */
    static final Set<String> NAMES = set("names");
    /** Message properties. */
    static final Set<String> PROPERTIES = set("properties");
    /** Symbols and texts of AMQP. */
    static final Set<String> AMQP = set("amqp");

    private Words()
    {
    }

    private static Set<String> set(final String name)
    {
        return Objects.requireNonNull(SETS.get(name), name);
    }

    private static Map<String, Set<String>> read()
    {
        final Map<String, Set<String>> sets = new HashMap<>();
        try (InputStream in = Words.class.getResourceAsStream(FILE))
        {
            Set<String> set = Set.of();
            for (final String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList())
            {
                if (line.startsWith("["))
                {
                    set = new HashSet<>();
                    sets.put(line.substring(1, line.length() - 1), set);
                }
                else if (!line.startsWith("#"))
                {
                    set.addAll(List.of(line.split(" ")));
                }
            }
            return sets;
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
    }
}
