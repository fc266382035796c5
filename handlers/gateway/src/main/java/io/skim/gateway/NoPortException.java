package io.skim.gateway;

/** There is no port for a broker that an answer of a name server has named. */
final class NoPortException extends RuntimeException
{
    private static final long serialVersionUID = 1L;

    NoPortException(final String message)
    {
        super(message);
    }

    @Override
    public String getMessage()
    {
        return String.valueOf(super.getMessage());
    }
}
