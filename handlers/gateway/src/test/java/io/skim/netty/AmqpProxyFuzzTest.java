package io.skim.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.netty.channel.Channel;
import io.netty.channel.embedded.EmbeddedChannel;
import io.skim.handlers.patch.AmqpEditValue;
import io.skim.handlers.patch.AmqpEdits;
import io.skim.handlers.patch.AmqpRewriter;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Outcome;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.testing.FuzzedInput;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.apache.qpid.proton.Proton;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.messaging.Data;
import org.apache.qpid.proton.engine.EndpointState;
import org.apache.qpid.proton.engine.Sender;
import org.apache.qpid.proton.message.Message;
import org.junit.jupiter.api.Test;

/**
 * A proxy between two engines of Proton-J whose bytes arrive in parts, with deliveries of several links and directions in progress, in
 * an order that is fuzzed: each message arrives as the filter decided, each is answered once, and all buffers are released.
 */
class AmqpProxyFuzzTest
{
    private static final int[] FRAME_SIZES = {65_536, 1_024, 700, 4_096};
    private static final int LONG = 3_000;
    private static final AmqpInterest SUBJECT = AmqpScanner.interest().field(AmqpField.SUBJECT, 0).build();
    private static final AmqpEdits MARK =
        AmqpEdits.builder().set(AmqpField.MESSAGE_ANNOTATIONS, "x-opt-gateway", AmqpEditValue
            .ofString("passed here")).build();

    /** By the subject of a message. */
    private static final String PASSED = "yes";
    private static final String REJECTED = "no";
    private static final String DELAYED = "late";
    private static final String DROPPED = "gone";
    private static final List<String> SUBJECTS = List.of(PASSED, REJECTED, DELAYED, DROPPED);

    /** Of a byte of the schedule: what happens. From {@link #DISTURBING} on messages may be lost. */
    private static final int OPERATIONS = 0xF;
    private static final int DISTURBING = 12;
    private static final int BEGINNING = 13;
    /** The bit that all of those have. */
    private static final int HIGH = 8;
    /** A frame whose body is no performative. */
    private static final byte[] MALFORMED = {0, 0, 0, 9, 2, 0, 0, 0, 1};

    /** Decides by the subject. */
    private static final class Deciding implements AmqpFilter, DataHandler
    {
        private final AmqpScanner scanner = new AmqpScanner();
        private final AmqpRewriter rewriter = new AmqpRewriter(MARK);
        private String subject = "";

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
            assertEquals(Outcome.COMPLETE, scanner.scan(delivery.message(), SUBJECT, this),
                () -> scanner.fault().toString());
            switch (subject)
            {
                case REJECTED -> delivery.reject("amqp:not-allowed", "this subject");
                case DROPPED -> delivery.drop();
                default ->
                {
                    rewriter.rewrite(delivery.message());
                    delivery.patch(rewriter.patch());
                    if (subject.equals(DELAYED) && delivery.link().isFromClient())
                    {
                        delivery.delay(1);
                    }
                }
            }
        }

