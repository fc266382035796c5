package io.skim.handlers.patch;

import io.skim.bytes.FormatCodes;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;

/**
 * A list of edits of AMQP 1.0 messages, made once and used for any number of messages, by an {@link AmqpRewriter}.
 * Immutable and free to share between threads, unless it has a {@link FreshValue}.
 * <p>
 * Edits name fields of the header, and entries of the delivery-annotations and message-annotations by their keys. The
 * bare message (properties, application-properties) is immutable in transit: it is edited only
 * after {@link Builder#allowBareMessage()}. The body and the footer are never edited.
 * <p>
 * The edits of a map apply one after the other: {@code rename("a", "b").set("a", "1")} moves one value and adds
 * another. {@code set} changes all duplicates of a key, or adds the key. {@code add} does not change an existing entry, and
 * {@code replace} adds none.
 * {@code remove} and {@code rename} of a missing key change nothing. {@code rename} replaces an entry that has the new
 * key. Of several edits of one field the last one counts.
 */
public final class AmqpEdits
{
    /** Ids are the ordinals of the fields; then come the entries of each section in turn. */
    static final int FIRST_ENTRY = AmqpField.values().length;
    /** The sections that may be edited, by their order. */
    static final List<AmqpField> SECTIONS = List.of(AmqpField.HEADER, AmqpField.DELIVERY_ANNOTATIONS,
        AmqpField.MESSAGE_ANNOTATIONS, AmqpField.PROPERTIES, AmqpField.APPLICATION_PROPERTIES);
    static final int HEADER = 0;
    static final int PROPERTIES = 3;
    static final int APPLICATION_PROPERTIES = 4;

    /** By the order of the sections; empty for lists. */
    final EditProgram[] programs = new EditProgram[SECTIONS.size()];
    /** The id of the first key of each section, and behind the last. */
    final int[] firstIds = new int[SECTIONS.size() + 1];
    /** By the ordinals of the fields; null where nothing changes. */
    final byte[][] fields;
    final boolean raisesDeliveryCount;
    final boolean editsProperties;
    final boolean mapsAddresses;
    /** How many sections are looked into, the first ones: those in front of the bare message, or all that may be edited. */
    final int sections;
    final AmqpInterest interest;
    /** The values that change from message to message. */
    final FreshTexts fresh;

    private AmqpEdits(final Builder builder)
    {
        fields = builder.fields.clone();
        raisesDeliveryCount = builder.raisesDeliveryCount;
        editsProperties = builder.editsProperties;
        mapsAddresses = builder.mapsAddresses;
        firstIds[0] = FIRST_ENTRY;
        for (int section = 0; section < programs.length; section++)
        {
            // Keys are written and compared as they stand on the wire.
            final int place = section;
            programs[section] = builder.programs[section].copy();
            programs[section].end(key -> key(place, key).encoded);
            firstIds[section + 1] = firstIds[section] + programs[section].encoded.length;
        }
        sections = editsProperties || !programs[APPLICATION_PROPERTIES].isEmpty() ? SECTIONS.size() : PROPERTIES;
        interest = interest();
        fresh = new FreshTexts(builder.fresh);
    }

    private static AmqpEditValue key(final int section, final String key)
    {
        return section == APPLICATION_PROPERTIES ? AmqpEditValue.ofString(key) : AmqpEditValue.ofSymbol(key);
    }

    /** The header is always checked, and so are the sections in front of which another may have to be put. */
    private AmqpInterest interest()
    {
        final AmqpInterest.Builder wanted = AmqpScanner.interest().ids(firstIds[SECTIONS.size()]);
        for (final AmqpField field : AmqpField.values())
        {
            final boolean inHeader = field.ordinal() <= AmqpField.DELIVERY_COUNT.ordinal();
            final boolean inProperties = isProperty(field) && editsProperties;
            final int section = SECTIONS.indexOf(field);
            if (inHeader || inProperties || section >= 0 && section < sections)
            {
                wanted.field(field, field.ordinal());
            }
        }
        for (int section = 0; section < programs.length; section++)
        {
            final List<String> names = programs[section].names;
            for (int i = 0; i < names.size(); i++)
            {
                wanted.entry(SECTIONS.get(section), names.get(i), firstIds[section] + i);
            }
        }
        return wanted.build();
    }

    /** {@return the names that are edited, without their values: {@code AmqpEdits[header.ttl, message-annotations.trace]}} Allocates. */
    @Override
    public String toString()
    {
        final StringJoiner text = new StringJoiner(", ", "AmqpEdits[", "]");
        for (final AmqpField field : AmqpField.values())
        {
            if (fields[field.ordinal()] != null || raisesDeliveryCount && field == AmqpField.DELIVERY_COUNT)
            {
                text.add(field.fieldName());
            }
        }
        for (int section = 0; section < programs.length; section++)
        {
            final String name = SECTIONS.get(section).fieldName();
            programs[section].edited().forEach(key -> text.add(name + "." + key));
        }
        return text.toString();
    }

