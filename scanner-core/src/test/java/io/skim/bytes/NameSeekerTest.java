package io.skim.bytes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/**
 * A search for some names finds what one name after the other, taken apart, would find.
 */
class NameSeekerTest
{
    private static final String[] PIECES = {"TAGS", "TAG", "KEYS", "T", "a name of many letters", "seven77", "eight888",
        "\u00E9", "\1", "\2", "\1\1", "\2\2", "", "TAGS\1", "\2TAGS\1", "\2KEYS\1k\2", "UNIQ_KEY\1" + "0".repeat(32)};

    @Provide
    Arbitrary<String> texts()
    {
        return Arbitraries.of(PIECES).list().ofMaxSize(24).map(pieces -> String.join("", pieces));
    }

    @Provide
    Arbitrary<List<String>> names()
    {
        return Arbitraries.of("TAGS", "TAG", "KEYS", "T", "a name of many letters", "seven77", "eight888", "\u00E9", "")
            .list().ofMaxSize(NameSeeker.MAX_NAMES).uniqueElements();
    }

    @Property(tries = 4000, seed = "11")
    void findsTheSameAsLookingAtEachProperty(@ForAll("texts") final String text,
        @ForAll("names") @Size(max = NameSeeker.MAX_NAMES) final List<String> names,
        @ForAll @IntRange(min = 7, max = 20) final int before, @ForAll @IntRange(max = 9) final int behind)
    {
        final Map<String, Integer> ids = new LinkedHashMap<>();
        names.forEach(name -> ids.put(name, ids.size()));
        final byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        final byte[] array = new byte[before + utf8.length + behind];
        Arrays.fill(array, (byte)2);
        System.arraycopy(utf8, 0, array, before, utf8.length);

        assertEquals(expected(text, names), found(new NameSeeker(ids, PropertyReader.NAME_END,
            PropertyReader.PROPERTY_END), array, before, before + utf8.length));
    }

    private static List<String> expected(final String text, final List<String> names)
    {
        final List<String> all = new ArrayList<>();
        for (final String property : text.split("\2"))
        {
            final int nameEnd = property.indexOf('\1');
            if (nameEnd > 0 && nameEnd + 1 < property.length() && names.contains(property.substring(0, nameEnd)))
            {
                all.add(names.indexOf(property.substring(0, nameEnd)) + "=" + property.substring(nameEnd + 1));
            }
        }
        return all;
    }

    private static List<String> found(final NameSeeker seeker, final byte[] array, final int from, final int limit)
    {
        final List<String> all = new ArrayList<>();
        int at = from;
        long found = seeker.seek(array, at, limit);
        while (found >= 0)
        {
            at = PropertyReader.endOf(array, (int)found, limit);
            if (at > (int)found)
            {
                all.add(seeker.id((int)(found >>> Integer.SIZE)) + "=" + new String(array, (int)found, at - (int)found,
                    StandardCharsets.UTF_8));
            }
            found = seeker.seek(array, at + 1, limit);
        }
        return all;
    }
}
