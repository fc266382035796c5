package io.skim.handlers.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.remoting.RequestCode;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.HeaderRecord;
import io.skim.scan.testing.Reference;
import org.junit.jupiter.api.Test;

/**
 * A gate lets those requests pass that it is told to, by the code the broker would see.
 */
class RequestGateTest
{
    private final FrameView view = new FrameView();
    private final RemotingScanner scanner = new RemotingScanner();

    private boolean admits(final RequestGate gate, final byte[] frame)
    {
        final boolean admitted = gate.admits(scanner, view.wrap(frame));
        assertEquals(admitted, gate.admits());
        return admitted;
    }

    @Test
    void somePassAndNoOther()
    {
        final CodeGate codes = CodeGate.allow(310, 10, 10);
        assertTrue(codes.admits(10));
        assertTrue(codes.admits(310));
        assertFalse(codes.admits(11));
        assertFalse(CodeGate.allow().admits(0));
        final CodeGate named = CodeGate.allow(RequestCode.SEND_MESSAGE_V2, RequestCode.SEND_MESSAGE);
        assertEquals("allow [10, 310]", named.toString());
        assertTrue(named.admits(310) && !named.admits(320));
        assertEquals("deny [17]", CodeGate.deny(RequestCode.UPDATE_AND_CREATE_TOPIC).toString());
        assertEquals("allow [10, 10, 310]", codes.toString());
        final RequestGate gate = new RequestGate(codes);
        assertTrue(admits(gate, Frames.binary(10, null, "")));
        assertFalse(admits(gate, Frames.binary(17, null, "")));
        assertEquals(17, gate.code());
    }

    @Test
    void allPassButSome()
    {
        final RequestGate gate = new RequestGate(CodeGate.deny(17, -5));
        assertTrue(admits(gate, Frames.binary(10, null, "")));
        assertFalse(admits(gate, Frames.binary(17, null, "")));
        assertFalse(admits(gate, Frames.json("{\"opaque\":1,\"code\":-5}")));
        assertTrue(CodeGate.deny().admits(17));
        assertEquals("deny [-5, 17]", CodeGate.deny(17, -5).toString());
    }

    @Test
    void theLastOfSeveralCodesCounts()
    {
        final RequestGate gate = new RequestGate(CodeGate.deny(17));
        scanner.scan(view.wrap(Frames.json("{\"code\":10,\"code\":17,\"opaque\":9}")), RequestGate.INTEREST, gate);
        assertFalse(gate.admits());
    }

    @Test
    void aMissingCodeIsZero()
    {
        final RequestGate gate = new RequestGate(CodeGate.deny(0));
        assertTrue(admits(gate, Frames.binary(10, null, "")));
        assertFalse(admits(gate, Frames.json("{\"opaque\":9}")));
        assertEquals(9, gate.opaque());
        assertEquals(0, gate.code());
    }

    @Test
    void aGateWithoutCodesIsRefused()
    {
        assertThrows(NullPointerException.class, () -> new RequestGate(null));
    }

    @Test
    void responsesAreNotJudged()
    {
        final RequestGate gate = new RequestGate(CodeGate.allow());
        assertTrue(admits(gate, Frames.json("{\"opaque\":1,\"code\":17,\"flag\":1}")));
        assertTrue(gate.isResponse());
        assertFalse(admits(gate, Frames.json("{\"opaque\":1,\"code\":17,\"flag\":2}")));
        assertFalse(gate.isResponse());
        assertTrue(gate.isOneway());
        assertTrue(admits(gate, Frames.json("{\"opaque\":1,\"code\":17,\"flag\":1}")));
        assertFalse(gate.isOneway());
    }

    @Test
    void nothingOfTheFrameBeforeIsLeft()
    {
        final RequestGate gate = new RequestGate(CodeGate.allow(17));
        assertTrue(admits(gate, Frames.json("{\"opaque\":9,\"code\":17,\"flag\":2}")));
        assertFalse(admits(gate, Frames.json("{\"extFields\":{\"a\":\"b\"}}")), "a header without the three numbers");
        assertEquals("0 0 false", gate.code() + " " + gate.opaque() + " " + gate.isOneway());
        assertTrue(admits(gate, Frames.json("{\"opaque\":9,\"code\":17,\"flag\":2}")));
        gate.reset();
        assertEquals("0 0 false", gate.code() + " " + gate.opaque() + " " + gate.isOneway());
    }

    @Test
    void aMalformedFrameDoesNotPass()
    {
        final RequestGate gate = new RequestGate(CodeGate.deny());
        assertFalse(gate.admits());
        assertTrue(admits(gate, Frames.binary(10, null, "")));
        assertEquals(Outcome.MALFORMED, scanner.scan(view.wrap(new byte[30]), RequestGate.INTEREST, gate));
        assertFalse(gate.admits());
        assertTrue(admits(gate, Frames.binary(10, null, "")));
        gate.reset();
        assertFalse(gate.admits());
    }

    @Test
    void capturedFramesHaveTheCodeThatTheReferenceReads()
    {
        final RequestGate gate = new RequestGate(CodeGate.allow(10, 11, 34, 310));
        for (final byte[] frame : Captures.sample(500, 10_000))
        {
            final HeaderRecord header = Reference.decode(frame);
            assertEquals((header.flag & 1) != 0 || CodeGate.allow(10, 11, 34, 310).admits(header.code), admits(gate,
                frame));
            assertEquals(header.code, gate.code());
        }
    }

    @Test
    void makesNoGarbage()
    {
        final RequestGate gate = new RequestGate(CodeGate.allow(10, 11, 34, 310));
        final byte[][] frames = {Frames.binary(10, null, ""), Frames.json("{\"opaque\":1,\"code\":-5}"), new byte[30]};
        assertEquals(0, Allocations.by(() -> {
            for (final byte[] frame : frames)
            {
                admits(gate, frame);
            }
        }, 20_000, 1_000));
    }
}
