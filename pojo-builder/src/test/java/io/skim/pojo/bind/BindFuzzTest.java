package io.skim.pojo.bind;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.skim.scan.FrameView;
import io.skim.scan.testing.FuzzedInput;
import io.skim.scan.testing.HeaderRecord;
import io.skim.scan.testing.Reference;
import io.skim.scan.testing.Vectors;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;

/**
 * Records filled from remoting frames, fuzzed by coverage: an ext field and a message property, both named {@code v}, as each of
 * the types that a member may have. Without the agent the inputs that are kept beside this class are run.
 */
class BindFuzzTest
{
    private static final int SEND = 10;
    private static final int GREATEST_NUMBER = 64;

    /** Of both values. */
    private interface Holder
    {
        Object v();

        Object p();
    }

    private record OfInteger(Integer v, @Property("v") Integer p) implements Holder
    {
    }

    private record OfLong(Long v, @Property("v") Long p) implements Holder
    {
    }

    private record OfBoolean(Boolean v, @Property("v") Boolean p) implements Holder
    {
    }

    private record OfDouble(Double v, @Property("v") Double p) implements Holder
    {
    }

    private record OfString(String v, @Property("v") String p) implements Holder
    {
    }

    private record OfBytes(byte[] v, @Property("v") byte[] p) implements Holder
    {
    }

    private final FrameView view = new FrameView();
    private final Map<Class<?>, TypeReader<? extends Holder>> readers = new LinkedHashMap<>();

    BindFuzzTest()
    {
        readers.put(Integer.class, reader(OfInteger.class));
        readers.put(Long.class, reader(OfLong.class));
        readers.put(Boolean.class, reader(OfBoolean.class));
        readers.put(Double.class, reader(OfDouble.class));
        readers.put(String.class, reader(OfString.class));
        readers.put(byte[].class, reader(OfBytes.class));
    }

    private static <T> TypeReader<T> reader(final Class<T> type)
    {
        return TypeBinding.of(type, MethodHandles.lookup()).reader();
    }

    /** Texts that the reference encodes: those of the ext field and of the property. */
    @FuzzTest
    void textsAreConvertedAsTheReferenceConvertsThem(final byte[] bytes)
    {
        final FuzzedInput input = new FuzzedInput(bytes);
        final SerializeType encoding = input.one(SerializeType.values());
        final RemotingCommand command = RemotingCommand.createRequestCommand(SEND, null);
        command.setExtFields(new HashMap<>(Map.of("v", input.text(), "properties", "v\1" + input.text()
            + "\2")));
        command.setSerializeTypeCurrentRPC(encoding);
        final ByteBuffer encoded = command.encode();
        final byte[] frame = new byte[encoded.remaining()];
        encoded.get(frame);
        check(frame);
    }

    @FuzzTest
    void framesGiveWhatTheReferenceReadsOrNothing(final byte[] bytes)
    {
        check(new FuzzedInput(bytes).frame());
    }

    private void check(final byte[] frame)
    {
        final String what = Vectors.text(frame);
        view.wrap(frame);
        readers.forEach((type, reader) -> {
            final Holder read = reader.read(view);
            if (reader.error().reason() == BindReason.MALFORMED)
            {
                return;
            }
            final HeaderRecord header = Reference.decode(frame);
            assertNotNull(header, what);
            final List<Object> expected = List.of(expected(type, header.extFields), expected(type, header.properties));
            if (read == null)
            {
                assertTrue(expected.contains(reader.error().reason()), () -> type + " " + expected + reader.error()
                    + what);
                return;
            }
            assertEquals(expected, List.of(shown(read.v()), shown(read.p())), () -> type + what);
        });
    }

    private static Object expected(final Class<?> type, final TreeMap<String, String> texts)
    {
        final String text = texts == null ? null : texts.get("v");
        final boolean whole = type == Integer.class || type == Long.class;
        final Object value = shown(Expectations.of(type, text));
        // Java takes digits of all scripts.
        final boolean isDecimal = !whole || text == null || text.chars().allMatch(unit -> unit <= 0x7F);
        return !isDecimal || value == BindReason.OUT_OF_RANGE && text.length() > GREATEST_NUMBER
            ? BindReason.NOT_A_NUMBER : value;
    }

    private static Object shown(final Object value)
    {
        return value == null ? "absent" : value instanceof byte[] bytes ? new String(bytes, StandardCharsets.ISO_8859_1)
            : value;
    }
}
