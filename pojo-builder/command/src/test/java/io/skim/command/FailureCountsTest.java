package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONArray;
import io.skim.scan.Strictness;
import io.skim.scan.testing.Frames;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each failure is counted, also where remarks are so different that not all of them are shown. */
class FailureCountsTest
{
    private static final int FAILURES = 3_000;

    private static byte[] capture()
    {
        final Conversations capture = new Conversations(10_911);
        for (int k = 0; k < FAILURES; k++)
        {
            capture.send(0, true, 2 * k, Frames.json("{\"code\":310,\"opaque\":" + k + "}"));
            capture.send(0, false, 2 * k + 1, Frames.json("{\"code\":2,\"flag\":1,\"opaque\":" + k
                + ",\"remark\":\"busy for " + k + " ms\"}"));
        }
        return capture.toByteArray();
    }

    @Test
    void jsonHasAllOfThem()
    {
        final JSONArray failures = JSON.parseObject(Run.skim(capture(), "stats", "--json").out.get(0)).getJSONArray(
            "failures");
        int counted = 0;
        for (int k = 0; k < failures.size(); k++)
        {
            counted += failures.getJSONObject(k).getIntValue("count");
        }
        assertEquals(FAILURES, counted);
        assertEquals(Traffic.MOST_FAILURES + 1, failures.size());
        assertEquals(JSON.parseObject("{\"others\":true,\"count\":" + (FAILURES - Traffic.MOST_FAILURES) + "}"),
            failures
                .getJSONObject(Traffic.MOST_FAILURES));
    }

    @Test
    void theTableHasAllOfThem()
    {
        final List<String> told = Run.skim(capture(), "stats").out;
        final int first = told.indexOf(told.stream().filter(line -> line.matches("failed +reason +times +remark"))
            .findFirst().orElseThrow());
        final List<String> rows = told.subList(first + 1, first + 22);
        assertTrue(rows.get(0).matches("SEND_MESSAGE_V2 +SYSTEM_BUSY +1  busy for 0 ms"), rows.get(0));
        assertTrue(rows.get(20).matches("others +2,980"), rows.get(20));
        assertEquals("", told.get(first + 22));
    }

    private static byte[] failing(final String... remarks)
    {
        final Conversations capture = new Conversations(10_911);
        for (int k = 0; k < remarks.length; k++)
        {
            capture.send(0, true, 2 * k, Frames.json("{\"code\":310,\"opaque\":" + k + "}"));
            capture.send(0, false, 2 * k + 1,
                Frames.json("{\"code\":2,\"flag\":1,\"opaque\":" + k + ",\"remark\":\"" + remarks[k]
                    + "\"}"));
        }
        return capture.toByteArray();
    }

    private static String table(final byte[] capture, final Screen screen)
    {
        final Console console =
            new Console(new ByteArrayInputStream(capture), OutputStream.nullOutputStream(),
                OutputStream.nullOutputStream());
        final FrameStatistics statistics = new FrameStatistics(console, Strictness.STRICT);
        new Inputs(console, null, true).read(statistics);
        return new StatisticsTable(20, screen).text(statistics);
    }

    /** A screen cuts a remark at its own width; a file and JSON have all of it, up to a limit. */
    @ParameterizedTest
    @ValueSource(ints = {80, 120, 200})
    void aRemarkHasTheRoomThatThereIs(final int width)
    {
        final String remark = "No topic: " + "x".repeat(500) + " of 7";
        final byte[] capture = failing(remark);
        final String row =
            table(capture, new Screen(true, width, false)).lines().filter(line -> line.contains("No topic"))
                .findFirst().orElseThrow();
        assertEquals(width, row.length());
        assertTrue(row.matches("SEND_MESSAGE_V2 +SYSTEM_BUSY +1  No topic: x+\u2026"), row);
        assertTrue(table(capture, new Screen(false, 100, false)).lines().allMatch(line -> line.length() <= 100),
            "COLUMNS is 100");
        assertTrue(
            table(capture, new Screen(false, 200, false)).lines().anyMatch(line -> line.endsWith("  1  " + remark)));
        assertTrue(Run.skim(capture, "stats").out.stream().anyMatch(line -> line.endsWith("  1  " + remark)));
        final JSONArray failures = failures(capture);
        assertEquals(remark, failures.getJSONObject(0).get("remark"));
    }

    private static JSONArray failures(final byte[] capture)
    {
        return JSON.parseObject(Run.skim(capture, "stats", "--json").out.get(0)).getJSONArray("failures");
    }

    @Test
    void remarksThatBeginAlikeAreOneKindAndVeryLongOnesAreCut()
    {
        final String begin = "x".repeat(160);
        final JSONArray failures =
            failures(failing(begin + "1", begin + "2", "y".repeat(4_096), "z".repeat(4_097), "z".repeat(4_098)));
        assertEquals(3, failures.size());
        assertEquals(JSON.parseObject("{\"name\":\"SEND_MESSAGE_V2\",\"reason\":\"SYSTEM_BUSY\",\"remark\":\"" + begin
            + "1\",\"count\":2}"), failures.getJSONObject(0));
        assertEquals("z".repeat(4_095) + "\u2026", failures.getJSONObject(1).get("remark"));
        assertEquals("y".repeat(4_096), failures.getJSONObject(2).get("remark"));
        final String whole = "z".repeat(4_094);
        assertEquals(whole + "\u2026", Remarks.kept(whole + "\ud83d\ude00z"), "no half of a pair");
    }
}
