package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.sun.management.ThreadMXBean;
import io.skim.scan.testing.FuzzedInput;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.util.HexFormat;

/**
 * The command over captures and other files, fuzzed by coverage. Without the agent the inputs that are kept beside this
 * class are run.
 */
class CaptureFuzzTest
{
    /** What a run may allocate, the command line and its first buffers included, and for each byte of the file. */
    private static final long MAX_ALLOCATED = 32 << 20;
    private static final long MAX_ALLOCATED_PER_BYTE = 1 << 16;
    private static final String[] COMMANDS = {"decode --messages", "decode --format amqp-frames",
        "decode --format amqp-messages", "stats", "filter --code 310", "rewrite --set flag=1",
        "rewrite --format amqp-messages --set header.ttl=1", "decode --format amqp-values"};

    private final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();

    @FuzzTest
    void anyFileIsReadOrRefusedAndTakesLittle(final byte[] bytes)
    {
        final FuzzedInput input = new FuzzedInput(bytes);
        final String command = input.one(COMMANDS);
        check(command, input.rest());
    }

    /** Packets of two connections, in any order, with any flags. */
    @FuzzTest
    void anySegmentsAreReadOrRefusedAndTakeLittle(final byte[] bytes)
    {
        final FuzzedInput input = new FuzzedInput(bytes);
        final String command = input.one(COMMANDS);
        final ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(Pcap.fileHeader());
        while (input.hasMore())
        {
            final int form = input.next();
            file.writeBytes(
                Pcap.record(form & 1, (int)input.number(1 + (form >> 1 & 1)), form >> 2 & 31, input.bytes()));
        }
        check(command, file.toByteArray());
    }

    private void check(final String command, final byte[] file)
    {
        final long most = MAX_ALLOCATED + MAX_ALLOCATED_PER_BYTE * file.length;
        // What the first run of a command allocates while it loads classes, and an agent changes them, does not count.
        if (run(command, file) >= most)
        {
            final long allocated = run(command, file);
            assertTrue(allocated < most, () -> allocated + " bytes for " + command + " of " + HexFormat.of().formatHex(
                file));
        }
    }

    /** How much the run has allocated. */
    private long run(final String command, final byte[] file)
    {
        final long before = threads.getCurrentThreadAllocatedBytes();
        final Run run = Run.skim(file, command.split(" "));
        final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        final String what = command + " of " + HexFormat.of().formatHex(file) + ": " + run.told;
        assertTrue(run.status == 0 || run.status == 1 || run.status == 3, what);
        assertTrue(run.status == 0 || !run.err.isEmpty(), what);
        assertFalse(run.told.contains("this is a bug") || run.told.contains("not enough memory"), what);
        return allocated;
    }
}
