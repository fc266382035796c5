package io.skim.pojo.amqp;

import io.skim.scan.Cursor;
import io.skim.scan.Kind;
import java.util.UUID;

/**
 * Makes values of fixed width.
 */
final class AmqpScalars
{
    private AmqpScalars()
    {
    }

    /** The value that a cursor is on. */
    static AmqpValue of(final Cursor value)
    {
        switch (value.kind())
        {
            case NULL:
                return AmqpNull.NULL;
            case TRUE:
            case FALSE:
                return new AmqpBoolean(value.kind() == Kind.TRUE);
            case FLOAT32:
                return new AmqpFloat((int)value.getLongBits());
            case FLOAT64:
                return new AmqpDouble(value.getLongBits());
            case DECIMAL32:
                return new AmqpDecimal32((int)value.getLongBits());
            case DECIMAL64:
                return new AmqpDecimal64(value.getLongBits());
            case DECIMAL128:
                return new AmqpDecimal128(value.getHighLongBits(), value.getLongBits());
            case UUID:
                return new AmqpUuid(new UUID(value.getHighLongBits(), value.getLongBits()));
            default:
                return number(value);
        }
    }

    private static AmqpValue number(final Cursor value)
    {
        final long bits = value.getLongBits();
        switch (value.kind())
        {
            case UINT8:
                return new AmqpUbyte((int)bits);
            case UINT16:
                return new AmqpUshort((int)bits);
            case UINT32:
                return new AmqpUint(bits);
            case UINT64:
                return new AmqpUlong(bits);
            case INT8:
                return new AmqpByte((byte)bits);
            case INT16:
                return new AmqpShort((short)bits);
            case INT32:
                return new AmqpInt((int)bits);
            case INT64:
                return new AmqpLong(bits);
            case CHAR:
                return new AmqpChar((int)bits);
            case TIMESTAMP:
                return new AmqpTimestamp(bits);
            default:
                throw new IllegalArgumentException("AMQP has no values of kind " + value.kind());
        }
    }
}