    static boolean isProperty(final AmqpField field)
    {
        return field.ordinal() > AmqpField.PROPERTIES.ordinal()
            && field.ordinal() < AmqpField.APPLICATION_PROPERTIES.ordinal();
    }

    /**
     * Begins a list of edits.
     *
     * @return a builder.
     */
    public static Builder builder()
    {
        return new Builder();
    }

    /**
     * Gathers edits.
     */
    public static final class Builder
    {
        private final EditProgram[] programs = new EditProgram[SECTIONS.size()];
        private final byte[][] fields = new byte[AmqpField.values().length][];
        private boolean raisesDeliveryCount;
        private boolean editsProperties;
        private boolean mapsAddresses;
        private boolean bareMessageAllowed;
        private final Map<EditBytes, FreshValue> fresh = new HashMap<>();

        Builder()
        {
            for (int section = 0; section < programs.length; section++)
            {
                programs[section] = new EditProgram();
            }
        }

        /**
         * Sets {@code header.ttl}, the time that is left. A ttl of 0 means that the message has expired. Use {@link
         * #unset(AmqpField)} for a message that never expires.
         *
         * @param millis saturated to 32 bits: 0 below that range, 4,294,967,295 above.
         * @return this.
         */
        public Builder ttl(final long millis)
        {
            return set(AmqpField.TTL, AmqpEditValue.wideUint(Math.max(0, Math.min(AmqpForms.GREATEST_UINT, millis))));
        }

        /**
         * Raises {@code header.delivery-count} by one, up to 4,294,967,295; a message without one counts as 0. It does
         * nothing where the count is set or unset as well.
         *
         * @return this.
         */
        public Builder raiseDeliveryCount()
        {
            raisesDeliveryCount = true;
            return this;
        }

        /**
         * Sets a field of the header or of the properties.
         *
         * @param field to set.
         * @param value of the field's type.
         * @return this.
         * @throws IllegalArgumentException if it is no such field, or the value is of another type.
         */
        public Builder set(final AmqpField field, final AmqpEditValue value)
        {
            final int type = AmqpForms.type(value.code());
            if (!isOf(field, type))
            {
                throw new IllegalArgumentException("the value " + value + " is not of the type of " + field
                    .fieldName());
            }
            return put(field, value);
        }

        private static boolean isOf(final AmqpField field, final int type)
        {
            return switch (field)
            {
                case DURABLE, FIRST_ACQUIRER -> type == FormatCodes.BOOLEAN;
                case PRIORITY -> type == FormatCodes.UBYTE;
                case TTL, DELIVERY_COUNT, GROUP_SEQUENCE -> type == FormatCodes.UINT_SMALL;
                case MESSAGE_ID,
                    CORRELATION_ID -> type == FormatCodes.STRING || type == FormatCodes.ULONG_SMALL
                        || type == FormatCodes.UUID
                        || type == FormatCodes.BINARY;
                case USER_ID -> type == FormatCodes.BINARY;
                case TO, SUBJECT, REPLY_TO, GROUP_ID, REPLY_TO_GROUP_ID -> type == FormatCodes.STRING;
                case CONTENT_TYPE, CONTENT_ENCODING -> type == FormatCodes.SYMBOL;
                case ABSOLUTE_EXPIRY_TIME, CREATION_TIME -> type == FormatCodes.TIMESTAMP;
                default -> throw new IllegalArgumentException(
                    field.fieldName() + " is no field of header or properties");
            };
        }

        /**
         * Unsets a field of the header or of the properties: it becomes null.
         *
         * @param field to unset.
         * @return this.
         * @throws IllegalArgumentException if it is no such field.
         */
        public Builder unset(final AmqpField field)
        {
            isOf(field, FormatCodes.NULL);
            return put(field, AmqpEditValue.NULL);
        }

        private Builder put(final AmqpField field, final AmqpEditValue value)
        {
            fields[field.ordinal()] = value.encoded;
            editsProperties |= isProperty(field);
            return this;
        }

        /**
         * Sets an entry of a map, which is added if the message does not have it.
         *
         * @param section {@code DELIVERY_ANNOTATIONS}, {@code MESSAGE_ANNOTATIONS} or {@code APPLICATION_PROPERTIES}.
         * @param key     of the entry: a symbol, or of application properties a string.
         * @param value   its new value.
         * @return this.
         * @throws IllegalArgumentException if it is another section, or the key cannot be written.
         */
        public Builder set(final AmqpField section, final String key, final AmqpEditValue value)
        {
            program(section, key).step(EditProgram.SET, key, new EditBytes(value.encoded));
            return this;
        }

        /**
         * Adds an entry to a map if the message does not have it.
         *
         * @param section as for {@link #set(AmqpField, String, AmqpEditValue)}.
         * @param key     of the entry.
         * @param value   for it.
         * @return this.
         * @throws IllegalArgumentException if it is another section, or the key cannot be written.
         */
        public Builder add(final AmqpField section, final String key, final AmqpEditValue value)
        {
            program(section, key).step(EditProgram.ADD, key, new EditBytes(value.encoded));
            return this;
        }

