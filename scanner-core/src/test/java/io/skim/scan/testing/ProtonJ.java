package io.skim.scan.testing;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.Decimal128;
import org.apache.qpid.proton.amqp.Decimal32;
import org.apache.qpid.proton.amqp.Decimal64;
import org.apache.qpid.proton.amqp.DescribedType;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.UnsignedByte;
import org.apache.qpid.proton.amqp.UnsignedInteger;
import org.apache.qpid.proton.amqp.UnsignedLong;
import org.apache.qpid.proton.amqp.UnsignedShort;
import org.apache.qpid.proton.codec.DecoderImpl;
import org.apache.qpid.proton.codec.EncoderImpl;

/**
 * Proton-J, in the version of the class path; {@link ProtonVersions} loads this class with another one.
 */
public final class ProtonJ extends AmqpPeer
{
    private DecoderImpl decoder;
    private int reads;

    /** Makes a decoder that knows no described types, so that every value is told as it is. */
    public ProtonJ()
    {
        super(false, true);
    }

    @Override
    public String read(final byte[] bytes)
    {
        if (reads++ % 10_000 == 0)
        {
            // Descriptors seen once are kept for good.
            decoder = new DecoderImpl();
            new EncoderImpl(decoder);
        }
        final ByteBuffer left = ByteBuffer.wrap(bytes);
        decoder.setByteBuffer(left);
        final StringBuilder text = new StringBuilder();
        while (left.hasRemaining())
        {
            text.append(text(decoder.readObject())).append('\n');
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
            final byte[] bytes = new byte[binary.getLength()];
            binary.asByteBuffer().get(bytes);
            return "binary " + HexFormat.of().formatHex(bytes);
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
        return getClass().getClassLoader() == AmqpPeer.class.getClassLoader() ? "proton-j 0.35.0" : "proton-j 0.34.1";
    }
}
