package io.skim.handlers.patch;

/**
 * Maps the addresses of AMQP links: the names of queues and topics. An implementation is free to share between threads and
 * allocates nothing.
 */
@FunctionalInterface
public interface AmqpAddressMap
{
    /** Takes the bytes of a mapped address. */
    @FunctionalInterface
    interface Target
    {
        /**
         * Appends bytes to the new address.
         *
         * @param utf8   array that holds them.
         * @param offset in {@code utf8}, in bytes, of the first one.
         * @param length in bytes.
         */
        void put(byte[] utf8, int offset, int length);
    }

    /**
     * Maps an address.
     *
     * @param utf8   array that holds the address, well-formed UTF-8; read-only.
     * @param offset in {@code utf8}, in bytes, of its first byte.
     * @param length of the address in bytes.
     * @param target to which the whole new address is put, in one part or several; it must be well-formed UTF-8.
     * @return true if the address changes to what was put; false if it stays, then what was put is ignored.
     */
    boolean map(byte[] utf8, int offset, int length, Target target);
}
