package io.skim.pojo.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.skim.scan.FrameView;
import io.skim.scan.Strictness;
import io.skim.scan.testing.Frames;
import org.junit.jupiter.api.Test;

class AmqpMessageTest
{
    private static AmqpMessage message(final String hex, final Strictness strictness)
    {
        return new AmqpMessageBuilder(AmqpBudget.DEFAULT, strictness).message(new FrameView().wrap(Frames.hex(hex)));
    }

    @Test
    void nullForAMapSectionIsAnEmptyOneToLenient()
    {
        assertNull(message("00537440 00537741", Strictness.STRICT));
        assertNull(message("00537440 00537741", Strictness.LENIENT).applicationProperty("a"));
    }

    @Test
    void theLastOfEqualNamesWins()
    {
        final AmqpMessage message = message("005374c10b04a101615401a101615402 00537741", Strictness.STRICT);
        assertEquals("{\"int\":2}", AmqpNotation.of(message.applicationProperty("a")));
        assertNull(message.applicationProperty("b"));
    }
}
