package io.skim.gateway.status;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.DuplexChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.util.NetUtil;
import io.skim.gateway.connection.AcceptFailures;
import io.skim.gateway.connection.Connections;
import io.skim.gateway.connection.LineAllowance;
import io.skim.gateway.metrics.GatewayMetrics;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Serves what operators look at: {@code /metrics} for Prometheus, {@code /health}, {@code /ready}, {@code /status.json}, and the status page
 * at {@code /}.
 *
 * <pre>
 * OperationsServer server = OperationsServer.bind(group, new InetSocketAddress("127.0.0.1", 9400), Set.of(), source, metrics,
 *     connections);
 * </pre>
 *
 * It is made for few readers who may be hostile: one request for each connection, which is closed within {@value #MOST_SECONDS} seconds; at
 * most {@value #MOST_CONNECTIONS} connections; heads of 8 KB; GET and HEAD alone. A request must name an IP address, {@code localhost} or a
 * known name as its host, or else a web site could have its own name point here and read the answer.
 */
public final class OperationsServer implements AutoCloseable
{
    static final int MOST_CONNECTIONS = 64;
    static final int MOST_SECONDS = 10;
    private static final int MOST_LINE_BYTES = 1024;
    private static final int MOST_HEADER_BYTES = 8192;
    private static final String TEXT = "text/plain; charset=utf-8";

    private final StatusSource source;
    private final GatewayMetrics metrics;
    private final Connections connections;
    private final Set<String> hosts;
    private final History history;
    private final StatusReport report;
    private final StatusPage page = new StatusPage();
    private final Channel channel;
    /** Used by the one event loop on which all connections of this server are. */
    private int open;
    /** The last {@code /status.json}; null until it is asked for after a sample. */
    private byte @Nullable [] status;

    private OperationsServer(final EventLoopGroup group, final InetSocketAddress address, final Set<String> hosts,
        final StatusSource source, final GatewayMetrics metrics, final Connections connections)
        throws InterruptedException
    {
        this.source = source;
        this.metrics = metrics;
        this.connections = connections;
        this.hosts = hosts.stream().map(host -> host.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
        this.history = new History(metrics, connections);
        this.report = new StatusReport(source, metrics, connections, history);
        final EventLoopGroup loop = group.next();
        final ChannelFuture bound =
            new ServerBootstrap().group(loop).channel(NioServerSocketChannel.class).childHandler(
                new ChannelInitializer<Channel>()
                {
                    @Override
                    protected void initChannel(final Channel child)
                    {
                        accept(child);
                    }
                }).bind(address).sync();
        AcceptFailures.tell(bound, "http at " + address, new LineAllowance(1));
        this.channel = bound.channel();
        final Future<?> ticks = loop.scheduleAtFixedRate(this::tick, 1, 1, TimeUnit.SECONDS);
        channel.closeFuture().addListener(closed -> ticks.cancel(false));
    }

    /**
     * Starts the server.
     *
     * @param group       event loops of NIO, of which it uses one; not that of busy channels.
     * @param address     to listen on. Nothing is protected by passwords: use a loopback address, or one that only operators reach.
     * @param hosts       further names by which it may be asked.
     * @param source      what the status shows besides counts.
     * @param metrics     to show.
     * @param connections to show.
     * @return the server.
     * @throws InterruptedException if the thread is interrupted while it binds. What the socket throws leaves as it came.
     */
    public static OperationsServer bind(final EventLoopGroup group, final InetSocketAddress address,
        final Set<String> hosts,
        final StatusSource source, final GatewayMetrics metrics, final Connections connections)
        throws InterruptedException
    {
        return new OperationsServer(group, address, hosts, source, metrics, connections);
    }

    /** {@return where it listens} */
    public InetSocketAddress address()
    {
        return (InetSocketAddress)channel.localAddress();
    }

    /** Stops listening and sampling. Answers that were begun are still sent. */
    @Override
    public void close()
    {
        channel.close().syncUninterruptibly();
    }

    private void tick()
    {
        history.tick();
        status = null;
    }

    /** Takes a sample of rates now, not with the next second. */
    void sampleNow()
    {
        channel.eventLoop().submit(this::tick).syncUninterruptibly();
    }

    @SuppressWarnings("FutureReturnValueIgnored")
    private void accept(final Channel child)
    {
        if (open >= MOST_CONNECTIONS)
        {
            child.close();
            return;
        }
        open++;
        final Future<?> deadline = child.eventLoop().schedule(() -> child.close(), MOST_SECONDS, TimeUnit.SECONDS);
        child.closeFuture().addListener(closed -> {
            open--;
            deadline.cancel(false);
        });
        child.pipeline().addLast(new HttpServerCodec(new HttpDecoderConfig().setMaxInitialLineLength(MOST_LINE_BYTES)
            .setMaxHeaderSize(MOST_HEADER_BYTES)), new Answers());
    }

    /** Answers the first request of a connection and drops all that follows it. */
    private final class Answers extends SimpleChannelInboundHandler<HttpObject>
    {
        private boolean isAnswered;

        @Override
        @SuppressWarnings("FutureReturnValueIgnored")
        protected void channelRead0(final ChannelHandlerContext ctx, final HttpObject message) throws IOException
        {
            if (!isAnswered && message instanceof HttpRequest)
            {
                isAnswered = true;
                // The client closes when it has the answer. To close first, while bytes of it are on their way, would reset the
                // connection, and the answer could be lost.
                ctx.writeAndFlush(answer((HttpRequest)message)).addListener(sent -> ((DuplexChannel)ctx.channel())
                    .shutdownOutput());
            }
        }

        @Override
        @SuppressWarnings("FutureReturnValueIgnored")
        public void exceptionCaught(final ChannelHandlerContext ctx, final Throwable cause)
        {
            ctx.close();
        }
    }

    private FullHttpResponse answer(final HttpRequest request) throws IOException
    {
        final DecoderResult decoded = request.decoderResult();
        if (decoded.isFailure())
        {
            return text(failure(decoded.cause()));
        }
        if (!isKnown(request.headers().get(HttpHeaderNames.HOST)))
        {
            return text(HttpResponseStatus.MISDIRECTED_REQUEST);
        }
        if (!request.method().equals(HttpMethod.GET) && !request.method().equals(HttpMethod.HEAD))
        {
            final FullHttpResponse refused = text(HttpResponseStatus.METHOD_NOT_ALLOWED);
            refused.headers().set(HttpHeaderNames.ALLOW, "GET, HEAD");
            return refused;
        }
        final int query = request.uri().indexOf('?');
        return resource(query < 0 ? request.uri() : request.uri().substring(0, query));
    }

    private static HttpResponseStatus failure(final Throwable cause)
    {
        if (cause instanceof TooLongHttpLineException)
        {
            return HttpResponseStatus.REQUEST_URI_TOO_LONG;
        }
        return cause instanceof TooLongHttpHeaderException ? HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            : HttpResponseStatus.BAD_REQUEST;
    }

    private boolean isKnown(final @Nullable String host)
    {
        if (host == null)
        {
            return false;
        }
        final int colon = host.lastIndexOf(':');
        final boolean hasPort = colon > host.lastIndexOf(']');
        final String name = (hasPort ? host.substring(0, colon) : host).toLowerCase(Locale.ROOT);
        return "localhost".equals(name) || hosts.contains(name) || NetUtil.isValidIpV4Address(name)
            || name.startsWith("[")
                && name.endsWith("]") && NetUtil.isValidIpV6Address(name);
    }

    private FullHttpResponse resource(final String path) throws IOException
    {
        switch (path)
        {
            case "/":
                final FullHttpResponse html = response(HttpResponseStatus.OK, "text/html; charset=utf-8", page.bytes());
                html.headers().set(HttpHeaderNames.CONTENT_SECURITY_POLICY, page.policy());
                return html;
            case "/status.json":
                status = status == null ? report.toJson() : status;
                return response(HttpResponseStatus.OK, "application/json", status);
            case "/metrics":
                final ByteArrayOutputStream out = new ByteArrayOutputStream(16_384);
                metrics.scrape(out);
                return response(HttpResponseStatus.OK, "text/plain; version=0.0.4; charset=utf-8", out.toByteArray());
            case "/health":
                return text(HttpResponseStatus.OK, "alive");
            case "/ready":
                return readiness();
            default:
                return text(HttpResponseStatus.NOT_FOUND);
        }
    }

    private FullHttpResponse readiness()
    {
        final List<StatusSource.Check> checks = source.checks();
        if (StatusReport.isReady(checks, connections))
        {
            return text(HttpResponseStatus.OK, "ready");
        }
        final String failed = checks.stream().filter(check -> !check.ok()).map(check -> check.name() + ": " + check
            .detail()).collect(Collectors.joining("\n"));
        return text(HttpResponseStatus.SERVICE_UNAVAILABLE, connections.isDraining() ? "draining\n" + failed : failed);
    }

    /** A response whose text is its status. */
    private static FullHttpResponse text(final HttpResponseStatus status)
    {
        return text(status, status.toString());
    }

    private static FullHttpResponse text(final HttpResponseStatus status, final String text)
    {
        return response(status, TEXT, (text + '\n').getBytes(StandardCharsets.UTF_8));
    }

    private static FullHttpResponse response(final HttpResponseStatus status, final String type, final byte[] body)
    {
        final ByteBuf content = Unpooled.wrappedBuffer(body);
        final FullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, content);
        final HttpHeaders headers = response.headers();
        headers.set(HttpHeaderNames.CONTENT_TYPE, type);
        headers.set(HttpHeaderNames.CONTENT_LENGTH, body.length);
        headers.set(HttpHeaderNames.CONNECTION, "close");
        headers.set(HttpHeaderNames.CACHE_CONTROL, "no-store");
        headers.set(HttpHeaderNames.CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'");
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
        headers.set("Referrer-Policy", "no-referrer");
        return response;
    }
}
