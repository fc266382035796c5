package io.skim.handlers.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.testing.AmqpGenerator;
import io.skim.scan.testing.AmqpMessages;
import io.skim.scan.testing.AmqpMutator;
import io.skim.scan.testing.Settings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The fast path of edits against the slow one, on good messages and bad ones, whatever the strictness.
 * <p>
 * A failure names its seed; {@code -Dskim.seed} repeats it, {@code -Dskim.frames} makes the run longer.
 */
class AmqpFastPathTest
{
    private static final int MESSAGES = 40_000;
    private static final List<String> KEYS = List.of("x-opt-trace", "a", "topic", "x-opt-jms-dest", "TAGS", "new");
    private static final List<AmqpField> MAPS = List.of(AmqpField.DELIVERY_ANNOTATIONS,
        AmqpField.MESSAGE_ANNOTATIONS);
    private static final HexFormat HEX = HexFormat.of();
    /** A header of five fields, an annotation and a body. */
    private static final byte[] SEND = HEX.parseHex("005370c00b0541500470000003e84243005372c10904a3016140a30162" + "41"
        + "005375a0026869");

    private final FreshValue fresh = new FreshValue();
    private int fast;

    private static <T> T any(final Random random, final List<T> all)
    {
        return all.get(random.nextInt(all.size()));
    }

    private static AmqpEditValue value(final Random random)
    {
        return any(random,
            List.of(AmqpEditValue.ofString("gateway-1"), AmqpEditValue.ofSymbol("s"), AmqpEditValue.ofLong(7),
                AmqpEditValue.ofUint(1000), AmqpEditValue.ofNull(), AmqpEditValue.ofBoolean(true),
                AmqpEditValue.ofString("x".repeat(random
                    .nextInt(300)))));
    }

    private AmqpEdits edits(final Random random)
    {
        final AmqpEdits.Builder builder = AmqpEdits.builder();
        for (int left = random.nextInt(4); left >= 0; left--)
        {
            switch (random.nextInt(13))
            {
                case 0 -> builder.ttl(random.nextInt(600));
                case 1 -> builder.set(AmqpField.DELIVERY_COUNT, AmqpEditValue.ofUint(random.nextInt(400)));
                case 2 -> builder.raiseDeliveryCount();
                case 3 -> builder.set(AmqpField.DURABLE, AmqpEditValue.ofBoolean(random.nextBoolean()));
                case 4 -> builder.set(AmqpField.PRIORITY, AmqpEditValue.ofUbyte(random.nextInt(256)));
                case 5 -> builder.set(AmqpField.FIRST_ACQUIRER, AmqpEditValue.ofBoolean(random.nextBoolean()));
                case 6 -> builder.unset(any(random, List.of(AmqpField.TTL, AmqpField.DURABLE,
                    AmqpField.DELIVERY_COUNT)));
                case 11 -> builder.set(any(random, MAPS), any(random, KEYS), fresh);
                case 12 -> builder.add(any(random, MAPS), any(random, KEYS), fresh);
                case 7, 8 -> builder.set(any(random, MAPS), any(random, KEYS), value(random));
                default -> builder.add(any(random, MAPS), any(random, KEYS), value(random));
            }
        }
        return builder.build();
    }

    private static Limits limits(final Random random)
    {
        return random.nextInt(4) > 0 ? Limits.DEFAULT : Limits.DEFAULT.withMaxHeaderLength(300 + random.nextInt(500))
            .withMaxElementCount(2 + random.nextInt(40)).withMaxSectionCount(1 + random.nextInt(12));
    }

    private static FrameView view(final byte[] message, final Limits limits, final boolean direct)
    {
        return direct ? new FrameView(limits).wrap(ByteBuffer.allocateDirect(message.length).put(message).flip())
            : new FrameView(limits).wrap(message);
    }

    private void check(final byte[] message, final Random random, final String where)
    {
        check(edits(random), message, random, where);
    }

    /** Both paths give the same patch, refusal and fault, also after a value has changed. */
    private void check(final AmqpEdits edits, final byte[] message, final Random random, final String where)
    {
        final Limits limits = limits(random);
        final boolean direct = random.nextBoolean();
        final Strictness strictness = random.nextInt(3) > 0 ? Strictness.STRICT : Strictness.LENIENT;
        final long elapsed = random.nextBoolean() ? random.nextInt(2000) : 0;
        final AmqpRewriter rewriter = new AmqpRewriter(edits, limits, strictness).elapsed(elapsed);
        final AmqpRewriter slow = AmqpRewriter.slow(edits, limits, strictness).elapsed(elapsed);
        final String what = where + ": " + strictness + ' ' + HEX.formatHex(message);
        for (final int length : new int[] {1 + random.nextInt(40), 1 + random.nextInt(400)})
        {
            fresh.set("v".repeat(length));
            check(slow, rewriter, message, view(message, limits, direct), what + ", value of " + length);
        }
    }

    private void check(final AmqpRewriter slow, final AmqpRewriter rewriter, final byte[] message, final FrameView view,
        final String what)
    {
        final boolean ready = slow.rewrite(view);
        assertEquals(ready, rewriter.rewrite(view), what);
        fast += rewriter.isFast() ? 1 : 0;
        final HeaderPatch expected = slow.patch();
        final HeaderPatch patch = rewriter.patch();
        assertEquals(expected.refusal(), patch.refusal(), what);
        assertEquals(slow.fault().toString(), rewriter.fault().toString(), what);
        if (!ready)
        {
            return;
        }
        Patches.assertSame(expected, patch, message, what);
    }

