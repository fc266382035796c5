package io.skim.scan.records;

import io.skim.bytes.PropertyReader;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import java.util.Objects;

/**
 * Walks over the stored records, or the batch entries, in the body of a remoting frame, and shows a handler of each what
 * its interest declares. Each record is to a handler what a frame is: its values, then {@code onOutcome}, once. So
 * whoever handles frames, a selector for one, handles records.
 *
 * <pre>
 * final RecordScanner records = new RecordScanner().wrap(frame, bodyOffset, bodyLength);
 * while (records.hasNext())
 * {
 *     if (records.next(INTEREST, handler) == Outcome.COMPLETE) { ... }
 * }
 * </pre>
 *
 * A record is checked as a whole before anything of it is shown. One that is refused is passed over where its total size
 * still holds, and {@link #lostLength()} tells when it does not and the rest of the body is given up. A record that is a
 * batch itself (bits 6 and 7 of its sysFlag) is shown as the messages that the client makes of it, all or none of them.
 * Bodies are neither read nor unpacked: one that is compressed is shown as it is stored.
 * <p>
 * Lenient goes by the parts of a record where its total size is another, and reads negative lengths of bodies and
 * properties as 0 and ill-formed UTF-8 as U+FFFD, as the reference does.
 * <p>
 * This is no {@link io.skim.scan.FrameScanner}, which shows one frame and tells one outcome: a body holds any number of
 * records, each with an outcome of its own, and a record may stand for several messages, so that there is no view on one of
 * them that could be scanned alone. {@link #next} takes the place of its {@code scan}.
 * <p>
 * One thread at a time; a walk allocates nothing.
 *
 * @see "MessageDecoder.decodesBatch, decodeMessage and decodeMessages, release 5.5.1"
 */
public final class RecordScanner
{
    final Fault fault = new Fault();
    final Cursor key = new Cursor();
    final Cursor value = new Cursor();
    /** On values that stand nowhere in the frame. */
    final Cursor computed = new Cursor();
    final PropertyReader propertyReader = new PropertyReader();
    final RecordReader reader;

    private FrameView frame;
    private boolean withCrc;
    private boolean firstMatchWins;
    private long missing;
    private boolean scanning;

    /** Makes a strict scanner with the default limits. */
    public RecordScanner()
    {
        this(Limits.DEFAULT, Strictness.STRICT);
    }

    /**
     * Makes a scanner.
     *
     * @param limits     what a peer may send: {@code maxFrameLength} is of a whole body, {@code maxValueLength} of a topic
     *                   and of the properties of a message.
     * @param strictness whether the reference decoder's oddities are refused or read.
     */
    public RecordScanner(final Limits limits, final Strictness strictness)
    {
        reader = new RecordReader(fault, limits, strictness);
        // Offsets are negative for what is in front of the view, so that nobody takes them for places in the frame.
        final byte[] array = reader.computed;
        computed.bind(new FrameView(limits).wrap(array, array.length, 0));
    }

    /**
     * Begins the declaration of what a handler wants of records. The same interest serves records and batch entries.
     *
     * @return a builder.
     */
    public static RecordInterest.Builder interest()
    {
        return new RecordInterest.Builder();
    }

    /**
     * Whether a body holds stored records: by the magic of the first, or, so that a bad one does not hide the others, of
     * the second. Batches have none.
     *
     * @param frame  that holds the body.
     * @param offset of the body in bytes from the start of the frame.
     * @param length of the body in bytes.
     * @return false also for what is too short for any record.
     * @throws IndexOutOfBoundsException if so many bytes are not there.
     */
    public static boolean isRecords(final FrameView frame, final int offset, final int length)
    {
        Objects.checkFromIndexSize(offset, length, frame.available());
        if (length < RecordParts.LEAST_RECORD)
        {
            return false;
        }
        final int size = getInt(frame, offset);
        return hasMagic(frame, offset) || size >= RecordParts.LEAST_RECORD && size <= length - RecordParts.LEAST_RECORD
            && hasMagic(frame, offset + size);
    }

    private static boolean hasMagic(final FrameView frame, final int offset)
    {
        final int magic = getInt(frame, offset + RecordParts.MAGIC);
        return magic == RecordParts.MAGIC_1 || magic == RecordParts.MAGIC_2;
    }

    private static int getInt(final FrameView frame, final int offset)
    {
        int value = 0;
        for (int i = 0; i < Integer.BYTES; i++)
        {
            value = value << Byte.SIZE | frame.getByte(offset + i) & 0xFF;
        }
        return value;
    }

    /**
     * Has the bodies of stored records compared with the CRC that stands in them, which the reference's clients do not do.
     * A body is read for it, wherever it stands. Batch entries and messages of inner batches have none of their own.
     *
     * @param wanted true to refuse records whose body is not what was stored; false, the default, to leave bodies unread.
     * @return this.
     */
    public RecordScanner checkBodies(final boolean wanted)
    {
        withCrc = wanted;
        return this;
    }

