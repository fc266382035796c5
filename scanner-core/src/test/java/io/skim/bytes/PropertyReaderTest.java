package io.skim.bytes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.skim.scan.testing.Effort;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/**
 * A search for some names, or for all, finds what is found by taking the text apart.
 */
class PropertyReaderTest
{
    private static final String[] PIECES = {"TAGS", "TAG", "KEYS", "T", "a name of many letters", "seven77", "eight888",
        "\u00E9", "\1", "\2", "\1\1", "\2\2", "\0", "TAGS\1", "\2TAGS\1", "\2KEYS\1k\2", "UNIQ_KEY\1" + "0".repeat(32),
        "\"", "\\", "a\"", "\2a\"\1b", "\2a\n\1b"};
    private static final String[] NAMES = {"TAGS", "TAG", "KEYS", "T", "a name of many letters", "seven77", "eight888",
        "\u00E9", "", "UNIQ_KEY", "a\"", "\\", "a\n", "TAGS\1", "\2"};

    @Provide
    Arbitrary<String> texts()
    {
        return Arbitraries.of(PIECES).list().ofMaxSize(24).map(pieces -> String.join("", pieces));
    }

    @Provide
    Arbitrary<List<String>> names()
    {
        return Arbitraries.of(NAMES).list().ofMaxSize(NAMES.length).uniqueElements();
    }

    @Property(tries = 4000, seed = "11")
    void findsInRawTextWhatTakingItApartFinds(@ForAll("texts") final String text,
        @ForAll("names") final List<String> names, @ForAll final boolean every,
        @ForAll @IntRange(min = 8, max = 20) final int before, @ForAll @IntRange(max = 9) final int behind)
    {
        final byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        final PropertyReader reader = new PropertyReader();
        final byte[] array = surrounded(utf8, before, behind);
        for (final int kind : new int[] {Kinds.TEXT, Kinds.LOSSY_TEXT})
        {
            reader.wrap(array, 3, before - 3, utf8.length, kind);
            assertEquals(expected(text, names, every), found(reader, array, names, every));
        }
    }

    /** Long texts are looked at in longer steps. */
    @Property(tries = 1000, seed = "13")
    void findsInLongTextWhatTakingItApartFinds(@ForAll("texts") final String text,
        @ForAll("names") final List<String> names, @ForAll final boolean every, @ForAll final Random random)
    {
        final StringBuilder all = new StringBuilder();
        while (all.length() < 3000)
        {
            all.append(text).append("\2filler\1").append("S".repeat(random.nextInt(random.nextInt(4) == 0 ? 900 : 40)));
        }
        final byte[] utf8 = all.toString().getBytes(StandardCharsets.UTF_8);
        final PropertyReader reader = new PropertyReader();
        final byte[] array = surrounded(utf8, 8, 0);
        reader.wrap(array, 3, 5, utf8.length, Kinds.TEXT);
        assertEquals(expected(all.toString(), names, every), found(reader, array, names, every));
    }

    /** Whether it is known where the separators stand or not. */
    @Property(tries = 4000, seed = "12")
    void findsInJsonTextWhatTakingItApartFinds(@ForAll("texts") final String text,
        @ForAll("names") final List<String> names, @ForAll final boolean every,
        @ForAll @IntRange(min = 8, max = 20) final int before, @ForAll @IntRange(min = 8, max = 9) final int behind)
    {
        final StringBuilder escaped = new StringBuilder();
        final List<Integer> separators = new ArrayList<>();
        boolean alone = true;
        boolean quotes = true;
        for (final char letter : text.toCharArray())
        {
            final boolean separator = letter == 1 || letter == 2;
            if (separator)
            {
                separators.add(before - 3 + escaped.toString().getBytes(StandardCharsets.UTF_8).length);
            }
            final boolean plain = letter >= ' ' && letter != '"' && letter != '\\';
            alone &= plain || separator;
            quotes &= plain || separator || letter == '"';
            escaped.append(plain ? String.valueOf(letter) : letter == '"' || letter == '\\' ? "\\" + letter
                : String.format("\\u%04x", (int)letter));
        }
        final byte[] utf8 = escaped.toString().getBytes(StandardCharsets.UTF_8);
        final byte[] array = surrounded(utf8, before, behind);
        final PropertyReader reader = new PropertyReader();
        reader.wrap(array, 3, before - 3, utf8.length, Kinds.JSON_TEXT);
        assertEquals(expected(text, names, every), found(reader, array, names, every));
        reader.wrap(array, 3, before - 3, utf8.length, Kinds.JSON_TEXT);
        reader.noteSeparators(separators.stream().mapToInt(Integer::intValue).toArray(), separators.size(), alone,
            quotes);
        assertEquals(expected(text, names, every), found(reader, array, names, every));
    }

