package io.skim.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranges of addresses, names with stars, and addresses with ports. */
class AddressRangeTest
{
    @ParameterizedTest
    @CsvSource({"10.1.0.0/16, 10.1.255.7, true", "10.1.0.0/16, 10.2.0.0, false", "0.0.0.0/0, 1.2.3.4, true",
        "10.1.0.0/16, ::1, false", "10.0.0.1, 10.0.0.1, true", "10.0.0.1, 10.0.0.2, false",
        "10.0.0.128/25, 10.0.0.127, false",
        "10.0.0.128/25, 10.0.0.200, true", "2001:db8::/32, 2001:db8:7::1, true", "2001:db8::/32, 2001:db9::1, false",
        "::/0, 10.0.0.1, false", "0.0.0.0/0, ::1, false", "2001:db8::/33, 2001:db8:8000::1, false",
        "::ffff:10.1.2.3, 10.1.2.3, true",
        "172.16.0.0/12, 172.31.255.255, true", "172.16.0.0/12, 172.32.0.0, false"})
    void anAddressIsInARangeIfItsFirstBitsAreEqual(final String range, final String address, final boolean inside)
        throws UnknownHostException
    {
        assertEquals(inside, AddressRange.parse(range).contains(InetAddress.getByName(address).getAddress()));
    }

    @Test
    void anIpv4AddressWithinIpv6IsTheIpv4Address()
    {
        final byte[] mapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 10, 1, 2, 3};
        assertTrue(AddressRange.parse("10.1.0.0/16").contains(mapped));
        assertFalse(AddressRange.parse("10.2.0.0/16").contains(mapped));
    }

    @Property
    void agreesWithArithmetic(@ForAll @Size(16) final byte[] network, @ForAll @Size(16) final byte[] address,
        @ForAll @IntRange(max = 128) final int bits, @ForAll @IntRange(max = 128) final int common)
        throws UnknownHostException
    {
        network[0] |= (byte)0x20;
        final BigInteger mask = BigInteger.ONE.shiftLeft(128 - bits).subtract(BigInteger.ONE);
        final BigInteger base = new BigInteger(1, network).andNot(mask);
        // Shares so many bits with the network.
        final BigInteger low = BigInteger.ONE.shiftLeft(128 - common).subtract(BigInteger.ONE);
        final BigInteger other = new BigInteger(1, network).andNot(low).or(new BigInteger(1, address).and(low));
        final String text = String.format(Locale.ROOT, "%s/%d", inet(base).getHostAddress(), bits);
        assertEquals(other.andNot(mask).equals(base), AddressRange.parse(text).contains(inet(other)), () -> text + " "
            + other.toString(16));
    }

    private static InetAddress inet(final BigInteger value) throws UnknownHostException
    {
        final byte[] bytes = new byte[16];
        final byte[] digits = value.toByteArray();
        for (int i = 1; i <= Math.min(16, digits.length); i++)
        {
            bytes[16 - i] = digits[digits.length - i];
        }
        return InetAddress.getByAddress(bytes);
    }

    @Test
    void isWrittenAsItIsRead()
    {
        assertEquals("10.0.0.0/8", AddressRange.parse("10.0.0.0/8").toString());
        assertEquals("2001:db8::/32", AddressRange.parse("2001:db8::/32").toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "10.0.0", "10.0.0.0/33", "::/129", "10.0.0.0/", "10.0.0.0/x", "10.0.0.1/31", "host",
        "localhost", "example.com/8", "10.0.0.0/-1", "10.0.0.0/8/8", "10.0.0/8", "2001:db8::1/64", "300.0.0.0",
        "10.0.0.0/08x"})
    void anythingElseIsRefused(final String text)
    {
        assertThrows(IllegalArgumentException.class, () -> AddressRange.parse(text));
    }

    @ParameterizedTest
    @CsvSource({"*, '', true", "*, x, true", "a*c, abc, true", "a*c, ac, true", "a*c, abd, false", "*.example.com, "
        + "mq.example.com, true", "*.example.com, example.com, false", "a*b*c, aXbYbZc, true", "a*b*c, acb, false",
        "abc, ab, false",
        "ab, abc, false", "'', '', true", "a**b, ab, true"})
    void aStarStandsForAnyCharacters(final String pattern, final String name, final boolean fits)
    {
        assertEquals(fits, NamePattern.of(pattern).matches(name));
        final byte[] utf8 = (name + "ü*").getBytes(StandardCharsets.UTF_8);
        assertEquals(fits, NamePattern.of(pattern).matches(utf8, utf8.length - 3), "of the bytes that are the name");
    }

    @Test
    void aHostHasNoCaseAndAMissingNameFitsNothing()
    {
        assertTrue(NamePattern.of("*.Example.com").matchesHost("MQ.example.COM"));
        assertFalse(NamePattern.of("*").matches(null));
        assertFalse(NamePattern.of("*").matchesHost(null));
    }

    @Test
    void addressesHaveAHostAndAPort()
    {
        assertEquals(new HostPort("10.0.0.5", 9876), HostPort.parse("10.0.0.5:9876", null));
        assertEquals(new HostPort("::1", 9876), HostPort.parse("[::1]:9876", null));
        assertEquals("[::1]:9876", HostPort.parse("[::1]:9876", null).toString());
        for (final String host : new String[] {"64:ff9b::192.0.2.1", "1:2:3:4:5:6:192.0.2.1", "fe80::1%eth0"})
        {
            assertEquals(new HostPort(host, 1), HostPort.parse('[' + host + "]:1", null));
        }
        assertEquals(new HostPort("127.0.0.1", 1), HostPort.parse("1", "127.0.0.1"));
        for (final String text : new String[] {"", "host", "host:", ":1", "host:65536", "host:-1", "::1:5", "a b:1",
            "h/x:1", "[192.0.2.1]:1", "[::192.0.2.256]:1", "[1:2:3:4:5:6:7:192.0.2.1]:1", "[1::2::192.0.2.1]:1"})
        {
            assertThrows(IllegalArgumentException.class, () -> HostPort.parse(text, null), text);
        }
    }
}
