package io.skim.encode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingLanguage;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.GoldenFrames;
import io.skim.scan.testing.HeaderRecord;
import io.skim.scan.testing.Reference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Frames whose events are put to an encoder of the same kind: the reference reads the same in what comes out.
 */
class RemotingEncoderCaptureTest
{
    private final RemotingEncoder binary = new BinaryRemotingEncoder();
    private final RemotingEncoder json = new JsonRemotingEncoder();
    private final RemotingScanner scanner = new RemotingScanner(Limits.DEFAULT, Strictness.LENIENT);
    private final FrameView view = new FrameView();

    /** Keeps marks, since a JSON header tells its fixed fields last, and puts them all in the end. */
    private static final class Replay implements DataHandler
    {
        private static final RemotingInterest INTEREST = RemotingScanner.interest().everything().build();

        private final RemotingEncoder encoder;
        private final FrameView frame;
        private final Cursor key = new Cursor();
        private final Cursor value = new Cursor();
        private final List<long[]> entries = new ArrayList<>();
        private final int[] numbers = new int[RemotingField.values().length];
        private RemotingLanguage language = RemotingLanguage.JAVA;
        private long remark = -1;
        private boolean mapped;
        private int length;

        Replay(final RemotingEncoder encoder, final FrameView frame)
        {
            this.encoder = encoder;
            this.frame = frame;
        }

        @Override
        public Action onField(final int id, final Cursor shown)
        {
            if (id == RemotingField.LANGUAGE.ordinal())
            {
                language = RemotingLanguage.of(shown);
            }
            else if (id == RemotingField.REMARK.ordinal())
            {
                remark = shown.mark();
            }
            else if (id < RemotingField.REMARK.ordinal())
            {
                numbers[id] = shown.getInt(0);
            }
            return Action.CONTINUE;
        }

        @Override
        public Action onBegin(final int id, final Cursor container)
        {
            mapped = true;
            return Action.CONTINUE;
        }

        @Override
        public Action onEntry(final int id, final Cursor name, final Cursor shown)
        {
            entries.add(new long[] {name.mark(), shown.mark()});
            return Action.CONTINUE;
        }

        @Override
        public void onOutcome(final Outcome outcome, final Fault fault)
        {
            if (outcome != Outcome.COMPLETE)
            {
                return;
            }
            encoder.begin(numbers[RemotingField.CODE.ordinal()], language, numbers[RemotingField.VERSION.ordinal()],
                numbers[RemotingField.OPAQUE.ordinal()], numbers[RemotingField.FLAG.ordinal()]);
            if (remark >= 0)
            {
                encoder.remark(frame.at(remark, value));
            }
            if (mapped)
            {
                encoder.beginExtFields();
                for (final long[] entry : entries)
                {
                    encoder.putEntry(frame.at(entry[0], key), frame.at(entry[1], value));
                }
                encoder.endExtFields();
            }
            final int bodyLength = numbers[RemotingField.BODY.ordinal()];
            length = encoder.end(bodyLength);
        }
    }

    /** Whether the frame was encoded anew; fails if what came out is not read as the same. */
    private boolean replays(final byte[] frame)
    {
        final RemotingEncoder encoder = frame[4] == 0 ? json : binary;
        final HeaderRecord expected = Reference.decode(frame);
        final Replay replay = new Replay(encoder, view);
        final int headerEnd = 8 + ((frame[5] & 0xFF) << 16 | (frame[6] & 0xFF) << 8 | frame[7] & 0xFF);
        replay.numbers[RemotingField.BODY.ordinal()] = frame.length - headerEnd;
        final ByteBuf out = Unpooled.buffer();
        encoder.wrap(out);
        if (scanner.scan(view.wrap(frame), Replay.INTEREST, replay) != Outcome.COMPLETE || replay.length < 0)
        {
            return false;
        }
        out.writeBytes(frame, headerEnd, frame.length - headerEnd);
        final HeaderRecord read = Reference.decode(ByteBufUtil.getBytes(out));
        assertEquals(expected, read);
        return true;
    }

    @Test
    void everyCapturedFrameIsReadTheSameWhenItIsEncodedAnew() throws IOException
    {
        int count = 0;
        for (final Path capture : Captures.remoting())
        {
            for (final byte[] frame : Frames.cut(Files.readAllBytes(capture)))
            {
                assertTrue(replays(frame), () -> capture + ": " + view + " " + binary.refusal() + json.refusal());
                count++;
            }
        }
        assertTrue(count > 0);
    }

    @Test
    void everyGoldenFrameIsReadTheSameOrRefused()
    {
        int count = 0;
        for (final byte[] frame : GoldenFrames.vectors())
        {
            count += replays(frame) ? 1 : 0;
        }
        assertEquals(GoldenFrames.vectors().size(), count);
    }
}
