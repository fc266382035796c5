package io.skim.handlers.patch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Strictness;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Frames;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A value that changes from frame to frame is written as one that is given as text would be. */
class FreshValueTest
{
    private static final byte[] BATCH =
        BatchBodies.of(BatchBodies.message("one", "TAGS", "A"), BatchBodies.message("two", "id", "own"));
    /** Properties that end with a separator and do not, have the name and do not, and none; requests of other codes; a batch. */
    private static final List<byte[]> FRAMES = List.of(
        Frames.binary(310, null, "body", "b", "Topic", "i", "TAGS\1A\2"),
        Frames.binary(310, null, "body", "b", "Topic", "i", "TAGS\1A"),
        Frames.binary(310, null, "body", "b", "Topic", "i", "TAGS\1A\2id\1own\2"), Frames.binary(310, null, "", "b",
            "Topic"),
        Frames.binary(34, null, "body"), Frames.binary(320, null, new String(BATCH, StandardCharsets.ISO_8859_1), "b",
            "Topic"),
        Frames
            .json("{\"code\":10,\"extFields\":{\"topic\":\"T\",\"properties\":\"TAGS\\u0001A\\u0002\"},\"opaque\":7}"),
        Frames.json("{\"code\":10,\"extFields\":{\"topic\":\"T\",\"properties\":\"TAGS\\u0001A\"},\"opaque\":7}"),
        Frames.json("{\"code\":310,\"extFields\":{\"b\":\"T\"},\"opaque\":7}"));

    private static final String BODY = "005375a00162";
    /** Without annotations, with others, with the key in several forms. */
    private static final List<byte[]> MESSAGES =
        Stream.of("", "005372c10602a301615201", "005372c10b02a3036b6579a1036f6c64",
            "005372c10e02a3036b6579b1000000036f6c64", "005372d10000000e00000002a3036b6579a1036f6c64").map(
                hex -> HexFormat.of().parseHex(hex + BODY))
            .toList();

    private static byte[] rewritten(final RemotingRewriter rewriter, final byte[] frame)
    {
        assertTrue(rewriter.rewrite(new FrameView().wrap(frame)), () -> rewriter.patch().refusal().toString());
        return Patches.written(rewriter.patch(), frame);
    }

    private static byte[] rewritten(final AmqpRewriter rewriter, final byte[] message)
    {
        assertTrue(rewriter.rewrite(new FrameView().wrap(message)), () -> rewriter.patch().refusal().toString());
        return Patches.written(rewriter.patch(), message);
    }

    /** Plain ones, one that needs escapes, one outside of ASCII; each of another length than the one before. */
    private static final List<String> TEXTS =
        List.of("00000000", "a-b_c.d:", "Z", "\"quoted\\\n\0", "\u4e2d\u6587 \ud83d\ude00",
            "x".repeat(700), "own", "00000000");

    /** Adds to edits a value that changes, or that is the text. */
    private interface Edit
    {
        RemotingEdits.Builder apply(RemotingEdits.Builder edits, @Nullable FreshValue value, String text);
    }

    private static void assertTheSameAsText(final Edit edit)
    {
        final FreshValue value = new FreshValue();
        final RemotingRewriter changing =
            new RemotingRewriter(edit.apply(RemotingEdits.builder(), value, "").build());
        for (final String text : TEXTS)
        {
            value.set(text);
            final RemotingRewriter plain =
                new RemotingRewriter(edit.apply(RemotingEdits.builder(), null, text).build());
            for (final byte[] frame : FRAMES)
            {
                assertArrayEquals(rewritten(plain, frame), rewritten(changing, frame), text);
            }
        }
    }

    private static RemotingEdits.Builder added(final RemotingEdits.Builder edits, final @Nullable FreshValue value,
        final String text)
    {
        return value == null ? edits.addProperty("id", text) : edits.addProperty("id", value);
    }

