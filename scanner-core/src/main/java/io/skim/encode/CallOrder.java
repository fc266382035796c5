package io.skim.encode;

/**
 * An output that knows which call of an encoder of remoting may stand where, and whether what is called is written any more: one
 * comparison tells both.
 */
final class CallOrder extends Output
{
    static final int IDLE = 0;
    static final int WRAPPED = 1;
    static final int BEGUN = 2;
    static final int REMARKED = 3;
    static final int EXT_FIELDS = 4;
    static final int PROPERTIES = 5;
    static final int ENDED = 6;
    /** Added to a state: the frame has been refused. */
    private static final int REFUSED = 16;

    private int state;

    @Override
    void refuse(final EncodeRefusal reason)
    {
        super.refuse(reason);
        state |= REFUSED;
    }

    @Override
    void attach()
    {
        super.attach();
        state = WRAPPED;
    }

    @Override
    void detach()
    {
        state = IDLE;
    }

    /** Whether a state has been reached, refused or not. */
    boolean isAt(final int reached)
    {
        return (state & ~REFUSED) == reached;
    }

    /**
     * Whether to write; if not, the frame has been refused.
     *
     * @throws IllegalStateException if the call cannot stand here.
     */
    boolean isIn(final int due, final String call)
    {
        if (state == due)
        {
            return true;
        }
        if (state != (due | REFUSED))
        {
            throw misplaced(call, due);
        }
        return false;
    }

    /** Likewise, with a remark or without. */
    boolean isBegun(final String call)
    {
        return isIn(isAt(REMARKED) ? REMARKED : BEGUN, call);
    }

    void enter(final int next)
    {
        state = next | state & REFUSED;
    }

    private IllegalStateException misplaced(final String call, final int due)
    {
        switch (state & ~REFUSED)
        {
            case IDLE:
                return new IllegalStateException(call + ": wrap() is missing");
            case WRAPPED:
                return new IllegalStateException(call + ": begin() is missing");
            case BEGUN:
            case REMARKED:
                return new IllegalStateException(call
                    + (due <= BEGUN ? " was called already" : due == EXT_FIELDS ? ": beginExtFields() is missing" : due
                        == PROPERTIES ? ": beginProperties() is missing" : ": end() is missing"));
            case EXT_FIELDS:
                return new IllegalStateException(call + (due == PROPERTIES ? ": beginProperties() is missing"
                    : ": endExtFields() is missing"));
            case PROPERTIES:
                return new IllegalStateException(call + ": endProperties() is missing");
            default:
                return new IllegalStateException(call + ": the ext fields have ended, end() is missing");
        }
    }
}
