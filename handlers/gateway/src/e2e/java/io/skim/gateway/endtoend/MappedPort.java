package io.skim.gateway.endtoend;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/** What stands between clients and a gateway and maps a port, as a node of Kubernetes does: it passes bytes on, both ways. */
final class MappedPort implements AutoCloseable
{
    final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final InetSocketAddress target;
    private final ServerSocket server;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    /**
     * Listens.
     *
     * @param address where clients come.
     * @param port    that they come to.
     * @param target  where their bytes go.
     */
    MappedPort(final String address, final int port, final InetSocketAddress target) throws IOException
    {
        this.target = target;
        server = new ServerSocket(port, 256, InetAddress.getByName(address));
        Work.start(this::accept, failure);
    }

    private void accept() throws IOException
    {
        while (true)
        {
            final Socket client = server.accept();
            open.add(client);
            Work.start(() -> connect(client), failure);
        }
    }

    private void connect(final Socket client) throws IOException
    {
        try (client; Socket gateway = new Socket())
        {
            open.add(gateway);
            gateway.connect(target);
            Work.start(() -> pass(gateway, client), failure);
            pass(client, gateway);
        }
        finally
        {
            open.remove(client);
        }
    }

    /** Passes on what comes, and then that no more comes. Both are closed when the client has no more to say. */
    private void pass(final Socket from, final Socket to) throws IOException
    {
        try
        {
            from.getInputStream().transferTo(to.getOutputStream());
            to.shutdownOutput();
        }
        finally
        {
            open.remove(from);
        }
    }

    @Override
    public void close() throws IOException
    {
        server.close();
        for (final Socket each : open)
        {
            each.close();
        }
    }
}
