package io.skim.handlers.patch;

import io.skim.bytes.FormatCodes;
import io.skim.scan.Kind;
import io.skim.scan.amqp.Performative;
import java.util.Arrays;
import java.util.Objects;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * A list of edits of AMQP 1.0 performatives, made once and used for any number of frames, by an {@link AmqpFrameRewriter}.
 * Immutable and free to share between threads, if its address map is.
 * <p>
 * Edits name scalar fields of any performative, entries of the properties of open, begin, attach and flow, and the addresses of
 * sources and targets in an attach. Of several edits of one field the last one counts. The payload of a transfer is never edited:
 * an {@link AmqpRewriter} edits messages.
 */
public final class AmqpFrameEdits
{
    /** The size of frames that every peer must accept: part 2, section 2.7.1. */
    static final long LEAST_FRAME_SIZE = 512;

    /** The edits of one performative. */
    static final class Fields
    {
        /** By field: what it becomes; null where it stays. */
        final byte[][] values;
        /** By field: its greatest value; -1 where there is none. */
        final long[] most;
        /** Of the properties; without steps where they stay. */
        final EditProgram properties;
        final int propertiesField;
        boolean mapsAddresses;

        private Fields(final Performative performative, final EditProgram properties)
        {
            values = new byte[performative.fieldCount()][];
            most = new long[performative.fieldCount()];
            Arrays.fill(most, -1);
            this.properties = properties;
            propertiesField = performative.fieldNames().indexOf("properties");
        }

        private Fields copy(final Performative performative)
        {
            final Fields copy = new Fields(performative, properties.copy());
            System.arraycopy(values, 0, copy.values, 0, values.length);
            System.arraycopy(most, 0, copy.most, 0, most.length);
            copy.mapsAddresses = mapsAddresses;
            copy.properties.end(key -> AmqpEditValue.ofSymbol(key).encoded);
            return copy;
        }

        private void addTo(final StringJoiner text, final Performative performative)
        {
            final String name = performative.performativeName() + ".";
            for (int field = 0; field < values.length; field++)
            {
                if (values[field] != null || most[field] >= 0)
                {
                    text.add(name + performative.fieldNames().get(field));
                }
            }
            properties.edited().forEach(key -> text.add(name + "properties." + key));
            if (mapsAddresses)
            {
                text.add(name + "source.address").add(name + "target.address");
            }
        }
    }

    /** By ordinal of the performative; null where none of its fields is edited. */
    final Fields[] fields = new Fields[Performative.values().length];
    final @Nullable AmqpAddressMap addresses;
    final int frameSizeReserve;

    private AmqpFrameEdits(final Builder builder)
    {
        for (final Performative performative : Performative.values())
        {
            final Fields edited = builder.fields[performative.ordinal()];
            fields[performative.ordinal()] = edited == null ? null : edited.copy(performative);
        }
        addresses = builder.addresses;
        frameSizeReserve = builder.frameSizeReserve;
    }

    /**
     * {@return whether any edit names a field of this performative: frames without such an edit need no rewriter}
     *
     * @param performative of a frame.
     */
    public boolean edits(final Performative performative)
    {
        return fields[performative.ordinal()] != null;
    }

    /** {@return what is edited, without values: {@code AmqpFrameEdits[open.hostname, open.properties.product]}} Allocates. */
    @Override
    public String toString()
    {
        final StringJoiner text = new StringJoiner(", ", "AmqpFrameEdits[", "]");
        for (final Performative performative : Performative.values())
        {
            final Fields edited = fields[performative.ordinal()];
            if (edited != null)
            {
                edited.addTo(text, performative);
            }
        }
        return text.toString();
    }

    /** {@return a builder of a list of edits} */
    public static Builder builder()
    {
        return new Builder();
    }

    /**
     * Gathers edits.
     */
    public static final class Builder
    {
        private final Fields[] fields = new Fields[Performative.values().length];
        private @Nullable AmqpAddressMap addresses;
        private int frameSizeReserve;

        Builder()
        {
        }

        private Fields of(final Performative performative)
        {
            final int ordinal = performative.ordinal();
            if (fields[ordinal] == null)
            {
                fields[ordinal] = new Fields(performative, new EditProgram());
            }
            return fields[ordinal];
        }

        /**
         * Sets a field, or adds it where the list ends before it; fields between become null.
         *
         * @param performative that has the field.
         * @param field        by the standard's name: {@code hostname}.
         * @param value        of the field's type.
         * @return this.
         * @throws IllegalArgumentException if there is no such field, or it has another type.
         */
        public Builder set(final Performative performative, final String field, final AmqpEditValue value)
        {
            final int index = performative.fieldIndex(field);
            final int kind = FormatCodes.kind(value.code());
            if (!performative.allows(index, Kind.values()[kind]))
            {
                throw new IllegalArgumentException(performative.performativeName() + "." + field
                    + " takes no value of the kind " + Kind.values()[kind]);
            }
            of(performative).values[index] = value.encoded;
            of(performative).most[index] = -1;
            return this;
        }

        /**
         * Makes a field null.
         *
         * @param performative that has the field.
         * @param field        by the standard's name.
         * @return this.
         * @throws IllegalArgumentException if there is no such field, or it is mandatory.
         */
        public Builder unset(final Performative performative, final String field)
        {
            return set(performative, field, AmqpEditValue.NULL);
        }

