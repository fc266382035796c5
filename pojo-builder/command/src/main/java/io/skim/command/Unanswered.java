package io.skim.command;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** Requests with one name that have no response. */
public final class Unanswered
{
    private long count;
    private @Nullable SentRequest first;

    private Unanswered()
    {
    }

    /** Those among some requests that were sent at some times, by the name of what is asked; the most frequent first. */
    static List<Map.Entry<String, Unanswered>> of(final Iterable<SentRequest> requests, final LongPredicate times)
    {
        final Tally<String, Unanswered> names = new Tally<>(Traffic.MOST_NAMES, Unanswered::new);
        for (final SentRequest request : requests)
        {
            if (times.test(request.time()))
            {
                final String name = request.codeName();
                names.of(name == null ? "code " + request.code() : name).add(request);
            }
        }
        final List<Map.Entry<String, Unanswered>> sorted = names.sorted(each -> each.count);
        if (names.hasOthers())
        {
            sorted.add(Map.entry("others", names.others()));
        }
        return sorted;
    }

    private void add(final SentRequest request)
    {
        count++;
        first = first == null || first.time() > request.time() ? request : first;
    }

    /** {@return how many there are} */
    public long count()
    {
        return count;
    }

    /** {@return the one that was sent first} */
    public SentRequest first()
    {
        return Objects.requireNonNull(first);
    }
}
