package io.skim.encode;

import io.skim.bytes.FormatCodes;
import io.skim.bytes.Words;
import io.skim.scan.Limits;
import io.skim.scan.amqp.AmqpFrameReader;
import io.skim.scan.amqp.Performative;
import java.util.Arrays;

/**
 * An output that knows which containers, frames and descriptors of AMQP are open in it: how each begins and ends, what may
 * stand in it. What every value reads and changes, place and count, is in this one object.
 * <p>
 * A container begins in its form with one octet each for size and count. If its end finds more than they can tell, its
 * content moves up by six bytes in one copy, and no value is encoded twice. The same goes for the elements of an array
 * whose lengths turn out to need four octets: those before are given four octets each.
 */
final class AmqpContainers extends Output
{
    static final int OCTET = 0xFF;

    private static final int NONE = -1;
    /** Of the code of a value in the word that is stored first. */
    private static final int CODE_SHIFT = Long.SIZE - Byte.SIZE;
    /** In the place of an element code while no output is attached, so that no value is put by the fast path. */
    private static final int DETACHED = 0;

    /** In a container's form, above its code: a composite's list, whose last nulls are left out. */
    static final int COMPOSITE = 0x100;
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
    /** Where a frame has its type. */
    private static final int FRAME_TYPE = 5;
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

    /** Values that the innermost container holds so far. */
    int count;
    /** The code that the elements of the innermost container, an array, share; below zero outside of arrays. */
    int elementCode = DETACHED;

    private final int maxDepth;
    private final int maxFrameLength;
    /** Behind a descriptor that was put before its value, to find it wanting; relative, as all places kept here. */
    private int descriptorEnd = NONE;
    /** The nulls written last, one behind the other. */
    private int nullsFrom;
    private int nullsEnd = NONE;
    private int[] stack = new int[USUAL_DEPTH * SLOTS];
    private int depth;
    /** Containers that were begun below the greatest depth. From then on nothing is kept but what is still to be ended. */
    private int tooDeep;
    private boolean lost;

    AmqpContainers(final Limits limits)
    {
        maxDepth = limits.maxDepth();
        maxFrameLength = limits.maxFrameLength();
    }

    @Override
    void attach()
    {
        super.attach();
        count = 0;
        elementCode = NONE;
        descriptorEnd = NONE;
        nullsEnd = NONE;
        depth = 0;
        tooDeep = 0;
        lost = false;
    }

    @Override
    void detach()
    {
        elementCode = DETACHED;
        depth = 0;
        tooDeep = 0;
    }

    int depth()
    {
        return depth;
    }

    /** Refuses a value, whose place something takes. */
    void refuseValue(final EncodeRefusal reason)
    {
        refuse(reason);
        putOctet(FormatCodes.NULL);
        count++;
    }

    static IllegalStateException wrong(final String what)
    {
        return new IllegalStateException(what);
    }

    void checkAttached()
    {
        if (elementCode == DETACHED)
        {
            throw wrong("the encoder has no output: call wrap first");
        }
    }

