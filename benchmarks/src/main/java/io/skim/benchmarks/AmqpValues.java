package io.skim.benchmarks;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.apache.qpid.protonj2.buffer.ProtonBuffer;
import org.apache.qpid.protonj2.buffer.ProtonBufferAllocator;
import org.apache.qpid.protonj2.codec.CodecFactory;
import org.apache.qpid.protonj2.codec.Encoder;

/**
 * The values that every contender reads, several hundred of each, and the right answers, which are known since they were made here.
 */
public enum AmqpValues
{
    /** Ten ints and a UUID in a list. */
    AMQP_LIST
    {
        @Override
        Object make(final int variant, final Random random)
        {
            final List<Object> list = new ArrayList<>();
            for (int i = 0; i < TEN; i++)
            {
                list.add(number(variant, random));
            }
            list.add(new UUID(random.nextLong(), random.nextLong()));
            return list;
        }

        @Override
        int answer(final Object value)
        {
            return sum((List<?>)value);
        }
    },

    /** Ten ints by name in a map, the names of 1 to 24 letters, in another order each time. */
    AMQP_MAP
    {
        @Override
        Object make(final int variant, final Random random)
        {
            final Map<String, Object> map = new LinkedHashMap<>();
            final List<String> names = new ArrayList<>(names());
            Collections.shuffle(names, random);
            names.forEach(name -> map.put(name, number(variant, random)));
            return map;
        }

        @Override
        int answer(final Object value)
        {
            return sum((Map<?, ?>)value);
        }
    };

    static final int TEN = 10;

    /** Odd, so that each of four handlers sees each value. */
    private static final int VARIANTS = 301;

    private final Object[] sources = new Object[VARIANTS];
    private final byte[][] regions = new byte[VARIANTS][];
    private final int[] answers = new int[VARIANTS];

    /** Apart, since the enum's own constants come before its statics. */
    static final class Names
    {
        static final String[] ALL =
            {"n", "ttl", "epoch", "queueId", "partition", "retry.count", "x-opt-deadline", "delivery-attempts",
                "x-opt-sequence-number", "com.example.order-number"};

        private Names()
        {
        }
    }

    AmqpValues()
    {
        final Random random = new Random(ordinal());
        for (int i = 0; i < VARIANTS; i++)
        {
            final Object value = make(i, random);
            sources[i] = value;
            answers[i] = answer(value);
            regions[i] = encode(value);
        }
    }

    abstract Object make(int variant, Random random);

    abstract int answer(Object value);

    /** By the name that parameters have. */
    static AmqpValues of(final String name)
    {
        return valueOf(name.replace('-', '_').toUpperCase(Locale.ROOT));
    }

    /**
     * The names in a map.
     *
     * @return in the order that is usual.
     */
    public static List<String> names()
    {
        return List.of(Names.ALL);
    }

    /** What the regions were made of: lists, or maps. */
    Object[] sources()
    {
        return sources.clone();
    }

    /** One value each. Nobody writes to them. */
    byte[][] regions()
    {
        return regions.clone();
    }

    int[] answers()
    {
        return answers.clone();
    }

    /** What contenders make of a list they read. */
    static int sum(final List<?> list)
    {
        int sum = list.get(TEN).hashCode();
        for (int i = 0; i < TEN; i++)
        {
            sum += (i + 1) * (Integer)list.get(i);
        }
        return sum;
    }

    /** What contenders make of a map they read, asked for each name. */
    static int sum(final Map<?, ?> map)
    {
        int sum = 0;
        for (int i = 0; i < TEN; i++)
        {
            sum += (i + 1) * (Integer)map.get(Names.ALL[i]);
        }
        return sum;
    }

    /** In turn all of one byte, all of four, and some of each. */
    static int number(final int variant, final Random random)
    {
        final boolean isSmall = variant % 3 == 0 || variant % 3 == 1 && random.nextBoolean();
        return isSmall ? random.nextInt(256) - 128 : random.nextInt() | 1 << 16;
    }

    /** As protonj2 writes it. */
    static byte[] encode(final Object value)
    {
        final Encoder encoder = CodecFactory.getDefaultEncoder();
        final ProtonBuffer buffer = ProtonBufferAllocator.defaultAllocator().allocate();
        encoder.writeObject(buffer, encoder.newEncoderState(), value);
        final byte[] region = new byte[buffer.getReadableBytes()];
        buffer.readBytes(region, 0, region.length);
        return region;
    }
}
