package io.skim.gateway.endtoend;

import io.skim.handlers.patch.HeaderPatch;
import io.skim.handlers.patch.OpaqueRelay;
import io.skim.handlers.route.CodeGate;
import io.skim.handlers.route.RequestGate;
import io.skim.handlers.select.Selector;
import io.skim.handlers.select.SelectorEvaluator;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.remoting.FrameSplitter;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A gateway made of handlers: any number of clients share one connection to the broker. Requests of gated codes are
 * dropped, others are edited if their code is one to edit, and get opaques of the gateway's own; responses find back.
 */
final class Gateway implements AutoCloseable
{
    private static final int PENDING = 4096;

    /** Makes an edit of one frame; false if the frame is to go on as it is. */
    interface Edit
    {
        /** Makes none. */
        Edit NONE = frame -> null;

        /** The patch of a frame, or null. */
        HeaderPatch patch(FrameView frame);
    }

    final AtomicInteger refused = new AtomicInteger();
    final AtomicInteger requests = new AtomicInteger();
    final AtomicInteger responses = new AtomicInteger();
    final AtomicInteger selected = new AtomicInteger();
    final AtomicReference<Throwable> failure = new AtomicReference<>();

    private final ServerSocket server;
    private final Socket upstream;
    private final Map<Integer, Socket> clients = new ConcurrentHashMap<>();
    private final OpaqueRelay relay = new OpaqueRelay(PENDING);
    private final FrameView view = new FrameView();
    private final RequestGate gate;
    private final RemotingScanner scanner = new RemotingScanner();
    private final Selector<RemotingInterest> selector;
    private final SelectorEvaluator evaluator;
    private final Edit edit;

    /**
     * Stands in for a broker.
     *
     * @param broker   to stand in for.
     * @param denied   codes of requests that are dropped.
     * @param selector whose matches are counted.
     * @param edit     of requests.
     */
    Gateway(final RealBroker broker, final CodeGate denied, final Selector<RemotingInterest> selector, final Edit edit)
        throws IOException
    {
        this.selector = selector;
        this.edit = edit;
        evaluator = new SelectorEvaluator(selector);
        gate = new RequestGate(denied);
        server = new ServerSocket(broker.port, 16, InetAddress.getByName(RealBroker.GATEWAY_ADDRESS));
        upstream = new Socket(RealBroker.ADDRESS, broker.port);
        Work.start(this::accept, failure);
        Work.start(this::readResponses, failure);
    }

    private void accept() throws IOException
    {
        for (int client = 0; true; client++)
        {
            final Socket socket = server.accept();
            final int number = client;
            clients.put(number, socket);
            Work.start(() -> readRequests(number, socket), failure);
        }
    }

    private void readRequests(final int client, final Socket socket) throws IOException
    {
        final FrameSplitter splitter = new FrameSplitter();
        final FrameView frame = new FrameView();
        while (splitter.read(socket.getInputStream()) >= 0)
        {
            while (splitter.next(frame))
            {
                request(client, frame);
            }
            if (splitter.isMalformed())
            {
                throw new IllegalStateException(splitter.fault().toString());
            }
        }
        synchronized (this)
        {
            clients.remove(client);
            relay.forgetClient(client);
        }
    }

    private synchronized void request(final int client, final FrameView frame) throws IOException
    {
        byte[] bytes = bytes(frame);
        if (scanner.scan(view.wrap(bytes), RequestGate.INTEREST, gate) != Outcome.COMPLETE)
        {
            throw new IllegalStateException("refused: " + scanner.fault());
        }
        if (gate.isResponse())
        {
            upstream.getOutputStream().write(bytes);
            return;
        }
        requests.incrementAndGet();
        if (!gate.admits())
        {
            refused.incrementAndGet();
            return;
        }
        scanner.scan(view, selector.interest(), evaluator);
        selected.addAndGet(evaluator.matches() ? 1 : 0);
        final HeaderPatch patch = edit.patch(view);
        bytes = patch == null ? bytes : apply(patch, bytes);
        if (!relay.forward(view.wrap(bytes), client, 0))
        {
            throw new IllegalStateException("not forwarded: " + relay.patch().refusal());
        }
        upstream.getOutputStream().write(apply(relay.patch(), bytes));
    }

    private void readResponses() throws IOException
    {
        final FrameSplitter splitter = new FrameSplitter();
        final FrameView frame = new FrameView();
        while (splitter.read(upstream.getInputStream()) >= 0)
        {
            while (splitter.next(frame))
            {
                response(bytes(frame));
            }
        }
    }

    private synchronized void response(final byte[] bytes) throws IOException
    {
        if (relay.restore(view.wrap(bytes)))
        {
            responses.incrementAndGet();
            write(clients.get(relay.client()), apply(relay.patch(), bytes));
            return;
        }
        scanner.scan(view, RequestGate.INTEREST, gate);
        if (!gate.isResponse())
        {
            // What the broker asks of one client, any of them may be asked.
            for (final Socket client : clients.values())
            {
                write(client, bytes);
            }
        }
    }

    private static void write(final Socket client, final byte[] bytes)
    {
        try
        {
            if (client != null)
            {
                final OutputStream out = client.getOutputStream();
                out.write(bytes);
            }
        }
        catch (final IOException gone)
        {
            // Its reader will find out.
        }
    }

    private static byte[] bytes(final FrameView frame)
    {
        final byte[] bytes = new byte[frame.length()];
        frame.getBytes(0, bytes.length, bytes, 0);
        return bytes;
    }

    private static byte[] apply(final HeaderPatch patch, final byte[] frame)
    {
        final byte[] patched = new byte[patch.headerLength() + patch.bodyLength()];
        patch.writeHeader(patched, 0);
        System.arraycopy(frame, patch.bodyOffset(), patched, patch.headerLength(), patch.bodyLength());
        return patched;
    }

    @Override
    public void close() throws IOException
    {
        server.close();
        upstream.close();
        for (final Socket client : clients.values())
        {
            client.close();
        }
        if (failure.get() != null)
        {
            throw new IllegalStateException("the gateway failed", failure.get());
        }
    }
}
