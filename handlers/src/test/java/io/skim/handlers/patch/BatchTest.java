package io.skim.handlers.patch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.skim.bytes.Words;
import io.skim.handlers.patch.EditModel.Edit;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Reference;
import io.skim.scan.testing.Settings;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.TreeMap;
import org.agrona.concurrent.UnsafeBuffer;
import org.apache.rocketmq.acl.common.AclUtils;
import io.skim.handlers.route.Namespace;
import io.skim.handlers.route.NameRewriter;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Reason;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.Frames;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.header.SendMessageRequestHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The broker takes the properties of a batch's messages from its body: to edit those of the header would change nothing. */
class BatchTest
{
    private final FrameView view = new FrameView();

    /** A request in both encodings. */
    private static List<byte[]> frames(final int code, final String... entries)
    {
        final StringBuilder json = new StringBuilder();
        for (int i = 0; i < entries.length; i += 2)
        {
            json.append(i == 0 ? "\"" : ",\"").append(entries[i]).append("\":\"").append(entries[i + 1].replace("\1",
                "\\u0001").replace("\2", "\\u0002")).append('"');
        }
        return List.of(Frames.binary(code, null, "body", entries), Frames.json("{\"code\":" + code + ",\"extFields\":{"
            + json + "},\"flag\":0,\"language\":\"JAVA\",\"opaque\":7,\"version\":1}"));
    }

    static List<byte[]> batches()
    {
        final List<byte[]> all = new ArrayList<>();
        all.addAll(frames(320, "a", "group", "b", "Topic", "i", "TAGS\1A\2PGROUP\1g\2", "m", "true"));
        all.addAll(frames(320, "b", "Topic", "i", "TAGS\1A\2PGROUP\1g\2"));
        all.addAll(frames(320, "b", "Topic", "i", "TAGS\1A\2PGROUP\1g\2", "m", "false"));
        all.addAll(frames(310, "b", "Topic", "i", "TAGS\1A\2PGROUP\1g\2", "m", "true"));
        all.addAll(frames(310, "m", "TRUE", "b", "Topic", "i", "TAGS\1A\2PGROUP\1g\2"));
        all.addAll(frames(310, "m", "false", "b", "Topic", "i", "TAGS\1A\2PGROUP\1g\2", "m", "True"));
        all.addAll(frames(10, "topic", "Topic", "properties", "TAGS\1A\2PGROUP\1g\2", "batch", "true"));
        all.add(Frames
            .json("{\"extFields\":{\"b\":\"T\",\"\\u006d\":\"\\u0074rue\",\"i\":\"TAGS\\u0001A\\u0002PGROUP\\u0001g"
                + "\\u0002\"},\"opaque\":7,\"code\":310}"));
        all.add(
            Frames.json("{\"code\":310,\"extFields\":{\"b\":\"T\",\"m\":true,\"i\":\"TAGS\\u0001A\\u0002PGROUP\\u0001g"
                + "\\u0002\"},\"opaque\":7}"));
        return all;
    }

    private static List<RemotingRewriter> rewriters(final UnaryOperator<RemotingEdits.Builder> edits)
    {
        return List.of(new RemotingRewriter(edits.apply(RemotingEdits.builder()).build()));
    }

    private void assertRefused(final byte[] frame, final HeaderPatch patch)
    {
        assertEquals(Refusal.BATCH, patch.refusal());
        assertFalse(patch.isReady());
        assertThrows(IllegalStateException.class, patch::isChanged);
        assertThrows(IllegalStateException.class, () -> patch.writeHeader(new byte[1_000], 0));
        final byte[] before = frame.clone();
        assertThrows(IllegalStateException.class, () -> patch.applyInPlace(ByteBuffer.wrap(frame)));
        assertArrayEquals(before, frame);
    }

