package io.skim.command;

import io.skim.handlers.route.ResourceReader;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.HeaderSplitter;
import io.skim.scan.remoting.RemotingHeaderView;
import io.skim.scan.remoting.RemotingScanner;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Counts remoting frames by what their headers say. Memory grows neither with the files nor with what is in them: of
 * codes and topics a limited number is told apart.
 */
final class FrameStatistics extends TrafficStatistics
{
    /** How many different codes, and topics, are told apart. */
    static final int MOST_CODES = 4_096;
    static final int MOST_TOPICS = 65_536;
    /** How many different clients are told apart. */
    static final int MOST_CLIENTS = 4_096;

    private static final int MOST_NAMES = 64;
    private static final int DIGITS = 3;

    final Tally<CountedFrame.Role, Volume> roles = new Tally<>(MOST_NAMES, Volume::new);
    final Tally<Code, Volume> codes = new Tally<>(MOST_CODES, Volume::new);
    final Tally<String, Volume> serializeTypes = new Tally<>(MOST_NAMES, Volume::new);
    /** Null if it is not known. */
    final Tally<@Nullable String, Volume> languages = new Tally<>(MOST_NAMES, Volume::new);
    final Tally<String, Volume> topics = new Tally<>(MOST_TOPICS, Volume::new);
    /** Who sends requests. */
    final Tally<Client, Volume> clients = new Tally<>(MOST_CLIENTS, Volume::new);
    final ConsumerLag lag = new ConsumerLag();
    final Distribution headerLengths = new Distribution(DIGITS);
    final Distribution bodyLengths = new Distribution(DIGITS);

    private final RemotingScanner scanner;
    private final RemotingHeaderView header;
    private final OpenRequests requests = new OpenRequests();
    private final ResourceReader resources = new ResourceReader();

    /** A code, which means one thing in a request and another in a response. */
    record Code(int code, boolean response)
    {
    }

    /**
     * Who sends requests.
     *
     * @param address  null if a file does not tell.
     * @param language null if it is not known.
     * @param version  the number of a release.
     */
    record Client(@Nullable String address, @Nullable String language, int version)
    {
    }

    FrameStatistics(final Console console, final Strictness strictness)
    {
        super(console);
        scanner = new RemotingScanner(RemotingDecoder.LIMITS, strictness);
        header = new RemotingHeaderView(RemotingDecoder.LIMITS, strictness);
    }

    @Override
    int waiting()
    {
        return choice.isOfTimes() ? requests.count(choice::isInTime) : requests.size();
    }

    @Override
    long forgotten()
    {
        return requests.forgotten();
    }

    /** Those of {@link #waiting}, by the name of what is asked; the most frequent first. */
    List<Map.Entry<String, Unanswered>> unanswered()
    {
        return requests.unanswered(choice::isInTime);
    }

    @Override
    UnitStream open(final Source source)
    {
        return new Frames(source);
    }

    /** Remembers a request, and counts how long a response took. */
    private @Nullable SentRequest pair(final CountedFrame frame, final Source source,
        final @Nullable ConsumedQueue queue)
    {
        if (source.connection() == null || frame.role() == CountedFrame.Role.ONEWAY)
        {
            return null;
        }
        if (frame.role() == CountedFrame.Role.RESPONSE)
        {
            return requests.answered(source, frame.opaque());
        }
        final Iterator<String> topic = frame.topics().iterator();
        requests.sent(source, frame.opaque(),
            new SentRequest(i, frame.code(), topic.hasNext() ? topic.next() : null, time, queue));
        return null;
    }

    private void answered(final CountedFrame frame, final @Nullable SentRequest request, final OffsetFields offsets,
        final Source source)
    {
        if (request != null && request.queue() != null && !frame.isError())
        {
            request.queue().response(request.code(), offsets, i, time);
        }
        final long latency = request == null ? -1 : Times.between(request.time(), time);
        if (request != null && latency >= 0)
        {
            traffic.answer(new Slowest.Answer(i, time, name(request.code(), false), request.topic(), Objects
                .requireNonNull(source.connection()), latency), CodeNames.mayWait(request.code()));
        }
        if (frame.isError())
        {
            traffic.failure(request == null ? "unknown request" : name(request.code(), false), name(frame.code(), true),
                frame.remark());
        }
    }

    private static String name(final int code, final boolean response)
    {
        final String name = CodeNames.of(code, response);
        return name == null ? "code " + code : name;
    }

    private void count(final CountedFrame frame, final OffsetFields offsets, final Source source, final Sender sender)
    {
        final ConsumedQueue queue = lag.queue(offsets, sender.server);
        final SentRequest request = pair(frame, source, queue);
        if (!choice.takes(time))
        {
            return;
        }
        if (frame.role() == CountedFrame.Role.RESPONSE)
        {
            answered(frame, request, offsets, source);
        }
        else
        {
            sender.sent(frame);
            if (queue != null)
            {
                queue.request(offsets);
            }
        }
        traffic.timeline.add(time, frame.length(), frame.isError());
        final int length = frame.length();
        frames++;
        bytes += length;
        roles.of(frame.role()).add(length);
        codes.of(new Code(frame.code(), frame.role() == CountedFrame.Role.RESPONSE)).add(length);
        serializeTypes.of(frame.serializeType()).add(length);
        countLanguage(frame);
        headerLengths.add(frame.headerLength());
        bodyLengths.add(frame.bodyLength());
        for (final String topic : frame.topics())
        {
            topics.of(topic).add(length);
        }
        if (frame.hasOtherTopics())
        {
            topics.others().add(length);
        }
        counted();
    }

    @SuppressWarnings("NullAway") // the key may be null, which only its JSpecify mode sees
    private void countLanguage(final CountedFrame frame)
    {
        languages.of(frame.language()).add(frame.length());
    }

    /** Who sends the frames of a stream, and to whom: nearly always one client, which is looked up once. */
    private final class Sender
    {
        private final @Nullable String address;
        private final @Nullable String server;
        private @Nullable Client client;
        private Volume volume = new Volume();

        Sender(final @Nullable String connection)
        {
            final Ends ends = connection == null ? null : Ends.of(connection);
            address = ends == null ? null : Ends.address(ends.from());
            server = ends == null ? null : ends.to();
        }

        void sent(final CountedFrame request)
        {
            if (client == null || client.version() != request.version()
                || !Objects.equals(client.language(), request.language()))
            {
                client = new Client(address, request.language(), request.version());
                volume = clients.of(client);
            }
            volume.add(request.length());
        }
    }

    /** A stream of frames that are counted. */
    private final class Frames extends HeaderStream
    {
        private final CountedFrame frame = new CountedFrame();
        private final OffsetFields offsets = new OffsetFields();
        private final Sender sender;

        Frames(final Source source)
        {
            super(FrameStatistics.this, source, new HeaderSplitter(RemotingDecoder.LIMITS));
            sender = new Sender(source.connection());
        }

        @Override
        @Nullable
        Fault begin(final FrameView head, final long offset)
        {
            if (!frame.begin(head, scanner, header, resources))
            {
                return scanner.fault();
            }
            if (frame.role() == CountedFrame.Role.RESPONSE)
            {
                offsets.ofResponse(source.connection() != null && requests.tellsOffsets(source, frame.opaque()),
                    scanner);
            }
            else
            {
                offsets.ofRequest(frame.code(), scanner);
            }
            return null;
        }

        @Override
        void body(final FrameView piece)
        {
            // Its length is known from the header.
        }

        @Override
        void complete()
        {
            count(frame, offsets, source, sender);
        }
    }
}
