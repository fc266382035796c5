package io.skim.scan.remoting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Buffers.Buffer;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.GoldenFrames;
import io.skim.scan.testing.HeaderRecorder;
import io.skim.scan.testing.RecordingHandler;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A frame means the same whatever it came in, byte for byte and fault for fault.
 */
class BufferKindsTest
{
    private final RemotingScanner strict = new RemotingScanner();
    private final RemotingScanner lenient = new RemotingScanner(Limits.DEFAULT, Strictness.LENIENT);

    /** One view for all, so that nothing of one buffer may stay for the next. */
    private final FrameView view = new FrameView();

    private void checkEach(final List<Buffer> buffers, final byte[] frame)
    {
        for (final RemotingScanner scanner : List.of(strict, lenient))
        {
            final RecordingHandler expected = new RecordingHandler();
            scanner.scan(new FrameView().wrap(frame.clone()), HeaderRecorder.INTEREST, expected);
            for (final Buffer buffer : buffers)
            {
                final String state = buffer.state().get();
                buffer.wrap().accept(view);
                final RecordingHandler found = new RecordingHandler();
                scanner.scan(view, HeaderRecorder.INTEREST, found);
                assertEquals(expected.toString(), found.toString(), buffer::name);
                assertEquals(state, buffer.state().get(), buffer::name);
            }
        }
        buffers.forEach(buffer -> buffer.free().run());
    }

    @Test
    void goodFramesAreReadAlikeInEveryKindOfBuffer()
    {
        for (final byte[] frame : GoldenFrames.all(60, 3_000))
        {
            checkEach(Buffers.all(frame), frame);
        }
    }

    @Test
    void compositesMayBeCutAnywhere()
    {
        for (final byte[] frame : GoldenFrames.vectors())
        {
            checkEach(Buffers.composites(frame), frame);
        }
    }

    @Test
    void badFramesHaveTheSameFaultInEveryKindOfBuffer()
    {
        for (final byte[] frame : badFrames())
        {
            checkEach(Buffers.all(frame), frame);
        }
    }

    private static List<byte[]> badFrames()
    {
        final List<byte[]> bad = new ArrayList<>();
        for (final byte[] frame : GoldenFrames.all(10, 500))
        {
            for (int length = 0; length < frame.length; length += length < 40 ? 1 : 17)
            {
                bad.add(Arrays.copyOf(frame, length));
            }
            bad.add(Arrays.copyOf(frame, frame.length + 1));
            for (int at = 0; at < frame.length; at += 13)
            {
                final byte[] flipped = frame.clone();
                flipped[at] ^= (byte)0x80;
                bad.add(flipped);
            }
        }
        bad.add(Frames.json("{\"opaque\":1,\"remark\":\"\\"));
        bad.add(Frames.json("{\"opaque\":1,\"remark\":\"\\u00"));
        bad.add(Frames.json("{\"opaque\":1"));
        bad.add(Frames.json("{\"opaque\":tru"));
        bad.add(Frames.json("{\"opaque\":1,\"remark\":\"abc"));
        return bad;
    }

    @Test
    void bodiesAreNotCopiedIntoTheScratch()
    {
        final byte[] header = "{\"opaque\":1}".getBytes(StandardCharsets.US_ASCII);
        final byte[] frame = Frames.json(header, new byte[1_000_000]);
        final FrameView small = new FrameView(Limits.DEFAULT.withMaxHeaderLength(64));
        for (final Buffer buffer : Buffers.all(frame))
        {
            buffer.wrap().accept(small);
            assertEquals(Outcome.COMPLETE, strict.scan(small, TestInterests.CODE_AND_OPAQUE,
                new RecordingHandler()), buffer::name);
            assertEquals(72, io.skim.scan.spi.Frames.scratchLength(small));
            buffer.free().run();
        }
    }

    @Test
    void aHeaderThatTheScratchCannotHoldIsRefused()
    {
        final byte[] frame = Frames.json("{\"opaque\":1,\"remark\":\"" + "x".repeat(100) + "\"}");
        final FrameView small = new FrameView(Limits.DEFAULT.withMaxHeaderLength(64));
        int refused = 0;
        for (final Buffer buffer : Buffers.all(frame))
        {
            buffer.wrap().accept(small);
            final Outcome outcome = strict.scan(small, HeaderRecorder.INTEREST, new RecordingHandler());
            refused += outcome == Outcome.MALFORMED ? 1 : 0;
            assertEquals(outcome == Outcome.MALFORMED, strict.fault().reason() == Reason.HEADER_TOO_LONG);
            buffer.free().run();
        }
        assertNotEquals(0, refused);
    }

    @Test
    void aViewCanBeTakenOffItsBuffer()
    {
        view.wrap(GoldenFrames.vectors().get(0));
        view.reset();
        assertFalse(view.isWrapped());
        assertEquals(0, view.length());
        assertEquals(0, view.available());
    }
}
