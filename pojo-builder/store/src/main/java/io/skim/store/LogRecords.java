package io.skim.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Looks up heads of records anywhere in a commit log. One thread at a time.
 */
final class LogRecords implements Closeable
{
    private static final int MAGIC = 4;
    private static final int QUEUE_ID = 12;
    private static final int QUEUE_OFFSET = 20;
    private static final int COMMIT_LOG_OFFSET = 28;
    private static final int SYS_FLAG = 36;
    private static final int BORN_IPV6 = 0x10;
    private static final int STORE_IPV6 = 0x20;
    private static final int LONGER = 12;
    private static final int BODY_LENGTH = 84;

    private final TreeMap<Long, Log> logs;
    private @Nullable SegmentSource segment;
    private long segmentFrom = -1;

    /**
     * A segment.
     *
     * @param path   of it.
     * @param length in bytes.
     */
    record Log(Path path, long length)
    {
    }

    LogRecords(final TreeMap<Long, Log> logs)
    {
        this.logs = logs;
    }

    /** The segments in a folder, by their first offsets. */
    static TreeMap<Long, Log> segments(final Path folder) throws IOException
    {
        final TreeMap<Long, Log> logs = new TreeMap<>();
        final List<Path> paths = new ArrayList<>(StoreFiles.segments(folder));
        for (final Path path : paths)
        {
            logs.put(StoreFiles.firstOffset(path.getFileName().toString()), new Log(path, Files.size(path)));
        }
        return logs;
    }

    /** Whether a record ended in front of the first segment. */
    boolean isInFront(final long end)
    {
        return logs.isEmpty() || end <= logs.firstKey();
    }

    /** Whether there is a record of this length at an offset which states this place, queue, number in it, and topic. */
    boolean isThere(final long offset, final int size, final byte[] topic, final int queue, final long number)
        throws IOException
    {
        final Map.Entry<Long, Log> entry = logs.floorEntry(offset);
        if (entry == null || size < QueueFiles.LEAST_RECORD)
        {
            return false;
        }
        final long at = offset - entry.getKey();
        if (at >= entry.getValue().length || size > entry.getValue().length - at)
        {
            return false;
        }
        final ByteBuffer record = open(entry.getKey(), entry.getValue()).read(at, size);
        return isHead(record.slice(record.position(), size), offset, topic, queue, number);
    }

    /** Whether there is a record at an offset which states this place. */
    boolean isThere(final long offset) throws IOException
    {
        final Map.Entry<Long, Log> entry = logs.floorEntry(offset);
        if (entry == null)
        {
            return false;
        }
        final long at = offset - entry.getKey();
        final long left = entry.getValue().length - at;
        if (left < QueueFiles.LEAST_RECORD)
        {
            return false;
        }
        final ByteBuffer bytes = open(entry.getKey(), entry.getValue()).read(at, QueueFiles.LEAST_RECORD);
        final int start = bytes.position();
        final int magic = bytes.getInt(start + MAGIC);
        final int size = bytes.getInt(start);
        return (magic == ByteSearch.MAGIC_1 || magic == ByteSearch.MAGIC_2) && size >= QueueFiles.LEAST_RECORD
            && size <= left
            && bytes.getLong(start + COMMIT_LOG_OFFSET) == offset;
    }

    private static boolean isHead(final ByteBuffer record, final long offset, final byte[] topic, final int queue,
        final long number)
    {
        final int magic = record.getInt(MAGIC);
        return record.getInt(0) == record.capacity() && (magic == ByteSearch.MAGIC_1 || magic == ByteSearch.MAGIC_2)
            && record.getLong(COMMIT_LOG_OFFSET) == offset && record.getInt(QUEUE_ID) == queue
            && record.getLong(QUEUE_OFFSET) == number && hasTopic(record, magic == ByteSearch.MAGIC_2, topic);
    }

    private static boolean hasTopic(final ByteBuffer record, final boolean isLong, final byte[] topic)
    {
        final int sysFlag = record.getInt(SYS_FLAG);
        final int bodyLengthAt =
            BODY_LENGTH + ((sysFlag & BORN_IPV6) == 0 ? 0 : LONGER) + ((sysFlag & STORE_IPV6) == 0 ? 0
                : LONGER);
        final int width = isLong ? Short.BYTES : Byte.BYTES;
        if (record.capacity() - bodyLengthAt < Integer.BYTES)
        {
            return false;
        }
        final int bodyLength = record.getInt(bodyLengthAt);
        final int left = record.capacity() - bodyLengthAt - Integer.BYTES - width - topic.length;
        if (bodyLength < 0 || bodyLength > left)
        {
            return false;
        }
        final int at = bodyLengthAt + Integer.BYTES + bodyLength;
        return (isLong ? record.getShort(at) : record.get(at)) == topic.length
            && record.slice(at + width, topic.length).equals(ByteBuffer.wrap(topic));
    }

    private SegmentSource open(final long from, final Log log) throws IOException
    {
        final SegmentSource opened = segment;
        if (opened != null && segmentFrom == from)
        {
            return opened;
        }
        close();
        final SegmentSource source = MappedSegment.open(log.path);
        segment = source;
        segmentFrom = from;
        return source;
    }

    @Override
    public void close() throws IOException
    {
        final SegmentSource opened = segment;
        segment = null;
        if (opened != null)
        {
            opened.close();
        }
    }
}
