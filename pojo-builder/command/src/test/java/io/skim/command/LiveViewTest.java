package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LiveViewTest
{
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final AtomicInteger counted = new AtomicInteger();
    /** In nanoseconds; each look at the clock takes a tenth of a second, or none. */
    private long time;
    private long look;
    private final LiveView view =
        new LiveView(new Console(InputStream.nullInputStream(), out, new ByteArrayOutputStream()), 24,
            () -> "counted " + counted + "\n", () -> time += look);

    private String shown()
    {
        return out.toString(StandardCharsets.UTF_8);
    }

    /** What came last may come right after the view was shown, and nothing behind it for long. */
    @Test
    void theLastChangesAreShownWhileNothingComes() throws IOException
    {
        look = 100_000_000;
        for (int k = 0; k < 1_000; k++)
        {
            look = k < 900 ? look : 0;
            counted.incrementAndGet();
            view.update();
        }
        look = 100_000_000;
        assertTrue(shown().contains("counted 5\033") && !shown().contains("counted 1000"), shown());
        view.idle(InputStream.nullInputStream());
        assertTrue(shown().endsWith("counted 1000\033[K\n\033[J"), shown());
        final int length = shown().length();
        view.idle(InputStream.nullInputStream());
        assertEquals(length, shown().length());
    }

    /** A terminal that does not know its size tells 0; one that does not go back would show the view again and again. */
    @ParameterizedTest
    @CsvSource({"50, xterm, 50", "1, xterm, 2", "0, xterm, 24", "'', xterm, 24", ", xterm, 24", "50, dumb, 0"})
    void asManyRowsAreShownAsTheTerminalHas(final String told, final String terminal, final int expected)
    {
        assertEquals(expected, LiveView.rows(told, Map.of("TERM", terminal)));
    }

    @Test
    void whatHasComeIsReadFirst() throws IOException
    {
        counted.incrementAndGet();
        view.update();
        view.idle(new ByteArrayInputStream(new byte[1]));
        assertEquals("", shown());
    }
}
