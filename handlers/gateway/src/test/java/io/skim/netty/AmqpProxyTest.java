package io.skim.netty;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.DefaultEventLoopGroup;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.local.LocalChannel;
import io.skim.encode.AmqpEncoder;
import io.skim.handlers.patch.AmqpEditValue;
import io.skim.handlers.patch.AmqpEdits;
import io.skim.handlers.patch.AmqpFrameEdits;
import io.skim.handlers.patch.AmqpRewriter;
import io.skim.handlers.patch.Refusal;
import io.skim.handlers.route.NameMap;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.amqp.Performative;
import io.skim.scan.testing.AmqpCaptures;
import io.skim.scan.testing.AmqpCaptures.Capture;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.qpid.proton.Proton;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.messaging.ApplicationProperties;
import org.apache.qpid.proton.amqp.messaging.Data;
import org.apache.qpid.proton.amqp.messaging.MessageAnnotations;
import org.apache.qpid.proton.amqp.messaging.Target;
import org.apache.qpid.proton.amqp.transaction.Coordinator;
import org.apache.qpid.proton.amqp.transaction.TransactionalState;
import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.EndpointState;
import org.apache.qpid.proton.engine.Sender;
import org.apache.qpid.proton.message.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A proxy between two engines of Proton-J, which check each other's frames: sizes, delivery-ids, credit, windows.
 */
class AmqpProxyTest
{
    private static final long TARGET = 0x29;
    private static final AmqpInterest SUBJECT = AmqpScanner.interest().field(AmqpField.SUBJECT, 0).build();
    private static final AmqpEdits MARK =
        AmqpEdits.builder().set(AmqpField.MESSAGE_ANNOTATIONS, "x-opt-gateway", AmqpEditValue
            .ofString("passed here")).build();

    /** Marks each message, and rejects those whose subject is "no". */
    private final class Marking implements AmqpFilter, DataHandler
    {
        private final AmqpScanner scanner = new AmqpScanner(Limits.DEFAULT, Strictness.LENIENT);
        private final AmqpRewriter rewriter = new AmqpRewriter(MARK, Limits.DEFAULT, Strictness.LENIENT);
        private boolean refused;

        @Override
        public boolean reads(final Channel client, final AmqpLink link)
        {
            links.add(link.toString());
            return !"unread".equals(link.target());
        }

        @Override
        public void toBroker(final AmqpDelivery delivery)
        {
            decide(delivery);
        }

        @Override
        public void toClient(final AmqpDelivery delivery)
        {
            decide(delivery);
        }

        private void decide(final AmqpDelivery delivery)
        {
            refused = false;
            seen++;
            whole += delivery.isWhole() ? 1 : 0;
            assertEquals(Outcome.COMPLETE, scanner.scan(delivery.message(), SUBJECT, this),
                () -> scanner.fault().toString());
            if (refused)
            {
                delivery.reject("amqp:not-allowed", "this subject");
                return;
            }
            rewriter.rewrite(delivery.message());
            delivery.patch(rewriter.patch());
        }

        @Override
        public Action onField(final int id, final Cursor value)
        {
            refused = "no".equals(value.toText());
            return Action.CONTINUE;
        }
    }

    private final class Counting implements AmqpProxyEvents
    {
        @Override
        public void onRefused(final Channel client, final AmqpLink link, final Refusal refusal)
        {
            refusals.merge(refusal, 1, Integer::sum);
        }

        @Override
        public void onClose(final Channel client, final CloseReason reason, final String detail)
        {
            closed.add(reason + " " + detail);
        }
    }

    private final List<String> links = new ArrayList<>();
    private final List<String> closed = new ArrayList<>();
    private final Map<Refusal, Integer> refusals = new HashMap<>();
    private int seen;
    private int whole;

    private AmqpProxy.Builder proxy()
    {
        return AmqpProxy.to(Upstream.of("broker", 5672)).filter(Marking::new).events(new Counting());
    }

    private static Message message(final String subject, final int size)
    {
        final Message message = Proton.message();
        message.setSubject(subject);
        message.setMessageId("id-" + size);
        final byte[] body = new byte[size];
        Arrays.fill(body, (byte)size);
        message.setBody(new Data(new Binary(body)));
        return message;
    }

    private static void assertMarked(final Message sent, final byte[] received)
    {
        final Message decoded = Proton.message();
        decoded.decode(received, 0, received.length);
        assertEquals("passed here", decoded.getMessageAnnotations().getValue().remove(Symbol.valueOf("x-opt-gateway")));
        assertEquals(sent.getMessageAnnotations() == null ? Map.of() : sent.getMessageAnnotations().getValue(), decoded
            .getMessageAnnotations().getValue());
        decoded.setMessageAnnotations(sent.getMessageAnnotations());
        assertArrayEquals(ProtonPeer.encoded(sent), ProtonPeer.encoded(decoded));
    }

