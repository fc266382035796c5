package io.skim.handlers.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.handlers.patch.CountedClasses;
import java.util.function.ToLongBiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Where each selector of a table names a property of its own, a frame takes time by its own values and not by the
 * selectors. Time is counted in steps, from the scan to the first match.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WideTableTest
{
    private static final int FEW = 100;
    private static final int MANY = 10_000;

    private final ToLongBiFunction<String, Integer> tasks = tasks();

    @SuppressWarnings("unchecked")
    private static ToLongBiFunction<String, Integer> tasks()
    {
        try
        {
            return (ToLongBiFunction<String, Integer>)new CountedClasses().loadClass(WideTables.class.getName())
                .getConstructor().newInstance();
        }
        catch (final ReflectiveOperationException e)
        {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @EnumSource(WideTables.Kind.class)
    void aFrameCostsTheSameHoweverManySelectorsNameOtherProperties(final WideTables.Kind kind)
    {
        final long few = tasks.applyAsLong(kind.name(), FEW);
        final long many = tasks.applyAsLong(kind.name(), MANY);
        assertTrue(few > 0);
        // Names are looked up in a hash table, where some have a step more than others.
        assertTrue(many <= few + few / 4, () -> few + " steps with " + FEW + " selectors, " + many + " with " + MANY);
    }

    @Test
    void rangesThatAnotherReachesOverAreNotGoneThrough()
    {
        final long few = tasks.applyAsLong(WideTables.REACHED, FEW);
        final long many = tasks.applyAsLong(WideTables.REACHED, MANY);
        assertTrue(many <= 2 * few, () -> few + " steps with " + FEW + " ranges, " + many + " with " + MANY);
    }

    @ParameterizedTest
    @EnumSource(WideTables.Kind.class)
    void theSelectorOfTheFrameIsFoundAmongMany(final WideTables.Kind kind)
    {
        final WideTables tables = new WideTables();
        assertEquals(MANY / 2, tables.firstMatch(kind, MANY, kind.good, kind.bad));
        assertEquals(MANY - 1, tables.firstMatch(kind, MANY, kind.bad, kind.good));
        assertEquals(-1, tables.firstMatch(kind, MANY, kind.bad, kind.bad));
    }
}
