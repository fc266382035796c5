package io.skim.command;

import io.skim.pojo.amqp.AmqpMessage;
import io.skim.pojo.amqp.AmqpMessageBuilder;
import io.skim.scan.FrameView;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import java.io.IOException;
import java.io.InputStream;

/**
 * Decodes AMQP messages, each behind a length of four bytes, one of them in memory at a time.
 */
final class AmqpMessageDecoder extends AmqpDecoder
{
    private final AmqpMessageBuilder builder;

    AmqpMessageDecoder(final Console console, final Strictness strictness)
    {
        super(console);
        builder = new AmqpMessageBuilder(BUDGET, strictness);
    }

    @Override
    void decode(final HexLines line)
    {
        if (!decode(view.wrap(line.bytes(), 0, line.length())))
        {
            malformed(line, builder.fault());
        }
    }

    /** Prints a message; false if it is refused. */
    private boolean decode(final FrameView message)
    {
        final AmqpMessage built = builder.message(message);
        if (built != null)
        {
            print("message", built.sections());
        }
        return built != null;
    }

    @Override
    void decode(final InputStream in) throws IOException
    {
        window.reset();
        while (read(in, Integer.BYTES) && hasLength() && read(in, Integer.BYTES + length()))
        {
            final int length = length();
            final long offset = window.position();
            window.skip(Integer.BYTES);
            if (!decode(view.wrap(window.bytes(), window.from(), length)))
            {
                malformed(offset, builder.fault(), window.position() + builder.fault().offset());
            }
            i++;
            window.skip(length);
        }
    }

    /** The length prefix, which is in the window. */
    private int length()
    {
        final byte[] bytes = window.bytes();
        final int at = window.from();
        return bytes[at] << 24 | (bytes[at + 1] & 0xFF) << 16 | (bytes[at + 2] & 0xFF) << 8 | bytes[at + 3] & 0xFF;
    }

    /** Whether the length is one that can be; refuses it otherwise. */
    private boolean hasLength()
    {
        final boolean good = length() >= 0 && length() <= MAX_LENGTH - Integer.BYTES;
        if (!good)
        {
            final Reason protocol = window.position() == 0 ? Reason.ofProtocol(length()) : null;
            fault.at(0, protocol == null ? Reason.FRAME_TOO_LONG : protocol, length() & 0xFFFF_FFFFL,
                MAX_LENGTH - Integer.BYTES);
            refuse(window.position());
        }
        return good;
    }

    /** Makes so many bytes be in the window; false at the end of the input, which is refused unless it is due. */
    private boolean read(final InputStream in, final int needed) throws IOException
    {
        while (window.length() < needed)
        {
            beforeRead(in);
            progress(window.position() + window.length());
            if (!window.read(in))
            {
                if (window.length() > 0)
                {
                    fault.at(window.length(), Reason.TRUNCATED, needed, window.length());
                    refuse(window.position() + window.length());
                }
                return false;
            }
        }
        return true;
    }

    private void refuse(final long at)
    {
        malformed(window.position(), fault, at);
        i++;
    }
}
