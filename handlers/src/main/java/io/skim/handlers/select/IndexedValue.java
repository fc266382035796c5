package io.skim.handlers.select;

import io.skim.handlers.select.Condition.Part;
import io.skim.handlers.select.Condition.Range;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The index over one value of frames: it finds the selectors that may select a frame with this value. Immutable.
 */
final class IndexedValue
{
    /** Shared, because a table may have many such indexes, and most of their parts are empty. */
    private static final int[] NO_SELECTORS = {};
    private static final int[][] NO_LISTS = {};
    private static final long[] NO_NUMBERS = {};

    private final Node source;
    /** The texts that selectors compare the value with; null if there are none. */
    private final @Nullable TextSet texts;
    /** The selectors of each text, by its index. */
    private final int[][] byText;
    /** Ascending. */
    private final long[] numbers;
    private final int[][] byNumber;
    private final TextIndex parts;
    private final RangeIndex ranges;
    private final int[] byPresence;

    /**
     * Makes an index.
     *
     * @param source   of the value.
     * @param selectors by what they want of the value, as in {@link Key}.
     */
    IndexedValue(final Node source, final Map<@Nullable Object, List<Integer>> selectors)
    {
        this.source = source;
        final List<String> all = new ArrayList<>();
        final List<Long> ascending = new ArrayList<>();
        final Map<String, List<Integer>> held = new LinkedHashMap<>();
        final Map<Range, List<Integer>> within = new LinkedHashMap<>();
        selectors.forEach((wanted, wanting) -> {
            if (wanted instanceof String text)
            {
                all.add(text);
            }
            else if (wanted instanceof Part part)
            {
                held.put(part.text(), wanting);
            }
            else if (wanted instanceof Range range)
            {
                within.put(range, wanting);
            }
            else if (wanted instanceof Long number)
            {
                ascending.add(number);
            }
        });
        ascending.sort(null);
        texts = all.isEmpty() ? null : new TextSet(all);
        byText = lists(all, selectors);
        numbers = ascending.isEmpty() ? NO_NUMBERS : ascending.stream().mapToLong(Long::longValue).toArray();
        byNumber = lists(ascending, selectors);
        parts = held.isEmpty() ? TextIndex.EMPTY : new TextIndex(held);
        ranges = within.isEmpty() ? RangeIndex.EMPTY : new RangeIndex(within);
        byPresence = ints(selectors.getOrDefault(null, List.of()));
    }

    static int[] ints(final Collection<Integer> selectors)
    {
        return selectors.isEmpty() ? NO_SELECTORS : selectors.stream().mapToInt(Integer::intValue).toArray();
    }

    /** For each value, the selectors that compare with it. */
    private static int[][] lists(final List<?> values, final Map<@Nullable Object, List<Integer>> selectors)
    {
        return values.isEmpty() ? NO_LISTS
            : values.stream().map(value -> ints(Objects.requireNonNull(selectors.get(value)))).toArray(int[][]::new);
    }

    /** Adds the selectors that may select the frame whose values are in slots. */
    void find(final Slots slots, final Candidates candidates)
    {
        final Value value = Node.valueOf(source, slots);
        if (value.isMissing())
        {
            return;
        }
        candidates.addAll(byPresence);
        switch (value.type)
        {
            case Value.TEXT -> findText(value, candidates);
            case Value.INT, Value.LONG -> findNumber(value.number, candidates);
            case Value.DOUBLE -> findFraction(value.asDouble(), candidates);
            default ->
            {
                // A value of another type equals no text or number, and is in no range.
            }
        }
    }

    private void findText(final Value value, final Candidates candidates)
    {
        final int known = texts == null ? -1 : texts.indexOf(value.text, value.from, value.to);
        if (known >= 0)
        {
            candidates.addAll(byText[known]);
        }
        if (!parts.isEmpty())
        {
            parts.find(value.text, value.from, value.to, candidates);
        }
        if (numbers.length == 0 && ranges.isEmpty())
        {
            return;
        }
        if (value.readLong())
        {
            findNumber(value.longRead, candidates);
        }
        else if (!ranges.isEmpty() && value.readDouble())
        {
            findFraction(value.doubleRead, candidates);
        }
    }

    /** Adds the selectors of all whole numbers that are rounded to this double: it equals each of them. */
    private void findFraction(final double number, final Candidates candidates)
    {
        // In one of the dialects NaN is greater than all numbers.
        ranges.find(Double.isNaN(number) ? Double.POSITIVE_INFINITY : number, candidates);
        int low = 0;
        int high = numbers.length;
        while (low < high)
        {
            final int middle = low + high >>> 1;
            if ((double)numbers[middle] < number)
            {
                low = middle + 1;
            }
            else
            {
                high = middle;
            }
        }
        while (numbers.length - low > 0 && (double)numbers[low] == number)
        {
            candidates.addAll(byNumber[low++]);
        }
    }

    private void findNumber(final long number, final Candidates candidates)
    {
        // Rounded like the bounds of ranges.
        ranges.find((double)number, candidates);
        final int at = Arrays.binarySearch(numbers, number);
        if (at >= 0)
        {
            candidates.addAll(byNumber[at]);
        }
    }
}
