package io.skim.scan.remoting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.spi.LoopCache;
import io.skim.scan.testing.Agreement;
import io.skim.scan.testing.Buffers.Buffer;
import io.skim.scan.testing.FuzzedInput;
import io.skim.scan.testing.HeaderRecord;
import io.skim.scan.testing.HeaderRecorder;
import io.skim.scan.testing.HeaderScan;
import io.skim.scan.testing.Surroundings;
import io.skim.scan.testing.Vectors;
import java.util.List;
import java.util.TreeMap;

/**
 * Remoting headers, fuzzed by coverage. Without the agent the inputs that are kept beside this class are run.
 */
class RemotingFuzzTest
{
    private static final List<Declared> DECLARED =
        List.of(new Declared(0, 3, 0), new Declared(13, 15, 40), new Declared(5,
            2, 0), new Declared(1, 0, 0), new Declared(0, 1, 0));

    private final Agreement agreement = new Agreement();
    private final Surroundings surroundings = new Surroundings();
    private final FrameView view = new FrameView();
    private final Paths[] paths = {new Paths(Strictness.STRICT), new Paths(Strictness.LENIENT)};

    /** Names, and an interest in them and in some more. */
    private record Declared(List<String> entries, List<String> properties, RemotingInterest interest)
    {
        Declared(final int entries, final int properties, final int more)
        {
            this(DifferentialTest.ENTRIES.subList(0, entries), DifferentialTest.PROPERTIES.subList(0, properties),
                DifferentialTest.some(DifferentialTest.ENTRIES.subList(0, entries),
                    DifferentialTest.PROPERTIES.subList(0,
                        properties),
                    more));
        }
    }

    /** What reads with one strictness. */
    private record Paths(HeaderScan scan, RemotingScanner scanner, RemotingHeaderView header)
    {
        Paths(final Strictness strictness)
        {
            this(new HeaderScan(strictness), new RemotingScanner(Limits.DEFAULT, strictness), new RemotingHeaderView(
                Limits.DEFAULT, strictness));
        }
    }

    /** Copies of a loop would hide from the fuzzer what it reaches. */
    RemotingFuzzTest()
    {
        if (Boolean.getBoolean("skim.loops.shared"))
        {
            assertFalse(new LoopCache<>(ScanLoop.FACTORY).loopFor(HeaderRecorder.class).getClass().isHidden());
        }
    }

    @FuzzTest
    void headersAreReadAsTheReferenceDoesOrRefused(final byte[] bytes)
    {
        final FuzzedInput input = new FuzzedInput(bytes);
        final int kind = input.next();
        final int cut = input.next();
        final byte[] frame = input.frame();
        agreement.check(frame);
        surroundings.check(frame);
        final Buffer buffer = new FuzzedInput(new byte[] {(byte)kind, (byte)cut}).buffer(frame);
        try
        {
            for (final Paths each : paths)
            {
                check(each, frame, buffer);
            }
        }
        finally
        {
            view.reset();
            buffer.free().run();
        }
    }

    private void check(final Paths each, final byte[] frame, final Buffer buffer)
    {
        final String what = each.scan + " " + buffer + " " + Vectors.text(frame);
        final HeaderRecord header = each.scan.read(frame);
        final String fault = each.scan.fault().toString();
        buffer.wrap().accept(view);
        assertEquals(header, each.scan.read(view), what);
        assertEquals(fault, each.scan.fault().toString(), what);
        for (final Declared declared : DECLARED)
        {
            final TreeMap<Integer, String> expected = header == null ? null : DifferentialTest.expected(header,
                declared.entries, declared.properties);
            assertEquals(expected, DifferentialTest.shown(each.scanner, declared.interest, frame), what);
            assertEquals(fault, each.scanner.fault().toString(), what);
            assertEquals(expected, RemotingHeaderViewTest.selected(each.header, view, declared.interest), what);
        }
        final HeaderRecord read = RemotingHeaderViewTest.read(each.header, view);
        assertEquals(fault, each.header.fault().toString(), what);
        if (header != null)
        {
            header.properties = null;
        }
        assertEquals(header, read, what);
    }
}
