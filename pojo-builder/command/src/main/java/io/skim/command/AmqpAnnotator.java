package io.skim.command;

import io.skim.pojo.amqp.AmqpFieldDefinition;
import io.skim.pojo.amqp.AmqpTypeDefinition;
import io.skim.pojo.amqp.AmqpTypes;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpFrameReader;
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.amqp.Performative;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Names the bytes of an AMQP frame, as far as they are what they have to be: a frame that is refused too.
 */
final class AmqpAnnotator
{
    private static final int HEADER = 8;
    private static final Set<Kind> CONTAINERS = EnumSet.of(Kind.LIST, Kind.MAP, Kind.ARRAY, Kind.DESCRIBED);

    private final List<Annotation> annotations = new ArrayList<>();
    private final byte[] bytes;
    private final Strictness strictness;

    AmqpAnnotator(final byte[] bytes, final Strictness strictness)
    {
        this.bytes = bytes;
        this.strictness = strictness;
    }

    /** All ranges that can be named. */
    List<Annotation> annotations()
    {
        if (bytes.length < HEADER)
        {
            return annotations;
        }
        if (bytes[0] == 'A' && bytes[1] == 'M')
        {
            add(0, 4, "protocol", "AMQP", "four letters");
            add(4, 5, "protocol id", String.valueOf(bytes[4]), "uint8: 0 AMQP, 2 TLS, 3 SASL");
            add(5, HEADER, "version", bytes[5] + "." + bytes[6] + "." + bytes[7], "1.0.0");
            return annotations;
        }
        final ByteBuffer frame = ByteBuffer.wrap(bytes);
        add(0, 4, "size", Integer.toUnsignedString(frame.getInt(0)), "uint32, the whole frame");
        add(4, 5, "data offset", String.valueOf(bytes[4] & 0xFF), "uint8, in words of four bytes");
        add(5, 6, "type", bytes[5] == 0 ? "0 AMQP" : bytes[5] == 1 ? "1 SASL" : String.valueOf(bytes[5] & 0xFF),
            "uint8");
        add(6, 8, "channel", String.valueOf(frame.getShort(6) & 0xFFFF), "uint16");
        fields();
        return annotations;
    }

    private void add(final int from, final int to, final String name, final @Nullable String value,
        final String rule)
    {
        annotations.add(new Annotation(from, to, name, value, rule));
    }

    private void fields()
    {
        final AmqpFrameReader reader = new AmqpFrameReader(DeliveryStream.LIMITS, strictness);
        if (!reader.wrap(new FrameView(DeliveryStream.LIMITS).wrap(bytes, 0, bytes.length))
            || reader.performative() == null)
        {
            return;
        }
        final Performative performative = reader.performative();
        final AmqpTypeDefinition type =
            AmqpTypes.standard().named(performative.name().toLowerCase(java.util.Locale.ROOT)
                .replace('_', '-'));
        final int start = 4 * (bytes[4] & 0xFF);
        final Cursor value = new Cursor();
        int last = start;
        boolean first = true;
        while (reader.nextField() == AmqpReader.VALUE)
        {
            reader.fields().value(value);
            final int from = value.offset();
            if (first)
            {
                last = firstField(start, from);
                add(start, last, type.name(), null, "descriptor, list, its size and count");
                first = false;
            }
            final AmqpFieldDefinition field = type.fields().get(reader.fieldIndex());
            if (from + value.length() > last)
            {
                add(last, from + value.length(), field.name(), text(value), field.typeName() + (field
                    .mandatory() ? ", mandatory" : ""));
                last = from + value.length();
            }
        }
        final int payload = reader.payloadOffset();
        if (first && payload > start)
        {
            add(start, payload, type.name(), null, "performative");
        }
        if (payload < bytes.length && payload >= last)
        {
            add(payload, bytes.length, "payload", bytes.length - payload + " bytes",
                "sections of a message, or a part of them");
        }
    }

    /** Where the first field's constructor is: behind the head of the list, if the descriptor is of the usual form. */
    private int firstField(final int start, final int value)
    {
        final boolean usual = value - start > 5 && bytes[start + 1] == 0x53;
        final int list = usual ? bytes[start + 3] & 0xFF : 0;
        return Math.min(value, list == 0xC0 ? start + 6 : list == 0xD0 ? start + 12 : Math.max(start, value - 1));
    }

    private static @Nullable String text(final Cursor value)
    {
        return value.isNull() ? "null"
            : CONTAINERS.contains(value.kind()) ? value.kind().name().toLowerCase(java.util.Locale.ROOT)
                : value.toText();
    }
}
