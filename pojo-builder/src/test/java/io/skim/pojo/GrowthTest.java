package io.skim.pojo;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.encode.AmqpEncoder;
import io.skim.pojo.amqp.AmqpBudget;
import io.skim.pojo.amqp.AmqpTreeBuilder;
import io.skim.pojo.amqp.AmqpTreeWriter;
import io.skim.pojo.amqp.AmqpValue;
import io.skim.pojo.amqp.types.AmqpTypedReader;
import io.skim.pojo.headers.TypedHeaderReader;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpFrameReader;
import io.skim.scan.amqp.AmqpFrameSplitter;
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.amqp.DeliveryGatherer;
import io.skim.scan.remoting.HeaderSplitter;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Frames;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/**
 * What is made of a frame takes memory that grows with the frame's bytes and with nothing else that its sender chooses: duplicates,
 * depth, counts, how it is cut. Each shape comes in two sizes; the larger one may take twice as much for each byte.
 */
class GrowthTest
{
    private static final int SMALL = 500;
    private static final int LARGE = 8 * SMALL;
    private static final double MOST_GROWTH = 2;
    /** Bytes for each: arrays that are kept for the next frame while they are short, and made anew for one that is long. */
    private static final double STEP = 4;
    private static final int DEPTH = 40;
    private static final int DESCRIPTORS = 20;

    private final FrameView view = new FrameView();
    private Object made;

