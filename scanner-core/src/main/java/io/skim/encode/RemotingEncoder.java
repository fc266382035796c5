package io.skim.encode;

import io.netty.buffer.ByteBuf;
import io.skim.bytes.Characters;
import io.skim.bytes.Decimals;
import io.skim.bytes.Utf8;
import io.skim.bytes.Words;
import io.skim.scan.Cursor;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.remoting.RemotingLanguage;
import org.agrona.MutableDirectBuffer;

/**
 * Writes the headers of remoting frames, field by field and straight into bytes: {@link BinaryRemotingEncoder} and {@link
 * JsonRemotingEncoder} take the same calls.
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
 * A value that is null is not written: unset stays unset. What is written is read back the same by the reference, or it
 * is <em>refused</em>: the calls go on, {@code end} answers {@code -1}, {@link #refusal()} tells the first reason, and
 * the output is as it was, its writer index included. Calls out of order are wrong use, and throw {@link
 * IllegalStateException} naming the missing one; {@code wrap} begins anew after anything. A name that is put twice is
 * written twice, and every reader takes the last.
 * <p>
 * Half of a surrogate pair is refused, where the reference writes {@code ?} for it.
 * <p>
 * Keeps nothing of the caller's after {@code end} or {@link #reset()}. Allocates nothing, once its arrays have grown with
 * the longest frame. One thread at a time.
 *
 * @see "RemotingCommand.fastEncodeHeader and encodeHeader, release 5.5.1"
 */
public abstract class RemotingEncoder
{
    static final int PREFIX = 8;
    private static final int GREATEST_HEADER = 0xFF_FFFF;
    private static final int LONGEST_NAME = Short.MAX_VALUE;
    /** Behind what is counted: a number, what ends a value, and so much that whole words can be stored. */
    static final int SLACK = 4 * Long.BYTES;
    /** The longest text of a value that is rendered. */
    private static final int RENDERED = 64;

    private static final int IDLE = 0;
    private static final int WRAPPED = 1;
    private static final int BEGUN = 2;
    private static final int REMARKED = 3;
    private static final int EXT_FIELDS = 4;
    private static final int PROPERTIES = 5;
    private static final int ENDED = 6;

    final Output out = new Output();
    /** Of the ext fields. */
    int entries;
    /** Where the entry began that is being written, as a length from the frame's start. */
    int entryStart;

    private final int serializeType;
    /** The most bytes that a UTF-16 unit, and a byte of UTF-8, can become. */
    private final int unitWidth;
    private final int byteWidth;
    private final int maxHeaderLength;
    private final int maxFrameLength;
    private final int maxNameLength;
    private final int maxValueLength;
    private final int maxEntryCount;
    private final long greatestRoom;

    private int state;
    private EncodeRefusal refusal;
    private int properties;
    /** Where the properties, or the one that is being written, began: likewise. */
    private int propertiesStart;

    RemotingEncoder(final int serializeType, final int unitWidth, final int byteWidth, final Limits limits)
    {
        this.serializeType = serializeType;
        this.unitWidth = unitWidth;
        this.byteWidth = byteWidth;
        maxHeaderLength = Math.min(GREATEST_HEADER, limits.maxHeaderLength());
        maxFrameLength = limits.maxFrameLength();
        maxNameLength = Math.min(LONGEST_NAME, limits.maxNameLength());
        maxValueLength = limits.maxValueLength();
        maxEntryCount = limits.maxEntryCount();
        greatestRoom = (long)Characters.LONGEST * byteWidth * maxHeaderLength + RENDERED * byteWidth;
    }

    /**
     * Attaches a Netty buffer, to be written to from its writer index on. It must not be written to otherwise until
     * {@code end}.
     *
     * @param buffer grows as its own maximum allows.
     * @return this.
     */
    public final RemotingEncoder wrap(final ByteBuf buffer)
    {
        out.wrap(buffer);
        return wrapped();
    }

