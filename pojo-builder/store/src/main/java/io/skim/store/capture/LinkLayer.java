package io.skim.store.capture;

/**
 * Where in a packet its IP packet begins, by the type of the link it was captured on.
 *
 * <pre>
 * Ethernet       addresses 12 │ ethertype 2 │ IP
 * Linux cooked   packet type 2, address 12 │ ethertype 2 │ IP
 * Linux cooked 2 ethertype 2 │ interface, address 18 │ IP
 * BSD null       address family 4 │ IP
 * </pre>
 *
 * Between the ethertype and the IP packet there can be more, eight such at most:
 *
 * <pre>
 * tag of a virtual network   tag 2 │ ethertype 2
 * label of MPLS              label, class, bottom (a bit), time to live 4
 * session of PPPoE           version, code 2 │ session 2 │ length 2 │ protocol 2
 * LLC and SNAP               AA AA 03 00 00 00 │ ethertype 2; the ethertype before is a length
 * </pre>
 *
 * Source: the registry at tcpdump.org/linktypes.html; IEEE 802.1Q, RFC 3032, RFC 2516, RFC 1042.
 */
final class LinkLayer
{
    private static final int BSD_NULL = 0;
    private static final int ETHERNET = 1;
    /** Raw IP, by the numbers that systems gave it before it had one of its own. */
    private static final int RAW_OPENBSD = 14;
    private static final int RAW_DLT = 12;
    private static final int RAW = 101;
    private static final int BSD_LOOP = 108;
    private static final int LINUX_COOKED = 113;
    private static final int IPV4 = 228;
    private static final int IPV6 = 229;
    private static final int LINUX_COOKED_2 = 276;

    private static final int ETHERTYPE_IPV4 = 0x0800;
    private static final int ETHERTYPE_IPV6 = 0x86DD;
    private static final int ETHERTYPE_MPLS = 0x8847;
    private static final int ETHERTYPE_MPLS_MULTICAST = 0x8848;
    private static final int ETHERTYPE_PPPOE = 0x8864;
    /** A smaller ethertype is a length. */
    private static final int LEAST_ETHERTYPE = 0x0600;
    private static final int MAX_TAGS = 8;

    private static final int VLAN_TAG = 4;
    private static final int MPLS_LABEL = 4;
    private static final int PPPOE_HEADER = 8;
    private static final int SNAP_HEADER = 8;
    private static final int PPP_IPV4 = 0x0021;
    private static final int PPP_IPV6 = 0x0057;

    static final int NONE = -1;

    private LinkLayer()
    {
    }

    /** Whether packets of a type of link are looked into. */
    static boolean isKnown(final int linkType)
    {
        return switch (linkType)
        {
            case ETHERNET, LINUX_COOKED, LINUX_COOKED_2, RAW, RAW_DLT, RAW_OPENBSD, IPV4, IPV6, BSD_NULL,
                BSD_LOOP -> true;
            default -> false;
        };
    }

    /** The length of what stands before the IP packet, or -1 if there is no IP packet. */
    static int headerLength(final int linkType, final byte[] bytes, final int from, final int length)
    {
        return switch (linkType)
        {
            case ETHERNET -> behindEthernet(bytes, from, length);
            case LINUX_COOKED -> behindEthertype(bytes, from, length, 14, 16);
            case LINUX_COOKED_2 -> behindEthertype(bytes, from, length, 0, 20);
            case RAW, RAW_DLT, RAW_OPENBSD, IPV4, IPV6 -> 0;
            case BSD_NULL, BSD_LOOP -> behindFamily(linkType, bytes, from, length);
            default -> NONE;
        };
    }

    private static int behindEthertype(final byte[] bytes, final int from, final int length, final int at,
        final int headerLength)
    {
        return length < headerLength
            ? NONE
            : behindTags(TcpSegment.uint16(bytes, from + at), bytes, from, length, headerLength);
    }

