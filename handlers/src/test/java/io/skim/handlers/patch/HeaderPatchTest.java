package io.skim.handlers.patch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.skim.scan.Action;
import io.skim.scan.Cursor;

import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.remoting.FrameSplitter;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Frames;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whole frames that are written, and patches whose frame is no longer there. */
class HeaderPatchTest
{
    private static final byte[] SEND = send("x".repeat(20_000));
    private static final byte[] JSON_SEND = Frames.json("{\"code\":310,\"extFields\":{\"b\":\"Topic\"},\"opaque\":7}");

    private final FrameView view = new FrameView();
    private final RemotingRewriter rewriter = new RemotingRewriter(RemotingEdits.builder().set("topic", "Other topic")
        .build());

    private static byte[] send(final String body)
    {
        return Frames.binary(310, null, body, "a", "group", "b", "Topic");
    }

    @Test
    void aFrameIsWrittenAsAWholeFromAnyBufferIntoAnyBuffer()
    {
        for (final byte[] frame : List.of(SEND, send("body"), JSON_SEND))
        {
            assertTrue(rewriter.rewrite(view.wrap(frame)));
            final byte[] expected = Patches.written(rewriter.patch(), frame);
            for (final Buffers.Buffer buffer : Buffers.all(frame))
            {
                buffer.wrap().accept(view);
                assertTrue(rewriter.rewrite(view), buffer::name);
                for (final ByteBuf out : List.of(Unpooled.buffer(), Unpooled.directBuffer(),
                    Unpooled.compositeBuffer()))
                {
                    out.writeByte(9);
                    assertEquals(expected.length, rewriter.patch().writeFrame(out), buffer::name);
                    assertArrayEquals(expected, ByteBufUtil.getBytes(out, 1, expected.length), buffer::name);
                    assertEquals(1 + expected.length, out.writerIndex());
                    out.release();
                }
                view.reset();
                buffer.free().run();
            }
        }
    }

    @Test
    void aFrameThatASplitterHasPutTogetherIsWritten()
    {
        final FrameSplitter splitter = new FrameSplitter();
        final ByteBuf out = Unpooled.buffer();
        splitter.feed(SEND, 0, 100);
        assertFalse(splitter.next(view));
        splitter.feed(SEND, 100, SEND.length - 100);
        assertTrue(splitter.next(view));
        assertTrue(rewriter.rewrite(view));
        assertEquals(SEND.length + 6, rewriter.patch().writeFrame(out));
        assertEquals("Other topic",
            new String(ByteBufUtil.getBytes(out), StandardCharsets.ISO_8859_1).substring(48, 59));
    }

    @Test
    void aFrameThatDoesNotFitIsNotWritten()
    {
        assertTrue(rewriter.rewrite(view.wrap(SEND)));
        final ByteBuf small = Unpooled.buffer(10, SEND.length + 5);
        assertEquals(-1, rewriter.patch().writeFrame(small));
        assertEquals(0, small.writerIndex());
        final ByteBuf enough = Unpooled.buffer(10, SEND.length + 6);
        assertEquals(SEND.length + 6, rewriter.patch().writeFrame(enough));
    }

    @Test
    void aFrameWhoseBodyHasNotArrivedIsNotWritten()
    {
        final ByteBuf out = Unpooled.buffer();
        assertTrue(rewriter.rewrite(view.wrapPart(SEND, 0, SEND.length - 1, SEND.length)));
        assertThrows(IllegalStateException.class, () -> rewriter.patch().writeFrame(out));
        assertEquals(0, out.writerIndex());
        assertTrue(rewriter.patch().writeHeader(out) > 0);
    }

    @Test
    void writingAFrameAllocatesNothing()
    {
        final UnpooledByteBufAllocator untracked = new UnpooledByteBufAllocator(true, true);
        for (final ByteBuf out : List.of(untracked.heapBuffer(30_000), untracked.directBuffer(30_000)))
        {
            assertTrue(rewriter.rewrite(view.wrap(SEND)));
            assertEquals(0, Allocations.by(() -> rewriter.patch().writeFrame(out.clear()), 20_000, 100));
            out.release();
        }
    }

