package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import io.skim.store.capture.CaptureReader;
import io.skim.store.capture.Stream;
import io.skim.store.capture.TcpStreams;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code filter -o x.pcapng}: which packets it keeps. */
class FilterPacketsTest
{
    private static final byte[] WANTED = Frames.binary(310, null, "body", "b", "T");
    private static final byte[] OTHER = Frames.binary(34, null, "body", "b", "T");

    @TempDir
    Path folder;

    /** A packet, to be compared. */
    private record Packet(int linkType, long time, List<Byte> bytes)
    {
    }

    private static List<Packet> packets(final byte[] capture) throws IOException
    {
        final CaptureReader reader = new CaptureReader(new ByteArrayInputStream(capture));
        final List<Packet> packets = new ArrayList<>();
        while (reader.next())
        {
            packets.add(new Packet(reader.linkType(), reader.time(), IntStream.range(0, reader.length()).mapToObj(
                k -> reader.bytes()[reader.from() + k]).toList()));
        }
        assertEquals(null, reader.message());
        return packets;
    }

    /** Which packets of a capture are kept, by their numbers, which must be in order. */
    private List<Integer> kept(final byte[] capture, final String... more) throws IOException
    {
        final Path out = folder.resolve("out.pcapng");
        final Run run = Run.skim(capture, List.of("filter", "--code", "310", "-o", out.toString()), more);
        assertEquals(List.of(), run.err);
        return numbers(packets(capture), packets(Files.readAllBytes(out)));
    }

    private static List<Integer> numbers(final List<Packet> all, final List<Packet> some)
    {
        final List<Integer> numbers = new ArrayList<>();
        int from = 0;
        for (final Packet packet : some)
        {
            while (!all.get(from).equals(packet))
            {
                from++;
            }
            numbers.add(from++);
        }
        return numbers;
    }

    @Test
    void allPacketsOfAFrameAreKeptAndThoseOfTheHandshake() throws IOException
    {
        final byte[] frame = Frames.join(WANTED, OTHER, WANTED);
        final byte[] capture = new Conversations(10_911)
            .send(0, true, 1, OTHER) // 0, 1 handshake; 2
            .send(1, true, 2, OTHER) // 3, 4; 5
            .send(0, true, 3, Arrays.copyOf(frame, 10)) // 6
            .send(1, true, 4, OTHER) // 7
            .send(0, true, 5, Arrays.copyOfRange(frame, 10, WANTED.length + 5)) // 8, with the begin of another
            .send(0, true, 6, Arrays.copyOfRange(frame, WANTED.length + 5, WANTED.length + 9)) // 9, inside of it
            .send(0, true, 7, Arrays.copyOfRange(frame, WANTED.length + 9, frame.length - 1)) // 10
            .send(0, false, 8, OTHER) // 11
            .send(0, true, 9, Arrays.copyOfRange(frame, frame.length - 1, frame.length)) // 12
            .send(1, true, 10, OTHER).toByteArray(); // 13
        assertEquals(List.of(0, 1, 6, 8, 10, 12), kept(capture));
        assertEquals(List.of(0, 1, 6, 8), kept(capture, "--limit", "1"));
        assertEquals(List.of(3, 4, 5, 7, 13), kept(capture, "--invert", "--port", "40001"));
        assertEquals(List.of(), kept(capture, "--port", "40001"));
    }

    @Test
    void packetsThatComeAgainOrLateAreKeptToo() throws IOException
    {
        final byte[] frames = Frames.join(WANTED, OTHER, OTHER);
        final List<byte[]> records = new ArrayList<>(Pcap.connection(0, frames, 20).toList());
        final int wanted = (WANTED.length + 19) / 20;
        records.add(records.get(2));
        records.add(records.get(wanted + 2));
        Collections.swap(records, 1, 3);
        records.add(0, Pcap.fileHeader());
        final List<Integer> expected = new ArrayList<>(IntStream.rangeClosed(0, wanted).boxed().toList());
        expected.add(records.size() - 3);
        assertEquals(expected, kept(Frames.join(records.toArray(byte[][]::new))));
    }

