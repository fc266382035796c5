package io.skim.handlers.patch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Strictness;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.FrameGenerator;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.Settings;
import io.skim.scan.testing.Vectors;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * A relay that trusts a side against one that does not.
 * <p>
 * A failure names its seed; {@code -Dskim.seed} repeats it, {@code -Dskim.frames} makes the run longer.
 */
class TrustingRelayTest
{
    private static final int FRAMES = 12_000;
    private static final int OPAQUE = 13;
    private static final int FLAG = 17;
    private static final int REMARK_LENGTH = 21;
    /** What is wrong with text and entries, which is not looked at. */
    private static final Set<Reason> UNSEEN = EnumSet.of(Reason.INVALID_UTF8, Reason.ENTRY_OVERRUNS_MAP,
        Reason.KEY_LENGTH_NEGATIVE, Reason.KEY_OVERRUNS_MAP, Reason.NAME_TOO_LONG, Reason.VALUE_OVERRUNS_MAP);
    private static final byte[] SEND = Frames.binary(310, null, "body", "b", "Topic", "i", "TAGS\1A\2");
    private static final byte[] ANSWER = Frames.binary(0, "a remark", "body", "b", "Topic");
    private static final byte[] PLAIN = Frames.binary(0, null, "");

    private int trustedFrames;

    /** A relay that waits for the answer to one request, whose upstream opaque is 0. */
    private static OpaqueRelay waiting(final OpaqueRelay relay)
    {
        assertTrue(relay.forward(new FrameView().wrap(PLAIN), 5, 0));
        assertEquals(0, relay.upstreamOpaque());
        return relay;
    }

    /** A frame as a client sends it, or as its answer. */
    private static byte[] directed(final byte[] frame, final boolean response)
    {
        final byte[] directed = frame.clone();
        if (directed.length >= REMARK_LENGTH && directed[4] == 1)
        {
            ByteBuffer.wrap(directed).putInt(OPAQUE, response ? 0 : 77).putInt(FLAG, response ? 1 : 0);
        }
        return directed;
    }

    private static boolean run(final OpaqueRelay relay, final FrameView view, final boolean response)
    {
        return response ? relay.restore(view) : relay.forward(view, 5, 0);
    }

    private static Limits limits(final Random random)
    {
        if (random.nextInt(4) > 0)
        {
            return Limits.DEFAULT;
        }
        return Limits.DEFAULT.withMaxFrameLength(200 + random.nextInt(600))
            .withMaxHeaderLength(100 + random.nextInt(400)).withMaxNameLength(1 + random.nextInt(12))
            .withMaxValueLength(1 + random.nextInt(150)).withMaxEntryCount(1 + random.nextInt(30));
    }

    /** Trust changes nothing but what is not looked at. */
    private void check(final byte[] frame, final boolean response, final Limits limits, final Limits viewLimits,
        final String where)
    {
        final FrameView view = new FrameView(viewLimits);
        // Each patch needs its frame to stay wrapped.
        final FrameView again = new FrameView(viewLimits);
        final List<ByteBuf> buffers = List.of(Unpooled.copiedBuffer(frame), Unpooled.directBuffer()
            .writeBytes(frame), Buffers.composite(frame, REMARK_LENGTH + 3, frame.length / 2));
        for (final ByteBuf buffer : buffers)
        {
            final String what = where + " of " + Vectors.text(frame) + " in " + buffer;
            final OpaqueRelay other = waiting(new OpaqueRelay(4, limits, Strictness.STRICT));
            final OpaqueRelay relay =
                waiting(new OpaqueRelay(4, limits, Strictness.STRICT).trustingClients().trustingServer());
            final boolean checked = run(other, view.wrap(buffer), response);
            final boolean ready = run(relay, again.wrap(buffer), response);
            if (checked || !UNSEEN.contains(other.fault().reason()))
            {
                assertEquals(checked, ready, what);
                assertEquals(other.patch().refusal(), relay.patch().refusal(), what);
                assertEquals(other.fault().toString(), relay.fault().toString(), what);
                assertEquals(other.waiting(), relay.waiting(), what);
            }
            else
            {
                // What is wrong is not looked at, or not before it is refused for its direction or its opaque.
                assertTrue(ready || relay.patch().refusal() != null, what);
                assertTrue(ready || relay.waiting() == 1, what);
            }
            if (checked)
            {
                assertEquals(other.upstreamOpaque(), relay.upstreamOpaque(), what);
                assertEquals(other.client(), relay.client(), what);
                Patches.assertSame(other.patch(), relay.patch(), frame, what);
            }
            applied(relay, buffer, frame, what);
            buffer.release();
        }
    }

