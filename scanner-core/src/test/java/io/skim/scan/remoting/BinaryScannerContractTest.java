package io.skim.scan.remoting;

import io.skim.scan.FrameScanner;
import io.skim.scan.ScannerContractTest;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.HeaderRecorder;

class BinaryScannerContractTest extends ScannerContractTest<RemotingInterest>
{
    @Override
    protected FrameScanner<RemotingInterest> newScanner()
    {
        return new RemotingScanner();
    }

    @Override
    protected byte[] frame()
    {
        return Frames.binary(310, "r\u00E9mark", "body", "a", "group", "b", "topic", "i",
            "TAGS\1A\2KEYS\1k\2UNIQ_KEY\1\u65E5\2", "n", "broker");
    }

    @Override
    protected RemotingInterest everything()
    {
        return HeaderRecorder.INTEREST;
    }
}
