package io.skim.pojo.headers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.skim.scan.FrameView;
import io.skim.scan.Reason;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Frames;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Typed headers that are read where they stand. That the view reads all types as the reader does, and refuses the same, is also
 * checked wherever the reader is compared with the reference.
 */
class TypedHeaderViewTest
{
    private static final HeaderType<PullMessageRequestHeader> PULL = PullMessageRequestHeader.TYPE;
    private static final HeaderField QUEUE_ID = PULL.field("queueId");
    private static final HeaderField TOPIC = PULL.field("topic");
    private static final byte[] FRAME = Frames.binary(11, null, "", "consumerGroup", "g", "topic", "T", "queueId", "3",
        "queueOffset", "9876543210", "maxMsgNums", "32", "sysFlag", "0", "commitOffset", "0", "suspendTimeoutMillis",
        "15000", "subVersion", "1", "nsd", "TRUE");

    private final FrameView view = new FrameView();
    private final TypedHeaderView header = new TypedHeaderView();

    /** The view accepts what the reader accepts, gives its values, and refuses for the same reason in the same place. */
    static void assertAgree(final TypedHeaderReader reader, final TypedHeaderView header, final FrameView frame,
        final HeaderType<?> type, final String what)
    {
        final TypedHeader read = reader.read(frame, type);
        final Reason reason = reader.fault().reason();
        final long offset = reader.fault().offset();
        assertEquals(read != null, header.wrap(frame, type), what);
        assertEquals(reason, header.fault().reason(), what);
        assertEquals(offset, header.fault().offset(), what);
        assertEquals(reader.faultyField(), header.faultyField(), what);
        if (read == null)
        {
            return;
        }
        for (final HeaderField field : type.fields())
        {
            final Object value = read.get(field);
            TypedHeaderReferenceTest.assertSame(field, value, header.get(field), what + " " + field.name());
            if (header.isSet(field))
            {
                assertEquals(value instanceof Number number ? number.longValue() : -1, header.getLong(field, -1), what);
                assertEquals(value instanceof Boolean flag && flag, header.getBoolean(field, false), what);
                assertTrue(!(value instanceof String) || value.equals(header.value(field).toText()), what);
            }
            else
            {
                assertEquals(-1, header.getLong(field, -1), what);
                assertTrue(header.getBoolean(field, true), what);
            }
        }
    }

    @Test
    void readsFieldsOfAllTypes()
    {
        assertTrue(header.wrap(view.wrap(FRAME), PULL));
        assertTrue(header.value(TOPIC).contentEquals("T"));
        assertEquals(3, header.getLong(QUEUE_ID, -1));
        assertEquals(9_876_543_210L, header.getLong(PULL.field("queueOffset"), -1));
        assertTrue(header.getBoolean(PULL.field("nsd"), false));
        assertEquals("PullMessageRequestHeader", header.toString());
        // A number is no boolean, and a text no number.
        assertTrue(header.getBoolean(QUEUE_ID, true));
        assertEquals(7, header.getLong(TOPIC, 7));
    }

    @Test
    void aMissingFieldIsNotSetAndHasTheDefaultOfANewHeader()
    {
        assertTrue(header.wrap(view.wrap(Frames.binary(11, null, "", "topic", "T")), PULL));
        assertFalse(header.isSet(QUEUE_ID));
        assertNull(header.get(QUEUE_ID));
        assertTrue(header.value(QUEUE_ID).isNull());
        assertEquals(5, header.getLong(QUEUE_ID, 5));
        final HeaderField check = EndTransactionRequestHeader.TYPE.field("fromTransactionCheck");
        assertTrue(header.wrap(view.wrap(Frames.binary(37, null, "", "commitOrRollback", "8")),
            EndTransactionRequestHeader.TYPE));
        assertFalse(header.isSet(check));
        assertEquals(false, header.get(check));
    }

