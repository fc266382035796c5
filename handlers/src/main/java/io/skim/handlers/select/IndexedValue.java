package io.skim.handlers.select;

import io.skim.handlers.select.Condition.Part;
import io.skim.handlers.select.Condition.Range;
import io.skim.handlers.select.Condition.Source;
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

    /** The slot of the value; -1 if it takes a program to load it. */
    final int slot;
    /** Null if a slot has the value. */
    private final Program load;
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

    IndexedValue(final Source source, final Map<Object, List<Integer>> equal, final List<Integer> present)
    {
        slot = source.op() == Op.SLOT ? source.slots().get(0) : -1;
        load = slot < 0 ? load(source) : null;
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
        parts = held.isEmpty() ? TextIndex.EMPTY : new TextIndex(held);
        ranges = within.isEmpty() ? RangeIndex.EMPTY : new RangeIndex(within);
        byAnyNumber = ints(anyNumber);
        byPresence = ints(present);
    }

    static int[] ints(final Collection<Integer> selectors)
    {
        return selectors.stream().mapToInt(Integer::intValue).toArray();
    }

    private static Program load(final Source source)
    {
        final ProgramBuilder builder = new ProgramBuilder();
        final List<Integer> operands = new ArrayList<>(source.slots());
        if (source.otherwise() != null)
        {
            operands.add(builder.text(source.otherwise()));
        }
        builder.emit(source.op(), ints(operands));
        return new Program(builder);
    }

    /** Adds the selectors that may select the frame whose values a machine has. */
    void find(final Machine machine, final Candidates candidates)
    {
        final Slots slots = machine.slots();
        if (slot < 0)
        {
            machine.run(load);
            final Operands value = machine.operands();
            final boolean constant = value.types[0] == Slots.CONSTANT;
            find(machine, candidates, value.types[0], constant ? load.pool : slots.text, value.from[0], value.to[0],
                value.numbers[0]);
        }
        else if (slots.types[slot] > Slots.NULL)
        {
            find(machine, candidates, slots.types[slot], slots.text, slots.from[slot], slots.to[slot],
                slots.types[slot] == Slots.TEXT ? slot : slots.numbers[slot]);
        }
    }

    private void find(final Machine machine, final Candidates candidates, final int type, final byte[] text,
        final int from, final int to, final long number)
    {
        if (type == Slots.NULL)
        {
            return;
        }
        candidates.addAll(byPresence);
        if (type == Slots.TEXT || type == Slots.CONSTANT)
        {
            final int known = byText.length == 0 ? -1 : texts.indexOf(text, from, to);
            if (known >= 0)
            {
                candidates.addAll(byText[known]);
            }
            if (!parts.isEmpty())
            {
                parts.find(text, from, to, candidates);
            }
            findNumber(machine.slots(), candidates, text, from, to, (int)number);
        }
        else if (type == Slots.INT || type == Slots.LONG)
        {
            markNumber(number, candidates);
        }
        else if (type == Slots.DOUBLE)
        {
            markFraction(Double.longBitsToDouble(number), candidates);
        }
        else
        {
            candidates.addAll(byAnyNumber);
        }
    }

    /** What the text of a slot, or of none, is as a number. */
    private void findNumber(final Slots slots, final Candidates candidates, final byte[] text, final int from,
        final int to, final int of)
    {
        if (byAnyNumber.length == 0)
        {
            return;
        }
        if (slots.readLong(of, text, from, to))
        {
            markNumber(slots.longRead(), candidates);
        }
        else if (!ranges.isEmpty() && slots.readDouble(of, text, from, to))
        {
            markFraction(slots.doubleRead(), candidates);
        }
    }

    private void markFraction(final double number, final Candidates candidates)
    {
        final long whole = (long)number;
        if (Math.abs(number) >= EXACT || Double.isNaN(number))
        {
            // Several whole numbers may be this one, and some dialects have what is not a number in an order.
            candidates.addAll(byAnyNumber);
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

    private void markNumber(final long number, final Candidates candidates)
    {
        // Rounded as bounds of ranges are.
        ranges.find((double)number, candidates);
        final int at = Arrays.binarySearch(numbers, number);
        if (at >= 0)
        {
            candidates.addAll(byNumber[at]);
        }
    }
}
