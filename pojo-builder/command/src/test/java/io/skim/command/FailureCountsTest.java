package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONArray;
import io.skim.scan.testing.Frames;
import java.util.List;
import org.junit.jupiter.api.Test;

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
        final int first = told.indexOf(told.stream().filter(line -> line.matches("failed +reason +remark +times"))
            .findFirst().orElseThrow());
        final List<String> rows = told.subList(first + 1, first + 22);
        assertTrue(rows.get(0).matches("SEND_MESSAGE_V2 +SYSTEM_BUSY +busy for 0 ms +1"), rows.get(0));
        assertTrue(rows.get(20).matches("others +2,980"), rows.get(20));
        assertEquals("", told.get(first + 22));
    }
}
