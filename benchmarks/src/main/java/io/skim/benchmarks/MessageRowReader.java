package io.skim.benchmarks;

import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.amqp.AmqpMessageReader;
import io.skim.scan.amqp.AmqpRow;

/**
 * Reads each value of a message off a row: fields, entries of all maps, the body's length.
 */
public final class MessageRowReader extends MessageReading
{
    private static final int HIGH = 3;

    private final AmqpMessageReader reader = new AmqpMessageReader();
    private final AmqpRow row = new AmqpRow();

    /**
     * Makes one.
     *
     * @param question not asked.
     */
    public MessageRowReader(final Question question)
    {
        super();
    }

    @Override
    public int answer(final FrameView message)
    {
        if (!reader.read(message, row))
        {
            return -1;
        }
        long sum = 0;
        int begin = 0;
        for (int section = 0; section < row.sectionCount(); section++)
        {
            final int end = row.end(section);
            sum += section(row, row.section(section), begin, end);
            begin = end;
        }
        return AmqpMix.fold(sum);
    }

    private static long section(final AmqpRow row, final AmqpField section, final int begin, final int end)
    {
        final int id = section.ordinal();
        if (section == AmqpField.HEADER || section == AmqpField.PROPERTIES)
        {
            return id + 1 + fields(row, id + 2, begin, end);
        }
        return section == AmqpField.DATA || section == AmqpField.VALUE ? fields(row, id + 1, begin, end)
            : id + 1 + entries(row, id, begin, end);
    }

    private static long fields(final AmqpRow row, final int first, final int begin, final int end)
    {
        long sum = 0;
        for (int i = begin; i < end; i++)
        {
            sum += (first + i - begin) * mix(row, i);
        }
        return sum;
    }

    private static long entries(final AmqpRow row, final int id, final int begin, final int end)
    {
        long sum = 0;
        for (int i = begin; i < end; i++)
        {
            sum += (id + row.keyLength(i)) * mix(row, i);
        }
        return sum;
    }

    /** As {@link AmqpMix#of}. */
    private static long mix(final AmqpRow row, final int i)
    {
        if (!row.isFixed(i))
        {
            return row.length(i);
        }
        return row.is(i, Kind.UUID) ? HIGH * row.getHighLongBits(i) + row.getLongBits(i) : row.getLongBits(i);
    }
}
