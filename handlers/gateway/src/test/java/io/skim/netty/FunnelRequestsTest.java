package io.skim.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FunnelRequestsTest
{
    private static final FunnelLink CLIENT = new FunnelLink(null, null);

    private static int digits(final int opaque)
    {
        return String.valueOf(opaque).length();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 64, 1_000})
    void everyOpenRequestIsFoundByItsOpaqueAndNoOther(final int window)
    {
        final FunnelRequests requests = new FunnelRequests(window);
        final Map<Integer, Integer> open = new HashMap<>();
        final List<Integer> order = new ArrayList<>();
        final Random random = new Random(window);
        for (int i = 0; i < 20_000; i++)
        {
            if (open.size() < window && (open.isEmpty() || random.nextBoolean()))
            {
                final int fresh = requests.add(CLIENT, i, i % 2 == 0, random.nextInt(12), i);
                assertEquals(null, open.put(fresh, i), "given twice: " + fresh);
                order.add(fresh);
            }
            else
            {
                final int answered = order.remove(random.nextInt(order.size()));
                final int place = requests.find(answered);
                assertEquals(open.remove(answered), requests.opaque(place));
                assertEquals(requests.opaque(place) % 2 == 0, requests.isBinary(place));
                assertSame(CLIENT, requests.owner(place));
                requests.remove(place);
                assertEquals(-1, requests.find(answered));
            }
            assertEquals(open.size(), requests.size());
        }
    }

    @Test
    void opaquesHaveAsManyDigitsAsTheClientsWhereThereAreEnoughOfThem()
    {
        final FunnelRequests requests = new FunnelRequests(1_000);
        for (int digits = 1; digits <= 11; digits++)
        {
            for (int i = 0; i < 10_000; i++)
            {
                final int fresh = requests.add(CLIENT, i, false, digits, 0);
                assertEquals(digits >= 5 && digits <= 10 ? digits : 10, digits(fresh), "of " + digits + " digits");
                assertNotEquals(FunnelRequests.oneway(digits), fresh);
                requests.remove(requests.find(fresh));
            }
        }
    }

    @Test
    void anExpiredRequestsPlaceGivesOutOnlyOpaquesThatDoNotComeBack()
    {
        final FunnelRequests requests = new FunnelRequests(2);
        final int late = requests.add(CLIENT, 1, false, 5, 0);
        final int place = requests.find(late);
        assertFalse(requests.expire(place, 0));
        assertTrue(requests.expire(place, 1));
        assertEquals(0, requests.size());
        assertEquals(-1, requests.find(late));
        final Set<Integer> given = new HashSet<>();
        for (int i = 0; i < 100_000; i++)
        {
            final int fresh = requests.add(CLIENT, i, false, 5, 0);
            if ((fresh & 1) == (late & 1))
            {
                assertEquals(10, digits(fresh));
                assertTrue(given.add(fresh));
            }
            requests.remove(requests.find(fresh));
        }
        requests.clear();
        assertEquals(5, digits(requests.add(CLIENT, 1, false, 5, 0)));
    }

    @Test
    void aPlaceIsUsedAgainAsLateAsPossible()
    {
        final FunnelRequests requests = new FunnelRequests(8);
        final Set<Integer> places = new HashSet<>();
        for (int i = 0; i < 8; i++)
        {
            final int fresh = requests.add(CLIENT, i, false, 0, 0);
            places.add(fresh & 7);
            requests.remove(requests.find(fresh));
        }
        assertEquals(8, places.size());
    }
}
