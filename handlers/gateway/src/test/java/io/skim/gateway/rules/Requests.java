package io.skim.gateway.rules;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.skim.gateway.config.GatewayConfig;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.remoting.RequestCode;
import io.skim.scan.testing.HeaderRecord;
import io.skim.scan.testing.Reference;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageAccessor;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.apache.rocketmq.remoting.protocol.header.SendMessageRequestHeader;
import org.apache.rocketmq.remoting.protocol.header.SendMessageRequestHeaderV2;

/** Requests as the reference writes them, and what rules make of them. */
final class Requests
{
    private static final byte[] BODY = "the body".getBytes(StandardCharsets.UTF_8);

    private final RemotingScanner scanner = new RemotingScanner();
    private final FrameView view = new FrameView();
    private final Decider decider;
    private byte[] frame;

    Requests(final RuleSet rules)
    {
        this(new Decider(() -> rules));
    }

    Requests(final Decider decider)
    {
        this.decider = decider;
    }

    static byte[] send(final SerializeType type, final int code, final String topic, final String... properties)
    {
        final SendMessageRequestHeader header = new SendMessageRequestHeader();
        header.setProducerGroup("producers");
        header.setTopic(topic);
        header.setDefaultTopic("TBW102");
        header.setDefaultTopicQueueNums(4);
        header.setQueueId(1);
        header.setSysFlag(0);
        header.setBornTimestamp(1_700_000_000_000L);
        header.setFlag(0);
        header.setReconsumeTimes(0);
        header.setUnitMode(false);
        header.setBatch(code == RequestCode.SEND_BATCH_MESSAGE.code());
        final Map<String, String> map = new HashMap<>();
        for (int i = 0; i < properties.length; i += 2)
        {
            map.put(properties[i], properties[i + 1]);
        }
        header.setProperties(MessageDecoder.messageProperties2String(map));
        final RemotingCommand command = RemotingCommand.createRequestCommand(code, RequestCode.hasShortNames(code)
            ? SendMessageRequestHeaderV2.createSendMessageRequestHeaderV2(header) : header);
        return encode(command, type, header.isBatch() ? batch(topic, map) : BODY);
    }

    /** A request with ext fields. */
    static byte[] request(final SerializeType type, final int code, final String... fields)
    {
        final RemotingCommand command = RemotingCommand.createRequestCommand(code, null);
        for (int i = 0; i < fields.length; i += 2)
        {
            command.addExtField(fields[i], fields[i + 1]);
        }
        return encode(command, type);
    }

    /** Two messages, of which the first has the properties. */
    private static byte[] batch(final String topic, final Map<String, String> properties)
    {
        final List<Message> messages = List.of(new Message(topic, BODY), new Message(topic, BODY));
        // Which a new message has.
        messages.forEach(message -> MessageAccessor.clearProperty(message, "WAIT"));
        properties.forEach((name, value) -> MessageAccessor.putProperty(messages.get(0), name, value));
        return MessageDecoder.encodeMessages(messages);
    }

    static byte[] encode(final RemotingCommand command, final SerializeType type)
    {
        return encode(command, type, BODY);
    }

    private static byte[] encode(final RemotingCommand command, final SerializeType type, final byte... body)
    {
        command.setSerializeTypeCurrentRPC(type);
        command.setBody(body);
        final ByteBuffer encoded = command.encode();
        final byte[] bytes = new byte[encoded.remaining()];
        encoded.get(bytes);
        return bytes;
    }

    static ConnectionFacts facts(final GatewayConfig config, final String listener, final String address,
        final String tlsName, final String... names)
    {
        try
        {
            return new ConnectionFacts(config.listener(listener), InetAddress.getByName(address), tlsName,
                List.of(names));
        }
        catch (final UnknownHostException e)
        {
            throw new AssertionError(e);
        }
    }

    Decision decide(final byte[] request, final ConnectionFacts facts)
    {
        return decide(request, facts, 0);
    }

    Decision decide(final byte[] request, final ConnectionFacts facts, final long now)
    {
        frame = request;
        if (!scanner.check(view.wrap(request, 0, request.length)))
        {
            throw new AssertionError(scanner.fault());
        }
        return decider.decide(scanner, facts, now);
    }

    /** The frame that was decided about, edited, as the reference reads it. */
    HeaderRecord edited(final Decision decision)
    {
        return edited(decision, scanner, frame);
    }

    /** The properties of the messages in the batch that was decided about, edited, as the reference reads them. */
    List<String> editedEntries(final Decision decision)
    {
        try
        {
            return MessageDecoder.decodeMessages(ByteBuffer.wrap(HexFormat.of().parseHex(edited(decision).body)))
                .stream()
                .map(message -> new TreeMap<>(message.getProperties()).toString()).toList();
        }
        catch (final Exception e)
        {
            throw new AssertionError(e);
        }
    }

    /** A frame that was scanned and decided about, edited, as the reference reads it. */
    static HeaderRecord edited(final Decision decision, final RemotingScanner scanner, final byte... frame)
    {
        if (decision.rewriter() == null)
        {
            return Reference.decode(frame);
        }
        if (!decision.rewriter().rewrite(scanner))
        {
            throw new AssertionError(decision.rewriter().patch().refusal());
        }
        final ByteBuf whole =
            decision.rewriter().patch().apply(Unpooled.wrappedBuffer(frame), UnpooledByteBufAllocator.DEFAULT);
        final byte[] bytes = new byte[whole.readableBytes()];
        whole.readBytes(bytes).release();
        return Reference.decode(bytes);
    }
}
