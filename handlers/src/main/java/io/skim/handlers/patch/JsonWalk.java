package io.skim.handlers.patch;

/**
 * Walks the members of a JSON object that a strict scan has found good, so that nothing is checked again. Indices are
 * absolute in the array.
 */
final class JsonWalk
{
    /** The member: its name within the quotes, and its value with them. */
    int nameFrom;
    int nameTo;
    int valueFrom;
    int valueTo;

    private byte[] array;
    private int at;

    /** Begins an object, at its opening brace. */
    void open(final byte[] bytes, final int brace)
    {
        array = bytes;
        at = brace + 1;
    }

    /** Lets go of the array. */
    void close()
    {
        array = null;
    }

    /** Moves to the next member; false at the closing brace. */
    boolean next()
    {
        at = blanks(array, at);
        if (array[at] == ',')
        {
            at = blanks(array, at + 1);
        }
        if (array[at] == '}')
        {
            return false;
        }
        nameFrom = at + 1;
        nameTo = textEnd(nameFrom);
        at = blanks(array, nameTo + 1);
        valueFrom = blanks(array, at + 1);
        valueTo = valueEnd(valueFrom);
        at = valueTo;
        return true;
    }

    /** Moves to the last member of a name that has no escapes; false if there is none. */
    boolean find(final byte[] name)
    {
        int foundFrom = 0;
        int foundTo = 0;
        while (next())
        {
            if (isNamed(name))
            {
                foundFrom = valueFrom;
                foundTo = valueTo;
            }
        }
        valueFrom = foundFrom;
        valueTo = foundTo;
        return foundTo > 0;
    }

    /** Whether the member has a name; that name may be written with escapes. */
    private boolean isNamed(final byte[] name)
    {
        int index = nameFrom;
        for (final byte letter : name)
        {
            if (index >= nameTo)
            {
                return false;
            }
            final boolean escaped = array[index] == '\\';
            if ((escaped ? escaped(index) : array[index]) != letter)
            {
                return false;
            }
            index += escaped ? 6 : 1;
        }
        return index == nameTo;
    }

    /** The unit of an escape; the names looked for are letters, which only \\u can spell. */
    private int escaped(final int index)
    {
        if (array[index + 1] != 'u')
        {
            return -1;
        }
        int unit = 0;
        for (int i = 2; i < 6; i++)
        {
            unit = unit << 4 | Character.digit(array[index + i], 16);
        }
        return unit;
    }

    /** The index of the closing quote. */
    private int textEnd(final int from)
    {
        int index = from;
        while (array[index] != '"')
        {
            index += array[index] == '\\' ? 2 : 1;
        }
        return index;
    }

    private int valueEnd(final int from)
    {
        if (array[from] == '"')
        {
            return textEnd(from + 1) + 1;
        }
        int index = from;
        if (array[from] != '{' && array[from] != '[')
        {
            while (array[index] != ',' && array[index] != '}' && !isBlank(array[index]))
            {
                index++;
            }
            return index;
        }
        int depth = 0;
        do
        {
            final byte value = array[index];
            depth += value == '{' || value == '[' ? 1 : value == '}' || value == ']' ? -1 : 0;
            index = value == '"' ? textEnd(index + 1) + 1 : index + 1;
        }
        while (depth > 0);
        return index;
    }

    static boolean isBlank(final byte value)
    {
        return value == ' ' || value == '\n' || value == '\r' || value == '\t';
    }

    /** The index of the next byte that is no blank. */
    static int blanks(final byte[] array, final int from)
    {
        int index = from;
        while (isBlank(array[index]))
        {
            index++;
        }
        return index;
    }

    /** The index of the last byte before another that is no blank. */
    static int blanksBefore(final byte[] array, final int to)
    {
        int index = to - 1;
        while (isBlank(array[index]))
        {
            index--;
        }
        return index;
    }
}