    /**
     * Attaches part of an Agrona buffer.
     *
     * @param buffer to write to.
     * @param offset in {@code buffer}, in bytes, of the first byte written.
     * @param length the most bytes to write.
     * @return this.
     * @throws IndexOutOfBoundsException if the buffer has no such part; one that expands by itself has.
     */
    public final RemotingEncoder wrap(final MutableDirectBuffer buffer, final int offset, final int length)
    {
        out.wrap(buffer, offset, length);
        return wrapped();
    }

    /**
     * Attaches part of an array.
     *
     * @param array  to write to.
     * @param offset in {@code array}, in bytes, of the first byte written.
     * @param length the most bytes to write.
     * @return this.
     * @throws IndexOutOfBoundsException if the array has no such part.
     */
    public final RemotingEncoder wrap(final byte[] array, final int offset, final int length)
    {
        out.wrap(array, offset, length);
        return wrapped();
    }

    private RemotingEncoder wrapped()
    {
        refusal = null;
        state = WRAPPED;
        return this;
    }

    /** Lets go of the output, to which nothing is written. */
    public final void reset()
    {
        out.reset();
        state = IDLE;
    }

    /**
     * Why the last frame was not written.
     *
     * @return the first reason, null if there is none; good until the next {@code wrap}.
     */
    public final EncodeRefusal refusal()
    {
        return refusal;
    }

    /**
     * Whether the frames have JSON headers.
     *
     * @return false if they are binary.
     */
    public final boolean isJson()
    {
        return serializeType == 0;
    }

    /** Notes why the frame is not written; the first reason stays. */
    final void refuse(final EncodeRefusal reason)
    {
        if (refusal == null)
        {
            refusal = reason;
        }
    }

    /**
     * Whether to write; if not, the frame has been refused.
     *
     * @throws IllegalStateException if the call cannot stand here.
     */
    private boolean isIn(final int due, final String call)
    {
        if (state != due)
        {
            throw misplaced(call, due);
        }
        return refusal == null;
    }

    /** Likewise, with a remark or without. */
    private boolean isBegun(final String call)
    {
        return isIn(state == REMARKED ? REMARKED : BEGUN, call);
    }

    private IllegalStateException misplaced(final String call, final int due)
    {
        switch (state)
        {
            case IDLE:
                return new IllegalStateException(call + ": wrap() is missing");
            case WRAPPED:
                return new IllegalStateException(call + ": begin() is missing");
            case BEGUN:
            case REMARKED:
                return new IllegalStateException(call
                    + (due <= BEGUN ? " was called already" : due == EXT_FIELDS ? ": beginExtFields() is missing" : due
                        == PROPERTIES ? ": beginProperties() is missing" : ": end() is missing"));
            case EXT_FIELDS:
                return new IllegalStateException(call + (due == PROPERTIES ? ": beginProperties() is missing"
                    : ": endExtFields() is missing"));
            case PROPERTIES:
                return new IllegalStateException(call + ": endProperties() is missing");
            default:
                return new IllegalStateException(call + ": the ext fields have ended, end() is missing");
        }
    }

    /**
     * Begins the frame.
     *
     * @param code     of the request or response; in binary only from -32,768 to 32,767.
     * @param language of the sender; null, which the reference takes for JAVA, only in JSON.
     * @param version  of the sender, with the bounds of the code.
     * @param opaque   any number.
     * @param flag     all bits are kept.
     * @return this.
     */
    public final RemotingEncoder begin(final int code, final RemotingLanguage language, final int version,
        final int opaque, final int flag)
    {
        if (isIn(WRAPPED, "begin()"))
        {
            entries = 0;
            writeFixed(code, language, version, opaque, flag);
        }
        state = BEGUN;
        return this;
    }

    /**
     * Puts the remark; before the ext fields.
     *
     * @param text null for none.
     */
    public final void remark(final CharSequence text)
    {
        if (isIn(BEGUN, "remark()") && text != null && ensure(text.length(), unitWidth, 0))
        {
            closeRemark(text(Characters.put(text, out.array, out.position), false));
        }
        state = REMARKED;
    }

