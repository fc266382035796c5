package io.skim.store.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * The same real packets behind other links' headers, and with other headers of IP.
 */
class LinkLayerTest
{
    private static final List<Packet> REAL = Packet.all("loopback.pcap");

    private static void assertAll(final UnaryOperator<Packet> change)
    {
        Recorder.of(REAL.stream().map(change).toList()).assertComplete();
    }

    private static void assertNone(final UnaryOperator<Packet> change)
    {
        assertEquals(0, Recorder.of(REAL.stream().map(change).toList()).streams.size());
    }

    private static int[] ethernet(final Packet packet, final int... tags)
    {
        final int[] header = new int[14 + tags.length];
        System.arraycopy(tags, 0, header, 12, tags.length);
        header[12 + tags.length] = packet.isIpv6() ? 0x86 : 0x08;
        header[13 + tags.length] = packet.isIpv6() ? 0xDD : 0x00;
        return header;
    }

    @Test
    void ethernetCanHaveTags()
    {
        assertAll(packet -> packet.behind(1, ethernet(packet)));
        assertAll(packet -> packet.behind(1, ethernet(packet, 0x81, 0x00, 0x20, 0x07)));
        assertAll(packet -> packet.behind(1, ethernet(packet, 0x88, 0xA8, 0, 1, 0x81, 0x00, 0, 2)));
        assertAll(packet -> packet.behind(1, ethernet(packet, 0x91, 0x00, 0, 1, 0x81, 0x00, 0, 2)));
        assertAll(packet -> packet.behind(1, ethernet(packet, 0x81, 0, 0, 1, 0x81, 0, 0, 2, 0x81, 0, 0, 3)));
        final int[] eight = new int[32];
        final int[] nine = new int[36];
        for (int i = 0; i < nine.length; i += 4)
        {
            eight[i % eight.length] = 0x81;
            nine[i] = 0x81;
        }
        assertAll(packet -> packet.behind(1, ethernet(packet, eight)));
        assertNone(packet -> packet.behind(1, ethernet(packet, nine)));
        assertNone(packet -> packet.behind(1, ethernet(packet, 0x08, 0x06, 0, 0)));
    }

    private static int[] joined(final int[]... parts)
    {
        return Arrays.stream(parts).flatMapToInt(Arrays::stream).toArray();
    }

    /** A header of Ethernet with any ethertype, and what is behind it. */
    private static int[] ethernet(final int ethertype, final int... behind)
    {
        return joined(new int[12], new int[] {ethertype >> 8, ethertype & 0xFF}, behind);
    }

    @Test
    void labelsOfMplsNameNoProtocol()
    {
        assertAll(packet -> packet.behind(1, ethernet(0x8847, 0, 6, 0x41, 64)));
        assertAll(packet -> packet.behind(1, ethernet(0x8848, 0, 6, 0x40, 64, 0, 7, 0x41, 64)));
        assertAll(packet -> packet.behind(1, joined(ethernet(0x8100, 0, 1, 0x88, 0x47), new int[] {0, 6, 0x41, 64})));
        // Not the last label.
        assertNone(packet -> packet.behind(1, ethernet(0x8847, 0, 6, 0x40, 64)));
        // A pseudo wire, whose control word begins with zeros.
        assertNone(packet -> packet.behind(1, ethernet(0x8847, 0, 6, 0x41, 64, 0, 0, 0, 0)));
    }

    @Test
    void pppoeAndSnapNameTheProtocol()
    {
        assertAll(packet -> packet.behind(1, ethernet(0x8864, 0x11, 0, 0, 1, 0, 0, 0, packet.isIpv6() ? 0x57 : 0x21)));
        assertNone(packet -> packet.behind(1, ethernet(0x8864, 0x11, 0, 0, 1, 0, 0, 0xC0, 0x21)));
        assertAll(packet -> packet.behind(1, ethernet(0x0100, joined(new int[] {0xAA, 0xAA, 3}, ethertype(packet)))));
        assertNone(packet -> packet.behind(1, ethernet(0x0100, joined(new int[] {0x42, 0x42, 3}, ethertype(packet)))));
        assertNone(packet -> packet.behind(1, ethernet(0x0600, joined(new int[] {0xAA, 0xAA, 3}, ethertype(packet)))));
    }

