package io.skim.gateway.config;

import io.skim.gateway.config.GatewayConfig.Certificate;
import io.skim.gateway.config.GatewayConfig.ClientCertificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a file says of certificates, keys and secrets, which stand in other files or in the environment.
 */
final class KeyLoader
{
    private final YamlFile file;
    private final Path folder;
    private final UnaryOperator<String> environment;
    /** Null unless all is to be checked that a start needs. */
    private final @Nullable KeyCheck keys;

    private final Set<Path> unreadFiles = new LinkedHashSet<>();

    KeyLoader(final YamlFile file, final Path folder, final UnaryOperator<String> environment,
        final @Nullable KeyCheck keys)
    {
        this.file = file;
        this.folder = folder;
        this.environment = environment;
        this.keys = keys;
    }

    /** The files that could not be read. */
    Set<Path> unreadFiles()
    {
        return unreadFiles;
    }

    @Nullable
    Certificate ownCertificate(final Value tls)
    {
        final Value value = tls.at("certificate");
        return value == null ? null : certificate(value);
    }

    Certificate certificate(final Value value)
    {
        for (final Value name : value.list("names"))
        {
            if (!name.made().toString().matches("(?:\\*\\.)?[^*]+"))
            {
                file.problem(name.node(), "a certificate is chosen by whole names, or by *. and a name behind it");
            }
        }
        final Certificate made =
            new Certificate(value.scalars("names"), Objects.requireNonNullElse(path(value, "chain"), folder),
                required(value, "key"), secret(value.at("keyPassword")));
        if (keys != null && !file.hasProblems())
        {
            try
            {
                keys.certificate(made);
            }
            catch (final IOException e)
            {
                final String why = String.valueOf(e.getMessage());
                file.problem(value.nodeAt(why.startsWith(made.chain() + ":") ? "chain" : "key"), why);
            }
        }
        return made;
    }

    /** Looks into the file of the authorities that a side of TLS trusts. */
    void checkAuthorities(final @Nullable Value tls)
    {
        final Path trust = tls == null || keys == null || file.hasProblems() ? null : path(tls, "trust");
        if (tls != null && keys != null && trust != null)
        {
            try
            {
                keys.authorities(trust);
            }
            catch (final IOException e)
            {
                file.problem(tls.nodeAt("trust"), String.valueOf(e.getMessage()));
            }
        }
    }

    /** Without a file of authorities those of the JDK would count: then anybody can buy a certificate. */
    void checkClientCertificates(final Value tls)
    {
        if (tls.get(ConfigLoader.CLIENT_CERTIFICATES, ClientCertificates.NONE) != ClientCertificates.NONE && !tls.keys()
            .containsKey("trust"))
        {
            file.problem(tls.nodeAt(ConfigLoader.CLIENT_CERTIFICATES),
                "certificates of clients need the key 'trust': the file of the"
                    + " authorities that they come from");
        }
    }

    @Nullable
    Path path(final Value value, final String key)
    {
        final Value path = value.at(key);
        return path == null ? null : path(path);
    }

    /** The path of a file that is read; null with a problem. */
    private @Nullable Path path(final Value value)
    {
        final Path path = anyPath(value);
        if (path != null && (!Files.isReadable(path) || Files.isDirectory(path)))
        {
            file.problem(value.node(), "the file " + path + " cannot be read");
            unreadFiles.add(path);
        }
        return path;
    }

    /** The path of a file that need not be there; null with a problem, or if there is no value. */
    @Nullable
    Path anyPath(final @Nullable Value value)
    {
        if (value == null)
        {
            return null;
        }
        final String text = value.text();
        try
        {
            return folder.resolve(text).normalize();
        }
        catch (final InvalidPathException e)
        {
            file.problem(value.node(), "'" + text + "' is no name of a file");
            return null;
        }
    }

    /** The secret of a key that must be there. */
    Secret required(final Value value, final String key)
    {
        return Objects.requireNonNullElse(secret(value.at(key)), Secret.REFUSED);
    }

    /** A secret; null if there is none, or with a problem. */
    @Nullable
    Secret secret(final @Nullable Value value)
    {
        final Value variable = value == null ? null : value.at("env");
        final Value named = value == null ? null : value.at("file");
        if (variable != null && named == null)
        {
            return secret(variable, () -> Secret.env(variable.text(), environment));
        }
        return variable == null && named != null ? secretOf(named) : null;
    }

    private @Nullable Secret secretOf(final Value named)
    {
        final Path path = folder.resolve(named.text());
        return secret(named, () -> {
            try
            {
                return Secret.file(path);
            }
            catch (final IllegalArgumentException e)
            {
                if (e.getCause() instanceof IOException)
                {
                    unreadFiles.add(path);
                }
                throw e;
            }
        });
    }

    private @Nullable Secret secret(final Value source, final Supplier<Secret> reading)
    {
        try
        {
            return reading.get();
        }
        catch (final IllegalArgumentException e)
        {
            file.problem(source.node(), ConfigLoader.why(e));
            return null;
        }
    }
}