        /**
         * Gives an entry that the message has another value. One that it does not have is not added.
         *
         * @param section as for {@link #set(AmqpField, String, AmqpEditValue)}.
         * @param key     of the entry.
         * @param value   its new value.
         * @return this.
         * @throws IllegalArgumentException if it is another section, or there can be no such key.
         */
        public Builder replace(final AmqpField section, final String key, final AmqpEditValue value)
        {
            program(section, key).step(EditProgram.REPLACE, key, new EditBytes(value.encoded));
            return this;
        }

        /**
         * Sets an entry of a map to a string that changes from message to message. The edits then belong to the value's thread.
         *
         * @param section as for {@link #set(AmqpField, String, AmqpEditValue)}.
         * @param key     of the entry.
         * @param value   for it.
         * @return this.
         * @throws IllegalArgumentException as for {@link #set(AmqpField, String, AmqpEditValue)}.
         */
        public Builder set(final AmqpField section, final String key, final FreshValue value)
        {
            program(section, key).step(EditProgram.SET, key, item(value));
            return this;
        }

        /**
         * Adds an entry with a string that changes from message to message, if the message does not have the entry.
         *
         * @param section as for {@link #set(AmqpField, String, AmqpEditValue)}.
         * @param key     of the entry.
         * @param value   for it.
         * @return this.
         * @throws IllegalArgumentException as for {@link #set(AmqpField, String, AmqpEditValue)}.
         */
        public Builder add(final AmqpField section, final String key, final FreshValue value)
        {
            program(section, key).step(EditProgram.ADD, key, item(value));
            return this;
        }

        /**
         * Gives an entry that the message has a string that changes from message to message.
         *
         * @param section as for {@link #set(AmqpField, String, AmqpEditValue)}.
         * @param key     of the entry.
         * @param value   for it.
         * @return this.
         * @throws IllegalArgumentException as for {@link #set(AmqpField, String, AmqpEditValue)}.
         */
        public Builder replace(final AmqpField section, final String key, final FreshValue value)
        {
            program(section, key).step(EditProgram.REPLACE, key, item(value));
            return this;
        }

        private EditBytes item(final FreshValue value)
        {
            final EditBytes item = new EditBytes();
            fresh.put(item, Objects.requireNonNull(value, "value"));
            return item;
        }

        /**
         * Removes an entry of a map.
         *
         * @param section as for {@link #set(AmqpField, String, AmqpEditValue)}.
         * @param key     of the entry.
         * @return this.
         * @throws IllegalArgumentException if it is another section, or there can be no such key.
         */
        public Builder remove(final AmqpField section, final String key)
        {
            program(section, key).step(EditProgram.REMOVE, key, (String)null);
            return this;
        }

        /**
         * Gives an entry of a map another key.
         *
         * @param section as for {@link #set(AmqpField, String, AmqpEditValue)}.
         * @param key     of the entry.
         * @param newKey  the new key; an entry that already has it is replaced.
         * @return this.
         * @throws IllegalArgumentException if it is another section, or a key cannot be written.
         */
        public Builder rename(final AmqpField section, final String key, final String newKey)
        {
            program(section, newKey);
            program(section, key).step(EditProgram.RENAME, key, newKey);
            return this;
        }

        private EditProgram program(final AmqpField section, final String key)
        {
            final int place = SECTIONS.indexOf(Objects.requireNonNull(section, "section"));
            if (place <= HEADER || place == PROPERTIES)
            {
                throw new IllegalArgumentException(section.fieldName() + " has no entries that can be edited");
            }
            AmqpEdits.key(place, key);
            return programs[place];
        }

        /**
         * Maps {@code properties.to} and {@code properties.reply-to} where they are strings and not set or unset, with the maps that
         * {@link AmqpRewriter#addresses} is given. They are a part of the bare message.
         *
         * @return this.
         */
        public Builder mapAddresses()
        {
            mapsAddresses = true;
            editsProperties = true;
            return this;
        }

        /**
         * Allows edits of the bare message, which only its sender should change, and which signatures may cover.
         *
         * @return this.
         */
        public Builder allowBareMessage()
        {
            bareMessageAllowed = true;
            return this;
        }

        /**
         * {@return the edits, which later calls of this builder do not change}
         *
         * @throws IllegalArgumentException if the bare message is edited and that was not allowed.
         */
        public AmqpEdits build()
        {
            if (!bareMessageAllowed && (editsProperties || !programs[APPLICATION_PROPERTIES].isEmpty()))
            {
                throw new IllegalArgumentException(
                    "properties and application-properties are the bare message, which is"
                        + " immutable in transit: call allowBareMessage to edit it all the same");
            }
            return new AmqpEdits(this);
        }
    }
}
