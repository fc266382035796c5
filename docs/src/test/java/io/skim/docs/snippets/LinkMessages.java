package io.skim.docs.snippets;

import io.netty.buffer.ByteBuf;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.amqp.AmqpFrameReader;
import io.skim.scan.amqp.AmqpFrameSplitter;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.amqp.DeliveryGatherer;
import io.skim.scan.amqp.Performative;

// snippet: amqp-deliveries
/** Scans the messages of a connection with one link, each in any number of transfers. */
final class LinkMessages
{
    private final AmqpFrameSplitter splitter = new AmqpFrameSplitter();
    private final AmqpFrameReader reader = new AmqpFrameReader();
    private final FrameView frame = new FrameView();
    private final DeliveryGatherer gatherer = new DeliveryGatherer(); // one for each link
    private final AmqpScanner scanner = new AmqpScanner();
    private final AmqpInterest interest;
    private final DataHandler handler;

    LinkMessages(final AmqpInterest interest, final DataHandler handler)
    {
        this.interest = interest;
        this.handler = handler;
    }

    /** Returns false if the stream, a frame or a delivery is refused. */
    boolean feed(final ByteBuf chunk)
    {
        splitter.feed(chunk);
        while (splitter.next(frame))
        {
            if (!reader.wrap(frame) || reader.performative() == Performative.TRANSFER && !transfer(chunk))
            {
                return false; // see reader.fault() or gatherer.fault()
            }
        }
        return !splitter.isMalformed();
    }

    private boolean transfer(final ByteBuf chunk)
    {
        final int at = splitter.chunkOffset(); // below 0: the frame straddles chunks, its payload is copied
        switch (at < 0 ? gatherer.add(reader) : gatherer.add(reader, chunk, chunk.readerIndex() + at))
        {
            case COMPLETE -> scanner.scan(gatherer.message(), interest, handler);
            case MALFORMED ->
            {
                return false;
            }
            default ->
                {
                } // MORE: not complete; ABORTED: discarded
        }
        return true;
    }

    void close()
    {
        gatherer.release(); // releases the slices of an incomplete delivery
    }
}
// end
