package io.skim.command;

import io.skim.store.capture.CaptureReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a capture as pcapng: one section, an interface for each link type, and packets with times in microseconds.
 * Source: draft-ietf-opsawg-pcapng.
 */
public final class PcapngWriter
{
    private static final int SECTION = 0x0A0D_0D0A;
    private static final int BYTE_ORDER_MAGIC = 0x1A2B_3C4D;
    private static final int SECTION_LENGTH = 28;
    private static final int INTERFACE = 1;
    private static final int INTERFACE_LENGTH = 20;
    /** A packet without a time, whole and of the first interface. */
    private static final int SIMPLE = 3;
    private static final int SIMPLE_HEADER = 12;
    private static final int PACKET = 6;
    private static final int PACKET_HEADER = 28;

    private final OutputStream out;
    /** The link type of each interface. */
    private final List<Integer> interfaces = new ArrayList<>();
    private boolean begun;

    /**
     * Makes a writer; nothing is written yet.
     *
     * @param out to write to; stays open.
     */
    public PcapngWriter(final OutputStream out)
    {
        this.out = out;
    }

    /**
     * Writes the beginning of the section, unless that is done.
     *
     * @throws IOException if that fails.
     */
    public void begin() throws IOException
    {
        if (!begun)
        {
            begun = true;
            out.write(
                ByteBuffer.allocate(SECTION_LENGTH).putInt(SECTION).putInt(SECTION_LENGTH).putInt(BYTE_ORDER_MAGIC)
                    .putShort((short)1).putShort((short)0).putLong(-1).putInt(SECTION_LENGTH).array());
        }
    }

    /**
     * Writes a packet, and before it what it needs.
     *
     * @param linkType   0 to 65,535.
     * @param time       in microseconds since 1970; {@link CaptureReader#NO_TIME} if it has none. Then it is written in a block
     *                   without a time, or with 0 if it is cut or not of the first interface: the block has no place for that.
     * @param packet     the packet, as far as it was captured.
     * @param wireLength how long it was, in bytes.
     * @throws IOException if that fails.
     */
    public void packet(final int linkType, final long time, final byte[] packet, final int wireLength)
        throws IOException
    {
        begin();
        final int number = number(linkType);
        final int padding = -packet.length & 3;
        final boolean simple = time == CaptureReader.NO_TIME && number == 0 && packet.length == wireLength;
        final int header = simple ? SIMPLE_HEADER : PACKET_HEADER;
        final int total = header + packet.length + padding + Integer.BYTES;
        final ByteBuffer block = ByteBuffer.allocate(header).putInt(simple ? SIMPLE : PACKET).putInt(total);
        if (!simple)
        {
            block.putInt(number).putLong(time == CaptureReader.NO_TIME ? 0 : time).putInt(packet.length);
        }
        out.write(block.putInt(wireLength).array());
        out.write(packet);
        out.write(ByteBuffer.allocate(padding + Integer.BYTES).putInt(padding, total).array());
    }

    /** Of the interface with a link type, which is written if there is none. Times are in microseconds without an option. */
    private int number(final int linkType) throws IOException
    {
        int number = interfaces.indexOf(linkType);
        if (number < 0)
        {
            number = interfaces.size();
            interfaces.add(linkType);
            out.write(ByteBuffer.allocate(INTERFACE_LENGTH).putInt(INTERFACE).putInt(INTERFACE_LENGTH).putShort(
                (short)linkType).putShort((short)0).putInt(0).putInt(INTERFACE_LENGTH).array());
        }
        return number;
    }
}
