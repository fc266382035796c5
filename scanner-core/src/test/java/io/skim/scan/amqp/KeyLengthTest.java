package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class KeyLengthTest
{
    @Test
    void isTheLengthWhetherItIsPredictedOrNot()
    {
        for (int length = 0; length <= 0xFF; length++)
        {
            assertEquals(length, KeyLength.predicted(length));
        }
    }
}
