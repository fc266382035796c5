package io.skim.handlers.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.skim.scan.FrameView;
import io.skim.scan.testing.Frames;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Bytes that are put over a header together with the edits of its patch. */
class OverwriteTest
{
    private static final byte[] FRAME = Frames.json(
        "{\"code\":310,\"extFields\":{\"a\":\"x\"},\"flag\":0,\"opaque\":12345,\"version\":1}");
    private static final int OPAQUE = new String(FRAME, StandardCharsets.ISO_8859_1).indexOf("12345");

    private final RemotingRewriter rewriter =
        new RemotingRewriter(RemotingEdits.builder().setEntry("a", "longer").setEntry("z", "new").build());

    private HeaderPatch patch()
    {
        rewriter.rewrite(new FrameView().wrap(FRAME));
        return rewriter.patch();
    }

    @Test
    void changesTheHeaderAlongWithTheOtherEdits()
    {
        final HeaderPatch patch = patch();
        final int length = patch.headerLength();
        patch.overwrite(OPAQUE, "_67890_".getBytes(StandardCharsets.US_ASCII), 1, 5);
        assertEquals(length, patch.headerLength());
        final byte[] patched = new byte[length];
        assertEquals(length, patch.writeHeader(patched, 0));
        final String text = new String(patched, 8, length - 8, StandardCharsets.UTF_8);
        assertEquals("{\"code\":310,\"extFields\":{\"a\":\"longer\",\"z\":\"new\"},\"flag\":0,\"opaque\":67890,"
            + "\"version\":1}", text);
    }

    @Test
    void refusesWhatIsNotWithinTheHeaderOrAlreadyEdited()
    {
        final byte[] bytes = new byte[FRAME.length];
        assertThrows(IllegalArgumentException.class, () -> patch().overwrite(-1, bytes, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> patch().overwrite(FRAME.length - 1, bytes, 0, 2));
        assertThrows(IllegalArgumentException.class, () -> patch().overwrite(0, bytes, 0, -1));
        final int edited = new String(FRAME, StandardCharsets.ISO_8859_1).indexOf("\"x\"") + 1;
        assertThrows(IllegalStateException.class, () -> patch().overwrite(edited, bytes, 0, 1));
        assertThrows(IllegalStateException.class, () -> new RemotingRewriter(RemotingEdits.builder().build()).patch()
            .overwrite(8, bytes, 0, 1));
    }
}
