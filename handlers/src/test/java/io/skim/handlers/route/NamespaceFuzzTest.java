package io.skim.handlers.route;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.skim.scan.testing.FuzzedInput;
import io.skim.scan.testing.FuzzedRandom;

/**
 * Names mapped in encoded frames, fuzzed by coverage. Without the agent the inputs that are kept beside this class are
 * run.
 */
class NamespaceFuzzTest
{
    private final NameRewriterTest reference = new NameRewriterTest();

    @FuzzTest
    void framesReadAfterwardsAsTheReferenceWouldMapThem(final byte[] bytes)
    {
        final FuzzedInput input = new FuzzedInput(bytes);
        final int form = input.next();
        final int[] codes = ResourceMap.codes();
        final byte[] frame = (form & 2) == 0 ? input.frame()
            : NameRewriterTest.request(new FuzzedRandom(input.rest()), codes[(form >> 2) % codes.length]);
        reference.check(frame, (form & 1) == 0, "mapped");
    }
}
