package io.skim.encode;

import io.netty.buffer.ByteBuf;
import io.skim.scan.Cursor;
import io.skim.scan.Limits;
import io.skim.scan.remoting.RemotingLanguage;
import java.nio.ByteBuffer;
import java.util.Objects;
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
 * the output is as it was, its writer index or position included. Calls out of order are wrong use, and throw {@link
 * IllegalStateException} naming the missing one; {@code wrap} begins anew after anything. A call that threw, be it what
 * the caller's own {@link CharSequence} threw, has put nothing. A name that is put twice is
 * written twice, and every reader takes the last.
 * <p>
 * Half of a surrogate pair is refused, where the reference writes {@code ?} for it.
 * <p>
 * Keeps nothing of the caller's after {@code end} or {@link #reset()}. Allocates nothing, once its arrays have grown with
 * the longest frame. One thread at a time.
 *
 * @see "RemotingCommand.fastEncodeHeader and encodeHeader, release 5.5.1"
 */
public abstract class RemotingEncoder extends PropertyWriter
{
    RemotingEncoder(final int serializeType, final int unitWidth, final int byteWidth, final Limits limits)
    {
        super(serializeType, unitWidth, byteWidth, limits);
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
        enterAnew(IDLE);
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
        enterAnew(IDLE);
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
        enterAnew(IDLE);
        out.wrap(array, offset, length);
        return wrapped();
    }

    /**
     * Attaches an NIO buffer, heap or direct, to be written to from its position on. The end of the frame moves the position
     * behind what it wrote; until then neither position nor limit may move. The limit stays, and so does the buffer's byte
     * order, which makes no difference.
     *
     * @param buffer to write to, at most to its limit.
     * @return this.
     * @throws java.nio.ReadOnlyBufferException if the buffer is read-only; then nothing is attached.
     */
    public final RemotingEncoder wrap(final ByteBuffer buffer)
    {
        enterAnew(IDLE);
        out.wrap(buffer);
        return wrapped();
    }

    private RemotingEncoder wrapped()
    {
        refusal = null;
        enterAnew(WRAPPED);
        return this;
    }

    /** Lets go of the output, to which nothing is written. */
    public final void reset()
    {
        out.reset();
        enterAnew(IDLE);
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
        enter(BEGUN);
        return this;
    }

    /**
     * Puts the remark; before the ext fields.
     *
     * @param text null for none.
     */
    public final void remark(final CharSequence text)
    {
        if (isIn(BEGUN, "remark()") && text != null)
        {
            writeRemark(text);
        }
        enter(REMARKED);
    }

    /**
     * Puts the remark; before the ext fields.
     *
     * @param text a cursor on a text, or on nothing for none.
     */
    public final void remark(final Cursor text)
    {
        if (isIn(BEGUN, "remark()") && !text.isNull())
        {
            writeRemark(text);
        }
        enter(REMARKED);
    }

    /** Begins the ext fields. Without this and {@link #endExtFields()} there are none, as in the reference. */
    public final void beginExtFields()
    {
        if (isBegun("beginExtFields()"))
        {
            out.ensure(SLACK);
            writeMapBegin();
            allowPlain();
        }
        enter(EXT_FIELDS);
    }

    /** Ends the ext fields. In binary, none at all is the same as no {@link #beginExtFields()}. */
    public final void endExtFields()
    {
        if (isIn(EXT_FIELDS, "endExtFields()"))
        {
            out.ensure(SLACK);
            writeMapEnd();
        }
        enter(ENDED);
    }

    /**
     * Puts an ext field.
     *
     * @param key   its name.
     * @param value null for none: then nothing is written.
     */
    public final void putEntry(final EntryKey key, final CharSequence value)
    {
        if (isIn(EXT_FIELDS, "putEntry()") && value != null)
        {
            writeEntry(key, value);
        }
    }

    /**
     * Puts an ext field.
     *
     * @param key   its name.
     * @param value null for none: then nothing is written.
     */
    public final void putEntry(final EntryKey key, final EntryText value)
    {
        if (isIn(EXT_FIELDS, "putEntry()") && value != null)
        {
            writeEntry(key, value);
        }
    }

    /**
     * Puts an ext field whose name came from elsewhere, perhaps with another frame: what no name can be is refused like
     * all else. Allocates a key; make one of a name that is known beforehand.
     *
     * @param name  refused if it is empty, above 32,767 bytes, or holds half of a surrogate pair.
     * @param value null for none: then nothing is written.
     */
    public final void putEntry(final String name, final CharSequence value)
    {
        if (isIn(EXT_FIELDS, "putEntry()") && value != null && isName(name))
        {
            writeEntry(EntryKey.of(name), value);
        }
    }

    /**
     * Puts an ext field without a value, for frames that are to be as they came: {@code null} in JSON, a length of 0 in a
     * binary header. Allocates a key.
     *
     * @param name refused as by {@link #putEntry(String, CharSequence)}.
     */
    public final void putNull(final String name)
    {
        if (isIn(EXT_FIELDS, "putNull()") && isName(name))
        {
            writeNull(EntryKey.of(name));
        }
    }

    private boolean isName(final String name)
    {
        final EncodeRefusal wrong = EntryKey.refusal(name);
        if (wrong != null)
        {
            refuse(wrong);
        }
        return wrong == null;
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
        Objects.checkFromIndexSize(offset, length, utf8.length);
        if (isIn(EXT_FIELDS, "putEntry()"))
        {
            writeEntry(key, utf8, offset, length);
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
        if (isIn(EXT_FIELDS, "putEntry()"))
        {
            writeEntry(key, value);
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
        if (isIn(EXT_FIELDS, "putEntry()"))
        {
            writeEntry(key, value);
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
        if (isIn(EXT_FIELDS, "putEntry()") && !value.isNull())
        {
            writeEntry(key, value);
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
        if (isIn(EXT_FIELDS, "putEntry()"))
        {
            writeEntry(key, value);
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
     * @param body whose readable bytes are written behind the header; its indices do not move. If reading them throws, no
     *             frame was written: the writer index or position has not moved.
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

    private int refused()
    {
        reset();
        return -1;
    }
}
