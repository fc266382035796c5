package io.skim.mqtt;

import io.skim.scan.FrameScanner;
import io.skim.scan.ScannerContractTest;

/** A scanner that is written from outside keeps the promises that Skim's own scanners make to handlers. */
class PublishScannerContractTest extends ScannerContractTest<PublishInterest>
{
    @Override
    protected FrameScanner<PublishInterest> newScanner()
    {
        return new PublishScanner();
    }

    @Override
    protected byte[] frame()
    {
        return new Publishes().flags(3).topic("sensors/7").number(PublishField.PAYLOAD_FORMAT, 1).user("region", "eu")
            .text(PublishField.CONTENT_TYPE, "text/plain").user("region", "us").number(PublishField.TOPIC_ALIAS, 5)
            .text(
                PublishField.CORRELATION_DATA, "id")
            .number(PublishField.MESSAGE_EXPIRY, 60).text(PublishField.RESPONSE_TOPIC, "answers").payload((byte)'h',
                (byte)'i')
            .bytes();
    }

    @Override
    protected PublishInterest everything()
    {
        return PublishScanner.interest().everything().build();
    }
}
