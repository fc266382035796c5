package io.skim.store.capture;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A captured packet with a TCP segment, and ones made of it.
 */
record Packet(int linkType, byte[] bytes, int wireLength)
{
    static final int FIN = 1;
    static final int SYN = 2;
    static final int RST = 4;
    static final int ACK = 16;

    private static final int RAW = 101;

    static byte[] file(final String name)
    {
        try (InputStream in = Packet.class.getResourceAsStream(name))
        {
            return in.readAllBytes();
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
    }

    /** Of a whole capture that must be good. */
    static List<Packet> all(final String name)
    {
        final CaptureReader reader = new CaptureReader(new ByteArrayInputStream(file(name)));
        final List<Packet> packets = new ArrayList<>();
        try
        {
            while (reader.next())
            {
                packets.add(new Packet(reader.linkType(),
                    Arrays.copyOfRange(reader.bytes(), reader.from(), reader.from() + reader.length()),
                    reader.wireLength()));
            }
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
        if (reader.error() != null)
        {
            throw new AssertionError(reader.message());
        }
        return packets;
    }

    /** A raw IPv4 packet between two ports of one host. */
    static Packet of(final int host, final int ports, final int sequence, final int flags, final byte... payload)
    {
        final ByteBuffer packet = ByteBuffer.allocate(40 + payload.length);
        packet.putShort(0, (short)0x4500).putShort(2, (short)packet.capacity()).put(9, (byte)6);
        packet.putInt(12, host).putInt(16, 0x0A00_0002).putInt(20, ports).putInt(24, sequence);
        packet.put(32, (byte)0x50).put(33, (byte)flags).put(40, payload);
        return new Packet(RAW, packet.array(), packet.capacity());
    }

    void to(final TcpStreams streams)
    {
        // Somewhere in an array, as from a reader's buffer.
        final byte[] array = new byte[bytes.length + 24];
        System.arraycopy(bytes, 0, array, 13, bytes.length);
        streams.packet(linkType, array, 13, bytes.length, wireLength);
        Arrays.fill(array, (byte)0xEE);
    }

    int ip()
    {
        return linkType == 1 ? 14 : linkType == 113 ? 16 : 0;
    }

    boolean isIpv6()
    {
        return (bytes[ip()] & 0xF0) == 0x60;
    }

    int tcp()
    {
        return ip() + (isIpv6() ? 40 : (bytes[ip()] & 15) * 4);
    }

    int payload()
    {
        return tcp() + (bytes[tcp() + 12] >> 4 & 15) * 4;
    }

    int payloadLength()
    {
        return bytes.length - payload();
    }

    int sequence()
    {
        return ByteBuffer.wrap(bytes).getInt(tcp() + 4);
    }

    int flags()
    {
        return bytes[tcp() + 13];
    }

    /** Sender and receiver, in its bytes. */
    String pair()
    {
        final int addresses = ip() + (isIpv6() ? 8 : 12);
        return Arrays.toString(Arrays.copyOfRange(bytes, addresses, tcp() + 4));
    }

    Packet withSequence(final int sequence)
    {
        final byte[] copy = bytes.clone();
        ByteBuffer.wrap(copy).putInt(tcp() + 4, sequence);
        return new Packet(linkType, copy, wireLength);
    }

    Packet withFlags(final int flags)
    {
        final byte[] copy = bytes.clone();
        copy[tcp() + 13] = (byte)flags;
        return new Packet(linkType, copy, wireLength);
    }

    /** As much of it as a snap length leaves. */
    Packet snapped(final int length)
    {
        return new Packet(linkType, Arrays.copyOf(bytes, Math.min(length, bytes.length)), wireLength);
    }

    /** With a part of the payload, sent by itself. */
    Packet part(final int from, final int to)
    {
        final byte[] copy = Arrays.copyOf(bytes, payload() + to - from);
        System.arraycopy(bytes, payload() + from, copy, payload(), to - from);
        final ByteBuffer numbers = ByteBuffer.wrap(copy);
        numbers.putInt(tcp() + 4, sequence() + from);
        numbers.putShort(ip() + (isIpv6() ? 4 : 2), (short)(copy.length - ip() - (isIpv6() ? 40 : 0)));
        if (to < payloadLength())
        {
            copy[tcp() + 13] &= ~FIN;
        }
        return new Packet(linkType, copy, copy.length);
    }

    /** The same bytes behind another link's header. */
    Packet behind(final int type, final int... header)
    {
        final byte[] copy = new byte[header.length + bytes.length - ip()];
        for (int i = 0; i < header.length; i++)
        {
            copy[i] = (byte)header[i];
        }
        System.arraycopy(bytes, ip(), copy, header.length, bytes.length - ip());
        return new Packet(type, copy, copy.length);
    }
}
