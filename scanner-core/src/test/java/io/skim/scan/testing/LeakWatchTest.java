package io.skim.scan.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A leak does not go unseen.
 */
class LeakWatchTest
{
    /** The collector tells of what it has found by and by. */
    private static final int ROUNDS = 100;

    private static void leak(final ByteBuf buffer)
    {
        buffer.writeByte(1);
    }

    @Test
    void bufferThatNobodyReleasesIsFoundWithThePlaceItWasMadeAt()
    {
        assertEquals(List.of(), LeakWatch.take());
        leak(UnpooledByteBufAllocator.DEFAULT.directBuffer(8));
        leak(PooledByteBufAllocator.DEFAULT.heapBuffer(8));
        final List<String> found = new ArrayList<>();
        for (int i = 0; i < ROUNDS && found.size() < 2; i++)
        {
            found.addAll(LeakWatch.take());
        }
        assertEquals(2, found.size(), found::toString);
        assertTrue(found.get(0).contains("LeakWatchTest"), found::toString);
    }

    @Test
    void bufferThatIsReleasedIsNone()
    {
        final ByteBuf buffer = PooledByteBufAllocator.DEFAULT.directBuffer(8);
        leak(buffer);
        buffer.release();
        assertEquals(List.of(), LeakWatch.take());
    }

    @Test
    void everyBufferIsWatched()
    {
        assertEquals(ResourceLeakDetector.Level.PARANOID, ResourceLeakDetector.getLevel());
    }
}
