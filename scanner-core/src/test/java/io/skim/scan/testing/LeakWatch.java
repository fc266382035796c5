package io.skim.scan.testing;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a class of tests that leaks Netty buffers, pooled or not: Netty itself only logs them. JUnit finds it by
 * {@code META-INF/services}, in every module that has the test jar. What an earlier class has leaked may be found with a
 * later one; the records tell where the buffer was made.
 */
public final class LeakWatch implements AfterAllCallback
{
    private static final Queue<String> LEAKS = new ConcurrentLinkedQueue<>();
    private static final int ROUNDS = 3;
    private static final long PATIENCE = TimeUnit.SECONDS.toMillis(5);

    static
    {
        // Before the first buffer: Netty's classes ask for their detector once.
        ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new ResourceLeakDetectorFactory()
        {
            @Override
            @SuppressWarnings("deprecation") // Netty calls another one, and this one has to be here.
            public <T> ResourceLeakDetector<T> newResourceLeakDetector(final Class<T> resource, final int interval,
                final long maxActive)
            {
                return new Detector<>(resource, interval);
            }
        });
    }

    /** Notes what it would log. */
    private static final class Detector<T> extends ResourceLeakDetector<T>
    {
        Detector(final Class<T> resource, final int interval)
        {
            super(resource, interval);
        }

        @Override
        protected boolean needReport()
        {
            return true;
        }

        @Override
        protected void reportTracedLeak(final String resourceType, final String records)
        {
            LEAKS.add(resourceType + records);
        }

        @Override
        protected void reportUntracedLeak(final String resourceType)
        {
            LEAKS.add(resourceType);
        }
    }

    /**
     * Looks for buffers that nobody can release any more, and forgets them.
     *
     * @return what Netty says of each, with the places where it was made and used.
     */
    static List<String> take()
    {
        for (int i = 0; i < ROUNDS; i++)
        {
            collect();
            // A detector looks at what was collected when the next buffer is made.
            UnpooledByteBufAllocator.DEFAULT.directBuffer(1).release();
        }
        final List<String> found = new ArrayList<>();
        for (String leak = LEAKS.poll(); leak != null; leak = LEAKS.poll())
        {
            found.add(leak);
        }
        return found;
    }

    /** Has garbage collected, and waits until the collector has told of it, which on a busy machine may take a while. */
    private static void collect()
    {
        final ReferenceQueue<Object> told = new ReferenceQueue<>();
        final Reference<Object> garbage = new WeakReference<>(new Object(), told);
        System.gc();
        try
        {
            told.remove(PATIENCE);
        }
        catch (final InterruptedException e)
        {
            Thread.currentThread().interrupt();
        }
        Reference.reachabilityFence(garbage);
    }

    @Override
    public void afterAll(final ExtensionContext context)
    {
        final List<String> leaks = take();
        if (!leaks.isEmpty())
        {
            throw new AssertionError(leaks.size() + " leaked: " + String.join("\n", leaks));
        }
    }
}
