package io.skim.encode;

import io.skim.bytes.FormatCodes;
import io.skim.bytes.Words;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import java.util.Arrays;

/**
 * What of an AMQP encoding is open: containers whose size and count are written when they end.
 * <p>
 * A container begins in its form with one octet each for size and count. If its end finds more than they can tell, its
 * content moves up by six bytes in one copy, and no value is encoded twice. The same goes for the elements of an array
 * whose lengths turn out to need four octets: those before are given four octets each.
 */
abstract class AmqpNesting
{
    static final int NONE = -1;
    /** In the place of an element code while no output is attached, so that no value is put by the short way. */
    private static final int DETACHED = 0;
    static final int OCTET = 0xFF;

    /** In a container's form, above its code: a composite's list, whose last nulls are left out. */
    private static final int COMPOSITE = 0x100;
    /** An element of an array: without a code of its own. */
    private static final int ELEMENT = 0x200;
    /** An array whose element type is not yet known. */
    private static final int UNTYPED = 0x400;
    /** A frame behind whose performative the payload has begun. */
    private static final int PAYLOAD = 0x800;
    /** Not a code of AMQP's. */
    private static final int FRAME = 0x01;

    private static final int NARROW_HEADER = 2;
    private static final int WIDE_HEADER = 2 * Integer.BYTES;
    private static final int GROWTH = WIDE_HEADER - NARROW_HEADER;
    private static final int FRAME_HEADER = 8;
    private static final int DATA_OFFSET = 2;
    private static final int TRANSFER_CODE = 0x14;
    private static final AmqpKey TRANSFER = AmqpKey.symbol("amqp:transfer:list");

    private static final int START = 0;
    private static final int FORM = 1;
    private static final int OUTER_COUNT = 2;
    private static final int OUTER_ELEMENT = 3;
    /** Of an array: where the code of its elements stands; before it is known, how many descriptors there are. */
    private static final int TYPE = 4;
    private static final int SLOTS = 5;
    private static final int USUAL_DEPTH = 8;

    final Output out = new Output();
    /** Values that the innermost container holds so far. */
    int count;
    /** The code that the elements of the innermost container, an array, share; else {@link #NONE}. */
    int elementCode = DETACHED;
    /** Behind a descriptor that was put before its value, to find it wanting; relative, as all places kept here. */
    int descriptorEnd = NONE;
    /** The nulls written last, one behind the other. */
    private int nullsFrom;
    private int nullsEnd = NONE;

    private final int maxDepth;
    private final int maxFrameLength;
    private int[] stack = new int[USUAL_DEPTH * SLOTS];
    private int depth;
    /** Containers that were begun below the greatest depth. From then on nothing is kept but what is still to be ended. */
    private int tooDeep;
    private boolean lost;
    private EncodeRefusal refusal;

    AmqpNesting(final Limits limits)
    {
        maxDepth = limits.maxDepth();
        maxFrameLength = limits.maxFrameLength();
    }

    /** Takes nothing more, until an output is attached. */
    final void detach()
    {
        elementCode = DETACHED;
        depth = 0;
        tooDeep = 0;
    }

    final void clear()
    {
        count = 0;
        elementCode = NONE;
        descriptorEnd = NONE;
        nullsEnd = NONE;
        depth = 0;
        tooDeep = 0;
        lost = false;
        if (refusal != null)
        {
            refusal = null;
        }
    }

    final void refuse(final EncodeRefusal reason)
    {
        if (refusal == null)
        {
            refusal = reason;
        }
    }

    /**
     * Why the last {@code complete} returned -1, or the one to come will.
     *
     * @return the first refusal since {@code wrap}, or null if there was none.
     */
    public final EncodeRefusal refusal()
    {
        return refusal;
    }

    /** Refuses a value, whose place something takes. */
    final void refuseValue(final EncodeRefusal reason)
    {
        refuse(reason);
        putOctet(FormatCodes.NULL);
        count++;
    }

    private static IllegalStateException wrong(final String what)
    {
        return new IllegalStateException(what);
    }

    final void checkAttached()
    {
        if (elementCode == DETACHED)
        {
            throw wrong("the encoder has no output: call wrap first");
        }
    }

    /** What must hold before the output may have its bytes. */
    final void checkBalanced()
    {
        checkAttached();
        if (depth + tooDeep > 0)
        {
            throw wrong(depth + tooDeep + " containers are open: call end for each");
        }
        checkDescribed();
    }

