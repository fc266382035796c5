package io.skim.scan.amqp;

import io.skim.scan.Interest;
import io.skim.scan.spi.DeclaredIds;
import io.skim.scan.spi.LoopCache;
import java.util.Arrays;

/** The values of AMQP frames that a handler declares; see {@link AmqpFrameScanner#interest()}. */
public final class AmqpFrameInterest extends Interest
{
    static final int NONE = -1;

    /** Ids of frame fields, by ordinal. */
    final int[] frameIds;
    /** The declared frame fields, one bit for each. */
    final int frameMask;
    /** The declared performatives and those with declared fields, by ordinal. */
    final int performativeMask;
    /** The performatives with declared fields, by ordinal. */
    final int insideMask;
    /** By {@link Performative#id}. */
    final int[] ids;
    final int nestedId;
    final long allIds;
    final LoopCache<AmqpEmitter> loops = new LoopCache<>(AmqpEmitter.FACTORY);

    private AmqpFrameInterest(final Builder builder)
    {
        super(builder.firstMatchWins, builder.declared.toString());
        frameIds = builder.frameIds.clone();
        ids = builder.ids.clone();
        nestedId = builder.nestedId;
        allIds = builder.declared.mask();
        int frame = 0;
        for (int i = 0; i < frameIds.length; i++)
        {
            frame |= frameIds[i] >= 0 ? 1 << i : 0;
        }
        frameMask = frame;
        int inside = 0;
        int containers = 0;
        for (final Performative performative : Performative.values())
        {
            containers |= ids[performative.id()] >= 0 ? 1 << performative.ordinal() : 0;
            for (int index = 0; index < performative.fieldCount(); index++)
            {
                inside |= ids[performative.id(index)] >= 0 ? 1 << performative.ordinal() : 0;
            }
        }
        insideMask = inside;
        performativeMask = inside | containers;
    }

    /** Gives ids to parts of frames. Several parts may share an id; a part has one id. */
    public static final class Builder
    {
        private final int[] frameIds = new int[AmqpFrameField.values().length];
        private final int[] ids = new int[Performative.ID_COUNT];
        private int nestedId = NONE;
        private boolean firstMatchWins;
        private final DeclaredIds declared = new DeclaredIds();

        Builder()
        {
            Arrays.fill(frameIds, NONE);
            Arrays.fill(ids, NONE);
        }

        private Builder put(final int[] places, final int place, final int id, final String name)
        {
            declared.put(places, place, id, '"' + name + '"');
            return this;
        }

        /**
         * Declares a part of the frame itself, shown by {@code onField}.
         *
         * @param field to show.
         * @param id    the handler's own id for it, from 0.
         * @return this.
         * @throws IllegalArgumentException if the field has an id already or the id is negative.
         */
        public Builder field(final AmqpFrameField field, final int id)
        {
            return put(frameIds, field.ordinal(), id, field.fieldName());
        }

        /**
         * Declares a performative: the list of its fields, a container, shown by {@code onBegin} and {@code onEnd}.
         *
         * @param performative to show.
         * @param id           the handler's own id for it, from 0.
         * @return this.
         * @throws IllegalArgumentException if the performative has an id already or the id is negative.
         */
        public Builder performative(final Performative performative, final int id)
        {
            return put(ids, performative.id(), id, performative.performativeName());
        }

        /**
         * Declares a field of a performative, shown by {@code onField}, also when it is null, but not if the list ends before it.
         *
         * @param performative that has the field.
         * @param name         from the standard: {@code delivery-id}.
         * @param id           the handler's own id for it, from 0.
         * @return this.
         * @throws IllegalArgumentException if there is no such field, it has an id already or the id is negative.
         */
        public Builder field(final Performative performative, final String name, final int id)
        {
            return put(ids, performative.id(performative.fieldIndex(name)), id, performative.performativeName() + '.'
                + name);
        }

        /**
         * Declares a part of the frame, a performative or a field by its name.
         *
         * @param name for example {@code channel}, {@code transfer} or {@code transfer.delivery-id}.
         * @param id   the handler's own id for it, from 0.
         * @return this.
         * @throws IllegalArgumentException if there is no such part, it has an id already or the id is negative.
         */
        public Builder field(final String name, final int id)
        {
            final int dot = name.indexOf('.');
            if (dot >= 0)
            {
                return field(Performative.named(name.substring(0, dot)), name.substring(dot + 1), id);
            }
            return Performative.isName(name) ? performative(Performative.named(name), id) : field(AmqpFrameField.named(
                name), id);
        }

        /**
         * Enters declared compound values. After {@code onField} with the field's own id, {@code onBegin} and {@code onEnd}
         * enclose the contents: values by {@code onField}, entries of maps by {@code onEntry}, all under this id. The scan checks
         * two parts but does not show their values one by one: the contents of compound keys, and the descriptors that the
         * elements of an array share.
         *
         * @param id the handler's own id for all these values, from 0.
         * @return this.
         * @throws IllegalArgumentException if the id is negative.
         */
        public Builder nested(final int id)
        {
            nestedId = declared.add(id, "nested values");
            return this;
        }

        /**
         * Declares everything: the parts of the frame under the ordinals of {@link AmqpFrameField}, performatives under
         * {@link Performative#id()} and their fields under {@link Performative#id(int)}. Add
         * {@code nested(Performative.ID_COUNT)} for the contents of compound fields.
         *
         * @return this.
         * @throws IllegalArgumentException if one of them is declared already.
         */
        public Builder everything()
        {
            checkEverything();
            for (final AmqpFrameField field : AmqpFrameField.values())
            {
                field(field, field.ordinal());
            }
            for (final Performative performative : Performative.values())
            {
                performative(performative, performative.id());
                for (final String name : performative.fieldNames())
                {
                    field(performative, name, performative.id(performative.fieldIndex(name)));
                }
            }
            return this;
        }

        private void checkEverything()
        {
            for (final AmqpFrameField field : AmqpFrameField.values())
            {
                DeclaredIds.checkNew(frameIds, field.ordinal(), '"' + field.fieldName() + '"');
            }
            for (final Performative performative : Performative.values())
            {
                DeclaredIds.checkNew(ids, performative.id(), '"' + performative.performativeName() + '"');
                for (final String name : performative.fieldNames())
                {
                    DeclaredIds.checkNew(ids, performative.id(performative.fieldIndex(name)), '"' + performative
                        .performativeName() + '.' + name + '"');
                }
            }
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
         * Ends the scan when each declared id was shown; the rest of the frame stays unchecked. A frame has one performative, so
         * declare values of one performative only.
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
         *     id is above 63 or compound values are entered, which have no first match.
         */
        public AmqpFrameInterest build()
        {
            declared.check("field, performative or everything", firstMatchWins, nestedId >= 0);
            return new AmqpFrameInterest(this);
        }
    }
}
