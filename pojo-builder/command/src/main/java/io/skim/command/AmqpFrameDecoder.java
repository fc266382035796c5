package io.skim.command;

import com.fasterxml.jackson.core.JsonGenerator;
import io.skim.pojo.amqp.AmqpFrameBuilder;
import io.skim.pojo.amqp.AmqpFrameTree;
import io.skim.pojo.amqp.AmqpNotation;
import io.skim.pojo.amqp.AmqpStreamItem;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpFrameSplitter;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Decodes AMQP frames, and the protocol headers between them, one of them in memory at a time.
 */
final class AmqpFrameDecoder extends AmqpDecoder
{
    private static final Limits LIMITS = Limits.DEFAULT.withMaxFrameLength(MAX_LENGTH);

    private final AmqpFrameBuilder builder;
    private final AmqpLinks links = new AmqpLinks();
    /** Null for JSON. */
    private final @Nullable AmqpText text;
    /** Of files too: of captures they always are. */
    boolean showNames;
    /** Null unless messages are followed. */
    @Nullable
    AmqpTrail trail;

    /** A frame or protocol header, and where and when it was read; the event is null if it means nothing. */
    record Shown(AmqpStreamItem item, AmqpLinks.@Nullable Event event, long i, long time, Source source, long offset)
    {
    }

    AmqpFrameDecoder(final Console console, final Strictness strictness)
    {
        super(console);
        text = console.text ? new AmqpText(console) : null;
        builder = new AmqpFrameBuilder(BUDGET, LIMITS, strictness);
    }

    @Override
    void decode(final HexLines line)
    {
        final AmqpStreamItem item = builder.item(view.wrap(line.bytes(), 0, line.length()));
        if (item == null)
        {
            malformed(line, builder.fault());
        }
        else
        {
            print(item, line.source(), line.offset());
        }
    }

    @Override
    FrameStart frameStart()
    {
        return new FrameStart.Amqp();
    }

    @Override
    UnitStream open(final Source source)
    {
        return new Frames(source, new AmqpFrameSplitter(LIMITS));
    }

    private void print(final AmqpStreamItem item, final Source source, final long offset)
    {
        final AmqpLinks.Event event =
            item instanceof AmqpFrameTree frame && (text != null || showNames || trail != null || source.connection()
                != null) ? links.on(source, frame, time) : null;
        final Shown shown = new Shown(item, event, i, time, source, offset);
        if (trail == null)
        {
            print(shown);
        }
        else
        {
            trail.take(shown).forEach(this::print);
        }
    }

    private void print(final Shown shown)
    {
        if (!choice.takes(shown.time))
        {
            return;
        }
        if (text != null)
        {
            text.print(shown.item, shown.event, shown.i, shown.time, shown.source);
            return;
        }
        console.lines.write((final JsonGenerator json) -> {
            json.writeNumberField("i", shown.i);
            json.writeNumberField("offset", shown.offset);
            if (shown.source.connection() != null)
            {
                json.writeStringField("connection", shown.source.connection());
                if (Times.isKnown(shown.time))
                {
                    json.writeStringField("time", Times.text(shown.time));
                }
            }
            json.writeFieldName("diag");
            json.writeRawValue("");
            AmqpNotation.write(shown.item, new Raw(json));
            if (shown.event != null && shown.event.performative != null
                && (showNames || shown.source.connection() != null))
            {
                write(shown.event, shown.time, json);
            }
        });
    }

    private void write(final AmqpLinks.Event event, final long at, final JsonGenerator json) throws IOException
    {
        json.writeStringField("performative", event.performative);
        json.writeFieldName("fields");
        AmqpNames.writeFields(event.fields(), json);
        if (event.link != null)
        {
            json.writeObjectFieldStart("link");
            json.writeStringField("name", event.link.name());
            json.writeStringField("address", event.link.address());
            json.writeEndObject();
        }
        if (event.settled > 0)
        {
            json.writeNumberField("deliveries", event.settled);
        }
        if (event.latency(at) >= 0)
        {
            json.writeNumberField("latencyMicros", event.latency(at));
        }
    }

    /** A stream of frames. */
    private final class Frames extends SplitStream
    {
        private final AmqpFrameSplitter splitter;

        Frames(final Source source, final AmqpFrameSplitter splitter)
        {
            super(AmqpFrameDecoder.this, source, splitter);
            this.splitter = splitter;
        }

        @Override
        void resumeAt(final long offset)
        {
            super.resumeAt(offset);
            links.lost(source);
        }

        @Override
        void frames()
        {
            while (splitter.next(view))
            {
                final long offset = splitter.frameOffset();
                final AmqpStreamItem item = builder.item(view);
                if (item == null)
                {
                    report(source, offset, builder.fault(), offset + builder.fault().offset());
                }
                else
                {
                    print(item, source, offset);
                }
                i++;
            }
        }
    }
}
