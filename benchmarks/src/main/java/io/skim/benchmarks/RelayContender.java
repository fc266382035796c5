package io.skim.benchmarks;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.skim.handlers.patch.OpaqueRelay;
import io.skim.scan.FrameView;

/**
 * Skim: the relay gives each frame another opaque, in place. Each is taken for answered at once.
 */
final class RelayContender implements Rewrite
{
    private static final int PENDING = 1024;

    private final OpaqueRelay relay;
    private final FrameView view = new FrameView();
    private final ByteBuf[] frames;
    private int frame;
    private ByteBuf last;

    RelayContender(final byte[][] frames, final Buffers kind)
    {
        this(frames, kind, new OpaqueRelay(PENDING));
    }

    private RelayContender(final byte[][] frames, final Buffers kind, final OpaqueRelay relay)
    {
        this.relay = relay;
        final byte[][] own = frames.clone();
        for (int i = 0; i < own.length; i++)
        {
            own[i] = frames[i].clone();
        }
        this.frames = Buffers.each(own, kind);
    }

    /** A relay that does not look at the entries of its clients. */
    static RelayContender trusting(final byte[][] frames, final Buffers kind)
    {
        return new RelayContender(frames, kind, new OpaqueRelay(PENDING).trustingClients());
    }

    @Override
    public int next()
    {
        last = frames[frame];
        frame = frame + 1 == frames.length ? 0 : frame + 1;
        if (!relay.forward(view.wrap(last), 0, 0) || !relay.patch().applyInPlace(last))
        {
            throw new IllegalStateException("not in place: " + relay.patch().refusal());
        }
        relay.forget(relay.upstreamOpaque());
        return relay.upstreamOpaque();
    }

    @Override
    public byte[] output()
    {
        return ByteBufUtil.getBytes(last);
    }
}