    /** Checks what must hold before the output may have its bytes. */
    void checkBalanced()
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
        if (length() == descriptorEnd)
        {
            throw wrong("a descriptor has no value: put the value first");
        }
    }

    /** Checks that nothing is open, for what stands in no other value. */
    void checkOutside()
    {
        checkAttached();
        if (depth > 0 || length() == descriptorEnd)
        {
            throw wrong("frames and protocol headers stand in no other value: call end first");
        }
    }

    /** Checks that a value is of the array's element type. */
    void checkElement(final int code)
    {
        checkAttached();
        if (code != elementCode)
        {
            throw wrong("an array of " + FormatCodes.typeName(elementCode) + " takes no " + FormatCodes.typeName(code));
        }
    }

    /** Where the next value will stand, if it stays there. */
    int stablePosition()
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
        return length();
    }

    private void putOctet(final int octet)
    {
        ensure(1);
        array[position++] = (byte)octet;
    }

    /** Puts a value of up to eight octets: its code, but not in an array, and its lowest bytes. */
    void putFixed(final int code, final long value, final int width)
    {
        if (elementCode >= 0)
        {
            checkElement(code);
            // One store of a whole word, whatever the width: bytes behind the value are written over, or not taken.
            ensure(Long.BYTES);
            Words.putLong(array, position, value << Long.SIZE - Byte.SIZE * width);
            position += width;
            count++;
            return;
        }
        ensure(1 + Long.BYTES);
        final byte[] to = array;
        final int at = position;
        if (width == 1)
        {
            // Small numbers are the most common values: no word has to be turned round for them.
            Words.putShortLittleEndian(to, at, (int)value << Byte.SIZE | code);
        }
        else if (width < Long.BYTES)
        {
            Words.putLong(to, at,
                (long)code << CODE_SHIFT | value << CODE_SHIFT - Byte.SIZE * width & -1L >>> Byte.SIZE);
        }
        else
        {
            to[at] = (byte)code;
            Words.putLong(to, at + 1, value);
        }
        position = at + 1 + width;
        count++;
    }

    /** Puts a value of sixteen octets. */
    void putSixteen(final int code, final long high, final long low)
    {
        putFixed(code, high, Long.BYTES);
        ensure(Long.BYTES);
        Words.putLong(array, position, low);
        position += Long.BYTES;
    }

    void putNull()
    {
        if (elementCode >= 0)
        {
            checkElement(FormatCodes.NULL);
            count++;
            return;
        }
        final int at = length();
        if (at != nullsEnd)
        {
            nullsFrom = at;
        }
        putOctet(FormatCodes.NULL);
        // A null that is described is no field that could be left out.
        nullsEnd = at == descriptorEnd ? NONE : at + 1;
        count++;
    }

    /** Puts a key with its code and length, outside of arrays; counts no value. */
    void copy(final AmqpKey key)
    {
        final byte[] padded = key.padded;
        ensure(padded.length);
        final byte[] to = array;
        final int at = position;
        for (int i = 0; i < padded.length; i += Long.BYTES)
        {
            Words.putLongLittleEndian(to, at + i, Words.getLongLittleEndian(padded, i));
        }
        position = at + key.length;
    }

    /** Writes the prefix of a descriptor that comes before its value without being a container. */
    void openDescriptor()
    {
        checkNotElement();
        putOctet(FormatCodes.DESCRIBED);
    }

    /** Notes that the descriptor is there, which is no value of its own. */
    void closeDescriptor()
    {
        descriptorEnd = length();
    }

    private void checkNotElement()
    {
        checkAttached();
        if (elementCode >= 0)
        {
            throw wrong("the elements of an array are described once: begin it by beginArray(), then call descriptor");
        }
    }

    /** Begins a described value that holds its descriptor and what it describes. */
    void beginDescribed()
    {
        openDescriptor();
        push(FormatCodes.DESCRIBED);
    }

    /** Begins a list, map or array, or a composite's list. */
    void begin(final int form)
    {
        if (elementCode >= 0)
        {
            beginElement(form & OCTET);
            return;
        }
        ensure(1 + WIDE_HEADER);
        array[position++] = (byte)form;
        push(form);
        position += (form & FormatCodes.WIDE) == 0 ? NARROW_HEADER : WIDE_HEADER;
    }

    private void beginElement(final int code)
    {
        checkAttached();
        final int elements = elementCode;
        if ((code | FormatCodes.WIDE) != (elements | FormatCodes.WIDE) || code > elements)
        {
            throw wrong("an array of " + FormatCodes.typeName(elements) + (code == elements + FormatCodes.WIDE
                ? " with one octet for sizes: call beginWideArray"
                : " takes no " + FormatCodes.typeName(code)));
        }
        ensure(WIDE_HEADER);
        push(elements | ELEMENT);
        position += (elements & FormatCodes.WIDE) == 0 ? NARROW_HEADER : WIDE_HEADER;
    }

    /** Begins an array whose element type comes later. */
    void beginUntypedArray()
    {
        begin(FormatCodes.ARRAY);
        if (!lost)
        {
            stack[top() + FORM] |= UNTYPED;
            stack[top() + TYPE] = 0;
        }
    }

    /** Announces a descriptor of the elements of an array whose type is not yet known. */
    void announceElementDescriptor()
    {
        if (!lost)
        {
            stack[untyped() + TYPE]++;
            putOctet(FormatCodes.DESCRIBED);
        }
    }

    /** Ends the descriptors of an array's elements, and puts their type. */
    void endElementDescriptors(final int code)
    {
        if (!lost)
        {
            stack[untyped() + FORM] &= ~UNTYPED;
            putElementType(code);
        }
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

    /** Puts the type of an array's elements: its elements come next. */
    void putElementType(final int code)
    {
        if (lost)
        {
            return;
        }
        final int slot = top();
        final boolean isWide = (stack[slot + FORM] & FormatCodes.WIDE) != 0;
        elementCode = isWide && code >= FormatCodes.BINARY ? code | FormatCodes.WIDE : code;
        stack[slot + TYPE] = length();
        putOctet(elementCode);
        count = 0;
        descriptorEnd = NONE;
    }

    void beginFrame(final int type, final int channel)
    {
        checkOutside();
        if (channel < 0 || channel > 0xFFFF)
        {
            refuse(EncodeRefusal.OUT_OF_RANGE);
        }
        ensure(FRAME_HEADER);
        push(FRAME);
        Words.putInt(array, position + Integer.BYTES, DATA_OFFSET << 24 | type << 16 | channel & 0xFFFF);
        position += FRAME_HEADER;
    }

    /** Notes that the performative is complete and what comes is its payload. */
    void beginPayload()
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
        if (performativeCode(start + stack[START] + FRAME_HEADER) != TRANSFER_CODE)
        {
            throw wrong("no performative but transfer has a payload");
        }
        stack[FORM] |= PAYLOAD;
    }

    private int top()
    {
        return (depth - 1) * SLOTS;
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
        stack[slot + START] = length();
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

    /** Ends what was begun last and not ended yet: writes its size and count. */
    void end()
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
        final int size = length() - at;
        if ((form & PAYLOAD) == 0 && (count > 1 || count == 1 && array[start + at + FRAME_HEADER] != 0))
        {
            throw wrong("a frame holds one performative: call beginComposite, then payload for what stands behind it");
        }
        checkFrameType(start + at);
        if (size > maxFrameLength)
        {
            refuse(EncodeRefusal.FRAME_TOO_LONG);
        }
        Words.putInt(array, start + at, size);
        // A frame is no value: what holds it counts none.
        stack[slot + OUTER_COUNT]--;
    }

    /** A peer refuses a performative in a frame of the other type, and an empty SASL frame. */
    private void checkFrameType(final int at)
    {
        final int type = array[at + FRAME_TYPE];
        if (count == 0 && type == AmqpFrameReader.TYPE_SASL)
        {
            throw wrong("a SASL frame is never empty: call beginComposite");
        }
        final Performative performative =
            count > 0 ? Performative.of(performativeCode(at + FRAME_HEADER)) : null;
        if (performative != null && performative.frameType() != type)
        {
            throw wrong(performative.performativeName() + " does not stand in such a frame: call " + (type
                == AmqpFrameReader.TYPE_SASL ? "beginFrame" : "beginSaslFrame"));
        }
    }

    /** The code of a performative by its descriptor; -1 for what is not described, and symbols but that of a transfer. */
    private long performativeCode(final int from)
    {
        final int head = Words.getShort(array, from);
        return head == FormatCodes.ULONG_SMALL ? array[from + 2] & OCTET
            : head == FormatCodes.ULONG ? Words.getLong(array, from + 2)
                : array[from] == 0 && Words.equals(array, from + 1, TRANSFER.padded, 0, Math.min(TRANSFER.length,
                    position - from - 1)) ? TRANSFER_CODE : -1;
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
        if ((form & COMPOSITE) != 0 && length() == nullsEnd)
        {
            count -= nullsEnd - nullsFrom;
            position = start + nullsFrom;
        }
        final int at = start + stack[slot + START];
        if ((code & FormatCodes.WIDE) != 0)
        {
            Words.putInt(array, at, position - at - Integer.BYTES);
            Words.putInt(array, at + Integer.BYTES, count);
        }
        else if (count == 0 && (form & (OCTET | ELEMENT)) == FormatCodes.LIST)
        {
            array[at - 1] = FormatCodes.LIST_EMPTY;
            position = at;
        }
        else if (!isNarrow(slot))
        {
            widen(slot, form);
        }
    }

    /** Writes size and count into one octet each, if they fit. */
    private boolean isNarrow(final int slot)
    {
        final int at = start + stack[slot + START];
        final int size = position - at - 1;
        if (size > OCTET || count > OCTET)
        {
            return false;
        }
        Words.putShortLittleEndian(array, at, count << Byte.SIZE | size);
        return true;
    }

    /** Gives a container that ends four octets each for its size and count. */
    private void widen(final int slot, final int form)
    {
        if ((form & ELEMENT) != 0)
        {
            stack[slot + START] += expand(slot - SLOTS, stack[slot + OUTER_COUNT], stack[slot + OUTER_ELEMENT]);
            stack[slot + OUTER_ELEMENT] |= FormatCodes.WIDE;
        }
        ensure(GROWTH);
        final int at = start + stack[slot + START];
        final int content = at + NARROW_HEADER;
        System.arraycopy(array, content, array, content + GROWTH, position - content);
        position += GROWTH;
        if ((form & ELEMENT) == 0)
        {
            array[at - 1] |= FormatCodes.WIDE;
        }
        Words.putInt(array, at, position - at - Integer.BYTES);
        Words.putInt(array, at + Integer.BYTES, count);
    }

    /** Gives the complete elements of the innermost container, an array, four octets of length each. */
    void expandElements()
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
        ensure(more);
        int to = start + stack[slot + TYPE];
        array[to++] |= FormatCodes.WIDE;
        System.arraycopy(array, to, array, to + more, position - to);
        position += more;
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
}
