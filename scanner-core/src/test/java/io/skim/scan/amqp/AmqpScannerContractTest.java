package io.skim.scan.amqp;

import io.skim.scan.FrameScanner;
import io.skim.scan.ScannerContractTest;
import io.skim.scan.testing.Frames;
import java.util.Set;
import java.util.TreeSet;

class AmqpScannerContractTest extends ScannerContractTest<AmqpInterest>
{
    private static final String[] SECTIONS = {"005370c00c05 41 5004 700000ea60 42 5203",
        "005372c10e02 a30178 c008025401a10374776f", "005373c00a03 a1026964 40 a102746f",
        "005374c12006 a10164 00a301615407 a1016d c10a02a1016be00402560100 a10174 a1026f6b", "005375a0026869",
        "005375a00121", "005378c10602 a30166 5401"};

    @Override
    protected FrameScanner<AmqpInterest> newScanner()
    {
        return new AmqpScanner();
    }

    @Override
    protected byte[] frame()
    {
        return Frames.hex(String.join("", SECTIONS));
    }

    @Override
    protected AmqpInterest everything()
    {
        return AmqpScanner.interest().everything().nested(AmqpField.values().length).build();
    }

    @Override
    protected boolean isWhole(final int length)
    {
        final Set<Integer> ends = new TreeSet<>(Set.of(0));
        int end = 0;
        for (final String section : SECTIONS)
        {
            end += Frames.hex(section).length;
            ends.add(end);
        }
        return ends.contains(length);
    }
}
