package io.skim.encode;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.skim.scan.remoting.RemotingLanguage;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.rocketmq.remoting.protocol.LanguageCode;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;

/**
 * A header as values, which our encoder and the reference's write.
 */
final class HeaderValues
{
    int code = 10;
    RemotingLanguage language = RemotingLanguage.JAVA;
    int version = 515;
    int opaque = 7;
    int flag;
    String remark;
    Map<String, String> extFields;
    byte[] body = {};

    HeaderValues()
    {
    }

    HeaderValues(final String... entries)
    {
        extFields = new LinkedHashMap<>();
        for (int i = 0; i < entries.length; i += 2)
        {
            extFields.put(entries[i], entries[i + 1]);
        }
    }

    /** The frame that release 5.5.1 makes of the values, its map in their order. */
    byte[] byReference(final boolean json)
    {
        final RemotingCommand command = RemotingCommand.createRequestCommand(code, null);
        command.setSerializeTypeCurrentRPC(json ? SerializeType.JSON : SerializeType.ROCKETMQ);
        command.setLanguage(language == null ? null : LanguageCode.valueOf(language.name()));
        command.setVersion(version);
        command.setOpaque(opaque);
        command.setFlag(flag);
        command.setRemark(remark);
        command.setExtFields(extFields == null ? null : new LinkedHashMap<>(extFields));
        command.setBody(body.length == 0 ? null : body);
        final ByteBuffer frame = command.encode();
        final byte[] bytes = new byte[frame.remaining()];
        frame.get(bytes);
        return bytes;
    }

    /** Puts the values, all but the body, and does not end the frame. */
    void put(final RemotingEncoder encoder)
    {
        encoder.begin(code, language, version, opaque, flag);
        encoder.remark(remark);
        if (extFields != null)
        {
            encoder.beginExtFields();
            extFields.forEach((name, value) -> encoder.putEntry(EntryKey.of(name), value));
            encoder.endExtFields();
        }
    }

    /** The frame that our encoder makes of the values, null if it refuses. */
    byte[] byEncoder(final RemotingEncoder encoder)
    {
        final ByteBuf out = Unpooled.buffer();
        encoder.wrap(out);
        put(encoder);
        final int length = encoder.end(Unpooled.wrappedBuffer(body));
        if (length != (length < 0 ? -1 : out.readableBytes()))
        {
            throw new AssertionError(length + " bytes, but " + out);
        }
        final byte[] frame = new byte[out.readableBytes()];
        out.readBytes(frame);
        return length < 0 ? null : frame;
    }

    /** What the reference reads in a frame. */
    static RemotingCommand decode(final byte[] frame)
    {
        try
        {
            return RemotingCommand.decode(ByteBuffer.wrap(frame, Integer.BYTES, frame.length - Integer.BYTES).slice());
        }
        catch (final Exception refused)
        {
            throw new AssertionError(new String(frame, StandardCharsets.ISO_8859_1), refused);
        }
    }

    static HashMap<String, String> extFields(final byte[] frame)
    {
        return decode(frame).getExtFields();
    }
}
