package io.skim.benchmarks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;

/**
 * Makes the corpora of captured frames and messages from a folder of captures, whose layout {@code docs/captures/README.md}
 * tells.
 *
 * <pre>
 * java -cp benchmarks/target/benchmarks.jar io.skim.benchmarks.CorpusMaker CAPTURES \
 *     benchmarks/src/main/resources/io/skim/benchmarks/corpora
 * </pre>
 *
 * The same captures always make the same bytes. Frames are taken as they are, but for three things:
 * <ul>
 * <li>a body is cut to its first {@value #BODY} bytes, and the frame's length with it. No contender reads bodies, but
 * decoders copy them, and their answer would take the longer the more of it nobody asked for;
 * <li>frames whose header is longer than {@value #HEADER} bytes are left out: one of them would weigh as much as many
 * others. How time grows with a header's length is measured apart;
 * <li>frames that have a name twice or an empty name are left out, since a map holds something else than the frame.
 * </ul>
 * Of AMQP messages those are taken of which each value can be compared with little work: of at most {@value #MESSAGE} bytes,
 * without compound values, decimals, and texts outside ASCII. None has a property whose name begins as
 * {@link AmqpMessages#PROPERTY} does and is shorter: protonj2's key scan takes it for that one. None has what
 * protonj2 does not write again as it was: the default priority in a header, a timestamp as the body.
 */
final class CorpusMaker
{
    /** Bytes of a body that are kept. */
    static final int BODY = 256;
    /** The longest header, in bytes. */
    static final int HEADER = 4096;
    /** The longest AMQP message, in bytes. */
    static final int MESSAGE = 4096;
    /** The most frames of a set. Odd, so that each of four handlers sees each frame. */
    static final int MOST = 799;

    private static final int SEED = 22;
    private static final List<Integer> SENDS = List.of(10, 310, 320, 324, 325);

    private final Path captures;
    private final Path target;
    private final StringBuilder origins = new StringBuilder();

    private CorpusMaker(final Path captures, final Path target)
    {
        this.captures = captures;
        this.target = target;
    }

    /**
     * Makes them.
     *
     * @param args the folder of captures, and the folder to write to.
     * @throws IOException if a file cannot be read or written.
     */
    public static void main(final String[] args) throws IOException
    {
        if (args.length != 2)
        {
            System.err.println("usage: CorpusMaker CAPTURES TARGET");
            System.exit(2);
        }
        make(Path.of(args[0]), Path.of(args[1]));
    }

    static void make(final Path captures, final Path target) throws IOException
    {
        Files.createDirectories(target);
        new CorpusMaker(captures, target).make();
    }

    private void make() throws IOException
    {
        for (final String encoding : new String[] {"binary", "json"})
        {
            frames("java", encoding, List.of("java", "javamixed", "slave", "proxy"), CorpusMaker::isSend);
            frames("go-js", encoding, List.of("go", "js"), CorpusMaker::isSend);
            frames("all", encoding, List.of(), command -> true);
        }
        messages();
        Files.writeString(target.resolve("origins.txt"), origins, StandardCharsets.US_ASCII);
    }

    static boolean isSend(final RemotingCommand command)
    {
        return !command.isResponseType() && SENDS.contains(command.getCode());
    }

    private List<Path> files(final Predicate<String> names) throws IOException
    {
        try (Stream<Path> all = Files.list(captures))
        {
            return all.filter(file -> names.test(file.getFileName().toString())).sorted().collect(Collectors.toList());
        }
    }

    private void frames(final String set, final String encoding, final List<String> kinds,
        final Predicate<RemotingCommand> wanted) throws IOException
    {
        final String start = "rocketmq-" + encoding + '-';
        final List<Path> files = files(name -> name.startsWith(start) && name.endsWith(".frames") && (kinds.isEmpty()
            || kinds.contains(name.substring(start.length()).split("-")[0])));
        final List<Piece> pieces = new ArrayList<>();
        for (final Path file : files)
        {
            for (final byte[] frame : Corpus.cut(Files.readAllBytes(file), true))
            {
                if (Encoding.headerLength(frame) <= HEADER && wanted.test(Reference.decode(frame)) && isPlain(frame))
                {
                    pieces.add(new Piece(file.getFileName().toString(), withShortBody(frame)));
                }
            }
        }
        write(set + '.' + encoding + ".frames", pieces, true);
    }

    /** Whether a map of the names holds what the frame holds. */
    private static boolean isPlain(final byte[] frame)
    {
        final RemotingCommand command = Reference.decode(frame);
        final int names = command.getExtFields() == null ? 0 : command.getExtFields().size();
        final boolean isBinary = frame[Integer.BYTES] != 0;
        return (command.getExtFields() == null || !command.getExtFields().containsKey(null) && !command.getExtFields()
            .containsKey("")) && (!isBinary || names == entries(frame));
    }

    /** How many ext fields a binary header has. */
    private static int entries(final byte[] frame)
    {
        final ByteBuffer header = ByteBuffer.wrap(frame, Encoding.PREFIX, Encoding.headerLength(frame));
        header.position(header.position() + Encoding.REMARK);
        header.position(header.position() + Integer.BYTES + header.getInt(header.position()));
        header.getInt();
        int count = 0;
        while (header.hasRemaining())
        {
            header.position(header.position() + Short.BYTES + header.getShort(header.position()));
            header.position(header.position() + Integer.BYTES + header.getInt(header.position()));
            count++;
        }
        return count;
    }

    private static byte[] withShortBody(final byte[] frame)
    {
        final int length = Math.min(frame.length, Encoding.PREFIX + Encoding.headerLength(frame) + BODY);
        final byte[] shorter = Arrays.copyOf(frame, length);
        ByteBuffer.wrap(shorter).putInt(0, length - Integer.BYTES);
        return shorter;
    }

    private void messages() throws IOException
    {
        final List<Piece> pieces = new ArrayList<>();
        for (final Path file : files(name -> name.endsWith(".amqp-messages")))
        {
            for (final byte[] message : Corpus.cut(Files.readAllBytes(file), false))
            {
                if (message.length <= MESSAGE && AmqpReference.isPlain(message))
                {
                    pieces.add(new Piece(file.getFileName().toString(), message));
                }
            }
        }
        write("clients.messages", pieces, false);
    }

    /** Shuffles, takes as many as a set may have, an odd number, and tells how many of which file these are. */
    private void write(final String name, final List<Piece> pieces, final boolean haveLength) throws IOException
    {
        Collections.shuffle(pieces, new Random(SEED));
        final int count = Math.min(MOST, pieces.size() - 1 | 1);
        final List<Piece> taken = pieces.subList(0, Math.min(count, pieces.size()));
        Corpus.write(target.resolve(name + ".gz"),
            taken.stream().map(piece -> piece.bytes).collect(Collectors.toList()),
            haveLength);
        origins.append(name).append(' ').append(taken.size()).append(" of ").append(pieces.size()).append('\n');
        taken.stream().collect(Collectors.groupingBy(piece -> piece.file, TreeMap::new, Collectors.counting()))
            .forEach((
                file, number) -> origins.append("    ").append(file).append(' ').append(number).append('\n'));
    }

    /** A frame or message, and where it is from. */
    private static final class Piece
    {
        private final String file;
        private final byte[] bytes;

        Piece(final String file, final byte[] bytes)
        {
            this.file = file;
            this.bytes = bytes;
        }
    }
}
