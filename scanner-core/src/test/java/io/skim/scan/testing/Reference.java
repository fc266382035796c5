package io.skim.scan.testing;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;

/**
 * The reference decoder: RocketMQ's own, release 5.5.1.
 */
public final class Reference
{
    private Reference()
    {
    }

    /**
     * Decodes a frame.
     *
     * @param frame whole, with its length prefix, which is not checked here.
     * @return what the reference reads, or null if it fails (and a server would close the connection).
     */
    public static HeaderRecord decode(final byte[] frame)
    {
        try
        {
            return record(RemotingCommand.decode(ByteBuffer.wrap(frame, 4, frame.length - 4).slice()));
        }
        catch (final Exception | StackOverflowError refused)
        {
            return null;
        }
    }

    private static HeaderRecord record(final RemotingCommand command)
    {
        final HeaderRecord header = new HeaderRecord();
        header.code = command.getCode();
        header.language = command.getLanguage() == null ? null : command.getLanguage().name();
        header.version = command.getVersion();
        header.opaque = command.getOpaque();
        header.flag = command.getFlag();
        header.remark = command.getRemark();
        header.body = command.getBody() == null ? null : HexFormat.of().formatHex(command.getBody());
        final HashMap<String, String> extFields = command.getExtFields();
        if (extFields != null)
        {
            header.nullKey = extFields.containsKey(null);
            header.extFields = new TreeMap<>();
            for (final Map.Entry<String, String> entry : extFields.entrySet())
            {
                header.extFields.put(entry.getKey() == null ? "" : entry.getKey(), entry.getValue());
            }
            header.properties = properties(command.getCode(), extFields);
        }
        return header;
    }

    private static TreeMap<String, String> properties(final int code, final Map<String, String> extFields)
    {
        final boolean brief = code == 310 || code == 320 || code == 325;
        final String text = extFields.get(brief ? "i" : "properties");
        return text == null ? null : new TreeMap<>(MessageDecoder.string2messageProperties(text));
    }
}
