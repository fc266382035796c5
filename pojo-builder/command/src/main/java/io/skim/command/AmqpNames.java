package io.skim.command;

import com.fasterxml.jackson.core.JsonGenerator;
import io.skim.pojo.amqp.AmqpBinary;
import io.skim.pojo.amqp.AmqpBoolean;
import io.skim.pojo.amqp.AmqpByte;
import io.skim.pojo.amqp.AmqpComposite;
import io.skim.pojo.amqp.AmqpFieldDefinition;
import io.skim.pojo.amqp.AmqpInt;
import io.skim.pojo.amqp.AmqpLong;
import io.skim.pojo.amqp.AmqpNotation;
import io.skim.pojo.amqp.AmqpNull;
import io.skim.pojo.amqp.AmqpSchemaException;
import io.skim.pojo.amqp.AmqpShort;
import io.skim.pojo.amqp.AmqpString;
import io.skim.pojo.amqp.AmqpSymbol;
import io.skim.pojo.amqp.AmqpTimestamp;
import io.skim.pojo.amqp.AmqpUbyte;
import io.skim.pojo.amqp.AmqpUint;
import io.skim.pojo.amqp.AmqpUlong;
import io.skim.pojo.amqp.AmqpUshort;
import io.skim.pojo.amqp.AmqpValue;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Shows AMQP's own types by the names of their fields, and values without their types where those are plain. What is not
 * plain keeps the typed notation.
 */
public final class AmqpNames
{
    /** Types in types that are shown by names; AMQP's own go no deeper. */
    private static final int DEEPEST = 4;

    private AmqpNames()
    {
    }

    /** Writes an object of the fields that are set. */
    static void writeFields(final AmqpComposite composite, final JsonGenerator json) throws IOException
    {
        writeFields(composite, json, 0);
    }

    private static void writeFields(final AmqpComposite composite, final JsonGenerator json, final int depth)
        throws IOException
    {
        json.writeStartObject();
        for (final AmqpFieldDefinition field : composite.definition().fields())
        {
            if (composite.isSet(field.name()))
            {
                json.writeFieldName(field.name());
                write(composite.get(field.name()), json, depth);
            }
        }
        json.writeEndObject();
    }

    private static void write(final AmqpValue value, final JsonGenerator json, final int depth) throws IOException
    {
        final Long number = number(value);
        final String text = text(value);
        if (number != null)
        {
            json.writeNumber(number);
        }
        else if (value instanceof AmqpBoolean bool)
        {
            json.writeBoolean(bool.value());
        }
        else if (text != null)
        {
            json.writeString(text);
        }
        else
        {
            final AmqpComposite composite = depth < DEEPEST ? composite(value) : null;
            if (composite != null && composite.definition().isComposite())
            {
                json.writeStartObject();
                json.writeFieldName(composite.name());
                writeFields(composite, json, depth + 1);
                json.writeEndObject();
            }
            else
            {
                json.writeRawValue("");
                AmqpNotation.write(value, new AmqpDecoder.Raw(json));
            }
        }
    }

    /** A value as a view of its type; null if it is of none that is known, or does not conform to it. */
    static @Nullable AmqpComposite composite(final AmqpValue value)
    {
        try
        {
            return AmqpComposite.isKnown(value) ? AmqpComposite.of(value) : null;
        }
        catch (final AmqpSchemaException e)
        {
            // The performative around it was checked, and not what is inside of its fields.
            return null;
        }
    }

    private static @Nullable Long number(final AmqpValue value)
    {
        return value instanceof AmqpUbyte small ? Long.valueOf(small.value())
            : value instanceof AmqpUshort unsigned ? Long.valueOf(unsigned.value())
                : value instanceof AmqpUint unsigned ? Long.valueOf(unsigned.value())
                    : value instanceof AmqpByte small ? Long.valueOf(small.value())
                        : value instanceof AmqpShort number ? Long.valueOf(number.value())
                            : value instanceof AmqpInt number ? Long.valueOf(number.value())
                                : value instanceof AmqpLong number ? Long.valueOf(number.value())
                                    : value instanceof AmqpTimestamp time ? Long.valueOf(time.millis())
                                        : value instanceof AmqpUlong unsigned && unsigned.bits() >= 0
                                            ? Long.valueOf(unsigned.bits()) : null;
    }

    /** A text, or the hex of bytes; null of other values. */
    private static @Nullable String text(final AmqpValue value)
    {
        return value instanceof AmqpString string ? string.value()
            : value instanceof AmqpSymbol symbol ? symbol.value()
                : value instanceof AmqpBinary binary ? binary.toHex()
                    : null;
    }

    /** A value for a person: a plain one without its type, a composite as its name. */
    public static String plain(final AmqpValue value)
    {
        final Long number = number(value);
        final String text = text(value);
        if (text != null)
        {
            return text;
        }
        if (number != null)
        {
            return number.toString();
        }
        if (value instanceof AmqpNull)
        {
            return "null";
        }
        if (value instanceof AmqpBoolean bool)
        {
            return String.valueOf(bool.value());
        }
        final AmqpComposite composite = composite(value);
        return composite != null && composite.definition().isComposite() ? composite.name() : value.toString();
    }
}
