package io.skim.benchmarks;

import io.netty.buffer.ByteBuf;
import io.skim.encode.AmqpEncoder;
import io.skim.encode.AmqpKey;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Skim: one encoder, one buffer that is written anew each time.
 */
abstract class AmqpEncodeContender extends AmqpEncode
{
    final AmqpEncoder encoder = new AmqpEncoder();
    private final ByteBuf out;

    AmqpEncodeContender(final AmqpValues values, final Buffers kind)
    {
        super(values.sources());
        out = kind.of(new byte[ROOM], ROOM / 2);
    }

    abstract void put(int value);

    @Override
    final int answer(final int value)
    {
        encoder.wrap(out.clear());
        put(value);
        return encoder.complete();
    }

    @Override
    final byte[] written()
    {
        final byte[] bytes = new byte[out.readableBytes()];
        out.getBytes(out.readerIndex(), bytes);
        return bytes;
    }

    static AmqpEncodeContender of(final AmqpValues values, final Buffers kind)
    {
        return values == AmqpValues.AMQP_LIST ? new Lists(kind) : new Maps(kind);
    }

    /** Ten ints and a UUID. */
    private static final class Lists extends AmqpEncodeContender
    {
        private final int[][] numbers;
        private final UUID[] uuids;

        Lists(final Buffers kind)
        {
            super(AmqpValues.AMQP_LIST, kind);
            numbers = new int[sources.length][AmqpValues.TEN];
            uuids = new UUID[sources.length];
            for (int i = 0; i < sources.length; i++)
            {
                final List<?> list = (List<?>)sources[i];
                for (int j = 0; j < AmqpValues.TEN; j++)
                {
                    numbers[i][j] = (Integer)list.get(j);
                }
                uuids[i] = (UUID)list.get(AmqpValues.TEN);
            }
        }

        @Override
        void put(final int value)
        {
            encoder.beginList();
            for (final int number : numbers[value])
            {
                encoder.putInt(number);
            }
            encoder.putUuid(uuids[value]);
            encoder.end();
        }
    }

    /** Ten ints by name. */
    private abstract static class Named extends AmqpEncodeContender
    {
        final String[][] names;
        final int[][] numbers;

        Named(final Buffers kind)
        {
            super(AmqpValues.AMQP_MAP, kind);
            names = new String[sources.length][];
            numbers = new int[sources.length][AmqpValues.TEN];
            for (int i = 0; i < sources.length; i++)
            {
                final Map<?, ?> map = (Map<?, ?>)sources[i];
                names[i] = map.keySet().toArray(new String[0]);
                for (int j = 0; j < AmqpValues.TEN; j++)
                {
                    numbers[i][j] = (Integer)map.get(names[i][j]);
                }
            }
        }
    }

    /** With names that were encoded before. */
    private static final class Maps extends Named
    {
        private final AmqpKey[][] keys;

        Maps(final Buffers kind)
        {
            super(kind);
            keys = new AmqpKey[names.length][AmqpValues.TEN];
            for (int i = 0; i < names.length; i++)
            {
                for (int j = 0; j < AmqpValues.TEN; j++)
                {
                    keys[i][j] = AmqpKey.string(names[i][j]);
                }
            }
        }

        @Override
        void put(final int value)
        {
            encoder.beginMap();
            for (int i = 0; i < AmqpValues.TEN; i++)
            {
                encoder.put(keys[value][i]);
                encoder.putInt(numbers[value][i]);
            }
            encoder.end();
        }
    }

    /** With names that are text. */
    static final class Texts extends Named
    {
        Texts(final Buffers kind)
        {
            super(kind);
        }

        @Override
        void put(final int value)
        {
            encoder.beginMap();
            for (int i = 0; i < AmqpValues.TEN; i++)
            {
                encoder.putString(names[value][i]);
                encoder.putInt(numbers[value][i]);
            }
            encoder.end();
        }
    }
}
