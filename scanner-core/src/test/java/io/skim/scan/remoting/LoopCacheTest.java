package io.skim.scan.remoting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.spi.LoopCache;
import io.skim.scan.spi.LoopFactory;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.GoldenFrames;
import io.skim.scan.testing.HeaderRecorder;
import io.skim.scan.testing.RecordingHandler;
import java.io.File;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LoopCacheTest
{
    /** Passes everything on, as a class of its own. */
    private static class Other implements DataHandler
    {
        final RecordingHandler recorder = new RecordingHandler();

        @Override
        public Action onField(final int id, final Cursor value)
        {
            return recorder.onField(id, value);
        }

        @Override
        public Action onEntry(final int id, final Cursor key, final Cursor value)
        {
            return recorder.onEntry(id, key, value);
        }

        @Override
        public Action onBegin(final int id, final Cursor container)
        {
            return recorder.onBegin(id, container);
        }

        @Override
        public Action onEnd(final int id, final Cursor container)
        {
            return recorder.onEnd(id, container);
        }

        @Override
        public void onOutcome(final Outcome outcome, final Fault fault)
        {
            recorder.onOutcome(outcome, fault);
        }
    }

    private static final class Third extends Other
    {
    }

    /** A factory asks no more of them than to be different. */
    private static final List<Class<?>> MANY_CLASSES = List.of(Boolean.class, Byte.class, Short.class, Character.class,
        Integer.class, Long.class, Float.class, Double.class, String.class, Object.class, Number.class, Class.class,
        Math.class, System.class, Thread.class, Runtime.class, Process.class, Package.class, Module.class,
        Record.class);

    /** The switch is read once, so it is set before another loader loads the classes. */
    @Test
    void allClassesOfHandlersShareTheLoopIfTheSwitchSaysSo() throws Exception
    {
        final String[] path = System.getProperty("java.class.path").split(File.pathSeparator);
        final URL[] urls = new URL[path.length];
        for (int i = 0; i < path.length; i++)
        {
            urls[i] = Path.of(path[i]).toUri().toURL();
        }
        for (final boolean shared : new boolean[] {false, true})
        {
            System.setProperty("skim.loops.shared", String.valueOf(shared));
            try (URLClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader()))
            {
                final Field factory = loader.loadClass(ScanLoop.class.getName()).getDeclaredField("FACTORY");
                factory.setAccessible(true);
                final Class<?> caches = loader.loadClass(LoopCache.class.getName());
                final Object cache = caches.getConstructors()[0].newInstance(factory.get(null));
                final Object loop = caches.getMethod("loopFor", Class.class).invoke(cache, String.class);
                assertEquals(shared, !loop.getClass().isHidden());
            }
            finally
            {
                System.clearProperty("skim.loops.shared");
            }
        }
    }

    /** The factory of the scanners has met the handlers of other tests, and may make no more copies. */
    private static LoopFactory<ScanLoop> newFactory()
    {
        return new LoopFactory<>(MethodHandles.lookup(), new PushLoop());
    }

    @Test
    void eachClassOfHandlerHasALoopOfItsOwn()
    {
        final LoopCache<ScanLoop> cache = new LoopCache<>(newFactory());
        final ScanLoop first = cache.loopFor(RecordingHandler.class);
        final ScanLoop second = cache.loopFor(Other.class);
        final ScanLoop third = cache.loopFor(Third.class);
        assertNotSame(first.getClass(), second.getClass());
        assertNotSame(second.getClass(), third.getClass());
        assertNotSame(first.getClass(), third.getClass());
        assertTrue(first.getClass().isHidden());
        assertTrue(second.getClass().isHidden());
        assertTrue(third.getClass().isHidden());
    }

    @Test
    void aClassOfHandlerKeepsItsLoopInAnyInterest()
    {
        final LoopFactory<ScanLoop> factory = newFactory();
        final ScanLoop loop = new LoopCache<>(factory).loopFor(Other.class);
        final LoopCache<ScanLoop> cache = new LoopCache<>(factory);
        assertSame(loop, cache.loopFor(Other.class));
        assertNotSame(loop, cache.loopFor(Third.class));
        assertSame(loop, cache.loopFor(Other.class));
    }

    @Test
    void sixteenClassesOfHandlersHaveLoopsOfTheirOwnAndAllOthersShareOne()
    {
        final PushLoop shared = new PushLoop();
        final LoopFactory<ScanLoop> factory = new LoopFactory<>(MethodHandles.lookup(), shared);
        final Set<Class<?>> copies = new HashSet<>();
        for (final Class<?> handler : MANY_CLASSES.subList(0, 16))
        {
            final ScanLoop loop = new LoopCache<>(factory).loopFor(handler);
            assertTrue(loop.getClass().isHidden());
            assertTrue(copies.add(loop.getClass()));
        }
        for (final Class<?> handler : MANY_CLASSES.subList(16, 20))
        {
            assertSame(shared, new LoopCache<>(factory).loopFor(handler));
        }
        assertTrue(copies.contains(new LoopCache<>(factory).loopFor(MANY_CLASSES.get(0)).getClass()));
    }

    @Test
    void theCopiesOfOneEncodingTakeNoneFromAnother()
    {
        final LoopFactory<ScanLoop> full = newFactory();
        MANY_CLASSES.forEach(new LoopCache<>(full)::loopFor);
        assertTrue(new LoopCache<>(newFactory()).loopFor(Third.class).getClass().isHidden());
    }

    @Test
    void allLoopsDoTheSame()
    {
        final RemotingScanner scanner = new RemotingScanner();
        final FrameView view = new FrameView();
        for (final byte[] frame : GoldenFrames.all(20, 1_000))
        {
            final List<String> seen = new ArrayList<>();
            for (final Other handler : List.of(new Other(), new Third()))
            {
                scanner.scan(view.wrap(frame), HeaderRecorder.INTEREST, handler);
                seen.add(handler.recorder.toString());
            }
            final RecordingHandler recorder = new RecordingHandler();
            scanner.scan(view.wrap(frame), HeaderRecorder.INTEREST, recorder);
            assertEquals(List.of(recorder.toString(), recorder.toString()), seen);
        }
    }

    @Test
    void handlersOfManyClassesShareOneInterestWithoutGarbage()
    {
        final DataHandler[] handlers = {new DataHandler()
        {
            @Override
            public Action onField(final int id, final Cursor value)
            {
                return Action.CONTINUE;
            }
        }, (id, value) -> Action.CONTINUE, (id, value) -> Action.SKIP, (id, value) -> Action.STOP, (id,
            value) -> value.isNull() ? Action.SKIP : Action.CONTINUE, new Indifferent()};
        final RemotingInterest interest = RemotingScanner.interest().field(RemotingField.CODE, 0).build();
        final RemotingScanner scanner = new RemotingScanner();
        final FrameView frame = new FrameView().wrap(GoldenFrames.vectors().get(0));
        final int[] turn = {0};
        assertEquals(0,
            Allocations.by(() -> scanner.scan(frame, interest, handlers[turn[0]++ % handlers.length]), 5_000,
                2_000));
    }

    private static final class Indifferent implements DataHandler
    {
        @Override
        public Action onField(final int id, final Cursor value)
        {
            return Action.CONTINUE;
        }
    }
}
