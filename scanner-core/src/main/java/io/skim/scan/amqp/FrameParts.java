package io.skim.scan.amqp;

import io.skim.scan.spi.Cursors;
import org.jspecify.annotations.Nullable;

/**
 * What the header of a frame says, and where the frame's parts stand: what {@link AmqpFrameReader} has found.
 */
abstract class FrameParts
{
    private static final AmqpFrameField[] FRAME_FIELDS = AmqpFrameField.values();

    boolean protocolHeader;
    int size;
    /** The header's second word: data offset, type, channel; or what a protocol header announces. */
    int second;
    @Nullable
    Performative performative;
    /** The descriptor's mark. */
    long descriptor;
    int fieldsOffset;
    int fieldsLength;
    int fieldCount;
    int payloadOffset;

    /** Which of {@link AmqpFrameField} there are, one bit for each. */
    int present()
    {
        if (protocolHeader)
        {
            return AmqpFrameField.PROTOCOL_ID.bit() | AmqpFrameField.PROTOCOL_VERSION.bit();
        }
        return AmqpFrameField.SIZE.bit() | AmqpFrameField.DATA_OFFSET.bit() | AmqpFrameField.TYPE.bit()
            | (type() == AmqpFrameReader.TYPE_AMQP ? AmqpFrameField.CHANNEL.bit() : 0) | (extendedHeaderLength() > 0
                ? AmqpFrameField.EXTENDED_HEADER.bit()
                : 0)
            | (performative != null ? AmqpFrameField.DESCRIPTOR.bit() : 0)
            | (performative == Performative.TRANSFER ? AmqpFrameField.PAYLOAD.bit() : 0);
    }

    /** The mark of a frame field that is in front of the payload, see {@link ItemIndex}. */
    long mark(final int ordinal)
    {
        final AmqpFrameField field = FRAME_FIELDS[ordinal];
        return field == AmqpFrameField.DESCRIPTOR ? descriptor : Cursors.mark(field.offset,
            field == AmqpFrameField.EXTENDED_HEADER ? extendedHeaderLength() : field.length, field.kind);
    }

    /**
     * Whether this is a protocol header and not a frame.
     *
     * @return true if the eight bytes are {@code AMQP} and what follows.
     */
    public boolean isProtocolHeader()
    {
        return protocolHeader;
    }

    /**
     * What a protocol header announces; its version is always 1.0.0.
     *
     * @return 0 for AMQP, 2 for TLS, 3 for SASL.
     */
    public int protocolId()
    {
        return second >>> 24;
    }

    /**
     * The size of the frame.
     *
     * @return in bytes, its own header included; 8 for a protocol header.
     */
    public int size()
    {
        return size;
    }

    /**
     * Where the body of the frame begins, as the frame states it.
     *
     * @return in words of four bytes, at least 2.
     */
    public int dataOffset()
    {
        return second >>> 24;
    }

    /**
     * The type of the frame.
     *
     * @return {@link AmqpFrameReader#TYPE_AMQP} or {@link AmqpFrameReader#TYPE_SASL}.
     */
    public int type()
    {
        return second >>> 16 & 0xFF;
    }

    /**
     * The channel, bytes 6 and 7.
     *
     * @return from 0 to 65,535; in a frame of SASL it means nothing.
     */
    public int channel()
    {
        return second & 0xFFFF;
    }

    /**
     * Where the extended header begins, which nobody interprets.
     *
     * @return in bytes from the start of the frame: 8.
     */
    public int extendedHeaderOffset()
    {
        return AmqpFraming.HEADER;
    }

    /**
     * How long the extended header is.
     *
     * @return in bytes, mostly 0.
     */
    public int extendedHeaderLength()
    {
        return protocolHeader ? 0 : performativeOffset() - AmqpFraming.HEADER;
    }

    /**
     * Whether the frame has no body: it only tells that the peer is alive.
     *
     * @return false for a protocol header.
     */
    public boolean isEmpty()
    {
        return performative == null && !protocolHeader;
    }

    /**
     * What the frame says.
     *
     * @return null if the frame is empty or a protocol header.
     */
    public @Nullable Performative performative()
    {
        return performative;
    }

    /**
     * Where the performative begins, a described value.
     *
     * @return in bytes from the start of the frame.
     */
    public int performativeOffset()
    {
        return protocolHeader ? size : dataOffset() * Integer.BYTES;
    }

    /**
     * How long the performative is, from its first constructor to the end of its list.
     *
     * @return in bytes, 0 if there is none.
     */
    public int performativeLength()
    {
        return payloadOffset - performativeOffset();
    }

    /**
     * Where the list of fields begins: its size, behind its constructor.
     *
     * @return in bytes from the start of the frame.
     */
    public int fieldsOffset()
    {
        return fieldsOffset;
    }

    /**
     * How long the list is, its size and count included.
     *
     * @return in bytes, 0 for the empty list without a size.
     */
    public int fieldsLength()
    {
        return fieldsLength;
    }

    /**
     * How many fields the sender wrote; those that follow are missing, which is the same as null.
     *
     * @return from 0.
     */
    public int fieldCount()
    {
        return fieldCount;
    }

    /**
     * Where the performative has ended and its payload begins.
     *
     * @return in bytes from the start of the frame.
     */
    public int payloadOffset()
    {
        return payloadOffset;
    }

    /**
     * How long the payload is; lenient, of performatives that have none too.
     *
     * @return in bytes.
     */
    public int payloadLength()
    {
        return size - payloadOffset;
    }
}
