package io.skim.scan.amqp;

import io.skim.bytes.Kinds;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What a frame has besides the fields of its performative, in the order of the wire, and what a protocol header has. Only
 * what is there is shown.
 *
 * @see "OASIS AMQP 1.0, part 2 (transport), sections 2.2 and 2.3"
 */
public enum AmqpFrameField
{
    /** The frame's size, itself included: four bytes, unsigned. */
    SIZE(0, 4, Kinds.UINT32),
    /** Where the body begins, in words of four bytes: one byte, unsigned. */
    DATA_OFFSET(4, 1, Kinds.UINT8),
    /** 0 for AMQP, 1 for SASL: one byte. */
    TYPE(5, 1, Kinds.UINT8),
    /** The channel: two bytes, unsigned. Frames of SASL have none. */
    CHANNEL(6, 2, Kinds.UINT16),
    /** Bytes that nobody interprets, if there are any. */
    EXTENDED_HEADER(8, 0, Kinds.BYTES),
    /** The performative's descriptor as it stands: a ulong or a symbol. */
    DESCRIPTOR(0, 0, Kinds.UINT64),
    /** What follows a transfer, shown last, as {@code BYTES}, which may not have been loaded; null if it has no bytes. */
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
     * The field of an id that {@link AmqpFrameInterest.Builder#everything()} gave; those above its greatest are
     * {@link Performative#ofId}'s.
     *
     * @param id as a handler is shown it.
     * @return the field.
     * @throws IndexOutOfBoundsException if it is no such id.
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
     * @throws IllegalArgumentException if there is none of that name; the message lists those there are.
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

    /**
     * The field's name.
     *
     * @return in lower case with hyphens.
     */
    public String fieldName()
    {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    int bit()
    {
        return 1 << ordinal();
    }
}
