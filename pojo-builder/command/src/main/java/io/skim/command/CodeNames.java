package io.skim.command;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * The names of request and response codes.
 *
 * @see "RequestCode, ResponseCode and RemotingSysResponseCode, release 5.5.1"
 */
final class CodeNames
{
    private final Map<Integer, String> requests = new HashMap<>();
    private final Map<Integer, String> responses = new HashMap<>();

    /** Reads the table from the class path. */
    CodeNames()
    {
        try (BufferedReader rows = new BufferedReader(new InputStreamReader(CodeNames.class.getResourceAsStream(
            "rocketmq-codes.tsv"), StandardCharsets.UTF_8)))
        {
            for (String row = rows.readLine(); row != null; row = rows.readLine())
            {
                final String[] cells = row.split("\t");
                (cells[0].equals("request") ? requests : responses).put(Integer.valueOf(cells[1]), cells[2]);
            }
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
    }

    /** The name, or null if there is none. */
    String of(final int code, final boolean response)
    {
        return (response ? responses : requests).get(code);
    }
}
