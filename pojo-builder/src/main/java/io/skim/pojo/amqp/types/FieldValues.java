package io.skim.pojo.amqp.types;

import io.skim.pojo.amqp.AmqpBinary;
import io.skim.pojo.amqp.AmqpList;
import io.skim.pojo.amqp.AmqpMap;
import io.skim.pojo.amqp.AmqpValue;
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

    abstract int ubyte();

    abstract int ushort();

    abstract long uint();

    /** All 64 bits: numbers from 2<sup>63</sup> on are negative. */
    abstract long ulong();

    /** Milliseconds since 1970. */
    abstract long timestamp();

    abstract @Nullable String string();

    abstract @Nullable String symbol();

    /** An array of symbols, or a single symbol. */
    abstract @Nullable List<String> symbols();

    abstract @Nullable AmqpBinary binary();

    abstract @Nullable AmqpMap map();

    abstract @Nullable AmqpList list();

    abstract @Nullable AmqpValue any();
}
