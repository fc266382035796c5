package io.skim.command;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a run of the command printed, and its exit status.
 */
final class Run
{
    final int status;
    final List<String> out;
    final List<String> err;

    private Run(final int status, final ByteArrayOutputStream out, final ByteArrayOutputStream err)
    {
        this.status = status;
        this.out = lines(out);
        this.err = lines(err);
    }

    static Run skim(final InputStream in, final String... arguments)
    {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final ByteArrayOutputStream err = new ByteArrayOutputStream();
        return new Run(Skim.run(in, out, err, arguments), out, err);
    }

    static Run skim(final byte[] in, final String... arguments)
    {
        return skim(new ByteArrayInputStream(in), arguments);
    }

    static Run skim(final String... arguments)
    {
        return skim(new byte[0], arguments);
    }

    private static List<String> lines(final ByteArrayOutputStream bytes)
    {
        return bytes.toString(StandardCharsets.UTF_8).lines().collect(Collectors.toList());
    }
}
