package io.skim.benchmarks;

import io.skim.scan.remoting.RequestCode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.apache.rocketmq.remoting.exception.RemotingCommandException;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.header.SendMessageRequestHeaderV2;

/**
 * The right answers, read off the reference decoder's objects in the plainest way and without a thought of speed.
 */
final class Reference
{
    private Reference()
    {
    }

    /** A question's answer about one frame. */
    @FunctionalInterface
    interface Answer
    {
        int of(RemotingCommand command);
    }

    static RemotingCommand decode(final byte[] frame)
    {
        try
        {
            return RemotingCommand.decode(ByteBuffer.wrap(frame, Integer.BYTES, frame.length - Integer.BYTES).slice());
        }
        catch (final RemotingCommandException e)
        {
            throw new IllegalArgumentException(e);
        }
    }

    static int[] answers(final byte[][] frames, final Answer answer)
    {
        final int[] answers = new int[frames.length];
        for (int i = 0; i < frames.length; i++)
        {
            answers[i] = answer.of(decode(frames[i]));
        }
        return answers;
    }

    static String topic(final RemotingCommand command)
    {
        final Map<String, String> extFields = command.getExtFields();
        return extFields == null ? null : extFields.getOrDefault("b", extFields.get("topic"));
    }

    /** The message properties as they are sent; null for none. */
    static String propertiesText(final RemotingCommand command)
    {
        return command.getExtFields() == null ? null : command.getExtFields().get(RequestCode.hasShortNames(command
            .getCode()) ? "i" : "properties");
    }

    static Map<String, String> properties(final RemotingCommand command)
    {
        return MessageDecoder.string2messageProperties(propertiesText(command));
    }

    /** Fields and entries that are there, and the body. */
    static int count(final RemotingCommand command)
    {
        final int fixed = 5 + (command.getRemark() == null ? 0 : 1);
        final int entries = command.getExtFields() == null ? 0 : command.getExtFields().size();
        return fixed + entries + (command.getBody() == null ? 0 : 1);
    }

    static Answer topic(final Question question)
    {
        return command -> question.topicText.equals(topic(command)) ? 1 : 0;
    }

    static Answer predicate(final Question question)
    {
        return command -> topic(question).of(command)
            | (question.tagText.equals(properties(command).get("TAGS")) ? 2 : 0);
    }

    static SendMessageRequestHeaderV2 typed(final RemotingCommand command)
    {
        try
        {
            return command.decodeCommandCustomHeader(SendMessageRequestHeaderV2.class);
        }
        catch (final RemotingCommandException e)
        {
            throw new IllegalArgumentException(e);
        }
    }

    static int extract(final RemotingCommand command)
    {
        final SendMessageRequestHeaderV2 header = typed(command);
        return SendNumbers.mix(command.getCode(), command.getLanguage().ordinal(), command.getVersion(),
            command.getOpaque(),
            command.getFlag(), header.getD(), header.getE(), header.getF(), header.getG(), header.getH(), header.getJ(),
            Boolean.TRUE.equals(header.isK()), header.getL() == null ? 0 : header.getL(),
            Boolean.TRUE.equals(header.isM()), length(header.getA()), length(header
                .getB()),
            length(header.getC()), length(command.getRemark()));
    }

    /** What a service of its own wants of a send header. */
    static int bound(final RemotingCommand command)
    {
        final Map<String, String> extFields = command.getExtFields();
        final Map<String, String> properties = properties(command);
        return new BoundRecord(extFields.get("b"), Integer.parseInt(extFields.get("e")), Long.parseLong(extFields.get(
            "g")), properties.get("TAGS"), properties.get("KEYS"), command.getOpaque()).answer();
    }

    /** The texts of a send header that are there. */
    static Map<String, String> texts(final RemotingCommand command)
    {
        final Map<String, String> texts = new HashMap<>(command.getExtFields());
        texts.keySet().retainAll(List.of("a", "b", "c", "i", "n"));
        texts.put("remark", command.getRemark());
        texts.values().removeIf(text -> text == null);
        return texts;
    }

    private static int length(final String text)
    {
        return text == null ? 0 : text.getBytes(StandardCharsets.UTF_8).length;
    }
}