    /**
     * Begins a walk over stored records that fill a view.
     *
     * @param body a body alone, wrapped.
     * @return this, before the first record.
     * @throws IllegalStateException if the view is not wrapped, or a handler calls its own scanner.
     */
    public RecordScanner wrap(final FrameView body)
    {
        return wrap(body, 0, body.length());
    }

    /**
     * Begins a walk over the stored records in a frame.
     *
     * @param frame  that holds them, wrapped; faults and cursors count from its start.
     * @param offset of the first record in bytes from the start of the frame.
     * @param length of all records in bytes.
     * @return this, before the first record.
     * @throws IndexOutOfBoundsException if they are not inside the frame.
     * @throws IllegalStateException     if the view is not wrapped, or a handler calls its own scanner.
     */
    public RecordScanner wrap(final FrameView frame, final int offset, final int length)
    {
        return wrap(frame, offset, length, false);
    }

    /**
     * Begins a walk over batch entries that fill a view.
     *
     * @param body of a send of a batch alone, wrapped.
     * @return this, before the first entry.
     * @throws IllegalStateException if the view is not wrapped, or a handler calls its own scanner.
     */
    public RecordScanner wrapBatch(final FrameView body)
    {
        return wrapBatch(body, 0, body.length());
    }

    /**
     * Begins a walk over the batch entries in a frame.
     *
     * @param frame  that holds them, wrapped; faults and cursors count from its start.
     * @param offset of the first entry in bytes from the start of the frame.
     * @param length of all entries in bytes.
     * @return this, before the first entry.
     * @throws IndexOutOfBoundsException if they are not inside the frame.
     * @throws IllegalStateException     if the view is not wrapped, or a handler calls its own scanner.
     */
    public RecordScanner wrapBatch(final FrameView frame, final int offset, final int length)
    {
        return wrap(frame, offset, length, true);
    }

    private RecordScanner wrap(final FrameView view, final int offset, final int length, final boolean batch)
    {
        checkIdle();
        if (!view.isWrapped())
        {
            throw new IllegalStateException("the frame is not wrapped: call FrameView.wrap first");
        }
        Objects.checkFromIndexSize(offset, length, view.length());
        fault.reset();
        if (frame != view)
        {
            frame = view;
            key.bind(view);
            value.bind(view);
        }
        reader.wrap(view, offset, length, batch);
        return this;
    }

    private void checkIdle()
    {
        if (scanning)
        {
            throw new IllegalStateException("a handler may not use the scanner that calls it");
        }
    }

    /**
     * Whether there is a further record, good or bad.
     *
     * @return false at the end of the body, before the first {@code wrap}, and once the rest is lost.
     */
    public boolean hasNext()
    {
        return reader.hasNext();
    }

    /**
     * Scans the next record. The handler's {@link DataHandler#onOutcome} is called exactly once for it, last. When this
     * returns, or the handler throws, the walk stands behind the record.
     *
     * @param interest what to show, from {@link #interest()}.
     * @param handler  to show it to.
     * @return how the scan of this record ended: as malformed if it is refused, then nothing of it was shown and
     *     {@link #fault()} tells why; as stopped if the handler wanted no more of it.
     * @throws IllegalStateException if there is no further record, or a handler calls its own scanner.
     */
    public Outcome next(final RecordInterest interest, final DataHandler handler)
    {
        checkIdle();
        if (!reader.hasNext())
        {
            throw new IllegalStateException("there is no further record: ask hasNext() first");
        }
        firstMatchWins = interest.firstMatchWins();
        missing = interest.allIds;
        final long number = fault.begin();
        final long outer = frame.beginScan(number);
        computed.frame().beginScan(number);
        scanning = true;
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
            computed.frame().endScan(0);
            propertyReader.detach();
            key.reset();
            value.reset();
            computed.reset();
        }
    }

    int advance()
    {
        return reader.next(withCrc);
    }

    /**
     * The reason and place of the last refusal.
     *
     * @return this scanner's fault, reused by the next record; absent unless the last one was refused. Its offset counts
     *     from the start of the frame.
     */
    public Fault fault()
    {
        return fault;
    }

    /**
     * Where the last record begins, of a message of an inner batch the record that holds it; of a batch the entry.
     *
     * @return in bytes from the start of the frame.
     */
    public int recordOffset()
    {
        return reader.recordOffset;
    }

    /**
     * How long the last record is; if it was refused, how much was passed over.
     *
     * @return in bytes.
     */
    public int recordLength()
    {
        return reader.recordLength;
    }

    /**
     * Which message of its record the last one is.
     *
     * @return from 0 in the order of an inner batch; {@code -1} if the record is the message.
     */
    public int innerIndex()
    {
        return reader.innerIndex;
    }

    /**
     * How much of the body was given up, because after a bad record nobody can tell where the next one begins.
     *
     * @return in bytes, the bad record's included; 0 if nothing was.
     */
    public int lostLength()
    {
        return reader.lost;
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
        computed.reset();
        return true;
    }
}
