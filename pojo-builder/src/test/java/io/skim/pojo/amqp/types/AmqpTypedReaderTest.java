package io.skim.pojo.amqp.types;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.encode.AmqpEncoder;
import io.skim.pojo.amqp.AmqpBinary;
import io.skim.pojo.amqp.AmqpBudget;
import io.skim.pojo.amqp.AmqpMap;
import io.skim.pojo.amqp.AmqpNull;
import io.skim.pojo.amqp.AmqpString;
import io.skim.pojo.amqp.AmqpSymbol;
import io.skim.pojo.amqp.AmqpTreeWriter;
import io.skim.pojo.amqp.AmqpUint;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpFrameReader;
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.testing.Buffers;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Described types straight from the bytes: what is told of what is refused, and what is none of the reader's business. */
class AmqpTypedReaderTest
{
    private final AmqpTypedReader reader = new AmqpTypedReader();
    private final FrameView view = new FrameView();
    private final AmqpTreeWriter writer = new AmqpTreeWriter();
    private final AmqpEncoder encoder = new AmqpEncoder();
    private final byte[] room = new byte[4_096];

    private static byte[] bytes(final String hex)
    {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }

    private byte[] written(final AmqpTyped... all)
    {
        encoder.wrap(room, 0, room.length);
        for (final AmqpTyped typed : all)
        {
            typed.writeTo(writer, encoder);
        }
        return completed();
    }

    private byte[] completed()
    {
        final int length = encoder.complete();
        assertTrue(length > 0, () -> "" + encoder.refusal());
        return Arrays.copyOf(room, length);
    }

    private byte[] frame(final AmqpTyped performative, final byte... payload)
    {
        encoder.wrap(room, 0, room.length).beginFrame(5);
        performative.writeTo(writer, encoder);
        if (payload.length > 0)
        {
            encoder.putPayload(payload, 0, payload.length);
        }
        encoder.end();
        return completed();
    }

    private static AmqpAttach attach()
    {
        return new AmqpAttach().name("link").handle(7L).role(true).source(new AmqpSource().address(new AmqpString(
            "queue")).durable(2L).toValue()).target(new AmqpTarget().address(new AmqpString("client")).toValue());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|',
        value = {"00 53 70 C0 04 01 A1 01 61|FIELD_TYPE at 6: a value of format code 0xA1 as field 0",
            "00 53 70 C1 01 00|SECTION_VALUE_TYPE at 3: a value of format code 0xC1 in section 0x70",
            "00 53 70 40|SECTION_VALUE_TYPE at 3: a value of format code 0x40 in section 0x70",
            "00 53 13 C0 0E 0D 40404040404040404040404040|TOO_MANY_FIELDS at 4: 13 fields, the type has 11",
            "00 53 10 45|FIELD_MISSING at 4: field 0 is mandatory",
            "00 53 10 C0 02 01 40|FIELD_MISSING at 6: field 0 is mandatory",
            "00 53 13 C0 03 02 43 43|FIELD_MISSING at 8: field 2 is mandatory",
            "00 53 40 C0 06 01 E0 03 00 A3 00|FIELD_MISSING at 6: field 0 is mandatory",
            "00 53 40 C0 05 01 E0 02 00 A3|FIELD_MISSING at 6: field 0 is mandatory",
            "00 53 40 C0 07 01 E0 04 01 A1 01 61|FIELD_TYPE at 9: a value of format code 0xA1 as field 0",
            "00 53 40 C0 0A 01 E0 07 01 00 53 01 A3 01 61|FIELD_TYPE at 9: a value of format code 0x00 as field 0",
            "00 53 18 C0 05 01 00 53 24 45|FIELD_TYPE at 6: a value of format code 0x00 as field 0",
            "00 53 74 C1 09 04 A1 01 61 41 A3 01 62 41|KEY_TYPE at 10: a key of format code 0xA3 in section 0x74",
            "00 53 1D C0 0B 03 A3 01 65 40 C1 04 02 A1 00 40|KEY_TYPE at 13: a key of format code 0xA1 in section 0x1D",
            "00 53 75 41|SECTION_VALUE_TYPE at 3: a value of format code 0x41 in section 0x75",
            "00 53 70 45 40|CONTAINER_NOT_CONSUMED at 4: 1 bytes are left over behind the container's 1 elements",
            "''|TRUNCATED at 0: 1 bytes are needed, 0 are there"})
    void tellsWhatIsWrongAndWhere(final String hex, final String fault)
    {
        assertNull(reader.read(view.wrap(bytes(hex))));
        assertEquals(fault, reader.fault().toString());
        final long offset = reader.fault().offset();
        final byte[] longer = bytes("4040" + hex + "4040");
        assertNull(reader.read(view.wrap(longer), 2, longer.length - 4, AmqpOpen.TYPE));
        assertTrue(!reader.fault().isPresent() || reader.fault().offset() == offset + 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"00 53 70 45", "00 80 0000000000000070 D0 00000004 00000000",
        "00 A3 10 616D71703A6865616465723A6C697374 45",
        "00 B3 00000010 616D71703A6865616465723A6C697374 C0 03 02 40 40"})
    void aDescriptorMatchesInEveryForm(final String hex)
    {
        assertEquals(new AmqpHeader(), reader.read(view.wrap(bytes(hex)), AmqpHeader.TYPE));
        assertEquals(new AmqpHeader(), reader.read(view));
        assertNull(reader.read(view, AmqpProperties.TYPE));
        assertFalse(reader.fault().isPresent());
    }

