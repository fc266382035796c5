package io.skim.scan.testing;

import java.util.HexFormat;
import org.apache.qpid.protonj2.buffer.ProtonBuffer;
import org.apache.qpid.protonj2.buffer.ProtonBufferAllocator;
import org.apache.qpid.protonj2.codec.DecoderState;
import org.apache.qpid.protonj2.codec.decoders.ProtonDecoder;
import org.apache.qpid.protonj2.types.Binary;
import org.apache.qpid.protonj2.types.Decimal128;
import org.apache.qpid.protonj2.types.Decimal32;
import org.apache.qpid.protonj2.types.Decimal64;
import org.apache.qpid.protonj2.types.DescribedType;
import org.apache.qpid.protonj2.types.Symbol;
import org.apache.qpid.protonj2.types.UnsignedByte;
import org.apache.qpid.protonj2.types.UnsignedInteger;
import org.apache.qpid.protonj2.types.UnsignedLong;
import org.apache.qpid.protonj2.types.UnsignedShort;

/**
 * Protonj2's codec; only for what is well-formed, since it allocates from counts.
 */
public final class Protonj2 extends AmqpPeer
{
    private ProtonDecoder decoder;
    private DecoderState state;
    private int reads;

    /** Makes a decoder that knows no described types, so that every value is told as it is. */
    public Protonj2()
    {
        super(true, false);
    }

    @Override
    public String read(final byte[] bytes)
    {
        if (reads++ % 10_000 == 0)
        {
            // Descriptors seen once are kept for good.
            decoder = new ProtonDecoder();
            state = decoder.newDecoderState();
        }
        state.reset();
        final ProtonBuffer left = ProtonBufferAllocator.defaultAllocator().copy(bytes);
        final StringBuilder text = new StringBuilder();
        while (left.isReadable())
        {
            text.append(text(decoder.readObject(left, state))).append('\n');
        }
        return text.toString();
    }

    @Override
    protected String own(final Object value)
    {
        if (value instanceof DescribedType described)
        {
            return "described(" + text(described.getDescriptor()) + " " + text(described.getDescribed()) + " )";
        }
        if (value instanceof Symbol)
        {
            return "symbol " + AmqpNode.quote(value.toString());
        }
        if (value instanceof Binary binary)
        {
            final byte[] bytes = binary.asByteArray();
            return "binary " + (bytes == null ? "" : HexFormat.of().formatHex(bytes));
        }
        if (value instanceof UnsignedByte || value instanceof UnsignedShort || value instanceof UnsignedInteger
            || value instanceof UnsignedLong)
        {
            return unsigned(value);
        }
        if (value instanceof Decimal32 number)
        {
            return String.format("decimal32 %08x", number.getBits());
        }
        if (value instanceof Decimal64 number)
        {
            return String.format("decimal64 %016x", number.getBits());
        }
        final Decimal128 number = (Decimal128)value;
        return String.format("decimal128 %016x%016x", number.getMostSignificantBits(),
            number.getLeastSignificantBits());
    }

    @Override
    public String toString()
    {
        return "protonj2";
    }
}
