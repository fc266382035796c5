package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.skim.scan.FrameView;
import io.skim.scan.testing.AmqpNode;
import io.skim.scan.testing.AmqpTree;
import io.skim.scan.testing.AmqpVectors;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Buffers.Buffer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The files of Proton's interoperability test hold what their README says.
 */
class InteropTest
{
    private final AmqpTree tree = new AmqpTree(new AmqpReader());

    private void assertHolds(final String file, final String... values)
    {
        final byte[] bytes = AmqpVectors.interop(file);
        for (final Buffer buffer : Buffers.all(bytes))
        {
            final FrameView view = new FrameView();
            buffer.wrap().accept(view);
            assertEquals("[" + String.join(",", values) + "]", AmqpNode.notation(tree.read(view)), buffer::name);
            buffer.free().run();
        }
    }

    private static String ints(final int count)
    {
        return IntStream.range(0, count).mapToObj(i -> "{\"int\":" + i + "}").collect(Collectors.joining(","));
    }

    @Test
    void arrays()
    {
        assertHolds("arrays", "{\"array\":{\"of\":\"int\",\"items\":[" + ints(100) + "]}}",
            "{\"array\":{\"of\":\"string\",\"items\":[{\"string\":\"a\"},{\"string\":\"b\"},{\"string\":\"c\"}]}}",
            "{\"array\":{\"of\":\"int\",\"items\":[]}}");
    }

    @Test
    void described()
    {
        assertHolds("described", "{\"described\":[{\"symbol\":\"foo-descriptor\"},{\"string\":\"foo-value\"}]}",
            "{\"described\":[{\"int\":12},{\"int\":13}]}");
    }

    @Test
    void describedArray()
    {
        assertHolds("described_array", "{\"array\":{\"of\":{\"described\":[{\"symbol\":\"int-array\"},\"int\"]},"
            + "\"items\":[" + ints(10) + "]}}");
    }

    @Test
    void lists()
    {
        assertHolds("lists", "{\"list\":[{\"int\":32},{\"string\":\"foo\"},{\"boolean\":true}]}", "{\"list\":[]}");
    }

    @Test
    void maps()
    {
        assertHolds("maps", "{\"map\":[[{\"string\":\"three\"},{\"int\":3}],[{\"string\":\"two\"},{\"int\":2}],"
            + "[{\"string\":\"one\"},{\"int\":1}]]}",
            "{\"map\":[[{\"int\":1},{\"string\":\"one\"}],[{\"int\":2},"
                + "{\"string\":\"two\"}],[{\"int\":3},{\"string\":\"three\"}]]}",
            "{\"map\":[]}");
    }

    @Test
    void message()
    {
        assertHolds("message", "{\"described\":[{\"ulong\":\"112\"},{\"list\":[{\"boolean\":false},{\"ubyte\":4},"
            + "{\"null\":null},{\"boolean\":false},{\"uint\":0}]}]}",
            "{\"described\":[{\"ulong\":\"115\"},{\"list\":[" + "{\"null\":null},"
                .repeat(8)
                + "{\"timestamp\":\"0\"},{\"timestamp\":\"0\"},{\"null\":null},{\"uint\":0},{\"null\":null}]}]}",
            "{\"described\":[{\"ulong\":\"119\"},{\"binary\":\"a10568656c6c6f\"}]}");
    }

    @Test
    void nothing()
    {
        assertHolds("null", "{\"null\":null}");
    }

    @Test
    void primitives()
    {
        assertHolds("primitives", "{\"boolean\":true}", "{\"boolean\":false}", "{\"ubyte\":42}", "{\"ushort\":42}",
            "{\"short\":-42}", "{\"uint\":12345}", "{\"int\":-12345}", "{\"ulong\":\"12345\"}",
            "{\"long\":\"-12345\"}", "{\"float\":\"3e000000\"}", "{\"double\":\"3fc0000000000000\"}");
    }

    @Test
    void strings()
    {
        assertHolds("strings", "{\"binary\":\"6162630064656667\"}", "{\"string\":\"abcdefg\"}",
            "{\"symbol\":\"abcdefg\"}", "{\"binary\":\"\"}", "{\"string\":\"\"}", "{\"symbol\":\"\"}");
    }
}
