package io.skim.gateway.connection;

import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import io.skim.gateway.events.FlightEvents;
import io.skim.gateway.metrics.CloseReason;
import io.skim.gateway.metrics.Endpoint;
import io.skim.gateway.metrics.LoopMetrics;
import io.skim.gateway.metrics.ReasonLabels;
import io.skim.gateway.metrics.Refusal;
import io.skim.gateway.metrics.TimeoutKind;
import io.skim.scan.Fault;
import io.skim.scan.Reason;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * A client's connection: who the client is, what went through, and why it ended. The channel's event loop records; other threads may
 * read. To record allocates nothing.
 *
 * <pre>
 * Connection connection = Connection.of(channel);
 * connection.received(frame.readableBytes());
 * connection.answered(code, nanos);
 * connection.close(CloseReason.BROKER_CLOSED);
 * </pre>
 */
public final class Connection
{
    private static final int MOST_NAME = 255;
    private static final AttributeKey<Connection> KEY = AttributeKey.valueOf(Connection.class, "connection");
    // Written by one thread: ordered stores suffice, no count is updated atomically.
    private static final AtomicLongFieldUpdater<Connection> FRAMES_IN = updater("framesIn");
    private static final AtomicLongFieldUpdater<Connection> FRAMES_OUT = updater("framesOut");
    private static final AtomicLongFieldUpdater<Connection> BYTES_IN = updater("bytesIn");
    private static final AtomicLongFieldUpdater<Connection> BYTES_OUT = updater("bytesOut");

    private final Connections owner;
    private final Channel channel;
    private final Endpoint listener;
    private final LoopMetrics loop;
    private final long id;
    private final long openedAt;
    private final AtomicReference<@Nullable CloseReason> why = new AtomicReference<>();

    private volatile SocketAddress client;
    private volatile @Nullable String serverName;
    private volatile List<String> certificateNames = List.of();
    private volatile @Nullable String cluster;
    private volatile long framesIn;
    private volatile long framesOut;
    private volatile long bytesIn;
    private volatile long bytesOut;
    private @Nullable Reason fault;
    private long faultOffset;
    private @Nullable String detail;

    Connection(final Connections owner, final Channel channel, final Endpoint listener, final long id)
    {
        this.owner = owner;
        this.channel = channel;
        this.listener = listener;
        this.id = id;
        this.loop = owner.metrics().loop();
        this.client = channel.remoteAddress();
        this.openedAt = owner.nanoTime();
        channel.attr(KEY).set(this);
    }

    private static AtomicLongFieldUpdater<Connection> updater(final String field)
    {
        return AtomicLongFieldUpdater.newUpdater(Connection.class, field);
    }

    /**
     * The connection of a channel.
     *
     * @param channel of a client.
     * @return the connection; {@code null} if {@link ListenerPipeline} did not begin the channel's pipeline.
     */
    public static @Nullable Connection of(final Channel channel)
    {
        return channel.attr(KEY).get();
    }

    /**
     * Counts a frame from the client.
     *
     * @param bytes its size.
     */
    public void received(final long bytes)
    {
        FRAMES_IN.lazySet(this, framesIn + 1);
        BYTES_IN.lazySet(this, bytesIn + bytes);
        loop.received(listener, bytes);
    }

    /**
     * Counts frames to the client.
     *
     * @param frames how many.
     * @param bytes  the size of all.
     */
    public void sent(final int frames, final long bytes)
    {
        FRAMES_OUT.lazySet(this, framesOut + frames);
        BYTES_OUT.lazySet(this, bytesOut + bytes);
        loop.sent(listener, frames, bytes);
    }

    /** Counts a delivery of the client, which speaks AMQP. */
    public void delivered()
    {
        loop.delivered(listener);
    }

    /**
     * Records the answer to a request of the client.
     *
     * @param code  of the request.
     * @param nanos from the request to its answer.
     */
    public void answered(final int code, final long nanos)
    {
        loop.answered(code, nanos);
        if (nanos >= owner.slowNanos())
        {
            FlightEvents.slow(listener.name(), code, nanos);
        }
    }

    /**
     * Records a well-formed frame of the client that was refused.
     *
     * @param code   of the request.
     * @param reason why.
     */
    public void refused(final int code, final Refusal reason)
    {
        loop.refused(reason);
        FlightEvents.refused(listener.name(), reason.label(), code, -1);
    }

    /**
     * Records a malformed frame. If the connection ends with {@link CloseReason#MALFORMED}, the log names the last one.
     *
     * @param found the fault; not kept.
     */
    public void malformed(final Fault found)
    {
        malformed(Objects.requireNonNull(found.reason(), "reason"), found.offset());
    }

    /**
     * Records bytes that are no frame.
     *
     * @param reason the scanner's.
     * @param offset of the fault in what was received.
     */
    public void malformed(final Reason reason, final long offset)
    {
        fault = reason;
        faultOffset = offset;
        loop.malformed(reason);
        FlightEvents.refused(listener.name(), ReasonLabels.of(reason), -1, offset);
    }

    /**
     * Counts a wait that took too long.
     *
     * @param kind of the wait.
     */
    public void timedOut(final TimeoutKind kind)
    {
        loop.timedOut(kind);
    }

