package io.skim.gateway.config;

import java.time.Duration;
import java.util.List;

/**
 * What only rules for responses ask and do. What they ask about a request does not hold for a response whose request is not known.
 *
 * @param codes     of the response; empty for all.
 * @param topics    that the request named in its header, as the client wrote them; empty for all, also for none.
 * @param olderThan the least age of the request; zero for any.
 * @param logs      whether each response that fits gets a line in the log.
 */
public record ResponseRule(List<Integer> codes, List<NamePattern> topics, Duration olderThan, boolean logs)
{
    /** Of a rule for requests. */
    public static final ResponseRule NONE = new ResponseRule(List.of(), List.of(), Duration.ZERO, false);

    /** {@return whether every response fits} */
    public boolean isEverything()
    {
        return codes.isEmpty() && topics.isEmpty() && olderThan.isZero();
    }
}
