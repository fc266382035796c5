package io.skim.netty;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/** A {@link ProtonPeer} on a socket. A test moves the bytes of all its peers in one thread. */
public final class ProtonSocket implements AutoCloseable
{
    private static final long PATIENCE = Duration.ofSeconds(20).toNanos();
    private static final int TURN = 5;

    public final ProtonPeer peer;
    private final Socket socket;
    private final byte[] bytes = new byte[1 << 16];
    private boolean ended;

    public ProtonSocket(final Socket socket, final ProtonPeer peer) throws IOException
    {
        this.socket = socket;
        this.peer = peer;
        socket.setSoTimeout(TURN);
        socket.setTcpNoDelay(true);
    }

    /** Sends what is to be sent, and reads what has come. */
    private void move() throws IOException
    {
        for (byte[] out = peer.output(); out.length > 0; out = peer.output())
        {
            socket.getOutputStream().write(out);
        }
        try
        {
            final int count = ended ? 0 : socket.getInputStream().read(bytes);
            ended |= count < 0;
            if (count > 0)
            {
                peer.input(Arrays.copyOf(bytes, count));
            }
        }
        catch (final SocketTimeoutException none)
        {
            // Another peer's turn.
        }
    }

    /** {@return whether the other end has closed the connection} */
    public boolean isEnded()
    {
        return ended;
    }

    /** Moves bytes until a condition holds. */
    public static void await(final BooleanSupplier condition, final ProtonSocket... all) throws IOException
    {
        final long start = System.nanoTime();
        while (!condition.getAsBoolean())
        {
            for (final ProtonSocket each : all)
            {
                each.move();
            }
            if (System.nanoTime() - start > PATIENCE)
            {
                throw new AssertionError("waited too long");
            }
        }
    }

    @Override
    public void close() throws IOException
    {
        socket.close();
    }
}
