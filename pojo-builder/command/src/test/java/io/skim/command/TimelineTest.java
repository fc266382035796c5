package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimelineTest
{
    private static final long SECOND = 1_000_000;
    private static final long START = 1_700_000_000_000_000L;

    /** Each time is counted in the interval that it is in, whatever the order: as in captures whose files are not in theirs. */
    @ParameterizedTest
    @ValueSource(longs = {1, 1_000, 59 * SECOND, 120 * SECOND, 121 * SECOND, 86_400 * SECOND, 1L << 55})
    void eachTimeIsCountedWhereItIs(final long length)
    {
        final Random random = new Random(length);
        for (int round = 0; round < 20; round++)
        {
            final Timeline timeline = new Timeline(SECOND);
            final List<Long> times = new ArrayList<>();
            for (int k = 0; k < 500; k++)
            {
                times.add(START + (long)(random.nextDouble() * length));
            }
            Collections.sort(times);
            Collections.rotate(times, random.nextInt(times.size()));
            times.forEach(time -> timeline.add(time, 1, false));
            compare(times, timeline);
        }
    }

    private static void compare(final List<Long> times, final Timeline timeline)
    {
        assertTrue(timeline.intervals().size() <= Timeline.MOST);
        for (int k = 0; k < timeline.intervals().size(); k++)
        {
            final long from = timeline.time(k);
            assertEquals(times.stream().filter(time -> time >= from && time < from + timeline.width()).count(), timeline
                .intervals().get(k).frames);
        }
        assertEquals(times.size(), timeline.intervals().stream().mapToLong(interval -> interval.frames).sum());
    }

    /** As a hostile capture has them. */
    @Test
    void anyTimesAreCounted()
    {
        final Timeline timeline = new Timeline(1_000);
        final long[] times =
            {0, Long.MAX_VALUE, Long.MIN_VALUE + 1, -1, START, Long.MIN_VALUE / 2 - 1, Long.MIN_VALUE / 2};
        for (final long time : times)
        {
            timeline.add(time, 1, true);
        }
        assertTrue(timeline.intervals().size() <= Timeline.MOST);
        assertEquals(times.length, timeline.intervals().stream().mapToLong(interval -> interval.errors).sum());
    }

    @Test
    void latenciesStayWithTheirIntervals()
    {
        final Timeline timeline = new Timeline(SECOND);
        timeline.at(START + 500 * SECOND).latency(7);
        timeline.at(START).latency(5);
        assertEquals(5, timeline.intervals().get(0).latencyAt(100));
        assertEquals(1, timeline.intervals().get(0).latencyCount());
        assertEquals(7, timeline.at(START + 500 * SECOND).latencyAt(50));
    }
}