    /** How far behind the beginning of an Ethernet frame its IP packet is, or -1 if there is none. */
    static int behindEthernet(final byte[] bytes, final int from, final int length)
    {
        return behindEthertype(bytes, from, length, 12, 14);
    }

    /**
     * Passes over what stands between an ethertype and an IP packet.
     *
     * @param ethertype    the first.
     * @param bytes        that hold all.
     * @param from         in {@code bytes}, of the packet.
     * @param length       of the packet, in bytes.
     * @param headerLength in bytes, up to behind the ethertype, at most {@code length}.
     * @return how far behind {@code from} the IP packet is, or -1 if there is none.
     */
    static int behindTags(final int ethertype, final byte[] bytes, final int from, final int length,
        final int headerLength)
    {
        int type = ethertype;
        int behind = headerLength;
        for (int tags = 0; type != ETHERTYPE_IPV4 && type != ETHERTYPE_IPV6; tags++)
        {
            final int tag = tagLength(type);
            if (tag == NONE || tags == MAX_TAGS || length - behind < tag)
            {
                return NONE;
            }
            type = typeBehind(type, bytes, from + behind, length - behind);
            behind += tag;
        }
        return behind;
    }

    private static int tagLength(final int type)
    {
        return switch (type)
        {
            case 0x8100, 0x88A8, 0x9100 -> VLAN_TAG;
            case ETHERTYPE_MPLS, ETHERTYPE_MPLS_MULTICAST -> MPLS_LABEL;
            case ETHERTYPE_PPPOE -> PPPOE_HEADER;
            default -> type >= 0 && type < LEAST_ETHERTYPE ? SNAP_HEADER : NONE;
        };
    }

    /** The ethertype of what follows a tag, or -1 if it is none that is known. All of the tag is there. */
    private static int typeBehind(final int type, final byte[] bytes, final int at, final int length)
    {
        return switch (type)
        {
            case 0x8100, 0x88A8, 0x9100 -> TcpSegment.uint16(bytes, at + 2);
            case ETHERTYPE_MPLS, ETHERTYPE_MPLS_MULTICAST -> behindLabel(type, bytes, at, length);
            case ETHERTYPE_PPPOE -> ofPpp(TcpSegment.uint16(bytes, at + 6));
            default -> TcpSegment.int32(bytes, at) == 0xAAAA_0300 && TcpSegment.uint16(bytes, at + 4) == 0
                ? TcpSegment.uint16(bytes, at + 6)
                : NONE;
        };
    }

    /** Another label, or behind the last what the first bits of an IP packet tell of it: a label names no protocol. */
    private static int behindLabel(final int type, final byte[] bytes, final int at, final int length)
    {
        if ((bytes[at + 2] & 1) == 0)
        {
            return type;
        }
        return length == MPLS_LABEL ? NONE : switch ((bytes[at + MPLS_LABEL] & 0xF0) >> 4)
        {
            case 4 -> ETHERTYPE_IPV4;
            case 6 -> ETHERTYPE_IPV6;
            default -> NONE;
        };
    }

    private static int ofPpp(final int protocol)
    {
        return protocol == PPP_IPV4 ? ETHERTYPE_IPV4 : protocol == PPP_IPV6 ? ETHERTYPE_IPV6 : NONE;
    }

    /** The family is in the order of the host that captured; the one type is always big-endian, the other is not. */
    private static int behindFamily(final int linkType, final byte[] bytes, final int from, final int length)
    {
        if (length < Integer.BYTES)
        {
            return NONE;
        }
        final int family = TcpSegment.int32(bytes, from);
        return isIp(family) || linkType == BSD_NULL && isIp(Integer.reverseBytes(family)) ? Integer.BYTES : NONE;
    }

    /** IPv6 has another number in Linux, Windows, NetBSD and OpenBSD, FreeBSD, and Darwin. */
    private static boolean isIp(final int family)
    {
        return switch (family)
        {
            case 2, 10, 23, 24, 28, 30 -> true;
            default -> false;
        };
    }
}
