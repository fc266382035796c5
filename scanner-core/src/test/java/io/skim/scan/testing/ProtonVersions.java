package io.skim.scan.testing;

import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Proton-J in two versions: the one of the class path, and an older one in a class loader of its own.
 */
public final class ProtonVersions
{
    private static final Set<String> OWN = Set.of(ProtonJ.class.getName(), ProtonMessages.class.getName());

    private ProtonVersions()
    {
    }

    /**
     * Proton-J 0.35.0, which refuses what is malformed.
     *
     * @return a new decoder.
     */
    public static AmqpPeer strict()
    {
        return new ProtonJ();
    }

    /**
     * Proton-J 0.34.1, which takes nearly everything that is well-formed; only for what is.
     *
     * @return a new decoder.
     */
    public static AmqpPeer old()
    {
        return (AmqpPeer)older(ProtonJ.class);
    }

    /**
     * Messages as Proton-J 0.34.1 reads them.
     *
     * @return a new reader.
     */
    @SuppressWarnings("unchecked")
    public static Function<byte[], Map<String, Object>> oldMessages()
    {
        return (Function<byte[], Map<String, Object>>)older(ProtonMessages.class);
    }

    private static Object older(final Class<?> peer)
    {
        final Path jar = Captures.root().resolve("scanner-core/target/peers/proton-j-0.34.1.jar");
        if (!Files.exists(jar))
        {
            throw new IllegalStateException(jar + " is missing: mvn generate-test-resources -pl scanner-core");
        }
        try
        {
            return new Older(jar.toUri().toURL()).loadClass(peer.getName()).getDeclaredConstructor()
                .newInstance();
        }
        catch (final ReflectiveOperationException | MalformedURLException e)
        {
            throw new IllegalStateException(e);
        }
    }

    /** Takes Proton and the classes that use it for itself, everything else from the class path. */
    private static final class Older extends URLClassLoader
    {
        Older(final URL jar)
        {
            super("proton-j 0.34.1", new URL[] {jar}, ProtonVersions.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(final String name, final boolean resolve) throws ClassNotFoundException
        {
            synchronized (getClassLoadingLock(name))
            {
                final Class<?> loaded = findLoadedClass(name);
                if (loaded != null)
                {
                    return loaded;
                }
                if (name.startsWith("org.apache.qpid.proton."))
                {
                    return findClass(name);
                }
                return OWN.contains(name) ? own(name) : super.loadClass(name, resolve);
            }
        }

        private Class<?> own(final String name) throws ClassNotFoundException
        {
            try (InputStream file = getParent().getResourceAsStream(name.replace('.', '/') + ".class"))
            {
                final byte[] bytes = file.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            }
            catch (final IOException e)
            {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