    /**
     * Says why this connection is about to end. Only the first call has an effect: what follows from the first reason is none.
     *
     * @param reason the reason.
     */
    public void because(final CloseReason reason)
    {
        because(reason, null);
    }

    /**
     * Says why this connection is about to end, see {@link #because(CloseReason)}. On the channel's event loop.
     *
     * @param reason the reason.
     * @param more   about it, for the log; {@code null} for nothing.
     */
    public void because(final CloseReason reason, final @Nullable String more)
    {
        if (why.compareAndSet(null, reason) && more != null)
        {
            detail = more;
        }
    }

    /**
     * Closes this connection, once what was written before has gone out.
     *
     * @param reason the reason, unless there was one before.
     */
    @SuppressWarnings("FutureReturnValueIgnored")
    public void close(final CloseReason reason)
    {
        because(reason);
        channel.close();
    }

    /**
     * Closes this connection after an exception.
     *
     * @param cause     the exception.
     * @param otherwise the reason, unless the client reset the connection.
     */
    void fail(final Throwable cause, final CloseReason otherwise)
    {
        if (detail == null && why.get() == null)
        {
            detail = LogText.summary(cause);
        }
        final boolean isReset = cause instanceof IOException && !(cause instanceof SSLException);
        close(isReset ? CloseReason.CLIENT_CLOSED : otherwise);
    }

    /**
     * Closes this connection after an exception. A reset counts as closed by the client.
     *
     * @param cause the exception.
     */
    public void fail(final Throwable cause)
    {
        fail(cause, CloseReason.ERROR);
    }

    /** Called once, when the channel is closed. */
    void ended()
    {
        because(CloseReason.CLIENT_CLOSED);
        final CloseReason reason = Objects.requireNonNull(why.get(), "reason");
        loop.closed(listener, reason);
        if (FlightEvents.recordsClosed())
        {
            FlightEvents.closed(listener.name(), LogText.address(client), reason.label(), openNanos(), framesIn,
                framesOut, bytesIn, bytesOut);
        }
    }

    /** {@return a number that no other connection of this gateway has} */
    public long id()
    {
        return id;
    }

    /** {@return the client's channel} */
    public Channel channel()
    {
        return channel;
    }

    /** {@return the counts of the channel's event loop} */
    public LoopMetrics loop()
    {
        return loop;
    }

    /** {@return the listener that accepted it} */
    public Endpoint listener()
    {
        return listener;
    }

    /** {@return the client's address: the one that a PROXY header names, else that of the socket} */
    public SocketAddress client()
    {
        return client;
    }

    void client(final InetSocketAddress address)
    {
        client = address;
    }

    /** {@return the name by which the client asked for this gateway in TLS; {@code null} if it did not} */
    public @Nullable String serverName()
    {
        return serverName;
    }

    void serverName(final @Nullable String name)
    {
        serverName = bounded(name);
    }

    /** {@return the subject among the {@link #certificateNames}, at most 255 characters of it; {@code null} if there is none} */
    public @Nullable String clientSubject()
    {
        return bounded(CertificateNames.subject(certificateNames));
    }

    /**
     * The names in the client's certificate, which was checked.
     *
     * @return such as {@code subject:CN=orders}, {@code dns:orders.example.com} and {@code uri:spiffe://example.com/orders}; empty if it
     *     showed none.
     */
    public List<String> certificateNames()
    {
        return certificateNames;
    }

    void certificateNames(final List<String> names)
    {
        certificateNames = names;
    }

    /** What peers choose is kept as long as the connection, so it is cut. No name of DNS is longer. */
    private static @Nullable String bounded(final @Nullable String text)
    {
        return text == null || text.length() <= MOST_NAME ? text : text.substring(0, MOST_NAME);
    }

    /** {@return the name of the cluster that it was connected to last; {@code null} if to none} */
    public @Nullable String cluster()
    {
        return cluster;
    }

    /**
     * Sets the cluster, for the log and the status.
     *
     * @param name of the cluster.
     */
    public void cluster(final String name)
    {
        cluster = name;
    }

    /** {@return how long it has been open, in nanoseconds} */
    public long openNanos()
    {
        return owner.nanoTime() - openedAt;
    }

    /** {@return frames from the client} */
    public long framesIn()
    {
        return framesIn;
    }

    /** {@return frames to the client} */
    public long framesOut()
    {
        return framesOut;
    }

    /** {@return bytes of the frames from the client} */
    public long bytesIn()
    {
        return bytesIn;
    }

    /** {@return bytes of the frames to the client} */
    public long bytesOut()
    {
        return bytesOut;
    }

    /** {@return why it ended or is about to; {@code null} if it is not} */
    public @Nullable CloseReason why()
    {
        return why.get();
    }

    /** {@return the reason of the last fault, or {@code null}} */
    @Nullable
    Reason fault()
    {
        return fault;
    }

    /** {@return the offset of the last fault} */
    long faultOffset()
    {
        return faultOffset;
    }

    /** {@return the exception that ended it, in a few words, or {@code null}} */
    @Nullable
    String detail()
    {
        return detail;
    }
}
