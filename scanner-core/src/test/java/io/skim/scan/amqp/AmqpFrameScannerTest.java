package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.AmqpVectors;
import io.skim.scan.testing.AmqpVectors.Good;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Buffers.Buffer;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.RecordingHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AmqpFrameScannerTest
{
    private static final AmqpFrameInterest EVERYTHING =
        AmqpFrameScanner.interest().everything().nested(Performative.ID_COUNT).build();
    /** handle 0, delivery-id 5, delivery-tag 07, message-format 0, settled false, more true; payload of three bytes. */
    private static final byte[] TRANSFER = Frames.hex("0000001a 02000003 005314 c00a06 43 5205 a00107 43 42 41 a10161");

    private final AmqpFrameScanner scanner = new AmqpFrameScanner();
    private final FrameView view = new FrameView();

    static List<Good> frames()
    {
        return AmqpVectors.all().stream().filter(good -> !good.isValues()).toList();
    }

    private List<String> scanned(final AmqpFrameInterest interest, final byte[] frame)
    {
        final RecordingHandler handler = new RecordingHandler();
        assertEquals(Outcome.COMPLETE, scanner.scan(view.wrap(Buffers.poisoned(frame), Buffers.BEFORE, frame.length),
            interest, handler), () -> scanner.fault().toString());
        return handler.calls();
    }

    @Test
    void showsWhatIsNamed()
    {
        final AmqpFrameInterest byEnum = AmqpFrameScanner.interest().field(AmqpFrameField.CHANNEL, 0).field(
            Performative.TRANSFER, "delivery-id", 1).field(Performative.TRANSFER, "more", 2).field(
                AmqpFrameField.PAYLOAD, 3)
            .performative(Performative.TRANSFER, 4).field(Performative.TRANSFER,
                "state", 5)
            .field(Performative.FLOW, "handle", 6).build();
        final AmqpFrameInterest byName =
            AmqpFrameScanner.interest().field("channel", 0).field("transfer.delivery-id", 1)
                .field("transfer.more", 2).field("payload", 3).field("transfer", 4).field("transfer.state", 5).field(
                    "flow.handle", 6)
                .build();
        final List<String> expected = List.of("field 0: UINT16 6+2 3", "begin 4: LIST 12+11", "field 1: UINT32 16+1 5",
            "field 2: TRUE 23+0 true", "end 4: LIST 12+11", "field 3: BYTES 23+3 <A1><01>a");
        assertEquals(expected, scanned(byEnum, TRANSFER));
        assertEquals(expected, scanned(byName, TRANSFER));
    }

    @Test
    void aFieldThatIsNullIsShownAndOneThatIsNotThereIsNot()
    {
        final AmqpFrameInterest interest = AmqpFrameScanner.interest().field("attach.source", 0).field("attach.target",
            1).field("attach.name", 2).build();
        final byte[] attach = AmqpFrameReaderTest.frame(0, "005312c00906a1016c43414040 40");
        assertEquals(List.of("field 2: TEXT 16+1 l", "field 0: NULL 22+0 null"), scanned(interest, attach));
    }

    @Test
    void protocolHeadersAndEmptyFramesAreFramesToo()
    {
        assertEquals(List.of("field 7: UINT8 4+1 3", "field 8: BYTES 5+3 <01><00><00>"), scanned(EVERYTHING, Frames.hex(
            "414d515003010000")));
        assertEquals(List.of("field 0: UINT32 0+4 8", "field 1: UINT8 4+1 2", "field 2: UINT8 5+1 0",
            "field 3: UINT16 6+2 9"), scanned(EVERYTHING, Frames.hex("0000000802000009")));
        assertEquals(1, scanned(AmqpFrameScanner.interest().field("size", 0).field("open", 1).build(), TRANSFER)
            .size());
    }

    @Test
    void showsTheWholeExtendedHeaderAndTheDescriptor()
    {
        final AmqpFrameInterest interest =
            AmqpFrameScanner.interest().field(AmqpFrameField.EXTENDED_HEADER, 0).field(AmqpFrameField.DESCRIPTOR, 1)
                .build();
        assertEquals(List.of("field 0: BYTES 8+8 abcdefgh", "field 1: UINT64 18+1 23"), scanned(interest, Frames.hex(
            "0000001404000001616263646566676800531745")));
    }

    @ParameterizedTest
    @MethodSource("frames")
    void showsTheSameInEveryKindOfBuffer(final Good vector)
    {
        final List<String> expected = scanned(EVERYTHING, vector.bytes());
        final List<Buffer> buffers = new ArrayList<>(Buffers.all(vector.bytes()));
        buffers.addAll(Buffers.composites(vector.bytes()));
        for (final Buffer buffer : buffers)
        {
            final String state = buffer.state().get();
            final RecordingHandler handler = new RecordingHandler();
            buffer.wrap().accept(view);
            assertEquals(Outcome.COMPLETE, scanner.scan(view, EVERYTHING, handler));
            assertEquals(expected, handler.calls(), buffer::name);
            assertEquals(state, buffer.state().get());
            view.reset();
            buffer.free().run();
        }
    }

    @ParameterizedTest
    @MethodSource("frames")
    void pushAndPullRefuseTheSame(final Good vector)
    {
        final AmqpFrameReader reader = new AmqpFrameReader();
        final AmqpFrameInterest fields = AmqpFrameScanner.interest().everything().build();
        final byte[] frame = vector.bytes().clone();
        for (int bit = 0; bit < frame.length * 8; bit++)
        {
            frame[bit / 8] ^= (byte)(1 << bit % 8);
            final RecordingHandler handler = new RecordingHandler();
            final Outcome outcome = scanner.scan(view.wrap(frame), fields, handler);
            boolean taken = reader.wrap(view);
            int event = AmqpReader.VALUE;
            while (taken && event == AmqpReader.VALUE)
            {
                event = reader.nextField();
            }
            taken &= event == AmqpReader.DONE;
            assertEquals(taken ? Outcome.COMPLETE : Outcome.MALFORMED, outcome);
            assertEquals(reader.fault().toString(), scanner.fault().toString());
            final Outcome nested = scanner.scan(view, EVERYTHING, new RecordingHandler());
            assertTrue(taken || nested == Outcome.MALFORMED);
            frame[bit / 8] ^= (byte)(1 << bit % 8);
        }
    }

    @Test
    void whatNobodyAskedForIsPassedOver()
    {
        // A container-id that is no UTF-8, in an open of which only the hostname is wanted, or nothing.
        final byte[] open = AmqpFrameReaderTest.frame(0, "005310c00802a102c328a10168");
        assertEquals(List.of("field 0: TEXT 20+1 h"), scanned(AmqpFrameScanner.interest().field("open.hostname", 0)
            .build(), open));
        assertEquals(List.of(), scanned(AmqpFrameScanner.interest().field("close.error", 0).build(), open));
        assertEquals(Outcome.MALFORMED, scanner.scan(view.wrap(open), AmqpFrameScanner.interest().field(
            "open.container-id", 0).build(), new RecordingHandler()));
        assertEquals(Reason.INVALID_UTF8, scanner.fault().reason());
    }

    @Test
    void aFrameWithoutAMandatoryFieldIsRefusedBeforeAnythingIsShown()
    {
        final byte[] begin = AmqpFrameReaderTest.frame(0, "005311c003024043");
        final RecordingHandler handler = new RecordingHandler();
        assertEquals(Outcome.MALFORMED, scanner.scan(view.wrap(begin), AmqpFrameScanner.interest().field(
            "begin.next-outgoing-id", 0).build(), handler));
        assertEquals(List.of(), handler.calls());
        assertEquals(Reason.FIELD_MISSING, scanner.fault().reason());
        assertEquals(2, scanner.fault().claimed());
    }

    @Test
    void lenientIgnoresWhatFollowsAndShowsNoPayload()
    {
        final byte[] end = AmqpFrameReaderTest.frame(0, "00531745 ffff".replace(" ", ""));
        assertEquals(Outcome.MALFORMED, scanner.scan(view.wrap(end), EVERYTHING, new RecordingHandler()));
        final RecordingHandler handler = new RecordingHandler();
        assertEquals(Outcome.COMPLETE, new AmqpFrameScanner(Limits.DEFAULT, Strictness.LENIENT).scan(view, EVERYTHING,
            handler));
        assertFalse(handler.calls().stream().anyMatch(call -> call.startsWith("field 6")));
    }

    @Test
    void theFirstMatchEndsTheScan()
    {
        final RecordingHandler handler = new RecordingHandler();
        final AmqpFrameInterest interest = AmqpFrameScanner.interest().field("transfer.delivery-id", 0).field("channel",
            1).firstMatchWins().build();
        assertEquals(Outcome.STOPPED, scanner.scan(view.wrap(TRANSFER), interest, handler));
        assertEquals(2, handler.calls().size());
    }

    @Test
    void aDeclarationThatCannotBeIsRefused()
    {
        final AmqpFrameInterest.Builder builder = AmqpFrameScanner.interest().field("channel", 0);
        assertThrows(IllegalArgumentException.class, () -> builder.field("channel", 1));
        assertThrows(IllegalArgumentException.class, () -> builder.field("transfer.delivery_id", 1));
        assertThrows(IllegalArgumentException.class, () -> builder.field("transfers.more", 1));
        assertThrows(IllegalArgumentException.class, () -> builder.field("chanel", 1));
        assertThrows(IllegalArgumentException.class, () -> builder.field("type", -1));
        assertThrows(IllegalStateException.class, () -> AmqpFrameScanner.interest().build());
        assertThrows(IllegalStateException.class, () -> AmqpFrameScanner.interest().everything().firstMatchWins()
            .build());
        assertThrows(IllegalStateException.class, () -> AmqpFrameScanner.interest().nested(3).firstMatchWins().build());
    }

    @Test
    void idsAreDenseAndTurnBackIntoWhatTheyStandFor()
    {
        final List<Integer> ids = new ArrayList<>();
        for (final AmqpFrameField field : AmqpFrameField.values())
        {
            assertEquals(field, AmqpFrameField.of(field.ordinal()));
            assertEquals(field, AmqpFrameField.named(field.fieldName()));
            assertEquals(null, Performative.ofId(field.ordinal()));
            assertEquals(-1, Performative.fieldOfId(field.ordinal()));
            ids.add(field.ordinal());
        }
        for (final Performative performative : Performative.values())
        {
            assertEquals(performative, Performative.ofId(performative.id()));
            assertEquals(-1, Performative.fieldOfId(performative.id()));
            for (int i = 0; i < performative.fieldCount(); i++)
            {
                assertEquals(performative, Performative.ofId(performative.id(i)));
                assertEquals(i, Performative.fieldOfId(performative.id(i)));
                ids.add(performative.id(i));
            }
            ids.add(performative.id());
        }
        assertEquals(IntStream.range(0, Performative.ID_COUNT).boxed().toList(), ids);
        assertThrows(IndexOutOfBoundsException.class, () -> Performative.ofId(-1));
        assertThrows(IndexOutOfBoundsException.class, () -> Performative.ofId(Performative.ID_COUNT));
    }

    /** Reads what it is shown in the ways that give no object. */
    private static final class Sums implements DataHandler
    {
        private long sum;

        @Override
        public Action onField(final int id, final Cursor value)
        {
            sum += id + value.length() + (value.kind() == Kind.BYTES ? 0 : value.getLong(0) + value.getLongBits());
            return Action.CONTINUE;
        }

        @Override
        public Action onEntry(final int id, final Cursor key, final Cursor value)
        {
            onField(id, key);
            return onField(id, value);
        }
    }

    @Test
    void scansAllocateNothing()
    {
        final Sums sums = new Sums();
        for (final Good vector : frames())
        {
            final byte[] bad = vector.bytes().clone();
            bad[bad.length - 1] ^= 0x55;
            for (final byte[] frame : List.of(vector.bytes(), bad))
            {
                AmqpFrameReaderTest.buffers(frame).forEach((name, wrap) -> assertEquals(0, Allocations.by(() -> {
                    wrap.accept(view);
                    scanner.scan(view, EVERYTHING, sums);
                }, 300, 50), () -> vector + " in " + name));
            }
        }
        assertTrue(sums.sum != 0);
    }
}
