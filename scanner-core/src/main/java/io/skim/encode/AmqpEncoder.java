package io.skim.encode;

import io.netty.buffer.ByteBuf;
import io.skim.bytes.FormatCodes;
import io.skim.bytes.Utf8;
import io.skim.bytes.Words;
import io.skim.scan.Cursor;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.amqp.AmqpFrameReader;
import io.skim.scan.amqp.Performative;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.UUID;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Writes AMQP 1.0: values, messages and frames, value by value.
 *
 * <pre>
 * encoder.wrap(out);
 * encoder.beginComposite(AmqpDescriptor.HEADER);
 * encoder.putBoolean(true);
 * encoder.end();
 * encoder.descriptor(AmqpDescriptor.APPLICATION_PROPERTIES);
 * encoder.beginMap();
 * encoder.put(ORDER_ID);                 // an AmqpKey
 * encoder.putLong(4711);
 * encoder.end();
 * encoder.descriptor(AmqpDescriptor.DATA);
 * encoder.putBinary(body);
 * if (encoder.complete() &lt; 0) { reject(encoder.refusal()); }
 * </pre>
 *
 * Every value gets the shortest form of its type. If you will overwrite a value later, put it with {@code putWide}, in containers
 * begun with {@code beginWide}. Every reader of AMQP reads the same values as were put, or the encoder <em>refuses</em> the
 * output: you may go on, but {@link #complete()} returns {@code -1}, {@link #refusal()} gives the first reason, and the output is
 * unchanged, its writer index or position included. The encoder does not look for duplicate keys, and does not check the types of
 * fields against the standard.
 * <p>
 * Calls out of order throw {@link IllegalStateException}, which names the missing call. A call that threw has put nothing.
 * <p>
 * After {@code complete} or {@link #reset()} the encoder keeps no reference to your objects. Allocates nothing, once its arrays
 * have grown to the longest output. One thread at a time.
 *
 * @see "OASIS AMQP 1.0, part 1 (types), section 1.6; part 2 (transport), section 2.3"
 */
public final class AmqpEncoder
{
    private static final int OCTET = AmqpContainers.OCTET;
    private static final long GREATEST_UINT = 0xFFFF_FFFFL;
    private static final int MAGIC = 0x414D_5150;
    private static final int VERSION = 0x01_0000;

    private final AmqpContainers out;
    private final AmqpTexts texts;
    private final AmqpCopies copies;

    /** Makes an encoder with the default limits. */
    public AmqpEncoder()
    {
        this(Limits.DEFAULT);
    }

    /**
     * Makes an encoder.
     *
     * @param limits of which it checks depth and frame length. The encoder's depth counts containers; readers also count
     *               described values, which {@code descriptor} writes.
     */
    public AmqpEncoder(final Limits limits)
    {
        out = new AmqpContainers(limits);
        texts = new AmqpTexts(out);
        copies = new AmqpCopies(out, texts, limits);
    }

    /**
     * Attaches a Netty buffer, and discards output that was not completed.
     *
     * @param buffer to write to from its writer index on, up to its maximum capacity; nothing else may write to it before
     *               {@link #complete()}.
     * @return this.
     */
    public AmqpEncoder wrap(final ByteBuf buffer)
    {
        out.wrap(buffer);
        return this;
    }

    /**
     * Attaches part of an Agrona buffer, and discards output that was not completed.
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
        return this;
    }

    /**
     * Attaches part of an array, and discards output that was not completed.
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
        return this;
    }

    /**
     * Attaches an NIO buffer, heap or direct, and discards output that was not completed.
     *
     * @param buffer to write to from its position on, at most to its limit. {@link #complete()} moves the position after the
     *               written bytes; until then do not move position or limit. The limit does not change, and the buffer's byte
     *               order has no effect.
     * @return this.
     * @throws java.nio.ReadOnlyBufferException if the buffer is read-only; then nothing is attached.
     */
    public AmqpEncoder wrap(final ByteBuffer buffer)
    {
        out.wrap(buffer);
        return this;
    }

    /** Detaches the output, which is unchanged, and discards what was put since {@code wrap}. */
    public void reset()
    {
        out.reset();
    }

    /**
     * {@return the first refusal since {@code wrap}, which is the reason why {@code complete} has returned or will return -1;
     * null if there was none}
     */
    public @Nullable EncodeRefusal refusal()
    {
        return out.refusal();
    }

    /**
     * Writes the values put since {@code wrap} to the output, and detaches it.
     *
     * @return bytes written, by which a Netty buffer's writer index or an NIO buffer's position has moved; or -1 if anything was
     *     refused, see {@link #refusal()}: then the output is unchanged.
     * @throws IllegalStateException if no output is attached, a container is open or a descriptor has no value: then you can
     *     still complete them; or if other code has written to the buffer or moved its position.
     */
    public int complete()
    {
        out.checkBalanced();
        if (!out.isUnmoved())
        {
            throw new IllegalStateException("the buffer was written to, or moved, since wrap()");
        }
        if (!out.fits(0))
        {
            out.refuse(EncodeRefusal.NO_ROOM);
        }
        try
        {
            return out.refusal() == null ? out.commit() : -1;
        }
        finally
        {
            reset();
        }
    }

    private void checkRange(final long value, final long greatest)
    {
        if (value < 0 || value > greatest)
        {
            out.refuse(EncodeRefusal.OUT_OF_RANGE);
        }
    }

    /**
     * Puts null.
     *
     * @throws IllegalStateException before {@code wrap}, or in an array of another type.
     */
    public void putNull()
    {
        out.putNull();
    }

    /**
     * Puts a boolean that has no octet besides its code; in an array one octet.
     * <p>
     * All methods that put a value move the position after it, and allocate nothing unless the output is longer than ever before.
     * They refuse a value that cannot be encoded; {@link #refusal()} returns the reason at once.
     *
     * @param value to put.
     * @throws IllegalStateException before {@code wrap}, or in an array of another type; so do all methods below.
     */
    public void putBoolean(final boolean value)
    {
        if (out.elementCode >= 0)
        {
            putWideBoolean(value);
        }
        else
        {
            out.putFixed(value ? FormatCodes.TRUE : FormatCodes.FALSE, 0, 0);
        }
    }

    /**
     * Puts a byte.
     *
     * @param value signed, 8 bits.
     */
    public void putByte(final byte value)
    {
        out.putFixed(FormatCodes.BYTE, value, 1);
    }

    /**
     * Puts a ubyte.
     *
     * @param value from 0 to 255; others are refused as out of range.
     */
    public void putUbyte(final int value)
    {
        checkRange(value, OCTET);
        out.putFixed(FormatCodes.UBYTE, value, 1);
    }

    /**
     * Puts a short.
     *
     * @param value signed, 16 bits.
     */
    public void putShort(final short value)
    {
        out.putFixed(FormatCodes.SHORT, value, Short.BYTES);
    }

    /**
     * Puts a ushort.
     *
     * @param value from 0 to 65,535; others are refused as out of range.
     */
    public void putUshort(final int value)
    {
        checkRange(value, 0xFFFF);
        out.putFixed(FormatCodes.USHORT, value, Short.BYTES);
    }

    /**
     * Puts an int, in one octet if it fits.
     *
     * @param value signed, 32 bits.
     */
    public void putInt(final int value)
    {
        if (value == (byte)value && out.elementCode < 0)
        {
            out.putFixed(FormatCodes.INT_SMALL, value, 1);
        }
        else
        {
            out.putFixed(FormatCodes.INT, value, Integer.BYTES);
        }
    }

    /**
     * Puts a uint, in one octet or none if it fits.
     *
     * @param value from 0 to 4,294,967,295; others are refused as out of range.
     */
    public void putUint(final long value)
    {
        checkRange(value, GREATEST_UINT);
        if (value > OCTET || out.elementCode >= 0)
        {
            out.putFixed(FormatCodes.UINT, value, Integer.BYTES);
        }
        else if (value == 0)
        {
            out.putFixed(FormatCodes.UINT_ZERO, 0, 0);
        }
        else
        {
            out.putFixed(FormatCodes.UINT_SMALL, value, 1);
        }
    }

    /**
     * Puts a long, in one octet if it fits.
     *
     * @param value signed, 64 bits.
     */
    public void putLong(final long value)
    {
        if (value == (byte)value && out.elementCode < 0)
        {
            out.putFixed(FormatCodes.LONG_SMALL, value, 1);
        }
        else
        {
            out.putFixed(FormatCodes.LONG, value, Long.BYTES);
        }
    }

    /**
     * Puts a ulong, in one octet or none if it fits.
     *
     * @param bits of the number, unsigned.
     */
    public void putUlong(final long bits)
    {
        if (bits >>> Byte.SIZE != 0 || out.elementCode >= 0)
        {
            out.putFixed(FormatCodes.ULONG, bits, Long.BYTES);
        }
        else if (bits == 0)
        {
            out.putFixed(FormatCodes.ULONG_ZERO, 0, 0);
        }
        else
        {
            out.putFixed(FormatCodes.ULONG_SMALL, bits, 1);
        }
    }

    /**
     * Puts a float.
     *
     * @param value whose bits are kept, those of a NaN too.
     */
    public void putFloat(final float value)
    {
        out.putFixed(FormatCodes.FLOAT, Float.floatToRawIntBits(value), Integer.BYTES);
    }

    /**
     * Puts a float by its bits.
     *
     * @param bits of IEEE 754 binary32.
     */
    public void putFloatBits(final int bits)
    {
        out.putFixed(FormatCodes.FLOAT, bits, Integer.BYTES);
    }

    /**
     * Puts a double.
     *
     * @param value whose bits are kept, those of a NaN too.
     */
    public void putDouble(final double value)
    {
        out.putFixed(FormatCodes.DOUBLE, Double.doubleToRawLongBits(value), Long.BYTES);
    }

    /**
     * Puts a double by its bits.
     *
     * @param bits of IEEE 754 binary64.
     */
    public void putDoubleBits(final long bits)
    {
        out.putFixed(FormatCodes.DOUBLE, bits, Long.BYTES);
    }

    /**
     * Puts a decimal32.
     *
     * @param bits as on the wire.
     */
    public void putDecimal32(final int bits)
    {
        out.putFixed(FormatCodes.DECIMAL32, bits, Integer.BYTES);
    }

    /**
     * Puts a decimal64.
     *
     * @param bits as on the wire.
     */
    public void putDecimal64(final long bits)
    {
        out.putFixed(FormatCodes.DECIMAL64, bits, Long.BYTES);
    }

    /**
     * Puts a decimal128.
     *
     * @param high the first 64 bits on the wire.
     * @param low  the last 64 bits.
     */
    public void putDecimal128(final long high, final long low)
    {
        out.putSixteen(FormatCodes.DECIMAL128, high, low);
    }

    /**
     * Puts a char.
     *
     * @param codePoint of any plane. Half of a surrogate pair, or a number that is not a code point, is refused as out of range.
     */
    public void putChar(final int codePoint)
    {
        if (!Character.isValidCodePoint(codePoint) || Utf8.isSurrogate(codePoint))
        {
            out.refuse(EncodeRefusal.OUT_OF_RANGE);
        }
        out.putFixed(FormatCodes.CHAR, codePoint, Integer.BYTES);
    }

    /**
     * Puts a timestamp.
     *
     * @param millis since 1970-01-01T00:00:00Z, signed.
     */
    public void putTimestamp(final long millis)
    {
        out.putFixed(FormatCodes.TIMESTAMP, millis, Long.BYTES);
    }

    /**
     * Puts a uuid by its halves.
     *
     * @param high its most significant 64 bits.
     * @param low  its least significant 64 bits.
     */
    public void putUuid(final long high, final long low)
    {
        out.putSixteen(FormatCodes.UUID, high, low);
    }

    /**
     * Puts a uuid.
     *
     * @param uuid to put, or null for null.
     */
    public void putUuid(final @Nullable UUID uuid)
    {
        if (uuid == null)
        {
            putNull();
        }
        else
        {
            putUuid(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
        }
    }

    /**
     * Puts a boolean with its own octet, which you can overwrite.
     *
     * @param value to put.
     */
    public void putWideBoolean(final boolean value)
    {
        out.putFixed(FormatCodes.BOOLEAN, value ? 1 : 0, 1);
    }

    /**
     * Puts an int in four octets, also if it fits into one.
     *
     * @param value signed, 32 bits.
     */
    public void putWideInt(final int value)
    {
        out.putFixed(FormatCodes.INT, value, Integer.BYTES);
    }

    /**
     * Puts a uint in four octets, also if it fits into one.
     *
     * @param value from 0 to 4,294,967,295; others are refused as out of range.
     */
    public void putWideUint(final long value)
    {
        checkRange(value, GREATEST_UINT);
        out.putFixed(FormatCodes.UINT, value, Integer.BYTES);
    }

    /**
     * Puts a long in eight octets, also if it fits into one.
     *
     * @param value signed, 64 bits.
     */
    public void putWideLong(final long value)
    {
        out.putFixed(FormatCodes.LONG, value, Long.BYTES);
    }

    /**
     * Puts a ulong in eight octets, also if it fits into one.
     *
     * @param bits of the number, unsigned.
     */
    public void putWideUlong(final long bits)
    {
        out.putFixed(FormatCodes.ULONG, bits, Long.BYTES);
    }

    /**
     * The position of the next value. A wide value put there can be overwritten before {@code complete}, and {@code complete}
     * writes it at this number of bytes after the start of the output.
     *
     * @return bytes written so far.
     * @throws IllegalStateException if a container is open whose contents move when it grows: begin wide ones.
     */
    public int position()
    {
        return out.stablePosition();
    }

    /**
     * Overwrites a boolean from {@link #putWideBoolean}.
     *
     * @param position of the value, from {@link #position()}.
     * @param value    the new value.
     * @throws IllegalStateException if there is no such value at the position.
     */
    public void overwriteBoolean(final int position, final boolean value)
    {
        out.array[overwritten(position, FormatCodes.BOOLEAN, 1)] = (byte)(value ? 1 : 0);
    }

    /**
     * Overwrites an int from {@link #putWideInt}, or from {@link #putInt} with a value that takes four octets.
     *
     * @param position of the value, from {@link #position()}.
     * @param value    the new value.
     * @throws IllegalStateException if there is no such value at the position.
     */
    public void overwriteInt(final int position, final int value)
    {
        Words.putInt(out.array, overwritten(position, FormatCodes.INT, Integer.BYTES), value);
    }

    /**
     * Overwrites a uint of four octets.
     *
     * @param position of the value, from {@link #position()}.
     * @param value    the new value, from 0 to 4,294,967,295; others are refused as out of range.
     * @throws IllegalStateException if there is no such value at the position.
     */
    public void overwriteUint(final int position, final long value)
    {
        checkRange(value, GREATEST_UINT);
        Words.putInt(out.array, overwritten(position, FormatCodes.UINT, Integer.BYTES), (int)value);
    }

    /**
     * Overwrites a long of eight octets.
     *
     * @param position of the value, from {@link #position()}.
     * @param value    the new value.
     * @throws IllegalStateException if there is no such value at the position.
     */
    public void overwriteLong(final int position, final long value)
    {
        Words.putLong(out.array, overwritten(position, FormatCodes.LONG, Long.BYTES), value);
    }

    /**
     * Overwrites a ulong of eight octets.
     *
     * @param position of the value, from {@link #position()}.
     * @param bits     of the new value, unsigned.
     * @throws IllegalStateException if there is no such value at the position.
     */
    public void overwriteUlong(final int position, final long bits)
    {
        Words.putLong(out.array, overwritten(position, FormatCodes.ULONG, Long.BYTES), bits);
    }

    private int overwritten(final int position, final int code, final int width)
    {
        out.checkAttached();
        final int left = out.length() - position;
        if (position < 0 || left <= width || (out.array[out.start + position] & OCTET) != code)
        {
            throw new IllegalStateException("no " + FormatCodes.typeName(code) + " of full width stands at " + position
                + ": keep position() before putWide");
        }
        return out.start + position + 1;
    }

    /**
     * Puts a string.
     *
     * @param text to put, or null for null; half of a surrogate pair is refused, because it has no UTF-8.
     */
    public void putString(final @Nullable CharSequence text)
    {
        texts.put(FormatCodes.STRING, text);
    }

    /**
     * Puts a string from its UTF-8.
     *
     * @param utf8   array that contains the text, refused if it is not well-formed; null for null.
     * @param offset in {@code utf8}, in bytes, of its first byte.
     * @param length of the text in bytes.
     * @throws IndexOutOfBoundsException if the text is not inside the array.
     */
    public void putString(final byte @Nullable [] utf8, final int offset, final int length)
    {
        texts.putText(FormatCodes.STRING, utf8, offset, length);
    }

    /**
     * Puts the text of a value of any kind as a string: escapes resolved, numbers in digits.
     *
     * @param text a cursor on the value; null and a null value for null. Refused if it has no text, or its text is not UTF-8.
     */
    public void putString(final @Nullable Cursor text)
    {
        texts.putText(FormatCodes.STRING, text);
    }

    /**
     * Puts a symbol.
     *
     * @param text to put, or null for null; refused if it is not ASCII.
     */
    public void putSymbol(final @Nullable CharSequence text)
    {
        texts.put(FormatCodes.SYMBOL, text);
    }

    /**
     * Puts a symbol from its bytes.
     *
     * @param ascii  array that contains the text, refused if it is not ASCII; null for null.
     * @param offset in {@code ascii}, in bytes, of its first byte.
     * @param length of the text in bytes.
     * @throws IndexOutOfBoundsException if the text is not inside the array.
     */
    public void putSymbol(final byte @Nullable [] ascii, final int offset, final int length)
    {
        texts.putText(FormatCodes.SYMBOL, ascii, offset, length);
    }

    /**
     * Puts the text of a value of any kind as a symbol.
     *
     * @param text a cursor on the value; null and a null value for null. Refused if it has no text, or its text is not ASCII.
     */
    public void putSymbol(final @Nullable Cursor text)
    {
        texts.putText(FormatCodes.SYMBOL, text);
    }

    /**
     * Puts a binary.
     *
     * @param bytes to put, or null for null.
     */
    public void putBinary(final byte @Nullable [] bytes)
    {
        texts.put(FormatCodes.BINARY, bytes, 0, bytes == null ? 0 : bytes.length);
    }

    /**
     * Puts a binary.
     *
     * @param bytes  array that contains the binary, or null for null.
     * @param offset in {@code bytes} of its first byte.
     * @param length in bytes.
     * @throws IndexOutOfBoundsException if it is not inside the array.
     */
    public void putBinary(final byte @Nullable [] bytes, final int offset, final int length)
    {
        texts.put(FormatCodes.BINARY, bytes, offset, length);
    }

    /**
     * Puts the readable bytes of a Netty buffer as a binary. Its indices do not move.
     *
     * @param bytes to put, or null for null.
     */
    public void putBinary(final @Nullable ByteBuf bytes)
    {
        texts.put(bytes);
    }

    /**
     * Puts the raw bytes of a value of any kind as a binary.
     *
     * @param bytes a cursor on the value; null and a null value for null. Refused if the bytes have not arrived.
     */
    public void putBinary(final @Nullable Cursor bytes)
    {
        texts.putBinary(bytes);
    }

    /**
     * Puts an encoded key: a string or symbol.
     *
     * @param key to put, or null for null.
     */
    public void put(final @Nullable AmqpKey key)
    {
        if (key == null)
        {
            out.putNull();
        }
        else if (out.elementCode >= 0)
        {
            texts.put(key.code, key.padded, key.textOffset, key.length - key.textOffset);
        }
        else
        {
            out.copy(key);
            out.count++;
        }
    }

    /**
     * Copies a whole value from a frame during its scan, a compound value with its contents. Bytes are copied unchanged, also if
     * they are not the shortest form; only the lengths of texts and binaries are written again. Text of a remoting header becomes
     * a string, a body a binary.
     *
     * @param value a cursor on it; null for null. Refused if not all of its bytes have arrived, or if a compound value is
     *              malformed in a part that the scan has not checked.
     * @throws IllegalArgumentException if it is a container of entries, for which AMQP has no form.
     */
    public void put(final @Nullable Cursor value)
    {
        copies.put(value);
    }

    /**
     * Begins a list. The values put until {@link #end()} are its items.
     * <p>
     * Takes the shortest form for its size and count, one octet for an empty list. The position moves after the list's header.
     * Allocates nothing, unless more containers are open than ever before.
     *
     * @throws IllegalStateException before {@code wrap}, or in an array of another type.
     */
    public void beginList()
    {
        out.begin(FormatCodes.LIST);
    }

    /**
     * Begins a map. The values put until {@link #end()} are its keys and values in turn. Otherwise as {@link #beginList()}.
     *
     * @throws IllegalStateException before {@code wrap}, or in an array of another type.
     */
    public void beginMap()
    {
        out.begin(FormatCodes.MAP);
    }

    /**
     * Begins a list with four octets each for size and count, also if it is short, so that the {@code position} of its contents
     * stays the same when it grows.
     *
     * @throws IllegalStateException before {@code wrap}, or in an array whose elements have another width.
     */
    public void beginWideList()
    {
        out.begin(FormatCodes.LIST | FormatCodes.WIDE);
    }

    /**
     * Begins a map with four octets each for size and count, as {@link #beginWideList()}.
     *
     * @throws IllegalStateException before {@code wrap}, or in an array whose elements have another width.
     */
    public void beginWideMap()
    {
        out.begin(FormatCodes.MAP | FormatCodes.WIDE);
    }

    /**
     * Begins an array. The values put until {@link #end()} are its elements, all of one type, whose code is written once: numbers
     * at full width, texts and containers with one octet of length until one of them needs four.
     *
     * @param kind of the elements, {@link Kind#TRUE} or {@link Kind#FALSE} for booleans.
     * @throws IllegalStateException    before {@code wrap}, or in an array of another type.
     * @throws IllegalArgumentException if values of the kind cannot be elements.
     */
    public void beginArray(final Kind kind)
    {
        beginArray(FormatCodes.ARRAY, elementsOf(kind));
    }

    /**
     * Begins an array with four octets each for size and count, and for the lengths of its elements, if they have lengths;
     * otherwise as {@link #beginArray(Kind)}.
     *
     * @param kind of the elements, {@link Kind#TRUE} or {@link Kind#FALSE} for booleans.
     * @throws IllegalStateException    before {@code wrap}, or in an array of another type.
     * @throws IllegalArgumentException if values of the kind cannot be elements.
     */
    public void beginWideArray(final Kind kind)
    {
        beginArray(FormatCodes.ARRAY | FormatCodes.WIDE, elementsOf(kind));
    }

    private void beginArray(final int form, final int elements)
    {
        out.begin(form);
        out.putElementType(elements);
    }

    private static int elementsOf(final Kind kind)
    {
        final int code = FormatCodes.ofElements(kind.ordinal());
        if (code < 0)
        {
            throw new IllegalArgumentException("an array cannot hold elements of kind " + kind);
        }
        return code;
    }

    /**
     * Begins an array of described values. Next come the descriptors that its elements share, with {@code descriptor} or with
     * {@link #elementDescriptor()} and a value; then {@link #elementType(Kind)}, then the elements without descriptors.
     *
     * @throws IllegalStateException before {@code wrap}, or in an array of another type.
     */
    public void beginArray()
    {
        out.beginUntypedArray();
    }

    /**
     * States that the next value, of any type, describes the elements of the array.
     *
     * @throws IllegalStateException if no array waits for its element type.
     */
    public void elementDescriptor()
    {
        out.announceElementDescriptor();
    }

    /**
     * States the type of the array's elements without their descriptors. The elements come next.
     *
     * @param kind of the elements, {@link Kind#TRUE} or {@link Kind#FALSE} for booleans.
     * @throws IllegalStateException    if no array waits for its element type, or {@link #elementDescriptor()} for its value.
     * @throws IllegalArgumentException if values of the kind cannot be elements.
     */
    public void elementType(final Kind kind)
    {
        out.endElementDescriptors(elementsOf(kind));
    }

    /**
     * Ends the innermost open container or frame: writes its size and count.
     *
     * @throws IllegalStateException if nothing is open, or the container is not complete; then it stays open.
     */
    public void end()
    {
        out.end();
    }

    /**
     * Begins a described value with a descriptor of any type. Two values come next, the descriptor and the described value, then
     * {@link #end()}. For a ulong or symbol {@code descriptor} is shorter.
     *
     * @throws IllegalStateException before {@code wrap}, or in an array, which has one descriptor for all elements.
     */
    public void beginDescribed()
    {
        out.beginDescribed();
    }

    /**
     * Puts a ulong as the descriptor of the next value; between {@link #beginArray()} and {@link #elementType} of all elements of
     * the array. Several descriptors may follow each other, the outermost first.
     *
     * @param code for example {@link AmqpDescriptor#HEADER}.
     * @throws IllegalStateException before {@code wrap}, or between the elements of an array.
     */
    public void descriptor(final long code)
    {
        out.openDescriptor();
        putUlong(code);
        // What describes a value is none itself.
        out.count--;
        out.closeDescriptor();
    }

    /**
     * Puts a symbol as the descriptor of the next value, as {@link #descriptor(long)} puts a ulong.
     *
     * @param symbol for example {@code amqp:header:list}.
     * @throws IllegalArgumentException if the key is a string, which cannot be a descriptor.
     * @throws IllegalStateException    before {@code wrap}, or between the elements of an array.
     */
    public void descriptor(final AmqpKey symbol)
    {
        if (!symbol.isSymbol())
        {
            throw new IllegalArgumentException("a descriptor is a symbol, not the string '" + symbol + "'");
        }
        out.openDescriptor();
        out.copy(symbol);
        out.closeDescriptor();
    }

    /**
     * Begins a composite: a described list. The values put until {@link #end()} are its fields in their order; put
     * {@link #putNull()} for an unset field. Nulls after the last set field are left out. Without any set field the list takes
     * one octet.
     *
     * @param code the numeric descriptor, for example {@link AmqpDescriptor#HEADER}.
     * @throws IllegalStateException before {@code wrap}, or in an array.
     */
    public void beginComposite(final long code)
    {
        descriptor(code);
        out.begin(FormatCodes.LIST | AmqpContainers.COMPOSITE);
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
        out.begin(FormatCodes.LIST | AmqpContainers.COMPOSITE);
    }

    /**
     * Begins a performative: a composite in a frame.
     *
     * @param performative whose fields come next.
     * @throws IllegalStateException before {@code wrap}, or in an array.
     */
    public void beginComposite(final Performative performative)
    {
        beginComposite((long)performative.code());
    }

    /**
     * Begins a frame. A performative may come next, then a payload, then {@link #end()}, which writes the frame's size. A frame
     * without a performative is a heartbeat. One output may contain several frames.
     *
     * @param channel from 0 to 65,535; others are refused as out of range.
     * @throws IllegalStateException before {@code wrap}, or if a container or frame is open.
     */
    public void beginFrame(final int channel)
    {
        out.beginFrame(AmqpFrameReader.TYPE_AMQP, channel);
    }

    /**
     * Begins a SASL frame, as {@link #beginFrame(int)}; such a frame is never empty.
     *
     * @throws IllegalStateException before {@code wrap}, or if a container or frame is open.
     */
    public void beginSaslFrame()
    {
        out.beginFrame(AmqpFrameReader.TYPE_SASL, 0);
    }

    /**
     * Begins the payload of a frame, after its performative, until the frame's {@link #end()}: the sections of a message, put
     * like other values, or a part of a message with {@code putPayload}.
     *
     * @throws IllegalStateException if there is no performative before it in a frame.
     */
    public void payload()
    {
        out.beginPayload();
    }

    /**
     * Puts the bytes of a message unchanged as a frame's payload.
     *
     * @param bytes  array that contains them.
     * @param offset in {@code bytes} of the first one.
     * @param length in bytes.
     * @throws IllegalStateException     if there is no performative before them in a frame.
     * @throws IndexOutOfBoundsException if they are not inside the array.
     */
    public void putPayload(final byte[] bytes, final int offset, final int length)
    {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        out.beginPayload();
        out.ensure(length);
        System.arraycopy(bytes, offset, out.array, out.position, length);
        out.position += length;
    }

    /**
     * Puts the raw bytes of a value as a frame's payload.
     *
     * @param bytes a cursor on the value; refused if the bytes have not arrived.
     * @throws IllegalStateException if there is no performative before them in a frame.
     */
    public void putPayload(final Cursor bytes)
    {
        out.beginPayload();
        final int length = bytes.length();
        out.ensure(length);
        if (bytes.copyRawTo(out.array, out.position) < 0)
        {
            out.refuse(EncodeRefusal.VALUE_UNAVAILABLE);
        }
        out.position += length;
    }

    /**
     * Puts the readable bytes of a Netty buffer as a frame's payload. Its indices do not move.
     *
     * @param bytes of a message.
     * @throws IllegalStateException if there is no performative before them in a frame.
     */
    public void putPayload(final ByteBuf bytes)
    {
        out.beginPayload();
        final int length = bytes.readableBytes();
        out.ensure(length);
        bytes.getBytes(bytes.readerIndex(), out.array, out.position, length);
        out.position += length;
    }

    /**
     * Puts the protocol header of version 1.0.0: the eight bytes that open a connection.
     *
     * @param protocol 0 for AMQP, 2 for TLS, 3 for SASL; others are refused as out of range.
     * @throws IllegalStateException before {@code wrap}, or if a container or frame is open.
     */
    public void putProtocolHeader(final int protocol)
    {
        out.checkOutside();
        if (protocol != 0 && protocol != 2 && protocol != 3)
        {
            out.refuse(EncodeRefusal.OUT_OF_RANGE);
        }
        out.ensure(Long.BYTES);
        Words.putInt(out.array, out.position, MAGIC);
        Words.putInt(out.array, out.position + Integer.BYTES, protocol << 24 | VERSION);
        out.position += Long.BYTES;
    }
}
