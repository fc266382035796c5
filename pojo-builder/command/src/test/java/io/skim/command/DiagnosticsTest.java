package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Diagnostics are for people too: a terminal that shows their JSON obeys nothing in it. */
class DiagnosticsTest
{
    @Test
    void theNameOfAFileIsShownAndNotObeyed()
    {
        final String name = "a\u009B31m\u202E\u007F\u001B[0m\u200B\u2028 \"\\ \u00E9\u6F22\uD83D\uDE00.pcap";
        final ByteArrayOutputStream err = new ByteArrayOutputStream();
        new Console(InputStream.nullInputStream(), OutputStream.nullOutputStream(), err).malformed(0, 0, "TRUNCATED", 0,
            "",
            new Source(name));
        final String told = err.toString(StandardCharsets.UTF_8).stripTrailing();
        assertEquals(Screen.printable(told), told);
        assertEquals(name, JSON.parseObject(told).get("file"));
        assertTrue(told.contains("\u00E9\u6F22\uD83D\uDE00.pcap"), told);
    }
}
