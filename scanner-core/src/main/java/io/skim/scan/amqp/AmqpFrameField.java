package io.skim.scan.amqp;

import io.skim.bytes.Kinds;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The parts of a frame besides the fields of its performative, and the parts of a protocol header, in the order of the wire. A
 * scan shows only parts that exist.
 *
 * @see "OASIS AMQP 1.0, part 2 (transport), sections 2.2 and 2.3"
 */
public enum AmqpFrameField
{
    /** The frame's size, itself included: four bytes, unsigned. */
    SIZE(0, 4, Kinds.UINT32),
    /** The offset of the body, in words of four bytes: one byte, unsigned. */
    DATA_OFFSET(4, 1, Kinds.UINT8),
    /** 0 for AMQP, 1 for SASL: one byte. */
    TYPE(5, 1, Kinds.UINT8),
    /** The channel: two bytes, unsigned. SASL frames have none. */
    CHANNEL(6, 2, Kinds.UINT16),
    /** The bytes between the frame's header and body, if there are any. The standard gives them no meaning. */
    EXTENDED_HEADER(8, 0, Kinds.BYTES),
    /** The performative's descriptor as on the wire: a ulong or a symbol. */
    DESCRIPTOR(0, 0, Kinds.UINT64),
    /**
     * The bytes after the performative of a transfer, shown last, as {@code BYTES}, perhaps not loaded; null if there are none.
     */
    PAYLOAD(0, 0, Kinds.BYTES),
    /** Of a protocol header: 0 for AMQP, 2 for TLS, 3 for SASL. */
    PROTOCOL_ID(4, 1, Kinds.UINT8),
    /** Of a protocol header: major, minor and revision, as {@code BYTES}. */
    PROTOCOL_VERSION(5, 3, Kinds.BYTES);

    private static final AmqpFrameField[] FIELDS = values();

    final int offset;
    final int length;
    final int kind;

    AmqpFrameField(final int offset, final int length, final int kind)
    {
        this.offset = offset;
        this.length = length;
        this.kind = kind;
    }

    /**
     * The field of an id that {@link AmqpFrameInterest.Builder#everything()} gave. The ids above the greatest of these belong to
     * {@link Performative#ofId}.
     *
     * @param id from a callback.
     * @return the field.
     * @throws IndexOutOfBoundsException if no field has this id.
     */
    public static AmqpFrameField of(final int id)
    {
        return FIELDS[id];
    }

    /**
     * Finds a field by its name.
     *
     * @param name in lower case with hyphens: {@code channel}, {@code extended-header}.
     * @return the field.
     * @throws IllegalArgumentException if no field has this name; the message lists the names.
     */
    public static AmqpFrameField named(final String name)
    {
        for (final AmqpFrameField field : FIELDS)
        {
            if (field.fieldName().equals(name))
            {
                return field;
            }
        }
        throw new IllegalArgumentException(
            "there is no performative or field of a frame \"" + name + "\"; the fields are "
                + Arrays.stream(FIELDS).map(AmqpFrameField::fieldName).collect(Collectors.joining(", ")));
    }

    /** {@return the field's name in lower case with hyphens} */
    public String fieldName()
    {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    int bit()
    {
        return 1 << ordinal();
    }
}
