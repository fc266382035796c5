package io.skim.store.capture;

/**
 * A TCP segment in an IP packet: who sent it to whom, and where its payload is. Used again for each packet.
 * <p>
 * The lengths are those of the IP headers: an Ethernet frame can be padded behind them, and a capture can hold less.
 * IPv4 fragments and IPv6 fragments are none: no piece but the first has ports. Source: RFC 791, RFC 8200, RFC 9293.
 */
final class TcpSegment
{
    private static final int FIN = 0x01;
    private static final int SYN = 0x02;
    private static final int RST = 0x04;
    private static final int ACK = 0x10;

    private static final int TCP = 6;
    private static final int IPV4_HEADER = 20;
    private static final int IPV6_HEADER = 40;
    private static final int TCP_HEADER = 20;
    /** IPv6 extension headers that a packet with a TCP segment can have. */
    private static final int HOP_BY_HOP = 0;
    private static final int ROUTING = 43;
    private static final int DESTINATION = 60;

    @SuppressWarnings("NullAway.Init") // read sets it
    private Connection connection;
    private int sequence;
    private int acknowledgment;
    private int flags;
    private int from;
    private int length;
    private int wireLength;

    /**
     * Finds the segment in an IP packet.
     *
     * @param bytes  that hold the packet.
     * @param at     in {@code bytes}, where it begins.
     * @param held   of it, in bytes.
     * @param onWire its length with what follows it, in bytes, at least {@code held}.
     * @return false if there is none.
     */
    boolean parse(final byte[] bytes, final int at, final int held, final int onWire)
    {
        if (held < IPV4_HEADER)
        {
            return false;
        }
        final int version = (bytes[at] & 0xFF) >>> 4;
        return version == 4 && parseIpv4(bytes, at, held, onWire)
            || version == 6 && parseIpv6(bytes, at, held, onWire);
    }

    private boolean parseIpv4(final byte[] bytes, final int at, final int held, final int onWire)
    {
        final int headerLength = (bytes[at] & 0x0F) * Integer.BYTES;
        final int stated = uint16(bytes, at + 2);
        // Zero where the network card was to cut the packet into several (segmentation offload).
        final int total = stated == 0 ? onWire : stated;
        final boolean fragment = (uint16(bytes, at + 6) & 0x3FFF) != 0;
        if (headerLength < IPV4_HEADER || fragment || bytes[at + 9] != TCP)
        {
            return false;
        }
        return parseTcp(bytes, at + headerLength, Math.min(held, total) - headerLength, total - headerLength)
            && connect(false, 0, int32(bytes, at + 12), 0, int32(bytes, at + 16), bytes, at + headerLength);
    }

    private boolean parseIpv6(final byte[] bytes, final int at, final int held, final int onWire)
    {
        if (held < IPV6_HEADER)
        {
            return false;
        }
        final int stated = uint16(bytes, at + 4);
        // Zero for the same reason, and where the length is in an option because it takes four bytes.
        final int total = stated == 0 ? onWire : IPV6_HEADER + stated;
        final int there = Math.min(held, total);
        int next = bytes[at + 6] & 0xFF;
        int behind = IPV6_HEADER;
        while (next == HOP_BY_HOP || next == ROUTING || next == DESTINATION)
        {
            if (there - behind < 8)
            {
                return false;
            }
            next = bytes[at + behind] & 0xFF;
            behind += ((bytes[at + behind + 1] & 0xFF) + 1) * 8;
        }
        return next == TCP
            && parseTcp(bytes, at + behind, there - behind, total - behind)
            && connect(true, int64(bytes, at + 8), int64(bytes, at + 16), int64(bytes, at + 24), int64(bytes, at + 32),
                bytes, at + behind);
    }

    private boolean connect(final boolean ipv6, final long senderHigh, final long senderLow, final long receiverHigh,
        final long receiverLow, final byte[] bytes, final int ports)
    {
        connection = new Connection(ipv6, senderHigh, senderLow, receiverHigh, receiverLow, int32(bytes, ports));
        return true;
    }

    /** Lengths are of the segment: what of it is held, which can be negative, and its own. */
    private boolean parseTcp(final byte[] bytes, final int at, final int held, final int total)
    {
        if (held < TCP_HEADER)
        {
            return false;
        }
        final int headerLength = ((bytes[at + 12] & 0xFF) >>> 4) * Integer.BYTES;
        if (headerLength < TCP_HEADER || headerLength > total)
        {
            return false;
        }
        sequence = int32(bytes, at + 4);
        acknowledgment = int32(bytes, at + 8);
        flags = bytes[at + 13];
        from = at + headerLength;
        length = Math.max(0, held - headerLength);
        wireLength = total - headerLength;
        return true;
    }

    Connection connection()
    {
        return connection;
    }

    boolean isSyn()
    {
        return (flags & SYN) != 0;
    }

    boolean isAck()
    {
        return (flags & ACK) != 0;
    }

    boolean isFin()
    {
        return (flags & FIN) != 0;
    }

    boolean isRst()
    {
        return (flags & RST) != 0;
    }

    /** Of the payload's first byte, or of where it would be: a SYN takes a number itself. */
    int sequence()
    {
        return isSyn() ? sequence + 1 : sequence;
    }

    /** The number of the other direction up to which its receiver has all bytes; of a segment that is an {@link #isAck()}. */
    int acknowledgment()
    {
        return acknowledgment;
    }

    /** In the bytes, of the payload. */
    int from()
    {
        return from;
    }

    /** Of the payload, as far as it was captured. */
    int length()
    {
        return length;
    }

    /** Of the payload, as it was sent. */
    int wireLength()
    {
        return wireLength;
    }

    /** Whether it has no more than keep-alives have: one byte or none, neither SYN nor FIN. */
    boolean isShort()
    {
        return wireLength <= 1 && (flags & (SYN | FIN)) == 0;
    }

    static int uint16(final byte[] bytes, final int at)
    {
        return (bytes[at] & 0xFF) << 8 | bytes[at + 1] & 0xFF;
    }

    static int int32(final byte[] bytes, final int at)
    {
        return uint16(bytes, at) << 16 | uint16(bytes, at + 2);
    }

    private static long int64(final byte[] bytes, final int at)
    {
        return (long)int32(bytes, at) << 32 | int32(bytes, at + 4) & 0xFFFF_FFFFL;
    }
}
