package io.skim.benchmarks;

import io.netty.buffer.ByteBuf;
import io.skim.handlers.route.RouteTable;
import io.skim.handlers.route.Router;
import io.skim.handlers.route.Routes;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * What do two hundred rules over twenty properties cost, next to one rule?
 */
public class RouterBenchmark extends TimePerCall
{
    /** A table, and frames to route by it. */
    public abstract static class Table extends RemotingState<RoutingContender>
    {
        abstract RouteTable<Integer, RemotingInterest> table();

        @Override
        final RoutingContender make() throws Exception
        {
            final RoutingContender router = new RoutingContender(frames(), table());
            Contender.check(router, FilterBenchmark.answers(frames()));
            return router;
        }
    }

    /** One rule. */
    public static class One extends Table
    {
        @Override
        RouteTable<Integer, RemotingInterest> table()
        {
            return RoutingTables.one();
        }
    }

    /** Two hundred equalities. */
    public static class Equalities extends Table
    {
        @Override
        RouteTable<Integer, RemotingInterest> table()
        {
            return RoutingTables.equalities();
        }
    }

    /** Two hundred rules of several kinds. */
    public static class Mixed extends Table
    {
        @Override
        RouteTable<Integer, RemotingInterest> table()
        {
            return RoutingTables.mixed();
        }
    }

    /** Routes each frame by one table. */
    static final class RoutingContender implements Contender
    {
        private final RemotingScanner scanner = new RemotingScanner();
        private final FrameView view = new FrameView();
        private final ByteBuf[] frames;
        private final Router<Integer, RemotingInterest> router;
        private int frame;

        RoutingContender(final byte[][] frames, final RouteTable<Integer, RemotingInterest> table)
        {
            this.frames = Buffers.each(frames, Buffers.HEAP);
            router = new Router<>(new Routes<>(table));
        }

        @Override
        public int next()
        {
            final ByteBuf buffer = frames[frame];
            frame = frame + 1 == frames.length ? 0 : frame + 1;
            return router.route(scanner, view.wrap(buffer)) ? router.target() : -1;
        }
    }

    /** By one rule. */
    @Benchmark
    public int skimOne(final One state)
    {
        return state.contender.next();
    }

    /** By two hundred. */
    @Benchmark
    public int skimEqualities(final Equalities state)
    {
        return state.contender.next();
    }

    /** By two hundred of several kinds. */
    @Benchmark
    public int skimMixed(final Mixed state)
    {
        return state.contender.next();
    }
}
