package io.skim.benchmarks;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.skim.scan.remoting.RequestCode;
import java.util.HashMap;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;

/**
 * RocketMQ: decodes, changes, and encodes the header anew into a buffer that is used again, as its network encoder does.
 */
abstract class RewritePeer extends DecodePeer implements Rewrite
{
    private final ByteBuf out = Unpooled.buffer(1 << 12);
    private RemotingCommand last;

    RewritePeer(final byte[][] frames)
    {
        super(frames);
    }

    abstract void edit(RemotingCommand command);

    @Override
    final int answer(final int frame) throws Exception
    {
        last = decode(frame);
        edit(last);
        last.fastEncodeHeader(out.clear());
        return last.getOpaque();
    }

    @Override
    public final byte[] output()
    {
        final byte[] body = last.getBody() == null ? new byte[0] : last.getBody();
        final byte[] frame = new byte[out.readableBytes() + body.length];
        out.getBytes(0, frame, 0, out.readableBytes());
        System.arraycopy(body, 0, frame, out.readableBytes(), body.length);
        return frame;
    }

    /** Gives each frame another opaque. */
    static final class Opaque extends RewritePeer
    {
        private int next;

        Opaque(final byte[][] frames)
        {
            super(frames);
        }

        @Override
        void edit(final RemotingCommand command)
        {
            command.setOpaque(++next & Integer.MAX_VALUE);
        }
    }

    /** Changes the topic and adds a property, at the end of their text: the cheapest way. */
    static final class Topic extends RewritePeer
    {
        private static final String ADDED = PROPERTY + '\u0001' + VALUE + '\u0002';

        Topic(final byte[][] frames)
        {
            super(frames);
        }

        @Override
        void edit(final RemotingCommand command)
        {
            final HashMap<String, String> extFields = command.getExtFields();
            final boolean isShort = RequestCode.hasShortNames(command.getCode());
            final String name = isShort ? "i" : "properties";
            final String properties = extFields.get(name);
            extFields.put(isShort ? "b" : "topic", TOPIC);
            extFields.put(name, properties == null || properties.isEmpty() ? ADDED : properties.endsWith("\u0002")
                ? properties + ADDED
                : properties + '\u0002' + ADDED);
        }
    }
}
