package io.skim.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;

/**
 * proton-j 0.8, the release that codec2's authors compared theirs with, beside today's in one process.
 */
final class OldProtonj
{
    private static final String JAR = "/peers/proton-j-0.8.jar";

    private OldProtonj()
    {
    }

    /** A codec of the old release. */
    static ValueCodec codec(final AmqpValues values)
    {
        try
        {
            final Path jar = Files.createTempFile("proton-j", ".jar");
            jar.toFile().deleteOnExit();
            try (InputStream in = OldProtonj.class.getResourceAsStream(JAR))
            {
                Files.copy(in, jar, StandardCopyOption.REPLACE_EXISTING);
            }
            // Never closed: classes are loaded while the contender runs.
            final Class<?> type = new OldFirst(jar.toUri().toURL()).loadClass(ProtonjValueCodec.class.getName());
            return (ValueCodec)type.getConstructor(byte[][].class, Object[].class, boolean.class).newInstance(values
                .regions(), values.sources(), values == AmqpValues.AMQP_LIST);
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
        catch (final ReflectiveOperationException e)
        {
            throw new IllegalStateException(e);
        }
    }

    /** Decodes. */
    static final class Reading extends Peer
    {
        private final ValueCodec codec;
        private final boolean lists;

        Reading(final AmqpValues values)
        {
            super(values.regions());
            codec = codec(values);
            lists = values == AmqpValues.AMQP_LIST;
        }

        @Override
        int answer(final int value)
        {
            final Object read = codec.read(value);
            return lists ? AmqpValues.sum((List<?>)read) : AmqpValues.sum((Map<?, ?>)read);
        }
    }

    /** Encodes. */
    static final class Writing extends AmqpEncode
    {
        private final ValueCodec codec;

        Writing(final AmqpValues values)
        {
            super(values.sources());
            codec = codec(values);
        }

        @Override
        int answer(final int value)
        {
            return codec.write(value);
        }

        @Override
        byte[] written()
        {
            return codec.written();
        }
    }

    /** Finds proton-j in one jar alone, and defines the class that calls it once more. */
    private static final class OldFirst extends URLClassLoader
    {
        OldFirst(final URL jar)
        {
            super(new URL[] {jar}, OldProtonj.class.getClassLoader());
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
                return name.equals(ProtonjValueCodec.class.getName()) ? define(name) : super.loadClass(name, resolve);
            }
        }

        private Class<?> define(final String name) throws ClassNotFoundException
        {
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class"))
            {
                final byte[] code = in.readAllBytes();
                return defineClass(name, code, 0, code.length);
            }
            catch (final IOException e)
            {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
