package io.skim.mqtt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Reason;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Buffers.Buffer;
import io.skim.scan.testing.RecordingHandler;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PublishScannerTest
{
    private static final int REGION = 0;
    private static final int TRACE = 1;
    private static final int EXPIRY = 2;
    private static final PublishInterest INTEREST =
        PublishScanner.interest().userProperty("region", REGION).userProperty(
            "traceparent", TRACE).field(PublishField.MESSAGE_EXPIRY, EXPIRY).build();
    private static final byte[] PACKET =
        new Publishes().flags(2).topic("orders").user("region", "eu").user("other", "x")
            .number(PublishField.MESSAGE_EXPIRY, 60).user("traceparent", "00-4b").user("region", "us").payload((byte)1)
            .bytes();

    private final PublishScanner scanner = new PublishScanner();
    private final FrameView view = new FrameView();

    private RecordingHandler scanned(final byte[] packet, final PublishInterest interest)
    {
        final RecordingHandler handler = new RecordingHandler();
        scanner.scan(view.wrap(packet), interest, handler);
        return handler;
    }

    @Test
    void showsTheUserPropertiesThatWereDeclared()
    {
        for (final Buffer buffer : Buffers.all(PACKET))
        {
            final RecordingHandler handler = new RecordingHandler();
            buffer.wrap().accept(view);
            assertEquals(Outcome.COMPLETE, scanner.scan(view, INTEREST, handler), buffer::name);
            assertEquals(List.of("field 0: TEXT 24+2 eu", "field 2: UINT32 38+4 60", "field 1: TEXT 58+5 00-4b",
                "field 0: TEXT 74+2 us"), handler.calls());
            buffer.free().run();
        }
    }

    @Test
    void fieldsAndUserPropertiesHaveNamesForSelectors()
    {
        final PublishInterest named = PublishScanner.interest().named("user.region", 0).named("topic", 1).named(
            "message-expiry-interval", 2).build();
        assertEquals(List.of("field 1: TEXT 4+6 orders", "field 0: TEXT 24+2 eu", "field 2: UINT32 38+4 60",
            "field 0: TEXT 74+2 us"), scanned(PACKET, named).calls());
        assertEquals("PublishInterest[the user property \"region\" = 0, the field topic = 1, the field "
            + "message-expiry-interval = 2]", named.toString());
        assertTrue(assertThrows(IllegalArgumentException.class, () -> PublishScanner.interest().named("qos", 0))
            .getMessage().contains("qos"));
        assertThrows(IllegalStateException.class, () -> PublishScanner.interest().named("topic", 1).build());
    }

    @Test
    void theFirstMatchEndsTheScan()
    {
        final PublishInterest first = PublishScanner.interest().userProperty("region", 0).firstMatchWins().build();
        final RecordingHandler handler = scanned(PACKET, first);
        assertEquals(Outcome.STOPPED, handler.outcome());
        assertEquals(1, handler.calls().size());
    }

    @ParameterizedTest
    @CsvSource({"'', TRUNCATED, 0", "30030001, TRUNCATED, 4", "4004000174 00, FRAME_TYPE_UNKNOWN, 0",
        "3604000174 00, FIELD_VALUE, 0", "30050001740000, COMPLETE, 0", "300500017400, TRUNCATED, 6",
        "300400017400 00, FRAME_LENGTH_MISMATCH, 6", "30FFFFFFFF 7F, FIELD_VALUE, 1",
        "3004000574 00, VALUE_OVERRUNS_CONTAINER, 4", "3004000100 00, INVALID_UTF8, 4",
        "30040001FF 00, INVALID_UTF8, 4", "300400012300, FIELD_VALUE, 4",
        "3205000174 0001, VALUE_OVERRUNS_CONTAINER, 7",
        "3206000174 000000, FIELD_TOO_SMALL, 5", "300400017405, SIZE_OVERRUNS_CONTAINER, 6",
        "3006000174 02 11 00, CODE_UNKNOWN, 6", "3006000174 02 01 02, FIELD_VALUE, 7",
        "3008000174 04 01000100, TOO_MANY_FIELDS, 8", "3007000174 03 230000, FIELD_TOO_SMALL, 7",
        "3006000174 02 0B00, FIELD_TOO_SMALL, 7", "3008000174 04 26000561, VALUE_OVERRUNS_CONTAINER, 9",
        "300B000174 07 260001FF000161, INVALID_UTF8, 9", "3008000174 03 26000161, VALUE_OVERRUNS_CONTAINER, 9"})
    void malformedPacketsAreRefusedAndShowNothing(final String hex, final String expected, final int offset)
    {
        final byte[] packet = HexFormat.of().parseHex(hex.replace(" ", ""));
        final RecordingHandler handler = scanned(packet, PublishScanner.interest().everything().build());
        if (expected.equals("COMPLETE"))
        {
            assertEquals(Outcome.COMPLETE, handler.outcome(), handler::fault);
            return;
        }
        assertEquals(Outcome.MALFORMED, handler.outcome());
        assertEquals(List.of(), handler.calls());
        assertEquals(Reason.valueOf(expected) + " " + offset,
            scanner.fault().reason() + " " + scanner.fault().offset());
    }

    @Test
    void limitsAreKept()
    {
        final PublishInterest everything = PublishScanner.interest().everything().build();
        final Limits limits = Limits.DEFAULT.withMaxNameLength(5).withMaxValueLength(6).withMaxEntryCount(2);
        final PublishScanner limited = new PublishScanner(limits);
        final byte[][] packets =
            {new Publishes().user("region", "x").bytes(), new Publishes().user("a", "1234567").bytes(),
                new Publishes().user("a", "1").user("b", "2").user("c", "3").bytes()};
        final Reason[] reasons = {Reason.NAME_TOO_LONG, Reason.VALUE_TOO_LONG, Reason.TOO_MANY_ENTRIES};
        for (int i = 0; i < packets.length; i++)
        {
            assertEquals(Outcome.MALFORMED, limited.scan(view.wrap(packets[i]), everything, new RecordingHandler()));
            assertEquals(reasons[i], limited.fault().reason());
            assertEquals(Outcome.COMPLETE, scanner.scan(view, everything, new RecordingHandler()));
        }
    }

    /** Counts what it is shown. */
    private static final class Sums implements DataHandler
    {
        private final byte[] copy = new byte[64];
        private long sum;

        @Override
        public Action onField(final int id, final Cursor value)
        {
            sum += id + value.getLong(0) + value.copyTo(copy, 0);
            return Action.CONTINUE;
        }
    }

    @Test
    void scanningAllocatesNothing()
    {
        final Sums sums = new Sums();
        final byte[] cut = Arrays.copyOf(PACKET, PACKET.length - 3);
        assertEquals(0, Allocations.by(() -> {
            scanner.scan(view.wrap(PACKET), INTEREST, sums);
            scanner.scan(view.wrap(cut), INTEREST, sums);
        }, 20_000, 1_000));
        assertTrue(sums.sum > 0);
    }
}
