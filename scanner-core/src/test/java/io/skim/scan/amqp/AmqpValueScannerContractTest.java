package io.skim.scan.amqp;

import io.skim.scan.FrameScanner;
import io.skim.scan.ScannerContractTest;
import io.skim.scan.testing.Frames;
import java.util.Set;

class AmqpValueScannerContractTest extends ScannerContractTest<AmqpValueInterest>
{
    @Override
    protected FrameScanner<AmqpValueInterest> newScanner()
    {
        return new AmqpValueScanner();
    }

    /** An int; a list of a text, a map of lists and arrays, and a described value; a symbol. */
    @Override
    protected byte[] frame()
    {
        return Frames.hex("5401 c02203 a10174 c11604a10161c0050254015402a10162e00602a101610162 00a301645407 a3017a");
    }

    @Override
    protected AmqpValueInterest everything()
    {
        return AmqpValueScanner.interest().everyValue(0).build();
    }

    @Override
    protected boolean isWhole(final int length)
    {
        return Set.of(0, 2, frame().length - 3).contains(length);
    }
}
