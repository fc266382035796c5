package io.skim.handlers.select;

import io.skim.scan.Interest;
import java.util.List;

/**
 * Selectors that are evaluated over one scan: a value that several of them name is read once. Immutable and free to share
 * between threads; evaluated by a {@link SelectorEvaluator}.
 *
 * <pre>
 * SelectorTable subscriptions = SelectorTable.of(List.of(Selector.sql("a &gt; 5"), Selector.tags("TagA")));
 * SelectorEvaluator evaluator = new SelectorEvaluator(subscriptions);
 *
 * scanner.scan(frame, subscriptions.interest(), evaluator);
 * for (int i = 0; i &lt; subscriptions.size(); i++)
 * {
 *     if (evaluator.matches(i)) { ... }
 * }
 * </pre>
 */
public final class SelectorTable
{
    final SlotTable slots;
    final Node[] nodes;
    final SelectorIndex index;

    private final List<Selector> selectors;

    private SelectorTable(final List<Selector> selectors, final SlotTable slots, final Node... nodes)
    {
        this.selectors = selectors;
        this.slots = slots;
        this.nodes = nodes;
        index = new SelectorIndex(nodes);
    }

    /** A table of one selector, which shares all that it has. */
    static SelectorTable of(final Selector selector)
    {
        return new SelectorTable(List.of(selector), selector.slots, selector.node);
    }

    /**
     * Makes a table.
     *
     * @param selectors in an order of the caller's, by which they are asked for; all of remoting frames or all of AMQP
     *                  messages; if for one the first match wins, then for all: a scan stops once each value that any of
     *                  them names was shown.
     * @return the table.
     * @throws IllegalArgumentException if there are none, or some of both kinds.
     */
    public static SelectorTable of(final List<Selector> selectors)
    {
        if (selectors.isEmpty() || selectors.stream().anyMatch(selector -> selector.amqp != selectors.get(0).amqp))
        {
            throw new IllegalArgumentException(selectors.isEmpty() ? "a table needs a selector"
                : "JMS selectors are for AMQP messages, the others for remoting frames: make a table of each");
        }
        if (selectors.stream().anyMatch(selector -> selector.isFirstMatchWins() != selectors.get(0).isFirstMatchWins()))
        {
            throw new IllegalArgumentException(
                "of equal names the first counts for some selectors and the last for others:"
                    + " make a table of each");
        }
        final Places places = new Places();
        final Node[] nodes = selectors.stream().map(selector -> selector.node(places)).toArray(Node[]::new);
        return new SelectorTable(List.copyOf(selectors),
            new SlotTable(places.list(), selectors.get(0).amqp, selectors.get(0).isFirstMatchWins()), nodes);
    }

    /**
     * What the selectors read of a frame.
     *
     * @return an interest whose ids a {@link SelectorEvaluator} of this table alone understands.
     */
    public Interest interest()
    {
        return slots.interest;
    }

    /**
     * What the selectors read of a stored record or batch entry, see {@link Selector#recordInterest()}.
     *
     * @return an interest whose ids a {@link SelectorEvaluator} of this table alone understands.
     * @throws IllegalStateException if these are selectors of AMQP messages.
     */
    public Interest recordInterest()
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
    public Selector selector(final int index)
    {
        return selectors.get(index);
    }
}
