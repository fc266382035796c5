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
import io.skim.scan.spi.Cursors;
import io.skim.scan.spi.Faults;
import io.skim.scan.spi.Frames;
import java.util.Objects;

/**
 * Reads AMQP 1.0 values one after the other. The caller owns the loop, and enters a compound value or leaves it unread.
 *
 * <pre>
 * reader.wrap(frame, offset, length);
 * for (int event = reader.next(); event != AmqpReader.DONE; event = reader.next())
 * {
 *     if (event == AmqpReader.MALFORMED) { throw reader.fault().toException(); }
 *     if (event == AmqpReader.VALUE &amp;&amp; reader.isCompound()) { reader.enter(); } // otherwise next() skips it by its size
 *     else if (event == AmqpReader.VALUE) { sum += reader.value(cursor).getLong(0); }
 * }                                                      // END: the compound value that was entered last has ended
 * </pre>
 *
 * {@link #offset()} and {@link #length()} are the extent of a value's body: without its constructor, and without the length of a
 * string, symbol or binary. A described value is a container of two values, first its descriptor; its body is both with their
 * constructors. The elements of an array have no constructors of their own. Those of an array of described values share one
 * descriptor, at {@link #elementOffset()}.
 * <p>
 * No recursion, no allocation: open containers are kept in arrays of {@link Limits#maxDepth()}. Entering a value checks its size
 * and count against each other and against its container. Of a value that is not entered, and of the descriptors that elements of
 * an array share, the reader checks only that they end inside the container. Text that {@code next} gives is well-formed. A
 * reader refers to the frame until the next {@code wrap} or {@link #reset()}.
 *
 * @see "OASIS AMQP 1.0, part 1 (types)"
 */
public final class AmqpReader extends ContainerReader
{
    /**
     * An event: the bytes are refused, and {@link #fault()} gives the reason. Every call returns it again until {@code wrap}.
     */
    public static final int MALFORMED = -1;
    /** An event: all values of the region were read. */
    public static final int DONE = 0;
    /** An event: a scalar or compound value. {@link #enter()} enters a compound one. */
    public static final int VALUE = 1;
    /** An event: the compound value entered last has ended. The reader is on that value again. */
    public static final int END = 2;

    private static final Kind[] KINDS = Kind.values();
    private static final int REGION = -1;

    @SuppressWarnings("NullAway.Init") // wrap sets it
    private FrameView frame;
    /** Whether the current value is a container that has ended. */
    private boolean atEnd;
    /** The depth at the start: 1 in a container of a cursor. */
    private int floor;

    /** Makes a strict reader with the default limits. */
    public AmqpReader()
    {
        this(Limits.DEFAULT, Strictness.STRICT);
    }

    /**
     * Makes a reader.
     *
     * @param limits     of which it uses depth and element count.
     * @param strictness lenient reads every octet of a boolean except 0 as true, as all peers do.
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
     * Starts on the concatenated values that fill a frame.
     *
     * @param frame wrapped on exactly these values.
     * @return this, before the first value.
     */
    public AmqpReader wrap(final FrameView frame)
    {
        return wrap(frame, 0, frame.available());
    }

