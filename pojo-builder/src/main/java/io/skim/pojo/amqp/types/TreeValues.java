package io.skim.pojo.amqp.types;

import io.skim.pojo.amqp.AmqpArray;
import io.skim.pojo.amqp.AmqpBinary;
import io.skim.pojo.amqp.AmqpBoolean;
import io.skim.pojo.amqp.AmqpComposite;
import io.skim.pojo.amqp.AmqpList;
import io.skim.pojo.amqp.AmqpString;
import io.skim.pojo.amqp.AmqpSymbol;
import io.skim.pojo.amqp.AmqpTimestamp;
import io.skim.pojo.amqp.AmqpUbyte;
import io.skim.pojo.amqp.AmqpUint;
import io.skim.pojo.amqp.AmqpUlong;
import io.skim.pojo.amqp.AmqpUshort;
import io.skim.pojo.amqp.AmqpValue;
import io.skim.scan.Kind;
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
    long number(final Kind due)
    {
        return switch (due)
        {
            case UINT8 -> ((AmqpUbyte)value).value();
            case UINT16 -> ((AmqpUshort)value).value();
            case UINT32 -> ((AmqpUint)value).value();
            case UINT64 -> ((AmqpUlong)value).bits();
            default -> ((AmqpTimestamp)value).millis();
        };
    }

    @Override
    String text(final Kind due)
    {
        return due == Kind.SYMBOL ? ((AmqpSymbol)value).value() : ((AmqpString)value).value();
    }

    @Override
    List<String> symbols()
    {
        alone = value instanceof AmqpSymbol;
        return alone ? List.of(text(Kind.SYMBOL))
            : ((AmqpArray)value).items().stream().map(item -> ((AmqpSymbol)item).value())
                .toList();
    }

    @Override
    AmqpBinary binary()
    {
        return (AmqpBinary)value;
    }

    @Override
    AmqpValue container(final Kind due)
    {
        return value;
    }

    @Override
    AmqpValue any()
    {
        return value;
    }
}
