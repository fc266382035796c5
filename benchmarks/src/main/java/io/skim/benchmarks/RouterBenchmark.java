package io.skim.benchmarks;

import io.netty.buffer.ByteBuf;
import io.skim.handlers.route.RouteTable;
import io.skim.handlers.route.Router;
import io.skim.handlers.route.Routes;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.RemotingScanner;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What do two hundred rules over twenty properties cost, next to one rule?
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RouterBenchmark
{
    /** A table, and frames to route by it. */
    @State(Scope.Thread)
    public abstract static class Table
    {
        /** Of the headers. */
        @Param({"binary", "json"})
        public String encoding;

        RoutingContender contender;

        final void prepare(final RouteTable<Integer> table) throws Exception
        {
            contender = new RoutingContender(Encoding.of(encoding).frames(), table);
            Contender.check(contender, FilterBenchmark.answers(encoding));
        }
    }

    /** One rule. */
    public static class One extends Table
    {
        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            prepare(RoutingTables.one());
        }
    }

    /** Two hundred equalities. */
    public static class Equalities extends Table
    {
        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            prepare(RoutingTables.equalities());
        }
    }

    /** Two hundred rules of several kinds. */
    public static class Mixed extends Table
    {
        /** Makes and checks the contender. */
        @Setup
        public void prepare() throws Exception
        {
            prepare(RoutingTables.mixed());
        }
    }

    /** Routes each frame by one table. */
    static final class RoutingContender implements Contender
    {
        private final RemotingScanner scanner = new RemotingScanner();
        private final FrameView view = new FrameView();
        private final ByteBuf[] frames;
        private final Router<Integer> router;
        private int frame;

        RoutingContender(final byte[][] frames, final RouteTable<Integer> table)
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
