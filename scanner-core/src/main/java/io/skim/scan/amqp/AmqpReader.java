package io.skim.scan.amqp;

import io.skim.bytes.FormatCodes;
import io.skim.bytes.Kinds;
import io.skim.bytes.Words;
import io.skim.scan.Cursor;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import java.util.Objects;

/**
 * Reads AMQP 1.0 values, pulled one after the other: the caller owns the loop, and enters a compound value or leaves it
 * unread.
 *
 * <pre>
 * reader.wrap(frame, offset, length);
 * for (int event = reader.next(); event != AmqpReader.DONE; event = reader.next())
 * {
 *     if (event == AmqpReader.MALFORMED) { throw reader.fault().toException(); }
 *     if (event == AmqpReader.VALUE &amp;&amp; reader.isCompound()) { reader.enter(); }    // else it is passed over by its size
 *     else if (event == AmqpReader.VALUE) { sum += reader.value(cursor).getLong(0); }
 * }                                                         // END: the compound value that was entered last is over
 * </pre>
 *
 * A value's {@link #offset()} and {@link #length()} are those of its body: without its constructor, and without the length
 * of a string, symbol or binary. A described value is a container of two values, its descriptor first; its body is both
 * with their constructors. The elements of an array follow without constructors of their own; those of an array of
 * described values share one descriptor, which {@link #elementOffset()} leads to.
 * <p>
 * No recursion, no allocation: what is open is kept in arrays of {@link Limits#maxDepth()}. Sizes and counts are checked
 * against each other and against what holds them when a value is entered; what is not entered, and the descriptors that
 * elements of an array share, is only checked to end inside its container. Text that {@code next} gives is well-formed. A
 * reader refers to the frame until the next one, or until {@link #reset()}.
 *
 * @see "OASIS AMQP 1.0, part 1 (types)"
 */
public final class AmqpReader extends ContainerReader
{
    /** An event: the bytes are refused, {@link #fault()} tells why and where; the same again until {@code wrap}. */
    public static final int MALFORMED = -1;
    /** An event: all values of the region were read. */
    public static final int DONE = 0;
    /** An event: a value, scalar or compound; {@link #enter()} goes into a compound one. */
    public static final int VALUE = 1;
    /** An event: the compound value entered last is over; the reader's value is that container again. */
    public static final int END = 2;

    private static final Kind[] KINDS = Kind.values();
    private static final int REGION = -1;

    private FrameView frame;
    /** Whether the current value is a container that has just ended. */
    private boolean atEnd;
    /** The depth at which the caller began: 1 if in a container of a cursor. */
    private int floor;

    /** Makes a strict reader with the default limits. */
    public AmqpReader()
    {
        this(Limits.DEFAULT, Strictness.STRICT);
    }

    /**
     * Makes a reader.
     *
     * @param limits     of which depth and element count matter here.
     * @param strictness lenient takes any octet but 0 of a boolean for true, as all peers do.
     */
    public AmqpReader(final Limits limits, final Strictness strictness)
    {
        this(new Fault(), limits, strictness);
    }

    AmqpReader(final Fault fault, final Limits limits, final Strictness strictness)
    {
        super(fault, limits, strictness);
    }

    /**
     * Starts on all of a frame: concatenated values.
     *
     * @param frame wrapped on the values and nothing else.
     * @return this, before the first value.
     */
    public AmqpReader wrap(final FrameView frame)
    {
        return wrap(frame, 0, frame.available());
    }

    /**
     * Starts on part of a frame: concatenated values. Where the part cannot be loaded, since it is longer than
     * {@link Limits#maxHeaderLength()} allows and the buffer has no array, the first {@code next} refuses it; also where it
     * ends further on than {@link Cursor#mark()} can tell, behind 268,435,455 bytes.
     *
     * @param frame  wrapped, and to stay so while the reader is used.
     * @param offset of the first value in bytes from the start of the frame.
     * @param length of the values in bytes.
     * @return this, before the first value.
     * @throws IndexOutOfBoundsException if the part is not inside the frame, or has not arrived.
     * @throws IllegalStateException     if the frame is not wrapped.
     */
    public AmqpReader wrap(final FrameView frame, final int offset, final int length)
    {
        if (!frame.isWrapped())
        {
            throw new IllegalStateException("the frame is not wrapped: call FrameView.wrap first");
        }
        Objects.checkFromIndexSize(offset, length, frame.available());
        fault.reset();
        if (!frame.load(offset, offset + length))
        {
            fault.at(offset, Reason.SECTION_TOO_LONG, length, frame.scratchLength());
        }
        else if (offset + length > ItemIndex.MOST)
        {
            fault.at(offset, Reason.MESSAGE_TOO_LONG, offset + length, ItemIndex.MOST);
        }
        renew(length);
        return begin(frame, offset, offset + length);
    }

