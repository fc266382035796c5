package io.skim.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
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
    private static final int INNER_BATCH = 0x80;
    private static final int BORN_IPV6 = 0x10;
    private static final int STORE_IPV6 = 0x20;
    private static final int LONGER = 12;
    private static final int BODY_LENGTH = 84;
    /** Up to behind the length of the body. */
    private static final int MOST_HEAD = BODY_LENGTH + 2 * LONGER + Integer.BYTES;

    /** Behind a property; its name and its value are parted by a byte 1. */
    private static final char ENTRY_END = 2;
    private static final String INNER_NUM = ENTRY_END + "INNER_NUM\1";

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
        for (final Path path : StoreFiles.segments(folder))
        {
            try
            {
                logs.put(StoreFiles.firstOffset(path.getFileName().toString()), new Log(path, Files.size(path)));
            }
            catch (final NoSuchFileException e)
            {
                // The broker has deleted its oldest segment since.
            }
        }
        return logs;
    }

    /** Whether a record ended in front of the first segment. */
    boolean isInFront(final long end)
    {
        return logs.isEmpty() || end <= logs.firstKey();
    }

    /** Whether the record of a unit is there, and states its place, the topic, the queue, and the numbers of its messages. */
    boolean isThere(final QueueUnits unit, final byte[] topic, final int queue) throws IOException
    {
        final long offset = unit.offset();
        final int size = unit.size();
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
        final SegmentSource source = open(entry.getKey(), entry.getValue());
        final ByteBuffer head = source.read(at, Math.min(size, MOST_HEAD)).slice();
        final int topicAt = isHead(head, unit, queue) ? topicAt(head, size, topic.length) : -1;
        if (topicAt < 0)
        {
            return false;
        }
        final int width = width(head);
        final boolean isInner = (head.getInt(SYS_FLAG) & INNER_BATCH) != 0;
        final ByteBuffer end =
            head.capacity() >= topicAt + topic.length ? head.position(topicAt - width) : source.read(at
                + topicAt - width, width + topic.length);
        final boolean isOfTopic =
            (width == Short.BYTES ? end.getShort() : end.get()) == topic.length && end.slice(end.position(),
                topic.length).equals(ByteBuffer.wrap(topic));
        return isOfTopic && (!unit.isOfBatches() || unit.messages() == (isInner ? innerMessages(source, at, size,
            topicAt + topic.length) : 1));
    }

    private static boolean isHead(final ByteBuffer head, final QueueUnits unit, final int queue)
    {
        final int magic = head.getInt(MAGIC);
        return head.getInt(0) == unit.size() && (magic == ByteSearch.MAGIC_1 || magic == ByteSearch.MAGIC_2)
            && head.getLong(COMMIT_LOG_OFFSET) == unit.offset() && head.getInt(QUEUE_ID) == queue
            && head.getLong(QUEUE_OFFSET) == unit.message();
    }

    /** The count of messages that an inner batch states in its properties, the last time; {@code -1} if it states none. */
    private static int innerMessages(final SegmentSource source, final long at, final int size, final int lengthAt)
        throws IOException
    {
        final int rest = Math.min(size - lengthAt, Short.BYTES + Short.MAX_VALUE);
        if (rest < Short.BYTES)
        {
            return -1;
        }
        final ByteBuffer bytes = source.read(at + lengthAt, rest).slice();
        final int length = bytes.getShort();
        if (length < 0 || length > rest - Short.BYTES)
        {
            return -1;
        }
        final byte[] properties = new byte[length];
        bytes.get(properties);
        final String text = ENTRY_END + new String(properties, StandardCharsets.ISO_8859_1) + ENTRY_END;
        final int from = text.lastIndexOf(INNER_NUM) + INNER_NUM.length();
        final String number =
            from < INNER_NUM.length() ? "" : text.substring(from, text.indexOf(ENTRY_END, from));
        return number.matches("[1-9][0-9]{0,4}") ? Integer.parseInt(number) : -1;
    }

    /** The bytes of the length of a topic. */
    private static int width(final ByteBuffer head)
    {
        return head.getInt(MAGIC) == ByteSearch.MAGIC_2 ? Short.BYTES : Byte.BYTES;
    }

    /** Where the topic begins in the record; {@code -1} if there is no room for one of this length. */
    private static int topicAt(final ByteBuffer head, final int size, final int topic)
    {
        final int sysFlag = head.getInt(SYS_FLAG);
        final int bodyLengthAt =
            BODY_LENGTH + ((sysFlag & BORN_IPV6) == 0 ? 0 : LONGER) + ((sysFlag & STORE_IPV6) == 0 ? 0
                : LONGER);
        final int left = size - bodyLengthAt - Integer.BYTES - width(head) - topic;
        if (left < 0)
        {
            return -1;
        }
        final int bodyLength = head.getInt(bodyLengthAt);
        return bodyLength < 0 || bodyLength > left ? -1 : bodyLengthAt + Integer.BYTES + bodyLength + width(head);
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

    private SegmentSource open(final long from, final Log log) throws IOException
    {
        final SegmentSource opened = segment;
        if (opened != null && segmentFrom == from)
        {
            return opened;
        }
        close();
        final SegmentSource source = PieceSegment.open(log.path);
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
