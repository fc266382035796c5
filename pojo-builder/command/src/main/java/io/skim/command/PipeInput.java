package io.skim.command;

import java.io.FileInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Standard input from a pipe, or a pipe that has a name. Ctrl-C goes to all commands of a pipeline: the one that writes ends, as
 * {@code tcpdump} does, and this one reads what is left and tells what it has found. Who writes into a pipe with a name may not
 * hear of it, as of {@code <(tcpdump -w -)}: of such a one nothing more is read. A second Ctrl-C ends the command too.
 */
final class PipeInput extends FilterInputStream
{
    /** As shells tell of a command that SIGINT has ended. */
    private static final int INTERRUPTED = 130;

    /** Of a pipe with a name: closing it ends a read that waits. Null of standard input. */
    private final @Nullable FileChannel channel;
    private boolean handled;

    private PipeInput(final InputStream in, final @Nullable FileChannel channel)
    {
        super(in);
        this.channel = channel;
    }

    /** A stream of the same bytes, if the launcher has seen that they come from a pipe; else the same stream. */
    static InputStream of(final InputStream in)
    {
        return Boolean.getBoolean("skim.pipe") ? new PipeInput(in, null) : in;
    }

    /** Opens a pipe or device. */
    static InputStream of(final Path file) throws IOException
    {
        // It has no position, which the stream of a path asks for on some JDKs before it tells how much can be read.
        final FileInputStream in = new FileInputStream(file.toFile());
        return Boolean.getBoolean("skim.pipe") ? new PipeInput(in, in.getChannel()) : in;
    }

    @Override
    public int read() throws IOException
    {
        final byte[] octet = new byte[1];
        return read(octet, 0, 1) < 0 ? -1 : octet[0] & 0xFF;
    }

    @Override
    public int read(final byte[] bytes, final int from, final int length) throws IOException
    {
        handle();
        if (channel == null)
        {
            return super.read(bytes, from, length);
        }
        try
        {
            return channel.read(ByteBuffer.wrap(bytes, from, length));
        }
        catch (final ClosedChannelException e)
        {
            return -1;
        }
    }

    @Override
    public int available() throws IOException
    {
        return channel == null || channel.isOpen() ? super.available() : 0;
    }

    /** Only who reads a pipe waits for its writer. */
    private void handle()
    {
        if (!handled)
        {
            handled = true;
            onInterrupt();
        }
    }

    /** By reflection, for javac warns of the class and Java has no other one; without it Ctrl-C ends the process. */
    private void onInterrupt()
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
                if (channel != null)
                {
                    channel.close();
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
