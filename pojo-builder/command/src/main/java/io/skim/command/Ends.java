package io.skim.command;

/**
 * The ends of a connection in one direction, each with its address and port. Their text is the name that captures have for the direction:
 * {@code 10.0.0.1:40000>10.0.0.2:10911} or {@code [::1]:40000>[::1]:10911}.
 *
 * @param from the end that sends.
 * @param to   the end that receives.
 */
public record Ends(String from, String to)
{
    private static final char BETWEEN = '>';
    private static final char PORT = ':';

    /** The ends of a direction with a name. */
    public static Ends of(final String connection)
    {
        final int middle = connection.indexOf(BETWEEN);
        return new Ends(connection.substring(0, middle), connection.substring(middle + 1));
    }

    /** The address of an end, one of IPv6 in brackets. */
    public static String address(final String end)
    {
        return end.substring(0, end.lastIndexOf(PORT));
    }

    /** The port of an end. */
    public static int port(final String end)
    {
        return Integer.parseInt(end.substring(end.lastIndexOf(PORT) + 1));
    }

    /** The other direction. */
    Ends reverse()
    {
        return new Ends(to, from);
    }

    /** The ports alone: {@code 40000>10911}. */
    String ports()
    {
        return from.substring(from.lastIndexOf(PORT) + 1) + BETWEEN + to.substring(to.lastIndexOf(PORT) + 1);
    }

    @Override
    public String toString()
    {
        return from + BETWEEN + to;
    }
}
