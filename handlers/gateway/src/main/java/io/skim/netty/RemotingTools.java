package io.skim.netty;

import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingHeaderView;
import io.skim.scan.remoting.RemotingScanner;
import java.util.Objects;

/**
 * What reads RocketMQ frames: one scanner and one view for each event loop, shared by all of its connections. So an idle
 * connection has none of its own.
 *
 * <pre>
 * RemotingTools tools = new RemotingTools(Limits.DEFAULT, Strictness.STRICT);    // one for all channels
 * </pre>
 *
 * Safe for use by many threads.
 */
public final class RemotingTools
{
    final Limits limits;
    private final Strictness strictness;
    private final LoopFrames<RemotingFrame> frames = new LoopFrames<>(this::make, frame -> frame.received);

    /** Makes tools for strict reading with the default limits. */
    public RemotingTools()
    {
        this(Limits.DEFAULT, Strictness.STRICT);
    }

    /**
     * Makes tools.
     *
     * @param limits     of the frames of all channels.
     * @param strictness of their scans.
     */
    public RemotingTools(final Limits limits, final Strictness strictness)
    {
        this.limits = Objects.requireNonNull(limits, "limits");
        this.strictness = Objects.requireNonNull(strictness, "strictness");
    }

    RemotingFrame make()
    {
        return new RemotingFrame(new RemotingScanner(limits, strictness), new RemotingHeaderView(limits, strictness),
            new FrameView(limits));
    }

    /** The frame of the calling thread, which all its channels use one after the other, until it is left. */
    RemotingFrame take()
    {
        return frames.take();
    }
}
