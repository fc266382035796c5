package io.skim.handlers.patch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.FrameGenerator;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.Settings;
import io.skim.scan.testing.Vectors;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The short way through binary headers against the scan of every frame, on good frames and bad ones.
 * <p>
 * A failure names its seed; {@code -Dskim.seed} repeats it, {@code -Dskim.frames} makes the run longer.
 */
class BinaryRewriterTest
{
    private static final int FRAMES = 60_000;
    private static final byte[] SEND = Frames.binary(310, null, "body", "a", "group", "b", "Topic", "i",
        "TAGS\1A\2KEYS\1k", "longer", "v\u00E9");
    private static final List<String> NAMES = List.of("topic", "b", "a", "xyz", "queueId", "nsd", "n", "1", "longer");
    private static final List<String> PROPERTIES = List.of("TAGS", "KEYS", "TRACE", "UNIQ_KEY", "num", "\u65E5",
        "a\u0003b", "\u0000", "TAGS\u0007", "q\"\n");
    private static final List<String> VALUES = List.of("v", "12", "true", "Topic", "TopicTest-D60133", "\u00E9\u65E5",
        "x".repeat(100));

    private static final byte[] JSON_SEND = Frames.json(("{\"code\":310,\"extFields\":{\"a\":\"group\",\"b\":\"Topic\","
        + "\"i\":\"TAGS\\u0001A\\u0002KEYS\\u0001k\\u0002\",\"n\":\"v\"},\"flag\":0,\"language\":\"JAVA\",\"opaque\":7,\"version\":479}")
        .getBytes(StandardCharsets.UTF_8), new byte[2]);

    private int shortened;
    private int jsonShortened;

    private static <T> T any(final Random random, final List<T> all)
    {
        return all.get(random.nextInt(all.size()));
    }

    /** Edits that set and add, some of them a name twice. */
    private static RemotingEdits edits(final Random random)
    {
        final RemotingEdits.Builder builder = RemotingEdits.builder();
        for (int left = random.nextInt(4); left >= 0; left--)
        {
            switch (random.nextInt(6))
            {
                case 0, 1 -> builder.set(any(random, NAMES), any(random, VALUES));
                case 2 -> builder.add(any(random, NAMES), any(random, VALUES));
                case 3 -> builder.setProperty(any(random, PROPERTIES), any(random, VALUES));
                case 4 -> builder.addProperty(any(random, PROPERTIES), any(random, VALUES));
                default -> builder.set(any(random, List.of("code", "version", "opaque", "flag")), String.valueOf(random
                    .nextInt(400)));
            }
        }
        if (random.nextInt(8) == 0)
        {
            builder.codes(310, 10);
        }
        return builder.build();
    }

    private static Limits limits(final Random random)
    {
        if (random.nextInt(4) > 0)
        {
            return Limits.DEFAULT;
        }
        return Limits.DEFAULT.withMaxFrameLength(200 + random.nextInt(600))
            .withMaxHeaderLength(100 + random.nextInt(400)).withMaxNameLength(1 + random.nextInt(12))
            .withMaxValueLength(1 + random.nextInt(150)).withMaxEntryCount(1 + random.nextInt(30));
    }

    /** Both ways give the same patch, refusal and fault. */
    private void check(final byte[] frame, final RemotingEdits edits, final Limits limits, final String where)
    {
        final RemotingRewriter rewriter = new RemotingRewriter(edits, limits);
        final RemotingRewriter scanning = RemotingRewriter.scanning(edits, limits);
        final BinaryRewriter binary = BinaryRewriter.of(edits, limits);
        shortened += binary != null && binary.rewrite(new FrameView(limits).wrap(frame), new RemotingPatcher(limits))
            ? 1 : 0;
        final JsonRewriter json = JsonRewriter.of(edits, limits, Strictness.STRICT);
        final RemotingPatcher patcher = new RemotingPatcher(limits);
        jsonShortened += json != null && frame.length > 4 && frame[4] == 0 && json.rewrite(new FrameView(limits).wrap(
            frame), patcher) && patcher.patch().isReady() ? 1 : 0;
        final String what = where + " of " + Vectors.text(frame);
        final boolean ready = scanning.rewrite(new FrameView(limits).wrap(frame));
        assertEquals(ready, rewriter.rewrite(new FrameView(limits).wrap(frame)), what);
        final HeaderPatch expected = scanning.patch();
        final HeaderPatch patch = rewriter.patch();
        assertEquals(expected.refusal(), patch.refusal(), what);
        assertEquals(scanning.fault().toString(), rewriter.fault().toString(), what);
        if (!ready)
        {
            return;
        }
        Patches.assertSame(expected, patch, frame, what);
        final byte[] inPlace = frame.clone();
        assertEquals(expected.isInPlace(), patch.applyInPlace(ByteBuffer.wrap(inPlace)));
        assertArrayEquals(expected.isInPlace() ? Patches.written(expected, frame) : frame, inPlace, what);
    }

