package io.skim.benchmarks;

import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.amqp.AmqpMessageView;

/**
 * Reads each value of a message off a view: fields, entries of all maps, the body's length.
 */
public final class MessageRowReader extends MessageReading
{
    private static final int HIGH = 3;

    private final AmqpMessageView view = new AmqpMessageView();

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
        if (!view.wrap(message))
        {
            return -1;
        }
        long sum = 0;
        int begin = 0;
        for (int section = 0; section < view.sectionCount(); section++)
        {
            final int end = view.end(section);
            sum += section(view, view.section(section), begin, end);
            begin = end;
        }
        return AmqpMix.fold(sum);
    }

    private static long section(final AmqpMessageView view, final AmqpField section, final int begin, final int end)
    {
        final int id = section.ordinal();
        if (section == AmqpField.HEADER || section == AmqpField.PROPERTIES)
        {
            return id + 1 + fields(view, id + 2, begin, end);
        }
        return section == AmqpField.DATA || section == AmqpField.VALUE ? fields(view, id + 1, begin, end)
            : id + 1 + entries(view, id, begin, end);
    }

    private static long fields(final AmqpMessageView view, final int first, final int begin, final int end)
    {
        long sum = 0;
        for (int i = begin; i < end; i++)
        {
            sum += (first + i - begin) * mix(view, i);
        }
        return sum;
    }

    private static long entries(final AmqpMessageView view, final int id, final int begin, final int end)
    {
        long sum = 0;
        for (int i = begin; i < end; i++)
        {
            sum += (id + view.keyLength(i)) * mix(view, i);
        }
        return sum;
    }

    /** As {@link AmqpMix#of}. */
    private static long mix(final AmqpMessageView view, final int i)
    {
        if (!view.isFixed(i))
        {
            return view.length(i);
        }
        return view.is(i, Kind.UUID) ? HIGH * view.getHighLongBits(i) + view.getLongBits(i) : view.getLongBits(i);
    }
}
