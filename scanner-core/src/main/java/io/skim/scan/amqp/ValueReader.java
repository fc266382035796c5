package io.skim.scan.amqp;

import io.skim.bytes.FormatCodes;
import io.skim.bytes.Kinds;
import io.skim.bytes.Utf8;
import io.skim.bytes.Words;
import io.skim.scan.Fault;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.spi.Faults;

/**
 * Reads one AMQP value at a place: its kind, and where its body begins and ends. Which container the place is in, and what
 * comes next, is {@link AmqpReader}'s to know.
 */
abstract class ValueReader
{
    static final byte[] NOTHING = {};

    private static final int MALFORMED = AmqpReader.MALFORMED;
    private static final int VALUE = AmqpReader.VALUE;
    /** Text so short that a look for ASCII first pays. */
    private static final int SHORT = 16;
    private static final long CHECKED = 1L << Kinds.TEXT | 1L << Kinds.SYMBOL | 1L << Kinds.CHAR;

    byte[] array = NOTHING;
    /** Index in {@link #array} of the frame's first byte. */
    int base;
    /** In the frame, like all offsets: what is to be read next. */
    int position;
    /** Behind the last byte of the innermost container, or of the region. */
    int limit;
    int kind = Kinds.NONE;
    int offset;
    int length;
    int code;
    int constructorOffset;
    /** Elements still to be read of the innermost container; below zero in the region, which has no count. */
    int remaining;
    /** How many containers are open. */
    int depth;

    final Fault fault;
    final int maxDepth;
    private final boolean lenient;

    ValueReader(final Fault fault, final Limits limits, final Strictness strictness)
    {
        this.fault = fault;
        maxDepth = limits.maxDepth();
        lenient = strictness.isLenient();
    }

    /**
     * Reads a value with a constructor of its own; the reader's position is the caller's to move. Each width stands behind
     * a branch of its own, so that the processor goes on with the next value before it knows this one's code.
     *
     * @param at where the constructor stands.
     * @return the offset behind the value, or -1 with the fault set.
     */
    int value(final int at)
    {
        constructorOffset = at;
        if (at >= limit)
        {
            return overrun(at, 1);
        }
        return body(at + 1, array[base + at] & 0xFF);
    }

    /**
     * Passes over a value with a constructor of its own without making it the current one, unless it takes a closer look.
     *
     * @param at where the constructor stands.
     * @return the offset behind the value, or -1 with the fault set.
     */
    int skip(final int at)
    {
        final int room = limit - at - 2;
        if (room < 0)
        {
            return value(at);
        }
        final int code = array[base + at] & 0xFF;
        if (FormatCodes.kind(code) < 0)
        {
            return value(at);
        }
        switch (code >>> 4)
        {
            case 0x4:
                return at + 1;
            case 0x5:
                return at + 2;
            case 0x7:
                return room < 3 ? value(at) : at + 5;
            case 0x8:
                return room < 7 ? value(at) : at + 9;
            case FormatCodes.VARIABLE:
            case FormatCodes.COMPOUND:
                final int size = array[base + at + 1] & 0xFF;
                return size > room ? value(at) : at + 2 + size;
            default:
                return value(at);
        }
    }

    int body(final int at, final int code)
    {
        this.code = code;
        kind = FormatCodes.kind(code);
        switch (code >>> 4)
        {
            case 0x4:
                return kind < 0 ? unknown(at) : fixed(at, 0);
            case 0x5:
                return kind < 0 || code == FormatCodes.BOOLEAN ? booleanOctet(at) : fixed(at, 1);
            case 0x6:
                return kind < 0 ? unknown(at) : fixed(at, 2);
            case 0x7:
                return kind < 0 ? unknown(at) : fixed(at, 4);
            case 0x8:
                return kind < 0 ? unknown(at) : fixed(at, 8);
            case 0x9:
                return kind < 0 ? unknown(at) : fixed(at, 16);
            case FormatCodes.VARIABLE:
                return kind < 0 ? unknown(at) : variable(at);
            default:
                return kind < 0 ? describedOrNone(at) : sized(at, code >>> 4);
        }
    }

    private int fixed(final int at, final int width)
    {
        if (width > limit - at)
        {
            return overrun(at, width);
        }
        offset = at;
        length = width;
        return at + width;
    }

    /** A string, symbol or binary with one octet for its length. */
    private int variable(final int at)
    {
        if (at >= limit)
        {
            return overrun(at, 1);
        }
        final int size = array[base + at] & 0xFF;
        if (size > limit - at - 1)
        {
            return Faults.at(fault, at, Reason.SIZE_OVERRUNS_CONTAINER, size, limit - at - 1L);
        }
        offset = at + 1;
        length = size;
        return at + 1 + size;
    }

