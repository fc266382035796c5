package io.skim.scan.amqp;

import io.skim.scan.testing.AmqpGenerator;
import io.skim.scan.testing.AmqpMessages;
import io.skim.scan.testing.AmqpMutator;
import io.skim.scan.testing.Settings;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/** Messages as they are on most wires, made at random: usual sections, short names, numbers and texts of all widths. */
final class UsualMessages
{
    private static final int[] CODES =
        {0x40, 0x41, 0x42, 0x43, 0x44, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x60, 0x61,
            0x70, 0x71, 0x72, 0x73, 0x74, 0x80, 0x81, 0x82, 0x83, 0x84, 0x94, 0x98, 0xA0, 0xA1, 0xA3, 0xB0, 0xB1, 0xB3,
            0x45, 0xC0,
            0xE0};
    private static final int[][] PROPERTIES =
        {{0x80, 0x98, 0xA1, 0x53}, {0xA0}, {0xA1}, {0xA1}, {0xA1}, {0xA1, 0x44}, {0xA3},
            {0xA3}, {0x83}, {0x83}, {0xA1}, {0x70, 0x52, 0x43}, {0xA1}};
    private static final int[][] HEADER = {{0x41, 0x42, 0x56}, {0x50}, {0x70, 0x52}, {0x41}, {0x43, 0x52}};

    private UsualMessages()
    {
    }

    /** Gives usual messages and any others, made at random, and of each a part that is cut off and two with mutations. */
    static void forEachGoodAndSpoiled(final int rounds, final Consumer<byte[]> check)
    {
        final Random random = new Random(Settings.seed());
        final AmqpGenerator generator = new AmqpGenerator(random);
        final AmqpMutator mutator = new AmqpMutator(random);
        for (int round = 0; round < rounds; round++)
        {
            for (final byte[] message : List.of(AmqpMessages.random(random, generator), of(random)))
            {
                check.accept(message);
                check.accept(Arrays.copyOf(message, random.nextInt(message.length + 1)));
                check.accept(mutator.mutated(message));
                check.accept(mutator.mutated(message));
            }
        }
    }

    static byte[] of(final Random random)
    {
        final ByteArrayOutputStream message = new ByteArrayOutputStream();
        section(message, 0x70, 0xC0, fields(random, HEADER), random);
        section(message, 0x71, 0xC1, map(random, 0xA3, random.nextInt(3)), random);
        section(message, 0x72, 0xC1, map(random, 0xA3, random.nextInt(5)), random);
        section(message, 0x73, 0xC0, fields(random, PROPERTIES), random);
        section(message, 0x74, 0xC1, map(random, 0xA1, 2 + random.nextInt(12)), random);
        if (random.nextInt(4) > 0)
        {
            message.writeBytes(new byte[] {0, 0x53, 0x75, (byte)0xA0, 3, 1, 2, 3});
        }
        else
        {
            message.writeBytes(new byte[] {0, 0x53, 0x77});
            value(message, random, random.nextBoolean() ? 0x40 : 0xA1);
        }
        return message.toByteArray();
    }

    /** Values and how many they are, in front. */
    private static byte[] fields(final Random random, final int[][] codes)
    {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final int count = random.nextInt(codes.length + 1);
        out.write(count);
        for (int i = 0; i < count; i++)
        {
            value(out, random, random.nextInt(4) == 0 ? 0x40 : codes[i][random.nextInt(codes[i].length)]);
        }
        return out.toByteArray();
    }

    private static byte[] map(final Random random, final int keyCode, final int entries)
    {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(2 * entries);
        for (int i = 0; i < entries; i++)
        {
            final byte[] key = text("key-of-some-length".substring(random.nextInt(18)));
            key[0] = (byte)keyCode;
            out.writeBytes(key);
            value(out, random, CODES[random.nextInt(random.nextInt(4) > 0 ? 29 : CODES.length)]);
        }
        return out.toByteArray();
    }

    /** Short if there is room, and else or sometimes long. */
    private static void section(final ByteArrayOutputStream message, final int descriptor, final int code,
        final byte[] values, final Random random)
    {
        if (values[0] == 0 && random.nextBoolean())
        {
            return;
        }
        message.writeBytes(new byte[] {0, 0x53, (byte)descriptor});
        if (values.length < 256 && random.nextInt(3) > 0)
        {
            message.write(code);
            message.write(values.length);
            message.writeBytes(values);
            return;
        }
        message.write(code + 0x10);
        message.writeBytes(ByteBuffer.allocate(8).putInt(values.length + 3).putInt(values[0]).array());
        message.write(values, 1, values.length - 1);
    }

    private static void value(final ByteArrayOutputStream out, final Random random, final int code)
    {
        out.write(code);
        switch (code >>> 4)
        {
            case 0x4:
                return;
            case 0xA, 0xB:
                final byte[] text = word(random, code % 16 == 1).getBytes(StandardCharsets.UTF_8);
                out.writeBytes(code >>> 4 == 0xA ? new byte[] {(byte)text.length} : ByteBuffer.allocate(4).putInt(
                    text.length).array());
                out.writeBytes(text);
                return;
            case 0xC:
                out.writeBytes(new byte[] {2, 1, 0x41});
                return;
            case 0xE:
                out.writeBytes(new byte[] {3, 1, 0x50, 7});
                return;
            case 0x5:
                out.write(code == 0x56 ? random.nextInt(2) : random.nextInt());
                return;
            default:
                final byte[] bytes = new byte[1 << (code >>> 4) - 5];
                random.nextBytes(bytes);
                if (code == 0x73)
                {
                    bytes[0] = 0;
                    bytes[1] = 0;
                }
                out.writeBytes(bytes);
        }
    }

    private static String word(final Random random, final boolean accents)
    {
        final int length = random.nextInt(6) > 0 ? random.nextInt(20) : random.nextInt(70);
        return random.ints(length, 'a', 'z' + 1).collect(StringBuilder::new, StringBuilder::appendCodePoint,
            StringBuilder::append).append(accents && random.nextInt(30) == 0 ? "\u00e9" : "").toString();
    }

    /** A string with its constructor. */
    static byte[] text(final String text)
    {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(2 + bytes.length).put((byte)0xA1).put((byte)bytes.length).put(bytes).array();
    }

    /** One application property. */
    static byte[] property(final byte[] key, final byte[] value)
    {
        final int size = 4 + key.length + value.length;
        return ByteBuffer.allocate(8 + size).put(new byte[] {0, 0x53, 0x74, (byte)0xD1}).putInt(size).putInt(2).put(key)
            .put(
                value)
            .array();
    }

    /** So many application properties. */
    static byte[] entries(final int entries)
    {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < entries; i++)
        {
            out.writeBytes(text("k" + i));
            out.writeBytes(new byte[] {0x54, (byte)i});
        }
        return ByteBuffer.allocate(12 + out.size()).put(new byte[] {0, 0x53, 0x74, (byte)0xD1}).putInt(4 + out.size())
            .putInt(
                2 * entries)
            .put(out.toByteArray()).array();
    }
}
