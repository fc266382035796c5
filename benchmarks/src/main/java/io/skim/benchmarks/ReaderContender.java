package io.skim.benchmarks;

import io.netty.buffer.ByteBuf;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.amqp.AmqpReader;
import java.nio.charset.StandardCharsets;

/**
 * Skim without a handler: pulls the values.
 */
abstract class ReaderContender implements Contender
{
    final AmqpReader reader = new AmqpReader();
    final Cursor cursor = new Cursor();

    private final FrameView view = new FrameView();
    private final ByteBuf[] regions;
    private int region;

    ReaderContender(final byte[][] regions, final Buffers kind)
    {
        this.regions = Buffers.halves(regions, kind);
    }

    static ReaderContender of(final AmqpValues values, final Buffers kind)
    {
        return values == AmqpValues.AMQP_LIST ? new Lists(values.regions(), kind) : new Maps(values.regions(), kind);
    }

    abstract int answer();

    @Override
    public final int next()
    {
        final ByteBuf buffer = regions[region];
        region = region + 1 == regions.length ? 0 : region + 1;
        reader.wrap(view.wrap(buffer));
        final int answer = reader.next() == AmqpReader.VALUE && reader.enter() >= 0 ? answer() : -1;
        return reader.fault().isPresent() ? -1 : answer;
    }

    /** Ten ints and a UUID. */
    static final class Lists extends ReaderContender
    {
        Lists(final byte[][] regions, final Buffers kind)
        {
            super(regions, kind);
        }

        @Override
        int answer()
        {
            int sum = 0;
            int item = 0;
            while (reader.next() == AmqpReader.VALUE)
            {
                reader.value(cursor);
                sum += ++item <= AmqpValues.TEN ? item * cursor.getInt(0) : AmqpMix.fold(cursor.getHighLongBits()
                    ^ cursor.getLongBits());
            }
            return sum;
        }
    }

    /** Ten ints by name. */
    static final class Maps extends ReaderContender
    {
        private final byte[][] names = AmqpValues.names().stream().map(name -> name.getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new);

        Maps(final byte[][] regions, final Buffers kind)
        {
            super(regions, kind);
        }

        @Override
        int answer()
        {
            int sum = 0;
            int next = 0;
            while (reader.next() == AmqpReader.VALUE)
            {
                final int name = reader.value(cursor).contentEquals(names[next]) ? next : search();
                if (reader.next() == AmqpReader.VALUE && name >= 0)
                {
                    sum += (name + 1) * reader.value(cursor).getInt(0);
                    next = name + 1 == names.length ? 0 : name + 1;
                }
            }
            return sum;
        }

        private int search()
        {
            int name = names.length - 1;
            while (name >= 0 && !cursor.contentEquals(names[name]))
            {
                name--;
            }
            return name;
        }
    }
}
