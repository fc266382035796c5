package io.skim.scan.amqp;

import io.skim.bytes.FormatCodes;
import io.skim.bytes.Kinds;
import io.skim.scan.Interest;
import io.skim.scan.spi.DeclaredIds;
import io.skim.scan.spi.LoopCache;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The values of an AMQP message that a handler declares; see {@link AmqpScanner#interest()}. */
public final class AmqpInterest extends Interest
{
    static final int NONE = -1;
    static final AmqpField[] SECTIONS = sections();
    /** The ordinal of a section's first field, by its rank; its own ordinal if it has none. */
    static final int[] FIRST_FIELDS = new int[AmqpField.SECTIONS];
    /** The number of fields of a section, by its rank. */
    static final int[] FIELD_COUNTS = new int[AmqpField.SECTIONS];
    /** The kinds that each field may have, null included, by its ordinal. */
    static final long[] FIELD_KINDS = new long[AmqpField.values().length];

    static
    {
        for (final AmqpField field : AmqpField.values())
        {
            FIELD_KINDS[field.ordinal()] = field.kinds | 1L << Kinds.NULL;
            if (!field.isSection())
            {
                FIELD_COUNTS[field.section]++;
            }
        }
        for (final AmqpField section : SECTIONS)
        {
            FIRST_FIELDS[section.section] = section.ordinal() + (FIELD_COUNTS[section.section] > 0 ? 1 : 0);
        }
    }

    final int[] fieldIds;
    /** The ids of the sections themselves, by rank. */
    final int[] sectionIds = new int[AmqpField.SECTIONS];
    /** The declared sections, by rank. */
    final int shownMask;
    /** The sections with declared values, by rank, and the declared sections. */
    final int sectionMask;
    /** The sections with declared values inside, by rank. */
    final int insideMask;
    /** Sections at which a scan stops, by rank: not those that are only shown, of which no byte is read but the size. */
    final int readMask;
    /** The declared keys of map sections, by rank. */
    final KeyTable[] keys = new KeyTable[AmqpField.SECTIONS];
    final int[] everyIds;
    final int nestedId;
    /** Whether values alone are declared, each by its name. */
    final boolean namedOnly;
    /** Whether of sections that are repeated the last alone is shown. */
    final boolean lastSectionWins;
    final long allIds;
    final LoopCache<AmqpEmitter> loops = new LoopCache<>(AmqpEmitter.FACTORY);

    private AmqpInterest(final Builder builder)
    {
        super(builder.firstMatchWins, builder.declared.toString());
        fieldIds = builder.fieldIds.clone();
        everyIds = builder.everyIds.clone();
        nestedId = builder.nestedId;
        allIds = builder.declared.mask();
        int inside = 0;
        int sections = 0;
        for (int rank = 0; rank < AmqpField.SECTIONS; rank++)
        {
            final Map<String, Integer> declared = builder.names.getOrDefault(rank, Map.of());
            keys[rank] = new KeyTable(declared);
            inside |= keys[rank].size() > 0 || everyIds[rank] >= 0 ? 1 << rank : 0;
            sectionIds[rank] = fieldIds[SECTIONS[rank].ordinal()];
            sections |= sectionIds[rank] >= 0 ? 1 << rank : 0;
        }
        for (final AmqpField field : AmqpField.values())
        {
            inside |= !field.isSection() && fieldIds[field.ordinal()] >= 0 ? 1 << field.section : 0;
        }
        shownMask = sections;
        namedOnly = sections == 0 && !builder.wholeMap;
        lastSectionWins = builder.lastSectionWins && !builder.firstMatchWins;
        insideMask = inside;
        sectionMask = sections | inside;
        readMask = builder.firstMatchWins ? sectionMask : inside | sections & SectionIndex.READ_BODIES;
    }

    /** The kind of the names of a section's entries. */
    static int nameKind(final int section)
    {
        return section == SectionIndex.APPLICATION_PROPERTIES ? Kinds.TEXT : Kinds.SYMBOL;
    }

    /** The usual format code of the names of a section's entries. */
    static int nameCode(final int section)
    {
        return section == SectionIndex.APPLICATION_PROPERTIES ? FormatCodes.STRING : FormatCodes.SYMBOL;
    }

    /**
     * The kinds that the keys of a section may have, one bit for each: the kind of its names, reserved numbers; lenient: all.
     */
    static long keyKinds(final AmqpScan scan, final int section)
    {
        final long names = 1L << nameKind(section);
        return scan.lenient ? -1L : section == SectionIndex.APPLICATION_PROPERTIES ? names : names | 1L
            << Kinds.UINT64;
    }

    private static AmqpField[] sections()
    {
        return Arrays.stream(AmqpField.values()).filter(AmqpField::isSection).toArray(AmqpField[]::new);
    }

    /** Gives ids to fields and entries of an AMQP message. Several names may share an id; a name has one id. */
    public static final class Builder
    {
        private static final String WHAT = "the field ";

        private final int[] fieldIds = new int[AmqpField.values().length];
        private final int[] everyIds = new int[AmqpField.SECTIONS];
        private final Map<Integer, Map<String, Integer>> names = new HashMap<>();
        private int nestedId = NONE;
        private boolean firstMatchWins;
        private boolean lastSectionWins;
        private final DeclaredIds declared = new DeclaredIds();
        private boolean wholeMap;

        Builder()
        {
            Arrays.fill(fieldIds, NONE);
            Arrays.fill(everyIds, NONE);
        }

        /**
         * Declares a field, shown by {@code onField}; a body section ({@code DATA}, {@code SEQUENCE}, {@code VALUE}), shown by
         * {@code onField} each time it occurs; or another section, shown by {@code onBegin} and {@code onEnd}.
         *
         * @param field to show.
         * @param id    the handler's own id for it, from 0.
         * @return this.
         * @throws IllegalArgumentException if the field has an id already or the id is negative.
         */
        public Builder field(final AmqpField field, final int id)
        {
            declared.put(fieldIds, field.ordinal(), id, WHAT + field);
            return this;
        }

        /**
         * Declares a field or section by its name, for example {@code header.ttl}.
         *
         * @param name from {@link AmqpField#fieldName()}.
         * @param id   the handler's own id for it, from 0.
         * @return this.
         * @throws IllegalArgumentException if there is no such field, it has an id already or the id is negative.
         */
        public Builder field(final String name, final int id)
        {
            return field(AmqpField.named(name), id);
        }

        /**
         * Declares an application property, shown by {@code onField}.
         *
         * @param name of the property, a string, exactly.
         * @param id   the handler's own id for it, from 0; other names may share it.
         * @return this.
         * @throws IllegalArgumentException if the name has an id already or the id is negative.
         */
        public Builder property(final String name, final int id)
        {
            return entry(AmqpField.APPLICATION_PROPERTIES, name, id);
        }

        /**
         * Declares an entry of a map section, shown by {@code onField}.
         *
         * @param section application properties, annotations or the footer.
         * @param name    of the entry, exactly: a string in application properties, a symbol elsewhere.
         * @param id      the handler's own id for it, from 0; other names may share it.
         * @return this.
         * @throws IllegalArgumentException if it is another section, the name is not ASCII where it is a symbol, it has an id
         *     already, or the id is negative.
         */
        public Builder entry(final AmqpField section, final String name, final int id)
        {
            checkMap(section);
            if (nameKind(section.section) == Kinds.SYMBOL && !StandardCharsets.US_ASCII.newEncoder().canEncode(name))
            {
                throw new IllegalArgumentException("a key of " + section.fieldName() + " is ASCII, not '" + name + "'");
            }
            declared.put(names.computeIfAbsent(section.section, rank -> new HashMap<>()), name, id, '"' + name
                + "\" of " + section.fieldName());
            return this;
        }

        private static void checkMap(final AmqpField section)
        {
            if (!section.isSection() || section.kinds != 1L << Kinds.MAP)
            {
                throw new IllegalArgumentException(section.fieldName() + " is not a section that is a map");
            }
        }

        /**
         * Declares every application property that has no id of its own, shown by {@code onEntry}.
         *
         * @param id the handler's own id for the map, from 0.
         * @return this.
         * @throws IllegalArgumentException if the id is negative.
         */
        public Builder everyProperty(final int id)
        {
            return everyEntry(AmqpField.APPLICATION_PROPERTIES, id);
        }

        /**
         * Declares every entry of a map section that has no id of its own, shown by {@code onEntry}.
         *
         * @param section application properties, annotations or the footer.
         * @param id      the handler's own id for the map, from 0.
         * @return this.
         * @throws IllegalArgumentException if it is another section, or the id is negative.
         */
        public Builder everyEntry(final AmqpField section, final int id)
        {
            checkMap(section);
            everyIds[section.section] = declared.add(id, "every entry of " + section.fieldName());
            wholeMap = true;
            return this;
        }

        /**
         * Enters compound values. After a list, map, array or described value was shown, {@code onBegin} and {@code onEnd}
         * enclose its contents: values by {@code onField}, entries of maps by {@code onEntry}; compound values among them are
         * entered too. The first value of a described value is its descriptor. The scan checks two parts but does not show their
         * values one by one: the contents of a compound key of a map, before its entry is shown, and the descriptors that the
         * elements of an array share.
         *
         * @param id the handler's own id for all these values, from 0.
         * @return this.
         * @throws IllegalArgumentException if the id is negative.
         */
        public Builder nested(final int id)
        {
            nestedId = declared.add(id, "nested values");
            wholeMap = true;
            return this;
        }

        /**
         * Declares all sections, their fields and entries, under the ordinals of {@link AmqpField}; {@link AmqpField#of} gives
         * the field of an id. Compound values are shown but not entered: add {@code nested(AmqpField.values().length)} to enter
         * them. With both, the scan checks the whole message except the bytes of binaries and data, if it ends {@code COMPLETE}
         * and the handler has answered only {@code CONTINUE}.
         *
         * @return this.
         * @throws IllegalArgumentException if one of them is declared already.
         */
        public Builder everything()
        {
            for (final AmqpField field : AmqpField.values())
            {
                DeclaredIds.checkNew(fieldIds, field.ordinal(), WHAT + field);
            }
            for (final AmqpField field : AmqpField.values())
            {
                field(field, field.ordinal());
                if (field.isSection() && field.kinds == 1L << Kinds.MAP)
                {
                    everyEntry(field, field.ordinal());
                }
            }
            return this;
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
         * Ends the scan when each declared id was shown; the rest of the message stays unchecked. Peers use the <em>last</em> of
         * several equal keys, so this is for hints, not for access decisions.
         *
         * @return this.
         */
        public Builder firstMatchWins()
        {
            firstMatchWins = true;
            return this;
        }

        /**
         * Shows nothing of a section that a later one of the same kind replaces; body sections replace none. Without it both are
         * shown, and a handler that keeps the last value of each id keeps those of the first section that the last one lacks.
         * Strict refuses repeated sections. Without effect if the first match wins.
         *
         * @return this.
         */
        public Builder lastSectionWins()
        {
            lastSectionWins = true;
            return this;
        }

        /**
         * Makes the interest.
         *
         * @return an immutable interest.
         * @throws IllegalStateException if nothing was declared, if ids are not dense from 0, or if the first match wins and an
         *     id is above 63 or a whole map or nested values were declared, which have no first match.
         */
        public AmqpInterest build()
        {
            declared.check("field, property or everything", firstMatchWins, wholeMap);
            return new AmqpInterest(this);
        }
    }
}
