package io.skim.scan;

/**
 * Upper bounds for lengths, counts and depth. Immutable. Input above a limit is refused with a reason. Skim never allocates for
 * a number that only the peer claims.
 */
public final class Limits
{
    /** The limits of the reference decoder, and generous values where it has no limit. */
    public static final Limits DEFAULT = new Limits(16_777_216, 262_144, 64, 32_767, 262_144, 4_096, 65_536, 1_024);

    private static final int GREATEST_FRAME = (1 << 28) - 1;
    private static final int GREATEST_HEADER = (1 << 24) - 1;

    private final int maxFrameLength;
    private final int maxHeaderLength;
    private final int maxDepth;
    private final int maxNameLength;
    private final int maxValueLength;
    private final int maxEntryCount;
    private final int maxElementCount;
    private final int maxSectionCount;

    private Limits(final int maxFrameLength, final int maxHeaderLength, final int maxDepth, final int maxNameLength,
        final int maxValueLength, final int maxEntryCount, final int maxElementCount, final int maxSectionCount)
    {
        this.maxFrameLength = maxFrameLength;
        this.maxHeaderLength = maxHeaderLength;
        this.maxDepth = maxDepth;
        this.maxNameLength = maxNameLength;
        this.maxValueLength = maxValueLength;
        this.maxEntryCount = maxEntryCount;
        this.maxElementCount = maxElementCount;
        this.maxSectionCount = maxSectionCount;
    }

    /**
     * Limits the size of a frame, its length prefix included. The default is the reference's {@code NettyDecoder}
     * limit, 16,777,216.
     *
     * @param bytes from 8 to 268,435,455.
     * @return limits like these, with this one changed.
     */
    public Limits withMaxFrameLength(final int bytes)
    {
        return new Limits(checked("maxFrameLength", bytes, 8, GREATEST_FRAME), maxHeaderLength, maxDepth, maxNameLength,
            maxValueLength, maxEntryCount, maxElementCount, maxSectionCount);
    }

    /**
     * Limits the size of a header, which also bounds the scratch array of a {@link FrameView}. The default is 262,144:
     * enough for the longest properties that a broker stores (32,767 bytes) with every byte escaped. In an AMQP
     * message it limits each section that is read.
     *
     * @param bytes from 21 to 16,777,215.
     * @return limits like these, with this one changed.
     */
    public Limits withMaxHeaderLength(final int bytes)
    {
        return new Limits(maxFrameLength, checked("maxHeaderLength", bytes, 21, GREATEST_HEADER), maxDepth,
            maxNameLength, maxValueLength, maxEntryCount, maxElementCount, maxSectionCount);
    }

    /**
     * Limits the nesting of objects and arrays of a JSON header, with the header's own object; of AMQP values that are entered
     * or written; and of described descriptors. The default is 64.
     *
     * @param depth from 2 to 64.
     * @return limits like these, with this one changed.
     */
    public Limits withMaxDepth(final int depth)
    {
        return new Limits(maxFrameLength, maxHeaderLength, checked("maxDepth", depth, 2, 64), maxNameLength,
            maxValueLength, maxEntryCount, maxElementCount, maxSectionCount);
    }

    /**
     * Limits the length of a name on the wire. The default is 32,767, the greatest length of a binary key. It does not apply to
     * AMQP, where {@link #withMaxHeaderLength} limits the section.
     *
     * @param bytes from 1.
     * @return limits like these, with this one changed.
     */
    public Limits withMaxNameLength(final int bytes)
    {
        return new Limits(maxFrameLength, maxHeaderLength, maxDepth, checked("maxNameLength", bytes, 1,
            GREATEST_HEADER), maxValueLength, maxEntryCount, maxElementCount, maxSectionCount);
    }

