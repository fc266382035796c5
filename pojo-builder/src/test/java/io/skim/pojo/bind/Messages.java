package io.skim.pojo.bind;

import io.skim.encode.AmqpEncoder;
import io.skim.pojo.amqp.AmqpDescribed;
import io.skim.pojo.amqp.AmqpList;
import io.skim.pojo.amqp.AmqpMap;
import io.skim.pojo.amqp.AmqpMessage;
import io.skim.pojo.amqp.AmqpNull;
import io.skim.pojo.amqp.AmqpString;
import io.skim.pojo.amqp.AmqpSymbol;
import io.skim.pojo.amqp.AmqpTreeWriter;
import io.skim.pojo.amqp.AmqpUlong;
import io.skim.pojo.amqp.AmqpValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** AMQP messages out of values. */
final class Messages
{
    private static final int GREATEST = 1 << 20;

    private Messages()
    {
    }

    static byte[] of(final AmqpDescribed... sections)
    {
        final AmqpEncoder encoder = new AmqpEncoder();
        final byte[] bytes = new byte[GREATEST];
        new AmqpTreeWriter().put(new AmqpMessage(List.of(sections)), encoder.wrap(bytes, 0, bytes.length));
        return Arrays.copyOf(bytes, encoder.complete());
    }

    /** A message of one application property. */
    static byte[] property(final String name, final AmqpValue value)
    {
        return of(application(name, value));
    }

    static AmqpDescribed header(final AmqpValue... fields)
    {
        return section(0x70, list(fields));
    }

    static AmqpDescribed delivery(final Object... entries)
    {
        return section(0x71, map(AmqpSymbol::new, entries));
    }

    static AmqpDescribed annotations(final Object... entries)
    {
        return section(0x72, map(AmqpSymbol::new, entries));
    }

    /** The field of properties at an index, and nothing else. */
    static AmqpDescribed properties(final int index, final AmqpValue value)
    {
        final AmqpValue[] fields = new AmqpValue[index + 1];
        fields[index] = value;
        return properties(fields);
    }

    static AmqpDescribed properties(final AmqpValue... fields)
    {
        return section(0x73, list(fields));
    }

    static AmqpDescribed application(final Object... entries)
    {
        return section(0x74, map(AmqpString::new, entries));
    }

    static AmqpDescribed body(final AmqpValue value)
    {
        return section(0x77, value);
    }

    static AmqpDescribed footer(final Object... entries)
    {
        return section(0x78, map(AmqpSymbol::new, entries));
    }

    static AmqpDescribed section(final int code, final AmqpValue value)
    {
        return new AmqpDescribed(new AmqpUlong(code), value);
    }

    private static AmqpList list(final AmqpValue... fields)
    {
        return new AmqpList(Arrays.stream(fields).map(field -> field == null ? AmqpNull.NULL : field).toList());
    }

    private static AmqpMap map(final Function<String, AmqpValue> key, final Object... entries)
    {
        final List<AmqpMap.Entry> all = new ArrayList<>();
        for (int i = 0; i < entries.length; i += 2)
        {
            all.add(new AmqpMap.Entry(key.apply((String)entries[i]), (AmqpValue)entries[i + 1]));
        }
        return new AmqpMap(all);
    }
}
