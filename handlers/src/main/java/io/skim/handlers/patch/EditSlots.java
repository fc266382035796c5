package io.skim.handlers.patch;

import org.jspecify.annotations.Nullable;

/**
 * Works out what becomes of each name's values in one frame, when the steps of an {@link EditProgram} are taken one
 * after the other: as if on a map, but with numbers alone.
 */
final class EditSlots
{
    /** The value is the one that the frame has. */
    static final int UNCHANGED = -1;

    private static final int NOWHERE = -1;

    @SuppressWarnings("NullAway.Init") // run sets it
    private EditProgram program;
    /** The number of the frame, and by name the last one that has a value: so nothing is cleared between frames. */
    private long frame = 1;
    private final long[] shown;
    private final boolean[] present;
    private final int[] origins;
    private final int[] values;
    private final int[] fates;

    EditSlots(final int names)
    {
        shown = new long[names];
        present = new boolean[names];
        origins = new int[names];
        values = new int[names];
        fates = new int[names];
    }

    /** Begins a frame. */
    void reset()
    {
        frame++;
    }

    /** Notes that the frame has a value for a name. */
    void show(final int name)
    {
        shown[name] = frame;
    }

    /** Takes the steps of a program. */
    void run(final EditProgram steps)
    {
        // A store of a reference costs a GC write barrier.
        if (program != steps)
        {
            program = steps;
        }
        if (steps.independent)
        {
            return;
        }
        for (int name = 0; name < present.length; name++)
        {
            present[name] = shown[name] == frame;
            origins[name] = present[name] ? name : NOWHERE;
            values[name] = UNCHANGED;
            fates[name] = NOWHERE;
        }
        for (final int[] step : steps.program)
        {
            take(step[0], step[1], step[2]);
        }
        for (int name = 0; name < present.length; name++)
        {
            if (present[name] && origins[name] != NOWHERE)
            {
                fates[origins[name]] = name;
            }
        }
    }

    private void take(final int operation, final int name, final int operand)
    {
        switch (operation)
        {
            case EditProgram.SET -> set(name, operand, true);
            case EditProgram.ADD -> set(name, operand, !present[name]);
            case EditProgram.REPLACE -> set(name, operand, present[name]);
            case EditProgram.REMOVE -> present[name] = false;
            default -> rename(name, operand);
        }
    }

    private void rename(final int name, final int renamed)
    {
        if (present[name] && renamed != name)
        {
            present[renamed] = true;
            origins[renamed] = origins[name];
            values[renamed] = values[name];
            present[name] = false;
        }
    }

    private void set(final int name, final int value, final boolean applies)
    {
        if (!applies)
        {
            return;
        }
        if (!present[name])
        {
            present[name] = true;
            origins[name] = NOWHERE;
        }
        values[name] = value;
    }

    /** Whether the values of a name are to go. */
    boolean isRemoved(final int name)
    {
        return !program.independent && fates[name] == NOWHERE;
    }

    /** Whether the values of a name get another one. */
    boolean isRenamed(final int name)
    {
        return !program.independent && fates[name] != name;
    }

    /** The new name of a name's values. */
    byte[] name(final int name)
    {
        return program.encoded[fates[name]];
    }

    /** The new value of a name's values, or null if it does not change. */
    @Nullable
    EditBytes value(final int name)
    {
        final int value = valueNumber(name);
        return value == UNCHANGED ? null : program.values[value];
    }

    /** The number of that value; {@link #UNCHANGED} if there is none. */
    int valueNumber(final int name)
    {
        return program.independent ? program.replacing[name] : values[fates[name]];
    }

    /** Whether a name's value is to be added. */
    boolean isAdded(final int name)
    {
        return program.independent ? shown[name] != frame && program.adding[name] >= 0 : present[name] && origins[name]
            == NOWHERE;
    }

    /** The value to be added. */
    EditBytes added(final int name)
    {
        return program.values[program.independent ? program.adding[name] : values[name]];
    }
}