    /** Not described, a descriptor that is unknown, no number or symbol, or compound. */
    @ParameterizedTest
    @ValueSource(strings = {"41", "00 53 01 45", "00 A1 10 616D71703A6865616465723A6C697374 45", "00 52 70 45",
        "00 C0 01 00 45", "00 A3 02 6D79 40"})
    void whatIsOfNoKnownTypeIsNoFault(final String hex)
    {
        assertNull(reader.read(view.wrap(bytes(hex))));
        assertFalse(reader.fault().isPresent());
        assertNull(reader.read(view, AmqpHeader.TYPE));
        assertFalse(reader.fault().isPresent());
    }

    @Test
    void aPerformativeIsReadIfItIsTheOneAskedFor()
    {
        final byte[] frame = frame(attach());
        assertEquals(attach(), reader.readPerformative(view.wrap(frame), AmqpAttach.TYPE));
        assertEquals(5, reader.frame().channel());
        assertNull(reader.readPerformative(view, AmqpOpen.TYPE));
        assertFalse(reader.fault().isPresent());
        assertEquals(attach(), reader.readPerformative(view));
        for (final String other : List.of("0000000802000000", "414D515000010000"))
        {
            assertNull(reader.readPerformative(view.wrap(bytes(other))));
            assertFalse(reader.fault().isPresent());
        }
        frame[5] = 9;
        assertNull(reader.readPerformative(view.wrap(frame)));
        assertEquals(Reason.FRAME_TYPE_UNKNOWN, reader.fault().reason());
    }

    @Test
    void aTransferIsReadBeforeItsPayloadIsThere()
    {
        final AmqpTransfer transfer =
            new AmqpTransfer().handle(1L).deliveryId(4_294_967_295L).deliveryTag(AmqpBinary.of(
                new byte[] {1, 2})).more(true);
        final byte[] frame = frame(transfer, (byte)1, (byte)2, (byte)3);
        assertEquals(transfer, reader.readPerformative(view.wrapPart(frame, 0, frame.length - 3, frame.length)));
        assertEquals(frame.length - 3, reader.frame().payloadOffset());
    }

    @Test
    void whatIsNestedIsReadOnItsOwn()
    {
        final AmqpFrameReader frames = new AmqpFrameReader();
        final Cursor cursor = new Cursor();
        assertTrue(frames.wrap(view.wrap(frame(attach()))));
        final List<AmqpTyped> nested = new ArrayList<>();
        while (frames.nextField() == AmqpReader.VALUE)
        {
            final AmqpTyped found = reader.read(view, frames.fields().value(cursor));
            assertFalse(reader.fault().isPresent());
            if (found != null)
            {
                nested.add(found);
                assertEquals(found, reader.read(view, cursor, found.type()));
                assertNull(reader.read(view, cursor, AmqpError.TYPE));
            }
        }
        assertEquals(List.of(AmqpSource.of(attach().source()), AmqpTarget.of(attach().target())), nested);
        assertEquals("queue", ((AmqpString)((AmqpSource)nested.get(0)).address()).value());
    }