    @Test
    void refusesAsTheReaderDoesAndHasNoFieldsThen()
    {
        final byte[] bad = Frames.binary(11, null, "", "topic", "T", "queueId", "3x");
        assertFalse(header.wrap(view.wrap(bad), PULL));
        assertEquals(Reason.FIELD_NOT_A_NUMBER, header.fault().reason());
        assertEquals(QUEUE_ID, header.faultyField());
        assertTrue(assertThrows(IllegalStateException.class, () -> header.isSet(TOPIC)).getMessage().contains(
            "call wrap first"));
        assertEquals("no header", header.toString());
        final byte[] cut = Frames.binary(11, null, "", "topic", "T");
        cut[3]--;
        assertFalse(header.wrap(view.wrap(cut, 0, cut.length - 1), PULL));
        assertNull(header.faultyField());
        assertTrue(header.wrap(view.wrap(FRAME), PULL));
        assertFalse(header.fault().isPresent());
    }

    @Test
    void aFieldOfAnotherClassIsRefused()
    {
        assertTrue(header.wrap(view.wrap(FRAME), PULL));
        final HeaderField other = EndTransactionRequestHeader.TYPE.field("commitOrRollback");
        assertEquals("PullMessageRequestHeader has no field 'commitOrRollback'", assertThrows(
            IllegalArgumentException.class, () -> header.getLong(other, 0)).getMessage());
        final TypedHeader object = new TypedHeaderReader().read(view, PULL);
        assertEquals(3, object.get(QUEUE_ID));
        assertEquals("PullMessageRequestHeader has no field 'commitOrRollback'", assertThrows(
            IllegalArgumentException.class, () -> object.get(other)).getMessage());
        // Both alphabets of a send are the same fields.
        final SendMessageRequestHeader send = new SendMessageRequestHeader().topic("T");
        assertEquals("T", send.get(SendMessageRequestHeader.V2.field("topic")));
        assertEquals("T", send.get(SendMessageRequestHeader.TYPE.field("topic")));
    }

    @Test
    void viewsAndReadersShareAScan()
    {
        final RemotingScanner scanner = new RemotingScanner();
        final TypedHeaderReader reader = new TypedHeaderReader();
        for (final byte[] frame : List.of(FRAME, Frames.binary(11, null, "", "topic", "T", "queueId", "3x")))
        {
            assertTrue(scanner.check(view.wrap(frame)));
            final TypedHeader read = reader.read(scanner, PULL);
            assertEquals(read != null, header.wrap(scanner, PULL));
            assertEquals(new TypedHeaderReader().read(new FrameView().wrap(frame), PULL), read);
            assertEquals(read == null, reader.fault().isPresent());
            assertEquals(read == null, header.fault().isPresent());
            assertEquals(reader.faultyField(), header.faultyField());
            // What one of them refuses is no fault of the scan, which all others may use.
            assertFalse(scanner.fault().isPresent());
            assertSame(view, scanner.scanned());
        }
    }

    @Test
    void oneThatIsWrappedAnewOrWithoutAScanIsNotRead()
    {
        final RemotingScanner scanner = new RemotingScanner();
        assertThrows(IllegalStateException.class, () -> header.wrap(scanner, PULL));
        assertThrows(IllegalStateException.class, () -> new TypedHeaderReader().read(scanner, PULL));
        assertThrows(IllegalStateException.class, () -> header.wrap(new FrameView(), PULL));
    }

    @Test
    void allocatesNothing()
    {
        final byte[] json = Frames.json("{\"code\":11,\"opaque\":7,\"extFields\":{\"topic\":\"T\",\"queueId\":\"3\","
            + "\"queueOffset\":\"98765\",\"nsd\":\"true\"}}");
        for (final byte[] frame : List.of(FRAME, json))
        {
            final ByteBuf direct = Unpooled.directBuffer().writeBytes(frame);
            final ByteBuf composite = Unpooled.wrappedBuffer(Unpooled.copiedBuffer(frame, 0, 9), Unpooled.copiedBuffer(
                frame, 9, frame.length - 9));
            for (final FrameView each : List.of(new FrameView().wrap(frame), new FrameView().wrap(direct),
                new FrameView().wrap(composite)))
            {
                assertEquals(0, Allocations.by(() -> sum(each), 20_000, 1_000), each::toString);
                each.reset();
            }
            direct.release();
            composite.release();
        }
    }

    private void sum(final FrameView frame)
    {
        if (!header.wrap(frame, PULL) || header.getLong(QUEUE_ID, 0) != 3 || !header.value(TOPIC).contentEquals("T"))
        {
            throw new AssertionError(header.fault().toString());
        }
    }
}
