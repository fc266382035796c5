package io.skim.bytes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.skim.scan.testing.Effort;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NameTableTest
{
    private final Random random = new Random(3);

    private String name()
    {
        final String[] begins = {"", "", "12345678", "abcdefghijkl", "\u65E5\u672C", "\u00E9", "pre"};
        final StringBuilder name = new StringBuilder(begins[random.nextInt(begins.length)]);
        final int length = random.nextInt(20) == 0 ? random.nextInt(200) : random.nextInt(5);
        for (int i = 0; i < length; i++)
        {
            name.append((char)('a' + random.nextInt(3)));
        }
        return name.toString();
    }

    private static int find(final NameTable table, final String name, final byte around)
    {
        final byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        final byte[] array = new byte[utf8.length + 20];
        Arrays.fill(array, around);
        System.arraycopy(utf8, 0, array, 9, utf8.length);
        return table.find(array, 9, utf8.length);
    }

    private static int findEscaped(final NameTable table, final String name)
    {
        final StringBuilder escaped = new StringBuilder("12345678");
        name.chars().forEach(unit -> escaped.append(String.format("\\u%04x", unit)));
        final byte[] array = escaped.toString().getBytes(StandardCharsets.US_ASCII);
        return table.find(array, 8, array.length - 8, Kinds.JSON_TEXT);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 5, 17, 64, 400})
    void findsEveryDeclaredNameAndNoOther(final int count)
    {
        final Map<String, Integer> declared = new HashMap<>();
        while (declared.size() < count)
        {
            declared.putIfAbsent(name(), random.nextInt(1000));
        }
        final NameTable table = new NameTable(declared);
        assertEquals(count, table.size());
        declared.forEach((name, id) -> {
            assertEquals(id, find(table, name, (byte)0), name);
            assertEquals(id, find(table, name, (byte)'a'), name);
            assertEquals(id, findEscaped(table, name), name);
            assertEquals(id, findLossy(table, name.getBytes(StandardCharsets.UTF_8)), name);
        });
        for (int i = 0; i < 5_000; i++)
        {
            final String name = name();
            final int expected = declared.getOrDefault(name, NameTable.NOT_FOUND);
            assertEquals(expected, find(table, name, (byte)'b'), name);
            assertEquals(expected, findEscaped(table, name), name);
            final byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
            if (utf8.length == 1)
            {
                assertEquals(expected, table.find(utf8[0]));
            }
        }
    }

    @Test
    void aByteOfALongerCharacterIsNoName()
    {
        final NameTable table = new NameTable(Map.of("\u00E9", 1, "a", 2, "a\0", 3));
        for (int value = -128; value < 128; value++)
        {
            assertEquals(value == 'a' ? 2 : -1, table.find((byte)value));
            assertEquals(value == 'a' ? 2 : -1, table.find(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, (byte)value}, 8, 1));
        }
    }

    @Test
    void zerosAtTheEndMakeAnotherName()
    {
        final NameTable table = new NameTable(Map.of("a", 1, "a\0", 2, "a\0\0", 3, "abcdefgh", 4, "abcdefgh\0", 5));
        assertEquals(1, find(table, "a", (byte)0));
        assertEquals(2, find(table, "a\0", (byte)0));
        assertEquals(3, find(table, "a\0\0", (byte)0));
        assertEquals(-1, find(table, "a\0\0\0", (byte)0));
        assertEquals(4, find(table, "abcdefgh", (byte)0));
        assertEquals(5, find(table, "abcdefgh\0", (byte)0));
        assertEquals(-1, find(table, "abcdefg", (byte)'h'));
    }

    private static int findLossy(final NameTable table, final byte[] name)
    {
        final byte[] array = new byte[name.length + 20];
        Arrays.fill(array, (byte)0x80);
        System.arraycopy(name, 0, array, 9, name.length);
        return table.find(array, 9, name.length, Kinds.LOSSY_TEXT);
    }

    @Test
    void whatIsIllFormedIsComparedAsJavaReadsIt()
    {
        final String[] names = {"\uFFFD", "a\uFFFD", "\uFFFD\uFFFD", "a", "\\u0061", "a\uFFFDb", ""};
        final Map<String, Integer> declared = new HashMap<>();
        for (int i = 0; i < names.length; i++)
        {
            declared.put(names[i], i);
        }
        final NameTable table = new NameTable(declared);
        for (int i = 0; i < 100_000; i++)
        {
            final byte[] name = new byte[random.nextInt(4)];
            for (int at = 0; at < name.length; at++)
            {
                name[at] = (byte)new int[] {'a', 'b', 0xFF, 0xED, 0xA0, 0xEF, 0xBF, 0xBD, 0xC3}[random.nextInt(9)];
            }
            assertEquals(declared.getOrDefault(new String(name, StandardCharsets.UTF_8), -1), findLossy(table, name));
        }
        assertEquals(4, findLossy(table, "\\u0061".getBytes(StandardCharsets.US_ASCII)));
    }

    @Test
    void aNameThatNoUtf8CanStandForIsRefused()
    {
        assertThrows(IllegalArgumentException.class, () -> new NameTable(Map.of("a\uD800", 1)));
    }

    private static Map<String, Integer> numbered(final List<String> names)
    {
        final Map<String, Integer> declared = new HashMap<>();
        names.forEach(name -> declared.put(name, declared.size()));
        return declared;
    }

    private static void checked(final Map<String, Integer> declared)
    {
        final NameTable table = new NameTable(declared);
        declared.forEach((name, id) -> {
            assertEquals(id, find(table, name, (byte)'c'), name);
            assertEquals(id, findEscaped(table, name), name);
            assertEquals(id, findLossy(table, name.getBytes(StandardCharsets.UTF_8)), name);
        });
    }

    @Test
    void findsNamesThatBeginAlike()
    {
        for (final int count : new int[] {33, 100, 1_000})
        {
            checked(numbered(IntStream.range(0, count).mapToObj(i -> String.format("customer.%06d.is.\u00E9", i))
                .toList()));
        }
    }

    /** Declared names that differ in the middle alone, and such as nobody has declared. */
    @Test
    void namesThatBeginAndEndAlikeDoNotMakeLookUpsSlow()
    {
        Effort.assertAtMost(40, () -> missAlike(5_000), () -> missAlike(40_000));
    }

    private static void missAlike(final int count)
    {
        final List<String> names = IntStream.range(0, count).mapToObj(i -> String.format("customer.%06d.is.active", i))
            .toList();
        final NameTable table = new NameTable(numbered(names));
        for (final String name : names)
        {
            assertEquals(NameTable.NOT_FOUND, find(table, name.replace("is.active", "isactive."), (byte)'c'));
        }
    }

    /** Eight letters whose hash is the same but for those who do not know the number that is multiplied with. */
    @Test
    void namesThatWereChosenToCollideDoNotMakeLookUpsSlow()
    {
        final List<String> usual = new ArrayList<>();
        final List<String> chosen = new ArrayList<>();
        final byte[] letters = new byte[Long.BYTES];
        while (chosen.size() < 24_000)
        {
            for (int i = 0; i < letters.length; i++)
            {
                letters[i] = (byte)('a' + random.nextInt(26));
            }
            final boolean collides =
                (Words.getLong(letters, 0) + letters.length) * 0x9E37_79B9_7F4A_7C15L >>> 56 == 0;
            if (collides || usual.size() < 24_000)
            {
                (collides ? chosen : usual).add(new String(letters, StandardCharsets.US_ASCII));
            }
        }
        Effort.assertAtMost(20, () -> findAll(usual), () -> findAll(chosen));
    }

    private static void findAll(final List<String> names)
    {
        final NameTable table = new NameTable(numbered(names));
        names.forEach(name -> find(table, name, (byte)'c'));
    }

    /** Whoever sends frames may escape every name in them. */
    @Test
    void namesWithEscapesAreNotComparedWithAllThatAreDeclared()
    {
        final NameTable few = new NameTable(numbered(List.of("n1", "n2", "n3")));
        final NameTable many = new NameTable(numbered(IntStream.range(0, 30_000).mapToObj(i -> "n" + i).toList()));
        Effort.assertAtMost(100, () -> missEscaped(few), () -> missEscaped(many));
    }

    private static void missEscaped(final NameTable table)
    {
        final byte[] escaped = "12345678\\u006E31000".getBytes(StandardCharsets.US_ASCII);
        final byte[] illFormed = "12345678n\u00FF12".getBytes(StandardCharsets.ISO_8859_1);
        for (int i = 0; i < 2_000; i++)
        {
            assertEquals(NameTable.NOT_FOUND, table.find(escaped, 8, escaped.length - 8, Kinds.JSON_TEXT));
            assertEquals(NameTable.NOT_FOUND, table.find(illFormed, 8, illFormed.length - 8, Kinds.LOSSY_TEXT));
        }
    }
}
