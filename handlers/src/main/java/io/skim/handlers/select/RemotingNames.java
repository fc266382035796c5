package io.skim.handlers.select;

import io.skim.bytes.SendFields;
import io.skim.handlers.select.Operands.Slot;
import io.skim.handlers.select.Place.Where;
import io.skim.scan.records.RecordField;
import io.skim.scan.remoting.RemotingField;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Resolves the names of a selector over remoting frames: to message properties, or, after a {@code $}, to parts of the header;
 * of stored records, to the fields of the same name.
 */
final class RemotingNames
{
    /** Long names in headers that differ from the name of the field. */
    private static final Map<String, String> LONG = Map.of("brokerName", "bname");
    /** The fields of records that have the names of ext fields. */
    private static final Map<String, RecordField> RECORD_FIELDS = recordFields();
    private static final Place CODE = new Place(Where.FIELD, RemotingField.CODE.name(), Place.HEADER_NUMBER);

    private RemotingNames()
    {
    }

    /** The node for a name; equal names have the same node. */
    static Node load(final Places places, final String name)
    {
        return name.length() > 1 && name.charAt(0) == '$'
            ? places.named(name, any -> loadHeader(places, name.substring(1)))
            : places.slot(new Place(Where.PROPERTY, name, Place.TEXT));
    }

    private static Node loadHeader(final Places places, final String name)
    {
        return switch (name)
        {
            case "code", "version",
                "flag" -> new Operands.Otherwise(field(places, name, Place.HEADER_NUMBER), false, Value.of("0"));
            case "opaque" -> field(places, name, Place.HEADER_NUMBER);
            case "language" -> new Operands.Otherwise(field(places, name, Place.LANGUAGE), false, Value.of("JAVA"));
            case "remark" -> field(places, name, Place.TEXT);
            default -> loadEntry(places, name);
        };
    }

    private static Slot field(final Places places, final String name, final int form)
    {
        return places.slot(new Place(Where.FIELD, name.toUpperCase(Locale.ROOT), form));
    }

    private static Node loadEntry(final Places places, final String name)
    {
        final String brief = SendFields.letter(name);
        return brief == null ? entry(places, name)
            : new Operands.SendField(places.slot(CODE), entry(places, brief), entry(
                places, LONG.getOrDefault(name, name)));
    }

    private static Slot entry(final Places places, final String name)
    {
        return places.slot(new Place(Where.ENTRY, name, Place.TEXT));
    }

    private static Map<String, RecordField> recordFields()
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
    static @Nullable RecordField recordField(final Place place)
    {
        if (place.where() == Where.ENTRY)
        {
            return RECORD_FIELDS.get(place.name());
        }
        return place.name().equals(RemotingField.FLAG.name()) ? RecordField.FLAG : null;
    }
}
