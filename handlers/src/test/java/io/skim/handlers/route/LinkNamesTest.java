package io.skim.handlers.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.skim.handlers.patch.AmqpAddressMap;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Addresses of links are mapped as topics, and only if the map says so. */
class LinkNamesTest
{
    private static String map(final AmqpAddressMap map, final String address)
    {
        final byte[] utf8 = ("<" + address + ">").getBytes(StandardCharsets.UTF_8);
        final StringBuilder put = new StringBuilder();
        final boolean changes =
            map.map(utf8, 1, utf8.length - 2, (array, offset, length) -> put.append(new String(array,
                offset, length, StandardCharsets.UTF_8)));
        return changes ? put.toString() : "stays" + put;
    }

    @Test
    void addressesAreMappedAsTopics()
    {
        final AmqpAddressMap toBroker = LinkNames.toBroker(Namespace.of("tenant"));
        assertEquals("tenant%orders", map(toBroker, "orders"));
        assertEquals("tenant%orders::q", map(toBroker, "orders::q"));
        assertEquals("stays", map(toBroker, "tenant%orders"));
        final AmqpAddressMap toClient = LinkNames.toClient(Namespace.of("tenant"));
        assertEquals("orders", map(toClient, "tenant%orders"));
        assertEquals("stays", map(toClient, "orders"));
        assertThrows(NullPointerException.class, () -> LinkNames.toBroker(null));
        assertThrows(NullPointerException.class, () -> LinkNames.toClient(null));
    }

    @Test
    void anEmptyAddressStaysAndNoneBecomesEmpty()
    {
        final NameMap bare = NameMap.table(Map.of("", "all"), Map.of());
        for (final NameMap names : List.of(Namespace.of("tenant"), NameMap.prefix("tenant%"), bare, Namespace.of("a")
            .then(Namespace.of("tenant"))))
        {
            assertEquals("stays", map(LinkNames.toBroker(names), ""));
            assertEquals("stays", map(LinkNames.toClient(names), ""));
            assertEquals("stays", map(LinkNames.toClient(names), "tenant%"));
        }
        assertEquals("stays", map(LinkNames.toClient(bare), "all"));
    }
}