    /** As {@code wrap}, on bytes known to be loaded; the fault and what {@link #renew} counts stay what they are. */
    AmqpReader begin(final FrameView frame, final int offset, final int end)
    {
        if (this.frame != frame)
        {
            this.frame = frame;
        }
        if (array != frame.array())
        {
            array = frame.array();
        }
        base = frame.arrayOffset();
        position = offset;
        limit = end;
        remaining = REGION;
        elementCode = -1;
        depth = 0;
        floor = 0;
        atEnd = false;
        kind = Kinds.NONE;
        return this;
    }

    /** Makes a value the current one, to be entered or checked. */
    AmqpReader on(final int kind, final int offset, final int length)
    {
        this.kind = kind;
        this.offset = offset;
        this.length = length;
        return this;
    }

    /** Lets go of the frame's bytes. */
    void detach()
    {
        if (array != NOTHING)
        {
            array = NOTHING;
        }
        limit = position;
        remaining = REGION;
    }

    /** Lets go of the frame: there is no value, and nothing more to read, until the next {@code wrap}. The fault stays. */
    public void reset()
    {
        detach();
        frame = null;
        elementCode = -1;
        depth = 0;
        floor = 0;
        atEnd = false;
        kind = Kinds.NONE;
    }

    /**
     * Starts on the inside of a compound value that a scan has lent, to look into it from a callback. Array elements without
     * bytes are limited by the bytes of this value, not by those of the message around it: see {@link
     * io.skim.scan.Limits#withMaxElementCount(int)}.
     *
     * @param frame that the value is in.
     * @param value a list, map, array or described value.
     * @return the count of its elements, or {@link #MALFORMED}; the reader is before the first of them, and {@code DONE}
     *     comes behind the last.
     * @throws IllegalArgumentException if the value is of another kind.
     */
    public long enter(final FrameView frame, final Cursor value)
    {
        final Kind of = value.kind();
        if (!Kinds.isCompound(of.ordinal()))
        {
            throw new IllegalArgumentException("there is nothing to enter in a value of kind " + of);
        }
        wrap(frame, value.offset(), value.length());
        kind = of.ordinal();
        offset = position;
        length = value.length();
        if (fault.isPresent() || open() < 0)
        {
            return MALFORMED;
        }
        floor = 1;
        return remaining;
    }

    /**
     * Moves to the next value of the innermost container that was entered, or to its end. A compound value that was not
     * entered is passed over.
     *
     * @return {@link #VALUE}, {@link #END}, {@link #DONE} or {@link #MALFORMED}.
     */
    public int next()
    {
        final int event = advance();
        return event != VALUE || check() >= 0 ? event : MALFORMED;
    }

    /** As {@code next}, but does not look into text. */
    int advance()
    {
        atEnd = false;
        if (remaining == 0)
        {
            return end();
        }
        if (fault.isPresent())
        {
            return MALFORMED;
        }
        if (remaining < 0 && position == limit)
        {
            return DONE;
        }
        final int next = elementCode >= 0 ? body(position, elementCode) : value(position);
        if (next < 0)
        {
            return MALFORMED;
        }
        remaining--;
        position = next;
        return VALUE;
    }

    /**
     * Goes into the compound value that {@code next} has given.
     *
     * @return how many elements it holds (for a map keys and values, for a described value 2), or {@link #MALFORMED}: then
     *     size and count contradict each other or a limit is exceeded.
     * @throws IllegalStateException if the reader is not on a compound value.
     */
    public int enter()
    {
        if (!isCompound())
        {
            throw new IllegalStateException("the reader is not on a compound value that next() has just given");
        }
        return open();
    }

    /** The innermost container, or what was entered by {@link #enter(FrameView, Cursor)}, has no more elements. */
    private int end()
    {
        return fault.isPresent() || end(position) < 0 ? MALFORMED : depth == floor ? DONE : leave();
    }

    /**
     * Checks all that the current compound value holds, as if each value in it were entered: keys of maps and descriptors of
     * arrays too. The reader is on the same value afterwards, its position behind it.
     *
     * @return {@link #VALUE}, or {@link #MALFORMED} with the fault set.
     */
    int checkInside()
    {
        final int outer = depth;
        return walk(outer, openChecked());
    }

    /** Checks the descriptors that the elements share of the array that was opened last, as {@link #checkInside} does. */
    int checkDescriptors()
    {
        final int constructor = constructorOffset;
        final int result = walk(depth, passDescriptors(openItems()));
        constructorOffset = constructor;
        kind = Kinds.NONE;
        return result;
    }

