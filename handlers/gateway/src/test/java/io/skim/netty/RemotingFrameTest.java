package io.skim.netty;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One frame after the other of the same buffer. */
class RemotingFrameTest
{
    private static final int FRAMES = 60;

    private final RemotingFrame frame = new RemotingTools().make();

    /** Short frames and long ones. */
    private static List<byte[]> frames(final SerializeType type, final int firstOpaque)
    {
        final List<byte[]> frames = new ArrayList<>();
        for (int i = 0; i < FRAMES; i++)
        {
            final byte[] body = new byte[1 + (i % 7 == 3 ? 900 + 37 * i : i % 11 == 5 ? 5_000 : 41 * (i % 20))];
            body[body.length - 1] = (byte)i;
            frames.add(RemotingPeer.encode(RemotingPeer.request(type, 310, firstOpaque + i, body, "b", "Orders-" + i)));
        }
        return frames;
    }

    private void read(final ByteBuf buffer, final List<byte[]> frames, final int firstOpaque)
    {
        int at = buffer.readerIndex();
        for (int i = 0; i < frames.size(); i++)
        {
            final byte[] expected = frames.get(i);
            assertTrue(frame.scan(buffer, at, expected.length, expected.length, true));
            assertEquals(firstOpaque + i, frame.header().opaque());
            final byte[] read = new byte[expected.length];
            frame.view().getBytes(0, read.length, read, 0);
            assertArrayEquals(expected, read);
            at += expected.length;
        }
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void readsEachFrameAsItStandsInADirectBufferAndInAnArray(final SerializeType type)
    {
        for (final ByteBuf buffer : List.of(Unpooled.directBuffer(), Unpooled.buffer()))
        {
            final List<byte[]> frames = frames(type, 1_000);
            buffer.writeZero(3).skipBytes(3);
            frames.forEach(buffer::writeBytes);
            read(buffer, frames, 1_000);
            frame.detach();
            buffer.release();
        }
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void aBufferThatIsReceivedIntoAgainHasOtherFrames(final SerializeType type)
    {
        final ByteBuf buffer = Unpooled.directBuffer();
        for (final int firstOpaque : new int[] {1_000, 5_000})
        {
            final List<byte[]> frames = frames(type, firstOpaque);
            frames.forEach(buffer.clear()::writeBytes);
            read(buffer, frames, firstOpaque);
            frame.detach();
        }
        buffer.release();
    }
}