    private static RemotingEdits.Builder set(final RemotingEdits.Builder edits, final @Nullable FreshValue value,
        final String text)
    {
        return value == null ? edits.setProperty("id", text) : edits.setProperty("id", value);
    }

    @Test
    void ofPropertiesIsWrittenAsATextWouldBe()
    {
        assertTheSameAsText(FreshValueTest::added);
        assertTheSameAsText(FreshValueTest::set);
        assertTheSameAsText((edits, value, text) -> added(edits.setProperty("TAGS", "B").addProperty("other", "1"),
            value, text));
        assertTheSameAsText((edits, value, text) -> added(edits.removeProperty("id"), value, text));
        assertTheSameAsText((edits, value, text) -> set(edits, value, text).removeProperty("TAGS"));
        assertTheSameAsText((edits, value, text) -> set(edits.renameProperty("TAGS", "tags").addProperty("before", "1"),
            value, text));
    }

    @Test
    void ofExtFieldsIsWrittenAsATextWouldBe()
    {
        // Of a send with short keys the topic is b.
        assertTheSameAsText((edits, value, text) -> value == null ? edits.set("topic", text) : edits.set("topic",
            value));
        assertTheSameAsText((edits, value, text) -> value == null ? edits.replace("topic", text)
            : edits.replace("topic", value));
        assertTheSameAsText((edits, value, text) -> value == null ? edits.add("who", text) : edits.add("who", value));
        assertTheSameAsText((edits, value, text) -> set(value == null ? edits.rename("topic", "old").set("topic", text)
            : edits.rename("topic", "old").set("topic", value), value, text));
        for (final String fixed : List.of("code", "opaque", "remark"))
        {
            assertThrows(IllegalArgumentException.class, () -> RemotingEdits.builder().set(fixed, new FreshValue()));
        }
    }

    private static AmqpEdits.Builder annotated(final AmqpEdits.Builder edits, final @Nullable FreshValue value,
        final String text, final boolean adds)
    {
        final AmqpField section = AmqpField.MESSAGE_ANNOTATIONS;
        return value == null
            ? adds ? edits.add(section, "key", AmqpEditValue.ofString(text)) : edits.set(section, "key",
                AmqpEditValue.ofString(text))
            : adds ? edits.add(section, "key", value) : edits.set(section, "key", value);
    }

    @Test
    void ofMessagesIsWrittenAsAStringWouldBe()
    {
        for (final boolean adds : new boolean[] {true, false})
        {
            final FreshValue value = new FreshValue();
            final AmqpRewriter changing =
                new AmqpRewriter(annotated(AmqpEdits.builder().set(AmqpField.DURABLE, AmqpEditValue.ofBoolean(true)),
                    value, "", adds).build());
            for (final String text : TEXTS)
            {
                value.set(text);
                final AmqpRewriter plain =
                    new AmqpRewriter(
                        annotated(AmqpEdits.builder().set(AmqpField.DURABLE, AmqpEditValue.ofBoolean(true)), null, text,
                            adds).build());
                for (final byte[] message : MESSAGES)
                {
                    assertArrayEquals(rewritten(plain, message), rewritten(changing, message), text);
                }
            }
        }
    }

    @Test
    void isTheSameInAllListsOfEdits()
    {
        final FreshValue value = new FreshValue();
        final RemotingRewriter one = new RemotingRewriter(RemotingEdits.builder().addProperty("id", value).build());
        assertArrayEquals(rewritten(new RemotingRewriter(RemotingEdits.builder().addProperty("id", "-").build()), FRAMES
            .get(0)), rewritten(one, FRAMES.get(0)), "not set");
        value.set("12");
        // Made later.
        final RemotingRewriter two = new RemotingRewriter(RemotingEdits.builder().addProperty("id", value).build());
        final byte[] expected =
            rewritten(new RemotingRewriter(RemotingEdits.builder().addProperty("id", "12").build()), FRAMES.get(0));
        assertArrayEquals(expected, rewritten(one, FRAMES.get(0)));
        assertArrayEquals(expected, rewritten(two, FRAMES.get(0)));
    }

