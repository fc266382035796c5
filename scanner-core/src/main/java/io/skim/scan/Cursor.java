package io.skim.scan;

import io.netty.buffer.ByteBuf;
import io.skim.bytes.Escapes;
import io.skim.bytes.Kinds;
import io.skim.bytes.Numbers;
import io.skim.bytes.Scalars;
import io.skim.bytes.Words;
import io.skim.scan.access.ScanAccess;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One value in the bytes of a frame: its offset, its length, and its kind, which tells how to read the bytes. One class for all
 * encodings.
 * <p>
 * {@link #offset()} and {@link #length()} are raw: the bytes that a patch would overwrite. All other methods read the
 * <em>value</em>: they resolve escapes and convert numbers. A cursor has no position, so no read moves anything. Only
 * {@code toString} and {@code toText} allocate.
 * <p>
 * A cursor that a scan lends is valid until the callback returns. With assertions on, every later read throws an
 * {@link IllegalStateException}. Keep {@link #mark()}, and reopen it with {@link FrameView#at} while the frame is wrapped.
 * <p>
 * <em>A conversion that fails returns the caller's default value</em>, and throws nothing: {@code getInt(-1)}. It fails if the
 * value is null, has another type, or is out of range. {@code isInt()}, {@code isLong()}, {@code isDouble()} and
 * {@code isBoolean()} tell whether it succeeds. A null value has no text: it equals nothing, starts with nothing, and has
 * length 0.
 */
public final class Cursor
{
    private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
    private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};
    private static final int LENGTH_BITS = 28;
    private static final int LENGTH_MASK = (1 << LENGTH_BITS) - 1;

    static
    {
        ScanAccess.install(new SpiAccess());
    }

    /** Holds the digits of a number, or a piece of a body on its way. */
    private final byte[] scratch = new byte[64];

    @SuppressWarnings("NullAway.Init") // bind sets it
    private FrameView frame;
    /** A copy of the value, at its offset: for a reopened mark whose bytes are no longer loaded. Created for the first one. */
    private @Nullable FrameView copy;
    private int offset;
    private int length;
    private int kind = Kinds.NONE;

    /** The text that {@link #resolve} found: indices of its first byte and behind its last one. */
    private int from;
    private int to;
    private boolean verbatim;
    private boolean inScratch;

    /** Makes a cursor on nothing. */
    public Cursor()
    {
    }

    /** See {@code Cursors.wrap}. */
    Cursor wrap(final FrameView frame, final int offset, final int length, final Kind kind)
    {
        Objects.checkFromIndexSize(offset, length, Math.min(frame.length(), LENGTH_MASK));
        if (kind != Kind.BYTES && !frame.isLoaded(offset, length))
        {
            throw new IndexOutOfBoundsException(length + " bytes at " + offset + " are not loaded");
        }
        bind(frame);
        return point(offset, length, kind.ordinal());
    }

    /** See {@code Cursors.bind}. */
    @SuppressWarnings("NullAway") // see FrameView frame
    void bind(final @Nullable FrameView frame)
    {
        if (this.frame != frame)
        {
            this.frame = frame;
        }
    }

    /** See {@code Cursors.frame}. */
    FrameView frame()
    {
        return frame;
    }

    /**
     * The number of the scan that shows this value.
     *
     * @return {@link FrameView#scan()} of the frame; 0 before the first {@code wrap} or {@code bind}.
     * @see ScanTracker
     */
    public long scan()
    {
        return frame == null ? 0 : frame.scan();
    }

    /** See {@code Cursors.point}. */
    Cursor point(final int offset, final int length, final int kind)
    {
        this.offset = offset;
        this.length = length;
        this.kind = kind;
        return this;
    }

    /** Ends the validity of this cursor: every read throws until it points at a value again. */
    void reset()
    {
        kind = Kinds.NONE;
    }

    /** Copies a value of a frame into this cursor's own view, so that loading other parts of the frame does not change it. */
    FrameView copyOf(final FrameView whole, final int from, final int bytes)
    {
        if (copy == null)
        {
            copy = FrameView.ofCopies();
        }
        return copy.hold(whole, from, bytes);
    }

    private int valid()
    {
        if (kind == Kinds.NONE)
        {
            throw new IllegalStateException("the cursor is not on a value: its callback has returned; keep mark() and"
                + " reopen it with FrameView.at(mark, cursor)");
        }
        return kind;
    }

    private byte[] array()
    {
        return frame.array();
    }

    private int index()
    {
        return frame.arrayOffset() + offset;
    }

    /**
     * How to read the bytes.
     *
     * @return the kind.
     * @throws IllegalStateException if the cursor is no longer valid, as for every read.
     */
    public Kind kind()
    {
        return Kind.of(valid());
    }

    /** {@return the offset of the raw bytes in bytes from the start of the frame; of a JSON text, behind the opening quote} */
    public int offset()
    {
        valid();
        return offset;
    }

    /** {@return the length of the raw bytes in bytes; of a JSON text, without the quotes} */
    public int length()
    {
        valid();
        return length;
    }

    /** {@return whether the value is null: {@code null} in JSON and AMQP, a text without bytes in a binary header} */
    public boolean isNull()
    {
        return valid() == Kinds.NULL;
    }

    /**
     * {@return whether the value is a binary whole number with a sign or a timestamp, which {@link #getLong(long)} always
     * gives}
     */
    public boolean isSigned()
    {
        return Kinds.isSigned(valid());
    }

    /**
     * Whether the raw bytes are the value's text, so that a caller may compare and copy them without conversion.
     *
     * @return false for JSON text with escapes, binary numbers and other converted values.
     */
    public boolean isVerbatim()
    {
        return Kinds.isVerbatim(valid());
    }

    /**
     * {@return offset, length and kind of this value in one long, for {@link FrameView#at} while the same frame is wrapped}
     */
    public long mark()
    {
        return mark(offset, length, valid());
    }

    /** See {@code Cursors.mark}. */
    static long mark(final int offset, final int length, final int kind)
    {
        return (long)kind << 2 * LENGTH_BITS | (long)offset << LENGTH_BITS | length;
    }

    static int offset(final long mark)
    {
        return (int)(mark >>> LENGTH_BITS) & LENGTH_MASK;
    }

    static int length(final long mark)
    {
        return (int)mark & LENGTH_MASK;
    }

    static Kind kind(final long mark)
    {
        return Kind.of((int)(mark >>> 2 * LENGTH_BITS));
    }

    /**
     * The value as an int.
     * <p>
     * Kinds: binary numbers of any width, signed and unsigned; AMQP booleans (1 and 0), characters (the code point) and
     * timestamps; floats and doubles, rounded towards zero; decimal text that {@code Integer.parseInt} accepts, in ASCII
     * digits ({@code +5} and {@code 007} are numbers; blanks, {@code 0x10} and {@code 1.0} are not); JSON numbers, quoted or not.
     *
     * @param defaultValue to return if the value is null, no number, or outside the range of int32.
     * @return the number, or {@code defaultValue}; {@link #isInt()} tells which.
     * @see "Integer.parseInt, which RemotingCommand.decodeCommandCustomHeader uses"
     */
    public int getInt(final int defaultValue)
    {
        if (kind == Kinds.INT32)
        {
            return length == 1 ? array()[index()] : Words.getInt(array(), index());
        }
        final long value = getLong(Numbers.NONE);
        return value == (int)value ? (int)value : defaultValue;
    }

    /**
     * The value as a long, by the rules of {@link #getInt(int)}.
     *
     * @param defaultValue to return if the value is null, no number, or outside the range of int64.
     * @return the number, or {@code defaultValue}; {@link #isLong()} tells which.
     * @see "Long.parseLong, which RemotingCommand.decodeCommandCustomHeader uses"
     */
    public long getLong(final long defaultValue)
    {
        final int index = index();
        if (kind == Kinds.TEXT || kind == Kinds.JSON_NUMBER)
        {
            return Numbers.parseLong(array(), index, index + length, defaultValue);
        }
        // One test for the most common of the other kinds.
        if (Kinds.isSigned(kind))
        {
            return Scalars.getSigned(array(), index, length);
        }
        if (Kinds.isNumber(valid()))
        {
            final long bits = Scalars.getLong(array(), index, length, kind);
            return bits < 0 && kind == Kinds.UINT64 ? defaultValue : bits;
        }
        switch (kind)
        {
            case Kinds.JSON_ODD_INT:
                return Numbers.parseOddInt(array(), index, index + length);
            case Kinds.JSON_ODD_NUMBER:
                resolve();
                return Numbers.parseLong(scratch, from, to, defaultValue);
            case Kinds.JSON_TEXT:
                return Numbers.parseEscapedLong(array(), index, index + length, defaultValue);
            case Kinds.FLOAT32:
            case Kinds.FLOAT64:
                final double fraction = Scalars.getDouble(array(), index, kind);
                return fraction >= -0x1p63 && fraction < 0x1p63 ? (long)fraction : defaultValue;
            default:
                return defaultValue;
        }
    }

    /**
     * The value as a double. Kinds: floats and doubles, unchanged (NaN and infinity too); all kinds of {@link #getLong(long)}; a
     * ulong of any size. A number of more digits than a double has is rounded.
     *
     * @param defaultValue to return if the value is null or of another kind; a text with a fraction is not converted.
     * @return the number, or {@code defaultValue}; {@link #isDouble()} tells which.
     */
    public double getDouble(final double defaultValue)
    {
        if (valid() == Kinds.FLOAT32 || kind == Kinds.FLOAT64)
        {
            return Scalars.getDouble(array(), index(), kind);
        }
        final long value = getLong(0L);
        if (value == 0 && getLong(1L) != 0)
        {
            final long bits = kind == Kinds.UINT64 ? getLongBits() : 0;
            return bits < 0 ? (bits >>> 1 | bits & 1) * 2.0 : defaultValue;
        }
        return value;
    }

    /**
     * The bits of a value of fixed width: a whole number, extended to 64 bits by its sign or by zeros; the bits of a float, double
     * or decimal; the last eight bytes of a UUID or decimal128.
     *
     * @return the bits; 0 for null and for values without a fixed width.
     */
    public long getLongBits()
    {
        return Kinds.isNumber(valid()) ? numberBits() : otherBits();
    }

    /**
     * Like the methods around it, at most 35 bytes of bytecode (MaxInlineSize), so that HotSpot inlines it also where it is seldom
     * called: the JIT must assume that a call changes cached fields.
     */
    private long numberBits()
    {
        return Scalars.getLong(array(), index(), length, kind);
    }

    private long otherBits()
    {
        return Kinds.isWide(kind) ? wideBits() : halfBits();
    }

    private long wideBits()
    {
        return Words.getLong(array(), index() + length - Long.BYTES);
    }

    private long halfBits()
    {
        return kind == Kinds.FLOAT32 || kind == Kinds.DECIMAL32 ? Words.getInt(array(), index()) & 0xFFFF_FFFFL : 0;
    }

    /** {@return the first eight bytes of a UUID or decimal128; 0 for all other values} */
    public long getHighLongBits()
    {
        return valid() == Kinds.UUID || kind == Kinds.DECIMAL128 ? Words.getLong(array(), index()) : 0;
    }

    /**
     * The count that an AMQP list, map or array states: its elements; of a map, keys and values together.
     *
     * @return the count as an unsigned number of 32 bits, unchecked until the value is entered; 0 for all other kinds.
     */
    public long count()
    {
        if (!Kinds.isCompound(valid()) || kind == Kinds.DESCRIBED || length == 0)
        {
            return 0;
        }
        loadCompound(Math.min(length, 2 * Integer.BYTES));
        // If the first octet is not the whole size, size and count have four octets each.
        final int index = index();
        return (array()[index] & 0xFF) == length - 1 ? array()[index + 1] & 0xFF : Words.getInt(array(), index
            + Integer.BYTES) & 0xFFFF_FFFFL;
    }

    /** Loads a section that is shown: it is not loaded before a handler reads it. It fits into the scratch. */
    private void loadCompound(final int bytes)
    {
        frame.load(offset, offset + bytes);
    }

    /** {@return whether {@link #getInt(int)} can convert the value: it is in the range of int32} */
    public boolean isInt()
    {
        return getInt(0) == getInt(1);
    }

    /** {@return whether {@link #getLong(long)} can convert the value: it is in the range of int64} */
    public boolean isLong()
    {
        return getLong(0) == getLong(1);
    }

    /** {@return whether {@link #getDouble(double)} can convert the value; true also for infinity and NaN} */
    public boolean isDouble()
    {
        return valid() == Kinds.FLOAT32 || kind == Kinds.FLOAT64 || getDouble(0) == getDouble(1);
    }

    /**
     * The value as a boolean. Kinds: the text {@code true} or {@code false} in any case, and AMQP's booleans. With {@code false} as
     * the default value, it converts like the reference in its typed headers.
     *
     * @param defaultValue to return if the value is null or something else, such as {@code 1} or {@code yes}.
     * @return the boolean, or {@code defaultValue}; {@link #isBoolean()} tells which.
     * @see "Boolean.parseBoolean, which RemotingCommand.decodeCommandCustomHeader uses"
     */
    public boolean getBoolean(final boolean defaultValue)
    {
        if (valid() == Kinds.TEXT || kind == Kinds.JSON_BOOLEAN)
        {
            return length == TRUE.length && (Words.getInt(array(), index()) | 0x2020_2020) == 0x7472_7565
                || defaultValue && !contentEqualsIgnoreCase(FALSE);
        }
        return kind == Kinds.TRUE || kind == Kinds.JSON_TEXT && contentEqualsIgnoreCase(TRUE)
            || defaultValue && kind != Kinds.FALSE && !(kind == Kinds.JSON_TEXT && contentEqualsIgnoreCase(FALSE));
    }

    /** {@return whether {@link #getBoolean(boolean)} can convert the value: it is true or false} */
    public boolean isBoolean()
    {
        return getBoolean(false) == getBoolean(true);
    }

    /** {@return the length of the value's text in bytes of UTF-8, with escapes resolved; 0 for null; of a body its length} */
    public int textLength()
    {
        if (resolve())
        {
            return Kinds.hasText(kind) ? to - from : 0;
        }
        return Text.length(text(), from, to, kind);
    }

    /**
     * {@return true if the bytes are the value's text, false if they must be converted} A body counts as text, and may not
     * be in the array.
     */
    private boolean resolve()
    {
        inScratch = Kinds.isRendered(valid());
        verbatim = inScratch || Kinds.isVerbatim(kind) || !Kinds.hasText(kind);
        if (inScratch)
        {
            from = render();
            to = scratch.length;
        }
        else
        {
            if (Kinds.isCompound(kind))
            {
                loadCompound(length);
            }
            from = index();
            to = from + length;
        }
        return verbatim;
    }

    private int render()
    {
        switch (kind)
        {
            case Kinds.JSON_ODD_NUMBER:
                return Numbers.renderOdd(array(), index(), index() + length, scratch);
            case Kinds.JSON_ODD_INT:
                return Scalars.renderLong(Numbers.parseOddInt(array(), index(), index() + length), false, scratch);
            default:
                return Scalars.render(array(), index(), length, kind, scratch);
        }
    }

    private byte[] text()
    {
        return inScratch ? scratch : array();
    }

    /** Whether the value has a text to compare: not null, and a body only if it has arrived and is in the array. */
    private boolean hasText()
    {
        return Kinds.hasText(kind) && (kind != Kinds.BYTES || frame.isLoaded(offset, length));
    }

    /**
     * Whether the value's text, with escapes resolved, equals another text. A body in a buffer without an array, or one that has
     * not arrived, equals nothing.
     *
     * @param utf8 text to compare with, in well-formed UTF-8.
     * @return true if the texts are equal; false for null.
     */
    public boolean contentEquals(final byte[] utf8)
    {
        if (kind == Kinds.TEXT)
        {
            return length == utf8.length && Words.equals(array(), index(), utf8, 0, utf8.length);
        }
        if (resolve())
        {
            return to - from == utf8.length && hasText() && Words.equals(text(), from, utf8, 0, utf8.length);
        }
        return Escapes.matches(text(), from, to, kind == Kinds.JSON_TEXT, utf8, true);
    }

    /**
     * Whether the value's text equals another text, if the case of ASCII letters is ignored.
     *
     * @param ascii text to compare with, in ASCII.
     * @return true if the texts are equal; false for null.
     */
    public boolean contentEqualsIgnoreCase(final byte[] ascii)
    {
        if (textLength() != ascii.length || !hasText())
        {
            return false;
        }
        int at = from;
        for (final byte expected : ascii)
        {
            final long decoded = Text.decode(text(), at, to, kind);
            final int unit = (int)(decoded >>> 32);
            if (unit != expected && !(unit < 0x80 && Character.toLowerCase(unit) == Character.toLowerCase(expected)))
            {
                return false;
            }
            at = (int)decoded;
        }
        return true;
    }

    /**
     * Whether the value's text, with escapes resolved, starts with another text.
     *
     * @param utf8 text to compare with, in well-formed UTF-8.
     * @return true if it starts with it; false for null.
     */
    public boolean startsWith(final byte[] utf8)
    {
        if (resolve())
        {
            return to - from >= utf8.length && hasText() && Words.equals(text(), from, utf8, 0, utf8.length);
        }
        return Escapes.matches(text(), from, to, kind == Kinds.JSON_TEXT, utf8, false);
    }

    /**
     * Whether the value's text, with escapes resolved, equals another text.
     *
     * @param other text to compare with, UTF-16 unit by unit.
     * @return true if the texts are equal; false for null.
     */
    public boolean contentEquals(final CharSequence other)
    {
        resolve();
        return hasText() && Text.matches(text(), from, to, kind, other, true);
    }

    /**
     * Whether the value's text, with escapes resolved, starts with another text.
     *
     * @param other text to compare with, UTF-16 unit by unit.
     * @return true if it starts with it; false for null.
     */
    public boolean startsWith(final CharSequence other)
    {
        resolve();
        return hasText() && Text.matches(text(), from, to, kind, other, false);
    }

    /**
     * The {@link String#hashCode()} of the value's text. A broker stores it as the code of a message's tag.
     *
     * @return the hash; 0 for null and for empty text.
     * @see "MessageExtBrokerInner.tagsString2tagsCode"
     */
    public int textHashCode()
    {
        resolve();
        return hasText() ? Text.hash(text(), from, to, kind) : 0;
    }

    /**
     * Copies the value's text, with escapes resolved, into an array; of a body, its bytes.
     *
     * @param dst       array to copy into.
     * @param dstOffset in {@code dst}, in bytes, of the first byte written.
     * @return bytes written (0 for null), or {@code -1} if {@code dst} is too short or the bytes have not arrived; then
     *     nothing was written.
     */
    public int copyTo(final byte[] dst, final int dstOffset)
    {
        final int room = dst.length - dstOffset;
        if (kind == Kinds.TEXT && dstOffset >= 0 && length <= room)
        {
            System.arraycopy(array(), index(), dst, dstOffset, length);
            return length;
        }
        if (valid() == Kinds.JSON_TEXT && dstOffset >= 0 && length <= room)
        {
            // A resolved escape is shorter than the escape, so the text fits.
            return Text.unescape(array(), index(), index() + length, dst, dstOffset);
        }
        final int bytes = textLength();
        if (dstOffset < 0 || bytes > room || !isAvailable())
        {
            return -1;
        }
        if (kind == Kinds.BYTES)
        {
            frame.getBytes(offset, bytes, dst, dstOffset);
        }
        else if (bytes == 0)
        {
            // The offset of null may be in front of the loaded bytes.
            return 0;
        }
        else if (verbatim)
        {
            System.arraycopy(text(), from, dst, dstOffset, bytes);
        }
        else
        {
            Text.copy(text(), from, to, kind, dst, dstOffset);
        }
        return bytes;
    }

    /** Whether the bytes have arrived; those of a body may not. */
    private boolean isAvailable()
    {
        return kind != Kinds.BYTES || frame.available() - offset >= length;
    }

    /**
     * Writes the value's text, with escapes resolved, to a Netty buffer. Its writer index moves behind the text.
     *
     * @param dst buffer to write to; grows up to its maximum capacity.
     * @return bytes written (0 for null), or {@code -1} if they do not fit or have not arrived; then nothing was
     *     written and the index has not moved.
     */
    public int copyTo(final ByteBuf dst)
    {
        final int bytes = textLength();
        if (bytes > dst.maxWritableBytes() || !isAvailable())
        {
            return -1;
        }
        dst.ensureWritable(bytes);
        if (verbatim && kind != Kinds.BYTES)
        {
            dst.writeBytes(text(), from, bytes);
            return bytes;
        }
        for (long piece = nextPiece(0); piece != 0; piece = nextPiece((int)piece))
        {
            dst.writeBytes(scratch, 0, (int)(piece >>> 32));
        }
        return bytes;
    }

    /**
     * Copies the next part of a converted text or a body into the scratch.
     *
     * @param position raw bytes copied before.
     * @return the number of bytes in the scratch in the high 32 bits, of raw bytes copied so far in the low 32; 0 at the end.
     */
    private long nextPiece(final int position)
    {
        if (position >= length)
        {
            return 0;
        }
        if (kind == Kinds.BYTES)
        {
            final int bytes = Math.min(scratch.length, length - position);
            frame.getBytes(offset + position, bytes, scratch, 0);
            return (long)bytes << 32 | position + bytes;
        }
        final long piece = Text.copyPiece(text(), from + position, to, kind, scratch);
        return piece - from;
    }

    /**
     * Copies the value's text, with escapes resolved, into an Agrona buffer.
     *
     * @param dst       buffer to copy into; it does not grow.
     * @param dstOffset in {@code dst}, in bytes, of the first byte written.
     * @return bytes written (0 for null), or {@code -1} if {@code dst} is too short or the bytes have not arrived; then
     *     nothing was written.
     */
    public int copyTo(final MutableDirectBuffer dst, final int dstOffset)
    {
        final int bytes = textLength();
        if (dstOffset < 0 || bytes > dst.capacity() - dstOffset || !isAvailable())
        {
            return -1;
        }
        if (verbatim && kind != Kinds.BYTES)
        {
            dst.putBytes(dstOffset, text(), from, bytes);
            return bytes;
        }
        int at = dstOffset;
        for (long piece = nextPiece(0); piece != 0; piece = nextPiece((int)piece))
        {
            dst.putBytes(at, scratch, 0, (int)(piece >>> 32));
            at += (int)(piece >>> 32);
        }
        return bytes;
    }

    /**
     * Copies the raw bytes of the frame, with escapes unresolved.
     *
     * @param dst       array to copy into.
     * @param dstOffset in {@code dst}, in bytes, of the first byte written.
     * @return bytes written, or {@code -1} if {@code dst} is too short or the bytes have not arrived; then nothing was
     *     written.
     */
    public int copyRawTo(final byte[] dst, final int dstOffset)
    {
        valid();
        if (dstOffset < 0 || length > dst.length - dstOffset || !isAvailable())
        {
            return -1;
        }
        frame.getBytes(offset, length, dst, dstOffset);
        return length;
    }

    /**
     * Kind, offset and length, but no bytes of the value, which may be a secret; {@link #toText()} gives the text. Never throws.
     * Allocates.
     *
     * @return a line for people, such as {@code TEXT, 12 bytes at 20}, or {@code no value}.
     */
    @Override
    public String toString()
    {
        return kind == Kinds.NONE ? "no value" : Kind.of(kind) + ", " + length + " bytes at " + offset;
    }

    /**
     * The value's text, equal to the {@code String} of the reference decoder: decimal digits of whole numbers, {@code true} and
     * {@code false}, a UUID in 36 characters, the bytes of a binary read as UTF-8. Allocates.
     *
     * @return the text; null for null and for kinds without a text: floats, doubles and decimals.
     */
    public @Nullable String toText()
    {
        if (!resolve() && kind == Kinds.JSON_TEXT)
        {
            return Text.toUnescaped(text(), from, to);
        }
        return hasText() ? new String(text(), from, to - from, StandardCharsets.UTF_8) : null;
    }
}
