package io.skim.command.scrub;

import io.skim.command.Ends;
import io.skim.command.PcapngWriter;
import io.skim.command.Source;
import io.skim.command.Times;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes what was scrubbed: to a file of frames one after the other, to a capture in packets of new connections, with the old
 * times and ports, new addresses, and right checksums. Each direction begins with a SYN, in each connection with another number;
 * nothing is acknowledged, and nothing comes twice.
 */
final class ScrubbedOutput implements Closeable
{
    private static final int SEGMENT = 1_400;
    private static final int ETHERNET = 14;
    private static final int ETHERNET_LINK = 1;
    private static final int TCP = 20;
    private static final int SYN = 2;
    private static final int ACK = 16;
    private static final int PUSH = 8;
    private static final int TCP_PROTOCOL = 6;
    private static final int HOP_LIMIT = 64;
    private static final int WINDOW = 65_535;
    private static final int IPV4_HEADER = 20;
    private static final int IPV6_HEADER = 40;
    private static final int IPV6_ADDRESS = 16;
    private static final long MILLION = 1_000_000;
    /** Between the first numbers of connections: what comes again with the same ports is none that was there before. */
    private static final int SEQUENCES = 0x9E37_79B1;
    /** More than are followed at a time. */
    private static final int MOST_CONNECTIONS = 65_536;

    private final OutputStream out;
    private final Pseudonyms pseudonyms;
    /** Null for pcap. */
    private final @Nullable PcapngWriter pcapng;
    private boolean begun;
    /** Connections that have begun, and the direction of which is not known to have; of more, those that came first are forgotten. */
    private final Set<Long> halfOpen = Collections.newSetFromMap(new LinkedHashMap<>()
    {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(final Map.Entry<Long, Boolean> eldest)
        {
            return size() > MOST_CONNECTIONS;
        }
    });

    /** One direction of a connection. */
    static final class Direction
    {
        private final byte[] sender;
        private final byte[] receiver;
        private final int senderPort;
        private final int receiverPort;
        private final long connection;
        /** Of both directions. */
        private final int first;
        private int sequence;
        private boolean begun;

        private Direction(final long stream, final byte[] sender, final byte[] receiver, final int senderPort,
            final int receiverPort)
        {
            connection = stream >> 1;
            first = (int)connection * SEQUENCES;
            sequence = first;
            this.sender = sender;
            this.receiver = receiver;
            this.senderPort = senderPort;
            this.receiverPort = receiverPort;
        }
    }

    ScrubbedOutput(final OutputStream out, final Pseudonyms pseudonyms, final boolean pcapng)
    {
        this.out = new BufferedOutputStream(out, 65_536);
        this.pseudonyms = pseudonyms;
        this.pcapng = pcapng ? new PcapngWriter(this.out) : null;
    }

    /** Begins a direction of a connection; null for a file. */
    @Nullable
    Direction begin(final Source source)
    {
        if (source.connection() == null)
        {
            return null;
        }
        final Ends ends = Ends.of(source.connection());
        return new Direction(source.stream(), address(ends.from()), address(ends.to()), Ends.port(ends.from()),
            Ends.port(
                ends.to()));
    }

    private byte[] address(final String end)
    {
        try
        {
            // An address and no name, so that nobody is asked.
            final byte[] known = InetAddress.getByName(Ends.address(end)).getAddress();
            final byte[] address = end.charAt(0) == '[' && known.length == Integer.BYTES ? mapping(known) : known;
            pseudonyms.address(address, 0, address.length);
            return address;
        }
        catch (final IOException e)
        {
            throw new IllegalStateException(e);
        }
    }

    /** The address of IPv6 that stands for one of IPv4, which Java gives instead. Source: RFC 4291, 2.5.5.2. */
    private static byte[] mapping(final byte[] ipv4)
    {
        return ByteBuffer.allocate(IPV6_ADDRESS).putShort(IPV6_ADDRESS - Integer.BYTES - Short.BYTES, (short)0xFFFF)
            .put(
                IPV6_ADDRESS - Integer.BYTES, ipv4)
            .array();
    }

