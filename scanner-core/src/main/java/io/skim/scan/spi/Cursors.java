package io.skim.scan.spi;

import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;

/**
 * Moves cursors, which handlers only read.
 */
public final class Cursors
{
    private static final ScanAccess ACCESS = ScanAccess.get();

    private Cursors()
    {
    }

    /**
     * Attaches a cursor to a frame, not yet to a value.
     *
     * @param cursor to attach.
     * @param frame  to read from.
     */
    public static void bind(final Cursor cursor, final FrameView frame)
    {
        ACCESS.bind(cursor, frame);
    }

    /**
     * Points a cursor at a value of the frame it is bound to.
     *
     * @param cursor to move.
     * @param offset of the value in bytes from the start of the frame; the caller has checked that the value is inside the
     *               loaded part of the frame, but for a value of {@link Kind#BYTES}, which may be anywhere in it.
     * @param length of the value in bytes.
     * @param kind   how its bytes are to be read.
     * @return {@code cursor}.
     */
    public static Cursor point(final Cursor cursor, final int offset, final int length, final Kind kind)
    {
        return ACCESS.point(cursor, offset, length, kind.ordinal());
    }

    /**
     * Ends the validity of a cursor: every read throws until it is on a value again.
     *
     * @param cursor to detach from its value.
     */
    public static void reset(final Cursor cursor)
    {
        ACCESS.reset(cursor);
    }

    /**
     * Points a cursor at a value of any frame.
     *
     * @param cursor to move.
     * @param frame  that holds the value; unless the kind is {@link Kind#BYTES}, the value must be loaded.
     * @param offset of the value in bytes from the start of the frame.
     * @param length of the value in bytes.
     * @param kind   how its bytes are to be read.
     * @return {@code cursor}.
     * @throws IndexOutOfBoundsException if the value is not inside the frame, or ends behind its first 268,435,455 bytes: no mark
     *     could tell where.
     */
    public static Cursor wrap(final Cursor cursor, final FrameView frame, final int offset, final int length,
        final Kind kind)
    {
        return ACCESS.wrap(cursor, frame, offset, length, kind);
    }

    /**
     * Points a cursor at a value of the frame it is bound to, as {@link #point(Cursor, int, int, Kind)}.
     *
     * @param cursor to move.
     * @param offset of the value in bytes from the start of the frame.
     * @param length of the value in bytes.
     * @param kind   the ordinal of its {@link Kind}.
     * @return {@code cursor}.
     */
    public static Cursor point(final Cursor cursor, final int offset, final int length, final int kind)
    {
        return ACCESS.point(cursor, offset, length, kind);
    }

    /**
     * The frame that a cursor is attached to. A loop that reads through it shows HotSpot that these are the bytes that handlers
     * read.
     *
     * @param cursor to ask.
     * @return the frame; null before the first {@code wrap} or {@code bind}.
     */
    public static FrameView frame(final Cursor cursor)
    {
        return ACCESS.frame(cursor);
    }

    /**
     * A bookmark of a value that no cursor is on.
     *
     * @param offset of the value in bytes from the start of the frame.
     * @param length of the value in bytes.
     * @param kind   the ordinal of its {@link Kind}.
     * @return the mark, for {@link FrameView#at}.
     */
    public static long mark(final int offset, final int length, final int kind)
    {
        return ACCESS.mark(offset, length, kind);
    }
}
