package io.skim.scan.spi;

import java.io.InputStream;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.invoke.MethodType;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Gives each of the first {@value #MAX_LOOPS} classes of handlers of an encoding a push loop of its own, so that its calls
 * stay monomorphic.
 * <p>
 * The loop's class is defined again as a hidden class: the same code with a profile of its own, unloaded with the
 * handler's class and the interests that were used with it. Where that cannot be done (a native image, a class file that
 * cannot be found) all classes of handlers share the one loop, as do those that come later: it differs in nothing but
 * speed. A copy is compiled on its own and costs about 100 KB of memory and the processor time of its compilation; 16
 * gain more than that, 64 take longer to warm up than they save. Each encoding counts its own, because only classes that
 * run in the same loop disturb each other's profile.
 *
 * @param <T> the encoding's own type of loop, a class rather than an interface.
 */
public final class LoopFactory<T>
{
    /**
     * The system property {@code skim.loops.shared}, read once, when the class is initialized: if it is {@code true}, all
     * classes of handlers share the one loop. The lane that fuzzes by coverage sets it, since a copy is defined from the
     * class file and so has none of the counters that an agent has put into the loop's class.
     */
    static final boolean ALWAYS_SHARED = Boolean.getBoolean("skim.loops.shared");

    /** How many copies a factory makes; they are not counted down when a class of handler is unloaded. */
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
     * @param lookup of the class that {@code shared} is of, so that copies may be defined beside it.
     * @param shared the loop for all handlers that get no copy; its class has no state and a constructor without
     *               parameters.
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
        // Whatever keeps a copy from being made, the shared loop is there; MethodHandle.invoke declares Throwable.
        catch (final Throwable ignored)
        {
            return shared;
        }
    }
}