    /** The organisation of SNAP, and an ethertype. */
    private static int[] ethertype(final Packet packet)
    {
        return packet.isIpv6() ? new int[] {0, 0, 0, 0x86, 0xDD} : new int[] {0, 0, 0, 8, 0};
    }

    /** The headers of Ethernet and of an IPv4 packet that is as long as it is captured. */
    private static int[] tunnel(final int protocol, final int... behind)
    {
        return joined(ethernet(0x0800), outer(protocol), behind);
    }

    private static int[] outer(final int protocol)
    {
        return new int[] {0x45, 0, 0, 0, 0, 0, 0, 0, 64, protocol, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2};
    }

    @Test
    void ipCanBeInIp()
    {
        assertAll(packet -> packet.behind(1, tunnel(packet.isIpv6() ? 41 : 4)));
        final int[] ipv6 = new int[40];
        ipv6[0] = 0x60;
        assertAll(packet -> {
            ipv6[6] = packet.isIpv6() ? 41 : 4;
            return packet.behind(101, ipv6);
        });
        assertAll(packet -> packet.behind(101, joined(outer(4), outer(4), outer(4), outer(packet.isIpv6() ? 41 : 4))));
        assertNone(packet -> packet.behind(101, joined(outer(4), outer(4), outer(4), outer(4), outer(packet.isIpv6()
            ? 41
            : 4))));
    }

    @Test
    void greHasOptionsAndIpOrEthernet()
    {
        for (final int[] flags : new int[][] {{0, 0}, {0x80, 4}, {0x20, 4}, {0x10, 4}, {0xB0, 12}})
        {
            assertAll(packet -> packet.behind(1, tunnel(47, joined(new int[] {flags[0], 0}, packet.isIpv6()
                ? new int[] {0x86, 0xDD}
                : new int[] {8, 0}, new int[flags[1]]))));
            assertAll(packet -> packet.behind(1, tunnel(47, joined(new int[] {flags[0], 0, 0x65, 0x58},
                new int[flags[1]], ethernet(packet)))));
        }
        // PPTP.
        assertNone(packet -> packet.behind(1, tunnel(47, joined(new int[] {0, 1, 8, 0}))));
        assertNone(packet -> packet.behind(1, tunnel(47, joined(new int[] {0, 0, 0x88, 0x0B}))));
    }

    @Test
    void vxlanAndGeneveAreKnownByTheirPorts()
    {
        for (final int port : new int[] {4_789, 8_472})
        {
            assertAll(
                packet -> packet.behind(1, tunnel(17, joined(udp(port), new int[] {8, 0, 0, 0, 0, 0, 42, 0}, ethernet(
                    packet)))));
            assertNone(packet -> packet.behind(1, tunnel(17, joined(udp(port), new int[] {0, 0, 0, 0, 0, 0, 42, 0},
                ethernet(packet)))));
        }
        assertNone(
            packet -> packet.behind(1, tunnel(17, joined(udp(4_790), new int[] {8, 0, 0, 0, 0, 0, 42, 0}, ethernet(
                packet)))));
        for (final int options : new int[] {0, 3, 63})
        {
            assertAll(packet -> packet.behind(1,
                tunnel(17, joined(udp(6_081), new int[] {options, 0, 0x65, 0x58, 0, 0, 42, 0},
                    new int[4 * options], ethernet(packet)))));
        }
    }

    private static int[] udp(final int port)
    {
        return new int[] {0x80, 0, port >> 8, port & 0xFF, 0, 0, 0, 0};
    }

