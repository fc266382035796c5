package io.skim.handlers.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class NameSinkTest
{
    @Test
    void growsByWhateverIsPut()
    {
        final NameSink sink = new NameSink();
        final StringBuilder expected = new StringBuilder();
        for (int i = 0; i < 500; i++)
        {
            sink.putByte('a');
            sink.putCodePoint(0x1F600);
            assertSame(sink, sink.put("\u00e9").put(new byte[] {'x', 'y', 'z'}, 1, 1));
            expected.append("a\ud83d\ude00\u00e9y");
        }
        assertEquals(expected.toString(), sink.toString());
        assertEquals(expected.toString().getBytes(StandardCharsets.UTF_8).length, sink.length());
        sink.reset();
        assertEquals(0, sink.length());
        assertEquals("", sink.toString());
    }

    @Test
    void oneByteAtATimeGrowsToo()
    {
        final NameSink bytes = new NameSink();
        final NameSink characters = new NameSink();
        for (int i = 0; i < 1_000; i++)
        {
            bytes.putByte('b');
            characters.putCodePoint(0x20AC);
        }
        assertEquals("b".repeat(1_000), bytes.toString());
        assertEquals("\u20ac".repeat(1_000), characters.toString());
    }

    @Test
    void halfOfASurrogatePairIsRefusedAndNothingAppended()
    {
        final NameSink sink = new NameSink().put("a");
        assertEquals("a name has half of a surrogate pair at 1, which has no UTF-8", assertThrows(
            IllegalArgumentException.class, () -> sink.put("b\ude00")).getMessage());
        assertEquals("a", sink.toString());
    }

    @Test
    void lendsAsManySinksAsAreNotGivenBack()
    {
        final NameSink sink = new NameSink();
        final NameSink first = sink.lend();
        final NameSink second = sink.lend();
        assertNotSame(first, second);
        second.put("left over");
        second.release();
        assertSame(second, sink.lend());
        assertEquals("", second.toString());
    }
}
