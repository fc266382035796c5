package io.skim.benchmarks;

import java.util.Arrays;
import org.apache.qpid.protonj2.buffer.ProtonBufferAllocator;
import org.apache.qpid.protonj2.codec.CodecFactory;
import org.apache.qpid.protonj2.codec.Decoder;

/**
 * One way to encode values that come round in order; the answer is how many bytes that took.
 */
abstract class AmqpEncode extends Peer
{
    static final int ROOM = 1_024;

    final Object[] sources;

    AmqpEncode(final Object[] sources)
    {
        super(sources);
        this.sources = sources;
    }

    /** What was encoded last. */
    abstract byte[] written();

    /**
     * Lets a contender encode each value twice, and compares what protonj2 reads in it.
     *
     * @param contender that has not begun.
     * @return the contender.
     * @throws IllegalStateException if it is another value.
     */
    static AmqpEncode checked(final AmqpEncode contender) throws Exception
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
        return contender;
    }
}
