package io.skim.stress;

import io.skim.scan.FrameView;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Frames for the tests. */
public final class Frames
{
    private static final int PREFIX = 8;

    private Frames()
    {
    }

    /** {@return a view of a send request of the topic orders, with the properties region = eu and tier = gold} */
    public static FrameView send()
    {
        final byte[] header =
            ("{\"code\":310,\"flag\":0,\"opaque\":7,\"extFields\":{\"a\":\"producers\",\"b\":\"orders\","
                + "\"i\":\"region\\u0001eu\\u0002tier\\u0001gold\\u0002\"}}").getBytes(StandardCharsets.UTF_8);
        return new FrameView().wrap(ByteBuffer.allocate(PREFIX + header.length).putInt(Integer.BYTES + header.length)
            .putInt(header.length).put(header).array());
    }
}