    /** A long string, a list, map or array. */
    private int sized(final int at, final int nibble)
    {
        final int prefix = (nibble & 1) == 0 ? 1 : Integer.BYTES;
        if (prefix > limit - at)
        {
            return overrun(at, prefix);
        }
        final int size = prefix == 1 ? array[base + at] & 0xFF : Words.getInt(array, base + at);
        if (size < 0 || size > limit - at - prefix)
        {
            return Faults.at(fault, at, Reason.SIZE_OVERRUNS_CONTAINER, size & 0xFFFF_FFFFL, limit - at - prefix);
        }
        if (nibble == FormatCodes.VARIABLE_WIDE)
        {
            return fixed(at + prefix, size);
        }
        final int least = FormatCodes.leastBody(code) - prefix;
        return size < least ? Faults.at(fault, at, Reason.SIZE_TOO_SMALL, size, least) : fixed(at, prefix + size);
    }

    private int unknown(final int at)
    {
        return Faults.at(fault, at - 1, Reason.CODE_UNKNOWN, code, 0);
    }

    private int booleanOctet(final int at)
    {
        if (kind < 0)
        {
            return unknown(at);
        }
        if (at == limit)
        {
            return overrun(at, 1);
        }
        final int octet = array[base + at] & 0xFF;
        if (octet > 1 && !lenient)
        {
            return Faults.at(fault, at, Reason.BOOLEAN_OCTET, octet, 1);
        }
        kind = octet == 0 ? Kinds.FALSE : Kinds.TRUE;
        return fixed(at, 1);
    }

    private int describedOrNone(final int at)
    {
        if (code != FormatCodes.DESCRIBED)
        {
            return unknown(at);
        }
        final int constructor = constructorOffset;
        final int descriptorEnd = endOfValue(at);
        final int end = descriptorEnd < 0 ? MALFORMED : endOfValue(descriptorEnd);
        constructorOffset = constructor;
        code = FormatCodes.DESCRIBED;
        kind = Kinds.DESCRIBED;
        return end < 0 ? MALFORMED : fixed(at, end - at);
    }

    /**
     * Passes over a value by its size; described ones in a loop. Overwrites the current value.
     *
     * @param from where its constructor stands.
     * @return the offset behind it, or -1 with the fault set.
     */
    int endOfValue(final int from)
    {
        int at = from;
        int nested = 0;
        for (int values = 1; values > 0; values--)
        {
            if (at < limit && array[base + at] == FormatCodes.DESCRIBED)
            {
                values += 2;
                at++;
                if (++nested >= maxDepth - depth)
                {
                    return Faults.at(fault, at - 1, Reason.NESTED_TOO_DEEP, depth + nested + 1L, maxDepth);
                }
            }
            else
            {
                at = value(at);
                if (at < 0)
                {
                    return MALFORMED;
                }
            }
        }
        return at;
    }

    int overrun(final int at, final int needed)
    {
        return Faults.at(fault, at, depth == 0 && remaining < 0 ? Reason.TRUNCATED : Reason.VALUE_OVERRUNS_CONTAINER,
            needed,
            limit - at);
    }

    /** Whether a value's own bytes may be such that it is refused; those of what compound values hold apart. */
    static boolean isChecked(final int kind)
    {
        return (CHECKED >>> kind & 1) != 0;
    }

    /** Checks what the value's own bytes must be: UTF-8, ASCII, a code point. */
    int check()
    {
        return !isChecked(kind) ? VALUE : check(offset, length, kind);
    }

    int check(final int offset, final int length, final int kind)
    {
        final int from = base + offset;
        if (kind == Kinds.TEXT)
        {
            if (length <= SHORT && from + length >= Long.BYTES && Words.isAscii(array, from, length))
            {
                return VALUE;
            }
            final int bad = Utf8.firstInvalid(array, from, from + length);
            return bad < 0 ? VALUE : Faults.at(fault, bad - base, Reason.INVALID_UTF8, array[bad] & 0xFF, 0);
        }
        if (kind == Kinds.SYMBOL)
        {
            // Short runs are looked at together with the bytes before them, which are not there at an array's start.
            return from + length >= Long.BYTES && Words.isAscii(array, from, length) ? VALUE : ascii(from, length);
        }
        if (kind == Kinds.CHAR)
        {
            final int codePoint = Words.getInt(array, from);
            return Character.isValidCodePoint(codePoint) && !Utf8.isSurrogate(codePoint) ? VALUE
                : Faults.at(fault, offset,
                    Reason.CHAR_OUT_OF_RANGE, codePoint & 0xFFFF_FFFFL, Character.MAX_CODE_POINT);
        }
        return VALUE;
    }

    private int ascii(final int from, final int length)
    {
        for (int at = from; at < from + length; at++)
        {
            if (array[at] < 0)
            {
                return Faults.at(fault, at - base, Reason.SYMBOL_NOT_ASCII, array[at] & 0xFF, 0);
            }
        }
        return VALUE;
    }
}
