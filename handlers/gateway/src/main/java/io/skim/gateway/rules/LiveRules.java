package io.skim.gateway.rules;

import io.skim.gateway.config.ConfigException;
import io.skim.gateway.config.GatewayConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The rules in force, and the ones before them. A file that has changed is read anew; a file that is wrong changes nothing.
 * <p>
 * Rules are replaced by one volatile write: each frame meets the old rules or the new ones, never parts of both. What belongs to
 * sockets, that is listeners and the HTTP address, cannot change without a restart; a file that changes it is refused, too.
 * <p>
 * Safe for use by many threads. Deciders read the current rules before each frame, and nothing else refers to old ones.
 */
public final class LiveRules
{
    private final Path file;
    private volatile RuleSet rules;
    /** Guarded by {@code this}, as all that follows. */
    private @Nullable RuleSet previous;
    /** What the file looked like when it was last read, and at the last poll. */
    private Stamp read;
    private Stamp seen;
    private volatile @Nullable String problem;
    private final AtomicLong reloads = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();

    /** A file by what changes when it is written. */
    private record Stamp(long modified, long size, Object key)
    {
        static Stamp of(final Path file) throws IOException
        {
            final BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return new Stamp(attributes.lastModifiedTime().toMillis(), attributes.size(), attributes.fileKey());
        }
    }

    /**
     * Loads a file.
     *
     * @param file of a gateway.
     * @throws IOException     if it cannot be read.
     * @throws ConfigException if it is wrong.
     */
    public LiveRules(final Path file) throws IOException, ConfigException
    {
        this.file = file;
        read = Stamp.of(file);
        seen = read;
        rules = RuleSet.compile(GatewayConfig.load(file), null);
    }

    /** {@return the rules in force, for the next frame} */
    public RuleSet rules()
    {
        return rules;
    }

    /**
     * Looks whether the file has changed, and reads it then. A file that has changed since the last call is left alone until the
     * next one: its writer may not be done. Call it at intervals, from one thread that may block.
     *
     * @return whether new rules are in force.
     */
    public synchronized boolean poll()
    {
        final Stamp now;
        try
        {
            now = Stamp.of(file);
        }
        catch (final IOException e)
        {
            return refuse(file + ": cannot be read: " + e);
        }
        final boolean settled = now.equals(seen);
        seen = now;
        return settled && !now.equals(read) && reload();
    }

    /**
     * Reads the file, whether it has changed or not. If it is wrong, the rules stay as they are.
     *
     * @return whether new rules are in force; if not, {@link #problem} tells why.
     */
    public synchronized boolean reload()
    {
        try
        {
            read = Stamp.of(file);
            final GatewayConfig config = GatewayConfig.load(file);
            if (!config.listeners().toString().equals(rules.config().listeners().toString())
                || !Objects.equals(config.http(), rules
                    .config().http()))
            {
                return refuse(file + ": listeners and http cannot change while the gateway runs; restart it");
            }
            put(RuleSet.compile(config, rules));
            return true;
        }
        catch (final ConfigException e)
        {
            return refuse(Objects.requireNonNull(e.getMessage(), "message"));
        }
        catch (final IOException e)
        {
            return refuse(file + ": cannot be read: " + e);
        }
    }

    private boolean refuse(final String why)
    {
        if (!why.equals(problem))
        {
            failures.incrementAndGet();
        }
        problem = why;
        return false;
    }

    private void put(final RuleSet next)
    {
        previous = rules;
        rules = next;
        reloads.incrementAndGet();
        problem = null;
    }

    /**
     * Takes the last reload back. The file is not read again until it changes.
     *
     * @return false if there is nothing to take back: no reload, or it was taken back already.
     */
    public synchronized boolean rollBack()
    {
        if (previous == null)
        {
            return false;
        }
        rules = previous;
        previous = null;
        return true;
    }

    /** {@return why the file's last version is not in force; null if it is, or was rolled back} */
    public @Nullable String problem()
    {
        return problem;
    }

    /** {@return how often new rules came into force, roll-backs not counted} */
    public long reloads()
    {
        return reloads.get();
    }

    /** {@return how many versions of the file were refused} */
    public long failures()
    {
        return failures.get();
    }
}
