package io.skim.docs.snippets;

import io.netty.buffer.ByteBuf;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.amqp.AmqpFrameField;
import io.skim.scan.amqp.AmqpFrameInterest;
import io.skim.scan.amqp.AmqpFrameScanner;
import io.skim.scan.amqp.AmqpFrameSplitter;
import io.skim.scan.amqp.Performative;

// snippet: amqp-frames
/** Counts the bytes of payload in the transfers of one link. */
final class LinkMeter implements DataHandler
{
    private static final int HANDLE = 0;
    private static final int PAYLOAD = 1;
    private static final AmqpFrameInterest INTEREST = AmqpFrameScanner.interest()
        .field(Performative.TRANSFER, "handle", HANDLE) // or "transfer.handle"
        .field(AmqpFrameField.PAYLOAD, PAYLOAD)
        .build();

    private final AmqpFrameSplitter splitter = new AmqpFrameSplitter();
    private final AmqpFrameScanner scanner = new AmqpFrameScanner();
    private final FrameView frame = new FrameView();
    private final long link;
    private long handle = -1;
    private int payload;
    private long bytes;

    LinkMeter(final long link)
    {
        this.link = link;
    }

    /** Returns false if the stream or a frame is refused. */
    boolean feed(final ByteBuf chunk)
    {
        splitter.feed(chunk);
        while (splitter.next(frame)) // protocol headers, heartbeats and SASL frames too
        {
            if (scanner.scan(frame, INTEREST, this) == Outcome.MALFORMED)
            {
                return false; // see scanner.fault()
            }
        }
        return !splitter.isMalformed(); // see splitter.fault()
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        switch (id)
        {
            case HANDLE -> handle = value.getLong(-1);
            default -> payload = value.length(); // not a byte of it was read
        }
        return Action.CONTINUE;
    }

    @Override
    public void onOutcome(final Outcome outcome, final Fault fault)
    {
        bytes += outcome == Outcome.COMPLETE && handle == link ? payload : 0;
        handle = -1;
        payload = 0;
    }

    long bytes()
    {
        return bytes;
    }
}
// end
