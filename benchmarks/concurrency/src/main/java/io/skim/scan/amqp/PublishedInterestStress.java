package io.skim.scan.amqp;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import java.util.HexFormat;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** An interest that one thread hands to another by a plain field: the other one scans with it and gets all that it declares. */
@JCStressTest
@Outcome(id = "0", expect = ACCEPTABLE, desc = "Not seen yet.")
@Outcome(id = "2", expect = ACCEPTABLE, desc = "Seen, and complete.")
@Outcome(expect = FORBIDDEN, desc = "Seen with parts missing.")
@State
public class PublishedInterestStress
{
    private static final AmqpScanner SCANNER = new AmqpScanner();
    /** A header that says durable, and the application property a = 1. */
    private static final FrameView MESSAGE = new FrameView().wrap(HexFormat.of().parseHex(
        "005370c0020141" + "005374c10602a101615401"));
    private static final Counter COUNTER = new Counter();

    /** Neither volatile nor final: the object must do without. */
    private AmqpInterest shared;

    /** Counts the values that it is shown. */
    private static final class Counter implements DataHandler
    {
        private int shown;

        @Override
        public Action onField(final int id, final Cursor value)
        {
            shown++;
            return Action.CONTINUE;
        }
    }

    /** Makes the interest. */
    @Actor
    public void make()
    {
        shared = AmqpScanner.interest().field(AmqpField.DURABLE, 0).property("a", 1).build();
    }

    /**
     * Scans with it.
     *
     * @param result the number of values that were shown.
     */
    @Actor
    public void use(final I_Result result)
    {
        final AmqpInterest seen = shared;
        COUNTER.shown = 0;
        try
        {
            if (seen != null)
            {
                SCANNER.scan(MESSAGE, seen, COUNTER);
            }
            result.r1 = seen == null || COUNTER.shown > 0 ? COUNTER.shown : -1;
        }
        catch (final NullPointerException | IndexOutOfBoundsException e)
        {
            result.r1 = -2;
        }
    }
}
