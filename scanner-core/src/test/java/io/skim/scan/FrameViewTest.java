package io.skim.scan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Buffers.Buffer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class FrameViewTest
{
    private final FrameView view = new FrameView();

    private static byte[] bytes(final FrameView view)
    {
        final byte[] bytes = new byte[view.available()];
        view.getBytes(0, bytes.length, bytes, 0);
        return bytes;
    }

    /** Whatever it is on, and whatever was loaded, marked and reopened before. */
    @Test
    void aViewMayBeNarrowedToPartOfItself()
    {
        final byte[] frame = new byte[1_000];
        for (int i = 0; i < frame.length; i++)
        {
            frame[i] = (byte)(i * 7 + (i >> 8));
        }
        for (final Buffer buffer : Buffers.all(frame))
        {
            buffer.wrap().accept(view);
            view.loadWindow(500, 700);
            final long mark = new Cursor().wrap(view, 510, 4, Kind.BINARY).mark();
            view.loadWindow(0, 100);
            view.at(mark, new Cursor());
            view.wrapPart(view, 100, 800, 850);
            assertArrayEquals(Arrays.copyOfRange(frame, 100, 900), bytes(view), buffer.name());
            assertEquals(850, view.length());
            assertEquals(frame[100], view.getByte(0));
            view.wrapPart(view, 10, 300, 300);
            view.loadWindow(200, 300);
            assertEquals(frame[310], view.array()[view.arrayOffset() + 200], buffer.name());
            assertArrayEquals(Arrays.copyOfRange(frame, 110, 410), bytes(view), buffer.name());
            assertThrows(IndexOutOfBoundsException.class, () -> view.wrapPart(view, 1, 300, 300));
            assertArrayEquals(Arrays.copyOfRange(frame, 110, 410), bytes(view), buffer.name());
            buffer.free().run();
        }
    }

    /** Whichever is reopened last, and on whichever frames they were before. */
    @Test
    void cursorsOnReopenedMarksDoNotDisturbEachOther()
    {
        final FrameView small = new FrameView(Limits.DEFAULT.withMaxHeaderLength(100));
        final byte[] frame = new byte[1_000];
        for (int i = 0; i < frame.length; i++)
        {
            frame[i] = (byte)('a' + i * 7 % 26);
        }
        final Cursor[] cursors = new Cursor[40];
        final long[] marks = new long[cursors.length];
        Arrays.setAll(cursors, i -> new Cursor());
        Arrays.setAll(marks, i -> Cursor.mark(24 * i, i, Kind.TEXT.ordinal()));
        for (final Buffer buffer : Buffers.all(frame))
        {
            for (final FrameView on : new FrameView[] {view, small})
            {
                buffer.wrap().accept(view);
                on.wrapPart(view, 0, frame.length, frame.length);
                on.loadWindow(500, 600);
                for (int i = 0; i < cursors.length; i++)
                {
                    on.at(marks[i], cursors[i]);
                }
                on.at(marks[39], new Cursor());
                for (int i = 0; i < cursors.length; i++)
                {
                    assertEquals(new String(frame, 24 * i, i, StandardCharsets.US_ASCII), cursors[i].toText(), buffer
                        .name());
                    assertEquals(marks[i], cursors[i].mark());
                }
                final long tooLong = Cursor.mark(0, on == small ? 109 : 1_001, Kind.TEXT.ordinal());
                if (on == view || on.array().length < frame.length)
                {
                    assertThrows(IndexOutOfBoundsException.class, () -> on.at(tooLong, cursors[0]));
                }
            }
            buffer.free().run();
        }
    }

    /** However much the frames before it took, of which as much is copied at once. */
    @Test
    void whatIsLoadedIsTheFramesOwn()
    {
        final byte[] frame = new byte[3_000];
        for (int i = 0; i < frame.length; i++)
        {
            frame[i] = (byte)(i * 7 + (i >> 8));
        }
        for (final Buffer buffer : Buffers.all(frame))
        {
            for (final int part : new int[] {100, 300, 257, 641, 20, 2_900, 639, 8, 1_000})
            {
                buffer.wrap().accept(view);
                view.wrapPart(view, (frame.length - part) / 3, part, part);
                for (final int loaded : new int[] {Math.min(8, part), part / 2, part})
                {
                    assertTrue(view.load(loaded), buffer.name());
                    final int at = view.arrayOffset();
                    final int from = (frame.length - part) / 3;
                    assertArrayEquals(Arrays.copyOfRange(frame, from, from + loaded), Arrays.copyOfRange(
                        view.array(), at, at + loaded), buffer.name());
                    assertTrue(view.loadedEnd() <= part, buffer.name());
                }
            }
            buffer.free().run();
        }
    }

    /** As a stored message's fields that those of batches have not are shown, at the message's beginning. */
    @Test
    void aNullIsCopiedWhereverItsPlaceIs()
    {
        for (final Buffer buffer : Buffers.all(new byte[1_000]))
        {
            buffer.wrap().accept(view);
            final Cursor cursor = new Cursor();
            cursor.bind(view);
            view.loadWindow(900, 950);
            cursor.point(10, 0, Kind.NULL.ordinal());
            assertEquals(0, cursor.copyTo(new byte[8], 0), buffer.name());
            assertNull(cursor.toText(), buffer.name());
            assertEquals(0, cursor.textLength(), buffer.name());
            buffer.free().run();
        }
    }

    @Test
    void aViewCountsHowOftenItWasWrappedOrReset()
    {
        for (final Buffer buffer : Buffers.all(new byte[] {0, 0, 0, 4, 0, 0, 0, 0}))
        {
            final FrameView counted = new FrameView();
            final FrameView other = new FrameView();
            buffer.wrap().accept(other);
            final List<Runnable> wraps = List.of(() -> buffer.wrap().accept(counted),
                () -> buffer.wrap().accept(counted), () -> counted.wrapPart(other, 0, 8, 8),
                () -> counted.wrapPart(counted, 0, 8, 8), counted::reset, counted::trim);
            for (final Runnable wrap : wraps)
            {
                final int before = counted.wraps();
                wrap.run();
                assertNotEquals(before, counted.wraps(), buffer.name());
            }
            buffer.wrap().accept(counted);
            final int before = counted.wraps();
            counted.endScan(counted.beginScan(7));
            counted.loadWindow(2, 8);
            counted.getByte(0);
            assertEquals(before, counted.wraps(), buffer.name());
            buffer.free().run();
        }
    }

    @Test
    void aViewTellsItsLengthAndWhereItsBytesAreReadFrom()
    {
        assertEquals("not wrapped", view.toString());
        view.wrap(ByteBuffer.allocateDirect(6)).loadWindow(0, 6);
        final byte[] scratch = view.array();
        for (final Buffer buffer : Buffers.all("secret".getBytes(StandardCharsets.US_ASCII)))
        {
            buffer.wrap().accept(view);
            final String before = view.toString();
            view.loadWindow(0, 6);
            assertEquals(before, view.toString(), buffer.name());
            assertEquals(view.array() == scratch ? "6 bytes read through a scratch"
                : "6 bytes in an array", before, buffer.name());
            view.reset();
            assertEquals("not wrapped", view.toString(), buffer.name());
            buffer.free().run();
        }
        assertEquals("9 bytes (4 available) in an array", view.wrapPart(new byte[6], 1, 4, 9).toString());
    }
}
