package io.skim.pojo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.skim.scan.Strictness;
import io.skim.scan.testing.FuzzedInput;
import io.skim.scan.testing.HeaderRecord;
import io.skim.scan.testing.Reference;
import io.skim.scan.testing.Vectors;

/**
 * Headers as objects, fuzzed by coverage. Without the agent the inputs that are kept beside this class are run.
 */
class HeaderFuzzTest
{
    private final HeaderReader[] readers = {new HeaderReader(Strictness.STRICT), new HeaderReader(Strictness.LENIENT)};

    @FuzzTest
    void headersAreWhatTheReferenceReads(final byte[] bytes)
    {
        final byte[] frame = new FuzzedInput(bytes).frame();
        for (final HeaderReader reader : readers)
        {
            final RemotingHeader header = reader.read(frame);
            if (header != null)
            {
                final HeaderRecord expected = Reference.decode(frame);
                assertNotNull(expected, () -> Vectors.text(frame));
                expected.opaque = header.hasOpaque() ? expected.opaque : null;
                assertEquals(expected, HeaderReader.record(frame, header), () -> Vectors.text(frame));
            }
        }
    }
}
