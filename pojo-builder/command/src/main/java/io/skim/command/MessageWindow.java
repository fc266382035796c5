package io.skim.command;

import io.skim.scan.Fault;
import io.skim.scan.Reason;
import io.skim.scan.spi.Faults;
import java.io.IOException;
import java.io.InputStream;

/**
 * Cuts a file into AMQP messages, each behind a length of four bytes, one of them in memory at a time.
 */
final class MessageWindow implements EncodedMessage
{
    private static final int MAX_LENGTH = AmqpDecoder.MAX_LENGTH;

    private final Window window;
    private final Waiting waiting;
    private final Fault fault = new Fault();
    @SuppressWarnings("NullAway.Init") // reset sets it
    private Source source;
    /** How many bytes of the window the last message takes. */
    private int whole;
    private long faultAt;
    private boolean malformed;

    /** What is done before more is waited for. */
    interface Waiting
    {
        void beforeRead(InputStream in, Source source) throws IOException;
    }

    MessageWindow(final Window window, final Waiting waiting)
    {
        this.window = window;
        this.waiting = waiting;
    }

    /** Begins on another file. */
    void reset(final Source name)
    {
        source = name;
        window.reset();
        whole = 0;
        malformed = false;
    }

    /** Moves to the next message; false at the end of the file, or where no further message can be found. */
    boolean next(final InputStream in) throws IOException
    {
        window.skip(whole);
        whole = 0;
        if (read(in, PREFIX) && hasLength() && read(in, PREFIX + prefix()))
        {
            whole = PREFIX + prefix();
        }
        return whole > 0;
    }

    private int prefix()
    {
        final byte[] bytes = window.bytes();
        final int at = window.from();
        return bytes[at] << 24 | (bytes[at + 1] & 0xFF) << 16 | (bytes[at + 2] & 0xFF) << 8 | bytes[at + 3] & 0xFF;
    }

    /** Whether the length is one that can be. */
    private boolean hasLength()
    {
        if (prefix() >= 0 && prefix() <= MAX_LENGTH - PREFIX)
        {
            return true;
        }
        final Reason protocol = window.position() == 0 ? Reason.ofProtocol(prefix()) : null;
        Faults.at(fault, 0, protocol == null ? Reason.FRAME_TOO_LONG : protocol, prefix() & 0xFFFF_FFFFL,
            MAX_LENGTH - PREFIX);
        faultAt = window.position();
        malformed = true;
        return false;
    }

    /** Makes so many bytes be in the window; false at the end of the input, which is a fault unless it is due. */
    private boolean read(final InputStream in, final int needed) throws IOException
    {
        while (window.length() < needed)
        {
            waiting.beforeRead(in, source);
            if (!window.read(in))
            {
                malformed = window.length() > 0;
                Faults.at(fault, window.length(), Reason.TRUNCATED, needed, window.length());
                faultAt = window.position() + window.length();
                return false;
            }
        }
        return true;
    }

    @Override
    public byte[] bytes()
    {
        return window.bytes();
    }

    @Override
    public int from()
    {
        return window.from() + PREFIX;
    }

    @Override
    public int length()
    {
        return whole - PREFIX;
    }

    /** In the file, of the message's length, or of what should be one. */
    @Override
    public long offset()
    {
        return window.position();
    }

    @Override
    public long at(final long messageOffset)
    {
        return offset() + PREFIX + messageOffset;
    }

    /** Whether there is something at {@link #offset()} that is no message. */
    boolean isMalformed()
    {
        return malformed;
    }

    /** What is wrong with it. */
    Fault fault()
    {
        return fault;
    }

    /** In the file, where the fault was seen. */
    long faultAt()
    {
        return faultAt;
    }
}
