package io.skim.benchmarks;

import io.netty.buffer.ByteBuf;
import io.skim.handlers.patch.RemotingEdits;
import io.skim.handlers.patch.RemotingRewriter;
import io.skim.handlers.route.CodeGate;
import io.skim.handlers.route.RequestGate;
import io.skim.handlers.route.Router;
import io.skim.handlers.route.Routes;
import io.skim.scan.Action;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingHandlerGroup;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * What do a gate, a router of two hundred rules and a rewriter cost from one scan of a frame, next to that scan without them,
 * and to scans of their own?
 */
public class OneScanBenchmark extends TimePerCall
{
    /** From one scan. */
    public static class Shared extends RemotingState<Gateway>
    {
        @Override
        Gateway make() throws Exception
        {
            return OneScanBenchmark.checked(new SharedScan(sends()), sends());
        }
    }

    /** Each from a scan of its own. */
    public static class Apart extends RemotingState<Gateway>
    {
        @Override
        Gateway make() throws Exception
        {
            return OneScanBenchmark.checked(new ScansApart(sends()), sends());
        }
    }

    /** The scan alone. */
    public static class Scan extends RemotingState<Contender>
    {
        @Override
        Contender make() throws Exception
        {
            return new ScanAlone(sends());
        }
    }

    /** The parts, and frames that come round. The answer is made of the target and of the length of the edited header. */
    abstract static class Gateway implements Contender
    {
        private static final int REFUSED = -1;
        private static final int TARGETS = 4;
        private static final RemotingEdits EDITS = RemotingEdits.builder().set("topic", Rewrite.TOPIC).addProperty(
            Rewrite.PROPERTY, Rewrite.VALUE).build();

        final RemotingScanner scanner = new RemotingScanner();
        final RequestGate gate = new RequestGate(CodeGate.deny(17));
        final Router<Integer, RemotingInterest> router = new Router<>(new Routes<>(RoutingTables.equalities()));
        final RemotingRewriter rewriter = new RemotingRewriter(EDITS);
        private final FrameView view = new FrameView();
        private final ByteBuf[] frames;
        private int frame;

        Gateway(final byte[][] frames)
        {
            this.frames = Buffers.each(frames, Buffers.HEAP);
        }

        @Override
        public final int next()
        {
            view.wrap(frames[frame]);
            frame = frame + 1 == frames.length ? 0 : frame + 1;
            return take(view) ? rewriter.patch().headerLength() * TARGETS + router.target() : REFUSED;
        }

        /** Whether the frame passes and is edited. */
        abstract boolean take(FrameView wrapped);
    }

    /** One scan for all. */
    static final class SharedScan extends Gateway
    {
        private final RemotingHandlerGroup all = new RemotingHandlerGroup().add(RequestGate.INTEREST, gate).add(
            router::interest, router);

        SharedScan(final byte[][] frames)
        {
            super(frames);
        }

        @Override
        boolean take(final FrameView wrapped)
        {
            return all.scan(scanner, wrapped) && gate.admits() && rewriter.rewrite(scanner);
        }
    }

    /** Three scans. */
    static final class ScansApart extends Gateway
    {
        ScansApart(final byte[][] frames)
        {
            super(frames);
        }

        @Override
        boolean take(final FrameView wrapped)
        {
            scanner.scan(wrapped, RequestGate.INTEREST, gate);
            return gate.admits() && router.route(scanner, wrapped) && rewriter.rewrite(wrapped);
        }
    }

    /** A scan that shows what gate and router want, to a handler that does nothing with it. */
    static final class ScanAlone implements Contender
    {
        private static final DataHandler NOTHING = (id, value) -> Action.CONTINUE;

        private final RemotingScanner scanner = new RemotingScanner();
        private final FrameView view = new FrameView();
        final RemotingInterest interest;
        private final ByteBuf[] frames;
        private int frame;

        ScanAlone(final byte[][] frames)
        {
            this.frames = Buffers.each(frames, Buffers.HEAP);
            final RemotingField[] gated = {RemotingField.CODE, RemotingField.FLAG, RemotingField.OPAQUE};
            final RemotingInterest.Builder wanted = RemotingScanner.interest();
            for (int id = 0; id < gated.length; id++)
            {
                wanted.field(gated[id], id);
            }
            interest = RoutingTables.properties(wanted, gated.length).build();
        }

        @Override
        public int next()
        {
            final ByteBuf buffer = frames[frame];
            frame = frame + 1 == frames.length ? 0 : frame + 1;
            return scanner.scan(view.wrap(buffer), interest, NOTHING).ordinal();
        }
    }

    /** A gateway whose answers are those of three scans. */
    static Gateway checked(final Gateway made, final byte[][] frames) throws Exception
    {
        final Gateway apart = new ScansApart(frames);
        final int[] answers = new int[frames.length];
        for (int i = 0; i < answers.length; i++)
        {
            answers[i] = apart.next();
        }
        Contender.check(made, answers);
        return made;
    }

    /** From one scan. */
    @Benchmark
    public int skimShared(final Shared state)
    {
        return state.contender.next();
    }

    /** From three scans. */
    @Benchmark
    public int skimApart(final Apart state)
    {
        return state.contender.next();
    }

    /** Without them. */
    @Benchmark
    public int skimScan(final Scan state) throws Exception
    {
        return state.contender.next();
    }
}
