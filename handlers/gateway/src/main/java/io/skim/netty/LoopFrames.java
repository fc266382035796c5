package io.skim.netty;

import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What shows frames to listeners: one object for each event loop, which all its channels use one after the other.
 *
 * @param <F> its class.
 */
final class LoopFrames<F>
{
    private final Supplier<F> maker;
    private final Function<F, ReceivedBytes> bytes;
    private final LoopLocal<F> shared;

    /**
     * Makes one without anything yet.
     *
     * @param maker of the objects.
     * @param bytes of an object.
     */
    LoopFrames(final Supplier<F> maker, final Function<F, ReceivedBytes> bytes)
    {
        this.maker = maker;
        this.bytes = bytes;
        shared = new LoopLocal<>(maker);
    }

    /** The object of the calling thread, until it is left. */
    F take()
    {
        final F usual = shared.get();
        if (bytes.apply(usual).take())
        {
            return usual;
        }
        // A channel that reads while another one of its loop is read, as local channels do.
        final F another = maker.get();
        bytes.apply(another).take();
        return another;
    }
}
