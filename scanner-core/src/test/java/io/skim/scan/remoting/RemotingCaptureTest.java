package io.skim.scan.remoting;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.HeaderRecorder;
import io.skim.scan.testing.Reference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RemotingCaptureTest
{
    static List<Path> captures() throws IOException
    {
        return Captures.remoting();
    }

    @ParameterizedTest
    @MethodSource("captures")
    void readsRealTrafficAsTheReferenceDoes(final Path capture) throws IOException
    {
        final RemotingScanner strict = new RemotingScanner();
        final RemotingScanner lenient = new RemotingScanner(Limits.DEFAULT, Strictness.LENIENT);
        final FrameView view = new FrameView();
        final HeaderRecorder recorder = new HeaderRecorder();
        int i = 0;
        for (final byte[] frame : Frames.cut(Files.readAllBytes(capture)))
        {
            final String what = capture.getFileName() + " frame " + i++;
            view.wrap(frame);
            final Object expected = Reference.decode(frame);
            assertEquals(Outcome.COMPLETE, strict.scan(view, HeaderRecorder.INTEREST, recorder), () -> what + ": "
                + strict.fault());
            assertEquals(expected, recorder.header(), what);
            assertEquals(Outcome.COMPLETE, lenient.scan(view, HeaderRecorder.INTEREST, recorder), what);
            assertEquals(expected, recorder.header(), what);
        }
    }
}
