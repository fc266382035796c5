package io.skim.docs.snippets;

import io.skim.handlers.select.Columns;
import io.skim.handlers.select.RowExtractor;
import io.skim.handlers.select.Selector;
import io.skim.handlers.select.SelectorEvaluator;
import io.skim.handlers.select.SelectorException;
import io.skim.handlers.select.SelectorTable;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import java.util.function.IntConsumer;

/** Frames chosen by expressions, and values taken out of them. */
final class Selecting
{
    private Selecting()
    {
    }

    // snippet: select-frames
    /** Selects remoting frames, binary and JSON ones. */
    static final class Orders
    {
        private static final Selector<RemotingInterest> SELECTOR = Selector.sql("$topic = 'orders' AND amount > 100");

        private final RemotingScanner scanner = new RemotingScanner();
        private final SelectorEvaluator evaluator = new SelectorEvaluator(SELECTOR);

        boolean isSelected(final FrameView frame)
        {
            return scanner.scan(frame, SELECTOR.interest(), evaluator) == Outcome.COMPLETE && evaluator.matches();
        }
    }
    // end

    // snippet: select-subscriptions
    /** One scan for the selectors of all subscriptions. */
    static final class Subscriptions
    {
        private final RemotingScanner scanner = new RemotingScanner();
        private final SelectorTable<RemotingInterest> table; // a selector for each subscription; free to share between threads
        private final SelectorEvaluator evaluator; // of this thread

        Subscriptions(final SelectorTable<RemotingInterest> table)
        {
            this.table = table;
            evaluator = new SelectorEvaluator(table);
        }

        void deliver(final FrameView frame, final IntConsumer subscription)
        {
            scanner.scan(frame, table.interest(), evaluator);
            for (int i = 0; i < table.size(); i++)
            {
                if (evaluator.matches(i)) // false if the frame is malformed
                {
                    subscription.accept(i);
                }
            }
        }
    }
    // end

    // snippet: select-messages
    private static final Selector<AmqpInterest> URGENT = Selector.jms("JMSPriority > 4 OR colour IN ('red', 'orange')");

    static boolean isUrgent(final AmqpScanner scanner, final FrameView message, final SelectorEvaluator evaluator)
    {
        scanner.scan(message, URGENT.interest(), evaluator);
        return evaluator.matches();
    }
    // end

    // snippet: select-hint
    private static final Selector<AmqpInterest> RED = Selector.jms("colour = 'red'").firstMatchWins(); // for hints alone

    static boolean isLikelyRed(final AmqpScanner scanner, final FrameView message, final SelectorEvaluator evaluator)
    {
        scanner.scan(message, RED.interest(), evaluator); // STOPPED after the first colour, COMPLETE without one
        return evaluator.matches();
    }
    // end

    static SelectorEvaluator red()
    {
        return new SelectorEvaluator(RED);
    }

    static SelectorEvaluator urgent()
    {
        return new SelectorEvaluator(URGENT);
    }

    // snippet: select-refused
    static String complaint(final String expression)
    {
        try
        {
            Selector.sql(expression);
            return null;
        }
        catch (final SelectorException e)
        {
            return e.column() + ": " + e.reason(); // of "a == 5": column 4
        }
    }
    // end

    // snippet: select-columns
    static final int CODE = 0;
    static final int TOPIC = 1;
    static final int AMOUNT = 2;
    static final Columns<RemotingInterest> COLUMNS = Columns.remoting("$code", "$topic", "amount");

    static double amountOf(final RemotingScanner scanner, final FrameView frame, final RowExtractor row)
    {
        scanner.scan(frame, COLUMNS.interest(), row);
        final boolean sends = row.getInt(CODE, -1) == 310 && !row.isNull(TOPIC);
        return sends ? row.getDouble(AMOUNT, 0) : 0; // texts: row.bytes(), row.copyTo(TOPIC, ...)
    }
    // end
}
