package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.FrameScanner;
import io.skim.scan.FrameView;
import io.skim.scan.Interest;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.AmqpTree;
import io.skim.scan.testing.AmqpVectors;
import io.skim.scan.testing.AmqpVectors.Bad;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Buffers.Buffer;
import io.skim.scan.testing.RecordingHandler;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MalformedTest
{
    /** What a reader that enters everything makes of input that the standard leaves to us; null: it is taken. */
    private static final Map<String, Reason> POLICY = new HashMap<>();
    /** What a strict scanner of messages makes of well-formed sections of the wrong types. */
    private static final Map<String, Reason> SCHEMA = Map.of("bad/101", Reason.FIELD_TYPE, "bad/102",
        Reason.SECTION_VALUE_TYPE, "bad/103", Reason.SECTION_VALUE_TYPE, "bad/114", Reason.SECTION_VALUE_TYPE,
        "bad/115", Reason.SECTION_UNKNOWN);

    static
    {
        // Duplicate keys, an array as a key: the reader shows them, the last one wins where that matters.
        POLICY.put("bad/045", null);
        POLICY.put("bad/047", null);
        // Descriptors of reserved types.
        POLICY.put("bad/082", null);
        POLICY.put("bad/083", null);
        // Millions of elements without bytes.
        for (final String id : List.of("bad/057", "bad/059", "bad/060", "bad/061", "bad/062"))
        {
            POLICY.put(id, Reason.TOO_MANY_ELEMENTS);
        }
        POLICY.put("bad/090", Reason.CHAR_OUT_OF_RANGE);
        POLICY.put("bad/091", Reason.CHAR_OUT_OF_RANGE);
        POLICY.put("bad/099", Reason.SYMBOL_NOT_ASCII);
    }

    private final AmqpTree tree = new AmqpTree(new AmqpReader());

    static List<Bad> vectors()
    {
        return AmqpVectors.malformed();
    }

    private static List<Bad> of(final String verdict)
    {
        return vectors().stream().filter(vector -> vector.verdict().equals(verdict)).collect(Collectors.toList());
    }

    @Test
    void thereIsOneOutcomeForEachVector()
    {
        assertEquals(77, vectors().size());
        assertEquals(POLICY.keySet(), of("policy").stream().map(Bad::id).collect(Collectors.toSet()));
        assertEquals(SCHEMA.keySet(), of("schema").stream().map(Bad::id).collect(Collectors.toSet()));
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void whatIsMalformedIsRefusedWithAReasonAndAPlaceInEveryKindOfBuffer(final Bad vector)
    {
        for (final Buffer buffer : Buffers.all(vector.bytes()))
        {
            final FrameView view = new FrameView();
            buffer.wrap().accept(view);
            final String state = buffer.state().get();
            final boolean taken = tree.read(view) != null;
            final String what = buffer + ": " + tree.fault();
            switch (vector.verdict())
            {
                case "reject":
                    // Of no bytes at all, bad/021, a test of its own tells.
                    assertEquals(vector.id().equals("bad/021"), taken, what);
                    break;
                case "policy":
                    assertEquals(POLICY.get(vector.id()), tree.fault().reason(), what);
                    break;
                default:
                    assertTrue(taken, what);
            }
            assertEquals(state, buffer.state().get());
            buffer.free().run();
        }
    }

    @Test
    void noBytesAtAllAreARegionWithoutValuesToReadersAndScanners()
    {
        final Bad empty = vectors().stream().filter(vector -> vector.id().equals("bad/021")).findFirst().orElseThrow();
        assertEquals(0, empty.bytes().length);
        final AmqpReader reader = new AmqpReader();
        for (final Buffer buffer : Buffers.all(empty.bytes()))
        {
            final FrameView view = new FrameView();
            buffer.wrap().accept(view);
            assertEquals(AmqpReader.DONE, reader.wrap(view).next(), buffer::name);
            assertEquals(AmqpReader.DONE, reader.next(), buffer::name);
            assertFalse(reader.fault().isPresent(), buffer::name);
            assertShowsNothing(new AmqpValueScanner(), AmqpValueScanner.interest().everyValue(0).build(), view);
            assertShowsNothing(new AmqpValueScanner(), AmqpValueScanner.interest().value(0).build(), view);
            assertShowsNothing(new AmqpValueScanner(), AmqpValueScanner.interest().entry("a", 0).build(), view);
            assertShowsNothing(new AmqpScanner(), AmqpScanner.interest().everything().build(), view);
            buffer.free().run();
        }
    }

    private static <I extends Interest> void assertShowsNothing(final FrameScanner<I> scanner, final I interest,
        final FrameView view)
    {
        final RecordingHandler handler = new RecordingHandler();
        assertEquals(Outcome.COMPLETE, scanner.scan(view, interest, handler));
        assertEquals(Outcome.COMPLETE, handler.outcome());
        assertEquals(List.of(), handler.calls());
        assertFalse(scanner.fault().isPresent());
    }

    @Test
    void sectionsOfTheWrongTypesAreRefusedByTheScannerOfMessages()
    {
        final AmqpInterest everything = AmqpScanner.interest().everything().build();
        for (final Bad vector : of("schema"))
        {
            final AmqpScanner scanner = new AmqpScanner();
            assertEquals(Outcome.MALFORMED, scanner.scan(new FrameView().wrap(vector.bytes()), everything, (id,
                value) -> Action.CONTINUE));
            assertEquals(SCHEMA.get(vector.id()), scanner.fault().reason(), vector::toString);
        }
    }

    @Test
    void lenientTakesANullForAnEmptyMapSection()
    {
        final AmqpScanner scanner = new AmqpScanner(Limits.DEFAULT, Strictness.LENIENT);
        for (final Bad vector : of("schema"))
        {
            final Outcome outcome = scanner.scan(new FrameView().wrap(vector.bytes()), AmqpScanner.interest()
                .everything().build(), (id, value) -> Action.CONTINUE);
            assertEquals(vector.id().equals("bad/114"), outcome == Outcome.COMPLETE, vector::toString);
        }
    }

    @Test
    void lenientTakesAnyOctetButZeroForTrue()
    {
        final AmqpReader strict = new AmqpReader().wrap(new FrameView().wrap(new byte[] {0x56, 2}));
        assertEquals(AmqpReader.MALFORMED, strict.next());
        assertEquals(Reason.BOOLEAN_OCTET, strict.fault().reason());
        final AmqpReader lenient = new AmqpReader(Limits.DEFAULT, Strictness.LENIENT).wrap(new FrameView().wrap(
            new byte[] {0x56, 2}));
        assertEquals(AmqpReader.VALUE, lenient.next());
        assertTrue(lenient.value(new Cursor()).getBoolean(false));
    }

    @Test
    void elementsWithoutBytesArePassedOverHoweverManyTheyAre()
    {
        for (final Bad vector : of("policy"))
        {
            if (POLICY.get(vector.id()) == Reason.TOO_MANY_ELEMENTS)
            {
                final AmqpReader reader = new AmqpReader().wrap(new FrameView().wrap(vector.bytes()));
                assertEquals(AmqpReader.VALUE, reader.next());
                assertTrue(reader.value(new Cursor()).count() > 1_000_000);
                assertEquals(AmqpReader.DONE, reader.next());
            }
        }
    }

    @Test
    void elementsWithoutBytesAreCountedTogether()
    {
        // Two arrays of 600 nulls, each below the limit, which is 1,024 and one more for each byte.
        final byte[] array = {(byte)0xF0, 0, 0, 0, 5, 0, 0, 2, 0x58, 0x40};
        final byte[] twice = new byte[20];
        System.arraycopy(array, 0, twice, 0, 10);
        System.arraycopy(array, 0, twice, 10, 10);
        assertNotNull(tree.read(new FrameView().wrap(array)));
        assertNull(tree.read(new FrameView().wrap(twice)));
        assertEquals(Reason.TOO_MANY_ELEMENTS, tree.fault().reason());
        assertEquals(1_200, tree.fault().claimed());
        assertEquals(1_044, tree.fault().available());
    }

    /** A proxy scans a message when its first sections are there; what is due is part of the message all the same. */
    @Test
    void elementsWithoutBytesAreBoundedByTheMessageHoweverMuchOfItHasArrived()
    {
        final byte[] annotations = {0, 0x53, 0x72, (byte)0xC1, 15, 2, (byte)0xA3, 1, 'a', (byte)0xF0, 0, 0, 0, 5, 0, 0,
            0x0B, (byte)0xB8, 0x40};
        annotations[4] = (byte)(annotations.length - 5);
        final byte[] message = Arrays.copyOf(annotations, 8_000);
        final byte[] data = {0, 0x53, 0x75, (byte)0xB0, 0, 0, (byte)(8_000 - annotations.length - 8 >> 8),
            (byte)(8_000 - annotations.length - 8)};
        System.arraycopy(data, 0, message, annotations.length, data.length);
        final AmqpInterest interest =
            AmqpScanner.interest().everyEntry(AmqpField.MESSAGE_ANNOTATIONS, 0).nested(1).build();
        final AmqpScanner scanner = new AmqpScanner();
        for (final int available : new int[] {message.length, 100, annotations.length + data.length})
        {
            assertEquals(Outcome.COMPLETE, scanner.scan(new FrameView().wrapPart(message, 0, available, message.length),
                interest, (id, value) -> Action.CONTINUE), () -> available + ": " + scanner.fault());
        }
        assertEquals(Outcome.MALFORMED, scanner.scan(new FrameView().wrap(annotations), interest, (id,
            value) -> Action.CONTINUE));
        assertEquals(Reason.TOO_MANY_ELEMENTS, scanner.fault().reason());
    }

    /** Whoever calls back for each element, or makes an object of it, is kept busy by bytes and not by a count. */
    @Test
    void aCountOfElementsWithoutBytesGrowsWithTheBytesAroundIt()
    {
        for (int length = 1; length < 1 << 20; length *= 4)
        {
            // A binary of that length, then the array.
            final byte[] binary = {(byte)0xB0, (byte)(length >> 24), (byte)(length >> 16), (byte)(length >> 8),
                (byte)length};
            final int most = Math.min(Limits.DEFAULT.maxElementCount(), 1_024 + length + 15);
            for (final int count : new int[] {most, most + 1})
            {
                final byte[] array = {(byte)0xF0, 0, 0, 0, 5, (byte)(count >> 24), (byte)(count >> 16),
                    (byte)(count >> 8),
                    (byte)count, 0x41};
                final byte[] both = Arrays.copyOf(binary, length + 15);
                System.arraycopy(array, 0, both, length + 5, array.length);
                final AmqpReader reader = new AmqpReader().wrap(new FrameView().wrap(both));
                reader.next();
                reader.next();
                assertEquals(count == most ? count : AmqpReader.MALFORMED, reader.enter());
            }
        }
    }

    @Test
    void nothingIsAllocatedFromACount()
    {
        final AmqpReader reader = new AmqpReader();
        final Cursor cursor = new Cursor();
        final FrameView view = new FrameView();
        final byte[][] bytes = vectors().stream().map(Bad::bytes).toArray(byte[][]::new);
        assertEquals(0, Allocations.by(() -> {
            for (int i = 0; i < bytes.length; i++)
            {
                Walk.all(reader.wrap(view.wrap(bytes[i])), cursor);
            }
        }, 200, 5));
    }
}
