package io.skim.benchmarks;

import io.skim.scan.remoting.RemotingScanner;
import org.openjdk.jmh.annotations.Param;

/**
 * Skim, with classes that take turns.
 *
 * @param <C> the contender's class.
 */
public abstract class HandlersState<C extends Contender> extends RemotingState<C>
{
    /** How many classes take turns. */
    @Param({"1", "4"})
    public int handlerClasses;

    /** Four handlers of so many classes. */
    final Answering[] handlers(final Class<? extends Answering> type)
    {
        return HandlerCopies.of(type, handlerClasses, question());
    }

    /** Four handlers of so many classes, on frames in buffers of a kind. */
    final SkimContender scanning(final Class<? extends Answering> type, final Buffers kind)
    {
        return new SkimContender(new RemotingScanner(), Buffers.each(frames(), kind), handlers(type));
    }
}
