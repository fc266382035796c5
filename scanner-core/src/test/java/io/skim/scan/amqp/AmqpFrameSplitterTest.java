package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Frames;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmqpFrameSplitterTest
{
    private static final byte[] HEARTBEAT = Frames.hex("0000000802000000");
    private static final byte[] SASL = Frames.hex("414d515003010000");

    private final AmqpFrameSplitter splitter = new AmqpFrameSplitter();
    private final FrameView frame = new FrameView();

    /** Feeds bytes one at a time; how many frames there were before the framing was lost or the bytes ended. */
    private int frames(final byte[] bytes)
    {
        int count = 0;
        for (int i = 0; i < bytes.length && !splitter.isMalformed(); i++)
        {
            splitter.feed(bytes, i, 1);
            while (splitter.next(frame))
            {
                count++;
            }
        }
        return count;
    }

    @Test
    void protocolHeadersStandWhereverAFrameMayBegin()
    {
        assertEquals(4, frames(Frames.join(SASL, HEARTBEAT, SASL, HEARTBEAT)));
        assertTrue(splitter.end());
        assertEquals(32, splitter.frameOffset());
    }

    @ParameterizedTest
    @CsvSource({"PRI * HTTP/2.0, PROTOCOL_HTTP2, 4", "GET / HTTP/1.1, PROTOCOL_HTTP, 4",
        "PROXY TCP4, PROTOCOL_PROXY, 4",
        "SSH-2.0-x, PROTOCOL_SSH, 4", "zzzz, FRAME_TOO_LONG, 4", "AMQP????, PROTOCOL_VERSION, 8"})
    void namesOtherProtocolsFromTheirFirstBytes(final String text, final Reason reason, final int needed)
    {
        final byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        assertEquals(0, frames(Arrays.copyOf(bytes, needed - 1)));
        assertFalse(splitter.isMalformed());
        splitter.feed(bytes, needed - 1, 1);
        assertFalse(splitter.next(frame));
        assertEquals(reason, splitter.fault().reason());
        assertEquals(0, splitter.fault().offset());
        assertFalse(splitter.end());
        assertFalse(new AmqpFrameReader().wrap(new FrameView().wrap(bytes)));
    }

    /** The third is a client's first record of TLS, padded to 512 bytes as OpenSSL does it. */
    @ParameterizedTest
    @CsvSource({"7100000000843f41f6, FRAME_TOO_LONG", "c10100f000000005, FRAME_TOO_LONG",
        "16030102000100017c03, PROTOCOL_TLS", "0000000600000002ab, FRAME_TOO_SHORT",
        "0000002000000010ab, PROTOCOL_REMOTING"})
    void whatIsRefusedDoesNotDependOnThePiecesThatCome(final String hex, final Reason reason)
    {
        final byte[] bytes = Frames.hex(hex);
        for (int piece = 1; piece <= bytes.length; piece++)
        {
            splitter.reset();
            for (int at = 0; at < bytes.length && !splitter.isMalformed(); at += piece)
            {
                splitter.feed(bytes, at, Math.min(piece, bytes.length - at));
                assertFalse(splitter.next(frame));
            }
            assertEquals(reason, splitter.fault().reason(), "in pieces of " + piece);
            assertEquals(0, splitter.fault().offset());
        }
    }

    @Test
    void namesRemotingFramesOfBothEncodings()
    {
        for (final byte[] bytes : new byte[][] {Frames.json("{\"code\":1,\"opaque\":2}"),
            Frames.binary(310, "r", "body",
                "a", "group"),
            Frames.json(" ".repeat(100_000))})
        {
            splitter.reset();
            splitter.maxFrameSize(512);
            assertEquals(0, frames(bytes));
            assertEquals(Reason.PROTOCOL_REMOTING, splitter.fault().reason());
        }
    }

    @ParameterizedTest
    @CsvSource({"00000007, FRAME_TOO_SHORT", "00000000, FRAME_TOO_SHORT", "ffffffff, FRAME_TOO_LONG",
        "7fffffff, FRAME_TOO_LONG", "0100000102000000, FRAME_TOO_LONG", "80000000, FRAME_TOO_LONG",
        "1603010200, PROTOCOL_TLS", "D4C3B2A1, PROTOCOL_CAPTURE_FILE"})
    void losesTheFramingAtASizeThatCannotBe(final String hex, final Reason reason)
    {
        assertEquals(2, frames(Frames.join(SASL, HEARTBEAT, Frames.hex(hex))));
        assertEquals(reason, splitter.fault().reason());
        assertEquals(16, splitter.fault().offset());
        assertEquals(Long.parseLong(hex.substring(0, 8), 16), splitter.fault().claimed());
    }

    @Test
    void theReceiverLimitsTheSizeOfFrames()
    {
        final byte[] most = Arrays.copyOf(Frames.hex("0000020002000000"), 512);
        final byte[] more = Arrays.copyOf(Frames.hex("0000020102000000"), 513);
        assertEquals(1, frames(more));
        splitter.maxFrameSize(0);
        assertEquals(512, splitter.maxFrameSize());
        assertEquals(1, frames(most));
        assertEquals(0, frames(more));
        assertEquals(Reason.FRAME_TOO_LONG, splitter.fault().reason());
        assertEquals(512, splitter.fault().available());
        assertEquals(513 + 512, splitter.fault().offset());
        splitter.reset();
        assertEquals(512, splitter.maxFrameSize());
        assertEquals(513, splitter.maxFrameSize(513).maxFrameSize());
        assertEquals(1, frames(more));
        assertEquals(Limits.DEFAULT.maxFrameLength(), splitter.maxFrameSize(0xFFFF_FFFFL).maxFrameSize());
        assertEquals(100, new AmqpFrameSplitter(Limits.DEFAULT.withMaxFrameLength(100)).maxFrameSize(5).maxFrameSize());
    }

    @Test
    void keepsNothingThatIsOnlyClaimed()
    {
        final byte[] claim = Frames.hex("0100000002000000 005314");
        final long allocated = Allocations.by(() -> {
            final AmqpFrameSplitter fresh = new AmqpFrameSplitter();
            fresh.feed(claim, 0, claim.length);
            assertFalse(fresh.next(frame));
        }, 100, 100);
        assertTrue(allocated < 100 * 2_048, () -> allocated + " bytes");
    }

    @Test
    void tellsWhereTheStreamWasCutOff()
    {
        for (int length = 1; length < 8; length++)
        {
            splitter.reset();
            assertEquals(1, frames(Arrays.copyOf(Frames.join(SASL, HEARTBEAT), 8 + length)));
            assertFalse(splitter.end());
            assertEquals(Reason.TRUNCATED, splitter.fault().reason());
            assertEquals(8 + length, splitter.fault().offset());
            assertEquals(8, splitter.fault().claimed());
            assertEquals(length, splitter.fault().available());
        }
    }

    @Test
    void cuttingAllocatesNothing()
    {
        final byte[] stream =
            Frames.join(SASL, HEARTBEAT, Arrays.copyOf(Frames.hex("0000020002000000"), 512), HEARTBEAT);
        assertEquals(0, Allocations.by(() -> {
            for (int from = 0; from < stream.length; from += 7)
            {
                splitter.feed(stream, from, Math.min(7, stream.length - from));
                while (splitter.next(frame))
                {
                    assertFalse(splitter.isMalformed());
                }
            }
        }, 500, 100));
    }

    @Test
    void survivesStreamsOfHostileBytes()
    {
        final Random random = new Random(11);
        final AmqpFrameReader reader = new AmqpFrameReader();
        int count = 0;
        for (int run = 0; run < 20_000; run++)
        {
            splitter.reset();
            final byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            for (int at = 0; at + 8 < bytes.length && run % 4 > 0; at += 8 + random.nextInt(40))
            {
                System
                    .arraycopy(run % 4 == 1 ? SASL : Frames.hex(String.format("000000%02x020%x00000053%02x", 8 + random
                        .nextInt(40), random.nextInt(2), 0x10 + random.nextInt(9))), 0, bytes, at, 8);
            }
            for (int from = 0; from < bytes.length && !splitter.isMalformed();)
            {
                final int length = Math.min(bytes.length - from, 1 + random.nextInt(30));
                splitter.feed(bytes, from, length);
                from += length;
                while (splitter.next(frame))
                {
                    count++;
                    while (reader.wrap(frame) && reader.nextField() == AmqpReader.VALUE)
                    {
                        assertTrue(reader.payloadOffset() <= frame.length());
                        break;
                    }
                }
            }
            splitter.end();
        }
        assertTrue(count > 10_000, count + " frames");
    }
}
