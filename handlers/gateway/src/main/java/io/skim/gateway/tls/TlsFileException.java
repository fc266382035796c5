package io.skim.gateway.tls;

import java.io.IOException;

/** Certificates or keys that cannot be used. The message begins with the file's name, or another origin, and says why. */
public final class TlsFileException extends IOException
{
    private static final long serialVersionUID = 1;

    TlsFileException(final Object file, final String why)
    {
        super(file + ": " + why);
    }

    TlsFileException(final Object file, final String why, final Throwable cause)
    {
        super(file + ": " + why, cause);
    }
}
