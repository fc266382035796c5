package io.skim.command.scrub;

import io.skim.command.Source;
import io.skim.command.WholeUnits;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Scrubs the frames or messages of a file or of one direction of a connection, and hands them on in their order.
 */
abstract class Scrubber implements WholeUnits.Taker
{
    final WholeUnits input;
    final Source source;
    private final ScrubbedOutput out;
    /** Null for a file of frames. */
    private final ScrubbedOutput.@Nullable Direction direction;

    Scrubber(final WholeUnits input, final Source source, final ScrubbedOutput out)
    {
        this.input = input;
        this.source = source;
        this.out = out;
        direction = out.begin(source);
    }

    final void write(final byte[] unit, final long time) throws IOException
    {
        out.write(direction, unit, time);
    }

    /** Says that a unit is not in the output, and why. */
    final void drop(final long offset, final long at, final String reason, final String message)
    {
        input.report(source, offset, reason, at, message + "; the scrubbed capture does not have it");
    }
}
