package io.skim.scan.spi;

import io.skim.bytes.Utf8;
import io.skim.scan.FrameView;
import io.skim.scan.access.ScanAccess;

/** Gives loops over an array the bytes of a frame in any kind of buffer. */
public final class Frames
{
    /** The number of bytes that can be loaded of every frame, with any limits. */
    public static final int LEAST_SCRATCH = 64;

    private static final ScanAccess ACCESS = ScanAccess.get();

    private Frames()
    {
    }

    /**
     * Loads the first bytes of a frame into {@link #array}. Copies unless the buffer has an array of its own.
     *
     * @param frame to read.
     * @param bytes from the start of the frame.
     * @return false if they are more than the available bytes or {@link #scratchLength}; then nothing has changed.
     */
    public static boolean load(final FrameView frame, final int bytes)
    {
        return ACCESS.load(frame, bytes);
    }

    /**
     * Loads a part of a frame into {@link #array}. The bytes loaded before stay loaded if the part begins in them or directly
     * after them, and both fit into the scratch.
     *
     * @param frame to read.
     * @param from  in bytes from the start of the frame.
     * @param to    after the part's last byte.
     * @return false if the part is not available, or longer than {@link #scratchLength}; then nothing has changed.
     */
    public static boolean load(final FrameView frame, final int from, final int to)
    {
        return ACCESS.load(frame, from, to);
    }

    /**
     * The array with the loaded bytes of a frame, read-only. Take it again after each {@code load}.
     *
     * @param frame to read.
     * @return the buffer's own array, or the view's scratch.
     */
    public static byte[] array(final FrameView frame)
    {
        return ACCESS.array(frame);
    }

    /**
     * The index of a frame's first byte in {@link #array}.
     *
     * @param frame to read.
     * @return in bytes from the array's start; negative if the loaded part does not begin with the frame.
     */
    public static int arrayOffset(final FrameView frame)
    {
        return ACCESS.arrayOffset(frame);
    }

    /**
     * The number of bytes that can be loaded at once of a frame in a buffer without an array.
     *
     * @param frame to read.
     * @return in bytes, from the limits of the view.
     */
    public static int scratchLength(final FrameView frame)
    {
        return ACCESS.scratchLength(frame);
    }

    /**
     * Finds the first byte that is not part of well-formed UTF-8.
     *
     * @param frame  to read; the text is loaded.
     * @param offset of the text in bytes from the start of the frame.
     * @param length of the text in bytes.
     * @return the offset of that byte; {@code -1} if there is none.
     */
    public static int firstInvalidUtf8(final FrameView frame, final int offset, final int length)
    {
        final int base = ACCESS.arrayOffset(frame);
        final int index = Utf8.firstInvalid(ACCESS.array(frame), base + offset, base + offset + length);
        return index < 0 ? -1 : index - base;
    }

    /**
     * Loads a part of a frame, and drops the parts loaded before: for readers that go through a long body with a window that
     * moves and does not grow.
     *
     * @param frame to read.
     * @param from  in bytes from the start of the frame.
     * @param to    after the part's last byte.
     * @return false if the part is not available, or longer than {@link #scratchLength}; then nothing has changed.
     */
    public static boolean loadWindow(final FrameView frame, final int from, final int to)
    {
        return ACCESS.loadWindow(frame, from, to);
    }

    /**
     * The end of the loaded part of a frame.
     *
     * @param frame to read.
     * @return in bytes from the start of the frame, after the last loaded byte.
     */
    public static int loadedEnd(final FrameView frame)
    {
        return ACCESS.loadedEnd(frame);
    }

    /**
     * Whether bytes of a frame are loaded.
     *
     * @param frame  to read.
     * @param offset of the first one in bytes from the start of the frame.
     * @param length in bytes.
     * @return true if all of them are.
     */
    public static boolean isLoaded(final FrameView frame, final int offset, final int length)
    {
        return ACCESS.isLoaded(frame, offset, length);
    }

    /**
     * Reads eight bytes of a frame, loaded or not, the first one in the low bits.
     *
     * @param frame  to read.
     * @param offset of the first one in bytes from the start of the frame.
     * @return the bytes.
     * @throws IndexOutOfBoundsException if one of them has not arrived.
     */
    public static long getLongLittleEndian(final FrameView frame, final int offset)
    {
        return ACCESS.getLongLittleEndian(frame, offset);
    }

    /**
     * States whether a scan lends cursors on values that are loaded only when a handler reads them. Meanwhile
     * {@link FrameView#at} gives a cursor a copy of its own.
     *
     * @param frame    that is scanned.
     * @param unloaded true before the scan lends the first such cursor, false when it ends.
     */
    public static void lend(final FrameView frame, final boolean unloaded)
    {
        ACCESS.lend(frame, unloaded);
    }

    /**
     * Begins a scan of a frame. {@link Scan} calls it for its scanner.
     *
     * @param frame  to scan.
     * @param number of the scan, from {@link Faults#begin}.
     * @return for {@link #endScan}: the number of the outer scan of this frame, whose handler began this one; 0 for none.
     */
    public static long beginScan(final FrameView frame, final long number)
    {
        return ACCESS.beginScan(frame, number);
    }

    /**
     * Ends a scan of a frame.
     *
     * @param frame that was scanned.
     * @param outer from {@link #beginScan}.
     */
    public static void endScan(final FrameView frame, final long outer)
    {
        ACCESS.endScan(frame, outer);
    }
}
