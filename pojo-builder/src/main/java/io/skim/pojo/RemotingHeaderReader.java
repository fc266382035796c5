package io.skim.pojo;

import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingHeaderView;
import io.skim.scan.remoting.RemotingScanner;
import org.jspecify.annotations.Nullable;

/**
 * Reads each frame's header into a {@link RemotingHeader}: what a scan with a {@link RemotingHeaderBuilder} gives and
 * refuses, in one call and in less time, since nothing is shown.
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
    private final RemotingHeaderBuilder builder = new RemotingHeaderBuilder();
    private final RemotingHeaderView header;

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
        header = new RemotingHeaderView(limits, strictness);
    }

    /**
     * Reads a frame's header.
     *
     * @param frame wrapped on one frame.
     * @return yours to keep; or null if the frame is refused, see {@link #fault()}.
     * @throws IllegalStateException if the frame is not wrapped.
     */
    public @Nullable RemotingHeader read(final FrameView frame)
    {
        return header.wrap(frame) ? builder.build(frame, header) : null;
    }

    /**
     * Reads the header that a scanner has just scanned, without another scan.
     *
     * @param scanned whose last scan has completed; of the same strictness as this reader.
     * @return yours to keep.
     * @throws IllegalStateException as {@link RemotingScanner#scanned()}.
     */
    public RemotingHeader read(final RemotingScanner scanned)
    {
        header.wrap(scanned);
        return builder.build(scanned.scanned(), header);
    }

    /** {@return why the last frame was refused: this reader's own view, absent unless it was} */
    public Fault fault()
    {
        return header.fault();
    }
}
