package io.skim.pojo.amqp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.encode.AmqpEncoder;
import io.skim.encode.EncodeRefusal;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.testing.AmqpAgreement;
import io.skim.scan.testing.AmqpGenerator;
import io.skim.scan.testing.AmqpVectors;
import io.skim.scan.testing.ProtonVersions;
import io.skim.scan.testing.Protonj2;
import io.skim.scan.testing.Settings;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AmqpTreeWriterTest
{
    private static final int ROOM = 1 << 20;
    private static final int STREAMS = Settings.frames(2_000);

    private final AmqpTreeBuilder builder = new AmqpTreeBuilder();
    private final AmqpMessageBuilder messages = new AmqpMessageBuilder();
    private final AmqpTreeWriter writer = new AmqpTreeWriter();
    private final AmqpEncoder encoder = new AmqpEncoder();
    private final AmqpAgreement agreement = new AmqpAgreement();
    private final byte[] room = new byte[ROOM];

    static List<AmqpVectors.Good> values()
    {
        return AmqpVectors.values();
    }

    private List<AmqpValue> trees(final byte[] bytes)
    {
        final List<AmqpValue> trees = builder.values(new FrameView().wrap(bytes));
        assertNotNull(trees, () -> HexFormat.of().formatHex(bytes) + ": " + builder.fault());
        return trees;
    }

    private byte[] complete()
    {
        final int length = encoder.complete();
        assertTrue(length >= 0, () -> String.valueOf(encoder.refusal()));
        return Arrays.copyOf(room, length);
    }

    private void check(final byte[] bytes)
    {
        final List<AmqpValue> trees = trees(bytes);
        encoder.wrap(room, 0, ROOM);
        trees.forEach(tree -> writer.put(tree, encoder));
        final byte[] written = complete();
        assertEquals(trees, trees(written));
        assertTrue(agreement.check(written), agreement::last);
    }

    @ParameterizedTest
    @MethodSource("values")
    void everyVectorIsTheSameTreeWhenItsTreeWasWritten(final AmqpVectors.Good vector)
    {
        check(vector.bytes());
    }

    @Test
    void generatedStreamsAreTheSameTreesWhenTheirTreesWereWritten()
    {
        AmqpGenerator.each(STREAMS, this::check);
    }

    @Test
    void everyMessageIsTheSameWhenItWasWritten()
    {
        AmqpVectors.messages().forEach(vector -> {
            final AmqpMessage message = messages.message(new FrameView().wrap(vector.bytes()));
            assertNotNull(message, vector::id);
            encoder.wrap(room, 0, ROOM);
            writer.put(message, encoder);
            assertEquals(message, messages.message(new FrameView().wrap(complete())));
        });
    }

    @Test
    void e9PutsGraphsOfObjects() throws Exception
    {
        final AmqpValue graph = new AmqpMap(List.of(entry(new AmqpString("text"), new AmqpString("value")), entry(
            new AmqpString("capabilities"), new AmqpArray(AmqpType.SYMBOL, List.of(), List.of(new AmqpSymbol("a"),
                new AmqpSymbol("b")))),
            entry(new AmqpSymbol("nested"), new AmqpMap(List.of(entry(new AmqpSymbol("flag"), new AmqpBoolean(true))))),
            entry(new AmqpString("list"),
                new AmqpList(List.of(AmqpNull.NULL, AmqpBinary.of(new byte[] {1}), new AmqpUint(
                    7))))));
        encoder.wrap(room, 0, ROOM);
        writer.put(graph, encoder);
        final byte[] bytes = complete();
        final String expected = "map(string \"text\"=string \"value\" string \"capabilities\"=array(symbol \"a\" "
            + "symbol \"b\" ) symbol \"nested\"=map(symbol \"flag\"=boolean true ) string \"list\"=list(null "
            + "binary 01 uint 7 ) )\n";
        assertEquals(expected, ProtonVersions.strict().read(bytes));
        assertEquals(expected, new Protonj2().read(bytes));
    }

    private static AmqpMap.Entry entry(final AmqpValue key, final AmqpValue value)
    {
        return new AmqpMap.Entry(key, value);
    }

    @Test
    void aTreeBecomesAPartOfWhatIsOpen()
    {
        encoder.wrap(room, 0, ROOM).beginMap();
        writer.put(new AmqpSymbol("key"), encoder);
        writer.put((AmqpValue)null, encoder);
        encoder.end();
        assertArrayEquals(HexFormat.of().parseHex("c10702a3036b657940"), complete());
        encoder.wrap(room, 0, ROOM).beginArray(Kind.INT32);
        writer.put(new AmqpInt(1), encoder);
        assertThrows(IllegalStateException.class, () -> writer.put(new AmqpList(List.of()), encoder));
        writer.put(new AmqpInt(2), encoder);
        encoder.end();
        assertArrayEquals(HexFormat.of().parseHex("e00a02710000000100000002"), complete());
    }

    @Test
    void whatIsNestedTooDeepIsRefusedWithoutAStack()
    {
        AmqpValue deep = AmqpNull.NULL;
        for (int i = 0; i < 200_000; i++)
        {
            deep = i % 2 == 0 ? new AmqpList(List.of(deep)) : new AmqpDescribed(new AmqpUlong(1), deep);
        }
        writer.put(deep, encoder.wrap(room, 0, ROOM));
        assertEquals(-1, encoder.complete());
        assertEquals(EncodeRefusal.NESTED_TOO_DEEP, encoder.refusal());
        writer.put(AmqpNull.NULL, encoder.wrap(room, 0, ROOM));
        assertArrayEquals(new byte[] {0x40}, complete());
    }
}