    @Test
    void mayBeSetWhileTheListOfEditsIsBuilt()
    {
        final FreshValue value = new FreshValue();
        final RemotingEdits.Builder edits = RemotingEdits.builder().addProperty("id", value);
        value.set("12");
        final RemotingRewriter changing = new RemotingRewriter(edits.build());
        final RemotingRewriter plain = new RemotingRewriter(RemotingEdits.builder().addProperty("id", "12").build());
        for (final byte[] frame : FRAMES)
        {
            assertArrayEquals(rewritten(plain, frame), rewritten(changing, frame));
        }
    }

    @Test
    void takesNumbersAndPartsOfArrays()
    {
        final FreshValue value = new FreshValue();
        for (final long number : new long[] {0, 7, -1, 1_700_000_000_123L, Long.MIN_VALUE, Long.MAX_VALUE})
        {
            value.set(number);
            assertEquals(Long.toString(number), value.toString());
        }
        value.set("abcdef".getBytes(StandardCharsets.US_ASCII), 2, 3);
        assertEquals("cde", value.toString());
    }

    @Test
    void whatWouldEndAPropertyOrIsNoTextIsRefused()
    {
        final FreshValue value = new FreshValue();
        value.set("before");
        final byte[] bytes = {'a', 1, 'b', 2, (byte)0xC3, (byte)0xA9};
        for (final int[] wrong : new int[][] {{0, 0}, {1, 1}, {0, 2}, {2, 2}, {4, 1}, {5, 1}})
        {
            assertThrows(IllegalArgumentException.class, () -> value.set(bytes, wrong[0], wrong[1]));
        }
        assertThrows(IllegalArgumentException.class, () -> value.set(""));
        assertEquals("a value has half of a surrogate pair at 1, which has no UTF-8", assertThrows(
            IllegalArgumentException.class, () -> value.set("a\ud83d")).getMessage());
        assertThrows(IndexOutOfBoundsException.class, () -> value.set(bytes, 4, 3));
        assertThrows(IndexOutOfBoundsException.class, () -> value.set(bytes, -1, 1));
        assertEquals("before", value.toString(), "what was refused has set nothing");
        value.set(bytes, 4, 2);
        assertEquals("\u00e9", value.toString());
    }

    @Test
    void aValueThatIsTooLongForTheLimitsIsRefusedByThePatch()
    {
        final FreshValue value = new FreshValue();
        final RemotingRewriter rewriter = new RemotingRewriter(RemotingEdits.builder().set("who", value).build(),
            Limits.DEFAULT.withMaxValueLength(10), Strictness.STRICT);
        value.set("12345678901");
        assertFalse(rewriter.rewrite(new FrameView().wrap(FRAMES.get(0))));
        assertEquals(Refusal.VALUE_TOO_LONG, rewriter.patch().refusal());
        value.set("1234567890");
        assertTrue(rewriter.rewrite(new FrameView().wrap(FRAMES.get(0))));
    }

    @Test
    void allocatesNothing()
    {
        final FreshValue value = new FreshValue();
        final RemotingRewriter rewriter =
            new RemotingRewriter(RemotingEdits.builder().addProperty("id", value).set("who", value).build());
        final AmqpRewriter messages =
            new AmqpRewriter(annotated(AmqpEdits.builder(), value, "", false).build());
        final byte[] text = "abcdefghij\"lmnop".getBytes(StandardCharsets.US_ASCII);
        final FrameView view = new FrameView();
        final int[] next = {0};
        assertEquals(0, Allocations.by(() -> {
            value.set(text, next[0]++ % 8, 1 + next[0] % 7);
            rewriter.rewrite(view.wrap(FRAMES.get(next[0] % FRAMES.size())));
            messages.rewrite(view.wrap(MESSAGES.get(next[0] % MESSAGES.size())));
            value.set(next[0]);
        }, 20_000, 20_000));
    }
}
