package io.skim.netty;

import io.skim.scan.Fault;
import io.skim.scan.Reason;
import java.util.Objects;

/**
 * Why no further frame can be found in a stream: an impossible length, another protocol, or an end inside a frame.
 *
 * @param reason    the stable reason; {@link Reason#TRUNCATED} if the stream ended inside a frame.
 * @param offset    of the fault in bytes from the start of the stream.
 * @param claimed   the number that the input claimed, in the unit that the reason documents.
 * @param available the number that was available or is allowed, in the same unit.
 */
public record FramingLost(Reason reason, long offset, long claimed, long available)
{
    static FramingLost of(final Fault fault)
    {
        return new FramingLost(Objects.requireNonNull(fault.reason(), "reason"), fault.offset(), fault.claimed(),
            fault.available());
    }
}
