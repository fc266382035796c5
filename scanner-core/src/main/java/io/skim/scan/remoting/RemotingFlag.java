package io.skim.scan.remoting;

/**
 * The bits of a remoting header's flag.
 *
 * @see "RemotingCommand, release 5.5.1: RPC_TYPE, RPC_ONEWAY"
 */
public final class RemotingFlag
{
    /** The frame is a response. */
    public static final int RESPONSE = 1;
    /** The sender of a request expects no response. */
    public static final int ONEWAY = 1 << 1;

    private RemotingFlag()
    {
    }

    /**
     * Whether a frame is a response.
     *
     * @param flag of its header, all bits.
     * @return true if {@link #RESPONSE} is set.
     */
    public static boolean isResponse(final int flag)
    {
        return (flag & RESPONSE) != 0;
    }

    /**
     * Whether the sender of a frame expects no response, also not a refusal.
     *
     * @param flag of its header, all bits.
     * @return true if {@link #ONEWAY} is set.
     */
    public static boolean isOneway(final int flag)
    {
        return (flag & ONEWAY) != 0;
    }
}
