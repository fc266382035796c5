package io.skim.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes the class of one header.
 */
final class HeaderSource
{
    static final String PACKAGE = "io.skim.pojo.headers";

    private static final int MOST_FIELDS = 32;
    private static final Map<String, String> NOUNS = Map.of("STRING", "text", "INT", "number", "LONG", "number",
        "BOOLEAN", "flag", "BOUNDARY", "boundary");

    private final SchemaHeader header;
    /** The headers that spell this one's fields. */
    private final List<SchemaHeader> spellings;
    private final SourceText text = new SourceText();

    private HeaderSource(final SchemaHeader header, final List<SchemaHeader> spellings)
    {
        this.header = header;
        this.spellings = spellings;
    }

    /** The source of a header's class. */
    static String of(final SchemaHeader header, final List<SchemaHeader> all)
    {
        if (header.fields.size() > MOST_FIELDS)
        {
            throw new IllegalArgumentException(header.name + " has more fields than an int has bits");
        }
        return new HeaderSource(header, all.stream().filter(other -> header.name.equals(other.spells)).toList())
            .write();
    }

    private String write()
    {
        text.line("package " + PACKAGE + ";").line("");
        text.line("import io.skim.encode.EntryKey;").line("import io.skim.encode.RemotingEncoder;");
        text.line("import java.util.List;").line("import " + SourceText.NULLABLE + ";").line("");
        javadoc();
        text.line("public final class " + header.name + " extends TypedHeader");
        text.open();
        type(header, "TYPE", "This header's name, fields and codes.");
        for (final SchemaHeader spelling : spellings)
        {
            final String constant = spelling.name.substring(header.name.length());
            type(spelling, constant, "{@code " + spelling.name + "}: the same fields under other keys.");
        }
        header.fields.forEach(this::declaration);
        if (header.fields.stream().anyMatch(SchemaField::isBoxed))
        {
            text.line("/** A bit for each field that is set, of those that are no objects. */");
            text.line("private int set" + initialBits() + ";").line("");
        }
        constructor();
        for (int i = 0; i < header.fields.size(); i++)
        {
            new FieldSource(text, header, header.fields.get(i), i).accessors();
        }
        generic();
        text.close();
        return text.toString();
    }

    private void javadoc()
    {
        text.line("/**");
        text.comment(purpose(header));
        for (final SchemaHeader spelling : spellings)
        {
            text.comment("Under the keys of {@link #" + spelling.name.substring(header.name.length()) + "}: "
                + decapitalized(purpose(spelling)));
        }
        text.line(" * Releases: " + String.join(", ", header.releases) + ".");
        if (header.note != null)
        {
            text.line(" * <p>");
            text.comment(capitalized(header.note) + ".");
        }
        text.line(" *");
        text.line(" * @see \"" + header.packageName + "." + header.name + "\"");
        text.line(" */");
    }

    private static String purpose(final SchemaHeader header)
    {
        if (header.codes.isEmpty())
        {
            return "A header that no request code is known to use.";
        }
        final StringBuilder codes = new StringBuilder(header.response ? "The header of answers to " : "The header of ");
        for (int i = 0; i < header.codes.size(); i++)
        {
            codes.append(i == 0 ? "" : ", ").append(header.codeNames.get(i)).append(" (").append(header.codes.get(i))
                .append(')');
        }
        return codes.append('.').toString();
    }

