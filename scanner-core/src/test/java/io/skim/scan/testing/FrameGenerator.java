package io.skim.scan.testing;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Makes frames of both encodings: good ones, odd ones, lying ones, and changed copies of real ones. The same seed makes
 * the same frames.
 */
public final class FrameGenerator
{
    private static final byte[] MARKS = "\"\"\\{}[],::/'* \t\n0123456789eE.+-ntfLxu\0\1\2\32".getBytes(
        StandardCharsets.US_ASCII);
    private static final int[] CODES = {10, 11, 310, 320, 325, 0, 105, -1};

    private final Random random;
    private final List<byte[]> real;
    private final JsonGenerator json;

    /**
     * Makes a generator.
     *
     * @param random the source of all choices.
     * @param real   frames to change.
     */
    public FrameGenerator(final Random random, final List<byte[]> real)
    {
        this.random = random;
        this.real = real;
        json = new JsonGenerator(random);
    }

    /**
     * From now on, ext fields and properties have some of these names too, spelled in any way.
     *
     * @param names the names.
     */
    public void use(final List<String> names)
    {
        json.use(names);
    }

    /**
     * Makes a name or a text that few writers have thought of: short, often with characters below U+0020 and others that JSON
     * spells in more than one way.
     *
     * @param random the source of all choices.
     * @return the text, never empty.
     */
    public static String word(final Random random)
    {
        return JsonGenerator.word(random);
    }

    /**
     * Makes the next frame.
     *
     * @return a frame whose length prefix is mostly right.
     */
    public byte[] next()
    {
        switch (random.nextInt(8))
        {
            case 0, 1, 2:
                return json(new int[] {0, 4, 10, 25, 60}[random.nextInt(5)]);
            case 3:
                return Frames.json(mutated(header(json(10))), body());
            case 4, 5:
                return binary();
            case 6:
                return mutatedInside(real.get(random.nextInt(real.size())));
            default:
                return mutated(random.nextBoolean() ? binary() : real.get(random.nextInt(real.size())));
        }
    }

    private byte[] json(final int oddity)
    {
        return Frames.json(json.header(oddity), body());
    }

    private byte[] body()
    {
        final byte[] body = new byte[random.nextInt(3) == 0 ? random.nextInt(20) : 0];
        random.nextBytes(body);
        return body;
    }

    private static byte[] header(final byte[] frame)
    {
        return Arrays.copyOfRange(frame, 8, 8 + (ByteBuffer.wrap(frame).getInt(4) & 0xFF_FFFF));
    }

    /** Changes a frame's header and mends its lengths. */
    private byte[] mutatedInside(final byte[] frame)
    {
        final byte[] header = header(frame);
        return Frames.frame(frame[4], mutated(header), Arrays.copyOfRange(frame, 8 + header.length, frame.length));
    }

    /** Changes one or two places. */
    private byte[] mutated(final byte[] bytes)
    {
        byte[] changed = bytes;
        for (int i = random.nextInt(2); i < 2; i++)
        {
            changed = changed.length == 0 ? changed : mutatedOnce(changed);
        }
        return changed;
    }

    private byte[] mutatedOnce(final byte[] bytes)
    {
        final int at = random.nextInt(bytes.length);
        final byte[] same = bytes.clone();
        switch (random.nextInt(7))
        {
            case 0:
                return Frames.join(Arrays.copyOf(bytes, at), Arrays.copyOfRange(bytes, at + 1, bytes.length));
            case 1:
                return Frames.join(Arrays.copyOf(bytes, at), new byte[] {MARKS[random.nextInt(MARKS.length)]}, Arrays
                    .copyOfRange(bytes, at, bytes.length));
            case 2:
                same[at] = MARKS[random.nextInt(MARKS.length)];
                return same;
            case 3:
                same[at] = (byte)random.nextInt(256);
                return same;
            case 4:
                same[at] ^= (byte)(1 << random.nextInt(8));
                return same;
            case 5:
                final int other = random.nextInt(bytes.length);
                same[at] = bytes[other];
                same[other] = bytes[at];
                return same;
            default:
                final int to = Math.min(bytes.length, at + 1 + random.nextInt(24));
                return random.nextBoolean() ? Frames.join(Arrays.copyOf(bytes, to), Arrays.copyOfRange(bytes, at,
                    bytes.length)) : Frames.join(Arrays.copyOf(bytes, at), Arrays.copyOfRange(bytes, to, bytes.length));
        }
    }