    @Test
    void aSectionIsFoundInItsMessage()
    {
        final AmqpProperties properties = new AmqpProperties().to(new AmqpString("queue")).subject("s");
        final AmqpData first = new AmqpData().value(AmqpBinary.of(new byte[] {1}));
        final AmqpData last = new AmqpData().value(AmqpBinary.of(new byte[] {2, 3}));
        final byte[] message = written(new AmqpHeader().durable(true), properties, first, last);
        assertEquals(properties, reader.readSection(view.wrap(message), AmqpProperties.TYPE));
        assertEquals(new AmqpHeader().durable(true), reader.readSection(view, AmqpHeader.TYPE));
        assertEquals(last, reader.readSection(view, AmqpData.TYPE));
        assertNull(reader.readSection(view, AmqpFooter.TYPE));
        assertFalse(reader.fault().isPresent());
        assertThrows(IllegalArgumentException.class, () -> reader.readSection(view, AmqpOpen.TYPE));
        final byte[] disordered = written(properties, new AmqpHeader());
        assertNull(reader.readSection(view.wrap(disordered), AmqpProperties.TYPE));
        assertEquals(Reason.SECTION_ORDER, reader.fault().reason());
        // In a section that nobody asks for, a field may be of any type.
        assertEquals(new AmqpFooter().value(new AmqpMap(List.of())), reader.readSection(view.wrap(bytes(
            "005370C00401A10161 005377 40 005378C10100")), AmqpFooter.TYPE));
    }

    @Test
    void aNullThatIsDescribedIsAValue()
    {
        final AmqpValueSection section = reader.read(view.wrap(bytes("00537740")), AmqpValueSection.TYPE);
        assertSame(AmqpNull.NULL, section.value());
        assertTrue(section.equals(reader.readSection(view, AmqpValueSection.TYPE)));
        assertNull(new AmqpValueSection().value());
    }

    @Test
    void treesInAnObjectKeepToOneBudget()
    {
        final AmqpTypedReader small = new AmqpTypedReader(AmqpBudget.DEFAULT.withMaxNodes(12), Limits.DEFAULT,
            Strictness.STRICT);
        final AmqpMap five = new AmqpMap(List.of(new AmqpMap.Entry(new AmqpSymbol("a"), new AmqpUint(1)),
            new AmqpMap.Entry(new AmqpSymbol("b"), new AmqpUint(2))));
        final AmqpSource one = new AmqpSource().dynamicNodeProperties(five);
        final AmqpSource two = new AmqpSource().address(new AmqpString("a")).dynamicNodeProperties(five);
        final AmqpSource more =
            new AmqpSource().address(new AmqpString("a")).dynamicNodeProperties(five).defaultOutcome(
                new AmqpModified().messageAnnotations(five).toValue());
        for (final AmqpSource source : List.of(one, two, one, two))
        {
            assertEquals(source, small.read(view.wrap(written(source))), () -> "" + small.fault());
        }
        assertNull(small.read(view.wrap(written(more))));
        assertEquals(Reason.TOO_MANY_ELEMENTS, small.fault().reason());
        assertEquals(two, small.read(view.wrap(written(two))));
        assertEquals(more, reader.read(view.wrap(written(more))));
    }

    @Test
    void anArrayCannotClaimMoreThanItHolds()
    {
        assertNull(reader.read(view.wrap(bytes("00 53 40 D0 00000010 00000001 F0 0000000B 7FFFFFFF A3 01 61 01 62 01 63"
            .replace("00000010", "00000014")))));
        assertEquals(Reason.COUNT_OVERRUNS_SIZE, reader.fault().reason());
        assertEquals(List.of("a"), ((AmqpSaslMechanisms)reader.read(view.wrap(bytes("00 53 40 C0 04 01 A3 01 61"))))
            .saslServerMechanisms());
        final List<String> many = new ArrayList<>();
        for (int i = 0; i < 300; i++)
        {
            many.add("s" + i);
        }
        final AmqpSaslMechanisms mechanisms = new AmqpSaslMechanisms().saslServerMechanisms(many);
        assertEquals(many, reader.read(view.wrap(written(mechanisms)), AmqpSaslMechanisms.TYPE).saslServerMechanisms());
        assertEquals(mechanisms, reader.read(view));
    }

