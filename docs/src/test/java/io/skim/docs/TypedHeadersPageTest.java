package io.skim.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.pojo.headers.HeaderField;
import io.skim.pojo.headers.HeaderType;
import io.skim.pojo.headers.HeaderTypes;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** The reference of typed headers is what the types say. {@code -Dskim.docs.write=true} writes it anew. */
class TypedHeadersPageTest
{
    private static final String PAGE = "docs/typed-headers.md";
    private static final String BEGIN = "<!-- headers: begin -->\n";
    private static final String END = "<!-- headers: end -->\n";

    @Test
    void everyHeaderIsThereWithItsFields() throws IOException
    {
        final StringBuilder tables = new StringBuilder("\n");
        for (final HeaderType<?> type : HeaderTypes.all())
        {
            header(tables, type);
        }
        final String page = Markdown.read(PAGE);
        final int begin = page.indexOf(BEGIN) + BEGIN.length();
        final int end = page.indexOf(END);
        assertTrue(begin >= BEGIN.length() && end >= begin, PAGE);
        if (Boolean.getBoolean("skim.docs.write"))
        {
            Files.writeString(Markdown.ROOT.resolve(PAGE), page.substring(0, begin) + tables + page.substring(end));
            return;
        }
        assertEquals(tables.toString(), page.substring(begin, end));
    }

    private static void header(final StringBuilder out, final HeaderType<?> type)
    {
        out.append("### ").append(type.name()).append("\n\n").append(codes(type)).append(" Releases: ").append(String
            .join(", ", type.releases())).append('.');
        out.append(type.isFast() ? " Read without reflection by the reference." : "");
        if (type.headerClass() != null && !type.headerClass().getSimpleName().equals(type.name()))
        {
            out.append(" Other keys for `").append(type.headerClass().getSimpleName()).append("`.");
        }
        if (type.note() != null)
        {
            out.append(" Note: ").append(type.note()).append('.');
        }
        out.append("\n\n");
        if (!type.fields().isEmpty())
        {
            out.append("| Key | Type | |\n|---|---|---|\n");
            type.fields().forEach(field -> field(out, field));
            out.append('\n');
        }
    }

    private static String codes(final HeaderType<?> type)
    {
        final int[] codes = type.requestCodes();
        if (codes.length == 0)
        {
            return "No request code is known to use it.";
        }
        final StringBuilder text = new StringBuilder(type.isResponse() ? "Answers to " : "Requests ");
        for (int i = 0; i < codes.length; i++)
        {
            text.append(i == 0 ? "" : ", ").append(codes[i]).append(" `").append(type.requestNames().get(i))
                .append('`');
        }
        return text.append('.').toString();
    }

    private static void field(final StringBuilder out, final HeaderField field)
    {
        out.append("| `").append(field.key()).append("` | ").append(type(field)).append(" | ");
        final String more =
            (field.key().equals(field.name()) ? field.alias() == null ? "" : "; alias `" + field.alias() + "`"
                : "; `" + field.name() + "`") + (field.required() ? "; required" : "")
                + (field.defaultValue() == null ? ""
                    : "; at first `" + (field.defaultValue().isEmpty() ? "\"\"" : field.defaultValue()) + "`")
                + (field
                    .choices().isEmpty() ? "" : "; one of `" + String.join("`, `", field.choices()) + "`")
                + (field
                    .resource() == null ? "" : "; protected as " + field.resource())
                + (field.since() == null ? ""
                    : "; since " + field.since());
        out.append(more.isEmpty() ? "" : more.substring(2)).append(more.isEmpty() ? "|\n" : " |\n");
    }

    private static String type(final HeaderField field)
    {
        switch (field.type())
        {
            case STRING:
                return "String";
            case BOUNDARY:
                return "BoundaryType";
            case INT:
                return field.always() ? "int" : "Integer";
            case LONG:
                return field.always() ? "long" : "Long";
            default:
                return field.always() ? "boolean" : "Boolean";
        }
    }
}
