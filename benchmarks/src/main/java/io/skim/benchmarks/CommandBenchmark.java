package io.skim.benchmarks;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;

/**
 * Makes the file that {@code benchmarks/command} reads: captured frames, over and over.
 *
 * <pre>
 * java -cp benchmarks/target/benchmarks.jar io.skim.benchmarks.CommandBenchmark docs/captures 1000 all.frames
 * </pre>
 */
public final class CommandBenchmark
{
    /** The topic that is looked for. */
    static final String TOPIC = "TopicTest-D64615";
    /** The ext field that is set. */
    static final String NAME = "traceId";
    static final String VALUE = "7b1c0a";

    private static final int MEGABYTE = 1_000_000;

    private CommandBenchmark()
    {
    }

    /**
     * Makes it: the frames of all captures without those that are signed, until there are enough.
     *
     * @param args a folder of captures, how many megabytes to write at least, and the file to write.
     * @throws IOException if a file cannot be read or written.
     */
    public static void main(final String[] args) throws IOException
    {
        final List<byte[]> frames = new ArrayList<>();
        long length = 0;
        for (final Path file : captures(Path.of(args[0])))
        {
            for (final byte[] frame : Corpus.cut(Files.readAllBytes(file), true))
            {
                if (!isSigned(frame))
                {
                    frames.add(frame);
                    length += frame.length;
                }
            }
        }
        final long rounds = 1 + Long.parseLong(args[1]) * MEGABYTE / length;
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(Path.of(args[2])), 1 << 18))
        {
            for (long round = 0; round < rounds; round++)
            {
                for (final byte[] frame : frames)
                {
                    out.write(frame);
                }
            }
        }
        System.out.println(frames.size() * rounds + " frames, " + length * rounds + " bytes");
    }

    /** The command refuses to edit those; the peer would send them on with a signature that is wrong. */
    private static boolean isSigned(final byte[] frame)
    {
        final RemotingCommand command = Reference.decode(frame);
        return command.getExtFields() != null && command.getExtFields().containsKey("Signature");
    }

    private static List<Path> captures(final Path folder) throws IOException
    {
        try (Stream<Path> all = Files.list(folder))
        {
            return all.filter(file -> file.getFileName().toString().matches("rocketmq-.*\\.frames")).sorted().collect(
                Collectors.toList());
        }
    }
}
