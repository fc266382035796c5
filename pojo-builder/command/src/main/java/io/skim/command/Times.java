package io.skim.command;

import io.skim.store.capture.CaptureReader;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * Times of captures, in microseconds since 1970, and their texts.
 */
public final class Times
{
    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final long SECONDS_PER_DAY = 86_400;
    /** So many seconds are shown as minutes, and so many minutes as hours. */
    private static final int LONG = 120;
    private static final int NANOS_PER_MICRO = 1_000;
    private static final int DIGITS = 6;

    private Times()
    {
    }

    /** Whether a time is known. */
    public static boolean isKnown(final long time)
    {
        return time != CaptureReader.NO_TIME;
    }

    /** How long something took, in microseconds; -1 if that is not known, as where a clock was set back meanwhile. */
    public static long between(final long begin, final long end)
    {
        return isKnown(begin) && end >= begin ? end - begin : -1;
    }

    /** As RFC 3339 has it, in UTC: {@code 2026-03-01T12:00:00.000001Z}. */
    static String text(final long time)
    {
        final LocalDateTime at = at(time);
        final StringBuilder text = new StringBuilder(32);
        date(at, text);
        clock(at, text.append('T'));
        return text.append('Z').toString();
    }

    /** The date in UTC: {@code 2026-03-01}. */
    static String date(final long time)
    {
        final StringBuilder text = new StringBuilder(16);
        date(at(time), text);
        return text.toString();
    }

    private static void date(final LocalDateTime at, final StringBuilder text)
    {
        number(at.getYear(), 4, text);
        number(at.getMonthValue(), 2, text.append('-'));
        number(at.getDayOfMonth(), 2, text.append('-'));
    }

    /** The number of a day, in UTC. */
    static long day(final long time)
    {
        return Math.floorDiv(time, MICROS_PER_SECOND * SECONDS_PER_DAY);
    }

    /** The time of the day, UTC: {@code 12:00:00.000001}. */
    static String clock(final long time)
    {
        final StringBuilder text = new StringBuilder(16);
        clock(at(time), text);
        return text.toString();
    }

    private static void clock(final LocalDateTime at, final StringBuilder text)
    {
        number(at.getHour(), 2, text);
        number(at.getMinute(), 2, text.append(':'));
        number(at.getSecond(), 2, text.append(':'));
        number(at.getNano() / NANOS_PER_MICRO, DIGITS, text.append('.'));
    }

    private static LocalDateTime at(final long time)
    {
        return LocalDateTime.ofEpochSecond(Math.floorDiv(time, MICROS_PER_SECOND), (int)Math.floorMod(time,
            MICROS_PER_SECOND) * NANOS_PER_MICRO, ZoneOffset.UTC);
    }

    private static void number(final int number, final int digits, final StringBuilder text)
    {
        final String plain = Integer.toString(number);
        for (int k = plain.length(); k < digits; k++)
        {
            text.append('0');
        }
        text.append(plain);
    }

    /** The time that a text of RFC 3339 tells, in microseconds since 1970. */
    static long parse(final String text)
    {
        final Instant instant = Instant.from(java.time.format.DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(text));
        return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), MICROS_PER_SECOND), instant.getNano()
            / NANOS_PER_MICRO);
    }

    /** A duration for people, with three digits: {@code 850us}, {@code 1.25ms}, {@code 12.0s}, {@code 34.1min}. */
    static String duration(final long micros)
    {
        if (Math.abs(micros) < 1_000)
        {
            return micros + "us";
        }
        // What would be rounded to 1000 has the next unit.
        if (Math.abs(micros) < MICROS_PER_SECOND - 500)
        {
            return digits(micros / 1_000.0) + "ms";
        }
        final double seconds = micros / (double)MICROS_PER_SECOND;
        return Math.abs(seconds) < LONG ? digits(seconds) + "s" : Math.abs(seconds) < 60 * LONG ? digits(seconds / 60)
            + "min" : digits(seconds / 3_600) + "h";
    }

    private static String digits(final double number)
    {
        final double size = Math.abs(number);
        return String.format(java.util.Locale.ROOT, size < 9.995 ? "%.2f" : size < 99.95 ? "%.1f" : "%.0f", number);
    }
}