    private void checkDescribed()
    {
        if (out.length() == descriptorEnd)
        {
            throw wrong("a descriptor has no value: put the value first");
        }
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

    private int top()
    {
        return (depth - 1) * SLOTS;
    }

    /** Begins a container that has to be of the array's element type. */
    final void beginElement(final int code)
    {
        begin(code);
    }

    private void begin(final int form)
    {
        out.ensure(1 + WIDE_HEADER);
        if (elementCode >= 0)
        {
            beginInArray(form & OCTET);
            return;
        }
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
        push(elements | ELEMENT);
        out.position += (elements & FormatCodes.WIDE) == 0 ? NARROW_HEADER : WIDE_HEADER;
    }

    private void push(final int form)
    {
        if (depth == maxDepth || lost)
        {
            lose();
            return;
        }
        final int slot = depth++ * SLOTS;
        if (slot == stack.length)
        {
            stack = Arrays.copyOf(stack, 2 * slot);
        }
        stack[slot + START] = out.length();
        stack[slot + FORM] = form;
        stack[slot + OUTER_COUNT] = count;
        stack[slot + OUTER_ELEMENT] = elementCode;
        count = 0;
        elementCode = NONE;
    }

    private void lose()
    {
        refuse(EncodeRefusal.NESTED_TOO_DEEP);
        lost = true;
        tooDeep++;
        elementCode = NONE;
    }

    /**
     * Ends what was begun last and not ended yet: writes its size and count.
     *
     * @throws IllegalStateException if nothing is open, or what is open is not complete; then it stays open.
     */
    public final void end()
    {
        if (depth == 0 || lost)
        {
            endLost();
            return;
        }
        checkDescribed();
        final int slot = top();
        final int form = stack[slot + FORM];
        // Most are lists that are short and not empty.
        if (form != FormatCodes.LIST || count == 0 || !isNarrow(slot))
        {
            end(slot, form);
        }
        count = stack[slot + OUTER_COUNT] + 1;
        elementCode = stack[slot + OUTER_ELEMENT];
        nullsEnd = NONE;
        depth--;
    }

    private void endLost()
    {
        if (tooDeep > 0)
        {
            tooDeep--;
        }
        else if (depth == 0)
        {
            throw wrong("no container is open: call begin first");
        }
        else
        {
            depth--;
        }
    }

    private void end(final int slot, final int form)
    {
        switch (form & OCTET)
        {
            case FRAME:
                endFrame(slot, form);
                break;
            case FormatCodes.DESCRIBED:
                if (count != 2)
                {
                    throw wrong(count + " values in a described value: put a descriptor and a value");
                }
                break;
            default:
                endCompound(slot, form);
                break;
        }
    }

    private void endFrame(final int slot, final int form)
    {
        final int at = stack[slot + START];
        final int size = out.length() - at;
        if ((form & PAYLOAD) == 0 && (count > 1 || count == 1 && out.array[out.start + at + FRAME_HEADER] != 0))
        {
            throw wrong("a frame holds one performative: call beginComposite, then payload for what stands behind it");
        }
        if (size > maxFrameLength)
        {
            refuse(EncodeRefusal.FRAME_TOO_LONG);
        }
        Words.putInt(out.array, out.start + at, size);
        // A frame is no value: what holds it counts none.
        stack[slot + OUTER_COUNT]--;
    }

    private void endCompound(final int slot, final int form)
    {
        final int code = form & OCTET;
        if ((form & UNTYPED) != 0)
        {
            throw wrong("the array has no element type: call elementType first");
        }
        if ((code & ~FormatCodes.WIDE) == FormatCodes.MAP && (count & 1) != 0)
        {
            throw wrong(count + " keys and values in a map: put the value of the last key");
        }
        if ((form & COMPOSITE) != 0 && out.length() == nullsEnd)
        {
            count -= nullsEnd - nullsFrom;
            out.position = out.start + nullsFrom;
        }
        final int at = out.start + stack[slot + START];
        if ((code & FormatCodes.WIDE) != 0)
        {
            Words.putInt(out.array, at, out.position - at - Integer.BYTES);
            Words.putInt(out.array, at + Integer.BYTES, count);
        }
        else if (count == 0 && (form & (OCTET | ELEMENT)) == FormatCodes.LIST)
        {
            out.array[at - 1] = FormatCodes.LIST_EMPTY;
            out.position = at;
        }
        else if (!isNarrow(slot))
        {
            widen(slot, form);
        }
    }

    /** Writes size and count into one octet each, if they fit. */
    private boolean isNarrow(final int slot)
    {
        final int at = out.start + stack[slot + START];
        final int size = out.position - at - 1;
        if (size > OCTET || count > OCTET)
        {
            return false;
        }
        Words.putShort(out.array, at, size << Byte.SIZE | count);
        return true;
    }

    /** Gives a container that ends four octets each for its size and count. */
    private void widen(final int slot, final int form)
    {
        if ((form & ELEMENT) != 0)
        {
            final int array = slot - SLOTS;
            stack[slot + START] += expand(array, stack[slot + OUTER_COUNT], stack[slot + OUTER_ELEMENT]);
            stack[slot + OUTER_ELEMENT] |= FormatCodes.WIDE;
        }
        out.ensure(GROWTH);
        final int at = out.start + stack[slot + START];
        final int content = at + NARROW_HEADER;
        System.arraycopy(out.array, content, out.array, content + GROWTH, out.position - content);
        out.position += GROWTH;
        if ((form & ELEMENT) == 0)
        {
            out.array[at - 1] |= FormatCodes.WIDE;
        }
        Words.putInt(out.array, at, out.position - at - Integer.BYTES);
        Words.putInt(out.array, at + Integer.BYTES, count);
    }

    /** Gives the complete elements of the innermost container, an array, four octets of length each. */
    final void expandElements()
    {
        expand(top(), count, elementCode);
        elementCode |= FormatCodes.WIDE;
    }

    /**
     * Gives the complete elements of an array, behind which there may be one that is not complete, four octets of length, or
     * of size and count, each.
     *
     * @return by how many bytes what is behind them has moved.
     */
    private int expand(final int slot, final int elements, final int code)
    {
        final boolean isText = code >>> 4 == FormatCodes.BINARY >>> 4;
        final int more = Math.multiplyExact(isText ? Integer.BYTES - 1 : GROWTH, elements);
        out.ensure(more);
        final byte[] array = out.array;
        int to = out.start + stack[slot + TYPE];
        array[to++] |= FormatCodes.WIDE;
        System.arraycopy(array, to, array, to + more, out.position - to);
        out.position += more;
        // From there to here: what is written never reaches what is still to be read.
        int from = to + more;
        for (int i = 0; i < elements; i++)
        {
            final int size = array[from++] & OCTET;
            if (isText)
            {
                Words.putInt(array, to, size);
                to += Integer.BYTES;
            }
            else
            {
                final int inner = array[from] & OCTET;
                Words.putInt(array, to, size + Integer.BYTES - 1);
                Words.putInt(array, to + Integer.BYTES, inner);
                to += Integer.BYTES + Integer.BYTES - 1;
            }
            System.arraycopy(array, isText ? from : from + 1, array, isText ? to : to + 1, isText ? size : size - 1);
            from += size;
            to += size;
        }
        return more;
    }

    final void putOctet(final int octet)
    {
        out.ensure(1);
        out.array[out.position++] = (byte)octet;
    }

    /**
     * Puts null.
     *
     * @throws IllegalStateException before {@code wrap}, or in an array of another type.
     */
    public final void putNull()
    {
        if (elementCode >= 0)
        {
            checkElement(FormatCodes.NULL);
            count++;
            return;
        }
        final int at = out.length();
        if (at != nullsEnd)
        {
            nullsFrom = at;
        }
        putOctet(FormatCodes.NULL);
        // A null that is described is no field that could be left out.
        nullsEnd = at == descriptorEnd ? NONE : at + 1;
        count++;
    }

    /** Refuses a value that is not of the array's element type. */
    final void checkElement(final int code)
    {
        checkAttached();
        if (code != elementCode)
        {
            throw wrong("an array of " + FormatCodes.typeName(elementCode) + " takes no " + FormatCodes.typeName(code));
        }
    }

    /** Where the next value will stand, if it stays there. */
    final int stablePosition()
    {
        for (int level = 0; level < depth; level++)
        {
            final int code = stack[level * SLOTS + FORM] & OCTET;
            final boolean isArray = (code | FormatCodes.WIDE) == (FormatCodes.ARRAY | FormatCodes.WIDE);
            if (isArray || code >= FormatCodes.LIST && (code & FormatCodes.WIDE) == 0)
            {
                throw wrong("what is put here may move: call beginWideList or beginWideMap");
            }
        }
        checkAttached();
        return out.length();
    }
}
