package io.skim.scan.records;

import io.skim.bytes.PropertyReader;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameScanner;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.spi.Cursors;
import io.skim.scan.spi.Faults;
import io.skim.scan.spi.Frames;
import io.skim.scan.spi.Scan;
import java.util.Objects;

/**
 * Scans stored records and batch entries: the messages in the body of a remoting frame. A handler receives a record as it
 * receives a frame: the values that its interest declares, then {@code onOutcome}, once. So a handler of frames, such as a
 * selector's, is also a handler of records.
 * <p>
 * {@link #scan} reads a body that is one record. {@link #wrap} and {@link #next} read a body that is a list of records:
 *
 * <pre>
 * records.scan(record, INTEREST, handler);
 *
 * records.wrap(frame, bodyOffset, bodyLength);
 * while (records.hasNext())
 * {
 *     if (records.next(INTEREST, handler) == Outcome.COMPLETE) { ... }
 * }
 * </pre>
 *
 * The scanner checks a whole record before it calls the handler. {@code next} skips a refused record if the position of the
 * next one is certain; otherwise it gives up the rest of the body, and {@link #lostLength()} gives its length.
 * <p>
 * A record with bits 6 and 7 in its sysFlag is an inner batch: its body is a list of entries. {@code next} makes a message of
 * each entry, as the client does: all of them, or none if one is refused. {@code scan} shows the record itself, with the
 * list as its body. Bodies are neither read nor decompressed.
 * <p>
 * Lenient uses the parts of a record if their sum differs from its total size. It reads negative lengths of bodies and
 * properties as 0, and ill-formed UTF-8 as U+FFFD, as the reference does.
 * <p>
 * One thread at a time. Scans allocate nothing.
 *
 * @see "MessageDecoder.decode, decodes, decodesBatch and decodeMessage, release 5.5.1"
 */
public final class RecordScanner implements FrameScanner<RecordInterest>
{
    final Scan scan = new Scan();
    /** For values that Skim computes: the frame does not contain them. */
    final Cursor computed = new Cursor();
    final PropertyReader propertyReader = new PropertyReader();
    final RecordReader reader;

    @SuppressWarnings("NullAway.Init") // wrap sets it
    private FrameView frame;
    private boolean withCrc;
    /** Whether the body is one record, shown as it is stored. */
    private boolean single;

    /** Makes a strict scanner with the default limits. */
    public RecordScanner()
    {
        this(Limits.DEFAULT, Strictness.STRICT);
    }

    /**
     * Makes a scanner.
     *
     * @param limits     {@code maxFrameLength} bounds a whole body, {@code maxValueLength} a topic and the properties of a
     *                   message.
     * @param strictness whether the reference decoder's oddities are refused or read.
     */
    public RecordScanner(final Limits limits, final Strictness strictness)
    {
        reader = new RecordReader(scan.fault(), limits, strictness);
        // The values are in front of this view, so their offsets are negative: no caller takes one for an offset in the frame.
        final byte[] array = reader.computed;
        Cursors.bind(computed, new FrameView(limits).wrap(array, array.length, 0));
    }

    /** {@return a builder of an interest, which works for records and batch entries} */
    public static RecordInterest.Builder interest()
    {
        return new RecordInterest.Builder();
    }

    /**
     * Whether a body holds stored records: whether the first or the second one has a known magic. (The second counts because
     * the first may be malformed.) Entries of a batch have no magic.
     *
     * @param frame  that holds the body.
     * @param offset of the body in bytes from the start of the frame.
     * @param length of the body in bytes.
     * @return false also if the body is too short for a record.
     * @throws IndexOutOfBoundsException if the view does not have these bytes.
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
     * Compares the bodies of stored records with their CRC, which the reference's clients do not do. This reads each body, and
     * copies it from a buffer without an array. Batch entries, and so messages of inner batches, have no CRC.
     *
     * @param wanted true to refuse a record whose body has another CRC; false, the default, to leave bodies unread.
     * @return this.
     */
    public RecordScanner checkBodies(final boolean wanted)
    {
        withCrc = wanted;
        return this;
    }

    /**
     * Starts on a list of stored records that fills a view.
     *
     * @param body a body without its frame, wrapped.
     * @return this, before the first record.
     * @throws IllegalStateException if the view is not wrapped, or a handler calls its own scanner.
     */
    public RecordScanner wrap(final FrameView body)
    {
        return wrap(body, 0, body.length());
    }

    /**
     * Starts on a list of stored records in a frame.
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
     * Starts on a list of batch entries that fills a view.
     *
     * @param body of a send of a batch, without its frame, wrapped.
     * @return this, before the first entry.
     * @throws IllegalStateException if the view is not wrapped, or a handler calls its own scanner.
     */
    public RecordScanner wrapBatch(final FrameView body)
    {
        return wrapBatch(body, 0, body.length());
    }

