package io.skim.scan.remoting;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Gives each class of handler a push loop of its own, so that its calls stay monomorphic however many handler classes a
 * process has.
 * <p>
 * The loop's class is defined again as a hidden class: the same code with a profile of its own, unloaded with the
 * handler's class and the interests that were used with it. Where that cannot be done (a native image, a class file that cannot be found) or has been done often
 * enough, all share the one loop, which differs in nothing but speed. An interest remembers its first few loops, since it
 * mostly belongs to one class of handler.
 */
final class LoopCache
{
    private static final int MAX_LOOPS = 256;
    private static final int MAX_KNOWN = 4;
    private static final AtomicInteger MADE = new AtomicInteger();
    private static final ScanLoop SHARED = new PushLoop();
    private static final ClassValue<ScanLoop> LOOPS = new ClassValue<>()
    {
        @Override
        protected ScanLoop computeValue(final Class<?> type)
        {
            return newLoop();
        }
    };

    /** Replaced as a whole, never changed, so that a racy read is a good one; it grows to its limit and no further. */
    private Known[] known = {};

    /** A class of handler and its loop. */
    private static final class Known
    {
        final Class<?> handler;
        final ScanLoop loop;

        Known(final Class<?> handler, final ScanLoop loop)
        {
            this.handler = handler;
            this.loop = loop;
        }
    }

    ScanLoop loopFor(final Class<?> handler)
    {
        final Known[] all = known;
        for (final Known one : all)
        {
            if (one.handler == handler)
            {
                return one.loop;
            }
        }
        final ScanLoop loop = LOOPS.get(handler);
        if (all.length < MAX_KNOWN)
        {
            final Known[] more = Arrays.copyOf(all, all.length + 1);
            more[all.length] = new Known(handler, loop);
            known = more;
        }
        return loop;
    }

    private static ScanLoop newLoop()
    {
        if (MADE.incrementAndGet() > MAX_LOOPS)
        {
            return SHARED;
        }
        try (InputStream code = PushLoop.class.getResourceAsStream("PushLoop.class"))
        {
            return code == null ? SHARED : (ScanLoop)MethodHandles.lookup().defineHiddenClass(code.readAllBytes(), true,
                ClassOption.NESTMATE).lookupClass().getDeclaredConstructor().newInstance();
        }
        catch (final IOException | ReflectiveOperationException | LinkageError | UnsupportedOperationException ignored)
        {
            return SHARED;
        }
    }
}
