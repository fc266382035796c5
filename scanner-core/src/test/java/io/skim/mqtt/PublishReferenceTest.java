package io.skim.mqtt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.mqtt.MqttDecoder;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttProperties.MqttProperty;
import io.netty.handler.codec.mqtt.MqttProperties.UserProperty;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.util.ReferenceCountUtil;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.testing.Settings;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What the scanner accepts, Netty's decoder reads alike. */
class PublishReferenceTest
{
    /** A CONNECT of version 5, from which the decoder knows what follows. */
    private static final byte[] CONNECT = HexFormat.of().parseHex("100D00044D5154540502003C000000");
    private static final PublishInterest EVERYTHING = PublishScanner.interest().everything().build();

    private final PublishScanner scanner = new PublishScanner();
    private final FrameView view = new FrameView();
    private int agreed;
    private int refused;

    /** Gathers a packet as a map of texts, the last duplicate winning. */
    private static final class Gatherer implements DataHandler
    {
        private final Map<String, String> values = new TreeMap<>();

        @Override
        public Action onField(final int id, final Cursor value)
        {
            final PublishField field = PublishField.values()[id];
            final byte[] bytes = new byte[value.textLength()];
            value.copyTo(bytes, 0);
            values.put(field.fieldName, field == PublishField.FLAGS || field == PublishField.PACKET_ID || field.kind
                .name().startsWith("UINT") ? value.toText() : HexFormat.of().formatHex(bytes));
            return Action.CONTINUE;
        }

        @Override
        public Action onEntry(final int id, final Cursor key, final Cursor value)
        {
            values.merge("user", key.toText() + "=" + value.toText() + ";", String::concat);
            return Action.CONTINUE;
        }
    }

    private static String hex(final String text)
    {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The same map of what Netty decodes; null if it refuses the packet, or wants more bytes. */
    private static Map<String, String> decoded(final byte[] packet)
    {
        final EmbeddedChannel channel = new EmbeddedChannel(new MqttDecoder(1 << 20));
        try
        {
            assertTrue(channel.writeInbound(Unpooled.wrappedBuffer(CONNECT)));
            final MqttMessage connect = channel.readInbound();
            assertTrue(connect.decoderResult().isSuccess(), () -> connect.decoderResult().toString());
            channel.writeInbound(Unpooled.wrappedBuffer(packet));
            final Object message = channel.readInbound();
            try
            {
                return message instanceof MqttPublishMessage && ((MqttMessage)message).decoderResult().isSuccess()
                    ? values(packet[0] & 0xFF, (MqttPublishMessage)message) : null;
            }
            finally
            {
                ReferenceCountUtil.release(message);
            }
        }
        finally
        {
            channel.finishAndReleaseAll();
        }
    }

    private static Map<String, String> values(final int flags, final MqttPublishMessage message)
    {
        final Map<String, String> values = new TreeMap<>();
        values.put("flags", String.valueOf(flags));
        values.put("topic", hex(message.variableHeader().topicName()));
        if (message.fixedHeader().qosLevel().value() > 0)
        {
            values.put("packet-id", String.valueOf(message.variableHeader().packetId()));
        }
        final MqttProperties properties = message.variableHeader().properties();
        for (final PublishField field : PublishField.values())
        {
            final MqttProperty<?> property = field.identifier == 0 ? null : properties.getProperty(field.identifier);
            if (property != null)
            {
                values.put(field.fieldName, value(field, property.value()));
            }
        }
        final StringBuilder user = new StringBuilder();
        for (final MqttProperty<?> property : properties.getProperties(PublishPacket.USER_PROPERTY))
        {
            final MqttProperties.StringPair pair = ((UserProperty)property).value();
            user.append(pair.key).append('=').append(pair.value).append(';');
        }
        if (!user.isEmpty())
        {
            values.put("user", user.toString());
        }
        values.put("payload", ByteBufUtil.hexDump(message.payload()));
        return values;
    }

    private static String value(final PublishField field, final Object value)
    {
        if (value instanceof Integer)
        {
            // An expiry is an int without a sign to Netty.
            return field == PublishField.MESSAGE_EXPIRY ? Integer.toUnsignedString((Integer)value) : value.toString();
        }
        return value instanceof byte[] ? HexFormat.of().formatHex((byte[])value) : hex((String)value);
    }

    private void check(final byte[] packet, final boolean good, final String what)
    {
        final Gatherer gatherer = new Gatherer();
        final Outcome outcome = scanner.scan(view.wrap(packet), EVERYTHING, gatherer);
        final String shown = what + " " + HexFormat.of().formatHex(packet) + " " + scanner.fault();
        assertTrue(!good || outcome == Outcome.COMPLETE, shown);
        if (outcome == Outcome.COMPLETE)
        {
            final Map<String, String> expected = decoded(packet);
            assertNotNull(expected, shown);
            assertEquals(expected, gatherer.values, shown);
            agreed++;
        }
        else
        {
            assertEquals(Map.of(), gatherer.values, shown);
            refused++;
        }
    }

    @Test
    void whatIsAcceptedIsWhatNettyReads()
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        final int packets = Settings.frames(2_000);
        for (int i = 0; i < packets; i++)
        {
            final String what = "-Dskim.seed=" + seed + ", packet " + i;
            final byte[] packet = Publishes.random(random);
            check(packet, true, what);
            for (int j = 0; j < 4; j++)
            {
                final byte[] mutated = packet.clone();
                for (int k = 1 + random.nextInt(2); k > 0; k--)
                {
                    mutated[random.nextInt(Math.min(mutated.length, 160))] =
                        (byte)random.nextInt(random.nextBoolean() ? 256
                            : 48);
                }
                check(mutated, false, what + " mutated");
            }
        }
        assertTrue(agreed > packets && refused > packets, agreed + " " + refused);
    }
}
