package io.skim.command;

import io.skim.store.capture.CaptureReader;
import io.skim.store.capture.Stream;
import io.skim.store.capture.StreamListener;
import io.skim.store.capture.TcpStreams;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the frames in a capture of packets: each direction of each TCP connection is a stream, and all of them are read
 * as their packets come.
 */
final class CaptureReading implements StreamListener
{
    /** In bytes, what all directions may hold together of frames that are not complete. */
    static final int MAX_HELD = 128 << 20;

    /** Takes a direction that nobody wants. */
    private static final Stream PASSED_OVER = new Stream()
    {
        @Override
        public void bytes(final byte[] array, final int from, final int length)
        {
            // Nobody reads it.
        }

        @Override
        public void lost(final long offset, final long missing)
        {
            // Nobody reads it.
        }

        @Override
        public void end()
        {
            // Nobody reads it.
        }
    };

    /** Tells the reader before more is waited for, and not before each packet: to ask a pipe what it holds takes time. */
    private final class Awaited extends FilterInputStream
    {
        Awaited(final InputStream in)
        {
            super(in);
        }

        @Override
        public int read(final byte[] bytes, final int from, final int length) throws IOException
        {
            reader.beforeRead(in, source);
            return in.read(bytes, from, length);
        }
    }

    private final InputReader reader;
    private final Source source;
    /** Those that are read. */
    private final Set<Direction> directions = new LinkedHashSet<>();
    private final FrameStart start;
    /** The number of the capture's first stream: its own numbers begin at 0, and each stream of all captures has another. */
    private final long first;
    private long held;

    CaptureReading(final InputReader reader, final Source source)
    {
        this.reader = reader;
        this.source = source;
        start = reader.frameStart();
        first = reader.streams;
    }

    /** Reads a capture to its end, or to where no further packet can be found. */
    void read(final InputStream in) throws IOException
    {
        final CaptureReader packets = new CaptureReader(new Awaited(in));
        final TcpStreams streams = new TcpStreams(this);
        reader.capturing(streams.counts());
        if (reader.packets != null)
        {
            reader.packets.beginCapture(first);
        }
        final boolean timed = reader.choice.isOfTimes();
        long others = 0;
        while (!reader.isDone() && packets.next())
        {
            others += TcpStreams.isRead(packets.linkType()) ? 0 : 1;
            reader.time = packets.time();
            if (timed)
            {
                streams.count(reader.choice.isInTime(reader.time));
            }
            streams.packet(packets.linkType(), packets.bytes(), packets.from(), packets.length(), packets.wireLength(),
                reader.time);
            if (reader.packets != null)
            {
                reader.packets.packet(packets, streams);
            }
        }
        tellPassedOver(others, streams.fragments());
        tellError(packets);
        if (!reader.isDone())
        {
            streams.end();
        }
        if (reader.packets != null)
        {
            reader.packets.endCapture();
        }
        reader.time = CaptureReader.NO_TIME;
    }

    private void tellPassedOver(final long others, final long fragments)
    {
        if (others > 0)
        {
            reader.console.warn(source.name() + ": " + others + " packets are of a type of link that is not read");
        }
        if (fragments > 0)
        {
            reader.console.warn(source.name() + ": " + fragments
                + " packets are fragments of IP, which are not put together; what they carry is missing");
        }
    }

    private void tellError(final CaptureReader packets)
    {
        final String error = packets.error();
        if (error != null)
        {
            reader.report(source, packets.offset(), error, packets.errorAt(),
                Objects.requireNonNull(packets.message()));
            reader.i++;
        }
    }

    @Override
    public Stream begin(final String connection, final long stream, final boolean whole)
    {
        final long number = first + stream;
        reader.streams = Math.max(reader.streams, (number | 1) + 1);
        if (!reader.choice.takesConnection(connection, number >> 1))
        {
            if (reader.packets != null)
            {
                reader.packets.known(number, Long.MAX_VALUE);
            }
            return PASSED_OVER;
        }
        return new Direction(reader.open(new Source(source.file(), connection, number)), whole);
    }

    @Override
    public boolean isCounted(final String connection, final long stream)
    {
        return reader.choice.takesConnection(connection, first + stream >> 1);
    }

    private void keepLimit()
    {
        while (held > MAX_HELD)
        {
            Direction most = null;
            for (final Direction direction : directions)
            {
                most = most == null || direction.held > most.held ? direction : most;
            }
            Objects.requireNonNull(most).giveUp();
        }
    }

    /**
     * One direction of a connection. Reading begins with its first byte; where the connection is older than the capture,
     * and behind bytes that are missing, it goes on where the next frame begins: behind the one that has lost bytes, if
     * all of them are its own, and else at the first place that looks like a frame. Where such a place turns out to be none,
     * because the framing is lost behind it, the next one is looked for.
     */
    private final class Direction implements Stream
    {
        /** Null once nothing more can be read. */
        private @Nullable UnitStream units;
        /** Looks for a frame; null while there is nothing to look for. */
        private @Nullable FrameSearch search;
        /** The one that found the place from which frames are read; null if that is known and not guessed. */
        private @Nullable FrameSearch guess;
        /** Where the frame ends that has lost bytes; up to there bytes are passed over. */
        private long frameLimit = -1;
        /** Where the next byte stands, from the first that was captured. */
        private long position;
        /** Where the stream begins, for those who read its output: at the first frame that was captured. */
        private long begin;
        /** Whether that is known. */
        private boolean begun;
        /** Since frames were read last: where the first byte is missing or is no frame (-1 if none), how many are missing. */
        private long lostAt = -1;
        private long missing;
        /** And how many were passed over, besides those of the search. */
        private long passed;
        /** What was counted of it. */
        private int held;