    @ParameterizedTest
    @CsvSource({"65536, 100000", "65536, 1", "4096, 700", "1024, 3", "-1, 5000"})
    void deliveriesOfAnySizeAreMarkedBothWays(final int maxFrameSize, final int segment)
    {
        final ProtonPeer client = new ProtonPeer("client", maxFrameSize);
        final ProtonPeer broker = new ProtonPeer("broker", maxFrameSize);
        final List<Message> sent = new ArrayList<>();
        try (AmqpWire wire = new AmqpWire(proxy().build(), segment))
        {
            final Sender up = client.sender("up", "queue");
            client.receiver("down", "queue");
            wire.run(client, broker);
            final Sender down = broker.senders.get(0);
            for (final int size : new int[] {0, 1, 100, 450, 500, 900, 1_000, 4_000, 65_000, 65_300, 65_536, 200_000})
            {
                final Message message = message("yes", segment == 1 ? size / 50 : size);
                sent.add(message);
                client.send(up, ProtonPeer.encoded(message), size == 100);
                broker.send(down, ProtonPeer.encoded(message), size == 450);
                wire.run(client, broker);
                assertNull(client.remoteCondition());
                assertNull(broker.remoteCondition());
            }
            for (final ProtonPeer peer : List.of(client, broker))
            {
                assertEquals(sent.size(), peer.received.size());
                for (int i = 0; i < sent.size(); i++)
                {
                    assertMarked(sent.get(i), peer.received.get(i));
                }
                assertEquals(sent.size() - 1, peer.outcomes.size());
                assertTrue(peer.outcomes.stream().allMatch("Accepted"::equals));
            }
            assertEquals(ProtonPeer.CREDIT, up.getCredit());
            assertEquals(ProtonPeer.CREDIT, down.getCredit());
            assertEquals(Map.of(), refusals);
            assertEquals(2 * sent.size(), seen);
            assertEquals(segment == 1, whole == seen);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {512, 65_536})
    void aRejectedDeliveryCostsTheSenderNothingButTheAnswer(final int maxFrameSize)
    {
        final ProtonPeer client = new ProtonPeer("client", maxFrameSize);
        final ProtonPeer broker = new ProtonPeer("broker", maxFrameSize);
        try (AmqpWire wire = new AmqpWire(proxy().reserve(64).build(), 900))
        {
            final Sender up = client.sender("up", "queue");
            client.receiver("down", "queue");
            wire.run(client, broker);
            final Sender down = broker.senders.get(0);
            for (int i = 0; i < 300; i++)
            {
                final boolean good = i % 3 == 0;
                final byte[] message = ProtonPeer.encoded(message(good ? "yes" : "no", i % 7 == 0 ? 2_000 : i));
                client.send(up, message, i % 5 == 0);
                broker.send(down, message, i % 5 == 0);
                wire.run(client, broker);
            }
            for (final ProtonPeer peer : List.of(client, broker))
            {
                assertNull(peer.remoteCondition());
                assertEquals(100, peer.received.size());
                assertEquals(200, peer.aborted);
                assertEquals(240, peer.outcomes.size());
                assertEquals(160, peer.outcomes.stream().filter("amqp:not-allowed this subject"::equals).count());
                assertEquals(80, peer.outcomes.stream().filter("Accepted"::equals).count());
            }
            assertEquals(ProtonPeer.CREDIT, up.getCredit());
            assertEquals(ProtonPeer.CREDIT, down.getCredit());
            assertEquals(0, up.getUnsettled() + down.getUnsettled());
        }
    }

    /** A message whose head alone takes several frames of 512 bytes. */
    private static Message longHead(final String subject, final int annotations)
    {
        final Message message = message(subject, 3_000);
        final Map<Symbol, Object> entries = new HashMap<>();
        for (int i = 0; i < annotations; i++)
        {
            entries.put(Symbol.valueOf("x-opt-" + i), "a value that takes some room " + i);
        }
        message.setMessageAnnotations(new MessageAnnotations(entries));
        final Map<String, Object> properties = new HashMap<>();
        for (int i = 0; i < 40; i++)
        {
            properties.put("name" + i, "value" + i);
        }
        message.setApplicationProperties(new ApplicationProperties(properties));
        return message;
    }

    @Test
    void headsInSeveralTransfersAreWaitedForWhileOtherLinksSend()
    {
        final ProtonPeer client = new ProtonPeer("client", 65_536);
        final ProtonPeer broker = new ProtonPeer("broker", 1_024);
        final List<Message> sent = new ArrayList<>();
        // With this reserve the client is told of 512 bytes.
        try (AmqpWire wire = new AmqpWire(proxy().build(), 400))
        {
            final Sender first = client.sender("first", "queue");
            wire.run(client, broker);
            for (int i = 0; i < 60; i++)
            {
                final Message message = longHead(i % 4 == 3 ? "no" : "yes", i % 30);
                client.send(first, ProtonPeer.encoded(message), false);
                if (i % 4 != 3)
                {
                    sent.add(message);
                }
                wire.run(client, broker);
            }
            assertNull(client.remoteCondition());
            assertNull(broker.remoteCondition());
            assertEquals(45, broker.received.size());
            assertEquals(15, broker.aborted);
            for (int i = 0; i < sent.size(); i++)
            {
                assertMarked(sent.get(i), broker.received.get(i));
            }
            assertEquals(60, client.outcomes.size());
            assertEquals(Map.of(), refusals);
        }
    }

    @Test
    void heartbeatsPassWhileAHeadIsWaitedForAndAbortedDeliveriesAreLetGo()
    {
        final ProtonPeer client = new ProtonPeer("client", 65_536);
        final ProtonPeer broker = new ProtonPeer("broker", 1_024);
        try (AmqpWire wire = new AmqpWire(proxy().build(), 400))
        {
            final Sender up = client.sender("up", "queue");
            wire.run(client, broker);
            final byte[] message = ProtonPeer.encoded(longHead("yes", 20));
            up.delivery(new byte[] {1});
            up.send(message, 0, 1_000);
            assertEquals(0, wire.toBroker(client.output()).length);
            final byte[] heartbeat = {0, 0, 0, 8, 2, 0, 0, 0};
            assertArrayEquals(heartbeat, wire.toBroker(heartbeat));
            // Proton-J's sender cannot abort: a transfer of handle 0 that is aborted, as it would be written.
            final byte[] aborted =
                HexFormat.of().parseHex("0000001802000000" + "005314" + "c00b0a43404040404040404041");
            broker.input(wire.toBroker(aborted));
            assertEquals(1, broker.aborted);
            assertEquals(List.of(), broker.received);
            assertEquals(List.of(), closed);
        }
    }

    @Test
    void whatIsHeldGoesOnBeforeTheConnectionIsClosed()
    {
        final ProtonPeer client = new ProtonPeer("client", 65_536);
        final ProtonPeer broker = new ProtonPeer("broker", 1_024);
        try (AmqpWire wire = new AmqpWire(proxy().build(), 400))
        {
            final Sender up = client.sender("up", "queue");
            wire.run(client, broker);
            up.delivery(new byte[] {2});
            up.send(ProtonPeer.encoded(longHead("yes", 20)), 0, 1_000);
            assertEquals(0, wire.toBroker(client.output()).length);
            client.connection.close();
            wire.run(client, broker);
            assertEquals(EndpointState.CLOSED, broker.connection.getRemoteState());
            assertEquals(0, seen);
        }
    }

    @Test
    void headsThatAreTooLongAreSubjectToThePolicy()
    {
        for (final FramePolicy policy : FramePolicy.values())
        {
            refusals.clear();
            closed.clear();
            final ProtonPeer client = new ProtonPeer("client", 65_536);
            final ProtonPeer broker = new ProtonPeer("broker", 1_024);
            try (AmqpWire wire = new AmqpWire(proxy().limits(10, 10, 1_500).onRefused(policy).build(), 400))
            {
                final Sender up = client.sender("up", "queue");
                wire.run(client, broker);
                final byte[] message = ProtonPeer.encoded(longHead("no", 100));
                client.send(up, message, false);
                wire.run(client, broker);
                assertEquals(Map.of(Refusal.HEADER_TOO_LONG, 1), refusals);
                assertEquals(policy == FramePolicy.PASS ? 1 : 0, broker.received.size());
                assertEquals(policy == FramePolicy.ANSWER ? 1 : 0, broker.aborted);
                assertEquals(policy == FramePolicy.CLOSE ? 1 : 0, closed.size());
                assertEquals(policy == FramePolicy.PASS ? List.of("Accepted")
                    : policy == FramePolicy.ANSWER ? List.of(
                        "amqp:resource-limit-exceeded the patched header is longer than allowed") : List.of(),
                    client.outcomes);
                if (policy == FramePolicy.PASS)
                {
                    assertArrayEquals(message, broker.received.get(0));
                }
            }
        }
    }

    @Test
    void theFirstTransferOfAHeadIsHeldIfThereIsRoom()
    {
        final ProtonPeer client = new ProtonPeer("client", 65_536);
        final ProtonPeer broker = new ProtonPeer("broker", 1_024);
        try (AmqpWire wire = new AmqpWire(proxy().limits(10, 10, 700).build(), 400))
        {
            final Sender first = client.sender("first", "queue");
            wire.run(client, broker);
            // With this reserve the client is told of 512 bytes, so this is one transfer and a part.
            first.delivery(new byte[] {1});
            first.send(ProtonPeer.encoded(longHead("no", 20)), 0, 300);
            assertEquals(0, wire.toBroker(client.output()).length);
            assertEquals(Map.of(), refusals);
        }
        final ProtonPeer next = new ProtonPeer("client", 65_536);
        final ProtonPeer other = new ProtonPeer("broker", 1_024);
        try (AmqpWire wire = new AmqpWire(proxy().limits(10, 10, 200).build(), 400))
        {
            final Sender first = next.sender("first", "queue");
            wire.run(next, other);
            first.delivery(new byte[] {1});
            first.send(ProtonPeer.encoded(longHead("no", 20)), 0, 300);
            assertTrue(wire.toBroker(next.output()).length > 300);
            assertEquals(Map.of(Refusal.HEADER_TOO_LONG, 1), refusals);
        }
    }

    @Test
    void framesThatWaitKeepNothingOfWhatCameWithThem()
    {
        final ProtonPeer client = new ProtonPeer("client", 65_536);
        final ProtonPeer broker = new ProtonPeer("broker", 1_024);
        try (AmqpWire wire = new AmqpWire(proxy().build(), Integer.MAX_VALUE))
        {
            final Sender up = client.sender("up", "queue");
            wire.run(client, broker);
            final byte[] message = ProtonPeer.encoded(longHead("yes", 20));
            up.delivery(new byte[] {1});
            up.send(message, 0, 300);
            final byte[] transfer = client.output();
            final byte[] heartbeat = {0, 0, 0, 8, 2, 0, 0, 0};
            final ByteBuf chunk = wire.allocator.buffer(100_000);
            while (chunk.readableBytes() < 90_000)
            {
                chunk.writeBytes(heartbeat);
            }
            wire.client.writeInbound(chunk.writeBytes(transfer));
            AmqpWire.written(wire.broker);
            final long kept = wire.allocator.metric().usedHeapMemory() + wire.allocator.metric().usedDirectMemory();
            assertTrue(kept >= transfer.length && kept < 2_000, () -> kept + " bytes");
            up.send(message, 300, message.length - 300);
            up.advance();
            wire.run(client, broker);
            assertMarked(longHead("yes", 20), broker.received.get(0));
        }
    }

    @Test
    void aTransactionsIdIsNotKeptAtAnyLength()
    {
        final ProtonPeer client = new ProtonPeer("client", 65_536);
        final ProtonPeer broker = new ProtonPeer("broker", 65_536);
        try (AmqpWire wire = new AmqpWire(proxy().build(), 900))
        {
            final Sender up = client.sender("up", "queue");
            wire.run(client, broker);
            final Delivery delivery = up.delivery(new byte[] {1});
            final TransactionalState state = new TransactionalState();
            state.setTxnId(new Binary(new byte[1_025]));
            delivery.disposition(state);
            final byte[] message = ProtonPeer.encoded(message("yes", 10));
            up.send(message, 0, message.length);
            up.advance();
            wire.run(client, broker);
            assertEquals(0, seen);
            assertEquals(List.of("MALFORMED the id of a transaction is too long"), closed);
        }
    }

    @Test
    void aHeadBehindTheBodyIsRejectedEvenIfTheFilterHasDecidedBefore()
    {
        final ProtonPeer client = new ProtonPeer("client", 1_024);
        final ProtonPeer broker = new ProtonPeer("broker", 1_024);
        try (AmqpWire wire = new AmqpWire(proxy().onRefused(FramePolicy.ANSWER).build(), 400))
        {
            final Sender up = client.sender("up", "queue");
            wire.run(client, broker);
            final byte[] good = ProtonPeer.encoded(message("yes", 4_000));
            final byte[] second = ProtonPeer.encoded(message("no", 1));
            final byte[] both = Arrays.copyOf(good, good.length + second.length);
            System.arraycopy(second, 0, both, good.length, second.length);
            client.send(up, both, false);
            client.send(up, Arrays.copyOf(good, good.length - 1), false);
            client.send(up, good, false);
            wire.run(client, broker);
            assertEquals(2, broker.aborted);
            assertEquals(1, broker.received.size());
            assertEquals(List.of("amqp:decode-error the frame is malformed", "amqp:decode-error the frame is malformed",
                "Accepted"), client.outcomes);
            assertEquals(Map.of(Refusal.MALFORMED, 2), refusals);
            assertEquals(ProtonPeer.CREDIT, up.getCredit());
        }
    }

    @Test
    void rejectionsInATransactionNameIt()
    {
        final ProtonPeer client = new ProtonPeer("client", 65_536);
        final ProtonPeer broker = new ProtonPeer("broker", 65_536);
        try (AmqpWire wire = new AmqpWire(proxy().build(), 400))
        {
            final Sender up = client.sender("up", "queue");
            wire.run(client, broker);
            final Delivery delivery = up.delivery(new byte[] {1});
            final TransactionalState state = new TransactionalState();
            state.setTxnId(new Binary(new byte[] {'t', '1'}));
            delivery.disposition(state);
            final byte[] message = ProtonPeer.encoded(message("no", 10));
            up.send(message, 0, message.length);
            up.advance();
            wire.run(client, broker);
            assertEquals(List.of("t1 amqp:not-allowed this subject"), client.outcomes);
            assertEquals(1, broker.aborted);
        }
    }

    @Test
    void linksThatAreNotReadAndHandlesThatAreUsedAgain()
    {
        final ProtonPeer client = new ProtonPeer("client", 65_536);
        final ProtonPeer broker = new ProtonPeer("broker", 65_536);
        try (AmqpWire wire = new AmqpWire(proxy().build(), 400))
        {
            final byte[] no = ProtonPeer.encoded(message("no", 10));
            final Sender first = client.sender("first", "unread");
            wire.run(client, broker);
            client.send(first, no, false);
            wire.run(client, broker);
            assertArrayEquals(no, broker.received.get(0));
            first.close();
            wire.run(client, broker);
            first.free();
            final Sender second = first.getSession().sender("second");
            final Target target = new Target();
            target.setAddress("queue");
            second.setTarget(target);
            second.open();
            wire.run(client, broker);
            client.send(second, no, false);
            wire.run(client, broker);
            assertEquals(List.of("Accepted", "amqp:not-allowed this subject"), client.outcomes);
            second.getSession().close();
            client.connection.close();
            wire.run(client, broker);
            assertEquals(List.of("first from client, null -> unread", "second from client, null -> queue"), links);
        }
    }

    /** A frame of the performative on channel 0. */
    private static byte[] frame(final Performative performative, final Consumer<AmqpEncoder> fields)
    {
        final ByteBuf frame = Unpooled.buffer();
        final AmqpEncoder encoder = new AmqpEncoder();
        encoder.wrap(frame);
        encoder.beginFrame(0);
        encoder.beginComposite(performative);
        fields.accept(encoder);
        encoder.end();
        encoder.end();
        assertTrue(encoder.complete() > 0);
        return ByteBufUtil.getBytes(frame);
    }

    private static void putBegin(final AmqpEncoder encoder)
    {
        encoder.putNull();
        encoder.putUint(0);
        encoder.putUint(2_048);
        encoder.putUint(2_048);
    }

    /** Of a link of handle 0 that the filter does not read. */
    private static void putAttach(final AmqpEncoder encoder)
    {
        encoder.putString("again");
        encoder.putUint(0);
        encoder.putBoolean(false);
        encoder.putNull();
        encoder.putNull();
        encoder.putNull();
        encoder.beginComposite(TARGET);
        encoder.putString("unread");
        encoder.end();
    }

    /** Proton-J, and with it Artemis, passes over a begin or attach where there is a session or link, and goes on with that one. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatBrokersDoNotForgetIsNotForgotten(final boolean attach)
    {
        final ProtonPeer client = new ProtonPeer("client", 65_536);
        final ProtonPeer broker = new ProtonPeer("broker", 65_536);
        try (AmqpWire wire = new AmqpWire(proxy().build(), 400))
        {
            final Sender up = client.sender("up", "queue");
            wire.run(client, broker);
            broker.input(wire.toBroker(attach ? frame(Performative.ATTACH, AmqpProxyTest::putAttach)
                : frame(Performative.BEGIN, AmqpProxyTest::putBegin)));
            client.send(up, ProtonPeer.encoded(message("no", 10)), false);
            wire.run(client, broker);
            assertEquals(List.of(), broker.received);
            assertEquals(
                List.of("MALFORMED " + (attach ? "handle 0 has a link" : "channel 0 has a session") + " already"),
                closed);
        }
    }

    @Test
    void nothingIsToldOnAChannelWhoseSessionHasEnded()
    {
        final ProtonPeer client = new ProtonPeer("client", 65_536);
        final ProtonPeer broker = new ProtonPeer("broker", 65_536);
        try (AmqpWire wire = new AmqpWire(proxy().build(), 400))
        {
            final Sender up = client.sender("up", "queue");
            wire.run(client, broker);
            final byte[] end = frame(Performative.END, encoder -> {
            });
            assertArrayEquals(end, wire.toClient(end));
            client.send(up, ProtonPeer.encoded(message("no", 10)), false);
            assertTrue(wire.toBroker(client.output()).length > 0);
            assertEquals(1, seen);
            assertEquals(0, AmqpWire.written(wire.client).length);
        }
    }

    @Test
    void linksWithLongNamesAreAsFewAsTheirNamesAreLong()
    {
        final ProtonPeer client = new ProtonPeer("client", 65_536);
        final ProtonPeer broker = new ProtonPeer("broker", 65_536);
        try (AmqpWire wire = new AmqpWire(proxy().build(), 40_000))
        {
            final String address = "a".repeat(32_000);
            final Sender first = client.sender("0", address);
            for (int i = 1; i < 200; i++)
            {
                // One after the other: what has gone does not count.
                final Sender next = first.getSession().sender(Integer.toString(i));
                final Target target = new Target();
                target.setAddress(address);
                next.setTarget(target);
                next.open();
                wire.run(client, broker);
                next.close();
                wire.run(client, broker);
                next.free();
            }
            assertEquals(List.of(), closed);
            for (int i = 0; i < 40; i++)
            {
                final Sender next = first.getSession().sender("more " + i);
                final Target target = new Target();
                target.setAddress(address);
                next.setTarget(target);
                next.open();
            }
            wire.run(client, broker);
            assertEquals(List.of("MALFORMED the names and addresses of the links are too long"), closed);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aConnectionThatIsToEndWaitsForTheOutcomesOfUnreadLinksToo(final boolean coordinator)
    {
        final ProtonPeer client = new ProtonPeer("client", 65_536);
        final ProtonPeer broker = new ProtonPeer("broker", 65_536);
        broker.keeps = true;
        try (AmqpWire wire = new AmqpWire(proxy().build(), 400))
        {
            final Sender up = client.sender("first", "unread");
            wire.run(client, broker);
            final Sender asks = up.getSession().sender("asks");
            asks.setTarget(new Coordinator());
            asks.open();
            wire.run(client, broker);
            client.send(coordinator ? asks : up, ProtonPeer.encoded(message("no", 10)), false);
            client.send(coordinator ? asks : up, ProtonPeer.encoded(message("no", 10)), true);
            wire.run(client, broker);
            assertEquals(2, broker.received.size());
            wire.client.pipeline().fireUserEventTriggered(AmqpProxy.DRAIN);
            wire.run(client, broker);
            assertEquals(List.of(), closed);
            broker.settleAll();
            wire.run(client, broker);
            assertEquals(List.of("Accepted"), client.outcomes);
            assertEquals(List.of("SHUTDOWN the proxy stops"), closed);
        }
    }

    @ParameterizedTest
    @CsvSource({"PASS", "ANSWER"})
    void whatIsNoMessageIsSubjectToThePolicyUnlessTheFilterTakesIt(final FramePolicy policy)
    {
        final ProtonPeer client = new ProtonPeer("client", 65_536);
        final ProtonPeer broker = new ProtonPeer("broker", 65_536);
        try (AmqpWire wire = new AmqpWire(proxy().onRefused(policy).build(), 400))
        {
            final Sender up = client.sender("up", "queue");
            wire.run(client, broker);
            up.delivery(new byte[] {1}).setMessageFormat(7);
            up.send(new byte[] {1, 2, 3}, 0, 3);
            up.advance();
            wire.run(client, broker);
            assertEquals(0, seen);
            assertEquals(Map.of(Refusal.NOT_SCANNED, 1), refusals);
            assertEquals(policy == FramePolicy.PASS ? 1 : 0, broker.received.size());
            assertEquals(policy == FramePolicy.PASS ? 0 : 1, broker.aborted);
        }
    }

    @Test
    void aSourceCoordinatesNoTransactions()
    {
        final ProtonPeer client = new ProtonPeer("client", 65_536);
        final ProtonPeer broker = new ProtonPeer("broker", 65_536);
        try (AmqpWire wire = new AmqpWire(proxy().build(), 400))
        {
            client.sender("first", "unread");
            wire.run(client, broker);
            final ByteBuf frame = Unpooled.buffer();
            final AmqpEncoder encoder = new AmqpEncoder();
            encoder.wrap(frame);
            encoder.beginFrame(0);
            encoder.beginComposite(Performative.ATTACH);
            encoder.putString("hides");
            encoder.putUint(7);
            encoder.putBoolean(false);
            encoder.putNull();
            encoder.putNull();
            encoder.beginComposite(0x30);
            encoder.end();
            encoder.beginComposite(0x29);
            encoder.putString("queue");
            encoder.end();
            encoder.end();
            encoder.end();
            assertTrue(encoder.complete() > 0);
            wire.toBroker(ByteBufUtil.getBytes(frame));
            assertEquals(List.of("first from client, null -> unread", "hides from client, null -> queue"), links);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void addressesAreMappedOneWayAndBackTheOtherWay(final boolean editsFirst)
    {
        final ProtonPeer client = new ProtonPeer("client", 65_536);
        final ProtonPeer broker = new ProtonPeer("broker", 65_536);
        final AmqpFrameEdits.Builder there =
            AmqpFrameEdits.builder().set(Performative.OPEN, "hostname", AmqpEditValue.ofString("inner"));
        final AmqpProxy.Builder builder = proxy();
        if (editsFirst)
        {
            builder.edits(there, AmqpFrameEdits.builder()).names(NameMap.prefix("lane."));
        }
        else
        {
            builder.names(NameMap.prefix("lane.")).edits(there, AmqpFrameEdits.builder());
        }
        try (AmqpWire wire = new AmqpWire(builder.build(), 400))
        {
            final Sender up = client.sender("up", "queue");
            client.receiver("down", "other");
            wire.run(client, broker);
            assertEquals("queue", up.getRemoteTarget().getAddress());
            assertEquals("lane.other", broker.senders.get(0).getRemoteSource().getAddress());
            assertEquals("inner", broker.connection.getRemoteHostname());
            assertEquals(65_536 - 512, broker.transport.getRemoteMaxFrameSize());
            assertEquals(65_536 - 512, client.transport.getRemoteMaxFrameSize());
        }
    }

    @Test
    @SuppressWarnings("deprecation")
    void channelsOfDifferentEventLoopsAreRefused() throws Exception
    {
        final EventLoopGroup loops = new DefaultEventLoopGroup(2);
        try
        {
            final EventLoop mine = loops.next();
            final Channel client = new LocalChannel();
            final Channel broker = new LocalChannel();
            loops.next().register(client).sync();
            mine.register(broker).sync();
            final AmqpProxy proxy = proxy().build();
            // Also on one of the two loops.
            assertInstanceOf(IllegalArgumentException.class, mine.submit(() -> proxy.serve(client, broker)).await()
                .cause());
            client.close().sync();
            broker.close().sync();
        }
        finally
        {
            loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
        }
    }

    @Test
    void editsWithoutRoomArePassedOnUnchangedAndCounted()
    {
        final ProtonPeer client = new ProtonPeer("client", 65_536);
        final ProtonPeer broker = new ProtonPeer("broker", 512);
        try (AmqpWire wire = new AmqpWire(proxy().build(), 400))
        {
            final Sender up = client.sender("up", "queue");
            wire.run(client, broker);
            final byte[] message = ProtonPeer.encoded(message("yes", 3_000));
            client.send(up, message, false);
            wire.run(client, broker);
            assertArrayEquals(message, broker.received.get(0));
            assertEquals(Map.of(Refusal.FRAME_TOO_LONG, 1), refusals);
        }
    }

    @Test
    void otherProtocolsGetTheProtocolHeaderAndNothingGoesOn()
    {
        try (AmqpWire wire = new AmqpWire(proxy().build(), 3))
        {
            assertEquals(0, wire.toBroker("GET / HTTP/1.1".getBytes(StandardCharsets.UTF_8)).length);
            assertArrayEquals(new byte[] {'A', 'M', 'Q', 'P', 0, 1, 0, 0}, AmqpWire.written(wire.client));
            assertFalse(wire.client.isOpen());
            assertFalse(wire.broker.isOpen());
            assertTrue(closed.get(0).startsWith("FRAMING_LOST"), closed::toString);
        }
    }

    @ParameterizedTest
    @CsvSource({"PASS", "CLOSE"})
    void malformedFramesPassOrCloseBothConnectionsWithAnError(final FramePolicy policy)
    {
        final ProtonPeer client = new ProtonPeer("client", 65_536);
        final ProtonPeer broker = new ProtonPeer("broker", 65_536);
        try (AmqpWire wire = new AmqpWire(proxy().onMalformed(policy).build(), 400))
        {
            client.sender("up", "queue");
            wire.run(client, broker);
            final byte[] bad = {0, 0, 0, 12, 2, 0, 0, 0, 0, 0x53, 0x14, 0x40};
            final byte[] passed = wire.toBroker(bad);
            if (policy == FramePolicy.PASS)
            {
                assertArrayEquals(bad, passed);
                assertEquals(List.of(), closed);
                return;
            }
            broker.input(passed);
            client.input(AmqpWire.written(wire.client));
            assertEquals("amqp:decode-error", client.remoteCondition().toString());
            assertEquals("amqp:connection:forced", broker.remoteCondition().toString());
            assertFalse(wire.client.isOpen() || wire.broker.isOpen());
        }
    }

    @Test
    void connectionsCutAnywhereSendNoPartOfAFrameOn()
    {
        final ProtonPeer model = new ProtonPeer("client", 1_024);
        final ProtonPeer answering = new ProtonPeer("broker", 1_024);
        final ByteArrayOutputStream stream = new ByteArrayOutputStream();
        final ByteArrayOutputStream answers = new ByteArrayOutputStream();
        final Sender up = model.sender("up", "queue");
        for (int i = 0; i < 6; i++)
        {
            if (i == 3)
            {
                model.send(up, ProtonPeer.encoded(longHead("yes", 30)), false);
                model.send(up, ProtonPeer.encoded(message("yes", 20)), false);
            }
            final byte[] sent = model.output();
            stream.writeBytes(sent);
            answering.input(sent);
            final byte[] answered = answering.output();
            answers.writeBytes(answered);
            model.input(answered);
        }
        final byte[] all = stream.toByteArray();
        for (int cut = 0; cut <= all.length; cut += cut < 400 ? 1 : 7)
        {
            try (AmqpWire wire = new AmqpWire(proxy().build(), 300))
            {
                wire.toClient(answers.toByteArray());
                final byte[] passed = wire.toBroker(Arrays.copyOf(all, cut));
                int at = 0;
                while (at < passed.length)
                {
                    final int length = passed[at] == 'A' ? 8 : ByteBuffer.wrap(passed).getInt(at);
                    assertTrue(length >= 8 && length <= passed.length - at);
                    at += length;
                }
                wire.client.close();
                assertFalse(wire.broker.isOpen());
            }
        }
    }

    @Test
    void whatFollowsAHeaderOfTlsIsNotLookedAt()
    {
        try (AmqpWire wire = new AmqpWire(proxy().build(), 5))
        {
            final byte[] header = {'A', 'M', 'Q', 'P', 2, 1, 0, 0};
            final byte[] hello = {22, 3, 1, 0, 5, 1, 2, 3, 4, 5};
            assertArrayEquals(header, wire.toBroker(header));
            assertArrayEquals(header, wire.toClient(header));
            assertArrayEquals(hello, wire.toBroker(hello));
            assertArrayEquals(hello, wire.toClient(hello));
            assertEquals(List.of(), closed);
        }
    }

    @Test
    void realStreamsPassUnchangedExceptForTheirOpens()
    {
        int compared = 0;
        for (final Capture capture : AmqpCaptures.all())
        {
            final boolean fromClient = capture.file().toString().contains("c2s");
            for (final List<byte[]> connection : connections(capture))
            {
                compared += passUnchanged(connection, fromClient);
            }
        }
        assertTrue(compared > 500, compared + " compared");
    }

    /** How many frames passed and were compared: all but opens. */
    private static int passUnchanged(final List<byte[]> frames, final boolean fromClient)
    {
        int compared = 0;
        try (AmqpWire wire = new AmqpWire(AmqpProxy.to(Upstream.of("broker", 5672)).limits(1_000, 10_000, 1 << 18)
            .build(), 5_000))
        {
            for (final byte[] frame : frames)
            {
                final byte[] passed = fromClient ? wire.toBroker(frame) : wire.toClient(frame);
                if (!is(Performative.OPEN, frame))
                {
                    assertArrayEquals(frame, passed);
                    compared++;
                }
            }
        }
        return compared;
    }

    private static boolean is(final Performative performative, final byte[] frame)
    {
        return frame.length > 10 && Performative.of(frame[10]) == performative && frame[5] == 0;
    }

    /** A capture has several connections, one behind the other: each ends with its close. */
    private static List<List<byte[]>> connections(final Capture capture)
    {
        final List<List<byte[]>> connections = new ArrayList<>(List.of(new ArrayList<>()));
        for (final byte[] frame : capture.frames())
        {
            connections.get(connections.size() - 1).add(frame);
            if (is(Performative.CLOSE, frame))
            {
                connections.add(new ArrayList<>());
            }
        }
        return connections;
    }

    @Test
    void framesArriveInOneByteSegmentsAsInAny()
    {
        // Each frame alone is a slice of what came; cut anywhere it is a copy: the same bytes.
        final ByteArrayOutputStream all = new ByteArrayOutputStream();
        AmqpCaptures.all().get(0).frames().stream().limit(60).forEach(all::writeBytes);
        byte[] expected = null;
        for (final int segment : new int[] {1, 2, 7, 100, 100_000})
        {
            try (AmqpWire wire = new AmqpWire(AmqpProxy.to(Upstream.of("broker", 5672)).build(), segment))
            {
                final byte[] passed = wire.toBroker(all.toByteArray());
                expected = expected == null ? passed : expected;
                assertArrayEquals(expected, passed);
            }
        }
        assertEquals(all.size(), expected.length, 20);
    }

    @Test
    void anIdleConnectionHoldsNoBuffer()
    {
        final ProtonPeer client = new ProtonPeer("client", 65_536);
        final ProtonPeer broker = new ProtonPeer("broker", 65_536);
        try (AmqpWire wire = new AmqpWire(proxy().build(), 50))
        {
            final Sender up = client.sender("up", "queue");
            wire.run(client, broker);
            client.send(up, ProtonPeer.encoded(message("yes", 10_000)), false);
            wire.run(client, broker);
            assertEquals(1, broker.received.size());
            assertEquals(0, wire.allocator.metric().usedHeapMemory() + wire.allocator.metric().usedDirectMemory());
        }
    }
}
