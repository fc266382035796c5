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
    void ethernetCanHaveTwoTags()
    {
        assertAll(packet -> packet.behind(1, ethernet(packet)));
        assertAll(packet -> packet.behind(1, ethernet(packet, 0x81, 0x00, 0x20, 0x07)));
        assertAll(packet -> packet.behind(1, ethernet(packet, 0x88, 0xA8, 0, 1, 0x81, 0x00, 0, 2)));
        assertAll(packet -> packet.behind(1, ethernet(packet, 0x91, 0x00, 0, 1, 0x81, 0x00, 0, 2)));
        assertNone(packet -> packet.behind(1, ethernet(packet, 0x81, 0, 0, 1, 0x81, 0, 0, 2, 0x81, 0, 0, 3)));
        assertNone(packet -> packet.behind(1, ethernet(packet, 0x08, 0x06, 0, 0)));
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
