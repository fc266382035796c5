package io.skim.scan;

import io.netty.buffer.ByteBuf;
import io.skim.bytes.Escapes;
import io.skim.bytes.Kinds;
import io.skim.bytes.Numbers;
import io.skim.bytes.Scalars;
import io.skim.bytes.Words;
import io.skim.scan.spi.ScanAccess;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.agrona.MutableDirectBuffer;

/**
 * A reference to one value in the bytes of a frame: where it stands and how its bytes are to be read. One class for
 * all encodings.
 * <p>
 * {@link #offset()} and {@link #length()} are raw: they tell what a patch would overwrite. Everything else reads the
 * <em>value</em>: escapes are undone, numbers converted, as it goes. No read moves anything, and none but {@code
 * toString} and {@code toText} allocates.
 * <p>
 * A cursor that a scan lends is valid until the callback returns; with assertions on it is poisoned then, and every
 * read throws {@link IllegalStateException}. Keep {@link #mark()} and reopen it with {@link FrameView#at} while the
 * frame is wrapped.
 * <p>
 * <em>A conversion that fails gives the caller's default value</em>, and costs no exception: {@code getInt(-1)}. It fails if
 * the value is null, is not of that type, or is out of range. {@code isInt()} and its siblings tell it from a value that is equal
 * to the default value. A null value has no text: it equals nothing, starts with nothing, and has length 0.
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

    private FrameView frame;
    /** The value alone, at its offset: where a mark was reopened whose bytes are no longer loaded; made for the first. */
    private FrameView copy;
    private int offset;
    private int length;
    private int kind = Kinds.NONE;

    /** Where {@link #resolve} found the text: indices of its first byte and behind its last, and in which array. */
    private int from;
    private int to;
    private boolean verbatim;
    private boolean inScratch;

    /** Makes a cursor on nothing. */
    public Cursor()
    {
    }

    /**
     * Points this cursor at a value.
     *
     * @param frame  that holds the value; unless the kind is {@link Kind#BYTES}, the value must be loaded.
     * @param offset of the value in bytes from the start of the frame.
     * @param length of the value in bytes.
     * @param kind   how its bytes are to be read.
     * @return this.
     * @throws IndexOutOfBoundsException if the value is not inside the frame, or ends behind its first 268,435,455 bytes:
     *     no mark could tell where.
     */
    public Cursor wrap(final FrameView frame, final int offset, final int length, final Kind kind)
    {
        Objects.checkFromIndexSize(offset, length, Math.min(frame.length(), LENGTH_MASK));
        if (kind != Kind.BYTES && !frame.isLoaded(offset, length))
        {
            throw new IndexOutOfBoundsException(length + " bytes at " + offset + " are not loaded");
        }
        bind(frame);
        return point(offset, length, kind.ordinal());
    }

    /**
     * Attaches this cursor to a frame, not yet to a value; for the readers of encodings.
     *
     * @param frame to read from.
     */
    public void bind(final FrameView frame)
    {
        if (this.frame != frame)
        {
            this.frame = frame;
        }
    }

    /**
     * The frame this cursor is attached to; for the readers of encodings, whose loops read through it, so that HotSpot sees
     * that it is the same bytes that handlers read.
     *
     * @return the frame; null before the first {@code wrap} or {@code bind}.
     */
    public FrameView frame()
    {
        return frame;
    }

    /**
     * The scan that this value was shown by, or of whose frame it is.
     *
     * @return {@link FrameView#scan()} of the frame; 0 before the first {@code wrap} or {@code bind}.
     * @see ScanTracker
     */
    public long scan()
    {
        return frame == null ? 0 : frame.scan();
    }

    /**
     * Points this cursor at a value of the frame it is bound to; for the readers of encodings, who have checked that the
     * value is inside the loaded part of the frame.
     *
     * @param offset of the value in bytes from the start of the frame.
     * @param length of the value in bytes.
     * @param kind   the ordinal of its {@link Kind}.
     * @return this.
     */
    public Cursor point(final int offset, final int length, final int kind)
    {
        this.offset = offset;
        this.length = length;
        this.kind = kind;
        return this;
    }

    /** Ends the validity of this cursor: every read throws until it is on a value again. */
    public void reset()
    {
        kind = Kinds.NONE;
    }

    /** A copy of a value of a frame, this cursor's own: it stays whatever else of the frame is loaded. */
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
     * How the bytes stand for the value.
     *
     * @return the kind.
     * @throws IllegalStateException if the cursor is no longer valid, as for every read.
     */
    public Kind kind()
    {
        return Kind.of(valid());
    }

    /**
     * Where the raw bytes begin. For JSON text that is behind the opening quote.
     *
     * @return in bytes from the start of the frame.
     */
    public int offset()
    {
        valid();
        return offset;
    }

    /**
     * How long the raw bytes are. For JSON text that is without the quotes.
     *
     * @return in bytes.
     */
    public int length()
    {
        valid();
        return length;
    }

    /**
     * Whether there is no value: {@code null} in JSON, absent text in a binary header.
     *
     * @return true if there is none.
     */
    public boolean isNull()
    {
        return valid() == Kinds.NULL;
    }

    /**
     * Whether the value is a whole number in binary with a sign, so that {@link #getLong(long)} is all there is of it.
     *
     * @return true for {@link Kind#INT8} to {@link Kind#INT64} and for points in time; false for numbers in digits.
     */
    public boolean isSigned()
    {
        return Kinds.isSigned(valid());
    }

    /**
     * Whether the raw bytes are the value's text, so that they may be compared and copied as they are.
     *
     * @return false for escaped JSON text, binary numbers and other values that reading converts.
     */
    public boolean isVerbatim()
    {
        return Kinds.isVerbatim(valid());
    }

    /**
     * A bookmark of this value: offset, length and kind in one long.
     *
     * @return a mark for {@link FrameView#at}, good while the same frame is wrapped.
     */
    public long mark()
    {
        return mark(offset, length, valid());
    }

    /**
     * A bookmark of a value that no cursor is on; for the readers of encodings.
     *
     * @param offset of the value in bytes from the start of the frame.
     * @param length of the value in bytes.
     * @param kind   the ordinal of its {@link Kind}.
     * @return the mark.
     */
    public static long mark(final int offset, final int length, final int kind)
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
     * timestamps; floats and doubles, cut off towards zero; decimal text, as {@code Integer.parseInt} takes it, in ASCII
     * digits ({@code +5} and {@code 007} are numbers; blanks, {@code 0x10} and {@code 1.0} are not); JSON numbers and
     * quoted numbers.
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
        // The commonest of what is left, told by one test.
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
     * The value as a double: a float or double as it is (also when it is not a number), everything that
     * {@link #getLong(long)} gives, and a ulong of any size; rounded where it has more digits than a double.
     *
     * @param defaultValue to return if the value is null or none of these; text with a fraction is none.
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
     * The value's own bits, of values of fixed width: a whole number extended to 64 bits by its sign or zeros, the bits
     * of a float, double or decimal, the last eight bytes of a UUID or decimal128.
     *
     * @return the bits; 0 for null and for values of no fixed width.
     */
    public long getLongBits()
    {
        return Kinds.isNumber(valid()) ? numberBits() : otherBits();
    }

    /**
     * As the methods around it at most 35 bytes of code (MaxInlineSize), so that loops which seldom get there have them inside: of
     * what a loop calls the compiler must fear that it changes all it holds.
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

    /**
     * The first eight bytes of a UUID or decimal128.
     *
     * @return the bits; 0 for all other values.
     */
    public long getHighLongBits()
    {
        return valid() == Kinds.UUID || kind == Kinds.DECIMAL128 ? Words.getLong(array(), index()) : 0;
    }

    /**
     * How many values an AMQP list, map or array says it holds: elements, which for a map is keys and values.
     *
     * @return the count as an unsigned number of 32 bits, unchecked until the value is entered; 0 for all other values.
     */
    public long count()
    {
        if (!Kinds.isCompound(valid()) || kind == Kinds.DESCRIBED || length == 0)
        {
            return 0;
        }
        loadCompound(Math.min(length, 2 * Integer.BYTES));
        // The size's first octet is all of it, or zero: then size and count have four octets each.
        final int index = index();
        return (array()[index] & 0xFF) == length - 1 ? array()[index + 1] & 0xFF : Words.getInt(array(), index
            + Integer.BYTES) & 0xFFFF_FFFFL;
    }

    /** A section that is shown is not loaded before something of it is wanted; it is known to fit into the scratch. */
    private void loadCompound(final int bytes)
    {
        frame.load(offset, offset + bytes);
    }

    /**
     * Whether the value is a number that {@link #getInt(int)} can give.
     *
     * @return true if it is in the range of int32.
     */
    public boolean isInt()
    {
        return getInt(0) == getInt(1);
    }

    /**
     * Whether the value is a number that {@link #getLong(long)} can give.
     *
     * @return true if it is in the range of int64.
     */
    public boolean isLong()
    {
        return getLong(0) == getLong(1);
    }

    /**
     * Whether the value is a number that {@link #getDouble(double)} can give.
     *
     * @return true also for a float or double that is infinite or not a number.
     */
    public boolean isDouble()
    {
        return valid() == Kinds.FLOAT32 || kind == Kinds.FLOAT64 || getDouble(0) == getDouble(1);
    }

    /**
     * The value as a boolean: the text {@code true} or {@code false} in any case, or AMQP's booleans. With {@code false} as the
     * default value this is how the reference reads its typed headers.
     *
     * @param defaultValue to return if the value is null or none of these, such as {@code 1} or {@code yes}.
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

    /**
     * Whether the value is a boolean that {@link #getBoolean(boolean)} can give.
     *
     * @return true for true and for false.
     */
    public boolean isBoolean()
    {
        return getBoolean(false) == getBoolean(true);
    }

    /**
     * The length of the value's text, escapes undone.
     *
     * @return in bytes of UTF-8, 0 for null; for a body its length.
     */
    public int textLength()
    {
        if (resolve())
        {
            return Kinds.hasText(kind) ? to - from : 0;
        }
        return Text.length(text(), from, to, kind);
    }

    /**
     * Finds the value's text and whether its bytes are the text. A body counts as text, and may not be in the array.
     *
     * @return true if the bytes found are the text, false if they are still to be converted.
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
                return Numbers.render((int)Numbers.parseOddInt(array(), index(), index() + length), scratch);
            default:
                return Scalars.render(array(), index(), length, kind, scratch);
        }
    }

    private byte[] text()
    {
        return inScratch ? scratch : array();
    }

    /** Whether the value has a text to compare: null has none, and a body must have arrived and be in the array. */
    private boolean hasText()
    {
        return Kinds.hasText(kind) && (kind != Kinds.BYTES || frame.isLoaded(offset, length));
    }

    /**
     * Whether the value's text is the one given, escapes undone. A body that had to stay in its buffer (direct or
     * composite) or has not arrived equals nothing.
     *
     * @param utf8 text to compare with, in well-formed UTF-8.
     * @return true if all of it is equal; false for null.
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
     * Whether the value's text is the one given but for the case of ASCII letters.
     *
     * @param ascii text to compare with, in ASCII.
     * @return true if all of it is equal; false for null.
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
     * Whether the value's text begins with the one given, escapes undone.
     *
     * @param utf8 text to compare with, in well-formed UTF-8.
     * @return true if the text begins so; false for null.
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
     * Whether the value's text is the one given, escapes undone.
     *
     * @param other text to compare with, UTF-16 unit by unit.
     * @return true if all of it is equal; false for null.
     */
    public boolean contentEquals(final CharSequence other)
    {
        resolve();
        return hasText() && Text.matches(text(), from, to, kind, other, true);
    }

    /**
     * Whether the value's text begins with the one given, escapes undone.
     *
     * @param other text to compare with, UTF-16 unit by unit.
     * @return true if the text begins so; false for null.
     */
    public boolean startsWith(final CharSequence other)
    {
        resolve();
        return hasText() && Text.matches(text(), from, to, kind, other, false);
    }

    /**
     * The hash that {@link String#hashCode()} gives for the value's text, which is also the code that a broker keeps
     * for a message's tag.
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
     * Copies the value's text, escapes undone, into an array; of a body, its bytes.
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
            // Escapes only ever shrink, so it fits.
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
            // Null stands nowhere: its place may be in front of what is loaded.
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

    /** Whether the bytes are there: not so for a body that has not arrived. */
    private boolean isAvailable()
    {
        return kind != Kinds.BYTES || frame.available() - offset >= length;
    }

    /**
     * Copies the value's text, escapes undone, to a Netty buffer's writer index, which moves behind it.
     *
     * @param dst buffer to write to; grows as its own maximum allows.
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
     * @param position raw bytes already done.
     * @return the bytes in the scratch in the high 32 bits, the raw bytes done in the low 32; 0 if all is done.
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
     * Copies the value's text, escapes undone, into an Agrona buffer.
     *
     * @param dst       buffer to copy into; it is not made to grow.
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
     * Copies the raw bytes as they stand in the frame, escapes and all.
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
     * What this cursor is on: kind, offset and length, never bytes of the value, which may be a secret and is not for logs;
     * {@link #toText()} has the text. Throws nothing, whatever the cursor is on. Allocates.
     *
     * @return a line for people, such as {@code TEXT, 12 bytes at 20}, or {@code no value}.
     */
    @Override
    public String toString()
    {
        return kind == Kinds.NONE ? "no value" : Kind.of(kind) + ", " + length + " bytes at " + offset;
    }

    /**
     * The value's text as the reference decoder has it in its {@code String}: digits of whole numbers, {@code true} and
     * {@code false}, a UUID's usual form, and the bytes of a binary read as UTF-8. Allocates.
     *
     * @return the text, or null for null and for values without a text: floats, doubles and decimals.
     */
    public String toText()
    {
        if (!resolve() && kind == Kinds.JSON_TEXT)
        {
            return Text.toUnescaped(text(), from, to);
        }
        return hasText() ? new String(text(), from, to - from, StandardCharsets.UTF_8) : null;
    }
}
