package io.skim.scan.remoting;

import io.skim.bytes.Words;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameScanner;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import java.util.Objects;

/**
 * Scans RocketMQ remoting frames, whose headers are JSON or binary; each frame says which.
 *
 * <pre>
 * 0 frame length L(4)   4 serialize type(1)   5 header length H(3)   8 header(H)   8+H body(L-4-H)
 * </pre>
 *
 * One thread at a time; a scan allocates nothing. The last frame's view stays referenced until the next scan;
 * nothing refers to the frame's bytes but the view, and {@link FrameView#reset()} ends that.
 *
 * @see "NettyDecoder and RemotingCommand.decode, release 5.5.1"
 */
public final class RemotingScanner implements FrameScanner<RemotingInterest>
{
    static final int JSON = 0;
    static final int BINARY = 1;

    private static final int PREFIX = 8;
    private static final int HEADER_WORD = 4;

    final Fault fault = new Fault();
    final Cursor key = new Cursor();
    final Cursor value = new Cursor();
    final BinaryReader binary;
    final JsonReader json;
    private final BinaryIndexer binaryIndexer;
    private final JsonIndexer jsonIndexer;
    /** Where the parts of the header stand that was scanned last. */
    final HeaderIndex index = new HeaderIndex();
    final PropertyIndex properties = new PropertyIndex();

    FrameView frame;
    int headerLength;
    private int type;

    private final Limits limits;
    /** Without the prefix, as a frame states it. */
    private final int maxFrameLength;
    private final int maxHeaderLength;
    private boolean firstMatchWins;
    private long missing;
    private boolean scanning;

    /** Makes a strict scanner with the default limits. */
    public RemotingScanner()
    {
        this(Limits.DEFAULT, Strictness.STRICT);
    }

    /**
     * Makes a scanner.
     *
     * @param limits     what a peer may send.
     * @param strictness whether the reference decoder's oddities are refused or read.
     */
    public RemotingScanner(final Limits limits, final Strictness strictness)
    {
        this.limits = limits;
        maxFrameLength = limits.maxFrameLength() - Integer.BYTES;
        maxHeaderLength = limits.maxHeaderLength();
        binary = new BinaryReader(fault, limits, strictness);
        json = new JsonReader(fault, limits, strictness);
        binaryIndexer = new BinaryIndexer(fault, limits, strictness);
        jsonIndexer = new JsonIndexer(fault, limits, strictness);
    }

    /**
     * Begins the declaration of what a handler wants of a remoting header. The same interest serves both encodings.
     *
     * @return a builder.
     */
    public static RemotingInterest.Builder interest()
    {
        return new RemotingInterest.Builder();
    }

    @Override
    public Outcome scan(final FrameView frame, final RemotingInterest interest, final DataHandler handler)
    {
        if (!frame.isWrapped())
        {
            throw new IllegalStateException("the frame is not wrapped: call FrameView.wrap first");
        }
        if (scanning)
        {
            throw new IllegalStateException("a handler may not use the scanner that calls it");
        }
        firstMatchWins = interest.firstMatchWins();
        missing = interest.allIds;
        final long outer = frame.beginScan(fault.begin());
        scanning = true;
        if (this.frame != frame)
        {
            this.frame = frame;
            key.bind(frame);
            value.bind(frame);
        }
        boolean told = false;
        try
        {
            final Outcome outcome = interest.loops.loopFor(handler.getClass()).run(this, interest, handler);
            told = true;
            return outcome;
        }
        finally
        {
            scanning = false;
            fault.end(told);
            frame.endScan(outer);
            properties.reader.detach();
            key.reset();
            value.reset();
        }
    }

    @Override
    public Fault fault()
    {
        return fault;
    }

    /**
     * Checks the frame's lengths and makes its header addressable.
     *
     * @return the serialize type, or {@code -1} with the fault set.
     */
    int open()
    {
        final int available = frame.available();
        if (available < PREFIX)
        {
            return openShort(available);
        }
        frame.load(PREFIX);
        final long prefix = Words.getLong(frame.array(), frame.arrayOffset());
        final long frameLength = prefix >>> Integer.SIZE;
        type = (int)prefix >>> 24;
        headerLength = (int)prefix & 0xFF_FFFF;
        final boolean good = frameLength == frame.length() - Integer.BYTES && frameLength <= maxFrameLength
            && headerLength <= maxHeaderLength && headerLength <= available - PREFIX && type <= BINARY;
        return good && frame.load(PREFIX + headerLength) ? type : refuse(frameLength);
    }

    /** Checks the header that {@link #open} has loaded, and indexes it; less than 0 with the fault set. */
    int index()
    {
        return type == BINARY ? binaryIndexer.index(frame, headerLength, index) : jsonIndexer.index(frame, headerLength,
            index);
    }

    /**
     * Finds the first match in the header that {@link #open} has loaded, for an interest in that alone.
     *
     * @return its place; {@link HeaderIndex#ABSENT}, then the header is checked and indexed; less than 0 with the fault set.
     */
    long first(final RemotingInterest interest)
    {
        if (type != BINARY)
        {
            return jsonIndexer.first(frame, headerLength, index, interest.entries, interest.letters);
        }
        final long place = binaryIndexer.first(frame, headerLength, interest.letters);
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
            return fault.at(HEADER_WORD, Reason.SERIALIZE_TYPE_UNKNOWN, type, BINARY);
        }
        if (headerLength > frameLength - Integer.BYTES)
        {
            return fault.at(HEADER_WORD + 1, Reason.HEADER_OVERRUNS_FRAME, headerLength, frameLength - Integer.BYTES);
        }
        if (headerLength <= maxHeaderLength && available - PREFIX < headerLength)
        {
            return fault.at(available, Reason.TRUNCATED, PREFIX + headerLength, available);
        }
        return fault.at(HEADER_WORD + 1, Reason.HEADER_TOO_LONG, headerLength, Math.min(maxHeaderLength, frame
            .scratchLength() - PREFIX));
    }

    private int openShort(final int available)
    {
        if (available >= Integer.BYTES)
        {
            frame.load(Integer.BYTES);
            final long frameLength = Words.getInt(frame.array(), frame.arrayOffset()) & 0xFFFF_FFFFL;
            if (checkFrameLength(frameLength) < 0)
            {
                return -1;
            }
        }
        return fault.at(available, Reason.TRUNCATED, PREFIX, available);
    }

    private int checkFrameLength(final long frameLength)
    {
        final Reason reason = Prefix.check(frameLength, limits);
        if (reason != null)
        {
            return Prefix.fault(fault, 0, reason, frameLength, limits);
        }
        final long whole = frameLength + Integer.BYTES;
        final int length = frame.length();
        if (whole > length)
        {
            return fault.at(length, Reason.TRUNCATED, whole, length);
        }
        return whole < length ? fault.at(whole, Reason.FRAME_LENGTH_MISMATCH, whole, length) : 0;
    }

    int headerEnd()
    {
        return PREFIX + headerLength;
    }

    int bodyLength()
    {
        return frame.length() - PREFIX - headerLength;
    }

    /** Notes that an id was shown; true if that was the last one missing and the first match is to win. */
    boolean isSatisfied(final int id)
    {
        return firstMatchWins && (missing &= ~(1L << id)) == 0;
    }

    /** With assertions on: detaches the lent cursors, so that whoever kept one is told. */
    boolean poison(final Action action)
    {
        Objects.requireNonNull(action, "a handler answered null; answer Action.CONTINUE");
        key.reset();
        value.reset();
        return true;
    }
}
