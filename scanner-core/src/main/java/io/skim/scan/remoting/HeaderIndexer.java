package io.skim.scan.remoting;

import io.skim.bytes.HeaderIndex;
import io.skim.bytes.Words;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.spi.Faults;
import io.skim.scan.spi.Frames;

/**
 * Opens a frame, checks its prefix, and has its header indexed by the indexer of the encoding: what a scanner and a header
 * view have in common.
 *
 * <pre>
 * 0 frame length L(4)   4 serialize type(1)   5 header length H(3)   8 header(H)   8+H body(L-4-H)
 * </pre>
 */
final class HeaderIndexer
{
    static final int JSON = 0;
    static final int BINARY = 1;
    /** What {@link #first} gives for a header that was checked, and has none of the entries. */
    static final long NO_MATCH = BinaryIndexer.NO_MATCH;

    private static final int PREFIX = 8;
    private static final int HEADER_WORD = 4;

    final Fault fault;
    /** Where the parts of the header stand that was indexed last. */
    final HeaderIndex index = new HeaderIndex();
    final PropertyIndex properties = new PropertyIndex();
    /** Wrapped on the frame; whoever opens one sets it. */
    @SuppressWarnings("NullAway.Init") // the first frame sets it
    FrameView frame;
    /** How many frames it has opened: a consumer that reads the index later compares it. */
    int opened;

    private final BinaryIndexer binaryIndexer;
    private final JsonIndexer jsonIndexer;
    private final Limits limits;
    /** Without the prefix, as a frame states it. */
    private final int maxFrameLength;
    private final int maxHeaderLength;
    private int headerLength;
    private int type;
    /** Whether the header was checked without an index. */
    private boolean indexDue;

    HeaderIndexer(final Fault fault, final Limits limits, final Strictness strictness)
    {
        this.fault = fault;
        this.limits = limits;
        maxFrameLength = limits.maxFrameLength() - Integer.BYTES;
        maxHeaderLength = limits.maxHeaderLength();
        binaryIndexer = new BinaryIndexer(fault, limits, strictness);
        jsonIndexer = new JsonIndexer(fault, limits, strictness);
    }

    /**
     * Checks the frame's lengths and makes its header addressable.
     *
     * @return the serialize type, or {@code -1} with the fault set.
     */
    int open()
    {
        opened++;
        final int available = frame.available();
        if (available < PREFIX)
        {
            return openShort(available);
        }
        Frames.load(frame, PREFIX);
        final long prefix = Words.getLong(Frames.array(frame), Frames.arrayOffset(frame));
        final long frameLength = prefix >>> Integer.SIZE;
        type = (int)prefix >>> 24;
        headerLength = (int)prefix & 0xFF_FFFF;
        final boolean good = frameLength == frame.length() - Integer.BYTES && frameLength <= maxFrameLength
            && headerLength <= maxHeaderLength && headerLength <= available - PREFIX && type <= BINARY;
        return good && Frames.load(frame, PREFIX + headerLength) ? type : refuse(frameLength);
    }

    /** {@return whether the header that {@link #open} has loaded is binary} */
    boolean isBinary()
    {
        return type == BINARY;
    }

    /** Checks the header that {@link #open} has loaded, and indexes all of it; less than 0 with the fault set. */
    int index()
    {
        index.lookFor(-1, -1);
        return indexNames();
    }

    /**
     * Checks the header that {@link #open} has loaded, and indexes what an interest wants of it; {@link #load} adds the rest.
     * Less than 0 with the fault set.
     */
    int index(final RemotingInterest interest)
    {
        index.lookFor(interest.nameLetters, interest.nameLengths);
        return indexNames();
    }

    private int indexNames()
    {
        indexDue = false;
        return type == BINARY ? binaryIndexer.index(frame, headerLength, index) : jsonIndexer.index(frame, headerLength,
            index);
    }

    /**
     * Finds the first match in the header that {@link #open} has loaded, for an interest in that alone.
     *
     * @return its place; {@link HeaderIndex#ABSENT} or {@link #NO_MATCH} if there is none, then the header is checked, but with
     *     the latter not indexed until {@link #load}; less than 0 with the fault set.
     */
    long first(final RemotingInterest interest)
    {
        index.lookFor(interest.nameLetters, interest.nameLengths);
        indexDue = false;
        if (type != BINARY)
        {
            return jsonIndexer.first(frame, headerLength, index, interest.entries, interest.letters);
        }
        final long place = binaryIndexer.first(frame, headerLength, interest.entries, interest.letters);
        indexDue = place == NO_MATCH;
        return place != HeaderIndex.ABSENT ? place : binaryIndexer.index(frame, headerLength, index);
    }

    /** Finds out what is wrong with a prefix, in the order of its bytes. */
    private int refuse(final long frameLength)
    {
        final int available = frame.available();
        if (checkFrameLength(frameLength) < 0)
        {
            return -1;
        }
        if (type > BINARY)
        {
            return Faults.at(fault, HEADER_WORD, Reason.SERIALIZE_TYPE_UNKNOWN, type, BINARY);
        }
        if (headerLength > frameLength - Integer.BYTES)
        {
            return Faults.at(fault, HEADER_WORD + 1, Reason.HEADER_OVERRUNS_FRAME, headerLength,
                frameLength - Integer.BYTES);
        }
        if (headerLength <= maxHeaderLength && available - PREFIX < headerLength)
        {
            return Faults.at(fault, available, Reason.TRUNCATED, PREFIX + headerLength, available);
        }
        return Faults.at(fault, HEADER_WORD + 1, Reason.HEADER_TOO_LONG, headerLength,
            Math.min(maxHeaderLength, Frames.scratchLength(frame) - PREFIX));
    }

    private int openShort(final int available)
    {
        if (available >= Integer.BYTES)
        {
            Frames.load(frame, Integer.BYTES);
            final long frameLength = Words.getInt(Frames.array(frame), Frames.arrayOffset(frame)) & 0xFFFF_FFFFL;
            if (checkFrameLength(frameLength) < 0)
            {
                return -1;
            }
        }
        return Faults.at(fault, available, Reason.TRUNCATED, PREFIX, available);
    }

    private int checkFrameLength(final long frameLength)
    {
        final Reason reason = RemotingFraming.check(frameLength, limits);
        if (reason != null)
        {
            return RemotingFraming.fault(fault, 0, reason, frameLength, limits);
        }
        final long whole = frameLength + Integer.BYTES;
        final int length = frame.length();
        if (whole > length)
        {
            return Faults.at(fault, length, Reason.TRUNCATED, whole, length);
        }
        return whole < length ? Faults.at(fault, whole, Reason.FRAME_LENGTH_MISMATCH, whole, length) : 0;
    }

    /**
     * Makes the header addressable again, in case that another part of the frame was loaded since, and indexes it if that is
     * due.
     */
    void load()
    {
        Frames.load(frame, PREFIX + headerLength);
        if ((indexDue || index.isPartial) && index() < 0)
        {
            throw new IllegalStateException("the frame's bytes have changed since its scan");
        }
    }

    int bodyLength()
    {
        return frame.length() - PREFIX - headerLength;
    }
}
