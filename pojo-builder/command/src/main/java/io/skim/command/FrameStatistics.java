package io.skim.command;

import io.skim.handlers.route.ResourceReader;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.HeaderSplitter;
import io.skim.scan.remoting.RemotingScanner;
import org.HdrHistogram.Histogram;

/**
 * Counts remoting frames by what their headers say. Memory grows neither with the files nor with what is in them: of
 * codes and topics a limited number is told apart.
 */
final class FrameStatistics extends InputReader
{
    /** How many different codes, and topics, are told apart. */
    static final int MOST_CODES = 4_096;
    static final int MOST_TOPICS = 65_536;

    private static final int MOST_NAMES = 64;
    private static final int DIGITS = 3;

    final Tally<CountedFrame.Role> roles = new Tally<>(MOST_NAMES);
    final Tally<Code> codes = new Tally<>(MOST_CODES);
    final Tally<String> serializeTypes = new Tally<>(MOST_NAMES);
    final Tally<String> languages = new Tally<>(MOST_NAMES);
    final Tally<String> topics = new Tally<>(MOST_TOPICS);
    final Histogram headerLengths = new Histogram(DIGITS);
    final Histogram bodyLengths = new Histogram(DIGITS);
    long frames;
    long bytes;
    long malformed;

    private final RemotingScanner scanner;
    private final ResourceReader resources = new ResourceReader();

    /** A code, which means one thing in a request and another in a response. */
    record Code(int code, boolean response)
    {
    }

    FrameStatistics(final Console console, final Strictness strictness)
    {
        super(console);
        scanner = new RemotingScanner(RemotingDecoder.LIMITS, strictness);
    }

    @Override
    void flush()
    {
        // All is shown at the end.
    }

    @Override
    void report(final Source source, final long unit, final String reason, final long at, final String message)
    {
        malformed++;
        super.report(source, unit, reason, at, message);
    }

    @Override
    UnitStream open(final Source source)
    {
        return new Frames(source);
    }

    private void count(final CountedFrame frame)
    {
        final int length = frame.length();
        frames++;
        bytes += length;
        roles.of(frame.role()).add(length);
        codes.of(new Code(frame.code(), frame.role() == CountedFrame.Role.RESPONSE)).add(length);
        serializeTypes.of(frame.serializeType()).add(length);
        languages.of(frame.language()).add(length);
        headerLengths.recordValue(frame.headerLength());
        bodyLengths.recordValue(frame.bodyLength());
        for (final String topic : frame.topics())
        {
            topics.of(topic).add(length);
        }
        if (frame.hasOtherTopics())
        {
            topics.others().add(length);
        }
    }

    /** A stream of frames that are counted. */
    private final class Frames extends HeaderStream
    {
        private final CountedFrame frame = new CountedFrame();

        Frames(final Source source)
        {
            super(FrameStatistics.this, source, new HeaderSplitter(RemotingDecoder.LIMITS));
        }

        @Override
        Fault begin(final FrameView header, final long offset)
        {
            return frame.begin(header, scanner, resources) ? null : scanner.fault();
        }

        @Override
        void body(final FrameView piece)
        {
            // Its length is known from the header.
        }

        @Override
        void complete()
        {
            count(frame);
        }
    }
}
