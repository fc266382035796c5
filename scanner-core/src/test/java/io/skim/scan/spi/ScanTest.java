package io.skim.scan.spi;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.skim.scan.FrameView;
import org.junit.jupiter.api.Test;

class ScanTest
{
    @Test
    void withoutAnInterestNoScanBegins()
    {
        final Scan scan = new Scan();
        final FrameView frame = new FrameView().wrap(new byte[1]);
        assertThrows(NullPointerException.class, () -> scan.begin(frame, null, 0));
        assertDoesNotThrow(scan::checkIdle);
    }
}
