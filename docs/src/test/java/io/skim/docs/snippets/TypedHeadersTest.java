package io.skim.docs.snippets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.encode.AmqpEncoder;
import io.skim.encode.BinaryRemotingEncoder;
import io.skim.encode.JsonRemotingEncoder;
import io.skim.encode.RemotingEncoder;
import io.skim.pojo.amqp.AmqpString;
import io.skim.pojo.amqp.AmqpTreeWriter;
import io.skim.pojo.amqp.types.AmqpAttach;
import io.skim.pojo.amqp.types.AmqpHeader;
import io.skim.pojo.amqp.types.AmqpProperties;
import io.skim.pojo.amqp.types.AmqpSource;
import io.skim.pojo.amqp.types.AmqpTypedReader;
import io.skim.pojo.headers.TypedHeaderReader;
import io.skim.pojo.headers.TypedHeaderView;
import io.skim.scan.FrameView;
import io.skim.scan.MalformedFrameException;
import io.skim.scan.remoting.RemotingHeaderView;
import io.skim.scan.testing.Frames;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The snippets of the chapter on typed headers do what it says. */
class TypedHeadersTest
{
    private static final byte[] SEND = Frames.binary(310, null, "", "b", "Orders", "e", "3", "ns", "space");

    private final FrameView view = new FrameView();
    private final TypedHeaderReader reader = new TypedHeaderReader();

    @Test
    void headersAreRead()
    {
        assertEquals(3, TypedHeaders.queueOf(reader, view.wrap(SEND)));
        assertEquals(-1, TypedHeaders.queueOf(reader, view.wrap(Frames.binary(105, null, "", "topic", "T"))));
        assertThrows(MalformedFrameException.class,
            () -> TypedHeaders.queueOf(reader, view.wrap(Frames.binary(310, null,
                "", "e", "x"))));
        assertEquals("Orders", TypedHeaders.topicOf(reader, view.wrap(SEND)));
        assertNull(TypedHeaders.topicOf(reader, view.wrap(new byte[3])));
        assertEquals(Map.of("ns", "space"), TypedHeaders.othersOf(reader, view.wrap(SEND)));
    }

    @Test
    void fieldsAreReadWithoutAHeader()
    {
        final TypedHeaderView pull = new TypedHeaderView();
        final long[] offsets = {5, 6};
        TypedHeaders.note(pull, view.wrap(Frames.binary(11, null, "", "queueId", "1", "queueOffset", "77")), offsets);
        TypedHeaders.note(pull, view.wrap(Frames.binary(11, null, "", "queueId", "0")), offsets);
        TypedHeaders.note(pull, view.wrap(Frames.binary(11, null, "", "queueId", "2", "queueOffset", "1")), offsets);
        assertArrayEquals(new long[] {5, 77}, offsets);
        assertThrows(MalformedFrameException.class, () -> TypedHeaders.note(pull, view.wrap(Frames.binary(11, null, "",
            "queueId", "one")), offsets));
        assertEquals("queueId", pull.faultyField().name());
    }

    @Test
    void headersAreWritten()
    {
        final byte[] out = new byte[256];
        for (final RemotingEncoder encoder : List.of(new BinaryRemotingEncoder(), new JsonRemotingEncoder()))
        {
            for (final int code : new int[] {10, 310})
            {
                final int length = TypedHeaders.write(encoder, out, code);
                assertTrue(length > 0, () -> "" + encoder.refusal());
                assertEquals("SendMessageRequestHeader[producerGroup=PG, topic=Orders, queueId=3,"
                    + " bornTimestamp=1795232264452]", reader.readRequest(view.wrap(out, 0, length)).toString());
            }
        }
    }

    @Test
    void valuesAreReadAtRandom()
    {
        final RemotingHeaderView header = new RemotingHeaderView();
        final byte[] frame = Frames.binary(11, null, "", "queueId", "4", "queueOffset", "77");
        assertEquals(77, TypedHeaders.offset(header, view.wrap(frame), 4));
        assertEquals(-1, TypedHeaders.offset(header, view.wrap(frame), 5));
        assertEquals(-1, TypedHeaders.offset(header, view.wrap(new byte[9]), 4));
    }

    @Test
    void amqpTypesAreReadAndChanged()
    {
        final AmqpTypedReader types = new AmqpTypedReader();
        final AmqpEncoder encoder = new AmqpEncoder();
        final AmqpTreeWriter writer = new AmqpTreeWriter();
        final byte[] message = new byte[128];
        encoder.wrap(message, 0, message.length);
        new AmqpHeader().durable(true).ttl(60_000).writeTo(writer, encoder);
        new AmqpProperties().subject("news").creationTime(7).to(new AmqpString("q")).writeTo(writer, encoder);
        view.wrap(message, 0, encoder.complete());
        assertEquals("news of 7 to {\"string\":\"q\"}", TypedHeaders.describe(types, view));
        final byte[] out = new byte[64];
        final int length = TypedHeaders.halve(types, view, writer, encoder, out);
        assertEquals(new AmqpHeader().durable(true).ttl(30_000), types.read(view.wrap(out, 0, length)));
        assertEquals("no properties", TypedHeaders.describe(types, view));
        assertTrue(TypedHeaders.describe(types, view.wrap(out, 0, length - 1)).startsWith("SIZE_OVERRUNS_CONTAINER"));
    }

    @Test
    void whoAttachesIsTold()
    {
        final AmqpTypedReader types = new AmqpTypedReader();
        final AmqpEncoder encoder = new AmqpEncoder();
        final byte[] frame = new byte[64];
        encoder.wrap(frame, 0, frame.length).beginFrame(3);
        new AmqpAttach().name("link").handle(0).role(true).writeTo(new AmqpTreeWriter(), encoder);
        encoder.end();
        final int length = encoder.complete();
        assertEquals("3: link receives", TypedHeaders.whoAttaches(types, view.wrap(frame, 0, length)));
        assertNull(TypedHeaders.whoAttaches(types, view.wrap(Frames.hex("0000000802000000"))));
        assertThrows(MalformedFrameException.class, () -> TypedHeaders.whoAttaches(types, view.wrap(frame, 0, length
            - 1)));
    }

    @Test
    void aLinkIsRedirected()
    {
        final AmqpAttach attach = new AmqpAttach().name("link").handle(0).role(true);
        assertFalse(TypedHeaders.redirect(attach, "other"));
        attach.source(new AmqpSource().address(new AmqpString("orders")).timeout(9).toValue());
        assertTrue(TypedHeaders.redirect(attach, "other"));
        assertEquals(new AmqpSource().address(new AmqpString("other")).timeout(9).toValue(), attach.source());
    }
}
