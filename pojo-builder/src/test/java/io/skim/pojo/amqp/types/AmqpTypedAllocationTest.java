package io.skim.pojo.amqp.types;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.skim.encode.AmqpEncoder;
import io.skim.pojo.amqp.AmqpBinary;
import io.skim.pojo.amqp.AmqpMap;
import io.skim.pojo.amqp.AmqpString;
import io.skim.pojo.amqp.AmqpSymbol;
import io.skim.pojo.amqp.AmqpTreeWriter;
import io.skim.pojo.amqp.AmqpUint;
import io.skim.scan.FrameView;
import io.skim.scan.testing.Allocations;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** An object of a described type costs itself and what is in it; writing one costs nothing. With compressed references. */
class AmqpTypedAllocationTest
{
    private static final int WARM_UP = 20_000;
    private static final int RUNS = 500;
    private static final int HEADER = 12;
    private static final int ARRAY_HEADER = 16;
    private static final int REFERENCE = 4;
    /** The bits of what is set, behind the object's header. */
    private static final int SET = 4;

    private final AmqpTypedReader reader = new AmqpTypedReader();
    private final FrameView view = new FrameView();
    private final AmqpTreeWriter writer = new AmqpTreeWriter();
    private final AmqpEncoder encoder = new AmqpEncoder();
    private final byte[] room = new byte[1_024];
    private Object last;

    private static int padded(final int bytes)
    {
        return bytes + 7 & -8;
    }

    /** A text of ASCII: the String and its array. */
    private static int text(final int length)
    {
        return padded(HEADER + REFERENCE + Integer.BYTES + 2) + padded(ARRAY_HEADER + length);
    }

    private static int box(final int bytes)
    {
        return padded(HEADER + bytes);
    }

    private static int binary(final int length)
    {
        return box(REFERENCE) + padded(ARRAY_HEADER + length);
    }

    private long allocated(final Supplier<Object> task)
    {
        return Allocations.by(() -> last = task.get(), WARM_UP, RUNS);
    }

    private byte[] written(final AmqpTyped... sections)
    {
        encoder.wrap(room, 0, room.length);
        for (final AmqpTyped section : sections)
        {
            section.writeTo(writer, encoder);
        }
        return Arrays.copyOf(room, encoder.complete());
    }

    private byte[] frame(final AmqpTyped performative)
    {
        encoder.wrap(room, 0, room.length).beginFrame(0);
        performative.writeTo(writer, encoder);
        encoder.end();
        return Arrays.copyOf(room, encoder.complete());
    }

    private <T extends AmqpTyped> void assertCosts(final int bytes, final T typed, final AmqpClass<T> type)
    {
        final byte[] value = written(typed);
        assertEquals((long)RUNS * bytes, allocated(() -> reader.read(view.wrap(value), type)));
        assertEquals(typed, last);
        assertEquals((long)RUNS * bytes, allocated(() -> reader.read(view.wrap(value))));
        assertEquals(typed, last);
    }

    @Test
    void whatHasNoTextsCostsItself()
    {
        // Two flags, an int and two longs.
        final int header = padded(HEADER + SET + 2 + 2 * Long.BYTES + Integer.BYTES);
        assertCosts(header, new AmqpHeader().durable(true).priority(200).ttl(60_000L).deliveryCount(70_000L),
            AmqpHeader.TYPE);
        assertEquals(40, header);
        assertCosts(padded(HEADER + SET), new AmqpAccepted(), AmqpAccepted.TYPE);
        final byte[] message = written(new AmqpHeader().ttl(60_000L), new AmqpProperties().subject("s"),
            new AmqpValueSection());
        assertEquals((long)RUNS * header, allocated(() -> reader.readSection(view.wrap(message), AmqpHeader.TYPE)));
        assertEquals(new AmqpHeader().ttl(60_000L), last);
        // Eight numbers, two flags, a tree that is not there.
        final int flow = padded(HEADER + SET + 8 * Long.BYTES + 2 + REFERENCE);
        final AmqpFlow credit = new AmqpFlow().incomingWindow(70_000L).nextOutgoingId(3L).outgoingWindow(9_000L).handle(
            0L).linkCredit(1_000_000L);
        final byte[] frame = frame(credit);
        assertEquals((long)RUNS * flow, allocated(() -> reader.readPerformative(view.wrap(frame), AmqpFlow.TYPE)));
        assertEquals(credit, last);
        assertEquals((long)RUNS * flow, allocated(() -> reader.readPerformative(view.wrap(frame))));
    }

