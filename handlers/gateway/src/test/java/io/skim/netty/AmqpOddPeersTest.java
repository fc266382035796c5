package io.skim.netty;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.skim.encode.AmqpDescriptor;
import io.skim.encode.AmqpEncoder;
import io.skim.handlers.patch.Refusal;
import io.skim.scan.amqp.Performative;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A proxy between peers that keep to the standard and do what few peers do. Their frames are written by hand. */
class AmqpOddPeersTest
{
    private static final byte[] HEADER = {'A', 'M', 'Q', 'P', 0, 1, 0, 0};
    private static final long TARGET = 0x29;
    private static final int USUAL_WINDOW = 2_048;
    /** Begins the message annotations of 100 bytes, a map, and ends inside of it. */
    private static final byte[] HALF_HEAD = HexFormat.of().parseHex("005372" + "d10000005f00000002" + "a3026162");
    private static final byte[] BODY = HexFormat.of().parseHex("005375" + "a003010203");

    private final List<String> events = new ArrayList<>();
    private int decided;

    private AmqpProxy proxy(final boolean rejects)
    {
        return AmqpProxy.to(Upstream.of("broker", 5672)).onRefused(FramePolicy.ANSWER).filter(() -> new AmqpFilter()
        {
            @Override
            public void toBroker(final AmqpDelivery delivery)
            {
                decided++;
                if (rejects)
                {
                    delivery.reject("amqp:not-allowed", null);
                }
            }
        }).events(new AmqpProxyEvents()
        {
            @Override
            public void onRefused(final Channel client, final AmqpLink link, final Refusal refusal)
            {
                events.add(refusal.name());
            }

            @Override
            public void onClose(final Channel client, final CloseReason reason, final String detail)
            {
                events.add(reason.name());
            }
        }).build();
    }

    private static byte[] frame(final int channel, final Performative performative, final Consumer<AmqpEncoder> fields,
        final byte... payload)
    {
        final ByteBuf frame = Unpooled.buffer();
        final AmqpEncoder encoder = new AmqpEncoder();
        encoder.wrap(frame);
        encoder.beginFrame(channel);
        encoder.beginComposite(performative);
        fields.accept(encoder);
        encoder.end();
        encoder.end();
        assertTrue(encoder.complete() > 0);
        frame.writeBytes(payload);
        frame.setInt(0, frame.readableBytes());
        return ByteBufUtil.getBytes(frame);
    }

    private static byte[] open(final String container)
    {
        return frame(0, Performative.OPEN, encoder -> encoder.putString(container));
    }

    private static byte[] begin(final int channel, final boolean answers, final int window)
    {
        return frame(channel, Performative.BEGIN, encoder -> {
            if (answers)
            {
                encoder.putUshort(channel);
            }
            else
            {
                encoder.putNull();
            }
            encoder.putUint(0);
            encoder.putUint(window);
            encoder.putUint(window);
        });
    }

    private static byte[] attach(final int channel, final int handle, final boolean receiver)
    {
        return frame(channel, Performative.ATTACH, encoder -> {
            encoder.putString("link " + channel + " " + handle);
            encoder.putUint(handle);
            encoder.putBoolean(receiver);
            encoder.putNull();
            encoder.putNull();
            encoder.putNull();
            encoder.beginComposite(TARGET);
            encoder.putString("queue");
            encoder.end();
        });
    }

    private static byte[] transfer(final int channel, final int handle, final long delivery, final boolean settled,
        final boolean more, final byte... payload)
    {
        return frame(channel, Performative.TRANSFER, encoder -> {
            encoder.putUint(handle);
            encoder.putUint(delivery);
            encoder.putBinary(new byte[] {1});
            encoder.putUint(0);
            encoder.putBoolean(settled);
            encoder.putBoolean(more);
        }, payload);
    }

    private static byte[] disposition(final int channel, final boolean receiver, final long first, final long last)
    {
        return frame(channel, Performative.DISPOSITION, encoder -> {
            encoder.putBoolean(receiver);
            encoder.putUint(first);
            encoder.putUint(last);
            encoder.putBoolean(true);
            encoder.beginComposite(AmqpDescriptor.ACCEPTED);
            encoder.end();
        });
    }

    private static byte[] empty(final int channel, final Performative performative)
    {
        return frame(channel, performative, encoder -> {
        });
    }

