package io.skim.handlers.select;

import io.skim.handlers.patch.Steps;
import io.skim.scan.FrameView;
import io.skim.scan.HeaderScanner;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.remoting.RemotingScanner;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongBiFunction;

/** Tables whose selectors each name a property of their own, and frames for them: what {@link WideTableTest} counts. */
public final class WideTables implements ToLongBiFunction<String, Integer>
{
    /** Conditions on a property that {@code v} meets and {@code w} does not, and the frames that have it. */
    public enum Kind
    {
        BINARY("= 'v'"), JSON("= 'v'"), AMQP("= 'v'"), SETS("IN ('u', 'v')"), PARTS("CONTAINS 'v'"), PATTERNS("LIKE '%v'");

        private final String condition;

        Kind(final String condition)
        {
            this.condition = condition;
        }

        private boolean isAmqp()
        {
            return this == AMQP || this == PATTERNS;
        }
    }

    /** What is scanned for, and what of. */
    private static final class Task
    {
        private final SelectorTable table;
        private final SelectorEvaluator evaluator;
        private final HeaderScanner scanner;
        private final FrameView view = new FrameView();

        Task(final Kind kind, final int selectors)
        {
            final List<Selector> all = new ArrayList<>();
            for (int i = 0; i < selectors; i++)
            {
                final String condition = name(i) + ' ' + kind.condition;
                all.add(kind.isAmqp() ? Selector.jms(condition) : Selector.sql(condition));
            }
            table = SelectorTable.of(all);
            evaluator = new SelectorEvaluator(table);
            scanner = kind.isAmqp() ? new AmqpScanner() : new RemotingScanner();
        }

        int firstMatch(final byte[] frame)
        {
            scanner.scan(view.wrap(frame), table.interest(), evaluator);
            return evaluator.firstMatch();
        }
    }

    /** Of the same length for all. */
    private static String name(final int selector)
    {
        return String.format("p%06d", selector);
    }

    /** A frame with the properties of two selectors, and others that no selector names. */
    private static byte[] frame(final Kind kind, final int selectors, final String middle, final String last)
    {
        final Map<String, String> properties = new LinkedHashMap<>();
        properties.put("q000001", "v");
        properties.put(name(selectors - 1), last);
        properties.put(name(selectors / 2), middle);
        properties.put("other", "v");
        return kind.isAmqp() ? AmqpMessages.properties(new LinkedHashMap<>(properties)) : kind == Kind.JSON ? Properties
            .json(properties) : Properties.binary(properties);
    }

    /** Scans frames with a table that has scanned others; gives the steps. */
    @Override
    public long applyAsLong(final String kindName, final Integer selectors)
    {
        final Kind kind = Kind.valueOf(kindName);
        final Task task = new Task(kind, selectors);
        final byte[] one = frame(kind, selectors, "v", "w");
        final byte[] other = frame(kind, selectors, "w", "v");
        final byte[] none = frame(kind, selectors, "w", "w");
        task.firstMatch(one);
        Steps.reset();
        task.firstMatch(other);
        task.firstMatch(none);
        task.firstMatch(one);
        return Steps.taken();
    }

    /** Which selector the properties of two of them match first. */
    int firstMatch(final Kind kind, final int selectors, final String middle, final String last)
    {
        return new Task(kind, selectors).firstMatch(frame(kind, selectors, middle, last));
    }
}
