package io.skim.store.capture;

import java.util.Comparator;

/**
 * One direction of a TCP connection: who sends to whom.
 * <p>
 * Ordered, so that a map stays fast whose keys were chosen to share a hash.
 *
 * @param ipv6         whether the addresses take 16 bytes.
 * @param senderHigh   the first 8 of the 16 bytes.
 * @param senderLow    the others, or the 4 of IPv4.
 * @param receiverHigh the first 8 of the 16 bytes.
 * @param receiverLow  the others, or the 4 of IPv4.
 * @param ports        the sender's in the upper half, the receiver's in the lower.
 */
record Connection(boolean ipv6, long senderHigh, long senderLow, long receiverHigh, long receiverLow, int ports)
    implements Comparable<Connection>
{
    private static final Comparator<Connection> ORDER = Comparator.comparingLong(Connection::senderLow)
        .thenComparingLong(Connection::receiverLow)
        .thenComparingInt(Connection::ports)
        .thenComparingLong(Connection::senderHigh)
        .thenComparingLong(Connection::receiverHigh)
        .thenComparing(Connection::ipv6);

    private static final int GROUPS = 8;

    @Override
    public int compareTo(final Connection other)
    {
        return ORDER.compare(this, other);
    }

    /** The other direction. */
    Connection reverse()
    {
        return new Connection(ipv6, receiverHigh, receiverLow, senderHigh, senderLow, ports << 16 | ports >>> 16);
    }

    /** As {@code 10.0.0.1:40000>10.0.0.2:10911} or {@code [::1]:40000>[::1]:10911}. */
    @Override
    public String toString()
    {
        return address(senderHigh, senderLow) + ':' + (ports >>> 16) + '>' + address(receiverHigh, receiverLow) + ':'
            + (ports & 0xFFFF);
    }

    private String address(final long high, final long low)
    {
        if (ipv6)
        {
            return '[' + groups(high, low) + ']';
        }
        return (low >>> 24 & 0xFF) + "." + (low >>> 16 & 0xFF) + '.' + (low >>> 8 & 0xFF) + '.' + (low & 0xFF);
    }

    /** As RFC 5952 wants it: the longest run of two or more zeros, the first of several, is left out. */
    private static String groups(final long high, final long low)
    {
        int run = 0;
        int runLength = 1;
        for (int i = 0; i < GROUPS; i++)
        {
            int behind = i;
            while (behind < GROUPS && group(high, low, behind) == 0)
            {
                behind++;
            }
            if (behind - i > runLength)
            {
                run = i;
                runLength = behind - i;
            }
        }
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < GROUPS; i++)
        {
            if (runLength > 1 && i == run)
            {
                text.append("::");
                i += runLength - 1;
            }
            else
            {
                text.append(i == 0 || runLength > 1 && i == run + runLength ? "" : ":");
                text.append(Integer.toHexString(group(high, low, i)));
            }
        }
        return text.toString();
    }

    private static int group(final long high, final long low, final int i)
    {
        return (int)((i < 4 ? high : low) >>> 16 * (3 - i % 4)) & 0xFFFF;
    }
}
