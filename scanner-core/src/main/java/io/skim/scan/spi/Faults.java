package io.skim.scan.spi;

import io.skim.scan.Fault;
import io.skim.scan.Reason;

/**
 * Sets faults, which handlers only read.
 */
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
     * @param offset    where it was seen, in bytes from the start of the frame.
     * @param reason    the stable reason.
     * @param claimed   what the input claimed, in the unit that the reason tells.
     * @param available what there was, or what is allowed, in the same unit.
     * @return always {@code -1}, the readers' word for malformed.
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
     * Begins a scan: makes its fault absent, and numbers the scan; {@link Scan} does it for scanners that use it.
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
