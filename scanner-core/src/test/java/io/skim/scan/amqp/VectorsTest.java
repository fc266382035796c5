package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.skim.scan.FrameView;
import io.skim.scan.testing.AmqpNode;
import io.skim.scan.testing.AmqpTree;
import io.skim.scan.testing.AmqpVectors;
import io.skim.scan.testing.AmqpVectors.Good;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Buffers.Buffer;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class VectorsTest
{
    private final AmqpTree tree = new AmqpTree(new AmqpReader());

    static List<Good> values()
    {
        return AmqpVectors.values();
    }

    static List<Good> frames()
    {
        return AmqpVectors.all().stream().filter(good -> "frame".equals(good.shape()) && !good.diag().contains(
            "\"body\":null,")).toList();
    }

    @ParameterizedTest
    @MethodSource("values")
    void aValueIsReadExactlyFromEveryKindOfBuffer(final Good vector)
    {
        for (final Buffer buffer : Buffers.all(vector.bytes()))
        {
            final FrameView view = new FrameView();
            buffer.wrap().accept(view);
            final List<AmqpNode> values = tree.read(view);
            assertNotNull(values, () -> buffer + ": " + tree.reader().fault());
            assertEquals(vector.values(), AmqpNode.notation(values), buffer::name);
            buffer.free().run();
        }
    }

    @ParameterizedTest
    @MethodSource("values")
    void aValueIsReadExactlyFromCompositesCutAnywhere(final Good vector)
    {
        for (final Buffer buffer : Buffers.composites(vector.bytes()))
        {
            final FrameView view = new FrameView();
            buffer.wrap().accept(view);
            assertEquals(vector.values(), AmqpNode.notation(tree.read(view)), buffer::name);
            buffer.free().run();
        }
    }

    @ParameterizedTest
    @MethodSource("frames")
    void thePerformativeOfAFrameIsOneValueBeforeThePayload(final Good vector)
    {
        final int body = (vector.bytes()[4] & 0xFF) * 4;
        final String diag = vector.diag();
        final int payloadAt = diag.lastIndexOf(",\"payload\":\"");
        final int payload = (diag.lastIndexOf('"') - payloadAt - 12) / 2;
        final FrameView view = new FrameView().wrap(Buffers.poisoned(vector.bytes()), Buffers.BEFORE, vector
            .bytes().length);
        final AmqpReader reader = tree.reader().wrap(view, body, vector.bytes().length - body);
        assertEquals(AmqpReader.VALUE, reader.next());
        assertEquals(vector.bytes().length - payload, reader.position());
        final List<AmqpNode> values = tree.read(view, body, vector.bytes().length - body - payload);
        assertEquals(diag.substring(diag.indexOf("\"body\":") + 7, payloadAt), AmqpNode.notation(values).replaceAll(
            "^\\[|\\]$", ""));
    }

    @Test
    void theVectorsAreAllThereAndOfEveryFormatCode()
    {
        assertEquals(386, AmqpVectors.all().size());
        assertEquals(318, values().size());
        final TreeSet<Integer> codes = new TreeSet<>();
        for (final Good vector : values())
        {
            for (final AmqpNode value : tree.read(new FrameView().wrap(vector.bytes())))
            {
                value.all().forEach(node -> codes.add(node.code()));
            }
        }
        assertEquals(40, codes.size());
    }
}
