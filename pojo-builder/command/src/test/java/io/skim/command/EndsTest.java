package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EndsTest
{
    @ParameterizedTest
    @CsvSource({"10.0.0.1, 40000, 10.0.0.2, 10911", "[::1], 40000, [2001:db8::7], 5672",
        "[::ffff:1.2.3.4], 0, [::], 65535"})
    void ofANameAreItsAddressesAndPorts(final String sender, final int port, final String receiver, final int otherPort)
    {
        final String name = sender + ':' + port + '>' + receiver + ':' + otherPort;
        final Ends ends = Ends.of(name);
        assertEquals(sender, Ends.address(ends.from()));
        assertEquals(port, Ends.port(ends.from()));
        assertEquals(receiver, Ends.address(ends.to()));
        assertEquals(otherPort, Ends.port(ends.to()));
        assertEquals(port + ">" + otherPort, ends.ports());
        assertEquals(name, ends.toString());
        assertEquals(ends, ends.reverse().reverse());
        assertEquals(receiver + ':' + otherPort + '>' + sender + ':' + port, ends.reverse().toString());
    }
}
