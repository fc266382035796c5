package io.skim.command;

import io.skim.store.SegmentReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What all commands note of a part of a segment: how many units it has, and which of them are damaged pieces.
 */
class PartReading
{
    final List<Damage> damages = new ArrayList<>();
    /** Messages and damaged pieces. */
    long units;

    /**
     * A piece that was passed over.
     *
     * @param unit    its number in the part.
     * @param offset  in the segment.
     * @param length  in bytes.
     * @param reason  stable and in upper case.
     * @param at      offset of the fault in the segment.
     * @param message a sentence with the numbers.
     */
    record Damage(long unit, long offset, long length, String reason, long at, String message)
    {
    }

    /** Notes the piece that a reader has just passed over. */
    final void damaged(final SegmentReader reader)
    {
        damages
            .add(new Damage(units, reader.recordOffset(), reader.recordLength(),
                Objects.requireNonNull(reader.fault().reason()).name(), reader
                    .faultOffset(),
                reader.fault().toMessage() + "; " + reader.recordLength() + " bytes are passed over"));
    }

    /** Reports a piece; {@code i} is the number of the part's first unit. */
    static void report(final Console console, final long i, final Damage damage, final Source source)
    {
        console.malformed(i + damage.unit, damage.offset, damage.reason, damage.at, damage.message, source);
    }
}
