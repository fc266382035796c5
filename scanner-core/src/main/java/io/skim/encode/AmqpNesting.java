package io.skim.encode;

import io.skim.bytes.FormatCodes;
import io.skim.bytes.Words;
import io.skim.scan.Kind;
import io.skim.scan.Limits;

/**
 * How containers, frames and payloads of an AMQP encoding begin.
 */
abstract class AmqpNesting extends AmqpStack
{
    private static final int DATA_OFFSET = 2;
    private static final int TRANSFER_CODE = 0x14;
    private static final AmqpKey TRANSFER = AmqpKey.symbol("amqp:transfer:list");

    AmqpNesting(final Limits limits)
    {
        super(limits);
    }

    /**
     * Begins a list: its items are what is put until {@link #end()}.
     * <p>
     * Takes the shortest form that its size and count allow, down to the one octet of an empty list. Position: moves behind
     * the list's header. Allocates: nothing, unless more containers are open than ever before.
     *
     * @throws IllegalStateException before {@code wrap}, or in an array of another type.
     */
    public final void beginList()
    {
        begin(FormatCodes.LIST);
    }

    /**
     * Begins a map: what is put until {@link #end()} are its keys and values in turn. Otherwise as {@link #beginList()}.
     *
     * @throws IllegalStateException before {@code wrap}, or in an array of another type.
     */
    public final void beginMap()
    {
        begin(FormatCodes.MAP);
    }

    /**
     * Begins a list with four octets each for size and count, however short it is, so that what is in it may grow later, and
     * stays where {@code position} says it is.
     *
     * @throws IllegalStateException before {@code wrap}, or in an array whose elements are not of that width.
     */
    public final void beginWideList()
    {
        begin(FormatCodes.LIST | FormatCodes.WIDE);
    }

    /**
     * Begins a map with four octets each for size and count, as {@link #beginWideList()}.
     *
     * @throws IllegalStateException before {@code wrap}, or in an array whose elements are not of that width.
     */
    public final void beginWideMap()
    {
        begin(FormatCodes.MAP | FormatCodes.WIDE);
    }

    /**
     * Begins an array. What is put until {@link #end()} are its elements, all of one type, whose code is written once: numbers
     * at full width, texts and containers with one octet of length until one of them needs four.
     *
     * @param kind of the elements, {@link Kind#TRUE} or {@link Kind#FALSE} for booleans.
     * @throws IllegalStateException    before {@code wrap}, or in an array of another type.
     * @throws IllegalArgumentException if values of the kind cannot be elements.
     */
    public final void beginArray(final Kind kind)
    {
        final int code = elementsOf(kind);
        begin(FormatCodes.ARRAY);
        putType(code);
    }

    /**
     * Begins an array with four octets each for size and count, and for the lengths of its elements, if they have lengths;
     * otherwise as {@link #beginArray(Kind)}.
     *
     * @param kind of the elements, {@link Kind#TRUE} or {@link Kind#FALSE} for booleans.
     * @throws IllegalStateException    before {@code wrap}, or in an array of another type.
     * @throws IllegalArgumentException if values of the kind cannot be elements.
     */
    public final void beginWideArray(final Kind kind)
    {
        final int code = elementsOf(kind);
        begin(FormatCodes.ARRAY | FormatCodes.WIDE);
        putType(code);
    }

    /**
     * Begins an array of described values. The descriptors that its elements share come next, by {@code descriptor} or by
     * {@link #elementDescriptor()} and a value, then {@link #elementType(Kind)}, then the elements without descriptors.
     *
     * @throws IllegalStateException before {@code wrap}, or in an array of another type.
     */
    public final void beginArray()
    {
        begin(FormatCodes.ARRAY);
        if (!lost)
        {
            stack[top() + FORM] |= UNTYPED;
            stack[top() + TYPE] = 0;
        }
    }

    /**
     * Says that the next value, whatever it is, describes the elements of the array that was begun.
     *
     * @throws IllegalStateException if no array waits for its element type.
     */
    public final void elementDescriptor()
    {
        if (lost)
        {
            return;
        }
        stack[untyped() + TYPE]++;
        putOctet(FormatCodes.DESCRIBED);
    }

    /**
     * Says of what type the elements of the array are, below what describes them; the elements come next.
     *
     * @param kind of the elements, {@link Kind#TRUE} or {@link Kind#FALSE} for booleans.
     * @throws IllegalStateException    if no array waits for its element type, or {@link #elementDescriptor()} for its value.
     * @throws IllegalArgumentException if values of the kind cannot be elements.
     */
    public final void elementType(final Kind kind)
    {
        if (lost)
        {
            return;
        }
        final int code = elementsOf(kind);
        final int slot = untyped();
        stack[slot + FORM] &= ~UNTYPED;
        putType(code);
    }

