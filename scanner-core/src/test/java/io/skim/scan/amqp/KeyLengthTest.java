package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.skim.bytes.FormatCodes;
import org.junit.jupiter.api.Test;

class KeyLengthTest
{
    @Test
    void isTheLengthOfKeysOfTheCodeWhateverStandsBehindThem()
    {
        for (int head = 0; head <= 0xFFFF; head++)
        {
            final int expected = (head & 0xFF) == FormatCodes.SYMBOL ? head >>> 8 : KeyLength.OTHER_CODE;
            assertEquals(expected, KeyLength.of(head, FormatCodes.SYMBOL));
            assertEquals(expected, KeyLength.of(head | 0xA1A3_0000, FormatCodes.SYMBOL));
        }
    }
}
