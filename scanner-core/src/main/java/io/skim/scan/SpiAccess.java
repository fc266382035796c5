package io.skim.scan;

import io.skim.scan.access.ScanAccess;
import org.jspecify.annotations.Nullable;

/** Gives {@code io.skim.scan.spi} access to cursors, frames and faults. */
final class SpiAccess extends ScanAccess
{
    @Override
    public void bind(final Cursor cursor, final @Nullable FrameView frame)
    {
        cursor.bind(frame);
    }

    @Override
    public Cursor point(final Cursor cursor, final int offset, final int length, final int kind)
    {
        return cursor.point(offset, length, kind);
    }

    @Override
    public void reset(final Cursor cursor)
    {
        cursor.reset();
    }

    @Override
    public boolean load(final FrameView frame, final int bytes)
    {
        return frame.load(bytes);
    }

    @Override
    public boolean load(final FrameView frame, final int from, final int to)
    {
        return frame.load(from, to);
    }

    @Override
    public byte[] array(final FrameView frame)
    {
        return frame.array();
    }

    @Override
    public int arrayOffset(final FrameView frame)
    {
        return frame.arrayOffset();
    }

    @Override
    public int scratchLength(final FrameView frame)
    {
        return frame.scratchLength();
    }

    @Override
    public long beginScan(final FrameView frame, final long number)
    {
        return frame.beginScan(number);
    }

    @Override
    public void endScan(final FrameView frame, final long outer)
    {
        frame.endScan(outer);
    }

    @Override
    public int at(final Fault fault, final long offset, final Reason reason, final long claimed,
        final long available)
    {
        return fault.at(offset, reason, claimed, available);
    }

    @Override
    public long begin(final Fault fault)
    {
        return fault.begin();
    }

    @Override
    public void end(final Fault fault, final boolean told)
    {
        fault.end(told);
    }

    @Override
    public Cursor wrap(final Cursor cursor, final FrameView frame, final int offset, final int length,
        final Kind kind)
    {
        return cursor.wrap(frame, offset, length, kind);
    }

    @Override
    public FrameView frame(final Cursor cursor)
    {
        return cursor.frame();
    }

    @Override
    public long mark(final int offset, final int length, final int kind)
    {
        return Cursor.mark(offset, length, kind);
    }

    @Override
    public boolean loadWindow(final FrameView frame, final int from, final int to)
    {
        return frame.loadWindow(from, to);
    }

    @Override
    public int loadedEnd(final FrameView frame)
    {
        return frame.loadedEnd();
    }

    @Override
    public boolean isLoaded(final FrameView frame, final int offset, final int length)
    {
        return frame.isLoaded(offset, length);
    }

    @Override
    public long getLongLittleEndian(final FrameView frame, final int offset)
    {
        return frame.getLongLittleEndian(offset);
    }

    @Override
    public void lend(final FrameView frame, final boolean unloaded)
    {
        frame.lend(unloaded);
    }

    @Override
    public void reset(final Fault fault)
    {
        fault.reset();
    }
}
