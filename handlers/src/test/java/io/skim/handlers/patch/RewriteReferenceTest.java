package io.skim.handlers.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Buffers.Buffer;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.FrameGenerator;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.GoldenFrames;
import io.skim.scan.testing.HeaderRecord;
import io.skim.scan.testing.HeaderScan;
import io.skim.scan.testing.Reference;
import io.skim.scan.testing.Settings;
import io.skim.scan.testing.Vectors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Edits made by patching, against the same edits made on what the real decoder gives.
 * <p>
 * A failure names its seed; {@code -Dskim.seed} repeats it, {@code -Dskim.frames} makes the run longer.
 */
class RewriteReferenceTest
{
    private static final int FRAMES = 60_000;

    private Strictness strictness = Strictness.STRICT;
    private HeaderScan scan = new HeaderScan(Strictness.STRICT);
    private final FrameView view = new FrameView();
    private int patched;
    private int refused;
    private int odd;

    @Test
    void generatedFramesReadAfterwardsAsIfTheyHadBeenDecodedAndEdited() throws IOException
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        final FrameGenerator generator = new FrameGenerator(random, Captures.sample(400, 2_000));
        for (int i = 0; i < Settings.frames(FRAMES); i++)
        {
            final byte[] frame = generator.next();
            check(frame, random, "seed " + seed + ", frame " + i);
        }
        assertTrue(patched > FRAMES / 20 || Settings.frames(FRAMES) < FRAMES, patched + " patched");
        assertTrue(refused > FRAMES / 1_000 || Settings.frames(FRAMES) < FRAMES, refused + " refused");
    }

    @Test
    void framesThatLenientAloneTakesReadAfterwardsAsIfTheyHadBeenDecodedAndEdited() throws IOException
    {
        final HeaderScan strict = scan;
        strictness = Strictness.LENIENT;
        scan = new HeaderScan(strictness);
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        final FrameGenerator generator = new FrameGenerator(random, Captures.sample(400, 2_000));
        for (int i = 0; i < Settings.frames(FRAMES); i++)
        {
            final byte[] frame = generator.next();
            if (strict.read(frame) == null)
            {
                check(frame, random, "seed " + seed + ", frame " + i);
            }
        }
        assertTrue(patched > FRAMES / 50 || Settings.frames(FRAMES) < FRAMES, patched + " patched");
        assertTrue(odd < patched / 3 || Settings.frames(FRAMES) < FRAMES,
            odd + " in too odd a form, " + patched + " patched");
    }

    @Test
    void realFramesReadAfterwardsAsIfTheyHadBeenDecodedAndEdited() throws IOException
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        for (final Path capture : Captures.remoting())
        {
            final List<byte[]> frames = Frames.cut(Files.readAllBytes(capture));
            for (int i = 0; i < frames.size(); i++)
            {
                check(frames.get(i), random, "seed " + seed + ", frame " + i + " of " + capture);
            }
        }
        assertTrue(patched > 1_000, patched + " patched");
    }

    void check(final byte[] frame, final Random random, final String where)
    {
        final HeaderRecord before = Reference.decode(frame);
        if (before == null || scan.read(frame) == null)
        {
            final RemotingRewriter rewriter =
                new RemotingRewriter(EditModel.random(random, new HeaderRecord()).build(), Limits.DEFAULT, strictness);
            if (scan.read(frame) == null)
            {
                assertFalse(rewriter.rewrite(view.wrap(frame)), where);
                assertEquals(Refusal.MALFORMED, rewriter.patch().refusal(), where);
            }
            return;
        }
        final EditModel model = EditModel.random(random, before);
        final RemotingRewriter rewriter = new RemotingRewriter(model.build(), Limits.DEFAULT, strictness);
        final String what = where + ": " + model + " of " + Vectors.text(frame);
        final boolean ready = rewriter.rewrite(view.wrap(frame));
        if (!ready)
        {
            refused++;
            checkRefusal(frame, before, model, rewriter.patch().refusal(), what);
            return;
        }
        patched++;
        final boolean ofBatch = EditModel.isBatch(before) && model.editsProperties();
        assertFalse(!ofBatch && EditModel.isBatch(before) && model.touchesProperties(before.code), what);
        final byte[] result = Patches.written(rewriter.patch(), frame);
        assertEquals(rewriter.patch().isChanged(), !Arrays.equals(frame, result), what);
        if (ofBatch)
        {
            BatchBodies.check(frame, result, model, what);
            checkResult(frame, BatchBodies.withBody(result, BatchBodies.body(frame)), model.ofHeader(), what);
            return;
        }
        checkResult(frame, result, model, what);
    }

    private void checkResult(final byte[] frame, final byte[] result, final EditModel model, final String what)
    {
        final boolean binary = frame[4] == 1;
        final int code = Reference.decode(frame).code;
        final HeaderRecord after = Reference.decode(result);
        assertNotNull(after, what);
        final HeaderRecord read = scan.read(result);
        assertNotNull(read, () -> what + " gives " + Vectors.text(result) + ": " + scan.fault());
        final HeaderRecord expected = model.edit(Reference.decode(frame), binary);
        if (read.opaque == null)
        {
            // The reference has made up a number, anew each time.
            expected.opaque = null;
            after.opaque = null;
        }
        final TreeMap<String, String> properties = EditModel.properties(after, code);
        if (model.editsProperties())
        {
            assertEquals(expected.properties, properties, what);
            final String holder = EditModel.holder(code);
            for (final HeaderRecord each : List.of(expected, after))
            {
                if (each.extFields != null)
                {
                    each.extFields.remove(holder);
                }
                if (each.extFields != null && each.extFields.isEmpty())
                {
                    each.extFields = null;
                }
            }
        }
        expected.properties = null;
        after.properties = null;
        assertEquals(expected, after, () -> what + " gives " + Vectors.text(result));
        checkBytes(frame, result, model, code, what);
    }

    private void checkRefusal(final byte[] frame, final HeaderRecord before, final EditModel model,
        final Refusal refusal, final String what)
    {
        final boolean binary = frame[4] == 1;
        switch (refusal)
        {
            case EMPTY_TEXT -> assertTrue(binary && model.edits.stream().anyMatch(edit -> "".equals(edit.value())),
                what);
            case NUMBER_TOO_GREAT -> assertTrue(binary && model.edits.stream().anyMatch(edit -> edit.name().matches(
                "code|version")), what);
            case BATCH -> assertTrue(EditModel.isBatch(before) && !model.editsProperties() && model.touchesProperties(
                before.code), what);
            case BODY_MALFORMED -> assertTrue(EditModel.isBatch(before) && model.editsProperties() && !BatchBodies
                .isRegular(frame), what);
            case ODD_FORM ->
            {
                odd++;
                assertTrue(strictness == Strictness.LENIENT, what);
                assertTrue(!binary || EditModel.isBatch(before) && model.editsProperties() && !BatchBodies
                    .followsHeader(frame), what);
            }
            case SIGNED -> assertTrue(before.extFields.containsKey("Signature"), what);
            default -> throw new AssertionError(refusal + ": " + what);
        }
    }

    /** What no edit names stands there byte for byte, in the same order. */
    private void checkBytes(final byte[] frame, final byte[] result, final EditModel model, final int code,
        final String what)
    {
        final Set<String> names = model.names(code);
        final boolean same =
            EditModel.isShort(code) == EditModel.isShort(Reference.decode(result).code) && !names.contains(
                EditModel.holder(code));
        if (model.editsProperties())
        {
            names.add(EditModel.holder(code));
        }
        assertEquals(raw(frame, names, model.properties(), same), raw(result, names, model.properties(), same), what);
    }

    private String raw(final byte[] frame, final Set<String> names, final Set<String> properties,
        final boolean all)
    {
        final List<String> parts = new ArrayList<>();
        final RemotingInterest interest = RemotingScanner.interest().everyEntry(0).everyProperty(1).build();
        final Outcome outcome = new RemotingScanner(Limits.DEFAULT, strictness).scan(new FrameView().wrap(frame),
            interest, new DataHandler()
            {
                @Override
                public Action onField(final int id, final Cursor value)
                {
                    return Action.CONTINUE;
                }

                @Override
                public Action onEntry(final int id, final Cursor key, final Cursor value)
                {
                    if ((id == 0 || all) && !(id == 0 ? names : properties).contains(String.valueOf(key.toText())))
                    {
                        // A property is lossy if anything in the ext field around it is, which an edit may remove.
                        final Kind kind = id == 1 && value.kind() == Kind.LOSSY_TEXT ? Kind.TEXT : value.kind();
                        parts.add(id + " " + raw(frame, key) + "=" + kind + raw(frame, value));
                    }
                    return Action.CONTINUE;
                }
            });
        assertEquals(Outcome.COMPLETE, outcome);
        return parts.toString();
    }

    private static String raw(final byte[] frame, final Cursor value)
    {
        return new String(frame, value.offset(), value.length(), StandardCharsets.ISO_8859_1);
    }

    @Test
    void everyKindOfBufferGivesTheSameBytes()
    {
        final Random random = new Random(5);
        for (final byte[] frame : GoldenFrames.all(60, 2_000))
        {
            final EditModel model = EditModel.random(random, Reference.decode(frame));
            final RemotingRewriter rewriter = new RemotingRewriter(model.build());
            final boolean ready = rewriter.rewrite(view.wrap(frame));
            final Refusal refusal = rewriter.patch().refusal();
            final byte[] expected = ready ? Patches.written(rewriter.patch(), frame) : frame;
            for (final Buffer buffer : Buffers.all(frame))
            {
                final String state = buffer.state().get();
                buffer.wrap().accept(view);
                assertEquals(ready, rewriter.rewrite(view), buffer::name);
                assertEquals(refusal, rewriter.patch().refusal(), buffer::name);
                final byte[] found = ready ? Patches.written(rewriter.patch(), frame) : frame;
                assertTrue(Arrays.equals(expected, found), buffer::name);
                assertEquals(state, buffer.state().get(), buffer::name);
                view.reset();
                buffer.free().run();
            }
        }
    }

    @Test
    void editsOfWhatIsNotThereAndOfWhatIsThereAlreadyChangeNoByte() throws IOException
    {
        for (final Path capture : Captures.remoting())
        {
            for (final byte[] frame : Frames.cut(Files.readAllBytes(capture)))
            {
                final HeaderRecord header = Reference.decode(frame);
                final RemotingEdits.Builder builder = RemotingEdits.builder().remove("no such").rename("nor this", "x")
                    .set("opaque", String.valueOf(header.opaque))
                    .set("version", String.valueOf(
                        header.version))
                    .set("flag", String.valueOf(header.flag)).set("language", header.language);
                if (!EditModel.isBatch(header))
                {
                    builder.removeProperty("no such");
                }
                if (header.extFields != null)
                {
                    header.extFields.forEach((name, value) -> {
                        if (value != null && !name.isEmpty() && !name.equals("i") && !name.equals("properties"))
                        {
                            builder.setEntry(name, value);
                        }
                    });
                }
                final RemotingRewriter rewriter = new RemotingRewriter(builder.build());
                assertTrue(rewriter.rewrite(view.wrap(frame)));
                assertFalse(rewriter.patch().isChanged());
                assertTrue(rewriter.patch().isInPlace());
                assertTrue(Arrays.equals(frame, Patches.written(rewriter.patch(), frame)));
            }
        }
    }

    /** Another text of the same length, in either encoding. */
    private static String turned(final String text)
    {
        return new StringBuilder(text).reverse().toString();
    }

    private static boolean isPlain(final String text)
    {
        return text != null && !text.isEmpty() && text.chars().allMatch(unit -> unit > ' ' && unit < 0x7F && unit != '"'
            && "\\<>&".indexOf(unit) < 0);
    }

    /** Edits that turn every plain text around, or back. */
    private static RemotingEdits turning(final HeaderRecord header, final boolean back)
    {
        final RemotingEdits.Builder edits = RemotingEdits.builder();
        final int digits = String.valueOf(header.opaque).length();
        edits.set("opaque", String.valueOf(back ? header.opaque : (int)Math.pow(10, Math.min(digits, 9) - 1)));
        final boolean signed = header.extFields != null && !"".equals(header.extFields.getOrDefault("Signature", ""));
        if (header.extFields == null || signed)
        {
            return edits.build();
        }
        header.extFields.forEach((name, value) -> {
            if (isPlain(value) && isPlain(name) && !name.equals("i") && !name.equals("properties") && !value.matches(
                "[-0-9.]+|true|false"))
            {
                edits.setEntry(name, back ? value : turned(value));
            }
        });
        if (header.properties != null && !EditModel.isBatch(header))
        {
            header.properties.forEach((name, value) -> {
                if (isPlain(value))
                {
                    edits.setProperty(name, back ? value : turned(value));
                }
            });
        }
        return edits.build();
    }

    @Test
    void patchedInPlaceAndBackIsWhatItWas() throws IOException
    {
        int changed = 0;
        for (final Path capture : Captures.remoting())
        {
            for (final byte[] original : Frames.cut(Files.readAllBytes(capture)))
            {
                final HeaderRecord header = Reference.decode(original);
                if (header.extFields != null && EditModel.isShort(header.code)
                    && header.extFields.keySet().stream().anyMatch(
                        name -> name.length() > 1))
                {
                    // Long names mean short keys here, so not every ext field can be named.
                    header.extFields.keySet().removeIf(name -> name.length() > 1 && !name.equals("Signature"));
                }
                final byte[] frame = original.clone();
                for (final boolean back : new boolean[] {false, true})
                {
                    final RemotingRewriter rewriter = new RemotingRewriter(turning(header, back));
                    assertTrue(rewriter.rewrite(view.wrap(frame)),
                        () -> rewriter.patch().refusal() + Vectors.text(original));
                    assertTrue(rewriter.patch().isInPlace(), () -> Vectors.text(original));
                    assertTrue(rewriter.patch().applyInPlace(frame, 0));
                    changed += Arrays.equals(original, frame) ? 0 : 1;
                }
                assertTrue(Arrays.equals(original, frame), () -> Vectors.text(original));
            }
        }
        assertTrue(changed > 1_000, changed + " changed");
    }
}
