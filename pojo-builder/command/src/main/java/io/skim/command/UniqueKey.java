package io.skim.command;

import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The key that a client gives each message (property {@code UNIQ_KEY}), taken apart:
 *
 * <pre>
 * address 4 │ process 2 │ class loader 4 │ milliseconds of the month 4 │ counter 2      as 32 hex digits
 * </pre>
 *
 * A key does not tell the month; of the last two the one is meant that makes the key older than its reader.
 *
 * @param address of the sender, its lowest four bytes if it is longer.
 * @param process the lowest 16 bits of its number.
 * @param loader  the hash code of the client's class loader.
 * @param millis  since the first day of the month began, in the sender's time zone.
 * @param counter of the sender's messages.
 * @see "MessageClientIDSetter, release 5.5.1"
 */
record UniqueKey(String address, int process, int loader, int millis, int counter)
{
    private static final int LENGTH = 32;
    private static final int LONG_LENGTH = 56;

    /** Takes a key apart; null if it is none of those that clients make. */
    @Nullable
    static UniqueKey of(final String text)
    {
        if (text.length() != LENGTH && text.length() != LONG_LENGTH || !text.matches("[0-9A-Fa-f]+"))
        {
            return null;
        }
        final byte[] bytes = HexFormat.of().parseHex(text);
        final int rest = bytes.length - 12;
        return new UniqueKey(address(bytes, rest), number(bytes, rest, 2), number(bytes, rest + 2, 4),
            number(bytes, rest
                + 6, 4),
            number(bytes, rest + 10, 2));
    }

    private static String address(final byte[] bytes, final int length)
    {
        try
        {
            return java.net.InetAddress.getByAddress(java.util.Arrays.copyOf(bytes, length)).getHostAddress();
        }
        catch (final java.net.UnknownHostException e)
        {
            throw new IllegalStateException(e);
        }
    }

    private static int number(final byte[] bytes, final int from, final int length)
    {
        int number = 0;
        for (int k = from; k < from + length; k++)
        {
            number = number << Byte.SIZE | bytes[k] & 0xFF;
        }
        return number;
    }

    /** When the key was made, of a month: in milliseconds since 1970. */
    long time(final YearMonth month, final ZoneId zone)
    {
        final LocalDate first = month.atDay(1);
        return first.atStartOfDay(zone).toInstant().toEpochMilli() + millis;
    }

    /** {@code 10.0.0.1/4711/1a2b3c4d/05T12:00:00.123/7}: the day of the month, and the time of that day. */
    @Override
    public String toString()
    {
        final int day = millis / 86_400_000;
        final String clock = Times.clock(millis * 1_000L % 86_400_000_000L);
        return address + '/' + process + '/' + HexFormat.of().toHexDigits(loader) + "/day " + (day + 1) + ' ' + clock
            .substring(0, clock.length() - 3) + '/' + counter;
    }
}
