package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.RecordingHandler;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Keys of annotations that are not symbols: reserved numbers, and what only lenient takes.
 */
class AnnotationKeysTest
{
    /** Keys: a small ulong, a symbol, the ulong of no bytes, and a string at offset 17. */
    private static final String ENTRIES = "53 07 41  a3 01 61 42  44 54 05  ";
    private static final byte[] NUMBERS = Frames.hex("005372 c1 0b 06 " + ENTRIES);
    private static final byte[] TEXT = Frames.hex("005372 c1 0f 08 " + ENTRIES + "a1 01 62 41");

    private final RecordingHandler handler = new RecordingHandler();

    private AmqpScanner scanned(final Strictness strictness, final byte[] message, final AmqpInterest interest)
    {
        final AmqpScanner scanner = new AmqpScanner(Limits.DEFAULT, strictness);
        scanner.scan(new FrameView().wrap(message), interest, handler);
        return scanner;
    }

    private static AmqpInterest every()
    {
        return AmqpScanner.interest().everyEntry(AmqpField.MESSAGE_ANNOTATIONS, 0).build();
    }

    @Test
    void numbersAreShownAmongSymbols()
    {
        scanned(Strictness.STRICT, NUMBERS, every());
        assertEquals(Outcome.COMPLETE, handler.outcome());
        assertEquals(List.of("entry 0: UINT64 7+1 7 = TRUE 9+0 true", "entry 0: SYMBOL 11+1 a = FALSE 13+0 false",
            "entry 0: UINT64 14+0 0 = INT32 15+1 5"), handler.calls());
    }

    @Test
    void aStringIsRefusedWhereItStandsAndNothingIsShown()
    {
        final AmqpScanner scanner = scanned(Strictness.STRICT, TEXT, every());
        assertEquals(Outcome.MALFORMED, handler.outcome());
        assertEquals(Reason.KEY_TYPE, scanner.fault().reason());
        assertEquals(16, scanner.fault().offset());
        assertEquals(0xA1, scanner.fault().claimed());
        assertEquals(List.of(), handler.calls());
    }

    @Test
    void lenientShowsAStringButDoesNotTakeItForTheSymbolOfThatName()
    {
        scanned(Strictness.LENIENT, TEXT,
            AmqpScanner.interest().entry(AmqpField.MESSAGE_ANNOTATIONS, "b", 1)
                .everyEntry(AmqpField.MESSAGE_ANNOTATIONS, 0)
                .build());
        assertEquals(Outcome.COMPLETE, handler.outcome());
        assertEquals("entry 0: TEXT 18+1 b = TRUE 20+0 true", handler.calls().get(3));
        final RecordingHandler named = new RecordingHandler();
        new AmqpScanner(Limits.DEFAULT, Strictness.LENIENT).scan(new FrameView().wrap(TEXT), AmqpScanner.interest()
            .entry(AmqpField.MESSAGE_ANNOTATIONS, "b", 0).build(), named);
        assertEquals(List.of(), named.calls());
        assertEquals(Outcome.COMPLETE, named.outcome());
    }
}
