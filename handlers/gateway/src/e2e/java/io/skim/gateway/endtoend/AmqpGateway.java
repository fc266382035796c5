package io.skim.gateway.endtoend;

import io.skim.handlers.patch.AmqpRewriter;
import io.skim.handlers.patch.HeaderPatch;
import io.skim.handlers.select.Selector;
import io.skim.handlers.select.SelectorEvaluator;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.amqp.AmqpFrameReader;
import io.skim.scan.amqp.AmqpFrameSplitter;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.amqp.DeliveryGatherer;
import io.skim.scan.amqp.Performative;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A gateway in front of an AMQP broker: cuts both directions into frames, looks at every message that clients send, and
 * rewrites those that come in one transfer. All other frames go on byte for byte.
 */
final class AmqpGateway implements AutoCloseable
{
    final AtomicInteger selected = new AtomicInteger();
    final AtomicInteger rewritten = new AtomicInteger();
    /** Messages that came in several transfers. */
    final AtomicInteger gathered = new AtomicInteger();
    final AtomicReference<Throwable> failure = new AtomicReference<>();
    final int port;

    private final ServerSocket server;
    private final int brokerPort;
    private final Selector<AmqpInterest> selector;
    private final AmqpRewriter rewriter;
    private final Collection<Socket> sockets = new ConcurrentLinkedQueue<>();

    AmqpGateway(final RealArtemis broker, final Selector<AmqpInterest> selector, final AmqpRewriter rewriter)
        throws IOException
    {
        brokerPort = broker.port;
        this.selector = selector;
        this.rewriter = rewriter;
        server = new ServerSocket(0, 16, InetAddress.getByName(RealArtemis.ADDRESS));
        port = server.getLocalPort();
        Work.start(this::accept, failure);
    }

    private void accept() throws IOException
    {
        while (!server.isClosed())
        {
            final Socket client = server.accept();
            final Socket broker = new Socket(RealArtemis.ADDRESS, brokerPort);
            sockets.add(client);
            sockets.add(broker);
            Work.start(() -> copy(client, broker, new Sent()), failure);
            Work.start(() -> copy(broker, client, (frame, bytes) -> bytes), failure);
        }
    }

    /** Makes of a frame what goes on. */
    private interface Passage
    {
        byte[] pass(AmqpFrameReader frame, byte[] bytes);
    }

    private static void copy(final Socket from, final Socket to, final Passage passage) throws IOException
    {
        final AmqpFrameSplitter splitter = new AmqpFrameSplitter();
        final AmqpFrameReader reader = new AmqpFrameReader();
        final FrameView view = new FrameView();
        final OutputStream out = to.getOutputStream();
        while (splitter.read(from.getInputStream()) >= 0)
        {
            while (splitter.next(view))
            {
                final byte[] bytes = new byte[view.length()];
                view.getBytes(0, bytes.length, bytes, 0);
                if (!reader.wrap(view.wrap(bytes)))
                {
                    throw new IllegalStateException("refused: " + reader.fault());
                }
                out.write(passage.pass(reader, bytes));
            }
            if (splitter.isMalformed())
            {
                throw new IllegalStateException("lost: " + splitter.fault());
            }
        }
        to.shutdownOutput();
    }

    /** What a client sends. */
    private final class Sent implements Passage
    {
        private final AmqpScanner scanner = new AmqpScanner();
        private final SelectorEvaluator evaluator = new SelectorEvaluator(selector);
        /** By channel and handle. */
        private final Map<Long, DeliveryGatherer> links = new ConcurrentHashMap<>();
        private final FrameView payload = new FrameView();
        private final Cursor handle = new Cursor();

        @Override
        public byte[] pass(final AmqpFrameReader frame, final byte[] bytes)
        {
            if (frame.isProtocolHeader() || frame.performative() != Performative.TRANSFER)
            {
                return bytes;
            }
            frame.nextField();
            final long link = (long)frame.channel() << Integer.SIZE | frame.fields().value(handle).getLong(0);
            frame.rewind();
            final DeliveryGatherer gatherer = links.computeIfAbsent(link, first -> new DeliveryGatherer());
            final boolean begins = !gatherer.isGathering();
            switch (gatherer.add(frame))
            {
                case MALFORMED -> throw new IllegalStateException("refused: " + gatherer.fault());
                case COMPLETE -> select(gatherer.message());
                default ->
                {
                    return bytes;
                }
            }
            if (!begins)
            {
                gathered.incrementAndGet();
                return bytes;
            }
            return rewrite(frame, bytes);
        }

        private void select(final FrameView message)
        {
            if (scanner.scan(message, selector.interest(), evaluator) != Outcome.COMPLETE)
            {
                throw new IllegalStateException("refused: " + scanner.fault());
            }
            selected.addAndGet(evaluator.matches() ? 1 : 0);
        }

        private byte[] rewrite(final AmqpFrameReader frame, final byte[] bytes)
        {
            final int at = frame.payloadOffset();
            synchronized (rewriter)
            {
                if (!rewriter.rewrite(payload.wrap(bytes, at, bytes.length - at)))
                {
                    throw new IllegalStateException("not rewritten: " + rewriter.patch().refusal());
                }
                final HeaderPatch patch = rewriter.patch();
                final byte[] changed = new byte[at + patch.headerLength() + patch.bodyLength()];
                System.arraycopy(bytes, 0, changed, 0, at);
                patch.writeHeader(changed, at);
                System.arraycopy(bytes, at + patch.bodyOffset(), changed, at + patch.headerLength(), patch
                    .bodyLength());
                rewritten.incrementAndGet();
                return ByteBuffer.wrap(changed).putInt(0, changed.length).array();
            }
        }
    }

    @Override
    public void close() throws IOException
    {
        server.close();
        for (final Socket socket : sockets)
        {
            socket.close();
        }
        if (failure.get() != null)
        {
            throw new IllegalStateException("the gateway failed", failure.get());
        }
    }
}
