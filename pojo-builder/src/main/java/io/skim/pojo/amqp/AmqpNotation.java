package io.skim.pojo.amqp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.List;

/**
 * Writes values in the typed notation: JSON in ASCII without blanks, each value an object whose one key is its type.
 *
 * <pre>
 * {"list":[{"uint":1},{"ulong":"18446744073709551615"},{"float":"3f800000"},{"char":"U+1F600"},{"binary":"00ff"}]}
 * {"map":[[{"symbol":"a"},{"timestamp":"-1"}]]}        {"described":[{"ulong":"112"},{"list":[]}]}
 * {"array":{"of":"int","items":[{"int":1}]}}           {"array":{"of":{"described":[{"symbol":"d"},"int"]},"items":[]}}
 * </pre>
 *
 * Numbers of 64 bits are decimal text; floats, doubles and decimals are the hex of their bits; text beyond ASCII is
 * escaped, UTF-16 unit by unit. Recursive, as deep as the
 * value is.
 */
public final class AmqpNotation
{
    /** How many octets are made hex at once. */
    private static final int PIECE = 1_024;
    private static final HexFormat HEX = HexFormat.of();
    private static final String SHORT_ESCAPES = "\b\t\n\f\r\"\\";
    private static final String SHORT_ESCAPED = "btnfr\"\\";

    private final Appendable out;

    private AmqpNotation(final Appendable out)
    {
        this.out = out;
    }

    /**
     * Writes a value.
     *
     * @param value to write.
     * @param out   to write to, in small pieces.
     * @throws IOException if {@code out} throws it.
     */
    public static void write(final AmqpValue value, final Appendable out) throws IOException
    {
        new AmqpNotation(out).value(value);
    }

    /**
     * Writes several values as a JSON array.
     *
     * @param values to write.
     * @param out    to write to, in small pieces.
     * @throws IOException if {@code out} throws it.
     */
    public static void write(final List<? extends AmqpValue> values, final Appendable out) throws IOException
    {
        new AmqpNotation(out).values(values);
    }

    /**
     * Writes a frame or protocol header.
     *
     * @param item to write.
     * @param out  to write to, in small pieces.
     * @throws IOException if {@code out} throws it.
     */
    public static void write(final AmqpStreamItem item, final Appendable out) throws IOException
    {
        final AmqpNotation notation = new AmqpNotation(out);
        if (item instanceof AmqpFrameTree frame)
        {
            notation.frame(frame);
        }
        else
        {
            notation.header((AmqpProtocolHeader)item);
        }
    }

    /** Writes to a text. */
    private interface Writing
    {
        void to(Appendable out) throws IOException;
    }

