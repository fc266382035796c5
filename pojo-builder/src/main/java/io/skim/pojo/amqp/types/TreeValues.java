package io.skim.pojo.amqp.types;

import io.skim.pojo.amqp.AmqpArray;
import io.skim.pojo.amqp.AmqpBinary;
import io.skim.pojo.amqp.AmqpBoolean;
import io.skim.pojo.amqp.AmqpComposite;
import io.skim.pojo.amqp.AmqpList;
import io.skim.pojo.amqp.AmqpMap;
import io.skim.pojo.amqp.AmqpString;
import io.skim.pojo.amqp.AmqpSymbol;
import io.skim.pojo.amqp.AmqpTimestamp;
import io.skim.pojo.amqp.AmqpUbyte;
import io.skim.pojo.amqp.AmqpUint;
import io.skim.pojo.amqp.AmqpUlong;
import io.skim.pojo.amqp.AmqpUshort;
import io.skim.pojo.amqp.AmqpValue;
import java.util.List;

/**
 * Reads fields from a checked tree: each value has the type of its field.
 */
final class TreeValues extends FieldValues
{
    private final AmqpComposite composite;
    @SuppressWarnings("NullAway.Init") // fill sets it
    private AmqpValue value;

    TreeValues(final AmqpComposite composite)
    {
        this.composite = composite;
    }

    void fill(final AmqpTyped typed, final AmqpClass<?> type)
    {
        if (!composite.definition().isComposite())
        {
            value = composite.value();
            typed.take(0, this);
            return;
        }
        final List<AmqpValue> items = ((AmqpList)composite.value()).items();
        for (int i = 0; i < items.size(); i++)
        {
            value = items.get(i);
            if (!value.isNull() && type.isWanted(i))
            {
                typed.take(i, this);
            }
        }
    }

    @Override
    boolean flag()
    {
        return ((AmqpBoolean)value).value();
    }

    @Override
    int ubyte()
    {
        return ((AmqpUbyte)value).value();
    }

    @Override
    int ushort()
    {
        return ((AmqpUshort)value).value();
    }

    @Override
    long uint()
    {
        return ((AmqpUint)value).value();
    }

    @Override
    long ulong()
    {
        return ((AmqpUlong)value).bits();
    }

    @Override
    long timestamp()
    {
        return ((AmqpTimestamp)value).millis();
    }

    @Override
    String string()
    {
        return ((AmqpString)value).value();
    }

    @Override
    String symbol()
    {
        return ((AmqpSymbol)value).value();
    }

    @Override
    List<String> symbols()
    {
        alone = value instanceof AmqpSymbol;
        return alone ? List.of(symbol()) : ((AmqpArray)value).items().stream().map(item -> ((AmqpSymbol)item).value())
            .toList();
    }

    @Override
    AmqpBinary binary()
    {
        return (AmqpBinary)value;
    }

    @Override
    AmqpMap map()
    {
        return (AmqpMap)value;
    }

    @Override
    AmqpList list()
    {
        return (AmqpList)value;
    }

    @Override
    AmqpValue any()
    {
        return value;
    }
}