    /** In place the opaque changes and nothing else. */
    private void applied(final OpaqueRelay relay, final ByteBuf buffer, final byte[] frame, final String what)
    {
        if (!relay.patch().isReady() || frame[4] != 1)
        {
            return;
        }
        trustedFrames++;
        assertTrue(relay.patch().applyInPlace(buffer), what);
        final byte[] result = ByteBufUtil.getBytes(buffer);
        System.arraycopy(frame, OPAQUE, result, OPAQUE, Integer.BYTES);
        assertArrayEquals(frame, result, what);
    }

    @Test
    void capturedFramesGetTheSameOpaque()
    {
        for (final byte[] frame : Captures.sample(400, 2_000))
        {
            check(directed(frame, false), false, Limits.DEFAULT, Limits.DEFAULT, "forward");
            check(directed(frame, true), true, Limits.DEFAULT, Limits.DEFAULT, "restore");
        }
        assertTrue(trustedFrames > 100, trustedFrames + " of binary headers");
    }

    @Test
    void generatedFramesAreMappedOrRefusedAlikeButForTheirTexts() throws IOException
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        final FrameGenerator generator = new FrameGenerator(random, Captures.sample(400, 2_000));
        for (int i = 0; i < Settings.frames(FRAMES); i++)
        {
            final boolean response = random.nextBoolean();
            final byte[] frame = generator.next();
            final Limits limits = limits(random);
            check(random.nextInt(4) == 0 ? frame : directed(frame, response), response, limits, random.nextInt(8) == 0
                ? limits(random) : limits, "seed " + seed + ", frame " + i);
        }
        assertTrue(trustedFrames > FRAMES / 10 || Settings.frames(FRAMES) < FRAMES, trustedFrames + " mapped");
    }

    /** Every length that is of known place, made wrong in each of its bits; every truncation. */
    @Test
    void brokenLengthsAreRefusedForTheSameReason()
    {
        for (final byte[] good : new byte[][] {SEND, ANSWER, PLAIN})
        {
            final boolean response = good == ANSWER;
            final byte[] frame = directed(good, response);
            final int remark = ByteBuffer.wrap(frame).getInt(REMARK_LENGTH);
            for (final int word : new int[] {0, 4, REMARK_LENGTH, REMARK_LENGTH + 4 + remark})
            {
                for (int bit = 0; bit < Integer.SIZE; bit++)
                {
                    final byte[] broken = frame.clone();
                    ByteBuffer.wrap(broken).putInt(word, ByteBuffer.wrap(frame).getInt(word) ^ 1 << bit);
                    check(broken, response, Limits.DEFAULT, Limits.DEFAULT, "bit " + bit + " at " + word);
                }
            }
            for (int length = 0; length < frame.length; length++)
            {
                check(Arrays.copyOf(frame, length), response, Limits.DEFAULT, Limits.DEFAULT, "length " + length);
            }
            check(Arrays.copyOf(frame, frame.length + 1), response, Limits.DEFAULT, Limits.DEFAULT, "a byte more");
            assertEquals(0, trustedFrames);
            check(directed(good, !response), response, Limits.DEFAULT, Limits.DEFAULT, "the other direction");
            assertEquals(0, trustedFrames);
        }
        check(directed(ANSWER, true), true, Limits.DEFAULT, Limits.DEFAULT, "with a remark");
        assertEquals(3, trustedFrames);
    }

    @Test
    void limitsHoldForTrustedFramesToo()
    {
        final byte[] frame = directed(SEND, false);
        final int header = frame.length - 8 - 4;
        final Limits[] low = {Limits.DEFAULT.withMaxFrameLength(frame.length - 1), Limits.DEFAULT.withMaxHeaderLength(
            header - 1), Limits.DEFAULT.withMaxValueLength(2), Limits.DEFAULT.withMaxEntryCount(1)};
        for (final Limits limits : low)
        {
            check(frame, false, limits, Limits.DEFAULT, limits.toString());
        }
        assertEquals(0, trustedFrames);
        // A view whose scratch is too small refuses the frame unless it is in an array.
        final byte[] longer = directed(Frames.binary(310, null, "", "b", "T".repeat(100)), false);
        check(longer, false, Limits.DEFAULT, Limits.DEFAULT.withMaxHeaderLength(80), "a small scratch");
        assertEquals(1, trustedFrames);
    }

    @Test
    void whatIsInTheEntriesIsSeenOnlyWhereTheSideIsNotTrusted()
    {
        final byte[][] requests = {Frames.overrun(directed(SEND, false)), directed(SEND, false)};
        requests[1][REMARK_LENGTH + 8 + 7] = (byte)0xFF;
        for (final byte[] request : requests)
        {
            final byte[] response = directed(request, true);
            final FrameView view = new FrameView();
            assertFalse(new OpaqueRelay(4).forward(view.wrap(request), 1, 0));
            assertFalse(new OpaqueRelay(4).trustingServer().forward(view.wrap(request), 1, 0));
            assertTrue(new OpaqueRelay(4).trustingClients().forward(view.wrap(request), 1, 0));
            assertFalse(waiting(new OpaqueRelay(4)).restore(view.wrap(response)));
            assertFalse(waiting(new OpaqueRelay(4).trustingClients()).restore(view.wrap(response)));
            assertTrue(waiting(new OpaqueRelay(4).trustingServer()).restore(view.wrap(response)));
        }
        final byte[] broken = Frames.json("{\"code\":310,\"extFields\":{\"b\":\"\\x\"},\"flag\":0,\"opaque\":7}");
        assertFalse(new OpaqueRelay(4).trustingClients().forward(new FrameView().wrap(broken), 1, 0));
    }

    /** The 29 bytes at its beginning are read where they are, and the eight behind a remark. */
    @Test
    void noHeaderIsCopiedToBeMeasured()
    {
        for (final boolean response : new boolean[] {false, true})
        {
            for (final byte[] good : new byte[][] {SEND, ANSWER})
            {
                final byte[] frame = directed(good, response);
                for (final ByteBuf buffer : new ByteBuf[] {Unpooled.directBuffer().writeBytes(frame), Buffers.composite(
                    frame, 15, 40)})
                {
                    final OpaqueRelay relay = waiting(new OpaqueRelay(4).trustingClients().trustingServer());
                    final FrameView view = new FrameView().wrap(buffer);
                    assertTrue(run(relay, view, response));
                    assertTrue(relay.patch().applyInPlace(buffer));
                    assertEquals(0, io.skim.scan.spi.Frames.loadedEnd(view));
                    buffer.release();
                }
            }
        }
    }

    /** The beginning of a frame whose body is still on its way is enough, as ever. */
    @Test
    void theBodyIsNotNeeded()
    {
        final byte[] frame = directed(SEND, false);
        final OpaqueRelay relay = new OpaqueRelay(4).trustingClients();
        final FrameView view = new FrameView();
        assertTrue(relay.forward(view.wrapPart(frame, 0, frame.length - 4, frame.length), 1, 0));
        assertEquals(frame.length - 4, relay.patch().bodyOffset());
        assertFalse(relay.forward(view.wrapPart(frame, 0, frame.length - 5, frame.length), 1, 0));
        assertEquals(Reason.TRUNCATED, relay.fault().reason());
    }

    @Test
    void allocatesNothing()
    {
        final OpaqueRelay relay = new OpaqueRelay(16).trustingClients().trustingServer();
        final FrameView view = new FrameView();
        final byte[] request = directed(SEND, false);
        final byte[] response = directed(ANSWER, true);
        final ByteBuffer direct = ByteBuffer.allocateDirect(request.length).put(request).flip();
        // Made by hand, and so not watched for leaks.
        final ByteBuf composite = new CompositeByteBuf(UnpooledByteBufAllocator.DEFAULT, false, 2).addComponent(true,
            Unpooled.wrappedBuffer(response, 0, 15)).addComponent(true,
                Unpooled.wrappedBuffer(response, 15,
                    response.length - 15));
        final Runnable task = () -> {
            relay.forward(view.wrap(request), 1, 0);
            relay.forget(relay.upstreamOpaque());
            relay.forward(view.wrap(direct), 1, 0);
            relay.patch().applyInPlace(direct);
            direct.putInt(OPAQUE, 77);
            composite.setInt(OPAQUE, relay.upstreamOpaque());
            if (!relay.restore(view.wrap(composite)))
            {
                throw new IllegalStateException(relay.patch().refusal().sentence());
            }
            relay.patch().applyInPlace(composite);
        };
        assertEquals(0, Allocations.by(task, 20_000, 2_000));
        assertEquals(0, relay.waiting());
        composite.release();
    }
}
