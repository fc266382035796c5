package io.skim.scan.spi;

import io.skim.bytes.Utf8;
import io.skim.scan.FrameView;

/**
 * The bytes of frames, for loops over an array, whatever buffer a frame came in.
 */
public final class Frames
{
    /** What can be loaded of any frame, however low the limits are, in bytes. */
    public static final int LEAST_SCRATCH = 64;

    private static final ScanAccess ACCESS = ScanAccess.get();

    private Frames()
    {
    }

    /**
     * Makes the first bytes of a frame addressable in {@link #array}. Copies unless the buffer has an array of its own.
     *
     * @param frame to read.
     * @param bytes from the start of the frame.
     * @return false if that is more than is available, or than {@link #scratchLength}; then nothing has changed.
     */
    public static boolean load(final FrameView frame, final int bytes)
    {
        return ACCESS.load(frame, bytes);
    }

    /**
     * Makes a part of a frame addressable in {@link #array}. What was addressable before stays so if the part begins in it or
     * right behind it and both fit.
     *
     * @param frame to read.
     * @param from  in bytes from the start of the frame.
     * @param to    behind the part's last byte.
     * @return false if that is more than is available, or longer than {@link #scratchLength}; then nothing has changed.
     */
    public static boolean load(final FrameView frame, final int from, final int to)
    {
        return ACCESS.load(frame, from, to);
    }

    /**
     * The array in which the loaded bytes of a frame are, to be read only. Another one after the next {@code load}.
     *
     * @param frame to read.
     * @return the buffer's own array, or the view's scratch.
     */
    public static byte[] array(final FrameView frame)
    {
        return ACCESS.array(frame);
    }

    /**
     * Where a frame begins in {@link #array}.
     *
     * @param frame to read.
     * @return in bytes from the array's start; negative if only a part further on is loaded.
     */
    public static int arrayOffset(final FrameView frame)
    {
        return ACCESS.arrayOffset(frame);
    }

    /**
     * How much of a frame may be loaded at once if it has no array of its own.
     *
     * @param frame to read.
     * @return in bytes, from the limits that the view was made with.
     */
    public static int scratchLength(final FrameView frame)
    {
        return ACCESS.scratchLength(frame);
    }

    /**
     * Looks for bytes that are not well-formed UTF-8.
     *
     * @param frame  to read, whose part is loaded.
     * @param offset of the text in bytes from the start of the frame.
     * @param length of the text in bytes.
     * @return the offset of the first byte that does not belong; {@code -1} if all of them do.
     */
    public static int firstInvalidUtf8(final FrameView frame, final int offset, final int length)
    {
        final int base = ACCESS.arrayOffset(frame);
        final int index = Utf8.firstInvalid(ACCESS.array(frame), base + offset, base + offset + length);
        return index < 0 ? -1 : index - base;
    }

    /**
     * Makes a part of a frame addressable, and nothing else: for readers that go through a long body, whose window moves along
     * with them and does not grow.
     *
     * @param frame to read.
     * @param from  in bytes from the start of the frame.
     * @param to    behind the part's last byte.
     * @return false if that is more than is available, or longer than {@link #scratchLength}; then nothing has changed.
     */
    public static boolean loadWindow(final FrameView frame, final int from, final int to)
    {
        return ACCESS.loadWindow(frame, from, to);
    }

    /**
     * How far a frame is addressable.
     *
     * @param frame to read.
     * @return in bytes from the start of the frame, behind the last one.
     */
    public static int loadedEnd(final FrameView frame)
    {
        return ACCESS.loadedEnd(frame);
    }

    /**
     * Whether bytes of a frame are addressable.
     *
     * @param frame  to read.
     * @param offset of the first in bytes from the start of the frame.
     * @param length in bytes.
     * @return true if all of them are.
     */
    public static boolean isLoaded(final FrameView frame, final int offset, final int length)
    {
        return ACCESS.isLoaded(frame, offset, length);
    }

    /**
     * Reads eight bytes of a frame, wherever they are, the first in the low bits.
     *
     * @param frame  to read.
     * @param offset of the first in bytes from the start of the frame.
     * @return the bytes.
     * @throws IndexOutOfBoundsException if they are not all there.
     */
    public static long getLongLittleEndian(final FrameView frame, final int offset)
    {
        return ACCESS.getLongLittleEndian(frame, offset);
    }

    /**
     * Tells whether a scan lends cursors on values that are not loaded, which they load when they are read. As long as it does,
     * marks are reopened beside what is loaded.
     *
     * @param frame    that is scanned.
     * @param unloaded true before the first such cursor is lent, false when the scan ends.
     */
    public static void lend(final FrameView frame, final boolean unloaded)
    {
        ACCESS.lend(frame, unloaded);
    }

    /**
     * Begins a scan of a frame; {@link Scan} does it for scanners that use it.
     *
     * @param frame  to scan.
     * @param number of the scan, from {@link Faults#begin}.
     * @return for {@link #endScan}: the number of the scan that lends values of this frame already; 0 for none.
     */
    public static long beginScan(final FrameView frame, final long number)
    {
        return ACCESS.beginScan(frame, number);
    }

    /**
     * Ends a scan of a frame.
     *
     * @param frame that was scanned.
     * @param outer what {@link #beginScan} gave.
     */
    public static void endScan(final FrameView frame, final long outer)
    {
        ACCESS.endScan(frame, outer);
    }
}
