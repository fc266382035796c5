package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSONObject;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Reason;
import io.skim.scan.amqp.DeliveryGatherer.Event;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.AmqpCaptures;
import io.skim.scan.testing.AmqpCaptures.Capture;
import io.skim.scan.testing.AmqpVectors;
import io.skim.scan.testing.AmqpVectors.Good;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.RecordingHandler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class DeliveryGathererTest
{
    /** How the payloads of a delivery's transfers come. */
    private enum Way
    {
        COPIED, RETAINED, MIXED
    }

    private static final AmqpInterest MESSAGE =
        AmqpScanner.interest().everything().nested(AmqpField.values().length).build();
    private static final AmqpInterest SUBJECT = AmqpScanner.interest().field("properties.subject", 0).build();
    private static final String FIRST = "43 5205 a00107 43";
    private static final byte[] NOTHING = {};

    private final AmqpFrameReader reader = new AmqpFrameReader();
    private final FrameView view = new FrameView();
    private final DeliveryGatherer gatherer = new DeliveryGatherer();
    private final List<ByteBuf> buffers = new ArrayList<>();

    @AfterEach
    void everyReferenceIsGivenBack()
    {
        gatherer.reset();
        for (final ByteBuf buffer : buffers)
        {
            assertEquals(1, buffer.refCnt());
            buffer.release();
        }
    }

    /** A transfer with the fields and payload given. */
    private static byte[] transfer(final String fields, final byte... payload)
    {
        final byte[] items = Frames.hex(fields);
        final AmqpReader counter = new AmqpReader().wrap(new FrameView().wrap(items));
        int count = 0;
        while (counter.next() == AmqpReader.VALUE)
        {
            count++;
        }
        final String list =
            String.format("005314c0%02x%02x", items.length + 1, count) + HexFormat.of().formatHex(items);
        return AmqpFrameReaderTest.frame(0, list + HexFormat.of().formatHex(payload));
    }

    private static String fields(final boolean first, final boolean more)
    {
        return (first ? FIRST : "43 40 40 40") + (more ? "40 41" : "");
    }

    private Event add(final Way way, final byte[] frame)
    {
        final boolean retained = way == Way.RETAINED || way == Way.MIXED && frame.length % 2 == 0;
        if (!retained)
        {
            // The splitter's own array, which the next frame overwrites.
            final byte[] array = frame.clone();
            assertTrue(reader.wrap(view.wrap(array)), () -> reader.fault().toString());
            final Event event = gatherer.add(reader);
            if (event == Event.MORE)
            {
                Arrays.fill(array, (byte)0xEE);
            }
            return event;
        }
        final ByteBuf buffer = Unpooled.directBuffer(frame.length + 3).writeZero(3).writeBytes(frame);
        buffers.add(buffer);
        assertTrue(reader.wrap(view.wrap(buffer, 3, frame.length)), () -> reader.fault().toString());
        return gatherer.add(reader, buffer, 3);
    }

    private byte[] message()
    {
        final byte[] bytes = new byte[gatherer.message().length()];
        gatherer.message().getBytes(0, bytes.length, bytes, 0);
        assertEquals(bytes.length, gatherer.messageLength());
        return bytes;
    }

    private void gather(final Way way, final byte[] message, final int... cuts)
    {
        int from = 0;
        for (int i = 0; i <= cuts.length; i++)
        {
            final int to = i < cuts.length ? cuts[i] : message.length;
            final boolean last = i == cuts.length;
            assertEquals(last ? Event.COMPLETE : Event.MORE,
                add(way, transfer(fields(i == 0, !last), Arrays.copyOfRange(
                    message, from, to))));
            assertEquals(!last, gatherer.isGathering());
            from = to;
        }
        assertArrayEquals(message, message());
    }

    @ParameterizedTest
    @EnumSource
    void aMessageCutAnywhereIsScannedAsOne(final Way way)
    {
        final Random random = new Random(5);
        final AmqpScanner scanner = new AmqpScanner();
        for (final Good vector : AmqpVectors.messages())
        {
            final byte[] message = vector.bytes();
            final RecordingHandler whole = new RecordingHandler();
            scanner.scan(new FrameView().wrap(message), MESSAGE, whole);
            final List<int[]> cuttings = new ArrayList<>();
            for (int cut = 0; cut <= message.length && message.length < 300; cut++)
            {
                cuttings.add(new int[] {cut});
            }
            for (int i = 0; i < 5; i++)
            {
                cuttings.add(random.ints(1 + i, 0, message.length + 1).sorted().toArray());
            }
            cuttings.add(new int[0]);
            for (final int[] cuts : cuttings)
            {
                gather(way, message, cuts);
                final RecordingHandler gathered = new RecordingHandler();
                assertEquals(whole.outcome(), scanner.scan(gatherer.message(), MESSAGE, gathered));
                assertEquals(whole.toString(), gathered.toString(), () -> vector + " cut at " + Arrays.toString(cuts));
            }
        }
    }

    static List<Capture> captures()
    {
        return AmqpCaptures.all();
    }

    @ParameterizedTest
    @MethodSource("captures")
    void deliveriesOfRealTrafficAreWholeMessages(final Capture capture)
    {
        final Map<String, DeliveryGatherer> links = new HashMap<>();
        final Map<String, Integer> firsts = new HashMap<>();
        final Map<String, Integer> transfers = new HashMap<>();
        final Map<Integer, byte[]> gathered = new HashMap<>();
        final Map<Integer, List<Long>> told = new HashMap<>();
        final ByteBuf chunk = Unpooled.wrappedBuffer(capture.bytes());
        final AmqpFrameSplitter splitter = new AmqpFrameSplitter();
        final FrameView frame = new FrameView();
        splitter.feed(chunk);
        for (int i = 0; splitter.next(frame); i++)
        {
            assertTrue(reader.wrap(frame));
            final JSONObject row = capture.rows().get(i);
            if (reader.performative() != Performative.TRANSFER)
            {
                continue;
            }
            final String link = row.get("conn") + " " + row.get("channel") + " " + row.get("handle");
            firsts.putIfAbsent(link, i);
            final DeliveryGatherer own = links.computeIfAbsent(link, key -> new DeliveryGatherer());
            transfers.merge(link, 1, Integer::sum);
            final Event event = i % 3 == 0 ? own.add(reader) : own.add(reader, chunk, splitter.chunkOffset());
            assertEquals(Boolean.TRUE.equals(row.getBoolean("more")) ? Event.MORE : Event.COMPLETE, event);
            if (event == Event.COMPLETE)
            {
                final byte[] bytes = new byte[own.message().length()];
                own.message().getBytes(0, bytes.length, bytes, 0);
                final int first = firsts.remove(link);
                gathered.put(first, bytes);
                told.put(first, List.of((long)bytes.length, (long)transfers.remove(link), own.messageFormat()));
                assertEquals(Outcome.COMPLETE, new AmqpScanner().scan(own.message(), SUBJECT, new RecordingHandler()));
            }
        }
        final List<byte[]> messages = capture.messages();
        for (int i = 0; i < messages.size(); i++)
        {
            final JSONObject row = capture.messageRows().get(i);
            assertArrayEquals(messages.get(i), gathered.get(row.getIntValue("firstFrame")));
            assertEquals(List.of(row.getLong("size"), row.getLong("transfers"), row.getLong("messageFormat")), told.get(
                row.getIntValue("firstFrame")));
        }
        links.values().forEach(DeliveryGatherer::release);
        assertEquals(1, chunk.refCnt());
        assertFalse(gathered.isEmpty());
    }

    @Test
    void continuationsMayRepeatWhatTheFirstStated()
    {
        assertEquals(Event.MORE, add(Way.RETAINED, transfer(FIRST + "42 41", (byte)0)));
        assertEquals(Event.MORE, add(Way.RETAINED, transfer(FIRST + "41 41", (byte)0x53)));
        assertTrue(gatherer.isSettled());
        assertEquals(Event.COMPLETE, add(Way.RETAINED, transfer("43 5205 a00107 5200 42", (byte)0x77, (byte)0x40)));
        assertTrue(gatherer.isSettled());
        assertEquals(5, gatherer.deliveryId());
        assertEquals(0, gatherer.handle());
        assertEquals(0, gatherer.messageFormat());
        assertArrayEquals(Frames.hex("00537740"), message());
        assertEquals(Event.COMPLETE, add(Way.COPIED, transfer("43 5206 a000")));
        assertFalse(gatherer.isSettled());
        assertEquals(0, gatherer.message().length());
    }

    @ParameterizedTest
    @CsvSource({"43 5206, 1", "5201, 0", "43 40 a00108, 2", "43 40 a0020707, 2", "43 40 a000, 2", "43 40 40 5201, 3"})
    void aContradictionIsRefusedAndEverythingLetGo(final String fields, final int field)
    {
        for (final Way way : Way.values())
        {
            assertEquals(Event.MORE, add(way, transfer(FIRST + "42 41", (byte)0, (byte)1)));
            assertEquals(Event.MALFORMED, add(way, transfer(fields, (byte)0x53)));
            assertEquals(Reason.DELIVERY_CONTRADICTED, gatherer.fault().reason());
            assertTrue(gatherer.fault().offset() > 13 && gatherer.fault().toMessage().length() > 10);
            buffers.forEach(buffer -> assertEquals(1, buffer.refCnt()));
            assertEquals(0, gatherer.messageLength());
            assertEquals(0, gatherer.handle(), "what the first transfer stated stays");
            assertEquals(5, gatherer.deliveryId());
            assertEquals(0, gatherer.messageFormat());
            assertEquals(Event.MALFORMED, add(way, transfer(FIRST)), "until it is reset");
            gatherer.reset();
            assertEquals(Event.COMPLETE, add(way, transfer(FIRST)));
        }
    }

    @Test
    void theFirstOfSeveralContradictionsIsTold()
    {
        assertEquals(Event.MORE, add(Way.RETAINED, transfer(FIRST + "42 41")));
        assertEquals(Event.MALFORMED, add(Way.RETAINED, transfer("5201 5206 a00108")));
        assertEquals(1, gatherer.fault().claimed());
        assertEquals(0, gatherer.fault().available());
    }

    @Test
    void anotherChannelIsAContradiction()
    {
        assertEquals(Event.MORE, add(Way.RETAINED, transfer(FIRST + "42 41")));
        final byte[] other = transfer("43");
        other[7] = 9;
        assertEquals(Event.MALFORMED, add(Way.RETAINED, other));
        assertEquals(6, gatherer.fault().offset());
        assertEquals(9, gatherer.fault().claimed());
    }

    @ParameterizedTest
    @CsvSource({"43, 1", "43 40 a00107, 1", "43 5205, 2", "43 5205 40 43, 2"})
    void theFirstTransferStatesIdAndTag(final String fields, final int missing)
    {
        assertEquals(Event.MALFORMED, add(Way.RETAINED, transfer(fields, (byte)1)));
        assertEquals(Reason.FIELD_MISSING, gatherer.fault().reason());
        assertEquals(missing, gatherer.fault().claimed());
    }

    @Test
    void whatTheReaderRefusesTheGathererRefuses()
    {
        assertEquals(Event.MORE, add(Way.RETAINED, transfer(FIRST + "42 41", (byte)1)));
        assertEquals(Event.MALFORMED, add(Way.RETAINED, transfer("43 40 40 40 40 5201", (byte)1)));
        assertEquals(Reason.FIELD_TYPE, gatherer.fault().reason());
        assertEquals(5, gatherer.fault().available());
    }

    /** Of such a delivery the receiver may have had a part before, on a link that was detached. */
    @ParameterizedTest
    @EnumSource
    void aResumedDeliveryIsSaidToBeOne(final Way way)
    {
        final String resume = " 40 40 41";
        assertEquals(Event.COMPLETE, add(way, transfer(FIRST + "40 40" + resume, new byte[3])));
        assertTrue(gatherer.isResumed());
        assertEquals(Event.MORE, add(way, transfer(fields(true, true) + resume, new byte[3])));
        assertTrue(gatherer.isResumed());
        assertEquals(Event.COMPLETE, add(way, transfer(fields(false, false), new byte[3])));
        assertTrue(gatherer.isResumed());
        assertEquals(Event.COMPLETE, add(way, transfer(FIRST + "40 40 40 40 42", new byte[3])));
        assertFalse(gatherer.isResumed());
    }

    /** A peer sends a byte in each transfer, and each comes in a buffer of its own. */
    @Test
    void shortPayloadsKeepNoLongBuffers()
    {
        for (int i = 0; i < 1_000; i++)
        {
            final byte[] frame = transfer(fields(i == 0, true), (byte)i);
            final ByteBuf buffer = Unpooled.directBuffer(2_048).writeBytes(frame);
            buffers.add(buffer);
            final ByteBuf slice = buffer.slice();
            assertTrue(reader.wrap(view.wrap(slice)));
            assertEquals(Event.MORE, gatherer.add(reader, slice, 0));
        }
        assertEquals(0, buffers.stream().filter(buffer -> buffer.refCnt() > 1).count());
        final ByteBuf worth = Unpooled.directBuffer(2_048).writeBytes(transfer(fields(false, false), new byte[128]));
        buffers.add(worth);
        assertTrue(reader.wrap(view.wrap(worth)));
        assertEquals(Event.COMPLETE, gatherer.add(reader, worth, 0));
        assertEquals(2, worth.refCnt());
        final byte[] expected = new byte[1_128];
        for (int i = 0; i < 1_000; i++)
        {
            expected[i] = (byte)i;
        }
        assertArrayEquals(expected, message());
    }

    @Test
    void anAbortedDeliveryIsForgotten()
    {
        for (final Way way : Way.values())
        {
            for (int before = 0; before < 3; before++)
            {
                for (int i = 0; i < before; i++)
                {
                    assertEquals(Event.MORE, add(way, transfer(fields(i == 0, true), new byte[3 + i])));
                }
                assertEquals(Event.ABORTED, add(way, transfer(fields(before == 0, true) + "40 40 42 41", new byte[9])));
                buffers.forEach(buffer -> assertEquals(1, buffer.refCnt()));
                assertFalse(gatherer.isGathering());
                gather(way, Frames.hex("00537740"), 1, 3);
            }
        }
    }

    @Test
    void bytesAndTransfersAreLimited()
    {
        for (final Way way : Way.values())
        {
            final DeliveryGatherer small = new DeliveryGatherer(Limits.DEFAULT, 10, 3);
            assertEquals(Event.COMPLETE, addTo(small, transfer(FIRST, new byte[10])));
            assertEquals(Event.MALFORMED, addTo(small, transfer(FIRST, new byte[11])));
            assertEquals(Reason.MESSAGE_TOO_LONG, small.fault().reason());
            small.reset();
            assertEquals(Event.MORE, addTo(small, transfer(FIRST + "42 41", new byte[9])));
            assertEquals(Event.MORE, addTo(small, transfer(FIRST + "42 41", new byte[1])));
            assertEquals(Event.MALFORMED, addTo(small, transfer(FIRST + "42 41", new byte[1])));
            assertEquals(11, small.fault().claimed());
            small.reset();
            for (int i = 0; i < 3; i++)
            {
                assertEquals(Event.MORE, addTo(small, transfer(FIRST + "42 41")));
            }
            assertEquals(Event.MALFORMED, addTo(small, transfer(FIRST)), way::name);
            assertEquals(Reason.TOO_MANY_TRANSFERS, small.fault().reason());
            assertEquals(4, small.fault().claimed());
        }
        assertThrows(IllegalArgumentException.class, () -> new DeliveryGatherer(Limits.DEFAULT, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> new DeliveryGatherer(Limits.DEFAULT, 1 << 28, 1));
        assertThrows(IllegalArgumentException.class, () -> new DeliveryGatherer(Limits.DEFAULT, 1, 0));
    }

    private Event addTo(final DeliveryGatherer other, final byte[] frame)
    {
        assertTrue(reader.wrap(new FrameView().wrap(frame)));
        return other.add(reader);
    }

    @Test
    void manyTransfersAreNotConsolidated()
    {
        final byte[] message = new byte[200];
        new Random(1).nextBytes(message);
        gather(Way.RETAINED, message, java.util.stream.IntStream.range(1, 200).toArray());
        buffers.forEach(buffer -> assertEquals(2, buffer.refCnt()));
        gatherer.release();
        buffers.forEach(buffer -> assertEquals(1, buffer.refCnt()));
        assertFalse(gatherer.message().isWrapped());
    }

    @Test
    void endlessTransfersOfNothingEnd()
    {
        final byte[] nothing = transfer(FIRST + "42 41", NOTHING);
        Event event = Event.MORE;
        int count = 0;
        while (event == Event.MORE)
        {
            event = addTo(gatherer, nothing);
            count++;
        }
        assertEquals(65_536, count);
        assertEquals(Reason.TOO_MANY_TRANSFERS, gatherer.fault().reason());
    }

    @Test
    void wrongUseNamesWhatIsMissing()
    {
        assertThrows(IllegalArgumentException.class, () -> gatherer.add(reader));
        reader.wrap(new FrameView().wrap(Frames.hex("0000000802000000")));
        assertThrows(IllegalArgumentException.class, () -> gatherer.add(reader));
        final byte[] frame = transfer(FIRST, new byte[5]);
        assertTrue(reader.wrap(new FrameView().wrapPart(frame, 0, frame.length - 1, frame.length)));
        assertThrows(IllegalArgumentException.class, () -> gatherer.add(reader));
        assertTrue(reader.wrap(new FrameView().wrap(frame)));
        assertThrows(IndexOutOfBoundsException.class, () -> gatherer.add(reader, Unpooled.EMPTY_BUFFER, 0));
        assertFalse(gatherer.isGathering());
    }

    @Test
    void aMessageInOneTransferCostsNothing()
    {
        final byte[] frame = transfer(FIRST, Frames.hex("005373c00401a10161"));
        AmqpFrameReaderTest.buffers(frame).forEach((name, wrap) -> {
            assertEquals(0, Allocations.by(() -> {
                wrap.accept(view);
                reader.wrap(view);
                assertEquals(Event.COMPLETE, gatherer.add(reader));
            }, 300, 100), name);
        });
    }

    @Test
    void copyingReusesItsArray()
    {
        final byte[][] frames = {transfer(FIRST + "42 41", new byte[100]), transfer("43", new byte[100])};
        assertEquals(0, Allocations.by(() -> {
            for (final byte[] frame : frames)
            {
                reader.wrap(view.wrap(frame));
                gatherer.add(reader);
            }
        }, 300, 100));
        assertEquals(200, gatherer.messageLength());
    }
}
