package io.skim.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import org.jspecify.annotations.Nullable;

/**
 * Whoever wants a connection with a server. The name of a host may have several addresses, which are tried one after the other, each by a
 * channel of its own: {@link #begun} is called for each of them, and {@link #ended} once.
 */
interface Connecting
{
    /** {@return the handlers behind the server's own, for another channel} */
    ChannelHandler[] handlers();

    /**
     * A channel is there, and not connected yet. The first one is there before the call that connects returns. A further one takes the
     * place of the one before, which could not be connected and is closed.
     *
     * @param fresh the channel; a closed one if the process has none left.
     */
    void begun(Channel fresh);

    /**
     * The last channel that was begun is connected, or there is no connection. On the event loop, after the call that connects.
     *
     * @param cause why there is no connection; null if there is one.
     */
    void ended(@Nullable Throwable cause);
}
