package io.skim.pojo.amqp;

import io.skim.scan.Reason;
import org.jspecify.annotations.Nullable;

/**
 * Thrown for a described value that is well-formed, but does not conform to its type in the standard.
 */
public final class AmqpSchemaException extends RuntimeException
{
    private static final long serialVersionUID = 1L;

    /** The stable reason. */
    private final Reason reason;
    /** The name of the described type. */
    private final String type;
    /** The name of the field. */
    private final @Nullable String field;

    AmqpSchemaException(final Reason reason, final String type, final @Nullable String field, final String message)
    {
        super(message);
        this.reason = reason;
        this.type = type;
        this.field = field;
    }

    /**
     * The stable reason.
     *
     * @return {@link Reason#TOO_MANY_FIELDS}, {@link Reason#FIELD_TYPE}, {@link Reason#FIELD_MISSING},
     *     {@link Reason#KEY_TYPE} or {@link Reason#SECTION_VALUE_TYPE}: the value is not of the type that is described.
     */
    public Reason reason()
    {
        return reason;
    }

    /** {@return the name of the described type in the standard} */
    public String type()
    {
        return type;
    }

    /** {@return the name in the standard of the field that does not conform; null if it is not a single field} */
    public @Nullable String field()
    {
        return field;
    }
}
