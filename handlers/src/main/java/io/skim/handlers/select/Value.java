package io.skim.handlers.select;

import io.skim.bytes.NumberReader;
import io.skim.bytes.Words;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A value that nodes compare and compute with: the value of a slot in the current frame, an immutable constant, or the result of a
 * computation. A text is parsed as a number at most once.
 */
final class Value
{
    /** The type of a failure: the whole evaluation has failed. */
    static final int FAILED = -1;
    /** The frame does not have the value. */
    static final int ABSENT = 0;
    /** The value is null. */
    static final int NULL = 1;
    /** A boolean: the number is 1 or 0. */
    static final int BOOLEAN = 2;
    /** A whole number of int32; RocketMQ's dialect distinguishes it from int64. */
    static final int INT = 3;
    /** A whole number of int64. */
    static final int LONG = 4;
    /** A double: the number is its bits. */
    static final int DOUBLE = 5;
    /** A text: a part of the array. */
    static final int TEXT = 6;
    /** A value that equals nothing. */
    static final int OPAQUE = 7;
    /** A value of a type that is not decoded: each condition on it is unknown. */
    static final int UNDECODED = 8;

    static final Value FAILURE = of(FAILED, 0);
    static final Value NOTHING = of(NULL, 0);
    static final Value TRUE = of(BOOLEAN, 1);
    static final Value FALSE = of(BOOLEAN, 0);

    private static final int LONG_READ = 1;
    private static final int LONG_GOOD = 2;
    private static final int DOUBLE_READ = 4;
    private static final int DOUBLE_GOOD = 8;
    private static final int TRUE_LENGTH = 4;

    int type;
    long number;
    @SuppressWarnings("NullAway.Init") // a text sets it
    byte[] text;
    int from;
    int to;

    private @Nullable NumberReader reader;
    private int read;
    /** The number that {@link #readLong} has read, and that of {@link #readDouble}. */
    long longRead;
    double doubleRead;

    /** Makes an absent value; the thread's reader parses its texts. */
    Value(final @Nullable NumberReader reader)
    {
        this.reader = reader;
    }

    /** Makes a value that is not a text. */
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

    /** Makes a constant text, and parses it as a number now, because threads share it. */
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

    /** The verdict of a condition as a value. */
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

    /** Begins a text; forgets the number that was read from the earlier text. */
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
            // Only if it has changed: storing a reference costs a GC write barrier.
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

    /** The value as a condition: a boolean is its own verdict, a missing value is unknown, all others are false. */
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

    /** For people; null for no value. */
    @Nullable
    String shown()
    {
        return switch (type)
        {
            case ABSENT, NULL -> null;
            case BOOLEAN -> String.valueOf(number != 0);
            case INT, LONG -> String.valueOf(number);
            case DOUBLE -> String.valueOf(asDouble());
            case TEXT -> toString();
            default -> "a value that cannot be compared";
        };
    }

    /** The text of a value that is a text. */
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

    /** Whether {@code Boolean.valueOf} converts a text to true. */
    static boolean isTextOfTrue(final byte[] text, final int from, final int to)
    {
        return to - from == TRUE_LENGTH && (text[from] | 0x20) == 't' && (text[from + 1] | 0x20) == 'r'
            && (text[from + 2] | 0x20) == 'u' && (text[from + 3] | 0x20) == 'e';
    }

    /** Whether {@code Long.valueOf} accepts the text; the number is then {@link #longRead}. */
    @SuppressWarnings("NullAway") // a value with a text has a reader
    boolean readLong()
    {
        if ((read & LONG_READ) == 0)
        {
            final boolean good = reader.readLong(text, from, to);
            longRead = reader.longValue();
            read |= LONG_READ | (good ? LONG_GOOD : 0);
        }
        return (read & LONG_GOOD) != 0;
    }

    /** Whether {@code Double.valueOf} accepts the text; the number is then {@link #doubleRead}. */
    @SuppressWarnings("NullAway") // a value with a text has a reader
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
}
