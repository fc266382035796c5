package io.skim.generate;

import org.jspecify.annotations.Nullable;

/**
 * Writes what the class of a described type has for one field, or for the one value of a type that is no list.
 */
final class AmqpFieldSource
{
    private final SourceText text;
    private final String className;
    private final String name;
    private final int index;
    private final AmqpJava java;
    private final String description;
    /** A literal; null for none. */
    private final @Nullable String defaultValue;

    /** Of a composite's field. */
    AmqpFieldSource(final SourceText text, final String className, final AmqpSchema.Field field, final int index)
    {
        this.text = text;
        this.className = className;
        this.index = index;
        name = AmqpSource.camel(field.name());
        java = AmqpJava.of(field.held(), field.multiple());
        defaultValue = field.encoded() == null ? null : java.literal(field.encoded());
        description = "The field {@code " + field.name() + "}" + (field.type().equals(field.held()) ? ""
            : ", a {@code " + field.type() + "}") + (field.mandatory() ? ", mandatory" : "")
            + (field.defaultValue()
                == null ? "." : ", by default {@code " + field.defaultValue() + "}.");
    }

    /** Of what is described. */
    AmqpFieldSource(final SourceText text, final String className, final String source)
    {
        this.text = text;
        this.className = className;
        index = 0;
        name = "value";
        java = AmqpJava.of(source, false);
        defaultValue = null;
        description = "The value that is described.";
    }

    AmqpJava java()
    {
        return java;
    }

    void declaration()
    {
        text.line("private " + (java.isBare() ? "" : "@Nullable ") + java.bare() + " " + name + ";");
    }

    void accessors()
    {
        text.line("/**").comment(description).line(" *");
        text.comment(
            defaultValue == null ? "@return its value; null while it is unset." : "@return its value or default.");
        text.line(" */");
        text.line("public " + (defaultValue == null ? "@Nullable " : "") + java.type() + " " + name + "()").open();
        text.line("return " + answer() + ";").close().line("");
        if (java.isBare())
        {
            text.line("/**").comment(description + " Without a box, and without the default.").line(" *");
            text.comment("@param otherwise to answer while it is unset.");
            text.comment("@return its value, or {@code otherwise}.").line(" */");
            text.line("public " + java.bare() + " " + name + "Or(final " + java.bare() + " otherwise)").open();
            text.line("return isSet(" + index + ") ? " + name + " : otherwise;").close().line("");
        }
        if (java.isDescribed())
        {
            as();
        }
        setters();
    }

    private void setters()
    {
        final String nouns = Character.toLowerCase(description.charAt(0)) + description.substring(1);
        if (java.isBare())
        {
            text.line("/**").comment("Sets or unsets it: " + nouns).line(" *");
            text.comment("@param value null to unset it.");
            setter("@Nullable " + java.type());
            text.line("if (value == null)").open().line("unset(" + index + ");").line("return this;").close();
            text.line("return " + name + "(value." + java.bare() + "Value());").close().line("");
        }
        text.line("/**").comment("Sets it: " + nouns).line(" *");
        text.comment("@param value " + (java.isBare() ? java.range() : "null to unset it."));
        setter(java.isBare() ? java.bare() : "@Nullable " + java.type());
        text.line("this." + name + " = " + java.method() + "(" + index + ", value);").line("return this;").close();
        text.line("");
    }

    private void setter(final String parameter)
    {
        text.comment("@return this.");
        if (!java.takesAll())
        {
            text.comment(
                "@throws IllegalArgumentException if its type cannot hold the value; nothing has changed then.");
        }
        text.line(" */").line("public " + className + " " + name + "(final " + parameter + " value)").open();
    }

    /** Reads as {@code attach.sourceAs(AmqpSource.TYPE)}. */
    private void as()
    {
        text.line("/**").comment(description + " As an object of its class, which is how it is read, without a tree.");
        text.line(" *").comment("@param <T> the class.");
        text.comment("@param type that it may be of; {@code only} makes no difference here.");
        text.comment("@return this one's own: what is set in it is set here; null if it is unset or of another type.");
        text.comment("@throws io.skim.pojo.amqp.AmqpSchemaException if it is not what the standard says of the type.");
        text.line(" */").line("public <T extends AmqpTyped> @Nullable T " + name + "As(final AmqpClass<T> type)")
            .open();
        text.line("final T typed = type.in(" + name + ");");
        text.line(name + " = typed == null ? " + name + " : typed;").line("return typed;").close().line("");
    }

    private String answer()
    {
        if (java.isDescribed())
        {
            return "tree(" + name + ")";
        }
        if (defaultValue != null)
        {
            return "isSet(" + index + ") ? " + name + " : " + defaultValue;
        }
        return java.isBare() ? "isSet(" + index + ") ? " + java.type() + ".valueOf(" + name + ") : null" : name;
    }

    void fill()
    {
        text.line("case " + index + " -> " + name + " = from." + java.method() + "();");
    }

    void fillPlain()
    {
        final String method = java.isDescribed() ? "described" : java.method();
        text.line("if (from.isOn(" + index + "))").open();
        text.line(name + " = from." + method + "(" + (java.isOfTheField() ? index : "") + ");").close();
    }

    void put()
    {
        final String call = java.isDescribed() ? "put(" + name + ", writer, encoder)"
            : java.isSymbols() ? "putSymbols(" + index + ", " + name + ", encoder)" : java.put() == null
                ? "writer.put(" + name + ", encoder)" : "encoder." + java.put() + "(" + name + ")";
        text.line("case " + index + " -> " + call + ";");
    }

    void value()
    {
        final String value = java.isDescribed() ? "tree(" + name + ")"
            : java.isSymbols() ? "toValue(" + index + ", " + name + ")" : java.tree() == null ? name
                : "new " + java.tree() + "(" + name + ")";
        text.line("case " + index + " -> " + value + ";");
    }
}
