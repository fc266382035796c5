package io.skim.docs.snippets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.encode.AmqpEncoder;
import io.skim.encode.BinaryRemotingEncoder;
import io.skim.encode.JsonRemotingEncoder;
import io.skim.encode.RemotingEncoder;
import io.skim.pojo.amqp.AmqpTreeBuilder;
import io.skim.pojo.amqp.AmqpTreeWriter;
import io.skim.pojo.amqp.types.AmqpHeader;
import io.skim.pojo.headers.TypedHeaderReader;
import io.skim.scan.FrameView;
import io.skim.scan.MalformedFrameException;
import io.skim.scan.remoting.RemotingReader;
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
    void entriesArePulled()
    {
        final RemotingReader entries = new RemotingReader();
        final byte[] frame = Frames.binary(11, null, "", "queueId", "4", "queueOffset", "77");
        assertEquals(77, TypedHeaders.offset(entries, view.wrap(frame), 4));
        assertEquals(0, TypedHeaders.offset(entries, view.wrap(frame), 5));
        assertEquals(0, TypedHeaders.offset(entries, view.wrap(new byte[9]), 4));
    }

    @Test
    void amqpTypesAreChanged()
    {
        final byte[] out = new byte[64];
        final int length =
            TypedHeaders.halve(new AmqpHeader().durable(true).ttl(60_000L).toValue(), new AmqpTreeWriter(),
                new AmqpEncoder(), out);
        assertEquals(new AmqpHeader().durable(true).ttl(30_000L), AmqpHeader.of(new AmqpTreeBuilder().value(view.wrap(
            out, 0, length))));
        assertTrue(TypedHeaders.halve(new AmqpHeader().toValue(), new AmqpTreeWriter(), new AmqpEncoder(), out) > 0);
    }
}
