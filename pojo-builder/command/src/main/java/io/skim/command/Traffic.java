package io.skim.command;

import io.skim.store.capture.SegmentCounts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What statistics of a capture tell besides counts: how long answers took, what failed, how much there was over time. Memory
 * is limited, whatever comes.
 */
final class Traffic
{
    /** How many names of answers are told apart, and how many kinds of failures. */
    static final int MOST_NAMES = 64;
    static final int MOST_FAILURES = 1_024;
    /** How many of the slowest answers are remembered. */
    static final int MOST_SLOW = 10;

    /** Remarks of one kind of failure may differ behind so many UTF-16 units. */
    private static final int SAME_REMARK = 160;
    private static final int DIGITS = 3;
    private static final long SECOND = 1_000_000;
    /** In microseconds: a week; what takes longer counts as that. */
    private static final long LONGEST = 604_800_000_000L;

    final Timeline timeline = new Timeline(SECOND);
    final Tally<Failure, Failures> failures = new Tally<>(MOST_FAILURES, Failures::new);
    private final Map<String, Distribution> latencies = new LinkedHashMap<>();
    private final Distribution otherLatencies = new Distribution(DIGITS);
    final Slowest slowest = new Slowest(MOST_SLOW);
    /** Names of answers that may have waited for messages. */
    final Set<String> waiting = new HashSet<>();
    /** Of the captures before the current one; null if it is the first. */
    private @Nullable Segments segments;
    /** Of the current capture; null before the first. */
    private @Nullable SegmentCounts current;

    /**
     * A kind of failure.
     *
     * @param name   of what was asked, or of what failed.
     * @param reason the name of the code, or the condition.
     * @param remark the beginning of that which came with it; null for none.
     */
    record Failure(String name, String reason, @Nullable String remark)
    {
    }

    /** Failures of one kind. */
    static final class Failures
    {
        private long count;
        private @Nullable String remark;

        private void add(final @Nullable String text)
        {
            remark = count++ == 0 && text != null ? Remarks.kept(text) : remark;
        }

        long count()
        {
            return count;
        }

        /** The remark of the first one; null for none. */
        @Nullable
        String remark()
        {
            return remark;
        }
    }

    /** Counts an answer. */
    void answer(final Slowest.Answer answer)
    {
        answer(answer, false);
    }

    /** Counts an answer, which may have waited for messages: then it is none of the slowest. */
    void answer(final Slowest.Answer answer, final boolean waited)
    {
        Distribution known = latencies.get(answer.name());
        if (known == null)
        {
            known = otherLatencies;
            if (latencies.size() < MOST_NAMES)
            {
                known = new Distribution(DIGITS);
                latencies.put(answer.name(), known);
            }
        }
        known.add(Math.min(LONGEST, answer.latency()));
        if (waited)
        {
            waiting.add(answer.name());
        }
        else
        {
            slowest.add(answer);
        }
    }

    /** Counts a failure. */
    void failure(final String name, final String reason, final @Nullable String remark)
    {
        final String begin =
            remark == null ? null : remark.length() > SAME_REMARK ? remark.substring(0, SAME_REMARK) : remark;
        failures.of(new Failure(name, reason, begin)).add(remark);
    }

    /** Takes what is counted in a capture, at its beginning. */
    void capturing(final SegmentCounts counts)
    {
        segments = segments();
        current = counts;
    }

    /** What the network did so far; null if no capture is read. */
    @Nullable
    Segments segments()
    {
        return current == null ? segments : Segments.plus(segments, current);
    }

    /** How long answers took, in microseconds, by the name of what was asked, in the order of their total time. */
    List<Map.Entry<String, Distribution>> latencies()
    {
        final List<Map.Entry<String, Distribution>> sorted = new ArrayList<>(latencies.entrySet());
        sorted.sort(Comparator.comparingDouble((final Map.Entry<String, Distribution> entry) -> entry.getValue().sum())
            .reversed());
        if (otherLatencies.count() > 0)
        {
            sorted.add(Map.entry("others", otherLatencies));
        }
        return sorted;
    }
}
