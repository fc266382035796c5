package io.skim.handlers.route;

import io.skim.scan.remoting.RequestCode;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A set of request codes: only these pass, or all except these. Immutable and free to share between threads. Ask it about a
 * code, or use it with a {@link RequestGate} for frames.
 */
public final class CodeGate
{
    /** Ascending. */
    private final int[] codes;
    private final boolean allows;

    private CodeGate(final boolean allows, final int... codes)
    {
        this.allows = allows;
        this.codes = codes.clone();
        Arrays.sort(this.codes);
    }

    /**
     * Lets only these codes pass.
     *
     * @param codes of requests; without any, no request passes.
     * @return the gate.
     */
    public static CodeGate allow(final int... codes)
    {
        return new CodeGate(true, codes);
    }

    /**
     * Lets all codes pass except these.
     *
     * @param codes of requests; without any, all requests pass.
     * @return the gate.
     */
    public static CodeGate deny(final int... codes)
    {
        return new CodeGate(false, codes);
    }

    /**
     * Lets only these requests pass.
     *
     * @param code a request that RocketMQ knows.
     * @param more of them.
     * @return the gate.
     */
    public static CodeGate allow(final RequestCode code, final RequestCode... more)
    {
        return new CodeGate(true, numbers(code, more));
    }

    /**
     * Lets all requests pass except these.
     *
     * @param code a request that RocketMQ knows.
     * @param more of them.
     * @return the gate.
     */
    public static CodeGate deny(final RequestCode code, final RequestCode... more)
    {
        return new CodeGate(false, numbers(code, more));
    }

    private static int[] numbers(final RequestCode code, final RequestCode... more)
    {
        return IntStream.concat(IntStream.of(code.code()), Arrays.stream(more).mapToInt(RequestCode::code)).toArray();
    }

    /**
     * Whether requests of a code pass. Allocates nothing.
     *
     * @param code of the request.
     * @return true if they do.
     */
    public boolean admits(final int code)
    {
        return Arrays.binarySearch(codes, code) >= 0 == allows;
    }

    /** {@return the codes of this gate, for logs} */
    @Override
    public String toString()
    {
        return (allows ? "allow " : "deny ") + Arrays.toString(codes);
    }
}
