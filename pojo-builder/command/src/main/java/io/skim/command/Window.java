package io.skim.command;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * The part of a file that is in memory: grows with the unit that is read, up to a limit, and never from a number in the
 * file.
 */
final class Window
{
    private static final int USUAL_LENGTH = 65_536;

    private final int maxLength;
    private byte[] bytes = new byte[USUAL_LENGTH];
    private int from;
    private int to;
    private long position;

    /**
     * Makes a window.
     *
     * @param maxLength in bytes, of what may be in memory.
     */
    Window(final int maxLength)
    {
        this.maxLength = maxLength;
    }

    /** Begins on another file. */
    void reset()
    {
        from = 0;
        to = 0;
        position = 0;
    }

    /** Reads on; false at the end of the input. */
    boolean read(final InputStream in) throws IOException
    {
        if (from > 0)
        {
            System.arraycopy(bytes, from, bytes, 0, to - from);
            to -= from;
            from = 0;
        }
        if (to == bytes.length)
        {
            if (to >= maxLength)
            {
                throw new IllegalStateException("the window is full: look at length() before read()");
            }
            bytes = Arrays.copyOf(bytes, (int)Math.min(maxLength, 2L * to));
        }
        final int read = in.read(bytes, to, bytes.length - to);
        to += Math.max(0, read);
        return read >= 0;
    }

    /** Moves the window's beginning. */
    void skip(final int length)
    {
        from += length;
        position += length;
    }

    byte[] bytes()
    {
        return bytes;
    }

    /** In {@link #bytes()}, of the window's first byte. */
    int from()
    {
        return from;
    }

    /** How many bytes are in the window. */
    int length()
    {
        return to - from;
    }

    /** In the file, of the window's first byte. */
    long position()
    {
        return position;
    }
}
