package io.skim.handlers.patch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.skim.handlers.route.RouteException;
import io.skim.handlers.route.RouteTable;
import io.skim.handlers.select.Selector;
import io.skim.scan.FrameView;
import io.skim.scan.Interest;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.testing.Frames;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What a builder refuses leaves nothing: the edits are those of a builder which never got the call. */
class RefusedEditTest
{
    private static final String HALF = "\uD800";
    private static final List<byte[]> FRAMES = List.of(Frames.binary(310, "remark", "body", "a", "group", "b", "Topic",
        "i", "TAGS\1A\2"),
        Frames.json("{\"code\":10,\"extFields\":{\"topic\":\"T\",\"properties\":\"TAGS\\u0001A"
            + "\\u0002\"},\"language\":\"GO\",\"opaque\":7,\"remark\":\"r\"}"));
    private static final byte[] MESSAGE = HexFormat.of().parseHex("005370C0020141" + "005372C10702A3016BA10176"
        + "005374C10702A1016BA10176" + "00537740");

    private static byte[] rewritten(final RemotingEdits edits, final byte[] frame)
    {
        final RemotingRewriter rewriter = new RemotingRewriter(edits);
        rewriter.rewrite(new FrameView().wrap(frame, 0, frame.length));
        return Patches.written(rewriter.patch(), frame);
    }

    private static void assertLeavesNothing(final Consumer<RemotingEdits.Builder> declares,
        final Consumer<RemotingEdits.Builder> refused)
    {
        final RemotingEdits.Builder called = RemotingEdits.builder();
        final RemotingEdits.Builder uncalled = RemotingEdits.builder();
        declares.accept(called);
        declares.accept(uncalled);
        assertThrows(RuntimeException.class, () -> refused.accept(called));
        final RemotingEdits edits = called.build();
        final RemotingEdits expected = uncalled.build();
        for (final byte[] frame : FRAMES)
        {
            assertArrayEquals(rewritten(expected, frame), rewritten(edits, frame));
        }
    }

    @Test
    void ofRemotingEditsLeavesNothing()
    {
        final List<Consumer<RemotingEdits.Builder>> refused = List.of(edits -> edits.set("code", "abc"), edits -> edits
            .set("code", "3000000000"), edits -> edits.set("code", (String)null), edits -> edits.set("language", "XX"),
            edits -> edits.set("version", ""), edits -> edits.set("opaque", "0x7"), edits -> edits.set("flag", " 1"),
            edits -> edits.set("remark", HALF), edits -> edits.set(null, "v"), edits -> edits.set("", "v"),
            edits -> edits.set("x", HALF), edits -> edits.set("topic", (String)null),
            edits -> edits.set("topic", (FreshValue)null), edits -> edits.set("code", new FreshValue()),
            edits -> edits.set("", new FreshValue()), edits -> edits.setEntry("@type", "v"),
            edits -> edits.setEntry("b", null), edits -> edits.setEntry("i", HALF), edits -> edits.add("code", "1"),
            edits -> edits.add("x", (String)null), edits -> edits.add("x", (FreshValue)null),
            edits -> edits.add("x".repeat(40_000), "v"), edits -> edits.remove("code"),
            edits -> edits.remove(null), edits -> edits.remove(""), edits -> edits.rename("b", "flag"), edits -> edits
                .rename("b", ""),
            edits -> edits.rename("b", null), edits -> edits.rename("", "b"),
            edits -> edits.rename("properties", HALF), edits -> edits.setProperty("TAGS", ""), edits -> edits
                .setProperty("TAGS", (String)null),
            edits -> edits.setProperty("TAGS", (FreshValue)null), edits -> edits.addProperty("", new FreshValue()),
            edits -> edits.setProperty("", "v"), edits -> edits.addProperty("x\1",
                "v"),
            edits -> edits.addProperty("x", HALF), edits -> edits.removeProperty("\2"),
            edits -> edits.removeProperty(null), edits -> edits.renameProperty("TAGS", ""), edits -> edits
                .renameProperty("TAGS", null),
            edits -> edits.codes((int[])null));
        for (final Consumer<RemotingEdits.Builder> call : refused)
        {
            assertLeavesNothing(edits -> {
            }, call);
            assertLeavesNothing(edits -> edits.set("code", "11").set("language", "JAVA").set("remark", "other").set("b",
                "U").setProperty("KEYS", "k").codes(10, 310), call);
        }
    }

    @Test
    void ofListsThatMakeNoSenseIsRefusedAgain()
    {
        final RemotingEdits.Builder both = RemotingEdits.builder().setEntry("i", "A\1b\2").setProperty("TAGS", "B");
        assertThrows(IllegalArgumentException.class, both::build);
        assertThrows(IllegalArgumentException.class, both::build);
    }

    private static byte[] rewritten(final AmqpEdits edits)
    {
        final AmqpRewriter rewriter = new AmqpRewriter(edits);
        rewriter.rewrite(new FrameView().wrap(MESSAGE, 0, MESSAGE.length));
        return Patches.written(rewriter.patch(), MESSAGE);
    }