    private static final byte[] BODY = BatchBodies.of(BatchBodies.message("one", "TAGS", "A", "KEYS", "k"), BatchBodies
        .message("", "x", "y"), BatchBodies.message("three", "TAGS", "A"), BatchBodies.message("four"));

    @ParameterizedTest
    @MethodSource("batches")
    void editsOfThePropertiesAsAWholeAreRefused(final byte[] frame)
    {
        final boolean brief = frame[4] == 1 ? frame[9] != 10 : !new String(frame, 8, 20).contains(":10,");
        final List<UnaryOperator<RemotingEdits.Builder>> all = List.of(
            edits -> edits.set("properties", "T\1v\2"), edits -> edits.add("properties", "T\1v\2"), edits -> edits
                .remove("properties"),
            edits -> edits.rename("properties", "x"), edits -> edits.rename("x",
                "properties"),
            edits -> edits.setEntry(brief ? "i" : "properties", "T\1v\2"));
        for (final UnaryOperator<RemotingEdits.Builder> edits : all)
        {
            for (final RemotingRewriter rewriter : rewriters(edits))
            {
                assertFalse(rewriter.rewrite(view.wrap(frame)));
                assertRefused(frame, rewriter.patch());
            }
        }
    }

    private static List<EditModel> models()
    {
        final Edit set = new Edit("setProperty", "TAGS", "longer");
        final Edit same = new Edit("setProperty", "TAGS", "A");
        final Edit add = new Edit("addProperty", "T", "1");
        final Edit remove = new Edit("removeProperty", "TAGS", null);
        final Edit rename = new Edit("renameProperty", "TAGS", "KEYS");
        final Edit topic = new Edit("set", "topic", "U");
        return List.of(new EditModel(List.of(set)), new EditModel(List.of(same)), new EditModel(List.of(add, topic)),
            new EditModel(List.of(remove)), new EditModel(List.of(rename)), new EditModel(List.of(rename, remove, add)),
            new EditModel(List.of(new Edit("removeProperty", "no such", null))), new EditModel(List.of(set, topic,
                new Edit("set", "opaque", "12345"))));
    }

    @ParameterizedTest
    @MethodSource("batches")
    void editsOfPropertiesAreMadeInEachMessage(final byte[] header)
    {
        final byte[] frame = BatchBodies.withBody(header, BODY);
        for (final EditModel model : models())
        {
            final RemotingRewriter rewriter = new RemotingRewriter(model.build());
            assertTrue(rewriter.rewrite(view.wrap(frame)), () -> model + " " + rewriter.fault());
            final byte[] result = Patches.written(rewriter.patch(), frame);
            assertEquals(!Arrays.equals(frame, result), rewriter.patch().isChanged());
            assertEquals(result.length - 4, Words.getInt(result, 0));
            BatchBodies.check(frame, result, model, model.toString());
            final RemotingRewriter ofHeader = new RemotingRewriter(model.ofHeader().build());
            assertTrue(ofHeader.rewrite(view.wrap(frame)));
            assertArrayEquals(Patches.written(ofHeader.patch(), frame), BatchBodies.withBody(result, BODY));
            for (final Buffers.Buffer buffer : Buffers.all(frame))
            {
                final String state = buffer.state().get();
                buffer.wrap().accept(view);
                assertTrue(rewriter.rewrite(view), buffer::name);
                assertArrayEquals(result, Patches.written(rewriter.patch(), frame), buffer::name);
                assertEquals(state, buffer.state().get(), buffer::name);
                view.reset();
                buffer.free().run();
            }
            final byte[] copy = frame.clone();
            assertTrue(rewriter.rewrite(view.wrap(frame)));
            assertEquals(rewriter.patch().isInPlace(), rewriter.patch().applyInPlace(copy, 0));
            assertArrayEquals(rewriter.patch().isInPlace() ? result : frame, copy);
            final ByteBuf source = Unpooled.directBuffer().writeBytes(frame);
            final ByteBuf applied = rewriter.rewrite(source, UnpooledByteBufAllocator.DEFAULT);
            assertEquals(Unpooled.wrappedBuffer(result), applied);
            applied.release();
            assertEquals(1, source.refCnt());
            source.release();
        }
    }

