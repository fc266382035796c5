package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Outcome;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.AmqpTree;
import io.skim.scan.testing.AmqpVectors;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Buffers.Buffer;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.RecordingHandler;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * What codec2's decoder could do, feature by feature; the numbers are those of the project's fact sheet.
 */
class Codec2FeaturesTest
{
    private final FrameView view = new FrameView();
    private final AmqpReader reader = new AmqpReader();
    private final Cursor cursor = new Cursor();

    private Cursor only(final String hex)
    {
        assertEquals(AmqpReader.VALUE, reader.wrap(view.wrap(Frames.hex(hex))).next());
        return reader.value(cursor);
    }

    @Test
    void d1ScansARegionOfAnArrayThatHoldsAnyNumberOfValues()
    {
        final byte[] array = Frames.hex("ffff 5401 a10161 c0030154 07 ffff");
        final AmqpTree tree = new AmqpTree(reader);
        assertEquals(3, tree.read(view.wrap(array), 2, 10).size());
        assertEquals(0, tree.read(view.wrap(array), 2, 0).size());
        final RecordingHandler handler = new RecordingHandler();
        assertEquals(Outcome.COMPLETE, new AmqpValueScanner().scan(view.wrap(array, 2, 10), AmqpValueScanner.interest()
            .value(0).build(), handler));
        assertEquals(3, handler.calls().size());
    }

    @Test
    void d2OneHandlerIsCalledForEveryTypeWithBeginAndEndOfContainers()
    {
        final EnumSet<Kind> fields = EnumSet.noneOf(Kind.class);
        final EnumSet<Kind> begun = EnumSet.noneOf(Kind.class);
        final EnumSet<Kind> ended = EnumSet.noneOf(Kind.class);
        final DataHandler handler = new DataHandler()
        {
            @Override
            public Action onField(final int id, final Cursor value)
            {
                fields.add(value.kind());
                return Action.CONTINUE;
            }

            @Override
            public Action onEntry(final int id, final Cursor key, final Cursor value)
            {
                fields.add(key.kind());
                return onField(id, value);
            }

            @Override
            public Action onBegin(final int id, final Cursor container)
            {
                begun.add(container.kind());
                return Action.CONTINUE;
            }

            @Override
            public Action onEnd(final int id, final Cursor container)
            {
                ended.add(container.kind());
                return Action.CONTINUE;
            }
        };
        final AmqpValueInterest everything = AmqpValueScanner.interest().everyValue(0).build();
        AmqpVectors.values().forEach(vector -> assertEquals(Outcome.COMPLETE, new AmqpValueScanner().scan(view.wrap(
            vector.bytes()), everything, handler)));
        final EnumSet<Kind> compounds = EnumSet.of(Kind.LIST, Kind.MAP, Kind.ARRAY, Kind.DESCRIBED);
        assertEquals(compounds, begun);
        assertEquals(compounds, ended);
        fields.removeAll(compounds);
        assertEquals(22, fields.size(), () -> "true and false are kinds of their own: " + fields);
    }

    @Test
    void d3TheCallbackGetsACursorAndNothingIsMaterialised()
    {
        final byte[] list = Frames.hex("c00a 03 a10474657874 5401 41");
        final AmqpValueScanner scanner = new AmqpValueScanner();
        final AmqpValueInterest interest = AmqpValueScanner.interest().everyValue(0).build();
        final byte[] text = new byte[4];
        final DataHandler handler = (id, value) -> {
            value.copyTo(text, 0);
            return Action.CONTINUE;
        };
        assertEquals(0, Allocations.by(() -> scanner.scan(view.wrap(list), interest, handler), 20_000, 100));
        assertArrayEquals(Frames.hex("74657874"), scanText(scanner, interest, list));
    }

    private byte[] scanText(final AmqpValueScanner scanner, final AmqpValueInterest interest, final byte[] list)
    {
        final List<byte[]> texts = new ArrayList<>();
        scanner.scan(view.wrap(list), interest, (id, value) -> {
            final byte[] copy = new byte[value.textLength()];
            value.copyTo(copy, 0);
            texts.add(copy);
            return Action.CONTINUE;
        });
        return texts.stream().filter(copy -> copy.length == 4 && copy[0] == 't' && copy[1] == 'e').findFirst().orElse(
            null);
    }

