package io.skim.encode;

import io.skim.scan.Cursor;
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.Kind;

/**
 * Puts into an encoder, event by event, what a reader reads: containers are begun and ended, scalars put by cursors.
 */
final class EventCopy
{
    private final AmqpEncoder encoder;
    private final Cursor cursor = new Cursor();

    EventCopy(final AmqpEncoder encoder)
    {
        this.encoder = encoder;
    }

    /** Copies all that is left of what the reader is in; false if it is malformed. */
    boolean rest(final AmqpReader reader)
    {
        int event;
        for (event = reader.next(); event > AmqpReader.DONE; event = reader.next())
        {
            if (event == AmqpReader.END)
            {
                encoder.end();
            }
            else
            {
                value(reader);
            }
        }
        return event == AmqpReader.DONE;
    }

    private void value(final AmqpReader reader)
    {
        reader.value(cursor);
        final Kind kind = reader.kind();
        if (kind == Kind.ARRAY && !isPlain(reader))
        {
            encoder.put(cursor);
            return;
        }
        if (!reader.isCompound())
        {
            encoder.put(cursor);
            return;
        }
        switch (kind)
        {
            case LIST -> encoder.beginList();
            case MAP -> encoder.beginMap();
            case ARRAY -> encoder.beginArray(elements(reader));
            default -> encoder.beginDescribed();
        }
        reader.enter();
    }

    /** Whether an array's elements are not described: these are copied whole. */
    private boolean isPlain(final AmqpReader reader)
    {
        return elementCode() != 0;
    }

    private int elementCode()
    {
        final byte[] raw = new byte[cursor.length()];
        cursor.copyRawTo(raw, 0);
        return raw[(raw[0] & 0xFF) == raw.length - 1 ? 2 : 8] & 0xFF;
    }

    private Kind elements(final AmqpReader reader)
    {
        return NodeWriter.kind(elementCode());
    }
}
