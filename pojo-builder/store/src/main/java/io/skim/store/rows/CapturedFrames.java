package io.skim.store.rows;

import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.store.capture.CaptureReader;
import io.skim.store.capture.Stream;
import io.skim.store.capture.StreamListener;
import io.skim.store.capture.TcpStreams;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.Queue;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The frames of a packet capture, in the order in which their last packets were captured. Each direction of a connection is a
 * stream of frames. Where its framing is lost, or bytes are missing in the capture, the rest of the direction is one problem: no
 * place behind is certain to begin a frame.
 */
final class CapturedFrames extends FrameSupply implements StreamListener
{
    /** In bytes, what all directions may hold together of frames that are not complete. */
    static final int MAX_HELD = 128 << 20;

    private final CaptureReader packets;
    private final TcpStreams streams = new TcpStreams(this);
    private final Supplier<Cutter> cutters;
    /** What a packet brought, at most what waited for it. */
    private final Queue<Captured> queue = new ArrayDeque<>();
    private final Set<Flow> flows = new LinkedHashSet<>();
    private final FrameView cut;
    private long held;
    private boolean ended;

    /**
     * A frame or problem.
     *
     * @param connection in whose direction it is.
     * @param time       of its last packet.
     * @param offset     in the direction.
     * @param bytes      of the frame; null for a problem.
     * @param problem    null for a frame.
     */
    private record Captured(@Nullable String connection, long time, long offset, byte @Nullable [] bytes,
        @Nullable String problem)
    {
    }

    CapturedFrames(final InputStream in, final Limits limits, final Supplier<Cutter> cutters)
    {
        super(limits);
        this.cutters = cutters;
        packets = new CaptureReader(in);
        cut = new FrameView(limits);
    }

    @Override
    boolean next() throws IOException
    {
        while (queue.isEmpty() && !ended)
        {
            read();
        }
        final Captured captured = queue.poll();
        if (captured == null)
        {
            return false;
        }
        problem = captured.problem();
        offset = captured.offset();
        connection = captured.connection();
        time = captured.time();
        final byte[] bytes = captured.bytes();
        if (bytes != null)
        {
            frame.wrap(bytes, 0, bytes.length);
        }
        return true;
    }

    private void read() throws IOException
    {
        if (packets.next())
        {
            time = packets.time();
            streams.packet(packets.linkType(), packets.bytes(), packets.from(), packets.length(), packets.wireLength(),
                time);
            return;
        }
        ended = true;
        streams.end();
        if (packets.error() != null)
        {
            queue.add(new Captured(null, CaptureReader.NO_TIME, packets.errorAt(), null, packets.error() + ": "
                + packets.message()));
        }
    }

    @Override
    public Stream begin(final String name, final long stream, final boolean whole)
    {
        final Flow flow = new Flow(name);
        flows.add(flow);
        return flow;
    }

    @SuppressWarnings("NullAway") // more than none is held by one at least
    private void keepLimit()
    {
        while (held > MAX_HELD)
        {
            Flow most = null;
            for (final Flow flow : flows)
            {
                most = most == null || flow.held > most.held ? flow : most;
            }
            most.refuse(
                "the capture's connections hold more than " + MAX_HELD + " bytes of frames that are not complete");
        }
    }

    /** One direction of a connection. */
    private final class Flow implements Stream
    {
        private final String name;
        /** Null once nothing more can be read. */
        private @Nullable Cutter cutter = cutters.get();
        private int held;

        Flow(final String name)
        {
            this.name = name;
        }

        @Override
        public void bytes(final byte[] array, final int from, final int length)
        {
            if (cutter == null)
            {
                return;
            }
            cutter.splitter().feed(array, from, length);
            while (cutter.next().test(cut))
            {
                final byte[] bytes = new byte[cut.length()];
                cut.getBytes(0, bytes.length, bytes, 0);
                queue.add(new Captured(name, time, cutter.splitter().frameOffset(), bytes, null));
            }
            if (cutter.splitter().isMalformed())
            {
                refuse(told(cutter.splitter().fault()));
                return;
            }
            hold(cutter.splitter().gatheredLength());
            keepLimit();
        }

        private void hold(final int bytes)
        {
            CapturedFrames.this.held += bytes - held;
            held = bytes;
        }

        @SuppressWarnings("NullAway") // a direction without a cutter is not refused
        private void refuse(final String told)
        {
            queue.add(new Captured(name, time, cutter.splitter().frameOffset(), null, told
                + "; the rest of the direction is passed over"));
            finish();
        }

        private void finish()
        {
            cutter = null;
            hold(0);
            flows.remove(this);
        }

        @Override
        public void lost(final long offset, final long missing)
        {
            if (cutter != null)
            {
                refuse(missing + " bytes are missing in the capture, at " + offset);
            }
        }

        @Override
        public void end()
        {
            if (cutter != null && !cutter.splitter().end())
            {
                refuse(told(cutter.splitter().fault()));
            }
            else if (cutter != null)
            {
                finish();
            }
        }
    }
}
