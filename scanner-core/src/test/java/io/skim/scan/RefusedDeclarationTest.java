package io.skim.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.amqp.AmqpField;
import io.skim.scan.amqp.AmqpFrameField;
import io.skim.scan.amqp.AmqpFrameInterest;
import io.skim.scan.amqp.AmqpFrameScanner;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.amqp.AmqpValueInterest;
import io.skim.scan.amqp.AmqpValueScanner;
import io.skim.scan.amqp.Performative;
import io.skim.scan.records.RecordField;
import io.skim.scan.records.RecordInterest;
import io.skim.scan.records.RecordScanner;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.RecordingHandler;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What a builder refuses leaves nothing: the interest is that of a builder which never got the call. */
class RefusedDeclarationTest
{
    private static final byte[] FRAME = Frames.binary(310, "remark", "body", "a", "group", "b", "topic", "i",
        "TAGS\1A\2KEYS\1k\2");
    private static final byte[] MESSAGE =
        HexFormat.of().parseHex("005372C10702A3016BA10176" + "005374C10702A1016BA10176"
            + "00537740");
    private static final byte[] TRANSFER = HexFormat.of().parseHex("0000001002000000" + "005314C003024343");
    private static final byte[] MAP = HexFormat.of().parseHex("C10702A1016BA10176");

    @SafeVarargs
    private static <B> void assertLeavesNothing(final Supplier<B> builders, final Consumer<B> declares,
        final Function<B, List<String>> shown, final Consumer<B>... refused)
    {
        for (final Consumer<B> call : refused)
        {
            final B called = builders.get();
            final B uncalled = builders.get();
            declares.accept(called);
            declares.accept(uncalled);
            assertThrows(RuntimeException.class, () -> call.accept(called));
            final List<String> expected = shown.apply(uncalled);
            assertFalse(expected.isEmpty());
            assertEquals(expected, shown.apply(called));
        }
    }

    /** What is shown, by interests of all matches and of the first ones. */
    @SafeVarargs
    private static <I> List<String> shown(final byte[] bytes, final Scan<I> scan, final I... interests)
    {
        final List<String> all = new ArrayList<>();
        for (final I interest : interests)
        {
            final RecordingHandler handler = new RecordingHandler();
            scan.scan(new FrameView().wrap(bytes, 0, bytes.length), interest, handler);
            all.addAll(handler.calls());
            all.add(handler.outcome().toString());
        }
        return all;
    }

    private interface Scan<I>
    {
        void scan(FrameView view, I interest, DataHandler handler);
    }

    @Test
    void ofRemotingFrames()
    {
        assertLeavesNothing(RemotingScanner::interest, builder -> builder.field(RemotingField.CODE, 0).entry("b", 1)
            .property("TAGS", 2),
            builder -> shown(FRAME, new RemotingScanner()::scan, builder.build(), builder
                .firstMatchWins().build()),
            RemotingInterest.Builder::everything, builder -> builder.field(RemotingField.CODE, 5), builder -> builder
                .field(RemotingField.OPAQUE, -1),
            builder -> builder.field(null, 0), builder -> builder.entry("b", 5),
            builder -> builder.entry("a", -1), builder -> builder.entry(null, 5), builder -> builder.property("TAGS",
                5),
            builder -> builder.property("KEYS", -1), builder -> builder.property(null, 5), builder -> builder
                .everyEntry(-1),
            builder -> builder.everyProperty(-1), builder -> builder.ids(-1));
        // The last of what there is has its id already, so that all others would have got theirs.
        assertLeavesNothing(RemotingScanner::interest, builder -> builder.field(RemotingField.BODY, 0),
            builder -> shown(FRAME, new RemotingScanner()::scan, builder.build()),
            RemotingInterest.Builder::everything);
    }

    @Test
    void ofAmqpMessages()
    {
        assertLeavesNothing(AmqpScanner::interest, builder -> builder.field(AmqpField.VALUE, 0).property("k", 1)
            .entry(AmqpField.MESSAGE_ANNOTATIONS, "k", 2),
            builder -> shown(MESSAGE, new AmqpScanner()::scan, builder.build(), builder
                .firstMatchWins().build()),
            AmqpInterest.Builder::everything, builder -> builder.field(AmqpField.VALUE, 5), builder -> builder.field(
                AmqpField.TO, -1),
            builder -> builder.field("value", 5), builder -> builder.field("nothing", 5), builder -> builder.property(
                "k", 5),
            builder -> builder.property("l", -1), builder -> builder.property(null, 5), builder -> builder
                .entry(AmqpField.MESSAGE_ANNOTATIONS, "k", 5),
            builder -> builder.entry(AmqpField.MESSAGE_ANNOTATIONS, "\u00e9", 5), builder -> builder.entry(
                AmqpField.DELIVERY_ANNOTATIONS, "x\u0100", 5),
            builder -> builder.entry(AmqpField.FOOTER, "\u4e3b", 5),
            builder -> builder.entry(AmqpField.HEADER, "k", 5), builder -> builder.entry(AmqpField.DATA, "k", 5),
            builder -> builder.entry(AmqpField.TO, "k", 5), builder -> builder.everyEntry(AmqpField.PROPERTIES, 5),
            builder -> builder.everyEntry(AmqpField.TTL, 5),
            builder -> builder.entry(AmqpField.DELIVERY_ANNOTATIONS, "k", -1),
            builder -> builder.entry(AmqpField.FOOTER, "k", -1), builder -> builder
                .everyProperty(-1),
            builder -> builder.everyEntry(AmqpField.MESSAGE_ANNOTATIONS, -1),
            builder -> builder.everyEntry(AmqpField.DELIVERY_ANNOTATIONS, -1),
            builder -> builder.everyEntry(AmqpField.FOOTER, -1), builder -> builder.nested(-1),
            builder -> builder.ids(-1));
    }

