package io.skim.pojo.amqp.types;

import io.skim.pojo.amqp.AmqpBinary;
import io.skim.pojo.amqp.AmqpList;
import io.skim.pojo.amqp.AmqpMap;
import io.skim.pojo.amqp.AmqpValue;
import java.util.List;

/**
 * The source of field values for generated code, which calls the method of the field's type and gets a value of the Java type.
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

    abstract String string();

    abstract String symbol();

    /** An array of symbols, or a single symbol. */
    abstract List<String> symbols();

    abstract AmqpBinary binary();

    abstract AmqpMap map();

    abstract AmqpList list();

    abstract AmqpValue any();
}
