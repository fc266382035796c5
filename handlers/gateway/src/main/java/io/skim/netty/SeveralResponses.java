package io.skim.netty;

import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one client that went to several servers, and the responses to them, of which the client gets one. At most
 * {@value #MOST} such requests are open, each with one response of at most {@value #MOST_KEPT} bytes. One event loop.
 */
final class SeveralResponses
{
    /** So many requests may wait. */
    static final int MOST = 64;
    /** A longer response is not kept while others are due, in bytes. */
    static final int MOST_KEPT = 1 << 16;
    /**
     * When one server has responded, the others have until this time after the request. Clients wait for three seconds, and then close a
     * connection that all servers share.
     */
    static final Duration PATIENCE = Duration.ofSeconds(1);

    private final RemotingPair pair;
    private final FrameOutput toClient;
    /** Made for the first one: most clients have none. */
    private @Nullable List<Request> open;

    SeveralResponses(final RemotingPair pair, final FrameOutput toClient)
    {
        this.pair = pair;
        this.toClient = toClient;
    }

    /** A request that went to several servers. */
    final class Request implements Runnable
    {
        private final int opaque;
        private final boolean binary;
        private final long time;
        /** Those that have not responded. */
        private final List<RemotingServer> due;
        private final Upstream first;
        private final Future<?> end;
        private @Nullable ByteBuf best;
        private int weight = Integer.MIN_VALUE;
        /** Whether the next response goes to the client, also if others are due. */
        private boolean late;
        /** Whether the client has its response; further ones are dropped. */
        private boolean answered;

        Request(final RemotingExchange exchange, final List<RemotingServer> servers)
        {
            opaque = exchange.opaque();
            binary = exchange.isBinary();
            time = exchange.now();
            due = servers;
            first = servers.get(0).upstream;
            end = pair.client().eventLoop().schedule(this, pair.proxy.patienceNanos, TimeUnit.NANOSECONDS);
        }

        /** Takes note that a server has responded, or does not any more. */
        private void note(final RemotingServer server)
        {
            due.remove(server);
            if (due.isEmpty())
            {
                end.cancel(false);
                requests().remove(this);
            }
        }

        /** A server has responded; true if the client has its response, so that this one is dropped. */
        boolean isAnswered(final RemotingServer server)
        {
            note(server);
            return answered;
        }

        /** Whether the client gets a response now. */
        boolean isDecided()
        {
            return late || due.isEmpty();
        }

        /** Offers a response, which is released, for the client; null for none. */
        void offer(final @Nullable ByteBuf response, final int ofWeight)
        {
            if (response == null)
            {
                return;
            }
            if (best != null && ofWeight < weight || response.readableBytes() > MOST_KEPT && !isDecided())
            {
                response.release();
                return;
            }
            discard();
            weight = ofWeight;
            if (isDecided())
            {
                best = response;
                return;
            }
            // A slice would keep all that was received with it.
            best = pair.client().alloc().buffer(response.readableBytes()).writeBytes(response);
            response.release();
        }

        /** The response for the client, which the caller then owns; null if there is none. */
        @Nullable
        ByteBuf take()
        {
            final ByteBuf taken = best;
            best = null;
            answered = true;
            return taken;
        }

        private void discard()
        {
            if (best != null)
            {
                best.release();
                best = null;
            }
        }

        /** Those that have not responded are not waited for. */
        @Override
        public void run()
        {
            if (answered || !requests().contains(this))
            {
                return;
            }
            if (best == null)
            {
                late = true;
                return;
            }
            give();
            toClient.flush();
            pair.closeIfAnswered();
        }

        /** A server is lost. */
        private void lose(final RemotingServer server)
        {
            if (!due.contains(server))
            {
                return;
            }
            note(server);
            if (!answered && isDecided() && (best != null || due.isEmpty()))
            {
                give();
            }
        }

        private void give()
        {
            final ByteBuf response = take();
            pair.requests().take(opaque);
            if (response != null)
            {
                toClient.write(response);
            }
            else
            {
                pair.answers().answerLost(first, opaque, binary);
            }
        }
    }

    private List<Request> requests()
    {
        if (open == null)
        {
            open = new ArrayList<>(2);
        }
        return open;
    }

    private boolean isEmpty()
    {
        return open == null || open.isEmpty();
    }

    /** Whether another request may go to several servers. Forgets those whose servers have been silent for too long. */
    boolean admits(final long now, final long timeoutNanos)
    {
        if (isEmpty() || requests().size() < MOST)
        {
            return true;
        }
        for (final Request old : List.copyOf(requests()))
        {
            // Also one that nobody has responded to: like any other request it has waited too long.
            if (now - old.time > timeoutNanos)
            {
                requests().remove(old);
                old.end.cancel(false);
                old.discard();
            }
        }
        return requests().size() < MOST;
    }

    /** Begins to wait for the responses of servers. */
    void begin(final RemotingExchange exchange, final List<RemotingServer> servers)
    {
        requests().add(new Request(exchange, servers));
    }

    /** Whether a request with an opaque went to several servers, and not all of them have responded. */
    boolean contains(final int opaque)
    {
        return !isEmpty() && find(opaque) != null;
    }

    private @Nullable Request find(final int opaque)
    {
        final List<Request> all = requests();
        for (int i = 0; i < all.size(); i++)
        {
            if (all.get(i).opaque == opaque)
            {
                return all.get(i);
            }
        }
        return null;
    }

    /** The request of an opaque that waits for a server; null if it has responded before. */
    @Nullable
    Request find(final int opaque, final RemotingServer server)
    {
        final Request request = find(opaque);
        return request == null || !request.due.contains(server) ? null : request;
    }

    /** A server is lost: it is not waited for. */
    void lose(final RemotingServer server)
    {
        if (!isEmpty())
        {
            List.copyOf(requests()).forEach(request -> request.lose(server));
        }
    }

    /** Releases what was kept, unsent. */
    void discard()
    {
        if (open != null)
        {
            open.forEach(request -> {
                request.end.cancel(false);
                request.discard();
            });
            open = null;
        }
    }
}
