package io.skim.bytes;

/**
 * The way from Skim's own modules to the index of the header that a scanner has scanned, which the scanner's package does not
 * publish.
 *
 * @see "io.skim.scan.remoting.RemotingScanner, which installs it"
 */
public abstract class HeaderAccess
{
    @SuppressWarnings("NullAway.Init") // install sets it
    private static volatile HeaderAccess installed;

    /** The access; a constant, so that HotSpot calls it directly. */
    private static final class Holder
    {
        static final HeaderAccess ACCESS = installed;
    }

    /** For the package of the scanner. */
    protected HeaderAccess()
    {
    }

    /** Installs the access; called once, when the scanner's class is initialized. */
    public static synchronized void install(final HeaderAccess access)
    {
        if (installed != null)
        {
            throw new IllegalStateException("the scanner of remoting frames has installed its access already");
        }
        installed = access;
    }

    /**
     * Where the parts stand of the header that was scanned last. Returns the same object for all headers of the scanner. It has
     * the whole header once this was checked without a handler, or the scanner has given its frame again; in the callbacks of a
     * scan it has only what the interest wants.
     */
    public static HeaderIndex index(final Object scanner)
    {
        return Holder.ACCESS.indexOf(scanner);
    }

    /** See {@link #index}. */
    protected abstract HeaderIndex indexOf(Object scanner);
}
