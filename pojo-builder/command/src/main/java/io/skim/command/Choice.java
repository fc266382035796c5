package io.skim.command;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.DateTimeException;
import java.time.LocalTime;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/**
 * Which frames or messages a command takes, by where and when they were sent and how many there are.
 */
final class Choice
{
    /** In the list of options: behind those of the command itself. */
    private static final int ORDER = 50;
    private static final Pattern IPV4 = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}(:[0-9]+)?");
    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f]*:[0-9A-Fa-f:.]*:[0-9A-Fa-f.]*");

    @Option(names = "--connection", paramLabel = "A>B|N", order = ORDER,
        description = "Only this connection of a capture, as connection names it or by its number, which skim follow lists:"
            + " both its directions.")
    private @Nullable String connection;

    @Option(names = "--port", paramLabel = "N", order = ORDER,
        description = "Only connections of a capture with this port at either end.")
    private @Nullable Integer port;

    @Option(names = "--peer", paramLabel = "ADDRESS", order = ORDER,
        description = "Only connections of a capture with this address at either end: 10.0.0.1, 10.0.0.1:10911, ::1.")
    private @Nullable String peer;

    @Option(names = "--since", paramLabel = "TIME", order = ORDER, converter = MomentConverter.class,
        description = "Only what a capture has from this time on: 2026-03-01T12:00:00.5Z, or 12:00:00.5 (UTC) of any day.")
    private @Nullable Moment since;

    @Option(names = "--until", paramLabel = "TIME", order = ORDER, converter = MomentConverter.class,
        description = "Only what a capture has before this time.")
    private @Nullable Moment until;

    @Option(names = "--sample", paramLabel = "N", order = ORDER,
        description = "Of those that are chosen take every Nth only, beginning with the first.")
    private @Nullable Long sample;

    @Option(names = "--limit", paramLabel = "N", order = ORDER, description = "Stop after N of them.")
    private @Nullable Long limit;

    private long chosen;
    private long taken;
    /** Of connections: whether there was one, and one that is chosen. */
    private boolean asked;
    private boolean found;

    /** A time, of one day or of each. */
    record Moment(boolean everyDay, long micros)
    {
        private static final long DAY = 86_400_000_000L;

        /** Of the same kind, to be compared. */
        long of(final long time)
        {
            return everyDay ? Math.floorMod(time, DAY) : time;
        }

        /** Whether no time is between this and an end. From 23:00 to 01:00 is the night, and dates and times of any day can meet. */
        boolean excludes(final Moment end)
        {
            return micros == end.micros && everyDay == end.everyDay
                || micros > end.micros && !everyDay && !end.everyDay;
        }
    }

    /** Reads times. */
    static final class MomentConverter implements ITypeConverter<Moment>
    {
        @Override
        public Moment convert(final String text)
        {
            try
            {
                return text.indexOf('T') < 0 ? new Moment(true, LocalTime.parse(text).toNanoOfDay() / 1_000)
                    : new Moment(false, Times.parse(text));
            }
            catch (final DateTimeException | ArithmeticException e)
            {
                throw new TypeConversionException("'" + text
                    + "' is no time as 2026-03-01T12:00:00.5Z or 12:00:00.5 (UTC)");
            }
        }
    }

    /** What is wrong with the options, or null. */
    @Nullable
    String wrong()
    {
        if (sample != null && sample < 1)
        {
            return "--sample takes a number from 1, not " + sample;
        }
        if (limit != null && limit < 0)
        {
            return "--limit takes a number from 0, not " + limit;
        }
        if (since != null && until != null && since.excludes(until))
        {
            return "nothing is between --since and --until: the second has to be later";
        }
        if (peer != null && !isAddress(peer))
        {
            return "--peer takes an address as captures have it, 10.0.0.1, 10.0.0.1:10911 or ::1, and not the name '"
                + peer
                + "': skim follow lists the addresses";
        }
        return port != null && (port < 0 || port > 65_535) ? "--port takes a number from 0 to 65535, not " + port
            : null;
    }

    /** Whether anything depends on the connection or time of a frame, which only captures tell. */
    boolean isOfCaptures()
    {
        return connection != null || port != null || peer != null || isOfTimes();
    }

    /**
     * Whether to read a direction of a connection. It is remembered for {@link #missesAllConnections}.
     *
     * @param name   {@code 10.0.0.1:40000>10.0.0.2:10911}.
     * @param number of the connection, counted over all captures.
     */
    boolean takesConnection(final String name, final long number)
    {
        final Ends ends = Ends.of(name);
        final boolean takes =
            (connection == null || connection.equals(String.valueOf(number)) || connection.equals(name)
                || connection.equals(ends.reverse().toString()))
                && (port == null || Ends.port(ends.from()) == port || Ends.port(ends.to()) == port)
                && (peer == null || isPeer(ends.from()) || isPeer(ends.to()));
        asked = true;
        found |= takes;
        return takes;
    }

    /** Whether there were connections, and none of them is chosen. */
    boolean missesAllConnections()
    {
        return asked && !found && !isDone();
    }

    /** Whether some could have been taken, and none was. */
    boolean misses()
    {
        return taken == 0 && !isDone();
    }

    private boolean isPeer(final String end)
    {
        final String address = Ends.address(end);
        final String plain = address.replace("[", "").replace("]", "");
        return List.of(end, address, plain).contains(peer) || peer != null && isSameIpv6(plain, peer);
    }

    /** Whether a text may be an address, with or without a port. */
    private static boolean isAddress(final String text)
    {
        final int behind = text.startsWith("[") ? text.indexOf(']') : -1;
        return IPV4.matcher(text).matches() || IPV6.matcher(behind < 0 ? text : text.substring(1, behind)).matches();
    }

    /** An address of IPv6 has several texts: ::1 is 0:0:0:0:0:0:0:1. */
    private static boolean isSameIpv6(final String one, final String other)
    {
        try
        {
            // Nobody is asked for what looks like that.
            return IPV6.matcher(one).matches() && IPV6.matcher(other).matches()
                && InetAddress.getByName(one).equals(InetAddress.getByName(other));
        }
        catch (final UnknownHostException e)
        {
            return false;
        }
    }

    /** Whether to take a frame; counts those that are chosen. */
    boolean takes(final long time)
    {
        if (isDone() || !isInTime(time))
        {
            return false;
        }
        if (sample != null && chosen++ % sample != 0)
        {
            return false;
        }
        taken++;
        return true;
    }

    /** Whether anything depends on times. */
    boolean isOfTimes()
    {
        return since != null || until != null;
    }

    /** Whether a time is one that is chosen. */
    boolean isInTime(final long time)
    {
        if (!isOfTimes())
        {
            return true;
        }
        if (!Times.isKnown(time))
        {
            return false;
        }
        final boolean begun = since == null || since.of(time) >= since.micros();
        final boolean ended = until != null && until.of(time) >= until.micros();
        // From 23:00 to 01:00 is over midnight.
        final boolean overnight = since != null && until != null && since.everyDay() && until.everyDay()
            && since.micros() > until.micros();
        return overnight ? begun || !ended : begun && !ended;
    }

    /** Whether no further frame is taken. */
    boolean isDone()
    {
        return limit != null && taken >= limit;
    }

    /** Whether one connection was named. */
    boolean isOfOneConnection()
    {
        return connection != null;
    }

    /** Whether there is any. */
    boolean isGiven()
    {
        return connection != null || port != null || peer != null || since != null || until != null || sample != null
            || limit != null;
    }
}
