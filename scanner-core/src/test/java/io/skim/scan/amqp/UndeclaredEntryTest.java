package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UndeclaredEntryTest
{
    /** A map of one entry has the count two, which is no result of a scan. */
    @ParameterizedTest
    @ValueSource(strings = {"005372c10100", "005372c10602a3016b5401", "005372c10b04a3016b5401a3016c5401"})
    void doesNotEndTheScan(final String annotations)
    {
        final byte[] message = HexFormat.of().parseHex(annotations + "005374c10702a10161a10162");
        final int[] shown = new int[1];
        assertEquals(Outcome.COMPLETE, new AmqpScanner().scan(new FrameView().wrap(message), AmqpScanner.interest()
            .entry(AmqpField.MESSAGE_ANNOTATIONS, "x", 0).property("a", 1).build(), new DataHandler()
            {
                @Override
                public Action onField(final int id, final Cursor value)
                {
                    shown[0] += id;
                    return Action.CONTINUE;
                }
            }));
        assertEquals(1, shown[0]);
    }
}