    /** Whatever is cut off, and whatever lengths tell. */
    @Test
    void whatIsCutIsNoSegment()
    {
        final Packet inner = REAL.stream().filter(p -> !p.isIpv6()).findFirst().orElseThrow();
        final int[] header =
            joined(tunnel(17, joined(udp(6_081), new int[] {2, 0, 0x65, 0x58, 0, 0, 42, 0}, new int[8])),
                ethernet(0x8100, 0, 1, 0x88, 0x47), new int[] {0, 6, 0x41, 64}, outer(47),
                new int[] {0x20, 0, 8, 0, 0, 0, 0, 1});
        final Packet whole = inner.behind(1, header);
        Recorder.of(List.of(whole));
        for (int length = 0; length < whole.bytes().length; length++)
        {
            final Packet cut = new Packet(1, Arrays.copyOf(whole.bytes(), length), length);
            final TcpStreams streams = new TcpStreams(new Recorder());
            streams.packet(1, cut.bytes(), 0, length, length);
            streams.end();
            assertEquals(length < header.length + 40 ? TcpStreams.NONE : 0, Math.min(0, streams.stream()),
                "cut at " + length);
        }
    }

    @Test
    void fragmentsAreCounted()
    {
        for (final Packet packet : REAL)
        {
            final TcpStreams streams = new TcpStreams(new Recorder());
            packet.to(streams);
            assertEquals(0, streams.fragments());
            final Packet first = packet.isIpv6()
                ? lengthened(packet, 44, 6, 0, 0, 1, 0, 0, 0, 1)
                : changed(packet, 6, 0x20, 44);
            first.to(streams);
            assertEquals(1, streams.fragments());
            assertEquals(TcpStreams.NONE, streams.stream());
            first.behind(1, tunnel(packet.isIpv6() ? 41 : 4)).to(streams);
            assertEquals(2, streams.fragments());
            changed(packet.behind(1, tunnel(packet.isIpv6() ? 41 : 4)), 7, 1, 0).to(streams);
            assertEquals(3, streams.fragments());
            // Of UDP.
            (packet.isIpv6() ? lengthened(packet, 44, 17, 0, 0, 1, 0, 0, 0, 1) : changed(changed(packet, 6, 0x20, 0), 9,
                17, 0)).to(streams);
            assertEquals(3, streams.fragments());
        }
    }

    /** A packet of IPv6 that a router has put into one fragment holds all of its segment (RFC 6946). */
    @Test
    void aFragmentOfAWholePacketIsNone()
    {
        assertAll(packet -> packet.isIpv6() ? lengthened(packet, 44, 6, 0xFF, 0, 0, 0, 0, 0, 1) : packet);
    }

    @Test
    void linuxCookedComesInTwoShapes()
    {
        assertAll(packet -> packet.behind(113, 0, 4, 3, 4, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0, packet.isIpv6() ? 0x86 : 8,
            packet.isIpv6() ? 0xDD : 0));
        assertAll(packet -> packet.behind(276, packet.isIpv6() ? 0x86 : 8, packet.isIpv6() ? 0xDD : 0, 0, 0, 0, 0, 0, 1,
            3, 4, 4, 6, 0, 0, 0, 0, 0, 0, 0, 0));
        assertAll(packet -> packet.behind(276, 0x81, 0, 0, 0, 0, 0, 0, 1, 3, 4, 4, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5,
            packet.isIpv6() ? 0x86 : 8, packet.isIpv6() ? 0xDD : 0));
    }

    @Test
    void rawIpHasNoHeader()
    {
        for (final int type : new int[] {12, 14, 101, 228, 229})
        {
            assertAll(packet -> packet.behind(type));
        }
        assertNone(packet -> packet.behind(147));
    }

    @Test
    void bsdNamesTheFamilyInItsHostsOrder()
    {
        for (final int family : new int[] {10, 23, 24, 28, 30})
        {
            assertAll(packet -> packet.behind(0, packet.isIpv6() ? family : 2, 0, 0, 0));
            assertAll(packet -> packet.behind(0, 0, 0, 0, packet.isIpv6() ? family : 2));
            assertAll(packet -> packet.behind(108, 0, 0, 0, packet.isIpv6() ? family : 2));
            assertNone(packet -> packet.behind(108, packet.isIpv6() ? family : 2, 0, 0, 0));
        }
        assertNone(packet -> packet.behind(0, 7, 0, 0, 0));
    }

