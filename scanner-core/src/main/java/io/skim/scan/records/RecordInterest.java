package io.skim.scan.records;

import io.skim.bytes.PropertyNames;
import io.skim.scan.Interest;
import io.skim.scan.spi.DeclaredIds;
import io.skim.scan.spi.LoopCache;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The values of stored records and batch entries that a handler declares; see {@link RecordScanner#interest()}.
 */
public final class RecordInterest extends Interest
{
    static final int NONE = -1;

    final int[] fieldIds;
    /** The declared fields in front of the properties, one bit for each. */
    final int fieldMask;
    final int propertiesId;
    final int everyPropertyId;
    final int bodyId;
    final PropertyNames properties;
    final boolean wantsProperties;
    final long allIds;
    final LoopCache<RecordLoop> loops = new LoopCache<>(RecordLoop.FACTORY);

    private RecordInterest(final Builder builder)
    {
        super(builder.firstMatchWins, builder.declared.toString());
        fieldIds = builder.fieldIds.clone();
        int mask = 0;
        for (int i = 0; i < RecordField.PROPERTIES.ordinal(); i++)
        {
            mask |= fieldIds[i] >= 0 ? 1 << i : 0;
        }
        fieldMask = mask;
        propertiesId = fieldIds[RecordField.PROPERTIES.ordinal()];
        bodyId = fieldIds[RecordField.BODY.ordinal()];
        everyPropertyId = builder.everyPropertyId;
        properties = new PropertyNames(builder.properties, everyPropertyId >= 0);
        wantsProperties = everyPropertyId >= 0 || propertiesId >= 0 || properties.size() > 0;
        allIds = builder.declared.mask();
    }

    /** Gives ids to fields and properties of a record. Several names may share an id; a name has one id. */
    public static final class Builder
    {
        private static final String WHAT = "the field ";

        private final int[] fieldIds = new int[RecordField.values().length];
        private final Map<String, Integer> properties = new HashMap<>();
        private int everyPropertyId = NONE;
        private boolean firstMatchWins;
        private final DeclaredIds declared = new DeclaredIds();

        Builder()
        {
            Arrays.fill(fieldIds, NONE);
        }

        /**
         * Declares a field, shown by {@code onField}, also when it is null; or the properties as a whole, shown by
         * {@code onBegin} and {@code onEnd}.
         *
         * @param field to show.
         * @param id    the handler's own id for it, from 0.
         * @return this.
         * @throws IllegalArgumentException if the field has an id already or the id is negative.
         */
        public Builder field(final RecordField field, final int id)
        {
            declared.put(fieldIds, field.ordinal(), id, WHAT + field);
            return this;
        }

        /**
         * Declares a message property, shown by {@code onField}.
         *
         * @param name of the property, exactly.
         * @param id   the handler's own id for it, from 0; other spellings may share it.
         * @return this.
         * @throws IllegalArgumentException if the name has an id already or the id is negative.
         */
        public Builder property(final String name, final int id)
        {
            declared.put(properties, name, id, "the property \"" + name + '"');
            return this;
        }

        /**
         * Declares every message property that has no id of its own, shown by {@code onEntry}.
         *
         * @param id the handler's own id for the properties, from 0.
         * @return this.
         * @throws IllegalArgumentException if the id is negative.
         */
        public Builder everyProperty(final int id)
        {
            everyPropertyId = declared.add(id, "every property");
            return this;
        }

        /**
         * Declares each field, the properties as a whole and each of them, and the body, under the ordinals of
         * {@link RecordField}. {@link RecordField#of} gives the field of an id.
         *
         * @return this.
         * @throws IllegalArgumentException if one of them is declared already.
         */
        public Builder everything()
        {
            for (final RecordField field : RecordField.values())
            {
                DeclaredIds.checkNew(fieldIds, field.ordinal(), WHAT + field);
            }
            for (final RecordField field : RecordField.values())
            {
                field(field, field.ordinal());
            }
            return everyProperty(RecordField.PROPERTIES.ordinal());
        }

        /**
         * States the number of the handler's ids: 0 to {@code count - 1}. This interest may leave some of them out, for example
         * the id of a value that only another encoding has. Without it {@link #build} refuses ids that are not dense.
         *
         * @param count of the handler's ids.
         * @return this.
         * @throws IllegalArgumentException if the count is negative.
         */
        public Builder ids(final int count)
        {
            declared.reserve(count);
            return this;
        }

        /**
         * Ends the scan of a record when each declared id was shown. The reference uses the <em>last</em> of several equal
         * properties, so this is for hints, not for access decisions.
         *
         * @return this.
         */
        public Builder firstMatchWins()
        {
            firstMatchWins = true;
            return this;
        }

        /**
         * Makes the interest.
         *
         * @return an immutable interest.
         * @throws IllegalStateException if nothing was declared, if ids are not dense from 0, or if the first match wins and an
         *     id is above 63 or every property was declared, which has no first match.
         */
        public RecordInterest build()
        {
            declared.check("field, property or everything", firstMatchWins, everyPropertyId >= 0);
            return new RecordInterest(this);
        }
    }
}