    /**
     * Puts the remark; before the ext fields.
     *
     * @param text a cursor on a text, or on nothing for none.
     */
    public final void remark(final Cursor text)
    {
        if (isIn(BEGUN, "remark()") && !text.isNull() && ensure(room(text), byteWidth, 0))
        {
            closeRemark(text(copy(text), false));
        }
        state = REMARKED;
    }

    /**
     * Makes room for a text behind the position.
     *
     * @return false if it is longer than any header, and refused: what is written, is measured later.
     */
    private boolean ensure(final int length, final int width, final int others)
    {
        final long room = (long)length * width;
        if (room > greatestRoom || out.length() > maxHeaderLength + PREFIX)
        {
            refuse(room > greatestRoom ? EncodeRefusal.VALUE_TOO_LONG : EncodeRefusal.HEADER_TOO_LONG);
            return false;
        }
        out.ensure((int)room + others + SLACK);
        return true;
    }

    private void closeRemark(final int end)
    {
        if (isShort(end))
        {
            endRemark(end);
        }
    }

    /** Whether a value ends well, and within the limits. */
    private boolean isShort(final int end)
    {
        if (end - out.position > maxValueLength)
        {
            refuse(EncodeRefusal.VALUE_TOO_LONG);
        }
        return refusal == null;
    }

    /** Begins the ext fields. Without this and {@link #endExtFields()} there are none, as in the reference. */
    public final void beginExtFields()
    {
        if (isBegun("beginExtFields()"))
        {
            out.ensure(SLACK);
            writeMapBegin();
        }
        state = EXT_FIELDS;
    }

    /** Ends the ext fields. In binary, none at all is the same as no {@link #beginExtFields()}. */
    public final void endExtFields()
    {
        if (isIn(EXT_FIELDS, "endExtFields()"))
        {
            out.ensure(SLACK);
            writeMapEnd();
        }
        state = ENDED;
    }

    /**
     * Puts an ext field.
     *
     * @param key   its name.
     * @param value null for none: then nothing is written.
     */
    public final void putEntry(final EntryKey key, final CharSequence value)
    {
        if (isIn(EXT_FIELDS, "putEntry()") && value != null && open(key, value.length(), unitWidth))
        {
            close(text(Characters.put(value, out.array, out.position), false));
        }
    }