    @Test
    void generatedFramesArePatchedAsByAScan() throws IOException
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        final FrameGenerator generator = new FrameGenerator(random, Captures.sample(400, 2_000));
        generator.use(PROPERTIES);
        for (int i = 0; i < Settings.frames(FRAMES); i++)
        {
            check(generator.next(), edits(random), limits(random), "seed " + seed + ", frame " + i);
        }
        assertTrue(shortened > FRAMES / 100 || Settings.frames(FRAMES) < FRAMES, shortened + " by the short way");
    }

    @Test
    void brokenFramesAreRefusedAsByAScan()
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        for (int i = 0; i < Settings.frames(FRAMES); i++)
        {
            final byte[] frame = (random.nextBoolean() ? SEND : JSON_SEND).clone();
            for (int flips = random.nextInt(3); flips > 0; flips--)
            {
                frame[random.nextInt(frame.length)] ^= (byte)(1 << random.nextInt(8));
            }
            check(frame, edits(random), limits(random), "seed " + seed + ", frame " + i);
        }
        final boolean enough = shortened > FRAMES / 100 && jsonShortened > FRAMES / 100;
        assertTrue(enough || Settings.frames(FRAMES) < FRAMES, shortened + " by the short way, and of JSON "
            + jsonShortened);
    }

    @Test
    void everyTruncationIsRefusedAsByAScan()
    {
        final RemotingEdits edits = RemotingEdits.builder().set("topic", "T").addProperty("TRACE", "1").build();
        for (int length = 0; length < SEND.length; length++)
        {
            check(Arrays.copyOf(SEND, length), edits, Limits.DEFAULT, "length " + length);
            final byte[] shorter = Arrays.copyOf(SEND, length);
            if (length >= 8)
            {
                ByteBuffer.wrap(shorter).putInt(length - 4).putInt(1 << 24 | length - 8);
                check(shorter, edits, Limits.DEFAULT, "header length " + (length - 8));
            }
        }
        // The frame without its body is one more.
        assertEquals(1, shortened);
    }

    @Test
    void theShortWayIsTakenForCommonFramesAlone()
    {
        final RemotingEdits edits =
            RemotingEdits.builder().set("topic", "Another").setProperty("TAGS", "B").addProperty(
                "TRACE", "1").set("n", "w").set("opaque", "9").build();
        check(SEND, edits, Limits.DEFAULT, "a send request");
        assertEquals(1, shortened);
        check(Frames.binary(10, null, "", "topic", "T", "properties", "TAGS\1A\2"), edits, Limits.DEFAULT,
            "long names");
        assertEquals(2, shortened);
        check(Frames.binary(310, "a remark", "", "b", "T", "i", "TAGS\1A"), edits, Limits.DEFAULT, "with a remark");
        check(Frames.binary(310, null, "", "b", "T", "b", "U", "i", "TAGS\1A"), edits, Limits.DEFAULT, "a duplicate");
        check(Frames.binary(310, null, "", "b", "T", "i", "TAGS\1A", "Signature", "s"), edits, Limits.DEFAULT,
            "signed");
        check(Frames.binary(310, null, "", "b", "T"), edits, Limits.DEFAULT, "without properties");
        check(Frames.json("{\"opaque\":1}".getBytes(StandardCharsets.US_ASCII), new byte[0]), edits, Limits.DEFAULT,
            "JSON");
        assertEquals(2, shortened);
        assertEquals(0, jsonShortened);
        check(JSON_SEND, edits, Limits.DEFAULT, "a JSON send request");
        assertEquals(1, jsonShortened);
        assertFalse(new RemotingRewriter(edits).rewrite(new FrameView().wrap(new byte[] {0, 0, 0, 0})));
    }
}
