package io.skim.store.capture;

/**
 * An IP packet: which protocol it carries for whom, and where its payload is. Used again for each packet.
 * <p>
 * The lengths are those of the IP headers: an Ethernet frame can be padded behind them, and a capture can hold less.
 * Source: RFC 791, RFC 8200.
 */
final class IpPacket
{
    static final int TCP = 6;

    private static final int IPV4_HEADER = 20;
    private static final int IPV6_HEADER = 40;
    /** IPv6 extension headers that a packet with a TCP segment can have. */
    private static final int HOP_BY_HOP = 0;
    private static final int ROUTING = 43;
    private static final int FRAGMENT = 44;
    private static final int DESTINATION = 60;
    private static final int EXTENSION = 8;

    private boolean ipv6;
    private int addresses;
    private boolean fragment;
    private int protocol;
    private int from;
    private int held;
    private int length;

    /**
     * Finds the payload of an IP packet.
     *
     * @param bytes  that hold the packet.
     * @param at     in {@code bytes}, where it begins.
     * @param there  of it, in bytes.
     * @param onWire its length with what follows it, in bytes, at least {@code there}.
     * @return false if there is none.
     */
    boolean parse(final byte[] bytes, final int at, final int there, final int onWire)
    {
        if (there < IPV4_HEADER)
        {
            return false;
        }
        final int version = (bytes[at] & 0xFF) >>> 4;
        return version == 4 && parseIpv4(bytes, at, there, onWire)
            || version == 6 && parseIpv6(bytes, at, there, onWire);
    }

    private boolean parseIpv4(final byte[] bytes, final int at, final int there, final int onWire)
    {
        final int headerLength = (bytes[at] & 0x0F) * Integer.BYTES;
        final int stated = TcpSegment.uint16(bytes, at + 2);
        // Zero where the network card was to cut the packet into several (segmentation offload).
        final int total = stated == 0 ? onWire : stated;
        if (headerLength < IPV4_HEADER)
        {
            return false;
        }
        ipv6 = false;
        addresses = at + 12;
        fragment = (TcpSegment.uint16(bytes, at + 6) & 0x3FFF) != 0;
        payload(bytes[at + 9] & 0xFF, at, headerLength, Math.min(there, total), total);
        return true;
    }

    private boolean parseIpv6(final byte[] bytes, final int at, final int there, final int onWire)
    {
        if (there < IPV6_HEADER)
        {
            return false;
        }
        final int stated = TcpSegment.uint16(bytes, at + 4);
        // Zero for the same reason, and where the length is in an option because it takes four bytes.
        final int total = stated == 0 ? onWire : IPV6_HEADER + stated;
        final int inside = Math.min(there, total);
        ipv6 = true;
        addresses = at + 8;
        fragment = false;
        int next = bytes[at + 6] & 0xFF;
        int behind = IPV6_HEADER;
        while (isExtension(next) && !fragment)
        {
            if (inside - behind < EXTENSION)
            {
                return false;
            }
            final boolean ofFragment = next == FRAGMENT;
            // A packet whose only fragment holds all of it is none (RFC 6946).
            fragment = ofFragment && (TcpSegment.uint16(bytes, at + behind + 2) & 0xFFF9) != 0;
            next = bytes[at + behind] & 0xFF;
            behind += ofFragment ? EXTENSION : ((bytes[at + behind + 1] & 0xFF) + 1) * EXTENSION;
        }
        payload(next, at, behind, inside, total);
        return true;
    }

    private static boolean isExtension(final int next)
    {
        return next == HOP_BY_HOP || next == ROUTING || next == DESTINATION || next == FRAGMENT;
    }

    private void payload(final int carried, final int at, final int headerLength, final int inside, final int total)
    {
        protocol = carried;
        from = at + headerLength;
        held = inside - headerLength;
        length = total - headerLength;
    }

    /** Who talks to whom: these addresses, and the ports at the beginning of the payload, which must be there. */
    Connection connection(final byte[] bytes)
    {
        final int ports = TcpSegment.int32(bytes, from);
        return ipv6
            ? new Connection(true, int64(bytes, addresses), int64(bytes, addresses + 8), int64(bytes, addresses + 16),
                int64(bytes, addresses + 24), ports)
            : new Connection(false, 0, TcpSegment.int32(bytes, addresses), 0, TcpSegment.int32(bytes, addresses + 4),
                ports);
    }

    /** Whether it is a piece of a packet: none but the first has the beginning of the payload. */
    boolean isFragment()
    {
        return fragment;
    }

    /** The number of the protocol of the payload. */
    int protocol()
    {
        return protocol;
    }

    /** In the bytes, of the payload. */
    int from()
    {
        return from;
    }

    /** Of the payload, what was captured, in bytes; can be negative. */
    int held()
    {
        return held;
    }

    /** Of the payload, in bytes, as the headers have it; can be negative. */
    int length()
    {
        return length;
    }

    private static long int64(final byte[] bytes, final int at)
    {
        return (long)TcpSegment.int32(bytes, at) << 32 | TcpSegment.int32(bytes, at + 4) & 0xFFFF_FFFFL;
    }
}
