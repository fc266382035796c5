package io.skim.benchmarks;

import java.util.Arrays;
import org.apache.qpid.protonj2.buffer.ProtonBufferAllocator;
import org.apache.qpid.protonj2.codec.CodecFactory;
import org.apache.qpid.protonj2.codec.Decoder;

/**
 * One way to encode values that come round in order.
 */
abstract class AmqpEncode
{
    static final int ROOM = 1_024;

    final Object[] sources;
    private int value;

    AmqpEncode(final Object[] sources)
    {
        this.sources = sources;
    }

    /** Encodes a value; gives how many bytes that took. */
    abstract int encode(int value);

    /** What was encoded last. */
    abstract byte[] written();

    /** Encodes the next value, the first again after the last. */
    final int next()
    {
        final int current = value;
        value = current + 1 == sources.length ? 0 : current + 1;
        return encode(current);
    }

    /**
     * Lets a contender encode each value twice, and compares what protonj2 reads in it.
     *
     * @throws IllegalStateException if it is another value.
     */
    static void check(final AmqpEncode contender)
    {
        final Decoder decoder = CodecFactory.getDefaultDecoder();
        for (int i = 0; i < 2 * contender.sources.length; i++)
        {
            final int length = contender.next();
            final byte[] written = contender.written();
            final Object expected = contender.sources[i % contender.sources.length];
            final Object read = decoder.readObject(ProtonBufferAllocator.defaultAllocator().copy(written), decoder
                .newDecoderState());
            if (length != written.length || !expected.equals(read))
            {
                throw new IllegalStateException(contender.getClass().getSimpleName() + " encodes " + expected + " as "
                    + Arrays.toString(written));
            }
        }
    }
}
