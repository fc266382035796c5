package io.skim.encode;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.amqp.AmqpFrameReader;
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.spi.Cursors;
import io.skim.scan.testing.AmqpAgreement;
import io.skim.scan.testing.AmqpCaptures;
import io.skim.scan.testing.AmqpCaptures.Capture;
import io.skim.scan.testing.AmqpNode;
import io.skim.scan.testing.AmqpTree;
import io.skim.scan.testing.AmqpVectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Frames and messages of real traffic, scanned and encoded anew: all readers read in them what they read before.
 */
class AmqpReencodeTest
{
    private static final int ROOM = 1 << 20;

    private final AmqpEncoder encoder = new AmqpEncoder();
    private final EventCopy copy = new EventCopy(encoder);
    private final AmqpFrameReader frames = new AmqpFrameReader();
    private final AmqpReader reader = new AmqpReader();
    private final AmqpTree tree = new AmqpTree(new AmqpReader());
    private final AmqpAgreement agreement = new AmqpAgreement();
    private final Cursor cursor = new Cursor();
    private final byte[] room = new byte[ROOM];

    static List<Capture> captures()
    {
        return AmqpCaptures.all();
    }

    static Stream<byte[]> messages()
    {
        return Stream.concat(AmqpVectors.messages().stream().map(AmqpVectors.Good::bytes), captures().stream().flatMap(
            capture -> capture.messages().stream()));
    }

    private byte[] complete()
    {
        final int length = encoder.complete();
        assertTrue(length >= 0, () -> String.valueOf(encoder.refusal()));
        return Arrays.copyOf(room, length);
    }

    private void check(final byte[] before, final byte[] after)
    {
        assertTrue(agreement.check(after), agreement::last);
        assertEquals(notation(before), notation(after));
    }

    private String notation(final byte[] bytes)
    {
        final List<AmqpNode> nodes = tree.read(new FrameView().wrap(bytes));
        assertNotNull(nodes, () -> tree.fault().toString());
        return AmqpNode.notation(nodes);
    }

    private byte[] part(final byte[] bytes, final int offset, final int length)
    {
        return Arrays.copyOfRange(bytes, offset, offset + length);
    }

    @ParameterizedTest
    @MethodSource("captures")
    void everyCapturedFrameIsReadTheSameWhenItsEventsAreEncoded(final Capture capture)
    {
        for (final byte[] frame : capture.frames())
        {
            final FrameView view = begin(frame);
            if (!frames.isEmpty())
            {
                final int end = frames.performativeOffset() + frames.performativeLength();
                assertTrue(copy.rest(reader.wrap(view, frames.performativeOffset(), end - frames
                    .performativeOffset())));
                payload(view);
            }
            encoder.end();
            checkFrame(frame, complete());
        }
    }

    /** Reads a frame, and begins one of the same kind. */
    private FrameView begin(final byte[] frame)
    {
        final FrameView view = new FrameView().wrap(frame);
        assertTrue(frames.wrap(view), () -> frames.fault().toString());
        encoder.wrap(room, 0, ROOM);
        if (frames.type() == AmqpFrameReader.TYPE_SASL)
        {
            encoder.beginSaslFrame();
        }
        else
        {
            encoder.beginFrame(frames.channel());
        }
        return view;
    }

    private void payload(final FrameView view)
    {
        if (frames.payloadLength() > 0)
        {
            encoder.putPayload(Cursors.wrap(cursor, view, frames.payloadOffset(), frames.payloadLength(), Kind.BYTES));
        }
    }

    @ParameterizedTest
    @MethodSource("captures")
    void everyCapturedFrameIsReadTheSameWhenItsFieldsAreCopiedIntoAComposite(final Capture capture)
    {
        for (final byte[] frame : capture.frames())
        {
            final FrameView view = begin(frame);
            if (!frames.isEmpty())
            {
                encoder.beginComposite(frames.performative());
                while (frames.nextField() == AmqpReader.VALUE)
                {
                    encoder.put(frames.fields().value(cursor));
                }
                encoder.end();
                payload(view);
            }
            encoder.end();
            final byte[] encoded = complete();
            assertTrue(encoded.length <= frame.length);
            final AmqpFrameReader again = new AmqpFrameReader();
            assertTrue(again.wrap(new FrameView().wrap(encoded)), () -> again.fault().toString());
            assertTrue(again.isEmpty() || agreement.check(part(encoded, again.performativeOffset(), again
                .performativeLength())), agreement::last);
            assertEquals(fields(frame), fields(encoded));
        }
    }

    /** Fields as far as they are set; nulls behind the last are as good as none. */
    private List<String> fields(final byte[] frame)
    {
        final AmqpFrameReader fields = new AmqpFrameReader();
        assertTrue(fields.wrap(new FrameView().wrap(frame)));
        final List<String> all = new ArrayList<>();
        all.add(fields.performative() + " " + fields.channel() + " " + fields.type());
        while (!fields.isEmpty() && fields.nextField() == AmqpReader.VALUE)
        {
            final int from = fields.fields().constructorOffset();
            all.add(notation(part(frame, from, fields.fields().position() - from)));
        }
        while (all.get(all.size() - 1).equals("[{\"null\":null}]"))
        {
            all.remove(all.size() - 1);
        }
        all.add(Arrays.toString(part(frame, fields.payloadOffset(), fields.payloadLength())));
        return all;
    }

    private void checkFrame(final byte[] before, final byte[] after)
    {
        final AmqpFrameReader again = new AmqpFrameReader();
        assertTrue(again.wrap(new FrameView().wrap(after)), () -> again.fault().toString());
        assertEquals(after.length, again.size());
        assertEquals(frames.type(), again.type());
        assertEquals(frames.channel(), again.channel());
        assertEquals(frames.performative(), again.performative());
        assertArrayEquals(part(before, frames.payloadOffset(), frames.payloadLength()), part(after, again
            .payloadOffset(), again.payloadLength()));
        if (!again.isEmpty())
        {
            check(part(before, frames.performativeOffset(), frames.performativeLength()), part(after, again
                .performativeOffset(), again.performativeLength()));
        }
    }

    @Test
    void everyMessageIsReadTheSameWhenItsEventsAreEncodedOrItsSectionsCopied()
    {
        final long count = messages().peek(message -> {
            encoder.wrap(room, 0, ROOM);
            assertTrue(copy.rest(reader.wrap(new FrameView().wrap(message))));
            check(message, complete());
            encoder.wrap(room, 0, ROOM);
            reader.wrap(new FrameView().wrap(message));
            while (reader.next() == AmqpReader.VALUE)
            {
                encoder.put(reader.value(cursor));
            }
            assertArrayEquals(message, complete(), "sections are copied as they stand");
        }).toList().size();
        assertTrue(count >= 40, () -> count + " messages");
    }
}
