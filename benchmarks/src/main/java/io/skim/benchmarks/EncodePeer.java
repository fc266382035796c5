package io.skim.benchmarks;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.apache.rocketmq.remoting.protocol.header.SendMessageRequestHeaderV2;

/**
 * RocketMQ: commands with typed headers, made once and written by {@code fastEncodeHeader} into a heap buffer that is
 * used again, as its network encoder does.
 */
final class EncodePeer extends Peer implements Encode
{
    private final ByteBuf out = Unpooled.buffer(1 << 12);
    private final RemotingCommand[] commands;

    EncodePeer(final byte[][] frames)
    {
        super(frames);
        final RemotingCommand[] read = Encode.commands(frames);
        final SendMessageRequestHeaderV2[] headers = Encode.headers(frames);
        commands = new RemotingCommand[frames.length];
        for (int i = 0; i < frames.length; i++)
        {
            commands[i] = RemotingCommand.createRequestCommand(read[i].getCode(), headers[i]);
            commands[i].setLanguage(read[i].getLanguage());
            commands[i].setVersion(read[i].getVersion());
            commands[i].setOpaque(read[i].getOpaque());
            commands[i].setFlag(read[i].getFlag());
            commands[i].setRemark(read[i].getRemark());
            commands[i].setSerializeTypeCurrentRPC(frames[i][Integer.BYTES] == 0 ? SerializeType.JSON
                : SerializeType.ROCKETMQ);
        }
    }

    @Override
    int answer(final int frame)
    {
        commands[frame].fastEncodeHeader(out.clear());
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
