package io.skim.handlers.route;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.ScanTracker;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingFlag;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import java.util.Objects;

/**
 * Admits or refuses RocketMQ's requests by their codes: a handler to scan with, under {@link #INTEREST}.
 *
 * <pre>
 * RequestGate gate = new RequestGate(CodeGate.allow(RequestCode.SEND_MESSAGE_V2, RequestCode.PULL_MESSAGE)); // one a thread
 *
 * if (!gate.admits(scanner, frame)) { refuse(gate.opaque()); }
 * </pre>
 *
 * It needs a scan of the whole header. The last of several codes counts: the gate judges the code that the broker will read.
 * The code of a response is a status, which a gate does not judge. If responses must not come from a peer, check
 * {@link #isResponse} and refuse them.
 * <p>
 * One thread at a time. Allocates nothing.
 *
 * @see "RemotingCommand: bit 0 of flag"
 */
public final class RequestGate implements DataHandler
{
    private static final int CODE = 0;
    private static final int FLAG = 1;
    private static final int OPAQUE = 2;

    /** The values that a gate reads from a frame. */
    public static final RemotingInterest INTEREST = RemotingScanner.interest().field(RemotingField.CODE, CODE).field(
        RemotingField.FLAG, FLAG).field(RemotingField.OPAQUE, OPAQUE).build();

    private final CodeGate codes;
    private final ScanTracker scan = new ScanTracker();
    private int code;
    private int flag;
    private int opaque;
    private boolean complete;

    /**
     * Makes a gate.
     *
     * @param codes that pass.
     */
    public RequestGate(final CodeGate codes)
    {
        this.codes = Objects.requireNonNull(codes, "codes");
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        if (scan.begins(value))
        {
            forget();
        }
        // A number in a JSON header may be null or missing: the reference reads 0 for both.
        final int number = value.getInt(0);
        switch (id)
        {
            case CODE -> code = number;
            case FLAG -> flag = number;
            default -> opaque = number;
        }
        return Action.CONTINUE;
    }

    @Override
    public void onOutcome(final Outcome outcome, final Fault fault)
    {
        if (scan.ends(fault))
        {
            forget();
        }
        complete = outcome == Outcome.COMPLETE;
    }

    private void forget()
    {
        complete = false;
        code = 0;
        flag = 0;
        opaque = 0;
    }

    /** Forgets the last frame. Not needed between scans, also not after an exception. */
    public void reset()
    {
        scan.reset();
        forget();
    }

    /** A number of the last frame; 0 if an exception ended a later scan. */
    private int known(final int number)
    {
        return scan.isWhole() ? number : 0;
    }

    /**
     * Scans a frame and tells whether it passes. A scan of your own has to be under {@link #INTEREST}: under another one the gate would
     * take other values for the code.
     *
     * @param scanner one of the caller's own; its fault gives the reason if the frame is malformed.
     * @param frame   exactly one frame, wrapped.
     * @return as {@link #admits()}.
     * @throws IllegalStateException if the frame is not wrapped, or a handler calls its own scanner.
     */
    public boolean admits(final RemotingScanner scanner, final FrameView frame)
    {
        scanner.scan(frame, INTEREST, this);
        return admits();
    }

    /**
     * Whether the frame scanned last passes.
     *
     * @return true for a request whose code passes, and for a response; false for a frame that is malformed or was not scanned
     *     to its end, for example because a handler threw.
     */
    public boolean admits()
    {
        return complete && scan.isWhole() && (isResponse() || codes.admits(code));
    }

    /** {@return whether the frame scanned last is a response} */
    public boolean isResponse()
    {
        return RemotingFlag.isResponse(known(flag));
    }

    /** {@return whether the sender of the frame scanned last expects no response (oneway), also not a refusal} */
    public boolean isOneway()
    {
        return RemotingFlag.isOneway(known(flag));
    }

    /** {@return the code of the frame scanned last; 0 if it has none; undefined if it was malformed} */
    public int code()
    {
        return known(code);
    }

    /**
     * The opaque of the frame scanned last, which its response must have.
     *
     * @return 0 if it has none, for which the reference takes a number of its own; undefined if it was malformed.
     */
    public int opaque()
    {
        return known(opaque);
    }

    /** {@return the codes that pass, for logs: {@code RequestGate[allow [310, 11]]}} Allocates. */
    @Override
    public String toString()
    {
        return "RequestGate[" + codes + "]";
    }
}
