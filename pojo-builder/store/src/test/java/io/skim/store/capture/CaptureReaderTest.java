package io.skim.store.capture;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What packets a capture file has, and where it is malformed.
 */
class CaptureReaderTest
{
    private static final String PCAP = "loopback.pcap";
    private static final String PCAPNG = "loopback.pcapng";
    private static final String COOKED = "loopback-cooked.pcap";

    private static final byte[] SECTION = hex("0a0d0d0a 1c000000 4d3c2b1a 0100 0000 ffffffffffffffff 1c000000");
    private static final byte[] INTERFACE = hex("01000000 14000000 0100 0000 00000400 14000000");
    private static final byte[] ENHANCED = hex(
        "06000000 24000000 00000000 0000000000000000 02000000 09000000 aabb0000 24000000");
    private static final byte[] PCAP_HEADER = hex("a1b2c3d4 0002 0004 00000000 00000000 00040000 30000065");

    private static byte[] hex(final String text)
    {
        return HexFormat.of().parseHex(text.replace(" ", ""));
    }

    private static byte[] join(final byte[]... parts)
    {
        final ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (final byte[] part : parts)
        {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private static byte[] with(final byte[] bytes, final int at, final int value)
    {
        final byte[] copy = bytes.clone();
        ByteBuffer.wrap(copy).order(ByteOrder.LITTLE_ENDIAN).putInt(at, value);
        return copy;
    }

    /** Reads all; how many packets there are. */
    private static int count(final CaptureReader reader) throws IOException
    {
        int count = 0;
        while (reader.next())
        {
            assertTrue(reader.length() <= PacketSource.MAX_PACKET);
            assertTrue(reader.from() >= 0 && reader.from() + reader.length() <= reader.bytes().length);
            assertTrue(reader.wireLength() >= 0);
            count++;
        }
        assertFalse(reader.next());
        return count;
    }

    private static CaptureReader reader(final byte[]... parts)
    {
        return new CaptureReader(new ByteArrayInputStream(join(parts)));
    }

    private static void assertMalformed(final int packets, final int offset, final int at, final String message,
        final byte[]... parts) throws IOException
    {
        final CaptureReader reader = reader(parts);
        assertEquals(packets, count(reader));
        assertEquals("CAPTURE_MALFORMED", reader.error());
        assertEquals(message, reader.message());
        assertEquals(at, reader.errorAt());
        assertEquals(offset, reader.offset());
    }

    @Test
    void readsTheSamePacketsOfPcapAndPcapng()
    {
        final List<Packet> pcap = Packet.all(PCAP);
        final List<Packet> pcapng = Packet.all(PCAPNG);
        assertEquals(95, pcap.size());
        assertEquals(95, pcapng.size());
        for (int i = 0; i < pcap.size(); i++)
        {
            final Packet one = pcap.get(i);
            final Packet other = pcapng.get(i);
            assertEquals(1, one.linkType());
            assertEquals(one.bytes().length, one.wireLength());
            assertArrayEquals(one.behind(0).bytes(), other.behind(0).bytes());
            assertEquals(other.bytes().length, other.wireLength());
        }
        assertEquals(List.of(1, 101, 228, 229), pcapng.stream().map(Packet::linkType).distinct().sorted().toList());
        assertEquals(190, Packet.all(COOKED).size());
        assertTrue(Packet.all(COOKED).stream().allMatch(packet -> packet.linkType() == 113));
    }

    @Test
    void knowsCapturesByTheirMagic()
    {
        for (final String magic : List.of("a1b2c3d4", "d4c3b2a1", "a1b23c4d", "4d3cb2a1", "0a0d0d0a"))
        {
            assertTrue(CaptureReader.isCapture(hex(magic), 0, 4), magic);
            assertTrue(CaptureReader.isCapture(hex("00" + magic + "00"), 1, 5), magic);
            assertFalse(CaptureReader.isCapture(hex(magic), 0, 3), magic);
        }
        assertFalse(CaptureReader.isCapture(hex("0a0d0d0b"), 0, 4));
        assertFalse(CaptureReader.isCapture(hex("000000b5"), 0, 4));
    }

    @Test
    void tellsWhereEachPacketIs() throws IOException
    {
        final CaptureReader reader = reader(SECTION, INTERFACE, ENHANCED, ENHANCED);
        assertTrue(reader.next());
        assertEquals(48, reader.offset());
        assertEquals(2, reader.length());
        assertEquals(9, reader.wireLength());
        assertEquals((byte)0xAA, reader.bytes()[reader.from()]);
        assertTrue(reader.next());
        assertEquals(84, reader.offset());
        assertFalse(reader.next());
        assertNull(reader.error());
        assertNull(reader.message());
    }

    @Test
    void thereIsAPacketOnlyAfterNext() throws IOException
    {
        final CaptureReader reader = reader(SECTION, INTERFACE, ENHANCED);
        assertThrows(IllegalStateException.class, reader::length);
        assertTrue(reader.next());
        assertEquals(2, reader.length());
        assertFalse(reader.next());
        assertThrows(IllegalStateException.class, reader::linkType);
    }

    @Test
    void readsAnInputThatGivesAByteAtATime() throws IOException
    {
        final InputStream slow = new ByteArrayInputStream(Packet.file(PCAPNG))
        {
            @Override
            public synchronized int read(final byte[] bytes, final int offset, final int length)
            {
                return super.read(bytes, offset, Math.min(1, length));
            }
        };
        assertEquals(95, count(new CaptureReader(slow)));
    }

    @Test
    void waitsForNoMoreThanThePacketItGives() throws IOException
    {
        final byte[] file = Packet.file(PCAP);
        final int[] given = {0};
        final InputStream live = new InputStream()
        {
            @Override
            public int read()
            {
                return given[0] < file.length ? file[given[0]++] & 0xFF : -1;
            }

            @Override
            public int read(final byte[] bytes, final int offset, final int length)
            {
                bytes[offset] = (byte)read();
                return 1;
            }
        };
        final CaptureReader reader = new CaptureReader(live);
        assertTrue(reader.next());
        assertEquals(24 + 16 + reader.length(), given[0]);
    }

    /** How many packets a file has that ends there, for each end of a record. */
    private static TreeMap<Integer, Integer> borders(final byte[] file)
    {
        final ByteBuffer numbers = ByteBuffer.wrap(file);
        final TreeMap<Integer, Integer> borders = new TreeMap<>();
        borders.put(0, 0);
        int packets = 0;
        final boolean pcapng = numbers.getInt(0) == 0x0A0D0D0A;
        numbers.order(file[0] == (byte)0xD4 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        for (int at = pcapng ? 0 : 24; at < file.length;)
        {
            borders.put(at, packets);
            if (pcapng && numbers.getInt(at) == 0x0A0D0D0A)
            {
                numbers.order(file[at + 8] == 0x4D ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
            }
            packets += !pcapng || List.of(2, 3, 6).contains(numbers.getInt(at)) ? 1 : 0;
            at += pcapng ? numbers.getInt(at + 4) : 16 + numbers.getInt(at + 8);
        }
        borders.put(file.length, packets);
        return borders;
    }

    @ParameterizedTest
    @ValueSource(strings = {PCAP, PCAPNG, COOKED})
    void aFileCutAnywhereGivesThePacketsBeforeTheCut(final String name) throws IOException
    {
        final byte[] file = Packet.file(name);
        final TreeMap<Integer, Integer> borders = borders(file);
        // All cuts near the beginning, and each seventh of the others.
        for (int length = 0; length <= file.length; length += length < 3_000 || borders.containsKey(length) ? 1 : 7)
        {
            final CaptureReader reader = new CaptureReader(new ByteArrayInputStream(file, 0, length));
            assertEquals(borders.floorEntry(length).getValue(), count(reader), "cut at " + length);
            assertEquals(borders.containsKey(length) ? null : "CAPTURE_TRUNCATED", reader.error(), "cut at " + length);
            if (reader.error() != null)
            {
                assertEquals(length, reader.errorAt());
                assertEquals((long)borders.floorKey(length), reader.offset());
                assertNotNull(reader.message());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {PCAP, PCAPNG})
    void aFlippedBitEndsInAReasonOrInOtherPackets(final String name) throws IOException
    {
        final byte[] file = Arrays.copyOf(Packet.file(name), 6_000);
        for (int bit = 0; bit < 2_048 * Byte.SIZE; bit++)
        {
            file[bit / Byte.SIZE] ^= (byte)(1 << bit % Byte.SIZE);
            final CaptureReader reader = new CaptureReader(new ByteArrayInputStream(file));
            final TcpStreams streams = new TcpStreams(new Recorder());
            while (reader.next())
            {
                streams.packet(reader.linkType(), reader.bytes(), reader.from(), reader.length(), reader.wireLength());
            }
            streams.end();
            assertTrue(List.of("CAPTURE_TRUNCATED", "CAPTURE_MALFORMED").contains(reader.error()), "bit " + bit);
            file[bit / Byte.SIZE] ^= (byte)(1 << bit % Byte.SIZE);
        }
    }

    @Test
    void refusesWhatIsNoCapture() throws IOException
    {
        assertMalformed(0, 0, 0, "0x000000b5 begins neither a pcap nor a pcapng file", hex("000000b500"));
        assertMalformed(0, 0, 4, "version 3 of the pcap format is not known",
            hex("a1b2c3d4 0003 0004 00000000 00000000 00040000 00000001"));
        assertMalformed(0, 0, 12, "version 2 of the pcapng format is not known", with(SECTION, 12, 2));
        assertMalformed(0, 0, 8, "0x1a2b3c4e is no byte-order magic", with(SECTION, 8, 0x4E3C_2B1A));
    }

    @Test
    void anEmptyFileHasNoPackets() throws IOException
    {
        final CaptureReader reader = reader();
        assertEquals(0, count(reader));
        assertNull(reader.error());
    }

    @Test
    void refusesLyingLengthsOfPcap() throws IOException
    {
        final byte[] good = hex("00000000 00000000 00000001 ffffffff 45");
        assertEquals(1, count(reader(PCAP_HEADER, good)));
        assertMalformed(1, 41, 49, "a packet of 262145 bytes; the limit is 262144", PCAP_HEADER, good,
            hex("00000000 00000000 00040001 00000001 45"));
        assertMalformed(1, 41, 49, "a packet of 4294967295 bytes; the limit is 262144", PCAP_HEADER, good,
            hex("00000000 00000000 ffffffff ffffffff 45"));
        final String another =
            "another pcap file begins here; files that were put together cannot be told apart from damage: each has to be read by"
                + " itself";
        assertMalformed(1, 41, 41, another, PCAP_HEADER, good, hex("a1b2c3d4 00020004 ffffffff ffffffff 45"));
        assertMalformed(1, 41, 41, another, PCAP_HEADER, good, hex("4d3cb2a1 02000400 ffffffff ffffffff 45"));
        final CaptureReader longest = reader(PCAP_HEADER, good, hex("00000000 00000000 00040000 00040000"),
            new byte[262_144], good);
        assertEquals(3, count(longest));
        assertNull(longest.error());
    }

    @Test
    void keepsTheLinkTypeApartFromTheBitsAboveIt() throws IOException
    {
        final CaptureReader reader = reader(PCAP_HEADER, hex("00000000 00000000 00000001 ffffffff 45"));
        assertTrue(reader.next());
        assertEquals(101, reader.linkType());
        assertEquals(Integer.MAX_VALUE, reader.wireLength());
    }

    @Test
    void refusesLyingLengthsOfPcapng() throws IOException
    {
        final String few = "a block of type 6 and %d bytes; it takes a multiple of 4, at least 32";
        assertMalformed(1, 84, 88, String.format(few, 28), SECTION, INTERFACE, ENHANCED, with(ENHANCED, 4, 28));
        assertMalformed(1, 84, 88, String.format(few, 38), SECTION, INTERFACE, ENHANCED, with(ENHANCED, 4, 38));
        assertMalformed(1, 84, 88, "a packet's block of 4294967292 bytes; the limit is 327680", SECTION, INTERFACE,
            ENHANCED, with(ENHANCED, 4, -4));
        assertMalformed(0, 48, 80, "a block of 36 bytes ends with the length 40", SECTION, INTERFACE,
            with(ENHANCED, 32, 40));
        assertMalformed(0, 28, 44, "a block of 20 bytes ends with the length 0", SECTION, with(INTERFACE, 16, 0));
        assertMalformed(0, 48, 68, "a packet of 5 bytes in a block that has 4", SECTION, INTERFACE,
            with(ENHANCED, 20, 5));
        assertMalformed(0, 48, 68, "a packet of 4294967295 bytes in a block that has 4", SECTION, INTERFACE,
            with(ENHANCED, 20, -1));
        final byte[] length = with(new byte[4], 0, 32 + 262_148);
        assertMalformed(0, 48, 68, "a packet of 262145 bytes; the limit is 262144", SECTION, INTERFACE,
            hex("06000000"), length, with(new byte[20], 12, 262_145), new byte[262_148], length);
        assertMalformed(0, 48, 56, "a packet of interface 1; the section has 1", SECTION, INTERFACE,
            with(ENHANCED, 8, 1));
        assertMalformed(0, 76, 84, "a packet of interface 0; the section has 0", SECTION, INTERFACE, SECTION, ENHANCED);
    }

    @Test
    void aSimplePacketIsAsLongAsItsInterfaceCaptures() throws IOException
    {
        final byte[] simple = hex("03000000 14000000 09000000 aabbccdd 14000000");
        final CaptureReader cut = reader(SECTION, with(INTERFACE, 12, 3), simple);
        assertTrue(cut.next());
        assertEquals(3, cut.length());
        final CaptureReader other = reader(SECTION, with(INTERFACE, 12, 3), with(INTERFACE, 12, 2), simple);
        assertTrue(other.next());
        assertEquals(3, other.length());
        assertEquals(9, cut.wireLength());
        assertMalformed(0, 48, 56, "a packet of 9 bytes in a block that has 4", SECTION, INTERFACE, simple);
        assertMalformed(0, 28, 28, "a packet of interface 0; the section has 0", SECTION, simple);
    }

    @Test
    void refusesMoreInterfacesThanItKeeps() throws IOException
    {
        final byte[] interfaces = new byte[PcapngSource.MAX_INTERFACES * INTERFACE.length];
        for (int i = 0; i < interfaces.length; i += INTERFACE.length)
        {
            System.arraycopy(INTERFACE, 0, interfaces, i, INTERFACE.length);
        }
        final byte[] last = with(ENHANCED, 8, PcapngSource.MAX_INTERFACES - 1);
        assertEquals(1, count(reader(SECTION, interfaces, last)));
        final int at = SECTION.length + interfaces.length + ENHANCED.length;
        assertMalformed(1, at, at, "more than 65536 interfaces in a section", SECTION, interfaces, last, INTERFACE);
    }

    /** A block of 3 GB that is not of interest, and then a packet: read on, in the one buffer. */
    @Test
    void passesOverLongBlocksWithoutHoldingThem() throws IOException
    {
        final long body = 3_000_000_000L;
        final byte[] length = with(new byte[4], 0, (int)(body + 12));
        final byte[] head = join(SECTION, INTERFACE, hex("ad0b0000"), length);
        final byte[] tail = join(length, ENHANCED);
        final InputStream in = new InputStream()
        {
            private long position;

            @Override
            public int read()
            {
                throw new UnsupportedOperationException();
            }

            @Override
            public int read(final byte[] bytes, final int offset, final int count)
            {
                final byte[] part = position < head.length ? head : tail;
                final long at = position < head.length ? position : position - head.length - body;
                final int read = at < 0 ? (int)Math.min(count, -at) : (int)Math.min(count, part.length - at);
                if (at >= 0)
                {
                    System.arraycopy(part, (int)at, bytes, offset, read);
                }
                position += read;
                return read == 0 ? -1 : read;
            }
        };
        final CaptureReader reader = new CaptureReader(in);
        assertTrue(reader.next());
        assertEquals(head.length + body + 4, reader.offset());
        assertEquals(CaptureInput.MAX_LENGTH, reader.bytes().length);
        assertFalse(reader.next());
        assertNull(reader.error());
    }
}
