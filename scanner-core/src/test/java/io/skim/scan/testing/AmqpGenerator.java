package io.skim.scan.testing;

import static org.junit.jupiter.api.Assertions.fail;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Makes well-formed AMQP values in every width form, streams of them, and messages.
 */
public final class AmqpGenerator
{
    private static final int[] SCALARS = {0x40, 0x41, 0x42, 0x43, 0x44, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x60,
        0x61, 0x70, 0x71, 0x72, 0x73, 0x74, 0x80, 0x81, 0x82, 0x83, 0x84, 0x94, 0x98, 0xA0, 0xA1, 0xA3, 0xB0, 0xB1,
        0xB3};
    private static final int[] COMPOUNDS = {0x45, 0xC0, 0xC1, 0xD0, 0xD1, 0xE0, 0xF0, 0x00};
    private static final String[] WORDS = {"", "a", "topic", "TAGS", "KEYS", "x-opt-trace", "amqp:accepted:list",
        "orders", "0123456789abcdef", "a b\tc\"\\\n", "\u007F"};
    private static final String[] TEXTS = {"\u00E9", "\u65E5\u672C\u8A9E", "\uD83D\uDE00", "\u0000", "\uFEFFx",
        "\u07FF\u0800\uFFFF", "\uDBFF\uDFFF"};

    private final Random random;

    /**
     * Makes a generator.
     *
     * @param random decides everything.
     */
    public AmqpGenerator(final Random random)
    {
        this.random = random;
    }

    /**
     * Makes streams from the seed of this run, and has each checked.
     *
     * @param streams how many.
     * @param check   of one; where it fails, the failure goes on with the seed, and the stream in hex.
     */
    public static void each(final int streams, final Consumer<byte[]> check)
    {
        final long seed = Settings.seed();
        final AmqpGenerator generator = new AmqpGenerator(new Random(seed));
        for (int stream = 0; stream < streams; stream++)
        {
            final byte[] bytes = generator.stream();
            try
            {
                check.accept(bytes);
            }
            catch (final AssertionError | RuntimeException e)
            {
                fail("-Dskim.seed=" + seed + ", stream " + stream + ": " + HexFormat.of().formatHex(bytes), e);
            }
        }
    }

