package io.skim.store.capture;

import java.io.IOException;
import java.nio.ByteOrder;

/**
 * Finds the packets in a pcap file.
 *
 * <pre>
 * file header:  magic 4 │ major 2 │ minor 2 │ reserved 8 │ snap length 4 │ link type 4      24 bytes
 * record:       seconds 4 │ fraction 4 │ captured length 4 │ length on the wire 4 │ packet  16 bytes and the packet
 * </pre>
 *
 * The magic tells the order of the bytes in all other numbers. Source: draft-ietf-opsawg-pcap.
 */
final class PcapSource extends PacketSource
{
    static final int MICROSECONDS = 0xA1B2_C3D4;
    static final int NANOSECONDS = 0xA1B2_3C4D;

    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final int NANOS_PER_MICRO = 1_000;
    private static final int FILE_HEADER = 24;
    private static final int MAJOR_VERSION = 4;
    private static final int LINK_TYPE = 20;
    private static final int RECORD_HEADER = 16;
    private static final int FRACTION = 4;
    private static final int CAPTURED_LENGTH = 8;
    private static final int WIRE_LENGTH = 12;

    /** In the file header: the fraction of a second is in nanoseconds, not microseconds. */
    private boolean nanoseconds;
    private boolean begun;
    /** In bytes, of the current record. */
    private int record;

    PcapSource(final CaptureInput input)
    {
        super(input);
    }

    @Override
    boolean next() throws IOException
    {
        if (!begun && !begin())
        {
            return false;
        }
        input.skip(record);
        record = 0;
        offset = input.position();
        if (!input.hold(1) || !hold(RECORD_HEADER, "a record's header"))
        {
            return false;
        }
        final long captured = input.uint32(CAPTURED_LENGTH);
        if (captured > MAX_PACKET)
        {
            final int seconds = (int)input.uint32(0);
            if (isMagic(seconds) || isMagic(Integer.reverseBytes(seconds)))
            {
                return malformed(0,
                    "another pcap file begins here; files that were put together cannot be told apart from damage:"
                        + " each has to be read by itself");
            }
            return malformed(CAPTURED_LENGTH, "a packet of " + captured + " bytes; the limit is " + MAX_PACKET);
        }
        if (!hold(RECORD_HEADER + (int)captured, "a record"))
        {
            return false;
        }
        record = RECORD_HEADER + (int)captured;
        final long fraction = input.uint32(FRACTION);
        time = input.uint32(0) * MICROS_PER_SECOND + (nanoseconds ? fraction / NANOS_PER_MICRO : fraction);
        return packet(RECORD_HEADER, (int)captured, input.uint32(WIRE_LENGTH));
    }

    private boolean begin() throws IOException
    {
        if (!hold(Integer.BYTES, "the magic of a capture"))
        {
            return false;
        }
        final int magic = (int)input.uint32(0);
        if (!isMagic(magic))
        {
            if (!isMagic(Integer.reverseBytes(magic)))
            {
                return malformed(0, String.format("0x%08x begins neither a pcap nor a pcapng file", magic));
            }
            input.order(ByteOrder.LITTLE_ENDIAN);
        }
        nanoseconds = (int)input.uint32(0) == NANOSECONDS;
        if (!hold(FILE_HEADER, "the header of a pcap file"))
        {
            return false;
        }
        final int major = input.uint16(MAJOR_VERSION);
        if (major != 2)
        {
            return malformed(MAJOR_VERSION, "version " + major + " of the pcap format is not known");
        }
        // The upper half tells of the frame check sequence, which IP's own lengths leave out.
        linkType = (int)input.uint32(LINK_TYPE) & 0xFFFF;
        begun = true;
        record = FILE_HEADER;
        return true;
    }

    /** Whether a file begins with it, in one order of the bytes or the other. */
    static boolean isMagic(final int magic)
    {
        return magic == MICROSECONDS || magic == NANOSECONDS;
    }
}
