package io.skim.scan.testing;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;

/**
 * A second reader of AMQP values, written from the standard alone: recursive, slow and plain. What it refuses is
 * malformed.
 */
public final class AmqpStrict
{
    private static final int DEPTH = 64;
    private static final int ELEMENTS = 65_536;
    /** So many elements without bytes there may be besides one for each byte. */
    private static final int BYTELESS = 1_024;

    private final byte[] bytes;
    private final List<int[]> numbers = new ArrayList<>();
    private final int mostWithoutBytes;
    private int at;
    private int withoutBytes;

    private AmqpStrict(final byte[] bytes)
    {
        this.bytes = bytes;
        mostWithoutBytes = Math.min(ELEMENTS, BYTELESS + bytes.length);
    }

    /** Why bytes are refused. */
    public static final class Refused extends Exception
    {
        private static final long serialVersionUID = 1L;

        Refused(final String why)
        {
            super(why, null, false, false);
        }
    }

    /**
     * Reads concatenated values.
     *
     * @param bytes all of them.
     * @return the values.
     * @throws Refused if the bytes are malformed, or above the default limits.
     */
    public static List<AmqpNode> read(final byte[] bytes) throws Refused
    {
        final AmqpStrict strict = new AmqpStrict(bytes);
        final List<AmqpNode> values = new ArrayList<>();
        while (strict.at < bytes.length)
        {
            values.add(strict.value(bytes.length, DEPTH));
        }
        return values;
    }

    /**
     * Where sizes, counts and lengths stand in well-formed values.
     *
     * @param bytes well-formed.
     * @return offset and width of each.
     */
    public static List<int[]> numbers(final byte[] bytes)
    {
        final AmqpStrict strict = new AmqpStrict(bytes);
        try
        {
            while (strict.at < bytes.length)
            {
                strict.value(bytes.length, DEPTH);
            }
        }
        catch (final Refused e)
        {
            strict.numbers.removeIf(number -> number[0] + number[1] > bytes.length);
        }
        return strict.numbers;
    }

    private void need(final long count, final int end) throws Refused
    {
        if (count > end - at)
        {
            throw new Refused(count + " bytes at " + at + ", end " + end);
        }
    }

    private int octet(final int end) throws Refused
    {
        need(1, end);
        return bytes[at++] & 0xFF;
    }

    private BigInteger unsigned(final int width, final int end) throws Refused
    {
        need(width, end);
        final BigInteger value = new BigInteger(1, bytes, at, width);
        at += width;
        return value;
    }

    private BigInteger signed(final int width, final int end) throws Refused
    {
        need(width, end);
        final BigInteger value = new BigInteger(bytes, at, width);
        at += width;
        return value;
    }

    private long number(final int width, final int end) throws Refused
    {
        numbers.add(new int[] {at, width});
        return unsigned(width, end).longValueExact();
    }

    private String hex(final int width, final int end) throws Refused
    {
        need(width, end);
        at += width;
        return '"' + HexFormat.of().formatHex(bytes, at - width, at) + '"';
    }

    private AmqpNode value(final int end, final int depth) throws Refused
    {
        final int code = octet(end);
        if (code != 0)
        {
            return body(code, end, depth);
        }
        enter(depth);
        final AmqpNode descriptor = value(end, depth - 1);
        final AmqpNode described = value(end, depth - 1);
        // Where a described value ends is found by a walk over the described values in it, wide or deep, which is limited.
        if (countDescribed(descriptor) >= depth || countDescribed(described) >= depth)
        {
            throw new Refused("too many described values in one");
        }
        return AmqpNode.compound(0, List.of(descriptor, described));
    }

    private static int countDescribed(final AmqpNode node)
    {
        return node.code() == 0 ? 1 + node.children().stream().mapToInt(AmqpStrict::countDescribed).sum() : 0;
    }

    private static void enter(final int depth) throws Refused
    {
        if (depth == 0)
        {
            throw new Refused("too deep");
        }
    }