    @ParameterizedTest
    @CsvSource({"rocketmq,$code = 310", "amqp-messages,JMSPriority >= 0"})
    void theMessagesOfARealCaptureAreInTheirPackets(final String format, final String where) throws Exception
    {
        final Path traffic = Captures.root().resolve("docs/captures/traffic.pcapng");
        final Path out = folder.resolve("kept.pcapng");
        final List<String> filter = List.of("filter", "--lenient", "--format", format, "--where", where);
        Run.skim(new byte[0], filter, traffic.toString(), "-o", out.toString());
        final byte[] expected = Run.skim(new byte[0], filter, traffic.toString()).bytes;
        assertTrue(expected.length > 0);
        assertArrayEquals(expected, Run.skim(new byte[0], filter, out.toString()).bytes);
        final List<Integer> numbers = numbers(packets(Files.readAllBytes(traffic)), packets(Files.readAllBytes(out)));
        assertTrue(numbers.size() < 200, numbers.size() + " packets");
        io.skim.command.dissector.TsharkPackets.count(out, numbers.size());
    }

    @Test
    void littleIsHeldForConnectionsOfWhichNothingIsTaken() throws IOException
    {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final int most = 100_000;
        final KeptPackets kept = new KeptPackets(new PcapngWriter(out), most);
        final TcpStreams streams = new TcpStreams((connection, stream, whole) -> new Taking(kept, stream));
        final Conversations capture = new Conversations(10_911).send(0, true, 0, OTHER);
        for (int k = 1; k < 2_000; k++)
        {
            capture.send(k, true, k, new byte[100]);
        }
        capture.send(1, true, 5_000, WANTED);
        final CaptureReader reader = new CaptureReader(new ByteArrayInputStream(capture.toByteArray()));
        while (reader.next())
        {
            streams.packet(reader.linkType(), reader.bytes(), reader.from(), reader.length(), reader.wireLength());
            kept.packet(reader, streams);
            assertTrue(kept.held() <= 2 * most, kept.held() + " bytes");
        }
        kept.endCapture();
        assertEquals(0, kept.held());
        final List<Packet> written = packets(out.toByteArray());
        assertEquals(5_000, written.get(written.size() - 1).time());
    }

    /** Wants what was sent in more or fewer than 100 bytes. */
    private record Taking(KeptPackets kept, long stream, long[] place) implements Stream
    {
        Taking(final KeptPackets kept, final long stream)
        {
            this(kept, stream, new long[1]);
        }

        @Override
        public void bytes(final byte[] array, final int from, final int length)
        {
            if (length == WANTED.length)
            {
                kept.take(stream, place[0], place[0] + length);
            }
            place[0] += length;
            kept.known(stream, place[0]);
        }

        @Override
        public void lost(final long offset, final long missing)
        {
            place[0] = offset + missing;
        }

        @Override
        public void end()
        {
            kept.end(stream);
        }
    }

    @Test
    void aFileWithoutPacketsIsRefused() throws IOException
    {
        final Path in = Files.write(folder.resolve("in"), WANTED);
        final Run run = Run.skim("filter", "--code", "310", in.toString(), "-o", folder.resolve("out.pcapng")
            .toString());
        assertEquals(Console.FILE, run.status);
        assertTrue(run.told.contains("no capture"), run.told);
        assertEquals(Console.USAGE, Run.skim("filter", "--format", "commitlog", "--where", "TRUE", folder.toString(),
            "-o", "x.pcapng").status);
    }

    /** The block for packets without a time has no place for the number of an interface, nor for two lengths. */
    @Test
    void aPacketWithoutATimeGetsNoneIfItIsWholeAndOfTheFirstInterface() throws IOException
    {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final PcapngWriter writer = new PcapngWriter(out);
        writer.packet(101, CaptureReader.NO_TIME, new byte[5], 5);
        writer.packet(101, CaptureReader.NO_TIME, new byte[5], 6);
        writer.packet(101, 7, new byte[4], 4);
        writer.packet(1, CaptureReader.NO_TIME, new byte[3], 3);
        writer.packet(101, CaptureReader.NO_TIME, new byte[4], 4);
        final List<Packet> packets = packets(out.toByteArray());
        assertEquals(List.of(CaptureReader.NO_TIME, 0L, 7L, 0L, CaptureReader.NO_TIME),
            packets.stream().map(Packet::time)
                .toList());
        assertEquals(List.of(5, 5, 4, 3, 4), packets.stream().map(packet -> packet.bytes().size()).toList());
    }
}
