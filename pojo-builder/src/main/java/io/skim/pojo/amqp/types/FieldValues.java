package io.skim.pojo.amqp.types;

import io.skim.pojo.amqp.AmqpBinary;
import io.skim.pojo.amqp.AmqpList;
import io.skim.pojo.amqp.AmqpMap;
import io.skim.pojo.amqp.AmqpValue;
import java.util.List;

/**
 * Where generated code takes the value of a field from: its type's method is called, and answers it as the type has it in
 * Java.
 */
abstract class FieldValues
{
    /** Set by {@link #symbols} if it has found one symbol that stands alone, without an array. */
    boolean alone;

    abstract boolean flag();

    abstract int ubyte();

    abstract int ushort();

    abstract long uint();

    /** All 64 bits: 2<sup>63</sup> and more are negative. */
    abstract long ulong();

    /** Milliseconds since 1970. */
    abstract long timestamp();

    abstract String string();

    abstract String symbol();

    /** Several symbols, or one that stands alone. */
    abstract List<String> symbols();

    abstract AmqpBinary binary();

    abstract AmqpMap map();

    abstract AmqpList list();

    abstract AmqpValue any();
}
