package io.skim.command;

import io.skim.pojo.amqp.AmqpComposite;
import io.skim.pojo.amqp.AmqpDescribed;
import io.skim.pojo.amqp.AmqpFieldDefinition;
import io.skim.pojo.amqp.AmqpFrameTree;
import io.skim.pojo.amqp.AmqpMap;
import io.skim.pojo.amqp.AmqpMessage;
import io.skim.pojo.amqp.AmqpSchemaException;
import io.skim.pojo.amqp.AmqpStreamItem;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Prints AMQP frames and messages for a person, one a line.
 */
final class AmqpText
{
    private static final Set<String> DULL = Set.of("handle", "delivery-id", "delivery-tag", "message-format", "more",
        "batchable", "role", "first", "last", "state", "name", "source", "target", "initial-delivery-count",
        "next-incoming-id", "next-outgoing-id", "error", "properties", "desired-capabilities", "offered-capabilities",
        "incoming-locales", "outgoing-locales", "initial-response", "challenge", "response", "unsettled",
        "incomplete-unsettled", "sasl-server-mechanisms");
    /** Of a flow: what stops deliveries, or has them go on. */
    private static final Set<String> URGENT = Set.of("delivery-count", "link-credit", "available", "drain");
    private static final long MICROS_PER_MILLI = 1_000;
    private static final long MOST_MILLIS = Long.MAX_VALUE / MICROS_PER_MILLI;

    private final Console console;
    private final TextLine line;

    AmqpText(final Console console)
    {
        this.console = console;
        line = new TextLine(console.screen);
    }

    /**
     * Prints a frame.
     *
     * @param item  the frame, or a protocol header.
     * @param event what it means; null of what does not conform, and of a protocol header.
     */
    void print(final AmqpStreamItem item, final AmqpLinks.@Nullable Event event, final long i, final long time,
        final Source source)
    {
        line.begin(i, time, source);
        if (!(item instanceof AmqpFrameTree frame))
        {
            line.name("--", "protocol header", false);
            line.size(Long.BYTES);
            times(source, -1);
        }
        else if (event == null || event.performative == null)
        {
            line.name("--", event == null ? "malformed performative" : "empty frame", event == null);
            line.size(frame.size());
            times(source, -1);
        }
        else
        {
            print(frame, event, time, source);
        }
        console.lines.text(line.text());
    }

    private void times(final Source source, final long latency)
    {
        if (source.connection() != null)
        {
            line.latency(latency);
        }
    }

    private void print(final AmqpFrameTree frame, final AmqpLinks.Event event, final long time, final Source source)
    {
        final String name = event.performative + (event.state == null ? "" : ' ' + event.state);
        line.name("disposition".equals(event.performative) ? "<-" : "->", name, event.error);
        line.size(frame.size());
        times(source, event.latency(time));
        if (event.link != null)
        {
            line.place(event.link.address() == null ? event.link.name() : event.link.address());
        }
        if (event.deliveryId >= 0)
        {
            final long last =
                "disposition".equals(event.performative) ? event.fields().getLong("last", event.deliveryId)
                    : event.deliveryId;
            line.fact("delivery", last == event.deliveryId ? String.valueOf(last) : event.deliveryId + "-" + last);
        }
        if ("attach".equals(event.performative))
        {
            line.fact("role", event.fields().getBoolean("role", false) ? "receiver" : "sender");
        }
        final String description = event.description();
        if (description != null)
        {
            line.fact("description", description.replace('\n', ' '));
        }
        final List<AmqpFieldDefinition> fields = event.fields().definition().fields();
        fields.stream().filter(field -> URGENT.contains(field.name())).forEach(field -> fact(event.fields(), field));
        line.fact("channel", String.valueOf(event.channel));
        fields.stream().filter(field -> !URGENT.contains(field.name())).forEach(field -> fact(event.fields(), field));
        if (event.link != null && event.link.address() != null)
        {
            line.fact("link", event.link.name());
        }
    }

    private void fact(final AmqpComposite fields, final AmqpFieldDefinition field)
    {
        if (fields.isSet(field.name()) && !DULL.contains(field.name()) && line.hasRoom())
        {
            line.fact(field.name(), AmqpNames.plain(fields.get(field.name())));
        }
    }

    /** Prints a message. */
    void print(final AmqpMessage message, final int size, final long i, final long time, final Source source)
    {
        line.begin(i, time, source);
        final AmqpComposite header = section(message, "header");
        final AmqpComposite properties = section(message, "properties");
        line.name("->",
            "message" + (properties != null && properties.isSet("subject") ? ' ' + AmqpNames.plain(properties
                .get("subject")) : ""),
            false);
        line.size(size);
        times(source, -1);
        line.place(properties == null || !properties.isSet("to") ? null : AmqpNames.plain(properties.get("to")));
        for (final AmqpComposite section : new AmqpComposite[] {properties, header})
        {
            facts(section);
        }
        for (final AmqpDescribed section : message.sections())
        {
            if (section.value() instanceof AmqpMap map && line.hasRoom())
            {
                map.entries().forEach(entry -> line.fact(AmqpNames.plain(entry.key()), AmqpNames.plain(entry.value())));
            }
        }
        console.lines.text(line.text());
    }

    /** Of milliseconds; as they are if they are too many for a time in microseconds. */
    private static String time(final String millis)
    {
        final long number = Long.parseLong(millis);
        return number > MOST_MILLIS || number < -MOST_MILLIS ? millis : Times.text(number * MICROS_PER_MILLI);
    }

    /** Null if there is none, or if it does not conform to its type: then its facts are left out. */
    private static @Nullable AmqpComposite section(final AmqpMessage message, final String name)
    {
        try
        {
            return message.section(name);
        }
        catch (final AmqpSchemaException e)
        {
            return null;
        }
    }

    private void facts(final @Nullable AmqpComposite section)
    {
        if (section == null)
        {
            return;
        }
        for (final AmqpFieldDefinition field : section.definition().fields())
        {
            if (section.isSet(field.name()) && !"to".equals(field.name()) && !"subject".equals(field.name()))
            {
                final String value = AmqpNames.plain(section.get(field.name()));
                line.fact(field.name(), field.name().endsWith("-time") ? time(value) : value);
            }
        }
    }
}
