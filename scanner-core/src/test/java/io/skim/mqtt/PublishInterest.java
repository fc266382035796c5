package io.skim.mqtt;

import io.skim.scan.Interest;
import io.skim.scan.spi.DeclaredIds;
import io.skim.scan.spi.LoopCache;
import io.skim.scan.spi.NameMatcher;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * What a handler wants of a PUBLISH packet.
 */
final class PublishInterest extends Interest
{
    private static final int NONE = -1;

    final int[] fieldIds;
    final NameMatcher names;
    final int everyId;
    final boolean wantsProperties;
    final long allIds;
    final LoopCache<PublishLoop> loops = new LoopCache<>(PublishLoop.FACTORY);

    private PublishInterest(final Builder builder)
    {
        super(builder.firstMatchWins, builder.declared.toString());
        fieldIds = builder.fieldIds.clone();
        names = new NameMatcher(builder.names);
        everyId = builder.everyId;
        allIds = builder.declared.mask();
        boolean properties = names.size() > 0 || everyId >= 0;
        for (final PublishField field : PublishField.values())
        {
            properties |= fieldIds[field.ordinal()] >= 0 && (field.identifier > 0 || field == PublishField.PROPERTIES);
        }
        wantsProperties = properties;
    }

    int id(final PublishField field)
    {
        return fieldIds[field.ordinal()];
    }

    /** Ties fields and user properties to a handler's ids. */
    static final class Builder
    {
        private final int[] fieldIds = new int[PublishField.values().length];
        private final Map<String, Integer> names = new HashMap<>();
        private int everyId = NONE;
        private boolean firstMatchWins;
        private final DeclaredIds declared = new DeclaredIds();

        Builder()
        {
            Arrays.fill(fieldIds, NONE);
        }

        /** Shown by {@code onField}; {@code PROPERTIES} by {@code onBegin} and {@code onEnd}. */
        Builder field(final PublishField field, final int id)
        {
            declared.put(fieldIds, field.ordinal(), id, "the field " + field.fieldName);
            return this;
        }

        /** A field by its name, or a user property by {@code user.} and its name. */
        Builder named(final String name, final int id)
        {
            return name.startsWith("user.") ? userProperty(name.substring("user.".length()), id) : field(PublishField
                .named(name), id);
        }

        /** Shown by {@code onField}. */
        Builder userProperty(final String name, final int id)
        {
            declared.put(names, name, id, "the user property \"" + name + '"');
            return this;
        }

        /** Shown by {@code onEntry}: each user property that has no id of its own. */
        Builder everyUserProperty(final int id)
        {
            everyId = declared.add(id, "every user property");
            return this;
        }

        Builder everything()
        {
            for (final PublishField field : PublishField.values())
            {
                field(field, field.ordinal());
            }
            return everyUserProperty(PublishField.PROPERTIES.ordinal());
        }

        Builder ids(final int count)
        {
            declared.reserve(count);
            return this;
        }

        Builder firstMatchWins()
        {
            firstMatchWins = true;
            return this;
        }

        PublishInterest build()
        {
            declared.check("field, userProperty or everything", firstMatchWins, everyId >= 0);
            return new PublishInterest(this);
        }
    }
}
