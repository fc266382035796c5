package io.skim.docs.snippets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.skim.pojo.amqp.AmqpMessage;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.MalformedFrameException;
import io.skim.scan.Outcome;
import io.skim.scan.Reason;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.amqp.AmqpValueScanner;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The snippets about AMQP do what the chapters say, on real messages. */
class AmqpUsesTest
{
    private static final Path SAMPLE = Captures.root().resolve("docs/captures/sample.amqp-messages");
    private static final Path INTEROP = Captures.root().resolve("scanner-core/src/test/resources/amqp/amqp-interop");

    private static final int PAYLOAD = 22;
    private static List<byte[]> messages;

    private final FrameView view = new FrameView();

    @BeforeAll
    static void readSample() throws IOException
    {
        messages = new ArrayList<>();
        final ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(SAMPLE));
        while (bytes.hasRemaining())
        {
            final byte[] message = new byte[bytes.getInt()];
            bytes.get(message);
            messages.add(message);
        }
        assertEquals(8, messages.size());
    }

    @Test
    void oneHandlerTakesFramesAndMessages() throws IOException
    {
        final TwoEncodings scanners = new TwoEncodings();
        final TagRoute route = new TagRoute("jms.sel.d92706", "red");
        final List<Boolean> matches = new ArrayList<>();
        messages.forEach(message -> matches.add(scanners.messageMatches(view.wrap(message), route)));
        assertEquals(List.of(true, false, false, false, false, false, false, false), matches);
        final byte[] send = Frames.cut(Files.readAllBytes(SAMPLE.resolveSibling("sample.frames"))).get(4);
        assertFalse(scanners.frameMatches(view.wrap(send), route));
        final HeaderReader reader = new HeaderReader();
        final String topic = reader.header(view.wrap(send)).extField("b");
        final String tag = HeaderReader.tag(reader.header(view.wrap(send)));
        assertTrue(scanners.frameMatches(view.wrap(send), new TagRoute(topic, tag)));
    }

    @Test
    void numbersAreAddedUpAsTheyArePulled()
    {
        final Pulled pulled = new Pulled();
        // 1, [2, [-3, {"k": 100}], []], 0, 255, described by 0x24 an empty list
        final byte[] bytes = Frames.hex("5401" + "C01403" + "7100000002" + "C00B0254FDC10602A1016B5464" + "45" + "44"
            + "53FF" + "00532445");
        assertEquals(1 + 2 - 3 + 255, pulled.sum(view.wrap(bytes)));
        assertEquals(Reason.TRUNCATED, assertThrows(MalformedFrameException.class, () -> pulled.sum(view.wrap(bytes, 0,
            1))).reason());
    }

    @Test
    void aRowHasFieldsAndProperties()
    {
        final MessageTaking taking = new MessageTaking();
        assertTrue(taking
            .take(view.wrap(Frames.hex("005370c00903405004700000ea60" + "005374c11706a1036e756d5405a103737472a10161"
                + "a104626f6f6c41"))));
        assertEquals(60_000, taking.ttl);
        assertEquals(2, taking.numbers);
        assertEquals(10, taking.nameBytes);
        for (final byte[] message : messages)
        {
            assertTrue(taking.take(view.wrap(message)));
        }
        assertFalse(taking.take(view.wrap(messages.get(0), 0, 5)));
    }

    @Test
    void anAnnotationIsEntered()
    {
        final Annotation annotation = new Annotation(view);
        final AmqpScanner scanner = new AmqpScanner();
        final List<Long> numbers = new ArrayList<>();
        for (final byte[] message : messages)
        {
            scanner.scan(view.wrap(message), Annotation.INTEREST, annotation);
            numbers.add(annotation.number());
        }
        assertEquals(List.of(-1L, -1L, -1L, 1L, -1L, -1L, -1L, -1L), numbers);
    }

    @Test
    void whatTheScanDoesNotLookIntoIsTheReadersToRefuse()
    {
        final Annotation annotation = new Annotation(view);
        final byte[] message = messages.get(3).clone();
        message[message.length - 11] = 9;
        assertEquals(Outcome.COMPLETE, new AmqpScanner().scan(view.wrap(message), Annotation.INTEREST, annotation));
        assertEquals(-1, annotation.number());
    }

    @Test
    void valuesAreOutlined() throws IOException
    {
        assertEquals("MAP(three=3 two=2 one=1 ) MAP(1=one 2=two 3=three ) MAP()", outline("maps.amqp"));
        assertEquals("LIST(32 foo true ) LIST()", outline("lists.amqp"));
        assertEquals("DESCRIBED(foo-descriptor foo-value ) DESCRIBED(12 13 )", outline("described.amqp"));
    }

    private String outline(final String file) throws IOException
    {
        final Outline outline = new Outline();
        final Outcome outcome = new AmqpValueScanner().scan(view.wrap(Files.readAllBytes(INTEROP.resolve(file))),
            Outline.INTEREST, outline);
        assertEquals(Outcome.COMPLETE, outcome);
        return outline.toString();
    }

    @Test
    void aLinksPayloadIsCounted() throws IOException
    {
        final byte[] frames = Files.readAllBytes(SAMPLE.resolveSibling("sample.amqp-frames"));
        for (final int chunk : new int[] {1, 7, 100, frames.length})
        {
            final LinkMeter meter = new LinkMeter(0);
            final LinkMeter other = new LinkMeter(1);
            assertTrue(meter.feed(Unpooled.copiedBuffer("AMQP\3\1\0\0", StandardCharsets.US_ASCII)));
            for (int at = 0; at < frames.length; at += chunk)
            {
                assertTrue(meter.feed(Unpooled.wrappedBuffer(frames, at, Math.min(chunk, frames.length - at))));
                assertTrue(other.feed(Unpooled.wrappedBuffer(frames, at, Math.min(chunk, frames.length - at))));
            }
            assertEquals(PAYLOAD, meter.bytes());
            assertEquals(0, other.bytes());
        }
        assertFalse(new LinkMeter(0).feed(Unpooled.copiedBuffer("GET / HTTP/1.1", StandardCharsets.US_ASCII)));
    }

    @Test
    void messagesBecomeTrees()
    {
        final Trees trees = new Trees();
        final List<Long> priorities = new ArrayList<>();
        final List<Boolean> red = new ArrayList<>();
        for (final byte[] message : messages)
        {
            final AmqpMessage tree = trees.message(view.wrap(message));
            priorities.add(Trees.priority(tree));
            red.add(Trees.isRed(tree));
        }
        assertEquals(List.of(4L, 4L, 4L, 4L, 3L, 4L, 4L, 3L), priorities);
        assertEquals(List.of(true, false, false, false, false, false, false, false), red);
        assertEquals(Reason.SIZE_OVERRUNS_CONTAINER, assertThrows(MalformedFrameException.class, () -> trees.message(
            view.wrap(messages.get(2), 0, 58))).reason());
    }

    @Test
    void messagesInManyTransfersAreScannedAsOne()
    {
        for (final int payload : new int[] {1, 3, 10, 50, 1_000})
        {
            final ByteBuf stream = Unpooled.buffer();
            for (int i = 0; i < messages.size(); i++)
            {
                transfers(stream, i, messages.get(i), payload);
            }
            for (final int chunk : new int[] {9, 64, stream.readableBytes()})
            {
                final TagRoute route = new TagRoute("jms.sel.d92706", "red");
                final List<Boolean> matches = new ArrayList<>();
                final LinkMessages link = new LinkMessages(TwoEncodings.MESSAGES, new DataHandler()
                {
                    @Override
                    public Action onField(final int id, final Cursor value)
                    {
                        return route.onField(id, value);
                    }

                    @Override
                    public void onOutcome(final Outcome outcome, final Fault fault)
                    {
                        route.onOutcome(outcome, fault);
                        matches.add(route.matches());
                    }
                });
                for (int at = 0; at < stream.readableBytes(); at += chunk)
                {
                    assertTrue(link.feed(stream.slice(at, Math.min(chunk, stream.readableBytes() - at))));
                }
                link.close();
                assertEquals(List.of(true, false, false, false, false, false, false, false), matches);
            }
            assertEquals(1, stream.refCnt());
        }
    }

    /** A delivery in transfers of so many bytes: handle 0, its id, its tag "t", format 0, not settled, more or not. */
    private static void transfers(final ByteBuf stream, final int id, final byte[] message, final int payload)
    {
        for (int at = 0; at < message.length; at += payload)
        {
            final int bytes = Math.min(payload, message.length - at);
            final byte[] fields = Frames.hex(at == 0 ? "0A0643520" + id + "A00174434241" : "0706434040404041");
            fields[fields.length - 1] = (byte)(at + bytes < message.length ? 0x41 : 0x42);
            stream.writeInt(8 + 4 + fields.length + bytes).writeInt(0x0200_0000).writeBytes(Frames.hex("005314C0"))
                .writeBytes(fields).writeBytes(message, at, bytes);
        }
    }
}
