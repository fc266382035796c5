package io.skim.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Writes the class of one described type of AMQP, and the class that finds them by descriptor.
 */
final class AmqpSource
{
    static final String PACKAGE = "io.skim.pojo.amqp.types";

    /** A bit for each, and one more for each of several symbols, in an int. */
    private static final int MOST_FIELDS = 16;

    private final AmqpSchema.Type type;
    private final String name;
    private final SourceText text = new SourceText();
    private final List<AmqpFieldSource> fields = new ArrayList<>();

    private AmqpSource(final AmqpSchema.Type type)
    {
        this.type = type;
        name = className(type);
        if (type.fields() == null)
        {
            fields.add(new AmqpFieldSource(text, name, type.source()));
            return;
        }
        if (type.fields().size() > MOST_FIELDS)
        {
            throw new IllegalArgumentException(type.name() + " has more than " + MOST_FIELDS + " fields");
        }
        for (int i = 0; i < type.fields().size(); i++)
        {
            fields.add(new AmqpFieldSource(text, name, type.fields().get(i), i));
        }
    }

    /** The name of a type's class. */
    static String className(final AmqpSchema.Type type)
    {
        return type.name().startsWith("amqp-") ? "Amqp" + capitalized(camel(type.name().substring(5))) + "Section"
            : "Amqp" + capitalized(camel(type.name()));
    }

    static String camel(final String name)
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
        text.line("package " + PACKAGE + ";").line("");
        imports().forEach(used -> text.line("import " + used + ";"));
        text.line("").line("/**").comment("AMQP's {@code " + type.name() + "}.").line(" *");
        text.comment("@see \"OASIS AMQP 1.0\"").line(" */");
        text.line("public final class " + name + " extends AmqpTyped").open();
        text.line("/** What the standard says of the type. */");
        text.line("public static final AmqpClass<" + name + "> TYPE =");
        text.line("    new AmqpClass<>(\"" + type.name() + "\", " + name + "::new);").line("");
        if (!fields.isEmpty())
        {
            fields.forEach(AmqpFieldSource::declaration);
            text.line("");
        }
        text.line("/** Makes one with nothing set. */");
        text.line("public " + name + "()").open().close().line("");
        of();
        fields.forEach(AmqpFieldSource::accessors);
        text.line("@Override").line("public AmqpClass<" + name + "> type()").open().line("return TYPE;").close();
        if (!fields.isEmpty())
        {
            choice("void fill(final int index, final FieldValues from)", "switch (index)", AmqpFieldSource::fill,
                "super.fill(index, from)");
            if (type.fields() != null)
            {
                text.line("").line("@Override").line("void fill(final PlainFields from)").open();
                fields.forEach(AmqpFieldSource::fillPlain);
                text.close();
            }
            choice("void put(final int index, final AmqpTreeWriter writer, final AmqpEncoder encoder)",
                "switch (index)", AmqpFieldSource::put, "super.put(index, writer, encoder)");
            choice("AmqpValue valueAt(final int index)", "return switch (index)", AmqpFieldSource::value,
                "super.valueAt(index)");
        }
        return text.close().toString();
    }

    private Set<String> imports()
    {
        final Set<String> used = new TreeSet<>(Set.of("io.skim.pojo.amqp.AmqpValue"));
        for (final AmqpFieldSource field : fields)
        {
            used.addAll(Set.of("io.skim.encode.AmqpEncoder", "io.skim.pojo.amqp.AmqpTreeWriter", SourceText.NULLABLE));
            if (field.java().isSymbols())
            {
                used.add("java.util.List");
            }
            else
            {
                final String tree = field.java().tree();
                used.add("io.skim.pojo.amqp." + (tree == null ? field.java().type() : tree));
            }
        }
        return used;
    }

    private void of()
    {
        text.line("/**").comment("Takes a value that is described as such.").line(" *");
        text.comment("@param value a described value, such as {@code AmqpTreeBuilder} makes.");
        text.comment("@return its fields, yours to change.");
        text.comment("@throws io.skim.pojo.amqp.AmqpSchemaException if it is not what the standard says of the type.");
        text.comment("@throws IllegalArgumentException if it is of another type.").line(" */");
        text.line("public static " + name + " of(final AmqpValue value)").open();
        text.line("return TYPE.of(value);").close().line("");
    }

    /** A method that does something with the field of an index. */
    private void choice(final String method, final String choice, final Consumer<AmqpFieldSource> one,
        final String otherwise)
    {
        text.line("").line("@Override").line(method).open().line(choice).open();
        fields.forEach(one);
        text.line("default -> " + otherwise + ";").closeWith(choice.startsWith("return") ? ";" : "").close();
    }

    /** The class that finds a value's class by its descriptor. */
    static String registry(final List<AmqpSchema.Type> types)
    {
        final SourceText text = new SourceText();
        text.line("package " + PACKAGE + ";").line("").line("import io.skim.pojo.amqp.AmqpDescribed;");
        text.line("import io.skim.pojo.amqp.AmqpTypeDefinition;").line("import io.skim.pojo.amqp.AmqpTypes;");
        text.line("import io.skim.pojo.amqp.AmqpValue;").line("import " + SourceText.NULLABLE + ";").line("");
        text.line("/**").comment("Finds the class of a described value by its descriptor: " + types.size()
            + " of them.").line(" */");
        text.line("public final class AmqpTypedValues").open();
        text.line("private AmqpTypedValues()").open().close().line("");
        text.line("/**").comment("Takes a described value as what its descriptor, numeric or symbolic, says.")
            .line(" *");
        text.comment("@param value of any type.");
        text.comment("@return its fields, yours to change; null if it is not described, or its descriptor is unknown.");
        text.comment("@throws io.skim.pojo.amqp.AmqpSchemaException if it is not what the standard says of the type.");
        text.line(" */").line("public static @Nullable AmqpTyped of(final AmqpValue value)").open();
        text.line("final AmqpTypeDefinition type = value instanceof AmqpDescribed").line(
            "    ? AmqpTypes.standard().of(((AmqpDescribed)value).descriptor()) : null;");
        text.line("return type == null ? null : named(type.name()).of(value);").close().line("");
        text.line("/**").comment("The class of a type. Loads no other.").line(" *");
        text.comment("@param name as in the standard, such as {@code sasl-init}.");
        text.comment("@return the class; null if no type is called so.").line(" */");
        text.line("public static @Nullable AmqpClass<?> named(final String name)").open();
        text.line("switch (name)").open();
        for (final AmqpSchema.Type type : types)
        {
            text.line("case \"" + type.name() + "\":").line("    return " + className(type) + ".TYPE;");
        }
        return text.line("default:").line("    return null;").close().close().close().toString();
    }
}
