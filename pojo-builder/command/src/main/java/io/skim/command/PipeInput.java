package io.skim.command;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Standard input from a pipe. Ctrl-C goes to all commands of a pipeline: the one that writes ends, as {@code tcpdump} does, and
 * this one reads what is left and tells what it has found. A second Ctrl-C ends it too.
 */
final class PipeInput extends FilterInputStream
{
    /** As shells tell of a command that SIGINT has ended. */
    private static final int INTERRUPTED = 130;

    private boolean handled;

    private PipeInput(final InputStream in)
    {
        super(in);
    }

    /** A stream of the same bytes, if the launcher has seen that they come from a pipe; else the same stream. */
    static InputStream of(final InputStream in)
    {
        return Boolean.getBoolean("skim.pipe") ? new PipeInput(in) : in;
    }

    @Override
    public int read() throws IOException
    {
        handle();
        return super.read();
    }

    @Override
    public int read(final byte[] bytes, final int from, final int length) throws IOException
    {
        handle();
        return super.read(bytes, from, length);
    }

    /** Only who reads standard input waits for its writer. */
    private void handle()
    {
        if (!handled)
        {
            handled = true;
            onInterrupt();
        }
    }

    /** By reflection, for javac warns of the class and Java has no other one; without it Ctrl-C ends the process. */
    private static void onInterrupt()
    {
        try
        {
            final Class<?> signal = Class.forName("sun.misc.Signal");
            final Class<?> handler = Class.forName("sun.misc.SignalHandler");
            final AtomicInteger signals = new AtomicInteger();
            final Object second = Proxy.newProxyInstance(PipeInput.class.getClassLoader(), new Class<?>[] {handler}, (
                proxy, method, arguments) -> {
                if (signals.incrementAndGet() > 1)
                {
                    System.exit(INTERRUPTED);
                }
                return null;
            });
            signal.getMethod("handle", signal, handler).invoke(null, signal.getConstructor(String.class).newInstance(
                "INT"), second);
        }
        catch (final ReflectiveOperationException | IllegalArgumentException e)
        {
            // Ctrl-C does what it does elsewhere.
        }
    }
}
