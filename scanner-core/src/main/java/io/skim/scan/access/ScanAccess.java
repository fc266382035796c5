package io.skim.scan.access;

import io.skim.scan.Cursor;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Reason;
import org.jspecify.annotations.Nullable;

/**
 * Gives {@code io.skim.scan.spi} access to methods of {@code io.skim.scan} that are not public. {@code Cursors}, {@code Frames} and
 * {@code Faults} use it, and describe its methods.
 */
public abstract class ScanAccess
{
    @SuppressWarnings("NullAway.Init") // install sets it
    private static volatile ScanAccess installed;

    /** For {@code io.skim.scan}. */
    protected ScanAccess()
    {
    }

    /** Installs the access; called once, when {@link Cursor} is initialized. */
    public static synchronized void install(final ScanAccess access)
    {
        if (installed != null)
        {
            throw new IllegalStateException("io.skim.scan has installed its access already");
        }
        installed = access;
    }

    /** The access; a constant of the classes that use it, so that HotSpot calls it directly. */
    public static ScanAccess get()
    {
        if (installed == null)
        {
            // Initializes the class, which installs the access. Without a lock: another thread may be doing so.
            new Cursor();
        }
        return installed;
    }

    public abstract void bind(Cursor cursor, @Nullable FrameView frame);

    public abstract Cursor point(Cursor cursor, int offset, int length, int kind);

    public abstract void reset(Cursor cursor);

    public abstract boolean load(FrameView frame, int bytes);

    public abstract boolean load(FrameView frame, int from, int to);

    public abstract byte[] array(FrameView frame);

    public abstract int arrayOffset(FrameView frame);

    public abstract int scratchLength(FrameView frame);

    public abstract long beginScan(FrameView frame, long number);

    public abstract void endScan(FrameView frame, long outer);

    public abstract int at(Fault fault, long offset, Reason reason, long claimed, long available);

    public abstract long begin(Fault fault);

    public abstract void end(Fault fault, boolean told);

    public abstract Cursor wrap(Cursor cursor, FrameView frame, int offset, int length, Kind kind);

    public abstract FrameView frame(Cursor cursor);

    public abstract long mark(int offset, int length, int kind);

    public abstract boolean loadWindow(FrameView frame, int from, int to);

    public abstract int loadedEnd(FrameView frame);

    public abstract boolean isLoaded(FrameView frame, int offset, int length);

    public abstract long getLongLittleEndian(FrameView frame, int offset);

    public abstract void lend(FrameView frame, boolean unloaded);

    public abstract void reset(Fault fault);
}
