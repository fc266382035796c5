package io.skim.scan.spi;

import java.io.InputStream;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.invoke.MethodType;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Gives each of the first {@value #MAX_LOOPS} classes of handlers of an encoding its own copy of the push loop, so that the
 * copy's calls stay monomorphic.
 * <p>
 * It defines the loop's class again as a hidden class: the same code with its own profile. The JVM unloads it together with the
 * handler's class and the interests used with it. If a copy is impossible (in a native image, or if the class file is not found),
 * all classes of handlers share one loop; so do the classes after the first {@value #MAX_LOOPS}. Only the speed differs. HotSpot
 * compiles each copy, which costs about 100 KB of memory and processor time; 16 gain more than that, 64 take longer to warm up
 * than they save. Each encoding counts its own copies, because only classes that run in the same loop disturb each other's
 * profile.
 *
 * @param <T> the encoding's own type of loop, a class rather than an interface.
 */
public final class LoopFactory<T>
{
    /**
     * The system property {@code skim.loops.shared}, read once, when the class is initialized. If it is {@code true}, all classes
     * of handlers share one loop. The coverage-guided fuzz tests set it: a copy is defined from the class file, so it has no
     * counters of an agent that has instrumented the loop's class.
     */
    static final boolean ALWAYS_SHARED = Boolean.getBoolean("skim.loops.shared");

    /** The most copies of a factory. Unloading a class of handler does not lower the number of copies. */
    static final int MAX_LOOPS = 16;

    private final Lookup lookup;
    private final T shared;
    private final AtomicInteger made = new AtomicInteger();
    private final ClassValue<T> loops = new ClassValue<>()
    {
        @Override
        protected T computeValue(final Class<?> type)
        {
            return newLoop();
        }
    };

    /**
     * Makes a factory.
     *
     * @param lookup of the class of {@code shared}, to define copies in the same package.
     * @param shared the loop for all handlers without a copy; its class has no state and a constructor without parameters.
     */
    public LoopFactory(final Lookup lookup, final T shared)
    {
        this.lookup = lookup;
        this.shared = shared;
    }

    /**
     * The loop for a class of handler.
     *
     * @param handler the class.
     * @return the loop; the same for the same class.
     */
    T loopFor(final Class<?> handler)
    {
        return loops.get(handler);
    }

    @SuppressWarnings("unchecked")
    private T newLoop()
    {
        if (ALWAYS_SHARED || made.incrementAndGet() > MAX_LOOPS)
        {
            return shared;
        }
        final Class<?> template = shared.getClass();
        try (InputStream code = template.getResourceAsStream(template.getSimpleName() + ".class"))
        {
            if (code == null)
            {
                return shared;
            }
            final Lookup copy = lookup.defineHiddenClass(code.readAllBytes(), true, ClassOption.NESTMATE);
            return (T)copy.findConstructor(copy.lookupClass(), MethodType.methodType(void.class)).invoke();
        }
        // If a copy fails for any reason, the shared loop is used. MethodHandle.invoke declares Throwable.
        catch (final Throwable ignored)
        {
            return shared;
        }
    }
}