    /** Goes into the current value; of an array, the descriptors first. */
    private int openChecked()
    {
        return open() < 0 ? MALFORMED : elementCode < 0 ? VALUE : passDescriptors(openItems());
    }

    /** Checks all values until the depth is that of outside; a loop, for nesting is the peer's. */
    private int walk(final int outer, final int begun)
    {
        int event = begun;
        while (event >= 0 && depth > outer)
        {
            event = next();
            if (event == VALUE && isOnCompound())
            {
                event = openChecked();
            }
            else if (event == END && isOnDescriptor())
            {
                event = passDescriptors(position);
            }
        }
        atEnd = false;
        return event < 0 ? MALFORMED : VALUE;
    }

    /**
     * Leaves the container that was entered last, whatever is left of it, unread and unchecked.
     *
     * @return {@link #END}: the reader's value is that container again, and {@code next} goes on behind it.
     * @throws IllegalStateException if no container is open.
     */
    public int leave()
    {
        if (depth == floor)
        {
            throw new IllegalStateException("no container is open");
        }
        atEnd = true;
        close();
        return END;
    }

    /**
     * Points a cursor at the current value.
     *
     * @param cursor to set.
     * @return {@code cursor}, valid while the frame is wrapped and its part loaded.
     * @throws IllegalStateException if the reader is not on a value.
     */
    public Cursor value(final Cursor cursor)
    {
        if (kind < 0)
        {
            throw noValue();
        }
        cursor.bind(frame);
        return cursor.point(offset, length, kind);
    }

    /**
     * The kind of the current value.
     *
     * @return the kind, width forms folded.
     * @throws IllegalStateException if the reader is not on a value.
     */
    public Kind kind()
    {
        if (kind < 0)
        {
            throw noValue();
        }
        return KINDS[kind];
    }

    private IllegalStateException noValue()
    {
        return new IllegalStateException("the reader is not on a value: " + (fault.isPresent()
            ? "what it was wrapped on is malformed (" + fault.reason() + "), wrap it anew"
            : frame == null ? "call wrap, then next" : "call next, which has to give VALUE"));
    }

    /**
     * Whether {@link #enter()} may be called.
     *
     * @return true on a list, map, array or described value that {@code next} has given, not at its {@link #END}.
     */
    public boolean isCompound()
    {
        return isOnCompound() && !atEnd;
    }

    /**
     * The format code of the current value, which tells its width form.
     *
     * @return 0x40 to 0xFF, or 0 for a described value; in an array the code that its elements share.
     */
    public int code()
    {
        return elementCode >= 0 ? elementCode : array[base + constructorOffset] & 0xFF;
    }

    /**
     * Where the constructor of the current value stands.
     *
     * @return in bytes from the start of the frame; in an array that of the first value with a constructor of its own.
     */
    public int constructorOffset()
    {
        return constructorOffset;
    }

    /**
     * Where the body of the current value begins.
     *
     * @return in bytes from the start of the frame.
     */
    public int offset()
    {
        return offset;
    }

    /**
     * How long the body of the current value is.
     *
     * @return in bytes.
     */
    public int length()
    {
        return length;
    }

    /**
     * Where the next value, or the end of the innermost container, is.
     *
     * @return in bytes from the start of the frame.
     */
    public int position()
    {
        return position;
    }

    /**
     * How many containers are open.
     *
     * @return 0 in the region itself.
     */
    public int depth()
    {
        return depth - floor;
    }

    /**
     * How many elements the innermost open container holds: of a map keys and values, of a described value 2.
     *
     * @return the count; 0 where no container was entered.
     */
    public int count()
    {
        if (depth == 0)
        {
            return 0;
        }
        return openCount();
    }

    /**
     * Which element of the innermost container the current value is; in maps even ones are keys, in described values 0
     * is the descriptor.
     *
     * @return from 0.
     */
    public int index()
    {
        return count() - remaining - 1;
    }

    /**
     * Where the constructor stands that the elements of the innermost container, an array, share: its own code, behind a
     * zero octet and a descriptor for each description.
     *
     * @return in bytes from the start of the frame, or -1 if the container is no array.
     */
    public int elementOffset()
    {
        if (elementCode < 0)
        {
            return -1;
        }
        return openItems();
    }

    /**
     * The code that the elements of the innermost container share.
     *
     * @return 0x40 to 0xFF, or -1 if it is no array.
     */
    public int elementCode()
    {
        return elementCode;
    }

    /**
     * Why the bytes were refused.
     *
     * @return this reader's fault, reused by {@code wrap}; absent while all is well.
     */
    public Fault fault()
    {
        return fault;
    }
}