        @Override
        public Action onField(final int id, final Cursor value)
        {
            subject = value.toText();
            return Action.CONTINUE;
        }
    }

    /** One end: the engine, what it has written and the proxy has not received, and what it has sent. */
    private static final class End
    {
        final ProtonPeer peer;
        final List<Sender> links = new ArrayList<>();
        final ByteArrayOutputStream output = new ByteArrayOutputStream();
        int carried;
        final List<String> passed = new ArrayList<>();
        final List<String> outcomes = new ArrayList<>();
        /** Of the last link: a delivery of which only the beginning was sent. */
        private byte[] begun;
        private int begunLength;

        End(final String container, final int maxFrameSize)
        {
            peer = new ProtonPeer(container, maxFrameSize);
        }

        void send(final int kind, final int number)
        {
            final Sender link = links.isEmpty() ? null : links.get(kind % links.size());
            if (link == null || begun != null && link == last())
            {
                return;
            }
            final String subject = SUBJECTS.get(kind >> 1 & 3);
            final boolean settled = kind % 3 == 0;
            final byte[] message = message(subject, (kind & 8) == 0 ? number : LONG + number);
            note(subject, settled, message);
            peer.send(link, message, settled);
        }

        private Sender last()
        {
            return links.get(links.size() - 1);
        }

        /** Notes what is to become of a message. */
        private void note(final String subject, final boolean settled, final byte[] message)
        {
            if (subject.equals(PASSED) || subject.equals(DELAYED))
            {
                passed.add(HexFormat.of().formatHex(message));
            }
            if (!settled && !subject.equals(DROPPED))
            {
                outcomes.add(subject.equals(REJECTED) ? "amqp:not-allowed this subject" : "Accepted");
            }
        }

        /** Sends the beginning of a message, or the rest of it. */
        void sendPart(final int kind, final int number)
        {
            if (links.isEmpty())
            {
                return;
            }
            if (begun == null)
            {
                final String subject = SUBJECTS.get(kind >> 1 & 3);
                begun = message(subject, LONG + number);
                begunLength = 10 + kind * 100;
                note(subject, false, begun);
                last().delivery(("part-" + number).getBytes(StandardCharsets.US_ASCII));
                last().send(begun, 0, begunLength);
                return;
            }
            endPart();
        }

        void endPart()
        {
            if (begun != null)
            {
                last().send(begun, begunLength, begun.length - begunLength);
                last().advance();
                begun = null;
            }
        }

        /** Begins a link, on a session of its own. */
        void begin(final String name)
        {
            endPart();
            links.add(peer.sender(name, "queue"));
        }

        /** Ends a link, or its session. What was sent on it may be lost. */
        void endLink(final int which, final boolean withSession)
        {
            // A session that begins and ends at once Proton-J answers with a channel that there is not.
            if (links.isEmpty() || links.get(which % links.size()).getRemoteState() != EndpointState.ACTIVE)
            {
                return;
            }
            endPart();
            final Sender link = links.remove(which % links.size());
            if (withSession)
            {
                link.getSession().close();
            }
            else
            {
                link.close();
            }
        }

        /** Writes bytes behind the frames that the engine has written. */
        void write(final byte[] bytes)
        {
            // The engine gives no more at once than its buffer holds, which may end inside a frame.
            for (byte[] part = peer.output(); part.length > 0; part = peer.output())
            {
                output.writeBytes(part);
            }
            output.writeBytes(bytes);
        }

        /** The next bytes that the proxy receives. */
        byte[] next(final int most)
        {
            write(new byte[0]);
            final byte[] all = output.toByteArray();
            final int from = carried;
            carried = Math.min(all.length, from + most);
            return Arrays.copyOfRange(all, from, carried);
        }
    }

    private final List<CloseReason> closed = new ArrayList<>();
    private End client;
    private End broker;
    private AmqpWire wire;
    private boolean undisturbed;
    /** Whether both ends have done what they may, so that none is told of an error. */
    private boolean legal;
    private int number;
    private int arrivals;

    @FuzzTest
    void eachMessageArrivesOnceInAnyOrderOfEvents(final byte[] bytes)
    {
        check(bytes);
    }

    @Test
    void eachMessageArrivesOnceInRandomOrdersOfEvents() throws Exception
    {
        // Most disturb nothing, so that all messages must arrive.
        final int orders = RandomOrders.each(4, event -> (event & OPERATIONS) < DISTURBING ? event : event & ~HIGH,
            this::check);
        assertTrue(arrivals > 2 * orders, arrivals + " messages arrived");
    }

    private static byte[] message(final String subject, final int size)
    {
        final Message message = Proton.message();
        message.setSubject(subject);
        message.setMessageId("id-" + size);
        message.setBody(new Data(new Binary(new byte[size])));
        return ProtonPeer.encoded(message);
    }

    private void check(final byte[] schedule)
    {
        final FuzzedInput input = new FuzzedInput(schedule);
        final int mode = input.next();
        client = new End("client", FRAME_SIZES[mode & 3]);
        broker = new End("broker", FRAME_SIZES[mode >> 2 & 3]);
        closed.clear();
        undisturbed = true;
        legal = true;
        number = 0;
        final AmqpProxy proxy = AmqpProxy.to(Upstream.of("broker", 5672)).filter(Deciding::new).reserve(64).events(
            new AmqpProxyEvents()
            {
                @Override
                public void onClose(final Channel channel, final CloseReason reason, final String detail)
                {
                    closed.add(reason);
                }
            }).build();
        try (AmqpWire carrying = new AmqpWire(proxy, 1))
        {
            wire = carrying;
            client.links.add(client.peer.sender("up", "queue"));
            client.links.add(client.peer.sender("other", "queue"));
            client.peer.receiver("down", "queue");
            run();
            broker.links.addAll(broker.peer.senders);
            while (input.hasMore())
            {
                final int operation = input.next();
                act(operation & OPERATIONS, operation >> 4);
            }
            client.endPart();
            broker.endPart();
            run();
            compare(client, broker);
            compare(broker, client);
        }
        assertEquals(1, closed.size(), "times that the end was told");
        assertTrue(closed.get(0) != CloseReason.ERROR);
    }

    private void act(final int operation, final int argument)
    {
        undisturbed &= operation < DISTURBING || operation == BEGINNING;
        switch (operation)
        {
            case 0, 1 -> client.send(argument, number++);
            case 2, 3 -> broker.send(argument, number++);
            case 4 -> client.sendPart(argument, number++);
            case 5 -> broker.sendPart(argument, number++);
            case 6, 7 -> carry(client, wire.client, 1 + 60 * argument);
            case 8, 9 -> carry(broker, wire.broker, 1 + 60 * argument);
            case 10 -> carry(client, wire.client, 1 << 20);
            case 11 -> carry(broker, wire.broker, 1 << 20);
            case DISTURBING -> (argument % 2 == 0 ? client : broker).endLink(argument >> 1, (argument & 8) != 0);
            case BEGINNING -> client.begin("link-" + number++);
            case 14 ->
            {
                legal = false;
                (argument % 2 == 0 ? client : broker).write(MALFORMED);
            }
            default -> end(argument);
        }
        exchange();
    }

    private void end(final int how)
    {
        legal = false;
        switch (how % 3)
        {
            case 0 -> wire.client.close();
            case 1 -> wire.broker.close();
            default -> wire.client.pipeline().fireUserEventTriggered(AmqpProxy.DRAIN);
        }
    }

    private void carry(final End from, final EmbeddedChannel in, final int most)
    {
        carry(from.next(most), in);
    }

    private void carry(final byte[] bytes, final EmbeddedChannel in)
    {
        if (bytes.length > 0 && in.isOpen())
        {
            in.writeInbound(wire.allocator.buffer(bytes.length).writeBytes(bytes));
        }
    }

    /** Gives the ends what the proxy has written. */
    private void exchange()
    {
        for (final EmbeddedChannel channel : List.of(wire.client, wire.broker))
        {
            channel.runScheduledPendingTasks();
        }
        broker.peer.input(AmqpWire.written(wire.broker));
        client.peer.input(AmqpWire.written(wire.client));
        client.peer.react();
        broker.peer.react();
    }

    /** Carries all that both have to say. */
    private void run()
    {
        int quiet = 0;
        while (quiet < 3)
        {
            final byte[] sent = client.next(1 << 20);
            final byte[] answered = broker.next(1 << 20);
            carry(sent, wire.client);
            carry(answered, wire.broker);
            exchange();
            quiet = sent.length + answered.length == 0 ? quiet + 1 : 0;
        }
    }

    private void compare(final End from, final End to)
    {
        final List<String> left = new ArrayList<>(from.passed);
        for (final byte[] each : to.peer.received)
        {
            final String message = unmarked(each);
            assertTrue(left.remove(message), () -> message + " was not sent, or arrived twice");
        }
        arrivals += to.peer.received.size();
        final List<String> outcomes = new ArrayList<>(from.outcomes);
        from.peer.outcomes.forEach(outcome -> assertTrue(outcomes.remove(outcome) || !undisturbed, outcome));
        if (legal)
        {
            assertNull(from.peer.remoteCondition());
        }
        if (undisturbed)
        {
            assertEquals(List.of(), left, "did not arrive");
            assertEquals(List.of(), outcomes, "were not told");
        }
    }

    private static String unmarked(final byte[] message)
    {
        final Message decoded = Proton.message();
        decoded.decode(message, 0, message.length);
        assertEquals("passed here", decoded.getMessageAnnotations().getValue().remove(Symbol.valueOf("x-opt-gateway")));
        decoded.setMessageAnnotations(null);
        return HexFormat.of().formatHex(ProtonPeer.encoded(decoded));
    }
}
