package io.skim.gateway;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/** A server that takes no connection: the system takes some until its queue is full, and then does not answer. */
final class FullServer implements AutoCloseable
{
    private final ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final List<Socket> waiting = new ArrayList<>();

    FullServer() throws IOException
    {
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

    int port()
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