    @Test
    void messagesBehindTheLastThatChangesStayWhereTheyAre()
    {
        final byte[] frame = BatchBodies.withBody(frames(320, "b", "T").get(0), BODY);
        final RemotingRewriter rewriter =
            new RemotingRewriter(RemotingEdits.builder().removeProperty("KEYS").build());
        assertTrue(rewriter.rewrite(view.wrap(frame)));
        final int first = Words.getInt(BODY, 0);
        assertEquals(frame.length - BODY.length + first, rewriter.patch().bodyOffset());
        assertEquals(BODY.length - first, rewriter.patch().bodyLength());
        final RemotingRewriter none =
            new RemotingRewriter(RemotingEdits.builder().setProperty("TAGS", "A").removeProperty("zz").codes(320)
                .build());
        final byte[] all = BatchBodies.withBody(frame, BatchBodies.of(BatchBodies.message("1", "TAGS", "A")));
        assertTrue(none.rewrite(view.wrap(all)));
        assertFalse(none.patch().isChanged());
    }

    @Test
    void valuesOfTheSameWidthAreEditedInPlace()
    {
        final byte[] frame = BatchBodies.withBody(frames(320, "b", "T").get(1), BatchBodies.of(BatchBodies.message("1",
            "TAGS", "A")));
        final RemotingRewriter rewriter = new RemotingRewriter(RemotingEdits.builder().setProperty("TAGS", "B").set(
            "topic", "U").build());
        assertTrue(rewriter.rewrite(view.wrap(frame)));
        assertTrue(rewriter.patch().isInPlace());
        final byte[] result = Patches.written(rewriter.patch(), frame);
        final byte[] array = frame.clone();
        assertTrue(rewriter.patch().applyInPlace(array, 0));
        assertArrayEquals(result, array);
        final ByteBuffer buffer = ByteBuffer.wrap(frame.clone());
        assertTrue(rewriter.patch().applyInPlace(buffer));
        assertArrayEquals(result, buffer.array());
        final ByteBuf netty = Unpooled.copiedBuffer(frame);
        assertTrue(rewriter.patch().applyInPlace(netty));
        assertArrayEquals(result, netty.array());
        final UnsafeBuffer agrona = new UnsafeBuffer(frame.clone());
        assertTrue(rewriter.patch().applyInPlace(agrona, 0));
        assertArrayEquals(result, agrona.byteArray());
    }

    @Test
    void aFrameBehindAnotherIsEditedInPlaceWhereItIs()
    {
        final byte[] frame = BatchBodies.withBody(frames(320, "b", "T").get(1), BatchBodies.of(BatchBodies.message("1",
            "TAGS", "A")));
        final RemotingRewriter rewriter = new RemotingRewriter(RemotingEdits.builder().setProperty("TAGS", "B").set(
            "topic", "U").build());
        assertTrue(rewriter.rewrite(view.wrap(frame)));
        final byte[] two = Arrays.copyOf(frame, 2 * frame.length);
        System.arraycopy(frame, 0, two, frame.length, frame.length);
        final byte[] result = two.clone();
        System.arraycopy(Patches.written(rewriter.patch(), frame), 0, result, frame.length, frame.length);
        final byte[] array = two.clone();
        assertTrue(rewriter.patch().applyInPlace(array, frame.length));
        assertArrayEquals(result, array);
        final ByteBuffer buffer = ByteBuffer.wrap(two.clone()).position(frame.length);
        assertTrue(rewriter.patch().applyInPlace(buffer));
        assertArrayEquals(result, buffer.array());
        final ByteBuf netty = Unpooled.copiedBuffer(two);
        assertTrue(rewriter.patch().applyInPlace(netty, frame.length));
        assertArrayEquals(result, netty.array());
        final UnsafeBuffer agrona = new UnsafeBuffer(two.clone());
        assertTrue(rewriter.patch().applyInPlace(agrona, frame.length));
        assertArrayEquals(result, agrona.byteArray());
    }

