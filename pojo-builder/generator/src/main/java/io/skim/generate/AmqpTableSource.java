package io.skim.generate;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes the table of AMQP's described types, so that the library reads no file for them.
 */
final class AmqpTableSource
{
    static final String PACKAGE = "io.skim.pojo.amqp";

    private static final String ANY = "*";

    private AmqpTableSource()
    {
    }

    static String of(final List<AmqpSchema.Type> types)
    {
        final SourceText text = new SourceText();
        text.line("package " + PACKAGE + ";").line("").line("import java.util.ArrayList;").line(
            "import java.util.List;").line("import java.util.Set;").line("");
        text.line("/**").comment("What the standard says of its " + types.size() + " described types.").line(" */");
        text.line("final class AmqpTypeTable").open();
        text.line("private AmqpTypeTable()").open().close().line("");
        text.line("/** All of them, in the order of their numeric descriptors. */");
        text.line("static List<AmqpTypeDefinition> all()").open();
        text.line("final List<AmqpTypeDefinition> all = new ArrayList<>();");
        types.forEach(type -> add(text, type));
        return text.line("return all;").close().close().toString();
    }

    private static void add(final SourceText text, final AmqpSchema.Type type)
    {
        final boolean isComposite = type.fields() != null;
        final List<AmqpSchema.Field> fields = type.fields() == null ? List.of() : type.fields();
        final String provides = type.provides().stream().map(AmqpTableSource::literal).collect(Collectors.joining(
            ", "));
        text.line("all.add(new AmqpTypeDefinition(" + literal(type.name()) + ", 0x" + Long.toHexString(type.code())
            + "L,");
        text.line(
            "    " + literal(type.symbol()) + ", " + isComposite + ", " + type(type.source()) + ", Set.of(" + provides
                + "),");
        text.line("    List.of(" + (fields.isEmpty() ? ")));" : ""));
        for (int i = 0; i < fields.size(); i++)
        {
            field(text, fields.get(i), i, i + 1 < fields.size() ? "," : ")));");
        }
    }

    private static void field(final SourceText text, final AmqpSchema.Field field, final int index, final String behind)
    {
        text.line("    new AmqpFieldDefinition(" + index + ", " + literal(field.name()) + ", " + literal(field.type())
            + ", " + (field.composite() == null ? type(field.primitive()) : "null") + ", " + literal(field.composite())
            + ",");
        text.line("        " + literal(field.requires()) + ", " + field.mandatory() + ", " + field.multiple() + ", "
            + (field.encoded() == null ? "null" : value(field.primitive(), field.encoded())) + ")" + behind);
    }

    private static String literal(final @Nullable String text)
    {
        return text == null ? "null" : '"' + text + '"';
    }

    /** The constant of a primitive type; null where any type will do. */
    private static String type(final String primitive)
    {
        return primitive.equals(ANY) ? "null" : "AmqpType.named(" + literal(primitive) + ")";
    }

    private static String value(final String primitive, final String text)
    {
        return switch (primitive)
        {
            case "boolean" -> "new AmqpBoolean(" + Boolean.parseBoolean(text) + ")";
            case "ubyte" -> "new AmqpUbyte(" + Integer.parseInt(text) + ")";
            case "ushort" -> "new AmqpUshort(" + Integer.parseInt(text) + ")";
            case "uint" -> "new AmqpUint(" + Long.parseLong(text) + "L)";
            case "symbol" -> "new AmqpSymbol(" + literal(text) + ")";
            default -> throw new IllegalArgumentException("a default for a " + primitive + ": " + text);
        };
    }
}
