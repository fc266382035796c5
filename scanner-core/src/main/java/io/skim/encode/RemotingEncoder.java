package io.skim.encode;

import io.netty.buffer.ByteBuf;
import io.skim.bytes.Characters;
import io.skim.bytes.Decimals;
import io.skim.bytes.Escapes;
import io.skim.bytes.Words;
import io.skim.scan.Cursor;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.remoting.RemotingLanguage;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Writes remoting frames, their headers field by field. {@link BinaryRemotingEncoder} and {@link JsonRemotingEncoder} take the
 * same calls.
 *
 * <pre>
 * encoder.wrap(out).begin(10, RemotingLanguage.JAVA, 479, opaque, 0);
 * encoder.beginExtFields();
 * encoder.putEntry(TOPIC, topic);
 * encoder.putEntry(QUEUE_ID, 3);
 * encoder.beginProperties(PROPERTIES);
 * encoder.putProperty(KEYS, "k1 k2");
 * encoder.endProperties();
 * encoder.endExtFields();
 * if (encoder.end(body) &lt; 0) { reject(encoder.refusal()); }
 * </pre>
 *
 * A null value is not written. The reference reads the same values as were put, or the encoder <em>refuses</em> the frame: you
 * may go on, but {@code end} returns {@code -1}, {@link #refusal()} gives the first reason, and the output is unchanged, also its
 * writer index or position. A name put twice is written twice, and every reader uses the last. Half of a surrogate pair is
 * refused; the reference writes {@code ?} for it.
 * <p>
 * Calls out of order throw {@link IllegalStateException}, which names the missing call; {@code wrap} starts again after any call.
 * A call that threw has put nothing, also if your own {@link CharSequence} threw.
 * <p>
 * After {@code end} or {@link #reset()} the encoder keeps no reference to your objects. Allocates nothing, once its arrays have
 * grown to the longest frame. One thread at a time.
 *
 * @see "RemotingCommand.fastEncodeHeader and encodeHeader, release 5.5.1"
 */
public abstract class RemotingEncoder
{
    static final int PREFIX = 8;
    /** Behind what is counted: a number, what ends a value, and so much that whole words can be stored. */
    static final int SLACK = Decimals.ROOM + Long.BYTES;
    static final int NONE = -1;
    /** In bytes: its length has three of them. */
    static final int GREATEST_HEADER = 0xFF_FFFF;

    private static final int LONGEST_NAME = Short.MAX_VALUE;
    /** The longest text of a value that is rendered. */
    private static final int RENDERED = 64;
    /** Any entry takes so much, whatever its name and value, null ones too. */
    private static final int LEAST_ENTRY = 6;
    /** More than an entry takes whose name has one letter and whose value is short. */
    private static final int SHORT_ROOM = 2 * Long.BYTES + Characters.SHORT;
    private static final int BINARY_VALUE_START = 7;
    private static final int JSON_VALUE_START = 6;
    private static final int LENGTH_SHIFT = 48;
    private static final int GREATEST_DIGIT = 9;
    /** What is added to an opening for the value 0: in binary its length and digit, in JSON the digit and the quote. */
    private static final long BINARY_ZERO = (long)('0' << Byte.SIZE | 1) << LENGTH_SHIFT;
    private static final long JSON_ZERO = (long)('"' << Byte.SIZE | '0') << LENGTH_SHIFT;

    final CallOrder out = new CallOrder();

    private final boolean isJson;
    /** Where the value begins of an entry whose name has one letter. */
    private final int valueStart;
    /** Of what ends a value in JSON. In binary its byte is written too, and behind the position it does not count. */
    private final int quoteLength;
    /** A number of one digit: the value 0, and where in an entry's first word the digit stands. */
    private final long zeroValue;
    private final int digitShift;
    /** The most bytes that a UTF-16 unit, and a byte of UTF-8, can become. */
    private final int unitWidth;
    private final int byteWidth;
    /** What stands between a property's name and value, and behind the value. */
    private final Padded propertyStart;
    private final Padded propertyEnd;
    private final int maxHeaderLength;
    private final int maxFrameLength;
    private final int maxNameLength;
    private final int maxValueLength;
    private final int maxEntryCount;
    /** With fewer entries another one with a name of one letter and a short value is within all limits. */
    private final int maxShortCount;
    private final long greatestRoom;

    /** Ext fields that were put. */
    private int entries;
    private int properties;
    /** Where the entry of the properties began, and its value, as lengths from the frame's start. */
    private int holderStart;
    private int propertiesStart;

    RemotingEncoder(final boolean isJson, final Limits limits)
    {
        this.isJson = isJson;
        quoteLength = isJson ? 1 : 0;
        valueStart = isJson ? JSON_VALUE_START : BINARY_VALUE_START;
        zeroValue = isJson ? JSON_ZERO : BINARY_ZERO;
        digitShift = Byte.SIZE * valueStart;
        unitWidth = isJson ? Escapes.UNIT_LENGTH : Characters.LONGEST;
        byteWidth = isJson ? Escapes.UNIT_LENGTH : 1;
        propertyStart = new Padded(separator(1, isJson));
        propertyEnd = new Padded(separator(2, isJson));
        maxHeaderLength = Math.min(GREATEST_HEADER, limits.maxHeaderLength());
        maxFrameLength = limits.maxFrameLength();
        maxNameLength = Math.min(LONGEST_NAME, limits.maxNameLength());
        maxValueLength = limits.maxValueLength();
        maxEntryCount = limits.maxEntryCount();
        maxShortCount = maxNameLength > 0 && maxValueLength >= Characters.SHORT ? maxEntryCount : 0;
        greatestRoom = (long)Characters.LONGEST * byteWidth * (maxHeaderLength + RENDERED) + Escapes.UNIT_LENGTH
            * LONGEST_NAME + 2 * SLACK;
    }

    /**
     * Attaches a Netty buffer, to write from its writer index on. Nothing else may write to it before {@code end}.
     *
     * @param buffer grows up to its maximum capacity.
     * @return this.
     */
    public final RemotingEncoder wrap(final ByteBuf buffer)
    {
        out.wrap(buffer);
        return this;
    }

    /**
     * Attaches part of an Agrona buffer.
     *
     * @param buffer to write to.
     * @param offset in {@code buffer}, in bytes, of the first byte written.
     * @param length the most bytes to write.
     * @return this.
     * @throws IndexOutOfBoundsException if the part is not inside the buffer; a buffer that expands has every part.
     */
    public final RemotingEncoder wrap(final MutableDirectBuffer buffer, final int offset, final int length)
    {
        out.wrap(buffer, offset, length);
        return this;
    }

    /**
     * Attaches part of an array.
     *
     * @param array  to write to.
     * @param offset in {@code array}, in bytes, of the first byte written.
     * @param length the most bytes to write.
     * @return this.
     * @throws IndexOutOfBoundsException if the part is not inside the array.
     */
    public final RemotingEncoder wrap(final byte[] array, final int offset, final int length)
    {
        out.wrap(array, offset, length);
        return this;
    }

    /**
     * Attaches an NIO buffer, heap or direct, to write from its position on. The end of the frame moves the position after the
     * written bytes; until then do not move position or limit. The limit does not change, and the buffer's byte order has no
     * effect.
     *
     * @param buffer to write to, at most to its limit.
     * @return this.
     * @throws java.nio.ReadOnlyBufferException if the buffer is read-only; then nothing is attached.
     */
    public final RemotingEncoder wrap(final ByteBuffer buffer)
    {
        out.wrap(buffer);
        return this;
    }

    /** Detaches the output without writing to it. */
    public final void reset()
    {
        out.reset();
    }

    /**
     * {@return the first reason why the last frame was not written, null if there is none; valid until the next {@code wrap}}
     */
    public final @Nullable EncodeRefusal refusal()
    {
        return out.refusal();
    }

    /** {@return whether the frames have JSON headers, not binary ones} */
    public final boolean isJson()
    {
        return isJson;
    }

    /**
     * Begins the frame.
     *
     * @param code     of the request or response; from -32,768 to 32,767 in binary.
     * @param language of the sender; null, which the reference reads as JAVA, only in JSON.
     * @param version  of the sender; from -32,768 to 32,767 in binary.
     * @param opaque   any number.
     * @param flag     of which all bits are kept.
     * @return this.
     */
    public final RemotingEncoder begin(final int code, final @Nullable RemotingLanguage language, final int version,
        final int opaque, final int flag)
    {
        if (out.isIn(CallOrder.WRAPPED, "begin()"))
        {
            entries = 0;
            writeFixed(code, language, version, opaque, flag);
        }
        out.enter(CallOrder.BEGUN);
        return this;
    }

    /**
     * Puts the remark; before the ext fields.
     *
     * @param text null for none.
     */
    public final void remark(final @Nullable CharSequence text)
    {
        if (out.isIn(CallOrder.BEGUN, "remark()") && text != null)
        {
            openRemark();
            closeRemarkOrRefuse(ensure(text.length(), unitWidth, 0) ? write(text, out.position) : NONE);
        }
        out.enter(CallOrder.REMARKED);
    }

    /**
     * Puts the remark; before the ext fields.
     *
     * @param text a cursor on the text; on null for none.
     */
    public final void remark(final Cursor text)
    {
        if (out.isIn(CallOrder.BEGUN, "remark()") && !text.isNull())
        {
            openRemark();
            closeRemarkOrRefuse(ensure(room(text), byteWidth, 0) ? write(text, out.position) : NONE);
        }
        out.enter(CallOrder.REMARKED);
    }

    private void closeRemarkOrRefuse(final int end)
    {
        if (isValue(out.position, end))
        {
            closeRemark(out.position, end);
        }
    }

    /** Begins the ext fields. Without this call and {@link #endExtFields()} the header has none, as in the reference. */
    public final void beginExtFields()
    {
        if (out.isBegun("beginExtFields()"))
        {
            out.ensure(SLACK);
            writeMapBegin();
            // Entries of a short name and value are within all limits up to here.
            out.allowPlain(out.length() - 1L + (long)LEAST_ENTRY * maxShortCount, SHORT_ROOM);
        }
        out.enter(CallOrder.EXT_FIELDS);
    }

    /** Ends the ext fields. In binary, an empty map is the same as no {@link #beginExtFields()}. */
    public final void endExtFields()
    {
        if (out.isIn(CallOrder.EXT_FIELDS, "endExtFields()"))
        {
            out.ensure(SLACK);
            writeMapEnd();
        }
        out.enter(CallOrder.ENDED);
    }

    /**
     * Puts an ext field.
     *
     * @param key   its name.
     * @param value null to write nothing.
     */
    public final void putEntry(final EntryKey key, final @Nullable CharSequence value)
    {
        if (out.isIn(CallOrder.EXT_FIELDS, "putEntry()") && value != null)
        {
            final Output to = out;
            final int at = to.position;
            final long opening = opening(key);
            final int length = value.length();
            if (at <= to.plainEnd && opening != 0 && value instanceof String && length > 0
                && length <= Characters.SHORT)
            {
                final byte[] array = to.array;
                Words.putLongLittleEndian(array, at, opening + ((long)length << LENGTH_SHIFT));
                final int end = at + valueStart + length;
                if (putPlain((String)value, array, at + valueStart))
                {
                    array[end] = '"';
                    to.position = end + quoteLength;
                    entries++;
                    return;
                }
            }
            writeEntry(key, value);
        }
    }

    /**
     * Puts an ext field.
     *
     * @param key   its name.
     * @param value null to write nothing.
     */
    public final void putEntry(final EntryKey key, final @Nullable EntryText value)
    {
        if (out.isIn(CallOrder.EXT_FIELDS, "putEntry()") && value != null)
        {
            final Padded text = form(value);
            final int from = value.isShort ? openShort(key, text.length()) : NONE;
            if (from >= 0)
            {
                closeShort(text.put(out.array, from));
            }
            else
            {
                final int at = open(key, text.length(), 1);
                close(at, at < 0 ? NONE : text.put(out.array, at));
            }
        }
    }

    /**
     * Puts an ext field whose name comes from elsewhere, perhaps from another frame: an impossible name is refused, without an
     * exception. Allocates a key; use {@link EntryKey} for names known before.
     *
     * @param name  refused if it is empty, longer than 32,767 bytes, or contains half of a surrogate pair.
     * @param value null to write nothing.
     */
    public final void putEntry(final String name, final @Nullable CharSequence value)
    {
        if (out.isIn(CallOrder.EXT_FIELDS, "putEntry()") && value != null && isName(name))
        {
            writeEntry(EntryKey.of(name), value);
        }
    }

    /**
     * Puts an ext field without a value, to keep a frame as it was: {@code null} in JSON, a length of 0 in a binary header.
     * Allocates a key.
     *
     * @param name refused as in {@link #putEntry(String, CharSequence)}.
     */
    public final void putNull(final String name)
    {
        if (out.isIn(CallOrder.EXT_FIELDS, "putNull()") && isName(name))
        {
            final int at = open(EntryKey.of(name), 0, 1);
            if (at >= 0)
            {
                closeNull(at);
                entries++;
            }
        }
    }

    private boolean isName(final String name)
    {
        final EncodeRefusal wrong = EntryKey.refusal(name);
        if (wrong != null)
        {
            out.refuse(wrong);
        }
        return wrong == null;
    }

    /**
     * Puts an ext field.
     *
     * @param key    its name.
     * @param utf8   array that contains the value.
     * @param offset in {@code utf8} of its first byte.
     * @param length in bytes.
     * @throws IndexOutOfBoundsException if the part is not inside the array.
     */
    public final void putEntry(final EntryKey key, final byte[] utf8, final int offset, final int length)
    {
        Objects.checkFromIndexSize(offset, length, utf8.length);
        if (out.isIn(CallOrder.EXT_FIELDS, "putEntry()"))
        {
            final int from = length > 0 && length <= Characters.SHORT ? openShort(key, length) : NONE;
            if (from >= 0 && putPlain(utf8, offset, length, out.array, from))
            {
                closeShort(from + length);
            }
            else
            {
                final int at = open(key, length, byteWidth);
                close(at, at < 0 ? NONE : write(utf8, offset, length, at));
            }
        }
    }

    /**
     * Puts an ext field that is a number, in decimal.
     *
     * @param key   its name.
     * @param value any number.
     */
    public final void putEntry(final EntryKey key, final long value)
    {
        if (out.isIn(CallOrder.EXT_FIELDS, "putEntry()"))
        {
            final Output to = out;
            final int at = to.position;
            final long opening = opening(key);
            if (at > to.plainEnd || opening == 0)
            {
                writeEntry(key, value);
            }
            else if (value < 0 || value > GREATEST_DIGIT)
            {
                writeShort(opening, value);
            }
            else
            {
                // Most numbers have one digit: in both encodings such an entry is one word.
                Words.putLongLittleEndian(to.array, at, opening + zeroValue + (value << digitShift));
                to.position = at + Long.BYTES;
                entries++;
            }
        }
    }

    private void writeShort(final long opening, final long value)
    {
        final byte[] array = out.array;
        final int at = out.position;
        final int from = at + valueStart;
        Words.putLongLittleEndian(array, at, opening);
        final int end = Decimals.put(value, array, from);
        if (!isJson)
        {
            array[from - 1] = (byte)(end - from);
        }
        closeShort(end);
    }

    private void writeEntry(final EntryKey key, final long value)
    {
        final int at = open(key, 0, 1);
        close(at, at < 0 ? NONE : Decimals.put(value, out.array, at));
    }

    /**
     * Puts an ext field that is {@code true} or {@code false}.
     *
     * @param key   its name.
     * @param value to write out.
     */
    public final void putEntry(final EntryKey key, final boolean value)
    {
        putEntry(key, value ? EntryText.TRUE : EntryText.FALSE);
    }

    /**
     * Puts an ext field with the value of another frame or message.
     *
     * @param key   its name.
     * @param value its text is written, with escapes resolved and as this encoding needs it; nothing for a cursor on null.
     */
    public final void putEntry(final EntryKey key, final Cursor value)
    {
        if (out.isIn(CallOrder.EXT_FIELDS, "putEntry()") && !value.isNull())
        {
            final int at = open(key, room(value), byteWidth);
            close(at, at < 0 ? NONE : write(value, at));
        }
    }

    /**
     * Copies an ext field of another frame, also one without a value, and one without a name if the encoding has such a name
     * (binary a null name, JSON an empty one).
     *
     * @param key   its name, of at most 32,767 bytes.
     * @param value its text is written; a cursor on null gives an ext field without a value.
     */
    public final void putEntry(final Cursor key, final Cursor value)
    {
        if (!out.isIn(CallOrder.EXT_FIELDS, "putEntry()")
            || !ensure(Math.max(room(key), room(value)), 2 * byteWidth, 0) || isFull())
        {
            return;
        }
        final int at = writeName(key, out.position);
        if (at >= 0 && value.isNull())
        {
            closeNull(at);
            entries++;
        }
        else
        {
            close(at, at < 0 ? NONE : write(value, at));
        }
    }

    /**
     * Begins the message properties, which are one ext field. If no property follows before {@link #endProperties()}, that ext
     * field is not written.
     *
     * @param key the ext field's name: {@code properties}, or {@code i} in V2 sends.
     */
    public final void beginProperties(final EntryKey key)
    {
        if (out.isIn(CallOrder.EXT_FIELDS, "beginProperties()"))
        {
            properties = 0;
            holderStart = out.length();
            final int at = open(key, 0, 1);
            if (at >= 0)
            {
                out.position = at;
                propertiesStart = out.length();
            }
        }
        out.enter(CallOrder.PROPERTIES);
    }

    /** Ends the message properties. */
    public final void endProperties()
    {
        if (out.isIn(CallOrder.PROPERTIES, "endProperties()"))
        {
            if (properties == 0)
            {
                out.position = out.start + holderStart;
            }
            else
            {
                out.ensure(SLACK);
                close(out.start + propertiesStart, out.position);
            }
        }
        out.enter(CallOrder.EXT_FIELDS);
    }

    /**
     * Puts a message property.
     *
     * @param key   its name.
     * @param value null to write nothing. Empty text is refused, because readers do not find it.
     */
    public final void putProperty(final EntryKey key, final @Nullable CharSequence value)
    {
        if (out.isIn(CallOrder.PROPERTIES, "putProperty()") && value != null)
        {
            final int at = openProperty(key, value.length(), unitWidth);
            closeProperty(at, at >= 0 && isSound(value) ? write(value, at) : at);
        }
    }

    /**
     * Puts a message property.
     *
     * @param key   its name.
     * @param value null to write nothing. Empty text is refused.
     */
    public final void putProperty(final EntryKey key, final @Nullable EntryText value)
    {
        if (out.isIn(CallOrder.PROPERTIES, "putProperty()") && value != null)
        {
            final Padded text = form(value);
            final int at = openProperty(key, text.length(), 1);
            closeProperty(at, at >= 0 && value.isProperty ? text.put(out.array, at) : at);
        }
    }

    /**
     * Puts a message property.
     *
     * @param key    its name.
     * @param utf8   array that contains the value.
     * @param offset in {@code utf8} of its first byte.
     * @param length in bytes, from 1.
     * @throws IndexOutOfBoundsException if the part is not inside the array.
     */
    public final void putProperty(final EntryKey key, final byte[] utf8, final int offset, final int length)
    {
        Objects.checkFromIndexSize(offset, length, utf8.length);
        if (out.isIn(CallOrder.PROPERTIES, "putProperty()"))
        {
            final int at = openProperty(key, length, byteWidth);
            closeProperty(at, at >= 0 && isSound(utf8, offset, offset + length) ? write(utf8, offset, length, at) : at);
        }
    }

    /**
     * Puts a message property that is a number, in decimal.
     *
     * @param key   its name.
     * @param value any number.
     */
    public final void putProperty(final EntryKey key, final long value)
    {
        if (out.isIn(CallOrder.PROPERTIES, "putProperty()"))
        {
            final int at = openProperty(key, 0, 1);
            closeProperty(at, at >= 0 ? Decimals.put(value, out.array, at) : at);
        }
    }

    /**
     * Puts a message property that is {@code true} or {@code false}.
     *
     * @param key   its name.
     * @param value to write out.
     */
    public final void putProperty(final EntryKey key, final boolean value)
    {
        putProperty(key, value ? EntryText.TRUE : EntryText.FALSE);
    }

    /**
     * Puts a message property with the value of another frame or message.
     *
     * @param key   its name.
     * @param value its text is written; nothing for a cursor on null.
     */
    public final void putProperty(final EntryKey key, final Cursor value)
    {
        if (out.isIn(CallOrder.PROPERTIES, "putProperty()") && !value.isNull())
        {
            final int at = openProperty(key, room(value), byteWidth);
            closeProperty(at, at >= 0 ? writeSound(value, at) : at);
        }
    }

    /**
     * Copies a message property of another frame.
     *
     * @param key   its name.
     * @param value its text is written; nothing for a cursor on null.
     */
    public final void putProperty(final Cursor key, final Cursor value)
    {
        if (out.isIn(CallOrder.PROPERTIES, "putProperty()") && !value.isNull()
            && ensure(Math.max(room(key), room(value)), 2 * byteWidth, SLACK))
        {
            final int end = writeSound(key, out.position);
            if (end <= out.position)
            {
                out.refuse(end < 0 ? EncodeRefusal.INVALID_TEXT : EncodeRefusal.INVALID_PROPERTY);
                return;
            }
            final int at = propertyStart.put(out.array, end);
            closeProperty(at, writeSound(value, at));
        }
    }

    /**
     * Ends a frame without a body.
     *
     * @return bytes written, or {@code -1} if the frame was refused; then nothing was written.
     */
    public final int end()
    {
        return end(0);
    }

    /**
     * Ends the header of a frame. You write the body after it.
     *
     * @param bodyLength of the body that you will write, in bytes.
     * @return bytes written, of the prefix and header, or {@code -1} if the frame was refused; then nothing was written.
     * @throws IllegalArgumentException if the length is negative.
     */
    public final int end(final int bodyLength)
    {
        if (!prepare(bodyLength, 0))
        {
            return refused();
        }
        try
        {
            return out.commit();
        }
        finally
        {
            reset();
        }
    }

    /**
     * Ends the frame with a copy of a body.
     *
     * @param body whose readable bytes are written after the header; its indices do not move. If reading them throws, no frame
     *             was written, and the writer index or position has not moved.
     * @return bytes written, of the whole frame, or {@code -1} if it was refused; then nothing was written.
     */
    public final int end(final ByteBuf body)
    {
        if (!prepare(body.readableBytes(), body.readableBytes()))
        {
            return refused();
        }
        try
        {
            return out.commit(body);
        }
        finally
        {
            reset();
        }
    }

    /**
     * Ends the frame with a body by reference. The output must be a Netty composite buffer: it gets a retained slice of the body
     * as a component after the header, and loses its capacity beyond that. Allocates the objects that Netty needs for it.
     *
     * @param body whose readable bytes follow the header; its indices do not move, and you keep your reference.
     * @return bytes written, of the whole frame, or {@code -1} if it was refused; then nothing was written.
     * @throws IllegalStateException if the output is not a composite buffer.
     */
    public final int endShared(final ByteBuf body)
    {
        if (!out.isComposite())
        {
            throw new IllegalStateException("endShared(): wrap() of a CompositeByteBuf is missing");
        }
        if (!prepare(body.readableBytes(), 0))
        {
            return refused();
        }
        try
        {
            return out.commitShared(body);
        }
        finally
        {
            reset();
        }
    }

    private int refused()
    {
        reset();
        return -1;
    }

    private long opening(final EntryKey key)
    {
        return isJson ? key.jsonOpening : key.binaryOpening;
    }

    private EntryKey.Form form(final EntryKey key)
    {
        return isJson ? key.json : key.binary;
    }

    private Padded form(final EntryText text)
    {
        return isJson ? text.json : text.utf8;
    }

    /**
     * Begins an entry whose name has one letter, where room and limits were looked at for all short ones ({@link
     * Output#plainEnd}). Most entries of a send header go this way: a word, the value, {@link #closeShort}.
     *
     * @return the index of the value; -1 if the entry must be written by {@link #open}.
     */
    private int openShort(final EntryKey key, final int length)
    {
        final Output to = out;
        final int at = to.position;
        final long opening = opening(key);
        if (at > to.plainEnd || opening == 0)
        {
            return NONE;
        }
        // In JSON the value stands where a binary entry has the last byte of its length.
        Words.putLongLittleEndian(to.array, at, opening + ((long)length << LENGTH_SHIFT));
        return at + valueStart;
    }

    private void closeShort(final int end)
    {
        final Output to = out;
        to.array[end] = '"';
        to.position = end + quoteLength;
        entries++;
    }

    private void writeEntry(final EntryKey key, final CharSequence value)
    {
        final int at = open(key, value.length(), unitWidth);
        close(at, at < 0 ? NONE : write(value, at));
    }

    /** Makes room for an entry, writes what stands before its value and tells where that begins; -1 if it is refused. */
    private int open(final EntryKey key, final int length, final int width)
    {
        final EntryKey.Form name = form(key);
        if (!ensure(length, width, name.entry().length()) || isFull())
        {
            return NONE;
        }
        if (name.nameLength() > maxNameLength)
        {
            out.refuse(name.nameLength() == Integer.MAX_VALUE ? EncodeRefusal.AMBIGUOUS_NAME
                : EncodeRefusal.NAME_TOO_LONG);
            return NONE;
        }
        return name.entry().put(out.array, out.position);
    }

    /**
     * Makes room behind the position for a text of so many units, and for other bytes.
     *
     * @return false if it is longer than any header, and refused: what is written, is measured later.
     */
    private boolean ensure(final int length, final int width, final int others)
    {
        final long room = (long)length * width + others + SLACK;
        return out.has(room) || ensure(room);
    }

    private boolean ensure(final long room)
    {
        if (room > greatestRoom || out.length() > maxHeaderLength + PREFIX)
        {
            // So much room is asked for by a text alone that is longer than any header.
            out.refuse(out.length() > maxHeaderLength + PREFIX || maxValueLength > maxHeaderLength
                ? EncodeRefusal.HEADER_TOO_LONG : EncodeRefusal.VALUE_TOO_LONG);
            return false;
        }
        out.ensure((int)room);
        return true;
    }

    private boolean isFull()
    {
        if (entries < maxEntryCount)
        {
            return false;
        }
        out.refuse(EncodeRefusal.TOO_MANY_ENTRIES);
        return true;
    }

    /** Ends an entry; only now it counts, and the position moves: a caller's text that throws leaves what was before. */
    private void close(final int at, final int end)
    {
        if (isValue(at, end))
        {
            closeEntry(at, end);
            entries++;
        }
    }

    /** Whether a name that was written is short enough. */
    final boolean isName(final int length)
    {
        if (length > maxNameLength)
        {
            out.refuse(EncodeRefusal.NAME_TOO_LONG);
        }
        return out.refusal() == null;
    }

    /** Whether a value is text, and short enough. */
    private boolean isValue(final int at, final int end)
    {
        if (end < 0)
        {
            out.refuse(EncodeRefusal.INVALID_TEXT);
            return false;
        }
        if (end - at > maxValueLength)
        {
            out.refuse(EncodeRefusal.VALUE_TOO_LONG);
            return false;
        }
        return true;
    }

    /** How many bytes a cursor's text may take. */
    static int room(final Cursor value)
    {
        return isText(value) ? value.length() : Math.max(RENDERED, Characters.LONGEST * value.length());
    }

    /** Whether a cursor is on text whose bytes are at least as many as those of its copy. */
    static boolean isText(final Cursor value)
    {
        final Kind kind = value.kind();
        return kind == Kind.TEXT || kind == Kind.JSON_TEXT;
    }

    private int openProperty(final EntryKey key, final int length, final int width)
    {
        if (!key.isProperty)
        {
            out.refuse(EncodeRefusal.INVALID_PROPERTY);
            return NONE;
        }
        final Padded name = form(key).property();
        return ensure(length, width, name.length() + SLACK) ? name.put(out.array, out.position) : NONE;
    }

    /** Ends a property, unless it is empty, was found to be unsound or has been refused, as -1 at both ends says. */
    private void closeProperty(final int at, final int end)
    {
        if (end == at)
        {
            out.refuse(EncodeRefusal.INVALID_PROPERTY);
        }
        else if (isValue(at, end))
        {
            out.position = propertyEnd.put(out.array, end);
            properties++;
        }
    }

    /** U+0001, behind the name of a property, or U+0002, behind its value, as it stands in an encoding. */
    static byte[] separator(final int unit, final boolean isJson)
    {
        return isJson ? new byte[] {'\\', 'u', '0', '0', '0', (byte)('0' + unit)} : new byte[] {(byte)unit};
    }

    /** Whether text holds none of the separators of properties. */
    private static boolean isSound(final CharSequence text)
    {
        if (text instanceof String)
        {
            return ((String)text).indexOf(1) < 0 && ((String)text).indexOf(2) < 0;
        }
        int index = 0;
        while (index < text.length() && text.charAt(index) != 1 && text.charAt(index) != 2)
        {
            index++;
        }
        return index == text.length();
    }

    static boolean isSound(final byte[] utf8, final int from, final int to)
    {
        return Words.indexOf(utf8, from, to, 1) == to && Words.indexOf(utf8, from, to, 2) == to;
    }

    /** Ends the header and fills in its lengths; false if the frame is refused. */
    private boolean prepare(final int bodyLength, final int behind)
    {
        if (bodyLength < 0)
        {
            throw new IllegalArgumentException("body length " + bodyLength);
        }
        final boolean mapped = out.isAt(CallOrder.ENDED);
        if (!(mapped ? out.refusal() == null : out.isBegun("end()")))
        {
            return false;
        }
        // Before anything is written, so that the call can be repeated.
        if (!out.isUnmoved())
        {
            throw new IllegalStateException("the buffer was written to, or moved, since wrap()");
        }
        writeEnd(mapped);
        final int headerLength = out.length() - PREFIX;
        if (headerLength > maxHeaderLength)
        {
            out.refuse(EncodeRefusal.HEADER_TOO_LONG);
        }
        else if (bodyLength > maxFrameLength - out.length())
        {
            out.refuse(EncodeRefusal.FRAME_TOO_LONG);
        }
        else if (!out.fits(behind))
        {
            out.refuse(EncodeRefusal.NO_ROOM);
        }
        else
        {
            Words.putLong(out.array, out.start, (long)Integer.BYTES + headerLength + bodyLength << Integer.SIZE
                | (isJson ? 0 : 1) << 24 | headerLength);
        }
        return out.refusal() == null;
    }

    /** Writes a short string in one go; false if it is not plain, then nothing counts that was written. */
    abstract boolean putPlain(String value, byte[] array, int at);

    /** Likewise a text in UTF-8. */
    abstract boolean putPlain(byte[] utf8, int offset, int length, byte[] array, int at);

    /** Writes text in the form that it has in this encoding; the index behind it, or -1 if it is ill-formed. */
    abstract int write(CharSequence text, int at);

    /** Likewise. */
    abstract int write(byte[] utf8, int offset, int length, int at);

    /** Likewise. */
    abstract int write(Cursor text, int at);

    /** Likewise, but writes nothing if it holds a separator of properties. */
    abstract int writeSound(Cursor text, int at);

    /** Writes a name and what stands around it; the index of the value, or -1 if it is refused. */
    abstract int writeName(Cursor key, int at);

    /** Writes the frame's prefix, yet without lengths, and the fields that stand before the remark. */
    abstract void writeFixed(int code, @Nullable RemotingLanguage language, int version, int opaque, int flag);

    /** Notes that what stands behind the position will be written over. */
    abstract void openRemark();

    /** Ends the remark. */
    abstract void closeRemark(int at, int end);

    abstract void writeMapBegin();

    abstract void writeMapEnd();

    /** Ends an entry. */
    abstract void closeEntry(int at, int end);

    /** Ends an entry whose name has been written, without a value. */
    abstract void closeNull(int at);

    /** Writes what stands behind the ext fields, and those of none. */
    abstract void writeEnd(boolean mapped);
}