        /**
         * Limits a numeric field: a greater value becomes the limit, and so does a missing one, which the standard reads as its
         * greatest or as unlimited, and an idle-time-out of 0, which stands for none.
         *
         * @param performative that has the field.
         * @param field        a uint or ushort by the standard's name: {@code channel-max}.
         * @param most         the greatest value that is left.
         * @return this.
         * @throws IllegalArgumentException if there is no such field, it has another type, or the limit is not of its type.
         */
        public Builder limit(final Performative performative, final String field, final long most)
        {
            final int index = performative.fieldIndex(field);
            final boolean isShort = performative.allows(index, Kind.UINT16);
            if (!isShort && !performative.allows(index, Kind.UINT32))
            {
                throw new IllegalArgumentException(performative.performativeName() + "." + field
                    + " is no uint and no ushort");
            }
            if (most < 0 || most > (isShort ? 0xFFFF : AmqpForms.GREATEST_UINT))
            {
                throw new IllegalArgumentException(most + " is out of the range of " + field);
            }
            of(performative).most[index] = most;
            of(performative).values[index] = null;
            return this;
        }

        /**
         * Lowers the {@code max-frame-size} of an open, so that the peer who reads it leaves room in its frames for what is added
         * to them on their way: to the limit, and then by the reserve, but not below 512 bytes. A missing one counts as
         * 4,294,967,295. One below 512, which the standard forbids, stays.
         *
         * @param most    the longest frame in bytes that may pass, from 512.
         * @param reserve in bytes, from 0.
         * @return this.
         * @throws IllegalArgumentException if a number is out of range.
         */
        public Builder reserveFrameSize(final long most, final int reserve)
        {
            if (most < LEAST_FRAME_SIZE || reserve < 0)
            {
                throw new IllegalArgumentException("a frame size of at most " + most + " is below " + LEAST_FRAME_SIZE
                    + ", or a reserve of " + reserve + " below 0");
            }
            limit(Performative.OPEN, "max-frame-size", most);
            frameSizeReserve = reserve;
            return this;
        }

        /**
         * Sets an entry of the properties, all duplicates of its key, or adds it.
         *
         * @param performative open, begin, attach or flow.
         * @param key          a symbol.
         * @param value        of the entry.
         * @return this.
         * @throws IllegalArgumentException if the performative has no properties, or the key is not ASCII.
         */
        public Builder setProperty(final Performative performative, final String key, final AmqpEditValue value)
        {
            return step(EditProgram.SET, performative, key, Objects.requireNonNull(value, "value"));
        }

        /**
         * Adds an entry to the properties unless they have its key.
         *
         * @param performative open, begin, attach or flow.
         * @param key          a symbol.
         * @param value        of the entry.
         * @return this.
         * @throws IllegalArgumentException if the performative has no properties, or the key is not ASCII.
         */
        public Builder addProperty(final Performative performative, final String key, final AmqpEditValue value)
        {
            return step(EditProgram.ADD, performative, key, Objects.requireNonNull(value, "value"));
        }

        /**
         * Removes an entry of the properties, with all duplicates of its key.
         *
         * @param performative open, begin, attach or flow.
         * @param key          a symbol.
         * @return this.
         * @throws IllegalArgumentException if the performative has no properties, or the key is not ASCII.
         */
        public Builder removeProperty(final Performative performative, final String key)
        {
            return step(EditProgram.REMOVE, performative, key, null);
        }

        private Builder step(final int operation, final Performative performative, final String key,
            final @Nullable AmqpEditValue value)
        {
            performative.fieldIndex("properties");
            AmqpEditValue.ofSymbol(key);
            final EditProgram properties = of(performative).properties;
            if (value == null)
            {
                properties.step(operation, key, (String)null);
            }
            else
            {
                properties.step(operation, key, new EditBytes(value.encoded));
            }
            return this;
        }

        /**
         * Maps the addresses of the source and the target of each attach. Addresses that are null stay, and so does a coordinator,
         * which has none. Addresses that are no strings are refused, and so is what is no source or target of AMQP.
         *
         * @param map to apply to both.
         * @return this.
         */
        public Builder mapAddresses(final AmqpAddressMap map)
        {
            addresses = Objects.requireNonNull(map, "map");
            of(Performative.ATTACH).mapsAddresses = true;
            return this;
        }

        /**
         * Maps the addresses of attaches as {@link #mapAddresses(AmqpAddressMap)} does, with the map that the rewriter is given for
         * each frame.
         *
         * @return this.
         */
        public Builder mapAddresses()
        {
            addresses = null;
            of(Performative.ATTACH).mapsAddresses = true;
            return this;
        }

        /**
         * {@return the edits, which later calls of this builder do not change}
         *
         * @throws IllegalArgumentException if properties are unset as a whole and edited entry by entry.
         */
        public AmqpFrameEdits build()
        {
            for (final Performative performative : Performative.values())
            {
                final Fields edited = fields[performative.ordinal()];
                if (edited != null && !edited.properties.isEmpty() && edited.values[edited.propertiesField] != null)
                {
                    throw new IllegalArgumentException("the properties of " + performative.performativeName()
                        + " are unset as a whole, and edited entry by entry");
                }
            }
            return new AmqpFrameEdits(this);
        }
    }
}
