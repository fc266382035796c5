package io.skim.scan.amqp;

import io.skim.bytes.FormatCodes;
import io.skim.bytes.Kinds;
import io.skim.bytes.Words;
import io.skim.scan.Fault;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.spi.Faults;

/**
 * Goes into compound values and out again: what holds the place that is read, and how much is left of it.
 */
abstract class ContainerReader extends ValueReader
{
    private static final int MALFORMED = AmqpReader.MALFORMED;

    /** What {@link #stack} holds for an open container. */
    private static final int KIND = 0;
    private static final int OFFSET = 1;
    private static final int LENGTH = 2;
    private static final int OUTER_LIMIT = 3;
    private static final int OUTER_REMAINING = 4;
    private static final int OUTER_ELEMENT_CODE = 5;
    private static final int CONSTRUCTOR = 6;
    /** 1 for a descriptor that {@link #passDescriptors} went into, else 0. */
    private static final int DESCRIPTOR = 7;
    private static final int SLOTS = 8;

    /** The code that the elements of the innermost array share, or -1 where each value has its own. */
    int elementCode;

    /**
     * So many array elements without bytes a region may have besides one for each of its bytes. Each costs a step, and their count
     * costs the peer nothing.
     */
    static final int BYTELESS = 1_024;

    final long maxElementCount;
    private long zeroWidthMost;
    private long zeroWidthLeft;
    /** Whether the container that was closed last is such a descriptor. */
    private boolean onDescriptor;

    /** For each open container: its kind and the element code around it, its body, and what goes on around it. */
    private final int[] stack;

    ContainerReader(final Fault fault, final Limits limits, final Strictness strictness)
    {
        super(fault, limits, strictness);
        maxElementCount = limits.maxElementCount();
        stack = new int[maxDepth * SLOTS];
    }

    /** Begins anew to count elements without bytes: those of one message or frame, of so many bytes, are limited together. */
    void renew(final int bytes)
    {
        zeroWidthMost = Math.min(maxElementCount, (long)BYTELESS + bytes);
        zeroWidthLeft = zeroWidthMost;
    }

    /** As {@code enter}, on what is known to be compound. */
    int open()
    {
        if (depth == maxDepth)
        {
            return Faults.at(fault, offset, Reason.NESTED_TOO_DEEP, depth + 1L, maxDepth);
        }
        final int slot = depth++ * SLOTS;
        stack[slot + KIND] = kind;
        stack[slot + OFFSET] = offset;
        stack[slot + LENGTH] = length;
        stack[slot + OUTER_LIMIT] = limit;
        stack[slot + OUTER_REMAINING] = remaining;
        stack[slot + OUTER_ELEMENT_CODE] = elementCode;
        stack[slot + CONSTRUCTOR] = constructorOffset;
        stack[slot + DESCRIPTOR] = 0;
        limit = offset + length;
        position = offset;
        elementCode = -1;
        remaining = kind == Kinds.DESCRIBED ? 2 : items();
        kind = Kinds.NONE;
        return remaining;
    }

    /**
     * Passes over the descriptors that the elements of the array share that was opened last, checked, or goes into the first
     * of them that is compound; {@link #isOnDescriptor} is true once that is over.
     *
     * @param from where the array's constructor goes on: with a zero octet before each descriptor, then with the elements' code.
     * @return 0, or -1 with the fault set.
     */
    int passDescriptors(final int from)
    {
        int at = from;
        while (array[base + at] == FormatCodes.DESCRIBED)
        {
            at = value(at + 1);
            if (at < 0 || check() < 0)
            {
                return MALFORMED;
            }
            if (isOnCompound())
            {
                if (open() < 0)
                {
                    return MALFORMED;
                }
                stack[(depth - 1) * SLOTS + DESCRIPTOR] = 1;
                if (elementCode < 0)
                {
                    return 0;
                }
                // An array, whose elements may be described in their turn.
                at = openItems();
            }
        }
        position = at + 1;
        kind = Kinds.NONE;
        return 0;
    }

    /** Whether the container that has just ended is a descriptor into which {@link #passDescriptors} went. */
    boolean isOnDescriptor()
    {
        return onDescriptor;
    }

    /** Reads size and count of a list, map or array. */
    private int items()
    {
        if (length == 0)
        {
            return 0;
        }
        final boolean isShort = isShort(base + offset, length);
        position = offset + (isShort ? 2 : 2 * Integer.BYTES);
        final long elements = isShort ? array[base + offset + 1] & 0xFF : Words.getInt(array, base + offset
            + Integer.BYTES) & 0xFFFF_FFFFL;
        if (kind == Kinds.ARRAY)
        {
            return elements(elements);
        }
        if (elements > limit - position)
        {
            return Faults.at(fault, offset, Reason.COUNT_OVERRUNS_SIZE, elements, limit - position);
        }
        if (kind == Kinds.MAP && (elements & 1) != 0)
        {
            return Faults.at(fault, offset, Reason.MAP_COUNT_ODD, elements, 0);
        }
        return elements > maxElementCount
            ? Faults.at(fault, offset, Reason.TOO_MANY_ELEMENTS, elements, maxElementCount)
            : (int)elements;
    }

