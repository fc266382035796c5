package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class KeyLengthTest
{
    @Test
    void isTheLengthOfKeysOfTheCodeWhateverStandsBehindThem()
    {
        for (int head = 0; head <= 0xFFFF; head++)
        {
            final int expected = (head & 0xFF) == AmqpCodes.SYMBOL_SHORT ? head >>> 8 : KeyLength.OTHER_CODE;
            assertEquals(expected, KeyLength.of(head, AmqpCodes.SYMBOL_SHORT));
            assertEquals(expected, KeyLength.of(head | 0xA1A3_0000, AmqpCodes.SYMBOL_SHORT));
        }
    }
}
