package io.skim.gateway;

import io.skim.gateway.config.HostPort;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file that tells which broker has which port, so that the broker has the same one after a restart of the gateway. Clients go on at
 * the ports that they know for half a minute, and a broker takes the offsets that they commit there for its own. A line for each broker:
 *
 * <pre>
 * 20000 main 10.0.0.7:10911
 * </pre>
 *
 * Lines that begin with {@code #} are comments.
 */
final class KeptPorts
{
    /** A broker's port. */
    record Entry(int port, String cluster, String broker)
    {
        @Override
        public String toString()
        {
            return port + " " + cluster + " " + broker;
        }
    }

    private static final Pattern LINE = Pattern.compile("([1-9][0-9]{0,4}) (\\S+) (\\S+)");
    private static final String COMMENT =
        "# Which broker has which port. The gateway reads this file when it starts, and writes it anew when that changes.\n";

    private final Path file;

    KeptPorts(final Path file)
    {
        this.file = file;
    }

    /**
     * Reads the file.
     *
     * @return what it tells; nothing if there is no file.
     * @throws IOException if it cannot be read, or a line of it is none of those that are written.
     */
    List<Entry> read() throws IOException
    {
        final List<String> lines;
        try
        {
            lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        }
        catch (final NoSuchFileException none)
        {
            return List.of();
        }
        catch (final IOException e)
        {
            throw new IOException(file + " cannot be read: " + e, e);
        }
        final List<Entry> entries = new ArrayList<>();
        final Set<Object> known = new HashSet<>();
        for (int i = 0; i < lines.size(); i++)
        {
            if (!lines.get(i).startsWith("#"))
            {
                final Entry entry = entry(lines.get(i));
                if (entry == null || !known.add(entry.port) || !known.add(entry.cluster + ' ' + entry.broker))
                {
                    throw new IOException(file + ", line " + (i + 1) + ": "
                        + (entry == null ? "this is no port, cluster"
                            + " and broker" : "this port or broker stands in a line above")
                        + "; mend the line, or delete the"
                        + " file to begin anew");
                }
                entries.add(entry);
            }
        }
        return entries;
    }

    private static @Nullable Entry entry(final String line)
    {
        final Matcher parts = LINE.matcher(line);
        if (!parts.matches())
        {
            return null;
        }
        try
        {
            BrokerPorts.parse(parts.group(3));
            return new Entry(HostPort.port(parts.group(1)), parts.group(2), parts.group(3));
        }
        catch (final IllegalArgumentException wrong)
        {
            return null;
        }
    }

    /** Writes the file: another one that takes its place, so that there is a whole one at any time. */
    void write(final List<Entry> entries) throws IOException
    {
        final StringBuilder text = new StringBuilder(COMMENT);
        entries.stream().sorted(Comparator.comparingInt(Entry::port)).forEach(entry -> text.append(entry).append('\n'));
        final Path fresh = file.resolveSibling(file.getFileName() + ".new");
        try
        {
            // Its bytes are on the disk before it has the name: else a machine that loses power could leave an empty file.
            Files.writeString(fresh, text, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE, StandardOpenOption.SYNC);
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        }
        catch (final IOException e)
        {
            throw new IOException(file + " cannot be written: " + e, e);
        }
    }

    @Override
    public String toString()
    {
        return file.toString();
    }
}