    @Test
    void ofAmqpEditsLeavesNothing()
    {
        final AmqpField section = AmqpField.MESSAGE_ANNOTATIONS;
        final AmqpEditValue value = AmqpEditValue.ofString("v");
        final List<
            Consumer<AmqpEdits.Builder>> refused = List.of(
                edits -> edits.set(AmqpField.PRIORITY, AmqpEditValue.ofUbyte(256)), edits -> edits
                    .set(AmqpField.DELIVERY_COUNT, AmqpEditValue.ofUint(-1)),
                edits -> edits.set(AmqpField.PRIORITY, value),
                edits -> edits.set(AmqpField.TO,
                    (AmqpEditValue)null),
                edits -> edits.set((AmqpField)null, value), edits -> edits.set(AmqpField.VALUE,
                    value),
                edits -> edits.unset(AmqpField.FOOTER), edits -> edits.unset(null),
                edits -> edits.set(AmqpField.FOOTER, "k", value), edits -> edits.set(section, "k", (AmqpEditValue)null),
                edits -> edits.set(section, "k", (FreshValue)null),
                edits -> edits.set(AmqpField.FOOTER, "k", new FreshValue()),
                edits -> edits.set(
                    section, "\u00E9", value),
                edits -> edits.set(section, null, value), edits -> edits.set(null, "k",
                    value),
                edits -> edits.add(AmqpField.HEADER, "k", value), edits -> edits.add(section, "l", (AmqpEditValue)null),
                edits -> edits.add(AmqpField.APPLICATION_PROPERTIES, HALF, value), edits -> edits.remove(section,
                    "\u00E9"),
                edits -> edits.remove(section, null), edits -> edits.remove(AmqpField.TO, "k"),
                edits -> edits.rename(section, "k", "\u00E9"), edits -> edits.rename(section, "k", null), edits -> edits
                    .rename(section, null, "k"),
                edits -> edits.rename(AmqpField.PROPERTIES, "k", "l"));
        for (final Consumer<AmqpEdits.Builder> call : refused)
        {
            for (final boolean some : new boolean[] {false, true})
            {
                final AmqpEdits.Builder called = AmqpEdits.builder();
                final AmqpEdits.Builder uncalled = AmqpEdits.builder();
                for (final AmqpEdits.Builder edits : List.of(called, uncalled))
                {
                    if (some)
                    {
                        edits.set(AmqpField.PRIORITY, AmqpEditValue.ofUbyte(7)).ttl(5)
                            .set(section, "k", AmqpEditValue.ofInt(1)).add(section, "m", value);
                    }
                }
                assertThrows(RuntimeException.class, () -> call.accept(called));
                // Neither does it count as an edit of the bare message.
                assertArrayEquals(rewritten(uncalled.build()), rewritten(called.build()));
            }
        }
    }

    @Test
    void ofAmqpEditsWithoutLeaveCanBeAllowed()
    {
        final AmqpEdits.Builder edits =
            AmqpEdits.builder().set(AmqpField.APPLICATION_PROPERTIES, "k", AmqpEditValue.ofInt(
                1));
        assertThrows(IllegalArgumentException.class, edits::build);
        final AmqpEdits.Builder allowed = AmqpEdits.builder().allowBareMessage().set(AmqpField.APPLICATION_PROPERTIES,
            "k", AmqpEditValue.ofInt(1));
        assertArrayEquals(rewritten(allowed.build()), rewritten(edits.allowBareMessage().build()));
    }

    @Test
    void ofRoutesLeavesNothing()
    {
        final RouteTable.Builder<String, RemotingInterest> remoting = RouteTable.remoting("else");
        remoting.rule("a = 'b'", "first");
        final RouteTable.Builder<String, AmqpInterest> amqp = RouteTable.amqp("else");
        amqp.rule("a = 'b'", "first");
        assertLeavesNothing(remoting);
        assertLeavesNothing(amqp);
        assertThrows(RouteException.class, () -> remoting.jms("a = 'b'", "x"));
        assertThrows(RouteException.class, () -> amqp.sql("a = 'b'", "x"));
        assertThrows(RouteException.class, () -> amqp.tags("a", "x"));
        assertHasTwo(remoting.rule("a = 'c'", "second").build());
        assertHasTwo(amqp.rule("a = 'c'", "second").build());
    }

    private static <I extends Interest> void assertLeavesNothing(final RouteTable.Builder<String, I> builder)
    {
        final List<Consumer<RouteTable.Builder<String, I>>> refused = List.of(table -> table.rule("a = ", "x"),
            table -> table.rule((String)null, "x"), table -> table.rule((Selector<I>)null, "x"),
            table -> table.sql("=", "x"), table -> table.sql(null, "x"), table -> table.jms("=", "x"),
            table -> table.jms(null, "x"));
        for (final Consumer<RouteTable.Builder<String, I>> call : refused)
        {
            assertThrows(RuntimeException.class, () -> call.accept(builder));
        }
    }

    private static void assertHasTwo(final RouteTable<String, ?> made)
    {
        assertEquals(2, made.size());
        assertEquals(List.of("first", "second"), List.of(made.target(0), made.target(1)));
    }
}