    /** In a binary header the length of the text stands there: that of 577 bytes is 0x02 and an A. */
    @Test
    void whatStandsBeforeTheTextIsNoPartOfAName()
    {
        final String name = "TAGS";
        for (int cut = 0; cut < name.length(); cut++)
        {
            final byte[] before = ("12345678\2" + name.substring(0, cut)).getBytes(StandardCharsets.UTF_8);
            final String rest = name.substring(cut);
            final byte[] text = (rest + "\1a value\2").getBytes(StandardCharsets.UTF_8);
            final byte[] array = Arrays.copyOf(before, before.length + text.length);
            System.arraycopy(text, 0, array, before.length, text.length);
            final PropertyReader reader = new PropertyReader();
            for (final List<String> names : List.of(List.of(name), List.of("KEYS", name), List.of(rest), List.of(name
                + "2", rest)))
            {
                reader.wrap(array, 3, before.length - 3, text.length, Kinds.TEXT);
                final List<String> expected = expected(new String(text, StandardCharsets.UTF_8), names, false);
                assertEquals(expected, found(reader, array, names, false), rest + " of " + names);
            }
        }
    }

    private static byte[] surrounded(final byte[] text, final int before, final int behind)
    {
        final byte[] array = new byte[before + text.length + behind];
        Arrays.fill(array, (byte)2);
        System.arraycopy(text, 0, array, before, text.length);
        return array;
    }

    private static List<String> expected(final String text, final List<String> names, final boolean every)
    {
        final List<String> all = new ArrayList<>();
        for (final String property : text.split("\2"))
        {
            final int nameEnd = property.indexOf('\1');
            if (nameEnd > 0 && nameEnd + 1 < property.length())
            {
                final String name = property.substring(0, nameEnd);
                if (every || names.contains(name))
                {
                    all.add(names.indexOf(name) + "=" + property.substring(nameEnd + 1));
                }
            }
        }
        return all;
    }

    private static List<String> found(final PropertyReader reader, final byte[] array, final List<String> names,
        final boolean every)
    {
        final Map<String, Integer> ids = new LinkedHashMap<>();
        names.forEach(name -> ids.put(name, ids.size()));
        final PropertyNames wanted = new PropertyNames(ids, every);
        final List<String> all = new ArrayList<>();
        for (int id = reader.next(wanted); id != PropertyReader.END; id = reader.next(wanted))
        {
            final StringBuilder value = new StringBuilder();
            final int from = 3 + reader.valueOffset;
            final int to = from + reader.valueLength;
            for (int at = from; at < to && reader.valueKind == Kinds.JSON_TEXT;)
            {
                final long decoded = Escapes.decode(array, at, to);
                value.appendCodePoint((int)(decoded >>> Integer.SIZE));
                at = (int)decoded;
            }
            all.add(id + "=" + (reader.valueKind == Kinds.JSON_TEXT ? value : new String(array, from, to - from,
                StandardCharsets.UTF_8)));
        }
        assertEquals(PropertyReader.END, reader.next(wanted), "there are no more");
        return all;
    }

    /** Else a value of nothing but ends of names, or of zeros, would take time that grows with its square. */
    @Test
    void looksAtNoByteOfAValueForEachEndOfANameInIt()
    {
        for (final String value : new String[] {"a\1", "\0a\1"})
        {
            Effort.assertAtMost(50, () -> search("xy"), () -> search(value));
        }
    }

    private static void search(final String value)
    {
        final byte[] array = surrounded(("x\1" + value.repeat(1 << 16)).getBytes(StandardCharsets.US_ASCII), 8, 8);
        final PropertyReader reader = new PropertyReader();
        reader.wrap(array, 0, 8, array.length - 16, Kinds.TEXT);
        assertEquals(PropertyReader.END, reader.next(new PropertyNames(Map.of("a", 1), false)));
    }
}