    /**
     * Starts on a list of batch entries in a frame.
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
        scan.checkIdle();
        if (!view.isWrapped())
        {
            throw new IllegalStateException("the frame is not wrapped: call FrameView.wrap first");
        }
        Objects.checkFromIndexSize(offset, length, view.length());
        Faults.reset(scan.fault());
        if (frame != view)
        {
            frame = view;
        }
        reader.wrap(view, offset, length, batch);
        single = false;
        return this;
    }

    /**
     * Whether there is a further record, well-formed or not.
     *
     * @return false at the end of the body, before the first {@code wrap}, after {@code scan}, and after the rest was given up.
     */
    public boolean hasNext()
    {
        return reader.hasNext();
    }

    /**
     * Scans the next record, and calls the handler's {@link DataHandler#onOutcome} exactly once for it, last. Position
     * afterwards: behind the record, also if the handler throws.
     *
     * @param interest what to show, from {@link #interest()}.
     * @param handler  to show it to.
     * @return how the scan of this record ended. If the record is refused: {@link Outcome#MALFORMED}; then the handler was
     *     shown nothing of it, and {@link #fault()} gives the reason.
     * @throws IllegalStateException if there is no further record, or a handler calls its own scanner.
     */
    public Outcome next(final RecordInterest interest, final DataHandler handler)
    {
        scan.checkIdle();
        if (!reader.hasNext())
        {
            throw new IllegalStateException("there is no further record: ask hasNext() first");
        }
        return run(interest, handler);
    }

    /**
     * Scans a view that holds exactly one stored record, such as the body of a request to check a transaction (39) or to
     * consume a message directly (309). It shows the record as it is stored: an inner batch is not expanded. Afterwards
     * {@link #hasNext()} is false.
     *
     * @param record   one record, wrapped.
     * @param interest what to show, from {@link #interest()}.
     * @param handler  to show it to.
     * @return how the scan ended. A view that holds more than the record is refused.
     * @throws IllegalStateException if the view is not wrapped, or a handler calls its own scanner.
     * @see "MessageDecoder.decode, release 5.5.1"
     */
    @Override
    public Outcome scan(final FrameView record, final RecordInterest interest, final DataHandler handler)
    {
        return scan(record, 0, record.length(), interest, handler);
    }

    /**
     * Scans a part of a frame, mostly its body, that is exactly one stored record; see {@link #scan(FrameView, RecordInterest,
     * DataHandler)}.
     *
     * @param frame    that holds the record, wrapped; faults and cursors count from its start.
     * @param offset   of the record in bytes from the start of the frame.
     * @param length   of the record in bytes.
     * @param interest what to show, from {@link #interest()}.
     * @param handler  to show it to.
     * @return how the scan ended. A part that holds more than the record is refused.
     * @throws IndexOutOfBoundsException if the part is not inside the frame.
     * @throws IllegalStateException     if the view is not wrapped, or a handler calls its own scanner.
     */
    public Outcome scan(final FrameView frame, final int offset, final int length, final RecordInterest interest,
        final DataHandler handler)
    {
        wrap(frame, offset, length);
        single = true;
        return run(interest, handler);
    }

    private Outcome run(final RecordInterest interest, final DataHandler handler)
    {
        scan.begin(frame, interest, interest.allIds);
        Frames.beginScan(Cursors.frame(computed), scan.fault().scan());
        boolean told = false;
        try
        {
            final Outcome outcome = interest.loops.loopFor(handler.getClass()).run(this, interest, handler);
            told = true;
            return outcome;
        }
        finally
        {
            scan.end(told);
            Frames.endScan(Cursors.frame(computed), 0);
            propertyReader.detach();
            Cursors.reset(computed);
        }
    }

    int advance()
    {
        return single ? reader.only(withCrc) : reader.next(withCrc);
    }

    /**
     * The reason and the offset of the last refusal.
     *
     * @return this scanner's fault, which the next record resets; present only if the last record was refused. Its offset
     *     counts from the start of the frame.
     */
    @Override
    public Fault fault()
    {
        return scan.fault();
    }

    /**
     * The offset of the last record or batch entry; for a message of an inner batch, that of the record that holds it.
     *
     * @return in bytes from the start of the frame.
     */
    public int recordOffset()
    {
        return reader.recordOffset;
    }

    /** {@return the length of the last record in bytes; if it was refused, the number of bytes that were skipped} */
    public int recordLength()
    {
        return reader.recordLength;
    }

    /** {@return the number of the last message in its inner batch, from 0; {@code -1} if the record is one message} */
    public int innerIndex()
    {
        return reader.innerIndex;
    }

    /**
     * The length of the rest of the body that was given up, because the record after a refused one could not be found.
     *
     * @return in bytes, with those of the refused record; 0 if nothing was given up, and after {@code scan}.
     */
    public int lostLength()
    {
        return reader.lost;
    }
}