    @Test
    void textsAndBinariesCostTheirSize()
    {
        // Ten references, two timestamps, a long.
        final int properties = padded(HEADER + SET + 10 * REFERENCE + 3 * Long.BYTES);
        assertCosts(properties + text(7) + text(16), new AmqpProperties().subject("subject").contentType(
            "application/json").creationTime(1_795_232_264_452L), AmqpProperties.TYPE);
        assertCosts(properties + binary(20), new AmqpProperties().userId(AmqpBinary.of(new byte[20])),
            AmqpProperties.TYPE);
        // An address may be of other types: it is a value that holds its text.
        assertCosts(properties + box(REFERENCE) + text(14), new AmqpProperties().to(new AmqpString("queue://orders")),
            AmqpProperties.TYPE);
    }

    @Test
    void severalSymbolsCostAListAndThemselves()
    {
        final int mechanisms = padded(HEADER + SET + REFERENCE);
        // List.of two, and the array that it is made of.
        final int list = padded(HEADER + 2 * REFERENCE);
        assertCosts(mechanisms + list + padded(ARRAY_HEADER + 2 * REFERENCE) + text(5) + text(9),
            new AmqpSaslMechanisms().saslServerMechanisms(List.of("PLAIN", "ANONYMOUS")), AmqpSaslMechanisms.TYPE);
    }

    @Test
    void whatNobodyWantsCostsNothing()
    {
        final AmqpClass<AmqpAttach> who = AmqpAttach.TYPE.only("name", "role");
        final byte[] frame = frame(new AmqpAttach().name("link").handle(1L).role(true).source(new AmqpSource().address(
            new AmqpString("queue")).toValue()).desiredCapabilities(List.of("a", "b")));
        // Seven references, three longs, two settle modes and two flags.
        final int attach = padded(HEADER + SET + 7 * REFERENCE + 3 * Long.BYTES + 2 * Integer.BYTES + 2);
        assertEquals((long)RUNS * (attach + text(4)), allocated(() -> reader.readPerformative(view.wrap(frame), who)));
        assertEquals(new AmqpAttach().name("link").role(true), last);
    }

    @Test
    void whatIsOfAnotherTypeOrRefusedCostsNothing()
    {
        final byte[] frame = frame(new AmqpBegin().nextOutgoingId(1L).incomingWindow(1L).outgoingWindow(1L));
        assertEquals(0, allocated(() -> reader.readPerformative(view.wrap(frame), AmqpAttach.TYPE)));
        assertNull(last);
        final byte[] cut = Arrays.copyOf(frame, frame.length - 1);
        final byte[] tooMany = {0, 0x53, 0x24, (byte)0xC0, 2, 1, 0x40};
        final byte[] other = written(new AmqpHeader());
        for (final byte[] bytes : List.of(cut, tooMany))
        {
            assertEquals(0, allocated(() -> reader.read(view.wrap(bytes))));
            assertNull(last);
            assertNotNull(reader.fault().reason());
        }
        assertEquals(0, allocated(() -> reader.read(view.wrap(other), AmqpProperties.TYPE)));
    }

    @Test
    void writingCostsNothing()
    {
        final AmqpMap map = new AmqpMap(List.of(new AmqpMap.Entry(new AmqpSymbol("k"), new AmqpUint(1))));
        for (final AmqpTyped typed : List.of(new AmqpHeader().durable(true).ttl(60_000L), new AmqpProperties()
            .messageId(new AmqpString("id")).subject("s").userId(AmqpBinary.of(new byte[9])).groupSequence(9L),
            new AmqpOpen().containerId("c").channelMax(40_000).offeredCapabilities(List.of("a", "b")).properties(map),
            new AmqpMessageAnnotations().value(map), new AmqpAccepted()))
        {
            assertEquals(0, allocated(() -> {
                typed.writeTo(writer, encoder.wrap(room, 0, room.length));
                return encoder.complete() > 0 ? null : encoder.refusal();
            }));
            assertNull(last);
        }
    }
}
