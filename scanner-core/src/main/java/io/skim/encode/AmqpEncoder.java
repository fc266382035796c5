package io.skim.encode;

import io.netty.buffer.ByteBuf;
import io.skim.bytes.Characters;
import io.skim.bytes.FormatCodes;
import io.skim.bytes.Kinds;
import io.skim.bytes.Utf8;
import io.skim.bytes.Words;
import io.skim.scan.Cursor;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.amqp.AmqpFrameReader;
import io.skim.scan.amqp.Performative;
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
 * and the output is as it was, its writer index included. Calls out of order are wrong use, and throw {@link
 * IllegalStateException} naming the missing one; the call that threw has put nothing. Keys that come twice are not looked
 * for, nor whether fields are of the types that the standard gives them.
 * <p>
 * Keeps nothing of the caller's after {@code complete} or {@link #reset()}. Allocates nothing, once its arrays have grown
 * with the longest output. One thread at a time.
 *
 * @see "OASIS AMQP 1.0, part 1 (types), section 1.6; part 2 (transport), section 2.3"
 */
public final class AmqpEncoder extends AmqpScalars
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
     * @param limits whose depth and frame length are kept, so that a scanner with the same limits takes what is written.
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
        out.wrap(array, offset, length);
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
     * @return bytes written, a Netty buffer's writer index has moved by as many; or -1 if anything was refused, see
     *     {@link #refusal()}: then the output is as it was.
     * @throws IllegalStateException if nothing is attached, a container is open or a descriptor has no value: then they can
     *                               still be completed.
     */
    public int complete()
    {
        checkBalanced();
        if (!out.fits(0))
        {
            refuse(EncodeRefusal.NO_ROOM);
        }
        try
        {
            return refusal() == null ? out.commit() : -1;
        }
        finally
        {
            reset();
        }
    }

    /**
     * Puts a string.
     *
     * @param text to put, or null for null; half of a surrogate pair is refused, for it has no UTF-8.
     */
    public void putString(final CharSequence text)
    {
        if (text == null)
        {
            putNull();
        }
        else
        {
            putCharacters(FormatCodes.STRING, text);
        }
    }

    /**
     * Puts a symbol.
     *
     * @param text to put, or null for null; what is not ASCII is refused.
     */
    public void putSymbol(final CharSequence text)
    {
        if (text == null)
        {
            putNull();
        }
        else
        {
            putCharacters(FormatCodes.SYMBOL, text);
        }
    }

    private void putCharacters(final int code, final CharSequence text)
    {
        final int units = text.length();
        final boolean isWide = isWide(code, units);
        final int prefix = prefix(isWide);
        out.ensure(Math.addExact(1 + Integer.BYTES, Math.multiplyExact(Characters.LONGEST, units)));
        final int from = out.position + prefix;
        final int length = Characters.put(text, out.array, from) - from;
        if (length != units && (length < 0 || code == FormatCodes.SYMBOL))
        {
            refuseValue(length < 0 ? EncodeRefusal.INVALID_TEXT : EncodeRefusal.NOT_ASCII);
            return;
        }
        if (isWide || length <= OCTET)
        {
            putPrefix(code, length, isWide);
            out.position += length;
            count++;
            return;
        }
        if (elementCode >= 0)
        {
            expandElements();
            putCharacters(code, text);
            return;
        }
        System.arraycopy(out.array, from, out.array, from + Integer.BYTES - 1, length);
        putPrefix(code, length, true);
        out.position += length;
        count++;
    }

    /** Whether a text, binary or symbol of a length, or more, takes four octets to tell its length. */
    private boolean isWide(final int code, final int length)
    {
        if (elementCode < 0)
        {
            return length > OCTET;
        }
        checkElement(code | elementCode & FormatCodes.WIDE);
        if (length > OCTET && elementCode == code)
        {
            expandElements();
        }
        return elementCode != code;
    }

    private int prefix(final boolean isWide)
    {
        return (elementCode < 0 ? 1 : 0) + (isWide ? Integer.BYTES : 1);
    }

    private void putPrefix(final int code, final int length, final boolean isWide)
    {
        final byte[] array = out.array;
        int at = out.position;
        if (elementCode < 0)
        {
            array[at++] = (byte)(isWide ? code | FormatCodes.WIDE : code);
        }
        if (isWide)
        {
            Words.putInt(array, at, length);
            out.position = at + Integer.BYTES;
        }
        else
        {
            array[at] = (byte)length;
            out.position = at + 1;
        }
    }

    /**
     * Puts a string of which the UTF-8 is there.
     *
     * @param utf8   array that holds the text; it is refused if it is not well-formed. Null for null.
     * @param offset in {@code utf8}, in bytes, of its first byte.
     * @param length of the text in bytes.
     * @throws IndexOutOfBoundsException if the text is not inside the array.
     */
    public void putString(final byte[] utf8, final int offset, final int length)
    {
        if (putBytes(FormatCodes.STRING, utf8, offset, length) && Utf8.firstInvalid(utf8, offset, offset + length) >= 0)
        {
            refuse(EncodeRefusal.INVALID_TEXT);
        }
    }

    /**
     * Puts a symbol of which the bytes are there.
     *
     * @param ascii  array that holds the text; it is refused if it is not ASCII. Null for null.
     * @param offset in {@code ascii}, in bytes, of its first byte.
     * @param length of the text in bytes.
     * @throws IndexOutOfBoundsException if the text is not inside the array.
     */
    public void putSymbol(final byte[] ascii, final int offset, final int length)
    {
        if (putBytes(FormatCodes.SYMBOL, ascii, offset, length))
        {
            checkSymbol(ascii, offset, length);
        }
    }

    private void checkSymbol(final byte[] array, final int offset, final int length)
    {
        int bits = 0;
        for (int i = 0; i < length; i++)
        {
            bits |= array[offset + i];
        }
        if (bits < 0)
        {
            refuse(EncodeRefusal.NOT_ASCII);
        }
    }

    /**
     * Puts a binary.
     *
     * @param bytes that it is, or null for null.
     */
    public void putBinary(final byte[] bytes)
    {
        putBytes(FormatCodes.BINARY, bytes, 0, bytes == null ? 0 : bytes.length);
    }

    /**
     * Puts a binary.
     *
     * @param bytes  array that holds it, or null for null.
     * @param offset in {@code bytes} of its first byte.
     * @param length in bytes.
     * @throws IndexOutOfBoundsException if it is not inside the array.
     */
    public void putBinary(final byte[] bytes, final int offset, final int length)
    {
        putBytes(FormatCodes.BINARY, bytes, offset, length);
    }

    private boolean putBytes(final int code, final byte[] bytes, final int offset, final int length)
    {
        if (bytes == null)
        {
            putNull();
            return false;
        }
        Objects.checkFromIndexSize(offset, length, bytes.length);
        final int at = open(code, length);
        System.arraycopy(bytes, offset, out.array, at, length);
        return true;
    }

    /** Makes room for a text or binary, and puts its length; its bytes are to be put at the index that is returned. */
    private int open(final int code, final int length)
    {
        final boolean isWide = isWide(code, length);
        out.ensure(Math.addExact(1 + Integer.BYTES, length));
        putPrefix(code, length, isWide);
        final int at = out.position;
        out.position = at + length;
        count++;
        return at;
    }

    /**
     * Puts a binary: the readable bytes of a Netty buffer, whose indices do not move.
     *
     * @param bytes that it is, or null for null.
     */
    public void putBinary(final ByteBuf bytes)
    {
        if (bytes == null)
        {
            putNull();
            return;
        }
        final int length = bytes.readableBytes();
        final int at = open(FormatCodes.BINARY, length);
        bytes.getBytes(bytes.readerIndex(), out.array, at, length);
    }

    /**
     * Puts a key: a string or symbol that was encoded before.
     *
     * @param key to put, or null for null.
     */
    public void put(final AmqpKey key)
    {
        if (key == null)
        {
            putNull();
        }
        else if (elementCode >= 0)
        {
            putBytes(key.code, key.padded, key.textOffset, key.length - key.textOffset);
        }
        else
        {
            copy(key);
            count++;
        }
    }

    private void copy(final AmqpKey key)
    {
        final byte[] padded = key.padded;
        out.ensure(padded.length);
        final byte[] array = out.array;
        final int at = out.position;
        for (int i = 0; i < padded.length; i += Long.BYTES)
        {
            Words.putLongLittleEndian(array, at + i, Words.getLongLittleEndian(padded, i));
        }
        out.position = at + key.length;
    }

    /**
     * Says by a symbol what the next value is, as {@link #descriptor(long)} does by a ulong.
     *
     * @param symbol such as {@code amqp:header:list}.
     * @throws IllegalArgumentException if the key is a string, which describes nothing.
     * @throws IllegalStateException    before {@code wrap}, or between the elements of an array.
     */
    public void descriptor(final AmqpKey symbol)
    {
        if (!symbol.isSymbol())
        {
            throw new IllegalArgumentException("a descriptor is a symbol, not the string '" + symbol + "'");
        }
        openDescriptor();
        copy(symbol);
        descriptorEnd = out.length();
    }

    /**
     * Puts a value of a frame that is being scanned, whole, a compound one with all that it holds; its bytes are copied as
     * they stand, also where they take more than the shortest form. Of texts and binaries the length is written anew.
     * Text of a remoting header becomes a string, a body a binary.
     *
     * @param value a cursor on it; null for null. What its frame does not have, or not all of it, is refused.
     * @throws IllegalArgumentException if it is a container of entries, which AMQP has no form for.
     */
    public void put(final Cursor value)
    {
        final Kind kind = value == null ? Kind.NULL : value.kind();
        switch (kind)
        {
            case NULL:
                putNull();
                break;
            case TEXT, LOSSY_TEXT, JSON_TEXT, JSON_NUMBER, JSON_ODD_INT, JSON_ODD_NUMBER, JSON_BOOLEAN, JSON_NESTED:
                putString(value);
                break;
            case SYMBOL:
                putSymbol(value);
                break;
            case BINARY, BYTES:
                putBinary(value);
                break;
            case CONTAINER:
                throw new IllegalArgumentException("a container of entries is no value: put its entries");
            default:
                if (elementCode < 0)
                {
                    putRaw(value, kind.ordinal());
                }
                else
                {
                    putElement(value, kind.ordinal());
                }
                break;
        }
    }

    private void putRaw(final Cursor value, final int kind)
    {
        final int length = value.length();
        out.ensure(Math.addExact(1, length));
        final int at = out.position;
        if (value.copyRawTo(out.array, at + 1) < 0)
        {
            refuseValue(EncodeRefusal.VALUE_UNAVAILABLE);
            return;
        }
        out.array[at] = (byte)FormatCodes.of(kind, length, isLongForm(at + 1, length, kind));
        out.position = at + 1 + length;
        count++;
    }

    /** Whether size and count have four octets each: a size's first octet is all of it, or else zero. */
    private boolean isLongForm(final int at, final int length, final int kind)
    {
        return Kinds.isCompound(kind) && length > 0 && (out.array[at] & OCTET) != length - 1;
    }

    private void putElement(final Cursor value, final int kind)
    {
        final int code = FormatCodes.ofElements(kind);
        if (code == FormatCodes.BOOLEAN)
        {
            putBoolean(value.getBoolean());
        }
        else if (kind == Kinds.DESCRIBED)
        {
            openDescriptor();
        }
        else if (Kinds.isCompound(kind))
        {
            beginElement(code);
            putContent(value, kind);
        }
        else
        {
            checkElement(code);
            // Sixteen octets, or as many as its code says, of which a shorter form leaves the first to the sign.
            final int width = 1 << (code >>> 4) - 5;
            out.ensure(2 * Long.BYTES);
            if (width > Long.BYTES)
            {
                Words.putLong(out.array, out.position, value.getHighLongBits());
                Words.putLong(out.array, out.position + Long.BYTES, value.getLongBits());
            }
            else
            {
                Words.putLong(out.array, out.position, value.getLongBits() << Long.SIZE - Byte.SIZE * width);
            }
            out.position += width;
            count++;
        }
    }

    /** Puts what a container holds into one that was begun, and ends that. */
    private void putContent(final Cursor value, final int kind)
    {
        final int length = value.length();
        out.ensure(length);
        final int at = out.position;
        if (value.copyRawTo(out.array, at) < 0)
        {
            refuse(EncodeRefusal.VALUE_UNAVAILABLE);
        }
        else if (length > 0)
        {
            final int header = isLongForm(at, length, kind) ? 2 * Integer.BYTES : 2;
            System.arraycopy(out.array, at + header, out.array, at, length - header);
            out.position += length - header;
            count = (int)value.count();
        }
        end();
    }

    /**
     * Puts the text of a value as a string, whatever it was: escapes undone, numbers in digits.
     *
     * @param text a cursor on it; null and a null value for null. It is refused if it has no text, or none that is UTF-8.
     */
    public void putString(final Cursor text)
    {
        final int at = putText(FormatCodes.STRING, text);
        if (at >= 0 && text.kind() != Kind.TEXT && Utf8.firstInvalid(out.array, at, out.position) >= 0)
        {
            refuse(EncodeRefusal.INVALID_TEXT);
        }
    }

    /**
     * Puts the text of a value as a symbol, whatever it was.
     *
     * @param text a cursor on it; null and a null value for null. It is refused if it has no text, or none that is ASCII.
     */
    public void putSymbol(final Cursor text)
    {
        final int at = putText(FormatCodes.SYMBOL, text);
        if (at >= 0 && text.kind() != Kind.SYMBOL)
        {
            checkSymbol(out.array, at, out.position - at);
        }
    }

    private int putText(final int code, final Cursor text)
    {
        if (text == null || text.isNull())
        {
            putNull();
            return -1;
        }
        if (!Kinds.hasText(text.kind().ordinal()))
        {
            refuseValue(EncodeRefusal.INVALID_TEXT);
            return -1;
        }
        final int at = open(code, text.textLength());
        if (text.copyTo(out.array, at) < 0)
        {
            refuse(EncodeRefusal.VALUE_UNAVAILABLE);
            return -1;
        }
        return at;
    }

    /**
     * Puts the raw bytes of a value as a binary, whatever they stand for.
     *
     * @param bytes a cursor on them; null and a null value for null. What has not arrived is refused.
     */
    public void putBinary(final Cursor bytes)
    {
        if (bytes == null || bytes.isNull())
        {
            putNull();
            return;
        }
        final int at = open(FormatCodes.BINARY, bytes.length());
        if (bytes.copyRawTo(out.array, at) < 0)
        {
            refuse(EncodeRefusal.VALUE_UNAVAILABLE);
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
