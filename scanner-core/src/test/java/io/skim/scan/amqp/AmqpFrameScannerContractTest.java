package io.skim.scan.amqp;

import io.skim.scan.FrameScanner;
import io.skim.scan.ScannerContractTest;
import io.skim.scan.testing.Frames;

class AmqpFrameScannerContractTest extends ScannerContractTest<AmqpFrameInterest>
{
    @Override
    protected FrameScanner<AmqpFrameInterest> newScanner()
    {
        return new AmqpFrameScanner();
    }

    /** A transfer on channel 258 with an extended header, a state that holds a map, an array and a list, and a payload. */
    @Override
    protected byte[] frame()
    {
        return Frames.hex("0000004c03000102deadbeef"
            + "00a312616d71703a7472616e736665723a6c697374"
            + "c0220b435205a0010743424140005327c00f034140c10a02a3016bc00402435201404241"
            + "005377a1026869");
    }

    @Override
    protected AmqpFrameInterest everything()
    {
        return AmqpFrameScanner.interest().everything().nested(Performative.ID_COUNT).build();
    }
}
