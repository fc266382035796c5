package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shipped captures with flipped bits, cuts and wild lengths, through every command; and captures of very many connections. */
class HostileInputTest
{
    /** In bytes: of a capture its first packets. */
    private static final int MOST = 30_000;
    private static final int ROUNDS = 6;

    @TempDir
    Path folder;

    private static byte[] shipped(final String name) throws IOException
    {
        final byte[] bytes = Files.readAllBytes(Captures.root().resolve("docs/captures").resolve(name));
        return bytes.length > MOST ? Arrays.copyOf(bytes, MOST) : bytes;
    }

    private static byte[] changed(final byte[] original, final Random random, final int round)
    {
        final byte[] bytes = original.clone();
        switch (round % 3)
        {
            case 0:
                for (int flips = 0; flips < 20; flips++)
                {
                    bytes[random.nextInt(bytes.length)] ^= (byte)(1 << random.nextInt(Byte.SIZE));
                }
                return bytes;
            case 1:
                return Arrays.copyOf(bytes, random.nextInt(bytes.length));
            default:
                final int[] wild = {0, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, 0xFF_FFFF, 1};
                for (final int length : wild)
                {
                    ByteBuffer.wrap(bytes).putInt(random.nextInt(bytes.length - Integer.BYTES), length);
                }
                return bytes;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"decode $in", "decode --messages --lenient --output text --keys $in",
        "filter --where a=1 $in",
        "filter --explain --tag A $in", "filter --code SEND_MESSAGE_V2 $in -o $out",
        "rewrite --set topic=x $in -o $out",
        "stats $in", "stats --json $in", "show $in 2", "show --all --lenient $in 0", "follow $in", "follow --key x $in",
        "report $in -o $out", "scrub $in -o $out"})
    void noFramesAreABug(final String command) throws IOException
    {
        attack(command, "sample.frames", "traffic.pcapng");
    }

    @ParameterizedTest
    @ValueSource(strings = {"decode --names $in", "decode --lenient --output text $in", "stats $in", "stats --json $in",
        "show $in 5", "follow $in", "follow --key x $in", "follow --property a=b $in", "report $in -o $out",
        "scrub $in -o $out"})
    void noAmqpFramesAreABug(final String command) throws IOException
    {
        attack(command + " --format amqp-frames", "sample.amqp-frames", "traffic.pcapng");
    }

    @ParameterizedTest
    @ValueSource(strings = {"decode $in", "decode --output text $in", "filter --where a=1 $in -o $out",
        "rewrite --set header.ttl=1 $in -o $out", "scrub $in -o $out"})
    void noAmqpMessagesAreABug(final String command) throws IOException
    {
        attack(command + " --format amqp-messages", "sample.amqp-messages");
    }

    private void attack(final String command, final String... captures) throws IOException
    {
        final Random random = new Random(25);
        for (final String name : captures)
        {
            final byte[] original = shipped(name);
            for (int round = 0; round < ROUNDS; round++)
            {
                final Path in = Files.write(folder.resolve("in"), changed(original, random, round));
                final Path out = folder.resolve(name.endsWith("pcapng") ? "out.pcapng" : "out");
                final Run run =
                    Run.skim(command.replace("$in", in.toString()).replace("$out", out.toString()).split(" "));
                // 2: there is no such frame to show; 3: what should be a capture is none.
                final int most =
                    command.startsWith("show") ? Console.USAGE : command.contains("filter") && name.endsWith(
                        "pcapng") ? Console.FILE : Console.MALFORMED;
                assertTrue(run.status <= most, command + ' ' + name + ' ' + round + ": " + run.status + run.told);
                assertFalse(run.told.contains("a bug") || run.told.contains("Exception"), run.told);
            }
        }
    }

    /** A capture that is made while it is read: each connection sends one frame, and none ends. */
    private static InputStream connections(final int count)
    {
        final byte[] frame = Frames.binary(310, null, "body", "b", "T");
        final Iterator<byte[]> parts = Stream.concat(Stream.of(Pcap.fileHeader()), IntStream.range(0, count).boxed()
            .flatMap(k -> Pcap.connection(k, frame, frame.length))).iterator();
        return new SequenceInputStream(new Enumeration<>()
        {
            @Override
            public boolean hasMoreElements()
            {
                return parts.hasNext();
            }

            @Override
            public InputStream nextElement()
            {
                return new ByteArrayInputStream(parts.next());
            }
        });
    }

    /** With -Dskim.connections=1000000 and a small heap: memory does not grow with their number. */
    @ParameterizedTest
    @ValueSource(strings = {"stats --json", "filter --count --code 310", "follow --output text", "follow --key none",
        "filter --code 310 -o $out", "report -o $out", "scrub - -o $out"})
    void manyConnectionsAreRead(final String command)
    {
        final int count = Integer.getInteger("skim.connections", 4_000);
        final Run run =
            Run.skim(connections(count), command.replace("$out", folder.resolve("out.pcapng").toString()).split(
                " "));
        assertEquals(0, run.status, run.told);
        if (command.startsWith("stats"))
        {
            assertTrue(run.out.get(0).startsWith("{\"frames\":" + count + ","), run.out.get(0));
        }
    }

    @Test
    void allConnectionsKeepTheirPackets() throws IOException
    {
        final Path out = folder.resolve("out.pcapng");
        assertEquals(0, Run.skim(connections(4_000), "filter", "--code", "310", "-o", out.toString()).status);
        assertEquals(java.util.List.of("4000"), Run.skim("filter", "--count", "--code", "310", out.toString()).out);
    }
}
