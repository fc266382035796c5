package io.skim.handlers.select;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;

/**
 * Encodes AMQP messages for tests: the sections a selector looks at and a small body.
 */
final class AmqpMessages
{
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** A value of AMQP that has no Java type of its own. */
    record Typed(int constructor, byte[] bytes)
    {
        static Typed unsignedLong(final long bits)
        {
            return new Typed(0x80, ByteBuffer.allocate(8).putLong(bits).array());
        }

        static Typed unsignedByte(final int value)
        {
            return new Typed(0x50, new byte[] {(byte)value});
        }

        static Typed unsignedInt(final int value)
        {
            return new Typed(0x70, ByteBuffer.allocate(4).putInt(value).array());
        }

        static Typed timestamp(final long millis)
        {
            return new Typed(0x83, ByteBuffer.allocate(8).putLong(millis).array());
        }

        static Typed symbol(final String text)
        {
            final byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
            return new Typed(0xA3, ByteBuffer.allocate(1 + bytes.length).put((byte)bytes.length).put(bytes).array());
        }

        static Typed decimal()
        {
            return new Typed(0x74, new byte[4]);
        }
    }

    /** A message with application properties alone. */
    static byte[] properties(final Map<String, Object> properties)
    {
        return new AmqpMessages().map(0x74, properties).message();
    }

    /** Appends a section that is a list. */
    AmqpMessages list(final int descriptor, final Object... items)
    {
        final AmqpMessages inner = new AmqpMessages();
        for (final Object item : items)
        {
            inner.value(item);
        }
        return section(descriptor, 0xD0, items.length, inner);
    }

    /** Appends a section that is a map; the keys of annotations are symbols. */
    AmqpMessages map(final int descriptor, final Map<String, Object> entries)
    {
        return map(descriptor, entries.entrySet());
    }

    /** Appends a section that is a map, in which a key may stand more than once. */
    AmqpMessages map(final int descriptor, final Collection<Map.Entry<String, Object>> entries)
    {
        final AmqpMessages inner = new AmqpMessages();
        entries.forEach(entry -> inner.value(descriptor == 0x74 ? entry.getKey() : Typed.symbol(entry.getKey())).value(
            entry.getValue()));
        return section(descriptor, 0xD1, 2 * entries.size(), inner);
    }

    private AmqpMessages section(final int descriptor, final int constructor, final int count,
        final AmqpMessages inner)
    {
        out.writeBytes(new byte[] {0, 0x53, (byte)descriptor, (byte)constructor});
        out.writeBytes(ByteBuffer.allocate(8).putInt(4 + inner.out.size()).putInt(count).array());
        out.writeBytes(inner.out.toByteArray());
        return this;
    }

    /** The message, with a body. */
    byte[] message()
    {
        out.writeBytes(new byte[] {0, 0x53, 0x75, (byte)0xA0, 2, 'h', 'i'});
        return out.toByteArray();
    }

    private AmqpMessages value(final Object value)
    {
        if (value == null)
        {
            return scalar(0x40, new byte[0]);
        }
        if (value instanceof Typed typed)
        {
            return scalar(typed.constructor(), typed.bytes());
        }
        if (value instanceof Boolean truth)
        {
            return scalar(truth ? 0x41 : 0x42, new byte[0]);
        }
        if (value instanceof String text)
        {
            final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            return scalar(0xB1, ByteBuffer.allocate(4 + bytes.length).putInt(bytes.length).put(bytes).array());
        }
        if (value instanceof byte[] bytes)
        {
            return scalar(0xB0, ByteBuffer.allocate(4 + bytes.length).putInt(bytes.length).put(bytes).array());
        }
        if (value instanceof UUID uuid)
        {
            return scalar(0x98, ByteBuffer.allocate(16).putLong(uuid.getMostSignificantBits()).putLong(uuid
                .getLeastSignificantBits()).array());
        }
        return number(value);
    }

    private AmqpMessages number(final Object value)
    {
        final ByteBuffer bytes = ByteBuffer.allocate(8);
        if (value instanceof Byte number)
        {
            return scalar(0x51, new byte[] {number});
        }
        if (value instanceof Short number)
        {
            return scalar(0x61, new byte[] {(byte)(number >> 8), number.byteValue()});
        }
        if (value instanceof Integer number)
        {
            return scalar(0x71, ByteBuffer.allocate(4).putInt(number).array());
        }
        if (value instanceof Long number)
        {
            return scalar(0x81, bytes.putLong(number).array());
        }
        if (value instanceof Float number)
        {
            return scalar(0x72, ByteBuffer.allocate(4).putFloat(number).array());
        }
        if (value instanceof Character character)
        {
            return scalar(0x73, ByteBuffer.allocate(4).putInt(character).array());
        }
        return scalar(0x82, bytes.putDouble((Double)value).array());
    }

    private AmqpMessages scalar(final int constructor, final byte[] bytes)
    {
        out.write(constructor);
        out.writeBytes(bytes);
        return this;
    }
}
