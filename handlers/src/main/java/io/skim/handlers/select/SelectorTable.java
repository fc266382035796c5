package io.skim.handlers.select;

import io.skim.scan.Interest;
import io.skim.scan.records.RecordInterest;
import io.skim.scan.records.RecordScreen;
import java.util.List;

/**
 * Selectors that are evaluated over one scan: a value that several of them name is read once. Immutable; threads can share it. A
 * {@link SelectorEvaluator} evaluates it.
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
 * @param <I> the interest that declares the values of the selectors.
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

    /** A table of one selector, with its slots and interests. */
    static <I extends Interest> SelectorTable<I> of(final Selector<I> selector)
    {
        return new SelectorTable<>(List.of(selector), selector.slots, selector.node);
    }

    /**
     * Makes a table.
     *
     * @param selectors in the caller's order; their indices are those of the list. The first match must win for all of them or for
     *                  none.
     * @param <I>       the interest that declares their values.
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
            new SlotTable(places.list(), selectors.get(0).isAmqp(), selectors.get(0).isFirstMatchWins()), nodes);
    }

    /** {@return an interest in the values that the selectors read, for a {@link SelectorEvaluator} of this table only} */
    public I interest()
    {
        return slots.interest();
    }

    /**
     * The values that the selectors read of a stored record or batch entry, see {@link Selector#recordInterest()}.
     *
     * @return an interest, for a {@link SelectorEvaluator} of this table only.
     * @throws IllegalStateException if these are selectors of AMQP messages.
     */
    public RecordInterest recordInterest()
    {
        return slots.recordInterest();
    }

    /**
     * What a stored record needs, so that all selectors of the table can select it; see {@link Selector#recordScreen()}.
     *
     * @return a screen, for {@code SegmentReader}.
     */
    public RecordScreen recordScreen()
    {
        return selectors.get(0).isAmqp() ? RecordScreen.NONE : Screens.of(List.of(nodes), slots.places);
    }

    /** {@return the number of selectors} */
    public int size()
    {
        return nodes.length;
    }

    /**
     * The selector at an index.
     *
     * @param index of the selector, from 0.
     * @return the selector.
     * @throws IndexOutOfBoundsException if there is no such selector.
     */
    public Selector<I> selector(final int index)
    {
        return selectors.get(index);
    }

    /** {@return a line for people, such as {@code SelectorTable[2 selectors]}: there may be many} Allocates. */
    @Override
    public String toString()
    {
        return "SelectorTable[" + nodes.length + " selectors]";
    }
}
