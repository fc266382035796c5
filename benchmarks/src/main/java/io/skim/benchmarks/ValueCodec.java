package io.skim.benchmarks;

/**
 * A decoder and an encoder of AMQP values, of a class that another class loader has loaded.
 */
public interface ValueCodec
{
    /**
     * Decodes a value.
     *
     * @param value which one.
     * @return a list or a map.
     */
    Object read(int value);

    /**
     * Encodes a value over the one before.
     *
     * @param value which one.
     * @return its length in bytes.
     */
    int write(int value);

    /** {@return a copy of what was encoded last} */
    byte[] written();
}