    /**
     * Starts on the concatenated values in a part of a frame. The first {@code next} refuses a part that cannot be loaded,
     * because it is longer than {@link Limits#maxHeaderLength()} in a buffer without an array, or that ends after the first
     * 268,435,455 bytes, the greatest offset of a {@link Cursor#mark()}.
     *
     * @param frame  wrapped; do not wrap it again while you use the reader.
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
        Faults.reset(fault);
        if (!Frames.load(frame, offset, offset + length))
        {
            Faults.at(fault, offset, Reason.SECTION_TOO_LONG, length, Frames.scratchLength(frame));
        }
        else if (offset + length > ItemIndex.MOST)
        {
            Faults.at(fault, offset, Reason.MESSAGE_TOO_LONG, offset + length, ItemIndex.MOST);
        }
        renew(length);
        return begin(frame, offset, offset + length);
    }

    /** As {@code wrap}, on loaded bytes; keeps the fault and the count of {@link #renew}. */
    AmqpReader begin(final FrameView frame, final int offset, final int end)
    {
        if (this.frame != frame)
        {
            this.frame = frame;
        }
        if (array != Frames.array(frame))
        {
            array = Frames.array(frame);
        }
        base = Frames.arrayOffset(frame);
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

    /** Makes a value the current one, to enter or check it. */
    AmqpReader on(final int kind, final int offset, final int length)
    {
        this.kind = kind;
        this.offset = offset;
        this.length = length;
        return this;
    }

    /** Releases the frame's bytes. */
    void detach()
    {
        if (array != NOTHING)
        {
            array = NOTHING;
        }
        limit = position;
        remaining = REGION;
    }

    /** Releases the frame. The reader is on no value, and reads nothing until the next {@code wrap}. The fault stays. */
    @SuppressWarnings("NullAway") // no reads until wrap
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
     * Starts on the contents of a compound value that a scan has lent, to read it in a callback. The bytes of this value, not
     * those of the whole message, limit the array elements without bytes: see
     * {@link io.skim.scan.Limits#withMaxElementCount(int)}.
     *
     * @param frame that contains the value.
     * @param value a list, map, array or described value.
     * @return the count of its elements, or {@link #MALFORMED}. The reader is before the first element, and {@code DONE} follows
     *     the last.
     * @throws IllegalArgumentException if the value has another kind.
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
     * Moves to the next value of the innermost open container, or to its end. Skips the current compound value if it was not
     * entered.
     *
     * @return {@link #VALUE}, {@link #END}, {@link #DONE} or {@link #MALFORMED}.
     */
    public int next()
    {
        final int event = advance();
        return event != VALUE || check() >= 0 ? event : MALFORMED;
    }

    /** As {@code next}, but does not check text. */
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
     * Enters the current compound value.
     *
     * @return the number of its elements (of a map keys and values together, of a described value 2), or {@link #MALFORMED} if
     *     its size and count contradict each other or a limit is exceeded.
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

    /** Ends the innermost container, or the value entered by {@link #enter(FrameView, Cursor)}. */
    private int end()
    {
        return fault.isPresent() || end(position) < 0 ? MALFORMED : depth == floor ? DONE : leave();
    }

    /**
     * Checks all contents of the current compound value, keys of maps and descriptors of arrays too. Then the reader is on the
     * same value, its position after it.
     *
     * @return {@link #VALUE}, or {@link #MALFORMED} with the fault set.
     */
    int checkInside()
    {
        final int outer = depth;
        return walk(outer, openChecked());
    }

    /** Checks the shared descriptors of the array that was opened last, as {@link #checkInside} does. */
    int checkDescriptors()
    {
        final int constructor = constructorOffset;
        final int result = walk(depth, passDescriptors(openItems()));
        constructorOffset = constructor;
        kind = Kinds.NONE;
        return result;
    }

    /** Enters the current value; checks the descriptors of an array first. */
    private int openChecked()
    {
        return open() < 0 ? MALFORMED : elementCode < 0 ? VALUE : passDescriptors(openItems());
    }

    /** Checks all values until the outer depth is reached. A loop and no recursion, because the peer chooses the depth. */
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
     * Leaves the container entered last. Its rest stays unread and unchecked.
     *
     * @return {@link #END}: the reader is on that container again, and {@code next} continues after it.
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
     * @return {@code cursor}, valid while the frame is wrapped and this part of it is loaded.
     * @throws IllegalStateException if the reader is not on a value.
     */
    public Cursor value(final Cursor cursor)
    {
        if (kind < 0)
        {
            throw noValue();
        }
        Cursors.bind(cursor, frame);
        return Cursors.point(cursor, offset, length, kind);
    }

    /**
     * {@return the kind of the current value, the same for all widths of a type}
     *
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
     * Whether {@link #enter()} is allowed.
     *
     * @return true on a list, map, array or described value that {@code next} has given, but not at its {@link #END}.
     */
    public boolean isCompound()
    {
        return isOnCompound() && !atEnd;
    }

    /**
     * The format code of the current value, which also gives its width.
     *
     * @return 0x40 to 0xFF, or 0 for a described value; in an array the code that all elements share.
     */
    public int code()
    {
        return elementCode >= 0 ? elementCode : array[base + constructorOffset] & 0xFF;
    }

    /**
     * The offset of the current value's constructor.
     *
     * @return in bytes from the start of the frame; in an array, of the innermost container that has its own constructor.
     */
    public int constructorOffset()
    {
        return constructorOffset;
    }

    /** {@return the offset of the current value's body, in bytes from the start of the frame} */
    public int offset()
    {
        return offset;
    }

    /** {@return the length of the current value's body in bytes} */
    public int length()
    {
        return length;
    }

    /**
     * The offset of the next value, or of the end of the innermost container.
     *
     * @return in bytes from the start of the frame.
     */
    public int position()
    {
        return position;
    }

    /** {@return the number of open containers, 0 in the region itself} */
    public int depth()
    {
        return depth - floor;
    }

    /**
     * {@return the number of elements of the innermost open container: of a map keys and values together, of a described value 2;
     * 0 if no container was entered}
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
     * The index of the current value in the innermost container. In a map, keys have even numbers; in a described value, 0 is the
     * descriptor.
     *
     * @return from 0.
     */
    public int index()
    {
        return count() - remaining - 1;
    }

    /**
     * The offset of the constructor that the elements of the innermost container, an array, share: its code, or, for described
     * elements, a zero octet and a descriptor for each description and then the code.
     *
     * @return in bytes from the start of the frame, or -1 if the container is not an array.
     */
    public int elementOffset()
    {
        if (elementCode < 0)
        {
            return -1;
        }
        return openItems();
    }

    /** {@return the code that the elements of the innermost container share, 0x40 to 0xFF, or -1 if it is not an array} */
    public int elementCode()
    {
        return elementCode;
    }

    /**
     * The reason and the offset of the refusal.
     *
     * @return this reader's fault, which {@code wrap} resets; absent if the bytes were not refused.
     */
    public Fault fault()
    {
        return fault;
    }
}
