package io.skim.scan.testing;

import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingScanner;

/**
 * A scanner that records, ready for frame after frame.
 */
public final class HeaderScan
{
    private final Strictness strictness;
    private final RemotingScanner scanner;
    private final FrameView view = new FrameView();
    private final HeaderRecorder recorder = new HeaderRecorder();

    /**
     * Makes a scan with the default limits.
     *
     * @param strictness of the scanner.
     */
    public HeaderScan(final Strictness strictness)
    {
        this.strictness = strictness;
        scanner = new RemotingScanner(Limits.DEFAULT, strictness);
    }

    /**
     * Scans a frame in an array of its own.
     *
     * @param frame whole.
     * @return what the scan showed, or null if the frame was refused.
     */
    public HeaderRecord read(final byte[] frame)
    {
        return read(view.wrap(frame));
    }

    /**
     * Scans a frame.
     *
     * @param frame wrapped.
     * @return what the scan showed, or null if the frame was refused.
     */
    public HeaderRecord read(final FrameView frame)
    {
        final Outcome outcome = scanner.scan(frame, HeaderRecorder.INTEREST, recorder);
        if (outcome != recorder.outcome() || fault().isPresent() != (outcome == Outcome.MALFORMED) || outcome
            == Outcome.STOPPED)
        {
            throw new AssertionError(outcome + " was shown as " + recorder.outcome() + " with " + fault());
        }
        if (fault().isPresent() && (fault().offset() < 0 || fault().offset() > frame.length()))
        {
            throw new AssertionError("outside the frame of " + frame.length() + " bytes: " + fault());
        }
        return recorder.header();
    }

    /**
     * Why the last frame was refused.
     *
     * @return the scanner's fault.
     */
    public Fault fault()
    {
        return scanner.fault();
    }

    /**
     * Why the last frame was refused.
     *
     * @return the reason, null if it was not.
     */
    public Reason reason()
    {
        return scanner.fault().reason();
    }

    @Override
    public String toString()
    {
        return strictness.name();
    }
}
