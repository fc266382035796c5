package io.skim.pojo.amqp;

import io.skim.scan.Reason;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks values against the definitions of their types.
 */
final class AmqpSchema
{
    /** The primitive types that provide an archetype, where the values may be undescribed. */
    private static final Map<String, Set<AmqpType>> PROVIDERS = Map.of("message-id", Set.of(AmqpType.ULONG,
        AmqpType.UUID, AmqpType.BINARY, AmqpType.STRING), "address", Set.of(AmqpType.STRING), "txn-id",
        Set.of(
            AmqpType.BINARY),
        "source", Set.of(), "target", Set.of(), "delivery-state", Set.of(), "outcome", Set.of());

    /** The types that the keys of a map have to be of, by the name of the map's type. */
    private static final Map<String, Set<AmqpType>> KEYS = Map.of("fields", Set.of(AmqpType.SYMBOL), "node-properties",
        Set.of(AmqpType.SYMBOL), "filter-set", Set.of(AmqpType.SYMBOL), "delivery-annotations", Set.of(AmqpType.SYMBOL,
            AmqpType.ULONG),
        "message-annotations", Set.of(AmqpType.SYMBOL, AmqpType.ULONG), "footer", Set.of(
            AmqpType.SYMBOL, AmqpType.ULONG),
        "application-properties", Set.of(AmqpType.STRING));

    private AmqpSchema()
    {
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
        for (final AmqpFieldDefinition field : fields)
        {
            check(type, field, field.index() < items.size() ? items.get(field.index()) : AmqpNull.NULL);
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
            throw wrongKey(type, field, badKey(field.typeName(), value));
        }
    }

    /** Why a value is not what its type describes: without looking at the fields of a composite. */
    static Reason refusal(final AmqpTypeDefinition type, final AmqpValue value)
    {
        if (type.source() != null && type.source() != value.type())
        {
            return Reason.SECTION_VALUE_TYPE;
        }
        return badKey(type.name(), value) == null ? null : Reason.KEY_TYPE;
    }

    /** Why a value cannot be a field's. */
    static Reason refusal(final AmqpFieldDefinition field, final AmqpValue value)
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
            return array.isDescribed() || array.of() != field.primitive() ? Reason.FIELD_TYPE : null;
        }
        if (!isOf(field, value))
        {
            return Reason.FIELD_TYPE;
        }
        return badKey(field.typeName(), value) == null ? null : Reason.KEY_TYPE;
    }

    private static String elements(final AmqpArray array)
    {
        return array.isDescribed() ? "described values" : array.of().typeName();
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
        final Set<AmqpType> providers = PROVIDERS.get(field.requires());
        return providers == null || providers.contains(value.type());
    }

    /** The first key of a map that is not of a type that keys of that map may have; null if there is none. */
    private static AmqpValue badKey(final String map, final AmqpValue value)
    {
        final Set<AmqpType> allowed = KEYS.get(map);
        if (allowed == null || !(value instanceof AmqpMap entries))
        {
            return null;
        }
        for (final AmqpMap.Entry entry : entries.entries())
        {
            if (!allowed.contains(entry.key().type()))
            {
                return entry.key();
            }
        }
        return null;
    }

    private static AmqpSchemaException wrongKey(final AmqpTypeDefinition type, final AmqpFieldDefinition field,
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
