package io.skim.generate;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Writes the class of one described type of AMQP, and the class that finds them by descriptor.
 */
final class AmqpSource
{
    static final String PACKAGE = "io.skim.pojo.amqp.types";

    /** The type in Java, and what the base class's methods for it are called. */
    private static final Map<String, String[]> TYPES = Map.ofEntries(entry("boolean", "Boolean", "Boolean"), entry(
        "ubyte", "Integer", "Ubyte"), entry("ushort", "Integer", "Ushort"), entry("uint", "Long", "Uint"),
        entry(
            "ulong", "Long", "Ulong"),
        entry("string", "String", "String"), entry("symbol", "String", "Symbol"), entry(
            "binary", "AmqpBinary", "Binary"),
        entry("timestamp", "Long", "Timestamp"), entry("map", "AmqpMap",
            "Map"),
        entry("list", "AmqpList", "List"), entry("*", "AmqpValue", "Any"));
    private static final String[] SYMBOLS = {"List<String>", "Symbols"};

    private final AmqpSchema.Type type;
    private final SourceText text = new SourceText();

    private AmqpSource(final AmqpSchema.Type type)
    {
        this.type = type;
    }

    private static Map.Entry<String, String[]> entry(final String name, final String java, final String method)
    {
        return Map.entry(name, new String[] {java, method});
    }

    /** The name of a type's class. */
    static String className(final AmqpSchema.Type type)
    {
        return type.name().startsWith("amqp-") ? "Amqp" + capitalized(camel(type.name().substring(5))) + "Section"
            : "Amqp" + capitalized(camel(type.name()));
    }

    private static String camel(final String name)
    {
        final String[] words = name.split("-");
        final StringBuilder camel = new StringBuilder(words[0]);
        for (int i = 1; i < words.length; i++)
        {
            camel.append(capitalized(words[i]));
        }
        return camel.toString();
    }

    private static String capitalized(final String word)
    {
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }

    static String of(final AmqpSchema.Type type)
    {
        return new AmqpSource(type).write();
    }

    private String write()
    {
        final String name = className(type);
        text.line("package " + PACKAGE + ";").line("");
        for (final String used : List.of("AmqpBinary", "AmqpList", "AmqpMap", "AmqpValue"))
        {
            if (used.equals("AmqpValue") || uses(used))
            {
                text.line("import io.skim.pojo.amqp." + used + ";");
            }
        }
        text.line(uses(SYMBOLS[0]) ? "import java.util.List;\n" : "");
        text.line("/**").comment("AMQP's {@code " + type.name() + "}.").line(" *");
        text.comment("@see \"OASIS AMQP 1.0\"").line(" */");
        text.line("public final class " + name + " extends AmqpTyped").open();
        text.line("/** Makes one with nothing set. */").line("public " + name + "()").open().line("super(\"" + type
            .name() + "\");").close().line("");
        of(name);
        if (type.fields() == null)
        {
            accessors(name, "value", "The value that is described.", javaOf(type.source(), false), "0");
        }
        else
        {
            for (int i = 0; i < type.fields().size(); i++)
            {
                final AmqpSchema.Field field = type.fields().get(i);
                accessors(name, camel(field.name()), description(field), javaOf(field.primitive(), field.multiple()),
                    String.valueOf(i));
            }
        }
        return text.close().toString();
    }

    private boolean uses(final String java)
    {
        return type.fields() == null ? javaOf(type.source(), false)[0].equals(java) : type.fields().stream().anyMatch(
            field -> javaOf(field.primitive(), field.multiple())[0].equals(java));
    }

    private static String[] javaOf(final String primitive, final boolean multiple)
    {
        if (multiple && !primitive.equals("symbol") || !TYPES.containsKey(primitive))
        {
            throw new IllegalArgumentException("no type in Java for a " + primitive);
        }
        return multiple ? SYMBOLS : TYPES.get(primitive);
    }

    private void of(final String name)
    {
        text.line("/**").comment("Takes a value that is described as such.").line(" *");
        text.comment("@param value a described value, such as {@code AmqpTreeBuilder} makes.");
        text.comment("@return its fields, yours to change.");
        text.comment("@throws io.skim.pojo.amqp.AmqpSchemaException if it is not what the standard says of the type.");
        text.comment("@throws IllegalArgumentException if it is of another type.").line(" */");
        text.line("public static " + name + " of(final AmqpValue value)").open();
        text.line("final " + name + " typed = new " + name + "();").line("typed.take(value);").line("return typed;");
        text.close().line("");
    }

    private static String description(final AmqpSchema.Field field)
    {
        return "The field {@code " + field.name() + "}" + (field.type().equals(field.primitive()) ? "" : ", a {@code "
            + field.type() + "}") + (field.mandatory() ? ", mandatory" : "") + (field.defaultValue() == null ? "."
                : ", by default {@code " + field.defaultValue() + "}.");
    }

    private void accessors(final String name, final String method, final String description, final String[] java,
        final String index)
    {
        text.line("/**").comment(description).line(" *");
        text.comment("@return its value or default; null if there is neither.").line(" */");
        text.line("public " + java[0] + " " + method + "()").open().line("return get" + java[1] + "(" + index + ");")
            .close().line("");
        text.line("/**").comment("Sets it: " + Character.toLowerCase(description.charAt(0)) + description.substring(1))
            .line(" *");
        text.comment("@param value null to unset it.").comment("@return this.");
        text.comment("@throws IllegalArgumentException if its type cannot hold the value.").line(" */");
        text.line("public " + name + " " + method + "(final " + java[0] + " value)").open();
        text.line("set" + java[1] + "(" + index + ", value);").line("return this;").close().line("");
    }

    /** The class that finds a value's class by its descriptor. */
    static String registry(final List<AmqpSchema.Type> types)
    {
        final SourceText text = new SourceText();
        text.line("package " + PACKAGE + ";").line("").line("import io.skim.pojo.amqp.AmqpDescribed;");
        text.line("import io.skim.pojo.amqp.AmqpTypeDefinition;").line("import io.skim.pojo.amqp.AmqpTypes;");
        text.line("import io.skim.pojo.amqp.AmqpValue;").line("");
        text.line("/**").comment("Finds the class of a described value by its descriptor: " + types.size()
            + " of them.").line(" */");
        text.line("public final class AmqpTypedValues").open();
        text.line("private AmqpTypedValues()").open().close().line("");
        text.line("/**").comment("Takes a described value as what its descriptor, numeric or symbolic, says.")
            .line(" *");
        text.comment("@param value of any type.");
        text.comment("@return its fields, yours to change; null if it is not described, or its descriptor is unknown.");
        text.comment("@throws io.skim.pojo.amqp.AmqpSchemaException if it is not what the standard says of the type.");
        text.line(" */").line("public static AmqpTyped of(final AmqpValue value)").open();
        text.line("final AmqpTypeDefinition type = value instanceof AmqpDescribed").line(
            "    ? AmqpTypes.standard().of(((AmqpDescribed)value).descriptor()) : null;");
        text.line("if (type == null)").open().line("return null;").close();
        text.line("switch (type.name())").open();
        for (final AmqpSchema.Type type : types)
        {
            text.line("case \"" + type.name() + "\":").line("    return " + className(type) + ".of(value);");
        }
        return text.line("default:").line("    return null;").close().close().close().toString();
    }
}
