package io.skim.scan.remoting;

import io.skim.scan.FrameScanner;
import io.skim.scan.ScannerContractTest;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.HeaderRecorder;
import java.nio.charset.StandardCharsets;

class JsonScannerContractTest extends ScannerContractTest<RemotingInterest>
{
    @Override
    protected FrameScanner<RemotingInterest> newScanner()
    {
        return new RemotingScanner();
    }

    @Override
    protected byte[] frame()
    {
        return Frames
            .json(("{\"code\":310,\"extFields\":{\"a\":\"group\",\"b\":\"t\\u006fpic\",\"i\":\"TAGS\\u0001A\\u0002"
                + "KEYS\1k\\u0002UNIQ_KEY\\u0001\u65E5\\u0002\",\"n\":null,\"t\":true,\"q\":4},\"flag\":0,"
                + "\"x\":{\"y\":[1,{}]},\"language\":\"JAVA\",\"opaque\":-7,\"remark\":\"r\u00E9\\nm\",\"version\":479}")
                .getBytes(
                    StandardCharsets.UTF_8),
                "body".getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    protected RemotingInterest everything()
    {
        return HeaderRecorder.INTEREST;
    }
}
