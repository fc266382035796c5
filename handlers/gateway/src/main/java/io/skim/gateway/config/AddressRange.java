package io.skim.gateway.config;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.util.Arrays;

/**
 * A range of client addresses: {@code 10.1.0.0/16}, {@code 2001:db8::/32}, or one address. An IPv4 address within IPv6 ({@code
 * ::ffff:10.1.0.1}) counts as the IPv4 address. Immutable.
 */
public final class AddressRange
{
    private static final byte[] MAPPED = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1};
    private static final int IPV6_LENGTH = 16;

    private final String text;
    private final byte[] address;
    private final int bits;

    private AddressRange(final String text, final byte[] address, final int bits)
    {
        this.text = text;
        this.address = address;
        this.bits = bits;
    }

    /**
     * Parses a range.
     *
     * @param text an address, or an address and the number of its leading bits that count.
     * @return the range.
     * @throws IllegalArgumentException if it is none, or an address has bits behind those that count.
     */
    public static AddressRange parse(final String text)
    {
        final int slash = text.indexOf('/');
        final byte[] parsed = NetUtil.createByteArrayFromIpAddressString(slash < 0 ? text : text.substring(0, slash));
        if (parsed == null)
        {
            throw new IllegalArgumentException("no address of IPv4 or IPv6");
        }
        final byte[] address = plain(parsed);
        final int most = Byte.SIZE * address.length;
        final int bits =
            slash < 0 ? most : text.substring(slash + 1).matches("[0-9]{1,3}") ? Integer.parseInt(text.substring(
                slash + 1)) : -1;
        if (bits < 0 || bits > most)
        {
            throw new IllegalArgumentException("the length of the prefix is from 0 to " + most);
        }
        for (int bit = bits; bit < most; bit++)
        {
            if (bit(address, bit) != 0)
            {
                throw new IllegalArgumentException("the address has bits behind the prefix of " + bits + " bits");
            }
        }
        return new AddressRange(text, address, bits);
    }

    private static byte[] plain(final byte... address)
    {
        return address.length == IPV6_LENGTH && Arrays.equals(address, 0, MAPPED.length, MAPPED, 0, MAPPED.length)
            ? Arrays.copyOfRange(address, MAPPED.length, IPV6_LENGTH) : address;
    }

    private static int bit(final byte[] address, final int bit)
    {
        return address[bit / Byte.SIZE] >> Byte.SIZE - 1 - bit % Byte.SIZE & 1;
    }

    /**
     * Whether an address is in this range.
     *
     * @param client an address of 4 or 16 bytes, as from {@link java.net.InetAddress#getAddress()}.
     * @return true if it is.
     */
    public boolean contains(final byte... client)
    {
        final byte[] asked = plain(client);
        boolean inside = asked.length == address.length;
        for (int bit = 0; bit < bits && inside; bit++)
        {
            inside = bit(asked, bit) == bit(address, bit);
        }
        return inside;
    }

    /**
     * Whether an address is in this range.
     *
     * @param client to look for.
     * @return true if it is.
     */
    public boolean contains(final InetAddress client)
    {
        return contains(client.getAddress());
    }

    /** {@return the text it was parsed from} */
    @Override
    public String toString()
    {
        return text;
    }
}
