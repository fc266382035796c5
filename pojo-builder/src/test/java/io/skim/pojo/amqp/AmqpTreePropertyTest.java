package io.skim.pojo.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import io.skim.scan.FrameView;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.testing.AmqpGenerator;
import io.skim.scan.testing.AmqpMutator;
import io.skim.scan.testing.AmqpNode;
import io.skim.scan.testing.AmqpStrict;
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
