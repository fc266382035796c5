package io.skim.generate;

import org.jspecify.annotations.Nullable;

/**
 * How a type of AMQP is held in Java.
 *
 * @param type   of accessors, which answer null for nothing.
 * @param bare   of the field that keeps the value: a primitive where there is one.
 * @param tree   the class of values in a tree; null if {@code type} is one itself.
 * @param method of {@code AmqpTyped} and {@code FieldValues}.
 * @param put    of the encoder; null if the value is written as a tree.
 */
record AmqpJava(String type, String bare, @Nullable String tree, String method, @Nullable String put)
{
    /** What fields have that hold an object of a described type's class, or else a tree. */
    static final String DESCRIBED = "described";

    /**
     * The type in Java.
     *
     * @param amqp     what values are encoded as, {@code *} for anything.
     * @param multiple whether there may be several.
     * @throws IllegalArgumentException if Java has none for it.
     */
    static AmqpJava of(final String amqp, final boolean multiple)
    {
        if (multiple && !amqp.equals("symbol"))
        {
            throw new IllegalArgumentException("no type in Java for several of " + amqp);
        }
        return multiple ? new AmqpJava("List<String>", "List<String>", "AmqpSymbol", "symbols", "") : of(amqp);
    }

    private static AmqpJava of(final String amqp)
    {
        return switch (amqp)
        {
            case "boolean" -> new AmqpJava("Boolean", "boolean", "AmqpBoolean", "flag", "putBoolean");
            case "ubyte" -> new AmqpJava("Integer", "int", "AmqpUbyte", "ubyte", "putUbyte");
            case "ushort" -> new AmqpJava("Integer", "int", "AmqpUshort", "ushort", "putUshort");
            case "uint" -> new AmqpJava("Long", "long", "AmqpUint", "uint", "putUint");
            case "ulong" -> new AmqpJava("Long", "long", "AmqpUlong", "ulong", "putUlong");
            case "timestamp" -> new AmqpJava("Long", "long", "AmqpTimestamp", "timestamp", "putTimestamp");
            case "string" -> new AmqpJava("String", "String", "AmqpString", "string", "putString");
            case "symbol" -> new AmqpJava("String", "String", "AmqpSymbol", "symbol", "putSymbol");
            case "binary" -> tree("AmqpBinary", "binary");
            case "map" -> tree("AmqpMap", "map");
            case "list" -> tree("AmqpList", "list");
            case "*" -> tree("AmqpValue", "any");
            case DESCRIBED -> new AmqpJava("AmqpValue", "Object", null, "any", null);
            default -> throw new IllegalArgumentException("no type in Java for a " + amqp);
        };
    }

    private static AmqpJava tree(final String type, final String method)
    {
        return new AmqpJava(type, type, null, method, null);
    }

    /** Whether the value is kept without a box. */
    boolean isBare()
    {
        return tree != null && !bare.equals(type);
    }

    /** Which numbers the type holds: a sentence. */
    String range()
    {
        return switch (method)
        {
            case "ubyte" -> "from 0 to 255.";
            case "ushort" -> "from 0 to 65,535.";
            case "uint" -> "from 0 to 4,294,967,295.";
            case "ulong" -> "all bits are kept: above {@code Long.MAX_VALUE} it is negative.";
            case "timestamp" -> "in milliseconds since 1970, UTC.";
            default -> "to set.";
        };
    }

    /** Whether the type of AMQP holds all values of its type in Java. */
    boolean takesAll()
    {
        return method.equals("flag") || method.equals("ulong") || method.equals("timestamp") || put == null;
    }

    /** Whether the value may be kept as an object of its class. */
    boolean isDescribed()
    {
        return bare.equals("Object");
    }

    /** Whether it depends on the field which values there may be, or is noted by field what was found. */
    boolean isOfTheField()
    {
        return isSymbols() || method.equals("any") || method.equals("map");
    }

    boolean isSymbols()
    {
        return method.equals("symbols");
    }

    /** A default as a literal. */
    String literal(final String encoded)
    {
        return switch (bare)
        {
            case "String" -> "\"" + encoded + "\"";
            case "long" -> encoded + "L";
            default -> encoded;
        };
    }
}
