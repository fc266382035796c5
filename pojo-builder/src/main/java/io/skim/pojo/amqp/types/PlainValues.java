package io.skim.pojo.amqp.types;

import io.skim.bytes.FormatCodes;
import io.skim.bytes.LongTexts;
import io.skim.bytes.Utf8;
import io.skim.bytes.Words;
import io.skim.pojo.amqp.AmqpBinary;
import io.skim.scan.FrameView;
import io.skim.scan.spi.Frames;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the value after a code, if it has the type that names the method. Otherwise the fast path ends, and the caller does not use
 * the result.
 */
abstract class PlainValues
{
    static final int SHORT_HEAD = 2;
    static final int LONG_HEAD = 2 * Integer.BYTES;
    /** The position after the fast path has ended. */
    static final int ODD = -1;

    private static final int KEPT_COUNT = 256;

    /** The frame whose array holds the values. It stores no other reference, because storing one costs a GC write barrier. */
    @SuppressWarnings("NullAway.Init") // set before values are read
    FrameView frame;
    /** The index in the array of the next byte. */
    int position;
    /** The index after the last field. */
    int limit;
    /** The code of the current value; the position is after the code. */
    int code;
    /** The number of fields; 0 after the fast path has ended. */
    int count;

    private List<String> found = new ArrayList<>();

    /** Ends the fast path. */
    final int odd()
    {
        position = ODD;
        limit = ODD - 1;
        count = 0;
        return ODD;
    }

    final <T> @Nullable T none()
    {
        odd();
        return null;
    }

    final boolean flag()
    {
        if (code != FormatCodes.BOOLEAN)
        {
            return code == FormatCodes.TRUE || code != FormatCodes.FALSE && odd() > 0;
        }
        final int octet = octet();
        // The meaning of other octets depends on the strictness.
        return octet == 1 || octet != 0 && odd() > 0;
    }

    private int octet()
    {
        return position < limit ? Frames.array(frame)[position++] & 0xFF : odd();
    }

    private long eightOctets()
    {
        final int at = position;
        if (limit - at < Long.BYTES)
        {
            return odd();
        }
        position = at + Long.BYTES;
        return Words.getLong(Frames.array(frame), at);
    }

    final int ubyte()
    {
        return code == FormatCodes.UBYTE ? octet() : odd();
    }

    final int ushort()
    {
        final int at = position;
        if (code != FormatCodes.USHORT || limit - at < Short.BYTES)
        {
            return odd();
        }
        position = at + Short.BYTES;
        return Words.getShort(Frames.array(frame), at) & 0xFFFF;
    }

    final long uint()
    {
        if (code == FormatCodes.UINT_SMALL)
        {
            return octet();
        }
        final int at = position;
        if (code != FormatCodes.UINT || limit - at < Integer.BYTES)
        {
            return code == FormatCodes.UINT_ZERO ? 0 : odd();
        }
        position = at + Integer.BYTES;
        return Words.getInt(Frames.array(frame), at) & 0xFFFF_FFFFL;
    }

    final long ulong()
    {
        return code == FormatCodes.ULONG_SMALL ? octet()
            : code == FormatCodes.ULONG ? eightOctets() : code == FormatCodes.ULONG_ZERO ? 0 : odd();
    }

    final long timestamp()
    {
        return code == FormatCodes.TIMESTAMP ? eightOctets() : odd();
    }

    /** Moves to the end of a string, symbol or binary, and returns the index of its first byte; negative if it does not fit. */
    final int body(final int shortCode)
    {
        final int at = position;
        if (code == shortCode && at < limit)
        {
            return behind(at + 1, Frames.array(frame)[at] & 0xFF);
        }
        return code == shortCode + FormatCodes.WIDE && limit - at >= Integer.BYTES
            ? behind(at + Integer.BYTES, Words.getInt(Frames.array(frame), at)) : odd();
    }

    private int behind(final int from, final int length)
    {
        if (length < 0 || length > limit - from)
        {
            return odd();
        }
        position = from + length;
        return from;
    }

    @Nullable
    final String string()
    {
        final int from = body(FormatCodes.STRING);
        if (from < 0)
        {
            return null;
        }
        final int length = position - from;
        return isAscii(from, length) ? LongTexts.ofAscii(Frames.array(frame), from, length) : decoded(from, length);
    }

    private boolean isAscii(final int from, final int length)
    {
        return position >= Long.BYTES && Words.isAscii(Frames.array(frame), from, length);
    }

    private @Nullable String decoded(final int from, final int length)
    {
        return Utf8.firstInvalid(Frames.array(frame), from, from + length)
            < 0 ? new String(Frames.array(frame), from, length,
                StandardCharsets.UTF_8) : none();
    }

    @Nullable
    final String symbol()
    {
        final int from = body(FormatCodes.SYMBOL);
        return from < 0 ? null : ascii(from, position - from);
    }

    private @Nullable String ascii(final int from, final int length)
    {
        return isAscii(from, length) ? LongTexts.ofAscii(Frames.array(frame), from, length) : none();
    }

    @Nullable
    final AmqpBinary binary()
    {
        final int from = body(FormatCodes.BINARY);
        return from < 0 ? null : AmqpBinary.of(Frames.array(frame), from, position - from);
    }

    /** An array of symbols. */
    @Nullable
    final List<String> array()
    {
        final int from = body(FormatCodes.ARRAY);
        if (from < 0)
        {
            return null;
        }
        final int prefix = code == FormatCodes.ARRAY ? 1 : Integer.BYTES;
        final int behind = position;
        if (behind - from <= prefix)
        {
            return none();
        }
        final int elements = prefix == 1 ? Frames.array(frame)[from] & 0xFF : Words.getInt(Frames.array(frame), from);
        position = from + prefix;
        return symbols(elements, octet(), behind);
    }

    /** Makes a list of the symbols that it reads; it allocates nothing for the count that the array claims. */
    private @Nullable List<String> symbols(final int elements, final int elementCode, final int behind)
    {
        final int outer = limit;
        limit = behind;
        code = elementCode;
        String text = elements > 0 ? symbol() : null;
        while (text != null)
        {
            found.add(text);
            text = found.size() < elements ? symbol() : null;
        }
        // Without elements the code of the elements has not been checked.
        final List<String> texts = position == behind && !found.isEmpty() ? List.copyOf(found) : none();
        limit = texts == null ? limit : outer;
        letGo();
        return texts;
    }

    /** Releases the texts, and a list that grew for many symbols. */
    private void letGo()
    {
        if (found.size() > KEPT_COUNT)
        {
            found = new ArrayList<>();
        }
        found.clear();
    }
}