    @Test
    void d4TheKindIsTheSameForEveryWidthForm()
    {
        for (final String uint : List.of("43", "5200", "7000000000"))
        {
            assertEquals(Kind.UINT32, only(uint).kind());
        }
        for (final String list : List.of("45", "c00100", "d00000000400000000"))
        {
            assertEquals(Kind.LIST, only(list).kind());
        }
        assertEquals(Kind.TRUE, only("41").kind());
        assertEquals(Kind.TRUE, only("5601").kind());
    }

    @Test
    void d5TellsTheCountOfAContainerAndTheLengthOfText()
    {
        assertEquals(3, only("c00403404040").count());
        assertEquals(2, only("d10000000600000002 4040").count());
        assertEquals(4, only("e00604540102 0304").count());
        assertEquals(5, only("a105 68656c6c6f").length());
        assertEquals(0, only("45").count());
    }

    @Test
    void d6ReadsEveryNumberAsWhatTheCallerNeeds()
    {
        for (final String hex : List.of("5007", "5107", "600007", "610007", "5207", "7000000007", "5407", "7100000007",
            "5307", "800000000000000007", "5507", "810000000000000007", "7240e00000", "82401c000000000000",
            "7300000007",
            "830000000000000007"))
        {
            final Cursor value = only(hex);
            assertEquals(7, value.getInt(-1), hex);
            assertEquals(7L, value.getLong(-1), hex);
            assertEquals(7.0, value.getDouble(-1), hex);
        }
        assertEquals(1, only("41").getInt(0));
        assertEquals(-9, only("40").getInt(-9));
    }

    @Test
    void d7GivesRawBits()
    {
        assertEquals(0x7fc00001L, only("727fc00001").getLongBits());
        assertEquals(0x7ff0000000000001L, only("827ff0000000000001").getLongBits());
        assertEquals(0x12345678L, only("7412345678").getLongBits());
        final Cursor uuid = only("98f275ea5e0c574ad7b11ab20c563d3b71");
        assertEquals(0xf275ea5e0c574ad7L, uuid.getHighLongBits());
        assertEquals(0xb11ab20c563d3b71L, uuid.getLongBits());
    }

    @Test
    void d8GivesTextAndBytes()
    {
        assertEquals("h\u00E9", only("a10368c3a9").toText());
        final byte[] bytes = new byte[2];
        assertEquals(2, only("a00200ff").copyTo(bytes, 0));
        assertArrayEquals(new byte[] {0, -1}, bytes);
    }

    @Test
    void d9KnowsAllFormatCodesAndDescribedEverything()
    {
        final TreeSet<Integer> codes = new TreeSet<>();
        final AmqpTree tree = new AmqpTree(reader);
        AmqpVectors.values()
            .forEach(vector -> tree.read(view.wrap(vector.bytes())).forEach(value -> value.all().forEach(
                node -> codes.add(node.code()))));
        assertEquals(40, codes.size());
        assertEquals(1, tree.read(view.wrap(Frames.hex("e00702005399540102"))).size());
        assertEquals(1, tree.read(view.wrap(Frames.hex("00 00 5301 5302 41"))).size());
    }

    @Test
    void d10ReadsFromAnyKindOfBuffer()
    {
        for (final Buffer buffer : Buffers.all(Frames.hex("c00603 5401 5402 41")))
        {
            buffer.wrap().accept(view);
            assertEquals(AmqpReader.VALUE, reader.wrap(view).next());
            assertEquals(3, reader.enter(), buffer::name);
            buffer.free().run();
        }
    }

    @Test
    void d11IsUsedAgainAndAgain()
    {
        for (int i = 0; i < 3; i++)
        {
            assertEquals(5, only("5405").getInt(0));
            assertEquals(AmqpReader.MALFORMED, reader.wrap(view.wrap(Frames.hex("ff"))).next());
            assertTrue(reader.fault().isPresent());
        }
    }
}
