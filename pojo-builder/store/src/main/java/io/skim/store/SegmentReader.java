package io.skim.store;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.records.RecordField;
import io.skim.scan.records.RecordInterest;
import io.skim.scan.records.RecordScanner;
import io.skim.scan.records.RecordScreen;
import io.skim.scan.spi.Faults;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of a segment: a file of a commit log, of a compacted topic or of tiered storage, or of records one after
 * the other. A handler receives a record as it does from {@link RecordScanner}, and an inner batch as its messages.
 *
 * <pre>
 * SegmentReader reader = new SegmentReader();                                    // one for each thread
 * try (SegmentSource segment = MappedSegment.open(file))
 * {
 *     reader.wrap(segment, StoreFiles.firstOffset(file.getFileName().toString()));
 *     while (reader.hasNext())
 *     {
 *         if (reader.next(INTEREST, handler) == Outcome.MALFORMED) { ... }       // passed over: recordOffset(), recordLength()
 *     }
 * }
 * </pre>
 *
 * If the first offset of the segment is known, a record must state the commit log offset of its place; else a copy of a record
 * in the body of a message could be taken for a record.
 * <p>
 * Damage is passed over as one piece, up to the next good record, wherever that is. It is looked for byte by byte from the
 * damaged record on, because the length of that record is not to be trusted. So every record outside the damage is found.
 * A record whose lengths agree with each other passes for a good one; {@link #checkBodies} finds those that are longer than
 * they were, and changes in bodies. The time is linear in the bytes of the segment, also for hostile ones: if records that
 * nest in each other would be read again and again, they are passed over by their length.
 * <p>
 * Zeros at the end, bytes behind a blank record, and the heads of DLedger's entries are not damage. One thread at a time. Reading
 * allocates nothing but for the source's buffers.
 *
 * @see "CommitLog.checkMessageAndReturnSize, release 5.5.1"
 */
public final class SegmentReader
{
    private static final int LEAST_RECORD = 91;
    private static final int MAGIC = 4;
    private static final int COMMIT_LOG_OFFSET = 28;
    private static final int BLANK = 8;
    /** The end of a file of tiered storage: size, magic, the store time of the last record. */
    private static final int BLANK_WITH_TIME = 16;
    /** The most bytes of a topic and of properties. */
    private static final int MOST_TEXT = 2 * 32_767;
    /** How often bytes may be read or loaded for damaged records, on average, and how many besides. */
    private static final int MOST_TIMES = 8;
    private static final int BESIDES = 1 << 24;

    private static final RecordInterest LEAST_INTEREST = RecordScanner.interest().field(RecordField.QUEUE_ID, 0)
        .build();
    private static final DataHandler NOBODY = new Nobody();

    private final RecordScanner records;
    /** For places where a record may be. */
    private final RecordScanner probe;
    /** Of the last place that was looked at. */
    private final Fault head = new Fault();
    /** Of the last damage that no scanner has refused. */
    private final Fault own = new Fault();
    private final SegmentWindow window = new SegmentWindow();
    private final ByteSearch search = new ByteSearch(window);
    private final boolean lenient;
    private final Limits limits;

    private RecordScreen screen = RecordScreen.NONE;
    private @Nullable RecordPlaces places;
    private boolean withCrc;
    private long screened;
    private Fault fault;
    private long faultOffset;
    private long firstOffset;
    private long start;
    private long end;
    private long position;
    /** Whether blank records and zeros in front of the position were skipped. */
    private boolean ready;
    /** Whether records are in entries of DLedger, so that none follows another. */
    private boolean inEntries;
    /** Whether messages of an inner batch are left. */
    private boolean within;
    /** Whether a good record ends at the position. */
    private boolean follows;
    /** Whether there is damage at the position, behind the part: a part that begins behind it cannot tell. */
    private boolean atDamage;
    private long recordOffset;
    private long recordLength;
    private long passedOver;
    private long spent;
    /** Behind the last zeros that were looked at: no record begins more than a few bytes in front of it. */
    private long behindZeros;

    /** Shows nothing. */
    private static final class Nobody implements DataHandler
    {
        @Override
        public Action onField(final int id, final Cursor value)
        {
            return Action.STOP;
        }
    }

    /** Makes a strict reader with the default limits. */
    public SegmentReader()
    {
        this(Limits.DEFAULT, Strictness.STRICT);
    }

    /**
     * Makes a reader.
     *
     * @param limits     {@code maxFrameLength} bounds a record, {@code maxValueLength} a topic and the properties of a message.
     * @param strictness whether ill-formed UTF-8 is damage or read as U+FFFD. The sum of a record's parts must be its total
     *                   size in both modes, as in the broker's recovery.
     */
    public SegmentReader(final Limits limits, final Strictness strictness)
    {
        final Limits ofWindow = limits.withMaxFrameLength(SegmentWindow.MOST);
        records = new RecordScanner(ofWindow, strictness);
        probe = new RecordScanner(ofWindow, strictness);
        lenient = strictness.isLenient();
        this.limits = limits;
        fault = own;
    }

    /**
     * Compares bodies with their CRC. This reads each body. Those of another CRC are damage.
     *
     * @param wanted true to check them; false, the default, to leave bodies unread.
     * @return this.
     */
    public SegmentReader checkBodies(final boolean wanted)
    {
        records.checkBodies(wanted);
        withCrc = wanted;
        return this;
    }

    /**
     * Passes over records that lack what a condition needs, for callers who look for messages for which it is true. Damage is
     * found as without it. With {@link #checkBodies} all records are read.
     *
     * @param wanted for example that of a selector; {@link RecordScreen#NONE} to read all records.
     * @return this.
     */
    public SegmentReader screen(final RecordScreen wanted)
    {
        screen = wanted;
        return this;
    }

    /**
     * Reads the records at some places, and those that have to be read besides. Damage elsewhere is not seen, and what is passed over
     * is not counted. A segment whose first offset is not known is read whole.
     *
     * @param wanted places in the commit log of the segment that is wrapped next; null to read all records.
     * @return this.
     */
    public SegmentReader places(final @Nullable RecordPlaces wanted)
    {
        places = wanted;
        return this;
    }

    /**
     * Starts on a segment.
     *
     * @param segment to read.
     * @param first   the commit log offset of its first byte, or {@link StoreFiles#UNKNOWN}.
     * @return this, before the first record.
     */
    public SegmentReader wrap(final SegmentSource segment, final long first)
    {
        window.wrap(segment);
        search.reset();
        firstOffset = first;
        start = 0;
        end = window.length;
        position = 0;
        ready = false;
        inEntries = false;
        within = false;
        follows = false;
        atDamage = false;
        recordOffset = 0;
        recordLength = 0;
        passedOver = 0;
        screened = 0;
        spent = 0;
        behindZeros = 0;
        Faults.reset(own);
        fault = own;
        return this;
    }

    /**
     * Starts on a part of a segment: on the records that begin in it. Unless the part begins with the segment, its first record
     * is found by what it looks like. So only a segment with a known first offset should be cut into parts. Together the parts
     * give the records of the segment; damage belongs to the part in which it begins, or in which the record begins that ends there.
     *
     * @param segment to read.
     * @param first   the commit log offset of the segment's first byte, or {@link StoreFiles#UNKNOWN}.
     * @param from    offset of the part in the segment, in bytes.
     * @param to      offset behind the part; may be behind the segment.
     * @return this, before the first record that begins in the part.
     * @throws IOException               if reading fails.
     * @throws IndexOutOfBoundsException if the part does not begin in the segment, or ends before it begins.
     */
    public SegmentReader wrap(final SegmentSource segment, final long first, final long from, final long to)
        throws IOException
    {
        Objects.checkFromToIndex(from, Math.min(to, segment.length()), segment.length());
        wrap(segment, first);
        start = from;
        end = Math.min(to, window.length);
        position = from == 0 ? 0 : find(from, end);
        return this;
    }

    /**
     * Whether there is a further message or a further damaged piece.
     *
     * @return false at the end, also if only zeros follow, or a blank record.
     * @throws IOException if reading fails.
     */
    public boolean hasNext() throws IOException
    {
        if (within)
        {
            return true;
        }
        if (!ready)
        {
            advance();
            ready = true;
        }
        final boolean more = position < end || atDamage;
        if (!more)
        {
            window.checkLength();
        }
        return more;
    }

    /**
     * Fails if the segment has become shorter. {@link #hasNext} asks so at the end; ask before, where the JVM has told of a page of a
     * mapping that is not there any more.
     *
     * @throws IOException if the segment is shorter than it was; it has both lengths.
     */
    public void checkLength() throws IOException
    {
        window.checkLength();
    }

    /** Moves to what has to be read. */
    private void advance() throws IOException
    {
        final boolean screening = screen != RecordScreen.NONE && !withCrc;
        long before;
        do
        {
            before = screened;
            final long at = place(position);
            follows &= at == position;
            position = skipFiller(at);
            position = screening ? skipFiller(skipScreened(position)) : position;
            follows |= position > at;
        }
        while ((places != null || inEntries) && screened > before && position < end);
        atDamage = follows && position >= end && position < window.length && isDamage(position);
    }

    /** Whether there is neither a record nor a blank one at an offset, nor zeros up to the end; only if it has to be read. */
    private boolean isDamage(final long at) throws IOException
    {
        final RecordPlaces wanted = places;
        if (wanted != null && firstOffset >= 0 && wanted.next(firstOffset + at) != firstOffset + at)
        {
            return false;
        }
        if (isGood(at))
        {
            return false;
        }
        return search.nonZero(at) < window.length;
    }

    /** Whether there is a record at an offset, or a blank one, or the entry of one. */
    private boolean isGood(final long at) throws IOException
    {
        final boolean isEntry = LedgerEntry.isHead(window, firstOffset, at);
        return isEntry ? LedgerEntry.isEmpty(window, at) || isRecordOrBlank(at + LedgerEntry.HEAD)
            : isRecordOrBlank(at);
    }

    private boolean isRecordOrBlank(final long at) throws IOException
    {
        final int size = checkHead(at);
        if (size > 0)
        {
            return isRecord(at, size);
        }
        if (window.length - at < BLANK)
        {
            return false;
        }
        final int index = window.load(at, BLANK);
        final int first = window.getInt(index);
        final int second = window.getInt(index + MAGIC);
        return isBlank(at, first, second) || LedgerEntry.isBlank(window, at, first, second);
    }

    /** The offset in the segment of the first place from one on. */
    private long place(final long from) throws IOException
    {
        final RecordPlaces wanted = places;
        if (wanted == null || firstOffset < 0 || from >= end)
        {
            return from;
        }
        final long place = wanted.next(firstOffset + from);
        return place - firstOffset < end ? Math.max(from, place - firstOffset) : end;
    }

    /** Moves to what is neither a blank record, nor the head of an entry, nor zeros up to the end. */
    private long skipFiller(final long from) throws IOException
    {
        long at = from;
        while (at < end && window.length - at >= BLANK)
        {
            final int index = window.load(at, BLANK);
            final int size = window.getInt(index);
            final int magic = window.getInt(index + MAGIC);
            if (isBlank(at, size, magic))
            {
                at += size;
            }
            else if (LedgerEntry.isBlank(window, at, size, magic))
            {
                at = window.length;
            }
            else if (size == LedgerEntry.MAGIC && LedgerEntry.isHead(window, firstOffset, at))
            {
                at += LedgerEntry.HEAD;
                inEntries = true;
            }
            else
            {
                return (size | magic) == 0 ? skipZeros(at) : at;
            }
        }
        return at < end ? skipZeros(at) : at;
    }

    /** Moves behind the records that the screen excludes; the last one of a window may be left. */
    private long skipScreened(final long from) throws IOException
    {
        if (from >= end)
        {
            return from;
        }
        final int first = window.load(from, (int)Math.min(LEAST_RECORD, window.length - from));
        final int behind = (int)Math.min(window.available(), end - from + first);
        final ByteBuffer bytes = window.bytes();
        final int start = window.start();
        long place = firstOffset < 0 ? firstOffset : firstOffset + from;
        int at = first;
        long count = 0;
        while (at < behind && (count == 0 || places == null))
        {
            final int size = screen.excluded(bytes, start + at, window.available() - at, limits, place);
            if (size == 0)
            {
                break;
            }
            count++;
            at += size;
            place += firstOffset < 0 ? 0 : size;
        }
        screened += count;
        return from + at - first;
    }

    private long skipZeros(final long at) throws IOException
    {
        behindZeros = search.nonZero(at);
        return behindZeros == window.length ? window.length : at;
    }

    private boolean isBlank(final long at, final int size, final int magic)
    {
        return magic == ByteSearch.BLANK_MAGIC && (size == window.length - at || size == BLANK_WITH_TIME
            && window.length - at > size);
    }

    /**
     * Reads the next message, or passes over the next damaged piece. The handler's {@link DataHandler#onOutcome} is called
     * exactly once, last. Position afterwards: behind it, also if the handler throws.
     *
     * @param interest what to show, from {@link RecordScanner#interest()}.
     * @param handler  to show it to.
     * @return {@link Outcome#MALFORMED} for a damaged piece, of which the handler was shown nothing; else how the scan ended.
     * @throws IOException           if reading fails.
     * @throws IllegalStateException if there is nothing further.
     */
    public Outcome next(final RecordInterest interest, final DataHandler handler) throws IOException
    {
        if (within)
        {
            final Outcome outcome = records.next(interest, handler);
            within = records.hasNext();
            return outcome;
        }
        if (!hasNext())
        {
            throw new IllegalStateException("there is no further record: ask hasNext() first");
        }
        ready = false;
        follows = true;
        recordOffset = position;
        final int size = checkHead(position);
        recordLength = size < 0 ? 1 : size;
        position += recordLength;
        final Outcome outcome = size < 0 ? refuse(handler) : read(size, interest, handler);
        if (outcome == Outcome.MALFORMED)
        {
            faultOffset = window.offset(fault.offset());
            pass(size);
        }
        return outcome;
    }

    private Outcome read(final int size, final RecordInterest interest, final DataHandler handler) throws IOException
    {
        final int index = window.load(recordOffset, size);
        if (lenient && !hasSumOfParts(index, size))
        {
            return refuse(handler);
        }
        fault = records.wrap(window.view, index, size).fault();
        final Outcome outcome = records.next(interest, handler);
        within = outcome != Outcome.MALFORMED && records.innerIndex() >= 0 && records.hasNext();
        return outcome;
    }

    /** A lenient scanner takes a record whose size is not the sum of its parts; the broker's recovery does not. */
    private boolean hasSumOfParts(final int index, final int size)
    {
        if (probe.scan(window.view, index, size, LEAST_INTEREST, NOBODY) != Outcome.MALFORMED || probe.fault()
            .reason() != Reason.FRAME_LENGTH_MISMATCH)
        {
            return true;
        }
        Faults.at(head, index, Reason.RECORD_SIZE_MISMATCH, size, probe.fault().claimed());
        return false;
    }

    private Outcome refuse(final DataHandler handler)
    {
        fault = own;
        Faults.begin(own);
        Faults.at(own, head.offset(), Objects.requireNonNull(head.reason()), head.claimed(), head.available());
        boolean told = false;
        try
        {
            handler.onOutcome(Outcome.MALFORMED, own);
            told = true;
        }
        finally
        {
            Faults.end(own, told);
        }
        return Outcome.MALFORMED;
    }

    /** The size of the record at an offset; {@code -1} with the head's fault set if its size, magic or place is wrong. */
    private int checkHead(final long at) throws IOException
    {
        final long left = window.length - at;
        if (left < LEAST_RECORD)
        {
            return Faults.at(head, window.load(at, (int)left), Reason.RECORD_TOO_SHORT, left, LEAST_RECORD);
        }
        final int index = window.load(at, LEAST_RECORD);
        final int size = window.getInt(index);
        final int magic = window.getInt(index + MAGIC);
        if (magic != ByteSearch.MAGIC_1 && magic != ByteSearch.MAGIC_2)
        {
            return Faults.at(head, index + MAGIC, Reason.RECORD_MAGIC_UNKNOWN, magic & 0xFFFF_FFFFL,
                ByteSearch.MAGIC_1 & 0xFFFF_FFFFL);
        }
        if (size < LEAST_RECORD)
        {
            return Faults.at(head, index, Reason.RECORD_TOO_SHORT, size, LEAST_RECORD);
        }
        if (size > left)
        {
            return Faults.at(head, index, Reason.RECORD_OVERRUNS_BODY, size, left);
        }
        if (size > limits.maxFrameLength())
        {
            return Faults.at(head, index, Reason.FRAME_TOO_LONG, size, limits.maxFrameLength());
        }
        final long stated = window.getLong(index + COMMIT_LOG_OFFSET);
        return firstOffset < 0 || stated == firstOffset + at ? size
            : Faults.at(head, index + COMMIT_LOG_OFFSET, Reason.RECORD_MISPLACED, stated, firstOffset + at);
    }

    /** Passes over damage: up to the next record or blank record, or to the last byte before zeros. */
    private void pass(final int size) throws IOException
    {
        final boolean step = size > 0 && !canAfford(size, recordOffset);
        final long from = step ? recordOffset + size : recordOffset + 1;
        final long found = find(Math.max(from, behindZeros - MAGIC), window.length);
        position = found < window.length ? found : Math.max(recordOffset + 1, search.endOfData(recordOffset));
        follows = false;
        recordLength = position - recordOffset;
        passedOver += recordLength;
    }

    /** The first offset in a range at which there is a record, or a blank one; {@code to} if there is none. */
    private long find(final long from, final long to) throws IOException
    {
        long at = search.magic(from, to);
        while (at < to)
        {
            final int size = checkHead(at);
            // Of what is loaded already, little is read: not the body.
            final int effort = size > 0 && window.has(at, size) ? Math.min(size, MOST_TEXT) : size;
            final int index = window.load(at, BLANK);
            if (size > 0 ? isRecord(at, size) : isBlankOfBroker(at, window.getInt(index), window.getInt(index
                + MAGIC)))
            {
                return at;
            }
            final boolean step = size > 0 && !canAfford(effort, at);
            at = search.magic(step ? at + size : at + 1, to);
        }
        return to;
    }

    /**
     * Whether a blank record is where a broker writes one, and not in a body: where there is no room for the longest record. Several
     * files of tiered storage behind each other have no known first offset.
     */
    private boolean isBlankOfBroker(final long at, final int size, final int magic)
    {
        return isBlank(at, size, magic) && (size == window.length - at ? size <= (long)limits.maxFrameLength() + BLANK
            : firstOffset < 0);
    }

    private boolean isRecord(final long at, final int size) throws IOException
    {
        final int index = window.load(at, size);
        return probe.scan(window.view, index, size, LEAST_INTEREST, NOBODY) != Outcome.MALFORMED;
    }

    private boolean canAfford(final int bytes, final long at)
    {
        spent += bytes;
        return spent <= BESIDES + MOST_TIMES * (at - start);
    }

    /**
     * The reason why the last piece was passed over.
     *
     * @return a fault which the next call resets; present only if the last outcome was {@link Outcome#MALFORMED}. For its
     *     offset use {@link #faultOffset()}, which counts from the start of the segment.
     */
    public Fault fault()
    {
        return fault;
    }

    /** {@return the offset of the last fault in the segment, in bytes} */
    public long faultOffset()
    {
        return faultOffset;
    }

    /** {@return the offset of the last record or damaged piece in the segment, in bytes} */
    public long recordOffset()
    {
        return recordOffset;
    }

    /** {@return the length of the last record or damaged piece in bytes} */
    public long recordLength()
    {
        return recordLength;
    }

    /** {@return the number of the last message in its inner batch, from 0; {@code -1} if the record is one message} */
    public int innerIndex()
    {
        return records.innerIndex();
    }

    /** {@return the number of records so far that were passed over because of the {@link #screen}} */
    public long screened()
    {
        return screened;
    }

    /** {@return the number of bytes of damage that were passed over so far} */
    public long passedOver()
    {
        return passedOver;
    }

    /**
     * The part of the segment with the last record, to copy it. It stays until the next call.
     *
     * @return a view with the record at {@link #frameOffset()}.
     */
    public FrameView frame()
    {
        return window.view;
    }

    /** {@return the offset in {@link #frame()} of the last record, in bytes; undefined after damage} */
    public int frameOffset()
    {
        return records.recordOffset();
    }
}
