package io.skim.scan;

import io.skim.scan.spi.ScanAccess;
import org.jspecify.annotations.Nullable;

/** Gives {@code io.skim.scan.spi} access to cursors, frames and faults. */
final class SpiAccess extends ScanAccess
{
    @Override
    protected void bind(final Cursor cursor, final @Nullable FrameView frame)
    {
        cursor.bind(frame);
    }

    @Override
    protected Cursor point(final Cursor cursor, final int offset, final int length, final int kind)
    {
        return cursor.point(offset, length, kind);
    }

    @Override
    protected void reset(final Cursor cursor)
    {
        cursor.reset();
    }

    @Override
    protected boolean load(final FrameView frame, final int bytes)
    {
        return frame.load(bytes);
    }

    @Override
    protected boolean load(final FrameView frame, final int from, final int to)
    {
        return frame.load(from, to);
    }

    @Override
    protected byte[] array(final FrameView frame)
    {
        return frame.array();
    }

    @Override
    protected int arrayOffset(final FrameView frame)
    {
        return frame.arrayOffset();
    }

    @Override
    protected int scratchLength(final FrameView frame)
    {
        return frame.scratchLength();
    }

    @Override
    protected long beginScan(final FrameView frame, final long number)
    {
        return frame.beginScan(number);
    }

    @Override
    protected void endScan(final FrameView frame, final long outer)
    {
        frame.endScan(outer);
    }

    @Override
    protected int at(final Fault fault, final long offset, final Reason reason, final long claimed,
        final long available)
    {
        return fault.at(offset, reason, claimed, available);
    }

    @Override
    protected long begin(final Fault fault)
    {
        return fault.begin();
    }

    @Override
    protected void end(final Fault fault, final boolean told)
    {
        fault.end(told);
    }

    @Override
    protected Cursor wrap(final Cursor cursor, final FrameView frame, final int offset, final int length,
        final Kind kind)
    {
        return cursor.wrap(frame, offset, length, kind);
    }

    @Override
    protected FrameView frame(final Cursor cursor)
    {
        return cursor.frame();
    }

    @Override
    protected long mark(final int offset, final int length, final int kind)
    {
        return Cursor.mark(offset, length, kind);
    }

    @Override
    protected boolean loadWindow(final FrameView frame, final int from, final int to)
    {
        return frame.loadWindow(from, to);
    }

    @Override
    protected int loadedEnd(final FrameView frame)
    {
        return frame.loadedEnd();
    }

    @Override
    protected boolean isLoaded(final FrameView frame, final int offset, final int length)
    {
        return frame.isLoaded(offset, length);
    }

    @Override
    protected long getLongLittleEndian(final FrameView frame, final int offset)
    {
        return frame.getLongLittleEndian(offset);
    }

    @Override
    protected void lend(final FrameView frame, final boolean unloaded)
    {
        frame.lend(unloaded);
    }

    @Override
    protected void reset(final Fault fault)
    {
        fault.reset();
    }
}
