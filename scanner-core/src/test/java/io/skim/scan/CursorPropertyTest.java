package io.skim.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.skim.scan.testing.CursorOracle;
import io.skim.scan.testing.Values;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * A value read through a cursor is the {@code String} that the reference decoder has.
 */
class CursorPropertyTest
{
    private final Values values = new Values();

    /** Any UTF-16, halves of surrogate pairs among it. */
    @Provide
    Arbitrary<String> texts()
    {
        final Arbitrary<String> units = Arbitraries.strings().withChars('\0', (char)0x7F).withChars("\"\\\1\2/'?").all()
            .ofMaxLength(80);
        final Arbitrary<String> astral =
            Arbitraries.integers().between(0x10000, 0x10FFFF).map(Character::toString).list()
                .ofMaxSize(20).map(parts -> String.join("a", parts));
        final Arbitrary<String> halves = Arbitraries.strings().withCharRange('\uD7FE', '\uE001').ofMaxLength(12);
        final Arbitrary<String> long1 = Arbitraries.strings().ascii().ofMinLength(60).ofMaxLength(300);
        final Arbitrary<String> numbers = Arbitraries.longs().map(String::valueOf);
        final Arbitrary<String> numberLike = Arbitraries.strings().withChars("+-0123456789 ").ofMaxLength(21);
        final Arbitrary<String> booleans = Arbitraries.of("true", "TRUE", "tRuE", "false", "truE ", "tru", "\u0131rue");
        return Arbitraries.oneOf(units, astral, halves, long1, numbers, numberLike, booleans);
    }

    @Property(tries = 4_000)
    void jsonTextIsTheStringHoweverItIsSpelled(@ForAll("texts") final String text, @ForAll final long seed)
    {
        CursorOracle.check(values.json(Values.spelled(text, new Random(seed))), text);
    }

    @Property(tries = 2_000)
    void binaryTextIsTheString(@ForAll("texts") final String text)
    {
        final byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        if (utf8.length > 0)
        {
            CursorOracle.check(values.binary(utf8), new String(utf8, StandardCharsets.UTF_8));
        }
    }

    @Property(tries = 4_000)
    void illFormedBinaryTextIsWhatJavaMakesOfIt(@ForAll("illFormed") final byte[] bytes)
    {
        if (bytes.length > 0)
        {
            CursorOracle.check(values.binary(bytes), new String(bytes, StandardCharsets.UTF_8));
        }
    }

    /** Bytes that are mostly parts of sequences. */
    @Provide
    Arbitrary<byte[]> illFormed()
    {
        final Arbitrary<Integer> bytes = Arbitraries.oneOf(
            Arbitraries.of(0xE0, 0xED, 0xF0, 0xF4, 0xC2, 0xC1, 0xF5, 0x80,
                0x9F, 0xA0, 0x8F, 0x90, 0xBF, 0x61, 0x5C),
            Arbitraries.integers().between(0, 255), Arbitraries.integers()
                .between(0x80, 0xBF));
        return bytes.list().ofMaxSize(90).map(list -> {
            final byte[] array = new byte[list.size()];
            for (int i = 0; i < array.length; i++)
            {
                array[i] = list.get(i).byteValue();
            }
            return array;
        });
    }

    @Property(tries = 2_000)
    void aJsonNumberIsItsText(@ForAll final long number)
    {
        CursorOracle.check(values.json(String.valueOf(number)), String.valueOf(number));
        assertEquals(number, values.json("\"" + number + '"').getLong(0));
    }
}
