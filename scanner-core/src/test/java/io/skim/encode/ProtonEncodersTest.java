package io.skim.encode;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.skim.scan.FrameView;
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.testing.AmqpNode;
import io.skim.scan.testing.AmqpTree;
import io.skim.scan.testing.ProtonVersions;
import io.skim.scan.testing.Settings;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.qpid.proton.codec.DecoderImpl;
import org.apache.qpid.proton.codec.EncoderImpl;
import org.apache.qpid.protonj2.buffer.ProtonBuffer;
import org.apache.qpid.protonj2.buffer.ProtonBufferAllocator;
import org.apache.qpid.protonj2.codec.CodecFactory;
import org.apache.qpid.protonj2.codec.Encoder;
import org.apache.qpid.protonj2.types.Symbol;
import org.apache.qpid.protonj2.types.UnsignedByte;
import org.apache.qpid.protonj2.types.UnsignedInteger;
import org.apache.qpid.protonj2.types.UnsignedLong;
import org.apache.qpid.protonj2.types.UnsignedShort;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Beside the encoders of the peers: what they write, Skim reads and writes again; scalars byte for byte as they do.
 */
class ProtonEncodersTest
{
    private static final int VALUES = Settings.frames(4_000);
    private static final int ROOM = 1 << 16;
    private static final long[] ENDS = {0, 1, -1, 127, 128, -128, -129, 255, 256, Integer.MAX_VALUE, Integer.MIN_VALUE,
        Long.MAX_VALUE, Long.MIN_VALUE};

    private final Random random = new Random(Settings.seed());
    private final Encoder next = CodecFactory.getDefaultEncoder();
    private final AmqpEncoder encoder = new AmqpEncoder();
    private final AmqpTree tree = new AmqpTree(new AmqpReader());
    private final byte[] room = new byte[ROOM];
    private final Map<Class<?>, Consumer<Object>> puts = new HashMap<>();

    private long number()
    {
        return random.nextBoolean() ? ENDS[random.nextInt(ENDS.length)] : random.nextLong() >> random.nextInt(64);
    }

    private String text()
    {
        final String unit = new String[] {"a", "é", "日", "\uD83D\uDE00"}[random.nextInt(4)];
        // protonj2 takes the wide form where four bytes for each UTF-16 unit would not fit the short one.
        return unit.repeat(random.nextInt(random.nextInt(10) == 0 ? 64 / unit.length() : 9));
    }

    private Object scalar()
    {
        return switch (random.nextInt(15))
        {
            case 0 -> null;
            case 1 -> random.nextBoolean();
            case 2 -> (byte)number();
            case 3 -> (short)number();
            case 4 -> (int)number();
            case 5 -> number();
            case 6 -> UnsignedByte.valueOf((byte)number());
            case 7 -> UnsignedShort.valueOf((short)number());
            case 8 -> UnsignedInteger.valueOf((int)number());
            case 9 -> UnsignedLong.valueOf(number());
            case 10 -> (float)number() / 3;
            case 11 -> number() / 3.0;
            case 12 -> new UUID(number(), number());
            case 13 -> Symbol.valueOf("s".repeat(random.nextInt(9)));
            default -> text();
        };
    }

    private void put(final Object value)
    {
        if (value == null)
        {
            encoder.putNull();
        }
        else
        {
            puts.get(value.getClass()).accept(value);
        }
    }

    private <T> void puts(final Class<T> type, final Consumer<T> put)
    {
        puts.put(type, value -> put.accept(type.cast(value)));
    }

    @BeforeEach
    void knowThePutOfEachType()
    {
        puts(Boolean.class, encoder::putBoolean);
        puts(Byte.class, encoder::putByte);
        puts(Short.class, encoder::putShort);
        puts(Integer.class, encoder::putInt);
        puts(Long.class, encoder::putLong);
        puts(UnsignedByte.class, number -> encoder.putUbyte(number.intValue()));
        puts(UnsignedShort.class, number -> encoder.putUshort(number.intValue()));
        puts(UnsignedInteger.class, number -> encoder.putUint(number.longValue()));
        puts(UnsignedLong.class, number -> encoder.putUlong(number.longValue()));
        puts(Float.class, encoder::putFloat);
        puts(Double.class, encoder::putDouble);
        puts(UUID.class, encoder::putUuid);
        puts(Symbol.class, symbol -> encoder.putSymbol(symbol.toString()));
        puts(String.class, encoder::putString);
    }

    private byte[] complete()
    {
        return Arrays.copyOf(room, encoder.complete());
    }

    private byte[] protonj2(final Object value)
    {
        final ProtonBuffer buffer = ProtonBufferAllocator.defaultAllocator().allocate();
        next.writeObject(buffer, next.newEncoderState(), value);
        final byte[] bytes = new byte[buffer.getReadableBytes()];
        buffer.readBytes(bytes, 0, bytes.length);
        return bytes;
    }

    @Test
    void scalarsAreByteForByteWhatProtonj2Encodes()
    {
        for (int i = 0; i < VALUES; i++)
        {
            final Object value = scalar();
            encoder.wrap(room, 0, ROOM);
            put(value);
            assertArrayEquals(protonj2(value), complete(), () -> String.valueOf(value));
        }
    }

    private Object nested(final int depth)
    {
        final int count = random.nextInt(6);
        if (depth == 0 || random.nextInt(3) == 0)
        {
            // Its collections take no null.
            final Object scalar = scalar();
            return scalar == null ? 0 : scalar;
        }
        if (random.nextBoolean())
        {
            final List<Object> list = new ArrayList<>();
            for (int i = 0; i < count; i++)
            {
                list.add(nested(depth - 1));
            }
            return list;
        }
        final Map<Object, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < count; i++)
        {
            map.put("key" + i, nested(depth - 1));
        }
        return map;
    }

    @Test
    void whatProtonj2EncodesIsReadAndEncodedToTheSameForIt()
    {
        for (int i = 0; i < VALUES; i++)
        {
            final Object value = nested(4);
            check(protonj2(value));
        }
    }

    @Test
    void whatProtonjEncodesIsReadAndEncodedToTheSameForIt()
    {
        final EncoderImpl proton = new EncoderImpl(new DecoderImpl());
        final ByteBuffer buffer = ByteBuffer.allocate(ROOM);
        proton.setByteBuffer(buffer);
        for (int i = 0; i < VALUES; i++)
        {
            buffer.clear();
            proton.writeObject(List.of(random.nextInt(300), random.nextLong(), text(), Map.of(text(), List.of()),
                new Integer[] {random.nextInt()}, new UUID(number(), number())));
            check(Arrays.copyOf(buffer.array(), buffer.position()));
        }
    }

    private void check(final byte[] bytes)
    {
        final List<AmqpNode> nodes = tree.read(new FrameView().wrap(bytes));
        assertNotNull(nodes, () -> tree.fault().toString());
        encoder.wrap(room, 0, ROOM);
        new NodeWriter(encoder).put(nodes);
        final byte[] again = complete();
        assertEquals(ProtonVersions.strict().expected(nodes), read(again));
        assertEquals(read(bytes), read(again));
    }

    private static String read(final byte[] bytes)
    {
        try
        {
            return ProtonVersions.strict().read(bytes);
        }
        catch (final Exception e)
        {
            throw new AssertionError(e);
        }
    }
}
