package io.skim.gateway.tls;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A value made from files, and made again when their bytes change. Modification times are not asked: secrets of Kubernetes are links
 * that are exchanged.
 */
final class Reloaded<T>
{
    /** Makes the value. */
    interface Source<T>
    {
        /** Makes it, in place of another one; null for none. */
        T load(@Nullable T before) throws TlsFileException;
    }

    private final List<Path> files;
    private final Source<T> source;
    private byte[] tried;
    private volatile T value;
    private volatile @Nullable String problem;

    Reloaded(final List<Path> files, final Source<T> source) throws TlsFileException
    {
        this.files = List.copyOf(files);
        this.source = source;
        this.tried = digest();
        this.value = source.load(null);
    }

    T value()
    {
        return value;
    }

    /**
     * Makes the value again if a file has changed since the last try, successful or not.
     *
     * @return whether there is a new value.
     * @throws TlsFileException if the files are not in order; then the old value stays.
     */
    synchronized boolean reloadIfChanged() throws TlsFileException
    {
        final byte[] now = digest();
        if (MessageDigest.isEqual(tried, now))
        {
            return false;
        }
        tried = now;
        try
        {
            value = source.load(value);
            problem = null;
            return true;
        }
        catch (final TlsFileException e)
        {
            problem = e.getMessage();
            throw e;
        }
    }

    /** {@return why the files as they are are not used; null if they are} */
    @Nullable
    String problem()
    {
        return problem;
    }

    /** {@return a digest of the files' bytes, or of why they cannot be read} */
    private byte[] digest()
    {
        final MessageDigest digest = newDigest();
        for (final Path file : files)
        {
            digest.update(file.toString().getBytes(StandardCharsets.UTF_8));
            try
            {
                digest.update(PemFile.read(file).bytes());
            }
            catch (final TlsFileException e)
            {
                digest.update(e.toString().getBytes(StandardCharsets.UTF_8));
            }
        }
        return digest.digest();
    }

    private static MessageDigest newDigest()
    {
        try
        {
            return MessageDigest.getInstance("SHA-256");
        }
        catch (final NoSuchAlgorithmException e)
        {
            throw new AssertionError(e);
        }
    }
}