    /**
     * Puts an ext field.
     *
     * @param key    its name.
     * @param utf8   that holds the value.
     * @param offset in {@code utf8} of its first byte.
     * @param length in bytes.
     * @throws IndexOutOfBoundsException if the array has no such part.
     */
    public final void putEntry(final EntryKey key, final byte[] utf8, final int offset, final int length)
    {
        if (isIn(EXT_FIELDS, "putEntry()") && open(key, length, byteWidth))
        {
            close(text(copy(utf8, offset, length), false));
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
        if (isIn(EXT_FIELDS, "putEntry()") && open(key, 0, 1))
        {
            close(Decimals.put(value, out.array, out.position));
        }
    }

    /**
     * Puts an ext field that is a number, in decimal.
     *
     * @param key   its name.
     * @param value any number.
     */
    public final void putEntry(final EntryKey key, final int value)
    {
        putEntry(key, (long)value);
    }

    /**
     * Puts an ext field that is {@code true} or {@code false}.
     *
     * @param key   its name.
     * @param value to write out.
     */
    public final void putEntry(final EntryKey key, final boolean value)
    {
        if (isIn(EXT_FIELDS, "putEntry()") && open(key, 0, 1))
        {
            close(put(value));
        }
    }

    /**
     * Copies the value of an ext field through from another frame or message.
     *
     * @param key   its name.
     * @param value whose text is written, escapes undone and made as the encodings want it; nothing is written for a
     *              cursor on nothing.
     */
    public final void putEntry(final EntryKey key, final Cursor value)
    {
        if (isIn(EXT_FIELDS, "putEntry()") && !value.isNull() && open(key, room(value), byteWidth))
        {
            close(text(copy(value), false));
        }
    }

    /**
     * Copies an ext field through from another frame, whatever it is: also one without a value, and one without a name
     * as far as the encoding has it (binary a null one, JSON an empty one).
     *
     * @param key   its name, of at most 32,767 bytes.
     * @param value whose text is written, or none for a cursor on nothing.
     */
    public final void putEntry(final Cursor key, final Cursor value)
    {
        if (!isIn(EXT_FIELDS, "putEntry()") || !ensure(Math.max(room(key), room(value)), 2 * byteWidth, 0) || isFull())
        {
            return;
        }
        entryStart = out.length();
        beginKey();
        final int end = name(key);
        if (end >= 0)
        {
            endKey(end);
            if (value.isNull())
            {
                endNull();
            }
            else
            {
                close(text(copy(value), false));
            }
        }
    }

    private int name(final Cursor key)
    {
        final int raw = key.isNull() ? out.position : copy(key);
        if (raw == out.position && key.isNull() == isJson())
        {
            refuse(EncodeRefusal.EMPTY_NAME);
        }
        else if (raw >= 0 && isJson() && EntryKey.isAmbiguous(out.array, out.position, raw))
        {
            refuse(EncodeRefusal.AMBIGUOUS_NAME);
        }
        final int end = text(raw, false);
        if (end - out.position > maxNameLength)
        {
            refuse(EncodeRefusal.NAME_TOO_LONG);
        }
        return refusal == null ? end : -1;
    }

    /** Makes room for an entry, writes its name, and what stands before the value. */
    private boolean open(final EntryKey key, final int length, final int width)
    {
        if (!ensure(length, width, key.jsonLength) || isFull())
        {
            return false;
        }
        entryStart = out.length();
        if (key.utf8.length > maxNameLength)
        {
            refuse(EncodeRefusal.NAME_TOO_LONG);
            return false;
        }
        writeKey(key);
        return refusal == null;
    }

    private boolean isFull()
    {
        if (entries == maxEntryCount)
        {
            refuse(EncodeRefusal.TOO_MANY_ENTRIES);
            return true;
        }
        entries++;
        return false;
    }

    private void close(final int end)
    {
        if (isShort(end))
        {
            endValue(end);
        }
    }

    /** How many bytes a cursor's text may take. */
    private static int room(final Cursor value)
    {
        final Kind kind = value.kind();
        return kind == Kind.TEXT || kind == Kind.JSON_TEXT ? value.length() : Math.max(RENDERED, Characters.LONGEST
            * value.length());
    }

    private int copy(final Cursor value)
    {
        final int length = value.copyTo(out.array, out.position);
        final Kind kind = value.kind();
        final boolean sure = kind == Kind.TEXT || kind == Kind.JSON_TEXT;
        return length < 0 || !sure && Utf8.firstInvalid(out.array, out.position, out.position + length) >= 0 ? -1
            : out.position + length;
    }

    private int copy(final byte[] utf8, final int offset, final int length)
    {
        System.arraycopy(utf8, offset, out.array, out.position, length);
        final int end = out.position + length;
        return Utf8.firstInvalid(out.array, out.position, end) >= 0 ? -1 : end;
    }

    private int put(final boolean value)
    {
        // The word's last bytes are slack.
        Words.putLongLittleEndian(out.array, out.position, value ? 0x6575_7274L : 0x65_736C_6166L);
        return out.position + (value ? 4 : 5);
    }

    /** Makes text of what has been written raw from the position on; {@code -1} if it is refused. */
    private int text(final int end, final boolean property)
    {
        if (end < 0)
        {
            refuse(EncodeRefusal.INVALID_TEXT);
            return -1;
        }
        if (property && (end == out.position || hasSeparator(end)))
        {
            refuse(EncodeRefusal.INVALID_PROPERTY);
            return -1;
        }
        return escape(end);
    }

    private boolean hasSeparator(final int end)
    {
        return Words.indexOf(out.array, out.position, end, 1) < end || Words.indexOf(out.array, out.position, end, 2)
            < end;
    }

    /**
     * Begins the message properties, an ext field. If none is put until {@link #endProperties()}, there is no such ext
     * field.
     *
     * @param key the ext field's name: {@code properties}, or {@code i} in the requests of the second kind.
     */
    public final void beginProperties(final EntryKey key)
    {
        if (isIn(EXT_FIELDS, "beginProperties()") && open(key, 0, 1))
        {
            propertiesStart = out.length();
        }
        properties = 0;
        state = PROPERTIES;
    }

    /** Ends the message properties. */
    public final void endProperties()
    {
        if (isIn(PROPERTIES, "endProperties()"))
        {
            if (properties == 0)
            {
                entries--;
                out.position = out.start + entryStart;
            }
            else
            {
                out.ensure(SLACK);
                final int end = out.position;
                out.position = out.start + propertiesStart;
                close(end);
            }
        }
        state = EXT_FIELDS;
    }

    /**
     * Puts a message property.
     *
     * @param key   its name.
     * @param value null for none: then nothing is written. Empty text, which no reader would find, is refused.
     */
    public final void putProperty(final EntryKey key, final CharSequence value)
    {
        if (isIn(PROPERTIES, "putProperty()") && value != null && openProperty(key, value.length(), unitWidth))
        {
            closeProperty(text(Characters.put(value, out.array, out.position), true));
        }
    }

    /**
     * Puts a message property.
     *
     * @param key    its name.
     * @param utf8   that holds the value.
     * @param offset in {@code utf8} of its first byte.
     * @param length in bytes, more than 0.
     * @throws IndexOutOfBoundsException if the array has no such part.
     */
    public final void putProperty(final EntryKey key, final byte[] utf8, final int offset, final int length)
    {
        if (isIn(PROPERTIES, "putProperty()") && openProperty(key, length, byteWidth))
        {
            closeProperty(text(copy(utf8, offset, length), true));
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
        if (isIn(PROPERTIES, "putProperty()") && openProperty(key, 0, 1))
        {
            closeProperty(Decimals.put(value, out.array, out.position));
        }
    }

    /**
     * Puts a message property that is a number, in decimal.
     *
     * @param key   its name.
     * @param value any number.
     */
    public final void putProperty(final EntryKey key, final int value)
    {
        putProperty(key, (long)value);
    }

    /**
     * Puts a message property that is {@code true} or {@code false}.
     *
     * @param key   its name.
     * @param value to write out.
     */
    public final void putProperty(final EntryKey key, final boolean value)
    {
        if (isIn(PROPERTIES, "putProperty()") && openProperty(key, 0, 1))
        {
            closeProperty(put(value));
        }
    }

    /**
     * Copies the value of a message property through from another frame or message.
     *
     * @param key   its name.
     * @param value whose text is written; nothing is written for a cursor on nothing.
     */
    public final void putProperty(final EntryKey key, final Cursor value)
    {
        if (isIn(PROPERTIES, "putProperty()") && !value.isNull() && openProperty(key, room(value), byteWidth))
        {
            closeProperty(text(copy(value), true));
        }
    }

    /**
     * Copies a message property through from another frame.
     *
     * @param key   its name.
     * @param value whose text is written; nothing is written for a cursor on nothing.
     */
    public final void putProperty(final Cursor key, final Cursor value)
    {
        if (!isIn(PROPERTIES, "putProperty()") || value.isNull() || !ensure(Math.max(room(key), room(value)), 2
            * byteWidth, SLACK))
        {
            return;
        }
        final int end = key.isNull() ? -1 : text(copy(key), true);
        if (end < 0)
        {
            refuse(EncodeRefusal.INVALID_PROPERTY);
            return;
        }
        out.position = putSeparator(1, end);
        closeProperty(text(copy(value), true));
    }

    private boolean openProperty(final EntryKey key, final int length, final int width)
    {
        if (!key.isProperty)
        {
            refuse(EncodeRefusal.INVALID_PROPERTY);
            return false;
        }
        if (!ensure(length, width, key.jsonPropertyLength + SLACK))
        {
            return false;
        }
        writePropertyKey(key);
        return true;
    }

    private void closeProperty(final int end)
    {
        if (end >= 0)
        {
            out.position = putSeparator(2, end);
            properties++;
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
     * Ends the header of a frame whose body the caller writes behind it.
     *
     * @param bodyLength of the body to come, in bytes.
     * @return bytes written, the frame's prefix and header, or {@code -1} if the frame was refused; then nothing was
     *     written.
     * @throws IllegalArgumentException if the length is negative.
     */
    public final int end(final int bodyLength)
    {
        return prepare(bodyLength, 0) ? commit() : refused();
    }

    /**
     * Ends the frame with a copy of a body.
     *
     * @param body whose readable bytes are written behind the header; its indices do not move.
     * @return bytes written, all of the frame, or {@code -1} if it was refused; then nothing was written.
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
     * Ends the frame with a body by reference: the output, which must be a Netty composite, gets a retained slice of it
     * as a component behind the header, and cuts what capacity it has beyond. Allocates what Netty needs for that.
     *
     * @param body whose readable bytes follow the header; its indices do not move, and the caller keeps its reference.
     * @return bytes written, all of the frame, or {@code -1} if it was refused; then nothing was written.
     * @throws IllegalStateException if the output is no composite.
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

    private int commit()
    {
        try
        {
            return out.commit();
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

    private boolean prepare(final int bodyLength, final int behind)
    {
        if (bodyLength < 0)
        {
            throw new IllegalArgumentException("body length " + bodyLength);
        }
        if (!(state == ENDED ? refusal == null : isBegun("end()")))
        {
            return false;
        }
        writeEnd(state == ENDED);
        final int headerLength = out.length() - PREFIX;
        if (headerLength > maxHeaderLength)
        {
            refuse(EncodeRefusal.HEADER_TOO_LONG);
        }
        else if (bodyLength > maxFrameLength - out.length())
        {
            refuse(EncodeRefusal.FRAME_TOO_LONG);
        }
        else if (!out.isUnmoved())
        {
            throw new IllegalStateException("the buffer was written to, or moved, since wrap()");
        }
        else if (!out.fits(behind))
        {
            refuse(EncodeRefusal.NO_ROOM);
        }
        else
        {
            Words.putInt(out.array, out.start, Integer.BYTES + headerLength + bodyLength);
            Words.putInt(out.array, out.start + Integer.BYTES, serializeType << 24 | headerLength);
        }
        return refusal == null;
    }

    /** Writes the frame's prefix, yet without lengths, and the fields that stand before the remark. */
    abstract void writeFixed(int code, RemotingLanguage language, int version, int opaque, int flag);

    /** Ends the remark, whose text began at the position. */
    abstract void endRemark(int end);

    abstract void writeMapBegin();

    abstract void writeMapEnd();

    /** Writes an entry's name and what stands before its value; there is room. */
    abstract void writeKey(EntryKey key);

    /** Goes to where a name's text is to be written; there is room. */
    abstract void beginKey();

    /** Ends the name, and writes what stands before the value. */
    abstract void endKey(int end);

    /** Ends the value, which began at the position. */
    abstract void endValue(int end);

    /** Ends an entry whose name has been written, without a value. */
    abstract void endNull();

    /** Writes a property's name and the separator behind it. */
    abstract void writePropertyKey(EntryKey key);

    /** Writes a separator of properties, and tells the index behind it. */
    abstract int putSeparator(int separator, int at);

    /** Gives text that was written raw from the position on its form; tells where it ends then. */
    abstract int escape(int end);

    /** Writes what stands behind the ext fields, and those of none. */
    abstract void writeEnd(boolean mapped);
}
