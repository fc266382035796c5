package io.skim.command;

import java.io.IOException;

/**
 * Standard output cannot be written; unchecked, so that it is not taken for a failure to read.
 */
public final class OutputException extends RuntimeException
{
    private static final long serialVersionUID = 1L;

    public OutputException(final IOException cause)
    {
        super(cause.getMessage(), cause);
    }

    /** Whether nobody reads any more ({@code | head}), which is no failure. */
    boolean isBrokenPipe()
    {
        final String message = getMessage();
        return message != null && (message.contains("roken pipe") || message.contains("ipe closed") || message.contains(
            "pipe is being closed"));
    }
}
