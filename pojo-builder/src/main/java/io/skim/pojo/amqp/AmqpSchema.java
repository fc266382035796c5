package io.skim.pojo.amqp;

import io.skim.scan.Reason;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Checks values against the definitions of their types.
 */
final class AmqpSchema
{
    private static final int ALL = -1;
    private static final int SYMBOLS = bit(AmqpType.SYMBOL);
    private static final int ANNOTATION_KEYS = SYMBOLS | bit(AmqpType.ULONG);
    private static final int MESSAGE_IDS = bit(AmqpType.ULONG) | bit(AmqpType.UUID) | bit(AmqpType.BINARY) | bit(
        AmqpType.STRING);

    private AmqpSchema()
    {
    }

    private static int bit(final AmqpType type)
    {
        return 1 << type.ordinal();
    }

    /** The primitive types that provide an archetype, where the values may be undescribed. */
    private static int providers(final String archetype)
    {
        switch (archetype)
        {
            case "message-id":
                return MESSAGE_IDS;
            case "address":
                return bit(AmqpType.STRING);
            case "txn-id":
                return bit(AmqpType.BINARY);
            case "source":
            case "target":
            case "delivery-state":
            case "outcome":
                return 0;
            default:
                return ALL;
        }
    }

    /** The types that the keys of a map have to be of, by the name of the map's type. */
    private static int keys(final String map)
    {
        switch (map)
        {
            case "fields":
            case "node-properties":
            case "filter-set":
                return SYMBOLS;
            case "delivery-annotations":
            case "message-annotations":
            case "footer":
                return ANNOTATION_KEYS;
            case "application-properties":
                return bit(AmqpType.STRING);
            default:
                return ALL;
        }
    }

    static void check(final AmqpTypeDefinition type, final AmqpValue value)
    {
        if (type.source() != null && type.source() != value.type())
        {
            throw new AmqpSchemaException(Reason.SECTION_VALUE_TYPE, type.name(), null, type.name() + " describes a "
                + value.type().typeName() + ", not a " + type.source().typeName());
        }
        final AmqpValue bad = badKey(type.name(), value);
        if (bad != null)
        {
            throw wrongKey(type, null, bad);
        }
        if (!type.isComposite())
        {
            return;
        }
        final List<AmqpValue> items = ((AmqpList)value).items();
        final List<AmqpFieldDefinition> fields = type.fields();
        if (items.size() > fields.size())
        {
            throw new AmqpSchemaException(Reason.TOO_MANY_FIELDS, type.name(), null, type.name() + " has "
                + fields.size() + " fields, not " + items.size());
        }
        for (int i = 0; i < fields.size(); i++)
        {
            // Of what is missing at the end, which is most of the fields, only the mandatory ones are wrong.
            if (i < items.size() || fields.get(i).mandatory())
            {
                check(type, fields.get(i), i < items.size() ? items.get(i) : AmqpNull.NULL);
            }
        }
    }

    private static void check(final AmqpTypeDefinition type, final AmqpFieldDefinition field, final AmqpValue value)
    {
        final Reason reason = refusal(field, value);
        if (reason == Reason.FIELD_MISSING)
        {
            throw missing(type, field,
                value.isNull() ? "is mandatory" : "is mandatory, and an empty array is no value");
        }
        if (reason == Reason.FIELD_TYPE)
        {
            throw wrong(type, field, field.multiple() && value instanceof AmqpArray array ? "an array of " + elements(
                array) : nameOf(value));
        }
        if (reason == Reason.KEY_TYPE)
        {
            throw wrongKey(type, field, Objects.requireNonNull(badKey(field.typeName(), value)));
        }
    }

    /** Why a value is not what its type describes: without looking at the fields of a composite. */
    static @Nullable Reason refusal(final AmqpTypeDefinition type, final AmqpValue value)
    {
        if (type.source() != null && type.source() != value.type())
        {
            return Reason.SECTION_VALUE_TYPE;
        }
        return badKey(type.name(), value) == null ? null : Reason.KEY_TYPE;
    }

    /** Why a value cannot be a field's. */
    static @Nullable Reason refusal(final AmqpFieldDefinition field, final AmqpValue value)
    {
        if (value.isNull())
        {
            return field.mandatory() ? Reason.FIELD_MISSING : null;
        }
        if (field.multiple() && value instanceof AmqpArray array)
        {
            if (array.items().isEmpty() && field.mandatory())
            {
                return Reason.FIELD_MISSING;
            }
            return array.isDescribed() || array.elementType() != field.primitive() ? Reason.FIELD_TYPE : null;
        }
        if (!isOf(field, value))
        {
            return Reason.FIELD_TYPE;
        }
        return badKey(field.typeName(), value) == null ? null : Reason.KEY_TYPE;
    }

    private static String elements(final AmqpArray array)
    {
        return array.isDescribed() ? "described values" : array.elementType().typeName();
    }

    private static String nameOf(final AmqpValue value)
    {
        final AmqpTypeDefinition known =
            value instanceof AmqpDescribed described ? AmqpTypes.standard().of(described.descriptor()) : null;
        return known == null ? value.type().typeName() : known.name();
    }

    private static boolean isOf(final AmqpFieldDefinition field, final AmqpValue value)
    {
        if (field.primitive() != null)
        {
            return value.type() == field.primitive();
        }
        if (value instanceof AmqpDescribed described)
        {
            final AmqpTypeDefinition known = AmqpTypes.standard().of(described.descriptor());
            if (field.composite() != null)
            {
                return known != null && known.name().equals(field.composite());
            }
            // A type that the standard does not know may be an extension that provides what is due.
            return known == null || field.requires() == null || known.provides().contains(field.requires());
        }
        if (field.composite() != null || field.requires() == null)
        {
            return field.composite() == null;
        }
        return (providers(field.requires()) & bit(value.type())) != 0;
    }

    /** The first key of a map that is not of a type that keys of that map may have; null if there is none. */
    private static @Nullable AmqpValue badKey(final String map, final AmqpValue value)
    {
        if (!(value instanceof AmqpMap entries))
        {
            return null;
        }
        final int allowed = keys(map);
        for (final AmqpMap.Entry entry : entries.entries())
        {
            if ((allowed & bit(entry.key().type())) == 0)
            {
                return entry.key();
            }
        }
        return null;
    }

    private static AmqpSchemaException wrongKey(final AmqpTypeDefinition type,
        final @Nullable AmqpFieldDefinition field,
        final AmqpValue key)
    {
        return new AmqpSchemaException(Reason.KEY_TYPE, type.name(), field == null ? null : field.name(), type.name()
            + (field == null ? "" : "." + field.name()) + " has a " + key.type().typeName() + " for a key");
    }

    private static AmqpSchemaException missing(final AmqpTypeDefinition type, final AmqpFieldDefinition field,
        final String what)
    {
        return new AmqpSchemaException(Reason.FIELD_MISSING, type.name(), field.name(), type.name() + "." + field.name()
            + " (field " + field.index() + ") " + what);
    }

    private static AmqpSchemaException wrong(final AmqpTypeDefinition type, final AmqpFieldDefinition field,
        final String what)
    {
        final String due = field.composite() != null ? field.composite() : field.primitive() != null ? field.primitive()
            .typeName() : field.requires();
        return new AmqpSchemaException(Reason.FIELD_TYPE, type.name(), field.name(), type.name() + "." + field.name()
            + " (field " + field.index() + ") is of type " + what + ", not " + due);
    }
}
