package io.skim.scan.spi;

import io.skim.scan.Cursor;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Reason;
import org.jspecify.annotations.Nullable;

/**
 * Gives this package access to methods of {@code io.skim.scan} that are not public. Only {@link Cursors}, {@link Frames} and
 * {@link Faults} use it.
 */
public abstract class ScanAccess
{
    @SuppressWarnings("NullAway.Init") // install sets it
    private static volatile ScanAccess installed;

    /** For {@code io.skim.scan}. */
    protected ScanAccess()
    {
    }

    /**
     * Installs the access; called once, when {@link Cursor} is initialized.
     *
     * @param access to install.
     * @throws IllegalStateException if there is one already.
     */
    public static synchronized void install(final ScanAccess access)
    {
        if (installed != null)
        {
            throw new IllegalStateException("io.skim.scan has installed its access already");
        }
        installed = access;
    }

    /** The access; a constant of the classes that use it, so that HotSpot calls it directly. */
    static ScanAccess get()
    {
        if (installed == null)
        {
            // Initializes the class, which installs the access. Without a lock: another thread may be doing so.
            new Cursor();
        }
        return installed;
    }

    /**
     * See {@link Cursors#bind}.
     *
     * @param cursor a cursor.
     * @param frame a view.
     */
    protected abstract void bind(Cursor cursor, @Nullable FrameView frame);

    /**
     * See {@link Cursors#point}.
     *
     * @param cursor a cursor.
     * @param offset in bytes, from the start of the frame.
     * @param length in bytes.
     * @param kind how the bytes are to be read.
     * @return the cursor.
     */
    protected abstract Cursor point(Cursor cursor, int offset, int length, int kind);

    /**
     * See {@link Cursors#reset}.
     *
     * @param cursor a cursor.
     */
    protected abstract void reset(Cursor cursor);

    /**
     * See {@link Frames#load(FrameView, int)}.
     *
     * @param frame a view.
     * @param bytes to load, from the start of the frame.
     * @return as said there.
     */
    protected abstract boolean load(FrameView frame, int bytes);

    /**
     * See {@link Frames#load(FrameView, int, int)}.
     *
     * @param frame a view.
     * @param from where the part begins.
     * @param to where it ends.
     * @return as said there.
     */
    protected abstract boolean load(FrameView frame, int from, int to);

    /**
     * See {@link Frames#array}.
     *
     * @param frame a view.
     * @return the array.
     */
    protected abstract byte[] array(FrameView frame);

    /**
     * See {@link Frames#arrayOffset}.
     *
     * @param frame a view.
     * @return as said there.
     */
    protected abstract int arrayOffset(FrameView frame);

    /**
     * See {@link Frames#scratchLength}.
     *
     * @param frame a view.
     * @return as said there.
     */
    protected abstract int scratchLength(FrameView frame);

    /**
     * Marks the frame as being scanned.
     *
     * @param frame a view.
     * @param number of the scan.
     * @return for {@link #endScan}, see {@link Frames#beginScan}.
     */
    protected abstract long beginScan(FrameView frame, long number);

    /**
     * Ends a scan of the frame.
     *
     * @param frame a view.
     * @param outer from {@link #beginScan}.
     */
    protected abstract void endScan(FrameView frame, long outer);

    /**
     * See {@link Faults#at}.
     *
     * @param fault to change.
     * @param offset in bytes, from the start of the frame.
     * @param reason of the refusal.
     * @param claimed the number that was claimed.
     * @param available the number that was available.
     * @return as said there.
     */
    protected abstract int at(Fault fault, long offset, Reason reason, long claimed, long available);

    /**
     * Makes a fault absent and numbers the scan that begins.
     *
     * @param fault to change.
     * @return as said there.
     */
    protected abstract long begin(Fault fault);

    /**
     * Ends a scan.
     *
     * @param fault to change.
     * @param told  whether {@code onOutcome} was called and has returned.
     */
    protected abstract void end(Fault fault, boolean told);

    /**
     * See {@link Cursors#wrap}.
     *
     * @param cursor a cursor.
     * @param frame a view.
     * @param offset in bytes, from the start of the frame.
     * @param length in bytes.
     * @param kind how the bytes are to be read.
     * @return the cursor.
     */
    protected abstract Cursor wrap(Cursor cursor, FrameView frame, int offset, int length, Kind kind);

    /**
     * See {@link Cursors#frame}.
     *
     * @param cursor a cursor.
     * @return the view.
     */
    protected abstract FrameView frame(Cursor cursor);

    /**
     * See {@link Cursors#mark}.
     *
     * @param offset in bytes, from the start of the frame.
     * @param length in bytes.
     * @param kind how the bytes are to be read.
     * @return as said there.
     */
    protected abstract long mark(int offset, int length, int kind);

    /**
     * See {@link Frames#loadWindow}.
     *
     * @param frame a view.
     * @param from where the part begins.
     * @param to where it ends.
     * @return as said there.
     */
    protected abstract boolean loadWindow(FrameView frame, int from, int to);

    /**
     * See {@link Frames#loadedEnd}.
     *
     * @param frame a view.
     * @return as said there.
     */
    protected abstract int loadedEnd(FrameView frame);

    /**
     * See {@link Frames#isLoaded}.
     *
     * @param frame a view.
     * @param offset in bytes, from the start of the frame.
     * @param length in bytes.
     * @return as said there.
     */
    protected abstract boolean isLoaded(FrameView frame, int offset, int length);

    /**
     * See {@link Frames#getLongLittleEndian}.
     *
     * @param frame a view.
     * @param offset in bytes, from the start of the frame.
     * @return as said there.
     */
    protected abstract long getLongLittleEndian(FrameView frame, int offset);

    /**
     * See {@link Frames#lend}.
     *
     * @param frame a view.
     * @param unloaded as said there.
     */
    protected abstract void lend(FrameView frame, boolean unloaded);

    /**
     * See {@link Faults#reset}.
     *
     * @param fault to change.
     */
    protected abstract void reset(Fault fault);
}
