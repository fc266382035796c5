package io.skim.command.report;

import io.skim.command.AmqpLinks;
import io.skim.command.AmqpNames;
import io.skim.command.Slowest;
import io.skim.command.Source;
import io.skim.command.Times;
import io.skim.command.WholeUnits;
import io.skim.pojo.amqp.AmqpBudget;
import io.skim.pojo.amqp.AmqpComposite;
import io.skim.pojo.amqp.AmqpFrameBuilder;
import io.skim.pojo.amqp.AmqpFrameTree;
import io.skim.pojo.amqp.AmqpMap;
import io.skim.pojo.amqp.AmqpStreamItem;
import io.skim.scan.FrameView;
import io.skim.scan.Strictness;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Counts AMQP frames. A delivery counts as a request, the disposition that settles it as its response.
 */
final class AmqpFeed
{
    private static final int LONGEST_NAME = 255;

    private final ReportedTraffic traffic;
    private final AmqpLinks links = new AmqpLinks();
    private final AmqpFrameBuilder builder =
        new AmqpFrameBuilder(AmqpBudget.DEFAULT, WholeUnits.AMQP, Strictness.LENIENT);

    AmqpFeed(final ReportedTraffic traffic)
    {
        this.traffic = traffic;
    }

    /** Takes what is known when all is read. */
    void end()
    {
        traffic.stuck = links.stuck();
    }

    /** Begins a stream. */
    WholeUnits.Taker begin(final WholeUnits units, final Source source)
    {
        return new Frames(units, source);
    }

    /** The frames of one stream. */
    private final class Frames implements WholeUnits.Taker
    {
        private final WholeUnits units;
        private final Source source;
        private final ReportedTraffic.@Nullable Edge edge;
        private String container = "(before an open)";

        Frames(final WholeUnits units, final Source source)
        {
            this.units = units;
            this.source = source;
            edge = source.connection() == null ? null : ReportedTraffic.Edge.of(source.connection());
        }

        @Override
        public void unit(final FrameView unit, final long offset, final long time)
        {
            final AmqpStreamItem item = builder.item(unit);
            if (item == null)
            {
                units.report(source, offset, Objects.requireNonNull(builder.fault().reason()).name(),
                    offset + builder.fault().offset(), builder
                        .fault().toMessage());
                return;
            }
            traffic.number = units.number();
            final AmqpFrameTree frame = item instanceof AmqpFrameTree ? (AmqpFrameTree)item : null;
            final AmqpLinks.Event event = frame == null ? null : links.on(source, frame, time);
            traffic.forgotten = links.forgotten();
            final int payload = frame == null ? 0 : frame.payload().length();
            traffic.frame(time, unit.length() - payload, payload);
            if (edge != null)
            {
                traffic.edges.of(edge).add(unit.length());
            }
            if (Times.isKnown(time))
            {
                traffic.time.at(time).bytes += unit.length();
            }
            final String performative = event == null ? null : event.performative;
            traffic.topics.of(frame == null ? "(protocol header)" : performative != null ? performative
                : event == null ? "(malformed)"
                    : "(empty frame)")
                .add(unit.length());
            if (event != null && performative != null)
            {
                count(event, performative, unit.length(), time);
            }
            traffic.clients.of(container).add(unit.length());
        }

        private void count(final AmqpLinks.Event event, final String performative, final int length,
            final long time)
        {
            switch (performative)
            {
                case "open" -> container = name(event.fields());
                case "transfer" -> transfer(event, length, time);
                case "disposition" -> disposition(event, length, time);
                default ->
                {
                    // Tells nothing of deliveries.
                }
            }
            if (event.error)
            {
                final boolean outcome = "disposition".equals(performative);
                traffic.failures
                    .of(new ReportedTraffic.Failure(outcome ? address(event) : performative, cut(event.state)))
                    .add(event.description());
                traffic.codes.of(address(event)).failures++;
                if (Times.isKnown(time))
                {
                    traffic.time.at(time).errors++;
                }
            }
        }

        private void transfer(final AmqpLinks.Event event, final int length, final long time)
        {
            final ReportedTraffic.Code link = traffic.codes.of(address(event));
            link.bytes += length;
            if (event.first)
            {
                link.requests++;
                traffic.requests++;
                traffic.oneways += event.fields().getBoolean("settled", false) ? 1 : 0;
                if (Times.isKnown(time))
                {
                    traffic.time.at(time).requests++;
                }
            }
        }

        private void disposition(final AmqpLinks.Event event, final int length, final long time)
        {
            final ReportedTraffic.Code link = traffic.codes.of(address(event));
            link.responses++;
            link.bytes += length;
            traffic.responses++;
            traffic.pairs += event.settled;
            final long latency = event.latency(time);
            if (Times.isKnown(time))
            {
                traffic.time.at(time).responses++;
            }
            if (latency >= 0)
            {
                link.latencies.add(latency);
                traffic.time.at(time).latency(latency);
                traffic.slowest.add(new Slowest.Answer(traffic.number, Objects.requireNonNull(event.delivery).time(),
                    address(
                        event),
                    event.link == null ? null : cut(event.link.name()), Objects.requireNonNull(source.connection()),
                    latency));
            }
        }

        @Override
        public void gap()
        {
            links.lost(source);
        }

        @Override
        public int held()
        {
            return 0;
        }
    }

    private static String address(final AmqpLinks.Event event)
    {
        return event.link == null ? "(link not in the capture)"
            : cut(event.link.address() == null ? event.link.name()
                : event.link.address());
    }

    static String cut(final @Nullable String name)
    {
        return name == null || name.isEmpty() ? "(no name)"
            : name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) + "\u2026" : name;
    }

    /** The container-id of an open, and the product and version if it has them. */
    private static String name(final AmqpComposite open)
    {
        final StringBuilder name = new StringBuilder(cut(open.getText("container-id")));
        if (open.isSet("properties") && open.get("properties") instanceof AmqpMap properties)
        {
            properties.entries().forEach(entry -> {
                final String key = AmqpNames.plain(entry.key());
                if ("product".equals(key) || "version".equals(key))
                {
                    name.append(", ").append(cut(AmqpNames.plain(entry.value())));
                }
            });
        }
        return name.toString();
    }
}
