package io.skim.command;

import io.skim.pojo.amqp.AmqpTreeBuilder;
import io.skim.pojo.amqp.AmqpValue;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.spi.Faults;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;

/**
 * Decodes concatenated AMQP values, one of them in memory at a time. Where a value's extent is known, what is wrong
 * inside it does not keep the next one from being read.
 */
final class AmqpValueDecoder extends AmqpDecoder
{
    private final AmqpTreeBuilder builder;
    /** Only finds where values end. */
    private final AmqpReader extents = new AmqpReader(Limits.DEFAULT, Strictness.LENIENT);

    @SuppressWarnings("NullAway.Init") // read sets it
    private Source source;

    AmqpValueDecoder(final Console console, final Strictness strictness)
    {
        super(console);
        builder = new AmqpTreeBuilder(BUDGET, strictness);
    }

    @Override
    void decode(final HexLines line)
    {
        final List<AmqpValue> values = builder.values(view.wrap(line.bytes(), 0, line.length()));
        if (values == null)
        {
            malformed(line, builder.fault());
        }
        else if (values.isEmpty())
        {
            Faults.at(fault, 0, Reason.TRUNCATED, 1, 0);
            malformed(line, fault);
        }
        else if (values.size() == 1)
        {
            print(values.get(0));
        }
        else if (choice.takes(time))
        {
            print("stream", values, json -> {
                // Of a line only its number is told.
            });
        }
    }

    @Override
    boolean takesCaptures()
    {
        return false;
    }

    @Override
    void read(final InputStream in, final Source from) throws IOException
    {
        source = from;
        window.reset();
        while (isMore(in))
        {
            final int length = lengthOfValue(in);
            if (length < 0)
            {
                report(source, window.position(), fault, window.position() + fault.offset());
                i++;
                return;
            }
            final AmqpValue value = builder.value(view.wrap(window.bytes(), window.from(), length));
            if (value == null)
            {
                report(source, window.position(), builder.fault(), window.position() + builder.fault().offset());
            }
            else
            {
                print(value);
            }
            i++;
            window.skip(length);
        }
    }

    private boolean isMore(final InputStream in) throws IOException
    {
        while (window.length() == 0)
        {
            if (!read(in))
            {
                return false;
            }
        }
        return true;
    }

    private boolean read(final InputStream in) throws IOException
    {
        beforeRead(in, source);
        return window.read(in);
    }

    /** Reads on until the value at the window's beginning is whole; -1 if its end cannot be found. */
    private int lengthOfValue(final InputStream in) throws IOException
    {
        while (true)
        {
            extents.wrap(view.wrap(window.bytes(), window.from(), window.length()));
            if (extents.next() == AmqpReader.VALUE)
            {
                return extents.position();
            }
            final Reason reason = Objects.requireNonNull(extents.fault().reason());
            if (isAboutText(reason))
            {
                return extents.position();
            }
            Faults.at(fault, extents.fault().offset(), reason, extents.fault().claimed(), extents.fault().available());
            if (reason != Reason.TRUNCATED && reason != Reason.SIZE_OVERRUNS_CONTAINER)
            {
                return -1;
            }
            final long needed = fault.offset() + fault.claimed();
            if (needed > MAX_LENGTH || window.length() == MAX_LENGTH)
            {
                return Faults.at(fault, fault.offset(), Reason.VALUE_TOO_LONG, needed, MAX_LENGTH);
            }
            if (!read(in))
            {
                return -1;
            }
        }
    }

    /** Whether the value was whole, but its text is not what it should be. */
    private static boolean isAboutText(final Reason reason)
    {
        return reason == Reason.INVALID_UTF8 || reason == Reason.SYMBOL_NOT_ASCII || reason == Reason.CHAR_OUT_OF_RANGE;
    }
}
