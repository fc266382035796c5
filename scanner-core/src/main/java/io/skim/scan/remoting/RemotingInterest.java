package io.skim.scan.remoting;

import io.skim.bytes.NameTable;
import io.skim.bytes.PropertyNames;
import io.skim.scan.Interest;
import io.skim.scan.spi.DeclaredIds;
import io.skim.scan.spi.LoopCache;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The values of a remoting header that a handler declares, for both encodings; see {@link RemotingScanner#interest()}. */
public final class RemotingInterest extends Interest
{
    static final int NONE = -1;

    final int[] fieldIds;
    final int fieldMask;
    /** Whether a field, a container or the body has an id. */
    final boolean hasField;
    /** One more than the greatest id. */
    final int idCount;
    final int extFieldsId;
    final int propertiesId;
    final int everyEntryId;
    /** Whether no entry has an id of its own. */
    final boolean noEntryId;
    final int everyPropertyId;
    final NameTable entries;
    final PropertyNames properties;
    final boolean wantsEntries;
    /** Marks the declared ext fields whose name is one character from {@code @} on: bit 0 is {@code @}. */
    final long letters;
    final boolean wantsProperties;
    /** The ext fields that have to be indexed: the declared ones, and those that may hold properties if these are wanted. */
    final long nameLetters;
    final long nameLengths;
    /** Whether the first ext field of one id is all that is declared; and that id. */
    final boolean isOneEntry;
    final int firstId;
    final long allIds;
    final LoopCache<ScanLoop> loops = new LoopCache<>(ScanLoop.FACTORY);

    private RemotingInterest(final Builder builder)
    {
        super(builder.firstMatchWins, builder.declared.toString());
        fieldIds = builder.fieldIds.clone();
        int mask = 0;
        for (int i = 0; i < fieldIds.length; i++)
        {
            mask |= fieldIds[i] >= 0 && !RemotingField.of(i).isContainer() ? 1 << i : 0;
        }
        fieldMask = mask;
        extFieldsId = fieldIds[RemotingField.EXT_FIELDS.ordinal()];
        propertiesId = fieldIds[RemotingField.PROPERTIES.ordinal()];
        everyEntryId = builder.everyEntryId;
        everyPropertyId = builder.everyPropertyId;
        entries = new NameTable(builder.entries);
        noEntryId = entries.size() == 0;
        properties = new PropertyNames(builder.properties, everyPropertyId >= 0);
        wantsEntries = everyEntryId >= 0 || entries.size() > 0;
        wantsProperties = everyPropertyId >= 0 || propertiesId >= 0 || properties.size() > 0;
        allIds = builder.declared.mask();
        idCount = builder.declared.count();
        hasField = fieldMask != 0 || extFieldsId >= 0 || propertiesId >= 0;
        letters = letters();
        nameLetters = everyEntryId >= 0 ? -1 : entries.letters() | (wantsProperties ? PropertyIndex.LETTERS : 0);
        nameLengths = everyEntryId >= 0 ? -1 : entries.lengths() | (wantsProperties ? PropertyIndex.LENGTHS : 0);
        isOneEntry = builder.firstMatchWins && !noEntryId && fieldMask == 0 && !wantsProperties && extFieldsId < 0
            && Long.bitCount(allIds) == 1;
        firstId = isOneEntry ? Long.numberOfTrailingZeros(allIds) : NONE;
    }

    private long letters()
    {
        long marks = 0;
        for (int name = '@'; name < 2 * Long.SIZE; name++)
        {
            marks |= entries.find((byte)name) != NameTable.NOT_FOUND ? 1L << name : 0;
        }
        return marks;
    }

    /** Gives ids to fields and names of a remoting header. Several names may share an id; a name has one id. */
    public static final class Builder
    {
        private static final String WHAT = "the field ";

        private final int[] fieldIds = new int[RemotingField.values().length];
        private final Map<String, Integer> entries = new HashMap<>();
        private final Map<String, Integer> properties = new HashMap<>();
        private int everyEntryId = NONE;
        private int everyPropertyId = NONE;
        private boolean firstMatchWins;
        private final DeclaredIds declared = new DeclaredIds();

        Builder()
        {
            Arrays.fill(fieldIds, NONE);
        }

        /**
         * Declares a fixed field, shown by {@code onField}; or a container, shown by {@code onBegin} and {@code onEnd}.
         *
         * @param field to show.
         * @param id    the handler's own id for it, from 0.
         * @return this.
         * @throws IllegalArgumentException if the field has an id already or the id is negative.
         */
        public Builder field(final RemotingField field, final int id)
        {
            declared.put(fieldIds, field.ordinal(), id, WHAT + field);
            return this;
        }

        /**
         * Declares an ext field, shown by {@code onField}.
         *
         * @param name of the ext field, exactly.
         * @param id   the handler's own id for it, from 0; other spellings may share it.
         * @return this.
         * @throws IllegalArgumentException if the name has an id already or the id is negative.
         */
        public Builder entry(final String name, final int id)
        {
            declared.put(entries, name, id, "the ext field \"" + name + '"');
            return this;
        }

        /**
         * Declares a message property, shown by {@code onField}. The scan finds it inside the ext field that holds the properties
         * of the request code: {@code i} for 310, 320 and 325, else {@code properties}.
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
         * Declares every ext field that has no id of its own, shown by {@code onEntry}.
         *
         * @param id the handler's own id for the map, from 0.
         * @return this.
         * @throws IllegalArgumentException if the id is negative.
         */
        public Builder everyEntry(final int id)
        {
            everyEntryId = declared.add(id, "every ext field");
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
         * Declares everything except the message properties: each fixed field, the ext fields as a whole and each of them, and
         * the body, under the ordinals of {@link RemotingField}. {@link RemotingField#of} gives the field of an id. Add
         * {@code everyProperty(RemotingField.PROPERTIES.ordinal())} for the properties too.
         *
         * @return this.
         * @throws IllegalArgumentException if one of them is declared already.
         */
        public Builder everything()
        {
            for (final RemotingField field : RemotingField.values())
            {
                if (field != RemotingField.PROPERTIES)
                {
                    DeclaredIds.checkNew(fieldIds, field.ordinal(), WHAT + field);
                }
            }
            for (final RemotingField field : RemotingField.values())
            {
                if (field != RemotingField.PROPERTIES)
                {
                    field(field, field.ordinal());
                }
            }
            return ids(RemotingField.values().length).everyEntry(RemotingField.EXT_FIELDS.ordinal());
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
         * Ends the scan when each declared id was shown. The reference uses the <em>last</em> of several equal names, so this is
         * for hints, not for access decisions. If only names of one ext field were declared, the scan does not check the header
         * after the first of them.
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
         *     id is above 63 or a whole map was declared, which has no first match.
         */
        public RemotingInterest build()
        {
            declared.check("field, entry, property or everything", firstMatchWins,
                everyEntryId >= 0 || everyPropertyId >= 0);
            return new RemotingInterest(this);
        }
    }
}
