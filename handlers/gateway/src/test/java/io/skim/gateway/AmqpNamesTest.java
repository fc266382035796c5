package io.skim.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.skim.gateway.config.NameMapping;
import io.skim.handlers.patch.AmqpAddressMap;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Addresses of an AMQP connection under a name map of the gateway's file. */
class AmqpNamesTest
{
    private final AmqpNames names = new AmqpNames(new NameMapping("TBW", "", Map.of("orders", "orders-1")));

    private static String map(final AmqpAddressMap map, final String address)
    {
        final byte[] utf8 = ("<" + address + ">").getBytes(StandardCharsets.UTF_8);
        final StringBuilder put = new StringBuilder();
        final boolean changes = map.map(utf8, 1, utf8.length - 2, (array, offset, length) -> put.append(new String(
            array, offset, length, StandardCharsets.UTF_8)));
        return changes ? put.toString() : address;
    }

    @Test
    void addressesAreMappedAsAWholeWhateverRocketMqCallsThem()
    {
        final Map<String, String> brokers = Map.of("orders", "orders-1", "a::q", "TBWa::q", "102", "TBW102", "TBW102",
            "TBWTBW102", "%RETRY%g", "TBW%RETRY%g", "rmq_sys_a", "TBWrmq_sys_a");
        brokers.forEach((client, broker) -> {
            assertEquals(broker, map(names::toBroker, client));
            assertEquals(client, map(names::toClient, broker));
            assertEquals(client, map(names::shown, broker));
            assertEquals(broker, map(names::toBroker, client));
        });
    }

    @Test
    void emptyAddressesAndThoseOfTheBrokersOwnStay()
    {
        for (final String address : List.of("", "$management", "$cbs"))
        {
            assertEquals(address, map(names::toBroker, address));
            assertEquals(address, map(names::toClient, address));
            assertEquals(address, map(names::shown, address));
        }
    }

    @Test
    void anAddressThatTheMapDoesNotGiveIsUsedAsItWasSeen()
    {
        assertEquals("shown", map(names::shown, "shown"));
        assertEquals("TBWshown", map(names::toBroker, "shown"));
        assertEquals("temporary", map(names::toClient, "temporary"));
        assertEquals("temporary", map(names::toBroker, "temporary"));
        final String longest = "t".repeat(2_000);
        assertEquals(longest, map(names::toClient, longest));
        assertEquals("TBW" + longest, map(names::toBroker, longest));
    }

    /** Else whoever gets a message to the client could name any address of its as the one to reply to. */
    @Test
    void anAddressThatTheClientHasUsedKeepsItsMeaning()
    {
        for (int i = 0; i < 1_100; i++)
        {
            assertEquals("TBWanswers", map(names::toBroker, "answers"));
            assertEquals("answers", map(names::toClient, "answers"));
            assertEquals("temporary" + i, map(names::toClient, "temporary" + i));
        }
        assertEquals("TBWanswers", map(names::toBroker, "answers"));
        assertEquals("temporary100", map(names::toBroker, "temporary100"));
        assertEquals("TBWtemporary50", map(names::toBroker, "temporary50"), "forgotten");
    }
}