    private byte[] binary()
    {
        final int lies = random.nextInt(3) == 0 ? 1 + random.nextInt(2) : 0;
        final ByteArrayOutputStream map = new ByteArrayOutputStream();
        final int entries = random.nextInt(6);
        for (int i = 0; i < entries; i++)
        {
            final byte[] key = key();
            final byte[] value = random.nextInt(3) == 0 ? properties() : text(30);
            map.writeBytes(ByteBuffer.allocate(2).putShort((short)lie(key.length, lies)).array());
            map.writeBytes(key);
            map.writeBytes(ByteBuffer.allocate(4).putInt(lie(value.length, lies)).array());
            map.writeBytes(value);
        }
        final byte[] remark = random.nextInt(3) == 0 ? text(40) : new byte[0];
        final byte[] junk = random.nextInt(8) == 0 ? text(12) : new byte[0];
        final ByteBuffer fixed = ByteBuffer.allocate(17 + 4 + remark.length - 4 + 4);
        fixed.putShort((short)(random.nextInt(4) == 0 ? random.nextInt() : CODES[random.nextInt(CODES.length)])).put(
            (byte)(random.nextInt(20) - 3)).putShort((short)random.nextInt()).putInt(random.nextInt()).putInt(random
                .nextInt());
        fixed.putInt(lie(remark.length, lies)).put(remark);
        final byte[] mapLength = ByteBuffer.allocate(4).putInt(random.nextInt(25) == 0 ? -random.nextInt(9) : lie(map
            .size(), lies)).array();
        final byte[] header =
            Frames.join(Arrays.copyOf(fixed.array(), fixed.position()), mapLength, map.toByteArray(), junk);
        final byte[] frame = Frames.frame(random.nextInt(60) == 0 ? random.nextInt(256) : 1, header, body());
        if (lies > 0 && random.nextInt(10) == 0)
        {
            ByteBuffer.wrap(frame).putInt(4, ByteBuffer.wrap(frame).getInt(4) + random.nextInt(9) - 4);
        }
        return frame;
    }

    /** Properties, sometimes ill-formed. */
    private byte[] properties()
    {
        final byte[] text = json.propertyText().getBytes(StandardCharsets.UTF_8);
        if (text.length > 0 && random.nextInt(4) == 0)
        {
            text[random.nextInt(text.length)] = (byte)0xFF;
        }
        return text;
    }

    private int lie(final int length, final int lies)
    {
        if (lies == 0 || random.nextInt(8) >= lies)
        {
            return length;
        }
        final int[] claims = {0, length + 1, length - 1, -1, length + random.nextInt(20), Short.MIN_VALUE,
            Integer.MAX_VALUE, Integer.MIN_VALUE, 0x10000 + length};
        return claims[random.nextInt(claims.length)];
    }

    private byte[] key()
    {
        final String[] keys = {"a", "b", "i", "topic", "properties", "queueId", "producerGroup", "", "a\0c",
            "\u65E5\u672C", "n"};
        return random.nextInt(6) == 0 ? text(12) : json.name(keys).getBytes(StandardCharsets.UTF_8);
    }

    private byte[] text(final int most)
    {
        final byte[] text = new byte[random.nextInt(most)];
        final int style = random.nextInt(6);
        for (int i = 0; i < text.length; i++)
        {
            text[i] = (byte)(style == 0 ? random.nextInt(256) : style == 1 && random.nextInt(4) == 0 ? 0xC0 + random
                .nextInt(64) : style == 2 ? 0x80 | random.nextInt(128) : 'a' + random.nextInt(26));
        }
        return style == 3 ? "h\u00E9llo \u65E5\u672C \uD83D\uDE00".getBytes(StandardCharsets.UTF_8) : text;
    }
}
