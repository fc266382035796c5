package io.skim.pojo.bind;

/**
 * A {@link BindError} as an exception, for tools and tests.
 */
public final class BindException extends Exception
{
    private static final long serialVersionUID = 1L;

    /** The stable reason. */
    private final BindReason reason;

    BindException(final BindReason reason, final String message)
    {
        super(message);
        this.reason = reason;
    }

    /** {@return the stable reason; never null} */
    public BindReason reason()
    {
        return reason;
    }
}