    void write(final @Nullable Direction direction, final byte[] unit, final long time) throws IOException
    {
        final long micros = Times.isKnown(time) ? time : 0;
        if (direction == null)
        {
            out.write(unit);
            return;
        }
        beginCapture();
        if (!direction.begun)
        {
            direction.begun = true;
            // A bare SYN begins another connection of the same ports; with ACK it belongs to the one of the other direction.
            final boolean second = halfOpen.remove(direction.connection);
            if (!second)
            {
                halfOpen.add(direction.connection);
            }
            packet(direction, second ? SYN | ACK : SYN, unit, 0, 0, micros);
            direction.sequence++;
        }
        for (int from = 0; from < unit.length; from += SEGMENT)
        {
            final int length = Math.min(SEGMENT, unit.length - from);
            packet(direction, ACK | PUSH, unit, from, length, micros);
            direction.sequence += length;
        }
    }

    /** Writes the header of the capture, unless that is done. */
    void beginCapture() throws IOException
    {
        if (begun)
        {
            return;
        }
        begun = true;
        if (pcapng != null)
        {
            pcapng.begin();
        }
        else
        {
            out.write(ByteBuffer.allocate(24).putInt(0xA1B2C3D4).putShort((short)2).putShort((short)4).putLong(0)
                .putInt(262_144).putInt(1).array());
        }
    }

    private void packet(final Direction direction, final int flags, final byte[] payload, final int from,
        final int length, final long micros) throws IOException
    {
        final boolean ipv6 = direction.sender.length != Integer.BYTES;
        final int ip = ipv6 ? IPV6_HEADER : IPV4_HEADER;
        final ByteBuffer packet = ByteBuffer.allocate(ETHERNET + ip + TCP + length);
        packet.putLong(0x0200_0000_0002_0200L).putInt(1).putShort((short)(ipv6 ? 0x86DD : 0x0800));
        if (ipv6)
        {
            packet.putInt(0x6000_0000).putShort((short)(TCP + length)).put((byte)TCP_PROTOCOL).put((byte)HOP_LIMIT);
        }
        else
        {
            packet.putShort((short)0x4500).putShort((short)(ip + TCP + length)).putInt(0x4000).put((byte)HOP_LIMIT).put(
                (byte)TCP_PROTOCOL).putShort((short)0);
        }
        packet.put(direction.sender).put(direction.receiver);
        packet.putShort((short)direction.senderPort).putShort((short)direction.receiverPort).putInt(direction.sequence)
            .putInt(flags == SYN ? 0 : direction.first + 1).put((byte)0x50).put((byte)flags).putShort((short)WINDOW)
            .putInt(0)
            .put(payload,
                from, length);
        if (!ipv6)
        {
            packet.putShort(ETHERNET + 10, checksum(packet, ETHERNET, ip, 0));
        }
        final int addresses = 2 * direction.sender.length;
        packet.putShort(ETHERNET + ip + 16, checksum(packet, ETHERNET + ip - addresses, addresses + TCP + length,
            TCP_PROTOCOL + TCP + length));
        record(packet.array(), micros);
    }

    /** In ones' complement, of 16-bit words. Source: RFC 1071; RFC 9293, 3.1, of addresses, protocol, length and segment. */
    private static short checksum(final ByteBuffer packet, final int from, final int length, final int before)
    {
        long sum = before;
        for (int i = 0; i < length; i++)
        {
            final int octet = packet.get(from + i) & 0xFF;
            sum += i % 2 == 0 ? octet << Byte.SIZE : octet;
        }
        while (sum > 0xFFFF)
        {
            sum = (sum & 0xFFFF) + (sum >> Short.SIZE);
        }
        return (short)~sum;
    }

    private void record(final byte[] packet, final long micros) throws IOException
    {
        if (pcapng != null)
        {
            pcapng.packet(ETHERNET_LINK, micros, packet, packet.length);
        }
        else
        {
            out.write(ByteBuffer.allocate(16).putInt((int)(micros / MILLION)).putInt((int)(micros % MILLION)).putInt(
                packet.length).putInt(packet.length).array());
            out.write(packet);
        }
    }

    @Override
    public void close() throws IOException
    {
        out.close();
    }
}
