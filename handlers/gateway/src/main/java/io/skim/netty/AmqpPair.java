package io.skim.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.DuplexChannel;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A client's connection and the one to its broker.
 */
final class AmqpPair
{
    private static final String FRAMING_ERROR = "amqp:connection:framing-error";
    private static final String FORCED = "amqp:connection:forced";
    /** How many bytes of answers may wait for a peer that sends and does not read, beyond what its channel takes. */
    private static final long MOST_ANSWERS = 1 << 20;

    private final AmqpProxy proxy;
    final AmqpProxy.Loop loop;
    private final Side client;
    private final Side broker;
    private final Opening opening;
    private boolean closing;
    /** Whether the client has been told by the proxy why its connection ends. */
    private boolean told;
    /** Whether what the client sends is read and ignored. */
    private boolean ignores;
    /** Whether the client is not read any more, and its connection ends when the broker has settled what it sent. */
    private boolean draining;
    /** Which side has sent a close before the other one; null if none has. */
    private @Nullable Side closedFirst;
    /** Until then what the client has sent waits; null if it does not. */
    private @Nullable Future<?> delay;
    private long delayedUntil;

    AmqpPair(final AmqpProxy proxy, final Channel channel)
    {
        this.proxy = proxy;
        loop = proxy.loop();
        client = new Side(new AmqpDirection(this, proxy, true));
        broker = new Side(new AmqpDirection(this, proxy, false));
        client.incoming.peer = broker.incoming;
        broker.incoming.peer = client.incoming;
        client.use(channel);
        opening = new Opening(() -> proxy.events.onOpen(channel));
        broker.incoming.output = client.output();
    }

    void begin()
    {
        client.channel().pipeline().addLast(new AmqpFrameHandler(proxy.tools, client), client);
        client.channel().closeFuture().addListener(closed -> {
            endDelay();
            client.release();
            broker.release();
        });
        updateReading();
    }

    Channel client()
    {
        return client.channel();
    }

    boolean isClosing()
    {
        return closing;
    }

    /** Connects to the broker, when the client has sent its first bytes. */
    private void connect()
    {
        final Upstream upstream = proxy.upstreams.apply(client.channel());
        new Connector(client.channel(), proxy.connectMillis).connect(upstream, client.channel(),
            new ToBroker(upstream));
        updateReading();
    }

    /** Uses a connection to the broker that is there. */
    void connected(final Channel channel)
    {
        channel.pipeline().addLast(new AmqpFrameHandler(proxy.tools, broker), broker);
        broker.use(channel);
        client.incoming.output = broker.output();
        broker.connected = true;
        updateReading();
    }

    /** The connection to the broker, while it is made. */
    private final class ToBroker implements Connecting
    {
        private final Upstream upstream;

        ToBroker(final Upstream upstream)
        {
            this.upstream = upstream;
        }

        @Override
        public ChannelHandler[] handlers()
        {
            return new ChannelHandler[] {new AmqpFrameHandler(proxy.tools, broker), broker};
        }

        @Override
        public void begun(final Channel fresh)
        {
            if (broker.channel == null)
            {
                broker.use(fresh, FrameOutput.unconnected(fresh));
                client.incoming.output = broker.output();
                return;
            }
            fresh.config().setAutoRead(broker.channel.config().isAutoRead());
            broker.output().moveTo(fresh);
            broker.use(fresh, broker.output());
        }

        @Override
        public void ended(final @Nullable Throwable cause)
        {
            if (cause == null)
            {
                connected();
                return;
            }
            if (!closing)
            {
                proxy.events.onUnreachable(client.channel(), upstream, cause);
            }
            close(CloseReason.BROKER_UNREACHABLE, upstream.name() + ": " + cause, FORCED);
        }
    }

    private void connected()
    {
        broker.connected = true;
        broker.output().connected();
        flush();
        if (closing)
        {
            Closing.whenSent(broker.channel(), proxy.closeNanos);
            return;
        }
        if (client.inputEnded)
        {
            broker.endOutput();
        }
        updateReading();
    }

    private void flush()
    {
        client.output().flush();
        if (broker.output != null && delay == null)
        {
            broker.output().flush();
        }
    }

    /** Holds back what the client sends from now on, for a time. */
    void delay(final long nanos)
    {
        final long until = System.nanoTime() + nanos;
        if (delay != null && until - delayedUntil <= 0)
        {
            return;
        }
        flush();
        endDelay();
        delayedUntil = until;
        delay = client.channel().eventLoop().schedule(() -> {
            delay = null;
            flush();
            updateReading();
        }, nanos, TimeUnit.NANOSECONDS);
        updateReading();
    }

