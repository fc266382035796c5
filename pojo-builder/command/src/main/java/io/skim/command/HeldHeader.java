package io.skim.command;

import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingHeaderView;
import io.skim.scan.remoting.RemotingScanner;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The header that was scanned last, in a copy of its bytes, which stays while the body of its frame passes by. All streams of a
 * decoder share it. A frame whose body is still to come when another frame begins keeps its header in an array of its own.
 */
final class HeldHeader
{
    private static final int FIRST = 4_096;
    private static final int KEPT = 65_536;

    private final RemotingScanner scanner;
    private final RemotingHeaderView header;
    private final FrameView view = new FrameView(RemotingDecoder.LIMITS);
    private byte[] bytes = new byte[FIRST];
    /** Whose header it is; null if that is not needed any more. */
    private @Nullable DecodedFrame owner;

    HeldHeader(final Strictness strictness)
    {
        scanner = new RemotingScanner(RemotingDecoder.LIMITS, strictness);
        header = new RemotingHeaderView(RemotingDecoder.LIMITS, strictness);
    }

    /**
     * Scans the header of a frame.
     *
     * @param frame whose header it is, until it is let go of.
     * @param head  of which at least the header is there.
     * @return null, or why it is refused; then the frame has no header.
     */
    @Nullable
    Fault scan(final DecodedFrame frame, final FrameView head)
    {
        makeRoomFor(frame);
        final int available = head.available();
        if (bytes.length < available || bytes.length > KEPT && available <= KEPT)
        {
            bytes = new byte[Math.max(FIRST, available)];
        }
        head.getBytes(0, available, bytes, 0);
        return scan(frame, available, head.length()) ? null : scanner.fault();
    }

    private boolean scan(final DecodedFrame frame, final int available, final int length)
    {
        if (!scanner.check(view.wrapPart(bytes, 0, available, length)))
        {
            return false;
        }
        header.wrap(scanner);
        owner = frame;
        return true;
    }

    /** Comes back to the header of a frame that was scanned before those of others. */
    private void comeBack(final DecodedFrame frame)
    {
        if (owner != frame)
        {
            makeRoomFor(frame);
            bytes = frame.takeKept();
            scan(frame, bytes.length, frame.frameLength() + Integer.BYTES);
        }
    }

    /** Has the frame whose header is here keep it, unless it is the one that the next header is of. */
    private void makeRoomFor(final DecodedFrame frame)
    {
        if (owner != null && owner != frame)
        {
            owner.keep(Arrays.copyOf(bytes, view.available()));
        }
        owner = null;
    }

    /** The header of a frame that was scanned and not let go of. */
    RemotingHeaderView of(final DecodedFrame frame)
    {
        comeBack(frame);
        return header;
    }

    /** The scanner whose last scan is that of the frame, which was not let go of. */
    RemotingScanner scannerOf(final DecodedFrame frame)
    {
        comeBack(frame);
        return scanner;
    }

    /** The header of a frame is not needed any more. */
    void letGo(final DecodedFrame frame)
    {
        if (owner == frame)
        {
            owner = null;
        }
    }
}
