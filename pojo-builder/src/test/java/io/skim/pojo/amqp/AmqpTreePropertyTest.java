package io.skim.pojo.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import io.skim.scan.Action;
import io.skim.scan.FrameScanner;
import io.skim.scan.FrameView;
import io.skim.scan.Interest;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.amqp.AmqpFrameInterest;
import io.skim.scan.amqp.AmqpFrameScanner;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.amqp.AmqpValueInterest;
import io.skim.scan.amqp.AmqpValueScanner;
import io.skim.scan.amqp.Performative;
import io.skim.scan.testing.AmqpGenerator;
import io.skim.scan.testing.AmqpMutator;
import io.skim.scan.testing.AmqpNode;
import io.skim.scan.testing.AmqpStrict;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.Settings;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Generated values, whole and damaged, are the trees that a second reader makes of them, or are refused by both. */
class AmqpTreePropertyTest
{
    private final AmqpTreeBuilder builder = new AmqpTreeBuilder(AmqpBudget.DEFAULT.withMaxNodes(65_536),
        Strictness.STRICT);
    private final FrameView view = new FrameView();

    @Test
    void generatedValuesAreTheTreesThatASecondReaderMakes()
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        final AmqpGenerator generator = new AmqpGenerator(random);
        final AmqpMutator mutator = new AmqpMutator(random);
        int built = 0;
        int refused = 0;
        for (int i = 0; i < Settings.frames(3_000); i++)
        {
            final byte[] stream = generator.stream();
            final String notation = strict(stream);
            check(seed, stream, notation);
            final List<AmqpValue> values = builder.values(view.wrap(stream));
            if (values != null)
            {
                built++;
                assertEquals(values, Notation.values(JSON.parseArray(AmqpNotation.of(values))),
                    () -> seed + " " + HexFormat
                        .of().formatHex(stream));
            }
            final byte[] damaged = mutator.mutated(stream);
            final String mutated = strict(damaged);
            refused += mutated == null ? 1 : 0;
            check(seed, damaged, mutated);
        }
        assertTrue(built > 1_000 && refused > 500, built + " " + refused);
    }

    private int taken;

    private <I extends Interest> void checkVouched(final FrameScanner<I> scanner, final AmqpTreeBuilder trees,
        final I interest,
        final byte[] bytes, final int from,
        final boolean exactly, final String what)
    {
        final Outcome outcome = scanner.scan(view.wrap(bytes), interest, (id, value) -> Action.CONTINUE);
        final boolean good = outcome == Outcome.COMPLETE;
        taken += good && from > 0 ? 1 : 0;
        final boolean built = trees.values(view, from, bytes.length - from) != null;
        // A budget counts all nodes, a scan what each container holds.
        if (trees.fault().reason() != Reason.TOO_MANY_ELEMENTS && (good || exactly))
        {
            assertEquals(built, good, () -> what + " " + HexFormat.of().formatHex(bytes) + " " + trees.fault() + " "
                + scanner.fault());
        }
    }

    /** Whatever is in keys of maps and in descriptors of arrays: a tree has all of it. */
    @Test
    void aScanThatEntersCompoundValuesTakesNothingThatNoTreeIsMadeOf()
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        final AmqpGenerator generator = new AmqpGenerator(random);
        final AmqpMutator mutator = new AmqpMutator(random);
        final AmqpValueScanner values = new AmqpValueScanner();
        final AmqpScanner messages = new AmqpScanner(Limits.DEFAULT, Strictness.LENIENT);
        final AmqpTreeBuilder lenient =
            new AmqpTreeBuilder(AmqpBudget.DEFAULT.withMaxNodes(65_536), Strictness.LENIENT);
        final AmqpFrameScanner frames = new AmqpFrameScanner();
        final AmqpValueInterest everyValue = AmqpValueScanner.interest().everyValue(0).build();
        final AmqpInterest everything = AmqpScanner.interest().everything().nested(AmqpField.values().length).build();
        final AmqpFrameInterest open =
            AmqpFrameScanner.interest().field(Performative.OPEN, "properties", 0).nested(1).build();
        for (int i = 0; i < Settings.frames(3_000); i++)
        {
            final String what = "-Dskim.seed=" + seed + ", value " + i + ":";
            final byte[] stream = generator.stream();
            checkVouched(values, builder, everyValue, stream, 0, true, what);
            checkVouched(values, builder, everyValue, mutator.mutated(stream), 0, true, what);
            final byte[] map = generator.of("map");
            for (final byte[] each : List.of(map, mutator.mutated(map)))
            {
                checkVouched(messages, lenient, everything, Frames.join(Frames.hex("005377"), each), 0, false, what);
                checkVouched(messages, lenient, everything, Frames.join(Frames.hex("005378"), each), 0, false, what);
                // A container-id, eight nulls, and the properties.
                final byte[] before = Frames.hex("A101614040404040404040");
                final byte[] performative = Frames.join(Frames.hex("005310D0"), number(Integer.BYTES + before.length
                    + each.length), number(10), before, each);
                checkVouched(frames, builder, open, Frames.join(number(performative.length + 8), Frames.hex("02000000"),
                    performative), 8, false, what);
            }
        }
        assertTrue(taken > Settings.frames(3_000) / 2, () -> "only " + taken);
    }

    private static byte[] number(final int value)
    {
        return ByteBuffer.allocate(Integer.BYTES).putInt(value).array();
    }

    /** What a value has left in a builder, whole or refused half-way, makes no difference to the next one. */
    @Test
    void aBuilderThatWasUsedBuildsAsANewOne()
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        final AmqpGenerator generator = new AmqpGenerator(random);
        final AmqpMutator mutator = new AmqpMutator(random);
        for (int i = 0; i < Settings.frames(3_000); i++)
        {
            final byte[] stream = generator.stream();
            final byte[] bytes = i % 3 == 0 ? stream : mutator.mutated(stream);
            final AmqpTreeBuilder fresh = new AmqpTreeBuilder(AmqpBudget.DEFAULT.withMaxNodes(65_536),
                Strictness.STRICT);
            assertEquals(fresh.values(view.wrap(bytes)), builder.values(view), () -> "-Dskim.seed=" + seed);
            assertEquals(fresh.fault().toString(), builder.fault().toString(), () -> "-Dskim.seed=" + seed);
            assertEquals(fresh.value(view), builder.value(view), () -> "-Dskim.seed=" + seed);
            assertEquals(fresh.fault().toString(), builder.fault().toString(), () -> "-Dskim.seed=" + seed);
            if (onFirst() != null)
            {
                assertEquals(fresh.value(view, onFirst()), builder.value(view, onFirst()), () -> "-Dskim.seed=" + seed);
                assertEquals(fresh.fault().toString(), builder.fault().toString(), () -> "-Dskim.seed=" + seed);
            }
        }
    }

    private AmqpReader onFirst()
    {
        final AmqpReader reader = new AmqpReader().wrap(view);
        return reader.next() == AmqpReader.VALUE ? reader : null;
    }

    void check(final long seed, final byte[] bytes, final String expected)
    {
        final ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length + 1).position(1).put(bytes).position(1);
        for (final FrameView frame : List.of(view.wrap(bytes), new FrameView().wrap(direct)))
        {
            final List<AmqpValue> values = builder.values(frame);
            if (builder.fault().reason() == Reason.TOO_MANY_ELEMENTS)
            {
                // The second reader counts elements without bytes, a budget all nodes.
                continue;
            }
            assertEquals(expected, values == null ? null : AmqpNotation.of(values),
                () -> "seed " + seed + " " + HexFormat
                    .of().formatHex(bytes) + " " + builder.fault());
            assertTrue(!builder.fault().isPresent() || builder.fault().offset() >= 0 && builder.fault()
                .offset() <= bytes.length);
        }
    }

    /** What the second reader says, null if it refuses. */
    static String strict(final byte[] bytes)
    {
        try
        {
            return AmqpStrict.read(bytes).stream().map(AmqpNode::notation).collect(Collectors.joining(",", "[", "]"));
        }
        catch (final AmqpStrict.Refused e)
        {
            return null;
        }
    }
}
