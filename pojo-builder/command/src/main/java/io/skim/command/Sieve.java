package io.skim.command;

import io.skim.handlers.select.Selector;
import io.skim.handlers.select.SelectorEvaluator;
import io.skim.handlers.select.SelectorTable;
import io.skim.scan.FrameScanner;
import io.skim.scan.FrameView;
import io.skim.scan.Interest;
import io.skim.scan.Outcome;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Copies what selectors select, byte for byte. A malformed frame or message is reported and not copied, whatever is
 * asked for.
 *
 * @param <I> what selectors read of it is declared by.
 */
abstract class Sieve<I extends Interest> extends Copier
{
    private static final int MOST_LOOKED_AT = 10_000;

    private final FrameScanner<I> scanner;
    private final SelectorTable<I> selectors;
    private final SelectorEvaluator evaluator;
    private final boolean inverted;
    private long matches;
    /** What the selectors name and nothing had so far, and how many were looked at for that. */
    private final Set<String> unseen = new LinkedHashSet<>();
    private long lookedAt;
    /** Null unless it is to be told why; then nothing is copied. */
    private @Nullable Explanation<I> explanation;

    /**
     * Makes a sieve.
     *
     * @param console   to report to.
     * @param scanner   of what is read.
     * @param view      on what is read.
     * @param selectors which all have to select what is copied.
     * @param inverted  whether what they do not select is copied instead.
     */
    Sieve(final Console console, final FrameScanner<I> scanner, final FrameView view,
        final List<Selector<I>> selectors,
        final boolean inverted)
    {
        super(console, view);
        this.scanner = scanner;
        this.selectors = SelectorTable.of(selectors);
        this.inverted = inverted;
        evaluator = new SelectorEvaluator(this.selectors);
    }

    /** Has it told why each is taken or not, instead of copying those that are. */
    final void explain(final List<Selector<I>> parts)
    {
        explanation = new Explanation<>(console, scanner, parts);
    }

    private void lookForNames()
    {
        if (lookedAt == MOST_LOOKED_AT || lookedAt > 0 && unseen.isEmpty())
        {
            return;
        }
        final boolean first = lookedAt++ == 0;
        evaluator.values().forEach((name, value) -> {
            if (value != null)
            {
                unseen.remove(name);
            }
            else if (first)
            {
                unseen.add(name);
            }
        });
    }

    /** Tells of names that nothing has, if nothing was taken: then they are likely to be wrong. */
    final void tellUnseenNames()
    {
        if (matches == 0 && !inverted && !unseen.isEmpty())
        {
            console.warn("nothing is taken, and none of the " + (i > lookedAt ? "first " : "") + lookedAt + " has "
                + String.join(", ", unseen));
        }
    }

    /** How many were selected. */
    final long matches()
    {
        return matches;
    }

    /**
     * Whether what the view is on is to be copied; reports it if it is malformed.
     *
     * @param source where it comes from.
     * @param unit   where it begins in its file or stream.
     * @param place  where a byte of it is, there.
     */
    final boolean isWanted(final Source source, final long unit, final LongUnaryOperator place)
    {
        if (choice.isDone())
        {
            return false;
        }
        final boolean good = scanner.scan(view, selectors.interest(), evaluator) == Outcome.COMPLETE;
        if (!good)
        {
            report(source, unit, scanner.fault(), place.applyAsLong(scanner.fault().offset()));
            i++;
            return false;
        }
        i++;
        lookForNames();
        boolean selected = true;
        for (int k = 0; k < selectors.size() && selected; k++)
        {
            selected = evaluator.matches(k);
        }
        final boolean wanted = selected != inverted && choice.takes(time);
        matches += wanted ? 1 : 0;
        if (explanation != null)
        {
            explanation.print(view, i - 1, wanted);
        }
        return wanted && explanation == null;
    }
}
