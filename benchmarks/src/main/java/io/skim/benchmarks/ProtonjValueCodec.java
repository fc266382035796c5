package io.skim.benchmarks;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.qpid.proton.codec.AMQPDefinedTypes;
import org.apache.qpid.proton.codec.DecoderImpl;
import org.apache.qpid.proton.codec.EncoderImpl;

/**
 * proton-j by calls that its releases of 2014 and of today have both: one decoder and one encoder that are used again, buffers that
 * are made once and rewound. {@link OldProtonj} loads this class beside the release of its time.
 */
public final class ProtonjValueCodec implements ValueCodec
{
    private static final int ROOM = 4_096;

    private final DecoderImpl decoder = new DecoderImpl();
    private final EncoderImpl encoder = new EncoderImpl(decoder);
    private final ByteBuffer out = ByteBuffer.allocate(ROOM);
    private final ByteBuffer[] regions;
    private final Object[] sources;
    private final boolean lists;

    /**
     * Makes one.
     *
     * @param regions encoded values.
     * @param sources the same values as collections.
     * @param lists   whether they are lists; otherwise maps.
     */
    public ProtonjValueCodec(final byte[][] regions, final Object[] sources, final boolean lists)
    {
        AMQPDefinedTypes.registerAllTypes(decoder, encoder);
        encoder.setByteBuffer(out);
        this.regions = new ByteBuffer[regions.length];
        for (int i = 0; i < regions.length; i++)
        {
            this.regions[i] = ByteBuffer.wrap(regions[i]);
        }
        this.sources = sources.clone();
        this.lists = lists;
    }

    @Override
    public Object read(final int value)
    {
        final ByteBuffer region = regions[value];
        region.rewind();
        decoder.setByteBuffer(region);
        return lists ? decoder.readList() : decoder.readMap();
    }

    @Override
    public int write(final int value)
    {
        out.clear();
        if (lists)
        {
            encoder.writeList((List<?>)sources[value]);
        }
        else
        {
            encoder.writeMap((Map<?, ?>)sources[value]);
        }
        return out.position();
    }

    @Override
    public byte[] written()
    {
        final byte[] bytes = new byte[out.position()];
        out.get(0, bytes);
        return bytes;
    }
}
