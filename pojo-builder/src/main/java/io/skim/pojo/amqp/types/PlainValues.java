package io.skim.pojo.amqp.types;

import io.skim.bytes.Utf8;
import io.skim.bytes.Words;
import io.skim.pojo.amqp.AmqpBinary;
import io.skim.pojo.text.LongTexts;
import io.skim.scan.FrameView;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Takes the value behind a code that was read, if it has the type that the method is called after; else the short way ends
 * here, and what is answered is not to be used.
 */
abstract class PlainValues
{
    static final int NULL = 0x40;
    static final int EMPTY_LIST = 0x45;
    static final int SMALL_ULONG = 0x53;
    static final int ULONG = 0x80;
    static final int BINARY = 0xA0;
    static final int STRING = 0xA1;
    static final int SYMBOL = 0xA3;
    /** What a code has more whose length has four octets. */
    static final int LONG = 0x10;
    static final int SHORT_HEAD = 2;
    static final int LONG_HEAD = 2 * Integer.BYTES;
    /** The position where the short way has ended. */
    static final int ODD = -1;

    private static final int TRUE = 0x41;
    private static final int FALSE = 0x42;
    private static final int UINT_ZERO = 0x43;
    private static final int ULONG_ZERO = 0x44;
    private static final int UBYTE = 0x50;
    private static final int SMALL_UINT = 0x52;
    private static final int BOOLEAN = 0x56;
    private static final int USHORT = 0x60;
    private static final int UINT = 0x70;
    private static final int TIMESTAMP = 0x83;
    private static final int ARRAY = 0xE0;
    private static final int USUAL_COUNT = 16;
    private static final int KEPT_COUNT = 256;

    /** Whose array holds the values. Of references this one is enough: each that is stored costs the collector's barrier. */
    FrameView frame;
    /** In the array: what is to be read next. */
    int position;
    /** Behind the last field. */
    int limit;
    /** Of the value that is to be taken; the position is behind it. */
    int code;
    /** How many fields there are; none any more once the short way has ended. */
    int count;

    private String[] found = new String[USUAL_COUNT];

    /** Ends the short way. */
    final int odd()
    {
        position = ODD;
        limit = ODD - 1;
        count = 0;
        return ODD;
    }

    final <T> T none()
    {
        odd();
        return null;
    }

    final boolean flag()
    {
        if (code != BOOLEAN)
        {
            return code == TRUE || code != FALSE && odd() > 0;
        }
        final int octet = octet();
        // What others mean depends on the strictness.
        return octet == 1 || octet != 0 && odd() > 0;
    }

    private int octet()
    {
        return position < limit ? frame.array()[position++] & 0xFF : odd();
    }

    private long eightOctets()
    {
        final int at = position;
        if (limit - at < Long.BYTES)
        {
            return odd();
        }
        position = at + Long.BYTES;
        return Words.getLong(frame.array(), at);
    }

    final int ubyte()
    {
        return code == UBYTE ? octet() : odd();
    }

    final int ushort()
    {
        final int at = position;
        if (code != USHORT || limit - at < Short.BYTES)
        {
            return odd();
        }
        position = at + Short.BYTES;
        return Words.getShort(frame.array(), at) & 0xFFFF;
    }

    final long uint()
    {
        if (code == SMALL_UINT)
        {
            return octet();
        }
        final int at = position;
        if (code != UINT || limit - at < Integer.BYTES)
        {
            return code == UINT_ZERO ? 0 : odd();
        }
        position = at + Integer.BYTES;
        return Words.getInt(frame.array(), at) & 0xFFFF_FFFFL;
    }

    final long ulong()
    {
        return code == SMALL_ULONG ? octet() : code == ULONG ? eightOctets() : code == ULONG_ZERO ? 0 : odd();
    }

    final long timestamp()
    {
        return code == TIMESTAMP ? eightOctets() : odd();
    }

    /** Moves behind a string, symbol or binary, and gives the index of its first byte; below zero if it does not fit. */
    final int body(final int shortCode)
    {
        final int at = position;
        if (code == shortCode && at < limit)
        {
            return behind(at + 1, frame.array()[at] & 0xFF);
        }
        return code == shortCode + LONG && limit - at >= Integer.BYTES
            ? behind(at + Integer.BYTES, Words.getInt(frame.array(), at)) : odd();
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

    final String string()
    {
        final int from = body(STRING);
        if (from < 0)
        {
            return null;
        }
        final int length = position - from;
        return isAscii(from, length) ? LongTexts.ofAscii(frame.array(), from, length) : decoded(from, length);
    }

    private boolean isAscii(final int from, final int length)
    {
        return position >= Long.BYTES && Words.isAscii(frame.array(), from, length);
    }

    private String decoded(final int from, final int length)
    {
        return Utf8.firstInvalid(frame.array(), from, from + length) < 0 ? new String(frame.array(), from, length,
            StandardCharsets.UTF_8) : none();
    }

    final String symbol()
    {
        final int from = body(SYMBOL);
        return from < 0 ? null : ascii(from, position - from);
    }

    private String ascii(final int from, final int length)
    {
        return isAscii(from, length) ? LongTexts.ofAscii(frame.array(), from, length) : none();
    }

    final AmqpBinary binary()
    {
        final int from = body(BINARY);
        return from < 0 ? null : AmqpBinary.of(frame.array(), from, position - from);
    }

    /** Several symbols. */
    final List<String> array()
    {
        final int from = body(ARRAY);
        if (from < 0)
        {
            return null;
        }
        final int prefix = code == ARRAY ? 1 : Integer.BYTES;
        final int behind = position;
        if (behind - from <= prefix)
        {
            return none();
        }
        final int elements = prefix == 1 ? frame.array()[from] & 0xFF : Words.getInt(frame.array(), from);
        position = from + prefix;
        return symbols(elements, octet(), behind);
    }

    /** Makes a list of what is read, not of what the array says it holds. */
    private List<String> symbols(final int elements, final int elementCode, final int behind)
    {
        final int outer = limit;
        limit = behind;
        code = elementCode;
        int read = 0;
        String text = "";
        while (read < elements && text != null)
        {
            text = symbol();
            if (read == found.length)
            {
                found = Arrays.copyOf(found, 2 * read);
            }
            found[read++] = text;
        }
        // Without elements no code has been compared.
        final boolean odd = position != behind || elements <= 0;
        final String[] texts = Arrays.copyOf(found, read);
        letGo(read);
        if (odd)
        {
            return none();
        }
        limit = outer;
        return Collections.unmodifiableList(Arrays.asList(texts));
    }

    /** Keeps no texts, and no room that somebody's many symbols once took. */
    private void letGo(final int read)
    {
        if (read > KEPT_COUNT)
        {
            found = new String[USUAL_COUNT];
        }
        else
        {
            Arrays.fill(found, 0, read, null);
        }
    }
}
