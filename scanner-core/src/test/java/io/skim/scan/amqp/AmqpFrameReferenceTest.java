package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.FrameView;
import io.skim.scan.testing.AmqpCaptures;
import io.skim.scan.testing.AmqpCaptures.Capture;
import io.skim.scan.testing.AmqpTree;
import io.skim.scan.testing.AmqpVectors;
import io.skim.scan.testing.AmqpVectors.Good;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.qpid.protonj2.buffer.ProtonBuffer;
import org.apache.qpid.protonj2.buffer.ProtonBufferAllocator;
import org.apache.qpid.protonj2.codec.CodecFactory;
import org.apache.qpid.protonj2.codec.Decoder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Frames against protonj2's decoders of performatives: what is taken must be the same performative with the same payload.
 * The other way round protonj2 takes much that is refused here: it does not compare sizes and counts.
 */
class AmqpFrameReferenceTest
{
    private final AmqpFrameReader reader = new AmqpFrameReader();
    private final AmqpTree tree = new AmqpTree(new AmqpReader());
    private final FrameView view = new FrameView();

    /** The performative's name and the length of the payload, or null if protonj2 refuses the body. */
    static String reference(final byte[] frame)
    {
        final int offset = (frame[4] & 0xFF) * 4;
        final Decoder decoder = frame[5] == 0 ? CodecFactory.getDecoder() : CodecFactory.getSaslDecoder();
        final ProtonBuffer body = ProtonBufferAllocator.defaultAllocator().copy(java.util.Arrays.copyOfRange(frame,
            offset, frame.length));
        try
        {
            final Object performative = decoder.readObject(body, decoder.newDecoderState());
            return performative.getClass().getSimpleName() + " " + body.getReadableBytes();
        }
        // protonj2 throws whatever its decoders happen to throw.
        catch (final RuntimeException refused)
        {
            return null;
        }
    }

    /** The same of this library, or null if the frame, its fields or anything in them is refused. */
    String own(final byte[] frame)
    {
        if (!reader.wrap(view.wrap(frame)))
        {
            return null;
        }
        int event;
        do
        {
            event = reader.nextField();
        }
        while (event == AmqpReader.VALUE);
        if (event == AmqpReader.MALFORMED || reader.isEmpty() || reader.isProtocolHeader() || tree.read(view, reader
            .performativeOffset(), reader.performativeLength()) == null)
        {
            return null;
        }
        final StringBuilder name = new StringBuilder();
        for (final String word : reader.performative().performativeName().split("-"))
        {
            name.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
        }
        return name + " " + reader.payloadLength();
    }

    /** The field that holds a byte of the frame read last: which one, and of what kind. */
    private String fieldAt(final int at)
    {
        reader.rewind();
        while (reader.nextField() == AmqpReader.VALUE)
        {
            final AmqpReader field = reader.fields();
            if (at >= field.constructorOffset() && at < field.position())
            {
                return reader.performative().fieldNames().get(reader.fieldIndex()) + " " + field.kind();
            }
        }
        return "outside the fields";
    }

    static List<Capture> captures()
    {
        return AmqpCaptures.all();
    }

    @ParameterizedTest
    @MethodSource("captures")
    void realFramesAreReadAlike(final Capture capture)
    {
        for (final byte[] frame : capture.frames())
        {
            final String own = own(frame);
            assertTrue(own != null || frame.length == 8, () -> reader.fault().toString());
            assertEquals(own, frame.length == 8 ? null : reference(frame));
        }
    }

    @Test
    void whatIsTakenOfFlippedBitsIsReadAlike()
    {
        int alike = 0;
        final Map<String, Integer> refused = new TreeMap<>();
        for (final Good good : AmqpVectors.all().stream().filter(one -> "frame".equals(one.shape())).toList())
        {
            final byte[] frame = good.bytes().clone();
            for (int bit = 0; bit < frame.length * 8; bit++)
            {
                frame[bit / 8] ^= (byte)(1 << bit % 8);
                final String own = own(frame);
                final String reference = own == null ? null : reference(frame);
                if (reference != null)
                {
                    assertEquals(reference, own, () -> HexFormat.of().formatHex(frame));
                    alike++;
                }
                else if (own != null)
                {
                    refused.merge(fieldAt(bit / 8), 1, Integer::sum);
                }
                frame[bit / 8] ^= (byte)(1 << bit % 8);
            }
        }
        assertTrue(alike > 5_000, alike + " alike");
        // The types of what fields hold are protonj2's business and not the frame's; a frame's own fields agree.
        assertEquals(
            Set.of("error DESCRIBED", "source DESCRIBED", "state DESCRIBED", "target DESCRIBED", "unsettled MAP"),
            refused.keySet());
        assertNull(own(new byte[8]));
    }
}
