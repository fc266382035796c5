package io.skim.command;

import io.skim.pojo.amqp.AmqpFrameBuilder;
import io.skim.pojo.amqp.AmqpFrameTree;
import io.skim.pojo.amqp.AmqpStreamItem;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpFrameSplitter;
import java.util.List;
import java.util.Objects;

/**
 * Counts AMQP frames by performative, deliveries by link and outcome. Memory is limited, whatever comes.
 */
final class AmqpStatistics extends TrafficStatistics
{
    private static final Limits LIMITS = Limits.DEFAULT.withMaxFrameLength(AmqpDecoder.MAX_LENGTH);
    private static final int MOST_NAMES = 64;
    private static final int MOST_LINKS = 4_096;

    final Tally<String, Volume> performatives = new Tally<>(MOST_NAMES, Volume::new);
    final Tally<String, Volume> links = new Tally<>(MOST_LINKS, Volume::new);
    final Tally<String, Volume> outcomes = new Tally<>(MOST_NAMES, Volume::new);

    private final AmqpLinks known = new AmqpLinks();
    private final AmqpFrameBuilder builder;
    private final FrameView view = new FrameView(LIMITS);

    AmqpStatistics(final Console console, final Strictness strictness)
    {
        super(console);
        builder = new AmqpFrameBuilder(AmqpDecoder.BUDGET, LIMITS, strictness);
    }

    @Override
    int waiting()
    {
        return choice.isOfTimes() ? known.waiting(choice::isInTime) : known.waiting();
    }

    @Override
    long forgotten()
    {
        return known.forgotten();
    }

    /** The open links that wait for credit, those that wait longest first. */
    List<AmqpLinks.Stuck> withoutCredit()
    {
        return known.stuck();
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

    private void count(final AmqpStreamItem item, final Source source)
    {
        final int length = view.length();
        final AmqpLinks.Event event = item instanceof AmqpFrameTree frame ? known.on(source, frame, time) : null;
        if (!choice.takes(time))
        {
            return;
        }
        frames++;
        bytes += length;
        final String name = event == null ? item instanceof AmqpFrameTree ? "malformed" : "protocol header"
            : event.performative == null ? "empty frame" : event.performative;
        performatives.of(name).add(length);
        traffic.timeline.add(time, length, event != null && event.error);
        if (event != null && event.performative != null)
        {
            count(event, event.performative, length, source);
        }
        counted();
    }

    private void count(final AmqpLinks.Event event, final String performative, final int length, final Source source)
    {
        final String link =
            event.link == null ? "unknown" : event.link.address() == null ? event.link.name() : event.link
                .address();
        if ("transfer".equals(performative))
        {
            links.of(link).add(length);
            if (event.state != null)
            {
                outcomes.of(event.state).add(1, length);
            }
        }
        if ("disposition".equals(performative) && event.state != null)
        {
            // A sender repeats the outcome that the receiver has told, which was counted.
            final boolean receiver = event.fields().getBoolean("role", false);
            final int deliveries = receiver ? Math.max(1, event.settled) : event.settled;
            if (deliveries > 0)
            {
                outcomes.of(event.state).add(deliveries, length);
            }
        }
        if (event.error)
        {
            traffic.failure("disposition".equals(performative) ? link : performative,
                Objects.requireNonNull(event.state), event.description());
        }
        if (event.latency(time) >= 0)
        {
            traffic.answer(new Slowest.Answer(i, time, link, event.state, Objects.requireNonNull(source.connection()),
                event.latency(time)));
        }
    }

    /** A stream of frames that are counted. */
    private final class Frames extends SplitStream
    {
        private final AmqpFrameSplitter splitter;

        Frames(final Source source, final AmqpFrameSplitter splitter)
        {
            super(AmqpStatistics.this, source, splitter);
            this.splitter = splitter;
        }

        @Override
        void resumeAt(final long offset)
        {
            super.resumeAt(offset);
            known.lost(source);
        }

        @Override
        void frames()
        {
            while (splitter.next(view))
            {
                final AmqpStreamItem item = builder.item(view);
                if (item == null)
                {
                    report(source, splitter.frameOffset(), builder.fault(), splitter.frameOffset() + builder.fault()
                        .offset());
                }
                else
                {
                    count(item, source);
                }
                i++;
            }
        }
    }
}
