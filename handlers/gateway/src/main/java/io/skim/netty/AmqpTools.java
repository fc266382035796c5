package io.skim.netty;

import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpFrameReader;
import java.util.Objects;

/**
 * What reads AMQP frames: one reader and one view for each event loop, shared by all of its connections. So an idle connection has
 * none of its own. Safe for use by many threads.
 *
 * <pre>
 * AmqpTools tools = new AmqpTools(Limits.DEFAULT, Strictness.LENIENT);    // one for all channels
 * </pre>
 */
public final class AmqpTools
{
    final Limits limits;
    final Strictness strictness;
    private final LoopFrames<AmqpFrame> frames = new LoopFrames<>(this::make, frame -> frame.received);

    /** Makes tools for lenient reading with the default limits: as the peers read. */
    public AmqpTools()
    {
        this(Limits.DEFAULT, Strictness.LENIENT);
    }

    /**
     * Makes tools.
     *
     * @param limits     of the frames of all channels.
     * @param strictness of reading them; lenient ignores bytes behind performatives, and accepts delivery-tags of any length.
     */
    public AmqpTools(final Limits limits, final Strictness strictness)
    {
        this.limits = Objects.requireNonNull(limits, "limits");
        this.strictness = Objects.requireNonNull(strictness, "strictness");
    }

    private AmqpFrame make()
    {
        return new AmqpFrame(new AmqpFrameReader(limits, strictness), new FrameView(limits));
    }

    /** The frame of the calling thread, which all its channels use one after the other, until it is left. */
    AmqpFrame take()
    {
        return frames.take();
    }
}
