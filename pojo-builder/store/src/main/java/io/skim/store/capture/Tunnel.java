package io.skim.store.capture;

/**
 * Where in the payload of an IP packet another IP packet begins: those of tunnels, as between the nodes of a cluster.
 *
 * <pre>
 * IP in IP   IP
 * GRE        flags, version 2 │ ethertype 2 │ checksum, key, sequence 4 each, if flagged │ IP or Ethernet
 * VXLAN      UDP 8 │ flags, network 8 │ Ethernet
 * Geneve     UDP 8 │ version, length of options 1 │ flags 1 │ ethertype 2 │ network 4 │ options │ IP or Ethernet
 * </pre>
 *
 * Source: RFC 2003, RFC 2473, RFC 2784, RFC 2890, RFC 7348, RFC 8926.
 */
final class Tunnel
{
    private static final int IPV4 = 4;
    private static final int UDP = 17;
    private static final int IPV6 = 41;
    private static final int GRE = 47;

    private static final int UDP_HEADER = 8;
    private static final int VXLAN_PORT = 4_789;
    /** The one that Linux takes unless it is told. */
    private static final int VXLAN_PORT_LINUX = 8_472;
    private static final int VXLAN_HEADER = 8;
    private static final int VXLAN_HAS_NETWORK = 0x08;
    private static final int GENEVE_PORT = 6_081;
    private static final int GENEVE_HEADER = 8;

    private static final int GRE_HEADER = 4;
    private static final int GRE_CHECKSUM = 0x8000;
    private static final int GRE_KEY = 0x2000;
    private static final int GRE_SEQUENCE = 0x1000;
    private static final int GRE_VERSION = 0x0007;

    /** An ethertype: a whole frame of Ethernet (transparent bridging). */
    private static final int ETHERNET = 0x6558;

    private Tunnel()
    {
    }

    /**
     * Finds the packet inside.
     *
     * @param packet that may be a tunnel's.
     * @param bytes  that hold it.
     * @return how far behind the beginning of its payload the one inside is; -1 if there is none.
     */
    static int inside(final IpPacket packet, final byte[] bytes)
    {
        final int from = packet.from();
        final int length = packet.held();
        return switch (packet.protocol())
        {
            case IPV4, IPV6 -> 0;
            case GRE -> behindGre(bytes, from, length);
            case UDP -> behindUdp(bytes, from, length);
            default -> LinkLayer.NONE;
        };
    }

    /** Whether the protocol has packets of tunnels and, in this reader, nothing else. */
    static boolean isTunnel(final int protocol)
    {
        return protocol == IPV4 || protocol == IPV6 || protocol == GRE;
    }

    private static int behindGre(final byte[] bytes, final int from, final int length)
    {
        if (length < GRE_HEADER)
        {
            return LinkLayer.NONE;
        }
        final int flags = TcpSegment.uint16(bytes, from);
        final int options = Integer.bitCount(flags & (GRE_CHECKSUM | GRE_KEY | GRE_SEQUENCE));
        return (flags & GRE_VERSION) != 0
            ? LinkLayer.NONE
            : behind(TcpSegment.uint16(bytes, from + 2), bytes, from, length, GRE_HEADER + options * Integer.BYTES);
    }

    private static int behindUdp(final byte[] bytes, final int from, final int length)
    {
        if (length < UDP_HEADER + VXLAN_HEADER)
        {
            return LinkLayer.NONE;
        }
        return switch (TcpSegment.uint16(bytes, from + 2))
        {
            case VXLAN_PORT, VXLAN_PORT_LINUX -> (bytes[from + UDP_HEADER] & VXLAN_HAS_NETWORK) == 0
                ? LinkLayer.NONE
                : behind(ETHERNET, bytes, from, length, UDP_HEADER + VXLAN_HEADER);
            case GENEVE_PORT -> behind(TcpSegment.uint16(bytes, from + UDP_HEADER + 2), bytes, from, length,
                UDP_HEADER + GENEVE_HEADER + (bytes[from + UDP_HEADER] & 0x3F) * Integer.BYTES);
            default -> LinkLayer.NONE;
        };
    }

    private static int behind(final int ethertype, final byte[] bytes, final int from, final int length,
        final int headerLength)
    {
        if (headerLength > length)
        {
            return LinkLayer.NONE;
        }
        if (ethertype != ETHERNET)
        {
            return LinkLayer.behindTags(ethertype, bytes, from, length, headerLength);
        }
        final int behind = LinkLayer.behindEthernet(bytes, from + headerLength, length - headerLength);
        return behind == LinkLayer.NONE ? LinkLayer.NONE : headerLength + behind;
    }
}