        Direction(final UnitStream units, final boolean whole)
        {
            this.units = units;
            begun = whole;
            search = whole ? null : new FrameSearch(start);
            directions.add(this);
        }

        @Override
        public void bytes(final byte[] array, final int from, final int length)
        {
            if (units == null)
            {
                return;
            }
            if (position == 0 && !begun && FrameStart.isOther(array, from, length))
            {
                // To be named.
                begun = true;
                search = null;
            }
            position += length;
            if (search != null)
            {
                if (search.find(array, from, length))
                {
                    resumeWithFound(search, false);
                }
            }
            else
            {
                feed(array, from, length);
            }
            if (units != null)
            {
                hold(search == null ? units.held() : units.held() + search.held());
                keepLimit();
            }
            tellKnown();
        }

        /** Of a direction of which more can be read. */
        private UnitStream units()
        {
            return Objects.requireNonNull(units);
        }

        /** Tells up to where it is known what is taken. */
        private void tellKnown()
        {
            if (reader.packets == null || units == null)
            {
                return;
            }
            final long known = search != null ? position - search.length() : frameLimit >= 0 ? position : begin + units
                .known();
            reader.packets.known(units.source.stream(), known);
        }

        /** Behind the frame that has lost bytes, if there is one. */
        private void feed(final byte[] array, final int from, final int length)
        {
            int over = 0;
            if (frameLimit >= 0)
            {
                over = (int)Math.min(length, frameLimit - (position - length));
                passed += over;
                if (over == length)
                {
                    return;
                }
                resume(frameLimit);
            }
            if (units().feed(array, from + over, length - over))
            {
                return;
            }
            if (guess == null)
            {
                finish();
                return;
            }
            final int behind = behindRefused(length - over);
            search = guess;
            if (guess.find(array, from + over + behind, length - over - behind))
            {
                resumeWithFound(guess, false);
            }
        }

        /** With {@code last}, nothing follows what the search holds. */
        private void resumeWithFound(final FrameSearch by, final boolean last)
        {
            guess = by;
            boolean found = true;
            while (found)
            {
                search = null;
                passed += by.passed();
                resume(position - by.length());
                if (units().feed(by.bytes(), by.from(), by.length()))
                {
                    by.clear();
                    return;
                }
                search = by;
                found = by.findBehind(behindRefused(by.length()), last);
            }
        }

        /** Where to look on in the bytes fed last: behind the first byte of what was refused, if that is there. */
        private int behindRefused(final int length)
        {
            final long refused = begin + units().offset();
            final int behind = (int)Math.max(0, refused + 1 - (position - length));
            lostAt = refused;
            passed += position - length + behind - refused;
            return behind;
        }

        private void resume(final long place)
        {
            final boolean older = !begun;
            if (older)
            {
                begun = true;
                begin = place;
                if (reader.packets != null)
                {
                    reader.packets.begin(units().source.stream(), place);
                }
            }
            if (older && passed + missing > 0)
            {
                units().lost(0, "the capture begins inside of a frame: " + passed + " bytes of it are passed over"
                    + (missing > 0 ? ", " + missing + " are missing" : ""));
            }
            else if (lostAt >= 0)
            {
                units().lost(lostAt - begin, told() + ", reading goes on at " + (place - begin));
            }
            units().resumeAt(place - begin);
            frameLimit = -1;
            lostAt = -1;
            missing = 0;
            passed = 0;
        }

        private String told()
        {
            if (missing == 0)
            {
                return passed + " bytes are passed over, for what begins them is no frame";
            }
            return missing + " bytes are missing in the capture" + (passed > 0 ? ", " + passed
                + " behind them are passed over" : "");
        }

        private void hold(final int bytes)
        {
            CaptureReading.this.held += bytes - held;
            held = bytes;
        }

        private void finish()
        {
            if (reader.packets != null)
            {
                reader.packets.end(units().source.stream());
            }
            units = null;
            search = null;
            hold(0);
            directions.remove(this);
        }

        private void giveUp()
        {
            units().giveUp(MAX_HELD);
            finish();
        }

        @Override
        public void lost(final long offset, final long count)
        {
            endSearch();
            if (units == null)
            {
                return;
            }
            position = offset + count;
            lostAt = lostAt < 0 ? offset : lostAt;
            missing += count;
            if (search == null)
            {
                final long known = units.frameLimit();
                frameLimit = frameLimit >= 0 ? frameLimit : known < 0 ? -1 : begin + known;
                if (frameLimit < position)
                {
                    frameLimit = -1;
                    search = new FrameSearch(start);
                }
            }
        }

        /** What is searched ends here. */
        private void endSearch()
        {
            if (search != null && search.findInRest())
            {
                resumeWithFound(search, true);
            }
        }

        @Override
        public void end()
        {
            endSearch();
            if (units == null)
            {
                return;
            }
            if (search == null && missing == 0)
            {
                units.end();
            }
            else
            {
                endInside();
            }
            finish();
        }

        /** The stream ends before a frame has begun. */
        private void endInside()
        {
            passed += search == null ? 0 : search.passed();
            if (begun)
            {
                units().lost(lostAt - begin, told());
            }
            else
            {
                units().lost(0, "the capture begins inside of a frame, and in its " + passed + " bytes no other begins"
                    + (missing > 0 ? ", " + missing + " are missing" : ""));
            }
            units().resumeAt(position - begin);
            units().end();
        }
    }
}
