package io.skim.store.capture;

/**
 * Counts what the network did to the streams of a capture.
 */
public final class SegmentCounts
{
    /** Whether anything is counted. */
    private boolean going = true;
    private long segments;
    private long again;
    private long bytesAgain;
    private long ahead;
    private long keepAlives;
    private long gaps;
    private long bytesMissing;

    SegmentCounts()
    {
        // Only streams count.
    }

    void go(final boolean wanted)
    {
        going = wanted;
    }

    /** Counts a segment with so many bytes, so many of which had been delivered before; or ahead of a hole. */
    void payload(final int length, final long old, final boolean early)
    {
        if (going && length > 0)
        {
            segments++;
            again += old > 0 ? 1 : 0;
            bytesAgain += Math.min(length, old);
            ahead += early ? 1 : 0;
        }
    }

    /** Counts a segment that only asks whether the other end is there. */
    void keepAlive()
    {
        keepAlives += going ? 1 : 0;
    }

    /** Counts a gap. */
    void lost(final long bytes)
    {
        if (going)
        {
            gaps++;
            bytesMissing += bytes;
        }
    }

    /**
     * How many segments had a payload, without {@link #keepAlives()}.
     *
     * @return at least 0.
     */
    public long segments()
    {
        return segments;
    }

    /**
     * How many of them brought bytes that had been delivered before.
     *
     * @return at least 0.
     */
    public long retransmitted()
    {
        return again;
    }

    /**
     * How many bytes those were.
     *
     * @return at least 0.
     */
    public long bytesRetransmitted()
    {
        return bytesAgain;
    }

    /**
     * How many segments came ahead of others that are missing or came later.
     *
     * @return at least 0.
     */
    public long outOfOrder()
    {
        return ahead;
    }

    /**
     * How many segments only asked whether the other end is there: without FIN, with one byte or none, whose number is that of the
     * last byte sent before. Source: RFC 1122, 4.2.3.6, and {@code tcp.analysis.keep_alive} of Wireshark.
     *
     * @return at least 0.
     */
    public long keepAlives()
    {
        return keepAlives;
    }

    /**
     * How many times bytes are missing from the capture.
     *
     * @return at least 0.
     */
    public long gaps()
    {
        return gaps;
    }

    /**
     * How many bytes are missing from it.
     *
     * @return at least 0.
     */
    public long bytesMissing()
    {
        return bytesMissing;
    }

    /** {@return all counts with their names, for logs} Allocates. */
    @Override
    public String toString()
    {
        return "SegmentCounts[segments=" + segments + ", retransmitted=" + again + ", bytesRetransmitted=" + bytesAgain
            + ", outOfOrder=" + ahead + ", keepAlives=" + keepAlives + ", gaps=" + gaps + ", bytesMissing="
            + bytesMissing + "]";
    }
}
