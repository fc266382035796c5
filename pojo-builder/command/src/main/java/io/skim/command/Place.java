package io.skim.command;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Where a message is stored. All brokers number their queues and offsets alike, so that the broker belongs to it.
 *
 * @param broker its address, or null where nothing tells it, as in a file of frames.
 * @param topic  of the message.
 * @param queue  of that topic.
 * @param offset in that queue.
 */
record Place(@Nullable InetSocketAddress broker, String topic, int queue, long offset)
{
    /** What follows the address in an offset id, in hex digits: a port of 32 bits, and an offset of 64. */
    private static final int BEHIND_ADDRESS = 24;
    private static final int PORT = 8;
    private static final int IPV4 = 8;
    private static final int IPV6 = 32;

    /** The place on another broker that numbers its queues as this one does, because it is the same or has copies. */
    Place on(final @Nullable InetSocketAddress other)
    {
        return new Place(other, topic, queue, offset);
    }

    /** An end of a connection as {@link Ends} has it. */
    static @Nullable InetSocketAddress end(final String end)
    {
        try
        {
            // An address in digits: nobody is asked for it.
            return new InetSocketAddress(InetAddress.getByName(Ends.address(end)), Ends.port(end));
        }
        catch (final UnknownHostException e)
        {
            return null;
        }
    }

    /**
     * The broker that has given a message its offset id. A slave, or another port of the same broker, has messages with the same id.
     *
     * @return null if it is no such id.
     * @see "MessageDecoder.decodeMessageId, release 5.5.1"
     */
    static @Nullable InetSocketAddress storeHost(final String id)
    {
        final int address = id.length() - BEHIND_ADDRESS;
        if (address != IPV4 && address != IPV6)
        {
            return null;
        }
        try
        {
            final int port = HexFormat.fromHexDigits(id, address, address + PORT);
            return port < 0 || port > 65_535 ? null
                : new InetSocketAddress(InetAddress.getByAddress(HexFormat.of().parseHex(id, 0, address)), port);
        }
        catch (final IllegalArgumentException | UnknownHostException e)
        {
            return null;
        }
    }
}
