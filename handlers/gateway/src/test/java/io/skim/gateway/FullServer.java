package io.skim.gateway;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/** A server that takes no connection: the system takes some until its queue is full, and then does not answer. */
public final class FullServer implements AutoCloseable
{
    private final ServerSocket server;
    private final List<Socket> waiting = new ArrayList<>();

    FullServer() throws IOException
    {
        this(0, InetAddress.getLoopbackAddress());
    }

    /** A server at one address, with a port that is free there; 0 for any. */
    public FullServer(final int port, final InetAddress at) throws IOException
    {
        server = new ServerSocket(port, 1, at);
        while (fill())
        {
            if (waiting.size() > 1_000)
            {
                throw new AssertionError("the queue is never full");
            }
        }
    }

    private boolean fill() throws IOException
    {
        final Socket socket = new Socket();
        waiting.add(socket);
        try
        {
            socket.connect(server.getLocalSocketAddress(), 300);
            return true;
        }
        catch (final SocketTimeoutException full)
        {
            return false;
        }
    }

    public int port()
    {
        return server.getLocalPort();
    }

    @Override
    public void close() throws IOException
    {
        for (final Socket each : waiting)
        {
            each.close();
        }
        server.close();
    }
}
