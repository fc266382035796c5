package io.skim.scan.testing;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Makes and cuts remoting frames for tests.
 */
public final class Frames
{
    private static final int PREFIX = 8;

    private Frames()
    {
    }

    /**
     * A JSON frame.
     *
     * @param header the header's bytes.
     * @param body   the body's bytes.
     * @return the whole frame.
     */
    public static byte[] json(final byte[] header, final byte... body)
    {
        return frame(0, header, body);
    }

    /**
     * A JSON frame without a body.
     *
     * @param header the header's text.
     * @return the whole frame.
     */
    public static byte[] json(final String header)
    {
        return frame(0, header.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * A binary frame: language 0, version 479, opaque 7, flag 0.
     *
     * @param code    the request code.
     * @param remark  the remark, null for none.
     * @param body    the body's text.
     * @param entries names and values of ext fields by turns.
     * @return the whole frame.
     */
    public static byte[] binary(final int code, final String remark, final String body, final String... entries)
    {
        final ByteArrayOutputStream map = new ByteArrayOutputStream();
        for (int i = 0; i < entries.length; i++)
        {
            final byte[] text = entries[i].getBytes(StandardCharsets.UTF_8);
            map.writeBytes(i % 2 == 0 ? ByteBuffer.allocate(2).putShort((short)text.length).array() : ByteBuffer
                .allocate(4).putInt(text.length).array());
            map.writeBytes(text);
        }
        final byte[] remarkText = (remark == null ? "" : remark).getBytes(StandardCharsets.UTF_8);
        return frame(1, ByteBuffer.allocate(21 + remarkText.length + map.size()).putShort((short)code).put((byte)0)
            .putShort((short)479).putInt(7).putInt(0).putInt(remarkText.length).put(remarkText).putInt(map.size()).put(
                map.toByteArray())
            .array(), body.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * A frame.
     *
     * @param type   the serialize type.
     * @param header the header's bytes.
     * @param body   the body's bytes.
     * @return the whole frame.
     */
    public static byte[] frame(final int type, final byte[] header, final byte... body)
    {
        return ByteBuffer.allocate(PREFIX + header.length + body.length).putInt(4 + header.length + body.length).putInt(
            type << 24 | header.length).put(header).put(body).array();
    }

    /**
     * A frame in hex.
     *
     * @param hex digits, blanks between them allowed.
     * @return its bytes.
     */
    public static byte[] hex(final String hex)
    {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }

    /**
     * Bytes, one after the other.
     *
     * @param parts frames, or anything else.
     * @return a new array.
     */
    public static byte[] join(final byte[]... parts)
    {
        final ByteArrayOutputStream whole = new ByteArrayOutputStream();
        for (final byte[] part : parts)
        {
            whole.writeBytes(part);
        }
        return whole.toByteArray();
    }

    /**
     * A binary frame made bad: the value's length claims more than there is.
     *
     * @param frame whose first ext field has a name of one letter, and that has no remark.
     * @return another frame.
     */
    public static byte[] overrun(final byte[] frame)
    {
        final byte[] bad = frame.clone();
        bad[PREFIX + 21 + 3 + 3] = 99;
        return bad;
    }

    /**
     * Cuts a capture into frames by their length prefixes.
     *
     * @param capture concatenated frames.
     * @return the frames.
     */
    public static List<byte[]> cut(final byte[] capture)
    {
        final List<byte[]> frames = new ArrayList<>();
        final ByteBuffer left = ByteBuffer.wrap(capture);
        while (left.hasRemaining())
        {
            final byte[] frame = new byte[4 + left.getInt(left.position())];
            left.get(frame);
            frames.add(frame);
        }
        return frames;
    }
}