    @Test
    void generatedMessagesArePatchedAsOnTheSlowPath()
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        final AmqpGenerator generator = new AmqpGenerator(random);
        for (int i = 0; i < Settings.frames(MESSAGES); i++)
        {
            check(AmqpMessages.random(random, generator), random, "seed " + seed + ", message " + i);
        }
        assertTrue(fast > MESSAGES / 100 || Settings.frames(MESSAGES) < MESSAGES, fast + " on the fast path");
    }

    @Test
    void spoiltMessagesAreRefusedAsOnTheSlowPath()
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        final AmqpGenerator generator = new AmqpGenerator(random);
        final AmqpMutator mutator = new AmqpMutator(random);
        for (int i = 0; i < Settings.frames(MESSAGES); i++)
        {
            check(mutator.mutated(AmqpMessages.random(random, generator)), random, "seed " + seed + ", message " + i);
        }
        assertTrue(fast > MESSAGES / 200 || Settings.frames(MESSAGES) < MESSAGES, fast + " on the fast path");
    }

    @Test
    void bitFlipsInCommonMessagesAreRefusedOrReadAsOnTheSlowPath() throws IOException
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        final List<byte[]> captures = AmqpRewriteReferenceTest.captures();
        for (int i = 0; i < Settings.frames(MESSAGES); i++)
        {
            final byte[] message = any(random, captures).clone();
            if (message.length == 0)
            {
                continue;
            }
            for (int flips = random.nextInt(3); flips > 0; flips--)
            {
                message[random.nextInt(Math.min(message.length, 120))] ^= (byte)(1 << random.nextInt(8));
            }
            check(message, random, "seed " + seed + ", message " + i);
        }
        assertTrue(fast > MESSAGES / 10 || Settings.frames(MESSAGES) < MESSAGES, fast + " on the fast path");
    }

    @Test
    void everyTruncationIsRefusedAsOnTheSlowPath()
    {
        final Random random = new Random(1);
        for (int length = 0; length <= SEND.length; length++)
        {
            for (int i = 0; i < 20; i++)
            {
                check(Arrays.copyOf(SEND, length), random, "length " + length);
            }
        }
    }

    @Test
    void editsThatMakeUpForEachOtherAreMadeAsOnTheSlowPath()
    {
        final Random random = new Random(1);
        final AmqpEdits.Builder inHeader =
            AmqpEdits.builder().unset(AmqpField.TTL).set(AmqpField.DELIVERY_COUNT, AmqpEditValue.ofUint(300));
        final AmqpEdits.Builder across = AmqpEdits.builder().unset(AmqpField.TTL).set(AmqpField.MESSAGE_ANNOTATIONS,
            "a", AmqpEditValue.ofString("12345"));
        final AmqpEdits.Builder none =
            AmqpEdits.builder().ttl(1000).set(AmqpField.DELIVERY_COUNT, AmqpEditValue.ofUint(0)).set(
                AmqpField.MESSAGE_ANNOTATIONS, "b", AmqpEditValue.ofBoolean(true));
        for (int i = 0; i < 100; i++)
        {
            check(inHeader.build(), SEND, random, "in the header");
            check(across.build(), SEND, random, "across sections");
            check(none.build(), SEND, random, "none");
        }
    }

    @Test
    void valuesThatChangeTakeTheFastPathUnlessAFormOrALimitTakesACloserLook()
    {
        final AmqpEdits edits = AmqpEdits.builder().set(AmqpField.MESSAGE_ANNOTATIONS, "a", fresh).add(
            AmqpField.DELIVERY_ANNOTATIONS, "b", fresh).build();
        final Limits limits = Limits.DEFAULT.withMaxHeaderLength(300);
        final AmqpRewriter rewriter = new AmqpRewriter(edits, limits, Strictness.STRICT);
        final AmqpRewriter slow = AmqpRewriter.slow(edits, limits, Strictness.STRICT);
        for (final int length : new int[] {1, 40, 240, 250, 290, 295, 1})
        {
            fast = 0;
            fresh.set("v".repeat(length));
            check(slow, rewriter, SEND, view(SEND, limits, false), "value of " + length);
            assertEquals(length <= 240 ? 1 : 0, fast, "value of " + length);
        }
    }

    /** Heads of three octets, of no field and of none at all, in messages that end where their array does. */
    @Test
    void shortMessagesAndEmptyHeadersArePatchedAsOnTheSlowPath()
    {
        final Random random = new Random(1);
        for (final String header : List.of("", "00537045", "005370c00100", "005370c0020141",
            "005370c00b0541500470000003e84243"))
        {
            for (final String rest : List.of("", "005377a10161", "00537345005375a0026869",
                "005372c10904a3016140a3016241"))
            {
                fast = 0;
                for (int i = 0; i < 100; i++)
                {
                    check(HEX.parseHex(header + rest), random, "header " + header);
                }
                assertTrue(fast > 50, fast + " on the fast path of " + header + rest);
            }
        }
    }
}
