package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ChoiceTest
{
    /** An address of IPv6 is the same in each of its texts; what looks like one and is none is nobody's. */
    @ParameterizedTest
    @CsvSource({"2001:db8::1,true", "2001:DB8:0:0::1,true", "2001:db8:0:0:0:0:0:1,true", "[2001:db8::1]:40000,true",
        "[2001:db8::1],true", "::1,true", "0:0:0:0:0:0:0:1,true", "2001:db8::2,false", "2001:db8::1:40000,false",
        "1:2:3,false",
        ":::,false", "10.0.0.1,false", "[2001:db8::1]:4000,false", "2001:db8:0:0:0:0:0:0:1,false"})
    void anyTextOfAnAddressChoosesIt(final String peer, final boolean expected)
    {
        final Choice choice = new Choice();
        new CommandLine(choice).parseArgs("--peer", peer);
        assertEquals(expected, choice.takesConnection("[2001:db8::1]:40000>[::1]:10911", 0), peer);
        assertEquals(expected, choice.takesConnection("[::1]:10911>[2001:db8::1]:40000", 0), peer);
    }

    /** Of two times of a day the night can be between, and between others a day that both are of. */
    @ParameterizedTest
    @CsvSource({"12:00,12:00,true", "23:00,01:00,false", "01:00,23:00,false",
        "2026-03-02T00:00:00Z,2026-03-01T00:00:00Z,true", "2026-03-02T00:00:00Z,2026-03-02T01:00:00+01:00,true",
        "2026-03-02T00:00:00Z,2026-03-02T00:00:00.000001Z,false", "2026-03-02T00:00:00Z,12:00,false",
        "12:00,2026-03-02T00:00:00Z,false"})
    void aTimeThatEndsBeforeItBeginsIsRefused(final String since, final String until, final boolean expected)
    {
        final Choice choice = new Choice();
        new CommandLine(choice).parseArgs("--since", since, "--until", until);
        assertEquals(expected, choice.wrong() != null, since + " to " + until);
    }
}