    /** Reads the constructor that the elements of an array share. */
    private int elements(final long elements)
    {
        final int start = offset;
        int described = 0;
        int at = position;
        int element = at < limit ? array[base + at++] & 0xFF : -1;
        while (element == FormatCodes.DESCRIBED)
        {
            if (++described > maxDepth - depth)
            {
                return Faults.at(fault, at - 1, Reason.NESTED_TOO_DEEP, depth + described, maxDepth);
            }
            at = endOfValue(at);
            if (at < 0)
            {
                return MALFORMED;
            }
            element = at < limit ? array[base + at++] & 0xFF : -1;
        }
        if (element < 0 || FormatCodes.kind(element) < 0)
        {
            return element < 0 ? overrun(at, 1) : Faults.at(fault, at - 1, Reason.CODE_UNKNOWN, element, 0);
        }
        elementCode = element;
        position = at;
        return checkElements(start, elements, FormatCodes.leastBody(element));
    }

    private int checkElements(final int start, final long elements, final int least)
    {
        if (elements * least > limit - position)
        {
            return Faults.at(fault, start, Reason.COUNT_OVERRUNS_SIZE, elements, (limit - position) / least);
        }
        if (elements > maxElementCount)
        {
            return Faults.at(fault, start, Reason.TOO_MANY_ELEMENTS, elements, maxElementCount);
        }
        if (least == 0 && (zeroWidthLeft -= elements) < 0)
        {
            return Faults.at(fault, start, Reason.TOO_MANY_ELEMENTS, zeroWidthMost - zeroWidthLeft, zeroWidthMost);
        }
        return (int)elements;
    }

    /** Checks that the innermost container ends where its last element does. */
    int end(final int at)
    {
        return at == limit ? AmqpReader.END
            : Faults.at(fault, at, Reason.CONTAINER_NOT_CONSUMED, limit - at, depth == 0 ? 0 : openCount());
    }

    /** Notes how far the innermost container was read. */
    void moveTo(final int position, final int remaining)
    {
        this.position = position;
        this.remaining = remaining;
    }

    /** Goes back to the innermost container, whose value is the current one again; what follows it is next. */
    void close()
    {
        final int slot = --depth * SLOTS;
        kind = stack[slot + KIND];
        offset = stack[slot + OFFSET];
        length = stack[slot + LENGTH];
        position = offset + length;
        limit = stack[slot + OUTER_LIMIT];
        remaining = stack[slot + OUTER_REMAINING];
        elementCode = stack[slot + OUTER_ELEMENT_CODE];
        constructorOffset = stack[slot + CONSTRUCTOR];
        onDescriptor = stack[slot + DESCRIPTOR] != 0;
    }

    /** How many elements the innermost container says it holds. */
    int openCount()
    {
        final int slot = (depth - 1) * SLOTS;
        final int from = base + stack[slot + OFFSET];
        final int size = stack[slot + LENGTH];
        if (stack[slot + KIND] == Kinds.DESCRIBED || size == 0)
        {
            return size == 0 ? 0 : 2;
        }
        return isShort(from, size) ? array[from + 1] & 0xFF : Words.getInt(array, from + Integer.BYTES);
    }

    /** Where the innermost container goes on behind its size and count. */
    int openItems()
    {
        final int slot = (depth - 1) * SLOTS;
        final int from = stack[slot + OFFSET];
        return from + (isShort(base + from, stack[slot + LENGTH]) ? 2 : 2 * Integer.BYTES);
    }

    /** Whether size and count have an octet each: the size's first octet is all of it, or else zero. */
    private boolean isShort(final int from, final int size)
    {
        return (array[from] & 0xFF) == size - 1;
    }

    /** Whether the values of the innermost container have constructors of their own. */
    boolean isInArray()
    {
        return elementCode >= 0;
    }

    /** Whether the current value is compound, also at its end. */
    boolean isOnCompound()
    {
        return kind >= 0 && Kinds.isCompound(kind);
    }

    /** Whether the innermost open container is a map, so that every other value is a key. */
    boolean isInMap()
    {
        return depth > 0 && stack[(depth - 1) * SLOTS + KIND] == Kinds.MAP;
    }
}
