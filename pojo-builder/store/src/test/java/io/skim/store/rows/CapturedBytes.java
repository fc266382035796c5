package io.skim.store.rows;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Makes packet captures: pcap, raw IPv4. */
public final class CapturedBytes
{
    /** The time of each packet. */
    public static final long MICROS = 1_700_000_000_000_001L;

    private static final int SYN = 2;
    private static final int ACK = 16;
    private static final int HEADERS = 40;
    private static final long MILLION = 1_000_000;

    private CapturedBytes()
    {
    }

    /**
     * A capture of connections, one behind the other, of each one direction.
     *
     * @param segment bytes of a packet's payload.
     * @param sent    by each connection.
     * @return the file: 24 bytes, 56 for each beginning, and 56 for each packet besides its payload.
     */
    public static byte[] of(final int segment, final byte[]... sent)
    {
        final ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(
            ByteBuffer.allocate(24).putInt(0xA1B2C3D4).putShort((short)2).putShort((short)4).putLong(0).putInt(
                262_144).putInt(101).array());
        for (int i = 0; i < sent.length; i++)
        {
            file.writeBytes(packet(i, 0, SYN, new byte[0]));
            for (int at = 0; at < sent[i].length; at += segment)
            {
                file.writeBytes(packet(i, 1 + at, ACK, Arrays.copyOfRange(sent[i], at, Math.min(sent[i].length, at
                    + segment))));
            }
        }
        return file.toByteArray();
    }

    /**
     * The name of a connection's direction.
     *
     * @param connection its index.
     * @return sender and receiver.
     */
    public static String name(final int connection)
    {
        return "10.0.0." + connection + ":40000>11.0.0.1:10911";
    }

    private static byte[] packet(final int connection, final int sequence, final int flags, final byte[] payload)
    {
        final int length = HEADERS + payload.length;
        final ByteBuffer packet = ByteBuffer.allocate(16 + length).putInt((int)(MICROS / MILLION)).putInt((int)(MICROS
            % MILLION)).putInt(length).putInt(length);
        packet.putShort((short)0x4500).putShort((short)length).putInt(0).put((byte)64).put((byte)6).putShort((short)0);
        packet.putInt(0x0A00_0000 | connection).putInt(0x0B00_0001).putShort((short)40_000).putShort((short)10_911);
        packet.putInt(sequence).putInt(0).put((byte)0x50).put((byte)flags).putShort((short)0).putInt(0).put(payload);
        return packet.array();
    }
}
