package io.skim.handlers.select;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/**
 * Finds those of many texts that another text contains, in one pass over it. Immutable.
 * <p>
 * There is a state for each prefix of a text. For the next byte a state has a step to a longer prefix, or else a link to the
 * state of the longest suffix of the matched bytes that is also a prefix.
 *
 * @see "Aho, Corasick: Efficient String Matching, 1975"
 */
final class TextIndex
{
    /** An index of no texts, for most values; shared, because the table of the root takes a kilobyte. */
    static final TextIndex EMPTY = new TextIndex(Map.of());

    private static final int BYTES = 256;
    private static final int ROOT = 0;
    private static final int NONE = -1;

    /** The steps by the key {@code state << 8 | byte}, ascending; the steps of the root also have a table. */
    private final long[] steps;
    private final int[] first = new int[BYTES];
    private final int[] shorter;
    /**
     * For each state, the selectors of the text that ends there. Beside it, the state of a shorter text that also ends there,
     * or {@link #NONE}.
     */
    private final int[][] selectors;
    private final int[] alsoEnds;

    TextIndex(final Map<String, List<Integer>> texts)
    {
        final List<int[]> children = new ArrayList<>();
        final List<List<Integer>> wanting = new ArrayList<>();
        final List<Integer> bytes = new ArrayList<>();
        addState(children, wanting, bytes, 0);
        texts.forEach((text, wanters) -> wanting.get(insert(children, wanting, bytes, text)).addAll(wanters));
        final int states = children.size();
        selectors =
            wanting.stream().map(list -> list.stream().mapToInt(Integer::intValue).toArray()).toArray(int[][]::new);
        shorter = new int[states];
        alsoEnds = new int[states];
        Arrays.fill(alsoEnds, NONE);
        steps = new long[states - 1];
        int count = 0;
        for (int state = 0; state < states; state++)
        {
            for (final int child : children.get(state))
            {
                steps[count++] = step(state, bytes.get(child)) << Integer.SIZE | child;
            }
        }
        Arrays.sort(steps);
        for (final int child : children.get(ROOT))
        {
            first[bytes.get(child)] = child;
        }
        link(children, bytes);
    }

    private static long step(final int state, final int value)
    {
        return (long)state << Byte.SIZE | value;
    }

    private static int addState(final List<int[]> children, final List<List<Integer>> wanting,
        final List<Integer> bytes,
        final int value)
    {
        children.add(new int[0]);
        wanting.add(new ArrayList<>());
        bytes.add(value);
        return children.size() - 1;
    }

    private static int insert(final List<int[]> children, final List<List<Integer>> wanting, final List<Integer> bytes,
        final String text)
    {
        int state = ROOT;
        for (final byte letter : text.getBytes(StandardCharsets.UTF_8))
        {
            final int value = letter & 0xFF;
            int next = ROOT;
            for (final int child : children.get(state))
            {
                next = bytes.get(child) == value ? child : next;
            }
            if (next == ROOT)
            {
                next = addState(children, wanting, bytes, value);
                final int[] more = Arrays.copyOf(children.get(state), children.get(state).length + 1);
                more[more.length - 1] = next;
                children.set(state, more);
            }
            state = next;
        }
        return state;
    }

    /** Links the states breadth first, because a link leads to a state that is already linked. */
    private void link(final List<int[]> children, final List<Integer> bytes)
    {
        final Deque<Integer> due = new ArrayDeque<>();
        Arrays.stream(children.get(ROOT)).forEach(due::add);
        while (!due.isEmpty())
        {
            final int state = due.remove();
            alsoEnds[state] = selectors[shorter[state]].length > 0 ? shorter[state] : alsoEnds[shorter[state]];
            for (final int child : children.get(state))
            {
                shorter[child] = next(shorter[state], bytes.get(child));
                due.add(child);
            }
        }
    }

    private int next(final int from, final int value)
    {
        int state = from;
        while (state != ROOT)
        {
            final int next = child(state, value);
            if (next != NONE)
            {
                return next;
            }
            state = shorter[state];
        }
        return first[value];
    }

    private int child(final int state, final int value)
    {
        final long wanted = step(state, value) << Integer.SIZE;
        final int at = -Arrays.binarySearch(steps, wanted) - 1;
        return at < steps.length && steps[at] >>> Integer.SIZE == wanted >>> Integer.SIZE ? (int)steps[at] : NONE;
    }

    boolean isEmpty()
    {
        return steps.length == 0;
    }

    /** Adds the selectors of all texts that a part of an array contains. */
    void find(final byte[] array, final int from, final int to, final Candidates candidates)
    {
        int state = ROOT;
        for (int i = from; i < to; i++)
        {
            state = next(state, array[i] & 0xFF);
            for (int end = state; end > ROOT; end = alsoEnds[end])
            {
                candidates.addAll(selectors[end]);
            }
        }
    }
}
