package io.skim.scan.remoting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.HeaderRecorder;
import java.lang.ref.WeakReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A scanner and a header view live as long as their event loop; a frame's bytes must not. */
class RetentionTest
{
    private final RemotingScanner scanner = new RemotingScanner();
    private final RemotingHeaderView header = new RemotingHeaderView();
    private final RemotingInterest wanted = RemotingScanner.interest().entry("i", 0).property("TAGS", 1).build();
    private final FrameView view = new FrameView();

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void keepsNoFrameOnceTheViewIsReset(final boolean json) throws InterruptedException
    {
        final WeakReference<byte[]> bytes = scanned(json);
        view.reset();
        for (int i = 0; i < 50 && bytes.get() != null; i++)
        {
            System.gc();
            Thread.sleep(10);
        }
        assertNull(bytes.get());
        assertEquals(0, view.length());
    }

    private WeakReference<byte[]> scanned(final boolean json)
    {
        final byte[] frame = json ? Frames.json(
            "{\"code\":310,\"extFields\":{\"i\":\"TAGS\\u0001a\\u0002\"},\"opaque\":1}")
            : Frames.binary(310, null, "", "i",
                "TAGS\u0001a\u0002");
        assertEquals(Outcome.COMPLETE, scanner.scan(view.wrap(frame), HeaderRecorder.INTEREST, new HeaderRecorder()));
        assertTrue(header.wrap(view, wanted));
        assertEquals("a", header.toText(1));
        return new WeakReference<>(frame);
    }
}
