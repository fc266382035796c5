package io.skim.pojo;

import java.util.Map;

/**
 * The text of message properties, {@code name 0x01 value 0x02} repeated, as a map.
 *
 * @see "MessageDecoder.string2messageProperties, release 5.5.1"
 */
final class MessageProperties
{
    static final char NAME_END = 1;
    static final char PROPERTY_END = 2;

    private MessageProperties()
    {
    }

    /** The properties of a text; what has no name or no value is dropped, the last duplicate wins. */
    static Map<String, String> parse(final String text)
    {
        if (text.isEmpty())
        {
            return HeaderMap.EMPTY;
        }
        final String[] names = new String[most(text)];
        final String[] values = new String[names.length];
        int count = 0;
        int from = 0;
        int nameEnd = text.indexOf(NAME_END);
        while (nameEnd >= 0 && from < text.length())
        {
            final int found = text.indexOf(PROPERTY_END, from);
            final int to = found < 0 ? text.length() : found;
            if (nameEnd > from && nameEnd < to - 1)
            {
                names[count] = text.substring(from, nameEnd);
                values[count++] = text.substring(nameEnd + 1, to);
            }
            from = to + 1;
            nameEnd = nameEnd < from ? text.indexOf(NAME_END, from) : nameEnd;
        }
        return HeaderMap.of(names, values, count);
    }

    /** How many properties there can be. */
    private static int most(final String text)
    {
        int most = 1;
        for (int at = text.indexOf(PROPERTY_END); at >= 0; at = text.indexOf(PROPERTY_END, at + 1))
        {
            most += at + 1 < text.length() ? 1 : 0;
        }
        return most;
    }
}
