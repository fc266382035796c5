package io.skim.generate;

import java.util.ArrayList;
import java.util.List;

/**
 * Writes what a header's class has for one field.
 */
final class FieldSource
{
    private final SourceText text;
    private final SchemaHeader header;
    private final SchemaField field;
    private final int index;
    private final String key;
    private final String bit;

    FieldSource(final SourceText text, final SchemaHeader header, final SchemaField field, final int index)
    {
        this.text = text;
        this.header = header;
        this.field = field;
        this.index = index;
        key = field.key;
        bit = "1 << " + index;
    }

    void accessors()
    {
        final String noun = HeaderSource.noun(field);
        begin("The " + noun + " of " + description());
        end("@return the " + noun + (field.isAlways() ? "." : ", or null while it is unset."));
        text.line("public " + field.nullable() + " " + key + "()");
        text.open().line("return " + (field.isBoxed() ? "(set & " + bit + ") == 0 ? null : " + boxed() : key) + ";")
            .close().line("");
        if (field.isBoxed())
        {
            begin("The " + noun + " of {@code " + key + "}, without a box.");
            end("@param otherwise to answer while it is unset.", "@return the " + noun + ", or {@code otherwise}.");
            text.line("public " + field.primitive() + " " + key + "Or(final " + field.primitive() + " otherwise)");
            text.open().line("return (set & " + bit + ") == 0 ? otherwise : " + key + ";").close().line("");
        }
        setters(noun);
    }

    /** A conditional expression with null must not unbox. */
    private String boxed()
    {
        return field.type + ".valueOf(" + key + ")";
    }

    private void setters(final String noun)
    {
        if (field.isBoxed())
        {
            begin("Sets {@code " + key + "}, or unsets it.");
            end("@param value the " + noun + "; null to unset it.", "@return this.");
            setter(field.nullable());
            text.line("if (value == null)");
            text.open().line("set &= ~(" + bit + ");").line("this." + key + " = " + zero() + ";").line("return this;")
                .close();
            text.line("return " + key + "(value." + field.primitive() + "Value());").close().line("");
        }
        begin("Sets {@code " + key + "}.");
        end("@param value the " + noun + (field.isObject() ? "; null to unset it." : "."), "@return this.");
        setter(field.isObject() ? field.nullable() : field.primitive());
        text.line("this." + key + " = value;");
        if (field.isBoxed())
        {
            text.line("set |= " + bit + ";");
        }
        text.line("return this;").close().line("");
    }

    private void setter(final String type)
    {
        text.line("public " + header.name + " " + key + "(final " + type + " value)");
        text.open();
    }

    private String zero()
    {
        return field.constant().equals("BOOLEAN") ? "false" : "0";
    }

    private void begin(final String sentence)
    {
        text.line("/**").comment(sentence).line(" *");
    }

    private void end(final String... tags)
    {
        for (final String tag : tags)
        {
            text.comment(tag);
        }
        text.line(" */");
    }

    private String description()
    {
        final StringBuilder words = new StringBuilder("{@code ").append(key).append("}");
        final String alias = field.attribute("alias");
        words.append(alias == null ? "" : ", alias {@code " + alias + "}");
        words.append(field.isRequired() ? ", required" : "");
        words.append(field.isAlways() ? ", always written" : "");
        words.append(field.attribute("default") == null ? "" : ", from the beginning {@code " + field.attribute(
            "default") + "}");
        words.append(field.choices.isEmpty() ? "" : ", one of " + String.join(", ", field.choices));
        words.append('.');
        final String resource = field.attribute("resource");
        words.append(resource == null ? "" : " Protected as a " + resource + ".");
        words.append(field.attribute("since") == null ? "" : " Since " + field.attribute("since") + ".");
        words.append(field.attribute("from") == null ? "" : " Declared in " + field.attribute("from") + ".");
        return words.toString();
    }

    /** What sets this field of a new header, if there is an entry for it. */
    void fill()
    {
        final String initial = field.initial();
        switch (field.constant())
        {
            case "STRING" -> text.line(key + " = entries.text(" + index + (initial == null ? "" : ", " + initial)
                + ");");
            case "BOUNDARY" -> text.line(key + " = entries.boundary(" + index + ");");
            case "INT" -> fill("entries.isInt(" + index + ")", "entries.intNumber()");
            case "LONG" -> fill("entries.isLong(" + index + ")", "entries.longNumber()");
            default -> fill("!entries.isNull(" + index + ")", "entries.flag(" + index + ")");
        }
    }

    private void fill(final String condition, final String value)
    {
        text.line("if (" + condition + ")").open().line(key + " = " + value + ";");
        if (field.isBoxed())
        {
            text.line("set |= " + bit + ";");
        }
        text.close();
    }

    /** Writes the field, if it is set. */
    void put(final boolean everywhere)
    {
        final String condition = condition(everywhere);
        final String value = field.constant().equals("BOUNDARY") ? key + " == null ? null : " + key + ".name()" : key;
        final String statement = "encoder.putEntry(keys[" + index + "], " + value + ");";
        if (condition.isEmpty())
        {
            text.line(statement);
        }
        else
        {
            text.line("if (" + condition + ")").open().line(statement).close();
        }
    }

    private String condition(final boolean everywhere)
    {
        final List<String> conditions = new ArrayList<>();
        if (!everywhere)
        {
            conditions.add("keys[" + index + "] != null");
        }
        if (field.isBoxed())
        {
            conditions.add("(set & " + bit + ") != 0");
        }
        if ("\"\"".equals(field.attribute("default")))
        {
            // A binary header has no empty text; readers take the default for none.
            conditions.add("(encoder.isJson() || !\"\".equals(" + key + "))");
        }
        return String.join(" && ", conditions);
    }
}
