package io.skim.command;

import org.jspecify.annotations.Nullable;

/**
 * One line for a person: what a frame or delivery is, in columns, and behind them as many of its facts as there is room
 * for. A line with the date stands in front of the first time, and of each one of another day than the one before. Used again for the
 * next line.
 * <pre>
 *     2026-03-01 (UTC)
 * 12  12:00:00.000350  40000>10911  -> SEND_MESSAGE_V2              1,204        TopicTest  queueId=3 TAGS=A
 * 13  12:00:00.000600  10911>40000  <- SUCCESS SEND_MESSAGE_V2        312  250us TopicTest  queueOffset=9
 * </pre>
 */
final class TextLine
{
    private static final int NUMBER = 6;
    private static final int CLOCK = 15;
    private static final int CLOCK_TO_MILLISECONDS = 12;
    private static final int CLOCK_TO_SECONDS = 8;
    private static final int PORTS = 11;
    private static final int ADDRESSES = 43;
    private static final int NAME = 34;
    private static final int NARROW_NAME = 24;
    /** With an arrow; of less nothing is left that tells. */
    private static final int LEAST_NAME = 6;
    private static final int SIZE = 9;
    private static final int LATENCY = 7;
    private static final int GREATEST_FACT = 64;
    /** Of a fact, in units of UTF-16. */
    private static final int MOST_UNITS = 2 * GREATEST_FACT;
    /** From that width on there is room for addresses, and for long names. */
    private static final int WIDE = 150;
    private static final int MIDDLE = 100;
    /** Below that width there is no room for milliseconds. */
    private static final int NARROW = 70;

    private final Screen screen;
    private final StringBuilder date = new StringBuilder();
    private final StringBuilder head = new StringBuilder();
    private final StringBuilder tail = new StringBuilder();
    /** Of the last time; none yet. */
    private long day = Long.MIN_VALUE;

    TextLine(final Screen screen)
    {
        this.screen = screen;
    }

    /**
     * Begins a line.
     *
     * @param i      the number of the frame or delivery.
     * @param time   in microseconds since 1970, if it is known.
     * @param source where it comes from.
     */
    void begin(final long i, final long time, final Source source)
    {
        date.setLength(0);
        head.setLength(0);
        tail.setLength(0);
        right(Long.toString(i), NUMBER);
        if (source.connection() != null)
        {
            if (Times.isKnown(time) && Times.day(time) != day)
            {
                day = Times.day(time);
                date.append(" ".repeat(NUMBER + 1)).append(Times.date(time)).append(" (UTC)\n");
            }
            final int clock = screen.width() >= MIDDLE ? CLOCK : screen.width() >= NARROW ? CLOCK_TO_MILLISECONDS
                : CLOCK_TO_SECONDS;
            head.append(Times.isKnown(time) ? Times.clock(time).substring(0, clock) : Screen.pad("-", clock))
                .append(' ');
            final boolean wide = screen.width() >= WIDE;
            head.append(
                Screen.pad(wide ? source.connection() : Ends.of(source.connection()).ports(), wide ? ADDRESSES : PORTS))
                .append(' ');
        }
    }

    /** What it is. */
    void name(final String arrow, final String name, final boolean error)
    {
        name(arrow, name, null, error);
    }

    /** What it is, and how that ended, which there is always room for; null if it is as usual. */
    void name(final String arrow, final String name, final @Nullable String result, final boolean error)
    {
        final int room = screen.width() >= MIDDLE ? NAME : NARROW_NAME;
        final String begin = arrow + ' ' + part(name);
        final String end = result == null ? "" : ' ' + part(result);
        final int rest = room - Screen.columns(end);
        final String padded = rest < LEAST_NAME ? Screen.pad(arrow + end, room)
            : Screen.pad(Screen.cut(begin, rest) + end, room);
        head.append(error ? screen.red(padded) : padded).append(' ');
    }

    /** How long it is, in bytes, if there is room for that. */
    void size(final long bytes)
    {
        if (screen.width() >= MIDDLE)
        {
            right(number(bytes), SIZE);
        }
    }

    /** How long the answer took, in microseconds; less than 0 if that is not known. */
    void latency(final long micros)
    {
        right(micros < 0 ? "" : Times.duration(micros), LATENCY);
    }

    /** The topic or address; may be null. */
    void place(final @Nullable String name)
    {
        if (name != null)
        {
            tail.append(part(name)).append("  ");
        }
    }

    /** Whether there is room for more facts. */
    boolean hasRoom()
    {
        return tail.length() < Screen.GREATEST;
    }

    /** A fact. */
    void fact(final String name, final String value)
    {
        if (hasRoom())
        {
            tail.append(part(name)).append('=').append(part(value)).append(' ');
        }
    }

    /** As much of a text as a line has room for. Marks take no room, so that their number is limited too. */
    private static String part(final String text)
    {
        return Screen.cut(Screen.printable(text.substring(0, Math.min(MOST_UNITS, text.length()))), GREATEST_FACT);
    }

    private void right(final String text, final int columns)
    {
        head.append(" ".repeat(Math.max(0, columns - text.length()))).append(text).append(' ');
    }

    private static String number(final long number)
    {
        final String plain = Long.toString(number);
        final StringBuilder text = new StringBuilder(plain);
        for (int at = plain.length() - 3; at > 0; at -= 3)
        {
            text.insert(at, ',');
        }
        return text.toString();
    }

    /** The line, with a line feed behind it, and the date in front of it where that is another one. */
    String text()
    {
        final String plain = head.toString().replaceAll("\033\\[[0-9;]*m", "");
        final int room = screen.width() - Screen.columns(plain);
        if (room < 0)
        {
            return date + Screen.cut(plain.stripTrailing(), screen.width()) + '\n';
        }
        return date + (head + Screen.cut(tail.toString().stripTrailing(), room)).stripTrailing() + '\n';
    }
}
