package io.skim.generate;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes the class that finds headers by code and by name. A {@code switch} loads no header's class but the one it gives.
 */
final class TypesSource
{
    private final SourceText text = new SourceText();

    private TypesSource()
    {
    }

    static String of(final List<SchemaHeader> headers)
    {
        return new TypesSource().write(headers);
    }

    private String write(final List<SchemaHeader> headers)
    {
        text.line("package " + HeaderSource.PACKAGE + ";").line("");
        text.line("import java.util.ArrayList;").line("import java.util.List;");
        text.line("import " + SourceText.NULLABLE + ";").line("");
        text.line("/**");
        text.comment("The typed headers by request code and by name: " + headers.size() + " of them.");
        text.line(" */");
        text.line("public final class HeaderTypes");
        text.open();
        text.line("private static final String[] NAMES =");
        text.open();
        headers.forEach(header -> text.line("\"" + header.name + "\","));
        text.closeWith(";").line("");
        text.line("private HeaderTypes()").open().close().line("");
        byCode("ofRequest", false, "The header of requests.", headers);
        byCode("ofResponse", true, "The header of answers to requests.", headers);
        byName(headers);
        all();
        text.close();
        return text.toString();
    }

    private void byCode(final String method, final boolean response, final String what,
        final List<SchemaHeader> headers)
    {
        final Map<Integer, String> types = new TreeMap<>();
        for (final SchemaHeader header : headers)
        {
            for (final int code : header.response == response ? header.codes : List.<Integer>of())
            {
                final String other = types.put(code, constant(header));
                if (other != null)
                {
                    throw new IllegalArgumentException(code + " is both " + other + " and " + constant(header));
                }
            }
        }
        text.line("/**").comment(what).line(" *");
        text.comment("@param code of the request.").comment("@return the type, or null if none goes with the code.");
        text.line(" */");
        text.line("public static @Nullable HeaderType<?> " + method + "(final int code)").open();
        text.line("switch (code)").open();
        types.forEach((code, type) -> text.line("case " + code + ":").line("    return " + type + ";"));
        text.line("default:").line("    return null;").close().close().line("");
    }

    private void byName(final List<SchemaHeader> headers)
    {
        text.line("/**").comment("The header of a name.").line(" *");
        text.comment("@param name of the reference's class, without its package.");
        text.comment("@return the type, or null if there is none.");
        text.line(" */");
        text.line("public static @Nullable HeaderType<?> named(final String name)").open();
        text.line("switch (name)").open();
        headers.forEach(header -> text.line("case \"" + header.name + "\":").line("    return " + constant(header)
            + ";"));
        text.line("default:").line("    return null;").close().close().line("");
    }

    private void all()
    {
        text.line("/**").comment("All headers. Loads all their classes.").line(" *");
        text.comment("@return the types, sorted by name.");
        text.line(" */");
        text.line("public static List<HeaderType<?>> all()").open();
        text.line("final List<HeaderType<?>> all = new ArrayList<>(NAMES.length);");
        text.line("for (final String name : NAMES)").open();
        text.line("all.add(named(name));").close();
        text.line("return all;").close();
    }

    private static String constant(final SchemaHeader header)
    {
        return header.spells == null ? header.name + ".TYPE" : header.spells + "." + header.name.substring(header.spells
            .length());
    }
}
