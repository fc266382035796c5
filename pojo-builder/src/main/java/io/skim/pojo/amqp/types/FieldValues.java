package io.skim.pojo.amqp.types;

import io.skim.pojo.amqp.AmqpBinary;
import io.skim.pojo.amqp.AmqpList;
import io.skim.pojo.amqp.AmqpMap;
import io.skim.pojo.amqp.AmqpValue;
import io.skim.scan.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The source of field values for generated code, which calls the method of the field's type and gets a value of the Java type;
 * null only if it is refused, and then the caller does not use the object.
 */
abstract class FieldValues
{
    /** Set by {@link #symbols} if it has found a single symbol instead of an array. */
    boolean alone;

    abstract boolean flag();

    /** All 64 bits of a number or timestamp: ulongs from 2<sup>63</sup> on are negative. */
    abstract long number(Kind due);

    /** A string or symbol. */
    abstract @Nullable String text(Kind due);

    /** An array of symbols, or a single symbol. */
    abstract @Nullable List<String> symbols();

    abstract @Nullable AmqpBinary binary();

    /** A map or list. */
    abstract @Nullable AmqpValue container(Kind due);

    abstract @Nullable AmqpValue any();

    final int ubyte()
    {
        return (int)number(Kind.UINT8);
    }

    final int ushort()
    {
        return (int)number(Kind.UINT16);
    }

    final long uint()
    {
        return number(Kind.UINT32);
    }

    final long ulong()
    {
        return number(Kind.UINT64);
    }

    /** Milliseconds since 1970. */
    final long timestamp()
    {
        return number(Kind.TIMESTAMP);
    }

    final @Nullable String string()
    {
        return text(Kind.TEXT);
    }

    final @Nullable String symbol()
    {
        return text(Kind.SYMBOL);
    }

    final @Nullable AmqpMap map()
    {
        return (AmqpMap)container(Kind.MAP);
    }

    final @Nullable AmqpList list()
    {
        return (AmqpList)container(Kind.LIST);
    }
}
