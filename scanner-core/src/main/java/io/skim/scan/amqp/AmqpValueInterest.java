package io.skim.scan.amqp;

import io.skim.scan.Interest;
import io.skim.scan.spi.DeclaredIds;
import io.skim.scan.spi.LoopCache;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a handler wants of concatenated AMQP values; see {@link AmqpValueScanner#interest()}.
 */
public final class AmqpValueInterest extends Interest
{
    final int valueId;
    final int nestedId;
    /** The entries of maps that were declared by name; null if none were. */
    final KeyTable keys;
    final LoopCache<AmqpEmitter> loops = new LoopCache<>(AmqpEmitter.FACTORY);

    private AmqpValueInterest(final Builder builder)
    {
        super(false, builder.declared.toString());
        valueId = builder.valueId;
        nestedId = builder.nestedId;
        keys = builder.entries.isEmpty() ? null : new KeyTable(builder.entries);
    }

    /** Ties values to a handler's ids. */
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
         * Declares the values of the region itself, each shown whole by {@code onField}, the compound ones too.
         *
         * @param id the handler's own id for them, from 0.
         * @return this.
         * @throws IllegalArgumentException if the id is negative.
         */
        public Builder value(final int id)
        {
            valueId = declared.add(id, "value");
            return this;
        }

        /**
         * Declares everything: scalars by {@code onField}, entries of maps by {@code onEntry}; {@code onBegin} and
         * {@code onEnd} enclose what a compound value holds. A compound value of a map is shown by {@code onEntry} and
         * then entered. Of a described value the first value is its descriptor. Two things are not shown one by one but
         * checked all the same: all that a compound key holds, before its entry is shown, and the descriptors that the
         * elements of an array share. So a scan that ends {@code COMPLETE}, and whose handler has answered nothing but {@code
         * CONTINUE}, vouches for the values: all but the bytes of binaries was checked.
         *
         * @param id the handler's own id for all of them, from 0.
         * @return this.
         * @throws IllegalArgumentException if the id is negative.
         */
        public Builder everyValue(final int id)
        {
            nestedId = declared.add(id, "every value");
            return this;
        }

        /**
         * Declares an entry of the maps of the region: of each map that is one of its values, and not in another, the value
         * of a string or symbol that is this key is shown by {@code onField}, a compound one whole. Everything else is passed
         * over by its size, the region's other values too. A key that comes again is shown again, so that the last one wins if
         * the handler lets it. {@code SKIP} passes over what is left of the map.
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
         * States how many ids the handler has: 0 to {@code count - 1}, of which this interest may leave some out, such as one
         * for a value that only another encoding has. Without it {@link #build} refuses ids that are not dense.
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
         * @throws IllegalStateException    if nothing was declared, or more than one of values, every value, and entries, or if
         *                                  ids are not dense from 0.
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
