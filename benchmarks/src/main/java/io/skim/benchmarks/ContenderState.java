package io.skim.benchmarks;

import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * A contender that is timed, made anew for each run. What a run may vary are parameters of subclasses.
 *
 * @param <C> its class, as narrow as the benchmark's call of it is to be.
 */
@State(Scope.Thread)
public abstract class ContenderState<C extends Contender>
{
    C contender;

    /** Makes and checks the contender. */
    @Setup
    public void prepare() throws Exception
    {
        contender = make();
    }

    /** Makes a contender, and checks what it answers. */
    abstract C make() throws Exception;
}
