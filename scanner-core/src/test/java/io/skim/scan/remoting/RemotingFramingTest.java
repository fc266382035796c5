package io.skim.scan.remoting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.testing.Frames;
import org.junit.jupiter.api.Test;

/** The framing rule by itself, and a view on the beginning of a frame in a Netty buffer. */
class RemotingFramingTest
{
    private static final byte[] FRAME = Frames.binary(310, "re", "body", "a", "group");
    private final Fault fault = new Fault();

    @Test
    void aFrameEndsWhereItsPrefixStates()
    {
        assertEquals(FRAME.length, RemotingFraming.frameLength(FRAME.length - 4, Limits.DEFAULT, fault, 0));
        assertEquals(4, RemotingFraming.frameLength(0, Limits.DEFAULT, fault, 0));
        assertFalse(fault.isPresent());
    }

    @Test
    void theFaultOfALostFramingHasItsOffset()
    {
        assertEquals(-1, RemotingFraming.frameLength(-1, Limits.DEFAULT, fault, 77));
        assertEquals(Reason.FRAME_TOO_LONG, fault.reason());
        assertEquals(77, fault.offset());
        assertEquals(0xFFFF_FFFFL + 4, fault.claimed());
    }

    @Test
    void aHeadThatTheScannerWillRefuseIsThePrefixAlone()
    {
        final int most = Limits.DEFAULT.maxHeaderLength();
        assertEquals(8 + 20, RemotingFraming.headLength(100, 0x0100_0014, Limits.DEFAULT));
        assertEquals(100, RemotingFraming.headLength(100, 92, Limits.DEFAULT));
        assertEquals(8, RemotingFraming.headLength(100, 93, Limits.DEFAULT));
        assertEquals(8 + most, RemotingFraming.headLength(most + 8, most, Limits.DEFAULT));
        assertEquals(8, RemotingFraming.headLength(most + 9, most + 1, Limits.DEFAULT));
        assertEquals(5, RemotingFraming.headLength(5, -1, Limits.DEFAULT));
    }

    @Test
    void aScanNeedsTheHeadOfAFrameInANettyBufferAlone()
    {
        final int head = FRAME.length - 4;
        for (final ByteBuf buffer : new ByteBuf[] {Unpooled.wrappedBuffer(FRAME, 0, head),
            Unpooled.directBuffer().writeBytes(FRAME, 0, head)})
        {
            final FrameView view = new FrameView().wrapPart(buffer, 0, head, FRAME.length);
            assertEquals(head, view.available());
            assertEquals(FRAME.length, view.length());
            final RemotingHeaderView header = new RemotingHeaderView();
            assertTrue(header.wrap(view));
            assertEquals("group", header.entryValue(0).toText());
            view.reset();
            buffer.release();
        }
    }
}
