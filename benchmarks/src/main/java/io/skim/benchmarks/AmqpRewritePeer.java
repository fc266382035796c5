package io.skim.benchmarks;

import java.util.HashMap;
import java.util.Map;
import org.apache.qpid.protonj2.buffer.ProtonBuffer;
import org.apache.qpid.protonj2.buffer.ProtonBufferAllocator;
import org.apache.qpid.protonj2.codec.CodecFactory;
import org.apache.qpid.protonj2.codec.Encoder;
import org.apache.qpid.protonj2.codec.EncoderState;
import org.apache.qpid.protonj2.codec.TypeDecoder;
import org.apache.qpid.protonj2.types.Symbol;
import org.apache.qpid.protonj2.types.messaging.DeliveryAnnotations;
import org.apache.qpid.protonj2.types.messaging.Header;
import org.apache.qpid.protonj2.types.messaging.MessageAnnotations;
import org.apache.qpid.protonj2.types.messaging.Section;

/**
 * protonj2: decodes, changes, and encodes anew into a buffer that is used again.
 */
abstract class AmqpRewritePeer extends Protonj2Peer implements AmqpRewrite
{
    private static final Symbol KEY = Symbol.valueOf(ANNOTATION);

    final Encoder encoder = CodecFactory.getDefaultEncoder();
    final EncoderState encoding = encoder.newEncoderState();
    final ProtonBuffer out = ProtonBufferAllocator.defaultAllocator().allocate(1 << 13);
    private final byte[][] messages;
    /** Where the octets begin that go on as they are. */
    private int rest;
    private int last;

    AmqpRewritePeer(final byte[][] messages)
    {
        super(messages);
        this.messages = messages;
    }

    /** Makes the edits, and tells where the octets begin that go on as they are. */
    abstract int rewrite(ProtonBuffer message);

    @Override
    final int answer(final int message)
    {
        last = message;
        encoding.reset();
        out.clear();
        rest = rewrite(open(message));
        return out.getReadableBytes();
    }

    @Override
    public final byte[] output()
    {
        final int made = out.getReadableBytes();
        final byte[] whole = new byte[made + messages[last].length - rest];
        out.copyInto(out.getReadOffset(), whole, 0, made);
        System.arraycopy(messages[last], rest, whole, made, whole.length - made);
        return whole;
    }

    static Header edited(final Header decoded)
    {
        final Header header = decoded == null ? new Header() : decoded;
        return header.setTimeToLive(TTL).setDeliveryCount(DELIVERY_COUNT);
    }

    static MessageAnnotations edited(final MessageAnnotations decoded)
    {
        final Map<Symbol, Object> map = decoded == null || decoded.getValue() == null ? new HashMap<>()
            : decoded.getValue();
        map.put(KEY, VALUE);
        return decoded == null ? new MessageAnnotations(map) : decoded;
    }

    /** Decodes and encodes the two sections that change; others are copied, or go on as they are. */
    static final class Touched extends AmqpRewritePeer
    {
        Touched(final byte[][] messages)
        {
            super(messages);
        }

        @Override
        int rewrite(final ProtonBuffer message)
        {
            Header header = null;
            MessageAnnotations annotations = null;
            int from = 0;
            int to = 0;
            int rest = 0;
            while (annotations == null && message.isReadable())
            {
                final TypeDecoder<?> type = decoder.readNextTypeDecoder(message, state);
                final Class<?> section = type.getTypeClass();
                if (section == Header.class)
                {
                    header = (Header)type.readValue(message, state);
                }
                else if (section == DeliveryAnnotations.class)
                {
                    type.skipValue(message, state);
                    from = rest;
                    to = message.getReadOffset();
                }
                else if (section == MessageAnnotations.class)
                {
                    annotations = (MessageAnnotations)type.readValue(message, state);
                }
                else
                {
                    break;
                }
                rest = message.getReadOffset();
            }
            encoder.writeObject(out, encoding, edited(header));
            if (to > from)
            {
                out.ensureWritable(to - from);
                message.copyInto(from, out, out.getWriteOffset(), to - from);
                out.advanceWriteOffset(to - from);
            }
            encoder.writeObject(out, encoding, edited(annotations));
            return rest;
        }
    }

    /** Decodes and encodes all sections. */
    static final class Whole extends AmqpRewritePeer
    {
        Whole(final byte[][] messages)
        {
            super(messages);
        }

        @Override
        int rewrite(final ProtonBuffer message)
        {
            boolean header = false;
            boolean annotations = false;
            while (message.isReadable())
            {
                Section<?> section = (Section<?>)decoder.readObject(message, state);
                if (!header)
                {
                    header = true;
                    section = write(section instanceof Header ? edited((Header)section) : edited((Header)null),
                        section);
                }
                if (section != null && !annotations && !(section instanceof DeliveryAnnotations))
                {
                    annotations = true;
                    section = write(section instanceof MessageAnnotations ? edited((MessageAnnotations)section)
                        : edited((MessageAnnotations)null), section);
                }
                if (section != null)
                {
                    encoder.writeObject(out, encoding, section);
                }
            }
            return message.getReadOffset();
        }

        /** Writes a section that was changed, and gives back what is still to be written, if it was made. */
        private Section<?> write(final Section<?> edited, final Section<?> read)
        {
            encoder.writeObject(out, encoding, edited);
            return edited.getType() == read.getType() ? null : read;
        }
    }
}
