package io.skim.gateway.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A secret that is not written in the file: it is in an environment variable or in a file of its own, and was read from there when
 * the gateway's file was. Never printed.
 */
public final class Secret
{
    /** In place of one that was refused, in a configuration that is not given out. */
    static final Secret REFUSED = new Secret("nowhere", null);

    private static final int MOST_BYTES = 1 << 20;

    private final String source;
    private final @Nullable Path path;
    private final byte[] bytes;

    private Secret(final String source, final @Nullable Path path, final byte... bytes)
    {
        this.source = source;
        this.path = path;
        this.bytes = bytes;
    }

    static Secret env(final String name, final UnaryOperator<String> environment)
    {
        final String value = environment.apply(name);
        if (value == null || value.isEmpty())
        {
            throw new IllegalArgumentException("the environment variable " + name + " is not set");
        }
        return new Secret("env " + name, null, value.getBytes(StandardCharsets.UTF_8));
    }

    static Secret file(final Path path)
    {
        try
        {
            if (Files.size(path) > MOST_BYTES)
            {
                throw new IllegalArgumentException("the file " + path + " has more than " + MOST_BYTES + " bytes");
            }
            return new Secret("file " + path, path, Files.readAllBytes(path));
        }
        catch (final IOException e)
        {
            throw new IllegalArgumentException(
                "the file " + path + " cannot be read (" + e.getClass().getSimpleName() + ")", e);
        }
    }

    /** {@return a copy of the bytes, as they are} */
    public byte[] bytes()
    {
        return bytes.clone();
    }

    /** {@return the file that it was read from; null for an environment variable} */
    public @Nullable Path path()
    {
        return path;
    }

    /** {@return the bytes as UTF-8 without a line end behind them, as for a password} */
    public String toText()
    {
        return new String(bytes, StandardCharsets.UTF_8).stripTrailing();
    }

    /** Equal if both came from the same place, and were the same there. */
    @Override
    public boolean equals(final @Nullable Object other)
    {
        return other instanceof Secret && source.equals(((Secret)other).source)
            && Arrays.equals(bytes, ((Secret)other).bytes);
    }

    @Override
    public int hashCode()
    {
        return 31 * source.hashCode() + Arrays.hashCode(bytes);
    }

    /** {@return where it comes from, such as {@code env NAME}; never the secret} */
    @Override
    public String toString()
    {
        return "secret from " + source;
    }
}
