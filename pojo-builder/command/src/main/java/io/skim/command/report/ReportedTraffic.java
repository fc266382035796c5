package io.skim.command.report;

import io.skim.command.AmqpLinks;
import io.skim.command.ConsumerLag;
import io.skim.command.Distribution;
import io.skim.command.Ends;
import io.skim.command.Remarks;
import io.skim.command.Segments;
import io.skim.command.Slowest;
import io.skim.command.Tally;
import io.skim.command.Timeline;
import io.skim.command.Times;
import io.skim.command.Unanswered;
import io.skim.command.Volume;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that the page tells, in bounded memory: numbers by key, and of single frames only the slowest.
 */
final class ReportedTraffic
{
    static final int MOST_CODES = 256;
    static final int MOST_TOPICS = 1_024;
    static final int MOST_CLIENTS = 256;
    static final int MOST_ERRORS = 256;
    static final int MOST_EDGES = 512;
    static final int MOST_SLOW = 20;
    private static final int DIGITS = 3;
    private static final long MILLISECOND = 1_000;

    long frames;
    long bytes;
    long malformed;
    /** Null if no capture was read. */
    @Nullable
    Segments segments;
    /** Requests or deliveries that were forgotten for others before they were answered. */
    long forgotten;
    /** Requests without a response when reading ended, by the name of what is asked; the most frequent first. */
    List<Map.Entry<String, Unanswered>> unanswered = List.of();
    /** AMQP links without credit when reading ended. */
    List<AmqpLinks.Stuck> stuck = List.of();
    /** Of the frame that is counted, as {@code decode} has it. */
    long number;
    long requests;
    long responses;
    long oneways;
    long pairs;
    /** Times in microseconds since 1970. */
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    /** In bytes. */
    final Distribution headerLengths = new Distribution(DIGITS);
    final Distribution bodyLengths = new Distribution(DIGITS);
    final Timeline time = new Timeline(MILLISECOND);
    final Tally<String, Code> codes = new Tally<>(MOST_CODES, Code::new);
    final Tally<String, Volume> topics = new Tally<>(MOST_TOPICS, Volume::new);
    final Tally<String, Volume> clients = new Tally<>(MOST_CLIENTS, Volume::new);
    final Tally<Failure, Failures> failures = new Tally<>(MOST_ERRORS, Failures::new);
    final Tally<Edge, Volume> edges = new Tally<>(MOST_EDGES, Volume::new);
    final ConsumerLag lag = new ConsumerLag();
    /** With the times of the requests. */
    final Slowest slowest = new Slowest(MOST_SLOW);

    /** What is counted of a request code. */
    static final class Code
    {
        long requests;
        long responses;
        long failures;
        long bytes;
        /** In microseconds. */
        final Distribution latencies = new Distribution(DIGITS);
    }

    /** Requests that were answered with a failure. */
    record Failure(String request, String response)
    {
    }

    /** How many, and one remark. */
    static final class Failures
    {
        long count;
        String sample = "";

        void add(final @Nullable String remark)
        {
            count++;
            if (sample.isEmpty() && remark != null)
            {
                sample = Remarks.kept(remark);
            }
        }
    }

    /** Who talks to whom: the client's address, and the server's with its port. */
    record Edge(String client, String server)
    {
        /** Of a connection. The server is who has the lower port: those of clients are given out by their systems, from above. */
        static Edge of(final String connection)
        {
            final Ends ends = Ends.of(connection);
            return Ends.port(ends.to()) <= Ends.port(ends.from()) ? new Edge(Ends.address(ends.from()), ends.to())
                : new Edge(Ends.address(ends.to()), ends.from());
        }
    }

    /** Counts a frame. */
    void frame(final long time, final long header, final long body)
    {
        frames++;
        bytes += header + body;
        headerLengths.add(header);
        bodyLengths.add(body);
        if (Times.isKnown(time))
        {
            first = Math.min(first, time);
            last = Math.max(last, time);
        }
    }

    boolean hasTimes()
    {
        return last >= first;
    }
}
