package io.skim.mqtt;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/**
 * Writes PUBLISH packets, byte for byte as the standard has them.
 */
final class Publishes
{
    private static final String[] TEXTS =
        {"", "a", "region", "eu", "traceparent", "\u6771\u4EAC", "\uD83D\uDE00", "x".repeat(90),
            "topic/with/levels", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"};

    private final ByteArrayOutputStream properties = new ByteArrayOutputStream();
    private int flags;
    private String topic = "t";
    private byte[] payload = {};

    Publishes flags(final int dupQosRetain)
    {
        flags = dupQosRetain;
        return this;
    }

    Publishes topic(final String name)
    {
        topic = name;
        return this;
    }

    Publishes payload(final byte... bytes)
    {
        payload = bytes;
        return this;
    }

    Publishes user(final String name, final String value)
    {
        properties.write(PublishPacket.USER_PROPERTY);
        text(properties, name);
        text(properties, value);
        return this;
    }

    Publishes text(final PublishField field, final String value)
    {
        properties.write(field.identifier);
        text(properties, value);
        return this;
    }

    Publishes number(final PublishField field, final long value)
    {
        properties.write(field.identifier);
        final int width = switch (field.kind)
        {
            case UINT8 -> 1;
            case UINT16 -> 2;
            default -> 4;
        };
        for (int i = width - 1; i >= 0; i--)
        {
            properties.write((int)(value >> Byte.SIZE * i));
        }
        return this;
    }

    Publishes raw(final int... octets)
    {
        for (final int octet : octets)
        {
            properties.write(octet);
        }
        return this;
    }

    byte[] bytes()
    {
        final ByteArrayOutputStream rest = new ByteArrayOutputStream();
        text(rest, topic);
        if ((flags >> 1 & 3) > 0)
        {
            rest.write(0x12);
            rest.write(0x34);
        }
        number(rest, properties.size());
        rest.writeBytes(properties.toByteArray());
        rest.writeBytes(payload);
        final ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.write(0x30 | flags);
        number(packet, rest.size());
        packet.writeBytes(rest.toByteArray());
        return packet.toByteArray();
    }

    private static void text(final ByteArrayOutputStream to, final String text)
    {
        final byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        to.write(utf8.length >> Byte.SIZE);
        to.write(utf8.length);
        to.writeBytes(utf8);
    }

    private static void number(final ByteArrayOutputStream to, final int number)
    {
        int left = number;
        while (left >= 0x80)
        {
            to.write(left | 0x80);
            left >>= 7;
        }
        to.write(left);
    }

    /** A good packet with any of what packets may have. */
    static byte[] random(final Random random)
    {
        final Publishes publish = new Publishes().flags(new int[] {0, 1, 2, 3, 4, 10, 13}[random.nextInt(7)])
            .topic(text(random) + "/" + text(random));
        if (random.nextBoolean())
        {
            publish.number(PublishField.PAYLOAD_FORMAT, random.nextInt(2));
        }
        for (int i = random.nextInt(6); i > 0; i--)
        {
            publish.user(text(random), text(random));
        }
        if (random.nextBoolean())
        {
            publish.number(PublishField.MESSAGE_EXPIRY, random.nextInt()).text(PublishField.CONTENT_TYPE, text(random));
        }
        if (random.nextBoolean())
        {
            publish.text(PublishField.CORRELATION_DATA, text(random)).number(PublishField.TOPIC_ALIAS,
                1 + random.nextInt(
                    0xFFFF));
        }
        for (int i = random.nextInt(3); i > 0; i--)
        {
            publish.user(text(random), text(random));
        }
        if (random.nextBoolean())
        {
            publish.text(PublishField.RESPONSE_TOPIC, text(random));
        }
        final byte[] payload = new byte[random.nextInt(random.nextInt(10) == 0 ? 3_000 : 20)];
        random.nextBytes(payload);
        return publish.payload(payload).bytes();
    }

    private static String text(final Random random)
    {
        return TEXTS[random.nextInt(TEXTS.length)];
    }
}