    /**
     * A stream of one value or some.
     *
     * @return the bytes.
     */
    public byte[] stream()
    {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int values = random.nextInt(3) > 0 ? 1 : random.nextInt(5); values > 0; values--)
        {
            out.writeBytes(value(1 + random.nextInt(5)));
        }
        return out.toByteArray();
    }

    /**
     * One value.
     *
     * @param depth how deep it may be nested.
     * @return its bytes, the constructor included.
     */
    public byte[] value(final int depth)
    {
        final int code = depth > 0 && random.nextInt(10) < 5 ? COMPOUNDS[random.nextInt(COMPOUNDS.length)]
            : SCALARS[random.nextInt(SCALARS.length)];
        if (code == 0)
        {
            return described(depth);
        }
        return Frames.join(new byte[] {(byte)code}, body(code, depth));
    }

    private byte[] described(final int depth)
    {
        return Frames.join(new byte[1], descriptor(depth - 1), value(depth - 1));
    }

    /** Mostly a ulong or symbol, none of them that of a known type. */
    private byte[] descriptor(final int depth)
    {
        switch (random.nextInt(8))
        {
            case 0, 1:
                return new byte[] {0x53, (byte)(0x80 + random.nextInt(0x60))};
            case 2, 3:
                return ByteBuffer.allocate(9).put((byte)0x80).putLong(random.nextLong() & 0xFFFF_FFFFL | 1L << 40)
                    .array();
            case 4, 5:
                return sized(0xA3, ("x:" + random.nextInt(20)).getBytes(StandardCharsets.US_ASCII));
            case 6:
                return random.nextInt(4) > 0 ? sized(0xB3, "vendor:type".getBytes(StandardCharsets.US_ASCII))
                    : new byte[] {0x44};
            default:
                return random.nextInt(3) > 0 ? new byte[] {0x53, (byte)0x99} : value(Math.max(0, depth));
        }
    }

    private static byte[] sized(final int code, final byte[] bytes)
    {
        return code < 0xB0 ? Frames.join(new byte[] {(byte)code, (byte)bytes.length}, bytes)
            : Frames.join(ByteBuffer.allocate(5).put(
                (byte)code).putInt(bytes.length).array(), bytes);
    }

    private byte[] body(final int code, final int depth)
    {
        switch (code >> 4)
        {
            case 0x4:
                return new byte[0];
            case 0xA, 0xB:
                return variable(code);
            case 0xC, 0xD:
                return compound(code, depth - 1);
            case 0xE, 0xF:
                return array(code, depth - 1);
            default:
                return fixed(code);
        }
    }

    private byte[] fixed(final int code)
    {
        final byte[] bytes = new byte[1 << (code >> 4) - 5];
        if (code == 0x56)
        {
            bytes[0] = (byte)random.nextInt(2);
        }
        else if (code == 0x73)
        {
            ByteBuffer.wrap(bytes).putInt(codePoint());
        }
        else if (random.nextInt(3) == 0)
        {
            // The ends of the ranges, and the values next to them.
            java.util.Arrays.fill(bytes, (byte)(random.nextBoolean() ? 0xFF : 0));
            bytes[0] ^= (byte)(random.nextBoolean() ? 0x80 : 0);
            bytes[bytes.length - 1] ^= (byte)(random.nextBoolean() ? 1 : 0);
        }
        else
        {
            random.nextBytes(bytes);
        }
        return bytes;
    }

    private int codePoint()
    {
        switch (random.nextInt(4))
        {
            case 0:
                return random.nextInt(0x80);
            case 1:
                return random.nextInt(0xD800);
            case 2:
                return 0xE000 + random.nextInt(0x2000);
            default:
                return 0x10000 + random.nextInt(0x100000);
        }
    }

    private byte[] variable(final int code)
    {
        final byte[] bytes;
        if ((code & 0xF) == 0)
        {
            bytes = new byte[random.nextInt(20) == 0 ? 255 : random.nextInt(12)];
            random.nextBytes(bytes);
        }
        else
        {
            final boolean symbol = (code & 0xF) == 3;
            final StringBuilder text = new StringBuilder(WORDS[random.nextInt(WORDS.length)]);
            for (int more = random.nextInt(3); more > 0; more--)
            {
                text.append(symbol || random.nextBoolean() ? WORDS[random.nextInt(WORDS.length)] : TEXTS[random.nextInt(
                    TEXTS.length)]);
            }
            bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        }
        final byte[] whole = sized(code, bytes);
        return java.util.Arrays.copyOfRange(whole, 1, whole.length);
    }

    private byte[] compound(final int code, final int depth)
    {
        final boolean map = (code & 0xF) == 1;
        final List<byte[]> items = new ArrayList<>();
        for (int count = random.nextInt(5) * (map ? 2 : 1); count > 0; count--)
        {
            items.add(map && count % 2 == 0 && random.nextInt(5) > 0 ? key() : value(Math.max(0, depth)));
        }
        return filled(code, new byte[0], items, map ? 2 : 1);
    }

    private byte[] key()
    {
        final int[] codes = {0xA1, 0xA1, 0xA3, 0xB1, 0x53, 0x80};
        final int code = codes[random.nextInt(codes.length)];
        return Frames.join(new byte[] {(byte)code}, body(code, 0));
    }

    /** Size, count and items; where they do not fit a short form, the last ones are left out. */
    private byte[] filled(final int code, final byte[] constructor, final List<byte[]> items, final int step)
    {
        final boolean isShort = (code >> 4) % 2 == 0;
        int size = constructor.length;
        for (final byte[] item : items)
        {
            size += item.length;
        }
        while (isShort && size > 254 && !items.isEmpty())
        {
            for (int i = 0; i < step; i++)
            {
                size -= items.remove(items.size() - 1).length;
            }
        }
        final byte[] content = Frames.join(items.toArray(new byte[0][]));
        return Frames.join(
            isShort ? new byte[] {(byte)(size + 1), (byte)items.size()} : ByteBuffer.allocate(8).putInt(size + 4)
                .putInt(items.size()).array(),
            constructor, content);
    }

    private byte[] array(final int code, final int depth)
    {
        byte[] constructor = new byte[0];
        while (random.nextInt(6) == 0 && constructor.length < 100)
        {
            constructor = Frames.join(constructor, new byte[1], descriptor(0));
        }
        // A short array cannot hold an element constructor of more bytes than its size counts.
        constructor = constructor.length > 200 ? new byte[0] : constructor;
        int element = 0;
        while (element == 0)
        {
            element = depth > 0 && random.nextInt(10) < 4 ? COMPOUNDS[random.nextInt(COMPOUNDS.length)]
                : SCALARS[random.nextInt(SCALARS.length)];
        }
        final List<byte[]> items = new ArrayList<>();
        for (int count = random.nextInt(5); count > 0; count--)
        {
            items.add(body(element, Math.max(0, depth)));
        }
        return filled(code, Frames.join(constructor, new byte[] {(byte)element}), items, 1);
    }

    /**
     * A value of a type, in any of its forms.
     *
     * @param type its AMQP name.
     * @return its bytes, the constructor included.
     */
    public byte[] of(final String type)
    {
        int code = 0;
        while (!type.equals(AmqpNode.type(code)))
        {
            code = random.nextInt(4) == 0 ? COMPOUNDS[random.nextInt(COMPOUNDS.length)] : SCALARS[random.nextInt(
                SCALARS.length)];
        }
        return Frames.join(new byte[] {(byte)code}, body(code, 2));
    }

    /**
     * A list of fields, some of them null or missing.
     *
     * @param types AMQP's names; {@code id} is that of a message id.
     * @return its bytes, the constructor included.
     */
    public byte[] composite(final String... types)
    {
        final String[] ids = {"ulong", "uuid", "binary", "string"};
        final List<byte[]> items = new ArrayList<>();
        for (int count = random.nextInt(types.length + 1); items.size() < count;)
        {
            final String type = types[items.size()];
            items.add(random.nextInt(3) == 0 ? new byte[] {0x40} : of(type.equals("id") ? ids[random.nextInt(
                ids.length)] : type));
        }
        final int code = items.isEmpty() && random.nextBoolean() ? 0x45 : random.nextBoolean() ? 0xC0 : 0xD0;
        return code == 0x45 ? new byte[] {0x45}
            : Frames.join(new byte[] {(byte)code}, filled(code, new byte[0], items, 1));
    }

    /**
     * A map with keys of one type.
     *
     * @param keyType AMQP's name.
     * @return its bytes, the constructor included.
     */
    public byte[] map(final String keyType)
    {
        final List<byte[]> items = new ArrayList<>();
        for (int count = random.nextInt(5); count > 0; count--)
        {
            items.add(of(keyType));
            items.add(value(random.nextInt(3)));
        }
        final int code = random.nextBoolean() ? 0xC1 : 0xD1;
        return Frames.join(new byte[] {(byte)code}, filled(code, new byte[0], items, 2));
    }
}
