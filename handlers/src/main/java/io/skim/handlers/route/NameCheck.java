package io.skim.handlers.route;

import io.skim.scan.Cursor;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * Checks the names of topics and groups in place, as the broker does: by their bytes, with a bitmap of the allowed characters,
 * and without creating text.
 *
 * <pre>
 * switch (check.topic(value))                                     // value: of a field in the ResourceMap
 * {
 *     case VALID -&gt; admit();
 *     case BLANK, ILLEGAL_CHARACTER, TOO_LONG -&gt; refuse();
 * }
 * </pre>
 *
 * Allowed are letters and digits of ASCII and {@code % | _ -}. A topic has up to {@value #MAX_TOPIC} of them, up to
 * {@value #MAX_DERIVED_TOPIC} if it begins with {@code %RETRY%} or {@code %DLQ%}, a group up to {@value #MAX_GROUP}. If
 * a name has several faults, the result is the first of blank, character, length. (The client's own check takes {@value #MAX_TOPIC}
 * characters of any topic, and release 5.3 takes groups of up to 255.)
 * <p>
 * Allocates nothing. One thread at a time, except the static methods.
 *
 * @see "TopicValidator.validateTopic and validateGroup, release 5.5.1"
 */
public final class NameCheck
{
    /** The most characters of a topic. */
    public static final int MAX_TOPIC = 127;
    /** The most characters of a topic that is derived from a group. */
    public static final int MAX_DERIVED_TOPIC = 255;
    /** The most characters of a group, so that derived topics have room for it. */
    public static final int MAX_GROUP = 120;

    /** What the topics of a group begin with. */
    static final byte[] RETRY = ascii("%RETRY%");
    static final byte[] DEAD_LETTERS = ascii("%DLQ%");

    private static final long LOW_ALLOWED = bits(0);
    private static final long HIGH_ALLOWED = bits(Long.SIZE);
    private static final byte[] SYSTEM = ascii("rmq_sys_");
    private static final byte[][] SYSTEM_TOPICS =
        {ascii("TBW102"), ascii("BenchmarkTest"), ascii("RMQ_SYS_TRACE_TOPIC"), ascii("CHECKPOINT_TOPIC"),
            ascii("SCHEDULE_TOPIC_XXXX"), ascii("RMQ_SYS_TRANS_HALF_TOPIC"), ascii("RMQ_SYS_TRANS_OP_HALF_TOPIC"),
            ascii("TRANS_CHECK_MAX_TIME_TOPIC"), ascii("SELF_TEST_TOPIC"), ascii("OFFSET_MOVED_EVENT"),
            ascii("RMQ_SYS_ROCKSDB_TRANS_HALF_TOPIC"), ascii("RMQ_SYS_ROCKSDB_TRANS_OP_HALF_TOPIC")};

    private final byte[] text = new byte[MAX_DERIVED_TOPIC];

    /** The result of a check. */
    public enum Verdict
    {
        /** The broker accepts it. */
        VALID,
        /** It is missing, is empty, or has only blanks. */
        BLANK,
        /** It has a character that is not allowed. */
        ILLEGAL_CHARACTER,
        /** It is too long. */
        TOO_LONG
    }

    /** Makes a check of values in frames. */
    public NameCheck()
    {
    }

    static byte[] ascii(final String text)
    {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static long bits(final int from)
    {
        return "%|_-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".chars().filter(letter -> letter
            >= from && letter < from + Long.SIZE).mapToLong(letter -> 1L << letter).reduce(0, (all, bit) -> all | bit);
    }

    /**
     * Checks a topic in a frame.
     *
     * @param value a text of either encoding, also with escapes; a cursor on null is blank.
     * @return the broker's result; too long for every text with more bytes than any allowed name.
     */
    public Verdict topic(final Cursor value)
    {
        final int length = copy(value);
        return length < 0 ? Verdict.TOO_LONG : topic(text, 0, length);
    }

    /**
     * Checks a group in a frame.
     *
     * @param value a text of either encoding, also with escapes; a cursor on null is blank.
     * @return the broker's result; too long for every text with more bytes than any allowed name.
     */
    public Verdict group(final Cursor value)
    {
        final int length = copy(value);
        return length < 0 ? Verdict.TOO_LONG : group(text, 0, length);
    }

    /** The length of the text, or -1 if it is longer than any name that is allowed. */
    private int copy(final Cursor value)
    {
        if (value.isNull())
        {
            return 0;
        }
        return value.copyTo(text, 0);
    }

    /**
     * Checks a topic.
     *
     * @param utf8   array that holds it.
     * @param offset in {@code utf8}, in bytes, of its first byte.
     * @param length of it in bytes.
     * @return the broker's result.
     * @throws IndexOutOfBoundsException if it is not inside the array.
     */
    public static Verdict topic(final byte[] utf8, final int offset, final int length)
    {
        final Verdict verdict = check(utf8, offset, length, MAX_TOPIC);
        return verdict == Verdict.TOO_LONG && length <= MAX_DERIVED_TOPIC && (startsWith(utf8, offset, length, RETRY)
            || startsWith(utf8, offset, length, DEAD_LETTERS)) ? Verdict.VALID : verdict;
    }

    /**
     * Checks a group.
     *
     * @param utf8   array that holds it.
     * @param offset in {@code utf8}, in bytes, of its first byte.
     * @param length of it in bytes.
     * @return the broker's result.
     * @throws IndexOutOfBoundsException if it is not inside the array.
     */
    public static Verdict group(final byte[] utf8, final int offset, final int length)
    {
        return check(utf8, offset, length, MAX_GROUP);
    }

    private static Verdict check(final byte[] utf8, final int offset, final int length, final int most)
    {
        Objects.checkFromIndexSize(offset, length, utf8.length);
        for (int i = offset; i < offset + length; i++)
        {
            final byte letter = utf8[i];
            if (((letter < Long.SIZE ? LOW_ALLOWED : HIGH_ALLOWED) >>> letter & 1) == 0 || letter < 0)
            {
                return isBlank(utf8, offset, length) ? Verdict.BLANK : Verdict.ILLEGAL_CHARACTER;
            }
        }
        return length == 0 ? Verdict.BLANK : length > most ? Verdict.TOO_LONG : Verdict.VALID;
    }

    /** Whether a name has only blanks of ASCII. Other blanks are characters that are not allowed. */
    private static boolean isBlank(final byte[] utf8, final int offset, final int length)
    {
        boolean blank = true;
        for (int i = offset; i < offset + length && blank; i++)
        {
            blank = utf8[i] >= 0 && Character.isWhitespace(utf8[i]);
        }
        return blank;
    }

    static boolean startsWith(final byte[] utf8, final int offset, final int length, final byte[] prefix)
    {
        return length >= prefix.length && Arrays.equals(utf8, offset, offset + prefix.length, prefix, 0, prefix.length);
    }

    /**
     * Whether a topic is one of the broker's own.
     *
     * @param utf8   array that holds it.
     * @param offset in {@code utf8}, in bytes, of its first byte.
     * @param length of it in bytes.
     * @return true also for every topic that begins with {@code rmq_sys_}.
     * @throws IndexOutOfBoundsException if it is not inside the array.
     * @see "TopicValidator.isSystemTopic, release 5.5.1"
     */
    public static boolean isSystemTopic(final byte[] utf8, final int offset, final int length)
    {
        Objects.checkFromIndexSize(offset, length, utf8.length);
        return startsWith(utf8, offset, length, SYSTEM) || isOneOf(utf8, offset, length, SYSTEM_TOPICS);
    }

    private static boolean isOneOf(final byte[] utf8, final int offset, final int length, final byte[]... names)
    {
        for (final byte[] name : names)
        {
            if (name.length == length && startsWith(utf8, offset, length, name))
            {
                return true;
            }
        }
        return false;
    }
}
