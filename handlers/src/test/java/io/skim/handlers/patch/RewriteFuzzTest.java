package io.skim.handlers.patch;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.skim.scan.testing.Agreement;
import io.skim.scan.testing.FuzzedInput;
import io.skim.scan.testing.FuzzedRandom;
import java.util.HexFormat;

/**
 * Edits of remoting headers and AMQP messages, fuzzed by coverage: the input chooses the edits and is the frame. Without
 * the agent the inputs that are kept beside this class are run.
 */
class RewriteFuzzTest
{
    private final RewriteReferenceTest remoting = new RewriteReferenceTest();
    private final AmqpRewriteReferenceTest amqp = new AmqpRewriteReferenceTest();

    @FuzzTest
    void headersReadAfterwardsAsIfTheyHadBeenDecodedAndEdited(final byte[] bytes)
    {
        final FuzzedInput input = new FuzzedInput(bytes);
        final FuzzedRandom random = new FuzzedRandom(input.bytes());
        final byte[] frame = input.frame();
        if (isFramed(frame) && !Agreement.isUnsafe(frame))
        {
            remoting.check(frame, random, "edited");
        }
    }

    /** The reference, which is asked first, does not look at the length of the frame. */
    private static boolean isFramed(final byte[] frame)
    {
        return frame.length >= Integer.BYTES && new FuzzedInput(frame).number(Integer.BYTES) == frame.length
            - Integer.BYTES;
    }

    @FuzzTest
    void messagesReadAfterwardsAsIfTheyHadBeenDecodedAndEdited(final byte[] bytes) throws Exception
    {
        final FuzzedInput input = new FuzzedInput(bytes);
        final FuzzedRandom random = new FuzzedRandom(input.bytes());
        final byte[] message = input.rest();
        amqp.check(message, new AmqpEditModel(random, random.nextBoolean()), HexFormat.of().formatHex(message));
    }
}
