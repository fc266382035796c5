package io.skim.pojo.amqp;

import com.code_intelligence.jazzer.junit.FuzzTest;

/**
 * Trees of AMQP values, fuzzed by coverage. Without the agent the inputs that are kept beside this class are run.
 */
class AmqpTreeFuzzTest
{
    private final AmqpTreePropertyTest reference = new AmqpTreePropertyTest();

    @FuzzTest
    void treesAreThoseThatASecondReaderMakes(final byte[] values)
    {
        reference.check(0, values, AmqpTreePropertyTest.strict(values));
    }
}
