package io.skim.pojo.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.skim.pojo.BatchEntry;
import io.skim.pojo.RemotingHeader;
import io.skim.pojo.SerializeType;
import io.skim.pojo.headers.SendMessageRequestHeader;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LogLineTest
{
    private static final String FORGED = "a\r\nWARN\t\u0001\u001b[2J\u007f\u0085\u2028\u2029b";
    private static final String LINE = "a\\u000d\\u000aWARN\\u0009\\u0001\\u001b[2J\\u007f\\u0085\\u2028\\u2029b";

    @Test
    void whatCouldEndTheLineIsEscapedAndAllElseStays()
    {
        assertEquals(LINE, LogLine.of(FORGED));
        assertEquals("", LogLine.of(""));
        assertEquals("topic \\ \"é\" 主题 \ud83d\ude00", LogLine.of("topic \\ \"é\" 主题 \ud83d\ude00"));
    }

    @Test
    void objectsMadeOfFramesAreOneLine()
    {
        assertEquals("RemotingHeader[code=1, language=null, version=0, opaque=2, flag=0, remark=" + LINE
            + ", extFields={k=" + LINE + "}, serializeType=JSON, bodyOffset=3, bodyLength=0]",
            new RemotingHeader(1, null,
                0, 2, true, 0, FORGED, Map.of("k", FORGED), SerializeType.JSON, 3, 0).toString());
        assertEquals("BatchEntry[flag=0, properties={k=a\\u000ab}, bodyOffset=1, bodyLength=0]", new BatchEntry(0,
            "k\u0001a\nb\u0002", 1, 0, null).toString());
        assertEquals("SendMessageRequestHeader[topic=" + LINE + "]", new SendMessageRequestHeader().topic(FORGED)
            .toString());
    }
}