    private AmqpNode body(final int code, final int end, final int depth) throws Refused
    {
        final String type = AmqpNode.type(code);
        if (type == null)
        {
            throw new Refused("code " + code);
        }
        final int width = code < 0x50 ? 0 : code < 0xA0 ? 1 << (code >> 4) - 5 : (code >> 4) % 2 == 0 ? 1 : 4;
        switch (type)
        {
            case "list", "map":
                return compound(code, width, end, depth);
            case "array":
                return array(code, width, end, depth);
            case "null":
                return AmqpNode.scalar(code, "null");
            case "boolean":
                return AmqpNode.scalar(code, bool(code, end));
            case "ubyte", "ushort", "uint":
                return AmqpNode.scalar(code, width == 0 ? "0" : unsigned(width, end).toString());
            case "ulong":
                return AmqpNode.scalar(code, '"' + (width == 0 ? "0" : unsigned(width, end).toString()) + '"');
            case "byte", "short", "int":
                return AmqpNode.scalar(code, signed(width, end).toString());
            case "long", "timestamp":
                return AmqpNode.scalar(code, '"' + signed(width, end).toString() + '"');
            case "char":
                return AmqpNode.scalar(code, character(end));
            case "uuid":
                final String digits = hex(width, end);
                return AmqpNode.scalar(code, '"' + new UUID(Long.parseUnsignedLong(digits.substring(1, 17), 16), Long
                    .parseUnsignedLong(digits.substring(17, 33), 16)).toString() + '"');
            case "binary":
                return AmqpNode.scalar(code, hex(length(width, end), end));
            case "string", "symbol":
                return AmqpNode.scalar(code, text(length(width, end), "symbol".equals(type)));
            default:
                return AmqpNode.scalar(code, hex(width, end));
        }
    }

    private String bool(final int code, final int end) throws Refused
    {
        final int value = code == 0x56 ? octet(end) : code == 0x41 ? 1 : 0;
        if (value > 1)
        {
            throw new Refused("boolean octet " + value);
        }
        return value == 1 ? "true" : "false";
    }

    private String character(final int end) throws Refused
    {
        final long codePoint = unsigned(4, end).longValue();
        if (codePoint > 0x10FFFF || codePoint >= 0xD800 && codePoint < 0xE000)
        {
            throw new Refused("char " + codePoint);
        }
        return String.format("\"U+%04X\"", codePoint);
    }

    private int length(final int width, final int end) throws Refused
    {
        final long length = number(width, end);
        need(length, end);
        return (int)length;
    }

    private String text(final int length, final boolean symbol) throws Refused
    {
        final ByteBuffer part = ByteBuffer.wrap(bytes, at, length);
        at += length;
        try
        {
            final CharBuffer text = (symbol ? StandardCharsets.US_ASCII : StandardCharsets.UTF_8).newDecoder().decode(
                part);
            return AmqpNode.quote(text.toString());
        }
        catch (final CharacterCodingException e)
        {
            throw new Refused("text");
        }
    }

    private AmqpNode compound(final int code, final int width, final int end, final int depth) throws Refused
    {
        enter(depth);
        final List<AmqpNode> children = new ArrayList<>();
        if (width > 0)
        {
            final long size = number(width, end);
            need(size, end);
            final int own = at + (int)size;
            final long count = number(width, own);
            if (count > own - at || count > ELEMENTS || count % 2 == 1 && AmqpNode.type(code).equals("map"))
            {
                throw new Refused("count " + count);
            }
            for (int i = 0; i < count; i++)
            {
                children.add(value(own, depth - 1));
            }
            consumed(own);
        }
        return AmqpNode.compound(code, children);
    }

    private void consumed(final int end) throws Refused
    {
        if (at != end)
        {
            throw new Refused(end - at + " bytes left");
        }
    }

    private AmqpNode array(final int code, final int width, final int end, final int depth) throws Refused
    {
        enter(depth);
        final long size = number(width, end);
        need(size, end);
        final int own = at + (int)size;
        final long count = number(width, own);
        final List<AmqpNode> descriptors = new ArrayList<>();
        int element = octet(own);
        while (element == 0)
        {
            enter(depth - 1 - descriptors.size());
            descriptors.add(value(own, depth - 1 - descriptors.size()));
            element = octet(own);
        }
        final int from = at;
        if (AmqpNode.type(element) == null || count > ELEMENTS || element >= 0x50 && count > own - at)
        {
            throw new Refused(count + " elements of code " + element);
        }
        withoutBytes += element < 0x50 ? (int)count : 0;
        final List<AmqpNode> children = new ArrayList<>();
        for (int i = 0; i < count && withoutBytes <= mostWithoutBytes; i++)
        {
            children.add(body(element, own, depth - 1));
        }
        if (withoutBytes > mostWithoutBytes)
        {
            throw new Refused(withoutBytes + " elements without bytes at " + from);
        }
        consumed(own);
        return AmqpNode.array(code, descriptors, element, children);
    }
}