    @Test
    void ofAmqpFrames()
    {
        assertLeavesNothing(AmqpFrameScanner::interest, builder -> builder.field(AmqpFrameField.CHANNEL, 0).field(
            Performative.TRANSFER, "handle", 1),
            builder -> shown(TRANSFER, new AmqpFrameScanner()::scan, builder
                .build(), builder.firstMatchWins().build()),
            AmqpFrameInterest.Builder::everything, builder -> builder.field(AmqpFrameField.CHANNEL, 5),
            builder -> builder.field(Performative.TRANSFER, "handle", 5), builder -> builder.field(
                Performative.TRANSFER, "delivery-id", -1),
            builder -> builder.field(Performative.TRANSFER, "nothing", 5),
            builder -> builder.field("transfer.handle", 5), builder -> builder.performative(Performative.TRANSFER, -1),
            builder -> builder.nested(-1), builder -> builder.ids(-1));
    }

    @Test
    void ofAmqpValues()
    {
        assertLeavesNothing(AmqpValueScanner::interest, builder -> builder.entry("k", 0), builder -> shown(MAP,
            new AmqpValueScanner()::scan, builder.build()), builder -> builder.entry("k", 5),
            builder -> builder.entry(
                "l", -1),
            builder -> builder.entry(null, 5), builder -> builder.value(-1), builder -> builder.everyValue(-1),
            builder -> builder.ids(-1));
    }

    @Test
    void ofRecords()
    {
        final byte[] entry = ByteBuffer.allocate(30).putInt(30).putInt(0).putInt(0).putInt(9).putInt(1).put((byte)'x')
            .putShort((short)7).put("TAGS\1A\2".getBytes(java.nio.charset.StandardCharsets.US_ASCII)).array();
        final Scan<RecordInterest> scan =
            (view, interest, handler) -> new RecordScanner().wrapBatch(view).next(interest, handler);
        assertLeavesNothing(RecordScanner::interest, builder -> builder.field(RecordField.FLAG, 0).property("TAGS", 1),
            builder -> shown(entry, scan, builder.build(), builder.firstMatchWins().build()),
            RecordInterest.Builder::everything, builder -> builder.field(RecordField.FLAG, 5), builder -> builder.field(
                RecordField.BODY, -1),
            builder -> builder.property("TAGS", 5), builder -> builder.property("KEYS", -1),
            builder -> builder.property(
                null, 5),
            builder -> builder.everyProperty(-1), builder -> builder.ids(-1));
    }

    /** Of a builder that has got the id 2 and nothing else. */
    private static <B> void assertWantsDense(final Supplier<B> builders, final BiConsumer<B, Integer> declares,
        final BiConsumer<B, Integer> ids, final Function<B, Interest> build)
    {
        final B declared = builders.get();
        for (int missing = 0; missing < 2; missing++)
        {
            final String message = assertThrows(IllegalStateException.class, () -> build.apply(declared)).getMessage();
            assertTrue(message.contains("2 is declared and " + missing + " is not"), message);
            declares.accept(declared, missing);
        }
        build.apply(declared);
        final B counted = builders.get();
        ids.accept(counted, 1);
        assertThrows(IllegalStateException.class, () -> build.apply(counted));
        ids.accept(counted, 3);
        assertFalse(build.apply(counted).toString().contains("= 0"));
    }

    @Test
    void anIdThatIsLeftOutIsRefusedUnlessTheHandlersIdsAreCounted()
    {
        assertWantsDense(() -> RemotingScanner.interest().entry("b", 2),
            (builder, id) -> builder.property("p" + id, id),
            RemotingInterest.Builder::ids, RemotingInterest.Builder::build);
        assertWantsDense(() -> AmqpScanner.interest().property("k", 2), (builder, id) -> builder.property("p" + id, id),
            AmqpInterest.Builder::ids, AmqpInterest.Builder::build);
        assertWantsDense(() -> AmqpFrameScanner.interest().field("channel", 2), (builder, id) -> builder.field(
            AmqpFrameField.of(id), id), AmqpFrameInterest.Builder::ids, AmqpFrameInterest.Builder::build);
        assertWantsDense(() -> AmqpValueScanner.interest().entry("k", 2), (builder, id) -> builder.entry("p" + id, id),
            AmqpValueInterest.Builder::ids, AmqpValueInterest.Builder::build);
        assertWantsDense(() -> RecordScanner.interest().property("k", 2), (builder, id) -> builder.property("p" + id,
            id), RecordInterest.Builder::ids, RecordInterest.Builder::build);
    }

    @Test
    void anIdWithoutAValueIsNotMissedByAScanThatTheFirstMatchEnds()
    {
        final RemotingInterest topic = RemotingScanner.interest().ids(3).entry("b", 1).firstMatchWins().build();
        assertEquals(Outcome.STOPPED, new RemotingScanner().scan(new FrameView().wrap(FRAME), topic, (id,
            value) -> Action.CONTINUE));
    }

    @Test
    void everythingHasDenseIds()
    {
        RemotingScanner.interest().everything().everyProperty(RemotingField.values().length).build();
        AmqpScanner.interest().everything().nested(AmqpField.values().length).build();
        AmqpFrameScanner.interest().everything().nested(Performative.ID_COUNT).build();
        RecordScanner.interest().everything().property("KEYS", RecordField.values().length).build();
        assertThrows(IllegalStateException.class, () -> AmqpFrameScanner.interest().everything().nested(
            Performative.ID_COUNT + 1).build());
    }
}
