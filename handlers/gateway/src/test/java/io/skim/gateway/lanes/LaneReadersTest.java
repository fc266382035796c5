package io.skim.gateway.lanes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.gateway.config.ConfigFiles;
import io.skim.gateway.config.GatewayConfig.Lane;
import io.skim.gateway.config.GatewayConfig.Operation;
import io.skim.gateway.config.GatewayConfig.Place;
import io.skim.gateway.config.GatewayConfig.Edit;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LaneReadersTest
{
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final Object BROKER = new Object();
    private static final List<Lane> LANES = ConfigFiles.with("""
        lanes:
          - {name: gray, match: {clients: 10.9.0.0/16}}
          - {name: blue, match: {clients: 10.8.0.0/16}}
        """).lanes();

    private final LaneReaders readers = new LaneReaders();
    private final LaneReaders.Client client = readers.client();

    private static LaneReaders.Place place(final Object broker, final String topic)
    {
        final byte[] utf8 = topic.getBytes(StandardCharsets.UTF_8);
        return new LaneReaders.Place().at(broker, utf8, 0, utf8.length);
    }

    private static void read(final LaneReaders.Client client, final int lane, final String topic, final String group,
        final int queue, final long now)
    {
        final byte[] utf8 = ("xx" + group).getBytes(StandardCharsets.UTF_8);
        client.read(LANES.get(lane), place(BROKER, topic), utf8, 2, utf8.length - 2, queue, now);
    }

    /** The groups of both lanes that read a queue. */
    private String reading(final Object broker, final String topic, final int queue, final long now)
    {
        final StringBuilder told = new StringBuilder();
        final LaneReaders.Group[] groups = readers.of(place(broker, topic));
        for (int i = 0; groups != null && i < groups.length; i++)
        {
            if (groups[i].reads(queue, now))
            {
                told.append(groups[i].lane).append(' ').append(groups[i].mark.get(0).name()).append(';');
            }
        }
        return told.toString();
    }

    @Test
    void aGroupReadsTheQueuesThatItHasPulledFromAndNoOthers()
    {
        assertTrue(readers.isEmpty());
        read(client, 0, "Orders", "a-b", 3, 0);
        read(client, 0, "Orders", "a-b", 70, 0);
        read(client, 1, "Orders", "c", 3, 0);
        assertEquals("gray LANE_a$2db;blue LANE_c;", reading(BROKER, "Orders", 3, 0));
        assertEquals("gray LANE_a$2db;", reading(BROKER, "Orders", 70, 0));
        assertEquals("", reading(BROKER, "Orders", 67, 0), "the same bit of another word");
        assertEquals("", reading(BROKER, "Orders", -1, 0));
        assertEquals("", reading(BROKER, "Orders", 2_000, 0));
        assertEquals("", reading(BROKER, "Others", 3, 0));
        assertEquals("", reading(new Object(), "Orders", 3, 0));
        assertEquals(List.of("a-b"), readers.groups("gray"));
        final LaneReaders.Group[] groups = readers.of(place(BROKER, "Orders"));
        assertEquals(List.of(new Edit(Operation.SET, Place.PROPERTY, "LANE_a$2db", "gray")), groups[0].mark);
        assertTrue(groups[0].isOf(LANES.get(0)) && !groups[0].isOf(LANES.get(1)));
    }

    @Test
    void namesThatNoBrokerTakesAreNotRemembered()
    {
        read(client, 0, "t".repeat(256), "g", 0, 0);
        read(client, 0, "t", "g".repeat(256), 0, 0);
        assertTrue(readers.isEmpty());
    }

    @Test
    void aConnectionIsRememberedWithSoManyGroupsOnly()
    {
        for (int i = 0; i < 1_030; i++)
        {
            read(client, 0, "Orders", "g" + i, 0, 0);
        }
        assertEquals(1_024, readers.groups("gray").size());
        client.close();
        assertTrue(readers.isEmpty());
    }

    @Test
    void aTopicIsRememberedWithSoManyGroupsOnly()
    {
        final LaneReaders.Client other = readers.client();
        for (int i = 0; i < 1_000; i++)
        {
            read(client, 0, "Orders", "g" + i, 0, 0);
            read(other, 0, "Orders", "h" + i, 0, 0);
        }
        assertEquals(1_024, readers.groups("gray").size());
        read(other, 0, "Others", "h999", 0, 0);
        assertEquals("gray LANE_h999;", reading(BROKER, "Others", 0, 0));
        client.close();
        read(other, 0, "Orders", "h999", 0, 0);
        assertTrue(readers.groups("gray").contains("h999"));
    }

    /** One by one they would take many minutes, and all event loops would wait for those who join. */
    @Test
    void topicsOfEqualHashesAreFoundAsFastAsOthers()
    {
        assertTimeoutPreemptively(Duration.ofMinutes(1), () -> {
            final List<LaneReaders.Client> clients = new ArrayList<>();
            for (int i = 0; i < 1 << 16; i++)
            {
                if (i % 1_024 == 0)
                {
                    clients.add(readers.client());
                }
                read(clients.get(clients.size() - 1), 0, ofTheSameHash(i), "g", 0, 0);
            }
            for (int i = 0; i < 1 << 16; i++)
            {
                assertEquals(1, readers.of(place(BROKER, ofTheSameHash(i))).length);
            }
            clients.forEach(LaneReaders.Client::close);
            assertTrue(readers.isEmpty());
        });
    }

    private static String ofTheSameHash(final int number)
    {
        final StringBuilder topic = new StringBuilder();
        for (int bit = 0; bit < 16; bit++)
        {
            topic.append((number >> bit & 1) == 0 ? "Aa" : "BB");
        }
        return topic.toString();
    }

    @Test
    void popsReadAllQueues()
    {
        read(client, 0, "Orders", "g", -1, 0);
        assertEquals("gray LANE_g;", reading(BROKER, "Orders", 0, 0));
        assertEquals("gray LANE_g;", reading(BROKER, "Orders", 1_023, 0));
        read(client, 0, "Orders", "g", 1_024, 0);
        assertEquals("", reading(BROKER, "Orders", 1_024, 0), "there is an end to what is remembered");
    }

    @Test
    void popsReadAllQueuesAlsoAfterAPullFromTheLastOne()
    {
        read(client, 0, "Orders", "g", 1_023, 0);
        assertEquals("", reading(BROKER, "Orders", 0, 0));
        read(client, 0, "Orders", "g", -1, 0);
        assertEquals("gray LANE_g;", reading(BROKER, "Orders", 0, 0));
    }

    @Test
    void queuesOfAMemberThatLeavesAreReadNoMoreUntilAnotherPullsFromThem()
    {
        final LaneReaders.Client other = readers.client();
        read(client, 0, "Orders", "g", 0, 0);
        read(other, 0, "Orders", "g", 1, 0);
        client.close();
        assertTrue(client.isIdle());
        assertEquals("", reading(BROKER, "Orders", 0, 0));
        assertEquals("gray LANE_g;", reading(BROKER, "Orders", 1, 0));
        read(other, 0, "Orders", "g", 0, 0);
        assertEquals("gray LANE_g;", reading(BROKER, "Orders", 0, 0));
        other.close();
        assertTrue(readers.isEmpty());
        other.close();
        read(other, 0, "Orders", "g", 0, 0);
        assertEquals("gray LANE_g;", reading(BROKER, "Orders", 0, 0), "it may come again");
    }

    @Test
    void aGroupThatEndsOrLeavesATopicReadsItNoMore()
    {
        read(client, 0, "Orders", "g", 0, 0);
        read(client, 0, "Bills", "g", 0, 0);
        read(client, 0, "Bills", "h", 0, 0);
        client.subscribes("g", List.of("Bills", "%RETRY%g"));
        assertEquals("", reading(BROKER, "Orders", 0, 0));
        assertEquals("gray LANE_g;gray LANE_h;", reading(BROKER, "Bills", 0, 0));
        client.subscribes("g", null);
        assertEquals("gray LANE_h;", reading(BROKER, "Bills", 0, 0));
    }

    @Test
    void aGroupThatIsSilentForTwoMinutesReadsNothing()
    {
        read(client, 0, "Orders", "g", 0, 0);
        assertEquals("gray LANE_g;", reading(BROKER, "Orders", 0, 119 * SECOND));
        assertEquals("", reading(BROKER, "Orders", 0, 120 * SECOND));
        client.isAlive(130 * SECOND);
        assertEquals("gray LANE_g;", reading(BROKER, "Orders", 0, 240 * SECOND));
        read(client, 0, "Orders", "g", 0, 300 * SECOND);
        assertEquals("gray LANE_g;", reading(BROKER, "Orders", 0, 400 * SECOND));
    }

    /** The time has milliseconds, and may go back. */
    @Test
    void versionsGrowWithEachChangeOfTheLanes()
    {
        long last = readers.version(LANES, 5);
        for (int change = 0; change < 1_000; change++)
        {
            final long version = readers.version(LANES.subList(0, change % 2), 5);
            assertTrue(version > last, "the time is that of the change before");
            last = version;
        }
    }

    @Test
    void subscriptionsGetAGreaterVersionIfLanesChange()
    {
        final long future = System.currentTimeMillis() + 1_000_000;
        final long first = readers.version(LANES, 5);
        assertTrue(first > 1_700_000_000_000L);
        assertEquals(first, readers.version(LANES, 5), "brokers keep a subscription of the same version");
        assertEquals(future, readers.version(LANES, future));
        assertTrue(readers.version(LANES.subList(0, 1), future) > future, "also if a client's clock is fast");
        assertTrue(readers.version(LANES.subList(0, 1), 5) >= first);
    }
}
