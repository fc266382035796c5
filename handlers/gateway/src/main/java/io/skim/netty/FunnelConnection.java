package io.skim.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.skim.handlers.patch.HeaderPatch;
import io.skim.scan.remoting.RemotingFlag;
import io.skim.scan.remoting.ResponseCode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a server that several clients share. It outlives its channel: it connects when a request comes, and again when it
 * was lost. Its channel is closed when it has had no clients for a while. All of it is on one event loop. It is a handler of one channel
 * after the other.
 */
@ChannelHandler.Sharable
final class FunnelConnection extends ChannelInboundHandlerAdapter
    implements RemotingFrameListener, Connecting
{
    /** A heartbeat that is older no longer counts. The broker closes a connection with one that is older than 120 s. */
    private static final long REGISTERED = TimeUnit.SECONDS.toNanos(90);
    /** So many times in a row requests may expire without a frame of the server, before its connection counts as lost. */
    private static final int MOST_SILENT = 3;
    /** The client id of unregistrations for a client that stays: the broker forgets the group here, and the client nowhere. */
    private static final String NOBODY = "skim-funnel";

    private enum State
    {
        /** Not connected; the next request connects. */
        IDLE,
        CONNECTING,
        CONNECTED,
        /** Not to be connected for a while. */
        PAUSED
    }

    /** A request that waits for its turn. */
    private record Waiting(FunnelLink link, ByteBuf frame, int opaque, boolean isBinary, boolean isOneway)
    {
    }

    private final RemotingFunnel funnel;
    private final RemotingFunnel.Loop tools;
    private final Upstream upstream;
    private final Connector connector;
    private final EventLoop loop;
    private final FunnelRequests requests;
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private final List<FunnelLink> links = new ArrayList<>();
    private final Map<String, List<FunnelLink>> groups = new HashMap<>();
    private final Map<String, FunnelLink> clients = new HashMap<>();
    private final Runnable flush = this::flush;
    private List<FunnelLink> touched = new ArrayList<>();
    private List<FunnelLink> paused = new ArrayList<>();
    private State state = State.IDLE;
    @SuppressWarnings("NullAway.Init") // connect sets it
    private Channel channel;
    /** Null unless the channel is connected. */
    private @Nullable FrameOutput output;
    private boolean flushDue;
    /** Whether the server has answered since it was connected. */
    private boolean healthy;
    /** How many times in a row requests have expired since its last frame. */
    private int silent;
    /** How many ticks in a row it has had no clients. */
    private int unused;
    private long backOff;
    private @Nullable Future<?> ticking;
    /** Of the next request to one of several clients. */
    private int turn;

    FunnelConnection(final RemotingFunnel funnel, final RemotingFunnel.Loop tools, final Upstream upstream,
        final Channel first)
    {
        this.funnel = funnel;
        this.tools = tools;
        this.upstream = upstream;
        connector = new Connector(first, funnel.connectMillis);
        loop = connector.loop();
        requests = new FunnelRequests(funnel.window);
        backOff = funnel.leastBackOff;
    }

    // Clients.

    int clientCount()
    {
        return links.size();
    }

    OpaqueWriter writer()
    {
        return tools.writer;
    }

    int mostUnsent()
    {
        return funnel.mostUnsent;
    }

    FunnelLink join(final FunnelSide side)
    {
        final FunnelLink link = new FunnelLink(this, side);
        links.add(link);
        return link;
    }

    /** Notes a heartbeat that goes on for a client. */
    void register(final FunnelLink link, final Heartbeat heartbeat, final byte @Nullable [] oneway)
    {
        if (!heartbeat.clientId().equals(link.clientId))
        {
            unregister(link, link.clientId);
            link.clientId = heartbeat.clientId();
        }
        link.heartbeat = oneway;
        clients.put(link.clientId, link);
        final Long now = System.nanoTime();
        for (final String group : heartbeat.producerGroups())
        {
            if (link.groups.put(group, now) == null)
            {
                groups.computeIfAbsent(group, any -> new ArrayList<>(1)).add(link);
            }
        }
    }

    /**
     * A client is about to unregister a group.
     *
     * @return whether another client holds it here: then the broker must not be told, for it knows one holder for each connection.
     */
    boolean isHeldByOthers(final FunnelLink link, final String group)
    {
        if (link.groups.remove(group) != null)
        {
            forget(link, group);
        }
        return groups.containsKey(group);
    }

    private boolean forget(final FunnelLink link, final String group)
    {
        final List<FunnelLink> holders = Objects.requireNonNull(groups.get(group), "holders");
        holders.remove(link);
        if (holders.isEmpty())
        {
            groups.remove(group);
        }
        return holders.isEmpty();
    }

    /** Tells the broker of the groups that only this client holds, that they are gone. */
    private void unregister(final FunnelLink link, final String clientId)
    {
        for (final String group : link.groups.keySet())
        {
            if (forget(link, group) && state == State.CONNECTED)
            {
                connected().write(tools.unregister(channel.alloc(), clientId, group));
                flushLater();
            }
        }
        link.groups.clear();
        clients.remove(link.clientId, link);
        link.heartbeat = null;
    }

    /** The client goes on with a connection of its own; it still gets the responses that it waits for. */
    void leaveForOwn(final FunnelLink link)
    {
        unregister(link, NOBODY);
        links.remove(link);
        funnel.events.onAlone(upstream);
        forgetIfUnused();
    }

    /** The client has gone. */
    void leave(final FunnelLink link)
    {
        link.gone = true;
        unregister(link, link.clientId);
        links.remove(link);
        if (link.paused && dropWaiting(link))
        {
            // Not at once: this may be called while the others are served.
            loop.execute(this::drain);
        }
        forgetIfUnused();
    }

    /** Without clients and without a channel it is not needed; a client that comes later makes another one. */
    private void forgetIfUnused()
    {
        if (links.isEmpty() && state == State.IDLE)
        {
            tools.forget(upstream, this);
        }
    }

    /** Releases a client's requests that wait for their turn; it would take long if the server does not answer. */
    private boolean dropWaiting(final FunnelLink link)
    {
        return waiting.removeIf(request -> {
            if (request.link == link)
            {
                request.frame.release();
            }
            return request.link == link;
        });
    }

    // Requests of clients.

    /** Whether requests go on, now or soon. */
    boolean isOpen()
    {
        return state != State.PAUSED && !funnel.closed;
    }

    /** Sends a client's request, or holds it back; whatever is held back stops the client. */
    void send(final FunnelLink link, final RemotingFrame frame, final @Nullable HeaderPatch patch, final int opaque,
        final boolean isOneway)
    {
        final boolean isBinary = frame.header().isBinary();
        if (!maySend(isOneway))
        {
            hold(link, new Waiting(link, frame.retain(patch), opaque, isBinary, isOneway));
            return;
        }
        final int digits = tools.writer.digits(frame);
        tools.writer.write(connected(), frame, patch, take(link, opaque, isBinary, isOneway, digits));
        sent(link);
    }

    /** Sends a request that was put together; it is released by this call. */
    void send(final FunnelLink link, final ByteBuf frame, final int opaque, final boolean isBinary,
        final boolean isOneway)
    {
        final Waiting request = new Waiting(link, frame, opaque, isBinary, isOneway);
        if (maySend(isOneway))
        {
            write(request);
            sent(link);
        }
        else
        {
            hold(link, request);
        }
    }

    private boolean maySend(final boolean isOneway)
    {
        return state == State.CONNECTED && waiting.isEmpty() && (isOneway || requests.size() < funnel.window);
    }

    private void hold(final FunnelLink link, final Waiting request)
    {
        if (funnel.closed)
        {
            drop(request);
            return;
        }
        waiting.add(request);
        pause(link);
        if (state == State.IDLE)
        {
            connect();
        }
    }

    private int take(final FunnelLink link, final int opaque, final boolean isBinary, final boolean isOneway,
        final int digits)
    {
        return isOneway ? FunnelRequests.oneway(digits)
            : requests.add(link, opaque, isBinary, digits, System.nanoTime());
    }

    /** A filter's frame that is none must not harm the other clients. */
    private void write(final Waiting request)
    {
        try
        {
            final int digits = tools.writer.digits(tools.writer.scan(request.frame));
            tools.writer.write(connected(), request.frame.retain(), take(request.link, request.opaque, request.isBinary,
                request.isOneway, digits));
        }
        catch (final IllegalStateException malformed)
        {
            request.link.side.onFailure(malformed);
        }
        finally
        {
            request.frame.release();
        }
    }

    private void sent(final FunnelLink link)
    {
        if (!connected().isWritable())
        {
            pause(link);
        }
        flushLater();
    }

    private void pause(final FunnelLink link)
    {
        if (!link.paused)
        {
            link.paused = true;
            paused.add(link);
            link.side.onTurn();
        }
    }

    /** Sends what waits, as far as there is room, and then lets the clients go on. */
    private void drain()
    {
        while (!waiting.isEmpty() && (waiting.peek().link.gone || state == State.CONNECTED && connected().isWritable()
            && (waiting.peek().isOneway || requests.size() < funnel.window)))
        {
            final Waiting request = waiting.poll();
            if (request.link.gone)
            {
                request.frame.release();
            }
            else
            {
                write(request);
                flushLater();
            }
        }
        if (waiting.isEmpty() && (state != State.CONNECTED || connected().isWritable()))
        {
            resume();
        }
    }

    private void resume()
    {
        if (paused.isEmpty())
        {
            return;
        }
        final List<FunnelLink> resumed = paused;
        paused = new ArrayList<>();
        for (final FunnelLink link : resumed)
        {
            link.paused = false;
            if (!link.gone)
            {
                link.side.onTurn();
            }
        }
    }

    /** Where the client's answers to requests of the server go; null if the server has gone. */
    @Nullable
    FrameOutput answers()
    {
        if (state != State.CONNECTED)
        {
            return null;
        }
        flushLater();
        return output;
    }

    /** The output while the channel is connected. */
    private FrameOutput connected()
    {
        return Objects.requireNonNull(output, "not connected");
    }

    /** Flushes once for all clients whose input was read in this turn of the loop. */
    private void flushLater()
    {
        if (!flushDue)
        {
            flushDue = true;
            loop.execute(flush);
        }
    }

    private void flush()
    {
        flushDue = false;
        if (output != null)
        {
            output.flush();
        }
    }

    // Frames of the server.

    @Override
    public void onFrame(final ChannelHandlerContext ctx, final RemotingFrame frame)
    {
        healthy = true;
        silent = 0;
        backOff = funnel.leastBackOff;
        if (!RemotingFlag.isResponse(frame.header().flag()))
        {
            ask(frame);
            return;
        }
        final int place = requests.find(frame.header().opaque());
        if (place < 0)
        {
            funnel.events.onDropped(upstream);
            return;
        }
        final FunnelLink link = requests.owner(place);
        final int opaque = requests.opaque(place);
        requests.remove(place);
        give(link, frame, opaque);
    }

    /** A client that cannot take a frame must not harm the others: its own connection is closed. */
    private void give(final FunnelLink link, final RemotingFrame frame, final int opaque)
    {
        if (link.gone)
        {
            funnel.events.onDropped(upstream);
            return;
        }
        touch(link);
        try
        {
            link.side.onShared(frame, opaque);
        }
        catch (final RuntimeException e)
        {
            link.side.onFailure(e);
        }
    }

    /** Hands a request of the server to one client. */
    private void ask(final RemotingFrame frame)
    {
        final int code = frame.header().code();
        final boolean isOneway = RemotingFlag.isOneway(frame.header().flag());
        tools.address.read(frame);
        final FunnelLink link = addressee();
        if (link != null)
        {
            give(link, frame, frame.header().opaque());
            return;
        }
        funnel.events.onNobody(upstream, code);
        if (!isOneway)
        {
            final ByteBuf answer = tools.answers.encode(channel.alloc(), frame.header().isBinary(),
                frame.header().opaque(), ResponseCode.SYSTEM_ERROR.code(), "no such client shares this connection");
            connected().write(Objects.requireNonNull(answer, "answer"));
            flushLater();
        }
    }

    /** The client that a request is for; null if there is none. */
    private @Nullable FunnelLink addressee()
    {
        if (tools.address.clientId() != null)
        {
            return clients.get(tools.address.clientId());
        }
        final List<FunnelLink> holders = groups.get(tools.address.group());
        return holders == null ? null : holders.get((turn++ & Integer.MAX_VALUE) % holders.size());
    }

    @Override
    public void onMalformed(final ChannelHandlerContext ctx, final RemotingFrame frame)
    {
        funnel.events.onDropped(upstream);
    }

    @Override
    public void onLost(final ChannelHandlerContext ctx, final FramingLost lost)
    {
        ctx.close();
    }

    @Override
    public void onReadComplete(final ChannelHandlerContext ctx)
    {
        drain();
        complete();
    }

    private void touch(final FunnelLink link)
    {
        if (!link.touched)
        {
            link.touched = true;
            touched.add(link);
        }
    }

    private void complete()
    {
        if (touched.isEmpty())
        {
            return;
        }
        final List<FunnelLink> given = touched;
        touched = new ArrayList<>();
        for (final FunnelLink link : given)
        {
            link.touched = false;
            if (!link.gone)
            {
                link.side.onSharedComplete();
            }
        }
        if (touched.isEmpty())
        {
            given.clear();
            touched = given;
        }
    }

    @Override
    public void channelWritabilityChanged(final ChannelHandlerContext ctx)
    {
        if (state == State.CONNECTED && connected().isWritable())
        {
            drain();
        }
        ctx.fireChannelWritabilityChanged();
    }

    // The channel.

    private void connect()
    {
        state = State.CONNECTING;
        healthy = false;
        silent = 0;
        unused = 0;
        connector.connect(upstream, null, this);
    }

    @Override
    public ChannelHandler[] handlers()
    {
        return new ChannelHandler[] {new RemotingFrameHandler(funnel.tools, this), this};
    }

    @Override
    public void begun(final Channel fresh)
    {
        channel = fresh;
        if (!fresh.isOpen())
        {
            return;
        }
        funnel.all.add(fresh);
        if (funnel.closed)
        {
            fresh.close(); // The others may have been closed just before.
        }
    }

    @Override
    public void ended(final @Nullable Throwable cause)
    {
        if (cause != null)
        {
            lost(cause);
            return;
        }
        state = State.CONNECTED;
        output = new FrameOutput(channel);
        funnel.events.onConnected(upstream);
        for (final FunnelLink link : links)
        {
            if (link.heartbeat != null)
            {
                output.write(Unpooled.wrappedBuffer(link.heartbeat));
            }
        }
        ticking = loop.scheduleAtFixedRate(this::tick, funnel.tickNanos, funnel.tickNanos, TimeUnit.NANOSECONDS);
        drain();
        flushLater();
    }

    @Override
    public void channelInactive(final ChannelHandlerContext ctx)
    {
        if (ctx.channel() == channel && state == State.CONNECTED)
        {
            lost(null);
        }
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(final ChannelHandlerContext ctx, final Throwable cause)
    {
        if (ctx.channel() == channel && state == State.CONNECTED)
        {
            lost(cause);
        }
        ctx.close();
    }

    /** Answers all requests with an error; never leaves a client without an answer. */
    private void lost(final @Nullable Throwable cause)
    {
        final boolean wasHealthy = healthy;
        state = State.IDLE;
        if (ticking != null)
        {
            ticking.cancel(false);
            ticking = null;
        }
        if (output != null)
        {
            output.discard();
            output = null;
        }
        if (!wasHealthy && !funnel.closed)
        {
            waitBeforeConnecting();
        }
        final int unanswered = requests.size();
        for (int place = 0; place < requests.capacity(); place++)
        {
            if (requests.isUsed(place))
            {
                unanswered(requests.owner(place), requests.opaque(place), requests.isBinary(place));
            }
        }
        requests.clear();
        while (!waiting.isEmpty())
        {
            drop(waiting.poll());
        }
        funnel.events.onLost(upstream, unanswered, cause);
        for (final FunnelLink link : touched)
        {
            if (!link.gone && link.unanswered > 0)
            {
                link.side.onSharedLost(link.unanswered, cause);
            }
            link.unanswered = 0;
        }
        complete();
        resume();
        connectIfNeeded();
        forgetIfUnused();
    }

    private void drop(final Waiting request)
    {
        request.frame.release();
        if (!request.isOneway)
        {
            unanswered(request.link, request.opaque, request.isBinary);
        }
    }

    private void unanswered(final FunnelLink link, final int opaque, final boolean isBinary)
    {
        if (!link.gone)
        {
            touch(link);
            link.unanswered++;
            link.side.onUnanswered(opaque, isBinary);
        }
    }

    private void waitBeforeConnecting()
    {
        state = State.PAUSED;
        // Not all at once, if a server comes back to which many connections go.
        final long nanos = backOff / 2 + ThreadLocalRandom.current().nextLong(1 + backOff / 2);
        backOff = Math.min(funnel.mostBackOff, 2 * backOff);
        loop.schedule(() -> {
            if (state == State.PAUSED)
            {
                state = State.IDLE;
                connectIfNeeded();
                forgetIfUnused();
            }
        }, nanos, TimeUnit.NANOSECONDS);
    }

    /** A broker asks producers about transactions only if it knows them. */
    private void connectIfNeeded()
    {
        if (state == State.IDLE && !funnel.closed && (!groups.isEmpty() || !waiting.isEmpty()))
        {
            connect();
        }
    }

    private void tick()
    {
        final long now = System.nanoTime();
        if (expire(now - funnel.expireNanos) > 0 && ++silent >= MOST_SILENT)
        {
            // A host that is gone does not close its connections, and nobody else would.
            channel.close();
            return;
        }
        unused = links.isEmpty() ? unused + 1 : 0;
        if (unused > RemotingFunnel.TICKS)
        {
            // Requests of clients that have gone have expired. The server may have gone, and nobody would notice.
            channel.close();
            return;
        }
        for (int i = links.size() - 1; i >= 0; i--)
        {
            unregisterSilent(links.get(i), now - REGISTERED);
        }
        drain();
        complete();
    }

    private int expire(final long before)
    {
        int count = 0;
        for (int place = 0; place < requests.capacity() && requests.size() > 0; place++)
        {
            final FunnelLink link = requests.owner(place);
            final int opaque = requests.opaque(place);
            if (requests.expire(place, before))
            {
                count++;
                if (!link.gone)
                {
                    touch(link);
                    link.side.onExpired(opaque);
                }
            }
        }
        if (count > 0)
        {
            funnel.events.onExpired(upstream, count);
        }
        return count;
    }

    /** A group without heartbeats would have the broker close the connection, for all clients. */
    private void unregisterSilent(final FunnelLink link, final long before)
    {
        for (final Long heard : link.groups.values())
        {
            if (heard - before < 0)
            {
                unregister(link, link.clientId);
                return;
            }
        }
    }
}
