package io.skim.pojo.amqp.types;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.encode.AmqpEncoder;
import io.skim.pojo.amqp.AmqpTreeWriter;
import io.skim.pojo.amqp.AmqpValue;
import io.skim.scan.amqp.Performative;
import java.util.Arrays;
import java.util.List;

/** The bytes that values and frames are written as. */
final class WrittenBytes
{
    private final AmqpTreeWriter writer = new AmqpTreeWriter();
    private final AmqpEncoder encoder = new AmqpEncoder();
    private final byte[] room = new byte[1 << 18];

    byte[] of(final AmqpValue value)
    {
        return of(List.of(value));
    }

    /** One value behind the other, as the sections of a message. */
    byte[] of(final List<? extends AmqpValue> values)
    {
        encoder.wrap(room, 0, room.length);
        values.forEach(value -> writer.put(value, encoder));
        return completed();
    }

    byte[] of(final AmqpTyped typed)
    {
        typed.writeTo(writer, encoder.wrap(room, 0, room.length));
        return completed();
    }

    /** A frame of the performative's type without a payload. */
    byte[] frameOf(final Performative performative, final AmqpTyped body)
    {
        beginFrame(performative);
        body.writeTo(writer, encoder);
        encoder.end();
        return completed();
    }

    byte[] frameOf(final Performative performative, final AmqpValue body)
    {
        beginFrame(performative);
        writer.put(body, encoder);
        encoder.end();
        return completed();
    }

    private void beginFrame(final Performative performative)
    {
        encoder.wrap(room, 0, room.length);
        if (performative.frameType() == 0)
        {
            encoder.beginFrame(0);
        }
        else
        {
            encoder.beginSaslFrame();
        }
    }

    private byte[] completed()
    {
        final int length = encoder.complete();
        assertTrue(length > 0, () -> "" + encoder.refusal());
        return Arrays.copyOf(room, length);
    }
}
