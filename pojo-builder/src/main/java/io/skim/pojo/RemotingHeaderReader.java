package io.skim.pojo;

import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingReader;
import io.skim.scan.remoting.RemotingScanner;

/**
 * Reads each frame's header into a {@link RemotingHeader}: what a scan with a {@link RemotingHeaderBuilder} gives and
 * refuses, in one call, and for binary headers in less time, since their entries are pulled and not shown.
 *
 * <pre>
 * final RemotingHeaderReader reader = new RemotingHeaderReader();
 * final RemotingHeader header = reader.read(view.wrap(buffer));
 * if (header == null) { throw reader.fault().toException(); }
 * </pre>
 *
 * Shares names and repeated values as the builder does. Allocates the header, its map, and the texts that are not shared. Reused
 * for each frame. One thread at a time. Keeps no reference to a frame.
 *
 * @see "RemotingCommand.decode, release 5.5.1"
 */
public final class RemotingHeaderReader
{
    private static final int PREFIX = 8;
    private static final int TYPE = 4;
    private static final int BINARY = 1;

    private final RemotingHeaderBuilder builder = new RemotingHeaderBuilder();
    private final RemotingScanner scanner;
    private final RemotingReader reader;
    private boolean binary;

    /** Makes a strict reader with the default limits. */
    public RemotingHeaderReader()
    {
        this(Limits.DEFAULT, Strictness.STRICT);
    }

    /**
     * Makes a reader.
     *
     * @param limits     of the frames.
     * @param strictness whether the reference decoder's oddities are refused or read.
     */
    public RemotingHeaderReader(final Limits limits, final Strictness strictness)
    {
        scanner = new RemotingScanner(limits, strictness);
        reader = new RemotingReader(limits, strictness);
    }

    /**
     * Reads a frame's header.
     *
     * @param frame wrapped on one frame.
     * @return yours to keep; or null if the frame is refused, see {@link #fault()}.
     * @throws IllegalStateException if the frame is not wrapped.
     */
    public RemotingHeader read(final FrameView frame)
    {
        binary = isBinary(frame);
        return !binary ? scan(frame) : reader.wrap(frame) ? builder.pull(frame, reader) : null;
    }

    /** What neither is, the scanner refuses. */
    private static boolean isBinary(final FrameView frame)
    {
        return frame.isWrapped() && frame.available() >= PREFIX && frame.load(PREFIX) && frame.array()[frame
            .arrayOffset() + TYPE] == BINARY;
    }

    private RemotingHeader scan(final FrameView frame)
    {
        try
        {
            scanner.scan(frame, RemotingHeaderBuilder.INTEREST, builder);
            return builder.header();
        }
        finally
        {
            builder.reset();
        }
    }

    /**
     * Why the last frame was refused.
     *
     * @return this reader's own view, absent unless it was.
     */
    public Fault fault()
    {
        return binary ? reader.fault() : scanner.fault();
    }
}