    private void endDelay()
    {
        if (delay != null)
        {
            delay.cancel(false);
            delay = null;
        }
    }

    private void drain()
    {
        draining = true;
        updateReading();
        closeIfDrained();
    }

    private void closeIfDrained()
    {
        if (draining && !closing && !client.incoming.isUnsettled())
        {
            close(CloseReason.SHUTDOWN, "the proxy stops", FORCED);
        }
    }

    /** An answer was written to a peer: it must not send on and on, and read none of them. */
    void answered()
    {
        if (waitsForReader(client) || waitsForReader(broker))
        {
            flush();
            updateReading();
        }
    }

    /**
     * Reads a side while the other one takes more. That a side itself takes no more is no reason: it may read again when it was read,
     * and only answers of the proxy's own come in addition.
     */
    private void updateReading()
    {
        final boolean takes = broker.channel == null || broker.connected && broker.output().isWritable();
        client.channel().config().setAutoRead(ignores || !closing && !draining && delay == null && takes
            && !waitsForReader(client));
        if (broker.channel != null)
        {
            broker.channel().config().setAutoRead(closing || client.output().isWritable() && !waitsForReader(broker));
        }
    }

    /** A peer has sent a close. */
    void closed(final boolean byClient)
    {
        if (closedFirst == null)
        {
            closedFirst = byClient ? client : broker;
        }
    }

    private static boolean waitsForReader(final Side side)
    {
        return side.channel != null && !side.channel.isWritable() && side.channel.bytesBeforeWritable() > MOST_ANSWERS;
    }

    /**
     * Closes both connections when all that was written is sent. Peers with an open connection get a close with the condition; the
     * one that did no wrong is told that the connection was forced to close.
     *
     * @param condition of the error; null if there is none.
     */
    void close(final CloseReason why, final @Nullable String detail, final @Nullable String condition)
    {
        if (closing)
        {
            return;
        }
        closing = true;
        endDelay();
        opening.tell();
        proxy.events.onClose(client.channel(), why, detail);
        client.channel().config().setAutoRead(false);
        if (why == CloseReason.FRAMING_LOST && !client.incoming.begun && !broker.incoming.begun)
        {
            // Whoever speaks another protocol learns what is spoken here: part 2, section 2.2.
            tellProtocol(client.output());
        }
        if (condition != null)
        {
            told |= closeWith(broker.incoming, client, condition, detail);
            closeWith(client.incoming, broker, FORCED, detail);
        }
        flush();
        if (told || draining || broker.incoming.closed && !client.incoming.closed)
        {
            // The client may go on to send until it has read why the connection is closed.
            ignores = true;
            Closing.whenReceived(client.channel(), proxy.closeNanos);
            updateReading();
        }
        else
        {
            Closing.whenSent(client.channel(), proxy.closeNanos);
        }
        if (broker.channel != null)
        {
            Closing.whenSent(broker.channel(), proxy.closeNanos);
        }
    }

    /** Tells a peer which protocol is spoken here, before its connection is closed. */
    void tellProtocol(final FrameOutput output)
    {
        loop.answers.protocolHeader(output);
        told |= output == client.output;
    }

    /** Sends a peer a close, if its connection is open; returns whether it did. */
    private boolean closeWith(final AmqpDirection direction, final Side receiver, final String condition,
        final @Nullable String detail)
    {
        if (receiver.output == null || !receiver.channel().isOpen() || direction.opaque)
        {
            return false;
        }
        final boolean tells = direction.opened && !direction.closed;
        if (tells)
        {
            direction.closed = true;
            loop.answers.close(receiver.output, condition, detail, direction.peer.accepts);
        }
        return tells;
    }

    /** One of the two connections. It is a handler of one channel after the other while addresses of the broker are tried. */
    @ChannelHandler.Sharable
    private final class Side extends ChannelInboundHandlerAdapter implements AmqpFrameListener
    {
        /** What its peer sends. */
        final AmqpDirection incoming;
        /** Null before the connection to the broker is begun. */
        @Nullable
        Channel channel;
        @Nullable
        FrameOutput output;
        boolean connected;
        boolean inputEnded;

        Side(final AmqpDirection incoming)
        {
            this.incoming = incoming;
        }

