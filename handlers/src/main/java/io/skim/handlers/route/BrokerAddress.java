package io.skim.handlers.route;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The address of a broker in an answer, and whose it is. An {@link AddressMap} receives it. It is good until the map returns, and
 * its arrays are read-only.
 */
public final class BrokerAddress
{
    /** In place of an id: the body does not state it. */
    public static final long NO_ID = -1;

    @SuppressWarnings("NullAway.Init") // BodyNames sets it
    byte[] array;
    int from;
    int to;
    final NameSink name = new NameSink();
    long id;

    BrokerAddress()
    {
    }

    /** {@return the array that holds the address, {@code host:port}} */
    public byte[] bytes()
    {
        return array;
    }

    /** {@return the index of the address's first byte in {@link #bytes()}} */
    public int offset()
    {
        return from;
    }

    /** {@return the length of the address in bytes} */
    public int length()
    {
        return to - from;
    }

    /** {@return the array that holds the broker's name, from its first byte on} */
    public byte[] nameBytes()
    {
        return name.array;
    }

    /** {@return the length of the broker's name in bytes; 0 if the body does not state it} */
    public int nameLength()
    {
        return name.length;
    }

    /** {@return the broker's id: 0 for a master, above 0 for a slave; {@link #NO_ID} if the body does not state it} */
    public long id()
    {
        return id;
    }

    /**
     * Whether the broker has a name. Allocates nothing.
     *
     * @param utf8 the name.
     * @return true if all bytes are equal.
     */
    public boolean isOf(final byte[] utf8)
    {
        return Arrays.equals(name.array, 0, name.length, utf8, 0, utf8.length);
    }

    /** {@return the broker's name, empty if the body does not state it; allocates} */
    public String nameToText()
    {
        return name.toString();
    }

    /** {@return the address; allocates} */
    public String toText()
    {
        return new String(array, from, to - from, StandardCharsets.UTF_8);
    }

    /** {@return address, name and id for people, also once the map has returned; allocates} */
    @Override
    @SuppressWarnings("NullAway") // the array is null once the map has returned
    public String toString()
    {
        return array == null ? "no address" : toText() + " of " + nameToText() + " " + id;
    }
}
