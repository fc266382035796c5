package io.skim.scan.remoting;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The constants of an enum by their numbers. A lookup allocates nothing.
 */
final class SortedCodes<E extends Enum<E>>
{
    private final E[] constants;
    private final int[] numbers;

    /**
     * @param constants which are sorted here.
     * @param number    of a constant; no two have the same.
     */
    SortedCodes(final E[] constants, final ToIntFunction<E> number)
    {
        Arrays.sort(constants, Comparator.comparingInt(number));
        this.constants = constants;
        numbers = Arrays.stream(constants).mapToInt(number).toArray();
    }

    /** Null if no constant has the number. */
    @Nullable
    E find(final int number)
    {
        final int at = Arrays.binarySearch(numbers, number);
        return at < 0 ? null : constants[at];
    }
}
