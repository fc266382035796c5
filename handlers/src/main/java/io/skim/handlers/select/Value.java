package io.skim.handlers.select;

import io.skim.bytes.NumberReader;
import io.skim.bytes.Words;
import java.nio.charset.StandardCharsets;

/**
 * What nodes compare and compute with: the value of a slot in the current frame, a constant, which nothing changes, or the
 * result of a computation. A text that is read as a number is read once.
 */
final class Value
{
    /** In place of a value: the whole evaluation has failed. */
    static final int FAILED = -1;
    /** Not shown in this frame. */
    static final int ABSENT = 0;
    /** No value. */
    static final int NULL = 1;
    /** The number is 1 or 0. */
    static final int BOOLEAN = 2;
    /** A whole number of int32, which RocketMQ's dialect tells from a longer one. */
    static final int INT = 3;
    /** A whole number of int64. */
    static final int LONG = 4;
    /** The number is the bits of a double. */
    static final int DOUBLE = 5;
    /** A part of the array. */
    static final int TEXT = 6;
    /** A value that equals nothing. */
    static final int OPAQUE = 7;
    /** A value that is there but not understood: what is said of it is unknown. */
    static final int UNDECODED = 8;

    static final Value FAILURE = of(FAILED, 0);
    static final Value NOTHING = of(NULL, 0);
    static final Value TRUE = of(BOOLEAN, 1);
    static final Value FALSE = of(BOOLEAN, 0);

    private static final int LONG_READ = 1;
    private static final int LONG_GOOD = 2;
    private static final int DOUBLE_READ = 4;
    private static final int DOUBLE_GOOD = 8;
    private static final int FEW_DIGITS = 9;
    private static final int TRUE_LENGTH = 4;

    int type;
    long number;
    byte[] text;
    int from;
    int to;

    private NumberReader reader;
    private int read;
    private long longRead;
    private double doubleRead;

    /** Makes an absent value, whose texts are read by a reader of its thread. */
    Value(final NumberReader reader)
    {
        this.reader = reader;
    }

    /** A value that is no text. */
    static Value of(final int type, final long number)
    {
        final Value value = new Value(null);
        value.set(type, number);
        return value;
    }

    static Value of(final double fraction)
    {
        return of(DOUBLE, Double.doubleToRawLongBits(fraction));
    }

    /** A constant text; what it is as a number is read here, since threads share it. */
    static Value of(final String text)
    {
        final Value value = new Value(new NumberReader());
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        value.end(bytes, bytes.length);
        value.type = TEXT;
        value.readLong();
        value.readDouble();
        value.reader = null;
        return value;
    }

    /** What a condition says, as a value. */
    static Value of(final Verdict verdict)
    {
        return verdict == Verdict.MATCH ? TRUE : verdict == Verdict.NO_MATCH ? FALSE : verdict == Verdict.UNKNOWN
            ? NOTHING : FAILURE;
    }

    void set(final int newType, final long newNumber)
    {
        type = newType;
        number = newNumber;
    }

    /** Begins a text; what was read of the one before is forgotten. */
    void begin(final int first)
    {
        read = 0;
        from = first;
    }

    /** Ends a text in an array. */
    void end(final byte[] array, final int behind)
    {
        to = behind;
        if (text != array)
        {
            // Not each time: a store of a reference has its price.
            text = array;
        }
    }

    /** Whether there is no value, or evaluation has failed. */
    boolean isMissing()
    {
        return type <= NULL;
    }

    boolean isText()
    {
        return type == TEXT;
    }

    /** What it says as a condition: a boolean as it is, what is missing is unknown, anything else is false. */
    Verdict truth()
    {
        return type == BOOLEAN && number != 0 ? Verdict.MATCH : !isMissing() ? Verdict.NO_MATCH : type == FAILED
            ? Verdict.ERROR : Verdict.UNKNOWN;
    }

    /** A number as a double. */
    double asDouble()
    {
        return type == DOUBLE ? Double.longBitsToDouble(number) : number;
    }

    /** The text, of a value that is one. */
    @Override
    public String toString()
    {
        return isText() ? new String(text, from, to - from, StandardCharsets.UTF_8) : type + ":" + number;
    }

    /** Whether two texts are the same. */
    boolean hasTextOf(final Value other)
    {
        final int length = to - from;
        return length == other.to - other.from && Words.equals(text, from, other.text, other.from, length);
    }

    /** Whether {@code Boolean.valueOf} takes a text for true. */
    static boolean isTextOfTrue(final byte[] text, final int from, final int to)
    {
        return to - from == TRUE_LENGTH && (text[from] | 0x20) == 't' && (text[from + 1] | 0x20) == 'r'
            && (text[from + 2] | 0x20) == 'u' && (text[from + 3] | 0x20) == 'e';
    }

    /** Whether {@code Long.valueOf} takes the text; then it is {@link #longRead}. */
    boolean readLong()
    {
        if ((read & LONG_READ) == 0)
        {
            final int few = readFew();
            final boolean good = few >= 0 || reader.readLong(text, from, to);
            longRead = few >= 0 ? few : reader.longValue();
            read |= LONG_READ | (good ? LONG_GOOD : 0);
        }
        return (read & LONG_GOOD) != 0;
    }

    long longRead()
    {
        return longRead;
    }

    /** The number that the text is, if it has few digits and nothing else, as most have; else a negative one. */
    private int readFew()
    {
        if (to - from > FEW_DIGITS || to == from)
        {
            return -1;
        }
        final byte[] bytes = text;
        int few = 0;
        int at = from;
        // Asked this way the loop is not taken for a counted one, which is prepared for thousands of rounds.
        do
        {
            final int digit = bytes[at++] - '0';
            if (digit < 0 || digit > 9)
            {
                return -1;
            }
            few = 10 * few + digit;
        }
        while (to - at > 0);
        return few;
    }

    /** Whether {@code Double.valueOf} takes the text; then it is {@link #doubleRead}. */
    boolean readDouble()
    {
        if ((read & DOUBLE_READ) == 0)
        {
            final boolean good = reader.readDouble(text, from, to);
            doubleRead = reader.doubleValue();
            read |= DOUBLE_READ | (good ? DOUBLE_GOOD : 0);
        }
        return (read & DOUBLE_GOOD) != 0;
    }

    double doubleRead()
    {
        return doubleRead;
    }
}
