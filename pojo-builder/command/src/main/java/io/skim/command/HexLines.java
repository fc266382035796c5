package io.skim.command;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads lines of hex, each of which is one unit. Blanks around the digits are dropped; what else is no pair of digits
 * is an error of that line alone. Memory is bounded by the longest unit, however long a line is.
 */
final class HexLines
{
    private static final int READ_LENGTH = 65_536;
    private static final int USUAL_LENGTH = 4_096;
    private static final String INVALID = "HEX_INVALID";
    private static final String TOO_LONG = "FRAME_TOO_LONG";

    private final InputStream in;
    private final Source source;
    private final int maxLength;
    private final byte[] chunk = new byte[READ_LENGTH];
    private int chunkAt;
    private int chunkEnd;
    private long position;

    private byte[] bytes = new byte[USUAL_LENGTH];
    private long offset;
    private long firstDigit;
    private long digits;
    private int half;
    private boolean ended;
    /** Null for none. */
    private @Nullable String error;
    private long errorAt;
    private String message = "";

    /**
     * Makes a reader.
     *
     * @param in        to read.
     * @param maxLength of a unit, in bytes (half as many as digits).
     * @param source    the input's name.
     */
    HexLines(final InputStream in, final int maxLength, final Source source)
    {
        this.source = source;
        this.in = in;
        this.maxLength = maxLength;
    }

    /** Moves to the next line; false at the end of the input. A last line need not end with a line feed. */
    boolean next() throws IOException
    {
        offset = position;
        firstDigit = position;
        digits = 0;
        ended = false;
        error = null;
        int value = read();
        if (value < 0)
        {
            return false;
        }
        while (value >= 0 && value != '\n')
        {
            take(value);
            value = read();
        }
        if (error == null && (digits & 1) != 0)
        {
            fail(INVALID, firstDigit + digits, String.format(Locale.ROOT, "%d hex digits are no whole bytes", digits));
        }
        return true;
    }

    private int read() throws IOException
    {
        if (chunkAt == chunkEnd)
        {
            chunkAt = 0;
            chunkEnd = Math.max(0, in.read(chunk));
            if (chunkEnd == 0)
            {
                return -1;
            }
        }
        position++;
        return chunk[chunkAt++] & 0xFF;
    }

    private void take(final int value)
    {
        if (error != null)
        {
            // One is told of a line, however long the rest of it is.
            return;
        }
        if (value == ' ' || value == '\t' || value == '\r')
        {
            ended = digits > 0;
            firstDigit += ended ? 0 : 1;
            return;
        }
        final int digit = value < 0x80 ? Character.digit(value, 16) : -1;
        if (digit < 0 || ended)
        {
            fail(INVALID, position - 1, ended ? "a blank between the hex digits" : String.format(Locale.ROOT,
                "byte 0x%X is no hex digit", value));
            return;
        }
        if ((digits++ & 1) == 0)
        {
            half = digit << 4;
            return;
        }
        final int at = (int)(digits / 2 - 1);
        if (at == maxLength)
        {
            fail(TOO_LONG, offset, String.format(Locale.ROOT, "the line holds more than the limit of %d bytes",
                maxLength));
            return;
        }
        if (at == bytes.length)
        {
            bytes = Arrays.copyOf(bytes, Math.min(maxLength, 2 * at));
        }
        bytes[at] = (byte)(half | digit);
    }

    private void fail(final String reason, final long at, final String sentence)
    {
        if (error == null)
        {
            error = reason;
            errorAt = at;
            message = sentence;
        }
    }

    /** Where the lines come from. */
    Source source()
    {
        return source;
    }

    /** Whether the next line has to be read from the input. */
    boolean isUsedUp()
    {
        return chunkAt == chunkEnd;
    }

    /** The line's bytes, from the array's start; valid until the next line. */
    byte[] bytes()
    {
        return bytes;
    }

    /** How many bytes the line has. */
    int length()
    {
        return (int)(digits / 2);
    }

    /** Where the line begins in the input, in bytes. */
    long offset()
    {
        return offset;
    }

    /** Where the line's first digit stands in the input, in bytes. */
    long firstDigit()
    {
        return firstDigit;
    }

    /** Why the line is no unit, or null. */
    @Nullable
    String error()
    {
        return error;
    }

    /** Where the error stands in the input, in bytes. */
    long errorAt()
    {
        return errorAt;
    }

    /** The error in a sentence. */
    String message()
    {
        return message;
    }
}
