package io.skim.handlers.select;

import io.skim.handlers.patch.Steps;
import io.skim.scan.FrameScanner;
import io.skim.scan.FrameView;
import io.skim.scan.Interest;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongBiFunction;

/** Tables whose selectors each name a property of their own, and frames for them: what {@link WideTableTest} counts. */
public final class WideTables implements ToLongBiFunction<String, Integer>
{
    /** Conditions on a property that one value meets and another does not, and the frames that have it. */
    public enum Kind
    {
        BINARY("= 'v'", "v", "w"), JSON("= 'v'", "v", "w"), AMQP("= 'v'", "v", "w"), SETS("IN ('u', 'v')", "v", "w"),
        PARTS("CONTAINS 'v'", "v", "w"), PATTERNS("LIKE '%v'", "v", "w"), NUMBERS("= 15", "15", "16"),
        RANGES("BETWEEN 14 AND 15", "15", "16"), PRESENCE("<> 'w'", "v", "w");

        /** What meets the condition. */
        final String good;
        /** What does not. */
        final String bad;

        private final String condition;

        Kind(final String condition, final String good, final String bad)
        {
            this.condition = condition;
            this.good = good;
            this.bad = bad;
        }

        private boolean isAmqp()
        {
            return this == AMQP || this == PATTERNS;
        }

        private Task<?> task(final int count)
        {
            return isAmqp() ? new Task<>(selectors(count, Selector::jms), new AmqpScanner())
                : new Task<>(selectors(count, Selector::sql), new RemotingScanner());
        }

        private <I extends Interest> List<Selector<I>> selectors(final int count,
            final Function<String, Selector<I>> compiler)
        {
            final List<Selector<I>> all = new ArrayList<>();
            for (int i = 0; i < count; i++)
            {
                all.add(compiler.apply(property(i) + ' ' + condition));
            }
            return all;
        }
    }

    /** In place of a kind: many ranges of one property, and one that reaches over all of them. */
    static final String REACHED = "REACHED";

    /** What is scanned for, and what of. */
    private static final class Task<I extends Interest>
    {
        private final SelectorTable<I> table;
        private final SelectorEvaluator evaluator;
        private final FrameScanner<I> scanner;
        private final FrameView view = new FrameView();

        Task(final List<Selector<I>> all, final FrameScanner<I> scanner)
        {
            table = SelectorTable.of(all);
            evaluator = new SelectorEvaluator(table);
            this.scanner = scanner;
        }

        int firstMatch(final byte[] frame)
        {
            scanner.scan(view.wrap(frame), table.interest(), evaluator);
            return evaluator.firstMatch();
        }
    }

    /** Of the same length for all. */
    private static String property(final int selector)
    {
        return String.format("p%06d", selector);
    }

    /** A frame with the properties of two selectors, and others that no selector names. */
    private static byte[] frame(final Kind kind, final int selectors, final String middle, final String last)
    {
        final Map<String, String> properties = new LinkedHashMap<>();
        properties.put("q000001", kind.good);
        properties.put(property(selectors - 1), last);
        properties.put(property(selectors / 2), middle);
        properties.put("other", kind.good);
        return kind.isAmqp() ? AmqpMessages.properties(new LinkedHashMap<>(properties)) : kind == Kind.JSON ? Properties
            .json(properties) : Properties.binary(properties);
    }

    /** Scans frames with a table that has scanned others; gives the steps. */
    @Override
    public long applyAsLong(final String kindName, final Integer selectors)
    {
        if (REACHED.equals(kindName))
        {
            return reached(selectors);
        }
        final Kind kind = Kind.valueOf(kindName);
        final Task<?> task = kind.task(selectors);
        final byte[] one = frame(kind, selectors, kind.good, kind.bad);
        final byte[] other = frame(kind, selectors, kind.bad, kind.good);
        final byte[] none = frame(kind, selectors, kind.bad, kind.bad);
        task.firstMatch(one);
        Steps.reset();
        task.firstMatch(other);
        task.firstMatch(none);
        task.firstMatch(one);
        return Steps.taken();
    }

    private static long reached(final int selectors)
    {
        final List<Selector<RemotingInterest>> all = new ArrayList<>();
        all.add(Selector.sql("p >= 0 AND q IS NOT NULL"));
        for (int i = 1; i < selectors; i++)
        {
            all.add(Selector.sql("p BETWEEN " + 10 * i + " AND " + (10 * i + 9)));
        }
        final Task<RemotingInterest> task = new Task<>(all, new RemotingScanner());
        final byte[] last = Properties.binary(Map.of("p", Integer.toString(10 * selectors - 5)));
        final byte[] none = Properties.binary(Map.of("p", Integer.toString(10 * selectors)));
        task.firstMatch(last);
        Steps.reset();
        if (task.firstMatch(last) != selectors - 1 || task.firstMatch(none) != -1)
        {
            throw new IllegalStateException("another range was found");
        }
        return Steps.taken();
    }

    /** Which selector the properties of two of them match first. */
    int firstMatch(final Kind kind, final int selectors, final String middle, final String last)
    {
        return kind.task(selectors).firstMatch(frame(kind, selectors, middle, last));
    }
}
