package io.skim.encode;

import io.netty.buffer.ByteBuf;
import io.skim.bytes.Words;
import io.skim.scan.Cursor;
import io.skim.scan.Limits;
import io.skim.scan.amqp.AmqpFrameReader;
import io.skim.scan.amqp.Performative;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.agrona.MutableDirectBuffer;

/**
 * Writes AMQP 1.0: values, messages and frames, value by value and straight into bytes.
 *
 * <pre>
 * encoder.wrap(out);
 * encoder.beginComposite(AmqpDescriptor.HEADER);
 * encoder.putBoolean(true);
 * encoder.end();
 * encoder.descriptor(AmqpDescriptor.APPLICATION_PROPERTIES);
 * encoder.beginMap();
 * encoder.put(ORDER_ID);                       // an AmqpKey
 * encoder.putLong(4711);
 * encoder.end();
 * encoder.descriptor(AmqpDescriptor.DATA);
 * encoder.putBinary(body);
 * if (encoder.complete() &lt; 0) { reject(encoder.refusal()); }
 * </pre>
 *
 * Every value takes the shortest form that its type has for it; what is to be overwritten later is put by {@code putWide},
 * in containers that were begun by {@code beginWide}. What is written is read back the same by every reader of AMQP, or it
 * is <em>refused</em>: the calls go on, {@link #complete()} answers {@code -1}, {@link #refusal()} tells the first reason,
 * and the output is as it was, its writer index or position included. Calls out of order are wrong use, and throw {@link
 * IllegalStateException} naming the missing one; the call that threw has put nothing. Keys that come twice are not looked
 * for, nor whether fields are of the types that the standard gives them.
 * <p>
 * Keeps nothing of the caller's after {@code complete} or {@link #reset()}. Allocates nothing, once its arrays have grown
 * with the longest output. One thread at a time.
 *
 * @see "OASIS AMQP 1.0, part 1 (types), section 1.6; part 2 (transport), section 2.3"
 */
public final class AmqpEncoder extends AmqpCopies
{
    private static final int MAGIC = 0x414D_5150;
    private static final int VERSION = 0x01_0000;

    /** Makes an encoder with the default limits. */
    public AmqpEncoder()
    {
        this(Limits.DEFAULT);
    }

    /**
     * Makes an encoder.
     *
     * @param limits whose depth and frame length are kept. Depth is that of containers; readers, with limits of the same
     *               kind, count what {@code descriptor} describes as well.
     */
    public AmqpEncoder(final Limits limits)
    {
        super(limits);
    }

    /**
     * Attaches a Netty buffer, and drops what was not completed.
     *
     * @param buffer to write to from its writer index on; it grows as its own maximum allows, and nothing else may write to
     *               it before {@link #complete()}.
     * @return this.
     */
    public AmqpEncoder wrap(final ByteBuf buffer)
    {
        detach();
        out.wrap(buffer);
        return begun();
    }

    /**
     * Attaches part of an Agrona buffer, and drops what was not completed.
     *
     * @param buffer to write to.
     * @param offset in {@code buffer}, in bytes, of the first byte.
     * @param length of the part in bytes.
     * @return this.
     * @throws IndexOutOfBoundsException if the part is not inside the buffer.
     */
    public AmqpEncoder wrap(final MutableDirectBuffer buffer, final int offset, final int length)
    {
        detach();
        out.wrap(buffer, offset, length);
        return begun();
    }

    /**
     * Attaches part of an array, and drops what was not completed.
     *
     * @param array  to write to.
     * @param offset in {@code array}, in bytes, of the first byte.
     * @param length of the part in bytes.
     * @return this.
     * @throws IndexOutOfBoundsException if the part is not inside the array.
     */
    public AmqpEncoder wrap(final byte[] array, final int offset, final int length)
    {
        detach();
        out.wrap(array, offset, length);
        return begun();
    }

    /**
     * Attaches an NIO buffer, heap or direct, and drops what was not completed.
     *
     * @param buffer to write to from its position on, at most to its limit. {@link #complete()} moves the position behind what
     *               it wrote; until then neither may move. The limit stays, and so does the buffer's byte order, which makes
     *               no difference.
     * @return this.
     * @throws java.nio.ReadOnlyBufferException if the buffer is read-only; then nothing is attached.
     */
    public AmqpEncoder wrap(final ByteBuffer buffer)
    {
        detach();
        out.wrap(buffer);
        return begun();
    }

    private AmqpEncoder begun()
    {
        clear();
        return this;
    }

    /** Lets go of the output, which is as it was, and drops what was not completed. */
    public void reset()
    {
        detach();
        out.reset();
    }

