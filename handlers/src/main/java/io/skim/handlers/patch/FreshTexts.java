package io.skim.handlers.patch;

import java.util.Arrays;
import java.util.Map;

/** The texts and items of a list of edits that stand for values which change. One thread at a time. */
final class FreshTexts
{
    private final ByteSink scratch = new ByteSink();
    private final EditBytes[] texts;
    private final FreshValue[] sources;
    /** By text the number of the value that it has; none at first, because the value may have been set since the text was made. */
    private final long[] numbers;
    /** Another number whenever texts have changed, for those who make something of them. */
    long version;

    FreshTexts(final Map<EditBytes, FreshValue> values)
    {
        texts = values.keySet().toArray(EditBytes[]::new);
        sources = values.values().toArray(FreshValue[]::new);
        numbers = new long[texts.length];
        Arrays.fill(numbers, -1);
    }

    /** Gives all of them the values as they are now. */
    void refresh()
    {
        for (int i = 0; i < numbers.length; i++)
        {
            if (numbers[i] != sources[i].number)
            {
                numbers[i] = sources[i].number;
                version++;
                texts[i].take(sources[i].value, scratch);
            }
        }
    }
}