    /** Its edits would be made in the bytes of the other frame. */
    @Test
    void aPatchWritesNothingOnceItsViewIsOnAnotherFrame()
    {
        final ByteBuf out = Unpooled.buffer();
        assertTrue(rewriter.rewrite(view.wrap(SEND)));
        view.wrap(JSON_SEND);
        assertThrows(IllegalStateException.class, () -> rewriter.patch().writeHeader(new byte[30_000], 0));
        assertThrows(IllegalStateException.class, () -> rewriter.patch().writeHeader(out));
        assertThrows(IllegalStateException.class, () -> rewriter.patch().writeFrame(out));
        assertThrows(IllegalStateException.class,
            () -> rewriter.patch().apply(Unpooled.wrappedBuffer(SEND), out.alloc()));
        view.reset();
        assertThrows(IllegalStateException.class, () -> rewriter.patch().writeFrame(out));
        assertEquals(20_000, rewriter.patch().bodyLength());
        assertEquals(0, out.writerIndex());
    }

    /** Neither the length nor the buffer tells it. */
    @Test
    void aPatchWritesNothingOnceItsViewWasWrappedAgain()
    {
        final byte[] two = Arrays.copyOf(SEND, 2 * SEND.length);
        System.arraycopy(send("y".repeat(20_000)), 0, two, SEND.length, SEND.length);
        final ByteBuf received = Unpooled.directBuffer().writeBytes(two);
        final FrameView whole = new FrameView().wrap(received);
        final List<Runnable> wraps = List.of(() -> view.wrap(two, SEND.length, SEND.length),
            () -> view.wrap(received, SEND.length, SEND.length),
            () -> view.wrapPart(whole, SEND.length, SEND.length, SEND.length),
            () -> view.wrapPart(view, 0, SEND.length, SEND.length));
        for (final Runnable wrap : wraps)
        {
            assertTrue(rewriter.rewrite(view.wrap(received, 0, SEND.length)));
            wrap.run();
            assertEquals(SEND.length, view.length());
            assertThrows(IllegalStateException.class, () -> rewriter.patch().writeHeader(new byte[30_000], 0));
        }
        received.release();
    }

    @Test
    void aPatchIsWrittenAfterAnotherScanOfItsFrame()
    {
        final byte[] expected = Arrays.copyOf(SEND, SEND.length);
        assertTrue(rewriter.rewrite(view.wrap(SEND)));
        assertTrue(new RemotingScanner().check(view));
        assertArrayEquals(expected, SEND);
        assertEquals(SEND.length + 6, rewriter.patch().writeFrame(Unpooled.buffer()));
    }

    @Test
    void aCursorOnAnotherFrameIsRefused()
    {
        final RemotingInterest interest = RemotingScanner.interest().entry("b", 0).build();
        final FrameView other = new FrameView().wrap(JSON_SEND);
        final long[] mark = new long[1];
        new RemotingScanner().scan(other, interest, (id, value) -> {
            mark[0] = value.mark();
            return Action.CONTINUE;
        });
        final Cursor foreign = other.at(mark[0], new Cursor());
        final RemotingPatcher patcher = new RemotingPatcher();
        final byte[] text = {'Q'};
        for (final Runnable edit : List.<Runnable>of(() -> patcher.replaceEntry(foreign, text),
            () -> patcher.removeEntry(
                foreign),
            () -> patcher.renameEntry(foreign, text), () -> patcher.guard(foreign)))
        {
            assertThrows(IllegalArgumentException.class, () -> patcher.scan(view.wrap(SEND), interest, (id, value) -> {
                edit.run();
                return Action.CONTINUE;
            }));
        }
        assertEquals(Outcome.COMPLETE, patcher.scan(view.wrap(SEND), interest, (id, value) -> {
            patcher.replaceEntry(view.at(value.mark(), new Cursor()), text); // a cursor of our own on this frame
            return Action.CONTINUE;
        }));
        assertEquals(-4, patcher.patch().headerLength() - patcher.patch().bodyOffset());
    }
}
