package io.skim.scan.amqp;

import io.skim.bytes.Kinds;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/**
 * The sections of an AMQP message and their fields, in the order of the wire. Their names are the standard's, after the name of
 * the section: {@code header.ttl}, {@code properties.to}.
 *
 * @see "OASIS AMQP 1.0, part 3 (messaging), section 3.2"
 */
public enum AmqpField
{
    /** Section 0x70, a list: a container. */
    HEADER("header", 0, 1L << Kinds.LIST),
    /** boolean; false if unset. */
    DURABLE("header.durable", 0, 1L << Kinds.TRUE | 1L << Kinds.FALSE),
    /** ubyte; 4 if unset. */
    PRIORITY("header.priority", 0, 1L << Kinds.UINT8),
    /** uint: the milliseconds left to live; none if unset. */
    TTL("header.ttl", 0, 1L << Kinds.UINT32),
    /** boolean; false if unset. */
    FIRST_ACQUIRER("header.first-acquirer", 0, 1L << Kinds.TRUE | 1L << Kinds.FALSE),
    /** uint: the failed attempts so far; 0 if unset. */
    DELIVERY_COUNT("header.delivery-count", 0, 1L << Kinds.UINT32),
    /** Section 0x71, a map with symbols as keys: a container. */
    DELIVERY_ANNOTATIONS("delivery-annotations", 1, 1L << Kinds.MAP),
    /** Section 0x72, a map with symbols as keys: a container. */
    MESSAGE_ANNOTATIONS("message-annotations", 2, 1L << Kinds.MAP),
    /** Section 0x73, a list: a container. */
    PROPERTIES("properties", 3, 1L << Kinds.LIST),
    /** ulong, uuid, binary or string. */
    MESSAGE_ID("properties.message-id", 3, AmqpField.MESSAGE_ID_KINDS),
    /** binary. */
    USER_ID("properties.user-id", 3, 1L << Kinds.BINARY),
    /** string: the address of the node that the message is sent to. */
    TO("properties.to", 3, 1L << Kinds.TEXT),
    /** string. */
    SUBJECT("properties.subject", 3, 1L << Kinds.TEXT),
    /** string: an address. */
    REPLY_TO("properties.reply-to", 3, 1L << Kinds.TEXT),
    /** ulong, uuid, binary or string. */
    CORRELATION_ID("properties.correlation-id", 3, AmqpField.MESSAGE_ID_KINDS),
    /** symbol. */
    CONTENT_TYPE("properties.content-type", 3, 1L << Kinds.SYMBOL),
    /** symbol. */
    CONTENT_ENCODING("properties.content-encoding", 3, 1L << Kinds.SYMBOL),
    /** timestamp. */
    ABSOLUTE_EXPIRY_TIME("properties.absolute-expiry-time", 3, 1L << Kinds.TIMESTAMP),
    /** timestamp. */
    CREATION_TIME("properties.creation-time", 3, 1L << Kinds.TIMESTAMP),
    /** string. */
    GROUP_ID("properties.group-id", 3, 1L << Kinds.TEXT),
    /** uint. */
    GROUP_SEQUENCE("properties.group-sequence", 3, 1L << Kinds.UINT32),
    /** string. */
    REPLY_TO_GROUP_ID("properties.reply-to-group-id", 3, 1L << Kinds.TEXT),
    /** Section 0x74, a map with strings as keys: a container. */
    APPLICATION_PROPERTIES("application-properties", 4, 1L << Kinds.MAP),
    /** Section 0x75, binary: one of one or more body sections. Shown as {@code BYTES}, perhaps not loaded. */
    DATA("data", 5, 1L << Kinds.BINARY),
    /** Section 0x76, a list: one of one or more body sections. */
    SEQUENCE("amqp-sequence", 6, 1L << Kinds.LIST),
    /** Section 0x77, any value: the only body section. */
    VALUE("amqp-value", 7, -1L),
    /** Section 0x78, a map with symbols as keys: a container. */
    FOOTER("footer", 8, 1L << Kinds.MAP);

    static final int SECTIONS = 9;
    private static final long MESSAGE_ID_KINDS =
        1L << Kinds.UINT64 | 1L << Kinds.UUID | 1L << Kinds.BINARY | 1L << Kinds.TEXT;

    private static final AmqpField[] FIELDS = values();
    private static final Map<String, AmqpField> NAMES = new HashMap<>();

    /** The rank of the section: its descriptor's code minus 0x70. */
    final int section;
    /** The kinds that the value may have, one bit for each; a field may always be null. */
    final long kinds;

    private final String fieldName;

    static
    {
        for (final AmqpField field : FIELDS)
        {
            NAMES.put(field.fieldName, field);
        }
    }

    AmqpField(final String fieldName, final int section, final long kinds)
    {
        this.fieldName = fieldName;
        this.section = section;
        this.kinds = kinds;
    }

    /**
     * {@return the field of an id that {@link AmqpInterest.Builder#everything()} gave}
     *
     * @param id from a callback.
     * @throws IndexOutOfBoundsException if no field has this id.
     */
    public static AmqpField of(final int id)
    {
        return FIELDS[id];
    }

    /**
     * Finds a section or field by its name.
     *
     * @param name from the standard, after the name of the section: {@code header.ttl}.
     * @return the field.
     * @throws IllegalArgumentException if no field has this name; the message lists the names.
     */
    public static AmqpField named(final String name)
    {
        final AmqpField field = NAMES.get(name);
        if (field == null)
        {
            throw new IllegalArgumentException("there is no section or field \"" + name + "\", but "
                + String.join(", ", new TreeSet<>(NAMES.keySet())));
        }
        return field;
    }

    /** {@return the standard's name, after the name of the section} */
    public String fieldName()
    {
        return fieldName;
    }

    boolean isSection()
    {
        return fieldName.indexOf('.') < 0;
    }
}
