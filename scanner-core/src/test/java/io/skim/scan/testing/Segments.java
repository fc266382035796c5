package io.skim.scan.testing;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/**
 * A segment of a commit log as a broker writes it: records that know their places, a blank record, zeros.
 */
public final class Segments
{
    /** The magic of a blank record. */
    public static final int BLANK_MAGIC = 0xCBD4_3194;

    private static final int BODY_CRC = 8;
    private static final int COMMIT_LOG_OFFSET = 28;
    private static final int SYS_FLAG = 36;

    private Segments()
    {
    }

    /**
     * Puts records one after the other, each with its place and the CRC of its body.
     *
     * @param records to store, which are changed.
     * @param first   the commit log offset of the first one.
     * @return the bytes of a segment.
     */
    public static byte[] of(final List<byte[]> records, final long first)
    {
        long offset = first;
        for (final byte[] record : records)
        {
            final ByteBuffer buffer = ByteBuffer.wrap(record);
            buffer.putLong(COMMIT_LOG_OFFSET, offset).putInt(BODY_CRC, crc(buffer));
            offset += record.length;
        }
        return StoredRecords.join(records);
    }

    private static int crc(final ByteBuffer record)
    {
        final CRC32 crc = new CRC32();
        final int at = bodyAt(record);
        crc.update(record.array(), at, record.getInt(at - Integer.BYTES));
        return (int)crc.getValue() & 0x7FFF_FFFF;
    }

    /**
     * Where a record's body is.
     *
     * @param record a record.
     * @return the offset of the first byte; its length is in front of it.
     */
    public static int bodyAt(final ByteBuffer record)
    {
        final int sysFlag = record.getInt(SYS_FLAG);
        return 88 + ((sysFlag & 0x10) == 0 ? 0 : 12) + ((sysFlag & 0x20) == 0 ? 0 : 12);
    }

    /**
     * A full segment: with a blank record up to its end.
     *
     * @param records the bytes of records.
     * @param blank   the length of the blank record, from 8.
     * @return the segment; the bytes behind the blank record's head are 0x5A.
     */
    public static byte[] full(final byte[] records, final int blank)
    {
        final byte[] segment = java.util.Arrays.copyOf(records, records.length + blank);
        java.util.Arrays.fill(segment, records.length, segment.length, (byte)0x5A);
        ByteBuffer.wrap(segment).putInt(records.length, blank).putInt(records.length + Integer.BYTES, BLANK_MAGIC);
        return segment;
    }

    /**
     * Where records begin.
     *
     * @param records of a segment.
     * @return their offsets, and at the end that behind the last one.
     */
    public static List<Long> offsets(final List<byte[]> records)
    {
        final List<Long> offsets = new ArrayList<>(List.of(0L));
        for (final byte[] record : records)
        {
            offsets.add(offsets.get(offsets.size() - 1) + record.length);
        }
        return offsets;
    }
}
