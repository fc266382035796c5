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
     * @return what the reference reads (an opaque from its own counter as null), or null if it fails (and a server
     *     would close the connection).
     */
    public static HeaderRecord decode(final byte[] frame)
    {
        final int before = RemotingCommand.createNewRequestId();
        RemotingCommand command = command(frame);
        if (command == null)
        {
            return null;
        }
        final HeaderRecord header = record(command);
        if (command.getOpaque() > before && command.getOpaque() < RemotingCommand.createNewRequestId())
        {
            // Its own counter, or an opaque that happens to be near it: the counter has moved since.
            command = command(frame);
            header.opaque = command.getOpaque() == header.opaque ? header.opaque : null;
        }
        return header;
    }

    private static RemotingCommand command(final byte[] frame)
    {
        try
        {
            return RemotingCommand.decode(ByteBuffer.wrap(frame, 4, frame.length - 4).slice());
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
        final Map<?, ?> extFields = command.getExtFields();
        if (extFields != null)
        {
            header.nullKey = extFields.containsKey(null);
            header.extFields = new TreeMap<>();
            for (final Map.Entry<?, ?> entry : extFields.entrySet())
            {
                header.extFields.put(text(entry.getKey(), ""), text(entry.getValue(), null));
            }
            header.properties = properties(command.getCode(), extFields);
        }
        return header;
    }

    /** The map's type is erased: what is in it may be no text. */
    private static String text(final Object value, final String forNull)
    {
        return value == null ? forNull : value instanceof String ? (String)value : "not a text: " + value;
    }

    private static TreeMap<String, String> properties(final int code, final Map<?, ?> extFields)
    {
        final boolean brief = code == 310 || code == 320 || code == 325;
        final Object text = extFields.get(brief ? "i" : "properties");
        return text instanceof String ? properties((String)text) : null;
    }

    /**
     * Decodes message properties.
     *
     * @param text as it stands in an ext field.
     * @return the properties by name.
     */
    public static TreeMap<String, String> properties(final String text)
    {
        return new TreeMap<>(new HashMap<>(MessageDecoder.string2messageProperties(text)));
    }
}
