package io.skim.scan.amqp;

import io.skim.bytes.FormatCodes;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Reason;
import io.skim.scan.spi.Faults;
import java.util.Arrays;

/**
 * Follows the sections of a message through the payloads of its transfers, which may be cut at any byte, and keeps none of them:
 * where the body begins, and that nothing after it changes what was read before it.
 *
 * <pre>
 * sections.begin();
 * for (each transfer) { if (!sections.add(payload, 0, payload.length())) { reject(sections.fault()); } }
 * sections.bodyOffset()               // the message's head, which scanners and rewriters read, ends here
 * </pre>
 *
 * It refuses a section that is none of the standard's, a repeated one, and a section of the head behind the body: readers disagree
 * about which of the two counts. It accepts a footer before the body, as protonj2 and rhea write it. It reads descriptors, codes and
 * sizes, and passes over the rest by size. Allocates nothing. One thread at a time.
 *
 * @see "OASIS AMQP 1.0, part 3 (messaging), section 3.2"
 */
public final class DeliverySections
{
    private static final int FIRST_CODE = 0x70;
    private static final int DATA = 5;
    private static final int VALUE = 7;
    private static final int FOOTER = 8;
    private static final int LONGEST_SYMBOL = 32;

    /** The upper four bits of codes without octets behind them, and of those with one; each further layout has twice as many. */
    private static final int NO_OCTETS = 4;
    private static final int ONE_OCTET = 5;

    private static final int START = 0;
    private static final int DESCRIPTOR = 1;
    private static final int CONTENT = 2;

    private final Fault fault = new Fault();
    /** A descriptor, as far as it has arrived. */
    private final byte[] descriptor = new byte[LONGEST_SYMBOL];
    private int descriptorLength;
    private int descriptorCode;

    private int state;
    /** How many values of this section are to come: a described one has two. */
    private long values;
    /** Octets of a size to come, and its octets so far. */
    private int sizeLeft;
    private long size;
    /** Octets of a value to pass over. */
    private long left;
    private long position;
    private long start;
    private long bodyOffset;
    /** A bit for each rank that has come. */
    private int seen;

    /** Makes an object that is before the first byte of a message. */
    public DeliverySections()
    {
        begin();
    }

    /** Begins a message. */
    public void begin()
    {
        Faults.reset(fault);
        state = START;
        values = 0;
        sizeLeft = 0;
        left = 0;
        position = 0;
        start = 0;
        bodyOffset = -1;
        seen = 0;
    }

    /**
     * Adds bytes of the message.
     *
     * @param view   that holds them.
     * @param offset in {@code view}, in bytes, of the first one.
     * @param length in bytes.
     * @return false if the message is refused: {@link #fault()} tells why, with an offset from its start.
     * @throws IndexOutOfBoundsException if the bytes are not in the view or have not arrived.
     */
    public boolean add(final FrameView view, final int offset, final int length)
    {
        int at = offset;
        final int end = offset + length;
        while (at < end && !fault.isPresent())
        {
            if (left > 0)
            {
                final int passed = (int)Math.min(left, end - at);
                left -= passed;
                position += passed;
                at += passed;
            }
            else
            {
                octet(view.getByte(at++) & 0xFF);
            }
            if (state == CONTENT && left == 0 && sizeLeft == 0 && values == 0 && !fault.isPresent())
            {
                state = START;
                start = position;
            }
        }
        return !fault.isPresent();
    }

    private void octet(final int octet)
    {
        position++;
        if (sizeLeft > 0)
        {
            size = size << Byte.SIZE | octet;
            if (--sizeLeft == 0)
            {
                endSize();
            }
        }
        else if (state == START)
        {
            if (octet == FormatCodes.DESCRIBED)
            {
                state = DESCRIPTOR;
                descriptorLength = -1;
            }
            else
            {
                refuse(Reason.SECTION_UNKNOWN, octet);
            }
        }
        else if (state == DESCRIPTOR)
        {
            descriptor(octet);
        }
        else
        {
            constructor(octet);
        }
    }

