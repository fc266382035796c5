package io.skim.handlers.patch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.handlers.route.CodeGate;
import io.skim.handlers.route.RequestGate;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Outcome;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingLanguage;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.remoting.RequestCode;
import io.skim.scan.spi.Cursors;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.HeaderRecord;
import io.skim.scan.testing.Reference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class RemotingPatcherTest
{
    private static final int TOPIC = 0;
    private static final int MAP = 1;
    private static final int PROPERTIES = 2;
    private static final int EVERY = 3;
    private static final int OPAQUE = 4;
    private static final int LANGUAGE = 5;
    private static final int REMARK = 6;
    private static final int SIGNATURE = 7;
    private static final int NUMBER = 8;
    private static final int NONE = 9;
    private static final RemotingInterest INTEREST = interest().build();
    private static final byte[] SEND = Frames.binary(310, null, "body", "a", "group", "b", "Topic", "i", "TAGS\1A\2");
    private static final byte[] JSON_SEND =
        Frames.json("{\"code\":310,\"extFields\":{\"a\":\"group\",\"b\":\"Topic\",\"i\":"
            + "\"TAGS\\u0001A\\u0002\"},\"language\":\"GO\",\"opaque\":7,\"remark\":null}");

    private final FrameView view = new FrameView();
    private final RemotingPatcher patcher = new RemotingPatcher();

    private static RemotingInterest.Builder interest()
    {
        return RemotingScanner.interest().entry("topic", TOPIC).entry("b", TOPIC).entry("Signature", SIGNATURE).field(
            RemotingField.EXT_FIELDS, MAP).field(RemotingField.PROPERTIES, PROPERTIES).everyProperty(EVERY).field(
                RemotingField.OPAQUE, OPAQUE)
            .field(RemotingField.LANGUAGE, LANGUAGE).field(RemotingField.REMARK, REMARK);
    }

    @Test
    void editsOutsideOfAScanAreRefusedAlsoThoseWithoutADifference()
    {
        final byte[] same = utf8("Topic");
        for (final byte[] frame : new byte[][] {null, SEND})
        {
            final RemotingPatcher idle = new RemotingPatcher();
            if (frame != null)
            {
                idle.scan(view.wrap(frame), INTEREST, (id, value) -> Action.CONTINUE);
            }
            final Cursor value = Cursors.wrap(new Cursor(), new FrameView().wrap(same), 0, same.length, Kind.TEXT);
            for (final Executable edit : List.<Executable>of(() -> idle.replaceEntry(value, same),
                () -> idle.replaceField(value, same), () -> idle.replaceField(value, 0),
                () -> idle.replaceField(value, RemotingLanguage.GO), () -> idle.replaceProperty(value, same),
                () -> idle.renameProperty(value, same), () -> idle.removeProperty(value, value),
                () -> idle.removeEntry(value), () -> idle.renameEntry(value, same), () -> idle.removeField(value),
                () -> idle.properties(value), () -> idle.guard(value), idle::isBatch))
            {
                assertThrows(IllegalStateException.class, edit);
            }
        }
    }

    private static byte[] utf8(final String text)
    {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** What a proxy does: another topic, worked out from the one that comes, and a property. */
    private static final class Gateway implements DataHandler
    {
        private final RemotingPatcher patcher;
        private final byte[] topic = new byte[1_000];
        private final byte[] prefix = utf8("ns%");
        private final byte[] name = utf8("TRACE");
        private final byte[] value = utf8("\"1\"");
        private boolean holding;

        Gateway(final RemotingPatcher patcher)
        {
            this.patcher = patcher;
        }

        @Override
        public Action onField(final int id, final Cursor value)
        {
            if (id == TOPIC && !value.isNull())
            {
                System.arraycopy(prefix, 0, topic, 0, prefix.length);
                patcher.replaceEntry(value, topic, 0, prefix.length + value.copyTo(topic, prefix.length));
            }
            return Action.CONTINUE;
        }

        @Override
        public Action onBegin(final int id, final Cursor container)
        {
            if (id == PROPERTIES)
            {
                patcher.properties(container);
                holding = true;
            }
            return Action.CONTINUE;
        }

        @Override
        public void onOutcome(final Outcome outcome, final Fault fault)
        {
            if (holding && outcome == Outcome.COMPLETE)
            {
                patcher.appendProperty(name, value);
            }
            holding = false;
        }
    }

    @Test
    void letsAHandlerWorkOutItsEditsFromWhatItSees()
    {
        assertEquals(Outcome.COMPLETE, patcher.scan(view.wrap(SEND), INTEREST, new Gateway(patcher)));
        assertArrayEquals(
            Frames.binary(310, null, "body", "a", "group", "b", "ns%Topic", "i", "TAGS\1A\2TRACE\1\"1\"\2"),
            Patches.written(patcher.patch(), SEND));
        for (final byte[] frame : Captures.sample(400, 4_000))
        {
            final HeaderRecord expected = Reference.decode(frame);
            patcher.scan(view.wrap(frame), INTEREST, new Gateway(patcher));
            if (!patcher.patch().isReady())
            {
                assertTrue(EditModel.isBatch(expected));
                assertEquals(Refusal.BATCH, patcher.patch().refusal());
                continue;
            }
            final HeaderRecord found = Reference.decode(Patches.written(patcher.patch(), frame));
            assertFalse(
                EditModel.isBatch(expected) && found.properties != null && found.properties.containsKey("TRACE"));
            for (final String key : List.of("topic", "b"))
            {
                if (expected.extFields != null && expected.extFields.get(key) != null)
                {
                    expected.extFields.put(key, "ns%" + expected.extFields.get(key));
                }
            }
            if (expected.properties != null && found.properties.containsKey("TRACE"))
            {
                expected.properties.put("TRACE", "\"1\"");
                final String holder = EditModel.holder(expected.code);
                expected.extFields.put(holder, found.extFields.get(holder));
            }
            assertEquals(expected, found);
        }
    }

    /** A handler of one callback for everything. */
    private interface Recording extends DataHandler
    {
        Action on(String callback, int id, Cursor first, Cursor second);

        @Override
        default Action onField(final int id, final Cursor value)
        {
            return on("field", id, value, null);
        }

        @Override
        default Action onEntry(final int id, final Cursor key, final Cursor value)
        {
            return on("entry", id, key, value);
        }

        @Override
        default Action onBegin(final int id, final Cursor container)
        {
            return on("begin", id, container, null);
        }

        @Override
        default Action onEnd(final int id, final Cursor container)
        {
            return on("end", id, container, null);
        }
    }

    private byte[] patched(final byte[] frame, final Recording handler)
    {
        patcher.scan(view.wrap(frame), INTEREST, handler);
        assertNull(patcher.patch().refusal());
        return Patches.written(patcher.patch(), frame);
    }

    @Test
    void editsPropertiesByTheirCursors()
    {
        final Recording handler = (callback, id, first, second) -> {
            if (callback.equals("end") && id == PROPERTIES || callback.equals("begin") && id == PROPERTIES)
            {
                patcher.properties(first);
            }
            if (callback.equals("entry") && first.contentEquals("K"))
            {
                patcher.removeProperty(first, second);
            }
            if (callback.equals("entry") && first.contentEquals("L"))
            {
                patcher.renameProperty(first, utf8("\u00E9"));
                patcher.replaceProperty(second, utf8("w"));
            }
            return Action.CONTINUE;
        };
        assertArrayEquals(Frames.binary(10, null, "", "properties", "\u00E9\1w\2M\1x\2", "n", "x"),
            patched(Frames.binary(10,
                null, "", "properties", "K\1v\2L\1longer\2M\1x\2K\1v", "n", "x"), handler));
        assertArrayEquals(
            Frames.json("{\"code\":10,\"opaque\":1,\"extFields\":{\"properties\":\"\u00E9\\u0001w\u0002\"}}"),
            patched(
                Frames.json(
                    "{\"code\":10,\"opaque\":1,\"extFields\":{\"properties\":\"L\\u0001l\u0002K\u0001v\\u0002\"}}"),
                handler));
    }

    @Test
    void editsFixedFieldsByTheirCursors()
    {
        final Recording handler = (callback, id, first, second) -> {
            if (id == OPAQUE)
            {
                patcher.replaceField(first, -5);
            }
            else if (id == LANGUAGE)
            {
                patcher.replaceField(first, RemotingLanguage.NODE_JS);
            }
            else if (id == REMARK)
            {
                patcher.replaceField(first, utf8("r"));
            }
            else if (id == TOPIC)
            {
                patcher.replaceEntry(first, 42);
            }
            return Action.CONTINUE;
        };
        final byte[] binary = patched(SEND, handler);
        assertEquals(
            "code=310 language=NODE_JS version=479 opaque=-5 flag=0 remark=\"r\" ext={a=group, b=42, i=TAGS\1A\2}"
                + " properties={TAGS=A} body=626f6479",
            Reference.decode(binary).toString());
        assertEquals(
            "{\"code\":310,\"extFields\":{\"a\":\"group\",\"b\":\"42\",\"i\":\"TAGS\\u0001A\\u0002\"},\"language\":"
                + "\"NODE_JS\",\"opaque\":-5,\"remark\":\"r\"}",
            header(patched(JSON_SEND, handler)));
    }

    @Test
    void removesARemark()
    {
        final Recording handler = (callback, id, first, second) -> {
            if (id == REMARK)
            {
                patcher.removeField(first);
            }
            return Action.CONTINUE;
        };
        assertArrayEquals(Frames.binary(1, null, "body", "a", "b"),
            patched(Frames.binary(1, "reason", "body", "a", "b"),
                handler));
        assertEquals("{\"code\":1,\"opaque\":7}", header(patched(Frames.json(
            "{\"code\":1,\"remark\":\"reason\",\"opaque\":7}"), handler)));
    }

    private static String header(final byte[] frame)
    {
        return new String(frame, 8, frame.length - 8, StandardCharsets.UTF_8);
    }

    @Test
    void toReplaceATextByTheSameIsNoEdit()
    {
        final byte[] wide = utf8("<NAME>");
        final byte[] json = Frames.json("{\"code\":310,\"extFields\":{\"Signature\":\"s\",\"a\":\"007\",\"b\":"
            + "\"\\u004EAME\",\"i\":\"TAGS\\u0001NAME\\u0002\",\"n\":null},\"opaque\":7}");
        final byte[] binary = Frames.binary(310, null, "body", "Signature", "s", "a", "007", "b", "NAME", "i",
            "TAGS\1NAME\2");
        final RemotingInterest all = interest().entry("a", NUMBER).entry("n", NONE).build();
        for (final byte[] frame : new byte[][] {binary, json})
        {
            for (final boolean same : new boolean[] {true, false})
            {
                final byte[] text = utf8(same ? "<NAME>" : "<NAMF>");
                patcher.scan(view.wrap(frame), all, (Recording)(callback, id, first, second) -> {
                    if (id == SIGNATURE)
                    {
                        patcher.guard(first);
                    }
                    else if (id == TOPIC)
                    {
                        patcher.replaceEntry(first, text, 1, 4);
                        patcher.renameEntry(first, utf8("b"));
                    }
                    else if (id == NUMBER && !same)
                    {
                        patcher.replaceEntry(first, 7);
                    }
                    else if (callback.equals("begin") && id == PROPERTIES)
                    {
                        patcher.properties(first);
                    }
                    else if (callback.equals("entry"))
                    {
                        patcher.renameProperty(first, utf8("TAGS"));
                        patcher.replaceProperty(second, text, 1, 4);
                    }
                    return Action.CONTINUE;
                });
                assertEquals(same ? null : Refusal.SIGNED, patcher.patch().refusal());
                if (same)
                {
                    assertFalse(patcher.patch().isChanged());
                }
            }
        }
        patcher.scan(view.wrap(json), all, (Recording)(callback, id, first, second) -> {
            if (id == NONE)
            {
                patcher.replaceEntry(first, wide, 0, 0);
            }
            return Action.CONTINUE;
        });
        assertTrue(patcher.patch().isChanged(), "null is not an empty text");
        assertEquals("", Reference.decode(Patches.written(patcher.patch(), json)).extFields.get("n"));
    }

    @Test
    void patchesNothingOfAFrameThatWasNotSeenWhole()
    {
        for (final byte[] frame : new byte[][] {SEND, JSON_SEND})
        {
            final int[] callbacks = {0};
            patcher.scan(view.wrap(frame), INTEREST, (Recording)(callback, id, first, second) -> {
                callbacks[0]++;
                return Action.CONTINUE;
            });
            assertTrue(patcher.patch().isReady());
            assertFalse(patcher.patch().isChanged());
            for (final Action answer : new Action[] {Action.STOP, Action.SKIP})
            {
                for (int at = 1; at <= callbacks[0]; at++)
                {
                    final int[] left = {at};
                    final Outcome outcome = patcher.scan(view.wrap(frame), INTEREST, (Recording)(callback, id, first,
                        second) -> {
                        if (id == TOPIC)
                        {
                            patcher.replaceEntry(first, utf8("x"));
                        }
                        return --left[0] == 0 ? answer : Action.CONTINUE;
                    });
                    assertSame(answer == Action.STOP ? Outcome.STOPPED : Outcome.COMPLETE, outcome);
                    assertEquals(Refusal.NOT_SCANNED, patcher.patch().refusal());
                    assertThrows(IllegalStateException.class, patcher.patch()::headerLength);
                }
            }
        }
    }

    @Test
    void patchesNothingOfATruncatedFrame()
    {
        for (final byte[] frame : new byte[][] {SEND, JSON_SEND})
        {
            for (int length = 0; length < frame.length; length++)
            {
                final byte[] part = Arrays.copyOf(frame, length);
                assertEquals(Outcome.MALFORMED, patcher.scan(view.wrap(part), INTEREST, new Gateway(patcher)));
                assertEquals(Refusal.MALFORMED, patcher.patch().refusal());
                assertTrue(patcher.fault().isPresent());
            }
        }
    }

    @Test
    void isUsableAfterAHandlerThrew()
    {
        assertThrows(ArithmeticException.class,
            () -> patcher.scan(view.wrap(SEND), INTEREST, (Recording)(callback, id, first,
                second) -> {
                if (id != TOPIC)
                {
                    return Action.CONTINUE;
                }
                patcher.replaceEntry(first, utf8("x"));
                throw new ArithmeticException();
            }));
        assertFalse(patcher.patch().isReady());
        assertThrows(IllegalStateException.class, () -> patcher.appendEntry(utf8("x"), utf8("y")));
        letsAHandlerWorkOutItsEditsFromWhatItSees();
    }

    /** Tells the outcome to a handler around a gate, or to the gate. */
    private record Around(RequestGate gate, boolean fails) implements DataHandler
    {
        @Override
        public Action onField(final int id, final Cursor value)
        {
            return gate.onField(id, value);
        }

        @Override
        public void onOutcome(final Outcome outcome, final Fault fault)
        {
            if (fails)
            {
                throw new ArithmeticException();
            }
            gate.onOutcome(outcome, fault);
        }
    }

    @Test
    void aGateDoesNotAdmitTheFrameBeforeIfAHandlerAroundItThrows()
    {
        for (final byte[] frame : List.of(SEND, Frames.overrun(SEND), Arrays.copyOf(SEND, SEND.length - 1)))
        {
            final RequestGate gate = new RequestGate(CodeGate.allow(RequestCode.SEND_MESSAGE_V2));
            patcher.scan(view.wrap(SEND), RequestGate.INTEREST, new Around(gate, false));
            assertTrue(gate.admits());
            assertThrows(ArithmeticException.class, () -> patcher.scan(view.wrap(frame), RequestGate.INTEREST,
                new Around(gate, true)));
            assertFalse(gate.admits(), "the frame before was admitted, not this one");
            assertFalse(patcher.patch().isReady());
        }
    }

    @Test
    void scansAFrameThatAnotherScannerIsJustScanning()
    {
        for (final byte[] frame : new byte[][] {SEND, JSON_SEND})
        {
            patcher.scan(view.wrap(frame), INTEREST, new Gateway(patcher));
            final byte[] expected = Patches.written(patcher.patch(), frame);
            final RemotingScanner other = new RemotingScanner();
            final Outcome outcome = other.scan(view.wrap(frame), INTEREST, (id, value) -> {
                final long shown = value.scan();
                assertEquals(Outcome.COMPLETE, patcher.scan(view, INTEREST, new Gateway(patcher)));
                assertArrayEquals(expected, Patches.written(patcher.patch(), frame));
                assertEquals(shown, view.scan());
                return Action.CONTINUE;
            });
            assertEquals(Outcome.COMPLETE, outcome);
            assertSame(view, other.scanned());
        }
    }

    @Test
    void tellsWhoUsesItWrongly()
    {
        assertThrows(IllegalArgumentException.class,
            () -> patcher.scan(view.wrap(SEND), RemotingScanner.interest().entry("b", 0)
                .firstMatchWins().build(), new Gateway(patcher)));
        assertThrows(IllegalStateException.class, () -> patcher.patch().headerLength());
        final Recording twice = (callback, id, first, second) -> {
            if (id == TOPIC)
            {
                patcher.replaceEntry(first, utf8("x"));
                patcher.removeEntry(first);
            }
            return Action.CONTINUE;
        };
        assertThrows(IllegalStateException.class, () -> patcher.scan(view.wrap(SEND), INTEREST, twice));
        assertThrows(IllegalStateException.class, () -> patcher.scan(view.wrap(JSON_SEND), INTEREST, twice));
        assertFalse(patcher.patch().isReady());
        assertThrows(IllegalStateException.class,
            () -> patcher.scan(view.wrap(SEND), INTEREST, (Recording)(callback, id,
                first, second) -> {
                patcher.appendProperty(utf8("K"), utf8("v"));
                return Action.CONTINUE;
            }));
    }

    @Test
    void refusesCursorsOnSomethingElse()
    {
        final RemotingInterest all = RemotingScanner.interest().everything().property("TAGS", 9).build();
        final byte[] json =
            Frames.json("{\"code\":310,\"extFields\":{\"a\":5,\"i\":\"TAGS\\u0001A\\u0002\"},\"flag\":0,"
                + "\"language\":\"GO\",\"opaque\":7,\"remark\":null,\"version\":4}");
        for (final byte[] frame : new byte[][] {SEND, json})
        {
            for (int id = 0; id < RemotingField.values().length + 1; id++)
            {
                assertEquals(accepted(id), edits(frame, all, id), () -> new String(frame, StandardCharsets.UTF_8));
            }
        }
    }

    /** The edits that fit a value of {@code everything()}. */
    private static String accepted(final int id)
    {
        return id == 9 ? "property" : switch (RemotingField.of(id))
        {
            case CODE, VERSION, OPAQUE, FLAG -> "number";
            case LANGUAGE -> "language";
            case REMARK -> "remark";
            case EXT_FIELDS -> "entry";
            default -> "";
        };
    }

    private String edits(final byte[] frame, final RemotingInterest interest, final int wanted)
    {
        final byte[] text = utf8("another");
        final Map<String, Consumer<Cursor>> edits = new LinkedHashMap<>();
        edits.put("number", value -> patcher.replaceField(value, 99));
        edits.put("language", value -> patcher.replaceField(value, RemotingLanguage.RUST));
        edits.put("remark", value -> patcher.replaceField(value, text));
        edits.put("entry", value -> patcher.replaceEntry(value, text));
        edits.put("property", value -> patcher.replaceProperty(value, text));
        final List<String> accepted = new ArrayList<>();
        edits.forEach((name, edit) -> {
            try
            {
                patcher.scan(view.wrap(frame), interest, (Recording)(callback, id, first, second) -> {
                    if (id == RemotingField.EXT_FIELDS.ordinal() && second != null && first.contentEquals("i"))
                    {
                        patcher.properties(second);
                    }
                    if (id == wanted && !callback.equals("begin") && !callback.equals("end"))
                    {
                        edit.accept(second == null ? first : second);
                        accepted.add(name);
                    }
                    return Action.CONTINUE;
                });
            }
            catch (final IllegalArgumentException | IllegalStateException e)
            {
                assertFalse(patcher.patch().isReady());
            }
        });
        return String.join(",", new LinkedHashSet<>(accepted));
    }

    @Test
    void refusesTextThatIsNone()
    {
        final byte[][] bad = {{(byte)0xC3}, {(byte)0xC0, (byte)0x80}, {(byte)0xED, (byte)0xA0, (byte)0x80}, {(byte)0xF4,
            (byte)0x90, (byte)0x80, (byte)0x80}, {(byte)0x80}, {'a', (byte)0xE2, (byte)0x82}, {(byte)0xFF}};
        for (final byte[] frame : new byte[][] {SEND, JSON_SEND})
        {
            for (final byte[] text : bad)
            {
                patcher.scan(view.wrap(frame), INTEREST, (Recording)(callback, id, first, second) -> {
                    if (id == TOPIC)
                    {
                        patcher.replaceEntry(first, text);
                    }
                    return Action.CONTINUE;
                });
                assertEquals(Refusal.INVALID_TEXT, patcher.patch().refusal());
            }
            patcher.scan(view.wrap(frame), INTEREST, (Recording)(callback, id, first, second) -> {
                if (id == TOPIC)
                {
                    patcher.renameEntry(first, new byte[0]);
                }
                return Action.CONTINUE;
            });
            assertEquals(Refusal.EMPTY_NAME, patcher.patch().refusal());
            patcher.scan(view.wrap(frame), INTEREST, (Recording)(callback, id, first, second) -> {
                if (callback.equals("begin") && id == PROPERTIES)
                {
                    patcher.properties(first);
                    patcher.appendProperty(utf8("K"), utf8("a\2b"));
                }
                return Action.CONTINUE;
            });
            assertEquals(Refusal.INVALID_PROPERTY, patcher.patch().refusal());
        }
    }

    @Test
    void guardsWhatItIsToldToGuard()
    {
        final byte[] frame = Frames.binary(310, null, "", "Signature", "s", "b", "T");
        final Recording handler = (callback, id, first, second) -> {
            if (id == SIGNATURE)
            {
                patcher.guard(first);
            }
            else if (id == TOPIC)
            {
                patcher.replaceEntry(first, utf8("x"));
            }
            return Action.CONTINUE;
        };
        patcher.scan(view.wrap(frame), INTEREST, handler);
        assertEquals(Refusal.SIGNED, patcher.patch().refusal());
        patcher.signer(new AclSigner(utf8("key"))).scan(view.wrap(frame), INTEREST, handler);
        assertTrue(patcher.patch().isReady());
        // The body is signed too, and must be there.
        patcher.scan(view.wrapPart(SEND, 0, SEND.length - 4, SEND.length), INTEREST, handler);
        assertTrue(patcher.patch().isReady());
        final byte[] body = Frames.binary(310, null, "body", "Signature", "s", "b", "T");
        patcher.scan(view.wrapPart(body, 0, body.length - 4, body.length), INTEREST, handler);
        assertEquals(Refusal.NOT_SIGNABLE, patcher.patch().refusal());
    }

    @Test
    void patchesManyDuplicatesInOnePass()
    {
        final StringBuilder entries = new StringBuilder();
        final String[] binary = new String[8_000];
        for (int i = 0; i < 4_000; i++)
        {
            entries.append(i == 0 ? "" : ",").append("\"").append(i % 3 == 0 ? "topic" : "x").append("\":\"").append(i)
                .append(
                    '"');
            binary[2 * i] = i % 3 == 0 ? "topic" : "x";
            binary[2 * i + 1] = String.valueOf(i + 1);
        }
        for (final byte[] frame : new byte[][] {Frames.json("{\"opaque\":1,\"extFields\":{" + entries + "}}"),
            Frames.binary(1,
                null, "", binary)})
        {
            final RemotingRewriter rewriter =
                new RemotingRewriter(RemotingEdits.builder().remove("x").rename("topic", "y").set(
                    "y", "v").build());
            assertTrue(rewriter.rewrite(view.wrap(frame)));
            final byte[] result = Patches.written(rewriter.patch(), frame);
            assertEquals("{y=v}", Reference.decode(result).extFields.toString());
            final String[] expected = new String[2 * 1_334];
            Arrays.setAll(expected, i -> i % 2 == 0 ? "y" : "v");
            if (frame[4] == 1)
            {
                assertArrayEquals(Frames.binary(1, null, "", expected), result);
            }
        }
    }

    @Test
    void allocatesNothing()
    {
        final Gateway gateway = new Gateway(patcher);
        final byte[][] frames = {SEND, JSON_SEND, Arrays.copyOf(SEND, SEND.length - 1)};
        final byte[] out = new byte[1_000];
        assertEquals(0, Allocations.by(() -> {
            for (final byte[] frame : frames)
            {
                patcher.scan(view.wrap(frame), INTEREST, gateway);
                if (patcher.patch().isReady())
                {
                    patcher.patch().writeHeader(out, 0);
                }
            }
        }, 20_000, 2_000));
    }
}
