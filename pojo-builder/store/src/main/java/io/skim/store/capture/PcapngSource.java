package io.skim.store.capture;

import java.io.IOException;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Finds the packets in a pcapng file.
 *
 * <pre>
 * block:      type 4 │ total length 4 │ body │ total length 4, again
 *
 * section     0x0A0D0D0A  byte-order magic 4 │ major 2 │ minor 2 │ section length 8 │ options
 * interface   1           link type 2 │ reserved 2 │ snap length 4 │ options
 * packet      2, obsolete interface 2 │ drops 2 │ time 8 │ captured length 4 │ length on the wire 4 │ packet │ options
 * simple      3           length on the wire 4 │ packet
 * enhanced    6           interface 4 │ time 8 │ captured length 4 │ length on the wire 4 │ packet │ options
 * </pre>
 *
 * A section's own magic tells the order of the bytes in it; its interfaces are numbered from zero. All other blocks are
 * passed over. Source: draft-ietf-opsawg-pcapng.
 */
final class PcapngSource extends PacketSource
{
    /** The same in both orders of the bytes. */
    static final int SECTION = 0x0A0D_0D0A;

    /** How many interfaces a section can have: as many as the obsolete packet block can name. */
    static final int MAX_INTERFACES = 65_536;

    private static final int INTERFACE = 1;
    private static final int OBSOLETE_PACKET = 2;
    private static final int SIMPLE_PACKET = 3;
    private static final int ENHANCED_PACKET = 6;

    private static final int BYTE_ORDER_MAGIC = 0x1A2B_3C4D;

    /** Offsets in a block. */
    private static final int TOTAL_LENGTH = 4;
    private static final int BODY = 8;
    private static final int TIME = 12;
    private static final int CAPTURED_LENGTH = 20;
    private static final int WIRE_LENGTH = 24;
    private static final int PACKET = 28;
    private static final int SIMPLE = 12;

    /** In bytes, of an interface that is looked at for its options. */
    private static final int MAX_INTERFACE = 65_536;
    private static final int INTERFACE_OPTIONS = 16;
    private static final int RESOLUTION_OPTION = 9;
    private static final int OFFSET_OPTION = 14;

    private char[] linkTypes = new char[4];
    private PacketClock[] clocks = new PacketClock[4];
    private int interfaces;
    /** In bytes, of the first interface; 0 for no limit. Simple packets do not tell how much of them was captured. */
    private long snapLength;
    /** In bytes, of the block that is held whole; 0 if none is. */
    private int block;

    PcapngSource(final CaptureInput input)
    {
        super(input);
    }

    @Override
    boolean next() throws IOException
    {
        while (true)
        {
            input.skip(block);
            block = 0;
            offset = input.position();
            if (!input.hold(1) || !hold(BODY, "the beginning of a block"))
            {
                return false;
            }
            final long type = input.uint32(0);
            if (type == SECTION && !beginSection())
            {
                return false;
            }
            final long total = input.uint32(TOTAL_LENGTH);
            final int least = leastLength(type);
            if (total < least || total % Integer.BYTES != 0)
            {
                return malformed(TOTAL_LENGTH, "a block of type " + type + " and " + total
                    + " bytes; it takes a multiple of 4, at least " + least);
            }
            if (isPacket(type))
            {
                return holdBlock(total) && packet((int)type, (int)total);
            }
            if (type == INTERFACE && !addInterface(total) || !skipBlock(total))
            {
                return false;
            }
        }
    }

    private static boolean isPacket(final long type)
    {
        return type == ENHANCED_PACKET || type == SIMPLE_PACKET || type == OBSOLETE_PACKET;
    }

    /** In bytes, of a block of this type without options and packet, with both its lengths. */
    private static int leastLength(final long type)
    {
        if (type == ENHANCED_PACKET || type == OBSOLETE_PACKET)
        {
            return PACKET + Integer.BYTES;
        }
        if (type == SIMPLE_PACKET)
        {
            return SIMPLE + Integer.BYTES;
        }
        return type == SECTION ? 28 : type == INTERFACE ? 20 : 12;
    }

    /** Learns the order of the bytes, without which not even the section's length can be read. */
    private boolean beginSection() throws IOException
    {
        if (!hold(16, "the beginning of a section"))
        {
            return false;
        }
        input.order(ByteOrder.BIG_ENDIAN);
        final int magic = (int)input.uint32(BODY);
        if (magic == Integer.reverseBytes(BYTE_ORDER_MAGIC))
        {
            input.order(ByteOrder.LITTLE_ENDIAN);
        }
        else if (magic != BYTE_ORDER_MAGIC)
        {
            return malformed(BODY, String.format("0x%08x is no byte-order magic", magic));
        }
        if (input.uint16(12) != 1)
        {
            return malformed(12, "version " + input.uint16(12) + " of the pcapng format is not known");
        }
        interfaces = 0;
        return true;
    }

