package io.skim.benchmarks;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.HashMap;
import org.apache.rocketmq.remoting.exception.RemotingCommandException;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.header.SendMessageRequestHeaderV2;

/**
 * RocketMQ's own decoder, from heap buffers made once: what {@code NettyDecoder} does with a frame, but for the
 * splitting.
 */
abstract class DecodePeer extends Peer
{
    private final ByteBuf[] buffers;

    DecodePeer(final byte[][] frames)
    {
        super(frames);
        buffers = new ByteBuf[frames.length];
        for (int i = 0; i < frames.length; i++)
        {
            buffers[i] = Unpooled.wrappedBuffer(frames[i]);
        }
    }

    final RemotingCommand decode(final int frame) throws RemotingCommandException
    {
        // As it leaves LengthFieldBasedFrameDecoder: behind the length.
        return RemotingCommand.decode(buffers[frame].readerIndex(Integer.BYTES));
    }

    static String topic(final HashMap<String, String> extFields)
    {
        if (extFields == null)
        {
            return null;
        }
        final String topic = extFields.get("b");
        return topic != null ? topic : extFields.get("topic");
    }

    /** Everything decoded; counts what there is. */
    static final class Whole extends DecodePeer
    {
        Whole(final byte[][] frames)
        {
            super(frames);
        }

        @Override
        int answer(final int frame) throws RemotingCommandException
        {
            return Reference.count(decode(frame));
        }
    }

    /** The topic, from the map. */
    static final class Topic extends DecodePeer
    {
        private final String topic;

        Topic(final byte[][] frames, final Question question)
        {
            super(frames);
            topic = question.topicText;
        }

        @Override
        int answer(final int frame) throws RemotingCommandException
        {
            return topic.equals(topic(decode(frame).getExtFields())) ? 1 : 0;
        }
    }

    /** Topic and property, the property by a search in the text of them all: the cheapest way with this decoder. */
    static final class TextSearch extends DecodePeer
    {
        private final Question question;

        TextSearch(final byte[][] frames, final Question question)
        {
            super(frames);
            this.question = question;
        }

        @Override
        int answer(final int frame) throws RemotingCommandException
        {
            final RemotingCommand command = decode(frame);
            final int topic = question.topicText.equals(topic(command.getExtFields())) ? 1 : 0;
            return topic | (question.hasTag(Reference.propertiesText(command)) ? 2 : 0);
        }
    }

    /** Topic and property, the property from a map of them all: the usual way. */
    static final class PropertiesMap extends DecodePeer
    {
        private final Question question;

        PropertiesMap(final byte[][] frames, final Question question)
        {
            super(frames);
            this.question = question;
        }

        @Override
        int answer(final int frame) throws RemotingCommandException
        {
            final RemotingCommand command = decode(frame);
            final int topic = question.topicText.equals(topic(command.getExtFields())) ? 1 : 0;
            final String tag = Reference.properties(command).get("TAGS");
            return topic | (question.tagText.equals(tag) ? 2 : 0);
        }
    }

    /** The typed send header. */
    static final class Typed extends DecodePeer
    {
        Typed(final byte[][] frames)
        {
            super(frames);
        }

        @Override
        int answer(final int frame) throws RemotingCommandException
        {
            final RemotingCommand command = decode(frame);
            final SendMessageRequestHeaderV2 header = command.decodeCommandCustomHeader(
                SendMessageRequestHeaderV2.class);
            return SendNumbers.mix(command.getCode(), command.getLanguage().ordinal(), command.getVersion(), command
                .getOpaque(), command.getFlag(), header.getD(), header.getE(), header.getF(), header.getG(),
                header
                    .getH(),
                header.getJ(), Boolean.TRUE.equals(header.isK()), header.getL() == null ? 0 : header.getL(),
                Boolean.TRUE.equals(header.isM()), length(
                    header.getA()),
                length(header.getB()), length(header.getC()), length(
                    command.getRemark()));
        }

        /** Of texts that are ASCII in all frames. */
        private static int length(final String text)
        {
            return text == null ? 0 : text.length();
        }
    }

    /** A record of the caller's own, from the map of ext fields and one of the properties. */
    static final class Bound extends DecodePeer
    {
        Bound(final byte[][] frames)
        {
            super(frames);
        }

        @Override
        int answer(final int frame) throws RemotingCommandException
        {
            return Reference.bound(decode(frame));
        }
    }
}
