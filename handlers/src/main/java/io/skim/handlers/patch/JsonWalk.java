package io.skim.handlers.patch;

import io.skim.bytes.Escapes;

/**
 * Walks the members of a JSON object that a scan has found good and that has no comments, so that nothing is checked again.
 * Indices are absolute in the array.
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
        nameTo = textEnd(at);
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
        return Escapes.contentEquals(array, nameFrom, nameTo, name);
    }

    private static boolean isQuote(final byte value)
    {
        return value == '"' || value == '\'';
    }

    /** The index of the quote that closes what another one opens. */
    private int textEnd(final int open)
    {
        final byte quote = array[open];
        int index = open + 1;
        while (array[index] != quote)
        {
            index += array[index] == '\\' ? 2 : 1;
        }
        return index;
    }

    private int valueEnd(final int from)
    {
        if (isQuote(array[from]))
        {
            return textEnd(from) + 1;
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
            index = isQuote(value) ? textEnd(index) + 1 : index + 1;
        }
        while (depth > 0);
        return index;
    }

    /** Whether there is a comment between two indices, of which the first is in front of the header's first brace. */
    boolean hasComment(final byte[] bytes, final int from, final int to)
    {
        array = bytes;
        int index = from;
        while (index < to && bytes[index] != '/')
        {
            index = isQuote(bytes[index]) ? textEnd(index) + 1 : index + 1;
        }
        close();
        return index < to;
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
