package io.skim.command.scrub;

import io.skim.command.Source;
import io.skim.command.WholeUnits;
import io.skim.scan.FrameView;
import io.skim.scan.spi.Frames;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Scrubs AMQP messages, each after a length of four bytes.
 */
final class MessageScrubber extends Scrubber
{
    private final AmqpTexts texts;

    MessageScrubber(final WholeUnits input, final Source source, final ScrubbedOutput out, final AmqpTexts texts)
    {
        super(input, source, out);
        this.texts = texts;
    }

    @Override
    public void unit(final FrameView unit, final long offset, final long time) throws IOException
    {
        final byte[] message = new byte[Integer.BYTES + unit.length()];
        System.arraycopy(Frames.array(unit), Frames.arrayOffset(unit), message, Integer.BYTES, unit.length());
        ByteBuffer.wrap(message).putInt(unit.length());
        if (texts.replace(message, Integer.BYTES, unit.length(), false))
        {
            write(message, time);
        }
        else
        {
            drop(offset, offset, "NOT_SCRUBBED", "the message cannot be parsed");
        }
    }

    @Override
    public void gap()
    {
        // Each message stands for itself.
    }

    @Override
    public int held()
    {
        return 0;
    }
}
