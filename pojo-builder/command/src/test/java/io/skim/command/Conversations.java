package io.skim.command;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * A capture of connections in both directions, with times: pcap, of Ethernet frames with IPv4. Each connection begins with
 * a SYN from either side; checksums are right.
 */
public final class Conversations
{
    private static final int ETHERNET = 14;
    private static final int IP = 20;
    private static final int TCP = 20;
    private static final int SYN = 2;
    private static final int ACK = 16;
    private static final int SEGMENT = 1_400;

    private final ByteArrayOutputStream file = new ByteArrayOutputStream();
    /** The next number of each direction, by connection. */
    private final Map<Integer, int[]> sequences = new HashMap<>();
    /** The first number of connections between ports that were used before. */
    private final Map<Integer, Integer> began = new HashMap<>();
    private final int port;

    /**
     * Begins a capture.
     *
     * @param port of the server, of all connections.
     */
    public Conversations(final int port)
    {
        this.port = port;
        file.writeBytes(ByteBuffer.allocate(24).putInt(0xA1B2C3D4).putShort((short)2).putShort((short)4).putLong(0)
            .putInt(262_144).putInt(1).array());
    }

    /** As {@code skim} names one direction of a connection. */
    public String name(final int connection, final boolean fromClient)
    {
        final String client = "10.1." + (connection >> 8) + "." + (connection & 0xFF) + ":" + (40_000 + connection
            % 20_000);
        final String server = "10.2.0.1:" + port;
        return fromClient ? client + ">" + server : server + ">" + client;
    }

    /** Ends a connection, so that the next bytes begin another one between the same ports. */
    public Conversations again(final int connection)
    {
        final int[] sequence = sequences.remove(connection);
        began.put(connection, sequence[0] + 1_000_000);
        return this;
    }

    /** Sends bytes at a time in microseconds since 1970, in as many segments as they need. */
    public Conversations send(final int connection, final boolean fromClient, final long micros, final byte[] payload)
    {
        if (!sequences.containsKey(connection))
        {
            final int first = began.getOrDefault(connection, 1_000);
            sequences.put(connection, new int[] {first, first + 1_000});
            segment(connection, true, micros, SYN, new byte[0]);
            segment(connection, false, micros, SYN | ACK, new byte[0]);
            sequences.get(connection)[0]++;
            sequences.get(connection)[1]++;
        }
        for (int from = 0; from < payload.length; from += SEGMENT)
        {
            segment(connection, fromClient, micros, ACK, Arrays.copyOfRange(payload, from, Math.min(payload.length, from
                + SEGMENT)));
        }
        return this;
    }

    private void segment(final int connection, final boolean fromClient, final long micros, final int flags,
        final byte[] payload)
    {
        final int[] sequence = sequences.get(connection);
        final int own = fromClient ? 0 : 1;
        final int client = 0x0A01_0000 | connection;
        final int server = 0x0A02_0001;
        final int clientPort = 40_000 + connection % 20_000;
        final int length = IP + TCP + payload.length;
        final ByteBuffer packet = ByteBuffer.allocate(ETHERNET + length);
        packet.putLong(0x0200_0000_0001_0200L).putInt(2).putShort((short)0x0800);
        packet.putShort((short)0x4500).putShort((short)length).putInt(0).put((byte)64).put((byte)6).putShort((short)0);
        packet.putInt(fromClient ? client : server).putInt(fromClient ? server : client);
        packet.putShort((short)(fromClient ? clientPort : port)).putShort((short)(fromClient ? port : clientPort));
        packet.putInt(sequence[own]).putInt(sequence[1 - own]).put((byte)0x50).put((byte)flags).putShort((short)8_192)
            .putInt(0).put(payload);
        packet.putShort(ETHERNET + 10, (short)~sum(packet, ETHERNET, IP, 0));
        packet.putShort(ETHERNET + IP + 16, (short)~sum(packet, ETHERNET + IP, TCP + payload.length, sum(packet,
            ETHERNET + 12, 8, 6 + TCP + payload.length)));
        sequence[own] += payload.length;
        file.writeBytes(ByteBuffer.allocate(16).putInt((int)(micros / 1_000_000)).putInt((int)(micros % 1_000_000))
            .putInt(packet.capacity()).putInt(packet.capacity()).array());
        file.writeBytes(packet.array());
    }

    /** The sum of 16-bit words in ones' complement. Source: RFC 1071. */
    private static int sum(final ByteBuffer bytes, final int from, final int length, final int before)
    {
        long sum = before;
        for (int i = 0; i < length; i++)
        {
            final int octet = bytes.get(from + i) & 0xFF;
            sum += i % 2 == 0 ? octet << 8 : octet;
        }
        while (sum > 0xFFFF)
        {
            sum = (sum & 0xFFFF) + (sum >> 16);
        }
        return (int)sum;
    }

    /** {@return the file} */
    public byte[] toByteArray()
    {
        return file.toByteArray();
    }
}
