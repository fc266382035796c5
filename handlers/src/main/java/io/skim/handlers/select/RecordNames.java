package io.skim.handlers.select;

import io.skim.handlers.select.Place.Where;
import io.skim.scan.records.RecordField;
import io.skim.scan.remoting.RemotingField;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Resolves the names of a selector over remoting frames that begin with {@code $}, for stored records: to the fields of the same
 * name.
 */
final class RecordNames
{
    private static final Map<String, RecordField> FIELDS = fields();

    private RecordNames()
    {
    }

    private static Map<String, RecordField> fields()
    {
        final Map<String, RecordField> fields = new HashMap<>();
        for (final RecordField field : EnumSet.complementOf(EnumSet.of(RecordField.PROPERTIES, RecordField.BODY,
            RecordField.FLAG, RecordField.MAGIC, RecordField.BORN_ADDRESS, RecordField.STORE_ADDRESS)))
        {
            fields.put(field.fieldName(), field);
        }
        return fields;
    }

    /**
     * The field of a record that corresponds to a place of a remoting header.
     *
     * @param place of an ext field or of a fixed field.
     * @return the field; null if records have no field of this name.
     */
    static @Nullable RecordField field(final Place place)
    {
        if (place.where() == Where.ENTRY)
        {
            return FIELDS.get(place.name());
        }
        return place.name().equals(RemotingField.FLAG.name()) ? RecordField.FLAG : null;
    }
}