    private boolean addInterface(final long total) throws IOException
    {
        if (!hold(16, "an interface"))
        {
            return false;
        }
        if (interfaces == MAX_INTERFACES)
        {
            return malformed(0, "more than " + MAX_INTERFACES + " interfaces in a section");
        }
        if (interfaces == linkTypes.length)
        {
            linkTypes = Arrays.copyOf(linkTypes, 2 * interfaces);
            clocks = Arrays.copyOf(clocks, 2 * interfaces);
        }
        if (interfaces == 0)
        {
            snapLength = input.uint32(12);
        }
        clocks[interfaces] = clock((int)Math.min(total, MAX_INTERFACE));
        linkTypes[interfaces++] = (char)input.uint16(BODY);
        return true;
    }

    /** How the interface's options tell times; the end of what is there ends them, and the block's own check reports it. */
    private PacketClock clock(final int most) throws IOException
    {
        input.hold(most);
        final int limit = Math.min(most, input.held()) - Integer.BYTES;
        int resolution = PacketClock.MICROSECONDS;
        long offset = 0;
        int at = INTERFACE_OPTIONS;
        while (limit - at >= Integer.BYTES && input.uint16(at) != 0)
        {
            final int option = input.uint16(at);
            final int length = input.uint16(at + 2);
            at += Integer.BYTES;
            if (length > limit - at)
            {
                break;
            }
            if (option == RESOLUTION_OPTION && length == 1)
            {
                resolution = input.uint8(at);
            }
            else if (option == OFFSET_OPTION && length == Long.BYTES)
            {
                offset = input.int64(at);
            }
            at += length + 3 & ~3;
        }
        return resolution == PacketClock.MICROSECONDS && offset == 0 ? PacketClock.DEFAULT : new PacketClock(resolution,
            offset);
    }

    /** Holds a block with a packet whole, so that none is given out whose end is missing. */
    private boolean holdBlock(final long total) throws IOException
    {
        if (total > CaptureInput.MAX_LENGTH)
        {
            return malformed(TOTAL_LENGTH, "a packet's block of " + total + " bytes; the limit is "
                + CaptureInput.MAX_LENGTH);
        }
        if (!hold((int)total, "a block"))
        {
            return false;
        }
        block = (int)total;
        return checkTrailer((int)total - Integer.BYTES, total);
    }

    private boolean skipBlock(final long total) throws IOException
    {
        return skip(total - Integer.BYTES, "a block, but for its last 4 bytes,")
            && hold(Integer.BYTES, "a block's length at its end")
            && checkTrailer(0, total)
            && skip(Integer.BYTES, "a block's length at its end");
    }

    private boolean checkTrailer(final int at, final long total)
    {
        return input.uint32(at) == total
            || malformed(at, "a block of " + total + " bytes ends with the length " + input.uint32(at));
    }

    private boolean packet(final int type, final int total)
    {
        final boolean simple = type == SIMPLE_PACKET;
        final int at = simple ? SIMPLE : PACKET;
        final long id = simple ? 0 : type == OBSOLETE_PACKET ? input.uint16(BODY) : input.uint32(BODY);
        if (id >= interfaces)
        {
            return malformed(simple ? 0 : BODY, "a packet of interface " + id + "; the section has " + interfaces);
        }
        final long onWire = input.uint32(simple ? BODY : WIRE_LENGTH);
        final long captured = simple
            ? snapLength == 0 ? onWire : Math.min(snapLength, onWire)
            : input.uint32(CAPTURED_LENGTH);
        final int available = total - Integer.BYTES - at;
        if (captured > available)
        {
            return malformed(simple ? BODY : CAPTURED_LENGTH, "a packet of " + captured + " bytes in a block that has "
                + available);
        }
        if (captured > MAX_PACKET)
        {
            return malformed(simple ? BODY : CAPTURED_LENGTH, "a packet of " + captured + " bytes; the limit is "
                + MAX_PACKET);
        }
        linkType = linkTypes[(int)id];
        time = simple ? CaptureReader.NO_TIME
            : clocks[(int)id].micros(input.uint32(TIME) << Integer.SIZE | input.uint32(TIME
                + Integer.BYTES));
        return packet(at, (int)captured, onWire);
    }
}
