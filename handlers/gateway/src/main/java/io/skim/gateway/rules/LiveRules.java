package io.skim.gateway.rules;

import io.skim.gateway.config.ConfigException;
import io.skim.gateway.config.GatewayConfig;
import io.skim.gateway.config.GatewayConfig.Cluster;
import io.skim.gateway.config.GatewayConfig.Listener;
import io.skim.gateway.config.GatewayConfig.Policies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The rules in force, and the ones before them. A file that has changed is read anew; a file that is wrong changes nothing.
 * <p>
 * Rules are replaced by one volatile write: each frame meets the old rules or the new ones, never parts of both. What sockets and their
 * handlers are made with cannot change without a restart; a file that changes it is refused, too: listeners, the HTTP address, limits,
 * how often the file is looked at, the policies for reading and for malformed frames, and how connections to a cluster's servers begin or are shared.
 * <p>
 * Safe for use by many threads. Deciders read the current rules before each frame, and nothing else refers to old ones.
 */
public final class LiveRules
{
    private static final String CANNOT_CHANGE = " cannot change";

    private final Path file;
    private volatile RuleSet rules;
    /** Guarded by {@code this}, as all that follows. */
    private @Nullable RuleSet previous;
    /** What the file looked like when it was last read; null if it could not be read then. */
    private @Nullable Stamp read;
    /** At the last poll. */
    private Stamp seen;
    /**
     * The files that the version which was read last names and that could not be read, with what each looked like at the last poll;
     * null if it still could not be read.
     */
    private final Map<Path, @Nullable Stamp> unread = new HashMap<>();
    /** How connections to clusters are made, by their names; of all that were ever in force. */
    private final Map<String, String> connecting = new HashMap<>();
    private volatile @Nullable String problem;
    /** Of the version that was read last: it holds again when the file is there again. */
    private @Nullable String problemOfRead;
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
        noteConnecting(rules.config());
    }

    /** {@return the rules in force, for the next frame} */
    public RuleSet rules()
    {
        return rules;
    }

    /**
     * Looks whether the file has changed, and reads it then; also if a file that it names, of a key or secret, could not be read and
     * now can be. A file that has changed since the last call is left alone until the next one: its writer may not be done. Call it
     * at intervals, from one thread that may block.
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
        if (now.equals(read))
        {
            problem = problemOfRead;
        }
        final boolean completed = isUnreadThere();
        return settled && (!now.equals(read) || completed) && reload();
    }

    /** Whether a file that could not be read is there, and has not changed since the last poll. */
    private boolean isUnreadThere()
    {
        boolean isThere = false;
        for (final Map.Entry<Path, @Nullable Stamp> each : unread.entrySet())
        {
            final Stamp before = each.getValue();
            final Stamp now = stampIfReadable(each.getKey());
            each.setValue(now);
            isThere |= now != null && now.equals(before);
        }
        return isThere;
    }

    private static @Nullable Stamp stampIfReadable(final Path path)
    {
        try
        {
            return Files.isReadable(path) && Files.isRegularFile(path) ? Stamp.of(path) : null;
        }
        catch (final IOException e)
        {
            return null;
        }
    }

    /**
     * Reads the file, whether it has changed or not. If it is wrong, the rules stay as they are.
     *
     * @return whether new rules are in force; if not, {@link #problem} tells why.
     */
    public synchronized boolean reload()
    {
        unread.clear();
        try
        {
            read = Stamp.of(file);
            final GatewayConfig config = GatewayConfig.load(file);
            final String fixed = changesWhatIsFixed(config);
            if (fixed != null)
            {
                return refuseRead(file + ": " + fixed + " while the gateway runs; restart it");
            }
            put(RuleSet.compile(config, rules));
            noteConnecting(config);
            return true;
        }
        catch (final ConfigException e)
        {
            e.unreadFiles().forEach(each -> unread.put(each, null));
            return refuseRead(Objects.requireNonNull(e.getMessage(), "message"));
        }
        catch (final IOException e)
        {
            // The disk or a lack of file descriptors is no fault of this version, which the next poll tries again.
            read = null;
            return refuse(file + ": cannot be read: " + e);
        }
    }

    /** What a file changes that is used once, when the gateway starts, and that it cannot; null for nothing. */
    private @Nullable String changesWhatIsFixed(final GatewayConfig config)
    {
        final GatewayConfig now = rules.config();
        final String listeners = changesListeners(config.listeners(), now.listeners());
        if (listeners != null)
        {
            return listeners;
        }
        if (!Objects.equals(config.http(), now.http()))
        {
            return "http" + CANNOT_CHANGE;
        }
        if (!config.limits().equals(now.limits()))
        {
            return "limits" + CANNOT_CHANGE;
        }
        if (!config.reload().equals(now.reload()))
        {
            return "reload" + CANNOT_CHANGE;
        }
        final Policies wanted = config.policies();
        final Policies used = now.policies();
        if (wanted.reading() != used.reading() || wanted.malformed() != used.malformed()
            || wanted.messages() != used.messages())
        {
            return "the policies reading, malformed and messages" + CANNOT_CHANGE;
        }
        return changesConnecting(config);
    }

    private static @Nullable String changesListeners(final List<Listener> wanted, final List<Listener> used)
    {
        for (final Listener listener : used)
        {
            final Listener other = named(wanted, listener.name());
            if (other == null)
            {
                return "the listener '" + listener.name() + "' cannot be removed";
            }
            final List<String> keys = changedKeys(other, listener);
            if (!keys.isEmpty())
            {
                return String.join(", ", keys) + " of the listener '" + listener.name() + "'" + CANNOT_CHANGE;
            }
        }
        for (final Listener listener : wanted)
        {
            if (named(used, listener.name()) == null)
            {
                return "the listener '" + listener.name() + "' cannot be added";
            }
        }
        return null;
    }

    private static @Nullable Listener named(final List<Listener> listeners, final String name)
    {
        return listeners.stream().filter(each -> each.name().equals(name)).findFirst().orElse(null);
    }

    /** In the words of the file; some values follow from others, as the brokers' ports from the address. */
    private static List<String> changedKeys(final Listener wanted, final Listener used)
    {
        final Map<String, Function<Listener, @Nullable Object>> keys = new LinkedHashMap<>();
        keys.put("protocol", Listener::protocol);
        keys.put("address", Listener::address);
        keys.put("cluster", Listener::cluster);
        keys.put("brokers", Listener::brokers);
        keys.put("tls", Listener::tls);
        keys.put("proxyProtocol", Listener::proxyProtocol);
        // Secrets and ranges of addresses are equal if they say the same.
        keys.values().removeIf(value -> String.valueOf(value.apply(wanted)).equals(String.valueOf(value.apply(used))));
        return List.copyOf(keys.keySet());
    }

    private @Nullable String changesConnecting(final GatewayConfig config)
    {
        for (final Cluster cluster : config.clusters().values())
        {
            final String known = connecting.get(cluster.name());
            if (known == null && (cluster.tls() != null || cluster.share() != null))
            {
                return "the cluster '" + cluster.name() + "' has tls or share, and cannot be added";
            }
            if (known != null && !known.equals(connecting(cluster)))
            {
                return "tls, proxyProtocol and share of the cluster '" + cluster.name() + "'" + CANNOT_CHANGE;
            }
        }
        return null;
    }

    private static String connecting(final Cluster cluster)
    {
        return cluster.tls() + " " + cluster.proxyProtocol() + " " + cluster.share();
    }

    private void noteConnecting(final GatewayConfig config)
    {
        config.clusters().values().forEach(cluster -> connecting.putIfAbsent(cluster.name(), connecting(cluster)));
    }

    private boolean refuseRead(final String why)
    {
        problemOfRead = why;
        return refuse(why);
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
        problemOfRead = null;
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