    private void refuse(final Reason reason, final long claimed)
    {
        Faults.at(fault, start, reason, claimed, 0);
    }

    private void descriptor(final int octet)
    {
        if (descriptorLength < 0)
        {
            descriptorCode = octet;
            descriptorLength = 0;
            size = 0;
            switch (octet)
            {
                case FormatCodes.ULONG_SMALL -> size = 1;
                case FormatCodes.ULONG -> size = Long.BYTES;
                case FormatCodes.SYMBOL -> sizeLeft = 1;
                case FormatCodes.SYMBOL | FormatCodes.WIDE -> sizeLeft = Integer.BYTES;
                default -> refuse(Reason.SECTION_UNKNOWN, octet);
            }
            return;
        }
        descriptor[descriptorLength++] = (byte)octet;
        if (descriptorLength == size)
        {
            endDescriptor();
        }
    }

    private void endSize()
    {
        if (state == CONTENT)
        {
            left = size;
            values--;
        }
        else if (size == 0 || size > LONGEST_SYMBOL)
        {
            refuse(Reason.SECTION_UNKNOWN, size);
        }
    }

    private void endDescriptor()
    {
        final int rank = rank();
        if (rank < 0)
        {
            refuse(Reason.SECTION_UNKNOWN, 0);
            return;
        }
        final boolean many = rank == DATA || rank == DATA + 1;
        if ((seen >>> rank & 1) != 0 && !many)
        {
            refuse(Reason.SECTION_REPEATED, FIRST_CODE + rank);
        }
        else if (rank < DATA && bodyOffset >= 0)
        {
            refuse(Reason.SECTION_ORDER, FIRST_CODE + rank);
        }
        else if (rank >= DATA && rank <= VALUE && (seen & (0b111 << DATA) & ~(1 << rank)) != 0)
        {
            refuse(Reason.BODY_MIXED, FIRST_CODE + rank);
        }
        seen |= 1 << rank;
        if (rank >= DATA && rank < FOOTER && bodyOffset < 0)
        {
            bodyOffset = start;
        }
        state = CONTENT;
        values = 1;
        size = 0;
    }

    private int rank()
    {
        if (descriptorCode == FormatCodes.ULONG_SMALL || descriptorCode == FormatCodes.ULONG)
        {
            long code = 0;
            for (int i = 0; i < descriptorLength; i++)
            {
                code = code << Byte.SIZE | descriptor[i] & 0xFF;
            }
            return code >= FIRST_CODE && code <= FIRST_CODE + FOOTER ? (int)code - FIRST_CODE : -1;
        }
        final byte[][] symbols = SectionIndex.SYMBOLS;
        for (int i = 0; i < symbols.length; i++)
        {
            if (Arrays.equals(symbols[i], 0, symbols[i].length, descriptor, 0, descriptorLength))
            {
                return i;
            }
        }
        return -1;
    }

    private void constructor(final int code)
    {
        if (code == FormatCodes.DESCRIBED)
        {
            values++;
            return;
        }
        if (FormatCodes.kind(code) < 0)
        {
            refuse(Reason.CODE_UNKNOWN, code);
            return;
        }
        final int layout = code >>> 4;
        size = 0;
        if (layout >= FormatCodes.VARIABLE)
        {
            sizeLeft = (code & FormatCodes.WIDE) == 0 ? 1 : Integer.BYTES;
        }
        else
        {
            left = layout == NO_OCTETS ? 0 : 1L << layout - ONE_OCTET;
            values--;
        }
    }

    /**
     * The offset of the first section of the body: the length of the head.
     *
     * @return in bytes from the start of the message; -1 if the body has not begun.
     */
    public long bodyOffset()
    {
        return bodyOffset;
    }

    /** {@return whether the bytes so far end with a section: the message may end here} */
    public boolean isBetweenSections()
    {
        return state == START && !fault.isPresent();
    }

    /** {@return why the message was refused; absent while all is well} */
    public Fault fault()
    {
        return fault;
    }
}
