package io.skim.handlers.route;

import io.skim.scan.remoting.RequestCode;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Which request codes pass: some and no other, or all but some. Immutable and free to share between threads; asked with a
 * code at hand, or by a {@link RequestGate} over frames.
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
     * Lets some codes pass and no other.
     *
     * @param codes of requests; none for a gate that is shut.
     * @return the gate.
     */
    public static CodeGate allow(final int... codes)
    {
        return new CodeGate(true, codes);
    }

    /**
     * Lets all codes pass but some.
     *
     * @param codes of requests; none for a gate that is open.
     * @return the gate.
     */
    public static CodeGate deny(final int... codes)
    {
        return new CodeGate(false, codes);
    }

    /**
     * Lets some requests pass and no other.
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
     * Lets all requests pass but some.
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

    /**
     * Says what passes.
     *
     * @return for logs.
     */
    @Override
    public String toString()
    {
        return (allows ? "allow " : "deny ") + Arrays.toString(codes);
    }
}
