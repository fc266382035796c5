package io.skim.command;

import io.skim.command.capture.CaptureReader;
import io.skim.command.capture.Stream;
import io.skim.command.capture.StreamListener;
import io.skim.command.capture.TcpStreams;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Reads the frames in a capture of packets: each direction of each TCP connection is a stream, and all of them are read
 * as their packets come.
 */
final class CaptureReading implements StreamListener
{
    /** In bytes, what all directions may hold together of frames that are not complete. */
    static final int MAX_HELD = 128 << 20;

    private final InputReader reader;
    private final Source source;
    /** Those that are read. */
    private final Set<Direction> directions = new LinkedHashSet<>();
    private long held;

    CaptureReading(final InputReader reader, final Source source)
    {
        this.reader = reader;
        this.source = source;
    }

    /** Reads a capture to its end, or to where no further packet can be found. */
    void read(final InputStream in) throws IOException
    {
        final CaptureReader packets = new CaptureReader(in);
        final TcpStreams streams = new TcpStreams(this);
        while (packets.next())
        {
            streams.packet(packets.linkType(), packets.bytes(), packets.from(), packets.length(), packets.wireLength());
            reader.beforeRead(in, source, packets.offset());
        }
        if (packets.error() != null)
        {
            reader.report(source, packets.offset(), packets.error(), packets.errorAt(), packets.message());
            reader.i++;
        }
        streams.end();
    }

    @Override
    public Stream begin(final String connection, final boolean whole)
    {
        return new Direction(reader.open(new Source(source.file(), connection)), whole);
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
            most.giveUp();
        }
    }

    /**
     * One direction of a connection, as far as it can be read. Where the connection is older than the capture, reading
     * begins with the first segment that begins with a frame, as most do.
     */
    private final class Direction implements Stream
    {
        /** Null once nothing more can be read. */
        private UnitStream units;
        private boolean begun;
        private long passed;
        /** What was counted of it. */
        private int held;

        Direction(final UnitStream units, final boolean whole)
        {
            this.units = units;
            begun = whole;
            directions.add(this);
        }

        @Override
        public void bytes(final byte[] array, final int from, final int length)
        {
            if (units == null)
            {
                return;
            }
            begun = begun || begins(array, from, length);
            if (!begun)
            {
                passed += length;
            }
            else if (units.feed(array, from, length))
            {
                hold(units.held());
                keepLimit();
            }
            else
            {
                finish();
            }
        }

        private boolean begins(final byte[] array, final int from, final int length)
        {
            final boolean frame = reader.isStart(array, from, length);
            if (frame && passed > 0)
            {
                units.begunBefore(passed);
            }
            return frame || passed == 0 && FrameStart.isOther(array, from, length);
        }

        private void hold(final int bytes)
        {
            CaptureReading.this.held += bytes - held;
            held = bytes;
        }

        private void finish()
        {
            units = null;
            hold(0);
            directions.remove(this);
        }

        private void giveUp()
        {
            units.giveUp(MAX_HELD);
            finish();
        }

        @Override
        public void lost(final long offset, final long missing)
        {
            if (units != null)
            {
                units.lost(offset - passed, missing);
                finish();
            }
        }

        @Override
        public void end()
        {
            if (units == null)
            {
                return;
            }
            if (begun)
            {
                units.end();
            }
            else
            {
                units.neverBegun(passed);
            }
            finish();
        }
    }
}
