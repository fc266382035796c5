package io.skim.scan.spi;

import io.skim.scan.Fault;
import io.skim.scan.Reason;
import io.skim.scan.access.ScanAccess;

/** Sets faults. Handlers only read them. */
public final class Faults
{
    private static final ScanAccess ACCESS = ScanAccess.get();

    private Faults()
    {
    }

    /**
     * Sets a fault.
     *
     * @param fault     to set.
     * @param offset    of the fault in bytes from the start of the frame.
     * @param reason    the stable reason.
     * @param claimed   the number that the input claimed, in the unit that the reason documents.
     * @param available the number that was available or is allowed, in the same unit.
     * @return always {@code -1}, which readers return for malformed input.
     */
    public static int at(final Fault fault, final long offset, final Reason reason, final long claimed,
        final long available)
    {
        return ACCESS.at(fault, offset, reason, claimed, available);
    }

    /**
     * Makes a fault absent.
     *
     * @param fault to reset.
     */
    public static void reset(final Fault fault)
    {
        ACCESS.reset(fault);
    }

    /**
     * Begins a scan: makes its fault absent, and numbers the scan. {@link Scan} calls it for its scanner.
     *
     * @param fault of the scanner.
     * @return {@link Fault#scan()}, which no other scan of this process has; never 0.
     */
    public static long begin(final Fault fault)
    {
        return ACCESS.begin(fault);
    }

    /**
     * Ends a scan.
     *
     * @param fault of the scanner.
     * @param told  whether {@code onOutcome} was called and has returned; false after an exception.
     */
    public static void end(final Fault fault, final boolean told)
    {
        ACCESS.end(fault, told);
    }
}