        void use(final Channel newChannel)
        {
            use(newChannel, new FrameOutput(newChannel));
        }

        void use(final Channel newChannel, final FrameOutput newOutput)
        {
            channel = newChannel;
            output = newOutput;
            if (newChannel instanceof DuplexChannel)
            {
                newChannel.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
            }
        }

        /** The channel of a connection that is begun. */
        Channel channel()
        {
            return Objects.requireNonNull(channel, "no connection");
        }

        FrameOutput output()
        {
            return Objects.requireNonNull(output, "no connection");
        }

        private Side other()
        {
            return this == client ? broker : client;
        }

        void release()
        {
            incoming.release();
            if (output != null)
            {
                output.discard();
            }
        }

        @Override
        public void handlerAdded(final ChannelHandlerContext ctx)
        {
            if (this == client)
            {
                Opening.tellLater(ctx, opening);
            }
        }

        @Override
        public void channelActive(final ChannelHandlerContext ctx)
        {
            if (this == client)
            {
                opening.tell();
            }
            ctx.fireChannelActive();
        }

        private boolean isReady()
        {
            if (!closing && this == client)
            {
                opening.tell();
                if (broker.channel == null)
                {
                    connect();
                }
            }
            return !closing;
        }

        @Override
        public void onFrame(final ChannelHandlerContext ctx, final AmqpFrame frame)
        {
            if (isReady())
            {
                incoming.onFrame(frame);
                closeIfDrained();
            }
        }

        @Override
        public void onMalformed(final ChannelHandlerContext ctx, final AmqpFrame frame)
        {
            if (isReady())
            {
                incoming.malformed(frame);
            }
        }

        @Override
        public void onOpaque(final ChannelHandlerContext ctx, final ByteBuf bytes, final int offset, final int length)
        {
            if (isReady())
            {
                incoming.opaque = true;
                incoming.output.pass(bytes, offset, length);
            }
        }

        @Override
        public void onLost(final ChannelHandlerContext ctx, final FramingLost lost)
        {
            if (!closing)
            {
                proxy.events.onLost(client.channel(), this == client, lost);
                close(CloseReason.FRAMING_LOST, lost.toString(), FRAMING_ERROR);
            }
        }

        @Override
        public void onReadComplete(final ChannelHandlerContext ctx)
        {
            flush();
        }

        @Override
        public void channelWritabilityChanged(final ChannelHandlerContext ctx)
        {
            updateReading();
            ctx.fireChannelWritabilityChanged();
        }

        @Override
        public void userEventTriggered(final ChannelHandlerContext ctx, final Object event)
        {
            if (Closing.isEndOfInput(event) && !closing && !inputEnded)
            {
                inputEnded = true;
                incoming.passHeld();
                flush();
                if (other().channel == null || other().inputEnded)
                {
                    close(reason(), null, null);
                }
                else if (this == client)
                {
                    broker.endOutput();
                }
                else
                {
                    close(reason(), null, incoming.closed ? null : FORCED);
                }
            }
            else if (event == AmqpProxy.DRAIN && !closing)
            {
                drain();
            }
            ctx.fireUserEventTriggered(event);
        }

        /** Whoever sent a close ends the connection, though the other one may be the first to close the socket. */
        private CloseReason reason()
        {
            return (closedFirst == null ? this : closedFirst) == client ? CloseReason.CLIENT_CLOSED
                : CloseReason.BROKER_CLOSED;
        }

        /** Ends the output when all that was written is sent. */
        void endOutput()
        {
            if (this == client || connected)
            {
                if (channel instanceof DuplexChannel)
                {
                    final DuplexChannel duplex = (DuplexChannel)channel;
                    duplex.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(sent -> duplex.shutdownOutput());
                }
                else
                {
                    close(other().reason(), null, null);
                }
            }
        }

        @Override
        public void channelInactive(final ChannelHandlerContext ctx)
        {
            close(reason(), null, this == client || incoming.closed ? null : FORCED);
            output().discard();
            ctx.fireChannelInactive();
        }

        @Override
        public void exceptionCaught(final ChannelHandlerContext ctx, final Throwable cause)
        {
            if (this == broker && (!connected || ctx.channel() != channel))
            {
                return; // A write waits for the connection and fails with it, which is told when that has ended.
            }
            final boolean network = cause instanceof IOException;
            close(network ? reason() : CloseReason.ERROR, cause.toString(), network ? FORCED : "amqp:internal-error");
            if (network)
            {
                channel().close();
            }
        }
    }
}
