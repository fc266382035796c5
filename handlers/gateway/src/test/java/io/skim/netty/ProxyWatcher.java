package io.skim.netty;

import io.netty.channel.Channel;
import io.skim.handlers.patch.Refusal;
import io.skim.scan.Fault;
import io.skim.scan.Reason;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts and queues what proxies and funnels tell. */
final class ProxyWatcher implements RemotingFunnelEvents, RemotingProxyEvents
{
    // Of a proxy.
    final BlockingQueue<CloseReason> closed = new LinkedBlockingQueue<>();
    final BlockingQueue<Refusal> refused = new LinkedBlockingQueue<>();
    final BlockingQueue<Reason> malformed = new LinkedBlockingQueue<>();
    final BlockingQueue<Integer> unanswered = new LinkedBlockingQueue<>();
    final BlockingQueue<Channel> channels = new LinkedBlockingQueue<>();
    final AtomicInteger opened = new AtomicInteger();
    final AtomicInteger full = new AtomicInteger();
    final AtomicInteger repeated = new AtomicInteger();
    final AtomicInteger timedOut = new AtomicInteger();
    final AtomicInteger forwarded = new AtomicInteger();
    final AtomicInteger mirrored = new AtomicInteger();
    final AtomicInteger delayed = new AtomicInteger();
    final AtomicInteger unavailable = new AtomicInteger();

    // Of a funnel.
    /** How many requests had no response; -1 if the framing of a client was lost. */
    final BlockingQueue<Integer> lost = new LinkedBlockingQueue<>();
    final BlockingQueue<Integer> expired = new LinkedBlockingQueue<>();
    final BlockingQueue<Integer> nobody = new LinkedBlockingQueue<>();
    final AtomicInteger connected = new AtomicInteger();
    final AtomicInteger dropped = new AtomicInteger();
    final AtomicInteger alone = new AtomicInteger();

    @Override
    public void onOpen(final Channel client)
    {
        opened.incrementAndGet();
        channels.add(client);
    }

    @Override
    public void onClose(final Channel client, final CloseReason why, final String detail)
    {
        closed.add(why);
    }

    @Override
    public void onForwarded(final RemotingExchange exchange, final Upstream upstream)
    {
        forwarded.incrementAndGet();
    }

    @Override
    public void onMirrored(final Channel client, final Upstream upstream)
    {
        mirrored.incrementAndGet();
    }

    @Override
    public void onDelayed(final Channel client)
    {
        delayed.incrementAndGet();
    }

    @Override
    public void onRefused(final RemotingExchange exchange, final Refusal refusal)
    {
        refused.add(refusal);
    }

    @Override
    public void onMalformed(final Channel client, final boolean fromClient, final Fault fault)
    {
        malformed.add(fault.reason());
    }

    @Override
    public void onUnavailable(final Channel client, final Upstream upstream)
    {
        unavailable.incrementAndGet();
    }

    @Override
    public void onUpstreamLost(final Channel client, final Upstream upstream, final int count, final Throwable cause)
    {
        unanswered.add(count);
    }

    @Override
    public void onFull(final Channel client)
    {
        full.incrementAndGet();
    }

    @Override
    public void onRepeated(final Channel client)
    {
        repeated.incrementAndGet();
    }

    @Override
    public void onTimeout(final Channel client, final int count)
    {
        timedOut.addAndGet(count);
    }

    @Override
    public void onLost(final Channel client, final boolean fromClient, final FramingLost framing)
    {
        lost.add(-1);
    }

    @Override
    public void onLost(final Upstream server, final int count, final Throwable cause)
    {
        lost.add(count);
    }

    @Override
    public void onConnected(final Upstream server)
    {
        connected.incrementAndGet();
    }

    @Override
    public void onExpired(final Upstream server, final int count)
    {
        expired.add(count);
    }

    @Override
    public void onDropped(final Upstream server)
    {
        dropped.incrementAndGet();
    }

    @Override
    public void onNobody(final Upstream server, final int code)
    {
        nobody.add(code);
    }

    @Override
    public void onAlone(final Upstream server)
    {
        alone.incrementAndGet();
    }
}
