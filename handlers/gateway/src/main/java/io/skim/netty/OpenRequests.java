package io.skim.netty;

import io.skim.scan.remoting.ResponseCode;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one client that wait for their responses. Each response can be told as that of its request: a request for which that
 * would not hold is answered and goes no further. Else clients could have servers tell them what a filter hides by the request's code.
 * <p>
 * A request that has waited too long makes room for others, but its opaque is not free: its response may still come. RocketMQ's clients
 * count their opaques up, so they never meet this. A server that leaves very many requests without a response ends the connection, as
 * nothing but a new one can free their opaques.
 */
final class OpenRequests
{
    /** The remark of an answer to a request whose response could be taken for that of another one. */
    static final String REPEATED = "a request with this opaque waits for its response";
    /** So many opaques of requests that waited too long are remembered at least, if fewer requests may wait. */
    private static final int LEAST_LATE = 4_096;
    /** While there is no room, requests that have waited too long are looked for no more often than this, in nanoseconds. */
    private static final long FULL_PAUSE = TimeUnit.SECONDS.toNanos(1);

    private final RemotingPair pair;
    private final long timeoutNanos;
    private final PendingRequests table;
    /** Those that waited too long; null before the first. */
    private @Nullable PendingRequests late;
    private long expired;

    OpenRequests(final RemotingPair pair)
    {
        this.pair = pair;
        timeoutNanos = pair.proxy.timeoutNanos;
        expired = pair.proxy.nanoTime.getAsLong();
        table = new PendingRequests(pair.proxy.mostPending);
    }

    /** What is known of them. */
    PendingRequests table()
    {
        return table;
    }

    /** Whether a request that expects a response may go on; if not, it is answered. */
    boolean admits(final RemotingExchange exchange)
    {
        final boolean full = table.isFull();
        expire(exchange.now(), full ? Math.min(FULL_PAUSE, timeoutNanos / 2) : timeoutNanos / 2);
        if (late != null && late.isFull())
        {
            pair.close(CloseReason.UNANSWERED, "servers have left " + late.size() + " requests without a response");
            return false;
        }
        final int opaque = exchange.opaque();
        if (table.contains(opaque) || late != null && late.contains(opaque) || pair.several().contains(opaque))
        {
            pair.proxy.events.onRepeated(pair.client());
            pair.answers().answer(exchange, ResponseCode.SYSTEM_ERROR.code(), REPEATED);
            return false;
        }
        if (full && table.isFull())
        {
            answerFull(exchange);
            return false;
        }
        return true;
    }

    /** Whether a request that was admitted may go to several servers; if not, it is answered. */
    boolean admitsSeveral(final RemotingExchange exchange)
    {
        final boolean admitted = pair.several().admits(exchange.now(), timeoutNanos);
        if (!admitted)
        {
            answerFull(exchange);
        }
        return admitted;
    }

    private void answerFull(final RemotingExchange exchange)
    {
        pair.proxy.events.onFull(pair.client());
        pair.answers().answer(exchange, ResponseCode.SYSTEM_BUSY.code(),
            "too many requests of this connection wait for their responses");
    }

    /** Forgets requests that have waited too long, unless that was done a moment ago: it looks at all of them. */
    private void expire(final long now, final long pause)
    {
        if (now - expired > pause)
        {
            expired = now;
            final int timedOut = table.size() == 0 ? 0 : moveLate(now - timeoutNanos);
            if (timedOut > 0)
            {
                pair.proxy.events.onTimeout(pair.client(), timedOut);
            }
        }
    }

    private int moveLate(final long before)
    {
        if (late == null)
        {
            late = new PendingRequests(Math.max(LEAST_LATE, table.capacity()));
        }
        return table.expire(before, late);
    }

    /** Remembers a request that was admitted, and where it goes. */
    void remember(final RemotingExchange exchange, final RemotingServer server)
    {
        final int mark = RequestMark.of(server.number, exchange.tag(), exchange.isBinary());
        table.add(exchange.opaque(), exchange.code(), mark, exchange.now());
        exchange.addKeptName(table);
    }

    /** Remembers a request that was admitted, and goes to several servers. */
    void rememberSeveral(final RemotingExchange exchange)
    {
        final int mark = RequestMark.of(RequestMark.SEVERAL, exchange.tag(), exchange.isBinary());
        table.add(exchange.opaque(), exchange.code(), mark, exchange.now());
        exchange.addKeptName(table);
    }

    /** Takes the request of a response; false if none is known, or if it has waited too long. */
    boolean take(final int opaque)
    {
        if (table.take(opaque))
        {
            return true;
        }
        if (late != null)
        {
            late.take(opaque);
        }
        return false;
    }

    /** Takes the requests to a server that is lost, one after the other; those that have waited too long are forgotten. */
    int takeAll(final IntPredicate marks, final Runnable each)
    {
        if (late != null)
        {
            late.takeAll(marks, () -> {
            });
        }
        return table.takeAll(marks, each);
    }

    boolean isEmpty()
    {
        return table.size() == 0;
    }
}
