package io.skim.handlers.patch;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpFrameReader;
import io.skim.scan.amqp.AmqpFraming;
import io.skim.scan.testing.Agreement;
import io.skim.scan.testing.FuzzedInput;
import io.skim.scan.testing.FuzzedRandom;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * Edits of remoting headers, AMQP messages and performatives, fuzzed by coverage: the input chooses the edits, but those of
 * performatives, and is the frame. Without the agent the inputs that are kept beside this class are run.
 */
class RewriteFuzzTest
{
    private final RewriteReferenceTest remoting = new RewriteReferenceTest();
    private final AmqpRewriteReferenceTest amqp = new AmqpRewriteReferenceTest();
    private final AmqpFrameRewriterTest performatives = new AmqpFrameRewriterTest();
    private final AmqpFrameRewriter rewriter = new AmqpFrameRewriter(AmqpFrameModel.edits());
    private final AmqpFrameReader strict = new AmqpFrameReader();
    private final AmqpFrameReader lenient = new AmqpFrameReader(Limits.DEFAULT, Strictness.LENIENT);

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

    /** Behind a byte that chooses the strictness stands the body of a frame. */
    @FuzzTest
    void performativesReadAfterwardsAsIfTheyHadBeenEdited(final byte[] bytes) throws Exception
    {
        final FuzzedInput input = new FuzzedInput(bytes);
        final AmqpFrameReader reader = input.one(strict, lenient);
        final byte[] body = input.rest();
        final byte[] frame = ByteBuffer.allocate(AmqpFraming.HEADER + body.length).putInt(AmqpFraming.HEADER
            + body.length).putInt(0x0200_0000).put(body).array();
        performatives.agrees(rewriter, reader, frame, false);
    }
}
