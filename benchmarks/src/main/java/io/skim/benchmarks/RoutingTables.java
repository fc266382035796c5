package io.skim.benchmarks;

import io.skim.handlers.route.RouteTable;
import io.skim.scan.remoting.RemotingInterest;

/**
 * Tables of routes for the captured frames: the rule that selects some of them is the last one, so that all others are in
 * vain.
 */
final class RoutingTables
{
    private static final int RULES = 200;
    private static final int MORE_PROPERTIES = 18;
    private static final String LAST = "TAGS = 'TagA' AND num > 8";

    private RoutingTables()
    {
    }

    /** The last rule alone. */
    static RouteTable<Integer, RemotingInterest> one()
    {
        return RouteTable.<Integer>remoting(0).sql(LAST, 1).build();
    }

    /** Two hundred rules over twenty properties, each an equality. */
    static RouteTable<Integer, RemotingInterest> equalities()
    {
        final RouteTable.Builder<Integer, RemotingInterest> table = RouteTable.remoting(0);
        for (int i = 0; i < RULES - 1; i++)
        {
            table.sql(property(i) + " = 'no-" + i + "'", 2);
        }
        return table.sql(LAST, 1).build();
    }

    /** Two hundred rules over twenty properties: equalities, sets, ranges, parts of texts, and conjunctions. */
    static RouteTable<Integer, RemotingInterest> mixed()
    {
        final RouteTable.Builder<Integer, RemotingInterest> table = RouteTable.remoting(0);
        for (int i = 0; i < RULES - 1; i++)
        {
            final String property = property(i);
            table.sql(switch (i % 7)
            {
                case 0 -> property + " = 'no-" + i + "'";
                case 1 -> property + " IN ('no-" + i + "', 'nor-" + i + "')";
                case 2 -> "num > " + (100 + i) + " AND " + property + " IS NOT NULL";
                case 3 -> property + " = 'no-" + i + "' AND TAGS = 'TagB'";
                case 4 -> property + " CONTAINS 'no-" + i + "'";
                case 5 -> property + " STARTSWITH 'no-" + i + "' OR " + property + " ENDSWITH '-nor-" + i + "'";
                default -> "num BETWEEN " + (200 + i) + " AND " + (300 + i) + " OR " + property + " = 'nor-" + i + "'";
            }, 2);
        }
        return table.sql(LAST, 1).build();
    }

    /** What the tables read of a frame, wherever it is merged with what others read. */
    static RemotingInterest.Builder properties(final RemotingInterest.Builder interest, final int firstId)
    {
        for (int property = 0; property < MORE_PROPERTIES + 2; property++)
        {
            interest.property(property(property), firstId + property);
        }
        return interest;
    }

    /** Twenty properties in all, of which some are in the frames. */
    private static String property(final int rule)
    {
        final int property = rule % (MORE_PROPERTIES + 2);
        return switch (property)
        {
            case 0 -> "TAGS";
            case 1 -> "num";
            case 2 -> "KEYS";
            case 3 -> "UNIQ_KEY";
            case 4 -> "WAIT";
            case 5 -> "seq";
            case 6 -> "p0";
            case 7 -> "p1";
            case 8 -> "BUYER_ID";
            default -> "tenant" + property;
        };
    }
}
