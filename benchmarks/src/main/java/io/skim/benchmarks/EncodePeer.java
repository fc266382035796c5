package io.skim.benchmarks;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.apache.rocketmq.remoting.protocol.header.SendMessageRequestHeaderV2;

/**
 * RocketMQ: a command for each frame, as its client makes one for each request, with a typed header that was made before;
 * written by {@code fastEncodeHeader} into a heap buffer that is used again, as its network encoder does.
 */
final class EncodePeer extends Peer implements Encode
{
    private final ByteBuf out = Unpooled.buffer(1 << 12);
    /** What the frames hold besides their ext fields. */
    private final RemotingCommand[] read;
    private final SendMessageRequestHeaderV2[] headers;
    private final SerializeType type;

    EncodePeer(final byte[][] frames)
    {
        super(frames);
        read = Encode.commands(frames);
        headers = Encode.headers(frames);
        type = frames[0][Integer.BYTES] == 0 ? SerializeType.JSON : SerializeType.ROCKETMQ;
    }

    @Override
    int answer(final int frame)
    {
        final RemotingCommand fixed = read[frame];
        // Not one command for all: JSON would find the map of ext fields filled, which it is for nobody else.
        final RemotingCommand command = RemotingCommand.createRequestCommand(fixed.getCode(), headers[frame]);
        command.setLanguage(fixed.getLanguage());
        command.setVersion(fixed.getVersion());
        command.setOpaque(fixed.getOpaque());
        command.setFlag(fixed.getFlag());
        command.setRemark(fixed.getRemark());
        command.setSerializeTypeCurrentRPC(type);
        command.fastEncodeHeader(out.clear());
        return out.readableBytes();
    }

    @Override
    public byte[] output()
    {
        final byte[] bytes = new byte[out.readableBytes()];
        out.getBytes(0, bytes);
        return bytes;
    }
}
