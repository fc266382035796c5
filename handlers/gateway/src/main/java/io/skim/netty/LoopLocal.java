package io.skim.netty;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * What each event loop has for an object, made when the loop first asks for it. The object holds it, so it goes with the object: a
 * thread local would keep it until the thread ends, and what it refers to. What threads had that have ended goes when another one asks
 * for the first time. Safe for use by many threads.
 */
final class LoopLocal<T>
{
    private final Supplier<? extends T> maker;
    private final Map<Thread, T> states = new ConcurrentHashMap<>();

    /**
     * Makes one without anything yet.
     *
     * @param maker of what a loop has.
     */
    LoopLocal(final Supplier<? extends T> maker)
    {
        this.maker = maker;
    }

    /** What the calling thread has. */
    T get()
    {
        final T known = states.get(Thread.currentThread());
        return known != null ? known : make();
    }

    private T make()
    {
        final T made = maker.get();
        states.keySet().removeIf(thread -> !thread.isAlive());
        states.put(Thread.currentThread(), made);
        return made;
    }
}
