package io.skim.netty;

import io.skim.scan.FrameView;
import io.skim.scan.remoting.RemotingFlag;

/** What stands at known offsets of a binary frame, to answer one that is malformed further on. */
final class BinaryPrefix
{
    private static final int TYPE_OFFSET = 4;
    private static final int OPAQUE_OFFSET = 13;
    private static final int FLAG_OFFSET = 17;
    private static final int LENGTH = 21;
    private static final int BINARY = 1;

    private BinaryPrefix()
    {
    }

    /** Whether a frame is a binary request of which the numbers can be read. */
    static boolean isRequest(final FrameView view)
    {
        return view.available() >= LENGTH && view.getByte(TYPE_OFFSET) == BINARY && !RemotingFlag.isResponse(flag(
            view));
    }

    static boolean isOneway(final FrameView view)
    {
        return RemotingFlag.isOneway(flag(view));
    }

    static int opaque(final FrameView view)
    {
        return getInt(view, OPAQUE_OFFSET);
    }

    private static int flag(final FrameView view)
    {
        return getInt(view, FLAG_OFFSET);
    }

    private static int getInt(final FrameView view, final int offset)
    {
        return view.getByte(offset) << 24 | (view.getByte(offset + 1) & 0xFF) << 16
            | (view.getByte(offset + 2) & 0xFF) << 8 | view.getByte(offset + 3) & 0xFF;
    }
}
