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
 * A tag of a virtual network, two at most, takes the place of the ethertype: tag 2 │ ethertype 2. Source: the registry at
 * tcpdump.org/linktypes.html.
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
    private static final int MAX_TAGS = 2;
    private static final int NONE = -1;

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
            case ETHERNET -> behindEthertype(bytes, from, length, 12, 14);
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
        if (length < headerLength)
        {
            return NONE;
        }
        int type = TcpSegment.uint16(bytes, from + at);
        int behind = headerLength;
        for (int tags = 0; tags < MAX_TAGS && isTag(type); tags++)
        {
            if (length - behind < 4)
            {
                return NONE;
            }
            type = TcpSegment.uint16(bytes, from + behind + 2);
            behind += 4;
        }
        return type == ETHERTYPE_IPV4 || type == ETHERTYPE_IPV6 ? behind : NONE;
    }

    private static boolean isTag(final int type)
    {
        return type == 0x8100 || type == 0x88A8 || type == 0x9100;
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
