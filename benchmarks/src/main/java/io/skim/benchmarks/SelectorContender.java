package io.skim.benchmarks;

import io.netty.buffer.ByteBuf;
import io.skim.handlers.select.Selector;
import io.skim.handlers.select.SelectorEvaluator;
import io.skim.scan.FrameScanner;
import io.skim.scan.FrameView;
import io.skim.scan.Interest;

/**
 * Skim: scans each frame or message for the next of some selectors, and gives its verdict.
 */
final class SelectorContender implements Contender
{
    private final FrameView view = new FrameView();
    private final FrameScanner<Interest> scanner;
    private final ByteBuf[] frames;
    private final Selector<?>[] selectors;
    private final SelectorEvaluator[] evaluators;
    private int frame;
    private int turn;

    /** The selectors' interests are of the scanner's kind. */
    @SuppressWarnings("unchecked")
    SelectorContender(final FrameScanner<?> scanner, final ByteBuf[] frames, final Selector<?>... selectors)
    {
        this.scanner = (FrameScanner<Interest>)scanner;
        this.frames = frames;
        this.selectors = selectors;
        evaluators = new SelectorEvaluator[selectors.length];
        for (int i = 0; i < evaluators.length; i++)
        {
            evaluators[i] = new SelectorEvaluator(selectors[i]);
        }
    }

    @Override
    public int next()
    {
        final ByteBuf buffer = frames[frame];
        frame = frame + 1 == frames.length ? 0 : frame + 1;
        final int current = turn;
        turn = turn + 1 == evaluators.length ? 0 : turn + 1;
        scanner.scan(view.wrap(buffer), selectors[current].interest(), evaluators[current]);
        return evaluators[current].matches() ? 1 : 0;
    }
}
