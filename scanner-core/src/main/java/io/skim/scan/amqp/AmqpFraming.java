package io.skim.scan.amqp;

import io.skim.scan.Fault;
import io.skim.scan.Reason;
import io.skim.scan.spi.Faults;

/**
 * The framing rule: where a frame or protocol header ends, by its first eight bytes. {@link AmqpFrameSplitter} follows it; use it to
 * cut a stream yourself.
 *
 * @see "OASIS AMQP 1.0, part 2 (transport), sections 2.2 and 2.3.1"
 */
public final class AmqpFraming
{
    /** The size of a frame's header, and of a protocol header, in bytes. */
    public static final int HEADER = 8;
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

    /**
     * The size of a frame or protocol header.
     *
     * @param known  the number of its bytes that have arrived, at least four.
     * @param first  its first four bytes, big-endian.
     * @param second the next four; ignored if fewer than eight bytes have arrived.
     * @param most   the greatest size of a frame in bytes.
     * @param fault  to set if the framing is lost.
     * @param offset of the frame in the stream, for the fault.
     * @return the size in bytes with the header; 0 if the rule needs {@link #HEADER} bytes; -1 if the framing is lost.
     */
    public static int frameLength(final int known, final int first, final int second, final int most, final Fault fault,
        final long offset)
    {
        if (first == AMQP)
        {
            return known < HEADER ? 0 : checkVersion(second, fault, offset);
        }
        final long size = first & 0xFFFF_FFFFL;
        // Eight bytes distinguish remoting from a frame that is too long and from other input. Wait for them only if the bytes
        // may be remoting, so that the result does not depend on the chunks.
        final boolean maybeRemoting = first >>> 24 == 0 && size >= HEADER;
        if (maybeRemoting && known < HEADER)
        {
            return 0;
        }
        return maybeRemoting && offset == 0 && isRemoting(size, second)
            ? Faults.at(fault, offset, Reason.PROTOCOL_REMOTING, size, most)
            : checkSize(size, most, fault, offset);
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
