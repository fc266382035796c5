package io.skim.scan.testing;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * An AMQP value as a tree, with the format codes it was written in. Texts are the notation of the vectors.
 *
 * @param type        the AMQP type.
 * @param code        the format code; of elements of an array that of their array.
 * @param json        what stands for a scalar in the notation.
 * @param children    elements; keys and values of a map in turn; descriptor and value of a described value.
 * @param descriptors of the elements of an array, the outermost first.
 * @param elementCode that the elements of an array share, -1 for everything else.
 */
public record AmqpNode(String type, int code, String json, List<AmqpNode> children, List<AmqpNode> descriptors,
    int elementCode)
{
    private static final String[] TYPES = new String[256];

    static
    {
        types("null", 0x40);
        types("boolean", 0x41, 0x42, 0x56);
        types("uint", 0x43, 0x52, 0x70);
        types("ulong", 0x44, 0x53, 0x80);
        types("ubyte", 0x50);
        types("byte", 0x51);
        types("int", 0x54, 0x71);
        types("long", 0x55, 0x81);
        types("ushort", 0x60);
        types("short", 0x61);
        types("float", 0x72);
        types("char", 0x73);
        types("decimal32", 0x74);
        types("double", 0x82);
        types("timestamp", 0x83);
        types("decimal64", 0x84);
        types("decimal128", 0x94);
        types("uuid", 0x98);
        types("binary", 0xA0, 0xB0);
        types("string", 0xA1, 0xB1);
        types("symbol", 0xA3, 0xB3);
        types("list", 0x45, 0xC0, 0xD0);
        types("map", 0xC1, 0xD1);
        types("array", 0xE0, 0xF0);
        types("described", 0x00);
    }

    private static void types(final String type, final int... codes)
    {
        for (final int code : codes)
        {
            TYPES[code] = type;
        }
    }

    /**
     * The type that a format code is of.
     *
     * @param code from 0 to 255.
     * @return its name, null if there is no such code.
     */
    public static String type(final int code)
    {
        return TYPES[code];
    }

    /**
     * A scalar.
     *
     * @param code its format code.
     * @param json what stands for it.
     * @return the node.
     */
    public static AmqpNode scalar(final int code, final String json)
    {
        return new AmqpNode(TYPES[code], code, json, List.of(), List.of(), -1);
    }

    /**
     * A list, map or described value.
     *
     * @param code     its format code.
     * @param children what it holds.
     * @return the node.
     */
    public static AmqpNode compound(final int code, final List<AmqpNode> children)
    {
        return new AmqpNode(TYPES[code], code, null, children, List.of(), -1);
    }

    /**
     * An array.
     *
     * @param code        its format code.
     * @param descriptors of its elements.
     * @param elementCode that they share.
     * @param children    its elements, without their descriptors.
     * @return the node.
     */
    public static AmqpNode array(final int code, final List<AmqpNode> descriptors, final int elementCode,
        final List<AmqpNode> children)
    {
        return new AmqpNode(TYPES[code], code, null, children, descriptors, elementCode);
    }

    /**
     * Text between quotes, escaped as in the vectors.
     *
     * @param text to quote.
     * @return ASCII.
     */
    public static String quote(final String text)
    {
        final StringBuilder json = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++)
        {
            final char unit = text.charAt(i);
            final int known = "\"\\\b\f\n\r\t".indexOf(unit);
            if (known >= 0)
            {
                json.append('\\').append("\"\\bfnrt".charAt(known));
            }
            else if (unit < ' ' || unit > '~')
            {
                // String.format takes a quarter of the time of the tests that compare texts.
                json.append("\\u").append(HexFormat.of().toHexDigits(unit));
            }
            else
            {
                json.append(unit);
            }
        }
        return json.append('"').toString();
    }

    /**
     * The value in the notation of the vectors, letter for letter.
     *
     * @return text without blanks.
     */
    public String notation()
    {
        final StringBuilder text = new StringBuilder();
        write(text);
        return text.toString();
    }

    private void write(final StringBuilder text)
    {
        text.append("{\"").append(type).append("\":");
        if (json != null)
        {
            text.append(json);
        }
        else if ("array".equals(type))
        {
            text.append("{\"of\":");
            descriptors
                .forEach(descriptor -> text.append("{\"described\":[").append(descriptor.notation()).append(","));
            text.append('"').append(TYPES[elementCode]).append('"').append("]}".repeat(descriptors.size()));
            text.append(",\"items\":").append(notation(children)).append('}');
        }
        else if ("map".equals(type))
        {
            text.append('[');
            for (int i = 0; i + 1 < children.size(); i += 2)
            {
                text.append(i > 0 ? "," : "").append(notation(children.subList(i, i + 2)));
            }
            text.append(']');
        }
        else
        {
            text.append(notation(children));
        }
        text.append('}');
    }

    /**
     * Values in the notation of the vectors.
     *
     * @param nodes the values.
     * @return them between brackets.
     */
    public static String notation(final List<AmqpNode> nodes)
    {
        final StringBuilder text = new StringBuilder("[");
        for (final AmqpNode node : nodes)
        {
            text.append(text.length() > 1 ? "," : "");
            node.write(text);
        }
        return text.append(']').toString();
    }

    /**
     * This value and all values in it, those of descriptors of elements too.
     *
     * @return the values, each before what it holds.
     */
    public List<AmqpNode> all()
    {
        final List<AmqpNode> all = new ArrayList<>();
        collect(all);
        return all;
    }

    private void collect(final List<AmqpNode> all)
    {
        all.add(this);
        descriptors.forEach(descriptor -> descriptor.collect(all));
        children.forEach(child -> child.collect(all));
    }
}
