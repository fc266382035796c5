package io.skim.command.report;

import io.skim.command.CodeNames;
import io.skim.command.ConsumedQueue;
import io.skim.command.Ends;
import io.skim.command.OffsetFields;
import io.skim.command.OpenRequests;
import io.skim.command.Release;
import io.skim.command.SentRequest;
import io.skim.command.Slowest;
import io.skim.command.Source;
import io.skim.command.Timeline;
import io.skim.command.Times;
import io.skim.command.WholeUnits;
import io.skim.pojo.RemotingHeader;
import io.skim.pojo.RemotingHeaderReader;
import io.skim.pojo.headers.HeaderField;
import io.skim.pojo.headers.HeaderType;
import io.skim.pojo.headers.HeaderTypes;
import io.skim.scan.FrameView;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingScanner;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Counts remoting frames, and finds the request of each response: by opaque, in the other direction of the connection.
 */
final class RemotingFeed
{
    private static final String UNKNOWN = "(response without a request in the capture)";

    private final ReportedTraffic traffic;
    private final RemotingScanner scanner = new RemotingScanner(WholeUnits.REMOTING, Strictness.LENIENT);
    private final RemotingHeaderReader reader = new RemotingHeaderReader(WholeUnits.REMOTING, Strictness.LENIENT);
    private final OpenRequests open = new OpenRequests();
    private final OffsetFields offsets = new OffsetFields();

    RemotingFeed(final ReportedTraffic traffic)
    {
        this.traffic = traffic;
    }

    /** Takes what is known when all is read. */
    void end()
    {
        traffic.unanswered = open.unanswered(time -> true);
    }

    /** Begins a stream. */
    WholeUnits.Taker begin(final WholeUnits units, final Source source)
    {
        return new WholeUnits.Taker()
        {
            private final ReportedTraffic.@Nullable Edge edge =
                source.connection() == null ? null : ReportedTraffic.Edge.of(source
                    .connection());
            private final @Nullable String receiver =
                source.connection() == null ? null : Ends.of(source.connection()).to();

            @Override
            public void unit(final FrameView unit, final long offset, final long time)
            {
                if (!scanner.check(unit))
                {
                    units.report(source, offset, Objects.requireNonNull(scanner.fault().reason()).name(),
                        offset + scanner.fault().offset(),
                        scanner.fault().toMessage());
                    return;
                }
                final RemotingHeader header = reader.read(scanner);
                traffic.number = units.number();
                traffic.frame(time, header.bodyOffset(), header.bodyLength());
                if (edge != null)
                {
                    traffic.edges.of(edge).add(unit.length());
                }
                if (header.isResponse())
                {
                    offsets.ofResponse(source.connection() != null && open.tellsOffsets(source, header.opaque()),
                        scanner);
                    response(header, source, unit.length(), time);
                }
                else
                {
                    offsets.ofRequest(header.code(), scanner);
                    request(header, source, traffic.lag.queue(offsets, receiver), unit.length(), time);
                }
            }

            @Override
            public void gap()
            {
                // Each frame is counted on its own.
            }

            @Override
            public int held()
            {
                return 0;
            }
        };
    }

    private static String name(final int code, final boolean response)
    {
        final String name = CodeNames.of(code, response);
        return name == null ? String.valueOf(code) : name;
    }

    private void request(final RemotingHeader header, final Source source, final @Nullable ConsumedQueue queue,
        final int length, final long time)
    {
        if (queue != null)
        {
            queue.request(offsets);
        }
        final String name = name(header.code(), false);
        final String topic = topic(header);
        traffic.requests++;
        final ReportedTraffic.Code code = traffic.codes.of(name);
        code.requests++;
        code.bytes += length;
        if (topic != null)
        {
            traffic.topics.of(AmqpFeed.cut(topic)).add(length);
        }
        traffic.clients.of(client(header)).add(length);
        if (Times.isKnown(time))
        {
            final Timeline.Interval interval = traffic.time.at(time);
            interval.requests++;
            interval.bytes += length;
        }
        if (header.isOneway())
        {
            traffic.oneways++;
        }
        else if (source.connection() != null)
        {
            open.sent(source, header.opaque(), new SentRequest(traffic.number, header.code(), topic, time, queue));
            traffic.forgotten = open.forgotten();
        }
    }

    private static String client(final RemotingHeader header)
    {
        final String release = Release.name(header.version());
        return (header.language() == null ? "unknown" : header.language().name()) + (release == null ? "" : " "
            + release) + ", version " + header.version() + ", " + header.serializeType();
    }

    private static @Nullable String topic(final RemotingHeader header)
    {
        final HeaderType<?> type = HeaderTypes.ofRequest(header.code());
        if (type != null)
        {
            for (final HeaderField field : type.fields())
            {
                if (field.name().equals("topic"))
                {
                    return header.extField(field.key());
                }
            }
        }
        return null;
    }

    private void response(final RemotingHeader header, final Source source, final int length, final long time)
    {
        traffic.responses++;
        final SentRequest request = source.connection() == null ? null : open.answered(source, header.opaque());
        final boolean failed = CodeNames.isError(header.code());
        final String name = request == null ? UNKNOWN : name(request.code(), false);
        final ReportedTraffic.Code code = traffic.codes.of(name);
        code.responses++;
        code.bytes += length;
        if (failed)
        {
            code.failures++;
            traffic.failures.of(new ReportedTraffic.Failure(name, name(header.code(), true))).add(header.remark());
        }
        if (request != null && request.queue() != null && !failed)
        {
            request.queue().response(request.code(), offsets, traffic.number, time);
        }
        traffic.pairs += request == null ? 0 : 1;
        if (!Times.isKnown(time))
        {
            return;
        }
        final Timeline.Interval interval = traffic.time.at(time);
        interval.responses++;
        interval.bytes += length;
        interval.errors += failed ? 1 : 0;
        final long micros = request == null ? -1 : Times.between(request.time(), time);
        if (request != null && micros >= 0)
        {
            code.latencies.add(micros);
            if (!CodeNames.mayWait(request.code()))
            {
                interval.latency(micros);
                traffic.slowest.add(new Slowest.Answer(traffic.number, request.time(), name, request.topic(), Objects
                    .requireNonNull(source.connection()), micros));
            }
        }
    }
}