    /** Whoever sends a frame chooses how many there are; also a field behind them, of a few, must not make a reader keep room for them. */
    @Test
    void keepsNoRoomForManySymbols() throws InterruptedException
    {
        final int many = 60_000;
        final byte[] few = bytes("E0 06 02 A3 01 61 01 62");
        // A descriptor in its long form, which is not read on the fast path.
        final ByteBuffer open = ByteBuffer.allocate(46 + 2 * many).put(bytes("00 80 0000000000000010 D0"));
        open.putInt(open.capacity() - 15).putInt(9).put(bytes("A1 01 63 40 40 40 40 40 40 F0")).putInt(5 + 2 * many)
            .putInt(many).put((byte)0xA3);
        for (int i = 0; i < many; i++)
        {
            open.put((byte)1).put((byte)'s');
        }
        open.put(few);
        final List<AmqpTypedReader> readers = new ArrayList<>();
        final long before = retained();
        for (int i = 0; i < 50; i++)
        {
            readers.add(new AmqpTypedReader());
            assertEquals(2, readers.get(i).read(view.wrap(open.array()), AmqpOpen.TYPE).desiredCapabilities().size());
        }
        final long grown = retained() - before;
        assertTrue(grown < 6 << 20, grown + " bytes of " + readers.size());
    }

    /** The least of several counts, since what other tests have left is collected bit by bit. */
    private static long retained() throws InterruptedException
    {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++)
        {
            System.gc();
            Thread.sleep(20);
            least = Math.min(least, Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
        }
        return least;
    }

    @Test
    void lenientTakesAnyOctetForTrue()
    {
        final byte[] odd = bytes("00 53 70 C0 03 01 56 02");
        final AmqpTypedReader lenient = new AmqpTypedReader(AmqpBudget.DEFAULT, Limits.DEFAULT, Strictness.LENIENT);
        assertEquals(new AmqpHeader().durable(true), lenient.read(view.wrap(odd)));
        assertNull(reader.read(view));
        assertEquals(Reason.BOOLEAN_OCTET, reader.fault().reason());
    }

    @Test
    void anUnsetNumberNeedsNoBoxAndHidesNoDefault()
    {
        final AmqpHeader header = reader.read(view.wrap(bytes("00 53 70 C0 04 03 40 40 43")), AmqpHeader.TYPE);
        assertEquals(0, header.ttlOr(9));
        assertEquals(9, header.priorityOr(9));
        assertEquals(4, header.priority());
        assertTrue(header.durableOr(true));
        assertFalse(header.durable());
        assertEquals("header[ttl={\"uint\":0}]", header.toString());
        assertNotNull(AmqpHeader.TYPE.create());
        assertSame(AmqpHeader.TYPE, AmqpTypedValues.named("header"));
        assertEquals("header", AmqpHeader.TYPE.toString());
        assertNull(AmqpTypedValues.named("nobody"));
    }

    @Test
    void someOfTheFieldsAreReadAndTheOthersStayUnset()
    {
        final AmqpClass<AmqpAttach> who = AmqpAttach.TYPE.only("name", "role");
        final AmqpAttach expected = new AmqpAttach().name("link").role(true);
        assertEquals(expected, reader.readPerformative(view.wrap(frame(attach())), who));
        final byte[] value = written(attach());
        assertEquals(expected, reader.read(view.wrap(value), who));
        assertEquals(expected, who.of(attach().toValue()));
        assertSame(AmqpAttach.TYPE, expected.type());
        assertThrows(IllegalArgumentException.class, () -> AmqpAttach.TYPE.only("nobody"));
        // What is not wanted is not looked into, but must be there.
        final byte[] handle = bytes("00 53 12 C0 09 03 A1 04 6C696E6B 43 41");
        assertEquals(expected, reader.read(view.wrap(handle), who));
        handle[12] = 0x40;
        assertNull(reader.read(view.wrap(handle), who));
        assertEquals("FIELD_MISSING at 12: field 1 is mandatory", reader.fault().toString());
        handle[12] = 0x44;
        assertEquals(expected, reader.read(view.wrap(handle), who));
        assertNull(reader.read(view, AmqpAttach.TYPE));
        assertEquals("FIELD_TYPE at 12: a value of format code 0x44 as field 1", reader.fault().toString());
    }

    /** A lenient scan takes it for an empty map; it is no map all the same, as {@code AmqpComposite} judges too. */
    @Test
    void nullForAMapIsRefused()
    {
        final AmqpTypedReader lenient = new AmqpTypedReader(AmqpBudget.DEFAULT, Limits.DEFAULT, Strictness.LENIENT);
        view.wrap(bytes("005374 40 005375 A00101"));
        for (final AmqpTypedReader each : List.of(lenient, reader))
        {
            assertNull(each.readSection(view, AmqpApplicationProperties.TYPE));
            assertEquals("SECTION_VALUE_TYPE at 3: a value of format code 0x40 in section 0x74", each.fault()
                .toString());
        }
        assertEquals(new AmqpData().value(AmqpBinary.of(new byte[] {1})), lenient.readSection(view, AmqpData.TYPE));
    }