    private static String capitalized(final String sentence)
    {
        return Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1);
    }

    private static String decapitalized(final String sentence)
    {
        return Character.toLowerCase(sentence.charAt(0)) + sentence.substring(1);
    }

    /** The constant that describes a header, or another spelling of it. */
    private void type(final SchemaHeader described, final String constant, final String what)
    {
        text.line("/** " + what + " */");
        text.line("public static final HeaderType<" + header.name + "> " + constant + " =");
        text.line("    new HeaderType<>(" + literal(described.name) + ",");
        text.line("        " + literal(described.packageName) + ",");
        text.line("        new " + header.name + "(), " + described.response + ", " + described.fast + ",");
        text.line("        " + list(described.releases) + ",");
        text.line("        " + literal(described.note) + ",");
        text.line("        new int[] {" + join(described.codes, ", ") + "},");
        text.line("        List.of(" + join(described.codeNames.stream().map(HeaderSource::literal).toList(),
            ",\n                ") + "),");
        final List<String> fields = new ArrayList<>();
        for (int i = 0; i < described.fields.size(); i++)
        {
            final SchemaField field = described.fields.get(i);
            final int index = described == header ? i : SchemaHeader.spelled(header, field);
            // What a spelling inherits has no key: the reference's fast reader does without.
            if (index >= 0 && (described == header || field.attribute("from") == null))
            {
                fields.add(description(described, field, index));
            }
        }
        text.line("        List.of(" + join(fields, ",") + "));").line("");
    }

    private String description(final SchemaHeader described, final SchemaField field, final int index)
    {
        final SchemaField own = header.fields.get(index);
        if (!own.type.equals(field.type) || own.isRequired() != field.isRequired())
        {
            throw new IllegalArgumentException(described.name + "." + field.key + " is not what it spells");
        }
        final String attributes = Stream.of("alias", "from", "resource", "since", "default").map(field::attribute).map(
            value -> literal("\"\"".equals(value) ? "" : value)).collect(Collectors.joining(", "));
        return "\n            new HeaderField(" + index + ", " + literal(own.key) + ", " + literal(field.key)
            + ", FieldType." + field.constant() + ",\n                " + field.isAlways() + ", " + field.isRequired()
            + ", " + attributes + ", " + list(field.choices) + ")";
    }

    private static String literal(final @Nullable String value)
    {
        return value == null ? "null" : '"' + value + '"';
    }

    private static String list(final List<String> values)
    {
        return "List.of(" + join(values.stream().map(HeaderSource::literal).toList(), ", ") + ")";
    }

    private static String join(final List<?> values, final String separator)
    {
        return values.stream().map(Object::toString).collect(Collectors.joining(separator));
    }

    private void declaration(final SchemaField field)
    {
        text.line("private " + (field.isObject() ? field.nullable() : field.primitive()) + " " + field.key
            + (field.initial() == null ? "" : " = " + field
                .initial())
            + ";");
    }

    private String initialBits()
    {
        final StringBuilder bits = new StringBuilder();
        for (int i = 0; i < header.fields.size(); i++)
        {
            if (header.fields.get(i).isBoxed() && header.fields.get(i).initial() != null)
            {
                bits.append(bits.length() == 0 ? " = " : " | ").append("1 << ").append(i);
            }
        }
        return bits.toString();
    }

    private void constructor()
    {
        text.line("/** Makes a header with nothing set but the defaults. */");
        text.line("public " + header.name + "()");
        text.open().close().line("");
    }

    /** What the base class asks of each. */
    private void generic()
    {
        text.line("@Override");
        text.line("public HeaderType<" + header.name + "> headerType()");
        text.open().line("return TYPE;").close().line("");
        if (!spellings.isEmpty())
        {
            codes();
        }
        text.line("@Override");
        text.line("TypedHeader newHeader()");
        text.open().line("return new " + header.name + "();").close().line("");
        fill();
        put();
        byIndex();
    }

    private void byIndex()
    {
        final String otherwise = "throw new IndexOutOfBoundsException(index);";
        text.line("@Override").line("@Nullable Object fieldAt(final int index)").open();
        if (header.fields.isEmpty())
        {
            text.line(otherwise);
        }
        else
        {
            text.line("return switch (index)").open();
            cases(field -> field.key + "();");
            text.line("default -> " + otherwise).closeWith(";");
        }
        text.close().line("").line("@Override");
        text.line("void setFieldAt(final int index, final @Nullable Object value)").open();
        text.line("switch (index)").open();
        cases(field -> field.key + "((" + field.type + ")value);");
        text.line("default -> " + otherwise).close().close();
    }

    private void codes()
    {
        final StringBuilder codes = new StringBuilder();
        header.codes.forEach(code -> codes.append(codes.length() == 0 ? "" : ", ").append(code));
        spellings.forEach(spelling -> spelling.codes.forEach(code -> codes.append(", ").append(code)));
        text.line("@Override");
        text.line("public int[] requestCodes()");
        text.open().line("return new int[] {" + codes + "};").close().line("");
    }

    private void fill()
    {
        text.line("@Override");
        text.line("void fill(final HeaderEntries entries)");
        text.open();
        for (int i = 0; i < header.fields.size(); i++)
        {
            new FieldSource(text, header, header.fields.get(i), i).fill();
        }
        text.close().line("");
    }

    private void put()
    {
        text.line("@Override").line("void putTo(final RemotingEncoder encoder, final @Nullable EntryKey[] keys)")
            .open();
        for (int i = 0; i < header.fields.size(); i++)
        {
            final int index = i;
            final boolean everywhere = spellings.stream().allMatch(spelling -> isSpelled(spelling, index));
            new FieldSource(text, header, header.fields.get(i), i).put(everywhere);
        }
        text.close().line("");
    }

    /** Whether another spelling has a key for a field; it has none for what it inherits. */
    private boolean isSpelled(final SchemaHeader spelling, final int index)
    {
        return spelling.fields.stream().anyMatch(field -> field.attribute("from") == null && SchemaHeader.spelled(
            header, field) == index);
    }

    private void cases(final Function<SchemaField, String> statement)
    {
        for (int i = 0; i < header.fields.size(); i++)
        {
            text.line("case " + i + " -> " + statement.apply(header.fields.get(i)));
        }
    }

    /** What a value of a field is called. */
    static String noun(final SchemaField field)
    {
        return Objects.requireNonNull(NOUNS.get(field.constant()));
    }
}
