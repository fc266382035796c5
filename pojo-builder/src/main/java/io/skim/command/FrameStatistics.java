package io.skim.command;

import io.skim.handlers.route.ResourceReader;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.HeaderSplitter;
import io.skim.scan.remoting.RemotingScanner;
import java.io.IOException;
import java.io.InputStream;
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
    boolean takesCaptures()
    {
        return true;
    }

    @Override
    UnitStream open(final Source source)
    {
        return new Frames(source);
    }

    @Override
    void read(final InputStream in, final Source source) throws IOException
    {
        read(in, open(source));
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

    /** A stream of frames, of which headers alone are held. */
    private final class Frames extends UnitStream
    {
        private final HeaderSplitter splitter = new HeaderSplitter(RemotingDecoder.LIMITS);
        private final CountedFrame frame = new CountedFrame();
        private boolean refused;

        Frames(final Source source)
        {
            super(FrameStatistics.this, source);
        }

        @Override
        boolean feed(final byte[] fed, final int from, final int length)
        {
            splitter.feed(fed, from, length);
            while (true)
            {
                switch (splitter.next())
                {
                    case MORE:
                        return true;
                    case HEADER:
                        begin();
                        break;
                    case BODY:
                        break;
                    case END:
                        if (!refused)
                        {
                            count(frame);
                        }
                        refused = false;
                        i++;
                        break;
                    default:
                        refuse();
                        return false;
                }
            }
        }

        private void begin()
        {
            refused = !frame.begin(splitter.header(), scanner, resources);
            if (refused)
            {
                malformed++;
                report(source, splitter.frameOffset(), scanner.fault(), splitter.frameOffset() + scanner.fault()
                    .offset());
            }
        }

        @Override
        void end()
        {
            if (!splitter.end())
            {
                refuse();
            }
        }

        /** A frame that was refused already is not reported again for being cut off. */
        private void refuse()
        {
            if (!refused)
            {
                malformed++;
                report(source, splitter.frameOffset(), splitter.fault(), splitter.fault().offset());
            }
            i++;
        }
    }
}
