package io.skim.scan.testing;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * An input of a fuzzer, which is read from the front: a few bytes that choose, and the rest.
 * <p>
 * Where the input has ended, every number is 0 and every array empty, so that each input means something.
 */
public final class FuzzedInput
{
    /** Ends a text: no byte of well-formed UTF-8, and not the usual one to spoil it. */
    private static final byte END = (byte)0xFE;
    private static final int KINDS = 4;

    private final byte[] input;
    private int position;

    /**
     * Begins at the first byte.
     *
     * @param input not changed.
     */
    public FuzzedInput(final byte[] input)
    {
        this.input = input;
    }

    /**
     * Whether there are bytes left.
     *
     * @return false at the end.
     */
    public boolean hasMore()
    {
        return position < input.length;
    }

    /**
     * The next byte.
     *
     * @return unsigned.
     */
    public int next()
    {
        return hasMore() ? input[position++] & 0xFF : 0;
    }

    /**
     * The next bytes as a number.
     *
     * @param width how many bytes, up to 8.
     * @return the number, not extended by its sign.
     */
    public long number(final int width)
    {
        long number = 0;
        for (int i = 0; i < width; i++)
        {
            number = number << Byte.SIZE | next();
        }
        return number;
    }

    /**
     * One of several.
     *
     * @param choices at most 256.
     * @param <T>     their type.
     * @return that which the next byte chooses.
     */
    @SafeVarargs
    public final <T> T one(final T... choices)
    {
        return choices[next() % choices.length];
    }

    /**
     * The bytes up to the next 0xFE, which is passed over.
     *
     * @return bytes of any kind.
     */
    public byte[] bytes()
    {
        final int from = position;
        while (hasMore() && input[position] != END)
        {
            position++;
        }
        final byte[] bytes = Arrays.copyOfRange(input, from, position);
        position += hasMore() ? 1 : 0;
        return bytes;
    }

    /**
     * The bytes up to the next 0xFE as a text.
     *
     * @return a text without a half of a surrogate pair; what is no UTF-8 is replaced.
     */
    public String text()
    {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    /**
     * All that is left.
     *
     * @return bytes of any kind.
     */
    public byte[] rest()
    {
        final byte[] rest = Arrays.copyOfRange(input, Math.min(position, input.length), input.length);
        position = input.length;
        return rest;
    }

    /**
     * A remoting frame of all that is left but one byte, which chooses the form: a header and a body whose lengths are
     * put before them, a binary header of texts, or the frame as it stands.
     *
     * @return a frame, good or bad.
     */
    public byte[] frame()
    {
        final int form = next();
        switch (form & 3)
        {
            case 2:
                return rest();
            case 3:
                return binary();
            default:
                final byte[] bytes = rest();
                final int body = Math.min(form >> 2 & 7, bytes.length);
                return Frames.frame(form & 1, Arrays.copyOf(bytes, bytes.length - body), Arrays.copyOfRange(bytes,
                    bytes.length - body, bytes.length));
        }
    }

    /** A binary frame whose lengths are true: fixed fields, the remark, names and values. */
    private byte[] binary()
    {
        final byte[] fixed = ByteBuffer.allocate(13).putShort((short)number(2)).put((byte)next()).putShort((short)479)
            .putInt((int)number(4)).putInt(next()).array();
        byte[] header = Frames.join(fixed, sized(Integer.BYTES, bytes()));
        byte[] map = {};
        for (boolean name = true; hasMore(); name = !name)
        {
            map = Frames.join(map, sized(name ? Short.BYTES : Integer.BYTES, bytes()));
        }
        header = Frames.join(header, sized(Integer.BYTES, map));
        return Frames.frame(1, header);
    }

    private static byte[] sized(final int width, final byte[] bytes)
    {
        final ByteBuffer sized = ByteBuffer.allocate(width + bytes.length);
        return (width == Short.BYTES ? sized.putShort((short)bytes.length) : sized.putInt(bytes.length)).put(bytes)
            .array();
    }

    /**
     * Bytes in a buffer of the kind, and cut at the place, that the next two bytes choose.
     *
     * @param bytes to hold.
     * @return a buffer to be freed.
     */
    public Buffers.Buffer buffer(final byte[] bytes)
    {
        final int kind = next() % KINDS;
        return Buffers.of(kind, bytes, next() * (bytes.length + 1) >> Byte.SIZE);
    }
}
