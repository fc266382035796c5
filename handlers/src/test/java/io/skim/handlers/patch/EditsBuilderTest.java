package io.skim.handlers.patch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.FrameView;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.amqp.AmqpFrameReader;
import io.skim.scan.amqp.Performative;
import io.skim.scan.remoting.RequestCode;
import io.skim.scan.testing.Frames;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** What builders of edits promise, whichever protocol the edits are for. */
class EditsBuilderTest
{
    private static final byte[] SEND = Frames.binary(310, null, "body", "b", "Topic", "i", "TAGS\1A\2");
    private static final byte[] MESSAGE = HexFormat.of().parseHex("005377a10161");
    private static final byte[] OPEN = HexFormat.of().parseHex("00000011020000000053 10c00401a10161".replace(" ", ""));

    private final FrameView view = new FrameView();

    private byte[] rewritten(final RemotingEdits edits)
    {
        final RemotingRewriter rewriter = new RemotingRewriter(edits);
        assertTrue(rewriter.rewrite(view.wrap(SEND)));
        return Patches.written(rewriter.patch(), SEND);
    }

    private byte[] rewritten(final AmqpEdits edits)
    {
        final AmqpRewriter rewriter = new AmqpRewriter(edits);
        assertTrue(rewriter.rewrite(view.wrap(MESSAGE)));
        return Patches.written(rewriter.patch(), MESSAGE);
    }

    private byte[] rewritten(final AmqpFrameEdits edits)
    {
        final AmqpFrameReader reader = new AmqpFrameReader();
        assertTrue(reader.wrap(view.wrap(OPEN)), () -> reader.fault().toMessage());
        final AmqpFrameRewriter rewriter = new AmqpFrameRewriter(edits);
        assertTrue(rewriter.rewrite(reader));
        return Patches.written(rewriter.patch(), OPEN);
    }

    @Test
    void aBuilderThatGoesOnDoesNotChangeTheRemotingEditsThatItHasBuilt()
    {
        final FreshValue id = new FreshValue();
        final RemotingEdits.Builder builder = RemotingEdits.builder().set("topic", "T").setProperty("A", "1")
            .addProperty("ID", id);
        final RemotingEdits first = builder.build();
        final byte[] before = rewritten(first);
        final RemotingEdits second =
            builder.set("xyz", "2").remove("b").setProperty("B", "2").removeProperty("A").build();
        final RemotingEdits third = builder.set("opaque", "9").codes(10).build();
        assertArrayEquals(before, rewritten(first));
        assertArrayEquals(rewritten(RemotingEdits.builder().set("topic", "T").setProperty("A", "1").addProperty("ID",
            id).set("xyz", "2").remove("b").setProperty("B", "2").removeProperty("A").build()), rewritten(second));
        assertArrayEquals(SEND, rewritten(third));
        id.set("xy");
        for (final RemotingEdits edits : new RemotingEdits[] {first, second})
        {
            assertTrue(new String(rewritten(edits), StandardCharsets.UTF_8).contains("ID\1xy"));
        }
    }

    @Test
    void aBuilderThatGoesOnDoesNotChangeTheAmqpEditsThatItHasBuilt()
    {
        final AmqpEdits.Builder builder = AmqpEdits.builder().set(AmqpField.PRIORITY, AmqpEditValue.ofUbyte(3)).set(
            AmqpField.MESSAGE_ANNOTATIONS, "x",
            AmqpEditValue.ofInt(1));
        final AmqpEdits first = builder.build();
        final byte[] before = rewritten(first);
        final AmqpEdits second = builder.ttl(5).set(AmqpField.MESSAGE_ANNOTATIONS, "y", AmqpEditValue.ofInt(2)).remove(
            AmqpField.MESSAGE_ANNOTATIONS, "x").build();
        assertArrayEquals(before, rewritten(first));
        assertArrayEquals(rewritten(AmqpEdits.builder().set(AmqpField.PRIORITY, AmqpEditValue.ofUbyte(3)).ttl(5)
            .set(AmqpField.MESSAGE_ANNOTATIONS, "y",
                AmqpEditValue.ofInt(2))
            .build()), rewritten(second));
    }

    @Test
    void aBuilderThatGoesOnDoesNotChangeTheFrameEditsThatItHasBuilt()
    {
        final AmqpFrameEdits.Builder builder =
            AmqpFrameEdits.builder().setProperty(Performative.OPEN, "x", AmqpEditValue
                .ofInt(1));
        final AmqpFrameEdits first = builder.build();
        final byte[] before = rewritten(first);
        final AmqpFrameEdits second =
            builder.set(Performative.OPEN, "hostname", AmqpEditValue.ofString("h")).removeProperty(
                Performative.OPEN, "x").build();
        assertArrayEquals(before, rewritten(first));
        assertArrayEquals(
            rewritten(AmqpFrameEdits.builder().set(Performative.OPEN, "hostname", AmqpEditValue.ofString("h"))
                .build()),
            rewritten(second));
    }

    @Test
    void codesHaveNames()
    {
        final RemotingEdits.Builder builder = RemotingEdits.builder().set("topic", "T");
        assertArrayEquals(rewritten(builder.build()), rewritten(builder.codes(RequestCode.SEND_MESSAGE,
            RequestCode.SEND_MESSAGE_V2).build()));
        assertArrayEquals(SEND, rewritten(builder.codes(RequestCode.SEND_MESSAGE).build()));
    }

    @Test
    void textsForPeopleHaveTheNamesAndNotTheValues()
    {
        assertEquals("RemotingEdits[code, remark, topic, x, property TAGS]", RemotingEdits.builder().set("topic", "v")
            .remove("x").add("topic", "w").setProperty("TAGS", "v").set("code", "5").remove("remark").build()
            .toString());
        assertEquals("AmqpEdits[header.priority, header.delivery-count, message-annotations.k]", AmqpEdits.builder()
            .raiseDeliveryCount().set(AmqpField.PRIORITY, AmqpEditValue.ofUbyte(3))
            .rename(AmqpField.MESSAGE_ANNOTATIONS, "k", "l").build().toString());
        assertFalse(RemotingEdits.builder().build().toString().contains("Signature"));
    }

    @Test
    void nullIsRefusedByName()
    {
        final RemotingEdits.Builder builder = RemotingEdits.builder();
        assertEquals("name", assertThrows(NullPointerException.class, () -> builder.set(null, "v")).getMessage());
        assertEquals("value",
            assertThrows(NullPointerException.class, () -> builder.set("x", (String)null)).getMessage());
        assertEquals("the name or value of a property", assertThrows(NullPointerException.class,
            () -> builder.setProperty(null, "v")).getMessage());
        assertEquals("RemotingEdits[]", builder.build().toString());
    }
}
