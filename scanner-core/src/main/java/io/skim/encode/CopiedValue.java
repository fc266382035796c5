package io.skim.encode;

import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpReader;

/**
 * Looks through a compound AMQP value that was copied from a frame: a scan passes over what is not asked for by its size, so
 * that nobody may have looked inside before.
 */
final class CopiedValue
{
    private final FrameView view = new FrameView();
    private final AmqpReader reader;
    private final int maxDepth;

    CopiedValue(final Limits limits)
    {
        reader = new AmqpReader(limits, Strictness.STRICT);
        maxDepth = limits.maxDepth();
    }

    /**
     * Why a value cannot be put.
     *
     * @param array  that holds it.
     * @param from   index of its constructor.
     * @param length in bytes, with the constructor.
     * @param depth  of the containers that are open around it.
     * @return the reason, or null if all of it is well-formed.
     */
    EncodeRefusal refusal(final byte[] array, final int from, final int length, final int depth)
    {
        reader.wrap(view.wrap(array, from, length));
        EncodeRefusal refusal = null;
        for (int event = reader.next(); event != AmqpReader.DONE && refusal == null; event = reader.next())
        {
            if (event == AmqpReader.VALUE && reader.isCompound())
            {
                event = reader.enter();
            }
            refusal = event == AmqpReader.MALFORMED ? EncodeRefusal.VALUE_MALFORMED
                : depth + reader.depth() > maxDepth ? EncodeRefusal.NESTED_TOO_DEEP : null;
        }
        reader.reset();
        view.reset();
        return refusal;
    }
}