    @Test
    void theFirstBadKeyOfManyIsTold()
    {
        // Symbols, numbers and symbols again, then a string.
        final byte[] footer = bytes("005378 C1 12 08 A30161 41 5301 41 A30162 41 A10163 41".replace("C1 12", "C1 10"));
        assertNull(reader.read(view.wrap(footer)));
        assertEquals("KEY_TYPE at 17: a key of format code 0xA1 in section 0x78", reader.fault().toString());
    }

    @Test
    void aSectionIsReadWhereverTheMessageIs()
    {
        final AmqpHeader header = new AmqpHeader().ttl(70_000L);
        final AmqpProperties properties = new AmqpProperties().messageId(new AmqpString("id")).subject("s".repeat(300));
        final AmqpData data = new AmqpData().value(AmqpBinary.of(new byte[600]));
        final AmqpValueSection text = new AmqpValueSection().value(new AmqpString("t".repeat(300)));
        final AmqpFooter footer = new AmqpFooter().value(new AmqpMap(List.of(new AmqpMap.Entry(new AmqpSymbol("k"),
            new AmqpUint(1)))));
        for (final AmqpTyped body : List.of(data, text))
        {
            final byte[] message = written(header, properties, body, footer);
            final List<Buffers.Buffer> buffers = new ArrayList<>(Buffers.all(message));
            buffers.addAll(Buffers.composites(message));
            for (final Buffers.Buffer buffer : buffers)
            {
                buffer.wrap().accept(view);
                for (final AmqpTyped section : List.of(header, properties, body, footer))
                {
                    assertEquals(section, reader.readSection(view, section.type()),
                        () -> buffer + " " + reader.fault());
                }
                view.reset();
                buffer.free().run();
            }
        }
    }

    @Test
    void aFrameIsReadWhereverItIs()
    {
        final byte[] bytes = frame(attach());
        final List<Buffers.Buffer> buffers = new ArrayList<>(Buffers.all(bytes));
        buffers.addAll(Buffers.composites(bytes));
        for (final Buffers.Buffer buffer : buffers)
        {
            buffer.wrap().accept(view);
            assertEquals(attach(), reader.readPerformative(view), () -> buffer + " " + reader.fault());
            view.reset();
            buffer.free().run();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"005377 A101FF|INVALID_UTF8 at 5", "005377 A30180|SYMBOL_NOT_ASCII at 5",
        "005377 7300110000|CHAR_OUT_OF_RANGE at 4", "005377 C00401A101FF|INVALID_UTF8 at 8",
        "005377 5602|BOOLEAN_OCTET at 4",
        "005377 E005 01A101FF00|INVALID_UTF8 at 8"})
    void whatABodyHoldsIsChecked(final String hex, final String fault)
    {
        assertNull(reader.readSection(view.wrap(bytes(hex)), AmqpValueSection.TYPE));
        assertTrue(reader.fault().toString().startsWith(fault + ":"), () -> reader.fault().toString());
        assertNull(reader.read(view, AmqpValueSection.TYPE));
        assertTrue(reader.fault().toString().startsWith(fault + ":"), () -> reader.fault().toString());
    }

    /** Its length is known before its bytes are there. */
    @Test
    void aBodyThatHasNotArrivedIsRefusedAndNotMadeOfZeros()
    {
        final byte[] message = bytes("005375 b0000f4240 0102");
        final int whole = 8 + 1_000_000;
        for (final Buffers.Buffer buffer : Buffers.all(message))
        {
            buffer.wrap().accept(view);
            final FrameView part = new FrameView().wrapPart(view, 0, message.length, whole);
            assertNull(reader.readSection(part, AmqpData.TYPE), buffer::name);
            assertEquals(Reason.TRUNCATED, reader.fault().reason(), buffer::name);
            assertEquals(8, reader.fault().offset());
            assertEquals(1_000_000, reader.fault().claimed());
            assertEquals(2, reader.fault().available());
            view.reset();
            buffer.free().run();
        }
        final AmqpData data = reader.readSection(view.wrap(bytes("005375a0020102")), AmqpData.TYPE);
        assertEquals(AmqpBinary.of(new byte[] {1, 2}), data.value());
    }
}
