package io.skim.scan.testing;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the captures of real AMQP traffic: those in the repository, and all of them where they lie beside the checkout.
 */
public final class AmqpCaptures
{
    private static final String FRAMES = ".amqp-frames";
    private static final String MESSAGES = ".amqp-messages";

    private AmqpCaptures()
    {
    }

    /**
     * A file of concatenated frames, without protocol headers.
     *
     * @param file  of the frames; its oracle lies beside it.
     * @param bytes of the file.
     * @param rows  what the oracle reads in each frame.
     */
    public record Capture(Path file, byte[] bytes, List<JSONObject> rows)
    {
        /**
         * The frames, cut by the sizes that the oracle tells.
         *
         * @return as many as there are rows.
         */
        public List<byte[]> frames()
        {
            final ByteBuffer rest = ByteBuffer.wrap(bytes);
            return rows.stream().map(row -> take(rest, row.getIntValue("size"))).collect(Collectors.toList());
        }

        /**
         * The whole messages, where they lie beside the frames.
         *
         * @return none in the repository's own captures.
         */
        public List<byte[]> messages()
        {
            final Path messages = sibling("");
            final List<byte[]> all = new ArrayList<>();
            if (Files.exists(messages))
            {
                final ByteBuffer rest = ByteBuffer.wrap(read(messages));
                while (rest.hasRemaining())
                {
                    all.add(take(rest, rest.getInt()));
                }
            }
            return all;
        }

        /**
         * What the oracle says of each message.
         *
         * @return as many as there are messages.
         */
        public List<JSONObject> messageRows()
        {
            return Files.exists(sibling(".jsonl")) ? AmqpCaptures.rows(sibling(".jsonl")) : List.of();
        }

        private Path sibling(final String ending)
        {
            return file.resolveSibling(file.getFileName().toString().replace(FRAMES, MESSAGES) + ending);
        }

        @Override
        public String toString()
        {
            return file.getParent().getFileName() + "/" + file.getFileName();
        }
    }

    private static byte[] take(final ByteBuffer rest, final int length)
    {
        final byte[] bytes = new byte[length];
        rest.get(bytes);
        return bytes;
    }

    private static byte[] read(final Path file)
    {
        try
        {
            return Files.readAllBytes(file);
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
    }

    private static List<JSONObject> rows(final Path file)
    {
        try (Stream<String> lines = Files.lines(file))
        {
            return lines.map(JSON::parseObject).collect(Collectors.toList());
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * All captures.
     *
     * @return in order of name; the repository's own first.
     */
    public static List<Capture> all()
    {
        return Stream.of(own(), Captures.root().resolve("../shared/captures").normalize()).filter(Files::isDirectory)
            .flatMap(folder -> files(folder, FRAMES).stream()).map(file -> new Capture(file, read(file), rows(oracle(
                file))))
            .collect(Collectors.toList());
    }

    /**
     * Files of whole messages, each with its oracle beside it.
     *
     * @return in order of name; the repository's own first, which are a hundred messages and more.
     */
    public static List<Path> messageFiles()
    {
        return Stream.of("docs/captures", "../shared/captures").map(folder -> Captures.root().resolve(folder)
            .normalize()).filter(Files::isDirectory).flatMap(folder -> files(folder, MESSAGES).stream()).filter(
                file -> Files.exists(oracle(file)))
            .collect(Collectors.toList());
    }

    /**
     * What the oracle says of each message of a file.
     *
     * @param file of {@link #messageFiles}.
     * @return as many as there are messages.
     */
    public static List<JSONObject> messageRows(final Path file)
    {
        return rows(oracle(file));
    }

    private static Path oracle(final Path file)
    {
        return file.resolveSibling(file.getFileName() + ".jsonl");
    }

    /** Not from the class path, where other modules have it in a jar. */
    private static Path own()
    {
        return Captures.root().resolve("scanner-core/src/test/resources/amqp/frames");
    }

    private static List<Path> files(final Path folder, final String ending)
    {
        try (Stream<Path> files = Files.list(folder))
        {
            return files.filter(file -> file.toString().endsWith(ending)).sorted().collect(Collectors.toList());
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
    }
}
