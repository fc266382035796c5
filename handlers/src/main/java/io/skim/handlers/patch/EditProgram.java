package io.skim.handlers.patch;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Edits of named values, in order, over the numbers of the names: what {@link EditSlots} runs for each frame. A builder adds the
 * steps, and lists of edits end copies of its program, which do not change, but for the {@link FreshValue values} that do.
 */
final class EditProgram
{
    static final int SET = 0;
    static final int ADD = 1;
    static final int REMOVE = 2;
    static final int RENAME = 3;
    static final int REPLACE = 4;

    final List<String> names = new ArrayList<>();
    private final List<EditBytes> texts = new ArrayList<>();
    private final List<int[]> steps = new ArrayList<>();

    /** The names as they are to be written. */
    byte[][] encoded = {};
    EditBytes[] values = {};
    int[][] program = {};
    /** Whether steps do no more than set and add, each name once: then none depends on another. */
    boolean independent;
    /** Of such a program: by name the number of the value that replaces one, and of that which is added; -1 for none. */
    int[] replacing = {};
    int[] adding = {};
    /** The names that may get a value which they do not have, in their order. */
    int[] added = {};

    /** The number of a name, given to it now if it has none. */
    int number(final String name)
    {
        if (!names.contains(name))
        {
            names.add(name);
        }
        return names.indexOf(name);
    }

    /** Adds a step; the text is a new name, a new value, or nothing. */
    void step(final int operation, final String name, final @Nullable String text)
    {
        final int number = number(name);
        if (operation == RENAME)
        {
            steps.add(new int[] {operation, number, number(Objects.requireNonNull(text))});
        }
        else
        {
            steps.add(new int[] {operation, number, text == null ? -1 : texts.size()});
        }
        if (text != null && operation != RENAME)
        {
            texts.add(new EditText(text.getBytes(StandardCharsets.UTF_8)));
        }
    }

    /** Adds a step that sets or adds a value of any form. */
    void step(final int operation, final String name, final EditBytes value)
    {
        steps.add(new int[] {operation, number(name), texts.size()});
        texts.add(value);
    }

    /** A program with the same steps. Steps that are added to the one are not added to the other. */
    EditProgram copy()
    {
        return copy(UnaryOperator.identity());
    }

    /** A program with the same steps, in which the names are spelled in another way. The numbers of names stay the same. */
    EditProgram copy(final UnaryOperator<String> spelling)
    {
        final EditProgram copy = new EditProgram();
        copy.names.addAll(names);
        copy.texts.addAll(texts);
        for (final int[] step : steps)
        {
            copy.steps.add(new int[] {step[0], copy.number(spelling.apply(names.get(step[1]))),
                step[0] == RENAME ? copy.number(spelling.apply(names.get(step[2]))) : step[2]});
        }
        return copy;
    }

    /** Ends building, with names as they are to be written. */
    void end(final Function<String, byte[]> form)
    {
        encoded = names.stream().map(form).toArray(byte[][]::new);
        values = texts.toArray(new EditBytes[0]);
        program = steps.toArray(new int[0][]);
        replacing = new int[encoded.length];
        adding = new int[encoded.length];
        Arrays.fill(replacing, -1);
        Arrays.fill(adding, -1);
        independent = true;
        for (final int[] step : program)
        {
            independent &= step[0] <= ADD && adding[step[1]] < 0;
            adding[step[1]] = step[2];
            replacing[step[1]] = step[0] == SET ? step[2] : -1;
        }
        added = IntStream.range(0, encoded.length).filter(name -> !independent || adding[name] >= 0).toArray();
    }

    /** The names that steps edit, each once. */
    Stream<String> edited()
    {
        return steps.stream().map(step -> names.get(step[1])).distinct();
    }

    boolean isEmpty()
    {
        return steps.isEmpty();
    }

    /** Whether any step edits a name, or gives it to what had another. */
    boolean names(final String name)
    {
        final int number = names.indexOf(name);
        return steps.stream().anyMatch(step -> step[1] == number || step[0] == RENAME && step[2] == number);
    }
}
