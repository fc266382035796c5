package io.skim.benchmarks;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.qpid.proton.codec.DecoderImpl;
import org.apache.qpid.proton.codec.EncoderImpl;
import org.apache.qpid.proton.codec.WritableBuffer;
import org.apache.qpid.protonj2.buffer.ProtonBuffer;
import org.apache.qpid.protonj2.buffer.ProtonBufferAllocator;
import org.apache.qpid.protonj2.codec.CodecFactory;
import org.apache.qpid.protonj2.codec.Encoder;
import org.apache.qpid.protonj2.codec.EncoderState;

/**
 * The other libraries: one encoder each, one buffer that is written anew, the collections made before.
 */
final class AmqpEncodePeer
{
    private AmqpEncodePeer()
    {
    }

    /** protonj2. */
    static final class Protonj2 extends AmqpEncode
    {
        private final Encoder encoder = CodecFactory.getDefaultEncoder();
        private final EncoderState state = encoder.newEncoderState();
        private final ProtonBuffer out = ProtonBufferAllocator.defaultAllocator().allocate(ROOM);
        private final boolean lists;

        Protonj2(final AmqpValues values)
        {
            super(values.sources());
            lists = values == AmqpValues.AMQP_LIST;
        }

        @Override
        int answer(final int value)
        {
            state.reset();
            out.clear();
            if (lists)
            {
                encoder.writeList(out, state, (List<?>)sources[value]);
            }
            else
            {
                encoder.writeMap(out, state, (Map<?, ?>)sources[value]);
            }
            return out.getReadableBytes();
        }

        @Override
        byte[] written()
        {
            final byte[] bytes = new byte[out.getReadableBytes()];
            out.copyInto(out.getReadOffset(), bytes, 0, bytes.length);
            return bytes;
        }
    }

    /** proton-j. */
    static final class Protonj extends AmqpEncode
    {
        private final EncoderImpl encoder = new EncoderImpl(new DecoderImpl());
        private final ByteBuffer out = ByteBuffer.allocate(ROOM);
        private final boolean lists;

        Protonj(final AmqpValues values)
        {
            super(values.sources());
            encoder.setByteBuffer(WritableBuffer.ByteBufferWrapper.wrap(out));
            lists = values == AmqpValues.AMQP_LIST;
        }

        @Override
        int answer(final int value)
        {
            out.clear();
            if (lists)
            {
                encoder.writeList((List<?>)sources[value]);
            }
            else
            {
                encoder.writeMap((Map<?, ?>)sources[value]);
            }
            return out.position();
        }

        @Override
        byte[] written()
        {
            final byte[] bytes = new byte[out.position()];
            out.get(0, bytes);
            return bytes;
        }
    }
}
