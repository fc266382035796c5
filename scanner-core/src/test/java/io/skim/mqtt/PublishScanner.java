package io.skim.mqtt;

import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameScanner;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.spi.Scan;

/**
 * Scans MQTT 5 PUBLISH packets: a third protocol, written from outside of Skim's packages, on its public types and those for
 * scanners alone.
 */
final class PublishScanner implements FrameScanner<PublishInterest>
{
    final Scan scan = new Scan();
    final PublishPacket packet;
    FrameView frame;

    PublishScanner()
    {
        this(Limits.DEFAULT);
    }

    PublishScanner(final Limits limits)
    {
        packet = new PublishPacket(scan.fault(), limits);
    }

    static PublishInterest.Builder interest()
    {
        return new PublishInterest.Builder();
    }

    @Override
    public Outcome scan(final FrameView view, final PublishInterest interest, final DataHandler handler)
    {
        scan.begin(view, interest, interest.allIds);
        boolean told = false;
        try
        {
            frame = view;
            final Outcome outcome = interest.loops.loopFor(handler.getClass()).run(this, interest, handler);
            told = true;
            return outcome;
        }
        finally
        {
            scan.end(told);
        }
    }

    @Override
    public Fault fault()
    {
        return scan.fault();
    }
}