    private static byte[] repeated(final int count, final IntFunction<byte[]> part)
    {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++)
        {
            bytes.writeBytes(part.apply(i));
        }
        return bytes.toByteArray();
    }

    /** A list, map or array with four octets for its size and count. */
    private static byte[] compound(final int code, final int count, final byte[] content)
    {
        return ByteBuffer.allocate(9 + content.length).put((byte)code).putInt(4 + content.length).putInt(count).put(
            content).array();
    }

    private static byte[] list(final int count, final byte[] content)
    {
        return compound(0xD0, count, content);
    }

    private static byte[] map(final int count, final byte[] content)
    {
        return compound(0xD1, count, content);
    }

    private static byte[] array(final int count, final byte[] content)
    {
        return compound(0xF0, count, content);
    }

    private static byte[] text(final String text)
    {
        final byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(2 + utf8.length).put((byte)0xA1).put((byte)utf8.length).put(utf8).array();
    }

    private static byte[] nested(final int levels, final byte[] innermost, final String before, final boolean described)
    {
        byte[] value = innermost;
        for (int i = 0; i < levels; i++)
        {
            final byte[] content = Frames.join(Frames.hex(before), value);
            value = described ? content : list(1, content);
        }
        return value;
    }

    private static Map<String, IntFunction<byte[]>> values()
    {
        final byte[] one = Frames.hex("5401");
        final Map<String, IntFunction<byte[]>> shapes = new LinkedHashMap<>();
        shapes.put("small lists", n -> list(n, repeated(n, i -> Frames.hex("c0030154 01"))));
        shapes.put("equal keys", n -> map(2 * n, repeated(n, i -> Frames.join(text("key"), one))));
        shapes.put("different keys", n -> map(2 * n, repeated(n, i -> Frames.join(text("key" + i), one))));
        shapes.put("compound keys", n -> map(2 * n, repeated(n, i -> Frames.join(Frames.hex("c0030154 01"), one))));
        shapes.put("deep lists", n -> nested(DEPTH, list(n, repeated(n, i -> one)), "", false));
        shapes.put("deep described values", n -> nested(DESCRIPTORS, list(n, repeated(n, i -> one)), "005301", true));
        shapes.put("an array of lists", n -> array(n, Frames.join(Frames.hex("c0"), repeated(n, i -> Frames.hex(
            "03015401")))));
        shapes.put("arrays of elements without bytes", n -> list(n / 20, repeated(n / 20, i -> array(10, Frames.hex(
            "41")))));
        shapes.put("an array with a long descriptor", n -> array(n, Frames.join(Frames.hex("00"), list(n, repeated(n,
            i -> one)), Frames.hex("54"), new byte[n])));
        return shapes;
    }

    private long allocated(final byte[] bytes, final Consumer<byte[]> use)
    {
        return Allocations.by(() -> use.accept(bytes), 2, 1);
    }

    private void assertGrowsWithItsBytes(final String name, final IntFunction<byte[]> shape, final Consumer<byte[]> use)
    {
        final byte[] small = shape.apply(SMALL);
        final byte[] large = shape.apply(LARGE);
        final double before = (double)allocated(small, use) / small.length;
        final double after = (double)allocated(large, use) / large.length;
        assertTrue(after <= MOST_GROWTH * before + STEP, () -> name + ": " + before + " bytes for each, then " + after);
    }

    @Test
    void treesAndWhatIsWrittenOfThemGrowWithTheValue()
    {
        final AmqpTreeBuilder builder = new AmqpTreeBuilder();
        final AmqpTreeWriter writer = new AmqpTreeWriter();
        final AmqpEncoder encoder = new AmqpEncoder();
        final byte[] out = new byte[1 << 20];
        values().forEach((name, shape) -> {
            assertNotNull(builder.value(view.wrap(shape.apply(LARGE))), () -> name + ": " + builder.fault());
            assertGrowsWithItsBytes(name + " as a tree", shape, bytes -> made = builder.value(view.wrap(bytes)));
            assertGrowsWithItsBytes(name + " as text", shape, bytes -> {
                final AmqpValue tree = builder.value(view.wrap(bytes));
                made = tree.toString();
            });
            assertGrowsWithItsBytes(name + " written", shape, bytes -> {
                encoder.wrap(out, 0, out.length);
                writer.put(builder.value(view.wrap(bytes)), encoder);
            });
        });
    }

    @Test
    void valuesAreCopiedWithoutGarbageWhateverTheyHold()
    {
        final AmqpReader reader = new AmqpReader();
        final AmqpEncoder encoder = new AmqpEncoder();
        final Cursor cursor = new Cursor();
        final byte[] out = new byte[1 << 20];
        values().forEach((name, shape) -> assertGrowsWithItsBytes(name, shape, bytes -> {
            reader.wrap(view.wrap(bytes)).next();
            encoder.wrap(out, 0, out.length).put(reader.value(cursor));
        }));
    }

    @Test
    void typesReadOfAListOfFieldsGrowWithIt()
    {
        final AmqpTypedReader reader = new AmqpTypedReader(AmqpBudget.DEFAULT, Limits.DEFAULT, Strictness.LENIENT);
        values().forEach((name, shape) -> assertGrowsWithItsBytes(name, n -> Frames.join(Frames.hex("005374"), map(2,
            Frames.join(text("key"), shape.apply(n)))), bytes -> made = reader.read(view.wrap(bytes))));
    }

    private static byte[] header(final boolean json, final int count, final IntFunction<String[]> entry)
    {
        final String[] entries = new String[2 * count];
        final StringBuilder members = new StringBuilder();
        for (int i = 0; i < count; i++)
        {
            System.arraycopy(entry.apply(i), 0, entries, 2 * i, 2);
            members.append(i == 0 ? "" : ",").append('"').append(entries[2 * i]).append("\":\"").append(entries[2 * i
                + 1].replace("\1", "\\u0001").replace("\2", "\\u0002")).append('"');
        }
        return json ? Frames.json("{\"code\":310,\"opaque\":1,\"extFields\":{" + members + "}}")
            : Frames.binary(310, null, "body", entries);
    }

    private static Map<String, IntFunction<byte[]>> headers()
    {
        final Map<String, IntFunction<byte[]>> shapes = new LinkedHashMap<>();
        for (final boolean json : new boolean[] {false, true})
        {
            shapes.put("equal names " + json, n -> header(json, n, i -> new String[] {"i", "key\1value\2"}));
            shapes.put("different names " + json, n -> header(json, n, i -> new String[] {"name" + i, "value"}));
            // Twelve times one of two pairs of letters of the same hash.
            shapes.put("names of one hash " + json, n -> header(json, n, i -> new String[] {colliding(i), "value"}));
            shapes.put("a long value " + json, n -> header(json, 1, i -> new String[] {"i", "key\1value\2".repeat(n)}));
            shapes.put("a long name " + json, n -> header(json, 1, i -> new String[] {"n".repeat(4 * n), "value"}));
        }
        return shapes;
    }

    private static String colliding(final int number)
    {
        final StringBuilder name = new StringBuilder();
        for (int bit = 0; bit < 12; bit++)
        {
            name.append((number >> bit & 1) == 0 ? "Aa" : "BB");
        }
        return name.toString();
    }

    @Test
    void headersAsObjectsGrowWithTheHeader()
    {
        final RemotingHeaderReader objects = new RemotingHeaderReader();
        final TypedHeaderReader types = new TypedHeaderReader();
        headers().forEach((name, shape) -> {
            assertNotNull(objects.read(view.wrap(shape.apply(LARGE))), () -> name + ": " + objects.fault());
            assertGrowsWithItsBytes(name + " as an object", shape, bytes -> {
                final RemotingHeader header = objects.read(view.wrap(bytes));
                made = header.extFields().get("key");
            });
            assertGrowsWithItsBytes(name + " as a typed header", shape, bytes -> made = types.readRequest(view.wrap(
                bytes)));
        });
    }

    /** What is gathered grows by doubling: byte by byte, no more is copied than twice the frame. */
    @Test
    void whatComesByteByByteIsGatheredInMemoryThatGrowsWithIt()
    {
        final IntFunction<byte[]> frames = n -> Frames.join(Frames.binary(310, null, "b".repeat(n), "i", "key\1value\2"
            .repeat(n)), Frames.binary(310, "r".repeat(20 * n), "", "a", "b"));
        assertGrowsWithItsBytes("headers", frames, bytes -> {
            final HeaderSplitter splitter = new HeaderSplitter();
            for (int i = 0; i < bytes.length; i++)
            {
                splitter.feed(bytes, i, 1);
                while (splitter.next() != HeaderSplitter.Event.MORE)
                {
                    made = splitter.header();
                }
            }
        });
        final byte[] head = Frames.hex("00000017 02000000 005314 c009 06 43 43 a00161 43 42 41");
        assertGrowsWithItsBytes("transfers of one byte", n -> repeated(n, i -> Frames.join(head, new byte[1])),
            bytes -> {
                final AmqpFrameSplitter splitter = new AmqpFrameSplitter();
                final AmqpFrameReader transfer = new AmqpFrameReader();
                final DeliveryGatherer gatherer = new DeliveryGatherer();
                splitter.feed(bytes, 0, bytes.length);
                while (splitter.next(view))
                {
                    assertTrue(transfer.wrap(view), () -> "" + transfer.fault());
                    assertTrue(gatherer.add(transfer) == DeliveryGatherer.Event.MORE, () -> "" + gatherer.fault());
                }
                assertTrue(gatherer.messageLength() > 0);
            });
    }
}
