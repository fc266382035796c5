package io.skim.handlers.patch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.handlers.route.Namespace;
import io.skim.handlers.route.NamespaceRewriter;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
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

    @ParameterizedTest
    @MethodSource("batches")
    void editsOfPropertiesAreRefused(final byte[] frame)
    {
        final boolean brief = frame[4] == 1 ? frame[9] != 10 : !new String(frame, 8, 20).contains(":10,");
        final List<UnaryOperator<RemotingEdits.Builder>> all = List.of(edits -> edits.setProperty("TAGS", "B"),
            edits -> edits.setProperty("TAGS", "A"), edits -> edits.setProperty("T", "1").set("topic", "U"),
            edits -> edits.addProperty("T", "1"), edits -> edits.addProperty("TAGS", "1"),
            edits -> edits.removeProperty(
                "TAGS"),
            edits -> edits.removeProperty("no such"), edits -> edits.renameProperty("TAGS", "T"),
            edits -> edits.set("properties", "T\1v\2"), edits -> edits.add("properties", "T\1v\2"), edits -> edits
                .remove("properties"),
            edits -> edits.rename("properties", "x"), edits -> edits.rename("x",
                "properties"),
            edits -> edits.setEntry(brief ? "i" : "properties", "T\1v\2"),
            edits -> edits.setProperty("T", "1").set(brief ? "m" : "batch", "false"));
        for (final UnaryOperator<RemotingEdits.Builder> edits : all)
        {
            for (final RemotingRewriter rewriter : rewriters(edits))
            {
                assertFalse(rewriter.rewrite(view.wrap(frame)));
                assertRefused(frame, rewriter.patch());
            }
        }
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
    void aNamespaceIsNotPutIntoTheirProperties(final byte[] frame)
    {
        final NamespaceRewriter rewriter = new NamespaceRewriter(Namespace.of("tenant"));
        assertFalse(rewriter.wrap(view.wrap(frame)));
        assertRefused(frame, rewriter.patch());
    }

    @Test
    void aNamespaceIsPutIntoTheTopicOfABatch()
    {
        final NamespaceRewriter rewriter = new NamespaceRewriter(Namespace.of("tenant"));
        final byte[] frame = Frames.binary(320, null, "body", "b", "Topic", "i", "WAIT\1true\2", "m", "true");
        assertTrue(rewriter.wrap(view.wrap(frame)));
        assertArrayEquals(Frames.binary(320, null, "body", "b", "tenant%Topic", "i", "WAIT\1true\2", "m", "true"),
            Patches
                .written(rewriter.patch(), frame));
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
                            assertEquals(header.isBatch(), !rewriter.rewrite(view.wrap(frame)), () -> code + " " + name
                                + "=" + value);
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
