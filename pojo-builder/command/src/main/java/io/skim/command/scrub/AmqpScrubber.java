package io.skim.command.scrub;

import io.skim.command.Source;
import io.skim.command.WholeUnits;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpFrameReader;
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.amqp.Performative;
import io.skim.scan.spi.Frames;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Scrubs a stream of AMQP frames. A message whose transfers are several is scrubbed when it is complete; until then its frames,
 * and those behind, are held, so that the order stays.
 */
final class AmqpScrubber extends Scrubber
{
    private static final int MOST_HELD = 32 << 20;
    private static final int FRAME_COST = 96;
    private static final int HANDLE = Performative.TRANSFER.fieldIndex("handle");
    private static final int MORE = Performative.TRANSFER.fieldIndex("more");
    private static final int ABORTED = Performative.TRANSFER.fieldIndex("aborted");

    private final AmqpTexts texts;
    private final AmqpFrameReader reader;
    private final Cursor cursor = new Cursor();
    private final Deque<Held> waiting = new ArrayDeque<>();
    /** Frames with the parts of messages that are not complete, by channel and handle. */
    private final Map<Long, List<Held>> deliveries = new HashMap<>();
    private int held;

    /** A frame that is not written yet. */
    private static final class Held
    {
        private final byte[] frame;
        private final long offset;
        private final long time;
        private final int payload;
        private boolean done;
        /** Why it is not written; null if it is. */
        private @Nullable String dropped;

        Held(final byte[] frame, final long offset, final long time, final int payload)
        {
            this.frame = frame;
            this.offset = offset;
            this.time = time;
            this.payload = payload;
        }
    }

    AmqpScrubber(final WholeUnits input, final Source source, final ScrubbedOutput out, final AmqpTexts texts,
        final Limits limits)
    {
        super(input, source, out);
        this.texts = texts;
        reader = new AmqpFrameReader(limits, Strictness.LENIENT);
    }

    @Override
    public void unit(final FrameView unit, final long offset, final long time) throws IOException
    {
        if (!reader.wrap(unit))
        {
            drop(offset, offset + reader.fault().offset(), Objects.requireNonNull(reader.fault().reason()).name(),
                reader.fault().toMessage());
            return;
        }
        final byte[] frame = new byte[unit.length()];
        System.arraycopy(Frames.array(unit), Frames.arrayOffset(unit), frame, 0, frame.length);
        if (reader.isProtocolHeader() || reader.isEmpty())
        {
            add(new Held(frame, offset, time, frame.length), true);
            return;
        }
        final boolean transfer = reader.performative() == Performative.TRANSFER;
        final int payload = transfer ? reader.payloadOffset() : frame.length;
        final Held each = new Held(frame, offset, time, payload);
        // Anything behind a performative that has no payload would not be read.
        final long link = transfer ? (long)reader.channel() << 32 | number(HANDLE) & 0xFFFF_FFFFL : -1;
        final boolean more = transfer && flag(MORE);
        final boolean aborted = transfer && flag(ABORTED);
        final boolean secrets = reader.type() == AmqpFrameReader.TYPE_SASL;
        final boolean good = reader.performative() != null && !reader.fault().isPresent() && texts.replace(frame, reader
            .performativeOffset(), payload - reader.performativeOffset(), secrets);
        if (!good)
        {
            each.dropped = "its performative cannot be parsed";
        }
        Arrays.fill(frame, reader.extendedHeaderOffset(), reader.extendedHeaderOffset() + reader
            .extendedHeaderLength(), (byte)0);
        if (transfer && good)
        {
            transfer(each, link, more, aborted);
        }
        else
        {
            add(each, true);
        }
    }

    private void transfer(final Held frame, final long link, final boolean more, final boolean aborted)
        throws IOException
    {
        final List<Held> parts = deliveries.computeIfAbsent(link, key -> new ArrayList<>());
        parts.add(frame);
        if (!more || aborted)
        {
            deliveries.remove(link);
            finish(parts, aborted);
        }
        add(frame, !more || aborted);
    }

    /** Scrubs a message in the payloads of its transfers. One that was aborted need not be whole, so none of it is left. */
    private void finish(final List<Held> parts, final boolean aborted)
    {
        int length = 0;
        for (final Held part : parts)
        {
            length += part.frame.length - part.payload;
        }
        final byte[] message = new byte[length];
        int at = 0;
        for (final Held part : parts)
        {
            System.arraycopy(part.frame, part.payload, message, at, part.frame.length - part.payload);
            at += part.frame.length - part.payload;
        }
        final boolean good = aborted || texts.replace(message, 0, length, false);
        at = 0;
        for (final Held part : parts)
        {
            if (aborted)
            {
                Arrays.fill(part.frame, part.payload, part.frame.length, (byte)0);
            }
            System.arraycopy(message, at, part.frame, part.payload, aborted ? 0 : part.frame.length - part.payload);
            at += part.frame.length - part.payload;
            part.dropped = good ? null : "its message cannot be parsed";
            part.done = true;
        }
    }

    private void add(final Held frame, final boolean done) throws IOException
    {
        frame.done = done;
        waiting.add(frame);
        held += frame.frame.length + FRAME_COST;
        if (held > MOST_HELD)
        {
            dropParts("messages that are not complete hold more than " + MOST_HELD + " bytes");
        }
        writeDone();
    }

    private void dropParts(final String why)
    {
        deliveries.values().forEach(parts -> parts.forEach(part -> {
            part.dropped = why;
            part.done = true;
        }));
        deliveries.clear();
    }

    private void writeDone() throws IOException
    {
        while (!waiting.isEmpty() && waiting.peek().done)
        {
            final Held frame = waiting.remove();
            held -= frame.frame.length + FRAME_COST;
            if (frame.dropped == null)
            {
                write(frame.frame, frame.time);
            }
            else
            {
                drop(frame.offset, frame.offset, "NOT_SCRUBBED", frame.dropped);
            }
        }
    }

    private long number(final int field)
    {
        reader.rewind();
        while (reader.nextField() == AmqpReader.VALUE)
        {
            if (reader.fieldIndex() == field)
            {
                return reader.fields().value(cursor).getLong(0);
            }
        }
        return 0;
    }

    private boolean flag(final int field)
    {
        reader.rewind();
        while (reader.nextField() == AmqpReader.VALUE)
        {
            if (reader.fieldIndex() == field)
            {
                return reader.fields().value(cursor).getBoolean(false);
            }
        }
        return false;
    }

    @Override
    public void gap() throws IOException
    {
        dropParts("parts of its message are missing in the capture");
        writeDone();
    }

    @Override
    public int held()
    {
        return held;
    }
}