    /**
     * Gives the output what was put, and lets go of it.
     *
     * @return bytes written, a Netty buffer's writer index or an NIO buffer's position has moved by as many; or -1 if
     *     anything was refused, see {@link #refusal()}: then the output is as it was.
     * @throws IllegalStateException if nothing is attached, a container is open or a descriptor has no value: then they can
     *                               still be completed; or if somebody else has written to the buffer, or moved it.
     */
    public int complete()
    {
        checkBalanced();
        if (!out.isUnmoved())
        {
            throw wrong("the buffer was written to, or moved, since wrap()");
        }
        if (!out.fits(0))
        {
            refuse(EncodeRefusal.NO_ROOM);
        }
        try
        {
            return refusal == null ? out.commit() : -1;
        }
        finally
        {
            reset();
        }
    }

    /**
     * Begins a composite: a described list whose items are fields, to be put in their order until {@link #end()}, {@link
     * #putNull()} for what is unset. Nulls behind the last field that is set are left out; without any, the list takes one
     * octet.
     *
     * @param code the numeric descriptor, such as {@link AmqpDescriptor#HEADER}.
     * @throws IllegalStateException before {@code wrap}, or in an array.
     */
    public void beginComposite(final long code)
    {
        descriptor(code);
        beginFields();
    }

    /**
     * Begins a composite with a symbolic descriptor; otherwise as {@link #beginComposite(long)}.
     *
     * @param symbol the descriptor.
     * @throws IllegalArgumentException if the key is a string.
     * @throws IllegalStateException    before {@code wrap}, or in an array.
     */
    public void beginComposite(final AmqpKey symbol)
    {
        descriptor(symbol);
        beginFields();
    }

    /**
     * Begins a performative: a composite that stands in a frame.
     *
     * @param performative whose fields come next.
     * @throws IllegalStateException before {@code wrap}, or in an array.
     */
    public void beginComposite(final Performative performative)
    {
        beginComposite((long)performative.code());
    }

    /**
     * Begins a frame. A performative may come next, then a payload, then {@link #end()}, which writes the frame's size. A
     * frame that ends at once is a heartbeat. One frame may stand behind the other in an output.
     *
     * @param channel from 0 to 65,535; all else is refused as out of range.
     * @throws IllegalStateException before {@code wrap}, or if something is open.
     */
    public void beginFrame(final int channel)
    {
        beginFrame(AmqpFrameReader.TYPE_AMQP, channel);
    }

    /**
     * Begins a frame of SASL, as {@link #beginFrame(int)}.
     *
     * @throws IllegalStateException before {@code wrap}, or if something is open.
     */
    public void beginSaslFrame()
    {
        beginFrame(AmqpFrameReader.TYPE_SASL, 0);
    }

    /**
     * Says that the performative of the frame is complete and what comes, until the frame's {@link #end()}, is its payload:
     * a message's sections, put like any values, or a part of a message by {@code putPayload}.
     *
     * @throws IllegalStateException if no performative stands before it in a frame.
     */
    public void payload()
    {
        beginPayload();
    }

    /**
     * Puts bytes of a message as a frame's payload, as they are.
     *
     * @param bytes  array that holds them.
     * @param offset in {@code bytes} of the first.
     * @param length in bytes.
     * @throws IllegalStateException     if no performative stands before them in a frame.
     * @throws IndexOutOfBoundsException if they are not inside the array.
     */
    public void putPayload(final byte[] bytes, final int offset, final int length)
    {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        beginPayload();
        out.ensure(length);
        System.arraycopy(bytes, offset, out.array, out.position, length);
        out.position += length;
    }

    /**
     * Puts the raw bytes of what a cursor is on as a frame's payload.
     *
     * @param bytes a cursor on them; what has not arrived is refused.
     * @throws IllegalStateException if no performative stands before them in a frame.
     */
    public void putPayload(final Cursor bytes)
    {
        beginPayload();
        final int length = bytes.length();
        out.ensure(length);
        if (bytes.copyRawTo(out.array, out.position) < 0)
        {
            refuse(EncodeRefusal.VALUE_UNAVAILABLE);
        }
        out.position += length;
    }

    /**
     * Puts the readable bytes of a Netty buffer, whose indices do not move, as a frame's payload.
     *
     * @param bytes of a message.
     * @throws IllegalStateException if no performative stands before them in a frame.
     */
    public void putPayload(final ByteBuf bytes)
    {
        beginPayload();
        final int length = bytes.readableBytes();
        out.ensure(length);
        bytes.getBytes(bytes.readerIndex(), out.array, out.position, length);
        out.position += length;
    }

    /**
     * Puts the eight bytes that open a connection, of version 1.0.0.
     *
     * @param protocol 0 for AMQP, 2 for TLS, 3 for SASL; all else is refused as out of range.
     * @throws IllegalStateException before {@code wrap}, or if something is open.
     */
    public void putProtocolHeader(final int protocol)
    {
        checkOutside();
        if (protocol != 0 && protocol != 2 && protocol != 3)
        {
            refuse(EncodeRefusal.OUT_OF_RANGE);
        }
        out.ensure(Long.BYTES);
        Words.putInt(out.array, out.position, MAGIC);
        Words.putInt(out.array, out.position + Integer.BYTES, protocol << 24 | VERSION);
        out.position += Long.BYTES;
    }
}
