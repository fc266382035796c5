package io.skim.scan.amqp;

import io.skim.scan.Interest;
import io.skim.scan.spi.DeclaredIds;
import io.skim.scan.spi.LoopCache;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The AMQP values that a handler declares; see {@link AmqpValueScanner#interest()}. */
public final class AmqpValueInterest extends Interest
{
    final int valueId;
    final int nestedId;
    /** The entries of maps declared by name; null if there are none. */
    final @Nullable KeyTable keys;
    final LoopCache<AmqpEmitter> loops = new LoopCache<>(AmqpEmitter.FACTORY);

    private AmqpValueInterest(final Builder builder)
    {
        super(false, builder.declared.toString());
        valueId = builder.valueId;
        nestedId = builder.nestedId;
        keys = builder.entries.isEmpty() ? null : new KeyTable(builder.entries);
    }

    /** Gives ids to values. */
    public static final class Builder
    {
        private int valueId = AmqpInterest.NONE;
        private int nestedId = AmqpInterest.NONE;
        private final Map<String, Integer> entries = new LinkedHashMap<>();
        private final DeclaredIds declared = new DeclaredIds();

        Builder()
        {
        }

        /**
         * Declares the values of the region, each shown whole by {@code onField}, compound values too.
         *
         * @param id the handler's own id for the values, from 0.
         * @return this.
         * @throws IllegalArgumentException if the id is negative.
         */
        public Builder value(final int id)
        {
            valueId = declared.add(id, "value");
            return this;
        }

        /**
         * Declares everything: scalars by {@code onField}, entries of maps by {@code onEntry}; {@code onBegin} and {@code onEnd}
         * enclose the contents of a compound value. A compound value in a map is first shown by {@code onEntry} and then entered.
         * The first value of a described value is its descriptor. The scan checks two parts but does not show their values one by
         * one: the contents of a compound key, before its entry is shown, and the descriptors that the elements of an array
         * share. So all values are checked, except the bytes of binaries, if the scan ends {@code COMPLETE} and the handler has
         * answered only {@code CONTINUE}.
         *
         * @param id the handler's own id for all values, from 0.
         * @return this.
         * @throws IllegalArgumentException if the id is negative.
         */
        public Builder everyValue(final int id)
        {
            nestedId = declared.add(id, "every value");
            return this;
        }

        /**
         * Declares an entry of the maps that are values of the region itself, not inside other values. The value of this key, a
         * string or symbol, is shown by {@code onField}, a compound value whole. All other values are skipped by their size. A
         * duplicate key is shown again: the last one wins if the handler overwrites the earlier value. {@code SKIP} skips the
         * rest of the map.
         *
         * @param name the key; case-sensitive.
         * @param id   the handler's own id for it, from 0; several names may share one.
         * @return this.
         * @throws IllegalArgumentException if the id is negative, or the name is declared twice.
         */
        public Builder entry(final String name, final int id)
        {
            declared.put(entries, name, id, "the entry \"" + name + '"');
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
         * Makes the interest.
         *
         * @return an immutable interest.
         * @throws IllegalStateException    if nothing was declared, if more than one of values, every value and entries was
         *     declared, or if ids are not dense from 0.
         * @throws IllegalArgumentException if a name has no form in UTF-8.
         */
        public AmqpValueInterest build()
        {
            final int kinds = (valueId < 0 ? 0 : 1) + (nestedId < 0 ? 0 : 1) + (entries.isEmpty() ? 0 : 1);
            if (kinds != 1)
            {
                throw new IllegalStateException("declare either value, the region's own, or everyValue, or entries");
            }
            declared.check("value, everyValue or entry", false, false);
            return new AmqpValueInterest(this);
        }
    }
}
