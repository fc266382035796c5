package io.skim.pojo;

import java.util.ArrayList;
import java.util.List;
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
        final List<String> names = new ArrayList<>();
        final List<String> values = new ArrayList<>();
        int from = 0;
        int nameEnd = text.indexOf(NAME_END);
        while (nameEnd >= 0 && from < text.length())
        {
            final int found = text.indexOf(PROPERTY_END, from);
            final int to = found < 0 ? text.length() : found;
            if (nameEnd > from && nameEnd < to - 1)
            {
                names.add(text.substring(from, nameEnd));
                values.add(text.substring(nameEnd + 1, to));
            }
            from = to + 1;
            nameEnd = nameEnd < from ? text.indexOf(NAME_END, from) : nameEnd;
        }
        return HeaderMap.of(names.toArray(new String[0]), values.toArray(new String[0]), names.size());
    }
}