    @Test
    void paddingBehindTheIpPacketIsNoPayload()
    {
        assertAll(packet -> {
            final byte[] padded = Arrays.copyOf(packet.bytes(), packet.bytes().length + 22);
            Arrays.fill(padded, packet.bytes().length, padded.length, (byte)0xAA);
            return new Packet(1, padded, padded.length);
        });
    }

    @Test
    void aLengthOfZeroMeansTheRestOfThePacket()
    {
        assertAll(packet -> {
            final byte[] copy = packet.bytes().clone();
            ByteBuffer.wrap(copy).putShort(packet.ip() + (packet.isIpv6() ? 4 : 2), (short)0);
            return new Packet(1, copy, copy.length);
        });
    }

    /** With a header of 8 bytes put between; for IPv4, as options. */
    private static Packet lengthened(final Packet packet, final int next, final int... extension)
    {
        final boolean ipv6 = packet.isIpv6();
        final int at = packet.ip() + (ipv6 ? 40 : 20);
        final byte[] copy = new byte[packet.bytes().length + extension.length];
        System.arraycopy(packet.bytes(), 0, copy, 0, at);
        for (int i = 0; i < extension.length; i++)
        {
            copy[at + i] = (byte)extension[i];
        }
        System.arraycopy(packet.bytes(), at, copy, at + extension.length, packet.bytes().length - at);
        final ByteBuffer numbers = ByteBuffer.wrap(copy);
        final int length = packet.ip() + (ipv6 ? 4 : 2);
        numbers.putShort(length, (short)(numbers.getShort(length) + extension.length));
        if (ipv6)
        {
            copy[packet.ip() + 6] = (byte)next;
        }
        else
        {
            copy[packet.ip()] = (byte)(0x45 + extension.length / 4);
        }
        return new Packet(1, copy, copy.length);
    }

    @Test
    void ipCanHaveOptionsAndExtensionHeaders()
    {
        for (final int next : new int[] {0, 43, 60})
        {
            assertAll(packet -> lengthened(packet, next, 6, 0, 1, 4, 0, 0, 0, 0));
        }
        assertAll(packet -> lengthened(packet, 0, 60, 0, 1, 4, 0, 0, 0, 0, 6, 1, 1, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            0));
    }

    @Test
    void fragmentsAndOtherProtocolsArePassedOver()
    {
        assertNone(packet -> changed(packet, 6, 0x20, 44));
        assertNone(packet -> changed(packet, 7, 0x01, 44));
        assertNone(packet -> changed(packet, 9, 17, 17));
        assertNone(packet -> changed(packet, 0, 0x75, 44));
        assertNone(packet -> changed(packet, 0, 0x44, 50));
    }

    /** A byte of the IPv4 header, or the protocol that IPv6 names. */
    private static Packet changed(final Packet packet, final int at, final int value, final int next)
    {
        final byte[] copy = packet.bytes().clone();
        copy[packet.ip() + (packet.isIpv6() ? 6 : at)] = (byte)(packet.isIpv6() ? next : value);
        return new Packet(1, copy, copy.length);
    }

    @Test
    void aConnectionIsWrittenAsPeopleDo()
    {
        assertEquals("[::]:1>[::1]:65535", new Connection(true, 0, 0, 0, 1, 0x1FFFF).toString());
        assertEquals("[2001:db8::1]:0>[fe80::a:0:0:1]:0",
            new Connection(true, 0x2001_0DB8_0000_0000L, 1, 0xFE80_0000_0000_0000L, 0x000A_0000_0000_0001L, 0)
                .toString());
        assertEquals("[1:0:2:3:4:5:6:7]:0>[1::]:0",
            new Connection(true, 0x0001_0000_0002_0003L, 0x0004_0005_0006_0007L, 0x0001_0000_0000_0000L, 0, 0)
                .toString());
        assertEquals("255.0.128.1:2>0.0.0.0:3", new Connection(false, 0, 0xFF00_8001, 0, 0, 0x20003).toString());
    }
}
