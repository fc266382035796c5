package io.skim.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The two encodings of remoting headers, each with thirteen captured frames, see {@link FrameSet}.
 */
enum Encoding
{
    BINARY, JSON;

    static final int PREFIX = 8;
    /** Where the opaque stands in a binary header: behind code, language and version. */
    static final int OPAQUE = 5;
    /** Where the remark's length stands in a binary header: behind the opaque and the flag. */
    static final int REMARK = OPAQUE + 8;
    private static final int HEADER_WORD = 4;

    private final List<byte[]> frames;

    Encoding()
    {
        frames = load(resource("frames"));
    }

    /** By the name that parameters have. */
    static Encoding of(final String name)
    {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    String resource(final String extension)
    {
        return "send-message-v2." + name().toLowerCase(Locale.ROOT) + "." + extension;
    }

    /** The frames, whole and in order. Nobody writes to them. */
    byte[][] frames()
    {
        return frames.toArray(new byte[0][]);
    }

    static int headerLength(final byte[] frame)
    {
        return ByteBuffer.wrap(frame).getInt(HEADER_WORD) & 0xFF_FFFF;
    }

    private static List<byte[]> load(final String resource)
    {
        try (InputStream in = Encoding.class.getResourceAsStream(resource))
        {
            final ByteBuffer left = ByteBuffer.wrap(in.readAllBytes());
            final List<byte[]> cut = new ArrayList<>();
            while (left.hasRemaining())
            {
                final byte[] frame = new byte[Integer.BYTES + left.getInt(left.position())];
                left.get(frame);
                cut.add(frame);
            }
            return cut;
        }
        catch (final IOException e)
        {
            throw new IllegalStateException(resource, e);
        }
    }
}