    /**
     * Limits the length of a value on the wire, and of a stored record's topic and properties. The default is 262,144. It does
     * not apply to AMQP, where {@link #withMaxHeaderLength} limits the section.
     *
     * @param bytes from 1.
     * @return limits like these, with this one changed.
     */
    public Limits withMaxValueLength(final int bytes)
    {
        return new Limits(maxFrameLength, maxHeaderLength, maxDepth, maxNameLength, checked("maxValueLength", bytes, 1,
            GREATEST_HEADER), maxEntryCount, maxElementCount, maxSectionCount);
    }

    /**
     * Limits the number of ext fields of a header, and of members of a JSON header. The default is 4,096. It does not apply to
     * AMQP, where {@link #withMaxElementCount} limits maps.
     *
     * @param count from 1.
     * @return limits like these, with this one changed.
     */
    public Limits withMaxEntryCount(final int count)
    {
        return new Limits(maxFrameLength, maxHeaderLength, maxDepth, maxNameLength, maxValueLength, checked(
            "maxEntryCount", count, 1, GREATEST_HEADER), maxElementCount, maxSectionCount);
    }

    /**
     * Limits the number of elements of one AMQP list, map (keys and values) or array that is entered, and of all array
     * elements without bytes in one message, frame or value that is entered. The default is 65,536. There may also be no more
     * than 1,024 elements without bytes plus one for each byte of the message, frame or value, so that the time that a peer can
     * cause grows with the bytes that it sends.
     *
     * @param count from 2.
     * @return limits like these, with this one changed.
     */
    public Limits withMaxElementCount(final int count)
    {
        return new Limits(maxFrameLength, maxHeaderLength, maxDepth, maxNameLength, maxValueLength, maxEntryCount,
            checked("maxElementCount", count, 2, GREATEST_FRAME), maxSectionCount);
    }

    /**
     * Limits the number of sections of one AMQP message. The default is 1,024.
     *
     * @param count from 1.
     * @return limits like these, with this one changed.
     */
    public Limits withMaxSectionCount(final int count)
    {
        return new Limits(maxFrameLength, maxHeaderLength, maxDepth, maxNameLength, maxValueLength, maxEntryCount,
            maxElementCount, checked("maxSectionCount", count, 1, GREATEST_FRAME));
    }

    private static int checked(final String name, final int value, final int least, final int most)
    {
        if (value < least || value > most)
        {
            throw new IllegalArgumentException(name + " " + value + " is not from " + least + " to " + most);
        }
        return value;
    }

    /** {@return the greatest size of a frame in bytes, with the length prefix} */
    public int maxFrameLength()
    {
        return maxFrameLength;
    }

    /** {@return the greatest size of a header in bytes} */
    public int maxHeaderLength()
    {
        return maxHeaderLength;
    }

    /** {@return the greatest depth of nesting, in objects and arrays of JSON, or in values of AMQP} */
    public int maxDepth()
    {
        return maxDepth;
    }

    /** {@return the greatest length of a name in bytes on the wire} */
    public int maxNameLength()
    {
        return maxNameLength;
    }

    /** {@return the greatest length of a value in bytes on the wire} */
    public int maxValueLength()
    {
        return maxValueLength;
    }

    /** {@return the greatest number of entries of one map, except maps of AMQP} */
    public int maxEntryCount()
    {
        return maxEntryCount;
    }

    /** {@return the greatest number of elements of an AMQP value} */
    public int maxElementCount()
    {
        return maxElementCount;
    }

    /** {@return the greatest number of sections of an AMQP message} */
    public int maxSectionCount()
    {
        return maxSectionCount;
    }

    /** {@return all limits with their names, for logs} Allocates. */
    @Override
    public String toString()
    {
        return "Limits[maxFrameLength=" + maxFrameLength + ", maxHeaderLength=" + maxHeaderLength + ", maxDepth="
            + maxDepth
            + ", maxNameLength=" + maxNameLength + ", maxValueLength=" + maxValueLength + ", maxEntryCount="
            + maxEntryCount
            + ", maxElementCount=" + maxElementCount + ", maxSectionCount=" + maxSectionCount + "]";
    }
}
