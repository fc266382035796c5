package io.skim.command;

import io.skim.handlers.select.Selector;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpScanner;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * Copies AMQP messages that are selected, each with the length of four bytes before it.
 */
final class AmqpSieve extends Sieve
{
    private static final int MAX_LENGTH = AmqpDecoder.MAX_LENGTH;
    private static final int GREATEST_SECTION = 16_777_215;
    private static final Limits LIMITS = Limits.DEFAULT.withMaxHeaderLength(GREATEST_SECTION).withMaxNameLength(
        GREATEST_SECTION).withMaxValueLength(GREATEST_SECTION);

    private final Window window = new Window(MAX_LENGTH);
    private final Fault fault = new Fault();

    AmqpSieve(final Console console, final Strictness strictness, final List<Selector> selectors,
        final boolean inverted)
    {
        super(console, new AmqpScanner(LIMITS, strictness), new FrameView(LIMITS), selectors, inverted);
    }

    @Override
    void copy(final InputStream in) throws IOException
    {
        window.reset();
        while (read(in, Integer.BYTES) && hasLength() && read(in, Integer.BYTES + length()))
        {
            final int whole = Integer.BYTES + length();
            view.wrap(window.bytes(), window.from() + Integer.BYTES, length());
            if (isWanted(window.position(), window.position() + Integer.BYTES))
            {
                write(window.bytes(), window.from(), whole);
            }
            window.skip(whole);
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
            fault.at(0, protocol == null ? Reason.FRAME_TOO_LONG : protocol, length() & 0xFFFF_FFFFL, MAX_LENGTH
                - Integer.BYTES);
            refuse(fault, window.position(), window.position());
        }
        return good;
    }

    /** Makes so many bytes be in the window; false at the end of the input, which is refused unless it is due. */
    private boolean read(final InputStream in, final int needed) throws IOException
    {
        while (window.length() < needed)
        {
            beforeRead(in, window.position() + window.length());
            if (!window.read(in))
            {
                if (window.length() > 0)
                {
                    fault.at(window.length(), Reason.TRUNCATED, needed, window.length());
                    refuse(fault, window.position(), window.position() + window.length());
                }
                return false;
            }
        }
        return true;
    }
}
