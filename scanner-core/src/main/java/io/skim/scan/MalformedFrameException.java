package io.skim.scan;

/** A refusal as an exception, for callers who want one. {@link Fault#toException()} makes it; no scan throws it. */
public final class MalformedFrameException extends RuntimeException
{
    private static final long serialVersionUID = 1L;

    /** The stable reason. */
    private final Reason reason;
    /** In bytes from the start of the frame. */
    private final long offset;

    MalformedFrameException(final Fault fault, final Reason reason)
    {
        super(fault.toString());
        this.reason = reason;
        offset = fault.offset();
    }

    /** {@return the stable reason} */
    public Reason reason()
    {
        return reason;
    }

    /** {@return the offset of the fault in bytes from the start of the frame} */
    public long offset()
    {
        return offset;
    }
}
