package io.skim.handlers.select;

import io.skim.handlers.select.Condition.Part;
import io.skim.handlers.select.Condition.Range;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * A value of frames, and which selectors may select a frame that has it. Immutable.
 */
final class IndexedValue
{
    /** Beyond this, not every whole number is a double. */
    private static final double EXACT = 1L << 53;

    private final Node source;
    private final TextSet texts;
    /** By the text's index. */
    private final int[][] byText;
    /** Ascending. */
    private final long[] numbers;
    private final int[][] byNumber;
    private final TextIndex parts;
    private final RangeIndex ranges;
    /** Of all numbers and ranges. */
    private final int[] byAnyNumber;
    private final int[] byPresence;

    IndexedValue(final Node source, final Map<Object, List<Integer>> equal, final List<Integer> present)
    {
        this.source = source;
        final List<String> all = new ArrayList<>();
        final List<Long> ascending = new ArrayList<>();
        final Map<String, List<Integer>> held = new LinkedHashMap<>();
        final Map<Range, List<Integer>> within = new LinkedHashMap<>();
        final Collection<Integer> anyNumber = new LinkedHashSet<>();
        equal.forEach((key, selectors) -> {
            if (key instanceof String text)
            {
                all.add(text);
                return;
            }
            if (key instanceof Part part)
            {
                held.put(part.text(), selectors);
                return;
            }
            anyNumber.addAll(selectors);
            if (key instanceof Range range)
            {
                within.put(range, selectors);
            }
            else
            {
                ascending.add((Long)key);
            }
        });
        ascending.sort(null);
        texts = new TextSet(all);
        byText = all.stream().map(equal::get).map(IndexedValue::ints).toArray(int[][]::new);
        numbers = ascending.stream().mapToLong(Long::longValue).toArray();
        byNumber = ascending.stream().map(equal::get).map(IndexedValue::ints).toArray(int[][]::new);
        parts = new TextIndex(held);
        ranges = new RangeIndex(within);
        byAnyNumber = ints(anyNumber);
        byPresence = ints(present);
    }

    private static int[] ints(final Collection<Integer> selectors)
    {
        return selectors.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Sets the bits of the selectors that may select the frame whose values are in slots. */
    void find(final Slots slots, final long[] candidates)
    {
        final Value value = Node.valueOf(source, slots);
        if (value.isMissing())
        {
            return;
        }
        mark(byPresence, candidates);
        switch (value.type)
        {
            case Value.TEXT -> findText(value, candidates);
            case Value.INT, Value.LONG -> markNumber(value.number, candidates);
            case Value.DOUBLE -> markFraction(value.asDouble(), candidates);
            default -> mark(byAnyNumber, candidates);
        }
    }

    private void findText(final Value value, final long[] candidates)
    {
        final int known = byText.length == 0 ? -1 : texts.indexOf(value.text, value.from, value.to);
        if (known >= 0)
        {
            mark(byText[known], candidates);
        }
        if (!parts.isEmpty())
        {
            parts.find(value.text, value.from, value.to, candidates);
        }
        if (byAnyNumber.length > 0 && value.readLong())
        {
            markNumber(value.longRead(), candidates);
        }
        else if (!ranges.isEmpty() && value.readDouble())
        {
            markFraction(value.doubleRead(), candidates);
        }
    }

    private void markFraction(final double number, final long[] candidates)
    {
        final long whole = (long)number;
        if (Math.abs(number) >= EXACT || Double.isNaN(number))
        {
            // Several whole numbers may be this one, and some dialects have what is not a number in an order.
            mark(byAnyNumber, candidates);
        }
        else if ((double)whole == number)
        {
            markNumber(whole, candidates);
        }
        else
        {
            ranges.find(number, candidates);
        }
    }

    private void markNumber(final long number, final long[] candidates)
    {
        // Rounded as bounds of ranges are.
        ranges.find((double)number, candidates);
        final int at = Arrays.binarySearch(numbers, number);
        if (at >= 0)
        {
            mark(byNumber[at], candidates);
        }
    }

    static void mark(final int[] selectors, final long[] candidates)
    {
        for (final int selector : selectors)
        {
            candidates[selector >> 6] |= 1L << selector;
        }
    }
}