    private static String text(final Writing writing)
    {
        final StringBuilder text = new StringBuilder();
        try
        {
            writing.to(text);
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /** The notation of a value as a text. */
    static String of(final AmqpValue value)
    {
        return text(out -> write(value, out));
    }

    /** The notation of several values as a text. */
    static String of(final List<? extends AmqpValue> values)
    {
        return text(out -> write(values, out));
    }

    /** The notation of a frame or protocol header as a text. */
    static String of(final AmqpStreamItem item)
    {
        return text(out -> write(item, out));
    }

    private void header(final AmqpProtocolHeader header) throws IOException
    {
        out.append("{\"header\":{\"protocol\":" + header.protocol() + ",\"major\":" + header.major() + ",\"minor\":"
            + header.minor() + ",\"revision\":" + header.revision() + "}}");
    }

    private void frame(final AmqpFrameTree frame) throws IOException
    {
        out.append(
            "{\"frame\":{\"size\":" + frame.size() + ",\"doff\":" + frame.dataOffset() + ",\"type\":" + frame.type()
                + ",\"channel\":" + frame.channel() + ",\"ext\":\"");
        octets(frame.extendedHeader());
        out.append("\",\"body\":");
        if (frame.body() == null)
        {
            out.append("null");
        }
        else
        {
            value(frame.body());
        }
        out.append(",\"payload\":\"");
        octets(frame.payload());
        out.append("\"}}");
    }

    private void octets(final AmqpBinary binary) throws IOException
    {
        final byte[] bytes = binary.bytes();
        for (int from = 0; from < bytes.length; from += PIECE)
        {
            out.append(HEX.formatHex(bytes, from, Math.min(bytes.length, from + PIECE)));
        }
    }

    private void value(final AmqpValue value) throws IOException
    {
        out.append("{\"").append(value.type().typeName()).append("\":");
        if (value instanceof AmqpList list)
        {
            values(list.items());
        }
        else if (value instanceof AmqpMap map)
        {
            map(map);
        }
        else if (value instanceof AmqpArray array)
        {
            out.append("{\"of\":");
            elementType(array, 0);
            out.append(",\"items\":");
            values(array.items());
            out.append('}');
        }
        else if (value instanceof AmqpDescribed described)
        {
            out.append('[');
            value(described.descriptor());
            out.append(',');
            value(described.value());
            out.append(']');
        }
        else
        {
            scalar(value);
        }
        out.append('}');
    }

    private void values(final List<? extends AmqpValue> values) throws IOException
    {
        char before = '[';
        for (final AmqpValue value : values)
        {
            out.append(before);
            value(value);
            before = ',';
        }
        out.append(values.isEmpty() ? "[]" : "]");
    }

    private void map(final AmqpMap map) throws IOException
    {
        char before = '[';
        for (final AmqpMap.Entry entry : map.entries())
        {
            out.append(before).append('[');
            value(entry.key());
            out.append(',');
            value(entry.value());
            out.append(']');
            before = ',';
        }
        out.append(map.entries().isEmpty() ? "[]" : "]");
    }

    private void elementType(final AmqpArray array, final int from) throws IOException
    {
        if (from == array.descriptors().size())
        {
            out.append('"').append(array.elementType().typeName()).append('"');
            return;
        }
        out.append("{\"described\":[");
        value(array.descriptors().get(from));
        out.append(',');
        elementType(array, from + 1);
        out.append("]}");
    }

    private void scalar(final AmqpValue value) throws IOException
    {
        switch (value.type())
        {
            case NULL -> out.append("null");
            case BOOLEAN -> out.append(((AmqpBoolean)value).value() ? "true" : "false");
            case UBYTE -> number(((AmqpUbyte)value).value());
            case USHORT -> number(((AmqpUshort)value).value());
            case UINT -> number(((AmqpUint)value).value());
            case BYTE -> number(((AmqpByte)value).value());
            case SHORT -> number(((AmqpShort)value).value());
            case INT -> number(((AmqpInt)value).value());
            case ULONG -> quoted(Long.toUnsignedString(((AmqpUlong)value).bits()));
            case LONG -> quoted(Long.toString(((AmqpLong)value).value()));
            case TIMESTAMP -> quoted(Long.toString(((AmqpTimestamp)value).millis()));
            case UUID -> quoted(((AmqpUuid)value).value().toString());
            case STRING -> text(((AmqpString)value).value());
            case SYMBOL -> text(((AmqpSymbol)value).value());
            default -> bits(value);
        }
    }

    /** What is written in hex. */
    private void bits(final AmqpValue value) throws IOException
    {
        out.append('"');
        switch (value.type())
        {
            case FLOAT -> out.append(HEX.toHexDigits(((AmqpFloat)value).bits()));
            case DOUBLE -> out.append(HEX.toHexDigits(((AmqpDouble)value).bits()));
            case DECIMAL32 -> out.append(HEX.toHexDigits(((AmqpDecimal32)value).bits()));
            case DECIMAL64 -> out.append(HEX.toHexDigits(((AmqpDecimal64)value).bits()));
            case DECIMAL128 -> out.append(HEX.toHexDigits(((AmqpDecimal128)value).high()))
                .append(HEX.toHexDigits(((AmqpDecimal128)value).low()));
            case CHAR ->
            {
                final int codePoint = ((AmqpChar)value).codePoint();
                final int digits = codePoint < 0x10000 ? 4 : codePoint < 0x100000 ? 5 : 6;
                out.append("U+").append(HEX.withUpperCase().toHexDigits(codePoint, digits));
            }
            default -> octets((AmqpBinary)value);
        }
        out.append('"');
    }

    private void number(final long number) throws IOException
    {
        out.append(Long.toString(number));
    }

    private void quoted(final String ascii) throws IOException
    {
        out.append('"').append(ascii).append('"');
    }

    private void text(final String text) throws IOException
    {
        out.append('"');
        int from = 0;
        for (int i = 0; i < text.length(); i++)
        {
            final char unit = text.charAt(i);
            if (unit < ' ' || unit > '~' || unit == '"' || unit == '\\')
            {
                out.append(text, from, i);
                escape(unit);
                from = i + 1;
            }
        }
        out.append(text, from, text.length()).append('"');
    }

    private void escape(final char unit) throws IOException
    {
        final int known = SHORT_ESCAPES.indexOf(unit);
        if (known >= 0)
        {
            out.append('\\').append(SHORT_ESCAPED.charAt(known));
            return;
        }
        out.append("\\u").append(HEX.toHexDigits(unit));
    }
}
