package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import io.skim.scan.FrameView;
import io.skim.scan.testing.AmqpNode;
import io.skim.scan.testing.AmqpTree;
import io.skim.scan.testing.AmqpVectors;
import io.skim.scan.testing.AmqpVectors.Good;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Buffers.Buffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AmqpFrameVectorsTest
{
    private final AmqpFrameReader reader = new AmqpFrameReader();

    static List<Good> frames()
    {
        return AmqpVectors.all().stream().filter(good -> "frame".equals(good.shape())).toList();
    }

    static List<Good> headers()
    {
        return AmqpVectors.all().stream().filter(good -> "header".equals(good.shape())).toList();
    }

    @ParameterizedTest
    @MethodSource("frames")
    void aFrameIsReadExactlyFromEveryKindOfBuffer(final Good vector)
    {
        final JSONObject frame = JSON.parseObject(vector.diag()).getJSONObject("frame");
        for (final Buffer buffer : Buffers.all(vector.bytes()))
        {
            final FrameView view = new FrameView();
            buffer.wrap().accept(view);
            check(vector, frame, view);
            buffer.free().run();
        }
        for (final Buffer buffer : Buffers.composites(vector.bytes()))
        {
            final FrameView view = new FrameView();
            buffer.wrap().accept(view);
            assertTrue(reader.wrap(view), () -> buffer + ": " + reader.fault());
            buffer.free().run();
        }
    }

    private void check(final Good vector, final JSONObject frame, final FrameView view)
    {
        final String hex = HexFormat.of().formatHex(vector.bytes());
        assertTrue(reader.wrap(view), () -> vector + ": " + reader.fault());
        assertEquals(frame.getIntValue("size"), reader.size());
        assertEquals(frame.getIntValue("doff"), reader.dataOffset());
        assertEquals(frame.getIntValue("type"), reader.type());
        assertEquals(frame.getIntValue("channel"), reader.channel());
        final int extended = reader.extendedHeaderOffset();
        assertEquals(frame.getString("ext"), hex.substring(2 * extended, 2 * (extended + reader
            .extendedHeaderLength())));
        assertEquals(frame.getString("payload"), hex.substring(2 * reader.payloadOffset(), 2 * (reader.payloadOffset()
            + reader.payloadLength())));
        final String diag = vector.diag();
        final String body = diag.substring(diag.indexOf("\"body\":") + 7, diag.lastIndexOf(",\"payload\":\""));
        if (reader.isEmpty())
        {
            assertEquals("null", body);
            assertNull(reader.performative());
            assertEquals(0, reader.performativeLength());
            assertEquals(AmqpReader.DONE, reader.nextField());
            return;
        }
        final int offset = reader.performativeOffset();
        final int length = reader.performativeLength();
        assertEquals('[' + body + ']', AmqpNode.notation(new AmqpTree(new AmqpReader()).read(view, offset, length)));
        checkFields(view, body);
    }

    /** The fields one after the other, each entered where it is compound. */
    private void checkFields(final FrameView view, final String body)
    {
        final List<AmqpNode> fields = new ArrayList<>();
        final AmqpTree nested = new AmqpTree(new AmqpReader());
        for (int i = 0; reader.nextField() == AmqpReader.VALUE; i++)
        {
            assertEquals(i, reader.fieldIndex());
            final int from = reader.fields().constructorOffset();
            fields.add(nested.read(view, from, reader.fields().position() - from).get(0));
            if (reader.fields().isCompound() && i % 2 == 0)
            {
                reader.fields().enter();
                reader.fields().next();
            }
        }
        assertEquals(reader.fieldCount(), fields.size(), () -> reader.fault().toString());
        assertTrue(body.endsWith("{\"list\":" + AmqpNode.notation(fields) + "}]}"), body);
        reader.rewind();
        assertEquals(reader.fieldCount() > 0 ? AmqpReader.VALUE : AmqpReader.DONE, reader.nextField());
    }

    @ParameterizedTest
    @MethodSource("headers")
    void aProtocolHeaderIsToldFromAFrame(final Good vector)
    {
        final JSONObject header = JSON.parseObject(vector.diag()).getJSONObject("header");
        assertTrue(reader.wrap(new FrameView().wrap(vector.bytes())));
        assertTrue(reader.isProtocolHeader());
        assertEquals(header.getIntValue("protocol"), reader.protocolId());
        assertEquals(0, reader.payloadLength() + reader.performativeLength() + reader.extendedHeaderLength());
    }
}
