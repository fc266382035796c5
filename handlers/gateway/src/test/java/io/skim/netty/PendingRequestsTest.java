package io.skim.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.FrameView;
import io.skim.scan.remoting.RemotingHeaderView;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.Settings;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The table of requests is what a map of theirs would be, with bounds. */
class PendingRequestsTest
{
    private static final int CAPACITY = 200;

    private record Waiting(int code, int mark, long time, String name)
    {
    }

    private final Random random = new Random(Settings.seed());

    private static RemotingHeaderView header(final String name)
    {
        final RemotingHeaderView header = new RemotingHeaderView();
        assertTrue(
            header.wrap(new FrameView().wrap(Frames.binary(10, null, "", "topic", name)), RemotingScanner.interest()
                .entry("topic", 0).build()));
        return header;
    }

    @Test
    void isAMapFromOpaquesToRequests()
    {
        final PendingRequests table = new PendingRequests(CAPACITY);
        final Map<Integer, Waiting> expected = new HashMap<>();
        final RemotingHeaderView[] names = {header("Orders"), header("Zahlungen \u00e4"), header("x".repeat(255))};
        int refused = 0;
        for (int step = 0; step < 200_000; step++)
        {
            // Few opaques repeat, many fill the table, and those with the same low bits meet in one place: all in turn.
            final int opaque = switch (step / 20_000 % 3)
            {
                case 0 -> random.nextInt(150) - 50;
                case 1 -> random.nextInt(100_000) - 50;
                default -> random.nextInt(300) << 20;
            };
            switch (random.nextInt(step / 10_000 % 2 == 0 ? 3 : 6))
            {
                case 0, 1 ->
                {
                    final Waiting waiting =
                        new Waiting(random.nextInt(), random.nextInt(8), step, names[step % 3].toText(0));
                    final boolean added = table.add(opaque, waiting.code, waiting.mark, step);
                    assertEquals(expected.size() < CAPACITY || expected.containsKey(opaque), added);
                    refused += added ? 0 : 1;
                    table.name(names[step % 3].value(0));
                    if (added)
                    {
                        expected.put(opaque, waiting);
                    }
                }
                case 5 ->
                {
                    final long before = step - 2_000;
                    final int size = expected.size();
                    expected.values().removeIf(waiting -> waiting.time < before);
                    assertEquals(size - expected.size(), table.expire(before));
                }
                default ->
                {
                    final Waiting waiting = expected.remove(opaque);
                    assertEquals(waiting != null, table.peek(opaque));
                    assertEquals(waiting != null, table.take(opaque));
                    if (waiting != null)
                    {
                        assertEquals(opaque, table.opaque());
                        assertEquals(waiting, new Waiting(table.code(), table.mark(), table.time(), table.name()));
                        assertTrue(table.hasName(waiting.name.getBytes(StandardCharsets.UTF_8)));
                    }
                }
            }
            assertEquals(expected.size(), table.size());
        }
        assertTrue(refused > 100, refused + " refused");
        final Set<Integer> odd = new HashSet<>();
        final int taken = table.takeAll(mark -> mark % 2 == 1, () -> {
            assertEquals(1, table.mark() % 2);
            odd.add(table.opaque());
        });
        assertEquals(odd.size(), taken);
        expected.forEach((opaque, waiting) -> assertEquals(waiting.mark % 2 == 1, odd.contains(opaque)));
        assertEquals(expected.size() - taken, table.size());
    }

    @Test
    void aNameIsForgottenWithItsRequestAndALongOneIsNotKept()
    {
        final PendingRequests table = new PendingRequests(2);
        table.add(1, 10, 0, 0);
        table.name(header("Orders").value(0));
        assertTrue(table.take(1));
        assertEquals("Orders", table.name());
        final byte[] copy = new byte[PendingRequests.MOST_NAME];
        assertEquals("Orders", new String(copy, 0, table.copyName(copy), StandardCharsets.US_ASCII));
        table.add(1, 10, 0, 0);
        assertTrue(table.take(1));
        assertEquals("", table.name());
        table.add(1, 10, 0, 0);
        table.name(header("x".repeat(256)).value(0));
        assertTrue(table.take(1));
        assertEquals("", table.name());
        assertFalse(table.hasName("x".getBytes(StandardCharsets.US_ASCII)));
    }

    @Test
    void allocatesNothingOnceItHasGrown()
    {
        allocatesNothing(1);
        allocatesNothing(1 << 16);
    }

    private static void allocatesNothing(final int step)
    {
        final PendingRequests table = new PendingRequests(CAPACITY);
        final RemotingHeaderView name = header("Orders");
        assertEquals(0, Allocations.by(() -> {
            for (int number = 0; number < CAPACITY; number++)
            {
                table.add(number * step, number, 0, number);
                table.name(name.value(0));
            }
            for (int number = 0; number < CAPACITY; number++)
            {
                table.take(number * step);
            }
        }, 100, 100));
    }

    @Test
    void refusesACapacityOutsideItsBounds()
    {
        assertThrows(IllegalArgumentException.class, () -> new PendingRequests(0));
        assertThrows(IllegalArgumentException.class, () -> new PendingRequests((1 << 20) + 1));
    }
}
