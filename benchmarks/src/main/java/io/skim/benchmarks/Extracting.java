package io.skim.benchmarks;

import io.skim.scan.FrameView;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import java.util.Map;

/**
 * Takes the fields of a frame without being called back: one of several classes that take turns, each with its own code
 * and profile, as {@link Answering} is for handlers.
 */
public abstract class Extracting
{
    /** All ext fields of a send header, whose names are one letter; {@code a} has the id 0. */
    protected static final RemotingInterest WANTED = wanted();

    /** Makes one. */
    protected Extracting()
    {
    }

    private static RemotingInterest wanted()
    {
        final RemotingInterest.Builder builder = RemotingScanner.interest();
        for (char name = 'a'; name <= 'n'; name++)
        {
            builder.entry(String.valueOf(name), name - 'a');
        }
        return builder.build();
    }

    /**
     * Takes the fields of a frame into a row.
     *
     * @param frame wrapped.
     * @return a number made of all values, -1 if the frame was refused.
     */
    public abstract int answer(FrameView frame);

    /**
     * The texts of the frame that was taken last.
     *
     * @param frame still wrapped.
     * @return of {@code a}, {@code b}, {@code c}, {@code i}, {@code n} and {@code remark} those that there are.
     */
    public abstract Map<String, String> texts(FrameView frame);
}