    private static byte[] detach(final int channel, final int handle)
    {
        return frame(channel, Performative.DETACH, encoder -> {
            encoder.putUint(handle);
            encoder.putBoolean(true);
        });
    }

    /** Opens the connection and as many sessions, each with a link of handle 0 by which the client sends. */
    private static void open(final AmqpWire wire, final int sessions, final int window)
    {
        wire.toBroker(HEADER);
        wire.toClient(HEADER);
        wire.toBroker(open("client"));
        wire.toClient(open("broker"));
        for (int channel = 0; channel < sessions; channel++)
        {
            wire.toBroker(begin(channel, false, USUAL_WINDOW));
            wire.toClient(begin(channel, true, window));
            wire.toBroker(attach(channel, 0, false));
            wire.toClient(attach(channel, 0, true));
        }
    }

    private static byte[] joined(final byte[]... parts)
    {
        final ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (final byte[] part : parts)
        {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    /** After a close a peer writes nothing more: part 2, section 2.4.3. */
    @Test
    void nothingIsToldBehindAClose()
    {
        try (AmqpWire wire = new AmqpWire(proxy(true), 400))
        {
            open(wire, 1, USUAL_WINDOW);
            final byte[] close = empty(0, Performative.CLOSE);
            assertArrayEquals(close, wire.toClient(close));
            wire.toBroker(transfer(0, 0, 7, false, false, BODY));
            assertEquals(1, decided);
            assertEquals(0, AmqpWire.written(wire.client).length);
        }
    }

    /** The sender may send no more until the receiver has got what is held: waiting would have no end. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aHeadIsNotWaitedForBeyondTheWindowOfItsReceiver(final int window)
    {
        try (AmqpWire wire = new AmqpWire(proxy(false), 400))
        {
            open(wire, 1, window);
            for (int i = 1; i < window; i++)
            {
                assertEquals(0, wire.toBroker(transfer(0, 0, 7, false, true, i == 1 ? HALF_HEAD : new byte[1])).length);
            }
            final byte[] passed = wire.toBroker(transfer(0, 0, 7, false, true, window == 1 ? HALF_HEAD : new byte[1]));
            assertTrue(passed.length > 0, "nothing goes on");
            assertEquals(List.of(Refusal.HEADER_TOO_LONG.name()), events);
        }
    }

    /** What the receiver has got counts, too, until it says that it takes more: some do so when the window is used up. */
    @Test
    void aHeadIsNotWaitedForWhenItsSenderMaySendNoMore()
    {
        try (AmqpWire wire = new AmqpWire(proxy(false), 400))
        {
            open(wire, 1, 3);
            final byte[] whole = joined(transfer(0, 0, 0, true, false, BODY), transfer(0, 0, 1, true, false, BODY));
            assertArrayEquals(whole, wire.toBroker(whole));
            assertTrue(wire.toBroker(transfer(0, 0, 2, true, true, HALF_HEAD)).length > 0, "nothing goes on");
            assertEquals(List.of(Refusal.HEADER_TOO_LONG.name()), events);
        }
    }

    /** Two heads whose transfers take turns: the second one is read, too, though nothing can follow it. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aHeadThatIsThereIsReadAtTheEndOfTheWindow(final boolean complete)
    {
        try (AmqpWire wire = new AmqpWire(proxy(false), 400))
        {
            open(wire, 1, 4);
            wire.toBroker(attach(0, 1, false));
            final byte[] rest = joined(new byte[95 - 8], BODY);
            final byte[] last = transfer(0, 0, 0, true, false, rest);
            final byte[] passed = wire.toBroker(joined(transfer(0, 0, 0, true, true, HALF_HEAD),
                transfer(0, 1, 1, true, true, HALF_HEAD),
                complete ? transfer(0, 1, 1, true, false, rest) : transfer(0, 1, 1, true, true, new byte[1]), last));
            assertArrayEquals(last,
                Arrays.copyOfRange(passed, Math.max(0, passed.length - last.length), passed.length));
            assertEquals(complete ? List.of() : List.of(Refusal.HEADER_TOO_LONG.name()), events);
            assertEquals(complete ? 2 : 1, decided);
        }
    }

    @Test
    void aWindowThatHasGrownIsUsed()
    {
        try (AmqpWire wire = new AmqpWire(proxy(false), 400))
        {
            open(wire, 1, 1);
            wire.toClient(frame(0, Performative.FLOW, encoder -> {
                encoder.putUint(0);
                encoder.putUint(3);
                encoder.putUint(0);
                encoder.putUint(0);
            }));
            assertEquals(0, wire.toBroker(transfer(0, 0, 7, false, true, HALF_HEAD)).length);
            assertEquals(0, wire.toBroker(transfer(0, 0, 7, false, true, new byte[10])).length);
            assertTrue(wire.toBroker(transfer(0, 0, 7, false, true, new byte[10])).length > 0);
        }
    }

    private static void drain(final AmqpWire wire)
    {
        wire.client.pipeline().fireUserEventTriggered(AmqpProxy.DRAIN);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void outcomesOfSessionsAndLinksThatHaveGoneAreNotWaitedFor(final boolean session)
    {
        try (AmqpWire wire = new AmqpWire(proxy(false), 400))
        {
            open(wire, 2, USUAL_WINDOW);
            wire.toBroker(transfer(0, 0, 0, false, false, BODY));
            wire.toBroker(session ? empty(0, Performative.END) : detach(0, 0));
            drain(wire);
            assertEquals(List.of(CloseReason.SHUTDOWN.name()), events);
        }
    }

    @Test
    void outcomesOfOneSessionAreNotThoseOfAnother()
    {
        try (AmqpWire wire = new AmqpWire(proxy(false), 400))
        {
            open(wire, 2, USUAL_WINDOW);
            // A range may go over deliveries that were settled before.
            for (int i = 0; i < 10; i++)
            {
                wire.toBroker(transfer(0, 0, i, true, false, BODY));
            }
            wire.toBroker(transfer(0, 0, 10, false, false, BODY));
            wire.toBroker(transfer(1, 0, 0, false, false, BODY));
            drain(wire);
            wire.toClient(disposition(0, true, 0, 10));
            assertEquals(List.of(), events);
            wire.toClient(disposition(1, true, 0, 0));
            assertEquals(List.of(CloseReason.SHUTDOWN.name()), events);
        }
    }

    /** With the receiver's settle mode "second" the sender may be the only one that settles: part 2, section 2.6.12. */
    @Test
    void whatTheSenderSettlesIsNotWaitedFor()
    {
        try (AmqpWire wire = new AmqpWire(proxy(false), 400))
        {
            open(wire, 1, USUAL_WINDOW);
            wire.toBroker(transfer(0, 0, 0xFFFF_FFFFL, false, false, BODY));
            wire.toBroker(transfer(0, 0, 0, false, false, BODY));
            wire.toBroker(disposition(0, false, 0xFFFF_FFFFL, 0));
            drain(wire);
            assertEquals(List.of(CloseReason.SHUTDOWN.name()), events);
        }
    }

    /** Few bits are kept for a session: one delivery without an outcome does not make them many. */
    @Test
    void theLastDeliveriesCountWhenOneIsNeverSettled()
    {
        try (AmqpWire wire = new AmqpWire(proxy(false), 400))
        {
            open(wire, 1, USUAL_WINDOW);
            final long first = 0xFFFF_F000L;
            wire.toBroker(transfer(0, 0, first, false, false, BODY));
            long id = first;
            for (int i = 1; i < 20_000; i++)
            {
                id = first + i & 0xFFFF_FFFFL;
                wire.toBroker(transfer(0, 0, id, false, false, BODY));
                if (i > 1)
                {
                    wire.toClient(disposition(0, true, id - 1 & 0xFFFF_FFFFL, id - 1 & 0xFFFF_FFFFL));
                }
            }
            drain(wire);
            assertEquals(List.of(), events);
            wire.toClient(disposition(0, true, id, id));
            assertEquals(List.of(CloseReason.SHUTDOWN.name()), events);
        }
    }

    @Test
    void whatWaitsBehindAHeadGoesOnWhenTheClientEndsItsOutput()
    {
        try (AmqpWire wire = new AmqpWire(proxy(false), 400))
        {
            open(wire, 1, USUAL_WINDOW);
            wire.toBroker(attach(0, 1, false));
            final byte[] first = transfer(0, 0, 0, false, true, HALF_HEAD);
            final byte[] second = transfer(0, 1, 1, true, false, BODY);
            assertEquals(0, wire.toBroker(joined(first, second)).length);
            wire.client.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
            assertArrayEquals(joined(first, second), AmqpWire.written(wire.broker));
        }
    }
}
