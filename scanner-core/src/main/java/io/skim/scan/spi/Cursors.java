package io.skim.scan.spi;

import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.access.ScanAccess;
import org.jspecify.annotations.Nullable;

/** Moves cursors. Handlers only read them. */
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
     * @param frame  to read from; null to release the one before.
     */
    public static void bind(final Cursor cursor, final @Nullable FrameView frame)
    {
        ACCESS.bind(cursor, frame);
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
     * @param kind   how to read its bytes.
     * @return {@code cursor}.
     * @throws IndexOutOfBoundsException if the value is not inside the frame, or ends after its first 268,435,455 bytes, which is
     *     the greatest offset of a mark.
     */
    public static Cursor wrap(final Cursor cursor, final FrameView frame, final int offset, final int length,
        final Kind kind)
    {
        return ACCESS.wrap(cursor, frame, offset, length, kind);
    }

    /**
     * Points a cursor at a value of the frame it is bound to. The caller has checked that the value is inside the loaded part of
     * the frame; a value of {@link Kind#BYTES} may be anywhere in the frame.
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
     * {@return the frame that a cursor is attached to; not to be asked before the first {@code wrap} or {@code bind}} A loop that
     * reads through it shows HotSpot that handlers read the same array.
     *
     * @param cursor attached to the frame.
     */
    public static FrameView frame(final Cursor cursor)
    {
        return ACCESS.frame(cursor);
    }

    /**
     * Makes the mark of a value without a cursor.
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