    @Test
    void randomBodiesAreEditedAsTheReferenceWouldReadThem()
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        for (int i = 0; i < Settings.frames(5_000); i++)
        {
            final byte[] frame = BatchBodies.withBody(frames(320, "b", "T", "m", "true").get(i & 1), BatchBodies.random(
                random));
            final List<Edit> edits = new ArrayList<>();
            for (int j = random.nextInt(4); j >= 0; j--)
            {
                final List<String> names = List.of("TAGS", "KEYS", "TRACE", "\u65E5", "q\"\n");
                final String name = names.get(random.nextInt(names.size()));
                final String how = List.of("setProperty", "addProperty", "removeProperty", "renameProperty").get(random
                    .nextInt(4));
                edits.add(new Edit(how, name, how.startsWith("rename") ? names.get(random.nextInt(names.size()))
                    : how.startsWith("remove") ? null : "value"));
            }
            final EditModel model = new EditModel(edits);
            final RemotingRewriter rewriter = new RemotingRewriter(model.build());
            final String what = "seed " + seed + ", frame " + i + ": " + model;
            assertTrue(rewriter.rewrite(view.wrap(frame)), what);
            BatchBodies.check(frame, Patches.written(rewriter.patch(), frame), model, what);
        }
    }

    @Test
    void aBodyThatIsNoBatchOrHasNotArrivedIsRefused()
    {
        final RemotingRewriter rewriter = new RemotingRewriter(RemotingEdits.builder().setProperty("TAGS", "B")
            .build());
        final byte[] frame = BatchBodies.withBody(frames(320, "b", "T").get(0), BODY);
        final int headerEnd = frame.length - BODY.length;
        for (int cut = headerEnd + 1; cut < frame.length; cut++)
        {
            final byte[] part = BatchBodies.withBody(frame, Arrays.copyOfRange(frame, headerEnd, cut));
            final boolean whole = BatchBodies.isRegular(part);
            assertEquals(whole, rewriter.rewrite(view.wrap(part)));
            assertEquals(whole ? null : Refusal.BODY_MALFORMED, rewriter.patch().refusal());
            assertEquals(whole, !rewriter.fault().isPresent());
            assertTrue(whole || rewriter.fault().offset() >= headerEnd && rewriter.fault().offset() < part.length);
            assertFalse(rewriter.rewrite(view.wrapPart(frame, 0, cut, frame.length)));
            assertEquals(Refusal.BODY_MISSING, rewriter.patch().refusal());
        }
        final Random random = new Random(Settings.seed());
        for (int i = 0; i < 20_000; i++)
        {
            final byte[] mutated = frame.clone();
            mutated[headerEnd + random.nextInt(BODY.length)] = (byte)(random.nextBoolean() ? random.nextInt() : 255);
            assertEquals(BatchBodies.isRegular(mutated), rewriter.rewrite(view.wrap(mutated)));
        }
        assertFalse(rewriter.bodyLimit(BODY.length - 1).rewrite(view.wrap(frame)));
        assertEquals(Refusal.BODY_TOO_LONG, rewriter.patch().refusal());
        assertTrue(rewriter.bodyLimit(BODY.length).rewrite(view.wrap(frame)));
        assertThrows(IllegalArgumentException.class, () -> rewriter.bodyLimit(-1));
        assertTrue(rewriter.rewrite(view.wrap(frame)), "what is refused leaves the limit");
    }

    /** Of the second entry: 6 bytes of body, 4 of properties, 32 in all. */
    @ParameterizedTest
    @CsvSource({"21, 0, 32, RECORD_TOO_SHORT, 0, 21, 22", "32, 0, 33, RECORD_OVERRUNS_BODY, 0, 33, 32",
        "32, 16, -1, RECORD_LENGTH_NEGATIVE, 16, -1, 0", "32, 16, 11, PART_OVERRUNS_BODY, 16, 11, 10",
        "32, 24, 0x0000FFFF, RECORD_LENGTH_NEGATIVE, 26, -1, 0", "32, 0, 31, RECORD_SIZE_MISMATCH, 0, 31, 32"})
    void theFaultOfABodyTellsItsPlaceAndNumbers(final int left, final int place, final String number,
        final Reason reason, final int offset, final long claimed, final long available)
    {
        final byte[] first = BatchBodies.entry(new byte[3], "A\1b".getBytes(StandardCharsets.UTF_8));
        final byte[] second = BatchBodies.entry(new byte[6], "A\1b\2".getBytes(StandardCharsets.UTF_8));
        Words.putInt(second, place, Integer.decode(number));
        final byte[] header = frames(320, "b", "T").get(0);
        final byte[] frame = BatchBodies.withBody(header, Frames.join(first, Arrays.copyOf(second, left)));
        final RemotingRewriter rewriter = new RemotingRewriter(RemotingEdits.builder().setProperty("A", "c").build());
        assertFalse(rewriter.rewrite(view.wrap(frame)));
        assertEquals(Refusal.BODY_MALFORMED, rewriter.patch().refusal());
        final Fault fault = rewriter.fault();
        assertEquals(reason, fault.reason());
        assertEquals(frame.length - left + offset, fault.offset());
        assertEquals(claimed, fault.claimed());
        assertEquals(available, fault.available());
    }

    @Test
    void propertiesThatBecomeTooLongAreRefused()
    {
        final byte[] longest = ("TAGS\1" + "v".repeat(Short.MAX_VALUE - 6) + "\2").getBytes(StandardCharsets.UTF_8);
        final byte[] frame =
            BatchBodies.withBody(frames(320, "b", "T").get(0), BatchBodies.entry(new byte[3], longest));
        final RemotingRewriter rewriter = new RemotingRewriter(RemotingEdits.builder().addProperty("T", "1").build());
        assertFalse(rewriter.rewrite(view.wrap(frame)));
        assertEquals(Refusal.VALUE_TOO_LONG, rewriter.patch().refusal());
        final RemotingRewriter shorter = new RemotingRewriter(RemotingEdits.builder().setProperty("TAGS", "1").build());
        assertTrue(shorter.rewrite(view.wrap(frame)));
    }

    @Test
    void aSignedBatchIsRefusedOrSignedAnewWithItsBody() throws Exception
    {
        for (final byte[] header : frames(320, "b", "T", "AccessKey", "ak", "Signature", "old"))
        {
            final byte[] frame = BatchBodies.withBody(header, BODY);
            final RemotingRewriter rewriter = new RemotingRewriter(RemotingEdits.builder().setProperty("TAGS", "long")
                .build());
            assertFalse(rewriter.rewrite(view.wrap(frame)));
            assertEquals(Refusal.SIGNED, rewriter.patch().refusal());
            rewriter.signer(new AclSigner("12345678".getBytes(StandardCharsets.UTF_8)));
            assertTrue(rewriter.rewrite(view.wrap(frame)));
            final byte[] result = Patches.written(rewriter.patch(), frame);
            final RemotingCommand command = RemotingCommand.decode(ByteBuffer.wrap(result, 4, result.length - 4)
                .slice());
            final TreeMap<String, String> signed = new TreeMap<>(command.getExtFields());
            final String signature = signed.remove("Signature");
            assertEquals(AclUtils.calSignature(AclUtils.combineRequestContent(command, signed), "12345678"),
                signature);
        }
    }

    @Test
    void makesNoGarbage()
    {
        final RemotingRewriter rewriter = new RemotingRewriter(RemotingEdits.builder().setProperty("TAGS", "long")
            .removeProperty("x").addProperty("T", "1").build());
        final byte[][] frames = frames(320, "b", "T").stream().map(frame -> BatchBodies.withBody(frame, BODY)).toArray(
            byte[][]::new);
        // Without leak detection, which allocates.
        final ByteBuf direct = new UnpooledByteBufAllocator(true, true).directBuffer().writeBytes(frames[0]);
        final byte[] out = new byte[1_000];
        assertEquals(0, Allocations.by(() -> {
            for (final byte[] frame : frames)
            {
                rewriter.rewrite(view.wrap(frame));
                rewriter.patch().writeHeader(out, 0);
            }
            rewriter.rewrite(view.wrap(direct));
            rewriter.patch().writeHeader(out, 0);
        }, 20_000, 1_000));
        direct.release();
    }

    @ParameterizedTest
    @MethodSource("batches")
    void allElseIsEdited(final byte[] frame)
    {
        for (final RemotingRewriter rewriter : rewriters(
            edits -> edits.set("topic", "Other").set("opaque", "123456").set(
                "x", "y").set("Signature", "s")))
        {
            assertTrue(rewriter.rewrite(view.wrap(frame)));
            assertNull(rewriter.patch().refusal());
            assertTrue(rewriter.patch().isChanged());
        }
        for (final RemotingRewriter rewriter : rewriters(edits -> edits.setProperty("TAGS", "B").codes(11, 34)))
        {
            assertTrue(rewriter.rewrite(view.wrap(frame)));
            assertFalse(rewriter.patch().isChanged());
        }
    }

    @ParameterizedTest
    @MethodSource("batches")
    void aNamespaceIsPutIntoTheTopicAndNotIntoTheHeadersProperties(final byte[] source)
    {
        final byte[] frame = BatchBodies.withBody(source, BODY);
        final NameRewriter rewriter = new NameRewriter(Namespace.of("tenant"));
        assertTrue(rewriter.toBroker(view.wrap(frame)));
        final byte[] result = Patches.written(rewriter.patch(), frame);
        final Map<String, String> before = Reference.decode(frame).extFields;
        final Map<String, String> after = Reference.decode(result).extFields;
        final String topic = before.containsKey("topic") ? "topic" : "b";
        assertEquals("tenant%" + before.get(topic), after.get(topic));
        // The broker reads the properties of the entries, not these.
        for (final String name : List.of("i", "properties"))
        {
            assertEquals(before.get(name), after.get(name));
        }
        assertArrayEquals(BODY, BatchBodies.body(result));
    }

    @Test
    void aNamespaceIsNotPutIntoABatchWhoseBodyIsNone()
    {
        final NameRewriter rewriter = new NameRewriter(Namespace.of("tenant"));
        final byte[] frame = Frames.binary(320, null, "body", "b", "Topic", "i", "WAIT\1true\2", "m", "true");
        assertFalse(rewriter.toBroker(view.wrap(frame)));
        assertEquals(Refusal.BODY_MALFORMED, rewriter.patch().refusal());
    }

    /** Edits what it was told to in whatever has properties. */
    private static final class Editor implements DataHandler
    {
        private final RemotingPatcher patcher;
        private final String how;

        Editor(final RemotingPatcher patcher, final String how)
        {
            this.patcher = patcher;
            this.how = how;
        }

        @Override
        public Action onField(final int id, final Cursor value)
        {
            if (how.equals("topic"))
            {
                patcher.replaceEntry(value, new byte[] {'U'});
            }
            return Action.CONTINUE;
        }

        @Override
        public Action onBegin(final int id, final Cursor container)
        {
            patcher.properties(container);
            if (how.equals("append"))
            {
                patcher.appendProperty(new byte[] {'T'}, new byte[] {'1'});
            }
            return Action.CONTINUE;
        }

        @Override
        public Action onEntry(final int id, final Cursor key, final Cursor value)
        {
            switch (how)
            {
                case "replace" -> patcher.replaceProperty(value, new byte[] {'B'});
                case "remove" -> patcher.removeProperty(key, value);
                case "rename" -> patcher.renameProperty(key, new byte[] {'T'});
                default ->
                    {
                    }
            }
            return Action.CONTINUE;
        }
    }

    @ParameterizedTest
    @MethodSource("batches")
    void handlersDoNotEditThemEither(final byte[] frame)
    {
        final RemotingPatcher patcher = new RemotingPatcher();
        for (final String how : List.of("append", "replace", "remove", "rename", "topic"))
        {
            final Outcome outcome = patcher.scan(view.wrap(frame), RemotingScanner.interest().field(
                RemotingField.PROPERTIES, 0).everyProperty(1).entry("b", 2).entry("topic", 2).build(), new Editor(
                    patcher, how));
            assertEquals(Outcome.COMPLETE, outcome);
            if (how.equals("topic"))
            {
                assertTrue(patcher.patch().isReady());
                assertTrue(patcher.patch().isChanged());
            }
            else
            {
                assertRefused(frame, patcher.patch());
            }
        }
    }

    @Test
    void aBatchIsWhatTheReferenceTakesForOne() throws Exception
    {
        final Map<Integer, String> names = new LinkedHashMap<>(Map.of(310, "m", 10, "batch"));
        for (final int code : names.keySet())
        {
            for (final String name : List.of("m", "batch"))
            {
                for (final String value : List.of("true", "false", "TRUE", "tRuE", "1", "yes", "true ", " true", "t",
                    "TR\u00DCE",
                    "null"))
                {
                    for (final byte[] frame : frames(code, code == 310 ? "b" : "topic", "T", code == 310 ? "i"
                        : "properties", "TAGS\1A\2", name, value))
                    {
                        final SendMessageRequestHeader header =
                            SendMessageRequestHeader.parseRequestHeader(RemotingCommand
                                .decode(ByteBuffer.wrap(frame, 4, frame.length - 4)));
                        assertNotNull(header);
                        for (final RemotingRewriter rewriter : rewriters(edits -> edits.setProperty("TAGS", "B")))
                        {
                            final byte[] whole = BatchBodies.withBody(frame, BODY);
                            assertTrue(rewriter.rewrite(view.wrap(whole)));
                            final byte[] result = Patches.written(rewriter.patch(), whole);
                            assertEquals(header.isBatch(), !Arrays.equals(BODY, BatchBodies.body(result)), () -> code
                                + " " + name + "=" + value);
                            assertEquals(!header.isBatch(), !Arrays.equals(frame, BatchBodies.withBody(result,
                                BatchBodies.body(frame))));
                        }
                    }
                }
            }
        }
    }

    @Test
    void repliesAndResponsesAreNone()
    {
        final List<byte[]> frames = new ArrayList<>(frames(325, "b", "T", "i", "TAGS\1A\2", "m", "true"));
        frames.addAll(frames(324, "topic", "T", "properties", "TAGS\1A\2", "batch", "true"));
        for (final byte[] frame : frames(320, "b", "T", "i", "TAGS\1A\2", "m", "true"))
        {
            if (frame[4] == 1)
            {
                frame[20] |= 1;
            }
            else
            {
                final int at = new String(frame, 0, frame.length, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf(
                    "\"flag\":0");
                frame[at + 7] = '1';
            }
            frames.add(frame);
        }
        for (final byte[] frame : frames)
        {
            for (final RemotingRewriter rewriter : rewriters(edits -> edits.setProperty("TAGS", "B")))
            {
                assertTrue(rewriter.rewrite(view.wrap(frame)));
                assertTrue(rewriter.patch().isChanged());
            }
        }
    }
}
