package io.skim.command;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a run of the command printed, as bytes and in lines, and its exit status.
 */
public final class Run
{
    public final int status;
    /** The output, which need not be text. */
    public final byte[] bytes;
    public final List<String> out;
    /** The diagnostics as they were written. */
    public final String told;
    public final List<String> err;

    private Run(final int status, final ByteArrayOutputStream out, final ByteArrayOutputStream err)
    {
        this.status = status;
        bytes = out.toByteArray();
        this.out = lines(out);
        told = err.toString(StandardCharsets.UTF_8);
        this.err = lines(err);
    }

    public static Run skim(final InputStream in, final String... arguments)
    {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final ByteArrayOutputStream err = new ByteArrayOutputStream();
        return new Run(Skim.run(in, out, err, arguments), out, err);
    }

    public static Run skim(final byte[] in, final String... arguments)
    {
        return skim(new ByteArrayInputStream(in), arguments);
    }

    public static Run skim(final String... arguments)
    {
        return skim(new byte[0], arguments);
    }

    /** A run with some arguments in front of others. */
    public static Run skim(final byte[] in, final List<String> first, final String... more)
    {
        return skim(in, Stream.concat(first.stream(), Stream.of(more)).toArray(String[]::new));
    }

    private static List<String> lines(final ByteArrayOutputStream bytes)
    {
        return bytes.toString(StandardCharsets.UTF_8).lines().collect(Collectors.toList());
    }
}
