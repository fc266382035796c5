package io.skim.scan.amqp;

import io.skim.scan.Fault;
import io.skim.scan.Reason;
import io.skim.scan.spi.Faults;

/**
 * Judges the first eight bytes of a frame or protocol header.
 *
 * @see "OASIS AMQP 1.0, part 2 (transport), sections 2.2 and 2.3.1"
 */
final class AmqpFraming
{
    /** A frame's header, and a protocol header. */
    static final int HEADER = 8;
    /** "AMQP", which no frame's size can be: {@code Limits} end far below. */
    static final int AMQP = 0x414D_5150;

    static final int LEAST_DATA_OFFSET = 2;

    private static final int VERSION = 0x01_0000;
    private static final int TLS = 2;
    private static final int SASL = 3;
    /** The least length of a remoting header, be it of JSON or binary. */
    private static final int LEAST_REMOTING_HEADER = 2;

    private AmqpFraming()
    {
    }

    /** Judges protocol id and version: the length of a protocol header, or -1 with the fault set. */
    static int checkVersion(final int idAndVersion, final Fault fault, final long offset)
    {
        final int id = idAndVersion >>> 24;
        final boolean known = (idAndVersion & 0xFF_FFFF) == VERSION && (id == 0 || id == TLS || id == SASL);
        return known ? HEADER : Faults.at(fault, offset, Reason.PROTOCOL_VERSION, idAndVersion & 0xFFFF_FFFFL, VERSION);
    }

    /** Judges a frame's size: the size, or -1 with the fault set. */
    static int checkSize(final long size, final int most, final Fault fault, final long offset)
    {
        if (size >= HEADER && size <= most)
        {
            return (int)size;
        }
        if (size < HEADER)
        {
            return Faults.at(fault, offset, Reason.FRAME_TOO_SHORT, size, HEADER);
        }
        final Reason protocol = Reason.ofProtocol((int)size);
        return Faults.at(fault, offset, protocol == null ? Reason.FRAME_TOO_LONG : protocol, size, most);
    }

    /**
     * Whether this is a frame of RocketMQ's remoting: its second word begins with the serialize type, 0 or 1, where AMQP
     * has a doff of at least 2, and goes on with the length of a header that is in the frame.
     */
    static boolean isRemoting(final long first, final int second)
    {
        final int headerLength = second & 0xFF_FFFF;
        return second >>> 24 < LEAST_DATA_OFFSET && headerLength >= LEAST_REMOTING_HEADER && headerLength <= first
            - Integer.BYTES;
    }
}