    private int untyped()
    {
        final int slot = top();
        if (depth == 0 || (stack[slot + FORM] & UNTYPED) == 0)
        {
            throw wrong("no array waits for its element type: call beginArray() first");
        }
        if (count != stack[slot + TYPE])
        {
            throw wrong(count + " values where " + stack[slot + TYPE]
                + " element descriptors were announced: call elementDescriptor before each");
        }
        return slot;
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

    private void putType(final int code)
    {
        if (lost)
        {
            return;
        }
        final int slot = top();
        final boolean isWide = (stack[slot + FORM] & FormatCodes.WIDE) != 0;
        elementCode = isWide && code >= FormatCodes.BINARY ? code | FormatCodes.WIDE : code;
        stack[slot + TYPE] = out.length();
        putOctet(elementCode);
        count = 0;
        descriptorEnd = NONE;
    }

    /**
     * Begins a described value whose descriptor may be of any type: two values come next, the descriptor and what it
     * describes, then {@link #end()}. Where the descriptor is a ulong or symbol, {@code descriptor} is shorter.
     *
     * @throws IllegalStateException before {@code wrap}, or in an array, whose elements are described once.
     */
    public final void beginDescribed()
    {
        checkNotElement();
        putOctet(FormatCodes.DESCRIBED);
        push(FormatCodes.DESCRIBED);
    }

    /** Writes the prefix of a descriptor that comes before its value without being a container. */
    final void openDescriptor()
    {
        checkNotElement();
        putOctet(FormatCodes.DESCRIBED);
    }

    private void checkNotElement()
    {
        checkAttached();
        if (elementCode >= 0)
        {
            throw wrong("the elements of an array are described once: begin it by beginArray(), then call descriptor");
        }
    }

    /** Begins a list whose last nulls are left out. */
    final void beginFields()
    {
        begin(FormatCodes.LIST | COMPOSITE);
    }

    /** Refuses what stands in no other value. */
    final void checkOutside()
    {
        checkAttached();
        if (depth > 0 || out.length() == descriptorEnd)
        {
            throw wrong("frames and protocol headers stand in no other value: call end first");
        }
    }

    /** Begins a frame. */
    final void beginFrame(final int type, final int channel)
    {
        checkOutside();
        if (channel < 0 || channel > 0xFFFF)
        {
            refuse(EncodeRefusal.OUT_OF_RANGE);
        }
        out.ensure(FRAME_HEADER);
        push(FRAME);
        Words.putInt(out.array, out.position + Integer.BYTES, DATA_OFFSET << 24 | type << 16 | channel & 0xFFFF);
        out.position += FRAME_HEADER;
    }

    /** Notes that the performative is complete and what comes is its payload. */
    final void beginPayload()
    {
        if (lost)
        {
            return;
        }
        if (depth != 1 || (stack[FORM] & OCTET) != FRAME || count != 1 && (stack[FORM] & PAYLOAD) == 0)
        {
            throw wrong("a payload stands behind the performative of a frame: call beginFrame, beginComposite and end");
        }
        checkDescribed();
        final int from = out.start + stack[START] + FRAME_HEADER;
        final byte[] array = out.array;
        if (Words.getShort(array, from) == FormatCodes.ULONG_SMALL ? array[from + 2] != TRANSFER_CODE
            : !Words.equals(array, from + 1, TRANSFER.padded, 0, Math.min(TRANSFER.length, out.position - from - 1)))
        {
            throw wrong("no performative but transfer has a payload");
        }
        stack[FORM] |= PAYLOAD;
    }

    /** Begins a container that has to be of the array's element type. */
    final void beginElement(final int code)
    {
        begin(code);
    }

    private void begin(final int form)
    {
        if (elementCode >= 0)
        {
            beginInArray(form & OCTET);
            return;
        }
        out.ensure(1 + WIDE_HEADER);
        out.array[out.position++] = (byte)form;
        push(form);
        out.position += (form & FormatCodes.WIDE) == 0 ? NARROW_HEADER : WIDE_HEADER;
    }

    private void beginInArray(final int code)
    {
        checkAttached();
        final int elements = elementCode;
        if ((code | FormatCodes.WIDE) != (elements | FormatCodes.WIDE) || code > elements)
        {
            throw wrong("an array of " + FormatCodes.typeName(elements) + (code == elements + FormatCodes.WIDE
                ? " with one octet for sizes: call beginWideArray"
                : " takes no " + FormatCodes.typeName(code)));
        }
        out.ensure(WIDE_HEADER);
        push(elements | ELEMENT);
        out.position += (elements & FormatCodes.WIDE) == 0 ? NARROW_HEADER : WIDE_HEADER;
    }
}
