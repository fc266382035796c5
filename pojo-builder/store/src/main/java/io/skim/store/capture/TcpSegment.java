package io.skim.store.capture;

/**
 * A TCP segment in an IP packet, or in one that a tunnel carries, four in each other at most: who sent it to whom, and where its payload
 * is. Used again for each packet.
 * <p>
 * Fragments of IP are none: no piece but the first has ports. Source: RFC 9293.
 */
final class TcpSegment
{
    private static final int FIN = 0x01;
    private static final int SYN = 0x02;
    private static final int RST = 0x04;
    private static final int ACK = 0x10;

    private static final int TCP_HEADER = 20;
    /** One in the other. */
    private static final int MAX_TUNNELS = 4;

    private final IpPacket packet = new IpPacket();
    @SuppressWarnings("NullAway.Init") // read sets it
    private Connection connection;
    private int sequence;
    private int acknowledgment;
    private int flags;
    private int from;
    private int length;
    private int wireLength;
    private boolean fragment;

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
        fragment = false;
        boolean found = packet.parse(bytes, at, held, onWire);
        for (int tunnels = 0; found && !packet.isFragment() && packet.protocol() != IpPacket.TCP; tunnels++)
        {
            final int inside = tunnels == MAX_TUNNELS ? LinkLayer.NONE : Tunnel.inside(packet, bytes);
            found = inside >= 0
                && packet.parse(bytes, packet.from() + inside, packet.held() - inside, packet.length() - inside);
        }
        if (!found)
        {
            return false;
        }
        if (packet.isFragment())
        {
            fragment = packet.protocol() == IpPacket.TCP || Tunnel.isTunnel(packet.protocol());
            return false;
        }
        if (!parseTcp(bytes, packet.from(), packet.held(), packet.length()))
        {
            return false;
        }
        connection = packet.connection(bytes);
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

    /** Whether the packet looked at last is a fragment of IP that carries a piece of a segment, or of a tunnel's packet. */
    boolean isFragment()
    {
        return fragment;
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
}
