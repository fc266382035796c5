package io.skim.command;

import io.skim.command.capture.CaptureReader;
import io.skim.command.capture.Stream;
import io.skim.command.capture.StreamListener;
import io.skim.command.capture.TcpStreams;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads the frames in a capture of packets: each direction of each TCP connection is a stream, and all of them are read
 * as their packets come.
 */
final class CaptureReading implements StreamListener
{
    private final InputReader reader;
    private final Source source;

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

    /**
     * One direction of a connection, as far as it can be read. Where the connection is older than the capture, reading
     * begins with the first segment that begins with a frame, as most do.
     */
    private final class Direction implements Stream
    {
        private final UnitStream units;
        private boolean begun;
        private boolean over;
        private long passed;

        Direction(final UnitStream units, final boolean whole)
        {
            this.units = units;
            begun = whole;
        }

        @Override
        public void bytes(final byte[] array, final int from, final int length)
        {
            begun = begun || begins(array, from, length);
            if (!begun)
            {
                passed += length;
            }
            else if (!over)
            {
                over = !units.feed(array, from, length);
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

        @Override
        public void lost(final long offset, final long missing)
        {
            if (!over)
            {
                units.lost(offset - passed, missing);
            }
            over = true;
        }

        @Override
        public void end()
        {
            if (!over && begun)
            {
                units.end();
            }
            else if (!over)
            {
                units.neverBegun(passed);
            }
        }
    }
}
