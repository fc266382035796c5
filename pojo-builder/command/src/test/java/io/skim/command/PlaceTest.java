package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The broker that an offset id names, as the reference makes the id. */
class PlaceTest
{
    @ParameterizedTest
    @ValueSource(strings = {"10.2.0.1", "255.255.255.255", "2001:db8::9", "::1"})
    void theBrokerOfAnIdIsTheEndOfAConnection(final String address) throws Exception
    {
        final InetAddress host = InetAddress.getByName(address);
        final ByteBuffer bytes = ByteBuffer.allocate(host.getAddress().length + Integer.BYTES);
        bytes.put(host.getAddress()).putInt(10_911).flip();
        final String id = MessageDecoder.createMessageId(ByteBuffer.allocate(bytes.limit() + Long.BYTES), bytes, 4_711);
        final String end = (address.indexOf(':') < 0 ? address : "[" + address + "]") + ":10911";
        assertEquals(new InetSocketAddress(host, 10_911), Place.storeHost(id));
        assertEquals(Place.end(end), Place.storeHost(id));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "OFFSET-ID", "0A02000100002A9F000000000000000", "0A02000100012A9F0000000000000001",
        "0A020001FFFFFFFF0000000000000001", "xA02000100002A9F0000000000000001", "0A020001xx002A9F0000000000000001"})
    void otherTextsNameNone(final String id)
    {
        assertNull(Place.storeHost(id));
    }

    @Test
    void aPlaceOnAnotherBrokerIsAnother()
    {
        final Place place = new Place(Place.end("10.0.0.1:10911"), "T", 1, 2);
        assertEquals(new Place(Place.end("10.0.0.2:10911"), "T", 1, 2), place.on(Place.end("10.0.0.2:10911")));
    }
}
