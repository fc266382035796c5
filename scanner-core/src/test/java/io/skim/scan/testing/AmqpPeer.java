package io.skim.scan.testing;

import java.lang.reflect.Array;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Another library that reads AMQP values. What it read is told as a text that has no more than Java's types keep: a char
 * has 16 bits, an array only elements, a map the last of equal keys.
 */
public abstract class AmqpPeer
{
    private static final Pattern FLOAT_NAN = Pattern.compile(
        "float [7f]f([89a-f][0-9a-f]{5}|[0-7][0-9a-f]*[1-9a-f][0-9a-f]*)");
    private static final Pattern DOUBLE_NAN = Pattern.compile("double [7f]ff[0-9a-f]*");

    /** Whether timestamps are read as longs. */
    private final boolean timestampsAreLongs;
    private final boolean describedValuesDiffer;

    /**
     * Makes a peer.
     *
     * @param timestampsAreLongs  whether it reads timestamps so.
     * @param describedValuesDiffer whether no two described values are equal as keys, as their class has no hash code.
     */
    protected AmqpPeer(final boolean timestampsAreLongs, final boolean describedValuesDiffer)
    {
        this.timestampsAreLongs = timestampsAreLongs;
        this.describedValuesDiffer = describedValuesDiffer;
    }

    /**
     * Reads concatenated values.
     *
     * @param bytes all of them.
     * @return what they say.
     * @throws Exception of any type, if the peer refuses them.
     */
    public abstract String read(byte[] bytes) throws Exception;

    /**
     * A value of one of the peer's own types.
     *
     * @param value not of a type of Java's.
     * @return its text.
     */
    protected abstract String own(Object value);

    /**
     * A value as text.
     *
     * @param value as the peer gives it.
     * @return its text.
     */
    protected final String text(final Object value)
    {
        if (value == null)
        {
            return "null";
        }
        if (value instanceof List<?> list)
        {
            final StringBuilder text = new StringBuilder("list(");
            list.forEach(item -> text.append(text(item)).append(' '));
            return text.append(')').toString();
        }
        if (value instanceof Map<?, ?> map)
        {
            final StringBuilder text = new StringBuilder("map(");
            map.forEach((key, item) -> text.append(text(key)).append('=').append(text(item)).append(' '));
            return text.append(')').toString();
        }
        if (value.getClass().isArray())
        {
            final StringBuilder text = new StringBuilder("array(");
            for (int i = 0; i < Array.getLength(value); i++)
            {
                text.append(text(Array.get(value, i))).append(' ');
            }
            return text.append(')').toString();
        }
        return scalar(value);
    }

    private String scalar(final Object value)
    {
        if (value instanceof String text)
        {
            return "string " + AmqpNode.quote(text);
        }
        if (value instanceof Boolean)
        {
            return "boolean " + value;
        }
        if (value instanceof Byte || value instanceof Short || value instanceof Integer || value instanceof Long)
        {
            return (value instanceof Integer ? "int" : value.getClass().getSimpleName().toLowerCase()) + " " + value;
        }
        if (value instanceof Float number)
        {
            return String.format("float %08x", Float.floatToRawIntBits(number));
        }
        if (value instanceof Double number)
        {
            return String.format("double %016x", Double.doubleToRawLongBits(number));
        }
        if (value instanceof Character unit)
        {
            return "char " + (int)unit;
        }
        if (value instanceof Date date)
        {
            return "timestamp " + date.getTime();
        }
        return value instanceof UUID ? "uuid " + value : own(value);
    }

    /**
     * A number of a type that Java lacks.
     *
     * @param value of a class that is named as Java's own of the same width is, with "Unsigned" before it.
     * @return the text.
     */
    protected static String unsigned(final Object value)
    {
        final String name = value.getClass().getSimpleName();
        return (name.equals("UnsignedInteger") ? "uint" : name.replace("Unsigned", "u").toLowerCase()) + " " + value;
    }

    /**
     * What this peer should say of values that were read otherwise.
     *
     * @param nodes the values.
     * @return their text.
     */
    public final String expected(final List<AmqpNode> nodes)
    {
        final StringBuilder text = new StringBuilder();
        nodes.forEach(node -> text.append(expected(node)).append('\n'));
        return text.toString();
    }

    private String expected(final AmqpNode node)
    {
        switch (node.type())
        {
            case "null":
                return "null";
            case "list":
                return "list(" + joined(node.children(), List.of()) + ")";
            case "map":
                return map(node.children());
            case "array":
                return "array(" + joined(node.children(), node.descriptors()) + ")";
            case "described":
                return "described(" + joined(node.children(), List.of()) + ")";
            case "char":
                return "char " + (int)(char)Integer.parseInt(node.json().substring(3, node.json().length() - 1), 16);
            case "timestamp":
                return (timestampsAreLongs ? "long " : "timestamp ") + node.json().replace("\"", "");
            case "string", "symbol":
                return node.type() + " " + node.json();
            default:
                return node.type() + " " + node.json().replace("\"", "");
        }
    }

    private String joined(final List<AmqpNode> nodes, final List<AmqpNode> descriptors)
    {
        final StringBuilder text = new StringBuilder();
        for (final AmqpNode node : nodes)
        {
            descriptors.forEach(descriptor -> text.append("described(").append(expected(descriptor)).append(' '));
            text.append(expected(node)).append(descriptors.isEmpty() ? " " : " )".repeat(descriptors.size()) + " ");
        }
        return text.toString();
    }

    private String map(final List<AmqpNode> nodes)
    {
        final Map<String, String> keys = new LinkedHashMap<>();
        final Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < nodes.size(); i += 2)
        {
            final AmqpNode key = nodes.get(i);
            final String name = (isUnique(key) ? i + ":" : ":") + key(key);
            keys.putIfAbsent(name, expected(key));
            values.put(name, expected(nodes.get(i + 1)));
        }
        final StringBuilder text = new StringBuilder("map(");
        keys.forEach((name, key) -> text.append(key).append('=').append(values.get(name)).append(' '));
        return text.append(')').toString();
    }

    /** No two arrays are equal in Java. */
    private boolean isUnique(final AmqpNode key)
    {
        return key.all().stream().anyMatch(part -> part.type().equals("array") || describedValuesDiffer && part.type()
            .equals("described"));
    }

    /** All that is not a number is equal in Java. */
    private String key(final AmqpNode node)
    {
        final String text = expected(node);
        return DOUBLE_NAN.matcher(FLOAT_NAN.matcher(text).replaceAll("float NaN")).replaceAll("double NaN");
    }
}
