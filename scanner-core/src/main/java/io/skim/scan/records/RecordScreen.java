package io.skim.scan.records;

import io.skim.scan.Limits;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a stored record needs, so that a condition can be true for it: for each of some properties, one of some values. A reader of
 * many records passes over those that lack it without scanning them. A screen is no filter: a record that it does not exclude may
 * not fulfil the condition either.
 * <p>
 * It excludes only records that are well-formed, and of the usual form: version 1, addresses of IPv4, no inner batch, topic and
 * properties in ASCII. It reads neither bodies nor values that the condition does not name. Immutable; threads can share it.
 */
public final class RecordScreen
{
    /** Excludes nothing. */
    public static final RecordScreen NONE = new RecordScreen(List.of());

    private static final int SIZE_OF_ENDS = Long.BYTES;
    private static final int COMMIT_LOG_OFFSET = 28;
    private static final int SYS_FLAG = 36;
    /** Bits of IPv6 and of inner batches. */
    private static final int UNUSUAL = 0xF0;
    private static final int BORN_PORT = 52;
    private static final int STORE_PORT = 68;
    private static final int NO_PORT = ~0xFFFF;
    private static final int BODY_LENGTH = 84;
    private static final int BODY = BODY_LENGTH + Integer.BYTES;
    /** Lengths of topic and properties. */
    private static final int LENGTHS = Byte.BYTES + Short.BYTES;
    private static final int MOST_TEXTS = 16;

    private final PropertyNeed[] needs;
    private final byte @Nullable [][] topics;

    private RecordScreen(final List<PropertyNeed> needs)
    {
        this(needs, null);
    }

    private RecordScreen(final List<PropertyNeed> needs, final byte @Nullable [][] topics)
    {
        this.needs = needs.toArray(PropertyNeed[]::new);
        this.topics = topics;
    }

    /** {@return a builder of a screen} */
    public static Builder builder()
    {
        return new Builder();
    }

    /** Collects what a record needs: all of it. */
    public static final class Builder
    {
        private final List<PropertyNeed> needs = new ArrayList<>();
        private byte @Nullable [][] topics;

        private Builder()
        {
        }

        /**
         * The record needs a property.
         *
         * @param name of it.
         * @return this.
         */
        public Builder property(final String name)
        {
            return add(name, PropertyNeed.present(bytes(name)));
        }

        /**
         * The record needs a property with one of some values.
         *
         * @param name  of it.
         * @param texts the values.
         * @return this.
         */
        public Builder property(final String name, final Collection<String> texts)
        {
            return texts.size() > MOST_TEXTS ? property(name) : add(name, PropertyNeed.equal(bytes(name), bytes(
                texts)));
        }

        /**
         * The record needs a property that is a number of a range. A value that is not only digits is taken for one.
         *
         * @param name  of it.
         * @param least of the range.
         * @param most  of the range.
         * @return this.
         */
        public Builder property(final String name, final double least, final double most)
        {
            return add(name, PropertyNeed.between(bytes(name), least, most));
        }

        /**
         * The record needs one of some topics. Of several calls the last one counts.
         *
         * @param names of the topics.
         * @return this.
         */
        public Builder topic(final Collection<String> names)
        {
            topics = names.size() > MOST_TEXTS ? null : bytes(names);
            return this;
        }

        private Builder add(final String name, final PropertyNeed need)
        {
            if (!name.isEmpty())
            {
                needs.add(need);
            }
            return this;
        }

        private static byte[] bytes(final String text)
        {
            return text.getBytes(StandardCharsets.UTF_8);
        }

        private static byte[][] bytes(final Collection<String> texts)
        {
            return texts.stream().map(Builder::bytes).toArray(byte[][]::new);
        }

        /** {@return the screen} */
        public RecordScreen build()
        {
            return needs.isEmpty() && topics == null ? NONE : new RecordScreen(needs, topics);
        }
    }

    /**
     * Looks at the record at an index.
     *
     * @param bytes     that hold it, of big-endian order.
     * @param index     of its first byte.
     * @param available bytes from there on.
     * @param limits    of a record, its topic and its properties.
     * @param offset    in the commit log that the record has to state; negative for any.
     * @return the length of the record in bytes, if it is well-formed, inside the limits, and lacks what it needs; else 0.
     */
    public int excluded(final ByteBuffer bytes, final int index, final int available, final Limits limits,
        final long offset)
    {
        if (this == NONE || available < RecordParts.LEAST_RECORD)
        {
            return 0;
        }
        final int size = bytes.getInt(index);
        if (size < RecordParts.LEAST_RECORD || size > available || size > limits.maxFrameLength()
            || bytes.getInt(index + RecordParts.MAGIC) != RecordParts.MAGIC_1
            || (bytes.getInt(index + SYS_FLAG) & UNUSUAL) != 0
            || ((bytes.getInt(index + BORN_PORT) | bytes.getInt(index + STORE_PORT)) & NO_PORT) != 0
            || offset >= 0 && bytes.getLong(index + COMMIT_LOG_OFFSET) != offset)
        {
            return 0;
        }
        final int body = bytes.getInt(index + BODY_LENGTH);
        return body >= 0 && body <= size - RecordParts.LEAST_RECORD
            && isExcluded(bytes, index + BODY + body, index + size, limits.maxValueLength()) ? size : 0;
    }

    /** Looks at topic and properties: from the length of the topic to the end of the record. */
    private boolean isExcluded(final ByteBuffer bytes, final int topicAt, final int end, final int most)
    {
        final int topicLength = bytes.get(topicAt);
        if (topicLength < 0 || topicLength > end - topicAt - LENGTHS)
        {
            return false;
        }
        final int topic = topicAt + Byte.BYTES;
        final int from = topicAt + LENGTHS + topicLength;
        if (bytes.getShort(topic + topicLength) != end - from || Math.max(topicLength, end - from) > most || end - from
            < SIZE_OF_ENDS)
        {
            return false;
        }
        return isAscii(bytes, topic, topic + topicLength) && (topics != null && !isOneOf(bytes, topic, topicLength,
            topics) ? isAscii(bytes, from, end) : isOneMissing(bytes, from, end));
    }

    private boolean isOneMissing(final ByteBuffer bytes, final int from, final int end)
    {
        for (final PropertyNeed need : needs)
        {
            if (need.isMissing(bytes, from, end))
            {
                return true;
            }
        }
        return false;
    }

    private static boolean isOneOf(final ByteBuffer bytes, final int from, final int length, final byte[]... texts)
    {
        for (final byte[] text : texts)
        {
            if (text.length == length && PropertyNeed.isAt(bytes, from, text))
            {
                return true;
            }
        }
        return false;
    }

    /** Eight bytes in front of the text are there, too. */
    private static boolean isAscii(final ByteBuffer bytes, final int from, final int to)
    {
        long bits = 0;
        int at = from;
        while (to - at >= Long.BYTES)
        {
            bits |= bytes.getLong(at);
            at += Long.BYTES;
        }
        bits |= at == to ? 0 : bytes.getLong(to - Long.BYTES) << Long.SIZE - (to - at << 3);
        return (bits & PropertyNeed.HIGH_BITS) == 0;
    }
}
