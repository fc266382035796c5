package io.skim.command;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Captures of raw IPv4 packets, made of what connections carry.
 */
final class Pcap
{
    private static final int SYN = 2;
    private static final int ACK = 16;
    private static final int HEADERS = 40;

    private Pcap()
    {
    }

    /** A capture of connections, numbered from 0, one behind the other, of each one direction. */
    static byte[] of(final List<byte[]> sent, final int segment)
    {
        final ByteArrayOutputStream file = new ByteArrayOutputStream();
        Stream.concat(Stream.of(fileHeader()), IntStream.range(0, sent.size()).boxed().flatMap(k -> connection(k, sent
            .get(k), segment))).forEach(file::writeBytes);
        return file.toByteArray();
    }

    /** As {@code skim} names the direction of a connection. */
    static String name(final int connection)
    {
        return "10.0." + (connection >> 8) + "." + (connection & 0xFF) + ":40000>11.0.0.1:10911";
    }

    static byte[] fileHeader()
    {
        return ByteBuffer.allocate(24).putInt(0xA1B2C3D4).putShort((short)2).putShort((short)4).putLong(0)
            .putInt(262_144).putInt(101).array();
    }

    /** The records of a connection from its beginning, in segments of so many bytes. */
    static Stream<byte[]> connection(final int connection, final byte[] bytes, final int segment)
    {
        return Stream.concat(Stream.of(record(connection, 0, SYN, new byte[0])),
            IntStream.rangeClosed(0, (bytes.length - 1) / segment)
                .mapToObj(k -> record(connection, 1 + k * segment, ACK,
                    Arrays.copyOfRange(bytes, k * segment, Math.min(bytes.length, (k + 1) * segment)))));
    }

    /** A record with a raw IPv4 packet of a connection. */
    static byte[] record(final int connection, final int sequence, final int flags, final byte[] payload)
    {
        final int length = HEADERS + payload.length;
        final ByteBuffer packet = ByteBuffer.allocate(16 + length).putLong(0).putInt(length).putInt(length);
        packet.putShort((short)0x4500).putShort((short)length).putInt(0).put((byte)64).put((byte)6).putShort((short)0);
        packet.putInt(0x0A00_0000 | connection).putInt(0x0B00_0001).putShort((short)40_000).putShort((short)10_911);
        packet.putInt(sequence).putInt(0).put((byte)0x50).put((byte)flags).putShort((short)0).putInt(0).put(payload);
        return packet.array();
    }
}
