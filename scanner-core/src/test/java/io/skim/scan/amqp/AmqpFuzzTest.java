package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.testing.AmqpAgreement;
import io.skim.scan.testing.Buffers.Buffer;
import io.skim.scan.testing.FuzzedInput;
import io.skim.scan.testing.RecordingHandler;
import java.util.HexFormat;

/**
 * AMQP values, messages and frames, fuzzed by coverage. Without the agent the inputs that are kept beside this class are
 * run.
 */
class AmqpFuzzTest
{
    private static final AmqpFrameInterest FRAMES =
        AmqpFrameScanner.interest().everything().nested(Performative.ID_COUNT).build();

    private final AmqpAgreement agreement = new AmqpAgreement();
    private final PushAndPullTest pushAndPull = new PushAndPullTest();
    private final MessageDifferentialTest standard = new MessageDifferentialTest();
    private final MessagePeersTest peers = new MessagePeersTest();
    private final AmqpMessageViewTest views = new AmqpMessageViewTest();
    private final AmqpScanner[] scanners = {new AmqpScanner(), new AmqpScanner(Limits.DEFAULT, Strictness.LENIENT)};
    private final AmqpMessageView[] readers = {new AmqpMessageView(), new AmqpMessageView(Limits.DEFAULT,
        Strictness.LENIENT)};
    private final AmqpFrameReferenceTest frames = new AmqpFrameReferenceTest();
    private final AmqpFrameScanner frameScanner = new AmqpFrameScanner();
    private final FrameView view = new FrameView();

    @FuzzTest
    void valuesMeanTheSameToAllPeersOrAreRefused(final byte[] bytes)
    {
        final FuzzedInput input = new FuzzedInput(bytes);
        final int kind = input.next();
        final int cut = input.next();
        final byte[] values = input.rest();
        agreement.check(values);
        in(buffer(kind, cut, values), pushAndPull.view, pushAndPull::checkValues);
    }

    @FuzzTest
    void messagesMeanWhatTheStandardAndThePeersSayOrAreRefused(final byte[] bytes)
    {
        final FuzzedInput input = new FuzzedInput(bytes);
        final int kind = input.next();
        final int cut = input.next();
        final byte[] message = input.rest();
        standard.check(message);
        peers.checkSpoiled(message);
        in(buffer(kind, cut, message), pushAndPull.view, pushAndPull::checkMessage);
        in(buffer(kind, cut, message), view, () -> {
            for (int i = 0; i < scanners.length; i++)
            {
                views.checkRead(view, scanners[i], readers[i], message);
            }
        });
    }

    @FuzzTest
    void framesHaveThePerformativeAndThePayloadThatTheReferenceReads(final byte[] bytes)
    {
        final FuzzedInput input = new FuzzedInput(bytes);
        final int kind = input.next();
        final int cut = input.next();
        final byte[] frame = input.rest();
        final String own = frames.own(frame);
        final String reference = own == null ? null : AmqpFrameReferenceTest.reference(frame);
        assertEquals(reference == null ? own : reference, own, () -> HexFormat.of().formatHex(frame));
        final String shown = shown(view.wrap(frame));
        in(buffer(kind, cut, frame), view,
            () -> assertEquals(shown, shown(view), () -> HexFormat.of().formatHex(frame)));
    }

    private String shown(final FrameView frame)
    {
        final RecordingHandler handler = new RecordingHandler();
        return frameScanner.scan(frame, FRAMES, handler) + " " + handler.calls() + " " + frameScanner.fault();
    }

    private static Buffer buffer(final int kind, final int cut, final byte[] bytes)
    {
        return new FuzzedInput(new byte[] {(byte)kind, (byte)cut}).buffer(bytes);
    }

    private static void in(final Buffer buffer, final FrameView view, final Runnable check)
    {
        try
        {
            buffer.wrap().accept(view);
            check.run();
        }
        finally
        {
            view.reset();
            buffer.free().run();
        }
    }
}
