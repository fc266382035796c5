package io.skim.handlers.select;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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
        final List<State> states = new ArrayList<>();
        final State root = new State(states, ROOT);
        texts.forEach((text, wanting) -> {
            State state = root;
            for (final byte letter : text.getBytes(StandardCharsets.UTF_8))
            {
                state = state.next.computeIfAbsent(letter & 0xFF, value -> new State(states, value));
            }
            state.wanting.addAll(wanting);
        });
        selectors = states.stream().map(state -> IndexedValue.ints(state.wanting)).toArray(int[][]::new);
        shorter = new int[states.size()];
        alsoEnds = new int[states.size()];
        Arrays.fill(alsoEnds, NONE);
        steps =
            states.stream().flatMapToLong(state -> state.next.values().stream().mapToLong(child -> step(state.number,
                child.value) << Integer.SIZE | child.number)).sorted().toArray();
        root.next.values().forEach(child -> first[child.value] = child.number);
        link(root);
    }

    private static long step(final int state, final int value)
    {
        return (long)state << Byte.SIZE | value;
    }

    /** Links the states breadth first, because a link leads to a state that is already linked. */
    private void link(final State root)
    {
        final Deque<State> due = new ArrayDeque<>(root.next.values());
        while (!due.isEmpty())
        {
            final State state = due.remove();
            final int link = shorter[state.number];
            alsoEnds[state.number] = selectors[link].length > 0 ? link : alsoEnds[link];
            state.next.values().forEach(child -> shorter[child.number] = next(link, child.value));
            due.addAll(state.next.values());
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

    /** A state while the index is made: the byte that leads to it, and those that lead on. */
    private static final class State
    {
        private final int number;
        private final int value;
        private final Map<Integer, State> next = new TreeMap<>();
        private final List<Integer> wanting = new ArrayList<>();

        State(final List<State> states, final int value)
        {
            number = states.size();
            this.value = value;
            states.add(this);
        }
    }
}
