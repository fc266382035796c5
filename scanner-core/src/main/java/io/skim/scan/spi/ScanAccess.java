package io.skim.scan.spi;

import io.skim.scan.Cursor;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Reason;

/**
 * The way from this package to the methods of {@code io.skim.scan} that are not public there. Nobody else implements or uses it:
 * {@link Cursors}, {@link Frames} and {@link Faults} are what it is for.
 */
public abstract class ScanAccess
{
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

    /** See {@link Cursors#bind}. */
    protected abstract void bind(Cursor cursor, FrameView frame);

    /** See {@link Cursors#point}. */
    protected abstract Cursor point(Cursor cursor, int offset, int length, int kind);

    /** See {@link Cursors#reset}. */
    protected abstract void reset(Cursor cursor);

    /** See {@link Frames#load(FrameView, int)}. */
    protected abstract boolean load(FrameView frame, int bytes);

    /** See {@link Frames#load(FrameView, int, int)}. */
    protected abstract boolean load(FrameView frame, int from, int to);

    /** See {@link Frames#array}. */
    protected abstract byte[] array(FrameView frame);

    /** See {@link Frames#arrayOffset}. */
    protected abstract int arrayOffset(FrameView frame);

    /** See {@link Frames#scratchLength}. */
    protected abstract int scratchLength(FrameView frame);

    /** Marks the frame as being scanned; gives what {@link #endScan} takes. */
    protected abstract long beginScan(FrameView frame, long number);

    /** Ends what {@link #beginScan} began. */
    protected abstract void endScan(FrameView frame, long outer);

    /** See {@link Faults#at}. */
    protected abstract int at(Fault fault, long offset, Reason reason, long claimed, long available);

    /** Makes a fault absent and gives the number of the scan that begins. */
    protected abstract long begin(Fault fault);

    /** Ends a scan; {@code told} is whether the handler has taken its outcome. */
    protected abstract void end(Fault fault, boolean told);

    /** See {@link Cursors#wrap}. */
    protected abstract Cursor wrap(Cursor cursor, FrameView frame, int offset, int length, Kind kind);

    /** See {@link Cursors#frame}. */
    protected abstract FrameView frame(Cursor cursor);

    /** See {@link Cursors#mark}. */
    protected abstract long mark(int offset, int length, int kind);

    /** See {@link Frames#loadWindow}. */
    protected abstract boolean loadWindow(FrameView frame, int from, int to);

    /** See {@link Frames#loadedEnd}. */
    protected abstract int loadedEnd(FrameView frame);

    /** See {@link Frames#isLoaded}. */
    protected abstract boolean isLoaded(FrameView frame, int offset, int length);

    /** See {@link Frames#getLongLittleEndian}. */
    protected abstract long getLongLittleEndian(FrameView frame, int offset);

    /** See {@link Frames#lend}. */
    protected abstract void lend(FrameView frame, boolean unloaded);

    /** See {@link Faults#reset}. */
    protected abstract void reset(Fault fault);
}
