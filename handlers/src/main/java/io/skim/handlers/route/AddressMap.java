package io.skim.handlers.route;

import io.skim.bytes.Utf8;
import java.util.Map;

/**
 * A function on the addresses of brokers in answers to clients, so that clients connect to a gateway and not to the brokers.
 *
 * <pre>
 * AddressMap ports = (address, out) -&gt; {                       // a port of the gateway for each broker
 *     final byte[] own = portOf(address.nameBytes(), address.nameLength(), address.id());
 *     out.put(own);
 *     return true;
 * };
 * names = new NameRewriter(NameMap.identity()).addresses(ports);
 * </pre>
 *
 * An implementation that rewriters of several threads share must be safe for them.
 */
public interface AddressMap
{
    /**
     * Maps an address on its way to a client.
     *
     * @param address of a broker, with its name and id where the body states them.
     * @param out     for the address that takes its place.
     * @return false if the address stays as it is; then what was put into {@code out} is dropped.
     */
    boolean toClient(BrokerAddress address, NameSink out);

    /**
     * The same address for all brokers.
     *
     * @param address {@code host:port}.
     * @return the map.
     * @throws IllegalArgumentException if the address holds half of a surrogate pair.
     */
    static AddressMap all(final String address)
    {
        final byte[] utf8 = Utf8.encode("an address", address);
        return (broker, out) -> {
            out.put(utf8);
            return true;
        };
    }

    /**
     * A table of addresses. Other addresses stay as they are.
     *
     * @param addresses the clients' {@code host:port} by the broker's.
     * @return the map.
     */
    static AddressMap table(final Map<String, String> addresses)
    {
        final NamesInTable.Column column = new NamesInTable.Column(addresses);
        return (broker, out) -> column.find(broker.bytes(), broker.offset(), broker.length(), out);
    }

    /**
     * A table of brokers: all addresses of a broker become one. The addresses of other brokers stay as they are.
     *
     * @param addresses the clients' {@code host:port} by the broker's name.
     * @return the map.
     */
    static AddressMap brokers(final Map<String, String> addresses)
    {
        final NamesInTable.Column column = new NamesInTable.Column(addresses);
        return (broker, out) -> broker.nameLength() > 0 && column.find(broker.nameBytes(), 0, broker.nameLength(), out);
    }
}
