package io.skim.scan.amqp;

import io.skim.loops.LoopCache;
import io.skim.scan.Interest;

/**
 * What a handler wants of concatenated AMQP values; see {@link AmqpValueScanner#interest()}.
 */
public final class AmqpValueInterest extends Interest
{
    final int valueId;
    final int nestedId;
    final LoopCache<AmqpLoop> loops = new LoopCache<>(AmqpLoop.FACTORY);

    private AmqpValueInterest(final Builder builder)
    {
        super(false);
        valueId = builder.valueId;
        nestedId = builder.nestedId;
    }

    /** Ties values to a handler's ids. */
    public static final class Builder
    {
        private int valueId = AmqpInterest.NONE;
        private int nestedId = AmqpInterest.NONE;

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
            valueId = checked(id);
            return this;
        }

        /**
         * Declares everything: scalars by {@code onField}, entries of maps by {@code onEntry}; {@code onBegin} and
         * {@code onEnd} enclose what a compound value holds. A compound value of a map is shown by {@code onEntry} and
         * then entered, a compound key is not entered. Of a described value the first value is its descriptor.
         *
         * @param id the handler's own id for all of them, from 0.
         * @return this.
         * @throws IllegalArgumentException if the id is negative.
         */
        public Builder everyValue(final int id)
        {
            nestedId = checked(id);
            return this;
        }

        private static int checked(final int id)
        {
            if (id < 0)
            {
                throw new IllegalArgumentException("id " + id + " is negative; ids are dense from 0");
            }
            return id;
        }

        /**
         * Makes the interest.
         *
         * @return an immutable interest.
         * @throws IllegalStateException if nothing, or both, were declared.
         */
        public AmqpValueInterest build()
        {
            if (valueId < 0 == nestedId < 0)
            {
                throw new IllegalStateException("declare either value, the region's own, or everyValue");
            }
            return new AmqpValueInterest(this);
        }
    }
}
