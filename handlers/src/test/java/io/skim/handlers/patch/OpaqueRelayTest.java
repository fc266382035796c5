package io.skim.handlers.patch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.FrameView;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.Reference;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class OpaqueRelayTest
{
    private final FrameView view = new FrameView();

    private static byte[] request(final boolean json, final int opaque, final int flag)
    {
        if (json)
        {
            return Frames
                .json("{\"code\":310,\"extFields\":{\"b\":\"T\"},\"flag\":" + flag + ",\"opaque\":" + opaque + "}");
        }
        final byte[] frame = Frames.binary(310, null, "body", "b", "T");
        ByteBuffer.wrap(frame).putInt(13, opaque).putInt(17, flag);
        return frame;
    }

    private static int opaque(final byte[] frame)
    {
        return Reference.decode(frame).opaque;
    }

    private byte[] forwarded(final OpaqueRelay relay, final byte[] frame, final int client)
    {
        assertTrue(relay.forward(view.wrap(frame), client, client));
        return Patches.written(relay.patch(), frame);
    }

    private Refusal refused(final OpaqueRelay relay, final byte[] response)
    {
        assertFalse(relay.restore(view.wrap(response)));
        return relay.patch().refusal();
    }

    @Test
    void givesEachClientItsOwnResponseBack()
    {
        for (final boolean json : new boolean[] {false, true})
        {
            final OpaqueRelay relay = new OpaqueRelay(64);
            for (int round = 0; round < 5; round++)
            {
                final int[] upstream = new int[50];
                for (int client = 0; client < 50; client++)
                {
                    final byte[] out = forwarded(relay, request(json, 7 - client % 3, 0), client);
                    upstream[client] = opaque(out);
                    assertEquals(upstream[client], relay.upstreamOpaque());
                }
                assertEquals(50, relay.waiting());
                for (int client = 49; client >= 0; client--)
                {
                    final byte[] response = request(json, upstream[client], 1);
                    assertTrue(relay.restore(view.wrap(response)));
                    assertEquals(client, relay.client());
                    assertTrue(relay.patch().isInPlace() || String.valueOf(7 - client % 3).length() > String.valueOf(
                        upstream[client]).length());
                    assertEquals(7 - client % 3, opaque(Patches.written(relay.patch(), response)));
                    assertEquals(Refusal.OPAQUE_UNKNOWN, refused(relay, response));
                }
                assertEquals(0, relay.waiting());
            }
        }
    }

    @Test
    void refusesStaleAndForeignResponses()
    {
        final OpaqueRelay relay = new OpaqueRelay(1);
        final int first = opaque(forwarded(relay, request(false, 9, 0), 1));
        assertFalse(relay.forward(view.wrap(request(false, 10, 0)), 2, 0));
        assertEquals(Refusal.TABLE_FULL, relay.patch().refusal());
        assertEquals(1, relay.waiting());
        assertTrue(relay.forget(first));
        assertFalse(relay.forget(first));
        final int second = opaque(forwarded(relay, request(false, 10, 0), 2));
        assertEquals(Refusal.OPAQUE_UNKNOWN, refused(relay, request(false, first, 1)));
        assertEquals(Refusal.OPAQUE_UNKNOWN, refused(relay, request(false, -1, 1)));
        assertEquals(Refusal.OPAQUE_UNKNOWN, refused(relay, request(false, Integer.MIN_VALUE, 1)));
        assertEquals(Refusal.WRONG_DIRECTION, refused(relay, request(false, second, 0)));
        assertEquals(Refusal.MALFORMED, refused(relay, new byte[5]));
        assertEquals(1, relay.waiting());
        assertTrue(relay.restore(view.wrap(request(false, second, 1))));
        assertEquals(2, relay.client());
        assertFalse(relay.forward(view.wrap(request(true, 1, 1)), 1, 0));
        assertEquals(Refusal.WRONG_DIRECTION, relay.patch().refusal());
        assertFalse(relay.forward(view.wrap(new byte[9]), 1, 0));
        assertEquals(0, relay.waiting());
    }

    @Test
    void givesOnewayRequestsNoPlace()
    {
        final OpaqueRelay relay = new OpaqueRelay(1);
        assertEquals(OpaqueRelay.ONEWAY, opaque(forwarded(relay, request(false, 5, 2), 1)));
        assertEquals(OpaqueRelay.ONEWAY, opaque(forwarded(relay, request(true, 5, 2), 1)));
        assertEquals(0, relay.waiting());
    }

    @Test
    void forgetsClientsAndWhatIsOld()
    {
        final OpaqueRelay relay = new OpaqueRelay(8);
        for (int client = 0; client < 8; client++)
        {
            forwarded(relay, request(false, 5, 0), client % 4);
        }
        assertEquals(2, relay.forgetClient(3));
        assertEquals(2, relay.expire(1));
        assertEquals(4, relay.waiting());
        assertEquals(4, relay.expire(100));
        assertThrows(IllegalArgumentException.class, () -> new OpaqueRelay(3));
    }

    @Test
    void patchesEveryDuplicateOfTheOpaque()
    {
        final OpaqueRelay relay = new OpaqueRelay(1);
        final byte[] frame = Frames.json("{\"opaque\":11,\"code\":1,\"opaque\":  12}");
        final byte[] out = forwarded(relay, frame, 1);
        assertArrayEquals(Frames.json("{\"opaque\": 0,\"code\":1,\"opaque\":   0}"), out);
    }

    @Test
    void allocatesNothing()
    {
        final OpaqueRelay relay = new OpaqueRelay(16);
        final byte[][] requests = {request(false, 1_234_567, 0), request(true, 1_234_567_890, 0)};
        final byte[][] responses = {request(false, 0, 1), request(true, 1_234_567_890, 1)};
        final byte[] out = new byte[200];
        final Runnable task = () -> {
            for (int i = 0; i < 2; i++)
            {
                relay.forward(view.wrap(requests[i]), 1, 0);
                System.arraycopy(requests[i], 0, out, 0, requests[i].length);
                relay.patch().applyInPlace(out, 0);
                final int upstream = relay.upstreamOpaque();
                if (i == 0)
                {
                    for (int octet = 0; octet < 4; octet++)
                    {
                        responses[0][13 + octet] = (byte)(upstream >>> 24 - 8 * octet);
                    }
                    relay.restore(view.wrap(responses[0]));
                    relay.patch().applyInPlace(responses[0], 0);
                }
                else
                {
                    relay.restore(view.wrap(responses[1]));
                    relay.forget(upstream);
                }
            }
        };
        assertEquals(0, Allocations.by(task, 20_000, 2_000));
    }
}
