package io.skim.generate;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A block of the schema: one header. What its lines do not say is null.
 */
final class SchemaHeader
{
    final String name;
    @Nullable
    String packageName;
    boolean response;
    final List<Integer> codes = new ArrayList<>();
    final List<String> codeNames = new ArrayList<>();
    List<String> releases = List.of();
    boolean fast;
    @Nullable
    String spells;
    @Nullable
    String note;
    @Nullable
    String choiceField;
    List<String> choices = List.of();
    final List<SchemaField> fields = new ArrayList<>();

    SchemaHeader(final String name)
    {
        this.name = name;
    }

    /** The index of the field of another header that a field spells; -1 if there is none. */
    static int spelled(final SchemaHeader other, final SchemaField field)
    {
        for (int i = 0; i < other.fields.size(); i++)
        {
            final SchemaField each = other.fields.get(i);
            final String alias = field.attribute("alias");
            if (each.key.equals(alias) || alias != null && alias.equals(each.attribute("alias")))
            {
                return i;
            }
        }
        return -1;
    }
}
