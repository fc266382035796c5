package io.skim.scan.remoting;

import io.skim.bytes.NameSeeker;
import io.skim.bytes.NameTable;
import io.skim.bytes.PropertyReader;
import io.skim.loops.DeclaredIds;
import io.skim.loops.LoopCache;
import io.skim.scan.Interest;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * What a handler wants of a remoting header, for both of its encodings; see {@link RemotingScanner#interest()}.
 */
public final class RemotingInterest extends Interest
{
    static final int NONE = -1;

    private static final int MAX_STOPS = 5;

    final int[] fieldIds;
    final int fieldMask;
    final int extFieldsId;
    final int propertiesId;
    final int everyEntryId;
    /** Whether no entry has an id of its own. */
    final boolean noEntryId;
    final int everyPropertyId;
    final NameTable entries;
    final NameTable properties;
    /** For a few properties out of many; null if all or many are wanted. */
    final NameSeeker seeker;
    /** The same for JSON text, where names end with an escape; null also for names with a quote, which is escaped there. */
    final NameSeeker escapedSeeker;
    /** Which escaped separators of JSON text are to be noted, and by which of their bits: see {@link JsonTexts#note}. */
    final long notedEscape;
    final long notedEscapeMask;
    final boolean wantsEntries;
    /**
     * Marks the ext fields that a reader must stop at, of those whose name is one character from {@code @} on: bit 0 is
     * {@code @}. All bits if it had better look at each entry, because most are wanted.
     */
    final long stops;
    /** Marks the lengths of the other ext fields that a reader must stop at: bit k for k bytes, or 64 more. */
    final long stopLengths;
    /** Whether entries may be looked at ahead of the handler: it wants a few of them, and the whole header checked. */
    final boolean aheadOfHandler;
    /** Whether the first of a few entries is all that is wanted. */
    final boolean firstOfAll;
    final boolean wantsProperties;
    /** Whether the first ext field of a name that was declared is all. */
    final boolean isOneEntry;
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
        properties = new NameTable(builder.properties);
        final boolean few = everyPropertyId < 0 && NameSeeker.canSeek(builder.properties.keySet());
        seeker = few ? new NameSeeker(builder.properties, PropertyReader.NAME_END, PropertyReader.PROPERTY_END) : null;
        escapedSeeker = few && builder.properties.keySet().stream().allMatch(name -> name.indexOf('"') < 0)
            ? new NameSeeker(builder.properties, (byte)'\\', PropertyReader.PROPERTY_END) : null;
        wantsEntries = everyEntryId >= 0 || entries.size() > 0;
        wantsProperties = everyPropertyId >= 0 || propertiesId >= 0 || properties.size() > 0;
        notedEscape = !wantsProperties ? JsonTexts.NO_ESCAPE : escapedSeeker == null ? 0 : escapedSeeker.beforeName();
        notedEscapeMask = wantsProperties && escapedSeeker != null ? escapedSeeker.beforeNameMask() : 0;
        allIds = builder.declared.mask();
        stops = stops();
        stopLengths =
            stops == EntryReader.EVERY_STOP ? EntryReader.EVERY_STOP : entries.lengths() | (wantsProperties ? 1L
                << PropertyHolder.LONG_NAME_LENGTH : 0);
        isOneEntry = builder.firstMatchWins && !noEntryId && stops != EntryReader.EVERY_STOP && fieldMask == 0
            && !wantsProperties && extFieldsId < 0 && Long.bitCount(allIds) == 1;
        aheadOfHandler = stops != EntryReader.EVERY_STOP && !builder.firstMatchWins && extFieldsId < 0;
        firstOfAll = stops != EntryReader.EVERY_STOP && builder.firstMatchWins && extFieldsId < 0 && !wantsProperties
            && fieldMask == 0;
    }

    private long stops()
    {
        long marks = wantsProperties ? 1L << 'i' : 0;
        for (int name = EntryReader.FIRST_STOP; name < 2 * Long.SIZE; name++)
        {
            marks |= entries.find((byte)name) != NameTable.NOT_FOUND ? 1L << name : 0;
        }
        return everyEntryId < 0 && Long.bitCount(marks) <= MAX_STOPS ? marks : EntryReader.EVERY_STOP;
    }

    /**
     * Whether a fixed field was declared.
     */
    boolean wants(final RemotingField field)
    {
        return (fieldMask >>> field.ordinal() & 1) != 0;
    }

    /**
     * Ties names and places of a remoting header to a handler's ids. Several names may share an id; a name has one.
     */
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
         * Declares a message property, shown by {@code onField}. The scan descends for it into the ext field that the
         * request code gives the properties: {@code i} for 310, 320 and 325, else {@code properties}.
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
         * Declares all there is but the message properties: each fixed field, the map of ext fields and each of its
         * entries, and the body, under the ordinals of {@link RemotingField}. {@link RemotingField#of} turns the ids
         * back. Add {@code everyProperty(RemotingField.PROPERTIES.ordinal())} for the properties too.
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
            return everyEntry(RemotingField.EXT_FIELDS.ordinal());
        }

        /**
         * Stops the scan by itself once each declared id was shown. The reference takes the <em>last</em> of several
         * equal names, and the rest of the header stays unchecked: for hints, never for deciding access. In a JSON header
         * whose code comes behind the ext fields, properties are first looked for as if the code were 0.
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
         * @throws IllegalStateException if nothing was declared, or if the first match is to win and an id is above 63
         *                               or a whole map was declared, which has no first match.
         */
        public RemotingInterest build()
        {
            declared.check("field, entry, property or everything", firstMatchWins,
                everyEntryId >= 0 || everyPropertyId >= 0);
            return new RemotingInterest(this);
        }
    }
}
