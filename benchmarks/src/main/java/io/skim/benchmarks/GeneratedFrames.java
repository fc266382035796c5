package io.skim.benchmarks;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.apache.rocketmq.remoting.protocol.header.SendMessageRequestHeader;
import org.apache.rocketmq.remoting.protocol.header.SendMessageRequestHeaderV2;

/**
 * Sends of more variety than the captures have, the same in each run and in both encodings, written by the reference: 5 to
 * 40 properties with values of 1 to 200 characters and names of 3 to 24, a {@code traceparent} in each; a third of the
 * frames has Chinese and Japanese values, a quarter names its fields in full, a fifth has a remark, and in some a value is
 * JSON itself, and so is escaped.
 */
final class GeneratedFrames
{
    private static final int COUNT = 401;
    private static final int SEED = 22;
    private static final int LEAST = 5;
    private static final int MOST = 40;
    private static final int LONGEST = 200;
    private static final int PLAIN = 310;
    private static final int IN_FULL = 10;
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz";
    private static final String ASCII = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:/ ,;=+";
    private static final String CJK = "\u8ba2\u5355\u652f\u4ed8\u6210\u529f\u5317\u4eac\u4e0a\u6d77\u3042\u308a"
        + "\u304c\u3068\u3046\u6771\u4eac\u4e2d\u6587\u540d\u5b57\u6570\u91cf";
    private static final String[] TOPICS = {"orders", "payments.settled", "inventory-changes", "user_profile_updates",
        "clickstream", "billing%invoices", "shipping", "a"};
    private static final String[] TAGS = {"TagA", "TagB", "created", "a-rather-long-tag-of-a-careful-team"};

    private final Random random;
    private final SerializeType type;

    private GeneratedFrames(final Random random, final SerializeType type)
    {
        this.random = random;
        this.type = type;
    }

    /** All of them. */
    static List<byte[]> of(final Encoding encoding)
    {
        final GeneratedFrames generator = new GeneratedFrames(new Random(SEED), encoding == Encoding.JSON
            ? SerializeType.JSON : SerializeType.ROCKETMQ);
        final List<byte[]> frames = new ArrayList<>();
        for (int i = 0; i < COUNT; i++)
        {
            frames.add(generator.frame());
        }
        return frames;
    }

    private byte[] frame()
    {
        final boolean isInFull = random.nextInt(4) == 0;
        final SendMessageRequestHeader header = new SendMessageRequestHeader();
        header.setProducerGroup("group-" + text(LETTERS, 1 + random.nextInt(30)));
        header.setTopic(TOPICS[random.nextInt(TOPICS.length)]);
        header.setDefaultTopic("TBW102");
        header.setDefaultTopicQueueNums(4);
        header.setQueueId(random.nextInt(16));
        header.setSysFlag(random.nextInt(8));
        header.setBornTimestamp(1_700_000_000_000L + random.nextInt());
        header.setFlag(0);
        header.setReconsumeTimes(0);
        header.setUnitMode(false);
        header.setMaxReconsumeTimes(random.nextInt(17));
        header.setBatch(false);
        header.setProperties(MessageDecoder.messageProperties2String(properties()));
        final RemotingCommand command = RemotingCommand.createRequestCommand(isInFull ? IN_FULL : PLAIN, isInFull
            ? header : SendMessageRequestHeaderV2.createSendMessageRequestHeaderV2(header));
        command.setSerializeTypeCurrentRPC(type);
        command.setVersion(477 + random.nextInt(20));
        command.setOpaque(random.nextInt(1 << 1 + random.nextInt(30)));
        command.setRemark(random.nextInt(5) == 0 ? text(ASCII, 1 + random.nextInt(LONGEST)) : null);
        command.setBody(text(ASCII, 1 + random.nextInt(CorpusMaker.BODY)).getBytes(StandardCharsets.US_ASCII));
        final ByteBuffer encoded = command.encode();
        final byte[] frame = new byte[encoded.remaining()];
        encoded.get(frame);
        return frame;
    }

    private Map<String, String> properties()
    {
        final Map<String, String> properties = new LinkedHashMap<>();
        final boolean isCjk = random.nextInt(3) == 0;
        final int count = LEAST + random.nextInt(MOST - LEAST + 1);
        // One of the first that stand anywhere among the others.
        final List<String> known = new ArrayList<>(List.of("traceparent", "TAGS", "num", "UNIQ_KEY"));
        while (properties.size() < count)
        {
            final int left = count - properties.size();
            if (!known.isEmpty() && random.nextInt(left) < known.size())
            {
                final String name = known.remove(random.nextInt(known.size()));
                properties.put(name, known(name));
            }
            else
            {
                properties.put(text(LETTERS, 3 + random.nextInt(22)), value(isCjk));
            }
        }
        return properties;
    }

    private String known(final String name)
    {
        return switch (name)
        {
            case "TAGS" -> TAGS[random.nextInt(TAGS.length)];
            case "num" -> Integer.toString(random.nextInt(20));
            case "UNIQ_KEY" -> hex(32).toUpperCase(Locale.ROOT);
            default -> "00-" + hex(32) + '-' + hex(16) + "-01";
        };
    }

    private String value(final boolean isCjk)
    {
        final int length = 1 + random.nextInt(LONGEST);
        return random.nextInt(40) == 0 ? "{\"id\":" + length + ",\"path\":\"c:\\\\" + length + "\"}"
            : text(isCjk && random.nextBoolean() ? CJK : ASCII, length);
    }

    private String hex(final int digits)
    {
        return text("0123456789abcdef", digits);
    }

    private String text(final String alphabet, final int length)
    {
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++)
        {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }
}
