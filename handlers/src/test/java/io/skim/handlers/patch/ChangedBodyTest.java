package io.skim.handlers.patch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.Frames;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.junit.jupiter.api.Test;

/** A body whose beginning changes along with the header, in every way to write a patch, and as the real decoder reads it. */
class ChangedBodyTest
{
    private static final RemotingInterest INTEREST = RemotingScanner.interest().entry("b", 0).build();
    private static final String BODY = "the body";
    private static final List<byte[]> FRAMES = List.of(Frames.binary(310, "remark", BODY, "a", "group", "b", "Topic"),
        Frames
            .json(utf8("{\"code\":310,\"extFields\":{\"a\":\"group\",\"b\":\"Topic\"},\"flag\":0,\"language\":\"JAVA\","
                + "\"opaque\":7,\"version\":1}"), utf8(BODY)));

    private final RemotingPatcher patcher = new RemotingPatcher();
    private final FrameView view = new FrameView();

    private static byte[] utf8(final String text)
    {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** What is to become of a frame; the topic stays if it is null. */
    private record Change(int removed, String fresh, String topic, boolean appends) implements Edits
    {
        Map<String, String> extFields()
        {
            final Map<String, String> fields = new HashMap<>(Map.of("a", "group", "b", topic == null ? "Topic"
                : topic));
            if (appends)
            {
                fields.put("added", "value");
            }
            return fields;
        }

        boolean isInPlace()
        {
            return (topic == null || topic.length() == "Topic".length()) && !appends && removed == fresh.length();
        }

        @Override
        public void record(final RemotingPatcher patcher, final Cursor value)
        {
            // Before the edits of the header, which come first in the frame.
            patcher.replaceBody(removed, utf8("<" + fresh + ">"), 1, utf8(fresh).length);
            if (topic != null)
            {
                patcher.replaceEntry(value, utf8(topic));
            }
            if (appends)
            {
                patcher.appendEntry(utf8("added"), utf8("value"));
            }
        }
    }

    /** What a handler does when it sees the topic. */
    private interface Edits
    {
        void record(RemotingPatcher patcher, Cursor value);
    }

    private void scan(final FrameView frame, final Edits edits)
    {
        final DataHandler handler = (id, value) -> {
            edits.record(patcher, value);
            return Action.CONTINUE;
        };
        assertEquals(Outcome.COMPLETE, patcher.scan(frame, INTEREST, handler));
    }

    private void check(final byte[] frame, final Change change) throws Exception
    {
        scan(view.wrap(frame), change);
        final HeaderPatch patch = patcher.patch();
        final byte[] written = Patches.written(patch, frame);
        final RemotingCommand command = RemotingCommand.decode(ByteBuffer.wrap(written, 4, written.length - 4).slice());
        final String body = change.fresh + BODY.substring(change.removed);
        assertEquals(change.extFields(), command.getExtFields());
        assertEquals(body, command.getBody() == null ? "" : new String(command.getBody(), StandardCharsets.UTF_8));
        assertEquals(written.length - 4, ByteBuffer.wrap(written).getInt());
        assertEquals(BODY.length() - change.removed, patch.bodyLength());
        assertEquals(change.topic != null || change.appends || change.removed + change.fresh.length() > 0, patch
            .isChanged());
        assertEquals(change.isInPlace(), patch.isInPlace());
        checkInPlace(patch, frame, change.isInPlace() ? written : frame);
        final ByteBuf direct = Unpooled.directBuffer().writeBytes(frame);
        scan(view.wrap(direct), change);
        final ByteBuf applied = patch.apply(direct, UnpooledByteBufAllocator.DEFAULT);
        assertArrayEquals(written, ByteBufUtil.getBytes(applied));
        assertEquals(change.isInPlace(), patch.applyInPlace(direct));
        applied.release();
        direct.release();
    }

    private static void checkInPlace(final HeaderPatch patch, final byte[] frame, final byte[] expected)
    {
        final byte[] array = frame.clone();
        patch.applyInPlace(array, 0);
        assertArrayEquals(expected, array);
        final ByteBuffer buffer = ByteBuffer.wrap(frame.clone());
        patch.applyInPlace(buffer);
        assertArrayEquals(expected, buffer.array());
        final ByteBuf bytes = Unpooled.copiedBuffer(frame);
        patch.applyInPlace(bytes);
        assertArrayEquals(expected, ByteBufUtil.getBytes(bytes));
        bytes.release();
        final UnsafeBuffer unsafe = new UnsafeBuffer(frame.clone());
        patch.applyInPlace(unsafe, 0);
        assertArrayEquals(expected, unsafe.byteArray());
    }

    @Test
    void theReferenceReadsTheChangedBodyBehindTheChangedHeader() throws Exception
    {
        for (final byte[] frame : FRAMES)
        {
            for (final int removed : new int[] {0, 3, BODY.length()})
            {
                for (final String fresh : List.of("", "xyz", "eight by", "a longer beginning"))
                {
                    for (final boolean appends : new boolean[] {false, true})
                    {
                        check(frame, new Change(removed, fresh, null, appends));
                        check(frame, new Change(removed, fresh, "T", appends));
                        check(frame, new Change(removed, fresh, "Other", appends));
                        check(frame, new Change(removed, fresh, "LongTopic", appends));
                    }
                }
            }
        }
    }

    @Test
    void aHeaderAndABodyThatMakeUpForEachOtherAreNotInPlace() throws Exception
    {
        for (final byte[] frame : FRAMES)
        {
            check(frame, new Change(3, "xy", "Topics", false));
            check(frame, new Change(0, "x", "Topi", false));
            assertEquals(frame.length, Patches.written(patcher.patch(), frame).length);
        }
    }

    @Test
    void moreThanTheBodyOrTheArrayIsRefused()
    {
        final byte[] fresh = utf8("fresh");
        for (final byte[] frame : FRAMES)
        {
            assertThrows(IndexOutOfBoundsException.class,
                () -> scan(view.wrap(frame), (patch, value) -> patch.replaceBody(
                    BODY.length() + 1, fresh, 0, 5)));
            assertThrows(IndexOutOfBoundsException.class,
                () -> scan(view.wrap(frame), (patch, value) -> patch.replaceBody(
                    1, fresh, 1, 5)));
            assertThrows(IndexOutOfBoundsException.class,
                () -> scan(view.wrap(frame), (patch, value) -> patch.replaceBody(
                    -1, fresh, 0, 5)));
        }
    }
}
