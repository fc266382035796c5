package io.skim.benchmarks;

import io.skim.scan.FrameView;
import io.skim.scan.remoting.RemotingNames;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Takes the fields of a frame without being called back: one of several classes that take turns, each with its own code
 * and profile, as {@link Answering} is for handlers.
 */
public abstract class Extracting
{
    /** The names of one letter, {@code a} with the id 0. */
    protected static final int SIZE = 14;
    /** All ext fields of a send header. */
    protected static final RemotingNames NAMES = RemotingNames.of(IntStream.range(0, SIZE).boxed().collect(Collectors
        .toMap(id -> String.valueOf((char)('a' + id)), Function.identity())));

    /** Makes one. */
    protected Extracting()
    {
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
