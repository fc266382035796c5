package io.skim.handlers.select;

import io.skim.scan.Interest;
import io.skim.scan.records.RecordInterest;
import java.util.List;

/**
 * Selectors that are evaluated over one scan: a value that several of them name is read once. Immutable and free to share
 * between threads; evaluated by a {@link SelectorEvaluator}.
 *
 * <pre>
 * SelectorTable&lt;RemotingInterest&gt; subscriptions = SelectorTable.of(List.of(Selector.sql("a &gt; 5"), Selector.tags("TagA")));
 * SelectorEvaluator evaluator = new SelectorEvaluator(subscriptions);
 *
 * scanner.scan(frame, subscriptions.interest(), evaluator);
 * for (int i = 0; i &lt; subscriptions.size(); i++)
 * {
 *     if (evaluator.matches(i)) { ... }
 * }
 * </pre>
 *
 * @param <I> what the selectors read of a frame is declared by.
 */
public final class SelectorTable<I extends Interest>
{
    final SlotTable slots;
    final Node[] nodes;
    final SelectorIndex index;

    private final List<Selector<I>> selectors;

    private SelectorTable(final List<Selector<I>> selectors, final SlotTable slots, final Node... nodes)
    {
        this.selectors = selectors;
        this.slots = slots;
        this.nodes = nodes;
        index = new SelectorIndex(slots.size(), nodes);
    }

    /** A table of one selector, which shares all that it has. */
    static <I extends Interest> SelectorTable<I> of(final Selector<I> selector)
    {
        return new SelectorTable<>(List.of(selector), selector.slots, selector.node);
    }

    /**
     * Makes a table.
     *
     * @param selectors in an order of the caller's, by which they are asked for; if for one the first match wins, then for all: a scan stops once each value that any of
     *                  them names was shown.
     * @param <I>       what they read of a frame is declared by.
     * @return the table.
     * @throws IllegalArgumentException if there are none, or the first match wins for some and not for all.
     */
    public static <I extends Interest> SelectorTable<I> of(final List<Selector<I>> selectors)
    {
        if (selectors.isEmpty())
        {
            throw new IllegalArgumentException("a table needs a selector");
        }
        if (selectors.stream().anyMatch(selector -> selector.isFirstMatchWins() != selectors.get(0).isFirstMatchWins()))
        {
            throw new IllegalArgumentException(
                "of equal names the first counts for some selectors and the last for others:"
                    + " make a table of each");
        }
        final Places places = new Places();
        final Node[] nodes = selectors.stream().map(selector -> selector.node(places)).toArray(Node[]::new);
        return new SelectorTable<>(List.copyOf(selectors),
            new SlotTable(places.list(), selectors.get(0).amqp, selectors.get(0).isFirstMatchWins()), nodes);
    }

    /**
     * What the selectors read of a frame.
     *
     * @return an interest whose ids a {@link SelectorEvaluator} of this table alone understands.
     */
    public I interest()
    {
        return slots.interest();
    }

    /**
     * What the selectors read of a stored record or batch entry, see {@link Selector#recordInterest()}.
     *
     * @return an interest whose ids a {@link SelectorEvaluator} of this table alone understands.
     * @throws IllegalStateException if these are selectors of AMQP messages.
     */
    public RecordInterest recordInterest()
    {
        return slots.recordInterest();
    }

    /**
     * How many selectors there are.
     *
     * @return the count.
     */
    public int size()
    {
        return nodes.length;
    }

    /**
     * One of the selectors.
     *
     * @param index of the selector, from 0.
     * @return the selector.
     * @throws IndexOutOfBoundsException if there is none at the index.
     */
    public Selector<I> selector(final int index)
    {
        return selectors.get(index);
    }
}
