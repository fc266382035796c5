package io.skim.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes really distinct handler classes of equal behaviour: the same class file, loaded again by a loader of its own, so
 * that each has its own code, profile, statics and interest.
 */
final class HandlerCopies
{
    /** The most classes that take turns, and always the number of instances. */
    static final int MOST = 4;

    private HandlerCopies()
    {
    }

    /**
     * Makes handlers.
     *
     * @param type     a class with a constructor that takes a question.
     * @param classes  how many classes they are to be of, from 1 to {@link #MOST}.
     * @param question to ask.
     * @return {@link #MOST} instances, of the classes in turn.
     */
    static Answering[] of(final Class<? extends Answering> type, final int classes, final Question question)
    {
        return of(type, classes, question, Answering.class).toArray(new Answering[0]);
    }

    /**
     * Makes instances of classes that are no handlers.
     *
     * @param <T>      what they have in common.
     * @param type     a class with a constructor that takes a question.
     * @param classes  how many classes they are to be of, from 1 to {@link #MOST}.
     * @param question to ask.
     * @param common   what they have in common.
     * @return {@link #MOST} instances, of the classes in turn.
     */
    static <T> List<T> of(final Class<? extends T> type, final int classes, final Question question,
        final Class<T> common)
    {
        try
        {
            final Class<?>[] copies = new Class<?>[classes];
            for (int i = 0; i < classes; i++)
            {
                copies[i] = i == 0 ? type : new Loader(type).loadClass(type.getName());
            }
            final List<T> instances = new ArrayList<>();
            for (int i = 0; i < MOST; i++)
            {
                instances.add(common.cast(copies[i % classes].getConstructor(Question.class).newInstance(question)));
            }
            return instances;
        }
        catch (final ReflectiveOperationException e)
        {
            throw new IllegalStateException(e);
        }
    }

    /** Defines one class itself and leaves all others to the loader it came from. */
    private static final class Loader extends ClassLoader
    {
        private final String name;

        Loader(final Class<?> type)
        {
            super(type.getClassLoader());
            name = type.getName();
        }

        @Override
        protected Class<?> loadClass(final String wanted, final boolean resolve) throws ClassNotFoundException
        {
            synchronized (getClassLoadingLock(wanted))
            {
                return wanted.equals(name) && findLoadedClass(wanted) == null ? define() : super.loadClass(wanted,
                    resolve);
            }
        }

        private Class<?> define() throws ClassNotFoundException
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
